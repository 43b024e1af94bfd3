// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/scenario.h"

#include "planner/engine/fork_placer.h"
#include "planner/engine/fragmentation.h"
#include "planner/engine/scenario_fork.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace binnacle::engine {

namespace {

using model::DecisionOutcome;
using model::ScenarioOutcome;
using model::ScenarioPod;

/// Whether pods that come to nodes later could help it.
bool mayBeHelped(const model::Pod &pod)
{
    return std::any_of(pod.affinityTerms.begin(), pod.affinityTerms.end(),
               [](const model::AffinityTerm &term) { return term.kind == model::AffinityTerm::Kind::RequiredAffinity; })
        || std::any_of(pod.spreadConstraints.begin(), pod.spreadConstraints.end(),
            [](const model::SpreadConstraint &constraint) { return constraint.filters; });
}

/// Decides the pods of a fork one after the other.
class Replay {
public:
    Replay(const ScenarioInput &input, ScenarioFork &fork, const ScenarioProgress &goOn)
        : m_fork(fork), m_goOn(goOn), m_placer(makeForkPlacer(fork.commit(), input.seed))
    {
    }

    absl::Status run()
    {
        ScenarioOutcome &outcome = m_fork.outcome();
        for (const ScenarioFork::Homeless &one : m_fork.homeless()) {
            ScenarioPod pod;
            pod.pod = one.pod;
            pod.origin = one.origin;
            pod.from = one.from;
            outcome.pods.push_back(std::move(pod));
        }
        m_of = static_cast<std::int64_t>(outcome.pods.size());
        for (ScenarioPod &pod : outcome.pods) {
            if (absl::Status status = decideOne(pod); !status.ok()) {
                return status;
            }
        }
        for (bool again = true; again;) {
            again = false;
            for (ScenarioPod &pod : outcome.pods) {
                if (pod.outcome != DecisionOutcome::NoNodeFits || !mayBeHelped(*pod.pod)) {
                    continue;
                }
                if (absl::Status status = decideOne(pod); !status.ok()) {
                    return status;
                }
                again = again || pod.outcome == DecisionOutcome::Placed;
            }
        }
        outcome.after = m_placer->snapshot();
        return absl::OkStatus();
    }

private:
    absl::Status decideOne(ScenarioPod &pod)
    {
        if (m_goOn && m_done % 16 == 0 && !m_goOn(std::min(m_done, m_of), m_of)) {
            return absl::CancelledError("stopped");
        }
        ++m_done;
        const framework::PolicyPtr &policy = m_fork.policies().of(pod.pod->schedulerName);
        std::vector<std::string> &policies = m_fork.outcome().policies;
        if (std::find(policies.begin(), policies.end(), policy->version()) == policies.end()) {
            policies.push_back(policy->version());
        }
        const ForkPlacement placement = place(pod.pod, policy);
        pod.outcome = placement.outcome;
        pod.to = placement.node;
        pod.plugin = placement.plugin;
        pod.reason = placement.reason;
        pod.subject = placement.subject;
        pod.nodesByReason = placement.nodesByReason;
        pod.undecided = placement.undecided;
        return absl::OkStatus();
    }

    /// While nodes only fill up, what did not fit once does not fit later, and neither does another pod that decides alike.
    ForkPlacement place(const model::PodPtr &pod, const framework::PolicyPtr &policy)
    {
        if (mayBeHelped(*pod)) {
            return m_placer->place(pod, policy);
        }
        const std::tuple key(policy.get(), pod->signature.high, pod->signature.low);
        if (const auto known = m_refused.find(key); known != m_refused.end()) {
            return known->second;
        }
        const ForkPlacement placement = m_placer->place(pod, policy);
        if (placement.outcome == DecisionOutcome::NoNodeFits) {
            m_refused.emplace(key, placement);
        }
        return placement;
    }

