// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// One object reads the same as JSON (kubectl get -o json) and as protobuf (a live feed): a pod decided on from a file must
// be decided on alike when its cluster is opened live.

#include "backend/kube/json.h"
#include "backend/kube/manifest.h"
#include "backend/kube/pod_rules.h"
#include "tests/unit/backend_kube/wire_objects.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace binnacle::kube {
namespace {

using model::UndecidedRule;
using testing::addQuantity;
using testing::wireNode;
using testing::wirePod;

/// A pod in both forms: the fields beside name, namespace, UID and version that its JSON form has.
struct PodCase {
    const char *sentence;
    std::string metadata; ///< JSON members
    std::string spec; ///< JSON members; containers too
    std::string status;
    std::function<void(wire::Pod &)> fill; ///< a pod without containers
    model::UndecidedRules undecided = 0;
};

std::string joined(const std::string &first, const std::string &more)
{
    return more.empty() ? first : first + "," + more;
}

absl::StatusOr<model::PodPtr> fromJson(const PodCase &one)
{
    const std::string text = R"({"kind":"Pod","apiVersion":"v1","metadata":{)"
        + joined(R"("name":"web","namespace":"shop","uid":"u-1","resourceVersion":"42")", one.metadata)
        + R"(},"spec":{)" + joined(R"("schedulerName":"binnacle")", one.spec) + R"(},"status":{)" + one.status + "}}";
    JsonReader reader;
    const auto document = reader.parse("pod.json", text, {});
    if (!document.ok()) {
        return document.status();
    }
    return decodePod(document->root(), ObjectOrigin::Served);
}

absl::StatusOr<model::PodPtr> fromProtobuf(const PodCase &one)
{
    wire::Pod pod;
    pod.mutable_metadata()->set_name("web");
    pod.mutable_metadata()->set_namespace_("shop");
    pod.mutable_metadata()->set_uid("u-1");
    pod.mutable_metadata()->set_resourceversion("42");
    pod.mutable_spec()->set_schedulername("binnacle");
    one.fill(pod);
    return ObjectDecoder().decodePod(pod.SerializeAsString(), ObjectDecoder::Containers::Keep);
}

void expectSame(const model::Pod &json, const model::Pod &wire)
{
    EXPECT_EQ(json.key, wire.key);
    EXPECT_EQ(json.uid, wire.uid);
    EXPECT_EQ(json.resourceVersion, wire.resourceVersion);
    EXPECT_EQ(json.created, wire.created);
    EXPECT_EQ(json.deletionTimestamp, wire.deletionTimestamp);
    EXPECT_TRUE(json.labels == wire.labels);
    EXPECT_EQ(json.ownerKind, wire.ownerKind);
    EXPECT_EQ(json.ownerName, wire.ownerName);
    EXPECT_EQ(json.schedulerName, wire.schedulerName);
    EXPECT_EQ(json.nodeName, wire.nodeName);
    EXPECT_EQ(json.priority, wire.priority);
    EXPECT_TRUE(json.tolerations == wire.tolerations);
    EXPECT_TRUE(json.nodeSelector == wire.nodeSelector);
    EXPECT_EQ(json.hasRequiredNodeAffinity, wire.hasRequiredNodeAffinity);
    EXPECT_TRUE(json.requiredNodeTerms == wire.requiredNodeTerms);
    EXPECT_TRUE(json.preferredNodeTerms == wire.preferredNodeTerms);
    EXPECT_TRUE(json.hostPorts == wire.hostPorts);
    EXPECT_TRUE(json.containers == wire.containers);
    EXPECT_TRUE(json.podLevelRequests == wire.podLevelRequests);
    EXPECT_TRUE(json.podLevelNames == wire.podLevelNames);
    EXPECT_TRUE(json.overhead == wire.overhead);
    EXPECT_EQ(json.undecided, wire.undecided);
    EXPECT_TRUE(json.affinityTerms == wire.affinityTerms);
    EXPECT_EQ(json.nominatedNodeName, wire.nominatedNodeName);
    EXPECT_EQ(json.schedulingGates, wire.schedulingGates);
    EXPECT_EQ(json.neverPreempts, wire.neverPreempts);
    EXPECT_EQ(json.preempted, wire.preempted);
    EXPECT_EQ(json.standing, wire.standing);
    EXPECT_EQ(json.phase, wire.phase);
    EXPECT_EQ(json.startTime, wire.startTime);
    EXPECT_EQ(json.restarts, wire.restarts);
    EXPECT_EQ(json.scheduledReason, wire.scheduledReason);
    EXPECT_EQ(json.scheduledMessage, wire.scheduledMessage);
    EXPECT_TRUE(json.request == wire.request) << json.request.cpuMilli << " " << wire.request.cpuMilli;
    EXPECT_TRUE(json.nonZeroRequest == wire.nonZeroRequest);
    EXPECT_EQ(json.signature, wire.signature) << "so they are decided alike";
}

const std::string plain = R"("containers":[{"name":"c"}])";

wire::Container &addContainer(wire::Pod &pod, const std::string &name = "c")
{
    wire::Container &container = *pod.mutable_spec()->add_containers();
    container.set_name(name);
    return container;
}

void request(wire::Container &container, const std::string &resource, const std::string &amount)
{
    addQuantity(*container.mutable_resources()->mutable_requests(), resource, amount);
}

std::string asking(const std::string &requests)
{
    return R"("containers":[{"name":"c","resources":{"requests":{)" + requests + "}}}]";
}

std::vector<PodCase> podCases()
{
    const auto quantity = [](const char *sentence, const std::string &amount, model::UndecidedRules undecided = 0) {
        return PodCase{sentence, "",
            asking(R"("cpu":")" + amount + R"(","memory":")" + amount + R"(","x.io/y":")" + amount + "\""), "",
            [amount](wire::Pod &pod) {
                wire::Container &container = addContainer(pod);
                for (const char *name : {"cpu", "memory", "x.io/y"}) {
                    request(container, name, amount);
                }
            },
            undecided};
    };
    return {
        quantity("a quantity in thousandths", "1500m"),
        quantity("a quantity in billionths", "1n"),
        quantity("a quantity with an exponent", "12e3"),
        quantity("a binary quantity", "3Ki"),
        quantity("a fractional quantity", "0.1"),
        quantity("a quantity of nothing", "0"),
        quantity("a quantity beyond 64 bits", "2000E"),
        quantity("a quantity beyond 128 bits", "1e90", bit(UndecidedRule::Unrecognised)),
        {"identity labels and owner",
            R"("creationTimestamp":"2026-01-02T03:04:05Z","deletionTimestamp":"2026-01-03T00:00:00Z",)"
            R"("labels":{"app":"web","tier":""},"ownerReferences":[{"kind":"Job","name":"no"},)"
            R"({"kind":"ReplicaSet","name":"web-1","controller":true}])",
            plain + R"(,"nodeName":"n1","priority":-5)",
            R"("phase":"Running","startTime":"2026-01-02T03:04:06Z","nominatedNodeName":"n2")",
            [](wire::Pod &pod) {
                wire::ObjectMeta &meta = *pod.mutable_metadata();
                meta.mutable_creationtimestamp()->set_seconds(1'767'323'045);
                meta.mutable_deletiontimestamp()->set_seconds(1'767'398'400);
                for (const auto &[key, value] : {std::pair("app", "web"), std::pair("tier", "")}) {
                    wire::TextPair &label = *meta.add_labels();
                    label.set_key(key);
                    label.set_value(value);
                }
                wire::OwnerReference &job = *meta.add_ownerreferences();
                job.set_kind("Job");
                job.set_name("no");
                wire::OwnerReference &owner = *meta.add_ownerreferences();
                owner.set_kind("ReplicaSet");
                owner.set_name("web-1");
                owner.set_controller(true);
                addContainer(pod);
                pod.mutable_spec()->set_nodename("n1");
                pod.mutable_spec()->set_priority(-5);
                pod.mutable_status()->set_phase("Running");
                pod.mutable_status()->mutable_starttime()->set_seconds(1'767'323'046);
                pod.mutable_status()->set_nominatednodename("n2");
            }},
        {"init containers and sidecars", "",
            R"("initContainers":[{"name":"i","resources":{"requests":{"cpu":"3"}},"ports":[{"containerPort":1,"hostPort":7}]},)"
            R"({"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"250m"},"limits":{"cpu":"1"}},)"
            R"("ports":[{"containerPort":2,"hostPort":8,"protocol":"TCP"}]}],)"
                + asking(R"("cpu":"1")"),
            R"("containerStatuses":[{"name":"c","restartCount":2}],"initContainerStatuses":[{"name":"i","restartCount":5}])",
            [](wire::Pod &pod) {
                wire::Container &init = *pod.mutable_spec()->add_initcontainers();
                init.set_name("i");
                request(init, "cpu", "3");
                init.add_ports()->set_hostport(7);
                wire::Container &sidecar = *pod.mutable_spec()->add_initcontainers();
                sidecar.set_name("s");
                sidecar.set_restartpolicy("Always");
                request(sidecar, "cpu", "250m");
                addQuantity(*sidecar.mutable_resources()->mutable_limits(), "cpu", "1");
                wire::ContainerPort &port = *sidecar.add_ports();
                port.set_hostport(8);
                port.set_protocol("TCP");
                request(addContainer(pod), "cpu", "1");
                wire::ContainerStatus &status = *pod.mutable_status()->add_containerstatuses();
                status.set_name("c");
                status.set_restartcount(2);
                wire::ContainerStatus &before = *pod.mutable_status()->add_initcontainerstatuses();
                before.set_name("i");
                before.set_restartcount(5);
            }},
        {"pod level resources and overhead", "",
            asking(R"("cpu":"1","nvidia.com/gpu":"1")")
                + R"(,"resources":{"requests":{"cpu":"5","memory":"1Gi"}},"overhead":{"cpu":"50m","memory":"10Mi"})",
            "",
            [](wire::Pod &pod) {
                wire::Container &container = addContainer(pod);
                request(container, "cpu", "1");
                request(container, "nvidia.com/gpu", "1");
                auto &requests = *pod.mutable_spec()->mutable_resources()->mutable_requests();
                addQuantity(requests, "cpu", "5");
                addQuantity(requests, "memory", "1Gi");
                addQuantity(*pod.mutable_spec()->mutable_overhead(), "cpu", "50m");
                addQuantity(*pod.mutable_spec()->mutable_overhead(), "memory", "10Mi");
            }},
        {"tolerations", "",
            plain
                + R"(,"tolerations":[{"key":"a","operator":"Exists","effect":"NoSchedule"},{"key":"b","value":"v"},)"
                  R"({"operator":"Exists"},{"key":"d","operator":"Equal","value":"w","effect":"NoExecute","tolerationSeconds":30},)"
                  R"({"key":"e","operator":"Gt","value":"5","effect":"PreferNoSchedule"}])",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                const auto add = [&](const char *key, const char *op, const char *value, const char *effect) {
                    wire::Toleration &toleration = *pod.mutable_spec()->add_tolerations();
                    toleration.set_key(key);
                    toleration.set_operator_(op);
                    toleration.set_value(value);
                    toleration.set_effect(effect);
                };
                add("a", "Exists", "", "NoSchedule");
                add("b", "", "v", "");
                add("", "Exists", "", "");
                add("d", "Equal", "w", "NoExecute");
                pod.mutable_spec()->mutable_tolerations(3)->set_tolerationseconds(30);
                add("e", "Gt", "5", "PreferNoSchedule");
            }},
        {"a toleration of a later version", "",
            plain
                + R"(,"tolerations":[{"key":"a","operator":"Near","effect":"Gently"},{"key":"b","operator":"Exists"}])",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                wire::Toleration &later = *pod.mutable_spec()->add_tolerations();
                later.set_key("a");
                later.set_operator_("Near");
                later.set_effect("Gently");
                wire::Toleration &known = *pod.mutable_spec()->add_tolerations();
                known.set_key("b");
                known.set_operator_("Exists");
            },
            bit(UndecidedRule::Unrecognised)},
        {"node selector and node affinity", "",
            plain
                + R"(,"nodeSelector":{"disk":"ssd"},"affinity":{"nodeAffinity":{)"
                  R"("requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[)"
                  R"({"matchExpressions":[{"key":"zone","operator":"In","values":["a","b"]},{"key":"gpu","operator":"DoesNotExist"}]},)"
                  R"({"matchFields":[{"key":"metadata.name","operator":"NotIn","values":["n1"]}]}]},)"
                  R"("preferredDuringSchedulingIgnoredDuringExecution":[{"weight":10,"preference":{"matchExpressions":)"
                  R"([{"key":"cores","operator":"Gt","values":["8"]}]}}]}})",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                wire::TextPair &selector = *pod.mutable_spec()->add_nodeselector();
                selector.set_key("disk");
                selector.set_value("ssd");
                wire::NodeAffinity &affinity = *pod.mutable_spec()->mutable_affinity()->mutable_nodeaffinity();
                const auto add = [](wire::LabelSelectorRequirement &to, const char *key, const char *op,
                                     const std::vector<const char *> &values) {
                    to.set_key(key);
                    to.set_operator_(op);
                    for (const char *value : values) {
                        to.add_values(value);
                    }
                };
                wire::NodeSelectorTerm &first = *affinity.mutable_required()->add_nodeselectorterms();
                add(*first.add_matchexpressions(), "zone", "In", {"a", "b"});
                add(*first.add_matchexpressions(), "gpu", "DoesNotExist", {});
                add(*affinity.mutable_required()->add_nodeselectorterms()->add_matchfields(), "metadata.name", "NotIn",
                    {"n1"});
                wire::PreferredSchedulingTerm &preferred = *affinity.add_preferred();
                preferred.set_weight(10);
                add(*preferred.mutable_preference()->add_matchexpressions(), "cores", "Gt", {"8"});
            }},
        {"a required node affinity without terms", "",
            plain
                + R"(,"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[]}}})",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                pod.mutable_spec()->mutable_affinity()->mutable_nodeaffinity()->mutable_required();
            }},
        {"pod affinity and anti-affinity", "",
            plain
                + R"(,"affinity":{"podAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":1,)"
                  R"("podAffinityTerm":{"labelSelector":{"matchLabels":{"app":"web"}},"namespaceSelector":{},"topologyKey":"zone"}}]},)"
                  R"("podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"labelSelector":{"matchExpressions":)"
                  R"([{"key":"app","operator":"Exists"}]},"namespaces":["x","y"],"topologyKey":"zone"},{"topologyKey":"zone"}]}})",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                wire::Affinity &affinity = *pod.mutable_spec()->mutable_affinity();
                wire::WeightedPodAffinityTerm &preferred = *affinity.mutable_podaffinity()->add_preferred();
                preferred.set_weight(1);
                wire::PodAffinityTerm &near = *preferred.mutable_podaffinityterm();
                near.set_topologykey("zone");
                wire::TextPair &label = *near.mutable_labelselector()->add_matchlabels();
                label.set_key("app");
                label.set_value("web");
                near.mutable_namespaceselector();
                wire::PodAffinityTerm &away = *affinity.mutable_podantiaffinity()->add_required();
                wire::LabelSelectorRequirement &any = *away.mutable_labelselector()->add_matchexpressions();
                any.set_key("app");
                any.set_operator_("Exists");
                away.add_namespaces("x");
                away.add_namespaces("y");
                away.set_topologykey("zone");
                affinity.mutable_podantiaffinity()->add_required()->set_topologykey("zone");
            }},
        {"host ports with addresses", "",
            R"("containers":[{"name":"c","ports":[{"containerPort":80,"hostPort":8080,"hostIP":"10.0.0.1","protocol":"UDP"},)"
            R"({"containerPort":81,"protocol":"TCP"},{"containerPort":82,"hostPort":82,"hostIP":"fd00::1","protocol":"SCTP"}]}])",
            "",
            [](wire::Pod &pod) {
                wire::Container &container = addContainer(pod);
                wire::ContainerPort &first = *container.add_ports();
                first.set_hostport(8080);
                first.set_hostip("10.0.0.1");
                first.set_protocol("UDP");
                container.add_ports()->set_protocol("TCP");
                wire::ContainerPort &last = *container.add_ports();
                last.set_hostport(82);
                last.set_hostip("fd00::1");
                last.set_protocol("SCTP");
            }},
        {"a resize that is not settled", "", asking(R"("cpu":"1","memory":"2Gi")") + R"(,"nodeName":"n1")",
            R"("resize":"InProgress","containerStatuses":[{"name":"c","allocatedResources":{"cpu":"3","memory":"2Gi"},)"
            R"("resources":{"requests":{"cpu":"2","memory":"2Gi"}}}])",
            [](wire::Pod &pod) {
                wire::Container &container = addContainer(pod);
                request(container, "cpu", "1");
                request(container, "memory", "2Gi");
                pod.mutable_spec()->set_nodename("n1");
                pod.mutable_status()->set_resize("InProgress");
                wire::ContainerStatus &status = *pod.mutable_status()->add_containerstatuses();
                status.set_name("c");
                addQuantity(*status.mutable_allocatedresources(), "cpu", "3");
                addQuantity(*status.mutable_allocatedresources(), "memory", "2Gi");
                addQuantity(*status.mutable_resources()->mutable_requests(), "cpu", "2");
                addQuantity(*status.mutable_resources()->mutable_requests(), "memory", "2Gi");
            },
            bit(UndecidedRule::InPlaceResize)},
        {"an infeasible resize", "", asking(R"("cpu":"9")") + R"(,"nodeName":"n1")",
            R"("conditions":[{"type":"PodResizePending","status":"True","reason":"Infeasible"}],)"
            R"("containerStatuses":[{"name":"c","allocatedResources":{"cpu":"3"},"resources":{"requests":{"cpu":"3"}}}])",
            [](wire::Pod &pod) {
                request(addContainer(pod), "cpu", "9");
                pod.mutable_spec()->set_nodename("n1");
                wire::PodCondition &condition = *pod.mutable_status()->add_conditions();
                condition.set_type("PodResizePending");
                condition.set_status("True");
                condition.set_reason("Infeasible");
                wire::ContainerStatus &status = *pod.mutable_status()->add_containerstatuses();
                status.set_name("c");
                addQuantity(*status.mutable_allocatedresources(), "cpu", "3");
                addQuantity(*status.mutable_resources()->mutable_requests(), "cpu", "3");
            },
            bit(UndecidedRule::InPlaceResize)},
        {"what a container was given that has nothing yet", "", asking(R"("cpu":"1")") + R"(,"nodeName":"n1")",
            R"("containerStatuses":[{"name":"c","allocatedResources":{"cpu":"3"}}])",
            [](wire::Pod &pod) {
                request(addContainer(pod), "cpu", "1");
                pod.mutable_spec()->set_nodename("n1");
                wire::ContainerStatus &status = *pod.mutable_status()->add_containerstatuses();
                status.set_name("c");
                addQuantity(*status.mutable_allocatedresources(), "cpu", "3");
            }},
        {"what a pod has that asks otherwise", "",
            plain + R"(,"nodeName":"n1","resources":{"requests":{"cpu":"1","memory":"1Gi"}})",
            R"("allocatedResources":{"cpu":"3","x.io/y":"1"},"resources":{"requests":{"cpu":"2"}})",
            [](wire::Pod &pod) {
                addContainer(pod);
                pod.mutable_spec()->set_nodename("n1");
                addQuantity(*pod.mutable_spec()->mutable_resources()->mutable_requests(), "cpu", "1");
                addQuantity(*pod.mutable_spec()->mutable_resources()->mutable_requests(), "memory", "1Gi");
                addQuantity(*pod.mutable_status()->mutable_allocatedresources(), "cpu", "3");
                addQuantity(*pod.mutable_status()->mutable_allocatedresources(), "x.io/y", "1");
                addQuantity(*pod.mutable_status()->mutable_resources()->mutable_requests(), "cpu", "2");
            }},
        {"a condition with a long message", "", plain,
            R"("phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":")"
                + std::string(1023, 'm') + "节\"}]",
            [](wire::Pod &pod) {
                addContainer(pod);
                pod.mutable_status()->set_phase("Pending");
                wire::PodCondition &condition = *pod.mutable_status()->add_conditions();
                condition.set_type("PodScheduled");
                condition.set_status("False");
                condition.set_reason("Unschedulable");
                condition.set_message(std::string(1023, 'm') + "节");
            }},
        {"spread, images and the owner",
            R"("ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"r","controller":true}],"labels":{"app":"x"})",
            R"("containers":[{"name":"a","image":"shop:5000/cart"},{"name":"b","image":"db@sha256:0"}],)"
            R"("initContainers":[{"name":"i","image":"init:1"}],"volumes":[{"name":"v","image":{"reference":"data"}}],)"
            R"("topologySpreadConstraints":[{"maxSkew":2,"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule",)"
            R"("labelSelector":{"matchLabels":{"app":"x"}},"minDomains":3,"nodeTaintsPolicy":"Honor",)"
            R"("nodeAffinityPolicy":"Ignore","matchLabelKeys":["rev"]},)"
            R"({"maxSkew":1,"topologyKey":"host","whenUnsatisfiable":"ScheduleAnyway"}])",
            "",
            [](wire::Pod &pod) {
                auto *owner = pod.mutable_metadata()->add_ownerreferences();
                owner->set_apiversion("apps/v1");
                owner->set_kind("ReplicaSet");
                owner->set_name("r");
                owner->set_controller(true);
                auto *label = pod.mutable_metadata()->add_labels();
                label->set_key("app");
                label->set_value("x");
                wire::PodSpec &spec = *pod.mutable_spec();
                for (const auto &[name, image] : {std::pair("a", "shop:5000/cart"), {"b", "db@sha256:0"}}) {
                    auto *container = spec.add_containers();
                    container->set_name(name);
                    container->set_image(image);
                }
                auto *init = spec.add_initcontainers();
                init->set_name("i");
                init->set_image("init:1");
                wire::VolumeSource source;
                source.mutable_image()->set_reference("data");
                spec.add_volumes()->set_volumesource(source.SerializeAsString());
                auto *hard = spec.add_topologyspreadconstraints();
                hard->set_maxskew(2);
                hard->set_topologykey("zone");
                hard->set_whenunsatisfiable("DoNotSchedule");
                auto *matches = hard->mutable_labelselector()->add_matchlabels();
                matches->set_key("app");
                matches->set_value("x");
                hard->set_mindomains(3);
                hard->set_nodetaintspolicy("Honor");
                hard->set_nodeaffinitypolicy("Ignore");
                hard->add_matchlabelkeys("rev");
                auto *soft = spec.add_topologyspreadconstraints();
                soft->set_maxskew(1);
                soft->set_topologykey("host");
                soft->set_whenunsatisfiable("ScheduleAnyway");
            },
            0},
        {"a constraint of a later version", "",
            plain + R"(,"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"z","whenUnsatisfiable":"Perhaps"}])",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                auto *constraint = pod.mutable_spec()->add_topologyspreadconstraints();
                constraint->set_maxskew(1);
                constraint->set_topologykey("z");
                constraint->set_whenunsatisfiable("Perhaps");
            },
            bit(UndecidedRule::Unrecognised)},
        {"gates, and what preemption reads", "",
            plain
                + R"(,"schedulingGates":[{"name":"a.example/quota"},{"name":"b"}],"preemptionPolicy":"Never","priority":7)",
            R"("nominatedNodeName":"n1","startTime":"2026-06-01T00:00:00Z","conditions":[{"type":"DisruptionTarget","status":"True","reason":"PreemptionByScheduler"}])",
            [](wire::Pod &pod) {
                addContainer(pod);
                pod.mutable_spec()->add_schedulinggates()->set_name("a.example/quota");
                pod.mutable_spec()->add_schedulinggates()->set_name("b");
                pod.mutable_spec()->set_preemptionpolicy("Never");
                pod.mutable_spec()->set_priority(7);
                pod.mutable_status()->set_nominatednodename("n1");
                pod.mutable_status()->mutable_starttime()->set_seconds(1780272000);
                wire::PodCondition &condition = *pod.mutable_status()->add_conditions();
                condition.set_type("DisruptionTarget");
                condition.set_status("True");
                condition.set_reason("PreemptionByScheduler");
            }},
        {"rules of other plugins", R"("annotations":{"scheduling.k8s.io/group-name":"g"})",
            plain + R"(,"schedulingGates":[{"name":"g"}])", "",
            [](wire::Pod &pod) {
                addContainer(pod);
                pod.mutable_metadata()->add_annotations()->set_key("scheduling.k8s.io/group-name");
                pod.mutable_spec()->add_schedulinggates()->set_name("g");
            },
            bit(UndecidedRule::WorkloadGroup)},
        {"claims of devices, and features that the node must have", "",
            R"("hostNetwork":true,"hostUsers":false,"containers":[{"name":"c",)"
            R"("restartPolicyRules":[{"action":"Restart"},{"action":"RestartAllContainers"}]}],)"
            R"("resourceClaims":[{"name":"a","resourceClaimName":"shared"},)"
            R"({"name":"b","resourceClaimTemplateName":"own"},{"name":"c","resourceClaimTemplateName":"none"}])",
            R"("resourceClaimStatuses":[{"name":"b","resourceClaimName":"web-b-x7"},{"name":"c"}])",
            [](wire::Pod &pod) {
                wire::Container *container = pod.mutable_spec()->add_containers();
                container->set_name("c");
                container->add_restartpolicyrules()->set_action("Restart");
                container->add_restartpolicyrules()->set_action("RestartAllContainers");
                pod.mutable_spec()->set_hostnetwork(true);
                pod.mutable_spec()->set_hostusers(false);
                const auto claim = [&](const char *name) {
                    wire::PodResourceClaim *added = pod.mutable_spec()->add_resourceclaims();
                    added->set_name(name);
                    return added;
                };
                claim("a")->set_resourceclaimname("shared");
                claim("b")->set_resourceclaimtemplatename("own");
                claim("c")->set_resourceclaimtemplatename("none");
                wire::PodResourceClaimStatus *made = pod.mutable_status()->add_resourceclaimstatuses();
                made->set_name("b");
                made->set_resourceclaimname("web-b-x7");
                pod.mutable_status()->add_resourceclaimstatuses()->set_name("c");
            },
            0},
        {"volumes", "",
            plain
                + R"(,"volumes":[{"name":"a","persistentVolumeClaim":{"claimName":"data"}},{"name":"b","ephemeral":{}},)"
                  R"({"name":"c","gcePersistentDisk":{"pdName":"pd","readOnly":true}},)"
                  R"({"name":"d","awsElasticBlockStore":{"volumeID":"vol-1","readOnly":true}},)"
                  R"({"name":"e","iscsi":{"targetPortal":"x","iqn":"iqn.a","readOnly":true}},)"
                  R"({"name":"f","rbd":{"monitors":["m1","m2"],"image":"i","pool":"p","readOnly":true}},)"
                  R"({"name":"g","azureDisk":{"diskName":"n","diskURI":"/d","kind":"Dedicated"}},)"
                  R"({"name":"h","cinder":{"volumeID":"c","readOnly":true}},{"name":"i","portworxVolume":{"volumeID":"x"}},)"
                  R"({"name":"j","brandNew":{}}])",
            "",
            [](wire::Pod &pod) {
                addContainer(pod);
                const auto add = [&](const char *name, const std::function<void(wire::VolumeSource &)> &fill) {
                    wire::VolumeSource source;
                    fill(source);
                    auto *volume = pod.mutable_spec()->add_volumes();
                    volume->set_name(name);
                    volume->set_volumesource(source.SerializeAsString());
                };
                add("a", [](auto &source) { source.mutable_persistentvolumeclaim()->set_claimname("data"); });
                add("b", [](auto &source) { source.set_ephemeral(""); });
                add("c", [](auto &source) {
                    source.mutable_gcepersistentdisk()->set_id("pd");
                    source.mutable_gcepersistentdisk()->set_readonly(true);
                });
                add("d", [](auto &source) {
                    source.mutable_awselasticblockstore()->set_id("vol-1");
                    source.mutable_awselasticblockstore()->set_readonly(true);
                });
                add("e", [](auto &source) {
                    source.mutable_iscsi()->set_iqn("iqn.a");
                    source.mutable_iscsi()->set_readonly(true);
                });
                add("f", [](auto &source) {
                    source.mutable_rbd()->add_monitors("m1");
                    source.mutable_rbd()->add_monitors("m2");
                    source.mutable_rbd()->set_image("i");
                    source.mutable_rbd()->set_pool("p");
                    source.mutable_rbd()->set_readonly(true);
                });
                add("g", [](auto &source) {
                    source.mutable_azuredisk()->set_diskuri("/d");
                    source.mutable_azuredisk()->set_kind("Dedicated");
                });
                add("h", [](auto &source) { source.mutable_cinder()->set_id("c"); });
                add("i", [](auto &source) { source.mutable_portworxvolume()->set_id("x"); });
                pod.mutable_spec()->add_volumes()->set_volumesource(testing::field(77, ""));
            },
            bit(UndecidedRule::Volumes)},
    };
}

