// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// creators bounds the creations in flight.
const creators = 32

// bulkFrom is how many nodes and pods are worth writing past the API server.
const bulkFrom = 1500

// Added counts what a load has created.
type Added struct{ Nodes, Pods, Pending int }

// Load creates a plan's objects. With a storage endpoint and many objects, only the first
// of each shape goes through the API; the others are clones of what the server made of
// it, written to its storage, because tens of thousands of creations take many minutes on
// a small machine. Waiting pods always go through the API. Clients are made from config, one for each kind of
// manager that would create such objects in a real cluster.
func Load(ctx context.Context, config *rest.Config, plan Plan) (Added, error) {
	asKubelet, err := clientAs(config, "kubelet/v1.36.3")
	if err != nil {
		return Added{}, err
	}
	asController, err := clientAs(config, "kube-controller-manager/v1.36.3")
	if err != nil {
		return Added{}, err
	}
	nodes, pods, err := existing(ctx, asController)
	if err != nil {
		return Added{}, err
	}
	objects, err := Invent(plan, nodes, pods)
	if err != nil {
		return Added{}, err
	}
	if err := ensureNamespaces(ctx, asController); err != nil {
		return Added{}, err
	}
	l := &loader{asKubelet: asKubelet, asController: asController}
	if plan.StorageEndpoint != "" && len(objects.Nodes)+len(objects.Pods) >= bulkFrom {
		if l.storage, err = openStorage(plan.StorageEndpoint); err != nil {
			return Added{}, err
		}
		defer l.storage.close()
	}
	if err := l.createNodes(ctx, objects.Nodes); err != nil {
		return Added{}, fmt.Errorf("creating nodes: %w", err)
	}
	if err := l.createPods(ctx, objects.Pods, append(nodes, objects.Nodes...)); err != nil {
		return Added{}, fmt.Errorf("creating pods: %w", err)
	}
	if err := each(ctx, objects.Pending, func(pod *corev1.Pod) error { return create(ctx, asController, pod) }); err != nil {
		return Added{}, fmt.Errorf("creating waiting pods: %w", err)
	}
	return Added{len(objects.Nodes), len(objects.Pods), len(objects.Pending)}, nil
}

func clientAs(config *rest.Config, userAgent string) (kubernetes.Interface, error) {
	named := rest.CopyConfig(config)
	named.UserAgent = userAgent
	named.WarningHandler = rest.NoWarnings{}
	return kubernetes.NewForConfig(named)
}

func existing(ctx context.Context, client kubernetes.Interface) ([]*corev1.Node, []*corev1.Pod, error) {
	nodeList, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, nil, err
	}
	podList, err := client.CoreV1().Pods(metav1.NamespaceAll).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, nil, err
	}
	var nodes []*corev1.Node
	for index := range nodeList.Items {
		nodes = append(nodes, &nodeList.Items[index])
	}
	var pods []*corev1.Pod
	for index := range podList.Items {
		pods = append(pods, &podList.Items[index])
	}
	return nodes, pods, nil
}

// ensureNamespaces also waits for the default service account where a controller makes
// it; without that controller nothing needs it.
func ensureNamespaces(ctx context.Context, client kubernetes.Interface) error {
	for _, name := range Namespaces {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if _, err := client.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "default", Namespace: name}}
		if _, err := client.CoreV1().ServiceAccounts(name).Create(ctx, account, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	return nil
}

// each calls create for every object, several at a time, and stops at the first error.
func each[T any](ctx context.Context, objects []T, create func(T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan T)
	var workers sync.WaitGroup
	for range min(creators, len(objects)) {
		workers.Go(func() {
			for object := range queue {
				if err := patiently(ctx, func() error { return create(object) }); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	for _, object := range objects {
		select {
		case queue <- object:
		case <-ctx.Done():
		}
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

// patiently repeats a creation that the server was too busy for. A repeat that finds the
// object there has succeeded the first time.
func patiently(ctx context.Context, create func() error) error {
	for attempt := 0; ; attempt++ {
		err := create()
		if attempt > 0 && apierrors.IsAlreadyExists(err) {
			return nil
		}
		busy := apierrors.IsTooManyRequests(err) || apierrors.IsServerTimeout(err) || apierrors.IsTimeout(err)
		if err == nil || !busy || attempt == 8 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(250 * time.Millisecond):
		}
	}
}
