// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"
#include "backend/kube/pod_rules.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>

namespace binnacle::kube {
namespace {

using model::UndecidedRule;
using testing::AllOf;
using testing::HasSubstr;

std::string failure(std::string_view text)
{
    const auto manifest = parseManifest("m.yaml", text);
    EXPECT_FALSE(manifest.ok()) << text;
    return std::string(manifest.status().message());
}

model::PodPtr podOf(std::string_view text)
{
    const auto manifest = parseManifest("m.yaml", text);
    EXPECT_TRUE(manifest.ok()) << manifest.status() << "\n" << text;
    return manifest.ok() && !manifest->pods.empty() ? manifest->pods.front().pod : std::make_shared<model::Pod>();
}

/// A pod with one container and whatever else its spec is to hold, in flow style.
model::PodPtr podWith(const std::string &spec, const std::string &metadata = "", const std::string &status = "")
{
    return podOf("{kind: Pod, metadata: {name: p, namespace: web, " + metadata + "}, spec: {containers: [{name: c}], "
        + spec + "}, status: {" + status + "}}");
}

TEST(Manifest, ReadsWhatDecidesAboutAPod)
{
    const auto pod = podOf(R"(apiVersion: v1
kind: Pod
metadata:
  name: train
  namespace: ml
  uid: u-1
  resourceVersion: "42"
  creationTimestamp: "2026-01-02T03:04:05Z"
  labels: {app: train}
  ownerReferences:
  - {kind: Job, name: nightly, controller: true}
spec:
  schedulerName: binnacle
  priority: 7
  nodeSelector: {disk: ssd}
  tolerations:
  - {key: gpu, operator: Exists, effect: NoSchedule}
  - {key: k}
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions: [{key: zone, operator: In, values: [a, b]}]
          matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}]
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 10
        preference: {matchExpressions: [{key: cores, operator: Gt, values: ["8"]}]}
  initContainers:
  - name: side
    restartPolicy: Always
    resources: {requests: {cpu: 100m}}
    ports: [{containerPort: 1, hostPort: 9100}]
  containers:
  - name: main
    resources:
      requests: {cpu: 2, memory: 1Gi}
      limits: {nvidia.com/gpu: 1}
    ports:
    - {containerPort: 80, hostPort: 8080, hostIP: 10.0.0.1, protocol: UDP}
    - {containerPort: 81}
  overhead: {cpu: 50m}
)");
    EXPECT_EQ(pod->key, (model::PodKey{"ml", "train"}));
    EXPECT_EQ(pod->uid, "u-1");
    EXPECT_EQ(pod->resourceVersion, "42");
    EXPECT_EQ(pod->created, base::TimePoint(std::chrono::seconds(1767323045)));
    EXPECT_EQ(pod->ownerKind, "Job");
    EXPECT_EQ(pod->schedulerName, "binnacle");
    EXPECT_EQ(pod->priority, 7);
    ASSERT_EQ(pod->tolerations.size(), 2U);
    EXPECT_EQ(pod->tolerations[0].op, model::Toleration::Operator::Exists);
    EXPECT_EQ(pod->tolerations[1].op, model::Toleration::Operator::Equal);
    ASSERT_TRUE(pod->hasRequiredNodeAffinity);
    ASSERT_EQ(pod->requiredNodeTerms.size(), 1U);
    EXPECT_EQ(pod->requiredNodeTerms[0].matchExpressions[0].values, (std::vector<std::string>{"a", "b"}));
    ASSERT_EQ(pod->preferredNodeTerms.size(), 1U);
    EXPECT_EQ(pod->preferredNodeTerms[0].weight, 10);
    ASSERT_EQ(pod->hostPorts.size(), 2U);
    EXPECT_EQ(pod->hostPorts[0].port, 9100);
    EXPECT_EQ(pod->hostPorts[1], (model::HostPort{"10.0.0.1", base::Symbol("UDP"), 8080}));
    EXPECT_EQ(pod->request.cpuMilli, 2150);
    EXPECT_EQ(pod->request.memoryBytes, std::int64_t{1} << 30);
    EXPECT_EQ(pod->request.scalar(base::Symbol("nvidia.com/gpu")), 1) << "a limit without a request is a request";
    EXPECT_EQ(pod->undecided, 0U);
}

