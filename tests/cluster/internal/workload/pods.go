// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"fmt"
	"math/rand/v2"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Namespaces hold the invented pods.
var Namespaces = []string{"shop", "search", "payments", "analytics", "training", "platform"}

const (
	daemonNamespace = "platform"
	alphabet        = "bcdfghjklmnpqrstvwxz2456789"
	// labelApp groups the pods of one owner, LabelCase names what a pending pod is for.
	labelApp  = "app.kubernetes.io/name"
	LabelCase = "binnacle.test/case"
	// SchedulerName is what pending pods ask for.
	SchedulerName = "binnacle"
)

var applications = []string{"web", "api", "cart", "ledger", "indexer", "ranker", "ingest", "reports", "cache", "mailer", "gateway", "batch"}

// size is what one container requests.
type size struct{ cpuMilli, memoryMiB int64 }

var sizes = []size{{50, 64}, {100, 128}, {100, 256}, {250, 256}, {250, 512}, {500, 512}, {500, 1024}, {1000, 2048}, {2000, 4096}}

// author invents pods one after another.
type author struct {
	random *rand.Rand
	// owner is the ReplicaSet the next pods belong to, for ownerLeft more of them.
	owner     metav1.OwnerReference
	app       string
	namespace string
	hash      string
	ownerLeft int
	sizes     []size
	// region and tolerant are constraints that some owners put on their pods.
	region   string
	tolerant bool
	// used holds every namespace/name taken.
	used map[string]bool
	// bare leaves priority to the admission plugin that sets it.
	bare bool
}

// running makes a pod of the current ReplicaSet; it has no node yet.
func (a *author) running() *corev1.Pod {
	if a.ownerLeft == 0 {
		a.nextOwner()
	}
	a.ownerLeft--
	prefix := fmt.Sprintf("%s-%s-", a.app, a.hash)
	pod := a.skeleton(a.namespace, a.unusedName(a.namespace, prefix))
	pod.OwnerReferences = []metav1.OwnerReference{a.owner}
	pod.GenerateName = prefix
	pod.Labels = map[string]string{labelApp: a.app, "pod-template-hash": a.hash, "app.kubernetes.io/part-of": a.namespace}
	for index, size := range a.sizes {
		pod.Spec.Containers = append(pod.Spec.Containers, container(index, size))
	}
	if a.region != "" {
		pod.Spec.NodeSelector = map[string]string{corev1.LabelTopologyRegion: a.region}
	}
	if a.tolerant {
		pod.Spec.Tolerations = []corev1.Toleration{{Key: taintDedicated, Operator: corev1.TolerationOpEqual, Value: "infra", Effect: corev1.TaintEffectNoSchedule}}
	}
	a.mount(pod)
	return pod
}

func (a *author) nextOwner() {
	a.app = applications[a.random.IntN(len(applications))]
	a.namespace = Namespaces[a.random.IntN(len(Namespaces))]
	a.hash = a.letters(10)
	a.ownerLeft = 1 + a.random.IntN(40)
	a.owner = a.controller("apps/v1", "ReplicaSet", a.app+"-"+a.hash)
	a.region, a.tolerant = "", false
	switch draw := a.random.IntN(100); {
	case draw < 8:
		a.region = regions[a.random.IntN(len(regions))].name
	case draw < 14:
		a.tolerant = true
	}
	a.sizes = nil
	for range []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 3}[a.random.IntN(10)] {
		a.sizes = append(a.sizes, sizes[a.random.IntN(len(sizes))])
	}
}

// daemon makes the pod that a DaemonSet runs on one given node, with a host port.
func (a *author) daemon(owner metav1.OwnerReference, node *corev1.Node) *corev1.Pod {
	pod := a.skeleton(daemonNamespace, a.unusedName(daemonNamespace, "node-agent-"))
	pod.OwnerReferences = []metav1.OwnerReference{owner}
	pod.GenerateName = "node-agent-"
	pod.Labels = map[string]string{labelApp: "node-agent", "controller-revision-hash": "7c9f5b6d4", "pod-template-generation": "1"}
	agent := container(0, size{100, 128})
	agent.Name = "agent"
	agent.Ports = []corev1.ContainerPort{{Name: "metrics", ContainerPort: 9100, HostPort: 9100, Protocol: corev1.ProtocolTCP}}
	pod.Spec.Containers = []corev1.Container{agent}
	pod.Spec.HostNetwork = true
	pod.Spec.Tolerations = []corev1.Toleration{{Operator: corev1.TolerationOpExists}}
	pod.Spec.NodeName = node.Name
	a.mount(pod)
	return pod
}

