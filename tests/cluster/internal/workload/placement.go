// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"fmt"
	"math/rand/v2"

	corev1 "k8s.io/api/core/v1"
	resourcehelper "k8s.io/component-helpers/resource"
)

// floor is the free room of all nodes while pods are being invented: amounts in
// millis for cpu, in units for everything else.
type floor struct {
	rooms  []room
	byName map[string]int
}

type room struct {
	node *corev1.Node
	free map[corev1.ResourceName]int64
}

func newFloor(nodes []*corev1.Node, pods []*corev1.Pod) *floor {
	f := &floor{byName: map[string]int{}}
	for index, node := range nodes {
		free := map[corev1.ResourceName]int64{}
		for name := range node.Status.Allocatable {
			free[name] = amount(node.Status.Allocatable, name)
		}
		f.rooms = append(f.rooms, room{node, free})
		f.byName[node.Name] = index
	}
	for _, pod := range pods {
		if pod.Status.Phase != corev1.PodSucceeded && pod.Status.Phase != corev1.PodFailed {
			f.occupy(pod)
		}
	}
	return f
}

// place binds the pod to a random node where it may run and fits.
func (f *floor) place(random *rand.Rand, pod *corev1.Pod) error {
	wanted := requests(pod)
	if len(f.rooms) > 0 {
		first := random.IntN(len(f.rooms))
		for step := range f.rooms {
			candidate := &f.rooms[(first+step)%len(f.rooms)]
			if candidate.suits(pod) && candidate.fits(wanted) {
				candidate.take(wanted)
				pod.Spec.NodeName = candidate.node.Name
				return nil
			}
		}
	}
	return fmt.Errorf("pod %s/%s fits no node any more: ask for fewer pods or more nodes", pod.Namespace, pod.Name)
}

// occupy takes the room of a pod that has its node already.
func (f *floor) occupy(pod *corev1.Pod) {
	if index, ok := f.byName[pod.Spec.NodeName]; ok {
		f.rooms[index].take(requests(pod))
	}
}

func (r *room) fits(wanted map[corev1.ResourceName]int64) bool {
	for name, value := range wanted {
		if value > r.free[name] {
			return false
		}
	}
	return true
}

func (r *room) take(wanted map[corev1.ResourceName]int64) {
	for name, value := range wanted {
		r.free[name] -= value
	}
}

// suits knows the constraints that this package puts on running pods: node selector,
// required node affinity with In, and taints.
func (r *room) suits(pod *corev1.Pod) bool {
	if r.node.Spec.Unschedulable {
		return false
	}
	for key, value := range pod.Spec.NodeSelector {
		if r.node.Labels[key] != value {
			return false
		}
	}
	if affinity := pod.Spec.Affinity; affinity != nil && affinity.NodeAffinity != nil && affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution != nil {
		for _, expression := range affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms[0].MatchExpressions {
			found := false
			for _, value := range expression.Values {
				found = found || r.node.Labels[expression.Key] == value
			}
			if !found {
				return false
			}
		}
	}
	for _, taint := range r.node.Spec.Taints {
		tolerated := taint.Effect == corev1.TaintEffectPreferNoSchedule
		for _, toleration := range pod.Spec.Tolerations {
			tolerated = tolerated || (toleration.Operator == corev1.TolerationOpExists && (toleration.Key == "" || toleration.Key == taint.Key)) ||
				(toleration.Key == taint.Key && toleration.Value == taint.Value)
		}
		if !tolerated {
			return false
		}
	}
	return true
}

func requests(pod *corev1.Pod) map[corev1.ResourceName]int64 {
	list := resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{})
	wanted := map[corev1.ResourceName]int64{corev1.ResourcePods: 1}
	for name := range list {
		wanted[name] = amount(list, name)
	}
	return wanted
}

func amount(list corev1.ResourceList, name corev1.ResourceName) int64 {
	quantity := list[name]
	if name == corev1.ResourceCPU {
		return quantity.MilliValue()
	}
	return quantity.Value()
}