TEST(Decoders, aPodReadsTheSameInBothForms)
{
    for (const PodCase &one : podCases()) {
        SCOPED_TRACE(one.sentence);
        const auto json = fromJson(one);
        const auto wire = fromProtobuf(one);
        ASSERT_TRUE(json.ok()) << json.status();
        ASSERT_TRUE(wire.ok()) << wire.status();
        EXPECT_EQ((*wire)->undecided, one.undecided);
        expectSame(**json, **wire);
    }
}

TEST(Decoders, gatesAndPreemptionAreRead)
{
    for (const PodCase &one : podCases()) {
        if (std::string_view(one.sentence) != "gates, and what preemption reads") {
            continue;
        }
        const auto pod = fromProtobuf(one);
        ASSERT_TRUE(pod.ok()) << pod.status();
        EXPECT_EQ((*pod)->schedulingGates, (std::vector<std::string>{"a.example/quota", "b"}));
        EXPECT_TRUE((*pod)->neverPreempts);
        EXPECT_TRUE((*pod)->preempted);
        EXPECT_EQ((*pod)->undecided, 0U);
        return;
    }
    FAIL();
}

TEST(Decoders, aDisruptionBudgetReadsTheSameInBothForms)
{
    const auto json = [](const std::string &selector) {
        const std::string text = R"({"kind":"PodDisruptionBudget","metadata":{"name":"b","namespace":"shop"},"spec":{)"
            + selector
            + R"("minAvailable":1},"status":{"disruptionsAllowed":2,"disruptedPods":{"y":"2026-06-01T00:00:00Z","x":null}}})";
        JsonReader reader;
        const auto document = reader.parse("budget.json", text, {});
        EXPECT_TRUE(document.ok()) << document.status();
        InventoryBuilder builder;
        model::Inventory::Known known;
        EXPECT_TRUE(addToInventory(document->root(), "PodDisruptionBudget", builder, known).value());
        EXPECT_TRUE(known.budgets);
        EXPECT_FALSE(known.workloads);
        return builder.build(known)->find("shop")->budgets.at(0);
    };
    const auto wire = [](const std::function<void(wire::LabelSelector &)> &fill) {
        wire::PodDisruptionBudget budget;
        budget.mutable_metadata()->set_name("b");
        budget.mutable_metadata()->set_namespace_("shop");
        if (fill) {
            fill(*budget.mutable_spec()->mutable_selector());
        }
        budget.mutable_status()->set_disruptionsallowed(2);
        budget.mutable_status()->add_disruptedpods()->set_key("y");
        budget.mutable_status()->add_disruptedpods()->set_key("x");
        const auto decoded = ObjectDecoder().decodeBudget(budget.SerializeAsString());
        EXPECT_TRUE(decoded.ok()) << decoded.status();
        EXPECT_EQ(decoded->first, "shop");
        return decoded->second;
    };
    const model::DisruptionBudget web = json(R"("selector":{"matchLabels":{"app":"web"}},)");
    EXPECT_EQ(web.disruptionsAllowed, 2);
    EXPECT_EQ(web.disruptedPods, (std::vector<std::string>{"x", "y"}));
    EXPECT_TRUE(web.selects(model::Labels({{base::Symbol("app"), "web"}})));
    EXPECT_FALSE(web.selects(model::Labels({{base::Symbol("app"), "db"}})));
    EXPECT_EQ(web, wire([](wire::LabelSelector &selector) {
        auto &pair = *selector.add_matchlabels();
        pair.set_key("app");
        pair.set_value("web");
    }));
    EXPECT_EQ(json(R"("selector":{},)"), wire([](wire::LabelSelector &) {}));
    EXPECT_EQ(json(""), wire(nullptr));
    EXPECT_FALSE(json(R"("selector":{"matchExpressions":[{"key":"app","operator":"Near"}]},)")
                     .selects(model::Labels({{base::Symbol("app"), "web"}})));
}

