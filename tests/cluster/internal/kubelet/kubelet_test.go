// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package kubelet

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

func makeNode(cpu string) *corev1.Node {
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: "node"},
		Status: corev1.NodeStatus{Allocatable: corev1.ResourceList{
			corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourcePods: resource.MustParse("3"),
		}},
	}
}

func makePod(uid, cpu string) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{UID: types.UID(uid)}, Spec: corev1.PodSpec{NodeName: "node", Containers: []corev1.Container{{Name: "main"}}}}
	pod.Spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu)}
	return pod
}

func TestANodeAdmitsToTheLastMilliAndTurnsTheNextAway(t *testing.T) {
	l := newLedger()
	l.setNode(makeNode("1"))
	for _, step := range []struct {
		what string
		pod  *corev1.Pod
		want string
	}{
		{"half fits", makePod("a", "500m"), ""},
		{"the same pod again takes nothing more", makePod("a", "500m"), ""},
		{"one milli too many does not fit", makePod("b", "501m"), "OutOfcpu"},
		{"the other half fits", makePod("c", "500m"), ""},
		{"nothing needs no room", makePod("d", "0"), ""},
		{"a fourth pod is one too many", makePod("e", "0"), "OutOfpods"},
	} {
		if got := l.admit(step.pod); got != step.want {
			t.Errorf("%s: %q", step.what, got)
		}
	}
	l.release("a")
	l.release("a")
	l.release("d")
	if got := l.admit(makePod("f", "500m")); got != "" {
		t.Errorf("released room is not used again: %q", got)
	}
}

func TestARunningStatusCoversEveryContainerAndKeepsTransitionTimes(t *testing.T) {
	always := corev1.ContainerRestartPolicyAlways
	pod := makePod("a", "1")
	pod.Spec.InitContainers = []corev1.Container{{Name: "once"}, {Name: "sidecar", RestartPolicy: &always}}
	bound := metav1.Unix(1000, 0)
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionTrue, LastTransitionTime: bound}}
	setRunning(pod, "10.0.0.1", "10.1.0.1", metav1.Unix(2000, 0))
	if pod.Status.InitContainerStatuses[0].State.Terminated == nil || pod.Status.InitContainerStatuses[1].State.Running == nil {
		t.Errorf("%v", pod.Status.InitContainerStatuses)
	}
	if len(pod.Status.ContainerStatuses) != 1 || pod.Status.PodIP != "10.1.0.1" || len(pod.Status.Conditions) != 5 {
		t.Errorf("%v", pod.Status)
	}
	if !pod.Status.Conditions[0].LastTransitionTime.Equal(&bound) {
		t.Error("PodScheduled changed its transition time")
	}
}

func TestTrimmedPodsKeepWhatTheLedgerNeeds(t *testing.T) {
	pod := makePod("a", "250m")
	pod.Status.Phase = corev1.PodRunning
	trimmed, err := trimPod(pod.DeepCopy())
	if err != nil {
		t.Fatal(err)
	}
	before, after := requestsOf(pod), requestsOf(trimmed.(*corev1.Pod))
	if before.Cpu().Cmp(*after.Cpu()) != 0 || trimmed.(*corev1.Pod).UID != "a" {
		t.Errorf("%v, %v", before, after)
	}
}
