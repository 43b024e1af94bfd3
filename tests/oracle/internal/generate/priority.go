// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var priorities = []*int32{nil, pointer(int32(0)), pointer(int32(-10)), pointer(int32(100)), pointer(int32(100)), pointer(int32(1000)), pointer(int32(2000001000))}

// mostOnNode keeps the sort of a node's victims within the length that sorts stably.
const mostOnNode = 10

// preemption fills the nodes with pods of few priorities and start times, so that the pending ones must evict and that
// nodes tie on each criterion.
func preemption(w *world) {
	r := w.r
	alike := r.chance(50)
	onNode := map[string]int{}
	for _, pod := range w.bound {
		onNode[pod.Spec.NodeName]++
	}
	for _, node := range w.nodes {
		cpus := r.between(2, 6)
		if alike {
			cpus = 2
		}
		node.Status.Allocatable["cpu"] = *resource.NewQuantity(int64(cpus), resource.DecimalSI)
		for range cpus + r.between(-1, 1) {
			if onNode[node.Name] >= mostOnNode {
				break
			}
			onNode[node.Name]++
			w.victim(node.Name, alike)
		}
	}
	for _, pod := range w.bound {
		if pod.Spec.Priority == nil {
			pod.Spec.Priority = pick(r, nil, pointer(int32(0)), pointer(int32(100)))
		}
	}
	for _, pod := range w.pending {
		pod.Spec.Priority = pick(r, priorities...)
		if r.chance(60) {
			pod.Spec.Priority = pointer(int32(pick(r, 1000, 1000, 5000, 101)))
		}
		pod.Spec.Containers[0].Resources = corev1.ResourceRequirements{Requests: list("cpu", pick(r, "1", "2", "3", "1500m", "10"))}
		pod.Spec.PreemptionPolicy = pointer(corev1.PreemptLowerPriority)
		if r.chance(12) {
			pod.Spec.PreemptionPolicy = pick(r, nil, pointer(corev1.PreemptNever))
		}
		if r.chance(12) {
			pod.Status.NominatedNodeName = w.someNode()
		}
	}
	if r.chance(60) {
		w.budgets()
	}
}

// victim is one of a few kinds; if nodes are to be alike, of fewer still.
func (w *world) victim(node string, alike bool) {
	r := w.r
	pod := w.boundPod(len(w.bound))
	pod.Spec.NodeName = node
	pod.Spec.Priority = pick(r, nil, pointer(int32(0)), pointer(int32(-10)), pointer(int32(100)), pointer(int32(100)), pointer(int32(1000)))
	pod.Spec.Containers[0].Resources = corev1.ResourceRequirements{Requests: list("cpu", pick(r, "1", "1", "500m", "2", "0"))}
	pod.Status.StartTime = pointer(metav1.NewTime(now.Add(-time.Duration(r.IntN(3)) * time.Hour)))
	if alike {
		pod.Spec.Priority = pick(r, pointer(int32(0)), pointer(int32(0)), pointer(int32(100)))
		pod.Spec.Containers[0].Resources = corev1.ResourceRequirements{Requests: list("cpu", "1")}
		pod.Status.StartTime = pointer(metav1.NewTime(now.Add(-time.Duration(r.IntN(2)) * time.Hour)))
	}
	if r.chance(10) {
		terminate(pod)
		pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.DisruptionTarget, Status: pick(r, corev1.ConditionTrue, corev1.ConditionFalse),
			Reason: pick(r, corev1.PodReasonPreemptionByScheduler, "EvictionByEvictionAPI")}}
	}
	w.bound = append(w.bound, pod)
}

func (w *world) budgets() {
	r := w.r
	for index := range r.between(1, 4) {
		budget := &policyv1.PodDisruptionBudget{
			TypeMeta:   metav1.TypeMeta{APIVersion: "policy/v1", Kind: "PodDisruptionBudget"},
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("budget-%d", index), Namespace: pick(r, "default", "default", "team-a")},
			Spec:       policyv1.PodDisruptionBudgetSpec{Selector: w.selector(), MinAvailable: pointer(intstr.FromInt32(1))},
			Status:     policyv1.PodDisruptionBudgetStatus{DisruptionsAllowed: int32(pick(r, 0, 0, 1, 2, 10))},
		}
		if r.chance(20) && len(w.bound) > 0 {
			budget.Status.DisruptedPods = map[string]metav1.Time{w.bound[r.IntN(len(w.bound))].Name: metav1.NewTime(now)}
		}
		w.extra = append(w.extra, budget)
	}
}

// nominated lets pending pods, decided and others, hold room on nodes, with the rules of the other families in play.
func nominated(w *world) {
	r := w.r
	for range r.between(1, 3) {
		w.pending = append(w.pending, w.pendingPod(len(w.pending)))
	}
	for index, pod := range w.pending {
		if pod.Spec.Priority == nil {
			pod.Spec.Priority = pick(r, priorities...)
		}
		if r.chance(map[bool]int{true: 20, false: 85}[index < w.decisions]) {
			pod.Status.NominatedNodeName = w.someNode()
		}
		if r.chance(60) {
			pod.Spec.Containers[0].Resources = corev1.ResourceRequirements{Requests: list("cpu", pick(r, "1", "2", "3", "7"))}
		}
		if r.chance(20) {
			w.addPort(&pod.Spec.Containers[0])
		}
		if r.chance(15) {
			pod.Spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution: w.affinityTerms(pod, 1)}}
		}
		if r.chance(10) {
			w.constrain(pod)
		}
	}
}

// gates closes some pods out of the queue. What a gated pod was nominated for holds no room.
func gates(w *world) {
	for _, pod := range w.pending {
		if w.r.chance(45) && pod.Spec.NodeName == "" {
			for _, name := range some(w.r, 1, 2, "example.com/quota", "example.com/ready") {
				pod.Spec.SchedulingGates = append(pod.Spec.SchedulingGates, corev1.PodSchedulingGate{Name: name})
			}
		}
		if w.r.chance(30) && pod.Spec.SchedulingGates != nil {
			pod.Status.NominatedNodeName = w.someNode()
		}
	}
}

func uid(kind string, index int) types.UID { return types.UID(fmt.Sprintf("%s-%04d", kind, index)) }
