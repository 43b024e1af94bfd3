// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"

#include "planner/engine/cycle.h"
#include "planner/engine/node_table.h"
#include "planner/engine/stability.h"
#include "planner/engine/tie_break.h"
#include "planner/engine/trial.h"
#include "planner/framework/pod_table.h"
#include "planner/model/devices.h"
#include "planner/model/preemption.h"
#include "planner/model/volumes.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace binnacle::engine {

namespace {

using framework::NodeLoad;
using model::Decision;

constexpr auto bit(model::UndecidedRule rule) { return static_cast<model::UndecidedRules>(rule); }

/// Whether a term looks for namespaces by labels that are not known.
bool looksBlindly(const model::AffinityTerm &term, const model::Snapshot &snapshot)
{
    return !snapshot.inventory().known().namespaces && term.namespaceSelector.present
        && !term.namespaceSelector.selectsEverything();
}

/// Of the pod's own terms.
model::UndecidedRules blindTerms(const model::Snapshot &snapshot, const model::Pod &pod)
{
    model::UndecidedRules rules = 0;
    for (const model::AffinityTerm &term : pod.affinityTerms) {
        if (looksBlindly(term, snapshot)) {
            rules |= bit(term.anti() ? model::UndecidedRule::PodAntiAffinity : model::UndecidedRule::PodAffinity);
        }
    }
    return rules;
}

/// Of the pod's resource claims, and of extended resources that a device class stands for.
model::UndecidedRules deviceRules(const model::Snapshot &snapshot, const model::Pod &pod)
{
    const model::Inventory &inventory = snapshot.inventory();
    const auto &scalars = pod.request.scalars();
    const bool byClass = std::any_of(scalars.begin(), scalars.end(), [&](const model::Resources::Scalar &scalar) {
        return scalar.second != 0 && inventory.devices().classOfResource(scalar.first);
    });
    return (pod.claims && !inventory.known().devices) || byClass ? bit(model::UndecidedRule::ResourceClaims) : 0;
}

/// Whether a running pod has a term that may select the pod, and that is not known well enough to say.
bool mayConcern(const model::Pod &running, const model::Pod &pod, const model::Snapshot &snapshot)
{
    const bool halfRead = (running.undecided & bit(model::UndecidedRule::Unrecognised)) != 0;
    return std::any_of(
        running.affinityTerms.begin(), running.affinityTerms.end(), [&](const model::AffinityTerm &term) {
            return (halfRead || looksBlindly(term, snapshot)) && term.selector.selects(pod.labels);
        });
}

bool anyMayConcern(const model::Pod &pod, const model::Snapshot &snapshot)
{
    const framework::PodTable &table = framework::PodTable::of(snapshot);
    framework::AskedOnce asked(table);
    for (std::size_t node = 0; node < snapshot.nodes().size(); ++node) {
        const std::vector<model::PodPtr> &pods = snapshot.nodes()[node]->pods();
        const absl::Span<const framework::PodTable::Class> classes = table.on(node);
        for (std::size_t i = 0; i < classes.size(); ++i) {
            const model::Pod &running = *pods[i];
            if (asked.ask(classes[i], [&] { return mayConcern(running, pod, snapshot); }) && running.uid != pod.uid) {
                return true;
            }
        }
    }
    return false;
}

/// Every node under one cycle, in the order of the snapshot, which is by name. What the rules (the plugins that read no
/// amounts) say is worked out once for nodes that they cannot tell apart.
class Pass {
public:
    Pass(const model::Snapshot &snapshot, const std::vector<NodeLoad> &nodes, const NodeClasses &classes, Cycle &cycle,
        Decision &decision)
        : m_cycle(cycle), m_rules(classes.count)
    {
        m_allowed.reserve(nodes.size());
        findNominated(snapshot);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            Rules &rules = m_rules[classes.of[i]];
            const auto nominated = m_nominated.empty() ? m_nominated.end() : m_nominated.find(i);
            if (nominated == m_nominated.end()) {
                visit(nodes[i], rules, nullptr);
            } else if (leavesRoom(nodes[i], rules, nominated->second)) {
                visit(nodes[i], rules, &nominated->second.load());
            }
        }
        reject(decision);
        if (anyFits()) {
            score();
        }
    }

