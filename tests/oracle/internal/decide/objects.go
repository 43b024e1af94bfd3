// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package decide

import (
	"encoding/json"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	resourcev1 "k8s.io/api/resource/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/cache"
)

// objects are a case's objects, in the order they were written.
type objects struct {
	nodes  []*corev1.Node
	pods   []*corev1.Pod
	others []runtime.Object
	byName map[string]*corev1.Pod
}

// readObjects decodes without defaulting: a case holds objects as the API server stores them. An object without a uid
// or resource version gets one made of its kind and name, because the scheduler's caches are keyed by them.
func readObjects(raw []json.RawMessage) (*objects, error) {
	read := &objects{byName: map[string]*corev1.Pod{}}
	seen := map[string]bool{}
	decoder := scheme.Codecs.UniversalDeserializer()
	for index, text := range raw {
		object, kind, err := decoder.Decode(text, nil, nil)
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", index, err)
		}
		if err := identify(object, kind, seen); err != nil {
			return nil, fmt.Errorf("object %d: %w", index, err)
		}
		switch typed := object.(type) {
		case *corev1.Node:
			read.nodes = append(read.nodes, typed)
		case *corev1.Pod:
			if typed.Spec.SchedulerName == "" {
				typed.Spec.SchedulerName = corev1.DefaultSchedulerName
			}
			read.pods = append(read.pods, typed)
			read.byName[typed.Namespace+"/"+typed.Name] = typed
		default:
			read.others = append(read.others, object)
		}
	}
	return read, nil
}

func identify(object runtime.Object, kind *schema.GroupVersionKind, seen map[string]bool) error {
	about, err := meta.Accessor(object)
	if err != nil {
		return fmt.Errorf("%s: %w", kind.Kind, err)
	}
	if about.GetName() == "" {
		return fmt.Errorf("%s without a name", kind.Kind)
	}
	key := kind.GroupKind().String() + ":" + about.GetNamespace() + "/" + about.GetName()
	if seen[key] {
		return fmt.Errorf("%s is there twice", key)
	}
	seen[key] = true
	if about.GetUID() == "" {
		about.SetUID(types.UID(key))
	}
	if about.GetResourceVersion() == "" {
		about.SetResourceVersion("1")
	}
	return nil
}

// ended tells a pod that the scheduler's informer does not list.
func ended(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}

// store puts an object where the plugins' listers look for it. Kinds that no plugin lists are left out.
func store(factory informers.SharedInformerFactory, object runtime.Object) error {
	if informer := informerFor(factory, object); informer != nil {
		return informer.GetIndexer().Add(object)
	}
	return nil
}

func informerFor(factory informers.SharedInformerFactory, object runtime.Object) cache.SharedIndexInformer {
	switch object.(type) {
	case *corev1.Node:
		return factory.Core().V1().Nodes().Informer()
	case *corev1.Pod:
		return factory.Core().V1().Pods().Informer()
	case *corev1.Namespace:
		return factory.Core().V1().Namespaces().Informer()
	case *corev1.Service:
		return factory.Core().V1().Services().Informer()
	case *corev1.ReplicationController:
		return factory.Core().V1().ReplicationControllers().Informer()
	case *corev1.PersistentVolume:
		return factory.Core().V1().PersistentVolumes().Informer()
	case *corev1.PersistentVolumeClaim:
		return factory.Core().V1().PersistentVolumeClaims().Informer()
	case *appsv1.ReplicaSet:
		return factory.Apps().V1().ReplicaSets().Informer()
	case *appsv1.StatefulSet:
		return factory.Apps().V1().StatefulSets().Informer()
	case *policyv1.PodDisruptionBudget:
		return factory.Policy().V1().PodDisruptionBudgets().Informer()
	}
	return storageInformerFor(factory, object)
}

func storageInformerFor(factory informers.SharedInformerFactory, object runtime.Object) cache.SharedIndexInformer {
	switch object.(type) {
	case *storagev1.StorageClass:
		return factory.Storage().V1().StorageClasses().Informer()
	case *storagev1.CSINode:
		return factory.Storage().V1().CSINodes().Informer()
	case *storagev1.CSIDriver:
		return factory.Storage().V1().CSIDrivers().Informer()
	case *storagev1.CSIStorageCapacity:
		return factory.Storage().V1().CSIStorageCapacities().Informer()
	case *storagev1.VolumeAttachment:
		return factory.Storage().V1().VolumeAttachments().Informer()
	case *resourcev1.ResourceSlice:
		return factory.Resource().V1().ResourceSlices().Informer()
	case *resourcev1.ResourceClaim:
		return factory.Resource().V1().ResourceClaims().Informer()
	case *resourcev1.ResourceClaimTemplate:
		return factory.Resource().V1().ResourceClaimTemplates().Informer()
	case *resourcev1.DeviceClass:
		return factory.Resource().V1().DeviceClasses().Informer()
	}
	return nil
}
