// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "planner/base/clock.h"
#include "planner/base/sequence.h"
#include "planner/framework/policy.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace binnacle::services {

/// Runs scenarios on a sequence of its own, so that a large one holds up no decision. Answers come on that sequence. Writes
/// nothing. Owned by the session; stop() it before what `clock` points to goes.
class ScenarioDesk {
public:
    explicit ScenarioDesk(const base::Clock &clock);
    ~ScenarioDesk();

    /// What the scenarios start from.
    struct Start {
        model::SnapshotPtr snapshot;
        std::vector<model::PodPtr> waiting;
        framework::Policies policies;
        std::uint64_t seed = 0;
    };
    using Progress = std::function<void(std::int64_t done, std::int64_t of)>;
    void compare(Start start, std::vector<api::Scenario> scenarios, Progress progress, std::stop_token stop,
        api::Reply<api::ScenarioComparisonPtr> reply);
    void stop(); ///< ends the one under way, and joins

private:
    const base::Clock &m_clock;
    std::stop_source m_stopped;
    base::Sequence m_work{"scenario"};
};

} // namespace binnacle::services