TEST(Decoders, badQuantitiesAreRefusedInBothForms)
{
    for (const std::string amount : {"two", "-1e90", "1.2.3", "1x"}) {
        const PodCase bad{"", "", asking(R"("cpu":")" + amount + "\""), "",
            [amount](wire::Pod &pod) { request(addContainer(pod), "cpu", amount); }};
        EXPECT_FALSE(fromJson(bad).ok()) << amount;
        EXPECT_FALSE(fromProtobuf(bad).ok()) << amount;
    }
}

TEST(Decoders, aNodeReadsTheSameInBothForms)
{
    const std::string text =
        R"({"kind":"Node","metadata":{"name":"n1","uid":"u","resourceVersion":"7",)"
        R"("creationTimestamp":"2026-01-02T03:04:05Z","labels":{"topology.kubernetes.io/zone":"z",)"
        R"("node.kubernetes.io/instance-type":"big"}},"spec":{"unschedulable":true,"taints":[)"
        R"({"key":"a","value":"b","effect":"NoSchedule"},{"key":"c","effect":"Gently"}]},"status":{)"
        R"("capacity":{"cpu":"4","memory":"8Gi","huge.io/x":"1e90"},)"
        R"("allocatable":{"cpu":"3900m","memory":"7Gi","pods":"110","huge.io/x":"1e90"},)"
        R"("conditions":[{"type":"Ready","status":"True","reason":"KubeletReady",)"
        R"("lastTransitionTime":"2026-01-02T03:04:05Z"},{"type":"Odd","status":"Unknown"}],)"
        R"("addresses":[{"type":"Hostname","address":"h"},{"type":"InternalIP","address":"10.0.0.9"}],)"
        R"("nodeInfo":{"kubeletVersion":"v1.36.3","osImage":"os","kernelVersion":"6.1",)"
        R"("containerRuntimeVersion":"cri","architecture":"amd64"}}})";
    JsonReader reader;
    const auto document = reader.parse("node.json", text, {});
    ASSERT_TRUE(document.ok()) << document.status();
    const auto json = decodeNode(document->root());
    ASSERT_TRUE(json.ok()) << json.status();

    wire::Node from;
    from.mutable_metadata()->set_name("n1");
    from.mutable_metadata()->set_uid("u");
    from.mutable_metadata()->set_resourceversion("7");
    from.mutable_metadata()->mutable_creationtimestamp()->set_seconds(1'767'323'045);
    for (const auto &[key, value] :
        {std::pair("topology.kubernetes.io/zone", "z"), std::pair("node.kubernetes.io/instance-type", "big")}) {
        wire::TextPair &label = *from.mutable_metadata()->add_labels();
        label.set_key(key);
        label.set_value(value);
    }
    from.mutable_spec()->set_unschedulable(true);
    wire::Taint &known = *from.mutable_spec()->add_taints();
    known.set_key("a");
    known.set_value("b");
    known.set_effect("NoSchedule");
    wire::Taint &later = *from.mutable_spec()->add_taints();
    later.set_key("c");
    later.set_effect("Gently");
    wire::NodeStatus &status = *from.mutable_status();
    addQuantity(*status.mutable_capacity(), "cpu", "4");
    addQuantity(*status.mutable_capacity(), "memory", "8Gi");
    addQuantity(*status.mutable_capacity(), "huge.io/x", "1e90");
    addQuantity(*status.mutable_allocatable(), "cpu", "3900m");
    addQuantity(*status.mutable_allocatable(), "memory", "7Gi");
    addQuantity(*status.mutable_allocatable(), "pods", "110");
    addQuantity(*status.mutable_allocatable(), "huge.io/x", "1e90");
    wire::NodeCondition &ready = *status.add_conditions();
    ready.set_type("Ready");
    ready.set_status("True");
    ready.set_reason("KubeletReady");
    ready.mutable_lasttransitiontime()->set_seconds(1'767'323'045);
    wire::NodeCondition &odd = *status.add_conditions();
    odd.set_type("Odd");
    odd.set_status("Unknown");
    for (const auto &[type, value] : {std::pair("Hostname", "h"), std::pair("InternalIP", "10.0.0.9")}) {
        wire::NodeAddress &address = *status.add_addresses();
        address.set_type(type);
        address.set_address(value);
    }
    status.mutable_nodeinfo()->set_kubeletversion("v1.36.3");
    status.mutable_nodeinfo()->set_osimage("os");
    status.mutable_nodeinfo()->set_kernelversion("6.1");
    status.mutable_nodeinfo()->set_containerruntimeversion("cri");
    status.mutable_nodeinfo()->set_architecture("amd64");
    const auto wire = ObjectDecoder().decodeNode(from.SerializeAsString());
    ASSERT_TRUE(wire.ok()) << wire.status();

    const model::Node &a = **json;
    const model::Node &b = **wire;
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.uid, b.uid);
    EXPECT_EQ(a.resourceVersion, b.resourceVersion);
    EXPECT_EQ(a.created, b.created);
    EXPECT_EQ(a.unschedulable, b.unschedulable);
    EXPECT_TRUE(a.labels == b.labels);
    EXPECT_TRUE(a.taints == b.taints);
    EXPECT_TRUE(a.conditions == b.conditions);
    EXPECT_TRUE(a.capacity == b.capacity);
    EXPECT_TRUE(a.allocatable == b.allocatable);
    EXPECT_EQ(a.kubeletVersion, b.kubeletVersion);
    EXPECT_EQ(a.osImage, b.osImage);
    EXPECT_EQ(a.kernelVersion, b.kernelVersion);
    EXPECT_EQ(a.containerRuntime, b.containerRuntime);
    EXPECT_EQ(a.architecture, b.architecture);
    EXPECT_EQ(a.internalIp, b.internalIp);
    EXPECT_EQ(a.zone, b.zone);
    EXPECT_EQ(a.instanceType, b.instanceType);
    EXPECT_EQ(a.pool, b.pool);
    EXPECT_EQ(a.ready, b.ready);
    EXPECT_EQ(a.fingerprint, b.fingerprint) << "so it is decided on alike";
    EXPECT_EQ(b.taints.at(1).effect, model::TaintEffect::NoExecute) << "the strictest that is known";
    EXPECT_EQ(b.allocatable.scalar(base::Symbol("huge.io/x")), std::numeric_limits<std::int64_t>::max());
}

} // namespace
} // namespace binnacle::kube
