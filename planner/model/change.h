// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/symbol.h"
#include "planner/model/pod.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

/// What could be done so that a node takes a pod. Names are stable: they go into JSON.
enum class ChangeKind : std::uint8_t {
    FreeResource, ///< have `amount` more of the resource `subject` free on the node, in its counting unit
    EvictPods, ///< evict `pods`: none has a higher priority, none would come back to its node by itself
    WaitForPods, ///< wait until `pods` have ended: they are terminating, or belong to a Job
    AskLess, ///< ask for no more than `amount` of the resource `subject`
    Uncordon, ///< of the node
    RemoveTaint, ///< `subject` is the key, `detail` value and effect ("v:NoSchedule")
    Tolerate, ///< the same, by a toleration of the pod
    AddLabel, ///< set the label `subject` of the node to `detail`
    RemoveLabel, ///< from the node
    DropNodeSelector, ///< the pod's nodeSelector `subject` = `detail`
    DropNodeAffinity, ///< the pod's required node affinity
    ClearNodeName, ///< the pod's spec.nodeName, which is `detail`
    DropHostPort, ///< the pod's `detail` ("TCP 8080")
    DropAffinity, ///< the pod's required pod affinity over the topology key `subject`
    DropAntiAffinity, ///< the pod's required pod anti-affinity over the topology key `subject`
    RelaxSpread, ///< raise maxSkew of the pod's spread over `subject` to `amount`
    DropSpread, ///< let the pod's spread over `subject` only move scores (ScheduleAnyway)
};
[[nodiscard]] std::string_view changeName(ChangeKind kind);

struct Change {
    ChangeKind kind = ChangeKind::FreeResource;
    base::Symbol subject{};
    std::string detail{}; ///< untrusted text
    std::int64_t amount = 0;
    std::vector<PodKey> pods{}; ///< by namespace and name
    friend bool operator==(const Change &, const Change &) = default;
};

/// Changes that together let a pod in. Each pod to evict or to wait for counts as one. The cost orders sets of equal count:
/// waiting for a pod that ends anyway is the least, then what an edit takes back, then what a goal leaves open, then what
/// ends a running pod.
struct ChangeSet {
    std::vector<Change> changes{};
    std::int64_t count = 0;
    std::int64_t cost = 0;
    [[nodiscard]] bool empty() const { return changes.empty(); }
    friend bool operator==(const ChangeSet &, const ChangeSet &) = default;
};

/// How a search for changes ended.
enum class ChangeSearch : std::uint8_t {
    NotNeeded, ///< the node fits
    Least, ///< the first set is the least of all that are known of
    Bounded, ///< the search was cut short: there may be less, or, without a set, there may be one
    NoneKnown, ///< no change can be verified to lift what a plugin says
};
[[nodiscard]] std::string_view searchName(ChangeSearch search);

} // namespace binnacle::model
