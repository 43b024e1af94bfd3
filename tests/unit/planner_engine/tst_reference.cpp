// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// decide() keeps columns and classes of nodes; here every plugin is asked about every node, straight from the definition
// of the extension points, and both must give the same trace.

#include "planner/engine/decide.h"

#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace binnacle::engine {
namespace {

using namespace testing;
using framework::NodeLoad;
using framework::Policy;
using model::Decision;

/// The nodes that fit with their raw scores by plugin, and those that do not.
class Reference {
public:
    Reference(const model::Snapshot &snapshot, const model::Pod &pod, const Policy &policy)
        : m_snapshot(snapshot), m_pod(pod), m_policy(policy)
    {
        for (const Policy::Filter &filter : policy.filters()) {
            m_answers.push_back(
                filter.preFilter ? filter.preFilter->preFilter(m_state, pod, snapshot) : framework::PreFilterAnswer{});
        }
        for (const model::NodeInfoPtr &info : snapshot.nodes()) {
            filter(NodeLoad::of(*info));
        }
        score();
        std::stable_sort(
            feasible.begin(), feasible.end(), [](const auto &a, const auto &b) { return a.total > b.total; });
    }

    std::vector<model::FeasibleNode> feasible;
    std::vector<model::RejectedNode> rejected;

private:
    void filter(const NodeLoad &node)
    {
        for (std::size_t i = 0; i < m_answers.size(); ++i) {
            if (!m_answers[i].verdict.ok()) {
                reject(node, i, m_answers[i].verdict);
                return;
            }
        }
        for (std::size_t i = 0; i < m_answers.size(); ++i) {
            if (m_answers[i].onlyNodes && !m_answers[i].onlyNodes->contains(node.name)) {
                model::Verdict verdict = m_policy.filters()[i].filter->filter(m_state, m_pod, node);
                verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
                reject(node, i, verdict);
                return;
            }
        }
        for (std::size_t i = 0; i < m_answers.size(); ++i) {
            if (m_answers[i].verdict.kind == model::VerdictKind::Skip) {
                continue;
            }
            const model::Verdict verdict = m_policy.filters()[i].filter->filter(m_state, m_pod, node);
            if (!verdict.ok()) {
                reject(node, i, verdict);
                return;
            }
        }
        m_fit.push_back(node);
    }

    void reject(const NodeLoad &node, std::size_t filter, const model::Verdict &verdict)
    {
        rejected.push_back({node.name, m_policy.filters()[filter].plugin->name(),
            verdict.kind == model::VerdictKind::Unschedulable, verdict.reasons});
    }

    void score()
    {
        std::vector<const NodeLoad *> fit;
        for (const NodeLoad &node : m_fit) {
            fit.push_back(&node);
        }
        for (const NodeLoad &node : m_fit) {
            feasible.push_back({node.name, {}, {}, 0});
        }
        for (const Policy::Score &score : m_policy.scores()) {
            const bool skipped = m_fit.empty()
                || (score.preScore
                    && score.preScore->preScore(m_state, m_pod, m_snapshot, fit) == model::VerdictKind::Skip);
            framework::Extent extent = framework::Extent::none();
            for (std::size_t i = 0; i < m_fit.size(); ++i) {
                const std::int64_t raw = skipped ? 0
                    : score.node                 ? score.node->score(m_state, m_pod, m_fit[i])
                                                 : score.load->score(m_state, framework::PodLoad::of(m_pod), m_fit[i]);
                feasible[i].raw.push_back(raw);
                extent.include(raw);
            }
            for (model::FeasibleNode &node : feasible) {
                const std::int64_t raw = node.raw.back();
                node.normalised.push_back(score.node && !skipped ? score.node->normalised(raw, extent) : raw);
                node.total += score.weight * node.normalised.back();
                node.raw.back() = raw == framework::notJudged ? 0 : raw;
            }
        }
    }

