// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/snapshot_blobs.h"

#include "planner/engine/codec.h"
#include "planner/engine/codec_devices.h"
#include "planner/model/devices.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::services {

namespace {

/// What an inventory may know, by the words of the entry "/".
std::array<std::pair<std::string_view, bool *>, 4> wordsOf(model::Inventory::Known &known)
{
    return {{{"namespaces ", &known.namespaces}, {"workloads ", &known.workloads}, {"budgets ", &known.budgets},
        {"devices ", &known.devices}}};
}

std::string knownText(model::Inventory::Known known)
{
    std::string text;
    for (const auto &[word, is] : wordsOf(known))
        text += *is ? word : "";
    return text;
}

absl::StatusOr<model::Inventory::Known> knownOf(std::string_view text)
{
    model::Inventory::Known known;
    for (const auto &[word, is] : wordsOf(known)) {
        *is = text.starts_with(word);
        text.remove_prefix(*is ? word.size() : 0);
    }
    if (!text.empty())
        return absl::InvalidArgumentError("an inventory of a later version");
    return known;
}

/// An entry of a snapshot, with how its bytes are made.
struct Entry {
    store::SnapshotEntry named;
    std::function<std::string()> encode;
};

// Entries of devices come before those of namespaces, whose names have no space.
constexpr std::string_view claimPrefix = "/ device claim ";
constexpr std::string_view classPrefix = "/ device class ";
constexpr std::string_view slicePrefix = "/ device slice ";

void addDevices(const model::Devices &devices, std::vector<Entry> &entries)
{
    for (const model::ResourceClaimPtr &claim : devices.claims()) {
        entries.push_back({{fmt::format("{}{} {}", claimPrefix, claim->ns, claim->name), claim},
            [claim] { return engine::encodeResourceClaim(*claim); }});
    }
    for (const model::DeviceClassPtr &one : devices.classes()) {
        entries.push_back(
            {{fmt::format("{}{}", classPrefix, one->name), one}, [one] { return engine::encodeDeviceClass(*one); }});
    }
    for (const model::ResourceSlicePtr &slice : devices.slices()) {
        entries.push_back(
            {{fmt::format("{}{}", slicePrefix, slice->name), slice}, [slice] { return engine::encodeSlice(*slice); }});
    }
}

/// The devices that were kept.
class DeviceReader {
public:
    static bool isOne(std::string_view name) { return name.starts_with("/ device "); }

    absl::Status take(std::string_view name, std::string_view bytes)
    {
        if (name.starts_with(claimPrefix))
            return keep(engine::decodeResourceClaim(bytes), m_claims);
        if (name.starts_with(classPrefix))
            return keep(engine::decodeDeviceClass(bytes), m_classes);
        return keep(engine::decodeSlice(bytes), m_slices);
    }
    [[nodiscard]] model::DevicesPtr devices()
    {
        const bool any = !m_slices.empty() || !m_classes.empty() || !m_claims.empty();
        return any
            ? std::make_shared<const model::Devices>(std::move(m_slices), std::move(m_classes), std::move(m_claims))
            : nullptr;
    }

private:
    template <typename Ptr> static absl::Status keep(absl::StatusOr<Ptr> object, std::vector<Ptr> &all)
    {
        if (object.ok())
            all.push_back(*std::move(object));
        return object.status();
    }

    std::vector<model::ResourceSlicePtr> m_slices;
    std::vector<model::DeviceClassPtr> m_classes;
    std::vector<model::ResourceClaimPtr> m_claims;
};

} // namespace

store::ReplayInput replayInput(const model::SnapshotPtr &snapshot)
{
    const model::Inventory &inventory = snapshot->inventory();
    auto first = std::make_shared<std::vector<Entry>>(); // those of the inventory
    if (inventory.hash() != base::Fingerprint{}) {
        first->push_back({{"/", nullptr}, [snapshot] { return knownText(snapshot->inventory().known()); }});
        addDevices(inventory.devices(), *first);
        for (const model::NamespaceInfoPtr &ns : inventory.namespaces())
            first->push_back({{"/" + ns->name, ns}, [ns] { return engine::encodeNamespace(*ns); }});
    }
    store::ReplayInput input;
    input.entries.reserve(first->size() + snapshot->nodes().size());
    for (const Entry &entry : *first)
        input.entries.push_back(entry.named);
    for (const model::NodeInfoPtr &info : snapshot->nodes())
        input.entries.push_back({std::string(info->node().name.text()), info});
    input.encode = [snapshot, first](std::size_t index) {
        return index < first->size() ? (*first)[index].encode()
                                     : engine::encodeNode(*snapshot->nodes()[index - first->size()]);
    };
    return input;
}

absl::StatusOr<model::SnapshotPtr> snapshotOf(const store::NamedBlobs &blobs, std::uint64_t generation)
{
    std::vector<model::NodeInfoPtr> nodes;
    nodes.reserve(blobs.size());
    std::vector<model::NamespaceInfoPtr> namespaces;
    DeviceReader devices;
    std::optional<model::Inventory::Known> known;
    for (const auto &[name, bytes] : blobs) {
        if (name == "/") {
            const absl::StatusOr<model::Inventory::Known> read = knownOf(bytes);
            if (!read.ok())
                return read.status();
            known = *read;
        } else if (DeviceReader::isOne(name)) {
            if (absl::Status status = devices.take(name, bytes); !status.ok())
                return status;
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
        known ? std::make_shared<const model::Inventory>(*known, std::move(namespaces), nullptr, devices.devices())
              : nullptr);
}

} // namespace binnacle::services