TEST(Manifest, ALimitDoesNotReplaceARequestOfZero)
{
    const auto pod = podOf("{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, resources: {requests: {cpu: "
                           "0}, limits: {cpu: 2}}}]}}");
    EXPECT_EQ(pod->request.cpuMilli, 0);
}

TEST(Manifest, PodLevelResourcesReplaceTheSumOfTheirContainers)
{
    const auto pod = podOf(
        "{kind: Pod, metadata: {name: p}, spec: {resources: {requests: {cpu: 5}}, overhead: {cpu: 100m}, containers: "
        "[{name: a, resources: {requests: {cpu: 1, memory: 1Gi, nvidia.com/gpu: 1}}}, {name: b, resources: {requests: "
        "{cpu: 2}}}]}}");
    EXPECT_EQ(pod->request.cpuMilli, 5100);
    EXPECT_EQ(pod->request.memoryBytes, std::int64_t{1} << 30);
    EXPECT_EQ(pod->request.scalar(base::Symbol("nvidia.com/gpu")), 1);
}

TEST(Manifest, HostNetworkMakesEveryContainerPortAHostPort)
{
    const auto pod = podOf("{kind: Pod, metadata: {name: p}, spec: {hostNetwork: true, containers: [{name: c, ports: "
                           "[{containerPort: 80}]}]}}");
    ASSERT_EQ(pod->hostPorts.size(), 1U);
    EXPECT_EQ(pod->hostPorts[0].port, 80);
}

TEST(Manifest, ABooleanWhereAStringBelongsIsNeverConverted)
{
    EXPECT_THAT(
        failure("kind: Pod\nmetadata: {name: p}\nspec:\n  nodeSelector: {gpu: true}\n  containers: [{name: c}]\n"),
        AllOf(HasSubstr("m.yaml:4:23"), HasSubstr("expected a string, found a boolean"), HasSubstr("\"true\"")));
    EXPECT_EQ(podWith("nodeSelector: {gpu: \"true\"}")->nodeSelector[0].second, "true");
    EXPECT_THAT(failure("{kind: Pod, metadata: {name: 5}, spec: {containers: [{name: c}]}}"),
        HasSubstr("write it in quotes: \"5\""));
    EXPECT_THAT(failure("{kind: Pod, metadata: {name: p}, spec: {hostNetwork: \"yes\", containers: [{name: c}]}}"),
        HasSubstr("expected a boolean, found a string"));
    EXPECT_THAT(failure("{kind: Pod, metadata: {name: p}, spec: {priority: high, containers: [{name: c}]}}"),
        HasSubstr("expected an integer"));
}

TEST(Manifest, AnObjectWithoutANameSaysSo)
{
    EXPECT_THAT(failure("kind: Pod\nspec: {containers: [{name: c}]}\n"),
        AllOf(HasSubstr("m.yaml:1:1"), HasSubstr("metadata.name")));
    EXPECT_THAT(failure("kind: Node\nmetadata: {labels: {}}\n"), HasSubstr("metadata.name"));
    EXPECT_THAT(
        failure("kind: Deployment\nspec: {template: {spec: {containers: [{name: c}]}}}\n"), HasSubstr("metadata.name"));
    EXPECT_EQ(
        podOf("{kind: Pod, metadata: {generateName: batch-}, spec: {containers: [{name: c}]}}")->key.name, "batch-");
}

TEST(Manifest, BadQuantitiesNameThePlaceAndTheCause)
{
    const auto with = [](const std::string &cpu) {
        return "kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    resources:\n      requests:\n   "
               "     cpu: "
            + cpu + "\n";
    };
    EXPECT_THAT(failure(with("2E6024865272343")), AllOf(HasSubstr("m.yaml:8:14"), HasSubstr("beyond")));
    EXPECT_THAT(failure(with("1e40")), HasSubstr("beyond"));
    EXPECT_THAT(failure(with("two")), HasSubstr("no quantity"));
    EXPECT_THAT(failure(with("-1")), HasSubstr("negative"));
    EXPECT_THAT(failure(with("[1]")), HasSubstr("found a list"));
    EXPECT_EQ(podOf(with("2000E"))->request.cpuMilli, INT64_MAX) << "what a quantity can hold saturates";
}

