// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package decide answers cases with the scheduling framework and the default plugins of the linked Kubernetes version.
package decide

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"binnacle/tests/oracle/internal/cases"
)

// Line answers one case in its JSON form. It never fails and never panics: what is wrong with a case is in its answer.
func Line(line []byte) cases.Answer {
	var asked cases.Case
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&asked); err != nil {
		return cases.Answer{ID: asked.ID, Error: "not a case: " + err.Error()}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return cases.Answer{ID: asked.ID, Error: "not a case: more than one value in the line"}
	}
	return Case(&asked)
}

// Case answers one case.
func Case(asked *cases.Case) (answer cases.Answer) {
	defer func() {
		if trouble := recover(); trouble != nil {
			answer = cases.Answer{ID: asked.ID, Error: fmt.Sprintf("the plugins failed on this case: %v", trouble)}
		}
	}()
	answer.ID = asked.ID
	err := withGates(asked.FeatureGates, func() error { return fill(asked, &answer) })
	if err != nil {
		return cases.Answer{ID: asked.ID, Error: err.Error()}
	}
	return answer
}

func fill(asked *cases.Case, answer *cases.Answer) error {
	if asked.Now != "" {
		if _, err := time.Parse(time.RFC3339, asked.Now); err != nil {
			return fmt.Errorf("now: %w", err)
		}
	}
	configuration, err := readConfiguration(asked.Configuration, len(asked.FeatureGates) == 0)
	if err != nil {
		return err
	}
	read, err := readObjects(asked.Objects)
	if err != nil {
		return err
	}
	wanted, err := wantedPods(read, asked.Decide)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	loaded, err := load(ctx, read, wanted, configuration)
	if err != nil {
		return err
	}
	for _, pod := range wanted {
		answer.Pods = append(answer.Pods, loaded.pod(ctx, pod))
	}
	answer.QueueOrder = loaded.queueOrder(wanted)
	return nil
}

func wantedPods(read *objects, names []string) ([]*corev1.Pod, error) {
	wanted := make([]*corev1.Pod, 0, len(names))
	for _, name := range names {
		pod := read.byName[name]
		switch {
		case pod == nil:
			return nil, fmt.Errorf("decide: no pod %q", name)
		case ended(pod):
			return nil, fmt.Errorf("decide: pod %q has ended", name)
		case slices.Contains(wanted, pod):
			return nil, fmt.Errorf("decide: pod %q is there twice", name)
		}
		wanted = append(wanted, pod)
	}
	return wanted, nil
}

// queueOrder sorts as the active queue does if each pod was queued when it was created.
func (c *cluster) queueOrder(wanted []*corev1.Pod) []string {
	var order []*framework.QueuedPodInfo
	var less fwk.LessFunc
	for _, pod := range wanted {
		profile := c.profiles[pod.Spec.SchedulerName]
		if profile == nil {
			continue
		}
		less = profile.framework.QueueSortFunc()
		order = append(order, &framework.QueuedPodInfo{PodInfo: &framework.PodInfo{Pod: pod}, Timestamp: pod.CreationTimestamp.Time})
	}
	slices.SortStableFunc(order, func(a, b *framework.QueuedPodInfo) int {
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	})
	names := make([]string, 0, len(order))
	for _, info := range order {
		names = append(names, nameOf(info.Pod))
	}
	return names
}

func nameOf(pod *corev1.Pod) string { return pod.Namespace + "/" + pod.Name }

// pod decides one pod against the snapshot, through the extension points in the scheduler's order.
func (c *cluster) pod(ctx context.Context, pod *corev1.Pod) cases.PodAnswer {
	answer := cases.PodAnswer{
		Pod: nameOf(pod), Status: cases.Unschedulable,
		Feasible: map[string]cases.NodeScore{}, Rejected: map[string]cases.Rejection{},
		Best: []string{}, SkippedFilter: []string{}, SkippedScore: []string{},
	}
	profile := c.profiles[pod.Spec.SchedulerName]
	if profile == nil {
		answer.Status, answer.Reasons = cases.Error, []string{fmt.Sprintf("no profile is named %q", pod.Spec.SchedulerName)}
		return answer
	}
	for _, plugin := range profile.framework.PreEnqueuePlugins() {
		if status := plugin.PreEnqueue(ctx, pod); !status.IsSuccess() {
			answer.Status, answer.Gate = cases.Gated, rejection(status.WithPlugin(plugin.Name()))
			return answer
		}
	}
	nodes, err := c.snapshot.NodeInfos().List()
	if err != nil {
		return failed(answer, err)
	}
	if len(nodes) == 0 {
		answer.Reasons = []string{scheduler.ErrNoNodesAvailable.Error()}
		return answer
	}
	decision := &decision{cluster: c, profile: profile, pod: pod, state: framework.NewCycleState(), statuses: framework.NewDefaultNodeToStatus(), answer: answer}
	decision.run(ctx, nodes)
	return decision.answer
}

// decision is one pod's way through the framework.
type decision struct {
	cluster  *cluster
	profile  *profile
	pod      *corev1.Pod
	state    fwk.CycleState
	statuses *framework.NodeToStatus
	answer   cases.PodAnswer
}

