// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_resources_fit/node_resources_fit.h"

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace binnacle::plugins {

namespace {

using framework::Option;
using model::ReasonCode;

const std::vector<Option> &options()
{
    static const std::vector<Option> all{
        {.name = "ignoredResources",
            .kind = Option::Kind::Names,
            .byDefault = "",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        {.name = "ignoredResourceGroups",
            .kind = Option::Kind::Names,
            .byDefault = "",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        scoredResourcesOption(),
        {.name = "scoringStrategy",
            .kind = Option::Kind::Choice,
            .byDefault = "LeastAllocated",
            .choices = {"LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        {.name = "shape",
            .kind = Option::Kind::Points,
            .byDefault = "0=0,100=10",
            .choices = {},
            .minimum = 0,
            .maximum = 10,
            .unit = "tenths of the best score, by per cent of use"},
    };
    return all;
}

std::unique_ptr<const FitStrategy> strategyOf(const framework::OptionValues &values)
{
    const std::string_view name = values.text("scoringStrategy");
    if (name == "MostAllocated") {
        return mostAllocated();
    }
    if (name == "LeastAllocated") {
        return leastAllocated();
    }
    std::vector<ShapePoint> shape;
    for (const framework::NamedNumber &point : values.numbers("shape")) {
        ShapePoint read;
        std::from_chars(point.name.data(), point.name.data() + point.name.size(), read.utilisation);
        read.score = point.number * (framework::maxNodeScore / 10);
        shape.push_back(read);
    }
    return requestedToCapacityRatio(std::move(shape));
}

/// Whether `asked` is more than what is left; sums that have saturated leave nothing.
bool isShort(std::int64_t asked, std::int64_t used, std::int64_t capacity)
{
    std::int64_t left = 0;
    if (__builtin_sub_overflow(capacity, used, &left)) {
        return asked > 0 && used > 0;
    }
    return asked > 0 && asked > left;
}

/// The devices that the pod asks for, by name text: the order of symbols differs from run to run.
absl::InlinedVector<model::Resources::Scalar, 2> devicesByName(const model::Resources &request)
{
    absl::InlinedVector<model::Resources::Scalar, 2> devices = request.scalars();
    std::sort(
        devices.begin(), devices.end(), [](const auto &a, const auto &b) { return a.first.text() < b.first.text(); });
    return devices;
}

/// Whether `now` has less than `before` of something that is wanted.
bool asksLessOf(const model::Resources &wanted, const model::Resources &before, const model::Resources &now)
{
    const auto less = [](std::int64_t want, std::int64_t a, std::int64_t b) { return want > 0 && b < a; };
    return less(wanted.cpuMilli, before.cpuMilli, now.cpuMilli)
        || less(wanted.memoryBytes, before.memoryBytes, now.memoryBytes)
        || less(wanted.ephemeralStorageBytes, before.ephemeralStorageBytes, now.ephemeralStorageBytes)
        || std::any_of(wanted.scalars().begin(), wanted.scalars().end(), [&](const model::Resources::Scalar &scalar) {
               return less(scalar.second, before.scalar(scalar.first), now.scalar(scalar.first));
           });
}

} // namespace

framework::Registration NodeResourcesFit::registration()
{
    return {"NodeResourcesFit", "node_resources_fit", 1, options(),
        [](const framework::OptionValues &values) { return std::make_unique<NodeResourcesFit>(values); }};
}

NodeResourcesFit::NodeResourcesFit(const framework::OptionValues &values)
    : m_scored(values.numbers("resources"), ScoredResources::Sums::NonZero), m_strategy(strategyOf(values))
{
    for (const std::string &name : values.names("ignoredResources")) {
        m_ignoredResources.insert(base::Symbol(name));
    }
    for (std::string &group : values.names("ignoredResourceGroups")) {
        m_ignoredGroups.insert(std::move(group));
    }
}

base::Symbol NodeResourcesFit::name() const
{
    static const base::Symbol name("NodeResourcesFit");
    return name;
}

/// Only extended resources can be ignored: those of a vendor's domain.
bool NodeResourcesFit::ignores(base::Symbol resource) const
{
    if (m_ignoredResources.empty() && m_ignoredGroups.empty()) {
        return false;
    }
    const std::string_view name = resource.text();
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || name.substr(0, slash).ends_with("kubernetes.io")) {
        return false;
    }
    return m_ignoredResources.contains(resource) || m_ignoredGroups.contains(std::string(name.substr(0, slash)));
}

model::Verdict NodeResourcesFit::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    model::Verdict verdict;
    const auto add = [&](ReasonCode code, base::Symbol name, std::int64_t a, std::int64_t u, std::int64_t c) {
        verdict.reasons.push_back({.code = code, .subject = name, .detail = {}, .asked = a, .used = u, .capacity = c});
    };
    bool resolvable = true;
    const auto check = [&](ReasonCode code, base::Symbol name, std::int64_t a, std::int64_t u, std::int64_t c) {
        if (isShort(a, u, c)) {
            add(code, name, a, u, c);
            resolvable = resolvable && a <= c; // else not even an empty node would do
        }
    };
    if (node.pods >= node.podsAllocatable) {
        add(ReasonCode::TooManyPods, model::resource::pods, 1, node.pods, node.podsAllocatable);
    }
    check(ReasonCode::InsufficientCpu, model::resource::cpu, pod.request.cpuMilli, node.requested.cpuMilli,
        node.allocatable.cpuMilli);
    check(ReasonCode::InsufficientMemory, model::resource::memory, pod.request.memoryBytes, node.requested.memoryBytes,
        node.allocatable.memoryBytes);
    check(ReasonCode::InsufficientEphemeralStorage, model::resource::ephemeralStorage,
        pod.request.ephemeralStorageBytes, node.requested.ephemeralStorageBytes,
        node.allocatable.ephemeralStorageBytes);
    for (const auto &[name, amount] : devicesByName(pod.request)) {
        if (!ignores(name)) {
            check(
                ReasonCode::InsufficientScalar, name, amount, node.deviceRequested(name), node.deviceAllocatable(name));
        }
    }
    if (!verdict.reasons.empty()) {
        verdict.kind =
            resolvable ? model::VerdictKind::Unschedulable : model::VerdictKind::UnschedulableAndUnresolvable;
    }
    return verdict;
}

bool NodeResourcesFit::fits(
    const framework::CycleState &, const framework::PodLoad &pod, const framework::NodeLoad &node) const
{
    if (node.pods >= node.podsAllocatable
        || isShort(pod.request.cpuMilli, node.requested.cpuMilli, node.allocatable.cpuMilli)
        || isShort(pod.request.memoryBytes, node.requested.memoryBytes, node.allocatable.memoryBytes)
        || isShort(pod.request.ephemeralStorageBytes, node.requested.ephemeralStorageBytes,
            node.allocatable.ephemeralStorageBytes)) {
        return false;
    }
    const auto &devices = pod.pod->request.scalars();
    return std::none_of(devices.begin(), devices.end(), [&](const model::Resources::Scalar &device) {
        return isShort(device.second, node.deviceRequested(device.first), node.deviceAllocatable(device.first))
            && !ignores(device.first);
    });
}

std::int64_t NodeResourcesFit::score(
    const framework::CycleState &, const framework::PodLoad &pod, const framework::NodeLoad &node) const
{
    return m_strategy->score(m_scored, pod, node);
}

framework::Extent NodeResourcesFit::scoreRange(const framework::CycleState &, const framework::PodLoad &podLow,
    const framework::PodLoad &podHigh, const framework::NodeLoad &nodeLow, const framework::NodeLoad &nodeHigh) const
{
    return m_strategy->range(m_scored, podLow, podHigh, nodeLow, nodeHigh);
}

NodeResourcesFit::Scope NodeResourcesFit::scope(const model::Pod &, const model::Inventory &) const
{
    return Scope::Load;
}

void NodeResourcesFit::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    key.add(pod.request.fingerprint()).add(pod.scoredRequest.fingerprint());
}

bool NodeResourcesFit::mayHelp(
    const model::Pod &waiting, const framework::ClusterEvent &event, const model::Inventory &) const
{
    switch (event.kind) {
    case framework::ClusterEvent::Kind::Inventory:
    case framework::ClusterEvent::Kind::Storage:
        return false;
    case framework::ClusterEvent::Kind::Pod:
        return event.podRemoved()
            || (event.podChanged() && asksLessOf(waiting.request, event.podBefore->request, event.podNow->request));
    case framework::ClusterEvent::Kind::Node:
        break;
    }
    if (!event.nodeNow) {
        return false;
    }
    const model::NodeInfo empty(event.nodeNow);
    if (!fits({}, framework::PodLoad::of(waiting), framework::NodeLoad::of(empty))) {
        return false;
    }
    return !event.nodeBefore || event.nodeNow->allocatable.pods > event.nodeBefore->allocatable.pods
        || asksLessOf(waiting.request, event.nodeNow->allocatable, event.nodeBefore->allocatable);
}

} // namespace binnacle::plugins
