// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package metricsapi

import (
	"fmt"
	"hash/fnv"
	"math"
	"sort"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	metrics "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// Figures derive use from what runs: each container uses a share of its request that
// depends on the seed, its name and, slowly, on the time. The first node by name has no
// figures at all, as a node whose metrics could not be scraped.
type Figures struct {
	Nodes cache.Store
	Pods  cache.Store
	Seed  int64
}

// Shares of a request in use vary with this period around a seeded mean.
const wavePeriod = 10 * time.Minute

const (
	nodeIdleCPUNano     = 85_000_000
	nodeIdleMemoryBytes = 700 << 20
)

type use struct {
	cpuNano     int64
	memoryBytes int64
}

func (f Figures) nodeList() metrics.NodeMetricsList {
	sums := map[string]use{}
	for _, object := range f.Pods.List() {
		pod := object.(*corev1.Pod)
		if pod.Status.Phase != corev1.PodRunning {
			continue
		}
		sum := sums[pod.Spec.NodeName]
		for _, container := range pod.Spec.Containers {
			used := f.containerUse(pod, container)
			sum.cpuNano += used.cpuNano
			sum.memoryBytes += used.memoryBytes
		}
		sums[pod.Spec.NodeName] = sum
	}
	list := metrics.NodeMetricsList{TypeMeta: metav1.TypeMeta{Kind: "NodeMetricsList", APIVersion: group + "/" + version}}
	names := f.Nodes.ListKeys()
	sort.Strings(names)
	for index, name := range names {
		if index == 0 {
			continue
		}
		sum := sums[name]
		sum.cpuNano += nodeIdleCPUNano
		sum.memoryBytes += nodeIdleMemoryBytes
		list.Items = append(list.Items, metrics.NodeMetrics{
			ObjectMeta: metav1.ObjectMeta{Name: name},
			Timestamp:  metav1.Now(),
			Window:     metav1.Duration{Duration: 15 * time.Second},
			Usage:      sum.resources(),
		})
	}
	return list
}

func (f Figures) podList(namespace string) metrics.PodMetricsList {
	unmeasured := ""
	if names := f.Nodes.ListKeys(); len(names) > 0 {
		sort.Strings(names)
		unmeasured = names[0]
	}
	list := metrics.PodMetricsList{TypeMeta: metav1.TypeMeta{Kind: "PodMetricsList", APIVersion: group + "/" + version}}
	for _, object := range f.Pods.List() {
		pod := object.(*corev1.Pod)
		if pod.Status.Phase != corev1.PodRunning || pod.Spec.NodeName == unmeasured || (namespace != "" && pod.Namespace != namespace) {
			continue
		}
		item := metrics.PodMetrics{
			ObjectMeta: metav1.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace},
			Timestamp:  metav1.Now(),
			Window:     metav1.Duration{Duration: 15 * time.Second},
		}
		for _, container := range pod.Spec.Containers {
			item.Containers = append(item.Containers, metrics.ContainerMetrics{
				Name: container.Name, Usage: f.containerUse(pod, container).resources(),
			})
		}
		list.Items = append(list.Items, item)
	}
	sort.Slice(list.Items, func(i, j int) bool {
		a, b := list.Items[i], list.Items[j]
		return a.Namespace < b.Namespace || (a.Namespace == b.Namespace && a.Name < b.Name)
	})
	return list
}

func (f Figures) containerUse(pod *corev1.Pod, container corev1.Container) use {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%d/%s/%s/%s", f.Seed, pod.Namespace, pod.Name, container.Name)
	draw := hash.Sum64()
	mean := 0.1 + 0.7*float64(draw%1000)/1000
	phase := 2 * math.Pi * (float64(draw>>10%1000)/1000 + float64(time.Now().Unix())/wavePeriod.Seconds())
	share := mean * (1 + 0.15*math.Sin(phase))
	return use{
		cpuNano:     int64(share * float64(container.Resources.Requests.Cpu().MilliValue()) * 1e6),
		memoryBytes: int64((0.3 + 0.6*mean) * float64(container.Resources.Requests.Memory().Value())),
	}
}

// resources writes cpu as the metrics server does: in n, or in u where that is exact.
func (u use) resources() corev1.ResourceList {
	nano := u.cpuNano
	if nano%2 == 0 {
		nano -= nano % 1000
	}
	return corev1.ResourceList{
		corev1.ResourceCPU:    *resource.NewScaledQuantity(nano, resource.Nano),
		corev1.ResourceMemory: *resource.NewQuantity(u.memoryBytes/1024*1024, resource.BinarySI),
	}
}
