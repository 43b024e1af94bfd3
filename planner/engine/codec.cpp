// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec.h"

#include "planner/engine/codec_devices.h"
#include "planner/engine/codec_stream.h"
#include "planner/engine/codec_volumes.h"
#include "planner/model/volumes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace binnacle::engine {

using codec::readEntries;
using codec::Reader;
using codec::readRequirements;
using codec::readSelector;
using codec::readTerm;
using codec::write;
using codec::Writer;

namespace {

constexpr std::string_view nodeMagic = "bn\x07";
constexpr std::string_view podMagic = "bp\x05";
constexpr std::string_view namespaceMagic = "bs\x02";

// ---- values, each written and read in the same order ---------------------------------------------------------------

void write(Writer &out, const model::Resources &resources)
{
    out.value(resources.cpuMilli);
    out.value(resources.memoryBytes);
    out.value(resources.ephemeralStorageBytes);
    out.value(resources.pods);
    std::vector<model::Resources::Scalar> devices(resources.scalars().begin(), resources.scalars().end());
    std::sort(
        devices.begin(), devices.end(), [](const auto &a, const auto &b) { return a.first.text() < b.first.text(); });
    out.list(devices, [&](const model::Resources::Scalar &device) {
        out.value(device.first);
        out.value(device.second);
    });
}

model::Resources readResources(Reader &in)
{
    model::Resources resources;
    resources.cpuMilli = in.integer();
    resources.memoryBytes = in.integer();
    resources.ephemeralStorageBytes = in.integer();
    resources.pods = in.integer();
    const auto devices = in.list<model::Resources::Scalar>([&] {
        const base::Symbol name = in.symbol();
        return model::Resources::Scalar{name, in.integer()};
    });
    for (const model::Resources::Scalar &device : devices) {
        resources.setScalar(device.first, device.second);
    }
    return resources;
}

void write(Writer &out, const std::vector<model::HostPort> &ports)
{
    out.list(ports, [&](const model::HostPort &port) {
        out.value(port.ip);
        out.value(port.protocol);
        out.value(std::int64_t{port.port});
    });
}

std::vector<model::HostPort> readPorts(Reader &in)
{
    return in.list<model::HostPort>([&] {
        model::HostPort port;
        port.ip = in.text();
        port.protocol = in.symbol();
        port.port = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        return port;
    });
}

void write(Writer &out, const std::vector<model::AffinityTerm> &terms)
{
    out.list(terms, [&](const model::AffinityTerm &term) {
        out.value(static_cast<std::int64_t>(term.kind));
        out.value(std::int64_t{term.weight});
        out.value(term.topologyKey);
        out.list(term.namespaces, [&](const std::string &ns) { out.value(ns); });
        write(out, term.namespaceSelector);
        write(out, term.selector);
    });
}

std::vector<model::AffinityTerm> readAffinityTerms(Reader &in)
{
    return in.list<model::AffinityTerm>([&] {
        model::AffinityTerm term;
        term.kind = in.bounded<model::AffinityTerm::Kind>(
            0, static_cast<std::int64_t>(model::AffinityTerm::Kind::PreferredAntiAffinity));
        term.weight = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        term.topologyKey = in.symbol();
        term.namespaces = in.list<std::string>([&] { return in.text(); });
        term.namespaceSelector = readSelector(in);
        term.selector = readSelector(in);
        return term;
    });
}

void write(Writer &out, const std::vector<model::SpreadConstraint> &constraints)
{
    out.list(constraints, [&](const model::SpreadConstraint &constraint) {
        out.value(std::int64_t{constraint.maxSkew});
        out.value(constraint.topologyKey);
        out.value(constraint.filters);
        write(out, constraint.selector);
        out.list(constraint.matchLabelKeys, [&](base::Symbol key) { out.value(key); });
        out.value(std::int64_t{constraint.minDomains});
        out.value(constraint.honorAffinity);
        out.value(constraint.honorTaints);
    });
}

std::vector<model::SpreadConstraint> readSpreadConstraints(Reader &in)
{
    return in.list<model::SpreadConstraint>([&] {
        model::SpreadConstraint constraint;
        constraint.maxSkew = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        constraint.topologyKey = in.symbol();
        constraint.filters = in.flag();
        constraint.selector = readSelector(in);
        constraint.matchLabelKeys = in.list<base::Symbol>([&] { return in.symbol(); });
        constraint.minDomains = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        constraint.honorAffinity = in.flag();
        constraint.honorTaints = in.flag();
        return constraint;
    });
}

/// A pod as it bears on others: what a node sums up of it.
void writeCharge(Writer &out, const model::Pod &pod)
{
    out.value(pod.key.ns);
    write(out, pod.labels.entries());
    out.value(pod.deletionTimestamp.has_value());
    write(out, pod.request);
    write(out, pod.nonZeroRequest);
    write(out, pod.hostPorts);
    write(out, pod.affinityTerms);
    out.value(pod.volumes != nullptr);
    if (pod.volumes) {
        codec::write(out, *pod.volumes);
    }
    out.value(std::int64_t{pod.undecided});
}

void readCharge(Reader &in, model::Pod &pod)
{
    pod.key.ns = in.text();
    pod.labels = model::Labels(readEntries(in));
    if (in.flag()) {
        pod.deletionTimestamp.emplace(); // that it goes is read, when it will be gone is not
    }
    pod.request = readResources(in);
    pod.nonZeroRequest = readResources(in);
    pod.hostPorts = readPorts(in);
    pod.affinityTerms = readAffinityTerms(in);
    pod.volumes = in.flag() ? codec::readVolumes(in) : nullptr;
    pod.undecided = in.bounded<model::UndecidedRules>(0, UINT32_MAX);
}

/// A pod on a node, or nominated for it, as preemption looks at it, and as it bears on others.
void writeHeld(Writer &out, const model::Pod &pod)
{
    out.value(pod.key.name);
    out.value(pod.uid);
    out.value(std::int64_t{pod.priority});
    out.value(pod.preempted);
    out.value(pod.startTime.has_value());
    if (pod.startTime) {
        out.value(std::int64_t{pod.startTime->time_since_epoch().count()});
    }
    writeCharge(out, pod);
}

std::shared_ptr<model::Pod> readHeld(Reader &in)
{
    auto pod = std::make_shared<model::Pod>();
    pod->key.name = in.text();
    pod->uid = in.text();
    pod->priority = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
    pod->preempted = in.flag();
    if (in.flag()) {
        pod->startTime = base::TimePoint(base::Duration(in.integer()));
    }
    readCharge(in, *pod);
    return pod;
}

/// A share in whole millionths, -1 where there is none: read back as the same number if it had no finer digits.
std::int64_t millionths(const std::optional<double> &share)
{
    return share ? std::llround(std::clamp(*share, 0.0, 1.0) * 1e6) : -1;
}

std::optional<double> readShare(Reader &in)
{
    const auto value = in.bounded<std::int64_t>(-1, 1'000'000);
    return value < 0 ? std::nullopt : std::optional(static_cast<double>(value) / 1e6);
}

void writeRules(Writer &out, const model::Pod &pod)
{
    out.list(pod.tolerations, [&](const model::Toleration &toleration) {
        out.value(toleration.key);
        out.value(static_cast<std::int64_t>(toleration.op));
        out.value(toleration.value);
        out.value(static_cast<std::int64_t>(toleration.effect));
    });
    write(out, pod.nodeSelector);
    out.value(pod.hasRequiredNodeAffinity);
    out.list(pod.requiredNodeTerms, [&](const model::NodeSelectorTerm &term) { write(out, term); });
    out.list(pod.preferredNodeTerms, [&](const model::PreferredNodeTerm &preferred) {
        out.value(std::int64_t{preferred.weight});
        write(out, preferred.term);
    });
}

model::TaintEffect readEffect(Reader &in)
{
    return in.bounded<model::TaintEffect>(0, static_cast<std::int64_t>(model::TaintEffect::NoExecute));
}

void readRules(Reader &in, model::Pod &pod)
{
    pod.tolerations = in.list<model::Toleration>([&] {
        model::Toleration toleration;
        toleration.key = in.symbol();
        toleration.op =
            in.bounded<model::Toleration::Operator>(0, static_cast<std::int64_t>(model::Toleration::Operator::Lt));
        toleration.value = in.text();
        toleration.effect = readEffect(in);
        return toleration;
    });
    pod.nodeSelector = readEntries(in);
    pod.hasRequiredNodeAffinity = in.flag();
    pod.requiredNodeTerms = in.list<model::NodeSelectorTerm>([&] { return readTerm(in); });
    pod.preferredNodeTerms = in.list<model::PreferredNodeTerm>([&] {
        model::PreferredNodeTerm preferred;
        preferred.weight = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        preferred.term = readTerm(in);
        return preferred;
    });
}

} // namespace

