// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/decision_facts.h"

#include "views/models/words.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <tuple>

namespace binnacle::models {
namespace {

bool isShortage(model::ReasonCode code)
{
    using model::ReasonCode;
    return code == ReasonCode::InsufficientCpu || code == ReasonCode::InsufficientMemory
        || code == ReasonCode::InsufficientEphemeralStorage || code == ReasonCode::InsufficientScalar
        || code == ReasonCode::TooManyPods;
}

} // namespace

ScoreRow scoreRow(const model::Decision &decision, std::size_t feasibleIndex)
{
    const model::FeasibleNode &node = decision.feasible[feasibleIndex];
    ScoreRow row{node.node, {}, node.total};
    const std::size_t plugins = std::min({decision.scorePlugins.size(), node.raw.size(), node.normalised.size()});
    for (std::size_t i = 0; i < plugins; ++i) {
        const model::ScorePlugin &plugin = decision.scorePlugins[i];
        row.parts.push_back(
            {plugin.name, node.raw[i], node.normalised[i], plugin.weight, plugin.weight * node.normalised[i]});
    }
    return row;
}

std::vector<ScoreRow> scoreRows(const model::Decision &decision, std::size_t limit, base::Symbol also)
{
    std::vector<ScoreRow> rows;
    bool seen = also.empty();
    for (std::size_t i = 0; i < decision.feasible.size() && i < limit; ++i) {
        rows.push_back(scoreRow(decision, i));
        seen = seen || decision.feasible[i].node == also;
    }
    for (std::size_t i = limit; !seen && i < decision.feasible.size(); ++i) {
        if (decision.feasible[i].node == also) {
            rows.push_back(scoreRow(decision, i));
            seen = true;
        }
    }
    return rows;
}

std::int64_t widestScore(const model::Decision &decision)
{
    std::int64_t sum = 0;
    for (const model::ScorePlugin &plugin : decision.scorePlugins)
        sum += 100LL * std::max(plugin.weight, 0);
    return sum;
}

std::vector<RejectionGroup> rejectionGroups(const model::Decision &decision)
{
    std::vector<RejectionGroup> groups;
    absl::flat_hash_map<std::tuple<std::uint32_t, int, std::uint32_t>, std::size_t> at;
    for (std::size_t i = 0; i < decision.rejected.size(); ++i) {
        const model::RejectedNode &node = decision.rejected[i];
        const model::Reason reason = node.reasons.empty() ? model::Reason{} : node.reasons.front();
        const auto [it, added] =
            at.try_emplace(std::tuple{node.plugin.id(), int(reason.code), reason.subject.id()}, groups.size());
        if (added)
            groups.push_back({node.plugin, reason.code, reason.subject, {}});
        groups[it->second].rejected.push_back(int(i));
    }
    std::stable_sort(groups.begin(), groups.end(),
        [](const RejectionGroup &a, const RejectionGroup &b) { return a.rejected.size() > b.rejected.size(); });
    return groups;
}

double effort(absl::Span<const model::Reason> changes)
{
    using model::ReasonCode;
    double sum = changes.empty() ? 100 : 0;
    for (const model::Reason &r : changes) {
        if (isShortage(r.code) && r.asked <= r.capacity)
            sum += std::clamp(
                double(r.asked - (r.capacity - r.used)) / double(std::max<std::int64_t>(r.asked, 1)), 0.0, 1.0);
        else if (isShortage(r.code))
            sum += 4; // more than the node has at all
        else if (r.code == ReasonCode::PortConflict)
            sum += 2;
        else
            sum += 3;
    }
    return sum;
}

std::vector<const model::RejectedNode *> nearestNodes(const model::Decision &decision, std::size_t limit)
{
    struct Candidate {
        const model::RejectedNode *node;
        bool cordoned;
        double effort;
    };
    std::vector<Candidate> candidates;
    for (const RejectionGroup &group : rejectionGroups(decision)) {
        Candidate best{nullptr, group.code == model::ReasonCode::NodeUnschedulable, 0};
        for (const int index : group.rejected) {
            const model::RejectedNode &node = decision.rejected[std::size_t(index)];
            const double asks = effort(node.reasons);
            if (!best.node || asks < best.effort)
                best = {&node, best.cordoned, asks};
        }
        candidates.push_back(best);
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
        return std::tie(a.cordoned, a.effort) < std::tie(b.cordoned, b.effort);
    });
    std::vector<const model::RejectedNode *> out;
    for (const Candidate &candidate : candidates) {
        if (out.size() < limit && candidate.cordoned == candidates.front().cordoned)
            out.push_back(candidate.node);
    }
    return out;
}

QString changeText(const model::Decision &decision)
{
    return QStringLiteral("Binding %1 → %2").arg(Words::plain(decision.pod.text()), Words::plain(decision.chosen));
}

} // namespace binnacle::models
