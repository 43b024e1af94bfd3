// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/fork_placer.h"

#include "planner/engine/decide.h"
#include "planner/engine/placer.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace binnacle::engine {

namespace {

/// Of what refuses nodes, that which refuses most.
void nameReason(const model::Decision &decision, ForkPlacement &placement)
{
    std::map<std::tuple<std::string_view, model::ReasonCode, std::string_view>, std::int32_t> counts;
    for (const model::RejectedNode &node : decision.rejected) {
        if (node.reasons.empty()) {
            continue;
        }
        const model::Reason &reason = node.reasons.front();
        ++counts[{node.plugin.text(), reason.code, reason.subject.text()}];
    }
    for (const auto &[what, nodes] : counts) {
        if (nodes > placement.nodesByReason) {
            placement.plugin = base::Symbol(std::get<0>(what));
            placement.reason = std::get<1>(what);
            placement.subject = base::Symbol(std::get<2>(what));
            placement.nodesByReason = nodes;
        }
    }
}

/// A Placer for each policy, all of them with everything that was placed. Where none fits, a whole decision says why.
class FastPlacer final : public ForkPlacer {
public:
    FastPlacer(model::SnapshotPtr fork, std::uint64_t seed) : m_fork(std::move(fork))
    {
        m_options.seed = seed;
        m_options.worlds = 0; // how stable each answer is was not asked
    }

    ForkPlacement place(const model::PodPtr &pod, const framework::PolicyPtr &policy) override
    {
        Placer &placer = of(policy);
        const Placer::Placement answer = placer.place(pod);
        ForkPlacement placement;
        placement.outcome = answer.outcome;
        placement.undecided = answer.undecided;
        if (answer.placed()) {
            placement.node = answer.node;
            for (auto &[other, beside] : m_placers) {
                if (other != policy) {
                    beside.add(pod, answer.node);
                }
            }
        } else if (answer.outcome == model::DecisionOutcome::NoNodeFits) {
            nameReason(decide(*placer.commit(), pod, *policy, m_options), placement);
        }
        return placement;
    }
    [[nodiscard]] model::SnapshotPtr snapshot() override
    {
        return m_placers.empty() ? m_fork : m_placers.front().second.commit();
    }

private:
    Placer &of(const framework::PolicyPtr &policy)
    {
        for (auto &[known, placer] : m_placers) {
            if (known == policy) {
                return placer;
            }
        }
        return m_placers.emplace_back(policy, Placer(snapshot(), policy, m_options.seed)).second;
    }

    model::SnapshotPtr m_fork;
    DecideOptions m_options;
    std::vector<std::pair<framework::PolicyPtr, Placer>> m_placers; ///< few
};

} // namespace

std::unique_ptr<ForkPlacer> makeForkPlacer(model::SnapshotPtr fork, std::uint64_t seed)
{
    return std::make_unique<FastPlacer>(std::move(fork), seed);
}

} // namespace binnacle::engine
