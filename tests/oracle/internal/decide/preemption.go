// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package decide

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"k8s.io/apimachinery/pkg/labels"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	extenderv1 "k8s.io/kube-scheduler/extender/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"
	"k8s.io/kubernetes/pkg/scheduler/util"

	"binnacle/tests/oracle/internal/cases"
)

// preempt does what the default preemption does up to choosing a node, on all nodes where evicting may help instead of
// a random part of them, and evicts nothing.
func (d *decision) preempt(ctx context.Context) {
	plugin, ok := d.profile.plugins[defaultpreemption.Name].(*defaultpreemption.DefaultPreemption)
	if !ok || !slices.ContainsFunc(d.profile.framework.ListPlugins().PostFilter.Enabled, named(defaultpreemption.Name)) {
		return
	}
	answer := &cases.Preemption{Candidates: []cases.Candidate{}, Best: []string{}}
	d.answer.Preemption = answer
	evaluator := plugin.Evaluator
	if able, reason := evaluator.PodEligibleToPreemptOthers(ctx, d.pod, d.statuses.Get(d.pod.Status.NominatedNodeName)); !able {
		answer.Reason = reason
		return
	}
	candidates, err := d.candidates(ctx, evaluator)
	if err != nil && len(candidates) == 0 {
		answer.Reason, answer.Error = err.Error(), true
		return
	}
	if len(candidates) == 0 {
		answer.Reason = "Preemption is not helpful for scheduling"
		return
	}
	for _, candidate := range candidates {
		answer.Candidates = append(answer.Candidates, describe(candidate))
	}
	if answer.Best, err = best(ctx, evaluator, candidates); err != nil {
		answer.Reason, answer.Error = err.Error(), true
	}
}

func (d *decision) candidates(ctx context.Context, evaluator *preemption.Evaluator) ([]preemption.Candidate, error) {
	potential, err := d.statuses.NodesForStatusCode(d.cluster.snapshot.NodeInfos(), fwk.Unschedulable)
	if err != nil || len(potential) == 0 {
		return nil, err
	}
	budgets, err := evaluator.PdbLister.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	// One more than there are nodes, so that the dry run never thinks it has found enough.
	enough := int32(len(potential)) + 1
	candidates, _, err := evaluator.DryRunPreemption(ctx, d.state, d.pod, potential, budgets, 0, enough)
	slices.SortFunc(candidates, func(a, b preemption.Candidate) int { return cmp.Compare(a.Name(), b.Name()) })
	return candidates, err
}

func describe(candidate preemption.Candidate) cases.Candidate {
	described := cases.Candidate{Node: candidate.Name(), Victims: []string{}, PDBViolations: candidate.Victims().NumPDBViolations}
	for _, victim := range candidate.Victims().Pods {
		described.Victims = append(described.Victims, nameOf(victim))
	}
	return described
}

// best returns the candidates that the ordering of pickOneNodeForPreemption (pkg/scheduler/framework/preemption) leaves
// equal to the one that the library selects. The library breaks its ties by chance, so the criteria are compared here;
// that its choice is among the smallest is checked.
func best(ctx context.Context, evaluator *preemption.Evaluator, candidates []preemption.Candidate) ([]string, error) {
	var lowest [5]int64
	var names []string
	for _, candidate := range candidates {
		rank := rankOf(candidate.Victims())
		order := slices.Compare(rank[:], lowest[:])
		if len(names) == 0 || order < 0 {
			lowest, names = rank, nil
		}
		if len(names) == 0 || order == 0 {
			names = append(names, candidate.Name())
		}
	}
	if chosen := evaluator.SelectCandidate(ctx, candidates); chosen == nil || !slices.Contains(names, chosen.Name()) {
		return names, fmt.Errorf("the library selects another candidate than %v", names)
	}
	return names, nil
}

// rankOf is smaller for the better candidate: fewest violated budgets, lowest highest priority, lowest sum of
// priorities (each moved up to be positive), fewest victims, latest start among those of the highest priority.
func rankOf(victims *extenderv1.Victims) [5]int64 {
	var sum int64
	for _, pod := range victims.Pods {
		sum += int64(corev1helpers.PodPriority(pod)) + math.MaxInt32 + 1
	}
	return [5]int64{
		victims.NumPDBViolations,
		int64(corev1helpers.PodPriority(victims.Pods[0])),
		sum,
		int64(len(victims.Pods)),
		-util.GetEarliestPodStartTime(victims).UnixNano(),
	}
}

func named(name string) func(config.Plugin) bool {
	return func(plugin config.Plugin) bool { return plugin.Name == name }
}
