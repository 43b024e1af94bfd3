// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	driver       = "csi.example.com"
	diskDriver   = "ebs.csi.aws.com"
	diskInTree   = "kubernetes.io/aws-ebs"
	migratedNote = "storage.alpha.kubernetes.io/migrated-plugins"
	boundNote    = "pv.kubernetes.io/bind-completed"
	selectedNote = "volume.kubernetes.io/selected-node"
)

// volumes gives pods claims in every state, and volumes of the node that two pods cannot share.
func volumes(w *world) {
	w.classes()
	for _, node := range w.nodes {
		w.csiNode(node)
	}
	for index := range w.r.between(0, 6) {
		w.freeVolume(index)
	}
	claims := 0
	for _, pod := range w.pods() {
		if w.r.chance(map[bool]int{true: 85, false: 35}[pod.Spec.NodeName == ""]) {
			for range pick(w.r, 1, 1, 2) {
				w.addVolume(pod, claims)
				claims++
			}
		}
	}
	if w.r.chance(6) {
		w.gates = map[string]bool{pick(w.r, "StorageCapacityScoring", "VolumeLimitScaling"): w.r.chance(70)}
	}
}

func (w *world) classes() {
	r := w.r
	class := func(name, provisioner string, mode storagev1.VolumeBindingMode) *storagev1.StorageClass {
		made := &storagev1.StorageClass{
			TypeMeta:   metav1.TypeMeta{APIVersion: "storage.k8s.io/v1", Kind: "StorageClass"},
			ObjectMeta: metav1.ObjectMeta{Name: name}, Provisioner: provisioner, VolumeBindingMode: &mode,
		}
		w.extra = append(w.extra, made)
		return made
	}
	class("fast", driver, storagev1.VolumeBindingWaitForFirstConsumer)
	class("local", "kubernetes.io/no-provisioner", storagev1.VolumeBindingWaitForFirstConsumer)
	class("slow", driver, storagev1.VolumeBindingImmediate)
	class("disk", diskInTree, storagev1.VolumeBindingWaitForFirstConsumer)
	zonal := class("zonal", driver, storagev1.VolumeBindingWaitForFirstConsumer)
	zonal.AllowedTopologies = []corev1.TopologySelectorTerm{{MatchLabelExpressions: []corev1.TopologySelectorLabelRequirement{
		{Key: zoneLabel, Values: some(r, 1, 2, "zone-a", "zone-b", "zone-c")}}}}
	if !r.chance(15) {
		w.extra = append(w.extra, &storagev1.CSIDriver{
			TypeMeta: metav1.TypeMeta{APIVersion: "storage.k8s.io/v1", Kind: "CSIDriver"}, ObjectMeta: metav1.ObjectMeta{Name: driver},
			Spec: storagev1.CSIDriverSpec{StorageCapacity: pick(r, nil, pointer(true), pointer(true), pointer(false))},
		})
	}
	for index := range r.between(0, 4) {
		w.capacity(index)
	}
}

func (w *world) capacity(index int) {
	r := w.r
	made := &storagev1.CSIStorageCapacity{
		TypeMeta:         metav1.TypeMeta{APIVersion: "storage.k8s.io/v1", Kind: "CSIStorageCapacity"},
		ObjectMeta:       metav1.ObjectMeta{Name: fmt.Sprintf("capacity-%d", index), Namespace: "kube-system"},
		StorageClassName: pick(r, "fast", "fast", "zonal"),
		NodeTopology: pick(r, nil, &metav1.LabelSelector{}, &metav1.LabelSelector{MatchLabels: map[string]string{zoneLabel: "zone-a"}},
			&metav1.LabelSelector{MatchLabels: map[string]string{hostLabel: w.someNode()}}),
	}
	if !r.chance(10) {
		made.Capacity = pointer(resource.MustParse(pick(r, "0", "1Gi", "5Gi", "100Gi")))
	}
	if r.chance(20) {
		made.MaximumVolumeSize = pointer(resource.MustParse(pick(r, "1Gi", "2Gi", "50Gi")))
	}
	w.extra = append(w.extra, made)
}