    ScenarioFork &m_fork;
    const ScenarioProgress &m_goOn;
    std::unique_ptr<ForkPlacer> m_placer;
    absl::flat_hash_map<std::tuple<const framework::Policy *, std::uint64_t, std::uint64_t>, ForkPlacement> m_refused;
    std::int64_t m_done = 0;
    std::int64_t m_of = 0;
};

void countPods(ScenarioOutcome &outcome)
{
    std::map<std::tuple<std::string_view, model::ReasonCode, std::string_view>, model::PendingReason> reasons;
    for (const ScenarioPod &pod : outcome.pods) {
        if (pod.outcome == DecisionOutcome::Placed) {
            ++outcome.placed;
            continue;
        }
        ++outcome.pending;
        const bool undecided = pod.outcome == DecisionOutcome::NotDecidable;
        const model::ReasonCode code = undecided ? model::ReasonCode::UndecidableRule : pod.reason;
        model::PendingReason &reason = reasons[{pod.plugin.text(), code, pod.subject.text()}];
        reason = {code, pod.subject, pod.plugin, reason.pods + 1};
    }
    for (const auto &[key, reason] : reasons) {
        outcome.pendingByReason.push_back(reason);
    }
    std::stable_sort(outcome.pendingByReason.begin(), outcome.pendingByReason.end(),
        [](const model::PendingReason &a, const model::PendingReason &b) { return a.pods > b.pods; });
}

void sumResources(ScenarioOutcome &outcome)
{
    model::Resources allocatable;
    model::Resources allocated;
    std::vector<base::Symbol> names;
    for (const model::NodeInfoPtr &info : outcome.after->nodes()) {
        allocatable += info->node().allocatable;
        allocated += info->requested();
        outcome.cordoned += info->node().unschedulable ? 1 : 0;
        outcome.running += static_cast<std::int64_t>(info->pods().size());
    }
    outcome.nodes = static_cast<std::int64_t>(outcome.after->nodes().size());
    for (const model::Resources::Scalar &scalar : allocatable.scalars()) {
        names.push_back(scalar.first);
    }
    std::sort(names.begin(), names.end(), [](base::Symbol a, base::Symbol b) { return a.text() < b.text(); });
    names.insert(names.begin(),
        {model::resource::cpu, model::resource::memory, model::resource::ephemeralStorage, model::resource::pods});
    for (const base::Symbol name : names) {
        outcome.resources.push_back({name, allocatable.get(name), allocated.get(name)});
    }
}

void measureFragmentation(ScenarioOutcome &outcome)
{
    std::vector<model::PodPtr> pending;
    for (const ScenarioPod &pod : outcome.pods) {
        if (pod.outcome != DecisionOutcome::Placed) {
            pending.push_back(pod.pod);
        }
    }
    const Fragmentation found = fragmentation(*outcome.after, podShapes(*outcome.after, pending));
    outcome.fragmentation = {found.cpu, found.memory, found.gpu, found.total};
}

} // namespace

absl::StatusOr<model::ScenarioOutcomePtr> runScenario(const ScenarioInput &input, const ScenarioProgress &goOn)
{
    ScenarioFork fork(input);
    std::int32_t step = 0;
    for (const ScenarioEdit &edit : input.edits) {
        if (absl::Status status = fork.apply(edit, ++step); !status.ok()) {
            return status;
        }
    }
    if (step > 0 && fork.commit()->nodes().empty()) {
        return model::statusOf({model::ScenarioFaultCode::NoNodesLeft, 0, {}});
    }
    if (absl::Status status = Replay(input, fork, goOn).run(); !status.ok()) {
        return status;
    }
    auto outcome = std::make_shared<ScenarioOutcome>(std::move(fork.outcome()));
    countPods(*outcome);
    sumResources(*outcome);
    measureFragmentation(*outcome);
    return model::ScenarioOutcomePtr(std::move(outcome));
}

} // namespace binnacle::engine
