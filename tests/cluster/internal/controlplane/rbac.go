// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"context"

	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// readRules are what the console reads. The built-in role "view" is of no use here: its
// rules are filled in by a controller that the plain control plane does not run, and it
// leaves out nodes.
var readRules = []rbacv1.PolicyRule{
	readRule("", "nodes", "pods", "pods/log", "namespaces", "events", "services", "persistentvolumes", "persistentvolumeclaims", "resourcequotas", "replicationcontrollers"),
	readRule("events.k8s.io", "events"),
	readRule("apps", "deployments", "replicasets", "statefulsets", "daemonsets"),
	readRule("batch", "jobs", "cronjobs"),
	readRule("policy", "poddisruptionbudgets"),
	readRule("scheduling.k8s.io", "priorityclasses"),
	readRule("storage.k8s.io", "storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments"),
	readRule("resource.k8s.io", "resourceclaims", "resourceclaimtemplates", "resourceslices", "deviceclasses"),
	readRule("coordination.k8s.io", "leases"),
	readRule("metrics.k8s.io", "nodes", "pods"),
}

// operateRules are what binding needs beside reading.
var operateRules = []rbacv1.PolicyRule{
	{APIGroups: []string{""}, Resources: []string{"pods/binding", "bindings"}, Verbs: []string{"create"}},
	{APIGroups: []string{""}, Resources: []string{"pods/status"}, Verbs: []string{"patch", "update"}},
	{APIGroups: []string{"", "events.k8s.io"}, Resources: []string{"events"}, Verbs: []string{"create", "patch", "update"}},
}

func readRule(group string, resources ...string) rbacv1.PolicyRule {
	return rbacv1.PolicyRule{APIGroups: []string{group}, Resources: resources, Verbs: []string{"get", "list", "watch"}}
}

// grantRights gives the reader's and the operators' groups their roles.
func (p *Plane) grantRights(ctx context.Context) error {
	config, err := p.RESTConfig("binnacle-cluster")
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	grants := []struct {
		role, group string
		rules       []rbacv1.PolicyRule
	}{
		{"binnacle-test-reader", groupReaders, readRules},
		{"binnacle-test-operator", groupOperators, append(append([]rbacv1.PolicyRule{}, readRules...), operateRules...)},
	}
	for _, grant := range grants {
		role := &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: grant.role}, Rules: grant.rules}
		if _, err := client.RbacV1().ClusterRoles().Create(ctx, role, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		binding := &rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: grant.role},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: grant.role},
			Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.GroupKind, Name: grant.group}},
		}
		if _, err := client.RbacV1().ClusterRoleBindings().Create(ctx, binding, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	return nil
}
