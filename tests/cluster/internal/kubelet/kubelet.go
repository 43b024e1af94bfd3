// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package kubelet plays the kubelets of every node of a test cluster: it renews leases,
// admits bound pods or turns them away, moves them to Running, and ends deleted ones.
// No container is ever run.
package kubelet

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// UserAgent makes the API server record the manager "kubelet" in managedFields.
const UserAgent = "kubelet/v1.36.3"

// workers bounds the requests in flight.
const workers = 24

// Fleet is all nodes' kubelets. Create it with Start; it ends with the context.
type Fleet struct {
	client  kubernetes.Interface
	nodes   cache.SharedIndexInformer
	pods    cache.SharedIndexInformer
	queue   workqueue.TypedRateLimitingInterface[types.NamespacedName]
	ledger  *ledger
	leases  leaseKeeper
	nextIP  atomic.Uint32
	started atomic.Int64
	// running counts pods this fleet has seen in phase Running.
	running atomic.Int64
	wait    sync.WaitGroup
}

// Start lists nodes and pods, then keeps acting until the context ends.
func Start(ctx context.Context, config *rest.Config) (*Fleet, error) {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	f := &Fleet{
		client: client,
		nodes:  factory.Core().V1().Nodes().Informer(),
		pods:   factory.Core().V1().Pods().Informer(),
		queue: workqueue.NewTypedRateLimitingQueue(
			workqueue.NewTypedItemExponentialFailureRateLimiter[types.NamespacedName](20*time.Millisecond, 5*time.Second)),
		ledger: newLedger(),
	}
	f.leases.client = client
	if err := f.nodes.SetTransform(trimNode); err != nil {
		return nil, err
	}
	if err := f.pods.SetTransform(trimPod); err != nil {
		return nil, err
	}
	if _, err := f.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { f.ledger.setNode(object.(*corev1.Node)) },
		UpdateFunc: func(_, object any) { f.ledger.setNode(object.(*corev1.Node)) },
	}); err != nil {
		return nil, err
	}
	if _, err := f.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { f.podChanged(nil, object.(*corev1.Pod)) },
		UpdateFunc: func(old, object any) { f.podChanged(old.(*corev1.Pod), object.(*corev1.Pod)) },
		DeleteFunc: f.podDeleted,
	}); err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), f.nodes.HasSynced, f.pods.HasSynced) {
		return nil, fmt.Errorf("listing nodes and pods: %w", ctx.Err())
	}
	f.run(ctx)
	return f, nil
}

// Running is the number of pods now in phase Running.
func (f *Fleet) Running() int64 { return f.running.Load() }

// Stores are the informers' caches of nodes and pods, trimmed, for reading only.
func (f *Fleet) Stores() (nodes, pods cache.Store) { return f.nodes.GetStore(), f.pods.GetStore() }

// Wait returns once everything that Start began has ended.
func (f *Fleet) Wait() { f.wait.Wait() }

func (f *Fleet) run(ctx context.Context) {
	f.wait.Go(func() { f.leases.run(ctx, f.nodes.GetStore()) })
	for range workers {
		f.wait.Go(func() {
			for f.handleNext(ctx) {
			}
		})
	}
	f.wait.Go(func() {
		<-ctx.Done()
		f.queue.ShutDown()
	})
}

func (f *Fleet) handleNext(ctx context.Context) bool {
	key, shutdown := f.queue.Get()
	if shutdown {
		return false
	}
	defer f.queue.Done(key)
	if err := f.handle(ctx, key); err != nil && ctx.Err() == nil {
		f.queue.AddRateLimited(key)
		return true
	}
	f.queue.Forget(key)
	return true
}

// podChanged counts, keeps the ledger and queues the pods that need something done.
func (f *Fleet) podChanged(old, pod *corev1.Pod) {
	wasRunning := old != nil && old.Status.Phase == corev1.PodRunning
	if isRunning := pod.Status.Phase == corev1.PodRunning; isRunning != wasRunning {
		f.running.Add(map[bool]int64{true: 1, false: -1}[isRunning])
	}
	if pod.Spec.NodeName == "" {
		return
	}
	if isTerminal(pod) {
		f.ledger.release(pod.UID)
	}
	key := types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
	switch {
	case pod.DeletionTimestamp != nil:
		f.queue.AddAfter(key, stopTime(pod))
	case pod.Status.Phase == corev1.PodPending || pod.Status.Phase == "":
		f.queue.Add(key)
	case pod.Status.Phase == corev1.PodRunning:
		f.ledger.hold(pod)
	}
}

