// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"
#include "backend/kube/manifest_affinity.h"
#include "backend/kube/manifest_fields.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace binnacle::kube {

namespace {

using model::Workload;

std::optional<Workload::Kind> workloadKind(std::string_view kind)
{
    if (kind == "Service") {
        return Workload::Kind::Service;
    }
    if (kind == "ReplicationController") {
        return Workload::Kind::ReplicationController;
    }
    if (kind == "ReplicaSet") {
        return Workload::Kind::ReplicaSet;
    }
    if (kind == "StatefulSet") {
        return Workload::Kind::StatefulSet;
    }
    return std::nullopt;
}

/// Services and replication controllers select by labels alone; an empty set selects nothing. A selector with an operator
/// that is not known selects nothing either.
model::LabelSelector selectorOf(const Fields &spec, Workload::Kind kind)
{
    const Fields selector = spec.object("selector");
    if (kind == Workload::Kind::ReplicaSet || kind == Workload::Kind::StatefulSet) {
        model::UndecidedRules undecided = 0;
        model::LabelSelector out = selector ? readLabelSelector(selector, undecided) : model::LabelSelector{};
        return undecided == 0 ? out : model::LabelSelector{};
    }
    model::LabelSelector out;
    for (auto &[key, value] : spec.textMap("selector")) {
        out.present = true;
        out.requirements.push_back({key, model::Requirement::Operator::In, {std::move(value)}});
    }
    return out;
}

} // namespace

absl::StatusOr<bool> addToInventory(
    Value object, std::string_view kind, InventoryBuilder &inventory, model::Inventory::Known &known)
{
    const std::optional<Workload::Kind> workload = workloadKind(kind);
    if (kind != "Namespace" && !workload) {
        return false;
    }
    absl::Status status;
    const Fields root(object, kind, status);
    const Fields metadata = root.object("metadata");
    const std::string name(metadata.text("name"));
    if (name.empty()) {
        root.fail(metadata ? metadata.value() : object, fmt::format("a {} without metadata.name", kind));
    } else if (workload) {
        const std::string ns(metadata.text("namespace"));
        inventory.setWorkload(
            ns.empty() ? "default" : ns, {*workload, name, selectorOf(root.object("spec"), *workload)});
        known.workloads = true;
    } else {
        inventory.setNamespace(name, model::Labels(metadata.textMap("labels")));
        known.namespaces = true;
    }
    return status.ok() ? absl::StatusOr<bool>(true) : status;
}

} // namespace binnacle::kube
