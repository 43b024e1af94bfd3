// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/volumes.h"

#include <absl/numeric/int128.h>

#include <cassert>
#include <tuple>

namespace binnacle::model {

namespace {

using base::FingerprintBuilder;

/// One a kind, so that objects of two kinds never have one fingerprint.
enum class Tag : std::int64_t { Claim = 1, Volume, Class, Node, Driver, Capacity, Attachment };

FingerprintBuilder begin(Tag tag) { return FingerprintBuilder().add(static_cast<std::int64_t>(tag)); }

void add(FingerprintBuilder &builder, const std::vector<std::string> &texts)
{
    builder.add(static_cast<std::int64_t>(texts.size()));
    for (const std::string &text : texts) {
        builder.add(text);
    }
}

void add(FingerprintBuilder &builder, const std::optional<base::Quantity> &quantity)
{
    builder.add(std::int64_t{quantity.has_value()});
    if (quantity) {
        const absl::int128 nano(quantity->nano());
        builder.add(static_cast<std::int64_t>(absl::Int128High64(nano)))
            .add(static_cast<std::int64_t>(absl::Int128Low64(nano)));
    }
}

void add(FingerprintBuilder &builder, const std::vector<Requirement> &requirements)
{
    builder.add(static_cast<std::int64_t>(requirements.size()));
    for (const Requirement &requirement : requirements) {
        builder.add(requirement.key.text()).add(static_cast<std::int64_t>(requirement.op));
        add(builder, requirement.values);
    }
}

void add(FingerprintBuilder &builder, const LabelSelector &selector)
{
    builder.add(std::int64_t{selector.present});
    add(builder, selector.requirements);
}

void add(FingerprintBuilder &builder, const std::optional<std::string> &text)
{
    builder.add(std::int64_t{text.has_value()}).add(text ? std::string_view(*text) : std::string_view());
}

/// In the order in which plugins say them.
constexpr std::array<MigratedPlugin, 5> migratedPlugins{{
    {"kubernetes.io/gce-pd", "pd.csi.storage.gke.io", "topology.gke.io/zone", VolumeSource::Kind::GcePersistentDisk},
    {"kubernetes.io/aws-ebs", "ebs.csi.aws.com", "topology.ebs.csi.aws.com/zone",
        VolumeSource::Kind::AwsElasticBlockStore},
    {"kubernetes.io/cinder", "cinder.csi.openstack.org", "topology.cinder.csi.openstack.org/zone",
        VolumeSource::Kind::Cinder},
    {"kubernetes.io/azure-disk", "disk.csi.azure.com", "", VolumeSource::Kind::AzureDisk},
    {"kubernetes.io/portworx-volume", "pxd.portworx.com", "", VolumeSource::Kind::Portworx},
}};

/// What may not be listed is not there, rather than there in part.
template <typename Object> void keepIf(bool known, Shelved<Object> &objects)
{
    if (!known) {
        objects = {};
    }
}

/// What NodeVolumeLimits reads to count volumes of that driver.
bool limitKnown(const Volumes &volumes, std::string_view driver)
{
    const Volumes::Known &known = volumes.known();
    return known.csiNodes
        && (!volumes.anyLimit(driver) || (known.claims && known.volumes && known.classes && known.attachments));
}

std::string_view driverOf(const VolumeSource &source)
{
    if (source.kind == VolumeSource::Kind::Csi) {
        return source.driver;
    }
    const MigratedPlugin *plugin = migratedPlugin(source.kind);
    return plugin ? plugin->driver : std::string_view();
}

bool sourceKnown(const Volumes &volumes, const VolumeSource &source)
{
    const std::string_view driver = driverOf(source);
    return driver.empty() || limitKnown(volumes, driver);
}

/// Of a claim that waits for the pod, or whose volume is not there.
bool classKnown(const Volumes &volumes, const VolumeClaim &claim)
{
    const Volumes::Known &known = volumes.known();
    if (claim.storageClass.empty()) {
        return true;
    }
    if (!known.classes) {
        return false;
    }
    const StorageClass *found = volumes.storageClass(claim.storageClass);
    if (!found || found->binding != StorageClass::Binding::WaitForFirstConsumer) {
        return true;
    }
    if (!known.volumes || volumes.unrecognised()) {
        return false;
    }
    if (found->provisioner.empty() || found->provisioner == noProvisioner) {
        return true;
    }
    const MigratedPlugin *plugin = migratedPlugin(found->provisioner);
    if (!known.csiDrivers || !limitKnown(volumes, plugin ? plugin->driver : std::string_view(found->provisioner))) {
        return false;
    }
    const CsiDriver *driver = volumes.csiDriver(found->provisioner);
    return known.capacities || !driver || !driver->storageCapacity;
}

bool claimKnown(const Volumes &volumes, const std::string &ns, const std::string &name)
{
    if (!volumes.known().claims) {
        return false;
    }
    const VolumeClaim *claim = volumes.claim(ns, name);
    if (!claim || claim->lost || claim->deleting) {
        return true;
    }
    if (claim->unrecognised) {
        return false;
    }
    if (claim->volumeName.empty()) {
        return classKnown(volumes, *claim);
    }
    if (!volumes.known().volumes) {
        return false;
    }
    const PersistentVolume *volume = volumes.volume(claim->volumeName);
    return volume ? !volume->unrecognised && sourceKnown(volumes, volume->source) : classKnown(volumes, *claim);
}

} // namespace

void VolumeSource::addTo(FingerprintBuilder &builder) const
{
    builder.add(static_cast<std::int64_t>(kind)).add(driver).add(id).add(pool);
    add(builder, monitors);
    builder.add(std::int64_t{readOnly}).add(std::int64_t{unmanaged});
}

void PodVolumes::finish()
{
    FingerprintBuilder builder;
    anyClaim = anyEphemeral = anyInline = false;
    for (const PodVolume &volume : list) {
        builder.add(static_cast<std::int64_t>(volume.kind)).add(volume.claim);
        volume.source.addTo(builder);
        anyInline = anyInline || volume.kind == PodVolume::Kind::Inline;
        anyClaim = anyClaim || volume.kind != PodVolume::Kind::Inline;
        anyEphemeral = anyEphemeral || volume.kind == PodVolume::Kind::Ephemeral;
    }
    fingerprint = builder.finish();
}

bool PodVolumes::uses(std::string_view claim) const
{
    return std::any_of(list.begin(), list.end(),
        [&](const PodVolume &volume) { return volume.kind == PodVolume::Kind::Claim && volume.claim == claim; });
}

void VolumeClaim::finish()
{
    key = ns + '/' + name;
    FingerprintBuilder builder = begin(Tag::Claim);
    builder.add(key).add(uid).add(controllerUid).add(volumeName).add(storageClass);
    add(builder, selectedNode);
    add(builder, accessModes);
    builder.add(volumeMode).add(attributesClass);
    add(builder, request);
    add(builder, selector);
    builder.add(std::int64_t{bindCompleted}).add(std::int64_t{lost}).add(std::int64_t{deleting});
    fingerprint = builder.add(std::int64_t{unrecognised}).finish();
}

bool VolumeClaim::readWriteOncePod() const
{
    return std::find(accessModes.begin(), accessModes.end(), "ReadWriteOncePod") != accessModes.end();
}

void PersistentVolume::finish()
{
    key = name;
    FingerprintBuilder builder = begin(Tag::Volume);
    builder.add(name).add(static_cast<std::int64_t>(labels.entries().size()));
    for (const Labels::Entry &label : labels.entries()) {
        builder.add(label.first.text()).add(label.second);
    }
    builder.add(storageClass).add(specClass).add(std::int64_t{claimRef.has_value()});
    if (claimRef) {
        builder.add(claimRef->claim).add(claimRef->uid);
    }
    add(builder, capacity);
    add(builder, accessModes);
    builder.add(volumeMode).add(attributesClass).add(std::int64_t{hasNodeAffinity});
    builder.add(static_cast<std::int64_t>(nodeTerms.size()));
    for (const NodeSelectorTerm &term : nodeTerms) {
        add(builder, term.matchExpressions);
        add(builder, term.matchFields);
    }
    source.addTo(builder);
    builder.add(std::int64_t{available}).add(std::int64_t{deleting});
    fingerprint = builder.add(std::int64_t{unrecognised}).finish();
}

void StorageClass::finish()
{
    key = name;
    FingerprintBuilder builder = begin(Tag::Class);
    builder.add(name).add(provisioner).add(static_cast<std::int64_t>(binding));
    builder.add(static_cast<std::int64_t>(allowedTopologies.size()));
    for (const std::vector<Requirement> &term : allowedTopologies) {
        add(builder, term);
    }
    fingerprint = builder.finish();
}

void CsiNode::finish()
{
    key = name;
    FingerprintBuilder builder = begin(Tag::Node);
    builder.add(name).add(static_cast<std::int64_t>(drivers.size()));
    for (const Driver &driver : drivers) {
        builder.add(driver.name)
            .add(std::int64_t{driver.limit.has_value()})
            .add(std::int64_t{driver.limit.value_or(0)});
    }
    add(builder, migrated);
    fingerprint = builder.finish();
}

std::optional<std::int32_t> CsiNode::limitOf(std::string_view driver) const
{
    for (auto it = drivers.rbegin(); it != drivers.rend(); ++it) {
        if (it->name == driver && it->limit) {
            return it->limit;
        }
    }
    return std::nullopt;
}

bool CsiNode::has(std::string_view driver) const
{
    return std::any_of(drivers.begin(), drivers.end(), [&](const Driver &one) { return one.name == driver; });
}

void CsiDriver::finish()
{
    key = name;
    fingerprint = begin(Tag::Driver)
                      .add(name)
                      .add(std::int64_t{storageCapacity})
                      .add(std::int64_t{preventSchedulingIfMissing})
                      .finish();
}

void StorageCapacity::finish()
{
    key = ns + '/' + name;
    FingerprintBuilder builder = begin(Tag::Capacity);
    builder.add(key).add(storageClass);
    add(builder, topology);
    add(builder, capacity);
    add(builder, largest);
    fingerprint = builder.add(std::int64_t{unrecognised}).finish();
}

void VolumeAttachment::finish()
{
    key = node + '/' + name;
    FingerprintBuilder builder = begin(Tag::Attachment);
    builder.add(key).add(attacher);
    add(builder, volume);
    fingerprint = builder.finish();
}

std::size_t shelfOf(std::string_view shelfText)
{
    std::uint32_t hash = 2166136261u; // FNV-1a
    for (const char c : shelfText) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    }
    return (hash ^ (hash >> 16)) % storageShelves;
}

