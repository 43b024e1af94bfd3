// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/pod.h"

#include "planner/model/device_fields.h"
#include "planner/model/volumes.h"

#include <algorithm>

namespace binnacle::model {

namespace {

using base::FingerprintBuilder;

// What the scheduler takes a container to use that states nothing (pkg/scheduler/util/pod_resources.go).
constexpr std::int64_t defaultCpuMilli = 100;
constexpr std::int64_t defaultMemoryBytes = std::int64_t{200} * 1024 * 1024;

/// Fill-ins for containers that do not state CPU or memory; zero means "leave it".
struct Defaults {
    std::int64_t cpuMilli = 0;
    std::int64_t memoryBytes = 0;
};

Resources withDefaults(Resources requests, const Defaults &defaults)
{
    if (!requests.has(resource::cpu)) {
        requests.cpuMilli = defaults.cpuMilli;
    }
    if (!requests.has(resource::memory)) {
        requests.memoryBytes = defaults.memoryBytes;
    }
    return requests;
}

/// The KEP-753 formula: containers and sidecars run together; an init container runs beside the sidecars before it.
Resources sumOfContainers(const std::vector<ContainerResources> &containers, const Defaults &defaults)
{
    Resources running;
    Resources sidecars;
    Resources starting;
    for (const ContainerResources &container : containers) {
        const Resources requests = withDefaults(container.requests, defaults);
        if (!container.init) {
            running += requests;
        } else if (container.sidecar) {
            running += requests;
            sidecars += requests;
            starting.maxWith(sidecars);
        } else {
            Resources stage = sidecars;
            stage += requests;
            starting.maxWith(stage);
        }
    }
    running.maxWith(starting);
    running.pods = 0; // slots are counted by the node, one a pod
    return running;
}

bool allowedAtPodLevel(base::Symbol name)
{
    return name == resource::cpu || name == resource::memory || name.text().starts_with("hugepages-");
}

/// What the pod level states and may state; its other names are of no effect.
std::vector<base::Symbol> podLevelNames(const Pod &pod)
{
    std::vector<base::Symbol> names;
    if (!pod.podLevelRequests) {
        return names;
    }
    const auto addOnce = [&](base::Symbol name) {
        if (allowedAtPodLevel(name) && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    };
    std::for_each(pod.podLevelNames.begin(), pod.podLevelNames.end(), addOnce);
    for (const base::Symbol name : {resource::cpu, resource::memory}) {
        if (pod.podLevelRequests->has(name)) {
            addOnce(name);
        }
    }
    for (const Resources::Scalar &scalar : pod.podLevelRequests->scalars()) {
        addOnce(scalar.first);
    }
    return names;
}

void replaceByPodLevel(Resources &sum, const Resources &podLevel, const std::vector<base::Symbol> &names)
{
    for (const base::Symbol name : names) {
        if (name == resource::cpu) {
            sum.cpuMilli = podLevel.cpuMilli;
        } else if (name == resource::memory) {
            sum.memoryBytes = podLevel.memoryBytes;
        } else {
            sum.setScalar(name, podLevel.scalar(name));
        }
    }
}

Resources podRequests(const Pod &pod, const std::vector<base::Symbol> &podLevel, const Defaults &defaults)
{
    Resources sum = sumOfContainers(pod.containers, defaults);
    if (!podLevel.empty()) {
        replaceByPodLevel(sum, *pod.podLevelRequests, podLevel);
    }
    sum += pod.overhead;
    sum.pods = 0;
    return sum;
}

/// Which defaults the scheduler applies (getNonMissingContainerRequests): all of them without pod-level requests, else
/// only for what neither level states.
Defaults defaultsFor(const Resources &request, const std::vector<base::Symbol> &podLevel)
{
    const auto stated = [&](base::Symbol name) {
        return !podLevel.empty()
            && (request.has(name) || std::find(podLevel.begin(), podLevel.end(), name) != podLevel.end());
    };
    return {stated(resource::cpu) ? 0 : defaultCpuMilli, stated(resource::memory) ? 0 : defaultMemoryBytes};
}

void add(FingerprintBuilder &builder, const Requirement &requirement)
{
    builder.add(requirement.key.text()).add(static_cast<std::int64_t>(requirement.op));
    builder.add(static_cast<std::int64_t>(requirement.values.size()));
    for (const std::string &value : requirement.values) {
        builder.add(value);
    }
}

void add(FingerprintBuilder &builder, const std::vector<Requirement> &requirements)
{
    builder.add(static_cast<std::int64_t>(requirements.size()));
    for (const Requirement &requirement : requirements) {
        add(builder, requirement);
    }
}

void add(FingerprintBuilder &builder, const NodeSelectorTerm &term)
{
    add(builder, term.matchExpressions);
    add(builder, term.matchFields);
}

void add(FingerprintBuilder &builder, const std::vector<Labels::Entry> &entries)
{
    builder.add(static_cast<std::int64_t>(entries.size()));
    for (const Labels::Entry &entry : entries) {
        builder.add(entry.first.text()).add(entry.second);
    }
}

void addNodeRules(FingerprintBuilder &builder, const Pod &pod)
{
    builder.add(pod.nodeName.text());
    builder.add(static_cast<std::int64_t>(pod.tolerations.size()));
    for (const Toleration &toleration : pod.tolerations) {
        builder.add(toleration.key.text())
            .add(static_cast<std::int64_t>(toleration.op))
            .add(toleration.value)
            .add(static_cast<std::int64_t>(toleration.effect));
    }
    add(builder, Labels(pod.nodeSelector).entries());
    builder.add(std::int64_t{pod.hasRequiredNodeAffinity});
    builder.add(static_cast<std::int64_t>(pod.requiredNodeTerms.size()));
    for (const NodeSelectorTerm &term : pod.requiredNodeTerms) {
        add(builder, term);
    }
    builder.add(static_cast<std::int64_t>(pod.preferredNodeTerms.size()));
    for (const PreferredNodeTerm &preferred : pod.preferredNodeTerms) {
        builder.add(std::int64_t{preferred.weight});
        add(builder, preferred.term);
    }
}

void add(FingerprintBuilder &builder, const LabelSelector &selector)
{
    builder.add(std::int64_t{selector.present});
    add(builder, selector.requirements);
}

void add(FingerprintBuilder &builder, const AffinityTerm &term)
{
    builder.add(static_cast<std::int64_t>(term.kind)).add(std::int64_t{term.weight}).add(term.topologyKey.text());
    builder.add(static_cast<std::int64_t>(term.namespaces.size()));
    for (const std::string &ns : term.namespaces) {
        builder.add(ns);
    }
    add(builder, term.namespaceSelector);
    add(builder, term.selector);
}

void addSpread(FingerprintBuilder &builder, const Pod &pod)
{
    builder.add(static_cast<std::int64_t>(pod.spreadConstraints.size()));
    for (const SpreadConstraint &constraint : pod.spreadConstraints) {
        builder.add(std::int64_t{constraint.maxSkew}).add(constraint.topologyKey.text());
        builder.add(std::int64_t{constraint.filters}).add(std::int64_t{constraint.minDomains});
        builder.add(std::int64_t{constraint.honorAffinity}).add(std::int64_t{constraint.honorTaints});
        add(builder, constraint.selector);
        builder.add(static_cast<std::int64_t>(constraint.matchLabelKeys.size()));
        for (const base::Symbol key : constraint.matchLabelKeys) {
            builder.add(key.text());
        }
    }
}

} // namespace

bool AffinityTerm::selects(std::string_view ns, const Labels &namespaceLabels, const Labels &podLabels) const
{
    const bool looksThere = std::find(namespaces.begin(), namespaces.end(), ns) != namespaces.end()
        || namespaceSelector.selects(namespaceLabels);
    return looksThere && selector.selects(podLabels);
}

void Pod::finish()
{
    for (AffinityTerm &term : affinityTerms) {
        if (term.namespaces.empty() && !term.namespaceSelector.present) {
            term.namespaces.push_back(key.ns);
        }
    }
    imageContainers = static_cast<std::int32_t>(containers.size());
    const std::vector<base::Symbol> podLevel = model::podLevelNames(*this);
    request = podRequests(*this, podLevel, {});
    nonZeroRequest = podRequests(*this, podLevel, defaultsFor(request, podLevel));
    scoredRequest = podLevel.empty() ? nonZeroRequest : podRequests(*this, {}, defaultsFor(request, {}));
    sign();
}

void Pod::sign()
{
    FingerprintBuilder held;
    held.add(key.ns).add(std::int64_t{deletionTimestamp.has_value()}).add(std::int64_t{undecided});
    add(held, labels.entries());
    held.add(static_cast<std::int64_t>(hostPorts.size()));
    for (const HostPort &port : hostPorts) {
        held.add(port.ip).add(port.protocol.text()).add(std::int64_t{port.port});
    }
    held.add(static_cast<std::int64_t>(affinityTerms.size()));
    for (const AffinityTerm &term : affinityTerms) {
        add(held, term);
    }
    if (volumes) {
        held.add(key.name).add(uid).add(volumes->fingerprint); // who has a volume is said by name
    }
    if (claims && !assigned()) { // on a node by a decision: the devices it will take are nobody's yet
        FingerprintVisitor visitor(held);
        visit(visitor, *claims);
    }
    bearing = held.finish();

    FingerprintBuilder whose;
    whose.add(key.ns).add(key.name).add(uid).add(std::int64_t{priority}).add(std::int64_t{preempted});
    whose.add(std::int64_t{startTime.has_value()})
        .add(startTime.value_or(base::TimePoint{}).time_since_epoch().count());
    standing = whose.finish();

    FingerprintBuilder builder;
    builder.add(bearing);
    addNodeRules(builder, *this);
    addSpread(builder, *this);
    builder.add(static_cast<std::int64_t>(images.size())).add(std::int64_t{imageContainers});
    for (const base::Symbol image : images) {
        builder.add(image.text());
    }
    builder.add(ownerApiVersion)
        .add(ownerKind)
        .add(ownerName)
        .add(request.fingerprint())
        .add(nonZeroRequest.fingerprint());
    builder.add(scoredRequest.fingerprint()).add(std::int64_t{requiredFeatures}).add(std::int64_t{claims != nullptr});
    if (claims) {
        // A claim belongs to this pod or is reserved for it: pods with claims are never alike.
        builder.add(uid);
        FingerprintVisitor visitor(builder);
        visit(visitor, *claims);
    }
    builder.add(std::int64_t{priority}).add(std::int64_t{neverPreempts}).add(nominatedNodeName);
    builder.add(static_cast<std::int64_t>(schedulingGates.size()));
    for (const std::string &gate : schedulingGates) {
        builder.add(gate);
    }
    signature = builder.finish();
}

} // namespace binnacle::model
