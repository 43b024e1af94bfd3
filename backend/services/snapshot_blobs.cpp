// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/snapshot_blobs.h"

#include "planner/engine/codec.h"
#include "planner/engine/codec_devices.h"
#include "planner/engine/codec_volumes.h"
#include "planner/model/devices.h"
#include "planner/model/volumes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace binnacle::services {

namespace {

constexpr std::string_view policyEntry = "//policy"; // no namespace begins with a slash

/// What an inventory may know, by the words of the entry "/".
/// What an inventory may know, by the words of the entry "/".
struct Known {
    model::Inventory::Known inventory;
    model::Volumes::Known storage;

    [[nodiscard]] std::array<std::pair<std::string_view, bool *>, 11> words()
    {
        return {{{"namespaces ", &inventory.namespaces}, {"workloads ", &inventory.workloads},
            {"budgets ", &inventory.budgets}, {"devices ", &inventory.devices}, {"claims ", &storage.claims},
            {"volumes ", &storage.volumes}, {"classes ", &storage.classes}, {"csinodes ", &storage.csiNodes},
            {"csidrivers ", &storage.csiDrivers}, {"capacities ", &storage.capacities},
            {"attachments ", &storage.attachments}}};
    }
};

std::string knownText(const model::Inventory &inventory)
{
    Known known{inventory.known(), inventory.volumes().known()};
    std::string text;
    for (const auto &[word, is] : known.words())
        text += *is ? word : "";
    return text;
}

absl::StatusOr<Known> knownOf(std::string_view text)
{
    Known known;
    for (const auto &[word, is] : known.words()) {
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
        if (!object.ok())
            return object.status();
        all.push_back(*std::move(object));
        return absl::OkStatus();
    }

    std::vector<model::ResourceSlicePtr> m_slices;
    std::vector<model::DeviceClassPtr> m_classes;
    std::vector<model::ResourceClaimPtr> m_claims;
};

/// Entries of storage come before those of namespaces, whose names have no space: "/ storage pvc 017".
constexpr std::string_view storagePrefix = "/ storage ";

/// The shelves of one kind of storage.
template <typename Object> struct ShelfKind {
    std::string_view name;
    model::Shelved<Object> model::Volumes::Content::*shelves;
};
constexpr auto shelfKinds = std::tuple(ShelfKind<model::CsiDriver>{"drv", &model::Volumes::Content::csiDrivers},
    ShelfKind<model::CsiNode>{"nod", &model::Volumes::Content::csiNodes},
    ShelfKind<model::PersistentVolume>{"pv", &model::Volumes::Content::volumes},
    ShelfKind<model::VolumeClaim>{"pvc", &model::Volumes::Content::claims},
    ShelfKind<model::StorageClass>{"sc", &model::Volumes::Content::classes},
    ShelfKind<model::StorageCapacity>{"scap", &model::Volumes::Content::capacities},
    ShelfKind<model::VolumeAttachment>{"va", &model::Volumes::Content::attachments}); // by name

/// Calls with each kind.
template <typename Visit> void eachKind(Visit visit)
{
    std::apply([&](const auto &...kind) { (visit(kind), ...); }, shelfKinds);
}

/// Names of the entries of one kind, by number of the shelf.
template <typename Object> const std::vector<std::string> &entryNames(const ShelfKind<Object> &kind)
{
    static const std::vector<std::string> names = [&] {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < model::storageShelves; ++i)
            all.push_back(fmt::format("{}{} {:03}", storagePrefix, kind.name, i));
        return all;
    }();
    return names;
}

void addStorage(const model::Volumes &volumes, std::vector<Entry> &entries)
{
    eachKind([&]<typename Object>(const ShelfKind<Object> &kind) {
        const auto &shelves = (volumes.content().*kind.shelves).shelves();
        for (std::size_t i = 0; i < shelves.size(); ++i) {
            if (const auto shelf = shelves[i]) {
                entries.push_back(
                    {{entryNames(kind)[i], shelf}, [shelf] { return engine::encodeShelf<Object>(*shelf); }});
            }
        }
    });
}

/// The objects of every shelf that was kept.
class StorageReader {
public:
    absl::Status take(std::string_view name, std::string_view bytes)
    {
        absl::Status status = absl::InvalidArgumentError("an inventory of a later version");
        eachKind([&]<typename Object>(const ShelfKind<Object> &kind) {
            if (!name.starts_with(fmt::format("{}{} ", storagePrefix, kind.name)))
                return;
            auto objects = engine::decodeShelf<Object>(bytes);
            status = objects.status();
            if (objects.ok())
                put(kind, *objects);
        });
        return status;
    }

