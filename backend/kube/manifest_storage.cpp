// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest_storage.h"

#include "backend/kube/manifest_affinity.h"
#include "backend/kube/pod_rules.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace binnacle::kube {

namespace {

using model::VolumeSource;

constexpr std::int64_t int32Least = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t int32Most = std::numeric_limits<std::int32_t>::max();

/// Of a pod's volume or of a PersistentVolume.
VolumeSource readSource(const Fields &source, VolumeSource::Kind kind)
{
    using Kind = VolumeSource::Kind;
    VolumeSource out;
    out.kind = kind;
    switch (kind) {
    case Kind::Csi:
        out.driver = source.text("driver");
        out.id = source.text("volumeHandle");
        break;
    case Kind::GcePersistentDisk:
        out.id = source.text("pdName");
        out.readOnly = source.boolean("readOnly");
        break;
    case Kind::AzureDisk:
        out.id = source.text("diskURI");
        out.unmanaged = !isManagedDisk(source.text("kind"));
        break;
    case Kind::AwsElasticBlockStore:
    case Kind::Cinder:
    case Kind::Portworx:
        out.id = source.text("volumeID");
        break;
    case Kind::Iscsi:
        out.id = source.text("iqn");
        out.readOnly = source.boolean("readOnly");
        break;
    case Kind::Rbd:
        out.id = source.text("image");
        out.pool = source.text("pool");
        out.monitors = source.texts("monitors");
        out.readOnly = source.boolean("readOnly");
        break;
    case Kind::Other:
        break;
    }
    return out;
}

/// A quantity under that key; beyond 128 bits it is the largest amount, which `saturated` says.
std::optional<base::Quantity> readQuantity(const Fields &owner, std::string_view key, bool &saturated)
{
    const Value value = owner.value()[key];
    if (!value) {
        return std::nullopt;
    }
    const std::string text =
        value.kind() == ValueKind::Int ? std::to_string(value.integer()) : std::string(value.text());
    absl::StatusOr<base::Quantity> quantity = base::Quantity::parse(text);
    if (absl::IsOutOfRange(quantity.status())) {
        saturated = true;
        quantity = base::Quantity::fromUnits(text.starts_with('-') ? 0 : std::numeric_limits<std::int64_t>::max());
    }
    if (!quantity.ok()) {
        owner.fail(value, fmt::format("{}: \"{}\" is no quantity (such as 500m, 2 or 4Gi)", key, text.substr(0, 64)));
        return std::nullopt;
    }
    return *quantity;
}

std::optional<std::string> annotation(const Fields &metadata, std::string_view name)
{
    const Fields annotations = metadata.object("annotations");
    return annotations.value()[name] ? std::optional(std::string(annotations.text(name))) : std::nullopt;
}

std::string nameOf(const Fields &root, std::string_view kind)
{
    const Fields metadata = root.object("metadata");
    std::string name(metadata.text("name"));
    if (name.empty()) {
        root.fail(metadata ? metadata.value() : root.value(), fmt::format("a {} without metadata.name", kind));
    }
    return name;
}

std::string namespaceOf(const Fields &root)
{
    const std::string_view ns = root.object("metadata").text("namespace");
    return std::string(ns.empty() ? "default" : ns);
}

bool isDeleting(const Fields &root) { return root.object("metadata").time("deletionTimestamp") != base::TimePoint{}; }

void read(const Fields &root, model::VolumeClaim &claim)
{
    const Fields metadata = root.object("metadata");
    const Fields spec = root.object("spec");
    claim.ns = namespaceOf(root);
    claim.name = nameOf(root, "PersistentVolumeClaim");
    claim.uid = metadata.text("uid");
    for (const Entry entry : metadata.list("ownerReferences")) {
        const Fields owner = metadata.element(entry.value, "ownerReferences");
        if (owner.boolean("controller")) {
            claim.controllerUid = owner.text("uid");
        }
    }
    claim.volumeName = spec.text("volumeName");
    claim.storageClass = annotation(metadata, classAnnotation).value_or(std::string(spec.text("storageClassName")));
    claim.selectedNode = annotation(metadata, selectedNodeAnnotation);
    claim.bindCompleted = annotation(metadata, bindCompletedAnnotation).has_value();
    claim.accessModes = spec.texts("accessModes");
    claim.volumeMode = spec.text("volumeMode");
    claim.attributesClass = spec.text("volumeAttributesClassName");
    claim.request = readQuantity(spec.object("resources").object("requests"), "storage", claim.unrecognised);
    if (const Fields selector = spec.object("selector")) {
        model::UndecidedRules undecided = 0;
        claim.selector = readLabelSelector(selector, undecided);
        claim.unrecognised = claim.unrecognised || undecided != 0;
    }
    claim.lost = root.object("status").text("phase") == "Lost";
    claim.deleting = isDeleting(root);
}

void readNodeAffinity(const Fields &spec, model::PersistentVolume &volume)
{
    const Fields required = spec.object("nodeAffinity").object("required");
    volume.hasNodeAffinity = static_cast<bool>(required);
    model::UndecidedRules undecided = 0;
    for (const Entry entry : required.list("nodeSelectorTerms")) {
        volume.nodeTerms.push_back(readNodeTerm(required.element(entry.value, "nodeSelectorTerms"), undecided));
    }
    volume.unrecognised = volume.unrecognised || undecided != 0;
}

void read(const Fields &root, model::PersistentVolume &volume)
{
    const Fields metadata = root.object("metadata");
    const Fields spec = root.object("spec");
    volume.name = nameOf(root, "PersistentVolume");
    volume.labels = model::Labels(metadata.textMap("labels"));
    volume.specClass = spec.text("storageClassName");
    volume.storageClass = annotation(metadata, classAnnotation).value_or(volume.specClass);
    if (const Fields claim = spec.object("claimRef")) {
        std::string key = std::string(claim.text("namespace")).append(1, '/').append(claim.text("name"));
        volume.claimRef = {std::move(key), std::string(claim.text("uid"))};
    }
    volume.capacity = readQuantity(spec.object("capacity"), "storage", volume.unrecognised);
    volume.accessModes = spec.texts("accessModes");
    volume.volumeMode = spec.text("volumeMode");
    volume.attributesClass = spec.text("volumeAttributesClassName");
    readNodeAffinity(spec, volume);
    if (const Fields csi = spec.object("csi")) {
        volume.source = readSource(csi, VolumeSource::Kind::Csi);
    }
    for (const Entry entry : spec.value()) {
        const auto kind = volumeSourceKind(entry.key.text());
        if (kind && entry.value && volume.source.kind == VolumeSource::Kind::Other) {
            volume.source = readSource(spec.object(entry.key.text()), *kind);
        }
    }
    volume.available = root.object("status").text("phase") == "Available";
    volume.deleting = isDeleting(root);
}

void read(const Fields &root, model::StorageClass &storageClass)
{
    storageClass.name = nameOf(root, "StorageClass");
    storageClass.provisioner = root.text("provisioner");
    storageClass.binding = bindingMode(root.text("volumeBindingMode"));
    for (const Entry entry : root.list("allowedTopologies")) {
        const Fields term = root.element(entry.value, "allowedTopologies");
        std::vector<model::Requirement> requirements;
        for (const Entry expression : term.list("matchLabelExpressions")) {
            const Fields fields = term.element(expression.value, "matchLabelExpressions");
            requirements.push_back(
                {base::Symbol(fields.text("key")), model::Requirement::Operator::In, fields.texts("values")});
        }
        storageClass.allowedTopologies.push_back(std::move(requirements));
    }
}

void read(const Fields &root, model::CsiNode &node)
{
    node.name = nameOf(root, "CSINode");
    node.migrated = migratedPlugins(annotation(root.object("metadata"), migratedAnnotation).value_or(std::string()));
    const Fields spec = root.object("spec");
    for (const Entry entry : spec.list("drivers")) {
        const Fields fields = spec.element(entry.value, "drivers");
        model::CsiNode::Driver driver{std::string(fields.text("name")), {}};
        if (const auto limit = fields.object("allocatable").optionalInteger("count", int32Least, int32Most)) {
            driver.limit = static_cast<std::int32_t>(*limit);
        }
        node.drivers.push_back(std::move(driver));
    }
}

void read(const Fields &root, model::CsiDriver &driver)
{
    driver.name = nameOf(root, "CSIDriver");
    const Fields spec = root.object("spec");
    driver.storageCapacity = spec.boolean("storageCapacity");
    driver.preventSchedulingIfMissing = spec.boolean("preventPodSchedulingIfMissing");
}

void read(const Fields &root, model::StorageCapacity &capacity)
{
    capacity.ns = namespaceOf(root);
    capacity.name = nameOf(root, "CSIStorageCapacity");
    capacity.storageClass = root.text("storageClassName");
    capacity.capacity = readQuantity(root, "capacity", capacity.unrecognised);
    capacity.largest = readQuantity(root, "maximumVolumeSize", capacity.unrecognised);
    if (const Fields topology = root.object("nodeTopology")) {
        model::UndecidedRules undecided = 0;
        capacity.topology = readLabelSelector(topology, undecided);
        capacity.unrecognised = capacity.unrecognised || undecided != 0;
    }
}

void read(const Fields &root, model::VolumeAttachment &attachment)
{
    attachment.name = nameOf(root, "VolumeAttachment");
    const Fields spec = root.object("spec");
    attachment.attacher = spec.text("attacher");
    attachment.node = spec.text("nodeName");
    const Fields source = spec.object("source");
    if (source.value()["persistentVolumeName"]) {
        attachment.volume = std::string(source.text("persistentVolumeName"));
    }
}

template <typename Object>
absl::StatusOr<bool> take(Value object, std::string_view kind, ShelfBuilder<Object> &shelf, bool &known)
{
    absl::Status status;
    const Fields root(object, kind, status);
    auto read = std::make_shared<Object>();
    kube::read(root, *read);
    if (!status.ok()) {
        return status;
    }
    read->finish();
    if (shelf.contains(read->key)) {
        root.fail(object, fmt::format("{} {} occurs twice", kind, read->key));
        return status;
    }
    shelf.set(std::move(read));
    known = true;
    return true;
}

/// Calls with the kind's shelf and whether it is known; false when it is none of storage.
template <typename Visit> bool visitKind(std::string_view kind, StorageBuilder &storage, Visit visit)
{
    model::Volumes::Known &known = storage.known;
    if (kind == "PersistentVolumeClaim") {
        visit(storage.claims, known.claims);
    } else if (kind == "PersistentVolume") {
        visit(storage.volumes, known.volumes);
    } else if (kind == "StorageClass") {
        visit(storage.classes, known.classes);
    } else if (kind == "CSINode") {
        visit(storage.csiNodes, known.csiNodes);
    } else if (kind == "CSIDriver") {
        visit(storage.csiDrivers, known.csiDrivers);
    } else if (kind == "CSIStorageCapacity") {
        visit(storage.capacities, known.capacities);
    } else if (kind == "VolumeAttachment") {
        visit(storage.attachments, known.attachments);
    } else {
        return false;
    }
    return true;
}

} // namespace

