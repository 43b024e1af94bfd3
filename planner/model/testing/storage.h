// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/testing/builders.h"
#include "planner/model/volumes.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Storage for tests, in words: Storage().add(waitingClaim("default/data", "local", "5Gi")).add(volume("disk", "10Gi")).inventory().
namespace binnacle::model::testing {

inline VolumeClaim claimOf(std::string_view namespaceAndName)
{
    VolumeClaim claim;
    const std::size_t slash = namespaceAndName.find('/');
    claim.ns = namespaceAndName.substr(0, slash);
    claim.name = namespaceAndName.substr(slash + 1);
    claim.uid = "uid-" + claim.name;
    claim.accessModes = {"ReadWriteOnce"};
    return claim;
}

/// One that is bound to a volume of that name.
inline VolumeClaim boundClaim(std::string_view namespaceAndName, std::string volume)
{
    VolumeClaim claim = claimOf(namespaceAndName);
    claim.volumeName = std::move(volume);
    claim.bindCompleted = true;
    return claim;
}

/// One that has no volume yet.
inline VolumeClaim waitingClaim(std::string_view namespaceAndName, std::string storageClass, std::string_view size)
{
    VolumeClaim claim = claimOf(namespaceAndName);
    claim.storageClass = std::move(storageClass);
    claim.request = quantity(size);
    return claim;
}

/// A CSI volume that is free, of that class.
inline PersistentVolume volume(std::string name, std::string_view size, std::string storageClass = {})
{
    PersistentVolume volume;
    volume.name = std::move(name);
    volume.storageClass = volume.specClass = std::move(storageClass);
    volume.capacity = quantity(size);
    volume.accessModes = {"ReadWriteOnce"};
    volume.source.kind = VolumeSource::Kind::Csi;
    volume.source.driver = "csi.example.com";
    volume.source.id = "handle-" + volume.name;
    volume.available = true;
    return volume;
}

/// The same, to be used on nodes of one label only.
inline PersistentVolume volumeAt(
    std::string name, std::string_view size, std::string storageClass, std::string_view label, std::string value)
{
    PersistentVolume made = volume(std::move(name), size, std::move(storageClass));
    made.hasNodeAffinity = true;
    made.nodeTerms = {{{in(label, {std::move(value)})}, {}}};
    return made;
}

inline StorageClass classOf(std::string name, std::string provisioner,
    StorageClass::Binding binding = StorageClass::Binding::WaitForFirstConsumer)
{
    StorageClass made;
    made.name = std::move(name);
    made.provisioner = std::move(provisioner);
    made.binding = binding;
    return made;
}

inline CsiNode csiNode(std::string name, std::string driver, std::optional<std::int32_t> limit)
{
    CsiNode made;
    made.name = std::move(name);
    made.drivers = {{std::move(driver), limit}};
    return made;
}

inline PodVolume claimVolume(std::string claim) { return {PodVolume::Kind::Claim, std::move(claim), {}}; }
inline PodVolume ephemeralVolume(std::string claim) { return {PodVolume::Kind::Ephemeral, std::move(claim), {}}; }
inline PodVolume inlineVolume(VolumeSource::Kind kind, std::string id, bool readOnly = false)
{
    PodVolume volume{PodVolume::Kind::Inline, {}, {}};
    volume.source.kind = kind;
    volume.source.id = std::move(id);
    volume.source.readOnly = readOnly;
    return volume;
}

/// The pod with these volumes.
inline PodPtr withVolumes(const PodPtr &pod, std::vector<PodVolume> list)
{
    auto copy = std::make_shared<Pod>(*pod);
    auto volumes = std::make_shared<PodVolumes>();
    volumes->list = std::move(list);
    volumes->finish();
    copy->volumes = std::move(volumes);
    copy->sign();
    return copy;
}

/// Gathers objects into an inventory.
class Storage {
public:
    Storage &add(VolumeClaim object) { return keep(m_claims, std::move(object)); }
    Storage &add(PersistentVolume object) { return keep(m_volumes, std::move(object)); }
    Storage &add(StorageClass object) { return keep(m_classes, std::move(object)); }
    Storage &add(CsiNode object) { return keep(m_csiNodes, std::move(object)); }
    Storage &add(CsiDriver object) { return keep(m_csiDrivers, std::move(object)); }
    Storage &add(StorageCapacity object) { return keep(m_capacities, std::move(object)); }
    Storage &add(VolumeAttachment object) { return keep(m_attachments, std::move(object)); }

    [[nodiscard]] VolumesPtr volumes(Volumes::Known known = Volumes::Known::all()) const
    {
        return std::make_shared<const Volumes>(known,
            Volumes::Content{shelved(m_claims), shelved(m_volumes), shelved(m_classes), shelved(m_csiNodes),
                shelved(m_csiDrivers), shelved(m_capacities), shelved(m_attachments)});
    }
    [[nodiscard]] InventoryPtr inventory(Volumes::Known known = Volumes::Known::all()) const
    {
        return std::make_shared<const Inventory>(
            Inventory::Known{true, true}, std::vector<NamespaceInfoPtr>{}, volumes(known));
    }

private:
    template <typename Object> using List = std::vector<std::shared_ptr<const Object>>;

    template <typename Object> Storage &keep(List<Object> &list, Object object)
    {
        auto made = std::make_shared<Object>(std::move(object));
        made->finish();
        list.push_back(std::move(made));
        return *this;
    }
    template <typename Object> static Shelved<Object> shelved(const List<Object> &list)
    {
        std::array<List<Object>, storageShelves> drawers;
        for (const auto &object : list) {
            drawers[shelfOf(Object::shelfText(object->key))].push_back(object);
        }
        typename Shelved<Object>::Shelves shelves{};
        for (std::size_t i = 0; i < shelves.size(); ++i) {
            shelves[i] = Shelved<Object>::shelve(std::move(drawers[i]));
        }
        return Shelved<Object>(std::move(shelves));
    }

    List<VolumeClaim> m_claims;
    List<PersistentVolume> m_volumes;
    List<StorageClass> m_classes;
    List<CsiNode> m_csiNodes;
    List<CsiDriver> m_csiDrivers;
    List<StorageCapacity> m_capacities;
    List<VolumeAttachment> m_attachments;
};

} // namespace binnacle::model::testing
