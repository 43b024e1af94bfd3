// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/api/plan.h"
#include "planner/base/sequence.h"
#include "planner/plan/problem.h"

#include <atomic>
#include <memory>

namespace binnacle::services {

/// Makes plans, one after the other, on a sequence of their own: decisions do not wait for them. Owned by the session's state
/// sequence; answers arrive on it, progress on the thread that makes the plan.
class PlanDesk {
public:
    explicit PlanDesk(base::Executor &state);
    ~PlanDesk();

    using Progress = std::function<void(std::uint64_t done, std::uint64_t of)>;
    /// kInvalidArgument: a limit of the request is out of range, or it names a pod that does not wait (kNotFound).
    void plan(const api::PlanRequest &request, plan::Problem world, Progress progress, std::stop_token stop,
        api::Reply<model::PlanPtr> reply);
    void stop(); ///< ends the plan under way, and joins

private:
    base::Executor &m_state;
    std::atomic<bool> m_stopped = false;
    base::Sequence m_work{"planning"};
};

/// The gangs that the pods' own labels make, by the keys of today's group schedulers: pods of one namespace and one group name.
[[nodiscard]] std::vector<model::Gang> gangsByLabels(const std::vector<model::PodPtr> &pods);

} // namespace binnacle::services