func (f *Fleet) podDeleted(object any) {
	if tombstone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = tombstone.Obj
	}
	pod, ok := object.(*corev1.Pod)
	if !ok {
		return
	}
	if pod.Status.Phase == corev1.PodRunning {
		f.running.Add(-1)
	}
	f.ledger.release(pod.UID)
}

// handle brings one pod one step further. A pod that is gone needs nothing.
func (f *Fleet) handle(ctx context.Context, key types.NamespacedName) error {
	object, exists, err := f.pods.GetStore().GetByKey(key.String())
	if err != nil || !exists {
		return err
	}
	pod := object.(*corev1.Pod)
	if pod.DeletionTimestamp != nil {
		return f.finish(ctx, pod)
	}
	if pod.Spec.NodeName == "" || (pod.Status.Phase != corev1.PodPending && pod.Status.Phase != "") {
		return nil
	}
	next := pod.DeepCopy()
	if reason := f.ledger.admit(pod); reason != "" {
		setRejected(next, reason)
	} else {
		setRunning(next, f.nodeAddress(pod.Spec.NodeName), f.podAddress(), metav1.Now())
	}
	_, err = f.client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, next, metav1.UpdateOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	// On a conflict the informer is about to deliver the newer pod, which queues it again.
	return err
}

// finish removes a pod whose containers have ended, as the kubelet does: grace zero and
// the UID as a precondition, so that a successor of the same name is never hit.
func (f *Fleet) finish(ctx context.Context, pod *corev1.Pod) error {
	immediately := int64(0)
	err := f.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{
		GracePeriodSeconds: &immediately,
		Preconditions:      &metav1.Preconditions{UID: &pod.UID},
	})
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}

func (f *Fleet) nodeAddress(name string) string {
	object, exists, err := f.nodes.GetStore().GetByKey(name)
	if err != nil || !exists {
		return ""
	}
	for _, address := range object.(*corev1.Node).Status.Addresses {
		if address.Type == corev1.NodeInternalIP {
			return address.Address
		}
	}
	return ""
}

// podAddress numbers pods through 10.128.0.0/9.
func (f *Fleet) podAddress() string {
	number := f.nextIP.Add(1) % (1 << 23)
	return fmt.Sprintf("10.%d.%d.%d", 128+number>>16, number>>8&255, number&255)
}

// stopTime is how long the containers of a deleted pod take to end.
func stopTime(pod *corev1.Pod) time.Duration {
	const usual = 500 * time.Millisecond
	if pod.DeletionGracePeriodSeconds == nil {
		return usual
	}
	return min(usual, time.Duration(*pod.DeletionGracePeriodSeconds)*time.Second)
}

func isTerminal(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}

// trimNode keeps what leases, addresses and admission need.
func trimNode(object any) (any, error) {
	node, ok := object.(*corev1.Node)
	if !ok {
		return object, nil
	}
	return &corev1.Node{
		TypeMeta:   node.TypeMeta,
		ObjectMeta: metav1.ObjectMeta{Name: node.Name, UID: node.UID, ResourceVersion: node.ResourceVersion},
		Status:     corev1.NodeStatus{Addresses: node.Status.Addresses, Allocatable: node.Status.Allocatable},
	}, nil
}

// trimPod keeps pods that still need a status whole, and of the others what the ledger
// and a later deletion need: tens of thousands of them are held at once.
func trimPod(object any) (any, error) {
	pod, ok := object.(*corev1.Pod)
	if !ok {
		return object, nil
	}
	if pod.Status.Phase == corev1.PodPending || pod.Status.Phase == "" {
		pod.ManagedFields = nil
		return pod, nil
	}
	trimmed := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Name: pod.Name, Namespace: pod.Namespace, UID: pod.UID, ResourceVersion: pod.ResourceVersion,
			DeletionTimestamp: pod.DeletionTimestamp, DeletionGracePeriodSeconds: pod.DeletionGracePeriodSeconds,
		},
		Spec:   corev1.PodSpec{NodeName: pod.Spec.NodeName, Overhead: pod.Spec.Overhead, Resources: pod.Spec.Resources},
		Status: corev1.PodStatus{Phase: pod.Status.Phase},
	}
	trim := func(containers []corev1.Container) []corev1.Container {
		var kept []corev1.Container
		for _, container := range containers {
			kept = append(kept, corev1.Container{
				Name:          container.Name,
				Resources:     corev1.ResourceRequirements{Requests: container.Resources.Requests},
				RestartPolicy: container.RestartPolicy,
			})
		}
		return kept
	}
	trimmed.Spec.Containers = trim(pod.Spec.Containers)
	trimmed.Spec.InitContainers = trim(pod.Spec.InitContainers)
	return trimmed, nil
}
