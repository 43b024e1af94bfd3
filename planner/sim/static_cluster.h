// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/framework/ports.h"
#include "planner/sim/link.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace binnacle::sim {

/// A cluster that never changes, over fixed nodes and pods: a file, or an imported trace. Delivers everything once and
/// is then Synced. Not writable: bind is refused and note answered with kFailedPrecondition.
/// Thread-safe; callbacks as ClusterPort says. May be started again after stop().
class StaticCluster final : public framework::ClusterPort {
public:
    /// `description` becomes FeedStatus::serverVersion, `at` its lastContact (when the file was read).
    StaticCluster(std::vector<model::NodePtr> nodes, std::vector<model::PodPtr> pods, model::InventoryPtr inventory,
        std::string description, base::TimePoint at);
    ~StaticCluster() override;

    void start(base::Executor &executor, framework::ClusterSink &sink) override;
    void stop() override;
    void bind(framework::BindRequest request, std::function<void(framework::BindResult)> done) override;
    void readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done) override;
    void note(framework::PodNote note, std::function<void(absl::Status)> done) override;
    [[nodiscard]] bool writable() const override { return false; }

private:
    struct Content;
    [[nodiscard]] std::shared_ptr<ExecutorLink> link() const;

    const std::shared_ptr<const Content> m_content;
    mutable std::mutex m_mutex;
    std::shared_ptr<ExecutorLink> m_link; ///< guarded by m_mutex; null while stopped
};

} // namespace binnacle::sim