    [[nodiscard]] bool anyFits() const { return !m_feasible.empty(); }
    [[nodiscard]] std::vector<AllowedNode> &allowed() { return m_allowed; }
    [[nodiscard]] const std::vector<Cycle::Scores> &classes() const { return m_scores; }

    /// Fills decision.feasible, best first; returns how many have the best total, and marks them as winners.
    std::size_t rank(Decision &decision)
    {
        const std::vector<Normalised> classes = normalise();
        const std::vector<std::uint64_t> order = byTotal(classes);
        decision.feasible.reserve(order.size());
        std::size_t winners = 0;
        for (const std::uint64_t key : order) {
            const auto index = static_cast<std::uint32_t>(key);
            AllowedNode &allowed = m_allowed[m_feasible[index]];
            const auto rules = static_cast<std::size_t>(allowed.ruleClass);
            decision.feasible.push_back({allowed.load->name, m_scores[rules], classes[rules].scores, totalOf(key)});
            model::FeasibleNode &node = decision.feasible.back();
            std::replace(node.raw.begin(), node.raw.end(), framework::notJudged, std::int64_t{0});
            const std::int64_t *load = loadScores(index);
            for (const Cycle::LoadScore &score : m_cycle.loadScores()) {
                node.raw[score.index] = node.normalised[score.index] = *load++;
            }
            allowed.place = static_cast<std::uint32_t>(decision.feasible.size() - 1);
            allowed.winner = node.total == decision.feasible.front().total;
            winners += allowed.winner ? 1 : 0;
        }
        return winners;
    }

private:
    /// What the rules say of the nodes of one class.
    struct Rules {
        bool known = false;
        std::int32_t scores = -1; ///< index of m_scores once they are known
        Cycle::Refusal refusal;
    };
    struct Normalised {
        Cycle::Scores scores; ///< 0 for the plugins that read amounts
        std::int64_t total = 0;
    };

    /// A node that does not fit, and the step that says so.
    struct Refused {
        const NodeLoad *node = nullptr;
        const Rules *rules = nullptr;
        std::size_t step = 0;
        const Nominated *nominated = nullptr; ///< with whose pods it was asked
    };

    void findNominated(const model::Snapshot &snapshot)
    {
        for (const model::NodeInfo *info : snapshot.nodesWithNominated()) {
            if (const std::vector<model::PodPtr> pods = nominatedBefore(*info, m_cycle); !pods.empty()) {
                const auto index = static_cast<std::size_t>(snapshot.indexOf(info->node().name));
                m_nominated.try_emplace(index, m_cycle, *info, pods);
            }
        }
    }

    void ask(const NodeLoad &node, Rules &rules)
    {
        if (!rules.known) {
            rules.known = true;
            rules.refusal = m_cycle.filterByRules(node);
        }
    }

    /// Whether it lets the pod in with those that are nominated for it; else it is refused.
    bool leavesRoom(const NodeLoad &node, Rules &rules, const Nominated &nominated)
    {
        const std::size_t byLoad = m_cycle.stepRefusedByLoad(nominated.load(), nominated.byRules().step);
        const bool allowed = nominated.byRules().verdict.ok();
        if ((allowed && byLoad >= m_cycle.steps()) || m_cycle.preFilterRefuses(node)) {
            return true;
        }
        m_refused.push_back({&node, nullptr, std::min(byLoad, nominated.byRules().step), &nominated});
        ask(node, rules);
        if (allowed && rules.refusal.verdict.ok()) {
            m_unscored.emplace_back(m_allowed.size(), &rules);
            m_allowed.push_back({.load = &node, .room = &nominated.load()});
        }
        return false;
    }

    void visit(const NodeLoad &node, Rules &rules, const NodeLoad *room)
    {
        ask(node, rules);
        const std::size_t byLoad = m_cycle.stepRefusedByLoad(node, rules.refusal.step);
        const bool allowed = rules.refusal.verdict.ok();
        if (byLoad >= m_cycle.steps() && allowed) {
            m_feasible.push_back(m_allowed.size());
            m_feasibleRules.push_back(&rules);
            m_allowed.push_back({.load = &node, .room = room});
            return;
        }
        m_refused.push_back({&node, &rules, std::min(byLoad, rules.refusal.step)});
        if (allowed) {
            m_unscored.emplace_back(m_allowed.size(), &rules);
            m_allowed.push_back({.load = &node, .room = room});
        }
    }

