// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/scheduler_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace binnacle::kube {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

/// The resources of each extender, separated by commas.
std::vector<std::string> extendersOf(const std::string &rest)
{
    const auto config = parseSchedulerConfig("s.yaml", head + rest);
    EXPECT_TRUE(config.ok()) << config.status() << rest;
    std::vector<std::string> out;
    if (config.ok()) {
        for (const framework::Extender &extender : config->extenders) {
            std::string names;
            for (const base::Symbol resource : extender.managedResources) {
                names.append(names.empty() ? "" : ",").append(resource.text());
            }
            out.push_back(names);
        }
    }
    return out;
}

std::string problemOf(const std::string &text)
{
    const auto config = parseSchedulerConfig("s.yaml", text);
    EXPECT_FALSE(config.ok()) << text;
    return std::string(config.status().message());
}

TEST(SchedulerConfig, NamesTheResourcesOfEveryExtender)
{
    using Names = std::vector<std::string>;
    EXPECT_EQ(extendersOf(""), Names{});
    EXPECT_EQ(extendersOf("extenders: []"), Names{});
    EXPECT_EQ(extendersOf(R"(
extenders:
- {urlPrefix: "http://a", filterVerb: f, httpTimeout: 5s, managedResources: [{name: a.org/x, ignoredByScheduler: true}, {name: b.org/y}]}
- {urlPrefix: "https://b", prioritizeVerb: p, weight: 3, bindVerb: b, preemptVerb: e, ignorable: true, nodeCacheCapable: true,
   enableHTTPS: true, tlsConfig: {insecure: false, caFile: ca.pem, keyData: c2VjcmV0}}
)"),
        (Names{"a.org/x,b.org/y", ""}));
    const auto json = parseSchedulerConfig("s.json",
        R"({"apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration","extenders":[{"urlPrefix":"http://a"}]})");
    ASSERT_TRUE(json.ok()) << json.status();
    EXPECT_EQ(json->extenders.size(), 1u);
}

TEST(SchedulerConfig, LetsPassWhatBearsOnNoDecision)
{
    (void)extendersOf(
        "parallelism: 4\npercentageOfNodesToScore: 50\npodInitialBackoffSeconds: 1\npodMaxBackoffSeconds: 10\n"
        "enableProfiling: true\ndelayCacheUntilActive: false\nleaderElection: {leaderElect: false}\n"
        "clientConnection: {kubeconfig: k, qps: 50.5, burst: 100}\n");
    (void)extendersOf("profiles: [{schedulerName: one}, {schedulerName: two, percentageOfNodesToScore: 10}]");
}

TEST(SchedulerConfig, LetsPassProfilesThatOnlySpellTheDefaultsOut)
{
    (void)extendersOf(R"(
profiles:
- schedulerName: default-scheduler
  plugins:
    multiPoint:
      enabled: [{name: TaintToleration, weight: 3}, {name: NodeResourcesFit, weight: 1}, {name: DefaultBinder, weight: 0}]
    score: {}
  pluginConfig:
  - {name: NodeResourcesFit, args: {apiVersion: kubescheduler.config.k8s.io/v1, kind: NodeResourcesFitArgs,
     scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: 1}, {name: memory, weight: 1}]}}}
  - {name: DefaultPreemption, args: {minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100}}
  - {name: PodTopologySpread, args: {defaultingType: System}}
)");
}

TEST(SchedulerConfig, RefusesProfilesThatChangeDecisionsByTheNameOfTheField)
{
    const std::vector<std::pair<std::string, std::string>> rows{
        {"plugins: {multiPoint: {disabled: [{name: '*'}]}}", "profiles[0].plugins.multiPoint.disabled[0]"},
        {"plugins: {multiPoint: {enabled: [{name: Ours}]}}", "profiles[0].plugins.multiPoint.enabled[0]: Ours"},
        {"plugins: {multiPoint: {enabled: [{name: TaintToleration, weight: 4}]}}",
            "profiles[0].plugins.multiPoint.enabled[0]: TaintToleration"},
        {"plugins: {score: {enabled: [{name: NodeResourcesFit, weight: 1}]}}", "profiles[0].plugins.score.enabled[0]"},
        {"plugins: {filter: {disabled: [{name: NodePorts}]}}", "profiles[0].plugins.filter.disabled[0]: NodePorts"},
        {"pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated}}}]",
            "profiles[0].pluginConfig[0].args.scoringStrategy"},
        {"pluginConfig: [{name: NodeResourcesFit, args: {ignoredResources: [a.org/x]}}]",
            "profiles[0].pluginConfig[0].args.ignoredResources"},
        {"pluginConfig: [{name: NodeAffinity, args: {addedAffinity: {}}}]",
            "profiles[0].pluginConfig[0].args.addedAffinity"},
        {"pluginConfig: [{name: PodTopologySpread, args: {defaultingType: List}}]",
            "profiles[0].pluginConfig[0].args.defaultingType"},
        {"pluginConfig: [{name: NodeResourcesBalancedAllocation, args: {resources: [{name: cpu, weight: 1}]}}]",
            "profiles[0].pluginConfig[0].args.resources"},
    };
    for (const auto &[profile, field] : rows) {
        EXPECT_THAT(
            problemOf(head + "profiles: [{" + profile + "}]"), AllOf(StartsWith("s.yaml:3:"), HasSubstr(field)));
    }
}

