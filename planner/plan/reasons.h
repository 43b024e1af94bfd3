// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/plan.h"
#include "planner/plan/world.h"

#include <absl/container/flat_hash_map.h>

#include <string>

namespace binnacle::plan {

/// How often a node is asked about for what a plan only reports.
inline constexpr std::int64_t affordable = 2'000'000;

/// Why pods found no room in a world as it stands now. Worked out once for pods that the plugins cannot tell apart;
/// where that would be too much work it is NoRoom without a reason.
class Reasons {
public:
    explicit Reasons(World &world) : m_world(world) { }
    /// `stopped`: whether the plan ended before it was looked at.
    [[nodiscard]] model::PlanLeftOver leftOver(const model::PodPtr &pod, const std::string &gang, bool stopped);

private:
    struct Main {
        model::Reason reason;
        std::int32_t nodes = 0;
        bool never = false; ///< every node refuses it for good
        bool anyFits = false;
    };
    const Main &mainOf(const model::PodPtr &pod);

    World &m_world;
    std::int64_t m_left = affordable;
    absl::flat_hash_map<int, Main> m_known; ///< by class
};

/// What pods make of the nodes that they are on, each with all others in place. Where that would be too much work, scores that depend on
/// pods elsewhere count as the snapshot beneath gives them.
class Scores {
public:
    explicit Scores(World &world) : m_world(world) { }
    [[nodiscard]] std::int64_t of(const model::PodPtr &pod, int node);

private:
    World &m_world;
    std::int64_t m_left = affordable;
    model::NodeInfo m_scratch;
};

} // namespace binnacle::plan
