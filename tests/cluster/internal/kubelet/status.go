// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package kubelet

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// setRunning fills in the status of a pod whose containers have all started.
func setRunning(pod *corev1.Pod, hostIP, podIP string, now metav1.Time) {
	if pod.Spec.HostNetwork {
		podIP = hostIP
	}
	status := &pod.Status
	status.Phase = corev1.PodRunning
	status.Reason, status.Message = "", ""
	status.StartTime = &now
	status.PodIP = podIP
	if podIP != "" {
		status.PodIPs = []corev1.PodIP{{IP: podIP}}
	}
	status.HostIP = hostIP
	if hostIP != "" {
		status.HostIPs = []corev1.HostIP{{IP: hostIP}}
	}
	for _, kind := range []corev1.PodConditionType{
		corev1.PodReadyToStartContainers, corev1.PodInitialized, corev1.PodReady, corev1.ContainersReady, corev1.PodScheduled,
	} {
		setCondition(status, corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: now})
	}
	status.InitContainerStatuses = nil
	for index, container := range pod.Spec.InitContainers {
		state := corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: now}}
		if container.RestartPolicy == nil {
			state = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: "Completed", StartedAt: now, FinishedAt: now}}
		}
		status.InitContainerStatuses = append(status.InitContainerStatuses, containerStatus(pod, container, "init", index, state))
	}
	status.ContainerStatuses = nil
	for index, container := range pod.Spec.Containers {
		state := corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: now}}
		status.ContainerStatuses = append(status.ContainerStatuses, containerStatus(pod, container, "main", index, state))
	}
}

func containerStatus(pod *corev1.Pod, container corev1.Container, kind string, index int, state corev1.ContainerState) corev1.ContainerStatus {
	started := state.Running != nil
	return corev1.ContainerStatus{
		Name:        container.Name,
		State:       state,
		Ready:       true,
		Started:     &started,
		Image:       container.Image,
		ImageID:     container.Image,
		ContainerID: fmt.Sprintf("containerd://%s-%s-%d", pod.UID, kind, index),
	}
}

// setRejected marks a pod that the node turns away, with the kubelet's own reason.
func setRejected(pod *corev1.Pod, reason string) {
	pod.Status.Phase = corev1.PodFailed
	pod.Status.Reason = reason
	pod.Status.Message = "Pod was rejected: the node has too little left of what the pod requests"
}

func setCondition(status *corev1.PodStatus, condition corev1.PodCondition) {
	for index := range status.Conditions {
		existing := &status.Conditions[index]
		if existing.Type != condition.Type {
			continue
		}
		if existing.Status == condition.Status && !existing.LastTransitionTime.IsZero() {
			condition.LastTransitionTime = existing.LastTransitionTime
		}
		*existing = condition
		return
	}
	status.Conditions = append(status.Conditions, condition)
}
