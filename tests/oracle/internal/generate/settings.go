// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"encoding/json"
	"maps"
	"slices"
)

// settings become the case's KubeSchedulerConfiguration; without any the case has none.
type settings struct {
	arguments map[string]map[string]any
	plugins   map[string]any
}

// argument sets one argument of one plugin.
func (s *settings) argument(plugin, name string, value any) {
	if s.arguments == nil {
		s.arguments = map[string]map[string]any{}
	}
	if s.arguments[plugin] == nil {
		s.arguments[plugin] = map[string]any{}
	}
	s.arguments[plugin][name] = value
}

func (s *settings) render() (json.RawMessage, error) {
	if s.arguments == nil && s.plugins == nil {
		return nil, nil
	}
	const version = "kubescheduler.config.k8s.io/v1"
	profile := map[string]any{"schedulerName": "default-scheduler"}
	var configured []any
	for _, plugin := range slices.Sorted(maps.Keys(s.arguments)) {
		arguments := map[string]any{"apiVersion": version, "kind": plugin + "Args"}
		maps.Copy(arguments, s.arguments[plugin])
		configured = append(configured, map[string]any{"name": plugin, "args": arguments})
	}
	if configured != nil {
		profile["pluginConfig"] = configured
	}
	if s.plugins != nil {
		profile["plugins"] = s.plugins
	}
	return json.Marshal(map[string]any{
		"apiVersion": version, "kind": "KubeSchedulerConfiguration", "profiles": []any{profile},
	})
}
