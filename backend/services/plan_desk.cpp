// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/plan_desk.h"

#include "backend/kube/give_way.h"
#include "backend/kube/pod_rules.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace binnacle::services {

namespace {

constexpr std::chrono::milliseconds longest = std::chrono::minutes(10);

/// Leaves only the pods that the request names.
absl::Status keepNamed(const std::vector<model::PodKey> &named, std::vector<model::PodPtr> &queue)
{
    if (named.empty())
        return absl::OkStatus();
    const absl::flat_hash_set<model::PodKey> wanted(named.begin(), named.end());
    std::erase_if(queue, [&](const model::PodPtr &pod) { return !wanted.contains(pod->key); });
    absl::flat_hash_set<model::PodKey> there;
    for (const model::PodPtr &pod : queue)
        there.insert(pod->key);
    for (const model::PodKey &key : named) {
        if (!there.contains(key))
            return absl::NotFoundError(key.text());
    }
    return absl::OkStatus();
}

/// Those of the request first; a group that shares a pod with one of them is left to it.
void addGangs(const api::PlanRequest &request, plan::Problem &problem)
{
    problem.gangs = request.gangs;
    absl::flat_hash_set<model::PodKey> taken;
    for (const model::Gang &gang : request.gangs)
        taken.insert(gang.members.begin(), gang.members.end());
    for (model::Gang &gang : gangsByLabels(problem.queue)) {
        if (std::none_of(
                gang.members.begin(), gang.members.end(), [&](const auto &key) { return taken.contains(key); }))
            problem.gangs.push_back(std::move(gang));
    }
}

void addBudgets(plan::Problem &problem)
{
    const model::Inventory &inventory = problem.snapshot->inventory();
    problem.budgetsKnown = inventory.known().budgets;
    for (const model::NamespaceInfoPtr &ns : inventory.namespaces()) {
        for (const model::DisruptionBudget &budget : ns->budgets)
            problem.budgets.push_back({ns->name, budget});
    }
}

} // namespace

std::vector<model::Gang> gangsByLabels(const std::vector<model::PodPtr> &pods)
{
    std::map<std::pair<std::string, std::string>, model::Gang> gangs;
    for (const model::PodPtr &pod : pods) {
        for (const auto &[key, value] : pod->labels.entries()) {
            if (kube::isGroupNameKey(key.text()) && !value.empty()) {
                model::Gang &gang = gangs[{pod->key.ns, value}];
                gang.name = pod->key.ns + '/' + value;
                gang.members.push_back(pod->key);
                break;
            }
        }
    }
    std::vector<model::Gang> out;
    out.reserve(gangs.size());
    for (auto &[name, gang] : gangs)
        out.push_back(std::move(gang));
    return out;
}

PlanDesk::PlanDesk(base::Executor &state) : m_state(state)
{
    m_work.post([] { kube::giveWay(); });
}

PlanDesk::~PlanDesk() { stop(); }

void PlanDesk::stop()
{
    m_stopped = true;
    m_work.stop();
}

void PlanDesk::plan(const api::PlanRequest &request, plan::Problem world, Progress progress, std::stop_token stop,
    api::Reply<model::PlanPtr> reply)
{
    if (const absl::Status named = keepNamed(request.pods, world.queue); !named.ok())
        return reply(named);
    if (request.time <= std::chrono::milliseconds::zero() || request.time > longest)
        return reply(absl::InvalidArgumentError(
            fmt::format("plan: time {} ms: 1 to {}", request.time.count(), longest.count())));
    addGangs(request, world);
    addBudgets(world);
    world.seed = request.seed;
    world.steps = request.steps;
    world.moves = request.moves;
    world.evict = request.evict;
    auto problem = std::make_shared<const plan::Problem>(std::move(world));
    m_work.post([this, problem, kind = request.kind, time = request.time, progress = std::move(progress),
                    stop = std::move(stop), reply = std::move(reply)] {
        plan::Control control;
        const auto end = std::chrono::steady_clock::now() + time;
        control.stop = [this, &stop, end] {
            return m_stopped || stop.stop_requested() || std::chrono::steady_clock::now() >= end;
        };
        control.progress = [&progress](std::int64_t done, std::int64_t of) {
            if (progress)
                progress(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(of));
        };
        absl::StatusOr<model::Plan> made = kind == model::PlanKind::Batch
            ? plan::planBatch(*problem, control)
            : plan::planDefragmentation(*problem, control);
        auto answer = std::make_shared<absl::StatusOr<model::PlanPtr>>(nullptr);
        if (made.ok())
            *answer = std::make_shared<const model::Plan>(*std::move(made));
        else
            *answer = made.status();
        m_state.post([answer, reply] { reply(std::move(*answer)); });
    });
}

} // namespace binnacle::services