template <typename Object> typename Shelved<Object>::ShelfPtr Shelved<Object>::shelve(std::vector<Ptr> objects)
{
    if (objects.empty()) {
        return nullptr;
    }
    auto shelf = std::make_shared<Shelf>();
    std::stable_sort(objects.begin(), objects.end(), [](const Ptr &a, const Ptr &b) { return a->key < b->key; });
    for (Ptr &object : objects) {
        if (!shelf->objects.empty() && shelf->objects.back()->key == object->key) {
            shelf->objects.back() = std::move(object);
        } else {
            shelf->objects.push_back(std::move(object));
        }
    }
    for (std::uint32_t i = 0; i < shelf->objects.size(); ++i) {
        const Object &object = *shelf->objects[i];
        shelf->fingerprint += object.fingerprint;
        if constexpr (requires { object.unrecognised; }) {
            shelf->unrecognised = shelf->unrecognised || object.unrecognised;
        }
        if constexpr (std::is_same_v<Object, PersistentVolume>) {
            if (object.claimRef) {
                shelf->reserved.emplace_back(object.claimRef->claim, i);
            } else {
                shelf->open.push_back(i);
            }
        }
        if constexpr (std::is_same_v<Object, CsiNode>) {
            for (const CsiNode::Driver &driver : object.drivers) {
                if (driver.limit) {
                    shelf->limited.push_back(driver.name);
                }
            }
        }
    }
    std::sort(shelf->reserved.begin(), shelf->reserved.end());
    std::sort(shelf->limited.begin(), shelf->limited.end());
    shelf->limited.erase(std::unique(shelf->limited.begin(), shelf->limited.end()), shelf->limited.end());
    return shelf;
}