    const model::Snapshot &m_snapshot;
    const model::Pod &m_pod;
    const Policy &m_policy;
    framework::CycleState m_state;
    std::vector<framework::PreFilterAnswer> m_answers;
    std::vector<NodeLoad> m_fit;
};

/// Nodes as they should not be: names as labels, empty and repeated values, taints that differ in their value only, no room
/// at all, room beyond all measure, devices of which there are none.
model::NodeInfoPtr oddNode(base::SeededRandom &random, const std::string &name)
{
    NodeBuilder builder = makeNode(name);
    builder.allocatable("cpu", pick(random, {"0", "2", "4", "9000000000000000"}))
        .allocatable("memory", pick(random, {"0", "1", "8Gi", "8Ei"}))
        .allocatable("pods", pick(random, {"0", "3", "110"}));
    builder.label("kubernetes.io/hostname", name).label("zone", pick(random, {"", "x", "y"}));
    if (random.below(2) == 0) {
        builder.label("cores", pick(random, {"8", "16", "many", "-1"}));
    }
    if (random.below(3) == 0) {
        builder.allocatable("example.com/device", pick(random, {"0", "1", "4"}));
    }
    for (std::uint64_t i = random.below(3); i > 0; --i) {
        builder.taint(pick(random, {"a", "b"}), pick(random, {"", "1", "2"}),
            static_cast<model::TaintEffect>(1 + random.below(3)));
    }
    builder.unschedulable(random.below(6) == 0);
    std::vector<model::PodPtr> pods;
    for (std::uint64_t i = random.below(4); i > 0; --i) {
        pods.push_back(randomPod(random, "load/" + name + '-' + std::to_string(i)));
    }
    return makeNodeInfo(builder.obj(), pods);
}

model::PodPtr oddPod(base::SeededRandom &random)
{
    model::Pod pod = *randomPod(random, "new/pod");
    const std::string name = "n" + std::to_string(random.below(12));
    if (random.below(10) == 0) {
        pod.nodeName = symbol(name);
    }
    if (random.below(6) == 0) {
        pod.nodeSelector.emplace_back(symbol("kubernetes.io/hostname"), name);
    }
    if (random.below(5) == 0) {
        pod.hasRequiredNodeAffinity = true;
        pod.requiredNodeTerms.push_back({{}, {in("metadata.name", {name})}});
        if (random.below(2) == 0) {
            pod.requiredNodeTerms.push_back({{greaterThan("cores", "9")}, {}});
        }
    }
    if (random.below(4) == 0) {
        pod.preferredNodeTerms.push_back({7, {{in("kubernetes.io/hostname", {name, "n3", "n4"})}, {}}});
        pod.preferredNodeTerms.push_back({3, {{doesNotExist("cores"), notIn("zone", {""})}, {}}});
    }
    for (std::uint64_t i = random.below(3); i > 0; --i) {
        pod.tolerations.push_back(
            {symbol(pick(random, {"a", "b", ""})), static_cast<model::Toleration::Operator>(random.below(4)),
                pick(random, {"", "1", "2"}), static_cast<model::TaintEffect>(random.below(4)), {}});
    }
    if (random.below(8) == 0) {
        pod.tolerations.push_back({symbol("node.kubernetes.io/unschedulable"), model::Toleration::Operator::Exists, {},
            model::TaintEffect::None, {}});
    }
    pod.sign();
    return std::make_shared<const model::Pod>(std::move(pod));
}

std::vector<framework::PolicyPtr> oddPolicies()
{
    std::vector<framework::PolicyPtr> all = policies();
    all.push_back(Policy::make(plugins::registry(),
        {.settings = {{"NodeAffinity",
                          {{"addedRequired", "zone in (x,y) | cores>0"}, {"addedPreferred", "9: zone=y | 2: !cores"}}},
             {"NodeUnschedulable", {{"comparisonOperators", "true"}}},
             {"TaintToleration", {{"comparisonOperators", "true"}}}},
            .weights = {{"NodeResourcesFit",
                0}}}).value());
    return all;
}

TEST(Reference, EveryPluginAskedAboutEveryNodeGivesTheSameTrace)
{
    const std::uint64_t seed = 99;
    base::SeededRandom random(seed);
    const std::vector<framework::PolicyPtr> all = oddPolicies();
    model::SnapshotPtr snapshot = makeSnapshot({});
    std::size_t fitted = 0;
    std::size_t refused = 0;
    for (int round = 0; round < 6000; ++round) {
        const model::NodeInfoPtr node = oddNode(random, "n" + std::to_string(random.below(12)));
        const bool removes = random.below(4) == 0;
        snapshot = removes ? snapshot->with(static_cast<std::uint64_t>(round), {}, {node->node().name})
                           : snapshot->with(static_cast<std::uint64_t>(round), {node});
        const model::PodPtr pod = oddPod(random);
        const Policy &policy = *all[random.below(all.size())];
        const Decision decision = decide(*snapshot, pod, policy, {.seed = random.next(), .worlds = 0});
        const Reference reference(*snapshot, *pod, policy);
        Decision plain = decision;
        plain.feasible = reference.feasible;
        plain.rejected = reference.rejected;
        ASSERT_EQ(plain.fingerprint(), decision.fingerprint()) << "seed " << seed << " round " << round;
        ASSERT_EQ(decision.outcome,
            reference.feasible.empty() ? model::DecisionOutcome::NoNodeFits : model::DecisionOutcome::Placed);
        if (!reference.feasible.empty()) {
            ASSERT_EQ(decision.score, reference.feasible.front().total);
            ASSERT_EQ(static_cast<std::ptrdiff_t>(decision.tied.size()),
                std::count_if(reference.feasible.begin(), reference.feasible.end(),
                    [&](const model::FeasibleNode &one) { return one.total == decision.score; }));
        }
        fitted += reference.feasible.size();
        refused += reference.rejected.size();
    }
    EXPECT_GT(fitted, 3000u) << "the clusters must be fit for something";
    EXPECT_GT(refused, 3000u);
}

TEST(Reference, PruningChangesNothingOnOddClusters)
{
    const std::uint64_t seed = 100;
    base::SeededRandom random(seed);
    const std::vector<framework::PolicyPtr> all = oddPolicies();
    model::SnapshotPtr snapshot = makeSnapshot({});
    for (int round = 0; round < 3000; ++round) {
        snapshot = snapshot->with(
            static_cast<std::uint64_t>(round), {oddNode(random, "n" + std::to_string(random.below(30)))});
        const model::PodPtr pod = oddPod(random);
        const Policy &policy = *all[random.below(all.size())];
        DecideOptions options{
            .seed = random.next(), .worlds = 24, .podVariation = {random.unit() * 0.3, random.unit() * 0.3}};
        const Decision pruned = decide(*snapshot, pod, policy, options);
        options.prune = false;
        ASSERT_EQ(pruned.fingerprint(), decide(*snapshot, pod, policy, options).fingerprint())
            << "seed " << seed << " round " << round;
    }
}

} // namespace
} // namespace binnacle::engine