bool readPodVolume(const Fields &volume, std::string_view podName, std::vector<model::PodVolume> &volumes)
{
    bool known = true;
    for (const Entry source : volume.value()) {
        const std::string_view field = source.key.text();
        if (field == "name" || !source.value || isNodeNeutralVolume(field)) {
            continue;
        }
        model::PodVolume read;
        if (field == "persistentVolumeClaim") {
            read.claim = volume.object(field).text("claimName");
        } else if (field == "ephemeral") {
            read.kind = model::PodVolume::Kind::Ephemeral;
            read.claim = ephemeralClaim(podName, volume.text("name"));
        } else if (const auto kind = volumeSourceKind(field)) {
            read.kind = model::PodVolume::Kind::Inline;
            read.source = readSource(volume.object(field), *kind);
        } else {
            known = false;
            continue;
        }
        volumes.push_back(std::move(read));
    }
    return known;
}

absl::StatusOr<bool> addToStorage(Value object, std::string_view kind, StorageBuilder &storage)
{
    absl::StatusOr<bool> taken = false;
    visitKind(kind, storage, [&](auto &shelf, bool &known) { taken = take(object, kind, shelf, known); });
    return taken;
}

void noteStorageList(std::string_view listKind, StorageBuilder &storage)
{
    if (listKind.ends_with("List")) {
        listKind.remove_suffix(4);
        visitKind(listKind, storage, [](auto &, bool &known) { known = true; });
    }
}

} // namespace binnacle::kube
