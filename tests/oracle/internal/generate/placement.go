// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

var effects = []corev1.TaintEffect{corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule, corev1.TaintEffectNoExecute}

const unschedulableTaint = "node.kubernetes.io/unschedulable"

func taints(w *world) {
	r := w.r
	comparing := r.chance(4)
	if comparing {
		w.gates = map[string]bool{"TaintTolerationComparisonOperators": true}
	}
	for _, node := range w.nodes {
		for range pick(r, 0, 0, 1, 1, 2, 3, 4) {
			w.addTaint(node)
		}
		if r.chance(10) {
			node.Spec.Unschedulable = true
			if !r.chance(20) {
				node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: unschedulableTaint, Effect: corev1.TaintEffectNoSchedule})
			}
		}
	}
	for _, pod := range w.pods() {
		if pod.Spec.NodeName != "" && r.chance(80) {
			continue
		}
		for range pick(r, 0, 1, 2, 3, 5) {
			pod.Spec.Tolerations = append(pod.Spec.Tolerations, w.toleration(comparing))
		}
		if r.chance(10) {
			pod.Spec.Tolerations = append(pod.Spec.Tolerations, corev1.Toleration{
				Key: unschedulableTaint, Operator: pick(r, corev1.TolerationOpExists, corev1.TolerationOpEqual, ""),
				Effect: pick(r, corev1.TaintEffectNoSchedule, "", corev1.TaintEffectNoExecute),
			})
		}
	}
}

func (w *world) addTaint(node *corev1.Node) {
	r := w.r
	made := corev1.Taint{
		Key:    pick(r, "dedicated", "gpu", "example.com/spot", "level"),
		Value:  pick(r, "", "a", "b", "5", "007", "950"),
		Effect: pick(r, effects...),
	}
	if w.weird && r.chance(10) {
		made.Key = ""
	}
	for _, other := range node.Spec.Taints {
		if other.Key == made.Key && other.Effect == made.Effect && !w.weird {
			return // The API server refuses two of the same key and effect.
		}
	}
	node.Spec.Taints = append(node.Spec.Taints, made)
}

func (w *world) toleration(comparing bool) corev1.Toleration {
	r := w.r
	made := corev1.Toleration{
		Key:      pick(r, "dedicated", "gpu", "example.com/spot", "level"),
		Operator: pick(r, corev1.TolerationOpExists, corev1.TolerationOpEqual, ""),
		Effect:   pick(r, corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule, corev1.TaintEffectNoExecute, "", ""),
	}
	if comparing && r.chance(50) {
		made.Operator = pick(r, corev1.TolerationOpGt, corev1.TolerationOpLt)
		made.Key = "level"
		made.Value = pick(r, "4", "5", "6", "949", "-1")
		return made
	}
	switch {
	case r.chance(8):
		made.Key, made.Operator = "", corev1.TolerationOpExists
	case made.Operator != corev1.TolerationOpExists:
		made.Value = pick(r, "", "a", "b", "5", "007")
	case w.weird && r.chance(20):
		made.Value = "a"
	}
	if made.Effect == corev1.TaintEffectNoExecute && r.chance(50) {
		made.TolerationSeconds = pointer(int64(pick(r, 0, 300, -1)))
	}
	return made
}

func affinity(w *world) {
	r := w.r
	for _, node := range w.nodes {
		if r.chance(60) {
			node.Labels["disk"] = pick(r, "ssd", "hdd", "")
		}
		if r.chance(70) {
			node.Labels["cores"] = pick(r, "4", "8", "16", "-1", "abc", "007", "99999999999999999999", "")
		}
	}
	for _, pod := range w.pending {
		if r.chance(30) {
			pod.Spec.NodeSelector = w.nodeSelector()
		}
		if r.chance(60) {
			w.requireNode(pod)
		}
		if r.chance(50) {
			w.preferNode(pod)
		}
	}
	if r.chance(15) {
		added := map[string]any{}
		if r.chance(70) {
			added["requiredDuringSchedulingIgnoredDuringExecution"] = corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{w.filledTerm(true)}}
		}
		if r.chance(60) {
			added["preferredDuringSchedulingIgnoredDuringExecution"] = []corev1.PreferredSchedulingTerm{
				{Weight: int32(r.between(1, 100)), Preference: w.filledTerm(true)}}
		}
		if len(added) > 0 {
			w.settings.argument("NodeAffinity", "addedAffinity", added)
		}
	}
}

