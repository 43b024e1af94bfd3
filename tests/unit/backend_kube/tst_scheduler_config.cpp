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

/// What the profile, the only one, changes: settings as "plugin.option=text", weights, and plugins that do not filter.
std::string changesOf(const std::string &profile)
{
    const auto config = parseSchedulerConfig("s.yaml", head + "profiles: [{" + profile + "}]");
    EXPECT_TRUE(config.ok()) << config.status() << profile;
    if (!config.ok() || config->profiles.size() != 1) {
        return "unreadable";
    }
    const framework::PolicyChanges &changes = config->profiles[0].changes;
    std::string out;
    for (const auto &[plugin, settings] : changes.settings) {
        for (const auto &[option, text] : settings) {
            out += plugin + '.' + option + '=' + text + ';';
        }
    }
    for (const auto &[plugin, weight] : changes.weights) {
        out += plugin + '*' + std::to_string(weight) + ';';
    }
    for (const std::string &plugin : changes.withoutFilter) {
        out += "without " + plugin + ';';
    }
    return out;
}

TEST(SchedulerConfig, ReadsPluginsAndWeightsAsKubeSchedulerMergesThem)
{
    EXPECT_EQ(
        changesOf("plugins: {multiPoint: {enabled: [{name: TaintToleration, weight: 4}]}}"), "TaintToleration*4;");
    EXPECT_EQ(changesOf("plugins: {multiPoint: {enabled: [{name: TaintToleration}]}}"), "TaintToleration*1;")
        << "no weight is 1, not the default";
    EXPECT_EQ(changesOf("plugins: {score: {disabled: [{name: ImageLocality}]}}"), "ImageLocality*0;");
    EXPECT_EQ(changesOf("plugins: {score: {disabled: [{name: '*'}], enabled: [{name: NodeResourcesFit, weight: 5}]}}"),
        "DynamicResources*0;ImageLocality*0;InterPodAffinity*0;NodeAffinity*0;NodeResourcesBalancedAllocation*0;"
        "NodeResourcesFit*5;"
        "PodTopologySpread*0;TaintToleration*0;");
    EXPECT_EQ(changesOf("plugins: {filter: {disabled: [{name: NodePorts}]}}"), "without NodePorts;");
    EXPECT_EQ(changesOf("plugins: {multiPoint: {disabled: [{name: NodeAffinity}, {name: VolumeZone}]}}"),
        "NodeAffinity*0;without NodeAffinity;without VolumeZone;");
    EXPECT_EQ(changesOf("plugins: {filter: {disabled: [{name: NodeVolumeLimits}]}}"), "without NodeVolumeLimits;");
    EXPECT_EQ(changesOf("plugins: {multiPoint: {disabled: [{name: NodePorts}], enabled: [{name: NodePorts}]}}"), "");
    EXPECT_EQ(changesOf("plugins: {filter: {enabled: [{name: NodePorts}]}}"), "") << "the order is not applied";
    for (const char *name : {"DefaultPreemption", "'*'"}) {
        EXPECT_EQ(changesOf(std::string("plugins: {postFilter: {disabled: [{name: ") + name + "}]}}"),
            "without DefaultPreemption;");
    }
    EXPECT_EQ(
        changesOf("plugins: {multiPoint: {disabled: [{name: DefaultPreemption}]}}"), "without DefaultPreemption;");
    EXPECT_EQ(changesOf("plugins: {multiPoint: {disabled: [{name: DefaultPreemption}]}, postFilter: {enabled: [{name: "
                        "DefaultPreemption}]}}"),
        "");
}

