// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/policy_trial.h"

#include "planner/engine/decide.h"

#include <algorithm>
#include <map>
#include <utility>

namespace binnacle::services {

namespace {

constexpr std::size_t mostPods = 1000;

/// The snapshot as these policies read it: with what was measured, or without.
model::SnapshotPtr as(
    const framework::Policies &policies, const model::SnapshotPtr &snapshot, const api::UsageTable &usage)
{
    const bool wanted = readMeasuredUse(policies);
    std::vector<model::NodeInfoPtr> changed;
    for (const model::NodeInfoPtr &info : snapshot->nodes()) {
        const bool there = info->measured() != model::MeasuredUse{};
        if (there == wanted)
            continue;
        const model::MeasuredUse measured = wanted ? measuredUse(usage, info->node().name) : model::MeasuredUse{};
        if (wanted && measured == model::MeasuredUse{})
            continue;
        auto copy = std::make_shared<model::NodeInfo>(*info);
        copy->setMeasured(measured);
        changed.push_back(std::move(copy));
    }
    return changed.empty() ? snapshot : snapshot->with(snapshot->generation(), changed);
}

/// The reason that refuses most nodes.
void mainReason(const model::Decision &decision, api::PolicyOutcome::Side &side)
{
    std::map<std::pair<model::ReasonCode, std::string_view>, int> counts;
    int most = 0;
    for (const model::RejectedNode &node : decision.rejected) {
        if (node.reasons.empty())
            continue;
        const model::Reason &reason = node.reasons.front();
        if (const int count = ++counts[{reason.code, reason.subject.text()}]; count > most) {
            most = count;
            side.reason = reason.code;
            side.subject = reason.subject;
        }
    }
}

/// A cluster that fills up under one policy.
class World {
public:
    World(const framework::Policies &policies, model::SnapshotPtr snapshot, std::uint64_t seed)
        : m_policies(policies), m_snapshot(std::move(snapshot)), m_seed(seed)
    {
    }

    api::PolicyOutcome::Side place(const model::PodPtr &pod)
    {
        const engine::DecideOptions options{.seed = m_seed, .worlds = 0};
        const model::Decision decision = engine::decide(*m_snapshot, pod, *m_policies.of(pod->schedulerName), options);
        api::PolicyOutcome::Side side;
        side.outcome = decision.outcome;
        side.node = decision.chosen;
        if (decision.outcome == model::DecisionOutcome::Placed) {
            model::Overlay overlay(m_snapshot);
            overlay.assume(pod, decision.chosen);
            m_snapshot = overlay.commit();
        } else {
            mainReason(decision, side);
        }
        return side;
    }

private:
    const framework::Policies &m_policies;
    model::SnapshotPtr m_snapshot;
    std::uint64_t m_seed;
};

} // namespace

bool readMeasuredUse(const framework::Policies &policies)
{
    return policies.others->readsMeasuredUse()
        || std::any_of(policies.profiles.begin(), policies.profiles.end(),
            [](const auto &profile) { return profile.second->readsMeasuredUse(); });
}

model::MeasuredUse measuredUse(const api::UsageTable &usage, base::Symbol node)
{
    const auto found = usage.nodes.find(node);
    if (found == usage.nodes.end())
        return {};
    model::MeasuredUse out;
    if (found->second.cpuNano)
        out.cpuMilli = (*found->second.cpuNano + 999'999) / 1'000'000; // rounded up: a limit holds to the full
    out.memoryBytes = found->second.memoryBytes;
    return out;
}

void tryOnQueue(const TrialInput &input, const std::function<bool()> &stop, api::PolicyTrial &trial)
{
    World before(input.before, as(input.before, input.snapshot, *input.usage), input.seed);
    World after(input.after, as(input.after, input.snapshot, *input.usage), input.seed);
    const std::size_t count = std::min(input.pods.size(), mostPods);
    trial.leftOut = static_cast<std::int64_t>(input.pods.size() - count);
    for (std::size_t i = 0; i < count && !stop(); ++i) {
        api::PolicyOutcome outcome{input.pods[i]->key, before.place(input.pods[i]), after.place(input.pods[i])};
        trial.placedBefore += outcome.before.outcome == model::DecisionOutcome::Placed ? 1 : 0;
        trial.placedAfter += outcome.after.outcome == model::DecisionOutcome::Placed ? 1 : 0;
        trial.pods.push_back(std::move(outcome));
    }
    std::stable_partition(
        trial.pods.begin(), trial.pods.end(), [](const api::PolicyOutcome &outcome) { return outcome.differs(); });
}

} // namespace binnacle::services