std::string encodeNode(const model::NodeInfo &info)
{
    Writer out(nodeMagic);
    const model::Node &node = info.node();
    out.value(node.name);
    out.value(node.unschedulable);
    write(out, node.labels.entries());
    out.list(node.taints, [&](const model::Taint &taint) {
        out.value(taint.key);
        out.value(taint.value);
        out.value(static_cast<std::int64_t>(taint.effect));
    });
    write(out, node.allocatable);
    out.value(std::int64_t{node.declaredFeatures});
    out.list(node.images, [&](const model::NodeImage &image) {
        out.value(image.name);
        out.value(image.sizeBytes);
    });
    out.list(info.pods(), [&](const model::PodPtr &pod) { writeHeld(out, *pod); });
    out.list(info.nominated(), [&](const model::PodPtr &pod) { writeHeld(out, *pod); });
    out.value(millionths(info.variation.cpu));
    out.value(millionths(info.variation.memory));
    const model::MeasuredUse measured = info.measured();
    out.value(measured.cpuMilli.value_or(-1));
    out.value(measured.memoryBytes.value_or(-1));
    return out.take();
}

absl::StatusOr<model::NodeInfoPtr> decodeNode(std::string_view bytes)
{
    Reader in(bytes, nodeMagic);
    auto node = std::make_shared<model::Node>();
    node->name = in.symbol();
    node->unschedulable = in.flag();
    node->labels = model::Labels(readEntries(in));
    node->taints = in.list<model::Taint>([&] {
        model::Taint taint;
        taint.key = in.symbol();
        taint.value = in.text();
        taint.effect = readEffect(in);
        return taint;
    });
    node->allocatable = readResources(in);
    node->declaredFeatures = in.bounded<model::NodeFeatures>(0, UINT8_MAX);
    node->images = in.list<model::NodeImage>([&] {
        const base::Symbol name = in.symbol();
        return model::NodeImage{name, in.integer()};
    });
    const auto pods = in.list<model::PodPtr>([&] {
        const std::shared_ptr<model::Pod> pod = readHeld(in);
        pod->nodeName = node->name;
        pod->phase = model::PodPhase::Running;
        pod->sign();
        return pod;
    });
    const auto nominated = in.list<model::PodPtr>([&] {
        const std::shared_ptr<model::Pod> pod = readHeld(in);
        pod->nominatedNodeName = std::string(node->name.text());
        pod->sign();
        return pod;
    });
    model::Variation variation;
    variation.cpu = readShare(in);
    variation.memory = readShare(in);
    model::MeasuredUse measured;
    for (std::optional<std::int64_t> *use : {&measured.cpuMilli, &measured.memoryBytes}) {
        const auto value = in.bounded<std::int64_t>(-1, INT64_MAX);
        *use = value < 0 ? std::nullopt : std::optional(value);
    }
    if (absl::Status status = in.finish(); !status.ok()) {
        return status;
    }
    node->finish();
    auto info = std::make_shared<model::NodeInfo>(std::move(node));
    info->variation = variation;
    for (const model::PodPtr &pod : pods) {
        info->addPod(pod);
    }
    info->setMeasured(measured);
    for (const model::PodPtr &pod : nominated) {
        info->nominate(pod);
    }
    return info;
}

