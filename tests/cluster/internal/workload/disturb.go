// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

var errNoTargets = errors.New("the cluster has no running pod to disturb")

// stormConditionType is the condition that a storm keeps changing.
const stormConditionType = "binnacle.test/Probe"

// storageDisturber writes to etcd. Keys are etcd's.
type storageDisturber struct {
	storage *storage
	// neighbour is the running pod of which guests are made.
	neighbour *corev1.Pod
}

func newStorageDisturber(ctx context.Context, opened *storage) (disturber, []string, error) {
	keys, err := opened.podKeys(ctx)
	if err != nil {
		return nil, nil, err
	}
	d := &storageDisturber{storage: opened}
	var targets []string
	for _, key := range keys {
		// Waiting pods are left alone: a decision about one must not age by the storm.
		if !strings.Contains(key, "/pending-") {
			targets = append(targets, key)
		}
	}
	for _, key := range targets {
		pod, _, err := opened.pod(ctx, key)
		if err != nil {
			return nil, nil, err
		}
		if pod != nil && pod.Status.Phase == corev1.PodRunning && pod.DeletionTimestamp == nil && !pod.Spec.HostNetwork {
			d.neighbour = pod
			return d, targets, nil
		}
	}
	return nil, nil, errNoTargets
}

func (d *storageDisturber) label(ctx context.Context, target, value string) error {
	return d.storage.change(ctx, target, func(pod *corev1.Pod) { metav1.SetMetaDataLabel(&pod.ObjectMeta, "binnacle.test/tick", value) })
}

func (d *storageDisturber) touch(ctx context.Context, target, value string) error {
	return d.storage.change(ctx, target, func(pod *corev1.Pod) { setProbe(&pod.Status, value) })
}

func (d *storageDisturber) arrive(ctx context.Context, number int64) (string, error) {
	guest := d.neighbour.DeepCopy()
	guest.Name = fmt.Sprintf("storm-%07d", number)
	guest.GenerateName, guest.OwnerReferences, guest.ResourceVersion = "", nil, ""
	guest.UID = uuid.NewUUID()
	guest.CreationTimestamp = metav1.NewTime(time.Now().Truncate(time.Second))
	guest.Labels = map[string]string{labelApp: "storm"}
	guest.Spec.Containers = guest.Spec.Containers[:1]
	guest.Spec.Containers[0].Resources.Requests = amounts(size{1, 1})
	guest.Spec.Containers[0].Resources.Limits = nil
	key := podKey(guest)
	running := guest.Status
	running.ContainerStatuses = running.ContainerStatuses[:1]
	// A waiting pod that a fake kubelet must not start meanwhile has no node yet.
	node := guest.Spec.NodeName
	guest.Spec.NodeName = ""
	guest.Status = corev1.PodStatus{Phase: corev1.PodPending, QOSClass: corev1.PodQOSBurstable}
	if err := d.storage.put(ctx, key, guest); err != nil {
		return "", err
	}
	guest.Spec.NodeName, guest.Status = node, running
	return key, d.storage.put(ctx, key, guest)
}

func (d *storageDisturber) depart(ctx context.Context, guest string) error {
	return d.storage.remove(ctx, guest)
}

func setProbe(status *corev1.PodStatus, value string) {
	for index := range status.Conditions {
		if status.Conditions[index].Type == stormConditionType {
			status.Conditions[index].Message = value
			return
		}
	}
	status.Conditions = append(status.Conditions, corev1.PodCondition{
		Type: stormConditionType, Status: corev1.ConditionTrue, Reason: "Tick", Message: value, LastTransitionTime: metav1.Now(),
	})
}

// apiDisturber sends requests. Keys are namespace/name.
type apiDisturber struct {
	client    kubernetes.Interface
	neighbour *corev1.Pod
}

func newAPIDisturber(ctx context.Context, config *rest.Config) (disturber, []string, error) {
	client, err := clientAs(config, "binnacle-storm")
	if err != nil {
		return nil, nil, err
	}
	_, pods, err := existing(ctx, client)
	if err != nil {
		return nil, nil, err
	}
	d := &apiDisturber{client: client}
	var targets []string
	for _, pod := range pods {
		if pod.Status.Phase == corev1.PodRunning && pod.DeletionTimestamp == nil {
			targets = append(targets, pod.Namespace+"/"+pod.Name)
			d.neighbour = pod
		}
	}
	if len(targets) == 0 {
		return nil, nil, errNoTargets
	}
	return d, targets, nil
}

func (d *apiDisturber) label(ctx context.Context, target, value string) error {
	return d.patch(ctx, target, fmt.Sprintf(`{"metadata":{"labels":{"binnacle.test/tick":%q}}}`, value))
}

func (d *apiDisturber) touch(ctx context.Context, target, value string) error {
	body := fmt.Sprintf(`{"status":{"conditions":[{"type":%q,"status":"True","reason":"Tick","message":%q}]}}`, stormConditionType, value)
	return d.patch(ctx, target, body, "status")
}

func (d *apiDisturber) patch(ctx context.Context, target, body string, subresources ...string) error {
	namespace, name, _ := strings.Cut(target, "/")
	_, err := d.client.CoreV1().Pods(namespace).Patch(ctx, name, types.StrategicMergePatchType, []byte(body), metav1.PatchOptions{}, subresources...)
	return ignoreMissing(err)
}

func (d *apiDisturber) arrive(ctx context.Context, number int64) (string, error) {
	// The server has set the priority already, or knows best.
	pod := newGuest(&author{bare: true, random: rand.New(rand.NewPCG(uint64(number), 1))}, d.neighbour, number)
	return pod.Namespace + "/" + pod.Name, create(ctx, d.client, pod)
}

func (d *apiDisturber) depart(ctx context.Context, guest string) error {
	namespace, name, _ := strings.Cut(guest, "/")
	immediately := int64(0)
	return ignoreMissing(d.client.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: &immediately}))
}

func ignoreMissing(err error) error {
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
