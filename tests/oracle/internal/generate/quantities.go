// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
)

var quantityMembers = []string{"requests", "limits", "allocatable", "overhead", "allocatedResources"}

// respell writes quantities in other spellings of the same value, as manifests do.
func respell(r random, text []byte) ([]byte, error) {
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	respellIn(r, object)
	return json.Marshal(object)
}

func respellIn(r random, value any) {
	switch typed := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(typed)) {
			if inner, ok := typed[key].(map[string]any); ok && slices.Contains(quantityMembers, key) {
				respellAll(r, inner)
			} else {
				respellIn(r, typed[key])
			}
		}
	case []any:
		for _, element := range typed {
			respellIn(r, element)
		}
	}
}

func respellAll(r random, quantities map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(quantities)) {
		if text, ok := quantities[name].(string); ok && r.chance(40) {
			quantities[name] = spelling(r, text)
		}
	}
}

func spelling(r random, text string) string {
	parsed, err := resource.ParseQuantity(text)
	if err != nil {
		return text
	}
	whole := parsed.Value()
	if parsed.CmpInt64(whole) != 0 || whole > 1<<50 || whole < 0 {
		return text
	}
	options := []string{
		fmt.Sprintf("%d", whole), fmt.Sprintf("%d.0", whole), fmt.Sprintf("%de0", whole), fmt.Sprintf("+%d", whole),
		fmt.Sprintf("0%d", whole), fmt.Sprintf("%d000m", whole), fmt.Sprintf("%d000e-3", whole),
		fmt.Sprintf("%d.%03dk", whole/1000, whole%1000), fmt.Sprintf("%d000000u", whole), fmt.Sprintf("%dE0", whole),
	}
	if whole%1024 == 0 {
		options = append(options, fmt.Sprintf("%dKi", whole/1024))
	}
	if whole%512 == 0 {
		options = append(options, fmt.Sprintf("%d.%sKi", whole/1024, map[int64]string{0: "0", 512: "5"}[whole%1024]))
	}
	return pick(r, options...)
}