TEST(Manifest, RulesThatAreNotBuiltMarkThePod)
{
    const std::pair<std::string, UndecidedRule> rows[] = {
        {"volumes: [{name: v, somethingNew: {}}]", UndecidedRule::Volumes},
        {"topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: Perhaps}]",
            UndecidedRule::Unrecognised},
        {"workloadRef: {name: w}", UndecidedRule::WorkloadGroup},
        {"tolerations: [{key: k, operator: Like}]", UndecidedRule::Unrecognised},
        {"tolerations: [{key: k, effect: NoPlace}]", UndecidedRule::Unrecognised},
        {"affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
         "[{matchExpressions: "
         "[{key: k, operator: Near}]}]}}}",
            UndecidedRule::Unrecognised},
        {"brandNewField: 1", UndecidedRule::Unrecognised},
        {"runtimeClassName: kata", UndecidedRule::Unrecognised},
    };
    for (const auto &[spec, rule] : rows) {
        EXPECT_EQ(podWith(spec)->undecided, bit(rule)) << spec;
    }
    EXPECT_EQ(
        podWith("volumes: [{name: a, emptyDir: {}}, {name: b, configMap: {name: x}}, {name: c, secret: {}}, {name: d, "
                "projected: {}}, {name: e, downwardAPI: {}}, {name: f, hostPath: {path: /}}, {name: g, image: {}}, "
                "{name: h, nfs: {}}, {name: i, csi: {driver: d}}, {name: j, azureFile: {}}]")
            ->undecided,
        0U);
}

TEST(Manifest, GroupMarksOfOtherSchedulersMarkThePod)
{
    for (const std::string metadata : {"labels: {scheduling.x-k8s.io/pod-group: g}",
             "annotations: {scheduling.k8s.io/group-name: g}", "labels: {kueue.x-k8s.io/pod-group-name: g}"}) {
        EXPECT_EQ(podWith("", metadata)->undecided, bit(UndecidedRule::WorkloadGroup)) << metadata;
    }
    EXPECT_EQ(podWith("", "labels: {app: g}")->undecided, 0U);
}

