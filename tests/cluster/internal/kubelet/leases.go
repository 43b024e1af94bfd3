// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package kubelet

import (
	"context"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A real kubelet renews every ten seconds. A large cluster of one process renews more
// seldom: never more than leaseRate a second, so that leases do not drown the events.
const (
	leaseInterval = 10 * time.Second
	leaseRate     = 50
	// leaseCheck is how soon a new node gets its first lease.
	leaseCheck = time.Second
)

// leaseKeeper renews the lease of every node in turn, on one goroutine.
type leaseKeeper struct {
	client kubernetes.Interface
	held   map[types.UID]*coordinationv1.Lease
}

func (k *leaseKeeper) run(ctx context.Context, nodes cache.Store) {
	k.held = map[types.UID]*coordinationv1.Lease{}
	pause := time.NewTicker(time.Second / leaseRate)
	defer pause.Stop()
	for ctx.Err() == nil {
		for _, object := range nodes.List() {
			node := object.(*corev1.Node)
			if lease := k.held[node.UID]; lease != nil && time.Since(lease.Spec.RenewTime.Time) < leaseInterval {
				continue
			}
			select {
			case <-ctx.Done():
				return
			case <-pause.C:
			}
			k.renew(ctx, node)
		}
		select {
		case <-ctx.Done():
		case <-time.After(leaseCheck):
		}
	}
}

// renew forgets a lease it could not write; the next round reads it afresh.
func (k *leaseKeeper) renew(ctx context.Context, node *corev1.Node) {
	leases := k.client.CoordinationV1().Leases(corev1.NamespaceNodeLease)
	now := metav1.NowMicro()
	lease := k.held[node.UID]
	var err error
	if lease == nil {
		lease, err = leases.Get(ctx, node.Name, metav1.GetOptions{})
	}
	switch {
	case apierrors.IsNotFound(err):
		lease, err = leases.Create(ctx, newLease(node, now), metav1.CreateOptions{})
	case err == nil:
		lease = lease.DeepCopy()
		lease.Spec.RenewTime = &now
		lease, err = leases.Update(ctx, lease, metav1.UpdateOptions{})
	}
	if err != nil {
		delete(k.held, node.UID)
		return
	}
	k.held[node.UID] = lease
}

func newLease(node *corev1.Node, now metav1.MicroTime) *coordinationv1.Lease {
	seconds := int32(40)
	return &coordinationv1.Lease{
		ObjectMeta: metav1.ObjectMeta{
			Name:      node.Name,
			Namespace: corev1.NamespaceNodeLease,
			OwnerReferences: []metav1.OwnerReference{
				{APIVersion: "v1", Kind: "Node", Name: node.Name, UID: node.UID},
			},
		},
		Spec: coordinationv1.LeaseSpec{HolderIdentity: &node.Name, LeaseDurationSeconds: &seconds, RenewTime: &now},
	}
}
