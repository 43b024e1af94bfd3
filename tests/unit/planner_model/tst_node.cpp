// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/node.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::model {
namespace {

using testing::makeNode;

TEST(Node, ReadsRegionAndZoneFromTheStableLabelsAndElseFromTheBetaOnes)
{
    const Node stable = makeNode("a")
                            .label("topology.kubernetes.io/region", "r1")
                            .label("topology.kubernetes.io/zone", "z1")
                            .label("failure-domain.beta.kubernetes.io/zone", "old")
                            .value();
    EXPECT_EQ(stable.region.text(), "r1");
    EXPECT_EQ(stable.zone.text(), "z1");
    const Node beta = makeNode("a")
                          .label("failure-domain.beta.kubernetes.io/region", "r0")
                          .label("failure-domain.beta.kubernetes.io/zone", "z0")
                          .label("beta.kubernetes.io/instance-type", "m1")
                          .value();
    EXPECT_EQ(beta.region.text(), "r0");
    EXPECT_EQ(beta.zone.text(), "z0");
    EXPECT_EQ(beta.instanceType.text(), "m1");
    EXPECT_TRUE(makeNode("a").value().zone.empty());
}

TEST(Node, NamesItsPoolByTheProvidersLabelAndElseByItsInstanceType)
{
    for (const char *key : {"cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup", "karpenter.sh/nodepool",
             "kubernetes.azure.com/agentpool", "agentpool"}) {
        EXPECT_EQ(makeNode("a").label(key, "blue").label("node.kubernetes.io/instance-type", "m5").value().pool.text(),
            "blue")
            << key;
    }
    EXPECT_EQ(makeNode("a").label("node.kubernetes.io/instance-type", "m5").value().pool.text(), "m5");
    EXPECT_TRUE(makeNode("a").value().pool.empty());
}

TEST(Node, IsReadyOnlyWhenTheConditionSaysTrue)
{
    EXPECT_TRUE(makeNode("a").value().ready);
    EXPECT_FALSE(makeNode("a").ready(false).value().ready);
    EXPECT_FALSE(makeNode("a").condition("Ready", ConditionStatus::Unknown).value().ready);
}

TEST(NodeFingerprint, ChangesWithWhatPluginsReadAndNotWithTheRest)
{
    const base::Fingerprint plain = makeNode("a").allocatable("cpu", "4").value().fingerprint;
    EXPECT_EQ(makeNode("a").allocatable("cpu", "4").ready(false).capacity("cpu", "5").value().fingerprint, plain);
    EXPECT_NE(makeNode("b").allocatable("cpu", "4").value().fingerprint, plain);
    EXPECT_NE(makeNode("a").allocatable("cpu", "5").value().fingerprint, plain);
    EXPECT_NE(makeNode("a").allocatable("cpu", "4").label("x", "").value().fingerprint, plain);
    EXPECT_NE(makeNode("a").allocatable("cpu", "4").taint("x").value().fingerprint, plain);
    EXPECT_NE(makeNode("a").allocatable("cpu", "4").unschedulable().value().fingerprint, plain);
}

} // namespace
} // namespace binnacle::model
