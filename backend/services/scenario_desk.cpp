// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/scenario_desk.h"

#include "backend/kube/give_way.h"
#include "backend/services/scenario_steps.h"

#include <string>
#include <utility>

namespace binnacle::services {

namespace {

/// All scenarios of one question, one after the other.
class Comparing {
public:
    Comparing(const base::Clock &clock, const ScenarioDesk::Start &start, const ScenarioDesk::Progress &progress,
        std::size_t scenarios, std::function<bool()> stopped)
        : m_clock(clock), m_start(start), m_progress(progress), m_left(scenarios + 1), m_stopped(std::move(stopped))
    {
    }

    api::ScenarioResult run(api::Scenario scenario)
    {
        api::ScenarioResult result;
        const base::TimePoint began = m_clock.now();
        absl::StatusOr<std::vector<engine::ScenarioEdit>> edits = editsOf(scenario, m_start.policies);
        result.scenario = std::move(scenario);
        result.status = edits.status();
        if (edits.ok()) {
            engine::ScenarioInput input;
            input.base = m_start.snapshot;
            input.waiting = m_start.waiting;
            input.policies = m_start.policies;
            input.edits = *std::move(edits);
            input.seed = m_start.seed;
            input.mostNodes = api::ScenarioLimits::nodes;
            input.mostPods = api::ScenarioLimits::pods;
            absl::StatusOr<model::ScenarioOutcomePtr> outcome =
                engine::runScenario(input, [this](std::int64_t done, std::int64_t of) { return goOn(done, of); });
            result.status = outcome.status();
            if (outcome.ok())
                result.outcome = *std::move(outcome);
        }
        result.took = m_clock.now() - began;
        m_before += m_last;
        m_last = 0;
        --m_left;
        return result;
    }

private:
    /// How many there are to decide in the scenarios to come is not known yet: about as many as now.
    bool goOn(std::int64_t done, std::int64_t of)
    {
        m_last = of;
        if (const base::TimePoint now = m_clock.now(); now >= m_nextTold) {
            m_nextTold = now + std::chrono::milliseconds(50);
            m_progress(m_before + done, m_before + of * static_cast<std::int64_t>(m_left));
        }
        return !m_stopped();
    }

    const base::Clock &m_clock;
    const ScenarioDesk::Start &m_start;
    const ScenarioDesk::Progress &m_progress;
    std::size_t m_left;
    std::function<bool()> m_stopped;
    std::int64_t m_before = 0;
    std::int64_t m_last = 0;
    base::TimePoint m_nextTold{};
};

} // namespace

ScenarioDesk::ScenarioDesk(const base::Clock &clock) : m_clock(clock)
{
    m_work.post([] { kube::giveWay(); });
}

ScenarioDesk::~ScenarioDesk() { stop(); }

void ScenarioDesk::stop()
{
    m_stopped.request_stop();
    m_work.stop();
}

void ScenarioDesk::compare(Start start, std::vector<api::Scenario> scenarios, Progress progress, std::stop_token stop,
    api::Reply<api::ScenarioComparisonPtr> reply)
{
    if (scenarios.size() > api::ScenarioLimits::scenarios)
        return reply(model::statusOf(
            {model::ScenarioFaultCode::TooManyScenarios, 0, std::to_string(api::ScenarioLimits::scenarios)}));
    m_work.post([this, start = std::move(start), scenarios = std::move(scenarios), progress = std::move(progress),
                    stop = std::move(stop), reply = std::move(reply)]() mutable {
        const auto stopped = [&] { return stop.stop_requested() || m_stopped.stop_requested(); };
        auto comparison = std::make_shared<api::ScenarioComparison>();
        comparison->live = start.snapshot;
        comparison->at = m_clock.now();
        Comparing comparing(m_clock, start, progress, scenarios.size(), stopped);
        comparison->base = comparing.run({});
        for (api::Scenario &scenario : scenarios) {
            if (!stopped())
                comparison->scenarios.push_back(comparing.run(std::move(scenario)));
        }
        if (stopped())
            return reply(absl::CancelledError("stopped"));
        reply(api::ScenarioComparisonPtr(std::move(comparison)));
    });
}

} // namespace binnacle::services
