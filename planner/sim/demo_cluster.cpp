// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/demo_cluster.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace binnacle::sim {

using framework::BindResult;
using model::AccessReview;
using namespace std::chrono_literals;

/// What one start() set up. The world is made and touched by tasks of the executor only.
struct DemoCluster::Stage {
    std::shared_ptr<ExecutorLink> link;
    const base::Clock &clock;
    std::optional<World> world;
    base::Duration sinceContact{};

    Stage(std::shared_ptr<ExecutorLink> link, const base::Clock &clock) : link(std::move(link)), clock(clock) { }

    /// Runs `task` on the executor; the tasks keep the stage alive.
    template <typename Task> static void post(const std::shared_ptr<Stage> &stage, Task task)
    {
        ExecutorLink::post(
            stage->link, [stage, task = std::move(task)](ExecutorLink &to) mutable { task(*stage, to); });
    }

    [[nodiscard]] model::FeedStatus status(model::FeedState state) const
    {
        model::FeedStatus status;
        status.state = state;
        status.lastContact = clock.now();
        status.serverVersion = "v1.36.3";
        if (world) {
            status.nodesListed = world->nodeCount();
            status.podsListed = world->podCount();
        }
        return status;
    }

    void open(const DemoOptions &options);
    void advance(base::Duration simulated);
    void keepContact(base::Duration elapsed);
};

namespace {

constexpr base::Duration longestAdvance = 10min;
constexpr base::Duration contactPeriod = 5s;

AccessReview everythingAllowed()
{
    AccessReview review;
    review.listNodes = AccessReview::Answer::Allowed;
    review.listPods = AccessReview::Answer::Allowed;
    review.bindPods = AccessReview::Answer::Allowed;
    review.createEvents = AccessReview::Answer::Allowed;
    review.patchPodStatus = AccessReview::Answer::Allowed;
    review.readMetrics = AccessReview::Answer::Allowed;
    review.user = "demo";
    return review;
}

} // namespace

void DemoCluster::Stage::open(const DemoOptions &options)
{
    link->status(status(model::FeedState::Connecting));
    link->access(everythingAllowed());
    world.emplace(options, clock.now());
    link->delta(world->takeWhole());
    link->status(status(model::FeedState::Synced));
    link->usage(world->report(clock.now()));
}

/// In steps of one report at most, so that a report follows the changes before it.
void DemoCluster::Stage::advance(base::Duration simulated)
{
    constexpr base::Duration step = 15s;
    while (simulated > base::Duration::zero()) {
        const base::Duration now = std::min(simulated, step);
        simulated -= now;
        world->advance(now, clock.now());
        link->delta(world->takeDelta());
        for (model::UsageReport &report : world->takeReports()) {
            link->usage(std::move(report));
        }
    }
}

void DemoCluster::Stage::keepContact(base::Duration elapsed)
{
    sinceContact += elapsed;
    if (sinceContact >= contactPeriod) {
        sinceContact = {};
        link->status(status(model::FeedState::Synced));
    }
}

DemoCluster::DemoCluster(const DemoOptions &options, const base::Clock &clock) : m_options(options), m_clock(clock) { }

DemoCluster::~DemoCluster() { stop(); }

std::shared_ptr<DemoCluster::Stage> DemoCluster::stage() const
{
    const std::lock_guard lock(m_mutex);
    return m_stage;
}

void DemoCluster::start(base::Executor &executor, framework::ClusterSink &sink)
{
    stop();
    const auto stage = std::make_shared<Stage>(std::make_shared<ExecutorLink>(executor, sink), m_clock);
    {
        const std::lock_guard lock(m_mutex);
        m_stage = stage;
    }
    Stage::post(stage, [options = m_options](Stage &self, ExecutorLink &) { self.open(options); });
}

void DemoCluster::stop()
{
    const std::lock_guard lock(m_mutex);
    if (m_stage) {
        m_stage->link->open.store(false, std::memory_order_release);
        m_stage.reset();
    }
}

void DemoCluster::bind(framework::BindRequest request, std::function<void(BindResult)> done)
{
    if (const auto to = stage()) {
        Stage::post(to, [request = std::move(request), done = std::move(done)](Stage &self, ExecutorLink &link) {
            done(self.world->bind(request, self.clock.now()));
            link.delta(self.world->takeDelta()); // the watch echo comes after the answer
        });
    }
}

void DemoCluster::readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done)
{
    if (const auto to = stage()) {
        Stage::post(to, [pod = std::move(pod), done = std::move(done)](Stage &self, ExecutorLink &) {
            done(self.world->readPod(pod));
        });
    }
}

void DemoCluster::note(framework::PodNote note, std::function<void(absl::Status)> done)
{
    if (const auto to = stage()) {
        Stage::post(to, [note = std::move(note), done = std::move(done)](Stage &self, ExecutorLink &link) {
            done(self.world->note(note));
            link.delta(self.world->takeDelta());
        });
    }
}

void DemoCluster::advance(base::Duration elapsed)
{
    const std::lock_guard lock(m_mutex); // held while posting, so that speed and pause apply in the order of the calls
    if (!m_stage || elapsed <= base::Duration::zero()) {
        return;
    }
    const double scaled = m_paused ? 0.0 : static_cast<double>(elapsed.count()) * m_speed;
    const double most = static_cast<double>(longestAdvance.count());
    const base::Duration simulated(static_cast<std::int64_t>(std::fmin(scaled, most)));
    Stage::post(m_stage, [elapsed, simulated](Stage &self, ExecutorLink &) {
        self.advance(simulated);
        self.keepContact(elapsed);
    });
}

void DemoCluster::setPaused(bool paused)
{
    const std::lock_guard lock(m_mutex);
    m_paused = paused;
}

bool DemoCluster::paused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

void DemoCluster::setSpeed(double factor)
{
    const std::lock_guard lock(m_mutex);
    m_speed = std::isfinite(factor) ? std::clamp(factor, 0.1, 120.0) : 1.0;
}

double DemoCluster::speed() const
{
    const std::lock_guard lock(m_mutex);
    return m_speed;
}

} // namespace binnacle::sim