    [[nodiscard]] model::VolumesPtr volumes(const model::Volumes::Known &known)
    {
        model::Volumes::Content content;
        eachKind([&]<typename Object>(const ShelfKind<Object> &kind) {
            typename model::Shelved<Object>::Shelves shelves{};
            for (auto &[number, objects] : std::get<Shelves<Object>>(m_objects))
                shelves[number] = model::Shelved<Object>::shelve(std::move(objects));
            content.*kind.shelves = model::Shelved<Object>(std::move(shelves));
        });
        return std::make_shared<const model::Volumes>(known, std::move(content));
    }

private:
    template <typename Object> using Shelves = std::map<std::size_t, std::vector<std::shared_ptr<const Object>>>;

    /// Where they belong by their keys, whatever the entry's number says.
    template <typename Object>
    void put(const ShelfKind<Object> &, const std::vector<std::shared_ptr<const Object>> &objects)
    {
        for (const auto &object : objects)
            std::get<Shelves<Object>>(m_objects)[model::shelfOf(Object::shelfText(object->key))].push_back(object);
    }

    std::tuple<Shelves<model::CsiDriver>, Shelves<model::CsiNode>, Shelves<model::PersistentVolume>,
        Shelves<model::VolumeClaim>, Shelves<model::StorageClass>, Shelves<model::StorageCapacity>,
        Shelves<model::VolumeAttachment>>
        m_objects;
};

} // namespace

store::ReplayInput replayInput(const model::SnapshotPtr &snapshot)
{
    const model::Inventory &inventory = snapshot->inventory();
    auto first = std::make_shared<std::vector<Entry>>(); // those of the inventory
    if (inventory.hash() != base::Fingerprint{}) {
        first->push_back({{"/", nullptr}, [snapshot] { return knownText(snapshot->inventory()); }});
        addDevices(inventory.devices(), *first);
        addStorage(inventory.volumes(), *first);
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

void addPolicy(store::ReplayInput &input, const std::shared_ptr<const std::string> &text)
{
    const auto before = std::lower_bound(input.entries.begin(), input.entries.end(), policyEntry,
        [](const store::SnapshotEntry &entry, std::string_view name) { return entry.name < name; });
    const auto at = static_cast<std::size_t>(before - input.entries.begin());
    input.entries.insert(before, {std::string(policyEntry), text});
    input.encode = [at, text, others = std::move(input.encode)](
                       std::size_t index) { return index == at ? *text : others(index < at ? index : index - 1); };
}

std::optional<std::string> policyTextOf(const store::NamedBlobs &blobs)
{
    const auto found =
        std::find_if(blobs.begin(), blobs.end(), [](const auto &blob) { return blob.first == policyEntry; });
    return found == blobs.end() ? std::nullopt : std::optional(found->second);
}

absl::StatusOr<model::SnapshotPtr> snapshotOf(const store::NamedBlobs &blobs, std::uint64_t generation)
{
    std::vector<model::NodeInfoPtr> nodes;
    nodes.reserve(blobs.size());
    std::vector<model::NamespaceInfoPtr> namespaces;
    DeviceReader devices;
    StorageReader storage;
    std::optional<Known> known;
    for (const auto &[name, bytes] : blobs) {
        if (name == policyEntry)
            continue;
        if (name == "/") {
            const absl::StatusOr<Known> read = knownOf(bytes);
            if (!read.ok())
                return read.status();
            known = *read;
        } else if (DeviceReader::isOne(name)) {
            if (absl::Status status = devices.take(name, bytes); !status.ok())
                return status;
        } else if (name.starts_with(storagePrefix)) {
            if (absl::Status status = storage.take(name, bytes); !status.ok())
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
    model::InventoryPtr inventory;
    if (known) {
        model::VolumesPtr volumes =
            known->storage == model::Volumes::Known{} ? nullptr : storage.volumes(known->storage);
        inventory = std::make_shared<const model::Inventory>(
            known->inventory, std::move(namespaces), std::move(volumes), devices.devices());
    }
    return std::make_shared<const model::Snapshot>(generation, std::move(nodes), std::move(inventory));
}

} // namespace binnacle::services