func (w *world) csiNode(node *corev1.Node) {
	r := w.r
	if r.chance(12) {
		return
	}
	made := &storagev1.CSINode{
		TypeMeta:   metav1.TypeMeta{APIVersion: "storage.k8s.io/v1", Kind: "CSINode"},
		ObjectMeta: metav1.ObjectMeta{Name: node.Name},
	}
	if r.chance(60) {
		made.Annotations = map[string]string{migratedNote: pick(r, diskInTree, diskInTree+",kubernetes.io/gce-pd", "")}
	}
	for _, name := range some(r, 0, 2, driver, diskDriver) {
		entry := storagev1.CSINodeDriver{Name: name, NodeID: node.Name}
		if !r.chance(15) {
			entry.Allocatable = &storagev1.VolumeNodeResources{Count: pick(r, nil, pointer(int32(0)), pointer(int32(1)), pointer(int32(2)), pointer(int32(3)))}
		}
		made.Spec.Drivers = append(made.Spec.Drivers, entry)
	}
	w.extra = append(w.extra, made)
	if r.chance(15) {
		w.extra = append(w.extra, &storagev1.VolumeAttachment{
			TypeMeta:   metav1.TypeMeta{APIVersion: "storage.k8s.io/v1", Kind: "VolumeAttachment"},
			ObjectMeta: metav1.ObjectMeta{Name: "attached-" + node.Name},
			Spec: storagev1.VolumeAttachmentSpec{Attacher: driver, NodeName: node.Name,
				Source: storagev1.VolumeAttachmentSource{PersistentVolumeName: pointer(fmt.Sprintf("free-%d", r.IntN(3)))}},
		})
	}
}

func (w *world) volume(name string, index int) *corev1.PersistentVolume {
	r := w.r
	// No two volumes are of one size: the scheduler takes the smallest that fits, and any of two equal ones.
	size := resource.NewQuantity(int64(pick(r, 1, 5, 20))<<30+int64(index)<<20, resource.BinarySI)
	made := &corev1.PersistentVolume{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolume"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{}},
		Spec: corev1.PersistentVolumeSpec{
			Capacity:                      corev1.ResourceList{"storage": *size},
			AccessModes:                   []corev1.PersistentVolumeAccessMode{pick(r, corev1.ReadWriteOnce, corev1.ReadWriteOnce, corev1.ReadWriteMany, corev1.ReadWriteOncePod)},
			PersistentVolumeReclaimPolicy: corev1.PersistentVolumeReclaimRetain,
			PersistentVolumeSource: corev1.PersistentVolumeSource{CSI: &corev1.CSIPersistentVolumeSource{
				Driver: driver, VolumeHandle: "handle-" + name}},
		},
	}
	if r.chance(20) {
		made.Spec.PersistentVolumeSource = corev1.PersistentVolumeSource{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{VolumeID: "vol-" + name}}
	}
	if r.chance(40) {
		made.Spec.NodeAffinity = &corev1.VolumeNodeAffinity{Required: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{w.volumeTerm()}}}
	}
	if r.chance(35) {
		made.Labels[pick(r, zoneLabel, "failure-domain.beta.kubernetes.io/zone")] = pick(r, "zone-a", "zone-b", "zone-a__zone-b")
	}
	if r.chance(10) {
		made.Labels[pick(r, regionLabel, "failure-domain.beta.kubernetes.io/region")] = pick(r, "west", "east")
	}
	return made
}

func (w *world) volumeTerm() corev1.NodeSelectorTerm {
	requirement := corev1.NodeSelectorRequirement{Key: zoneLabel, Operator: corev1.NodeSelectorOpIn, Values: some(w.r, 1, 2, "zone-a", "zone-b", "zone-c")}
	if w.r.chance(50) {
		requirement = corev1.NodeSelectorRequirement{Key: hostLabel, Operator: corev1.NodeSelectorOpIn, Values: []string{w.someNode()}}
	}
	return corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{requirement}}
}

func (w *world) freeVolume(index int) {
	r := w.r
	made := w.volume(fmt.Sprintf("free-%d", index), index)
	made.Spec.StorageClassName = pick(r, "local", "local", "fast", "")
	made.Status.Phase = pick(r, corev1.VolumeAvailable, corev1.VolumeAvailable, corev1.VolumeReleased)
	if r.chance(12) {
		made.Spec.ClaimRef = &corev1.ObjectReference{Kind: "PersistentVolumeClaim", Namespace: "default", Name: fmt.Sprintf("claim-%d", r.IntN(6))}
	}
	if r.chance(5) {
		terminateObject(&made.ObjectMeta)
	}
	w.extra = append(w.extra, made)
}

func terminateObject(about *metav1.ObjectMeta) {
	about.DeletionTimestamp = pointer(metav1.NewTime(now))
	about.Finalizers = []string{"example.com/hold"}
}

