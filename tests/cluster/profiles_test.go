// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

const (
	gpus     = corev1.ResourceName("nvidia.com/gpu")
	gpuMilli = corev1.ResourceName("alibabacloud.com/gpu-milli")
	fpgas    = corev1.ResourceName("fpga.intel.com/arria10")
	dpus     = corev1.ResourceName("nvidia.com/bf3-sf")
)

// content is what the server holds.
type content struct {
	nodes map[string]corev1.Node
	pods  []corev1.Pod
}

func contentOf(t *testing.T, client kubernetes.Interface) content {
	t.Helper()
	nodes, err := client.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pods, err := client.CoreV1().Pods(metav1.NamespaceAll).List(context.Background(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	held := content{map[string]corev1.Node{}, pods.Items}
	for _, node := range nodes.Items {
		held.nodes[node.Name] = node
	}
	return held
}

func requests(pod corev1.Pod) corev1.ResourceList {
	sum := corev1.ResourceList{corev1.ResourcePods: resource.MustParse("1")}
	for _, container := range pod.Spec.Containers {
		for name, amount := range container.Resources.Requests {
			total := sum[name]
			total.Add(amount)
			sum[name] = total
		}
	}
	return sum
}

func tolerates(pod corev1.Pod, taint corev1.Taint) bool {
	for _, toleration := range pod.Spec.Tolerations {
		if (toleration.Effect == "" || toleration.Effect == taint.Effect) && (toleration.Key == "" || toleration.Key == taint.Key) &&
			(toleration.Operator == corev1.TolerationOpExists || toleration.Value == taint.Value) {
			return true
		}
	}
	return false
}

// matches reads as much of a required node affinity as the profiles write: In.
func matches(pod corev1.Pod, node corev1.Node) bool {
	affinity := pod.Spec.Affinity
	if affinity == nil || affinity.NodeAffinity == nil || affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return true
	}
	for _, term := range affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		all := true
		for _, expression := range term.MatchExpressions {
			one := false
			for _, value := range expression.Values {
				one = one || (expression.Operator == corev1.NodeSelectorOpIn && node.Labels[expression.Key] == value)
			}
			all = all && one
		}
		if all {
			return true
		}
	}
	return false
}

// free takes what bound pods request from what nodes offer, and fails where one does not fit.
func (c content) free(t *testing.T) map[string]corev1.ResourceList {
	t.Helper()
	left := map[string]corev1.ResourceList{}
	for name, node := range c.nodes {
		left[name] = node.Status.Allocatable.DeepCopy()
	}
	for _, pod := range c.pods {
		node, bound := c.nodes[pod.Spec.NodeName]
		if pod.Spec.NodeName == "" {
			continue
		}
		if !bound {
			t.Errorf("%s is on %q, which is no node", pod.Name, pod.Spec.NodeName)
			continue
		}
		for name, amount := range requests(pod) {
			rest := left[node.Name][name]
			rest.Sub(amount)
			left[node.Name][name] = rest
			if rest.Sign() < 0 {
				t.Errorf("%s holds %s more %s than it has", node.Name, rest.String(), name)
			}
		}
		for _, taint := range node.Spec.Taints {
			if taint.Effect == corev1.TaintEffectNoSchedule && !tolerates(pod, taint) {
				t.Errorf("%s on %s does not tolerate %s", pod.Name, node.Name, taint.Key)
			}
		}
		if !matches(pod, node) {
			t.Errorf("%s on %s is where its affinity does not let it be", pod.Name, node.Name)
		}
	}
	return left
}

// placeable counts the waiting pods that fit on some node as things are.
func (c content) placeable(left map[string]corev1.ResourceList, only func(corev1.Pod) bool) (fit, all int) {
	for _, pod := range c.pods {
		if pod.Spec.NodeName != "" || !only(pod) {
			continue
		}
		all++
		for name, node := range c.nodes {
			fits := matches(pod, node)
			for _, taint := range node.Spec.Taints {
				fits = fits && (taint.Effect != corev1.TaintEffectNoSchedule || tolerates(pod, taint))
			}
			for resourceName, amount := range requests(pod) {
				rest := left[name][resourceName]
				fits = fits && rest.Cmp(amount) >= 0
			}
			if fits {
				fit++
				break
			}
		}
	}
	return fit, all
}

func (c content) running(t *testing.T, want int) {
	t.Helper()
	running := 0
	for _, pod := range c.pods {
		if pod.Status.Phase == corev1.PodRunning && pod.Spec.NodeName != "" {
			running++
		}
	}
	if running != want {
		t.Errorf("%d pods run, not %d", running, want)
	}
}

func asksFor(name corev1.ResourceName) func(corev1.Pod) bool {
	return func(pod corev1.Pod) bool {
		amount, ok := requests(pod)[name]
		return ok && !amount.IsZero()
	}
}

