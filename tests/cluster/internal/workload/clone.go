// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
)

// A clone is an object made from one of the same shape that the API server has served:
// it takes over what the server and the kubelet have filled in, managedFields included,
// and differs in its values. Shapes are the same when all field names are.

// shape names the fields of an object that are set, without their values.
func shape(object any) string {
	var text strings.Builder
	writeShape(&text, reflect.ValueOf(object))
	return text.String()
}

func writeShape(text *strings.Builder, value reflect.Value) {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			writeShape(text, value.Elem())
		}
	case reflect.Struct:
		switch value.Interface().(type) {
		case resource.Quantity, metav1.Time:
			return
		}
		text.WriteByte('{')
		for index := range value.NumField() {
			if field := value.Field(index); !field.IsZero() {
				text.WriteString(strconv.Itoa(index))
				writeShape(text, field)
				text.WriteByte(';')
			}
		}
		text.WriteByte('}')
	case reflect.Map:
		keys := make([]string, 0, value.Len())
		for _, key := range value.MapKeys() {
			keys = append(keys, key.String())
		}
		sort.Strings(keys)
		text.WriteString(strings.Join(keys, ";"))
	case reflect.Slice:
		text.WriteByte('[')
		for index := range value.Len() {
			writeShape(text, value.Index(index))
			text.WriteByte(',')
		}
		text.WriteByte(']')
	}
}

// cloneNode makes what the server would have made of wanted, given what it made of
// another node of the same shape.
func cloneNode(served, wanted *corev1.Node) *corev1.Node {
	node := served.DeepCopy()
	node.Name, node.Labels, node.Annotations = wanted.Name, wanted.Labels, wanted.Annotations
	node.ResourceVersion = ""
	node.UID = uuid.NewUUID()
	node.Spec.ProviderID, node.Spec.Taints = wanted.Spec.ProviderID, wanted.Spec.Taints
	node.Spec.PodCIDR, node.Spec.PodCIDRs = wanted.Spec.PodCIDR, []string{wanted.Spec.PodCIDR}
	node.Status = wanted.Status
	renameFields(node.ManagedFields, map[string]string{served.Spec.PodCIDR: wanted.Spec.PodCIDR})
	return node
}

// clonePod does the same for a running pod. Number makes its address and its age.
func clonePod(served, wanted *corev1.Pod, node *corev1.Node, number int) *corev1.Pod {
	pod := served.DeepCopy()
	created := metav1.NewTime(served.CreationTimestamp.Add(-ageOf(number)).Truncate(time.Second))
	pod.Name, pod.GenerateName, pod.Namespace = wanted.Name, wanted.GenerateName, wanted.Namespace
	pod.Annotations, pod.OwnerReferences = wanted.Annotations, wanted.OwnerReferences
	pod.ResourceVersion = ""
	pod.UID = uuid.NewUUID()
	pod.CreationTimestamp = created
	pod.Labels = map[string]string{}
	for key, value := range served.Labels {
		// The server copies some labels from the node.
		if own, ok := wanted.Labels[key]; ok {
			value = own
		} else if fromNode, ok := node.Labels[key]; ok {
			value = fromNode
		}
		pod.Labels[key] = value
	}
	renames := map[string]string{}
	for index := range served.OwnerReferences {
		renames[string(served.OwnerReferences[index].UID)] = string(wanted.OwnerReferences[index].UID)
	}
	cloneSpec(pod, wanted, renames)
	cloneStatus(pod, node, number, created, renames)
	renameFields(pod.ManagedFields, renames)
	for index := range pod.ManagedFields {
		pod.ManagedFields[index].Time = &created
	}
	return pod
}

func cloneSpec(pod, wanted *corev1.Pod, renames map[string]string) {
	pod.Spec.NodeName = wanted.Spec.NodeName
	pod.Spec.NodeSelector = wanted.Spec.NodeSelector
	pod.Spec.Affinity = wanted.Spec.Affinity
	for index := range wanted.Spec.Volumes {
		renames[pod.Spec.Volumes[index].Name] = wanted.Spec.Volumes[index].Name
		pod.Spec.Volumes[index].Name = wanted.Spec.Volumes[index].Name
	}
	for index := range wanted.Spec.Containers {
		own := &wanted.Spec.Containers[index]
		pod.Spec.Containers[index].Image = own.Image
		pod.Spec.Containers[index].Resources = own.Resources
		pod.Spec.Containers[index].VolumeMounts = own.VolumeMounts
	}
}

func cloneStatus(pod *corev1.Pod, node *corev1.Node, number int, created metav1.Time, renames map[string]string) {
	status := &pod.Status
	hostIP := ""
	for _, address := range node.Status.Addresses {
		if address.Type == corev1.NodeInternalIP {
			hostIP = address.Address
		}
	}
	podIP := hostIP
	if !pod.Spec.HostNetwork {
		podIP = fmt.Sprintf("100.%d.%d.%d", 64+number>>16&63, number>>8&255, number&255)
	}
	renames[status.PodIP], renames[status.HostIP] = podIP, hostIP
	status.PodIP, status.PodIPs = podIP, []corev1.PodIP{{IP: podIP}}
	status.HostIP, status.HostIPs = hostIP, []corev1.HostIP{{IP: hostIP}}
	status.StartTime = &created
	for index := range status.Conditions {
		status.Conditions[index].LastTransitionTime = created
	}
	for index := range status.ContainerStatuses {
		container := &status.ContainerStatuses[index]
		container.ContainerID = fmt.Sprintf("containerd://%s-main-%d", pod.UID, index)
		container.Image, container.ImageID = pod.Spec.Containers[index].Image, pod.Spec.Containers[index].Image
		container.State.Running = &corev1.ContainerStateRunning{StartedAt: created}
	}
}

// ageOf spreads ages over thirty days.
func ageOf(number int) time.Duration {
	const thirtyDays = 30 * 24 * 3600
	return time.Duration(number*7919%thirtyDays) * time.Second
}

// renameFields replaces the values that managedFields use as keys.
func renameFields(fields []metav1.ManagedFieldsEntry, renames map[string]string) {
	var pairs []string
	for from, to := range renames {
		if from != "" {
			pairs = append(pairs, `\"`+from+`\"`, `\"`+to+`\"`)
		}
	}
	replacer := strings.NewReplacer(pairs...)
	for index := range fields {
		if fields[index].FieldsV1 != nil {
			fields[index].FieldsV1 = &metav1.FieldsV1{Raw: []byte(replacer.Replace(string(fields[index].FieldsV1.Raw)))}
		}
	}
}