    void reject(Decision &decision) const
    {
        decision.rejected.reserve(m_refused.size());
        for (const Refused &refused : m_refused) {
            if (refused.nominated) {
                const Cycle::Refusal &byRules = refused.nominated->byRules();
                add(*refused.node, refused.step == byRules.step ? byRules : refused.nominated->ask(refused.step),
                    decision);
                continue;
            }
            const bool byRules = refused.step == refused.rules->refusal.step;
            add(*refused.node, byRules ? refused.rules->refusal : m_cycle.ask(refused.step, *refused.node), decision);
        }
    }

    static void add(const NodeLoad &node, Cycle::Refusal refusal, Decision &decision)
    {
        model::Verdict &verdict = refusal.verdict;
        decision.rejected.push_back(
            {node.name, refusal.plugin, verdict.kind == model::VerdictKind::Unschedulable, std::move(verdict.reasons)});
    }

    /// The nodes that fit first: their classes are those over which the extents are taken.
    void score()
    {
        std::vector<const NodeLoad *> feasible;
        feasible.reserve(m_feasible.size());
        for (const std::size_t index : m_feasible) {
            feasible.push_back(m_allowed[index].load);
        }
        m_cycle.beginScoring(feasible);
        const std::size_t width = m_cycle.loadScores().size();
        m_load.resize(m_feasible.size() * width);
        for (std::size_t i = 0; i < m_feasible.size(); ++i) {
            m_allowed[m_feasible[i]].ruleClass = scoreClass(*feasible[i], *m_feasibleRules[i]);
            m_cycle.scoreLoad(*feasible[i], m_load.data() + i * width);
        }
        m_feasibleClasses = m_scores.size();
        for (const auto &[index, rules] : m_unscored) {
            m_allowed[index].ruleClass = scoreClass(*m_allowed[index].load, *rules);
        }
    }

    /// Nodes of equal scores by the rules, whatever these read. Only once scoring has begun.
    std::int32_t scoreClass(const NodeLoad &node, Rules &rules)
    {
        if (rules.scores < 0) {
            Cycle::Scores scores = m_cycle.ruleScores(node);
            const auto [it, isNew] = m_classIndex.try_emplace(scores, static_cast<std::int32_t>(m_scores.size()));
            if (isNew) {
                m_scores.push_back(std::move(scores));
            }
            rules.scores = it->second;
        }
        return rules.scores;
    }

    /// Of the classes with nodes that fit, over which the extents are taken.
    [[nodiscard]] std::vector<Normalised> normalise() const
    {
        std::vector<Normalised> out(m_feasibleClasses);
        const std::vector<framework::Policy::Score> &plugins = m_cycle.policy().scores();
        for (Normalised &one : out) {
            one.scores.resize(plugins.size());
        }
        for (std::size_t plugin = 0; plugin < plugins.size(); ++plugin) {
            if (!plugins[plugin].node || !m_cycle.scores(plugin)) {
                continue;
            }
            framework::Extent extent = framework::Extent::none();
            for (std::size_t i = 0; i < out.size(); ++i) {
                extent.include(m_scores[i][plugin]);
            }
            for (std::size_t i = 0; i < out.size(); ++i) {
                out[i].scores[plugin] = plugins[plugin].node->normalised(m_scores[i][plugin], extent);
                out[i].total += plugins[plugin].weight * out[i].scores[plugin];
            }
        }
        return out;
    }

    [[nodiscard]] const std::int64_t *loadScores(std::size_t feasible) const
    {
        return m_load.data() + feasible * m_cycle.loadScores().size();
    }

    /// One key a feasible node: its falling total and its index in m_feasible, sorted.
    [[nodiscard]] std::vector<std::uint64_t> byTotal(const std::vector<Normalised> &classes) const
    {
        std::vector<std::uint64_t> keys(m_feasible.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            std::int64_t total = classes[static_cast<std::size_t>(m_allowed[m_feasible[i]].ruleClass)].total;
            const std::int64_t *load = loadScores(i);
            for (const Cycle::LoadScore &score : m_cycle.loadScores()) {
                total += score.weight * *load++;
            }
            keys[i] = (static_cast<std::uint64_t>(largestTotal - total) << 32) | i;
        }
        std::sort(keys.begin(), keys.end());
        return keys;
    }
    [[nodiscard]] static std::int64_t totalOf(std::uint64_t key)
    {
        return largestTotal - static_cast<std::int64_t>(key >> 32);
    }

