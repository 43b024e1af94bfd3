// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

var now = time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC)

const (
	zoneLabel   = "topology.kubernetes.io/zone"
	regionLabel = "topology.kubernetes.io/region"
	hostLabel   = "kubernetes.io/hostname"
	rackLabel   = "example.com/rack"
)

// world is a cluster in the making.
type world struct {
	r          random
	namespaces []*corev1.Namespace
	nodes      []*corev1.Node
	bound      []*corev1.Pod
	pending    []*corev1.Pod
	extra      []runtime.Object
	settings   settings
	gates      map[string]bool
	// decisions is how many of the pending pods are decided.
	decisions int
	// weird lets objects in that today's API server refuses.
	weird       bool
	oddSpelling bool
	families    []string
}

func newWorld(r random, most int, chosen []family) *world {
	w := &world{r: r, weird: r.chance(12), decisions: r.between(1, 4)}
	for _, one := range chosen {
		w.families = append(w.families, one.name)
	}
	w.addNamespaces()
	count := min(w.nodeCount(), most)
	for index := range count {
		w.nodes = append(w.nodes, w.node(index))
	}
	perNode := r.between(0, 4)
	for index := range count * perNode {
		w.bound = append(w.bound, w.boundPod(index))
	}
	for index := range r.between(1, 5) {
		w.pending = append(w.pending, w.pendingPod(index))
	}
	return w
}

func (w *world) nodeCount() int {
	switch {
	case w.r.chance(1):
		return 0
	case w.r.chance(5):
		return w.r.between(13, 40)
	}
	return w.r.between(1, 12)
}

func (w *world) has(family string) bool { return slices.Contains(w.families, family) }

func (w *world) addNamespaces() {
	labelled := []map[string]string{nil, {}, {"team": "a"}, {"team": "b"}, {"team": "a", "env": "prod"}, {"team": ""}}
	for _, name := range []string{"default", "team-a", "team-b"} {
		if w.r.chance(6) && name != "default" {
			continue // Pods in a namespace that is not (or no longer) listed.
		}
		w.namespaces = append(w.namespaces, &corev1.Namespace{
			TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"},
			ObjectMeta: metav1.ObjectMeta{Name: name, Labels: pick(w.r, labelled...)},
		})
	}
}

func (w *world) node(index int) *corev1.Node {
	r := w.r
	name := fmt.Sprintf("node-%d", index)
	labels := map[string]string{}
	if !r.chance(4) {
		labels[hostLabel] = name
	}
	if r.chance(2) {
		labels[hostLabel] = "node-0"
	}
	if !r.chance(12) {
		labels[zoneLabel] = pick(r, "zone-a", "zone-b", "zone-c")
	}
	if !r.chance(20) {
		labels[regionLabel] = pick(r, "west", "east")
	}
	if r.chance(40) {
		labels[rackLabel] = pick(r, "r1", "r2", "r3", "")
	}
	return &corev1.Node{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Node"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels, UID: uid("node", index)},
		Status: corev1.NodeStatus{Allocatable: corev1.ResourceList{
			"cpu":               resource.MustParse(pick(r, "4", "8", "3900m", "16", "7910m")),
			"memory":            resource.MustParse(pick(r, "8Gi", "16Gi", "15881Mi", "32973524Ki", "64Gi")),
			"pods":              resource.MustParse(pick(r, "110", "110", "250", "20")),
			"ephemeral-storage": resource.MustParse(pick(r, "100Gi", "95551679124", "0")),
		}},
	}
}

func (w *world) pod(name string, index int, kind string) *corev1.Pod {
	r := w.r
	labels := map[string]string{}
	if !r.chance(12) {
		labels["app"] = pick(r, "web", "web", "db", "cache", "")
	}
	if r.chance(40) {
		labels["version"] = pick(r, "v1", "v2")
	}
	if r.chance(25) {
		labels["tier"] = pick(r, "front", "back", "3")
	}
	created := metav1.NewTime(now.Add(-time.Duration(r.IntN(5)) * time.Hour))
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Namespace: pick(r, "default", "default", "team-a", "team-b"), UID: uid(kind, index), Labels: labels,
			CreationTimestamp: created,
		},
		Spec: corev1.PodSpec{
			SchedulerName: corev1.DefaultSchedulerName,
			Containers:    []corev1.Container{w.container("main")},
		},
	}
}

