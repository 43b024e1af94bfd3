// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/atomic_file.h"
#include "backend/kube/cluster_file.h"
#include "planner/model/rule_names.h"

#include <absl/time/time.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace binnacle::kube {

namespace {

using Json = nlohmann::ordered_json;

std::string textOf(base::TimePoint time)
{
    return absl::FormatTime(
        absl::RFC3339_full, absl::FromUnixNanos(time.time_since_epoch().count()), absl::UTCTimeZone());
}

Json entriesOf(const std::vector<model::Labels::Entry> &entries)
{
    Json out = Json::object();
    for (const auto &[key, value] : entries) {
        out[std::string(key.text())] = value;
    }
    return out;
}

Json resourcesOf(const model::Resources &resources)
{
    Json out = Json::object();
    if (resources.cpuMilli != 0 || resources.has(model::resource::cpu)) {
        out["cpu"] = fmt::format("{}m", resources.cpuMilli);
    }
    if (resources.memoryBytes != 0 || resources.has(model::resource::memory)) {
        out["memory"] = std::to_string(resources.memoryBytes);
    }
    if (resources.ephemeralStorageBytes != 0) {
        out["ephemeral-storage"] = std::to_string(resources.ephemeralStorageBytes);
    }
    if (resources.pods != 0) {
        out["pods"] = std::to_string(resources.pods);
    }
    for (const auto &[name, amount] : resources.scalars()) {
        out[std::string(name.text())] = std::to_string(amount);
    }
    return out;
}

std::string_view operatorName(model::Toleration::Operator op)
{
    switch (op) {
    case model::Toleration::Operator::Equal:
        return "Equal";
    case model::Toleration::Operator::Exists:
        return "Exists";
    case model::Toleration::Operator::Gt:
        return "Gt";
    case model::Toleration::Operator::Lt:
        return "Lt";
    }
    return "";
}

std::string_view operatorName(model::Requirement::Operator op)
{
    switch (op) {
    case model::Requirement::Operator::In:
        return "In";
    case model::Requirement::Operator::NotIn:
        return "NotIn";
    case model::Requirement::Operator::Exists:
        return "Exists";
    case model::Requirement::Operator::DoesNotExist:
        return "DoesNotExist";
    case model::Requirement::Operator::Gt:
        return "Gt";
    case model::Requirement::Operator::Lt:
        return "Lt";
    }
    return "";
}

Json nodeJson(const model::Node &node)
{
    Json out{{"apiVersion", "v1"}, {"kind", "Node"}};
    Json &metadata = out["metadata"];
    metadata["name"] = node.name.text();
    metadata["uid"] = node.uid;
    metadata["resourceVersion"] = node.resourceVersion;
    if (node.created != base::TimePoint{}) {
        metadata["creationTimestamp"] = textOf(node.created);
    }
    metadata["labels"] = entriesOf(node.labels.entries());
    out["spec"] = Json::object();
    if (node.unschedulable) {
        out["spec"]["unschedulable"] = true;
    }
    for (const model::Taint &taint : node.taints) {
        out["spec"]["taints"].push_back(
            {{"key", taint.key.text()}, {"value", taint.value}, {"effect", model::effectName(taint.effect)}});
    }
    Json &status = out["status"];
    status["capacity"] = resourcesOf(node.capacity);
    status["allocatable"] = resourcesOf(node.allocatable);
    status["nodeInfo"] = {{"kubeletVersion", node.kubeletVersion}, {"osImage", node.osImage},
        {"kernelVersion", node.kernelVersion}, {"containerRuntimeVersion", node.containerRuntime},
        {"architecture", node.architecture}};
    if (!node.internalIp.empty()) {
        status["addresses"].push_back({{"type", "InternalIP"}, {"address", node.internalIp}});
    }
    for (const model::NodeCondition &condition : node.conditions) {
        const std::string_view state = condition.status == model::ConditionStatus::True ? "True"
            : condition.status == model::ConditionStatus::False                         ? "False"
                                                                                        : "Unknown";
        Json row{{"type", condition.type.text()}, {"status", state}, {"reason", condition.reason}};
        if (condition.since != base::TimePoint{}) {
            row["lastTransitionTime"] = textOf(condition.since);
        }
        status["conditions"].push_back(std::move(row));
    }
    return out;
}

Json requirementsOf(const std::vector<model::Requirement> &requirements)
{
    Json out = Json::array();
    for (const model::Requirement &requirement : requirements) {
        out.push_back({{"key", requirement.key.text()}, {"operator", operatorName(requirement.op)},
            {"values", requirement.values}});
    }
    return out;
}

Json termOf(const model::NodeSelectorTerm &term)
{
    Json out = Json::object();
    if (!term.matchExpressions.empty()) {
        out["matchExpressions"] = requirementsOf(term.matchExpressions);
    }
    if (!term.matchFields.empty()) {
        out["matchFields"] = requirementsOf(term.matchFields);
    }
    return out;
}

void writeNodeAffinity(const model::Pod &pod, Json &spec)
{
    if (pod.hasRequiredNodeAffinity) {
        Json terms = Json::array();
        for (const model::NodeSelectorTerm &term : pod.requiredNodeTerms) {
            terms.push_back(termOf(term));
        }
        spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"] =
            std::move(terms);
    }
    for (const model::PreferredNodeTerm &term : pod.preferredNodeTerms) {
        spec["affinity"]["nodeAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"].push_back(
            {{"weight", term.weight}, {"preference", termOf(term.term)}});
    }
}

Json containersOf(const model::Pod &pod, bool init)
{
    Json out = Json::array();
    for (const model::ContainerResources &container : pod.containers) {
        if (container.init != init) {
            continue;
        }
        Json row{{"name", container.name},
            {"resources", {{"requests", resourcesOf(container.requests)}, {"limits", resourcesOf(container.limits)}}}};
        if (container.sidecar) {
            row["restartPolicy"] = "Always";
        }
        out.push_back(std::move(row));
    }
    return out;
}

/// The containers; for a pod that only holds its sums, one container that asks for them.
void writeContainers(const model::Pod &pod, Json &spec)
{
    Json containers = containersOf(pod, false);
    if (Json init = containersOf(pod, true); !init.empty()) {
        spec["initContainers"] = std::move(init);
    }
    if (containers.empty()) {
        model::Resources sum = pod.request;
        sum -= pod.overhead;
        sum.pods = 0;
        containers.push_back({{"name", "main"}, {"resources", {{"requests", resourcesOf(sum)}}}});
    }
    for (const model::HostPort &port : pod.hostPorts) {
        containers[0]["ports"].push_back({{"hostIP", port.ip}, {"protocol", port.protocol.text()},
            {"hostPort", port.port}, {"containerPort", port.port}});
    }
    spec["containers"] = std::move(containers);
    if (pod.overhead != model::Resources{}) {
        spec["overhead"] = resourcesOf(pod.overhead);
    }
    if (pod.podLevelRequests) {
        Json requests = Json::object();
        const Json all = resourcesOf(*pod.podLevelRequests);
        for (const base::Symbol name : pod.podLevelNames) {
            const std::string key(name.text());
            requests[key] = all.contains(key) ? all[key] : Json("0");
        }
        spec["resources"]["requests"] = std::move(requests);
    }
}

Json podJson(const model::Pod &pod)
{
    Json out{{"apiVersion", "v1"}, {"kind", "Pod"}};
    Json &metadata = out["metadata"];
    metadata = {
        {"name", pod.key.name}, {"namespace", pod.key.ns}, {"uid", pod.uid}, {"resourceVersion", pod.resourceVersion}};
    metadata["creationTimestamp"] = textOf(pod.created);
    if (pod.deletionTimestamp) {
        metadata["deletionTimestamp"] = textOf(*pod.deletionTimestamp);
    }
    metadata["labels"] = entriesOf(pod.labels.entries());
    if (!pod.ownerKind.empty()) {
        metadata["ownerReferences"].push_back({{"kind", pod.ownerKind}, {"name", pod.ownerName}, {"controller", true}});
    }
    Json &spec = out["spec"];
    spec["schedulerName"] = pod.schedulerName;
    if (pod.assigned()) {
        spec["nodeName"] = pod.nodeName.text();
    }
    spec["priority"] = pod.priority;
    if (!pod.nodeSelector.empty()) {
        spec["nodeSelector"] = entriesOf(pod.nodeSelector);
    }
    for (const model::Toleration &toleration : pod.tolerations) {
        Json row{{"key", toleration.key.text()}, {"operator", operatorName(toleration.op)}, {"value", toleration.value},
            {"effect", model::effectName(toleration.effect)}};
        if (toleration.tolerationSeconds) {
            row["tolerationSeconds"] = *toleration.tolerationSeconds;
        }
        spec["tolerations"].push_back(std::move(row));
    }
    writeNodeAffinity(pod, spec);
    writeContainers(pod, spec);
    Json &status = out["status"];
    status["phase"] = model::phaseName(pod.phase);
    if (pod.startTime) {
        status["startTime"] = textOf(*pod.startTime);
    }
    return out;
}

void append(std::string &text, const Json &item, bool &first)
{
    text += first ? "\n" : ",\n";
    text += item.dump(-1, ' ', false, Json::error_handler_t::replace);
    first = false;
}

} // namespace

absl::Status writeClusterFile(
    const std::string &path, const std::vector<model::NodePtr> &nodes, const std::vector<model::PodPtr> &pods)
{
    std::string text = "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"metadata\":{},\"items\":[";
    bool first = true;
    for (const model::NodePtr &node : nodes) {
        append(text, nodeJson(*node), first);
    }
    for (const model::PodPtr &pod : pods) {
        if (pod->undecided != 0 || !pod->affinityTerms.empty() || !pod->spreadConstraints.empty()
            || !pod->images.empty() || pod->volumes) {
            return absl::UnimplementedError(
                fmt::format("{}: pod {} has rules that the model does not keep", path, pod->key.text()));
        }
        append(text, podJson(*pod), first);
    }
    text += "\n]}\n";
    return writeFileAtomically(path, text, 0644);
}

} // namespace binnacle::kube
