// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"

#include "planner/base/random.h"
#include "planner/engine/cycle.h"
#include "planner/engine/node_table.h"
#include "planner/engine/stability.h"

#include <absl/container/flat_hash_map.h>
#include <absl/types/span.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace binnacle::engine {

namespace {

using model::Decision;
using model::NodeInfoPtr;

constexpr auto bit(model::UndecidedRule rule) { return static_cast<model::UndecidedRules>(rule); }

bool mayConcern(const model::NodeInfo &node, const model::Pod &pod)
{
    const auto concerns = [&](const model::PodPtr &running) {
        return running->uid != pod.uid
            && std::any_of(running->affinityTerms.begin(), running->affinityTerms.end(),
                [&](const model::AffinityTerm &term) { return term.mayConcern(pod.key, pod.labels); });
    };
    const std::vector<model::PodPtr> &pods = node.podsWithAffinityTerms();
    return std::any_of(pods.begin(), pods.end(), concerns);
}

/// Every node under one cycle, in the order of the snapshot, which is by name. Filter and the raw scores of a node are
/// worked out while its fields are at hand.
class Pass {
public:
    Pass(const std::vector<framework::NodeLoad> &nodes, Cycle &cycle, Decision &decision)
        : m_cycle(cycle), m_plugins(cycle.policy().scores().size())
    {
        m_allowed.reserve(nodes.size());
        m_feasible.reserve(nodes.size());
        m_raw.reserve(nodes.size() * m_plugins);
        for (const framework::NodeLoad &node : nodes) {
            visit(node, decision);
        }
        for (const std::size_t index : m_unscored) {
            m_allowed[index].ruleClass = classOf(m_allowed[index].load);
        }
    }

    [[nodiscard]] bool anyFits() const { return !m_feasible.empty(); }
    [[nodiscard]] std::vector<AllowedNode> &allowed() { return m_allowed; }
    [[nodiscard]] const std::vector<Cycle::Scores> &classes() const { return m_classes; }

    /// Fills decision.feasible, best first; returns how many have the best total, and marks them as winners.
    std::size_t rank(Decision &decision)
    {
        normalise();
        std::vector<std::uint64_t> keys(m_feasible.size()); // falling total, then rising index
        for (std::size_t i = 0; i < keys.size(); ++i) {
            keys[i] = (static_cast<std::uint64_t>(std::numeric_limits<std::uint32_t>::max() - m_totals[i]) << 32) | i;
        }
        std::sort(keys.begin(), keys.end());
        decision.feasible.resize(keys.size());
        std::size_t winners = 0;
        for (std::size_t place = 0; place < keys.size(); ++place) {
            const auto index = static_cast<std::uint32_t>(keys[place]);
            model::FeasibleNode &node = decision.feasible[place];
            AllowedNode &allowed = m_allowed[m_feasible[index]];
            const auto scores = [&](const std::vector<std::int64_t> &all) {
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index * m_plugins);
                return Cycle::Scores(begin, begin + static_cast<std::ptrdiff_t>(m_plugins));
            };
            node.node = allowed.load.name;
            node.raw = scores(m_raw);
            node.normalised = scores(m_normalised);
            node.total = m_totals[index];
            allowed.winner = node.total == decision.feasible.front().total;
            winners += allowed.winner ? 1 : 0;
        }
        return winners;
    }

private:
    void visit(const framework::NodeLoad &node, Decision &decision)
    {
        if (node.hasAffinityTerms && mayConcern(*node.info, m_cycle.pod())) {
            decision.undecided |= bit(model::UndecidedRule::RunningPodAffinity);
        }
        Cycle::Refusal refusal = m_cycle.filter(node);
        if (refusal.verdict.ok()) {
            takeFeasible(node);
            return;
        }
        if (refusal.byLoad && m_cycle.rulesAllowAfter(refusal.step, node)) {
            m_unscored.push_back(m_allowed.size());
            m_allowed.push_back({node});
        }
        decision.rejected.push_back({node.name, refusal.plugin,
            refusal.verdict.kind == model::VerdictKind::Unschedulable, std::move(refusal.verdict.reasons)});
    }

    void takeFeasible(const framework::NodeLoad &node)
    {
        if (m_feasible.empty()) {
            m_cycle.beginScoring();
        }
        m_feasible.push_back(m_allowed.size());
        m_allowed.push_back({node, classOf(node)});
        const Cycle::Scores &rules = m_classes[static_cast<std::size_t>(m_allowed.back().ruleClass)];
        m_raw.insert(m_raw.end(), rules.begin(), rules.end());
        m_cycle.addLoadScores(node, absl::MakeSpan(m_raw).last(m_plugins));
    }

    /// Only once scoring has begun; nodes that do not fit are scored after the pass, if at all.
    std::int32_t classOf(const framework::NodeLoad &node)
    {
        if (!anyFits()) {
            return 0;
        }
        Cycle::Scores scores = m_cycle.ruleScores(node);
        if (m_lastClass < m_classes.size() && m_classes[m_lastClass] == scores) {
            return static_cast<std::int32_t>(m_lastClass);
        }
        const auto [it, isNew] = m_classIndex.try_emplace(scores, m_classes.size());
        if (isNew) {
            m_classes.push_back(std::move(scores));
        }
        m_lastClass = it->second;
        return static_cast<std::int32_t>(m_lastClass);
    }