template class Shelved<VolumeClaim>;
template class Shelved<PersistentVolume>;
template class Shelved<StorageClass>;
template class Shelved<CsiNode>;
template class Shelved<CsiDriver>;
template class Shelved<StorageCapacity>;
template class Shelved<VolumeAttachment>;

Volumes::Volumes(Known known, Content content) : m_known(known), m_content(std::move(content))
{
    if (known == Known{}) {
        m_content = {};
        return;
    }
    keepIf(known.claims, m_content.claims);
    keepIf(known.volumes, m_content.volumes);
    keepIf(known.classes, m_content.classes);
    keepIf(known.csiNodes, m_content.csiNodes);
    keepIf(known.csiDrivers, m_content.csiDrivers);
    keepIf(known.capacities, m_content.capacities);
    keepIf(known.attachments, m_content.attachments);
    FingerprintBuilder builder;
    for (const bool knows : {known.claims, known.volumes, known.classes, known.csiNodes, known.csiDrivers,
             known.capacities, known.attachments}) {
        builder.add(std::int64_t{knows});
    }
    m_hash = builder.finish();
    const auto include = [&](const auto &shelved) {
        for (const auto &shelf : shelved.shelves()) {
            if (shelf) {
                m_hash += shelf->fingerprint;
                m_unrecognised = m_unrecognised || shelf->unrecognised;
                m_limited.insert(m_limited.end(), shelf->limited.begin(), shelf->limited.end());
            }
        }
    };
    std::apply([&](const auto &...shelved) { (include(shelved), ...); },
        std::tie(m_content.volumes, m_content.classes, m_content.csiNodes, m_content.csiDrivers, m_content.capacities,
            m_content.attachments));
    const bool unrecognised = m_unrecognised;
    include(m_content.claims);
    m_unrecognised = unrecognised; // a claim that is read in part concerns its own pods only
    std::sort(m_limited.begin(), m_limited.end());
    m_limited.erase(std::unique(m_limited.begin(), m_limited.end()), m_limited.end());
}

