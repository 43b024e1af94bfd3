// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var topologyKeys = []string{zoneLabel, zoneLabel, hostLabel, hostLabel, regionLabel, rackLabel, "absent"}

func spread(w *world) {
	r := w.r
	for _, pod := range w.pending {
		if r.chance(75) {
			w.constrain(pod)
		}
		if r.chance(15) && len(w.nodes) > 0 {
			pod.Spec.NodeSelector = map[string]string{zoneLabel: pick(r, "zone-a", "zone-b")}
		}
		if r.chance(20) {
			pod.Spec.Tolerations = append(pod.Spec.Tolerations, corev1.Toleration{Key: "dedicated", Operator: corev1.TolerationOpExists})
		}
	}
	for _, node := range w.nodes {
		if len(node.Spec.Taints) == 0 && r.chance(12) {
			node.Spec.Taints = []corev1.Taint{{Key: "dedicated", Value: "a", Effect: pick(r, effects...)}}
		}
	}
	if r.chance(35) {
		w.workloads()
	}
	if r.chance(20) {
		w.defaultConstraints()
	}
}

func (w *world) constrain(pod *corev1.Pod) {
	r := w.r
	for range pick(r, 1, 1, 2, 3) {
		made := corev1.TopologySpreadConstraint{
			MaxSkew:            int32(pick(r, 1, 1, 2, 3, 5)),
			TopologyKey:        pick(r, topologyKeys...),
			WhenUnsatisfiable:  pick(r, corev1.DoNotSchedule, corev1.ScheduleAnyway),
			LabelSelector:      w.selector(),
			NodeAffinityPolicy: pick(r, nil, nil, pointer(corev1.NodeInclusionPolicyHonor), pointer(corev1.NodeInclusionPolicyIgnore)),
			NodeTaintsPolicy:   pick(r, nil, nil, pointer(corev1.NodeInclusionPolicyHonor), pointer(corev1.NodeInclusionPolicyIgnore)),
		}
		if made.WhenUnsatisfiable == corev1.DoNotSchedule && r.chance(25) {
			made.MinDomains = pointer(int32(pick(r, 1, 2, 3, 5)))
		}
		if made.LabelSelector != nil && r.chance(25) {
			made.MatchLabelKeys = w.freeKeys(made.LabelSelector, "version", "tier", "none")
			if !r.chance(25) {
				mergeKeys(made.LabelSelector, pod, made.MatchLabelKeys, metav1.LabelSelectorOpIn)
			}
		}
		same := func(other corev1.TopologySpreadConstraint) bool {
			return other.TopologyKey == made.TopologyKey && other.WhenUnsatisfiable == made.WhenUnsatisfiable
		}
		if !slices.ContainsFunc(pod.Spec.TopologySpreadConstraints, same) {
			pod.Spec.TopologySpreadConstraints = append(pod.Spec.TopologySpreadConstraints, made)
		}
	}
}

// freeKeys picks keys that the selector does not use: one that it uses is refused as a matchLabelKey.
func (w *world) freeKeys(selector *metav1.LabelSelector, from ...string) []string {
	free := slices.DeleteFunc(slices.Clone(from), func(key string) bool {
		_, used := selector.MatchLabels[key]
		return used || slices.ContainsFunc(selector.MatchExpressions, func(one metav1.LabelSelectorRequirement) bool { return one.Key == key })
	})
	return some(w.r, 1, 2, free...)
}

// workloads adds what the cluster's default constraints find a pod's selector by.
func (w *world) workloads() {
	r := w.r
	for index := range r.between(1, 3) {
		service := &corev1.Service{
			TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Service"},
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("service-%d", index), Namespace: pick(r, "default", "team-a")},
		}
		service.Spec.Selector = pick(r, nil, map[string]string{}, map[string]string{"app": "web"}, map[string]string{"app": "db"}, map[string]string{"version": "v1"})
		w.extra = append(w.extra, service)
	}
	selectors := []*metav1.LabelSelector{{MatchLabels: map[string]string{"app": "web"}}, {MatchLabels: map[string]string{"app": "db", "version": "v1"}}, w.selector()}
	for index, kind := range []string{"ReplicaSet", "StatefulSet", "ReplicationController"} {
		if r.chance(50) {
			w.controller(fmt.Sprintf("owner-%d", index), kind, pick(r, selectors...))
		}
	}
}

func (w *world) controller(name, kind string, selector *metav1.LabelSelector) {
	r := w.r
	about := metav1.ObjectMeta{Name: name, Namespace: pick(r, "default", "team-a", "team-b"), UID: uid(name, 0)}
	group := "apps/v1"
	switch kind {
	case "ReplicaSet":
		w.extra = append(w.extra, &appsv1.ReplicaSet{TypeMeta: metav1.TypeMeta{APIVersion: group, Kind: kind}, ObjectMeta: about, Spec: appsv1.ReplicaSetSpec{Selector: selector}})
	case "StatefulSet":
		w.extra = append(w.extra, &appsv1.StatefulSet{TypeMeta: metav1.TypeMeta{APIVersion: group, Kind: kind}, ObjectMeta: about, Spec: appsv1.StatefulSetSpec{Selector: selector}})
	default:
		group = "v1"
		w.extra = append(w.extra, &corev1.ReplicationController{TypeMeta: metav1.TypeMeta{APIVersion: group, Kind: kind}, ObjectMeta: about,
			Spec: corev1.ReplicationControllerSpec{Selector: map[string]string{"app": pick(r, "web", "cache")}}})
	}
	for _, pod := range w.pending {
		if pod.Namespace == about.Namespace && len(pod.OwnerReferences) == 0 && r.chance(60) {
			pod.OwnerReferences = []metav1.OwnerReference{{APIVersion: group, Kind: kind, Name: pick(r, name, name, name, "gone"), UID: about.UID, Controller: pointer(!r.chance(10))}}
		}
	}
}