    void normalise()
    {
        m_normalised = m_raw;
        m_totals.assign(m_feasible.size(), 0);
        for (std::size_t plugin = 0; plugin < m_plugins; ++plugin) {
            const framework::Policy::Score &score = m_cycle.policy().scores()[plugin];
            framework::Extent extent{
                std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
            for (std::size_t i = plugin; i < m_raw.size(); i += m_plugins) {
                extent.minimum = std::min(extent.minimum, m_raw[i]);
                extent.maximum = std::max(extent.maximum, m_raw[i]);
            }
            for (std::size_t i = 0; i < m_totals.size(); ++i) {
                std::int64_t &value = m_normalised[i * m_plugins + plugin];
                if (score.node && m_cycle.scores(plugin)) {
                    value = score.node->normalise(value, extent);
                }
                m_totals[i] += score.weight * value;
            }
        }
    }

    Cycle &m_cycle;
    std::size_t m_plugins;
    std::vector<AllowedNode> m_allowed;
    std::vector<std::size_t> m_unscored; ///< indices of m_allowed that do not fit
    std::vector<std::size_t> m_feasible; ///< indices of m_allowed that fit
    std::vector<std::int64_t> m_raw; ///< of the feasible ones, all plugins of a node together
    std::vector<std::int64_t> m_normalised;
    std::vector<std::int64_t> m_totals;
    std::vector<Cycle::Scores> m_classes;
    absl::flat_hash_map<Cycle::Scores, std::size_t> m_classIndex;
    std::size_t m_lastClass = 0;
};

/// Which of the equally good nodes: drawn from the seed and the pod, so that pods decided at once do not pile up.
std::size_t drawWinner(std::size_t count, std::uint64_t seed, const model::Pod &pod)
{
    const base::Fingerprint fingerprint = base::FingerprintBuilder().add(pod.key.text()).add(pod.uid).finish();
    return base::SeededRandom(seed ^ fingerprint.low).below(count);
}

void measureStability(const StabilityInput &input, const DecideOptions &options, Decision &decision)
{
    if (options.worlds <= 0) {
        return;
    }
    model::Confidence &confidence = decision.confidence;
    confidence.worlds = options.worlds;
    confidence.stability = static_cast<double>(stableWorlds(input, options)) / static_cast<double>(options.worlds);
    confidence.value = confidence.stability;
    if (options.variation) {
        const auto it = options.variation->find(decision.chosen);
        confidence.measuredVariation = it != options.variation->end() && it->second.cpu && it->second.memory;
    }
}

void choose(const Cycle &cycle, Pass &pass, const DecideOptions &options, Decision &decision)
{
    const std::size_t winners = pass.rank(decision);
    const std::size_t drawn = drawWinner(winners, options.seed, cycle.pod());
    decision.outcome = model::DecisionOutcome::Placed;
    decision.chosen = decision.feasible[drawn].node;
    decision.score = decision.feasible.front().total;
    if (decision.feasible.size() > 1) {
        decision.margin = decision.score - decision.feasible[1].total;
    }
    decision.tied.reserve(winners);
    decision.tied.push_back(decision.chosen);
    for (std::size_t i = 0; i < winners; ++i) {
        if (i != drawn) {
            decision.tied.push_back(decision.feasible[i].node);
        }
    }
    measureStability({cycle, pass.allowed(), pass.classes()}, options, decision);
}

Decision notDecidable(Decision decision)
{
    decision.outcome = model::DecisionOutcome::NotDecidable;
    decision.rejected.clear();
    return decision;
}

} // namespace

model::UndecidedRules undecidedRules(const model::Snapshot &snapshot, const model::Pod &pod)
{
    const std::vector<NodeInfoPtr> &nodes = snapshot.nodes();
    const bool concerned =
        std::any_of(nodes.begin(), nodes.end(), [&](const NodeInfoPtr &node) { return mayConcern(*node, pod); });
    return pod.undecided | (concerned ? bit(model::UndecidedRule::RunningPodAffinity) : 0);
}

Decision decide(const model::Snapshot &snapshot, const model::PodPtr &pod, const framework::Policy &policy,
    const DecideOptions &options)
{
    Decision decision;
    decision.pod = pod->key;
    decision.podUid = pod->uid;
    decision.podResourceVersion = pod->resourceVersion;
    decision.podValue = pod;
    decision.snapshotGeneration = snapshot.generation();
    decision.snapshotHash = snapshot.hash();
    decision.policyVersion = policy.version();
    decision.seed = options.seed;
    decision.decidedAt = options.decidedAt;
    for (const framework::Policy::Score &score : policy.scores()) {
        decision.scorePlugins.push_back({score.plugin->name(), score.weight});
    }
    decision.undecided = pod->undecided;
    if (decision.undecided != 0) {
        decision.undecided = undecidedRules(snapshot, *pod);
        return notDecidable(std::move(decision));
    }
    Cycle cycle(*pod, policy);
    // Decisions in a row are mostly on snapshots that share their nodes. Only how long a decision takes depends on it.
    thread_local NodeTable table;
    Pass pass(table.of(snapshot), cycle, decision);
    if (decision.undecided != 0) {
        return notDecidable(std::move(decision));
    }
    if (pass.anyFits()) {
        choose(cycle, pass, options, decision);
    } else {
        decision.outcome = model::DecisionOutcome::NoNodeFits;
    }
    return decision;
}

Recheck recheck(
    const model::Snapshot &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy)
{
    if (undecidedRules(snapshot, pod) != 0) {
        return {{},
            model::Verdict::reject({.code = model::ReasonCode::UndecidableRule, .subject = {}, .detail = {}}, false)};
    }
    const model::NodeInfo *info = snapshot.find(node);
    if (!info) {
        return {{},
            model::Verdict::reject({.code = model::ReasonCode::NodeNotFound, .subject = node, .detail = {}}, false)};
    }
    Cycle::Refusal refusal = Cycle(pod, policy).filter(framework::NodeLoad::of(*info));
    return {refusal.plugin, std::move(refusal.verdict)};
}

} // namespace binnacle::engine