func (w *world) nodeSelector() map[string]string {
	r := w.r
	made := map[string]string{}
	for range r.between(1, 2) {
		switch r.IntN(3) {
		case 0:
			made["disk"] = pick(r, "ssd", "hdd", "")
		case 1:
			made[zoneLabel] = pick(r, "zone-a", "zone-b")
		case 2:
			made["cores"] = pick(r, "4", "8", "abc")
		}
	}
	return made
}

func (w *world) nodeAffinity(pod *corev1.Pod) *corev1.NodeAffinity {
	if pod.Spec.Affinity == nil {
		pod.Spec.Affinity = &corev1.Affinity{}
	}
	if pod.Spec.Affinity.NodeAffinity == nil {
		pod.Spec.Affinity.NodeAffinity = &corev1.NodeAffinity{}
	}
	return pod.Spec.Affinity.NodeAffinity
}

func (w *world) requireNode(pod *corev1.Pod) {
	selector := &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{}}
	pinned := w.r.chance(15)
	for range pick(w.r, 1, 1, 2, 3) {
		term := w.term()
		if pinned {
			term.MatchFields = []corev1.NodeSelectorRequirement{w.byName()}
			if w.r.chance(30) {
				term.MatchFields = append(term.MatchFields, w.byName())
			}
		}
		selector.NodeSelectorTerms = append(selector.NodeSelectorTerms, term)
	}
	if w.weird && w.r.chance(10) {
		selector.NodeSelectorTerms = []corev1.NodeSelectorTerm{}
	}
	w.nodeAffinity(pod).RequiredDuringSchedulingIgnoredDuringExecution = selector
}

func (w *world) byName() corev1.NodeSelectorRequirement {
	return corev1.NodeSelectorRequirement{Key: "metadata.name", Operator: corev1.NodeSelectorOpIn, Values: []string{w.someNode()}}
}

func (w *world) preferNode(pod *corev1.Pod) {
	affinity := w.nodeAffinity(pod)
	for range w.r.between(1, 4) {
		affinity.PreferredDuringSchedulingIgnoredDuringExecution = append(affinity.PreferredDuringSchedulingIgnoredDuringExecution,
			corev1.PreferredSchedulingTerm{Weight: int32(w.r.between(1, 100)), Preference: w.term()})
	}
}

// term is empty now and then: a required empty term matches no node.
func (w *world) term() corev1.NodeSelectorTerm {
	if w.r.chance(8) {
		return corev1.NodeSelectorTerm{}
	}
	return w.filledTerm(false)
}

func (w *world) filledTerm(good bool) corev1.NodeSelectorTerm {
	r := w.r
	made := corev1.NodeSelectorTerm{}
	if r.chance(15) {
		made.MatchFields = []corev1.NodeSelectorRequirement{{
			Key: "metadata.name", Operator: pick(r, corev1.NodeSelectorOpIn, corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn),
			Values: []string{w.someNode()},
		}}
		if r.chance(25) {
			made.MatchFields = append(made.MatchFields, w.byName())
		}
	}
	if made.MatchFields == nil || r.chance(40) {
		for range pick(r, 1, 1, 2) {
			made.MatchExpressions = append(made.MatchExpressions, w.nodeRequirement(good))
		}
	}
	return made
}

// nodeRequirement compares with what is no number now and then, unless it must be good: a configuration is checked.
func (w *world) nodeRequirement(good bool) corev1.NodeSelectorRequirement {
	r := w.r
	made := corev1.NodeSelectorRequirement{
		Key: pick(r, "disk", "cores", zoneLabel, regionLabel, hostLabel, "absent"),
		Operator: pick(r, corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn, corev1.NodeSelectorOpExists,
			corev1.NodeSelectorOpDoesNotExist, corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt),
	}
	switch made.Operator {
	case corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn:
		switch made.Key {
		case zoneLabel:
			made.Values = some(r, 1, 2, "zone-a", "zone-b", "zone-c")
		case hostLabel:
			made.Values = []string{w.someNode(), w.someNode()}
		default:
			made.Values = some(r, 1, 3, "ssd", "hdd", "4", "8", "west", "east", "")
		}
	case corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt:
		made.Key = "cores"
		made.Values = []string{pick(r, "3", "4", "7", "8", "0", "12")}
		if !good && r.chance(6) {
			made.Values = []string{pick(r, "many", "8.5", "99999999999999999999", "", "-5", "007")}
		}
	}
	return made
}