// addVolume gives the pod one volume: mostly a claim of its own or another pod's, else one of the old kinds.
func (w *world) addVolume(pod *corev1.Pod, index int) {
	r := w.r
	volume := corev1.Volume{Name: fmt.Sprintf("data-%d", len(pod.Spec.Volumes))}
	switch {
	case r.chance(22):
		volume.VolumeSource = w.inline()
	case r.chance(10):
		volume.EmptyDir = &corev1.EmptyDirVolumeSource{}
	case r.chance(10):
		volume.Ephemeral = &corev1.EphemeralVolumeSource{VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{Spec: w.claimSpec()}}
		if r.chance(80) {
			claim := w.claim(pod.Namespace, pod.Name+"-"+volume.Name, index)
			if r.chance(90) {
				claim.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID, Controller: pointer(true)}}
			}
		}
	case r.chance(20):
		volume.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: fmt.Sprintf("claim-%d", r.IntN(index+2))}
	default:
		name := fmt.Sprintf("claim-%d", index)
		w.claim(pod.Namespace, name, index)
		volume.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: name}
	}
	pod.Spec.Volumes = append(pod.Spec.Volumes, volume)
}

func (w *world) inline() corev1.VolumeSource {
	r := w.r
	switch r.IntN(4) {
	case 0:
		return corev1.VolumeSource{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{PDName: pick(r, "pd-1", "pd-2"), ReadOnly: r.chance(40)}}
	case 1:
		return corev1.VolumeSource{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{VolumeID: pick(r, "vol-1", "vol-2"), ReadOnly: r.chance(40)}}
	case 2:
		return corev1.VolumeSource{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "10.0.0.9:3260", IQN: pick(r, "iqn.2001-04.com.example:a", "iqn.2001-04.com.example:b"), ReadOnly: r.chance(40)}}
	}
	return corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{CephMonitors: some(r, 1, 2, "m1", "m2", "m3"), RBDPool: pick(r, "rbd", "fast"), RBDImage: pick(r, "i1", "i2"), ReadOnly: r.chance(40)}}
}

func (w *world) claimSpec() corev1.PersistentVolumeClaimSpec {
	r := w.r
	return corev1.PersistentVolumeClaimSpec{
		AccessModes:      []corev1.PersistentVolumeAccessMode{pick(r, corev1.ReadWriteOnce, corev1.ReadWriteOnce, corev1.ReadWriteMany, corev1.ReadWriteOncePod)},
		StorageClassName: pick(r, pointer("fast"), pointer("fast"), pointer("local"), pointer("local"), pointer("zonal"), pointer("disk"), pointer("slow"), pointer(""), pointer("gone")),
		Resources:        corev1.VolumeResourceRequirements{Requests: list("storage", pick(r, "1Gi", "3Gi", "10Gi"))},
	}
}

// claim is bound more often than not, unless its class waits for the pod.
func (w *world) claim(namespace, name string, index int) *corev1.PersistentVolumeClaim {
	r := w.r
	made := &corev1.PersistentVolumeClaim{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolumeClaim"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace, UID: uid("claim", index), Annotations: map[string]string{}},
		Spec:       w.claimSpec(),
		Status:     corev1.PersistentVolumeClaimStatus{Phase: corev1.ClaimPending},
	}
	if r.chance(50) {
		made.Status.Phase = corev1.ClaimBound
		made.Spec.VolumeName = fmt.Sprintf("volume-%d", index)
		if !r.chance(5) {
			made.Annotations[boundNote] = "yes"
		}
		if !r.chance(6) {
			volume := w.volume(made.Spec.VolumeName, index)
			volume.Spec.AccessModes = made.Spec.AccessModes
			volume.Spec.StorageClassName = *made.Spec.StorageClassName
			volume.Spec.ClaimRef = &corev1.ObjectReference{Kind: "PersistentVolumeClaim", Namespace: namespace, Name: name, UID: made.UID}
			volume.Status.Phase = corev1.VolumeBound
			w.extra = append(w.extra, volume)
		}
	} else if r.chance(10) {
		made.Annotations[selectedNote] = w.someNode()
	}
	if r.chance(3) {
		made.Status.Phase = corev1.ClaimLost
	}
	if r.chance(3) {
		terminateObject(&made.ObjectMeta)
	}
	w.extra = append(w.extra, made)
	return made
}
