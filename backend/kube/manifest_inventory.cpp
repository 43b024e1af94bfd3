// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"
#include "backend/kube/manifest_affinity.h"
#include "backend/kube/manifest_devices.h"
#include "backend/kube/manifest_fields.h"
#include "backend/kube/manifest_storage.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace binnacle::kube {

namespace {

using model::Workload;

constexpr std::int64_t int32Least = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t int32Most = std::numeric_limits<std::int32_t>::max();

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

model::DisruptionBudget budgetOf(const Fields &root, const std::string &name)
{
    model::DisruptionBudget budget;
    budget.name = name;
    if (const Fields selector = root.object("spec").object("selector")) {
        model::UndecidedRules undecided = 0;
        budget.selector = readLabelSelector(selector, undecided);
        if (undecided != 0) {
            budget.selector = {};
        }
    }
    const Fields status = root.object("status");
    budget.disruptionsAllowed = static_cast<std::int32_t>(status.integer("disruptionsAllowed", int32Least, int32Most));
    for (const Entry pod : status.object("disruptedPods").value()) {
        budget.disruptedPods.emplace_back(pod.key.text());
    }
    std::sort(budget.disruptedPods.begin(), budget.disruptedPods.end());
    return budget;
}

} // namespace

absl::StatusOr<bool> addToInventory(
    Value object, std::string_view kind, InventoryBuilder &inventory, model::Inventory::Known &known)
{
    const std::optional<Workload::Kind> workload = workloadKind(kind);
    const bool budget = kind == "PodDisruptionBudget";
    if (kind != "Namespace" && !workload && !budget) {
        absl::StatusOr<bool> taken = addToDevices(object, kind, inventory.devices());
        // Devices are judged by all three: whoever wants them asks for all.
        known.devices = !inventory.devices().slices.empty() && !inventory.devices().classes.empty()
            && !inventory.devices().claims.empty();
        return taken.ok() && !*taken ? addToStorage(object, kind, inventory.storage()) : taken;
    }
    absl::Status status;
    const Fields root(object, kind, status);
    const Fields metadata = root.object("metadata");
    const std::string name(metadata.text("name"));
    if (name.empty()) {
        root.fail(metadata ? metadata.value() : object, fmt::format("a {} without metadata.name", kind));
    } else if (budget) {
        const std::string ns(metadata.text("namespace"));
        inventory.setBudget(ns.empty() ? "default" : ns, budgetOf(root, name));
        known.budgets = true;
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