std::string encodePod(const model::Pod &pod)
{
    Writer out(podMagic);
    out.value(pod.key.name);
    out.value(pod.uid);
    out.value(pod.resourceVersion);
    out.value(pod.schedulerName);
    out.value(pod.nodeName);
    out.value(std::int64_t{pod.priority});
    out.value(pod.neverPreempts);
    out.value(pod.nominatedNodeName);
    out.list(pod.schedulingGates, [&](const std::string &gate) { out.value(gate); });
    out.value(pod.ownerApiVersion);
    out.value(pod.ownerKind);
    out.value(pod.ownerName);
    write(out, pod.spreadConstraints);
    out.list(pod.images, [&](base::Symbol image) { out.value(image); });
    out.value(std::int64_t{pod.imageContainers});
    write(out, pod.scoredRequest);
    out.value(std::int64_t{pod.requiredFeatures});
    out.value(pod.claims != nullptr);
    if (pod.claims) {
        codec::write(out, *pod.claims);
    }
    writeRules(out, pod);
    writeCharge(out, pod);
    return out.take();
}

absl::StatusOr<model::PodPtr> decodePod(std::string_view bytes)
{
    Reader in(bytes, podMagic);
    auto pod = std::make_shared<model::Pod>();
    pod->key.name = in.text();
    pod->uid = in.text();
    pod->resourceVersion = in.text();
    pod->schedulerName = in.text();
    pod->nodeName = in.symbol();
    pod->priority = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
    pod->neverPreempts = in.flag();
    pod->nominatedNodeName = in.text();
    pod->schedulingGates = in.list<std::string>([&] { return in.text(); });
    pod->ownerApiVersion = in.text();
    pod->ownerKind = in.text();
    pod->ownerName = in.text();
    pod->spreadConstraints = readSpreadConstraints(in);
    pod->images = in.list<base::Symbol>([&] { return in.symbol(); });
    pod->imageContainers = in.bounded<std::int32_t>(0, INT32_MAX);
    pod->scoredRequest = readResources(in);
    pod->requiredFeatures = in.bounded<model::NodeFeatures>(0, UINT8_MAX);
    if (in.flag()) {
        pod->claims = codec::readPodClaims(in);
    }
    readRules(in, *pod);
    readCharge(in, *pod);
    if (absl::Status status = in.finish(); !status.ok()) {
        return status;
    }
    pod->sign();
    return pod;
}

