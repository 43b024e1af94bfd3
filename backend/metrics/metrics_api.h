// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/usage_source.h"
#include "planner/model/cluster.h"

#include <absl/status/status.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::metrics {

/// metrics.k8s.io/v1beta1 of a live cluster, polled every 15 s (every minute while it is absent). Source::None when the
/// server does not serve it, Failing with the server's words when it does not answer, Available otherwise; then pods may
/// still be missing, with the reason in `detail`. What the source leaves out or garbles is absent, never zero.
struct PollPace {
    std::chrono::milliseconds served{15'000};
    std::chrono::milliseconds absent{60'000};
};
[[nodiscard]] kube::UsageSourceFactory metricsApiSource(PollPace pace = {});

/// Reads a NodeMetricsList. Items without a name, a usable figure or a sane one (negative, beyond 64 bits) are left out.
/// kInvalidArgument when it is no such list. The text is padded in place for the parser.
[[nodiscard]] absl::Status readNodeMetrics(
    std::string &json, std::vector<std::pair<base::Symbol, model::Usage>> &nodes);
/// Reads a PodMetricsList; a pod's use is the sum of its containers', absent unless every one of them is known.
[[nodiscard]] absl::Status readPodMetrics(std::string &json, std::vector<std::pair<model::PodKey, model::Usage>> &pods);

} // namespace binnacle::metrics
