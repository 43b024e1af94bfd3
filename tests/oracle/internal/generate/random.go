// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import "math/rand/v2"

// random makes every choice of one case. The same seed and index make the same choices.
type random struct {
	*rand.Rand
}

func newRandom(seed, index uint64) random {
	return random{rand.New(rand.NewPCG(seed, index*0x9e3779b97f4a7c15+1))}
}

// chance is true so many times in a hundred.
func (r random) chance(percent int) bool { return r.IntN(100) < percent }

// between includes both ends.
func (r random) between(low, high int) int { return low + r.IntN(high-low+1) }

func pick[T any](r random, from ...T) T { return from[r.IntN(len(from))] }

// some picks between low and high different elements, in their order.
func some[T any](r random, low, high int, from ...T) []T {
	left := min(r.between(low, high), len(from))
	chosen := make([]T, 0, left)
	for index, element := range from {
		if left > 0 && r.IntN(len(from)-index) < left {
			chosen = append(chosen, element)
			left--
		}
	}
	return chosen
}

func pointer[T any](value T) *T { return &value }