func TestTheProfileGpuOnARealServer(t *testing.T) {
	needControlPlane(t)
	t.Parallel()
	state := up(t, "gpu", "--profile", "gpu", "--nodes", "60", "--pods", "150", "--pending", "24")
	held := contentOf(t, clientFor(t, state.Kubeconfig))
	if len(held.nodes) != 60 {
		t.Fatalf("%d nodes", len(held.nodes))
	}
	machines := map[string]int64{"NVIDIA-A100-SXM4-40GB": 8, "NVIDIA-L4": 4, "Tesla-T4": 1}
	seen := map[string]int{}
	for name, node := range held.nodes {
		count := node.Status.Allocatable[gpus]
		product := node.Labels["nvidia.com/gpu.product"]
		if count.Value() != machines[product] {
			t.Errorf("%s offers %s GPUs of %q", name, count.String(), product)
		}
		if product != "" && (node.Labels["nvidia.com/gpu.count"] != count.String() || node.Labels["binnacle.test/pool"] == "general") {
			t.Errorf("%s: labels %v", name, node.Labels)
		}
		if node.Labels[corev1.LabelTopologyZone] == "" || node.Labels[corev1.LabelInstanceTypeStable] == "" {
			t.Errorf("%s has no zone or no instance type", name)
		}
		if kind := node.Labels["binnacle.test/capacity-type"]; kind != "spot" && kind != "on-demand" {
			t.Errorf("%s is neither spot nor on demand: %q", name, kind)
		} else {
			seen[kind]++
		}
		for _, kind := range []corev1.ResourceName{fpgas, dpus} {
			if amount, ok := node.Status.Allocatable[kind]; ok && amount.Value() > 0 {
				seen[string(kind)]++
			}
		}
		seen[product]++
	}
	for _, kind := range []string{"", "NVIDIA-A100-SXM4-40GB", "NVIDIA-L4", "Tesla-T4", string(fpgas), string(dpus), "spot", "on-demand"} {
		if seen[kind] == 0 {
			t.Errorf("no node of kind %q among %v", kind, seen)
		}
	}
	held.running(t, 150)
	left := held.free(t)
	used := 0
	for _, pod := range held.pods {
		if pod.Spec.NodeName != "" && asksFor(gpus)(pod) {
			used++
		}
	}
	if used == 0 {
		t.Error("no running pod holds a GPU")
	}
	if fit, all := held.placeable(left, asksFor(gpus)); fit == 0 || fit == all {
		t.Errorf("%d of %d waiting GPU pods fit: some must and some must not", fit, all)
	}
}

// openbRow is a line of the public node list.
type openbRow struct{ cpuMilli, memoryMiB, gpu, model string }

func openbNodes(t *testing.T, directory string) map[string]openbRow {
	t.Helper()
	file, err := os.Open(filepath.Join(directory, "openb", "openb_node_list_all_node.csv.gz"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED, NOT TESTED: set BINNACLE_DATA to the folder that holds openb/: ", err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(plain).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for index, name := range rows[0] {
		column[name] = index
	}
	list := map[string]openbRow{}
	for _, row := range rows[1:] {
		list[row[column["sn"]]] = openbRow{row[column["cpu_milli"]], row[column["memory_mib"]], row[column["gpu"]], row[column["model"]]}
	}
	return list
}

func dataDirectory() string {
	if directory := os.Getenv("BINNACLE_DATA"); directory != "" {
		return directory
	}
	directory, _ := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data"))
	return directory
}

func TestTheProfileOpenbOnARealServer(t *testing.T) {
	needControlPlane(t)
	t.Parallel()
	data := dataDirectory()
	list := openbNodes(t, data)
	state := up(t, "openb", "--profile", "openb", "--nodes", "200", "--pods", "250", "--pending", "20", "--data", data)
	held := contentOf(t, clientFor(t, state.Kubeconfig))
	if len(held.nodes) != 200 {
		t.Fatalf("%d nodes", len(held.nodes))
	}
	withGPU := 0
	for name, node := range held.nodes {
		row, ok := list[name]
		if !ok {
			t.Fatalf("%s is not in the list", name)
		}
		for resourceName, amount := range map[corev1.ResourceName]string{corev1.ResourceCPU: row.cpuMilli + "m", corev1.ResourceMemory: row.memoryMiB + "Mi"} {
			offered := node.Status.Allocatable[resourceName]
			if offered.Cmp(resource.MustParse(amount)) != 0 {
				t.Errorf("%s offers %s %s, not %s", name, offered.String(), resourceName, amount)
			}
		}
		count, milli := node.Status.Allocatable[gpus], node.Status.Allocatable[gpuMilli]
		if fmt.Sprint(count.Value()) != row.gpu || milli.Value() != 1000*count.Value() {
			t.Errorf("%s offers %s GPUs and %s thousandths, not %s", name, count.String(), milli.String(), row.gpu)
		}
		if node.Labels["nvidia.com/gpu.product"] != row.model || (row.model != "") != (count.Value() > 0) {
			t.Errorf("%s: %q, the list says %q", name, node.Labels["nvidia.com/gpu.product"], row.model)
		}
		if count.Value() > 0 {
			withGPU++
		}
	}
	if withGPU == 0 {
		t.Error("no node has a GPU")
	}
	held.running(t, 250)
	left := held.free(t)
	sharing := 0
	for _, pod := range held.pods {
		if !strings.HasPrefix(pod.Name, "openb-pod-") {
			t.Errorf("%s is not of the list", pod.Name)
		}
		if pod.Spec.NodeName != "" && asksFor(gpuMilli)(pod) && !asksFor(gpus)(pod) {
			sharing++
		}
	}
	if sharing == 0 {
		t.Error("no running pod shares a GPU")
	}
	if fit, all := held.placeable(left, func(corev1.Pod) bool { return true }); all != 20 || fit == 0 {
		t.Errorf("%d of %d waiting pods fit", fit, all)
	}
}
