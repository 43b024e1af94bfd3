// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package workload invents the nodes, pods and pod events of a test cluster, from a
// seed: the same seed, profile and numbers give the same objects.
package workload

import (
	"fmt"
	"math/rand/v2"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Labels and resources that several profiles share.
const (
	labelPool       = "binnacle.test/pool"
	labelGPUProduct = "nvidia.com/gpu.product"
	labelGPUCount   = "nvidia.com/gpu.count"
	labelGPUMemory  = "nvidia.com/gpu.memory"
	labelCapacity   = "binnacle.test/capacity-type"

	resourceGPU      = corev1.ResourceName("nvidia.com/gpu")
	resourceGPUMilli = corev1.ResourceName("alibabacloud.com/gpu-milli")
	resourceFPGA     = corev1.ResourceName("fpga.intel.com/arria10")
	resourceDPU      = corev1.ResourceName("nvidia.com/bf3-sf")

	taintDedicated = "binnacle.test/dedicated"
)

// machine is a size of node with how often it occurs.
type machine struct {
	instanceType string
	cpuMilli     int64
	memoryMiB    int64
	accelerator  corev1.ResourceName
	count        int64
	product      string
	memoryLabel  string
	weight       int
}

var plainMachines = []machine{
	{instanceType: "m6i.large", cpuMilli: 2000, memoryMiB: 8 << 10, weight: 8},
	{instanceType: "m6i.2xlarge", cpuMilli: 8000, memoryMiB: 32 << 10, weight: 28},
	{instanceType: "m6i.4xlarge", cpuMilli: 16000, memoryMiB: 64 << 10, weight: 30},
	{instanceType: "c6i.8xlarge", cpuMilli: 32000, memoryMiB: 64 << 10, weight: 14},
	{instanceType: "r6i.4xlarge", cpuMilli: 16000, memoryMiB: 128 << 10, weight: 14},
	{instanceType: "m6i.16xlarge", cpuMilli: 64000, memoryMiB: 256 << 10, weight: 6},
}

var gpuMachines = []machine{
	{instanceType: "m6i.4xlarge", cpuMilli: 16000, memoryMiB: 64 << 10, weight: 30},
	{instanceType: "c6i.8xlarge", cpuMilli: 32000, memoryMiB: 64 << 10, weight: 12},
	{instanceType: "p4d.24xlarge", cpuMilli: 96000, memoryMiB: 1152 << 10, accelerator: resourceGPU, count: 8, product: "NVIDIA-A100-SXM4-40GB", memoryLabel: "40960", weight: 12},
	{instanceType: "g6.12xlarge", cpuMilli: 48000, memoryMiB: 192 << 10, accelerator: resourceGPU, count: 4, product: "NVIDIA-L4", memoryLabel: "23034", weight: 18},
	{instanceType: "g4dn.xlarge", cpuMilli: 4000, memoryMiB: 16 << 10, accelerator: resourceGPU, count: 1, product: "Tesla-T4", memoryLabel: "15360", weight: 20},
	{instanceType: "f1.4xlarge", cpuMilli: 16000, memoryMiB: 244 << 10, accelerator: resourceFPGA, count: 2, weight: 4},
	{instanceType: "bf3.8xlarge", cpuMilli: 32000, memoryMiB: 128 << 10, accelerator: resourceDPU, count: 4, weight: 4},
}

var regions = []struct {
	name  string
	zones []string
}{
	{"eu-central-1", []string{"eu-central-1a", "eu-central-1b", "eu-central-1c"}},
	{"us-east-1", []string{"us-east-1a", "us-east-1b", "us-east-1c"}},
	{"ap-southeast-1", []string{"ap-southeast-1a", "ap-southeast-1b"}},
}

// inventNodes makes count nodes numbered from first.
func inventNodes(random *rand.Rand, prefix string, machines []machine, first, count int) []*corev1.Node {
	total := 0
	for _, candidate := range machines {
		total += candidate.weight
	}
	var nodes []*corev1.Node
	for number := first; number < first+count; number++ {
		draw := random.IntN(total)
		chosen := machines[0]
		for _, candidate := range machines {
			if draw < candidate.weight {
				chosen = candidate
				break
			}
			draw -= candidate.weight
		}
		region := regions[random.IntN(len(regions))]
		node := newNode(fmt.Sprintf("%s-%05d", prefix, number), number, chosen)
		node.Labels[corev1.LabelTopologyRegion] = region.name
		node.Labels[corev1.LabelTopologyZone] = region.zones[random.IntN(len(region.zones))]
		decorate(random, node, number)
		nodes = append(nodes, node)
	}
	return nodes
}

// decorate makes a few nodes special. Number 7, 19 and so on are fixed, so that even a
// small cluster has one of each.
func decorate(random *rand.Rand, node *corev1.Node, number int) {
	node.Labels[labelCapacity] = "on-demand"
	if random.IntN(100) < 15 {
		node.Labels[labelCapacity] = "spot"
		node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: "binnacle.test/spot", Value: "true", Effect: corev1.TaintEffectPreferNoSchedule})
	}
	switch number % 40 {
	case 7:
		node.Labels[labelPool] = "infra"
		node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: taintDedicated, Value: "infra", Effect: corev1.TaintEffectNoSchedule})
	case 19:
		now := metav1.Now()
		node.Spec.Unschedulable = true
		node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: corev1.TaintNodeUnschedulable, Effect: corev1.TaintEffectNoSchedule, TimeAdded: &now})
	}
	if _, ok := node.Status.Allocatable[resourceGPU]; ok && number%5 == 0 {
		node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: string(resourceGPU), Value: "present", Effect: corev1.TaintEffectNoSchedule})
	}
}