TEST(SchedulerConfig, ReadsArgumentsAsSettings)
{
    const auto arguments = [](const std::string &plugin, const std::string &text) {
        return changesOf("pluginConfig: [{name: " + plugin + ", args: {" + text + "}}]");
    };
    EXPECT_EQ(
        arguments("NodeResourcesFit",
            "scoringStrategy: {type: RequestedToCapacityRatio, resources: [{name: cpu, weight: 3}, {name: a.org/x}], "
            "requestedToCapacityRatio: {shape: [{utilization: 0, score: 10}, {utilization: 90, score: 2}]}}, "
            "ignoredResources: [a.org/y, b.org/z], ignoredResourceGroups: [c.org]"),
        "NodeResourcesFit.ignoredResourceGroups=c.org;NodeResourcesFit.ignoredResources=a.org/y,b.org/z;"
        "NodeResourcesFit.resources=cpu=3,a.org/x=1;NodeResourcesFit.scoringStrategy=RequestedToCapacityRatio;"
        "NodeResourcesFit.shape=0=10,90=2;");
    EXPECT_EQ(arguments("NodeResourcesBalancedAllocation", "resources: [{name: memory, weight: 1}]"),
        "NodeResourcesBalancedAllocation.resources=memory=1;");
    EXPECT_EQ(arguments("InterPodAffinity", "hardPodAffinityWeight: 0, ignorePreferredTermsOfExistingPods: true"),
        "InterPodAffinity.hardPodAffinityWeight=0;InterPodAffinity.ignorePreferredTermsOfExistingPods=true;");
    EXPECT_EQ(arguments("PodTopologySpread",
                  "defaultingType: List, defaultConstraints: [{maxSkew: 2, topologyKey: zone, whenUnsatisfiable: "
                  "DoNotSchedule}, {maxSkew: 1, topologyKey: host, whenUnsatisfiable: ScheduleAnyway}]"),
        "PodTopologySpread.defaultConstraints=zone=2:DoNotSchedule,host=1:ScheduleAnyway;"
        "PodTopologySpread.defaulting=List;");
    EXPECT_EQ(arguments("PodTopologySpread", "defaultingType: List"), "PodTopologySpread.defaulting=List;");
    EXPECT_EQ(
        arguments("NodeAffinity",
            "addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: "
            "[{key: zone, operator: NotIn, values: [a, '']}, {key: cores, operator: Gt, values: ['8']}], matchFields: "
            "[{key: metadata.name, operator: NotIn, values: [node-1]}]}, {matchExpressions: [{key: spot, operator: "
            "DoesNotExist}]}]}, preferredDuringSchedulingIgnoredDuringExecution: [{weight: 7, preference: "
            "{matchExpressions: [{key: ssd, operator: Exists}]}}]}"),
        "NodeAffinity.addedPreferred=7: ssd;"
        "NodeAffinity.addedRequired=@metadata.name!=node-1,zone notin (a,''),cores>8 | !spot;");
}

TEST(SchedulerConfig, APodIsDecidedByTheProfileOfItsScheduler)
{
    const auto config = parseSchedulerConfig("s.yaml",
        head
            + "profiles: [{plugins: {score: {disabled: [{name: ImageLocality}]}}}, {schedulerName: other}]\n"
              "extenders: [{managedResources: [{name: a.org/x}]}]");
    ASSERT_TRUE(config.ok()) << config.status();
    EXPECT_EQ(config->changesFor("default-scheduler").weights.size(), 1u);
    EXPECT_TRUE(config->changesFor("other").weights.empty());
    EXPECT_TRUE(config->changesFor("unheard-of").weights.empty());
    for (const char *name : {"default-scheduler", "other", "unheard-of"}) {
        EXPECT_EQ(config->changesFor(name).extenders.size(), 1u);
    }
}

