// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/pod_topology_spread/spread_constraints.h"

#include "planner/plugins/taint_toleration/tolerates.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace binnacle::plugins {

namespace {

using model::LabelSelector;
using model::Requirement;
using model::Workload;

constexpr std::int32_t hostSkew = 3;
constexpr std::int32_t zoneSkew = 5;

/// A requirement on a label's value, replacing one on the same label: as merging label sets does.
void setRequirement(std::vector<Requirement> &set, const Requirement &wanted)
{
    const auto same =
        std::find_if(set.begin(), set.end(), [&](const Requirement &known) { return known.key == wanted.key; });
    if (same == set.end()) {
        set.push_back(wanted);
    } else {
        *same = wanted;
    }
}

void mergeSet(std::vector<Requirement> &into, const LabelSelector &from)
{
    for (const Requirement &requirement : from.requirements) {
        setRequirement(into, requirement);
    }
}

const Workload *controllerOf(const model::Pod &pod, const model::NamespaceInfo &ns)
{
    if (pod.ownerApiVersion == "v1" && pod.ownerKind == "ReplicationController") {
        return ns.find(Workload::Kind::ReplicationController, pod.ownerName);
    }
    if (pod.ownerApiVersion == "apps/v1" && pod.ownerKind == "ReplicaSet") {
        return ns.find(Workload::Kind::ReplicaSet, pod.ownerName);
    }
    if (pod.ownerApiVersion == "apps/v1" && pod.ownerKind == "StatefulSet") {
        return ns.find(Workload::Kind::StatefulSet, pod.ownerName);
    }
    return nullptr;
}

model::SpreadConstraint anyway(std::string_view key, std::int32_t maxSkew)
{
    model::SpreadConstraint constraint;
    constraint.maxSkew = maxSkew;
    constraint.topologyKey = base::Symbol(key);
    constraint.filters = false;
    return constraint;
}

} // namespace

std::vector<model::SpreadConstraint> ownConstraints(const model::Pod &pod)
{
    std::vector<model::SpreadConstraint> out = pod.spreadConstraints;
    for (model::SpreadConstraint &own : out) {
        for (const base::Symbol key : own.matchLabelKeys) {
            const std::string *value = pod.labels.find(key);
            if (value && own.selector.present) {
                own.selector.requirements.push_back({key, Requirement::Operator::In, {*value}});
            }
        }
    }
    return out;
}

LabelSelector defaultSelector(const model::Pod &pod, const model::Inventory &inventory)
{
    LabelSelector selector{true, {}};
    const model::NamespaceInfo *ns = inventory.find(pod.key.ns);
    if (!ns) {
        return selector;
    }
    for (const Workload &workload : ns->workloads) {
        if (workload.kind == Workload::Kind::Service && workload.selector.selects(pod.labels)) {
            mergeSet(selector.requirements, workload.selector);
        }
    }
    const Workload *controller = controllerOf(pod, *ns);
    if (controller && controller->kind == Workload::Kind::ReplicationController) {
        mergeSet(selector.requirements, controller->selector);
    } else if (controller) {
        selector.requirements.insert(selector.requirements.end(), controller->selector.requirements.begin(),
            controller->selector.requirements.end());
    }
    return selector;
}

std::vector<model::SpreadConstraint> systemDefaultConstraints()
{
    return {anyway("kubernetes.io/hostname", hostSkew), anyway("topology.kubernetes.io/zone", zoneSkew)};
}

std::vector<model::SpreadConstraint> defaultConstraints(
    const std::vector<model::SpreadConstraint> &defaults, const model::Pod &pod, const model::Inventory &inventory)
{
    if (defaults.empty()) {
        return {};
    }
    const LabelSelector selector = defaultSelector(pod, inventory);
    if (selector.selectsEverything()) {
        return {};
    }
    std::vector<model::SpreadConstraint> out = defaults;
    for (model::SpreadConstraint &constraint : out) {
        constraint.selector = selector;
    }
    return out;
}

base::Symbol hostnameKey()
{
    static const base::Symbol key("kubernetes.io/hostname");
    return key;
}

bool toleratesHardTaints(const model::Pod &pod, const model::Node &node, bool comparisons)
{
    return std::all_of(node.taints.begin(), node.taints.end(), [&](const model::Taint &taint) {
        const bool hard =
            taint.effect == model::TaintEffect::NoSchedule || taint.effect == model::TaintEffect::NoExecute;
        return !hard || tolerates(pod.tolerations, taint, comparisons);
    });
}

double spreadWeight(std::size_t parts) { return std::log(static_cast<double>(parts + 2)); }

} // namespace binnacle::plugins