// newNode is a ready node as its kubelet registers it.
func newNode(name string, number int, m machine) *corev1.Node {
	labels := map[string]string{
		corev1.LabelHostname:   name,
		corev1.LabelOSStable:   "linux",
		corev1.LabelArchStable: "amd64",
		labelPool:              "general",
	}
	if m.instanceType != "" {
		labels[corev1.LabelInstanceTypeStable] = m.instanceType
	}
	capacity := corev1.ResourceList{
		corev1.ResourceCPU:              *resource.NewMilliQuantity(m.cpuMilli, resource.DecimalSI),
		corev1.ResourceMemory:           *resource.NewQuantity(m.memoryMiB<<20, resource.BinarySI),
		corev1.ResourceEphemeralStorage: *resource.NewQuantity(100<<30, resource.BinarySI),
		corev1.ResourcePods:             *resource.NewQuantity(110, resource.DecimalSI),
	}
	if m.count > 0 {
		capacity[m.accelerator] = *resource.NewQuantity(m.count, resource.DecimalSI)
	}
	if m.product != "" {
		labels[labelPool] = "gpu"
		labels[labelGPUProduct] = m.product
		labels[labelGPUCount] = fmt.Sprint(m.count)
		if m.memoryLabel != "" {
			labels[labelGPUMemory] = m.memoryLabel
		}
	}
	allocatable := capacity.DeepCopy()
	// What the kubelet and the system keep for themselves.
	allocatable[corev1.ResourceCPU] = *resource.NewMilliQuantity(m.cpuMilli-m.cpuMilli/100-60, resource.DecimalSI)
	allocatable[corev1.ResourceMemory] = *resource.NewQuantity((m.memoryMiB-m.memoryMiB/20-356)<<20, resource.BinarySI)
	allocatable[corev1.ResourceEphemeralStorage] = *resource.NewQuantity(90<<30, resource.BinarySI)
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{
			Name:        name,
			Labels:      labels,
			Annotations: map[string]string{"node.alpha.kubernetes.io/ttl": "0", "volumes.kubernetes.io/controller-managed-attach-detach": "true"},
		},
		Spec: corev1.NodeSpec{
			ProviderID: "binnacle://test/" + name,
			PodCIDR:    fmt.Sprintf("10.%d.%d.0/24", 128+number>>8&127, number&255),
		},
		Status: nodeStatus(name, number, capacity, allocatable),
	}
}

func nodeStatus(name string, number int, capacity, allocatable corev1.ResourceList) corev1.NodeStatus {
	now := metav1.Now()
	condition := func(kind corev1.NodeConditionType, status corev1.ConditionStatus, reason, message string) corev1.NodeCondition {
		return corev1.NodeCondition{Type: kind, Status: status, Reason: reason, Message: message, LastHeartbeatTime: now, LastTransitionTime: now}
	}
	return corev1.NodeStatus{
		Capacity:    capacity,
		Allocatable: allocatable,
		Conditions: []corev1.NodeCondition{
			condition(corev1.NodeMemoryPressure, corev1.ConditionFalse, "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
			condition(corev1.NodeDiskPressure, corev1.ConditionFalse, "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
			condition(corev1.NodePIDPressure, corev1.ConditionFalse, "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
			condition(corev1.NodeReady, corev1.ConditionTrue, "KubeletReady", "kubelet is posting ready status"),
		},
		Addresses: []corev1.NodeAddress{
			{Type: corev1.NodeInternalIP, Address: fmt.Sprintf("10.64.%d.%d", number>>8&255, number&255)},
			{Type: corev1.NodeHostName, Address: name},
		},
		NodeInfo: corev1.NodeSystemInfo{
			MachineID: fmt.Sprintf("%032x", number), SystemUUID: fmt.Sprintf("%032x", number), BootID: fmt.Sprintf("%032x", number),
			KernelVersion: "6.1.0-37-amd64", OSImage: "Debian GNU/Linux 12 (bookworm)", ContainerRuntimeVersion: "containerd://2.1.4",
			KubeletVersion: "v1.36.3", OperatingSystem: "linux", Architecture: "amd64",
		},
		Images: []corev1.ContainerImage{
			{Names: []string{"registry.example/pause:3.10"}, SizeBytes: 320_000},
			{Names: []string{"registry.example/web:1.4"}, SizeBytes: 81_000_000},
			{Names: []string{"registry.example/proxy:2.0"}, SizeBytes: 54_000_000},
		},
	}
}
