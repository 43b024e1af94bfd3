// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/scenario_forks.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace binnacle::models {

namespace {

constexpr std::size_t mostPast = 50;

} // namespace

ScenarioForks::ScenarioForks(QObject *parent) : QObject(parent) { setService(nullptr); }

ScenarioForks::~ScenarioForks() { m_stop.request_stop(); }

void ScenarioForks::setService(api::ClusterService *service)
{
    stop();
    m_service = service;
    m_forks = {{QStringLiteral("A"), {}, {}}};
    m_current = 0;
    m_past.clear();
    m_comparison = nullptr;
    m_status = absl::OkStatus();
    emit changed();
}

void ScenarioForks::setCurrent(int index)
{
    if (index < 0 || index >= int(m_forks.size()) || index == m_current)
        return;
    m_current = index;
    emit changed();
}

QString ScenarioForks::freeName() const
{
    for (char letter = 'A';; ++letter) {
        const QString name(QLatin1Char{letter});
        if (std::none_of(m_forks.begin(), m_forks.end(), [&](const Fork &fork) { return fork.name == name; }))
            return name;
    }
}

void ScenarioForks::remember()
{
    m_past.push_back({m_forks, m_current});
    if (m_past.size() > mostPast)
        m_past.erase(m_past.begin());
}

void ScenarioForks::addFork()
{
    if (int(m_forks.size()) >= most)
        return;
    remember();
    Fork copy = fork();
    copy.name = freeName();
    m_forks.push_back(std::move(copy));
    m_current = int(m_forks.size()) - 1;
    emit changed();
}

void ScenarioForks::removeFork(int index)
{
    if (index < 0 || index >= int(m_forks.size()))
        return;
    remember();
    if (m_forks.size() == 1) {
        m_forks.front().steps.clear();
        m_forks.front().result.reset();
    } else {
        m_forks.erase(m_forks.begin() + index);
        m_current = std::clamp(m_current - (index < m_current ? 1 : 0), 0, int(m_forks.size()) - 1);
    }
    edited();
}

void ScenarioForks::addStep(api::ScenarioStep step)
{
    remember();
    m_forks[std::size_t(m_current)].steps.push_back(std::move(step));
    edited();
}

void ScenarioForks::removeStep(int index)
{
    std::vector<api::ScenarioStep> &steps = m_forks[std::size_t(m_current)].steps;
    if (index < 0 || index >= int(steps.size()))
        return;
    remember();
    steps.erase(steps.begin() + index);
    edited();
}

void ScenarioForks::undo()
{
    if (m_past.empty())
        return;
    m_forks = std::move(m_past.back().forks);
    m_current = m_past.back().current;
    m_past.pop_back();
    edited();
}

void ScenarioForks::edited()
{
    const bool any = std::any_of(m_forks.begin(), m_forks.end(), [](const Fork &fork) { return !fork.steps.empty(); });
    if (any) {
        run();
        return;
    }
    cancel();
    for (Fork &fork : m_forks)
        fork.result.reset();
    m_comparison = nullptr;
    m_status = absl::OkStatus();
    emit changed();
}

void ScenarioForks::stop()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    ++m_question;
    m_running = false;
}

void ScenarioForks::cancel()
{
    if (!m_running)
        return;
    stop();
    m_status = absl::CancelledError("stopped");
    emit changed();
}

void ScenarioForks::run()
{
    if (!m_service)
        return;
    stop();
    std::vector<api::Scenario> scenarios;
    scenarios.reserve(m_forks.size());
    for (const Fork &fork : m_forks)
        scenarios.push_back({fork.name.toStdString(), fork.steps});
    m_running = true;
    m_done = m_of = 0;
    const std::uint64_t question = m_question;
    const QPointer<ScenarioForks> self(this);
    m_service->compareScenarios(
        std::move(scenarios),
        [self, question](std::int64_t done, std::int64_t of) {
            if (!self || self->m_question != question)
                return;
            self->m_done = done;
            self->m_of = of;
            emit self->progressed();
        },
        m_stop.get_token(),
        [self, question](absl::StatusOr<api::ScenarioComparisonPtr> answer) {
            if (self && self->m_question == question)
                self->take(std::move(answer));
        });
    emit changed();
}

void ScenarioForks::take(absl::StatusOr<api::ScenarioComparisonPtr> answer)
{
    m_running = false;
    m_status = answer.status();
    if (answer.ok()) {
        m_comparison = *std::move(answer);
        for (std::size_t i = 0; i < m_forks.size() && i < m_comparison->scenarios.size(); ++i)
            m_forks[i].result = m_comparison->scenarios[i];
    }
    emit changed();
}

} // namespace binnacle::models
