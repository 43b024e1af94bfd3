// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"

#include <absl/status/statusor.h>

#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// A profile: how the pods of one scheduler name are decided. Plain value.
struct SchedulerProfile {
    std::string schedulerName;
    framework::PolicyChanges changes; ///< without extenders
};

/// What a KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1) says about decisions. Plain value.
struct SchedulerConfig {
    std::vector<framework::Extender> extenders;
    std::vector<SchedulerProfile> profiles; ///< no name twice

    /// By which the pods of that scheduler are decided: those of its profile, none if there is no such profile, and the
    /// extenders.
    [[nodiscard]] framework::PolicyChanges changesFor(std::string_view schedulerName) const;
};

/// Reads YAML or JSON of at most 1 MiB, as strictly as kube-scheduler does: another apiVersion or kind, a field that there is
/// not, a value of the wrong type, and extenders that it would refuse (a weight that is not positive, a managed resource that
/// is no extended resource or is named twice, two that bind) are kInvalidArgument at their place. So is what a profile
/// changes and a policy here cannot express: answers under the built-in policy would not be the profile's. What bears on no
/// decision (leader election, back-off, percentageOfNodesToScore, …) is let pass. Errors name fields and places, never what
/// tlsConfig holds.
[[nodiscard]] absl::StatusOr<SchedulerConfig> parseSchedulerConfig(std::string_view source, std::string_view text);
/// The same of a file; blocking. kNotFound, kPermissionDenied and the like say which file.
[[nodiscard]] absl::StatusOr<SchedulerConfig> loadSchedulerConfig(const std::string &path);

} // namespace binnacle::kube