    static constexpr std::int64_t largestTotal = std::numeric_limits<std::uint32_t>::max();

    Cycle &m_cycle;
    std::vector<Rules> m_rules; ///< by class of nodes
    absl::node_hash_map<std::size_t, Nominated> m_nominated; ///< by index in the snapshot
    std::vector<AllowedNode> m_allowed;
    std::vector<Refused> m_refused;
    std::vector<std::pair<std::size_t, Rules *>> m_unscored; ///< of m_allowed, those that do not fit
    std::vector<std::size_t> m_feasible; ///< indices of m_allowed that fit
    std::vector<Rules *> m_feasibleRules; ///< parallel to them
    std::vector<std::int64_t> m_load; ///< of the feasible ones: raw scores of the plugins that read amounts
    std::vector<Cycle::Scores> m_scores; ///< distinct raw scores by the rules
    std::size_t m_feasibleClasses = 0; ///< the first so many are of nodes that fit
    absl::flat_hash_map<Cycle::Scores, std::int32_t> m_classIndex;
};

void measureStability(const StabilityInput &input, const DecideOptions &options, Decision &decision)
{
    if (options.worlds <= 0) {
        return;
    }
    model::Confidence &confidence = decision.confidence;
    confidence.worlds = options.worlds;
    const auto won = std::find_if(input.nodes.begin(), input.nodes.end(),
        [&](const AllowedNode &node) { return node.load->name == decision.chosen; });
    const bool taken = !decision.nominated.empty() && won != input.nodes.end(); // whatever the totals are
    const std::int32_t stable = taken ? worldsThatFit(input, *won, options) : stableWorlds(input, options);
    confidence.stability = static_cast<double>(stable) / static_cast<double>(options.worlds);
    confidence.value = confidence.stability;
    if (won != input.nodes.end()) {
        const model::Variation &variation = won->load->variation;
        confidence.measuredVariation = variation.cpu && variation.memory;
    }
}

/// The node that the pod was nominated for, where it fits, before any other.
bool takeNominated(const model::Pod &pod, Decision &decision)
{
    if (pod.nominatedNodeName.empty()) {
        return false;
    }
    const auto node = std::find_if(decision.feasible.begin(), decision.feasible.end(),
        [&](const model::FeasibleNode &one) { return one.node.text() == pod.nominatedNodeName; });
    if (node == decision.feasible.end()) {
        return false;
    }
    decision.chosen = decision.nominated = node->node;
    decision.score = node->total;
    decision.tied = {node->node};
    return true;
}

void advise(const model::Snapshot &snapshot, const Cycle &cycle, const DecideOptions &options, Decision &decision)
{
    const framework::PostFilterPlugin *postFilter = cycle.policy().postFilter();
    if (!postFilter || !options.preempt) {
        return;
    }
    const framework::PostFilterInput input{snapshot, cycle.pod(), decision.rejected, options.seed,
        [&](const model::NodeInfo &node, const std::vector<model::PodPtr> &pods) {
            return std::make_unique<Trial>(cycle, node, pods);
        }};
    decision.preemption = std::make_shared<const model::PreemptionAdvice>(postFilter->postFilter(input));
}

/// Whether a node got as far as the Filter that found it. Rules are asked before amounts, and so of nodes too that an earlier
/// plugin refuses for its amounts: what comes up there is not heard by kube-scheduler either.
bool cameUp(const Cycle::Stopped &stopped, const Decision &decision)
{
    const auto says = [&](const model::Reason &reason) {
        return reason.code == model::ReasonCode::UndecidableRule
            || std::any_of(stopped.stop.reasons.begin(), stopped.stop.reasons.end(),
                [&](const model::Reason &found) { return found.code == reason.code; });
    };
    return std::any_of(decision.rejected.begin(), decision.rejected.end(), [&](const model::RejectedNode &node) {
        return node.plugin == stopped.plugin && std::any_of(node.reasons.begin(), node.reasons.end(), says);
    });
}