func ports(w *world) {
	for _, pod := range w.pods() {
		if !w.r.chance(60) {
			continue
		}
		for range w.r.between(1, 3) {
			w.addPort(&pod.Spec.Containers[0])
		}
		if w.r.chance(12) {
			sidecar := corev1.Container{Name: "proxy", Image: "nginx"}
			if w.r.chance(60) {
				sidecar.RestartPolicy = pointer(corev1.ContainerRestartPolicyAlways)
			}
			w.addPort(&sidecar)
			pod.Spec.InitContainers = append(pod.Spec.InitContainers, sidecar)
		}
		if w.r.chance(5) {
			second := corev1.Container{Name: "second", Image: "nginx"}
			w.addPort(&second)
			pod.Spec.Containers = append(pod.Spec.Containers, second)
		}
	}
}

func (w *world) addPort(container *corev1.Container) {
	r := w.r
	made := corev1.ContainerPort{
		ContainerPort: int32(8000 + len(container.Ports)),
		HostPort:      int32(pick(r, 0, 80, 80, 443, 8080)),
		HostIP:        pick(r, "", "", "0.0.0.0", "127.0.0.1", "10.0.0.1", "::"),
		Protocol:      pick(r, corev1.ProtocolTCP, corev1.ProtocolTCP, corev1.ProtocolUDP, corev1.ProtocolSCTP),
	}
	if w.weird && r.chance(20) {
		made.Protocol = ""
	}
	for _, other := range container.Ports {
		if other.HostPort == made.HostPort && other.HostIP == made.HostIP && other.Protocol == made.Protocol && made.HostPort != 0 {
			return
		}
	}
	container.Ports = append(container.Ports, made)
}

var imageNames = []string{
	"nginx", "nginx:latest", "nginx:1.27", "docker.io/library/nginx:latest", "example.com/web:1", "example.com:5000/web",
	"example.com:5000/web:latest", "redis@sha256:0000000000000000000000000000000000000000000000000000000000000001", "big:1", "bigger:1",
}

func images(w *world) {
	r := w.r
	sizes := map[string]int64{}
	for _, name := range imageNames {
		sizes[name] = pick(r, int64(0), 1, 22<<20, 23<<20, 24<<20, 100<<20, 500<<20, 1000<<20, 1<<33, 1<<45)
	}
	for _, node := range w.nodes {
		for _, name := range some(r, 0, 6, imageNames...) {
			size := sizes[name]
			if r.chance(10) {
				size = pick(r, int64(0), 64<<20, 900<<20)
			}
			entry := corev1.ContainerImage{Names: []string{name}, SizeBytes: size}
			if r.chance(20) {
				entry.Names = append(entry.Names, pick(r, imageNames...))
			}
			node.Status.Images = append(node.Status.Images, entry)
		}
	}
	for _, pod := range w.pending {
		pod.Spec.Containers[0].Image = pick(r, imageNames...)
		for index := range pick(r, 0, 0, 1, 3) {
			pod.Spec.Containers = append(pod.Spec.Containers, corev1.Container{Name: fmt.Sprintf("image-%d", index), Image: pick(r, imageNames...)})
		}
		if r.chance(20) {
			pod.Spec.InitContainers = append(pod.Spec.InitContainers, corev1.Container{Name: "prepare", Image: pick(r, imageNames...)})
		}
	}
}

// names makes pods that name their node and are decided all the same: only then does the NodeName plugin reject.
func names(w *world) {
	for index, pod := range w.pending {
		if index < w.decisions && w.r.chance(60) {
			pod.Spec.NodeName = w.someNode()
		}
	}
}
