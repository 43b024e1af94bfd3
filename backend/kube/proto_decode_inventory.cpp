// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/proto_decode.h"
#include "backend/kube/proto_parse.h"
#include "backend/kube/proto_selectors.h"

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

using model::Workload;

std::pair<std::string, Workload> named(const wire::ObjectMeta &meta, Workload::Kind kind)
{
    Workload workload;
    workload.kind = kind;
    workload.name = meta.name();
    return {meta.namespace_(), std::move(workload)};
}

/// One that selects by labels alone. On the wire an absent set is an empty one, and that selects nothing.
template <typename Message>
absl::StatusOr<std::pair<std::string, Workload>> byLabels(
    Workload::Kind kind, std::string_view bytes, std::string_view name)
{
    const auto message = parsed<Message>(bytes, name);
    if (!message.ok()) {
        return message.status();
    }
    auto out = named(message->metadata(), kind);
    if (message->spec().selector_size() > 0) {
        out.second.selector = selectorOf(message->spec().selector());
    }
    return out;
}

absl::StatusOr<std::pair<std::string, Workload>> bySelector(
    Workload::Kind kind, std::string_view bytes, std::string_view name)
{
    const auto message = parsed<wire::AppsSet>(bytes, name);
    if (!message.ok()) {
        return message.status();
    }
    auto out = named(message->metadata(), kind);
    bool known = true;
    if (message->spec().has_selector()) {
        out.second.selector = selectorOf(message->spec().selector(), known);
    }
    if (!known) {
        out.second.selector = {};
    }
    return out;
}

} // namespace

absl::StatusOr<ObjectDecoder::NamespaceLabels> ObjectDecoder::decodeNamespace(std::string_view bytes)
{
    const auto message = parsed<wire::Namespace>(bytes, "Namespace");
    if (!message.ok()) {
        return message.status();
    }
    return NamespaceLabels{message->metadata().name(), labelsOf(message->metadata().labels())};
}

absl::StatusOr<std::pair<std::string, model::DisruptionBudget>> ObjectDecoder::decodeBudget(std::string_view bytes)
{
    const auto message = parsed<wire::PodDisruptionBudget>(bytes, "PodDisruptionBudget");
    if (!message.ok()) {
        return message.status();
    }
    model::DisruptionBudget budget;
    budget.name = message->metadata().name();
    bool known = true;
    if (message->spec().has_selector()) {
        budget.selector = selectorOf(message->spec().selector(), known);
    }
    if (!known) {
        budget.selector = {};
    }
    budget.disruptionsAllowed = message->status().disruptionsallowed();
    for (const wire::DisruptedPod &pod : message->status().disruptedpods()) {
        budget.disruptedPods.push_back(pod.key());
    }
    std::sort(budget.disruptedPods.begin(), budget.disruptedPods.end());
    return std::pair(message->metadata().namespace_(), std::move(budget));
}

absl::StatusOr<std::pair<std::string, Workload>> ObjectDecoder::decodeWorkload(
    Workload::Kind kind, std::string_view bytes)
{
    switch (kind) {
    case Workload::Kind::Service:
        return byLabels<wire::Service>(kind, bytes, "Service");
    case Workload::Kind::ReplicationController:
        return byLabels<wire::ReplicationController>(kind, bytes, "ReplicationController");
    case Workload::Kind::ReplicaSet:
        return bySelector(kind, bytes, "ReplicaSet");
    case Workload::Kind::StatefulSet:
        break;
    }
    return bySelector(kind, bytes, "StatefulSet");
}

} // namespace binnacle::kube
