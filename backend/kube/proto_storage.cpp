// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/proto_storage.h"

#include "backend/kube/pod_rules.h"
#include "backend/kube/proto_parse.h"
#include "backend/kube/proto_selectors.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace binnacle::kube {

namespace {

using model::VolumeSource;
using Kind = model::VolumeSource::Kind;

/// The names of core/v1 VolumeSource by field number; an empty name is unknown here.
std::string_view volumeSourceName(int field)
{
    static constexpr std::array<std::string_view, 31> names{"", "hostPath", "emptyDir", "gcePersistentDisk",
        "awsElasticBlockStore", "gitRepo", "secret", "nfs", "iscsi", "glusterfs", "persistentVolumeClaim", "rbd",
        "flexVolume", "cinder", "cephfs", "flocker", "downwardAPI", "fc", "azureFile", "configMap", "vsphereVolume",
        "quobyte", "azureDisk", "photonPersistentDisk", "portworxVolume", "scaleIO", "projected", "storageos", "csi",
        "ephemeral", "image"};
    return field > 0 && static_cast<std::size_t>(field) < names.size() ? names[static_cast<std::size_t>(field)] : "";
}

bool isRead(std::string_view source)
{
    return source == "persistentVolumeClaim" || source == "ephemeral" || volumeSourceKind(source);
}

/// Whether every field that the source sets is known here.
bool allKnown(const std::string &volumeSource)
{
    using google::protobuf::internal::WireFormatLite;
    google::protobuf::io::CodedInputStream stream(
        reinterpret_cast<const std::uint8_t *>(volumeSource.data()), static_cast<int>(volumeSource.size()));
    while (const std::uint32_t tag = stream.ReadTag()) {
        const std::string_view name = volumeSourceName(WireFormatLite::GetTagFieldNumber(tag));
        if (!(isNodeNeutralVolume(name) || isRead(name)) || !WireFormatLite::SkipField(&stream, tag)) {
            return false;
        }
    }
    return stream.ConsumedEntireMessage();
}

VolumeSource disk(Kind kind, const wire::DiskSource &from)
{
    VolumeSource source;
    source.kind = kind;
    source.id = from.id();
    source.readOnly = kind == Kind::GcePersistentDisk && from.readonly();
    return source;
}

VolumeSource azureDisk(const wire::AzureDiskSource &from)
{
    VolumeSource source;
    source.kind = Kind::AzureDisk;
    source.id = from.diskuri();
    source.unmanaged = !isManagedDisk(from.kind());
    return source;
}

/// Those that pods and PersistentVolumes have alike.
template <typename Sources> std::optional<VolumeSource> diskOf(const Sources &from)
{
    if (from.has_gcepersistentdisk()) {
        return disk(Kind::GcePersistentDisk, from.gcepersistentdisk());
    }
    if (from.has_awselasticblockstore()) {
        return disk(Kind::AwsElasticBlockStore, from.awselasticblockstore());
    }
    if (from.has_cinder()) {
        return disk(Kind::Cinder, from.cinder());
    }
    if (from.has_portworxvolume()) {
        return disk(Kind::Portworx, from.portworxvolume());
    }
    return from.has_azuredisk() ? std::optional(azureDisk(from.azuredisk())) : std::nullopt;
}

std::optional<VolumeSource> inlineSource(const wire::VolumeSource &from)
{
    VolumeSource source;
    if (from.has_iscsi()) {
        source.kind = Kind::Iscsi;
        source.id = from.iscsi().iqn();
        source.readOnly = from.iscsi().readonly();
        return source;
    }
    if (from.has_rbd()) {
        source.kind = Kind::Rbd;
        source.id = from.rbd().image();
        source.pool = from.rbd().pool();
        source.monitors.assign(from.rbd().monitors().begin(), from.rbd().monitors().end());
        source.readOnly = from.rbd().readonly();
        return source;
    }
    return diskOf(from);
}

std::optional<std::string> annotation(const wire::ObjectMeta &meta, std::string_view name)
{
    for (const wire::TextPair &pair : meta.annotations()) {
        if (pair.key() == name) {
            return pair.value();
        }
    }
    return std::nullopt;
}

/// Beyond 128 bits it is the largest amount, which `saturated` says; what is no quantity counts as such, too.
base::Quantity quantityOf(const std::string &text, bool &saturated)
{
    const absl::StatusOr<base::Quantity> quantity = base::Quantity::parse(text);
    saturated = saturated || !quantity.ok();
    return quantity.ok() ? *quantity : base::Quantity::fromUnits(std::numeric_limits<std::int64_t>::max());
}

template <typename Pairs> std::optional<base::Quantity> storageOf(const Pairs &pairs, bool &saturated)
{
    for (const wire::QuantityPair &pair : pairs) {
        if (pair.key() == "storage") {
            return quantityOf(pair.value().text(), saturated);
        }
    }
    return std::nullopt;
}

template <typename Texts> std::vector<std::string> textsOf(const Texts &texts) { return {texts.begin(), texts.end()}; }

void read(const wire::PersistentVolumeClaim &from, model::VolumeClaim &claim)
{
    const wire::ObjectMeta &meta = from.metadata();
    const wire::PersistentVolumeClaimSpec &spec = from.spec();
    claim.ns = meta.namespace_();
    claim.name = meta.name();
    claim.uid = meta.uid();
    for (const wire::OwnerReference &owner : meta.ownerreferences()) {
        if (owner.controller()) {
            claim.controllerUid = owner.uid();
        }
    }
    claim.volumeName = spec.volumename();
    claim.storageClass = annotation(meta, classAnnotation).value_or(spec.storageclassname());
    claim.selectedNode = annotation(meta, selectedNodeAnnotation);
    claim.bindCompleted = annotation(meta, bindCompletedAnnotation).has_value();
    claim.accessModes = textsOf(spec.accessmodes());
    claim.volumeMode = spec.volumemode();
    claim.attributesClass = spec.volumeattributesclassname();
    claim.request = storageOf(spec.resources().requests(), claim.unrecognised);
    if (spec.has_selector()) {
        bool known = true;
        claim.selector = selectorOf(spec.selector(), known);
        claim.unrecognised = claim.unrecognised || !known;
    }
    claim.lost = from.status().phase() == "Lost";
    claim.deleting = meta.has_deletiontimestamp();
}

VolumeSource sourceOf(const wire::PersistentVolumeSource &from)
{
    if (from.has_csi()) {
        VolumeSource source;
        source.kind = Kind::Csi;
        source.driver = from.csi().driver();
        source.id = from.csi().volumehandle();
        return source;
    }
    return diskOf(from).value_or(VolumeSource{});
}

void read(const wire::PersistentVolume &from, model::PersistentVolume &volume)
{
    const wire::ObjectMeta &meta = from.metadata();
    const wire::PersistentVolumeSpec &spec = from.spec();
    volume.name = meta.name();
    volume.labels = labelsOf(meta.labels());
    volume.specClass = spec.storageclassname();
    volume.storageClass = annotation(meta, classAnnotation).value_or(volume.specClass);
    if (spec.has_claimref()) {
        std::string key = spec.claimref().namespace_();
        key.append(1, '/').append(spec.claimref().name());
        volume.claimRef = {std::move(key), spec.claimref().uid()};
    }
    volume.capacity = storageOf(spec.capacity(), volume.unrecognised);
    volume.accessModes = textsOf(spec.accessmodes());
    volume.volumeMode = spec.volumemode();
    volume.attributesClass = spec.volumeattributesclassname();
    volume.hasNodeAffinity = spec.nodeaffinity().has_required();
    bool known = true;
    for (const wire::NodeSelectorTerm &term : spec.nodeaffinity().required().nodeselectorterms()) {
        volume.nodeTerms.push_back({requirementsOf(term.matchexpressions(), selectorOperator, known),
            requirementsOf(term.matchfields(), selectorOperator, known)});
    }
    volume.unrecognised = volume.unrecognised || !known;
    volume.source = sourceOf(spec.persistentvolumesource());
    volume.available = from.status().phase() == "Available";
    volume.deleting = meta.has_deletiontimestamp();
}

void read(const wire::StorageClass &from, model::StorageClass &storageClass)
{
    storageClass.name = from.metadata().name();
    storageClass.provisioner = from.provisioner();
    storageClass.binding = bindingMode(from.volumebindingmode());
    for (const wire::TopologySelectorTerm &term : from.allowedtopologies()) {
        std::vector<model::Requirement> &requirements = storageClass.allowedTopologies.emplace_back();
        for (const wire::TopologySelectorLabelRequirement &expression : term.matchlabelexpressions()) {
            requirements.push_back(
                {base::Symbol(expression.key()), model::Requirement::Operator::In, textsOf(expression.values())});
        }
    }
}

void read(const wire::CsiNode &from, model::CsiNode &node)
{
    node.name = from.metadata().name();
    node.migrated = migratedPlugins(annotation(from.metadata(), migratedAnnotation).value_or(std::string()));
    for (const wire::CsiNodeDriver &driver : from.spec().drivers()) {
        model::CsiNode::Driver &one = node.drivers.emplace_back();
        one.name = driver.name();
        if (driver.allocatable().has_count()) {
            one.limit = driver.allocatable().count();
        }
    }
}

void read(const wire::CsiDriver &from, model::CsiDriver &driver)
{
    driver.name = from.metadata().name();
    driver.storageCapacity = from.spec().storagecapacity();
    driver.preventSchedulingIfMissing = from.spec().preventpodschedulingifmissing();
}

void read(const wire::CsiStorageCapacity &from, model::StorageCapacity &capacity)
{
    capacity.ns = from.metadata().namespace_();
    capacity.name = from.metadata().name();
    capacity.storageClass = from.storageclassname();
    if (from.has_capacity()) {
        capacity.capacity = quantityOf(from.capacity().text(), capacity.unrecognised);
    }
    if (from.has_maximumvolumesize()) {
        capacity.largest = quantityOf(from.maximumvolumesize().text(), capacity.unrecognised);
    }
    if (from.has_nodetopology()) {
        bool known = true;
        capacity.topology = selectorOf(from.nodetopology(), known);
        capacity.unrecognised = capacity.unrecognised || !known;
    }
}

void read(const wire::VolumeAttachment &from, model::VolumeAttachment &attachment)
{
    attachment.name = from.metadata().name();
    attachment.attacher = from.spec().attacher();
    attachment.node = from.spec().nodename();
    if (from.spec().source().has_persistentvolumename()) {
        attachment.volume = from.spec().source().persistentvolumename();
    }
}

template <typename Message, typename Object>
absl::StatusOr<std::shared_ptr<const Object>> decoded(std::string_view bytes, std::string_view kind)
{
    const absl::StatusOr<Message> message = parsed<Message>(bytes, kind);
    if (!message.ok()) {
        return message.status();
    }
    auto object = std::make_shared<Object>();
    read(*message, *object);
    object->finish();
    return object;
}

} // namespace

