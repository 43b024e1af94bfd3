// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// NodeUnschedulable, NodeName and NodePorts.

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include <gtest/gtest.h>

namespace binnacle::plugins {
namespace {

using namespace testing;
using model::TaintEffect;

TEST(NodeUnschedulable, CordonStopsPlainPodsWhetherOrNotItsTaintIsThere)
{
    const auto flagOnly = makeNodeInfo(makeNode("n").unschedulable().obj());
    const auto withTaint = makeNodeInfo(makeNode("n").unschedulable().taint("node.kubernetes.io/unschedulable").obj());
    const auto plain = makePod("plain").obj();
    const auto daemon = makePod("daemon")
                            .owner("DaemonSet", "d")
                            .tolerationExists("node.kubernetes.io/unschedulable", TaintEffect::NoSchedule)
                            .obj();
    const auto tolerant = makePod("tolerant").toleration("node.kubernetes.io/unschedulable").obj();
    for (const auto &node : {flagOnly, withTaint}) {
        EXPECT_FALSE(fits("NodeUnschedulable", plain, node));
        EXPECT_TRUE(fits("NodeUnschedulable", daemon, node));
        EXPECT_TRUE(fits("NodeUnschedulable", tolerant, node));
        EXPECT_TRUE(fits("TaintToleration", daemon, node));
    }
    EXPECT_EQ(verdict("NodeUnschedulable", plain, flagOnly).kind, model::VerdictKind::UnschedulableAndUnresolvable);
}

TEST(NodeUnschedulable, AnOpenNodeTakesAnyPod)
{
    EXPECT_TRUE(fits("NodeUnschedulable", makePod("p").obj(), makeNodeInfo(makeNode("n").obj())));
}

TEST(NodeName, RefusesAllButTheNodeThatIsNamed)
{
    const auto pod = makePod("p").node("b").obj();
    EXPECT_TRUE(fits("NodeName", pod, makeNodeInfo(makeNode("b").obj())));
    const model::Verdict refused = verdict("NodeName", pod, makeNodeInfo(makeNode("a").obj()));
    ASSERT_EQ(refused.reasons.size(), 1u);
    EXPECT_EQ(refused.reasons[0].subject, symbol("b"));
    EXPECT_TRUE(fits("NodeName", makePod("p").obj(), makeNodeInfo(makeNode("a").obj())));
}

/// A pod asking for one host port, on a node where one is taken.
bool portFits(const model::PodPtr &wanted, const model::PodPtr &running)
{
    return fits("NodePorts", wanted, makeNodeInfo(makeNode("n").obj(), {running}));
}

TEST(NodePorts, ComparesAddressProtocolAndPort)
{
    const auto running = makePod("r").hostPort(8080, "TCP", "127.0.0.1").obj();
    EXPECT_FALSE(portFits(makePod("p").hostPort(8080, "TCP", "").obj(), running));
    EXPECT_TRUE(portFits(makePod("p").hostPort(8080, "TCP", "10.0.0.5").obj(), running));
    EXPECT_TRUE(portFits(makePod("p").hostPort(8080, "UDP", "127.0.0.1").obj(), running));
    EXPECT_FALSE(portFits(makePod("p").hostPort(8080, "", "127.0.0.1").obj(), running));
    EXPECT_TRUE(portFits(makePod("p").hostPort(0, "TCP", "127.0.0.1").obj(), running));
    EXPECT_TRUE(portFits(makePod("p").hostPort(8081, "TCP", "127.0.0.1").obj(), running));
}

TEST(NodePorts, TheAddressForAllClashesWithEveryOne)
{
    const auto running = makePod("r").hostPort(53, "UDP", "0.0.0.0").obj();
    EXPECT_FALSE(portFits(makePod("p").hostPort(53, "UDP", "10.1.1.1").obj(), running));
    EXPECT_FALSE(portFits(makePod("p").hostPort(53, "UDP").obj(), running));
}

TEST(NodePorts, NamesEveryPortThatIsTaken)
{
    const auto node = makeNodeInfo(makeNode("n").obj(), {makePod("r").hostPort(80).hostPort(443).obj()});
    const model::Verdict refused =
        verdict("NodePorts", makePod("p").hostPort(80).hostPort(8443).hostPort(443, "TCP", "10.0.0.1").obj(), node);
    ASSERT_EQ(refused.reasons.size(), 2u);
    EXPECT_EQ(refused.kind, model::VerdictKind::Unschedulable);
    EXPECT_EQ(refused.reasons[0].detail, "TCP 80");
    EXPECT_EQ(refused.reasons[1].detail, "TCP 10.0.0.1:443");
}

} // namespace
} // namespace binnacle::plugins
