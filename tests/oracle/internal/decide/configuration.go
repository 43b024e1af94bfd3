// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package decide

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
)

const emptyConfiguration = `{"apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration"}`

// readConfiguration reads a configuration as kube-scheduler does: strictly, with its defaults, which depend on the
// feature gates, and with its validation.
func readConfiguration(raw json.RawMessage, atDefaults bool) (*config.KubeSchedulerConfiguration, error) {
	if len(raw) > 0 && string(raw) != "null" {
		return decode(raw)
	}
	if !atDefaults {
		return decode(json.RawMessage(emptyConfiguration))
	}
	read, err := defaultConfiguration()
	if err != nil {
		return nil, err
	}
	return read.DeepCopy(), nil
}

// defaultConfiguration is decoded once, with the gates at their defaults.
var defaultConfiguration = sync.OnceValues(func() (*config.KubeSchedulerConfiguration, error) {
	return decode(json.RawMessage(emptyConfiguration))
})

func decode(raw json.RawMessage) (*config.KubeSchedulerConfiguration, error) {
	object, kind, err := scheme.Codecs.UniversalDecoder().Decode(raw, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	read, ok := object.(*config.KubeSchedulerConfiguration)
	if !ok {
		return nil, fmt.Errorf("configuration: is a %v", kind)
	}
	read.APIVersion = kind.GroupVersion().String()
	if len(read.Extenders) > 0 {
		return nil, errors.New("configuration: extenders are not asked by the oracle")
	}
	if err := validation.ValidateKubeSchedulerConfiguration(read); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	return read, nil
}
