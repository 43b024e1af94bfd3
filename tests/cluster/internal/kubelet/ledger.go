// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package kubelet

import (
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	resourcehelper "k8s.io/component-helpers/resource"
)

// ledger adds up what the pods of each node request, so that a binding which does not
// fit is turned away as a kubelet would: OutOfcpu, OutOfmemory, OutOfpods and so on.
// It keeps exact quantities and may be used from any goroutine.
type ledger struct {
	mutex       sync.Mutex
	allocatable map[string]corev1.ResourceList
	used        map[string]corev1.ResourceList
	holders     map[types.UID]holding
}

type holding struct {
	node     string
	requests corev1.ResourceList
}

func newLedger() *ledger {
	return &ledger{
		allocatable: map[string]corev1.ResourceList{},
		used:        map[string]corev1.ResourceList{},
		holders:     map[types.UID]holding{},
	}
}

func (l *ledger) setNode(node *corev1.Node) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.allocatable[node.Name] = node.Status.Allocatable
}

// admit holds the pod's requests and returns "", or holds nothing and returns the reason.
// A node this fleet has not seen yet admits everything.
func (l *ledger) admit(pod *corev1.Pod) string {
	requests := requestsOf(pod)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, held := l.holders[pod.UID]; held {
		return ""
	}
	allocatable, known := l.allocatable[pod.Spec.NodeName]
	used := l.used[pod.Spec.NodeName]
	if known {
		for name, amount := range requests {
			sum := used[name].DeepCopy()
			sum.Add(amount)
			if limit := allocatable[name]; sum.Cmp(limit) > 0 && !amount.IsZero() {
				return "OutOf" + strings.ReplaceAll(string(name), "/", "-")
			}
		}
	}
	l.holdLocked(pod, requests)
	return ""
}

// hold records a pod that runs already.
func (l *ledger) hold(pod *corev1.Pod) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, held := l.holders[pod.UID]; !held {
		l.holdLocked(pod, requestsOf(pod))
	}
}

func (l *ledger) holdLocked(pod *corev1.Pod, requests corev1.ResourceList) {
	used := l.used[pod.Spec.NodeName]
	if used == nil {
		used = corev1.ResourceList{}
		l.used[pod.Spec.NodeName] = used
	}
	for name, amount := range requests {
		sum := used[name]
		sum.Add(amount)
		used[name] = sum
	}
	l.holders[pod.UID] = holding{node: pod.Spec.NodeName, requests: requests}
}

func (l *ledger) release(uid types.UID) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	held, ok := l.holders[uid]
	if !ok {
		return
	}
	delete(l.holders, uid)
	used := l.used[held.node]
	for name, amount := range held.requests {
		sum := used[name]
		sum.Sub(amount)
		used[name] = sum
	}
}

// requestsOf is Kubernetes' own sum over init, sidecar and main containers, pod-level
// resources and overhead, plus the one pod itself.
func requestsOf(pod *corev1.Pod) corev1.ResourceList {
	requests := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
	requests[corev1.ResourcePods] = *resource.NewQuantity(1, resource.DecimalSI)
	return requests
}
