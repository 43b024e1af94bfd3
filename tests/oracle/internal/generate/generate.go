// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package generate makes small clusters that are nasty on purpose, by seed. Objects are as an API server would store
// them, but for a share of weird ones that it would refuse and that an older one may have let in.
package generate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"binnacle/tests/oracle/internal/cases"
)

// DefaultNodes bounds a case's nodes if nothing else is asked.
const DefaultNodes = 40

// family is one area of the scheduler's rules: it changes a plain cluster so that these rules matter.
type family struct {
	name  string
	apply func(*world)
}

// The order is fixed: it decides what a later family finds, and so which case a seed makes.
var all = []family{
	{"resources", resources},
	{"taints", taints},
	{"affinity", affinity},
	{"ports", ports},
	{"names", names},
	{"images", images},
	{"spread", spread},
	{"podaffinity", podAffinity},
	{"volumes", volumes},
	{"dra", devices},
	{"features", features},
	{"preemption", preemption},
	{"nominated", nominated},
	{"gates", gates},
	{"strategies", strategies},
}

// Families are the names that New takes.
func Families() []string {
	known := make([]string, 0, len(all))
	for _, one := range all {
		known = append(known, one.name)
	}
	return known
}

// Generator makes the cases of one seed. It is constant after construction.
type Generator struct {
	seed     uint64
	families []family
	nodes    int
}

// New takes the families to mix (all if none is named) and the most nodes in a case.
func New(seed uint64, wanted []string, nodes int) (*Generator, error) {
	if nodes < 0 || nodes > 5000 {
		return nil, fmt.Errorf("--nodes %d: 0 to 5000", nodes)
	}
	made := &Generator{seed: seed, nodes: nodes}
	for _, name := range wanted {
		if !slices.Contains(Families(), name) {
			return nil, fmt.Errorf("no family %q; there are %s", name, strings.Join(Families(), ","))
		}
	}
	for _, one := range all {
		if len(wanted) == 0 || slices.Contains(wanted, one.name) {
			made.families = append(made.families, one)
		}
	}
	return made, nil
}

// Case makes the case of one index, which does not depend on how many others are made.
func (g *Generator) Case(index uint64) (*cases.Case, error) {
	r := newRandom(g.seed, index)
	chosen := g.families
	if len(chosen) > 1 && !r.chance(4) {
		chosen = some(r, 1, pick(r, 1, 1, 2, 2, 3, 4, 5), chosen...)
		if r.chance(15) {
			chosen = g.withPreemption(chosen)
		}
	}
	w := newWorld(r, g.nodes, chosen)
	made := &cases.Case{ID: fmt.Sprintf("s%d-%d", g.seed, index), Seed: g.seed, Now: now.Format("2006-01-02T15:04:05Z")}
	for _, one := range chosen {
		one.apply(w)
		made.Families = append(made.Families, one.name)
	}
	made.FeatureGates = w.gates
	var err error
	if made.Configuration, err = w.settings.render(); err != nil {
		return nil, err
	}
	if made.Objects, err = w.render(); err != nil {
		return nil, err
	}
	for _, pod := range w.pending {
		if len(made.Decide) < w.decisions && pod.DeletionTimestamp == nil {
			made.Decide = append(made.Decide, pod.Namespace+"/"+pod.Name)
		}
	}
	return made, nil
}

// withPreemption adds preemption to a mix, if it is made at all: evicting for any rule is worth more cases.
func (g *Generator) withPreemption(chosen []family) []family {
	var mixed []family
	for _, one := range g.families {
		same := func(other family) bool { return other.name == one.name }
		if one.name == "preemption" || slices.ContainsFunc(chosen, same) {
			mixed = append(mixed, one)
		}
	}
	return mixed
}

// byName sorts as the API server lists: a scheduler that starts sees the nodes in this order, and takes the size of an image
// from the first that has it.
func byName(nodes []*corev1.Node) []*corev1.Node {
	return slices.SortedFunc(slices.Values(nodes), func(a, b *corev1.Node) int { return strings.Compare(a.Name, b.Name) })
}

// render writes the objects in an order of kinds; within a kind, pods on a node among them, the order of creation.
func (w *world) render() ([]json.RawMessage, error) {
	var listed []runtime.Object
	for _, one := range w.namespaces {
		listed = append(listed, one)
	}
	for _, one := range byName(w.nodes) {
		listed = append(listed, one)
	}
	listed = append(listed, w.extra...)
	for _, pods := range [][]*corev1.Pod{w.bound, w.pending} {
		for _, one := range pods {
			listed = append(listed, one)
		}
	}
	rendered := make([]json.RawMessage, 0, len(listed))
	for _, one := range listed {
		text, err := json.Marshal(one)
		if err != nil {
			return nil, err
		}
		if w.oddSpelling {
			if text, err = respell(w.r, text); err != nil {
				return nil, err
			}
		}
		rendered = append(rendered, text)
	}
	return rendered, nil
}