TEST(Manifest, AResizeCountsOnceTheStatusSaysWhatThereIs)
{
    const auto cpuOf = [](const std::string &spec, const std::string &status) {
        return podWith("nodeName: n1" + spec, "", status)->request.cpuMilli;
    };
    const std::int64_t asked = cpuOf("", "phase: Running");
    const std::string given = "containerStatuses: [{name: c, allocatedResources: {cpu: 900}";
    EXPECT_EQ(cpuOf("", given + "}]"), asked) << "what it was given alone does not count";
    EXPECT_EQ(cpuOf("", given + ", resources: {}}]"), 900'000);
    const std::string level = ", resources: {requests: {cpu: 800}}";
    EXPECT_EQ(cpuOf(level, "allocatedResources: {cpu: 900}"), 800'000);
    EXPECT_EQ(cpuOf(level, "allocatedResources: {cpu: 900}, resources: {}"), 900'000);
    EXPECT_EQ(
        cpuOf(level,
            "allocatedResources: {cpu: 7}, resources: {requests: {cpu: 5}}, conditions: [{type: PodResizePending, "
            "status: \"True\", reason: Infeasible}]"),
        7'000)
        << "what cannot be is not counted";
}

TEST(Manifest, AResizeUnderWayMarksThePod)
{
    EXPECT_EQ(podWith("nodeName: n1", "", "resize: Deferred")->undecided, bit(UndecidedRule::InPlaceResize));
    EXPECT_EQ(podWith("nodeName: n1", "", "conditions: [{type: PodResizePending, status: \"True\"}]")->undecided,
        bit(UndecidedRule::InPlaceResize));
    const auto resized = [](const std::string &cpu) {
        return podOf("{kind: Pod, metadata: {name: p}, spec: {nodeName: n1, containers: [{name: c, resources: "
                     "{requests: {cpu: 1}}}]}, status: "
                     "{containerStatuses: [{name: c, restartCount: 3, resources: {}, allocatedResources: {cpu: "
            + cpu + "}}]}}");
    };
    EXPECT_EQ(resized("2")->undecided, bit(UndecidedRule::InPlaceResize));
    EXPECT_EQ(resized("1000m")->undecided, 0U);
    EXPECT_EQ(resized("1")->restarts, 3);
    EXPECT_EQ(resized("2")->request.cpuMilli, 2000) << "charged as a live cluster's is";
    EXPECT_EQ(resized("2")->uid, "default/p") << "a pod without a UID is told apart by its name";
}

TEST(Manifest, KeepsPodAffinityTermByTerm)
{
    const auto pod = podWith(
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "[{topologyKey: z, labelSelector: {matchLabels: {app: x}}}], preferredDuringSchedulingIgnoredDuringExecution: "
        "[{weight: 1, podAffinityTerm: {topologyKey: z, namespaceSelector: {}}}]}, podAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, namespaces: [other], labelSelector: "
        "{}}]}}");
    using Kind = model::AffinityTerm::Kind;
    EXPECT_EQ(pod->undecided, 0U);
    ASSERT_EQ(pod->affinityTerms.size(), 3U);
    const auto &affinity = pod->affinityTerms[0];
    EXPECT_EQ(affinity.kind, Kind::RequiredAffinity);
    EXPECT_EQ(affinity.namespaces, (std::vector<std::string>{"other"}));
    EXPECT_TRUE(affinity.selector.selectsEverything()) << "an empty selector selects everything";
    const auto &anti = pod->affinityTerms[1];
    EXPECT_EQ(anti.kind, Kind::RequiredAntiAffinity);
    EXPECT_EQ(anti.topologyKey.text(), "z");
    EXPECT_EQ(anti.namespaces, (std::vector<std::string>{"web"}));
    EXPECT_EQ(anti.selector.requirements[0].values, (std::vector<std::string>{"x"}));
    const auto &preferred = pod->affinityTerms[2];
    EXPECT_EQ(preferred.kind, Kind::PreferredAntiAffinity);
    EXPECT_EQ(preferred.weight, 1);
    EXPECT_TRUE(preferred.namespaceSelector.selectsEverything());
    EXPECT_FALSE(preferred.selector.present) << "an absent selector selects nothing";
}

TEST(Manifest, TakesThePodTemplateOfAController)
{
    const auto manifest = parseManifest("m.yaml", R"(
apiVersion: v1
kind: Service
metadata: {name: web}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 3, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: c}]}}}}}
---
kind: StatefulSet
metadata: {name: db}
spec: {volumeClaimTemplates: [{}], template: {spec: {containers: [{name: c}]}}}
---
kind: DaemonSet
metadata: {name: agent}
spec: {template: {spec: {hostNetwork: true, containers: [{name: c}]}}}
)");
    ASSERT_TRUE(manifest.ok()) << manifest.status();
    ASSERT_EQ(manifest->pods.size(), 4U);
    EXPECT_EQ(manifest->pods[0].kind, "Deployment");
    EXPECT_EQ(manifest->pods[0].pod->key, (model::PodKey{"shop", "web"}));
    EXPECT_EQ(manifest->pods[0].pod->ownerKind, "ReplicaSet");
    EXPECT_EQ(manifest->pods[0].pod->request.cpuMilli, 1000);
    EXPECT_EQ(manifest->pods[1].kind, "CronJob");
    EXPECT_EQ(manifest->pods[2].pod->undecided, bit(UndecidedRule::Volumes));
    EXPECT_EQ(manifest->pods[3].pod->tolerations, daemonSetTolerations(true));
    EXPECT_EQ(manifest->skippedKinds, (std::vector<std::string>{"Service"}));
}

