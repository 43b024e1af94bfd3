// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package metricsapi

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

func figures(t *testing.T) Figures {
	t.Helper()
	f := Figures{Nodes: cache.NewStore(cache.MetaNamespaceKeyFunc), Pods: cache.NewStore(cache.MetaNamespaceKeyFunc), Seed: 1}
	for _, node := range []string{"a", "b"} {
		if err := f.Nodes.Add(&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: node}}); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"one", "two", "three"} {
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name + node, Namespace: "n"}, Spec: corev1.PodSpec{NodeName: node}}
			pod.Spec.Containers = []corev1.Container{{Name: "main", Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
				corev1.ResourceCPU: resource.MustParse("2"), corev1.ResourceMemory: resource.MustParse("1Gi"),
			}}}}
			pod.Status.Phase = corev1.PodRunning
			if err := f.Pods.Add(pod); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f
}

func TestTheFirstNodeAndItsPodsHaveNoFigures(t *testing.T) {
	f := figures(t)
	nodes, pods := f.nodeList().Items, f.podList("").Items
	if len(nodes) != 1 || nodes[0].Name != "b" {
		t.Errorf("%v", nodes)
	}
	if len(pods) != 3 {
		t.Errorf("%d pods", len(pods))
	}
	if len(f.podList("other").Items) != 0 {
		t.Error("pods of another namespace")
	}
}

func TestUseStaysBelowTheRequest(t *testing.T) {
	for _, item := range figures(t).podList("").Items {
		used := item.Containers[0].Usage
		if used.Cpu().Cmp(resource.MustParse("2")) >= 0 || used.Cpu().Sign() <= 0 || used.Memory().Cmp(resource.MustParse("1Gi")) >= 0 {
			t.Errorf("%s uses %v", item.Name, used)
		}
	}
}

func TestCPUIsWrittenInNanoOrMicro(t *testing.T) {
	for nano, want := range map[int64]string{123456789: "123456789n", 123456788: "123456u"} {
		cpu := use{cpuNano: nano}.resources()[corev1.ResourceCPU]
		if got := cpu.String(); !strings.EqualFold(got, want) {
			t.Errorf("%d: got %s, want %s", nano, got, want)
		}
	}
}