func (d *decision) run(ctx context.Context, nodes []fwk.NodeInfo) {
	feasible, ok := d.filter(ctx, nodes)
	d.answer.SkippedFilter = sets.List(orEmpty(d.state.GetSkipFilterPlugins()))
	if !ok {
		return
	}
	if len(feasible) == 0 {
		d.preempt(ctx)
		return
	}
	d.answer.Status = cases.Scheduled
	if err := d.score(ctx, feasible); err != nil {
		d.answer = failed(d.answer, err)
	}
	d.answer.SkippedScore = sets.List(orEmpty(d.state.GetSkipScorePlugins()))
}

// filter fills rejected, prefilter and nominated. False: a plugin failed.
func (d *decision) filter(ctx context.Context, nodes []fwk.NodeInfo) ([]fwk.NodeInfo, bool) {
	result, status, narrowed := d.profile.framework.RunPreFilterPlugins(ctx, d.state, d.pod)
	if !status.IsSuccess() {
		d.answer.PreFilter = rejection(status)
		if status.Plugin() == "" {
			d.answer.PreFilter.Plugins = sets.List(narrowed)
		}
		if !status.IsRejected() {
			d.answer.Status = cases.Error
			return nil, false
		}
		d.statuses.SetAbsentNodesStatus(status)
		return nil, true
	}
	d.nominated(ctx)
	if !result.AllNodes() {
		d.statuses.SetAbsentNodesStatus(fwk.NewStatus(fwk.UnschedulableAndUnresolvable,
			fmt.Sprintf("node(s) didn't satisfy plugin(s) %v", sets.List(narrowed))))
	}
	var feasible []fwk.NodeInfo
	for _, node := range nodes {
		name := node.Node().Name
		if !result.AllNodes() && !result.NodeNames.Has(name) {
			d.answer.Rejected[name] = leftOut(d.statuses.AbsentNodesStatus(), sets.List(narrowed))
			continue
		}
		status := d.profile.framework.RunFilterPluginsWithNominatedPods(ctx, d.state, d.pod, node)
		if status.IsSuccess() {
			feasible = append(feasible, node)
			continue
		}
		d.answer.Rejected[name] = *rejection(status)
		d.statuses.Set(name, status)
		if status.Code() == fwk.Error {
			d.answer.Status = cases.Error
		}
	}
	return feasible, d.answer.Status != cases.Error
}

// nominated looks whether the pod's own nominated node passes, as the scheduler does before any other node.
func (d *decision) nominated(ctx context.Context) {
	name := d.pod.Status.NominatedNodeName
	if name == "" {
		return
	}
	node, err := d.cluster.snapshot.Get(name)
	if err != nil {
		return
	}
	if d.profile.framework.RunFilterPluginsWithNominatedPods(ctx, d.state, d.pod, node).IsSuccess() {
		d.answer.Nominated = name
	}
}

func (d *decision) score(ctx context.Context, feasible []fwk.NodeInfo) error {
	if status := d.profile.framework.RunPreScorePlugins(ctx, d.state, d.pod, feasible); !status.IsSuccess() {
		return status.AsError()
	}
	scored, status := d.profile.framework.RunScorePlugins(ctx, d.state, d.pod, feasible)
	if !status.IsSuccess() {
		return status.AsError()
	}
	var highest int64
	for index, node := range scored {
		entry := cases.NodeScore{Plugins: map[string]cases.PluginScore{}, Total: node.TotalScore}
		for _, weighted := range node.Scores {
			raw, status := d.profile.plugins[weighted.Name].(fwk.ScorePlugin).Score(ctx, d.state, d.pod, feasible[index])
			if !status.IsSuccess() {
				return status.AsError()
			}
			weight := d.profile.weights[weighted.Name]
			entry.Plugins[weighted.Name] = cases.PluginScore{Raw: raw, Normalized: weighted.Score / weight, Weight: weight}
		}
		d.answer.Feasible[node.Name] = entry
		if len(d.answer.Best) == 0 || node.TotalScore > highest {
			highest, d.answer.Best = node.TotalScore, d.answer.Best[:0]
		}
		if node.TotalScore == highest {
			d.answer.Best = append(d.answer.Best, node.Name)
		}
	}
	slices.Sort(d.answer.Best)
	return nil
}

func failed(answer cases.PodAnswer, err error) cases.PodAnswer {
	answer.Status = cases.Error
	answer.Reasons = append(answer.Reasons, err.Error())
	return answer
}

func rejection(status *fwk.Status) *cases.Rejection {
	// Some plugins list reasons in the order of a map: sorted, an answer is the same each time.
	reasons := append([]string{}, status.Reasons()...)
	slices.Sort(reasons)
	return &cases.Rejection{Plugin: status.Plugin(), Code: status.Code().String(), Reasons: reasons}
}

func leftOut(status *fwk.Status, narrowed []string) cases.Rejection {
	left := rejection(status)
	left.PreFilter, left.Plugins, left.Plugin = true, narrowed, strings.Join(narrowed, ",")
	return *left
}

func orEmpty(set sets.Set[string]) sets.Set[string] {
	if set == nil {
		return sets.New[string]()
	}
	return set
}
