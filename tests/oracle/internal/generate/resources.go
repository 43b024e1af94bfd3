// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

const (
	gpu      = corev1.ResourceName("example.com/gpu")
	licence  = corev1.ResourceName("vendor.io/licence")
	hugePage = corev1.ResourceName("hugepages-2Mi")
)

func list(pairs ...string) corev1.ResourceList {
	made := corev1.ResourceList{}
	for index := 0; index < len(pairs); index += 2 {
		made[corev1.ResourceName(pairs[index])] = resource.MustParse(pairs[index+1])
	}
	return made
}

func resources(w *world) {
	w.oddSpelling = w.r.chance(25)
	for _, node := range w.nodes {
		w.nodeResources(node)
	}
	for _, pod := range w.pods() {
		if w.r.chance(65) {
			w.podResources(pod)
		}
		if pod.Spec.NodeName != "" && w.r.chance(15) {
			w.resize(pod)
		}
	}
	if w.r.chance(12) {
		if w.r.chance(60) {
			w.settings.argument("NodeResourcesFit", "ignoredResources", some(w.r, 1, 2, string(gpu), string(licence), "cpu"))
		}
		if w.r.chance(50) {
			w.settings.argument("NodeResourcesFit", "ignoredResourceGroups", some(w.r, 1, 2, "example.com", "vendor.io"))
		}
	}
	if w.r.chance(3) {
		w.gates = map[string]bool{pick(w.r, "PodLevelResources", "InPlacePodLevelResourcesVerticalScaling"): w.r.chance(50)}
		if on, set := w.gates["PodLevelResources"]; set && !on {
			w.gates["InPlacePodLevelResourcesVerticalScaling"] = false
		}
	}
}

func (w *world) nodeResources(node *corev1.Node) {
	r := w.r
	free := node.Status.Allocatable
	if r.chance(60) {
		free["cpu"] = resource.MustParse(pick(r, "0", "1", "1500m", "2", "3", "999m", "1e1", "4"))
	}
	if r.chance(50) {
		free["memory"] = resource.MustParse(pick(r, "0", "1Gi", "2Gi", "3G", "1500Mi", "64Pi", "4Gi", "1024"))
		if w.weird && r.chance(20) {
			free["memory"] = resource.MustParse("7Ei") // Times 100 it is more than 63 bits.
		}
	}
	if r.chance(15) {
		free["pods"] = resource.MustParse(pick(r, "0", "1", "2", "3"))
	}
	if r.chance(35) {
		free[gpu] = resource.MustParse(pick(r, "0", "1", "2", "8"))
	}
	if r.chance(20) {
		free[licence] = resource.MustParse(pick(r, "1", "5", "1k"))
	}
	if r.chance(20) {
		free[hugePage] = resource.MustParse(pick(r, "0", "4Mi", "1Gi"))
	}
	if r.chance(5) {
		delete(free, pick(r, corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourcePods, corev1.ResourceEphemeralStorage))
	}
	if r.chance(20) {
		node.Status.Capacity = free.DeepCopy()
	}
}

func (w *world) requests() corev1.ResourceList {
	r := w.r
	made := corev1.ResourceList{}
	if r.chance(70) {
		made["cpu"] = resource.MustParse(pick(r, "0", "1m", "100m", "333m", "1", "1500m", "2", "1e3", "100k", "0"))
	}
	if r.chance(60) {
		made["memory"] = resource.MustParse(pick(r, "0", "1", "1Ki", "200Mi", "1Gi", "1500M", "50P", "70368744177663", "0", "128974848"))
		if w.weird && r.chance(20) {
			made["memory"] = resource.MustParse(pick(r, "7E", "9223372036854775807"))
		}
	}
	if r.chance(15) {
		made["ephemeral-storage"] = resource.MustParse(pick(r, "0", "1Gi", "90Gi", "1Ti"))
	}
	if r.chance(20) {
		made[gpu] = resource.MustParse(pick(r, "0", "1", "2", "1"))
	}
	if r.chance(8) {
		made[licence] = resource.MustParse(pick(r, "1", "6", "0"))
	}
	return made
}

// limited are a container's resources: extended ones and huge pages always have equal limits.
func (w *world) limited() corev1.ResourceRequirements {
	made := corev1.ResourceRequirements{Requests: w.requests()}
	if w.r.chance(8) {
		made.Requests[hugePage] = resource.MustParse(pick(w.r, "2Mi", "4Mi", "0"))
		made.Requests["cpu"] = resource.MustParse("10m")
	}
	made.Limits = corev1.ResourceList{}
	for _, name := range []corev1.ResourceName{gpu, licence, hugePage} {
		if quantity, ok := made.Requests[name]; ok {
			made.Limits[name] = quantity
		}
	}
	if w.r.chance(20) {
		for name, quantity := range made.Requests {
			made.Limits[name] = quantity
		}
	}
	if len(made.Limits) == 0 {
		made.Limits = nil
	}
	if len(made.Requests) == 0 {
		made.Requests = nil
	}
	return made
}

