// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/random.h"
#include "planner/model/node_info.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

#include <limits>

namespace binnacle::model {
namespace {

using testing::makeNode;
using testing::makeNodeInfo;
using testing::makePod;
using testing::symbol;

TEST(NodeInfo, SumsWhatItsPodsAskAndCountsThem)
{
    NodeInfo info(makeNode("n").allocatable("cpu", "4").obj());
    info.addPod(makePod("a").req("cpu", "1").req("nvidia.com/gpu", "1").hostPort(80).obj());
    info.addPod(makePod("b").obj());
    EXPECT_EQ(info.requested().cpuMilli, 1000);
    EXPECT_EQ(info.requested().pods, 2);
    EXPECT_EQ(info.requested().scalar(symbol("nvidia.com/gpu")), 1);
    EXPECT_EQ(info.nonZeroRequested().cpuMilli, 1100);
    ASSERT_EQ(info.usedPorts().size(), 1u);
    EXPECT_TRUE(info.removePod("uid-a"));
    EXPECT_FALSE(info.removePod("uid-a"));
    EXPECT_EQ(info.requested().cpuMilli, 0);
    EXPECT_EQ(info.requested().pods, 1);
    EXPECT_TRUE(info.usedPorts().empty());
}

TEST(NodeInfo, ABoundPendingPodWithoutRequestsTakesOnlyASlot)
{
    NodeInfo info(makeNode("n").allocatable("cpu", "4").allocatable("pods", "3").obj());
    info.addPod(makePod("c").req("cpu", "4").phase(PodPhase::Running).obj());
    info.addPod(makePod("d").phase(PodPhase::Pending).node("n").obj());
    EXPECT_EQ(info.requested().cpuMilli, 4000);
    EXPECT_EQ(info.requested().pods, 2);
}

TEST(NodeInfo, ForgetsAPodOfASaturatedSumExactly)
{
    NodeInfo info(makeNode("n").obj());
    for (const char *name : {"a", "b", "c"}) {
        info.addPod(makePod(name).req("memory", "8Ei").obj());
    }
    EXPECT_EQ(info.requested().memoryBytes, std::numeric_limits<std::int64_t>::max());
    info.removePod("uid-a");
    info.removePod("uid-b");
    EXPECT_EQ(info.requested().memoryBytes, std::numeric_limits<std::int64_t>::max());
    info.removePod("uid-c");
    EXPECT_EQ(info.requested().memoryBytes, 0);
}

TEST(NodeInfo, RemembersWhichPodsCarryAffinityTerms)
{
    const AffinityTerm term;
    NodeInfo info(makeNode("n").obj());
    info.addPod(makePod("plain").obj());
    info.addPod(makePod("shy").affinityTerm(term).obj());
    ASSERT_EQ(info.podsWithAffinityTerms().size(), 1u);
    EXPECT_EQ(info.podsWithAffinityTerms()[0]->key.name, "shy");
    info.removePod("uid-shy");
    EXPECT_TRUE(info.podsWithAffinityTerms().empty());
}

TEST(NodeInfo, DecidesAlikeWhateverTheOrderOfItsPods)
{
    const NodePtr node = makeNode("n").obj();
    const PodPtr a = makePod("a").req("cpu", "1").hostPort(80).obj();
    const PodPtr b = makePod("b").req("cpu", "2").hostPort(81).obj();
    EXPECT_EQ(makeNodeInfo(node, {a, b})->fingerprint(), makeNodeInfo(node, {b, a})->fingerprint());
    const auto one = [&](testing::PodBuilder pod) {
        return makeNodeInfo(node, {pod.req("cpu", "3").obj()})->fingerprint();
    };
    EXPECT_EQ(one(makePod("x")), one(makePod("x")));
    EXPECT_NE(one(makePod("x")), one(makePod("y"))) << "who would have to go is said by name";
    EXPECT_NE(one(makePod("x")), one(makePod("x").priority(1)));
    EXPECT_NE(one(makePod("x")), one(makePod("x").started(base::TimePoint(std::chrono::seconds(1)))));
    EXPECT_NE(makeNodeInfo(node, {a})->fingerprint(), makeNodeInfo(node, {b})->fingerprint());
    EXPECT_NE(makeNodeInfo(node, {a})->fingerprint(),
        makeNodeInfo(node, {makePod("a").req("cpu", "1").obj()})->fingerprint());
}

TEST(NodeInfo, AnyRunOfAddsAndRemovesEndsWhereAFreshSumBegins)
{
    constexpr std::uint64_t seed = 77;
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    base::SeededRandom random(seed);
    NodeInfo info(makeNode("n").obj());
    std::vector<PodPtr> kept;
    for (int i = 0; i < 2000; ++i) {
        if (!kept.empty() && random.below(2) == 0) {
            const auto at = static_cast<std::ptrdiff_t>(random.below(kept.size()));
            ASSERT_TRUE(info.removePod(kept[static_cast<std::size_t>(at)]->uid));
            kept.erase(kept.begin() + at);
            continue;
        }
        auto pod = makePod("p" + std::to_string(i)).req("cpu", std::to_string(random.below(4000)) + "m");
        if (random.below(4) == 0) {
            pod.req("nvidia.com/gpu", "1").hostPort(static_cast<std::int32_t>(1 + random.below(9)));
        }
        kept.push_back(pod.obj());
        info.addPod(kept.back());
    }
    const NodeInfoPtr fresh = makeNodeInfo(info.nodePtr(), kept);
    EXPECT_EQ(info.requested(), fresh->requested());
    EXPECT_EQ(info.nonZeroRequested(), fresh->nonZeroRequested());
    EXPECT_EQ(info.usedPorts(), fresh->usedPorts());
    EXPECT_EQ(info.fingerprint(), fresh->fingerprint());
}

} // namespace
} // namespace binnacle::model
