// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/model/inventory.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"
#include "planner/model/usage.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::model {

/// State of the link to a cluster. Nothing is decided or approved unless Synced.
enum class FeedState : std::uint8_t { Connecting, Synced, Stale };

/// Why a feed is not synced, typed; `detail` is untrusted text from the other side (already free of secrets).
enum class FaultKind : std::uint8_t {
    None,
    Unreachable,
    TlsUntrusted,
    TlsCertificateExpired,
    Unauthorized,
    Forbidden,
    TooManyRequests,
    ServerError,
    Protocol,
    Timeout,
    CredentialPlugin,
    ConsentNeeded,
    Configuration,
    Stopped,
};
struct FeedStatus {
    FeedState state = FeedState::Connecting;
    FaultKind fault = FaultKind::None;
    std::string detail;
    base::TimePoint lastContact{}; ///< last byte from the server (watch events, bookmarks, polls)
    std::optional<base::TimePoint> nextTry; ///< while backing off
    std::int64_t nodesListed = 0; ///< progress of the first list
    std::int64_t podsListed = 0;
    std::string serverVersion;
    friend bool operator==(const FeedStatus &, const FeedStatus &) = default;
};

/// What changed in the cluster since the last delivery, in order of arrival by kind. `replace` means "this is a whole
/// list of that kind; whatever is not in it is gone".
struct ClusterDelta {
    bool replaceNodes = false;
    bool replacePods = false;
    std::vector<NodePtr> nodes; ///< added or changed
    std::vector<base::Symbol> removedNodes;
    std::vector<PodPtr> pods; ///< added or changed
    std::vector<std::pair<PodKey, std::string>> removedPods; ///< key and UID
    InventoryPtr inventory; ///< whole, when it changed; else null
    [[nodiscard]] bool empty() const
    {
        return !replaceNodes && !replacePods && nodes.empty() && removedNodes.empty() && pods.empty()
            && removedPods.empty() && !inventory;
    }
};

/// A poll of a metrics source. Nodes and pods that the source did not answer for are absent: unknown, not zero.
struct UsageReport {
    enum class Source : std::uint8_t { None, Available, Failing };
    Source source = Source::None;
    std::string detail; ///< untrusted
    std::vector<std::pair<base::Symbol, Usage>> nodes;
    std::vector<std::pair<PodKey, Usage>> pods;
    base::TimePoint at{};
};

/// What the user (or the demo) may do. An absent answer is "not yet known", and is treated as no.
struct AccessReview {
    enum class Answer : std::uint8_t { Unknown, Allowed, Denied };
    Answer listNodes = Answer::Unknown;
    Answer listPods = Answer::Unknown;
    Answer bindPods = Answer::Unknown; ///< create pods/binding
    Answer createEvents = Answer::Unknown;
    Answer patchPodStatus = Answer::Unknown;
    Answer readMetrics = Answer::Unknown;
    std::string user; ///< as the server names us, when it says
    Answer listBudgets = Answer::Unknown; ///< disruption budgets, which advice on evictions depends on
    friend bool operator==(const AccessReview &, const AccessReview &) = default;
};

} // namespace binnacle::model
