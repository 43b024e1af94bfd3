// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

func invent(t *testing.T, plan Plan) Objects {
	t.Helper()
	objects, err := Invent(plan, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return objects
}

func names(objects Objects) []string {
	var all []string
	for _, node := range objects.Nodes {
		all = append(all, node.Name+node.Labels[corev1.LabelInstanceTypeStable])
	}
	for _, pod := range append(append([]*corev1.Pod{}, objects.Pods...), objects.Pending...) {
		all = append(all, pod.Namespace+"/"+pod.Name+"@"+pod.Spec.NodeName)
	}
	return all
}

func TestTheSameSeedInventsTheSameObjects(t *testing.T) {
	plan := Plan{Profile: "gpu", Nodes: 40, Pods: 200, Pending: 20, Seed: 7}
	first, second := names(invent(t, plan)), names(invent(t, plan))
	if !reflect.DeepEqual(first, second) {
		t.Error("one seed, two results")
	}
	plan.Seed = 8
	if reflect.DeepEqual(first, names(invent(t, plan))) {
		t.Error("two seeds, one result")
	}
}

func TestInventedPodsHaveNamesOfTheirOwnAndFitTheirNodes(t *testing.T) {
	for _, profile := range []string{"plain", "gpu"} {
		objects := invent(t, Plan{Profile: profile, Nodes: 120, Pods: 1200, Pending: 60, Seed: 3})
		seen := map[string]bool{}
		for _, pod := range append(append([]*corev1.Pod{}, objects.Pods...), objects.Pending...) {
			if key := pod.Namespace + "/" + pod.Name; seen[key] {
				t.Errorf("%s: two pods are called %s", profile, key)
			} else {
				seen[key] = true
			}
		}
		for _, room := range newFloor(objects.Nodes, objects.Pods).rooms {
			for resource, free := range room.free {
				if free < 0 {
					t.Errorf("%s: %s is overcommitted in %s by %d", profile, room.node.Name, resource, -free)
				}
			}
		}
	}
}

func TestEveryPendingCaseOccursAndAsksForBinnacle(t *testing.T) {
	objects := invent(t, Plan{Profile: "gpu", Nodes: 10, Pods: 10, Pending: len(plainCases) + len(gpuCases), Seed: 1})
	seen := map[string]bool{}
	for _, pod := range objects.Pending {
		seen[pod.Labels[LabelCase]] = true
		if pod.Spec.SchedulerName != SchedulerName || pod.Spec.NodeName != "" {
			t.Errorf("%s: scheduler %q, node %q", pod.Name, pod.Spec.SchedulerName, pod.Spec.NodeName)
		}
	}
	for _, each := range append(append([]pendingCase{}, plainCases...), gpuCases...) {
		if !seen[each.name] {
			t.Errorf("no pod for case %s", each.name)
		}
	}
}

func TestAFullClusterIsAnErrorThatSaysWhatToDo(t *testing.T) {
	_, err := Invent(Plan{Profile: "plain", Nodes: 1, Pods: 500, Seed: 1}, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "fewer pods or more nodes") {
		t.Errorf("%v", err)
	}
}

func TestAnUnknownProfileIsAnError(t *testing.T) {
	if _, err := Invent(Plan{Profile: "moon"}, nil, nil); err == nil {
		t.Error("no error")
	}
}

func TestObjectsHaveTheSameShapeWhenOnlyValuesDiffer(t *testing.T) {
	pod := func(name string, labels map[string]string) *corev1.Pod {
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
	}
	first := shape(pod("a", map[string]string{"x": "1"}))
	second := shape(pod("b", map[string]string{"x": "2"}))
	third := shape(pod("a", map[string]string{"y": "1"}))
	if first != second || first == third {
		t.Errorf("%q, %q, %q", first, second, third)
	}
}

func TestAClonesManagedFieldsNameItsOwnKeys(t *testing.T) {
	fields := []metav1.ManagedFieldsEntry{{FieldsV1: &metav1.FieldsV1{Raw: []byte(`{"k:{\"ip\":\"10.0.0.1\"}":{},"k:{\"ip\":\"10.0.0.12\"}":{}}`)}}}
	renameFields(fields, map[string]string{"10.0.0.1": "10.9.9.9"})
	want := `{"k:{\"ip\":\"10.9.9.9\"}":{},"k:{\"ip\":\"10.0.0.12\"}":{}}`
	if got := string(fields[0].FieldsV1.Raw); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStoredObjectsReadBackAsTheyWere(t *testing.T) {
	pod := invent(t, Plan{Profile: "plain", Nodes: 5, Pods: 5, Seed: 1}).Pods[4]
	binary := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	content, err := runtime.Encode(scheme.Codecs.EncoderForVersion(binary, corev1.SchemeGroupVersion), pod)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(content), "k8s\x00") {
		t.Errorf("not the API server's form: %q", content[:4])
	}
	object, err := runtime.Decode(scheme.Codecs.DecoderToVersion(binary, corev1.SchemeGroupVersion), content)
	if err != nil || object.(*corev1.Pod).Name != pod.Name || len(object.(*corev1.Pod).Spec.Containers) != len(pod.Spec.Containers) {
		t.Errorf("%v", err)
	}
}

func writeTable(t *testing.T, directory, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(directory, "openb"), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(directory, "openb", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed := gzip.NewWriter(file)
	if _, err := packed.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenbRowsBecomeNodesAndPods(t *testing.T) {
	directory := t.TempDir()
	writeTable(t, directory, openbNodeFile, "sn,cpu_milli,memory_mib,gpu,model\nn-0,64000,262144,2,T4\n")
	writeTable(t, directory, openbPodFile, "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos\n"+
		"whole,4000,8192,1,1000,T4|V100M16,LS\nshare,1000,1024,1,460,,BE\nnever,1000,1024,4,1000,,LS\nwaits,1000,1024,0,0,,LS\n")
	objects := invent(t, Plan{Profile: "openb", Nodes: -1, Pods: 2, Pending: 1, DataDirectory: directory})
	node := objects.Nodes[0]
	if node.Status.Allocatable.Cpu().MilliValue() != 64000 || node.Labels[labelGPUProduct] != "T4" {
		t.Errorf("%v %v", node.Status.Allocatable, node.Labels)
	}
	whole, share := objects.Pods[0].Spec.Containers[0].Resources.Requests, objects.Pods[1].Spec.Containers[0].Resources.Requests
	if amount(whole, resourceGPU) != 1 || amount(whole, resourceGPUMilli) != 1000 {
		t.Errorf("whole: %v", whole)
	}
	if amount(share, resourceGPU) != 0 || amount(share, resourceGPUMilli) != 460 {
		t.Errorf("share: %v", share)
	}
	if len(objects.Pending) != 1 || objects.Pending[0].Name != "never" {
		t.Errorf("waiting: %v", names(objects))
	}
}

func TestOpenbWithoutItsFilesOrWithBadOnesSaysWhatIsWrong(t *testing.T) {
	directory := t.TempDir()
	plan := Plan{Profile: "openb", Nodes: -1, DataDirectory: directory}
	if _, err := Invent(plan, nil, nil); !errors.Is(err, ErrNoData) {
		t.Errorf("%v", err)
	}
	for content, want := range map[string]string{
		"":         "no header line",
		"sn,gpu\n": "no column",
		"sn,cpu_milli,memory_mib,gpu,model\na,many,1,1,T4\n": "row 2",
		"sn,cpu_milli,memory_mib,gpu,model\na,1\n":           "wrong number of fields",
	} {
		writeTable(t, directory, openbNodeFile, content)
		if _, err := Invent(plan, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want %q, got %v", content, want, err)
		}
	}
}
