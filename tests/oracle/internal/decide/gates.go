// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package decide

import (
	"errors"
	"fmt"
	"sync"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
)

// Feature gates are one set for the whole process. Cases at the defaults run side by side; one that sets gates runs
// alone, and leaves the defaults behind.
var gates sync.RWMutex

func withGates(wanted map[string]bool, run func() error) error {
	if len(wanted) == 0 {
		gates.RLock()
		defer gates.RUnlock()
		return run()
	}
	gates.Lock()
	defer gates.Unlock()
	gate := utilfeature.DefaultMutableFeatureGate
	// Tried on a copy first: a refused gate stays noted in the set and would spoil every later one.
	trial := gate.DeepCopy()
	if err := trial.SetFromMap(wanted); err != nil {
		return fmt.Errorf("featureGates: %w", err)
	}
	if problems := trial.Validate(); len(problems) > 0 {
		return fmt.Errorf("featureGates: %w", errors.Join(problems...))
	}
	defer resetGates()
	if err := gate.SetFromMap(wanted); err != nil {
		return fmt.Errorf("featureGates: %w", err)
	}
	return run()
}

func resetGates() {
	gate := utilfeature.DefaultMutableFeatureGate
	for name := range gate.GetAll() {
		if gate.ExplicitlySet(name) {
			// The only error is for a refused gate, and none is set that was refused.
			_ = gate.ResetFeatureValueToDefault(name)
		}
	}
}
