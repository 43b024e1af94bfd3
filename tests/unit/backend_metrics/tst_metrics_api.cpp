// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/metrics/metrics_api.h"

#include <gtest/gtest.h>

namespace binnacle::metrics {
namespace {

using Nodes = std::vector<std::pair<base::Symbol, model::Usage>>;
using Pods = std::vector<std::pair<model::PodKey, model::Usage>>;

std::string nodeList(const std::string &items)
{
    return R"({"kind":"NodeMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[)" + items + "]}";
}

std::string nodeItem(const std::string &name, const std::string &usage)
{
    return R"({"metadata":{"name":")" + name + R"("},"timestamp":"2026-11-30T08:00:39Z","window":"15s","usage":)"
        + usage + "}";
}

TEST(MetricsApi, readsNanoMicroMilliAndWholeCoresExactly)
{
    std::string json = nodeList(nodeItem("a", R"({"cpu":"262113845n","memory":"961742Ki"})") + ","
        + nodeItem("b", R"({"cpu":"826224u","memory":"1Mi"})") + ","
        + nodeItem("c", R"({"cpu":"2750m","memory":"100"})") + "," + nodeItem("d", R"({"cpu":"3","memory":"2G"})"));
    Nodes nodes;
    ASSERT_TRUE(readNodeMetrics(json, nodes).ok());
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(nodes[0].second.cpuNano, 262'113'845);
    EXPECT_EQ(nodes[0].second.memoryBytes, 961'742 * 1024);
    EXPECT_EQ(nodes[1].second.cpuNano, 826'224'000);
    EXPECT_EQ(nodes[2].second.cpuNano, 2'750'000'000);
    EXPECT_EQ(nodes[3].second.cpuNano, 3'000'000'000);
    EXPECT_EQ(nodes[3].second.memoryBytes, 2'000'000'000);
    EXPECT_EQ(nodes[0].second.window, std::chrono::seconds(15));
    EXPECT_EQ(nodes[0].second.at.time_since_epoch(), std::chrono::seconds(1'796'025'639));
}

TEST(MetricsApi, leavesOutWhatIsMissingOrInsaneInsteadOfCountingZero)
{
    std::string json = nodeList(nodeItem("half", R"({"cpu":"1"})") + "," + nodeItem("none", "{}") + ","
        + nodeItem("negative", R"({"cpu":"-1","memory":"5"})") + "," + nodeItem("", R"({"cpu":"1"})") + ","
        + nodeItem("huge", R"({"cpu":"1E","memory":"x"})"));
    Nodes nodes;
    ASSERT_TRUE(readNodeMetrics(json, nodes).ok());
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(nodes[0].first.text(), "half");
    EXPECT_FALSE(nodes[0].second.memoryBytes.has_value());
    EXPECT_EQ(nodes[1].first.text(), "negative");
    EXPECT_FALSE(nodes[1].second.cpuNano.has_value());
    EXPECT_EQ(nodes[1].second.memoryBytes, 5);
}

TEST(MetricsApi, sumsContainersAndForgetsASumWithAnUnknownPart)
{
    const std::string head = R"({"kind":"PodMetricsList","items":[)";
    std::string json = head
        + R"({"metadata":{"namespace":"n","name":"whole"},"containers":[{"usage":{"cpu":"1500u","memory":"1Ki"}},{"usage":{"cpu":"2m","memory":"1Ki"}}]},)"
        + R"({"metadata":{"namespace":"n","name":"partly"},"containers":[{"usage":{"cpu":"1m","memory":"1Ki"}},{"usage":{"memory":"1Ki"}}]},)"
        + R"({"metadata":{"namespace":"n","name":"empty"},"containers":[]}]})";
    Pods pods;
    ASSERT_TRUE(readPodMetrics(json, pods).ok());
    ASSERT_EQ(pods.size(), 2U);
    EXPECT_EQ(pods[0].first, (model::PodKey{"n", "whole"}));
    EXPECT_EQ(pods[0].second.cpuNano, 3'500'000);
    EXPECT_EQ(pods[0].second.memoryBytes, 2048);
    EXPECT_FALSE(pods[1].second.cpuNano.has_value());
    EXPECT_EQ(pods[1].second.memoryBytes, 2048);
}

TEST(MetricsApi, refusesWhatIsNoSuchListAndWhatIsCut)
{
    const std::string whole = nodeList(nodeItem("a", R"({"cpu":"1","memory":"1"})"));
    Nodes nodes;
    for (std::string json : {std::string(), std::string("[]"), std::string("{}"),
             std::string(R"({"kind":"NodeList","items":[]})"), std::string(R"({"kind":"NodeMetricsList"})"),
             std::string(R"({"kind":"NodeMetricsList","items":[3]})"), std::string("\xff\xfe{}")}) {
        EXPECT_FALSE(readNodeMetrics(json, nodes).ok()) << json;
    }
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::string cut = whole.substr(0, length);
        EXPECT_FALSE(readNodeMetrics(cut, nodes).ok()) << cut;
    }
}

} // namespace
} // namespace binnacle::metrics