TEST(SchedulerConfig, IsAsStrictAsKubeScheduler)
{
    const std::vector<std::pair<std::string, std::string>> rows{
        {"extender: []", "extender;"},
        {"Extenders: []", "Extenders;"},
        {"extenders: [{urlPrefix: u, verb: f}]", "extenders[0]: there is no field verb"},
        {"extenders: [{urlPrefix: 7}]", "urlPrefix"},
        {"extenders: [{ignorable: maybe}]", "ignorable"},
        {"extenders: {}", "extenders"},
        {"extenders: [null]", "extenders[0]"},
        {"extenders: [text]", "extenders"},
        {"extenders: [{managedResources: [{}]}]", "extenders[0].managedResources[0].name"},
        {"extenders: [{managedResources: [{name: cpu}]}]", "\"cpu\""},
        {"extenders: [{managedResources: [{name: kubernetes.io/x}]}]", "kubernetes.io/x"},
        {"extenders: [{managedResources: [{name: a.org/}]}]", "a.org/"},
        {"extenders: [{managedResources: [{name: a.org/x}]}, {managedResources: [{name: a.org/x}]}]",
            "extenders[1].managedResources[0].name: a.org/x is managed twice"},
        {"extenders: [{prioritizeVerb: p}]", "extenders[0].weight"},
        {"extenders: [{bindVerb: b}, {bindVerb: b}]", "extenders[1].bindVerb"},
        {"extenders: [{tlsConfig: {password: hush}}]", "extenders[0].tlsConfig: there is no field password"},
        {"profiles: 3", "profiles"},
        {"profiles: [{plugin: {}}]", "profiles[0]: there is no field plugin"},
        {"profiles: [{plugins: {scores: {}}}]", "profiles[0].plugins: there is no field scores"},
        {"percentageOfNodesToScore: 101", "percentageOfNodesToScore"},
        {"parallelism: 0", "parallelism"},
        {"parallelism: 1\nparallelism: 2", "parallelism"},
    };
    for (const auto &[rest, what] : rows) {
        EXPECT_THAT(problemOf(head + rest), AllOf(StartsWith("s.yaml:"), HasSubstr(what))) << rest;
    }
}

TEST(SchedulerConfig, SaysWhatElseItIsAndNeverWhatASecretIs)
{
    EXPECT_THAT(problemOf("apiVersion: v1\nkind: Pod\n"), AllOf(StartsWith("s.yaml:1:1"), HasSubstr("Pod of v1")));
    EXPECT_THAT(problemOf("apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration\n"),
        HasSubstr("v1beta3"));
    EXPECT_THAT(problemOf("kind: KubeSchedulerConfiguration"), HasSubstr("no apiVersion"));
    EXPECT_THAT(problemOf("{}"), HasSubstr("no kind"));
    EXPECT_THAT(problemOf("[1]"), HasSubstr("expected a mapping"));
    const std::string hidden = problemOf(head + "extenders: [{tlsConfig: {keyData: hush, other: hush}}]");
    EXPECT_EQ(hidden.find("hush"), std::string::npos) << hidden;
}

TEST(SchedulerConfig, BrokenTextsAreRefusedWithinBounds)
{
    for (const std::string &text : {std::string(), std::string("# nothing"), std::string("a: [b"),
             std::string("\xff\xfe"
                         "a\0",
                 4),
             std::string("a: &x [*x]"), std::string(64, '['), "a: " + std::string(2'000'000, 'x'),
             head + "---\n" + head}) {
        EXPECT_THAT(problemOf(text), StartsWith("s.yaml")) << text.substr(0, 40);
    }
    EXPECT_TRUE(parseSchedulerConfig(
        "s.yaml", "apiVersion: kubescheduler.config.k8s.io/v1\r\nkind: KubeSchedulerConfiguration\r\n")
                    .ok());
    EXPECT_THAT(std::string(loadSchedulerConfig("/nowhere/s.yaml").status().message()), HasSubstr("/nowhere/s.yaml"));
}

} // namespace
} // namespace binnacle::kube
