// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/app_ctl/ctl_fixture.h"

namespace binnacle::ctl::testing {
namespace {

using ::testing::HasSubstr;
using Planning = CtlTest;

TEST_F(Planning, aBatchPlacesWhatFitsAndSaysWhyTheRestDoesNot)
{
    const Words file = clusterFile();
    const Answer answer = run({"plan", "batch", "-o", "json"}, file);
    EXPECT_EQ(answer.code, 1) << answer;
    const Json plan = answer.json();
    EXPECT_EQ(plan.at("kind"), "Batch");
    ASSERT_EQ(plan.at("steps").size(), 1U);
    EXPECT_EQ(plan.at("steps")[0].at("step"), "Place");
    EXPECT_EQ(plan.at("steps")[0].at("pod"), "shop/fits");
    EXPECT_TRUE(plan.at("steps")[0].at("from").is_null());
    EXPECT_EQ(plan.at("leftOver").size(), 2U);
    EXPECT_EQ(plan.at("before").at("pending"), 3);
    EXPECT_EQ(plan.at("after").at("pending"), 2);
    const Answer table = run({"plan", "batch"}, file);
    EXPECT_EQ(table.code, 1);
    EXPECT_THAT(table.out, HasSubstr("shop/fits"));
    EXPECT_THAT(table.out, HasSubstr("shop/huge: NeverFits"));
    EXPECT_THAT(table.out, HasSubstr("1 of 3 placed"));
    EXPECT_EQ(run({"plan", "batch", "-o", "yaml"}, file).code, 1);
    EXPECT_EQ(run({"plan", "batch", "fits"}, file).code, 0) << "all that was asked for";
}

TEST_F(Planning, theSameSeedGivesTheSamePlan)
{
    const Words file = clusterFile();
    const auto plan = [&] { return run({"plan", "batch", "-o", "json"}, file).json(); };
    EXPECT_EQ(plan().at("plan"), plan().at("plan"));
}

TEST_F(Planning, aDefragmentationMovesWhatAFileHasRoomFor)
{
    const auto node = [](const std::string &name) {
        const std::string amounts = "{cpu: \"4\", memory: 16Gi, pods: \"110\"}";
        return "- {apiVersion: v1, kind: Node, metadata: {name: " + name + "}, status: {allocatable: " + amounts
            + ", capacity: " + amounts + ", conditions: [{type: Ready, status: \"True\"}]}}\n";
    };
    const auto pod = [](const std::string &name, const std::string &cpu, const std::string &node) {
        return "- {apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: shop, uid: u-" + name
            + ", labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: w, uid: o, "
              "controller: true}]}, "
              "spec: {schedulerName: binnacle, "
            + (node.empty() ? "" : "nodeName: " + node + ", ")
            + "containers: [{name: c, image: x, resources: {requests: {cpu: \"" + cpu
            + "\", memory: 1Gi}}}]}, status: {phase: " + (node.empty() ? "Pending" : "Running") + "}}\n";
    };
    const auto budget = [](int allowed) {
        return "- {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: shop}, "
               "spec: {selector: {matchLabels: {app: web}}}, status: {disruptionsAllowed: "
            + std::to_string(allowed) + "}}\n";
    };
    const auto file = [&](int allowed) {
        return Words{"--cluster-file",
            write("moves.yaml",
                "apiVersion: v1\nkind: List\nitems:\n" + node("a") + node("b") + pod("one", "2", "a")
                    + pod("two", "2", "b") + pod("waits", "3", "") + budget(allowed))};
    };
    const Answer answer = run({"plan", "defrag", "-o", "json"}, file(1));
    EXPECT_EQ(answer.code, 0) << answer;
    const Json plan = answer.json();
    ASSERT_EQ(plan.at("steps").size(), 2U);
    EXPECT_EQ(plan.at("steps")[0].at("step"), "Move");
    EXPECT_EQ(plan.at("steps")[0].at("makesRoomFor"), "shop/waits");
    EXPECT_EQ(plan.at("steps")[0].at("lacked").at("code"), "InsufficientCpu");
    EXPECT_EQ(plan.at("moves"), 1);
    EXPECT_TRUE(plan.at("proven"));
    EXPECT_EQ(run({"plan", "defrag"}, file(0)).code, 1) << "the budget allows none";
    EXPECT_EQ(run({"plan", "defrag", "--moves", "0"}, file(1)).code, 1);
}

TEST_F(Planning, wordsThatMakeNoSenseAreUsage)
{
    const Words file = clusterFile();
    EXPECT_EQ(run({"plan"}, file).code, 2);
    EXPECT_EQ(run({"plan", "sideways"}, file).code, 2);
    EXPECT_EQ(run({"plan", "defrag", "--moves", "65"}, file).code, 2);
    EXPECT_EQ(run({"plan", "batch", "--moves", "1"}, file).code, 2) << "a batch moves nothing";
    EXPECT_EQ(run({"plan", "batch", "--time", "0"}, file).code, 2);
    const Answer gang = run({"plan", "batch", "--gang", "nameless"}, file);
    EXPECT_EQ(gang.code, 2);
    EXPECT_THAT(gang.err, HasSubstr("NAME=POD,POD"));
    EXPECT_EQ(run({"plan", "batch", "no-such-pod"}, file).code, 3);
    EXPECT_EQ(run({"plan", "batch", "bound"}, file).code, 3) << "it does not wait";
}

TEST_F(Planning, aGangIsWholeOrNothing)
{
    const Answer answer = run({"plan", "batch", "--gang", "g=shop/fits,shop/huge", "-o", "json"}, clusterFile());
    EXPECT_EQ(answer.code, 1) << answer;
    EXPECT_TRUE(answer.json().at("steps").empty());
    EXPECT_THAT(answer.out, HasSubstr("GangWithoutRoom"));
}

} // namespace
} // namespace binnacle::ctl::testing