func (w *world) defaultConstraints() {
	r := w.r
	if r.chance(25) {
		w.settings.argument("PodTopologySpread", "defaultingType", "System")
		return
	}
	var made []any
	for _, key := range some(r, 0, 2, zoneLabel, hostLabel, rackLabel) {
		made = append(made, map[string]any{"maxSkew": r.between(1, 3), "topologyKey": key, "whenUnsatisfiable": pick(r, "ScheduleAnyway", "DoNotSchedule")})
	}
	w.settings.argument("PodTopologySpread", "defaultingType", "List")
	if made != nil {
		w.settings.argument("PodTopologySpread", "defaultConstraints", made)
	}
}

func podAffinity(w *world) {
	r := w.r
	for _, pod := range w.pods() {
		if r.chance(pick(r, 30, 70)) || pod.Spec.NodeName == "" {
			w.relate(pod)
		}
	}
	if r.chance(15) {
		w.settings.argument("InterPodAffinity", "hardPodAffinityWeight", pick(r, 0, 1, 50, 100))
	}
	if r.chance(10) {
		w.settings.argument("InterPodAffinity", "ignorePreferredTermsOfExistingPods", r.chance(70))
	}
}

func (w *world) relate(pod *corev1.Pod) {
	r := w.r
	if pod.Spec.Affinity == nil {
		pod.Spec.Affinity = &corev1.Affinity{}
	}
	if r.chance(60) {
		near := &corev1.PodAffinity{}
		if r.chance(45) {
			near.RequiredDuringSchedulingIgnoredDuringExecution = w.affinityTerms(pod, 2)
		}
		if r.chance(60) {
			near.PreferredDuringSchedulingIgnoredDuringExecution = w.weighted(pod)
		}
		pod.Spec.Affinity.PodAffinity = near
	}
	if r.chance(60) {
		far := &corev1.PodAntiAffinity{}
		if r.chance(45) {
			far.RequiredDuringSchedulingIgnoredDuringExecution = w.affinityTerms(pod, 2)
		}
		if r.chance(60) {
			far.PreferredDuringSchedulingIgnoredDuringExecution = w.weighted(pod)
		}
		pod.Spec.Affinity.PodAntiAffinity = far
	}
}

func (w *world) weighted(pod *corev1.Pod) []corev1.WeightedPodAffinityTerm {
	var made []corev1.WeightedPodAffinityTerm
	for _, term := range w.affinityTerms(pod, 3) {
		made = append(made, corev1.WeightedPodAffinityTerm{Weight: int32(w.r.between(1, 100)), PodAffinityTerm: term})
	}
	return made
}

func (w *world) affinityTerms(pod *corev1.Pod, most int) []corev1.PodAffinityTerm {
	var made []corev1.PodAffinityTerm
	for range w.r.between(1, most) {
		made = append(made, w.affinityTerm(pod))
	}
	return made
}

func (w *world) affinityTerm(pod *corev1.Pod) corev1.PodAffinityTerm {
	r := w.r
	made := corev1.PodAffinityTerm{LabelSelector: w.selector(), TopologyKey: pick(r, topologyKeys...)}
	if r.chance(15) {
		// Its own labels: the first pod of a group must not wait for itself.
		made.LabelSelector = &metav1.LabelSelector{MatchLabels: pod.Labels}
	}
	if r.chance(25) {
		made.Namespaces = some(r, 1, 3, "default", "team-a", "team-b", "nowhere")
	}
	if r.chance(30) {
		made.NamespaceSelector = pick(r, &metav1.LabelSelector{}, &metav1.LabelSelector{MatchLabels: map[string]string{"team": "a"}},
			&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "team", Operator: metav1.LabelSelectorOpDoesNotExist}}},
			&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "team", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"a", ""}}}})
	}
	if made.LabelSelector != nil && r.chance(20) {
		made.LabelSelector = made.LabelSelector.DeepCopy()
		free := w.freeKeys(made.LabelSelector, "version", "tier", "none")
		if r.chance(60) {
			made.MatchLabelKeys = free
		} else {
			made.MismatchLabelKeys = free
		}
		// The API server merges them when it stores a pod; the scheduler does not look at them.
		mergeKeys(made.LabelSelector, pod, made.MatchLabelKeys, metav1.LabelSelectorOpIn)
		mergeKeys(made.LabelSelector, pod, made.MismatchLabelKeys, metav1.LabelSelectorOpNotIn)
	}
	return made
}
