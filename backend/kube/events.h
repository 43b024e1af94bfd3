// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "planner/base/clock.h"
#include "planner/framework/ports.h"

#include <functional>
#include <string>

namespace binnacle::kube {

/// Writes what kube-scheduler (v1.36, schedule_one.go) writes about a pod: an events.k8s.io/v1 Event with the reason Scheduled
/// or FailedScheduling, and for the latter the condition PodScheduled=False, reason Unschedulable, by a strategic merge patch
/// of pods/status guarded by the pod's UID. The Event's fault wins when both fail. On the client's sequence.
void writeNote(
    ApiClient &client, const framework::PodNote &note, base::TimePoint now, std::function<void(absl::Status)> done);

/// The Event in its envelope, and the patch as JSON.
[[nodiscard]] std::string eventBody(const framework::PodNote &note, base::TimePoint now);
[[nodiscard]] std::string conditionPatch(const framework::PodNote &note, base::TimePoint now);

} // namespace binnacle::kube