/// Without a node: not decidable, or refused by that plugin everywhere.
void end(const Cycle::Stopped &stopped, const std::vector<NodeLoad> &nodes, Decision &decision)
{
    decision.rejected.clear();
    decision.undecided = stopped.stop.undecided;
    if (decision.undecided != 0) {
        decision.outcome = model::DecisionOutcome::NotDecidable;
        return;
    }
    decision.outcome = model::DecisionOutcome::NoNodeFits;
    for (const NodeLoad &node : nodes) {
        decision.rejected.push_back({node.name, stopped.plugin, false, stopped.stop.reasons});
    }
}

void choose(const Cycle &cycle, Pass &pass, NodeTable &table, const DecideOptions &options, Decision &decision)
{
    const std::size_t winners = pass.rank(decision);
    decision.outcome = model::DecisionOutcome::Placed;
    decision.bindingNeeds = cycle.bindingNeeds();
    if (takeNominated(cycle.pod(), decision)) {
        return measureStability({cycle, pass.allowed(), pass.classes(), table}, options, decision);
    }
    const std::size_t drawn = drawWinner(winners, options.seed, cycle.pod());
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
    measureStability({cycle, pass.allowed(), pass.classes(), table}, options, decision);
}

} // namespace

model::UndecidedRules undecidedRules(
    const model::Snapshot &snapshot, const model::Pod &pod, const framework::Policy &policy)
{
    const bool concerned = !snapshot.nodesWithAffinityTerms().empty() && anyMayConcern(pod, snapshot);
    return pod.undecided | blindTerms(snapshot, pod) | deviceRules(snapshot, pod)
        | (concerned ? bit(model::UndecidedRule::RunningPodAffinity) : 0)
        | (volumesKnown(snapshot.inventory().volumes(), pod) ? 0 : bit(model::UndecidedRule::Volumes))
        | (policy.extended(pod) ? bit(model::UndecidedRule::Extenders) : 0);
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
    decision.policyText = policy.version() == *policy.text() ? nullptr : policy.text();
    decision.seed = options.seed;
    decision.decidedAt = options.decidedAt;
    for (const framework::Policy::Score &score : policy.scores()) {
        decision.scorePlugins.push_back({score.plugin->name(), score.weight});
    }
    decision.gates = pod->schedulingGates;
    if (!decision.gates.empty()) {
        decision.outcome = model::DecisionOutcome::Gated;
        return decision;
    }
    decision.undecided = undecidedRules(snapshot, *pod, policy);
    if (decision.undecided != 0) {
        decision.outcome = model::DecisionOutcome::NotDecidable;
        return decision;
    }
    Cycle cycle(snapshot, *pod, policy);
    // Decisions in a row are mostly on snapshots that share their nodes. Only how long a decision takes depends on it.
    thread_local NodeTable table;
    const std::vector<NodeLoad> &nodes = table.of(snapshot);
    Pass pass(snapshot, nodes, table.classes(cycle.reads()), cycle, decision);
    if (const Cycle::Stopped stopped = cycle.stopped(); stopped.stop.any() && cameUp(stopped, decision)) {
        end(stopped, nodes, decision);
    } else if (pass.anyFits()) {
        choose(cycle, pass, table, options, decision);
    } else {
        decision.outcome = model::DecisionOutcome::NoNodeFits;
        advise(snapshot, cycle, options, decision);
    }
    return decision;
}

Recheck recheck(
    const model::Snapshot &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy)
{
    if (undecidedRules(snapshot, pod, policy) != 0) {
        return {{},
            model::Verdict::reject({.code = model::ReasonCode::UndecidableRule, .subject = {}, .detail = {}}, false)};
    }
    const model::NodeInfo *info = snapshot.find(node);
    if (!info) {
        return {{},
            model::Verdict::reject({.code = model::ReasonCode::NodeNotFound, .subject = node, .detail = {}}, false)};
    }
    const Cycle cycle(snapshot, pod, policy);
    Cycle::Refusal refusal = filterWithNominated(cycle, *info);
    return {refusal.plugin, std::move(refusal.verdict)};
}

std::vector<model::Reason> bindingNeeds(
    const model::Snapshot &snapshot, const model::Pod &pod, const framework::Policy &policy)
{
    return Cycle(snapshot, pod, policy).bindingNeeds();
}

} // namespace binnacle::engine
