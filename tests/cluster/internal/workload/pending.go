// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A pendingCase is one kind of pod that waits for the scheduler "binnacle". Its name is
// the pod's label binnacle.test/case. Pods are made from the cases in turn.
type pendingCase struct {
	name  string
	shape func(pod *corev1.Pod)
}

var plainCases = []pendingCase{
	{"fits", func(*corev1.Pod) {}},
	{"fits-zone", func(pod *corev1.Pod) {
		pod.Spec.NodeSelector = map[string]string{corev1.LabelTopologyRegion: "eu-central-1"}
	}},
	{"fits-affinity", func(pod *corev1.Pod) {
		required := nodeAffinity(corev1.LabelTopologyRegion, "us-east-1", "eu-central-1")
		required.PreferredDuringSchedulingIgnoredDuringExecution = []corev1.PreferredSchedulingTerm{{
			Weight: 40,
			Preference: corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{
				{Key: labelCapacity, Operator: corev1.NodeSelectorOpIn, Values: []string{"spot"}},
			}},
		}}
		pod.Spec.Affinity = &corev1.Affinity{NodeAffinity: required}
	}},
	{"fits-tolerating", func(pod *corev1.Pod) {
		pod.Spec.NodeSelector = map[string]string{labelPool: "infra"}
		pod.Spec.Tolerations = []corev1.Toleration{{Key: taintDedicated, Operator: corev1.TolerationOpEqual, Value: "infra", Effect: corev1.TaintEffectNoSchedule}}
	}},
	{"fits-port", func(pod *corev1.Pod) { pod.Spec.Containers[0].Ports[0].HostPort = 18443 }},
	{"too-big", func(pod *corev1.Pod) {
		pod.Spec.Containers[0].Resources.Requests[corev1.ResourceCPU] = resource.MustParse("4000")
	}},
	{"no-such-zone", func(pod *corev1.Pod) {
		pod.Spec.NodeSelector = map[string]string{corev1.LabelTopologyZone: "mars-north-1a"}
	}},
	{"port-taken", func(pod *corev1.Pod) { pod.Spec.Containers[0].Ports[0].HostPort = 9100 }},
	{"undecidable-spread", func(pod *corev1.Pod) {
		pod.Spec.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{
			MaxSkew: 1, TopologyKey: corev1.LabelTopologyZone, WhenUnsatisfiable: corev1.DoNotSchedule,
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{labelApp: "pending"}},
		}}
	}},
	{"undecidable-affinity", func(pod *corev1.Pod) {
		pod.Spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{{
				TopologyKey:   corev1.LabelHostname,
				LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{labelApp: "pending"}},
			}},
		}}
	}},
	{"undecidable-volume", func(pod *corev1.Pod) {
		pod.Spec.Volumes = append(pod.Spec.Volumes, corev1.Volume{Name: "data", VolumeSource: corev1.VolumeSource{
			PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "data"},
		}})
	}},
	{"gated", func(pod *corev1.Pod) {
		pod.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "binnacle.test/hold"}}
	}},
}

var gpuCases = []pendingCase{
	{"gpu-one", func(pod *corev1.Pod) { requestGPUs(pod, 1) }},
	{"gpu-model", func(pod *corev1.Pod) {
		requestGPUs(pod, 2)
		pod.Spec.Affinity = &corev1.Affinity{NodeAffinity: nodeAffinity(labelGPUProduct, "NVIDIA-L4", "NVIDIA-A100-SXM4-40GB")}
	}},
	{"gpu-tolerating", func(pod *corev1.Pod) {
		requestGPUs(pod, 1)
		pod.Spec.Tolerations = []corev1.Toleration{{Key: string(resourceGPU), Operator: corev1.TolerationOpExists}}
	}},
	{"gpu-too-many", func(pod *corev1.Pod) { requestGPUs(pod, 64) }},
}

// pending makes waiting pod number index.
func (a *author) pending(cases []pendingCase, index int) *corev1.Pod {
	chosen := cases[index%len(cases)]
	namespace := Namespaces[index%len(Namespaces)]
	pod := a.skeleton(namespace, a.unusedName(namespace, fmt.Sprintf("pending-%05d-", index)))
	pod.Labels = map[string]string{labelApp: "pending", LabelCase: chosen.name}
	pod.Spec.SchedulerName = SchedulerName
	pod.Spec.Containers = []corev1.Container{container(0, sizes[a.random.IntN(len(sizes))])}
	a.mount(pod)
	chosen.shape(pod)
	return pod
}

// requestGPUs sets requests and limits, which must agree for extended resources.
func requestGPUs(pod *corev1.Pod, count int64) {
	for _, list := range []corev1.ResourceList{pod.Spec.Containers[0].Resources.Requests, pod.Spec.Containers[0].Resources.Limits} {
		list[resourceGPU] = *resource.NewQuantity(count, resource.DecimalSI)
	}
}

func nodeAffinity(key string, values ...string) *corev1.NodeAffinity {
	return &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
		NodeSelectorTerms: []corev1.NodeSelectorTerm{{MatchExpressions: []corev1.NodeSelectorRequirement{
			{Key: key, Operator: corev1.NodeSelectorOpIn, Values: values},
		}}},
	}}
}