std::string encodeNamespace(const model::NamespaceInfo &ns)
{
    Writer out(namespaceMagic);
    out.value(ns.name);
    write(out, ns.labels.entries());
    out.list(ns.workloads, [&](const model::Workload &workload) {
        out.value(static_cast<std::int64_t>(workload.kind));
        out.value(workload.name);
        write(out, workload.selector);
    });
    out.list(ns.budgets, [&](const model::DisruptionBudget &budget) {
        out.value(budget.name);
        write(out, budget.selector);
        out.value(std::int64_t{budget.disruptionsAllowed});
        out.list(budget.disruptedPods, [&](const std::string &pod) { out.value(pod); });
    });
    return out.take();
}

absl::StatusOr<model::NamespaceInfoPtr> decodeNamespace(std::string_view bytes)
{
    Reader in(bytes, namespaceMagic);
    auto ns = std::make_shared<model::NamespaceInfo>();
    ns->name = in.text();
    ns->labels = model::Labels(readEntries(in));
    ns->workloads = in.list<model::Workload>([&] {
        model::Workload workload;
        workload.kind =
            in.bounded<model::Workload::Kind>(0, static_cast<std::int64_t>(model::Workload::Kind::StatefulSet));
        workload.name = in.text();
        workload.selector = readSelector(in);
        return workload;
    });
    ns->budgets = in.list<model::DisruptionBudget>([&] {
        model::DisruptionBudget budget;
        budget.name = in.text();
        budget.selector = readSelector(in);
        budget.disruptionsAllowed = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        budget.disruptedPods = in.list<std::string>([&] { return in.text(); });
        return budget;
    });
    if (absl::Status status = in.finish(); !status.ok()) {
        return status;
    }
    ns->finish();
    return ns;
}

} // namespace binnacle::engine
