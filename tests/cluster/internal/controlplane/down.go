// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"errors"
	"time"
)

// Down ends exactly the processes an instance recorded and removes its files, also
// when its supervisor has crashed. A name without an instance is an error.
func Down(name string) error {
	state, err := Load(name)
	if err != nil {
		// An instance that ended before it wrote a state has no processes either.
		if names, listError := List(); listError == nil && contains(names, name) {
			return removeLayout(name)
		}
		return err
	}
	var failures []error
	if supervisor, ok := state.Processes["supervisor"]; ok {
		failures = append(failures, supervisor.end(20*time.Second))
	}
	for program, process := range state.Processes {
		if program != "supervisor" {
			failures = append(failures, process.end(0))
		}
	}
	failures = append(failures, removeLayout(name))
	return errors.Join(failures...)
}

func contains(names []string, name string) bool {
	for _, candidate := range names {
		if candidate == name {
			return true
		}
	}
	return false
}