bool addPodVolume(const wire::Volume &volume, const wire::VolumeSource &source, std::string_view podName,
    std::vector<model::PodVolume> &volumes)
{
    model::PodVolume read;
    if (source.has_persistentvolumeclaim()) {
        read.claim = source.persistentvolumeclaim().claimname();
        volumes.push_back(std::move(read));
    } else if (source.has_ephemeral()) {
        read.kind = model::PodVolume::Kind::Ephemeral;
        read.claim = ephemeralClaim(podName, volume.name());
        volumes.push_back(std::move(read));
    } else if (std::optional<VolumeSource> own = inlineSource(source)) {
        read.kind = model::PodVolume::Kind::Inline;
        read.source = *std::move(own);
        volumes.push_back(std::move(read));
    }
    return allKnown(volume.volumesource());
}

#define BINNACLE_STORAGE(Object, Message, kind)                                                                        \
    template <> absl::StatusOr<std::shared_ptr<const Object>> decodeStorage<Object>(std::string_view bytes)            \
    {                                                                                                                  \
        return decoded<Message, Object>(bytes, kind);                                                                  \
    }
BINNACLE_STORAGE(model::VolumeClaim, wire::PersistentVolumeClaim, "PersistentVolumeClaim")
BINNACLE_STORAGE(model::PersistentVolume, wire::PersistentVolume, "PersistentVolume")
BINNACLE_STORAGE(model::StorageClass, wire::StorageClass, "StorageClass")
BINNACLE_STORAGE(model::CsiNode, wire::CsiNode, "CSINode")
BINNACLE_STORAGE(model::CsiDriver, wire::CsiDriver, "CSIDriver")
BINNACLE_STORAGE(model::StorageCapacity, wire::CsiStorageCapacity, "CSIStorageCapacity")
BINNACLE_STORAGE(model::VolumeAttachment, wire::VolumeAttachment, "VolumeAttachment")
#undef BINNACLE_STORAGE

} // namespace binnacle::kube
