// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

// strategies configures how nodes are scored: the three strategies of NodeResourcesFit, their resources and weights,
// the shape of the ratio, the resources of the balanced allocation, and the weights of the plugins.
func strategies(w *world) {
	r := w.r
	if !w.has("resources") && r.chance(60) {
		for _, pod := range w.pods() {
			if r.chance(50) {
				pod.Spec.Containers[0].Resources = w.limited()
			}
		}
		for _, node := range w.nodes {
			if r.chance(50) {
				w.nodeResources(node)
			}
		}
	}
	if r.chance(80) {
		strategy := map[string]any{"type": pick(r, "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio")}
		if r.chance(80) {
			strategy["resources"] = w.weightedResources()
		}
		if strategy["type"] == "RequestedToCapacityRatio" {
			strategy["requestedToCapacityRatio"] = map[string]any{"shape": w.shape()}
		}
		w.settings.argument("NodeResourcesFit", "scoringStrategy", strategy)
	}
	if r.chance(40) {
		var named []any
		for _, name := range some(r, 1, 4, "cpu", "memory", "ephemeral-storage", string(gpu)) {
			named = append(named, map[string]any{"name": name, "weight": 1})
		}
		w.settings.argument("NodeResourcesBalancedAllocation", "resources", named)
	}
	if r.chance(35) {
		w.weights()
	}
}

func (w *world) weightedResources() []any {
	r := w.r
	var made []any
	for _, name := range some(r, 1, 4, "cpu", "memory", "ephemeral-storage", string(gpu), string(licence)) {
		made = append(made, map[string]any{"name": name, "weight": pick(r, 1, 1, 2, 7, 100)})
	}
	return made
}

// shape rises, falls or bends; utilization grows strictly.
func (w *world) shape() []any {
	r := w.r
	utilization := r.between(0, 20)
	var made []any
	for range r.between(1, 5) {
		if utilization > 100 {
			break
		}
		made = append(made, map[string]any{"utilization": utilization, "score": r.between(0, 10)})
		utilization += r.between(1, 60)
	}
	return made
}

// weights gives score plugins other weights, and now and then turns one off.
func (w *world) weights() {
	r := w.r
	scoring := []string{"TaintToleration", "NodeAffinity", "NodeResourcesFit", "PodTopologySpread", "InterPodAffinity",
		"NodeResourcesBalancedAllocation", "ImageLocality"}
	chosen := some(r, 1, 4, scoring...)
	var enabled, disabled []any
	for _, name := range chosen {
		disabled = append(disabled, map[string]any{"name": name})
		if !r.chance(20) {
			enabled = append(enabled, map[string]any{"name": name, "weight": pick(r, 1, 3, 10, 100)})
		}
	}
	set := map[string]any{"disabled": disabled}
	if enabled != nil {
		set["enabled"] = enabled
	}
	w.settings.plugins = map[string]any{"score": set}
}