TEST(SchedulerConfig, RefusesWhatAPolicyCannotExpressByTheNameOfTheField)
{
    const auto arguments = [](const std::string &plugin, const std::string &text) {
        return "pluginConfig: [{name: " + plugin + ", args: {" + text + "}}]";
    };
    const std::vector<std::pair<std::string, std::string>> rows{
        {"plugins: {multiPoint: {enabled: [{name: Ours}]}}", "profiles[0].plugins.multiPoint.enabled[0]: Ours"},
        {"plugins: {score: {enabled: [{name: NodePorts}]}}", "profiles[0].plugins.score.enabled[0]: NodePorts"},
        {"plugins: {score: {enabled: [{name: NodeAffinity, weight: 1001}]}}", "profiles[0].plugins.score.enabled[0]"},
        {"plugins: {multiPoint: {disabled: [{name: '*'}]}, score: {enabled: [{name: ImageLocality}]}}",
            "profiles[0].plugins.score.enabled[0]: ImageLocality"},
        {"plugins: {multiPoint: {disabled: [{name: NodePorts}]}, filter: {enabled: [{name: NodePorts}]}}",
            "profiles[0].plugins.filter.enabled[0]: NodePorts"},
        {"plugins: {filter: {disabled: [{name: NodeAffinity}]}}",
            "profiles[0].plugins.filter.disabled[0]: NodeAffinity"},
        {"plugins: {filter: {disabled: [{name: '*'}]}}", "profiles[0].plugins.filter.disabled[0]: *"},
        {"plugins: {preFilter: {disabled: [{name: NodeAffinity}]}}", "profiles[0].plugins.preFilter.disabled[0]"},
        {"plugins: {postFilter: {disabled: [{name: NodePorts}]}}",
            "profiles[0].plugins.postFilter.disabled[0]: NodePorts"},
        {"plugins: {bind: {enabled: [{name: DefaultBinder}]}}", "profiles[0].plugins.bind.enabled[0]"},
        {arguments("NodeResourcesFit", "scoringStrategy: {type: Best}"), "args.scoringStrategy.type"},
        {arguments("NodeResourcesFit", "scoringStrategy: {type: RequestedToCapacityRatio}"),
            "args.scoringStrategy.requestedToCapacityRatio"},
        {arguments("NodeResourcesFit",
             "scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: [{utilization: 9}, "
             "{utilization: 9}]}}"),
            "shape[1].utilization"},
        {arguments("NodeResourcesFit", "ignoredResources: ['a,b']"), "args.ignoredResources"},
        {arguments("NodeResourcesFit", "ignoredResourceGroups: [a.org/x]"), "args.ignoredResourceGroups"},
        {arguments("NodeResourcesFit", "other: 1"), "args.other"},
        {arguments("NodeResourcesBalancedAllocation", "resources: [{name: cpu, weight: 101}]"), "weight"},
        {arguments("NodeResourcesBalancedAllocation", "resources: [{name: cpu}, {name: cpu}]"), "args.resources"},
        {arguments("NodeAffinity",
             "addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{}]}}"),
            "args.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution"},
        {arguments("NodeAffinity",
             "addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: "
             "{matchExpressions: "
             "[{key: a, operator: Gt, values: [many]}]}}]}"),
            "matchExpressions[0].values"},
        {arguments("PodTopologySpread",
             "defaultConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule}]"),
            "args.defaultingType"},
        {arguments("PodTopologySpread",
             "defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: Never}]"),
            "defaultConstraints[0].whenUnsatisfiable"},
        {arguments("PodTopologySpread",
             "defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: "
             "DoNotSchedule}, "
             "{maxSkew: 2, topologyKey: a, whenUnsatisfiable: DoNotSchedule}]"),
            "args.defaultConstraints"},
        {arguments("DefaultPreemption", "minCandidateNodesAbsolute: -1"), "args.minCandidateNodesAbsolute"},
        {"pluginConfig: [{name: NodeAffinity}, {name: NodeAffinity}]", "profiles[0].pluginConfig[1]: NodeAffinity"},
    };
    for (const auto &[profile, field] : rows) {
        EXPECT_THAT(
            problemOf(head + "profiles: [{" + profile + "}]"), AllOf(StartsWith("s.yaml:3:"), HasSubstr(field)));
    }
    EXPECT_THAT(problemOf(head + "profiles: [{}, {schedulerName: default-scheduler}]"),
        HasSubstr("profiles[1].schedulerName: another profile is called default-scheduler"));
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