func (a *author) skeleton(namespace, name string) *corev1.Pod {
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: corev1.PodSpec{
			ServiceAccountName: "default",
			SchedulerName:      corev1.DefaultSchedulerName,
		},
	}
	if !a.bare {
		zero, policy := int32(0), corev1.PreemptLowerPriority
		pod.Spec.Priority, pod.Spec.PreemptionPolicy = &zero, &policy
	}
	return pod
}

// mount adds the token volume that the ServiceAccount admission plugin gives every pod.
func (a *author) mount(pod *corev1.Pod) {
	if a.bare {
		return
	}
	name := "kube-api-access-" + a.letters(5)
	seconds, mode := int64(3607), int32(0o644)
	pod.Spec.Volumes = append(pod.Spec.Volumes, corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
		DefaultMode: &mode,
		Sources: []corev1.VolumeProjection{
			{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{ExpirationSeconds: &seconds, Path: "token"}},
			{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: "kube-root-ca.crt"},
				Items:                []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}},
			}},
			{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{
				{Path: "namespace", FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.namespace"}},
			}}},
		},
	}}})
	for index := range pod.Spec.Containers {
		pod.Spec.Containers[index].VolumeMounts = append(pod.Spec.Containers[index].VolumeMounts,
			corev1.VolumeMount{Name: name, ReadOnly: true, MountPath: "/var/run/secrets/kubernetes.io/serviceaccount"})
	}
}

func (a *author) controller(apiVersion, kind, name string) metav1.OwnerReference {
	yes := true
	uid := fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", a.random.Uint32(), a.random.Uint32()&0xffff,
		a.random.Uint32()&0xfff, a.random.Uint32()&0xfff, a.random.Uint64()&0xffffffffffff)
	return metav1.OwnerReference{APIVersion: apiVersion, Kind: kind, Name: name, UID: types.UID(uid), Controller: &yes, BlockOwnerDeletion: &yes}
}

// unusedName is the prefix with five letters, as the server generates names.
func (a *author) unusedName(namespace, prefix string) string {
	for {
		name := prefix + a.letters(5)
		if key := namespace + "/" + name; !a.used[key] {
			a.used[key] = true
			return name
		}
	}
}

func (a *author) letters(count int) string {
	text := make([]byte, count)
	for index := range text {
		text[index] = alphabet[a.random.IntN(len(alphabet))]
	}
	return string(text)
}

func container(index int, size size) corev1.Container {
	name := []string{"main", "proxy", "exporter"}[index%3]
	requests := amounts(size)
	limits := requests.DeepCopy()
	delete(limits, corev1.ResourceCPU)
	return corev1.Container{
		Name:      name,
		Image:     []string{"registry.example/web:1.4", "registry.example/proxy:2.0", "registry.example/exporter:0.9"}[index%3],
		Ports:     []corev1.ContainerPort{{Name: []string{"http", "admin", "metrics"}[index%3], ContainerPort: int32(8080 + index), Protocol: corev1.ProtocolTCP}},
		Env:       []corev1.EnvVar{{Name: "PORT", Value: fmt.Sprint(8080 + index)}},
		Resources: corev1.ResourceRequirements{Requests: requests, Limits: limits},
	}
}

func amounts(size size) corev1.ResourceList {
	return corev1.ResourceList{
		corev1.ResourceCPU:    *resource.NewMilliQuantity(size.cpuMilli, resource.DecimalSI),
		corev1.ResourceMemory: *resource.NewQuantity(size.memoryMiB<<20, resource.BinarySI),
	}
}