func (w *world) container(name string) corev1.Container {
	r := w.r
	made := corev1.Container{Name: name, Image: pick(r, "example.com/web:1", "nginx", "redis:7")}
	if r.chance(80) {
		made.Resources.Requests = corev1.ResourceList{
			"cpu": resource.MustParse(pick(r, "100m", "250m", "500m", "1", "50m")),
		}
		if r.chance(80) {
			made.Resources.Requests["memory"] = resource.MustParse(pick(r, "64Mi", "128Mi", "1Gi", "500M", "300Mi"))
		}
	}
	return made
}

func (w *world) boundPod(index int) *corev1.Pod {
	r := w.r
	pod := w.pod(fmt.Sprintf("bound-%d", index), index, "bound")
	pod.Spec.NodeName = w.nodes[r.IntN(len(w.nodes))].Name
	if r.chance(2) {
		pod.Spec.NodeName = "gone"
	}
	pod.Status.Phase = corev1.PodRunning
	// Every bound pod has a start time: the scheduler takes the present for one that has none.
	pod.Status.StartTime = pointer(metav1.NewTime(now.Add(-time.Duration(r.IntN(4)) * 30 * time.Minute)))
	if r.chance(4) {
		pod.Status.Phase = pick(r, corev1.PodSucceeded, corev1.PodFailed, corev1.PodPending)
	}
	if r.chance(6) {
		terminate(pod)
	}
	return pod
}

func terminate(pod *corev1.Pod) {
	pod.DeletionTimestamp = pointer(metav1.NewTime(now))
	pod.DeletionGracePeriodSeconds = pointer(int64(30))
}

func (w *world) pendingPod(index int) *corev1.Pod {
	pod := w.pod(fmt.Sprintf("pending-%d", index), index, "pending")
	pod.Status.Phase = corev1.PodPending
	if index > 0 && w.r.chance(3) {
		terminate(pod)
	}
	return pod
}

func (w *world) pods() []*corev1.Pod { return slices.Concat(w.bound, w.pending) }

// someNode is a node's name, now and then of one that is not there.
func (w *world) someNode() string {
	if len(w.nodes) == 0 || w.r.chance(5) {
		return "gone"
	}
	return w.nodes[w.r.IntN(len(w.nodes))].Name
}

// selector covers absent, empty, and the operators, over the labels that pods carry.
func (w *world) selector() *metav1.LabelSelector {
	r := w.r
	switch r.IntN(12) {
	case 0:
		return nil
	case 1:
		return &metav1.LabelSelector{}
	case 2:
		return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{w.requirement(), w.requirement()}}
	case 3, 4:
		return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{w.requirement()}}
	case 5:
		return &metav1.LabelSelector{
			MatchLabels:      map[string]string{"app": pick(r, "web", "db")},
			MatchExpressions: []metav1.LabelSelectorRequirement{w.requirement()},
		}
	}
	return &metav1.LabelSelector{MatchLabels: map[string]string{"app": pick(r, "web", "web", "db", "cache", "")}}
}

func (w *world) requirement() metav1.LabelSelectorRequirement {
	r := w.r
	made := metav1.LabelSelectorRequirement{
		Key:      pick(r, "app", "version", "tier"),
		Operator: pick(r, metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist),
	}
	if made.Operator == metav1.LabelSelectorOpIn || made.Operator == metav1.LabelSelectorOpNotIn {
		made.Values = some(r, 1, 3, "web", "db", "v1", "v2", "front", "3", "")
	}
	return made
}

// mergeKeys adds to a selector what the API server adds for matchLabelKeys and mismatchLabelKeys.
func mergeKeys(selector *metav1.LabelSelector, pod *corev1.Pod, keys []string, operator metav1.LabelSelectorOperator) {
	for _, key := range keys {
		if value, ok := pod.Labels[key]; ok {
			selector.MatchExpressions = append(selector.MatchExpressions,
				metav1.LabelSelectorRequirement{Key: key, Operator: operator, Values: []string{value}})
		}
	}
}