TEST(Manifest, ReadsListsAndNodes)
{
    const auto manifest = parseManifest("m.json", R"({"kind":"List","items":[
        {"kind":"Node","metadata":{"name":"n1","labels":{"topology.kubernetes.io/zone":"a"}},
         "spec":{"unschedulable":true,"taints":[{"key":"k","value":"v","effect":"NoSchedule"},{"key":"odd","effect":"Strange"}]},
         "status":{"capacity":{"cpu":"8","memory":"32Gi","pods":"110"},"allocatable":{"cpu":"7500m","memory":"30Gi","pods":110,"nvidia.com/gpu":"4"},
          "conditions":[{"type":"Ready","status":"True"}],"addresses":[{"type":"InternalIP","address":"10.1.1.1"}],"nodeInfo":{"kubeletVersion":"v1.36.3"}}},
        {"kind":"Pod","metadata":{"name":"p","namespace":"d"},"spec":{"containers":[{"name":"c"}]}}]})");
    ASSERT_TRUE(manifest.ok()) << manifest.status();
    ASSERT_EQ(manifest->nodes.size(), 1U);
    ASSERT_EQ(manifest->pods.size(), 1U);
    const model::Node &node = *manifest->nodes[0];
    EXPECT_EQ(node.allocatable.cpuMilli, 7500);
    EXPECT_EQ(node.allocatable.pods, 110);
    EXPECT_EQ(node.allocatable.scalar(base::Symbol("nvidia.com/gpu")), 4);
    EXPECT_EQ(node.capacity.cpuMilli, 8000);
    EXPECT_TRUE(node.unschedulable);
    EXPECT_TRUE(node.ready);
    ASSERT_EQ(node.taints.size(), 2U);
    EXPECT_EQ(node.taints[1].effect, model::TaintEffect::NoExecute) << "an effect of a later version: the strictest";
    EXPECT_EQ(node.zone, base::Symbol("a"));
    EXPECT_EQ(node.internalIp, "10.1.1.1");
}

TEST(Manifest, BadInputIsAnErrorThatSaysWhatAndWhere)
{
    EXPECT_THAT(failure(""), HasSubstr("m.yaml: is empty"));
    EXPECT_THAT(failure("# nothing\n"), HasSubstr("is empty"));
    EXPECT_THAT(failure("just text"), HasSubstr("m.yaml:1:1"));
    EXPECT_THAT(failure("kind: Service\nmetadata: {name: x}\n"), HasSubstr("Service"));
    EXPECT_THAT(failure("metadata: {name: x}\n"), HasSubstr("without kind"));
    EXPECT_THAT(failure("{kind: Pod, metadata: {name: p}}"), HasSubstr("spec.containers"));
    EXPECT_THAT(failure("{kind: Pod, metadata: {name: p}, spec: {containers: [5]}}"), HasSubstr("expected a mapping"));
    EXPECT_THAT(failure("{kind: Pod, metadata: {name: p}, spec: {nodeselector: {a: b}, containers: [{name: c}]}}"),
        AllOf(HasSubstr("nodeselector"), HasSubstr("nodeSelector")));
    EXPECT_THAT(failure("kind: Pod\nmetadata: &m {name: p, labels: *m}\n"), HasSubstr("inside the node it names"));
    EXPECT_THAT(failure(std::string("\xff\xfek\0i\0", 6)), HasSubstr("UTF-16"));
    EXPECT_EQ(podOf("kind: Pod\r\nmetadata:\r\n  name: p\r\nspec:\r\n  containers:\r\n  - name: c\r\n")->key.name, "p");
    const auto huge = parseManifest("m.yaml", std::string(std::size_t{10} << 20, 'x'));
    EXPECT_EQ(huge.status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_THAT(
        failure("{kind: Pod, metadata: {name: p, labels: " + std::string(5000, '[') + std::string(5000, ']') + "}}"),
        HasSubstr("depth"));
    EXPECT_THAT(failure(R"({"kind":"Pod","metadata":)" + std::string(5000, '[') + std::string(5000, ']') + "}"),
        HasSubstr("depth"));
    EXPECT_EQ(loadManifest("/nonexistent/m.yaml").status().code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(loadManifest("/").status().code(), absl::StatusCode::kFailedPrecondition);
}

} // namespace
} // namespace binnacle::kube
