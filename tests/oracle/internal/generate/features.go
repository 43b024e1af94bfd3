// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import corev1 "k8s.io/api/core/v1"

// features lets nodes declare what they can do, and pods need it.
func features(w *world) {
	r := w.r
	for _, node := range w.nodes {
		node.Status.DeclaredFeatures = some(r, 0, 3, "RestartAllContainersOnContainerExits", "SomethingElse", "UserNamespacesHostNetworkSupport")
	}
	for _, pod := range w.pending {
		if r.chance(40) && len(pod.Spec.Containers[0].Ports) == 0 {
			pod.Spec.HostNetwork = true
			pod.Spec.HostUsers = pick(r, nil, pointer(true), pointer(false), pointer(false))
		}
		if r.chance(40) {
			container := &pod.Spec.Containers[0]
			container.RestartPolicy = pointer(corev1.ContainerRestartPolicyNever)
			container.RestartPolicyRules = []corev1.ContainerRestartRule{{
				Action: pick(r, corev1.ContainerRestartRuleActionRestartAllContainers, corev1.ContainerRestartRuleActionRestart),
				ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{
					Operator: corev1.ContainerRestartRuleOnExitCodesOpIn, Values: []int32{42}},
			}}
		}
	}
}