const VolumeClaim *Volumes::claim(std::string_view ns, std::string_view name) const
{
    std::string key;
    key.reserve(ns.size() + name.size() + 1);
    key.append(ns).append(1, '/').append(name);
    return m_content.claims.find(key);
}

std::vector<const PersistentVolume *> Volumes::reservedFor(const VolumeClaim &claim) const
{
    std::vector<const PersistentVolume *> found;
    for (const auto &shelf : m_content.volumes.shelves()) {
        if (!shelf) {
            continue;
        }
        auto it = std::lower_bound(
            shelf->reserved.begin(), shelf->reserved.end(), std::pair<std::string_view, std::uint32_t>(claim.key, 0));
        for (; it != shelf->reserved.end() && it->first == claim.key; ++it) {
            found.push_back(shelf->objects[it->second].get());
        }
    }
    return found;
}

bool Volumes::anyLimit(std::string_view driver) const
{
    return std::binary_search(m_limited.begin(), m_limited.end(), driver);
}

bool volumesKnown(const Volumes &volumes, const Pod &pod)
{
    return !pod.volumes
        || std::all_of(pod.volumes->list.begin(), pod.volumes->list.end(), [&](const PodVolume &volume) {
               return volume.kind == PodVolume::Kind::Inline ? sourceKnown(volumes, volume.source)
                                                             : claimKnown(volumes, pod.key.ns, volume.claim);
           });
}

const MigratedPlugin *migratedPlugin(VolumeSource::Kind kind)
{
    const auto it = std::find_if(migratedPlugins.begin(), migratedPlugins.end(),
        [kind](const MigratedPlugin &plugin) { return plugin.kind == kind; });
    return it == migratedPlugins.end() ? nullptr : &*it;
}

const MigratedPlugin *migratedPlugin(std::string_view provisioner)
{
    const auto it = std::find_if(migratedPlugins.begin(), migratedPlugins.end(),
        [provisioner](const MigratedPlugin &plugin) { return plugin.name == provisioner; });
    return it == migratedPlugins.end() ? nullptr : &*it;
}

bool isUncountedPlugin(std::string_view provisioner)
{
    return provisioner == "kubernetes.io/azure-file" || provisioner == "kubernetes.io/vsphere-volume";
}

} // namespace binnacle::model
