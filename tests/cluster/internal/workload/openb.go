// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ErrNoData means that the folder named by BINNACLE_DATA does not hold the openb lists.
var ErrNoData = errors.New("no openb data: set BINNACLE_DATA to the folder that holds openb/")

const (
	openbNodeFile = "openb_node_list_all_node.csv.gz"
	openbPodFile  = "openb_pod_list_default.csv.gz"
)

// table is a CSV file with its columns by name.
type table struct {
	columns map[string]int
	rows    [][]string
}

func readTable(directory, name string, columns ...string) (table, error) {
	path := filepath.Join(directory, "openb", name)
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return table{}, fmt.Errorf("%w (looked for %s)", ErrNoData, path)
	}
	if err != nil {
		return table{}, err
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		return table{}, fmt.Errorf("%s: %w", path, err)
	}
	rows, err := csv.NewReader(plain).ReadAll()
	if err != nil {
		return table{}, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 {
		return table{}, fmt.Errorf("%s: no header line", path)
	}
	t := table{columns: map[string]int{}, rows: rows[1:]}
	for index, column := range rows[0] {
		t.columns[column] = index
	}
	for _, column := range columns {
		if _, ok := t.columns[column]; !ok {
			return table{}, fmt.Errorf("%s: no column %q", path, column)
		}
	}
	return t, nil
}

func (t table) text(row int, column string) string { return t.rows[row][t.columns[column]] }

func (t table) number(row int, column string) (int64, error) {
	value, err := strconv.ParseInt(t.text(row, column), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("row %d, column %q: %w", row+2, column, err)
	}
	return value, nil
}

func (t table) numbers(row int, columns ...string) ([]int64, error) {
	var values []int64
	for _, column := range columns {
		value, err := t.number(row, column)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// openbNodes reads nodes first, first+1, … of the list; count < 0 means all that remain.
// Besides whole GPUs a node offers their sum in thousandths, for pods that share one.
func openbNodes(directory string, first, count int) ([]*corev1.Node, error) {
	list, err := readTable(directory, openbNodeFile, "sn", "cpu_milli", "memory_mib", "gpu", "model")
	if err != nil {
		return nil, err
	}
	last := len(list.rows)
	if count >= 0 {
		last = min(last, first+count)
	}
	var nodes []*corev1.Node
	for row := first; row < last; row++ {
		values, err := list.numbers(row, "cpu_milli", "memory_mib", "gpu")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", openbNodeFile, err)
		}
		node := newNode(list.text(row, "sn"), row, machine{
			cpuMilli: values[0], memoryMiB: values[1], accelerator: resourceGPU, count: values[2], product: list.text(row, "model"),
		})
		if values[2] > 0 {
			milli := *resource.NewQuantity(1000*values[2], resource.DecimalSI)
			node.Status.Capacity[resourceGPUMilli] = milli
			node.Status.Allocatable[resourceGPUMilli] = milli
		}
		// The list's own figures are what a pod may use.
		node.Status.Allocatable[corev1.ResourceCPU] = node.Status.Capacity[corev1.ResourceCPU]
		node.Status.Allocatable[corev1.ResourceMemory] = node.Status.Capacity[corev1.ResourceMemory]
		nodes = append(nodes, node)
	}
	return nodes, nil
}

// openbPod turns one row of the pod list into a pod.
func (a *author) openbPod(list table, row int) (*corev1.Pod, error) {
	values, err := list.numbers(row, "cpu_milli", "memory_mib", "num_gpu", "gpu_milli")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", openbPodFile, err)
	}
	gpus, milli := values[2], values[3]
	pod := a.skeleton(Namespaces[row%len(Namespaces)], list.text(row, "name"))
	pod.Labels = map[string]string{labelApp: "openb", "binnacle.test/qos": strings.ToLower(list.text(row, "qos"))}
	pod.OwnerReferences = []metav1.OwnerReference{a.controller("batch/v1", "Job", pod.Name)}
	main := container(0, size{values[0], values[1]})
	set := func(name corev1.ResourceName, count int64) {
		main.Resources.Requests[name] = *resource.NewQuantity(count, resource.DecimalSI)
		main.Resources.Limits[name] = *resource.NewQuantity(count, resource.DecimalSI)
	}
	if gpus > 0 {
		pod.Annotations = map[string]string{"alibabacloud.com/gpu-count": fmt.Sprint(gpus), string(resourceGPUMilli): fmt.Sprint(milli)}
		set(resourceGPUMilli, gpus*milli)
		if milli == 1000 {
			set(resourceGPU, gpus)
		}
	}
	if models := list.text(row, "gpu_spec"); models != "" {
		pod.Spec.Affinity = &corev1.Affinity{NodeAffinity: nodeAffinity(labelGPUProduct, strings.Split(models, "|")...)}
	}
	pod.Spec.Containers = []corev1.Container{main}
	a.mount(pod)
	return pod, nil
}
