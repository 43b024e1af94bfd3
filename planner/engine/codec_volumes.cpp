// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec_volumes.h"

#include <absl/numeric/int128.h>

#include <optional>
#include <utility>

namespace binnacle::engine {

namespace codec {

namespace {

using model::VolumeSource;

void write(Writer &out, const std::vector<std::string> &texts)
{
    out.list(texts, [&](const std::string &text) { out.value(text); });
}

std::vector<std::string> readTexts(Reader &in)
{
    return in.list<std::string>([&] { return in.text(); });
}

void write(Writer &out, const std::optional<std::string> &text)
{
    out.value(text.has_value());
    if (text) {
        out.value(*text);
    }
}

std::optional<std::string> readOptionalText(Reader &in) { return in.flag() ? std::optional(in.text()) : std::nullopt; }

void write(Writer &out, const std::optional<base::Quantity> &quantity)
{
    out.value(quantity.has_value());
    if (quantity) {
        const absl::int128 nano(quantity->nano());
        out.value(static_cast<std::int64_t>(absl::Int128High64(nano)));
        out.value(static_cast<std::int64_t>(absl::Int128Low64(nano)));
    }
}

std::optional<base::Quantity> readQuantity(Reader &in)
{
    if (!in.flag()) {
        return std::nullopt;
    }
    const std::int64_t high = in.integer();
    const auto low = static_cast<std::uint64_t>(in.integer());
    return base::Quantity::fromNano(static_cast<base::Quantity::Nano>(absl::MakeInt128(high, low)));
}

void write(Writer &out, const VolumeSource &source)
{
    out.value(static_cast<std::int64_t>(source.kind));
    out.value(source.driver);
    out.value(source.id);
    out.value(source.pool);
    write(out, source.monitors);
    out.value(source.readOnly);
    out.value(source.unmanaged);
}

VolumeSource readSource(Reader &in)
{
    VolumeSource source;
    source.kind = in.bounded<VolumeSource::Kind>(0, static_cast<std::int64_t>(VolumeSource::Kind::Rbd));
    source.driver = in.text();
    source.id = in.text();
    source.pool = in.text();
    source.monitors = readTexts(in);
    source.readOnly = in.flag();
    source.unmanaged = in.flag();
    return source;
}

void write(Writer &out, const model::VolumeClaim &claim)
{
    out.value(claim.ns);
    out.value(claim.name);
    out.value(claim.uid);
    out.value(claim.controllerUid);
    out.value(claim.volumeName);
    out.value(claim.storageClass);
    write(out, claim.selectedNode);
    write(out, claim.accessModes);
    out.value(claim.volumeMode);
    out.value(claim.attributesClass);
    write(out, claim.request);
    write(out, claim.selector);
    out.value(claim.bindCompleted);
    out.value(claim.lost);
    out.value(claim.deleting);
    out.value(claim.unrecognised);
}

void read(Reader &in, model::VolumeClaim &claim)
{
    claim.ns = in.text();
    claim.name = in.text();
    claim.uid = in.text();
    claim.controllerUid = in.text();
    claim.volumeName = in.text();
    claim.storageClass = in.text();
    claim.selectedNode = readOptionalText(in);
    claim.accessModes = readTexts(in);
    claim.volumeMode = in.text();
    claim.attributesClass = in.text();
    claim.request = readQuantity(in);
    claim.selector = readSelector(in);
    claim.bindCompleted = in.flag();
    claim.lost = in.flag();
    claim.deleting = in.flag();
    claim.unrecognised = in.flag();
}

void write(Writer &out, const model::PersistentVolume &volume)
{
    out.value(volume.name);
    write(out, volume.labels.entries());
    out.value(volume.storageClass);
    out.value(volume.specClass);
    out.value(volume.claimRef.has_value());
    if (volume.claimRef) {
        out.value(volume.claimRef->claim);
        out.value(volume.claimRef->uid);
    }
    write(out, volume.capacity);
    write(out, volume.accessModes);
    out.value(volume.volumeMode);
    out.value(volume.attributesClass);
    out.value(volume.hasNodeAffinity);
    out.list(volume.nodeTerms, [&](const model::NodeSelectorTerm &term) { write(out, term); });
    write(out, volume.source);
    out.value(volume.available);
    out.value(volume.deleting);
    out.value(volume.unrecognised);
}

void read(Reader &in, model::PersistentVolume &volume)
{
    volume.name = in.text();
    volume.labels = model::Labels(readEntries(in));
    volume.storageClass = in.text();
    volume.specClass = in.text();
    if (in.flag()) {
        std::string claim = in.text();
        volume.claimRef = {std::move(claim), in.text()};
    }
    volume.capacity = readQuantity(in);
    volume.accessModes = readTexts(in);
    volume.volumeMode = in.text();
    volume.attributesClass = in.text();
    volume.hasNodeAffinity = in.flag();
    volume.nodeTerms = in.list<model::NodeSelectorTerm>([&] { return readTerm(in); });
    volume.source = readSource(in);
    volume.available = in.flag();
    volume.deleting = in.flag();
    volume.unrecognised = in.flag();
}

void write(Writer &out, const model::StorageClass &storageClass)
{
    out.value(storageClass.name);
    out.value(storageClass.provisioner);
    out.value(static_cast<std::int64_t>(storageClass.binding));
    out.list(storageClass.allowedTopologies, [&](const std::vector<model::Requirement> &term) { write(out, term); });
}

void read(Reader &in, model::StorageClass &storageClass)
{
    using Binding = model::StorageClass::Binding;
    storageClass.name = in.text();
    storageClass.provisioner = in.text();
    storageClass.binding = in.bounded<Binding>(0, static_cast<std::int64_t>(Binding::WaitForFirstConsumer));
    storageClass.allowedTopologies = in.list<std::vector<model::Requirement>>([&] { return readRequirements(in); });
}

void write(Writer &out, const model::CsiNode &node)
{
    out.value(node.name);
    out.list(node.drivers, [&](const model::CsiNode::Driver &driver) {
        out.value(driver.name);
        out.value(driver.limit.has_value());
        out.value(std::int64_t{driver.limit.value_or(0)});
    });
    write(out, node.migrated);
}

void read(Reader &in, model::CsiNode &node)
{
    node.name = in.text();
    node.drivers = in.list<model::CsiNode::Driver>([&] {
        model::CsiNode::Driver driver{in.text(), {}};
        const bool limited = in.flag();
        const auto limit = in.bounded<std::int32_t>(INT32_MIN, INT32_MAX);
        if (limited) {
            driver.limit = limit;
        }
        return driver;
    });
    node.migrated = readTexts(in);
}

void write(Writer &out, const model::CsiDriver &driver)
{
    out.value(driver.name);
    out.value(driver.storageCapacity);
    out.value(driver.preventSchedulingIfMissing);
}

void read(Reader &in, model::CsiDriver &driver)
{
    driver.name = in.text();
    driver.storageCapacity = in.flag();
    driver.preventSchedulingIfMissing = in.flag();
}

void write(Writer &out, const model::StorageCapacity &capacity)
{
    out.value(capacity.ns);
    out.value(capacity.name);
    out.value(capacity.storageClass);
    write(out, capacity.topology);
    write(out, capacity.capacity);
    write(out, capacity.largest);
    out.value(capacity.unrecognised);
}

void read(Reader &in, model::StorageCapacity &capacity)
{
    capacity.ns = in.text();
    capacity.name = in.text();
    capacity.storageClass = in.text();
    capacity.topology = readSelector(in);
    capacity.capacity = readQuantity(in);
    capacity.largest = readQuantity(in);
    capacity.unrecognised = in.flag();
}

void write(Writer &out, const model::VolumeAttachment &attachment)
{
    out.value(attachment.name);
    out.value(attachment.attacher);
    out.value(attachment.node);
    write(out, attachment.volume);
}

void read(Reader &in, model::VolumeAttachment &attachment)
{
    attachment.name = in.text();
    attachment.attacher = in.text();
    attachment.node = in.text();
    attachment.volume = readOptionalText(in);
}

} // namespace

void write(Writer &out, const model::PodVolumes &volumes)
{
    out.list(volumes.list, [&](const model::PodVolume &volume) {
        out.value(static_cast<std::int64_t>(volume.kind));
        out.value(volume.claim);
        write(out, volume.source);
    });
}

std::shared_ptr<const model::PodVolumes> readVolumes(Reader &in)
{
    auto volumes = std::make_shared<model::PodVolumes>();
    volumes->list = in.list<model::PodVolume>([&] {
        model::PodVolume volume;
        volume.kind = in.bounded<model::PodVolume::Kind>(0, static_cast<std::int64_t>(model::PodVolume::Kind::Inline));
        volume.claim = in.text();
        volume.source = readSource(in);
        return volume;
    });
    volumes->finish();
    return volumes;
}

namespace {

constexpr std::string_view shelfMagic = "bv\x01";

template <typename Object> std::string shelfBytes(const typename model::Shelved<Object>::Shelf &shelf)
{
    Writer out(shelfMagic);
    out.list(shelf.objects, [&](const std::shared_ptr<const Object> &object) { write(out, *object); });
    return out.take();
}

template <typename Object> absl::StatusOr<std::vector<std::shared_ptr<const Object>>> shelfOf(std::string_view bytes)
{
    Reader in(bytes, shelfMagic);
    auto objects = in.list<std::shared_ptr<const Object>>([&]() -> std::shared_ptr<const Object> {
        auto object = std::make_shared<Object>();
        read(in, *object);
        object->finish();
        return object;
    });
    if (absl::Status status = in.finish(); !status.ok()) {
        return status;
    }
    return objects;
}

} // namespace

} // namespace codec

template <typename Object> std::string encodeShelf(const typename model::Shelved<Object>::Shelf &shelf)
{
    return codec::shelfBytes<Object>(shelf);
}

template <typename Object>
absl::StatusOr<std::vector<std::shared_ptr<const Object>>> decodeShelf(std::string_view bytes)
{
    return codec::shelfOf<Object>(bytes);
}

#define BINNACLE_SHELF(Object)                                                                                         \
    template std::string encodeShelf<Object>(const model::Shelved<Object>::Shelf &);                                   \
    template absl::StatusOr<std::vector<std::shared_ptr<const Object>>> decodeShelf<Object>(std::string_view);
BINNACLE_SHELF(model::VolumeClaim)
BINNACLE_SHELF(model::PersistentVolume)
BINNACLE_SHELF(model::StorageClass)
BINNACLE_SHELF(model::CsiNode)
BINNACLE_SHELF(model::CsiDriver)
BINNACLE_SHELF(model::StorageCapacity)
BINNACLE_SHELF(model::VolumeAttachment)
#undef BINNACLE_SHELF

} // namespace binnacle::engine