func (w *world) podResources(pod *corev1.Pod) {
	r := w.r
	pod.Spec.Containers = nil
	for index := range pick(r, 1, 1, 1, 2, 3) {
		pod.Spec.Containers = append(pod.Spec.Containers,
			corev1.Container{Name: fmt.Sprintf("c%d", index), Image: "nginx", Resources: w.limited()})
	}
	for index := range pick(r, 0, 0, 0, 1, 2, 3) {
		initial := corev1.Container{Name: fmt.Sprintf("i%d", index), Image: "nginx", Resources: w.limited()}
		if r.chance(45) {
			initial.RestartPolicy = pointer(corev1.ContainerRestartPolicyAlways)
		}
		pod.Spec.InitContainers = append(pod.Spec.InitContainers, initial)
	}
	if r.chance(12) {
		pod.Spec.RuntimeClassName = pointer("sandboxed")
		pod.Spec.Overhead = list("cpu", pick(r, "250m", "1"), "memory", pick(r, "64Mi", "0"))
	}
	if r.chance(14) {
		w.podLevel(pod)
	}
}

// podLevel sets requests for the whole pod. They must reach the containers' sum to be valid, so the containers are small.
func (w *world) podLevel(pod *corev1.Pod) {
	r := w.r
	if !w.weird {
		for _, group := range [][]corev1.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
			for index := range group {
				group[index].Resources = corev1.ResourceRequirements{}
				if r.chance(60) {
					group[index].Resources.Requests = list("cpu", pick(r, "0", "50m", "100m"), "memory", pick(r, "0", "16Mi"))
				}
			}
		}
	}
	level := &corev1.ResourceRequirements{Requests: corev1.ResourceList{}}
	if r.chance(80) {
		level.Requests["cpu"] = resource.MustParse(pick(r, "600m", "1", "2", "700m"))
	}
	if r.chance(60) {
		level.Requests["memory"] = resource.MustParse(pick(r, "200Mi", "1Gi", "100Gi"))
	}
	if r.chance(15) && len(level.Requests) > 0 {
		level.Limits = level.Requests.DeepCopy()
	}
	pod.Spec.Resources = level
}

// resize puts a bound pod into one of the states of an in-place resize: the request, what the node has allocated and
// what the container has now may all differ.
func (w *world) resize(pod *corev1.Pod) {
	r := w.r
	for _, container := range pod.Spec.Containers {
		status := corev1.ContainerStatus{Name: container.Name, Image: container.Image, ImageID: "x"}
		if r.chance(70) {
			status.AllocatedResources = list("cpu", pick(r, "100m", "700m", "2"), "memory", pick(r, "64Mi", "1Gi"))
		}
		if r.chance(70) {
			status.Resources = &corev1.ResourceRequirements{Requests: list("cpu", pick(r, "100m", "900m", "3"), "memory", pick(r, "64Mi", "2Gi"))}
		}
		if !r.chance(10) {
			pod.Status.ContainerStatuses = append(pod.Status.ContainerStatuses, status)
		}
	}
	for _, container := range pod.Spec.InitContainers {
		if container.RestartPolicy != nil && r.chance(60) {
			pod.Status.InitContainerStatuses = append(pod.Status.InitContainerStatuses, corev1.ContainerStatus{
				Name: container.Name, Image: container.Image, ImageID: "x",
				AllocatedResources: list("cpu", pick(r, "100m", "1")),
				Resources:          &corev1.ResourceRequirements{Requests: list("cpu", pick(r, "200m", "1500m"))},
			})
		}
	}
	if r.chance(60) {
		pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{
			Type: pick(r, corev1.PodResizePending, corev1.PodResizeInProgress), Status: corev1.ConditionTrue,
			Reason: pick(r, corev1.PodReasonInfeasible, corev1.PodReasonDeferred, ""),
		})
	}
	if pod.Spec.Resources != nil && r.chance(50) {
		pod.Status.Resources = &corev1.ResourceRequirements{Requests: list("cpu", pick(r, "500m", "3"), "memory", "1Gi")}
		pod.Status.AllocatedResources = list("cpu", pick(r, "500m", "2"), "memory", pick(r, "1Gi", "2Gi"))
	}
}
