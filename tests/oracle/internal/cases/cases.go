// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package cases holds what goes into the oracle and what comes out of it: one JSON value a line. README.md of this
// module describes every member.
package cases

import "encoding/json"

// Case is one cluster with the pods to decide in it. Objects are kept as they were written: their spelling is part of
// what is compared.
type Case struct {
	ID            string            `json:"id"`
	Seed          uint64            `json:"seed,omitempty"`
	Families      []string          `json:"families,omitempty"`
	FeatureGates  map[string]bool   `json:"featureGates,omitempty"`
	Configuration json.RawMessage   `json:"configuration,omitempty"`
	Now           string            `json:"now,omitempty"`
	Objects       []json.RawMessage `json:"objects"`
	Decide        []string          `json:"decide"`
}

// Answer is what the scheduler's plugins say about one case, or why they could not be asked.
type Answer struct {
	ID         string      `json:"id"`
	Error      string      `json:"error,omitempty"`
	QueueOrder []string    `json:"queueOrder,omitempty"`
	Pods       []PodAnswer `json:"pods,omitempty"`
}

// The states a pod can be answered with.
const (
	Scheduled     = "Scheduled"
	Unschedulable = "Unschedulable"
	Error         = "Error"
	Gated         = "Gated"
)

// PodAnswer is the decision about one pod, taken on its own against the case's snapshot.
type PodAnswer struct {
	Pod     string   `json:"pod"`
	Status  string   `json:"status"`
	Reasons []string `json:"reasons,omitempty"`
	// Gate is the PreEnqueue plugin that keeps the pod out of the queue.
	Gate *Rejection `json:"gate,omitempty"`
	// PreFilter is set if no node was looked at because a PreFilter plugin (or several together) left none.
	PreFilter *Rejection `json:"prefilter,omitempty"`
	// Nominated is the pod's own nominated node if it passes: the scheduler then looks at no other node.
	Nominated     string               `json:"nominated,omitempty"`
	Feasible      map[string]NodeScore `json:"feasible"`
	Rejected      map[string]Rejection `json:"rejected"`
	Best          []string             `json:"best"`
	SkippedFilter []string             `json:"skippedFilter"`
	SkippedScore  []string             `json:"skippedScore"`
	Preemption    *Preemption          `json:"preemption"`
}

// NodeScore is the score of one feasible node: the total is the sum of normalized times weight.
type NodeScore struct {
	Plugins map[string]PluginScore `json:"plugins"`
	Total   int64                  `json:"total"`
}

// PluginScore is one plugin's opinion of one node: as Score returned it, and after NormalizeScore (0 to 100).
type PluginScore struct {
	Raw        int64 `json:"raw"`
	Normalized int64 `json:"normalized"`
	Weight     int64 `json:"weight"`
}

// Rejection tells which plugin said no and how. Plugin is empty if several PreFilter plugins left no node between
// them; Plugins then names them. PreFilter marks a node that the PreFilter plugins' node sets left out.
type Rejection struct {
	Plugin    string   `json:"plugin"`
	Plugins   []string `json:"plugins,omitempty"`
	PreFilter bool     `json:"prefilter,omitempty"`
	Code      string   `json:"code"`
	Reasons   []string `json:"reasons"`
}

// Preemption is the dry run on every node where evicting could help. Best holds the candidates that the scheduler's
// ordering cannot tell apart.
type Preemption struct {
	Candidates []Candidate `json:"candidates"`
	Best       []string    `json:"best"`
	Reason     string      `json:"reason,omitempty"`
	Error      bool        `json:"error,omitempty"`
}

// Candidate is a node and the pods, most important first, whose eviction makes room.
type Candidate struct {
	Node          string   `json:"node"`
	Victims       []string `json:"victims"`
	PDBViolations int64    `json:"pdbViolations"`
}
