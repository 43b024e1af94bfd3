// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/snapshot_blobs.h"

#include "planner/engine/codec.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::services {

namespace {

constexpr std::string_view knownNamespaces = "namespaces ";
constexpr std::string_view knownWorkloads = "workloads ";
constexpr std::string_view knownBudgets = "budgets ";

std::string knownText(const model::Inventory::Known &known)
{
    return std::string(known.namespaces ? knownNamespaces : "") + std::string(known.workloads ? knownWorkloads : "")
        + std::string(known.budgets ? knownBudgets : "");
}

absl::StatusOr<model::Inventory::Known> knownOf(const std::string &text)
{
    for (const bool namespaces : {false, true}) {
        for (const bool workloads : {false, true}) {
            for (const bool budgets : {false, true}) {
                const model::Inventory::Known known{namespaces, workloads, budgets};
                if (knownText(known) == text)
                    return known;
            }
        }
    }
    return absl::InvalidArgumentError("an inventory of a later version");
}

} // namespace

store::ReplayInput replayInput(const model::SnapshotPtr &snapshot)
{
    store::ReplayInput input;
    const model::Inventory &inventory = snapshot->inventory();
    const std::size_t first = inventory.hash() == base::Fingerprint{} ? 0 : inventory.namespaces().size() + 1;
    input.entries.reserve(first + snapshot->nodes().size());
    if (first > 0) {
        input.entries.push_back({"/", nullptr});
        for (const model::NamespaceInfoPtr &ns : inventory.namespaces())
            input.entries.push_back({"/" + ns->name, ns});
    }
    for (const model::NodeInfoPtr &info : snapshot->nodes())
        input.entries.push_back({std::string(info->node().name.text()), info});
    input.encode = [snapshot, first](std::size_t index) {
        const model::Inventory &known = snapshot->inventory();
        if (index >= first)
            return engine::encodeNode(*snapshot->nodes()[index - first]);
        return index == 0 ? knownText(known.known()) : engine::encodeNamespace(*known.namespaces()[index - 1]);
    };
    return input;
}

absl::StatusOr<model::SnapshotPtr> snapshotOf(const store::NamedBlobs &blobs, std::uint64_t generation)
{
    std::vector<model::NodeInfoPtr> nodes;
    nodes.reserve(blobs.size());
    std::vector<model::NamespaceInfoPtr> namespaces;
    std::optional<model::Inventory::Known> known;
    for (const auto &[name, bytes] : blobs) {
        if (name == "/") {
            const absl::StatusOr<model::Inventory::Known> read = knownOf(bytes);
            if (!read.ok())
                return read.status();
            known = *read;
        } else if (name.starts_with('/')) {
            absl::StatusOr<model::NamespaceInfoPtr> ns = engine::decodeNamespace(bytes);
            if (!ns.ok())
                return ns.status();
            namespaces.push_back(*std::move(ns));
        } else {
            absl::StatusOr<model::NodeInfoPtr> node = engine::decodeNode(bytes);
            if (!node.ok())
                return node.status();
            nodes.push_back(*std::move(node));
        }
    }
    return std::make_shared<const model::Snapshot>(generation, std::move(nodes),
        known ? std::make_shared<const model::Inventory>(*known, std::move(namespaces)) : nullptr);
}

} // namespace binnacle::services
