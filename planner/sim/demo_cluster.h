// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/framework/ports.h"
#include "planner/sim/link.h"
#include "planner/sim/world.h"

#include <memory>
#include <mutex>

namespace binnacle::sim {

/// The demo cluster: a World behind the port of a live cluster. It has no thread and no timer of its own: whoever owns it
/// calls advance() with the time that has passed (four times a second does well). Everything happens on the executor of
/// start(), in the order of the calls; with the same options, clock and calls it tells the same history.
/// Objects and reports are stamped with the clock's time. start() begins the world anew. Thread-safe.
class DemoCluster final : public framework::ClusterPort {
public:
    DemoCluster(const DemoOptions &options, const base::Clock &clock);
    ~DemoCluster() override;

    void start(base::Executor &executor, framework::ClusterSink &sink) override;
    void stop() override;
    void bind(framework::BindRequest request, std::function<void(framework::BindResult)> done) override;
    void readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done) override;
    void note(framework::PodNote note, std::function<void(absl::Status)> done) override;
    [[nodiscard]] bool writable() const override { return true; }

    /// Lets `elapsed` pass, times the speed; at most ten simulated minutes a call. While paused only the contact is kept.
    void advance(base::Duration elapsed);
    void setPaused(bool paused);
    [[nodiscard]] bool paused() const;
    /// Simulated seconds a second, held within 0.1 and 120.
    void setSpeed(double factor);
    [[nodiscard]] double speed() const;

private:
    struct Stage;
    [[nodiscard]] std::shared_ptr<Stage> stage() const;

    const DemoOptions m_options;
    const base::Clock &m_clock;
    mutable std::mutex m_mutex;
    std::shared_ptr<Stage> m_stage; ///< guarded by m_mutex; null while stopped
    bool m_paused = false; ///< guarded by m_mutex
    double m_speed = 1; ///< guarded by m_mutex
};

} // namespace binnacle::sim
