// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/volume_zone/volume_zone.h"

#include "planner/plugins/storage.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::plugins {

namespace {

using model::ReasonCode;

constexpr std::size_t mostReasons = 8;

/// A label that places volumes and nodes, and the one that has taken its place.
struct PlaceLabel {
    base::Symbol key;
    base::Symbol newer;
};

const std::array<PlaceLabel, 4> &placeLabels()
{
    static const base::Symbol zone("topology.kubernetes.io/zone");
    static const base::Symbol region("topology.kubernetes.io/region");
    static const std::array<PlaceLabel, 4> labels{{{base::Symbol("failure-domain.beta.kubernetes.io/zone"), zone},
        {base::Symbol("failure-domain.beta.kubernetes.io/region"), region}, {zone, zone}, {region, region}}};
    return labels;
}

/// Where a volume is by one of its labels.
struct Place {
    std::string volume;
    PlaceLabel label;
    std::vector<std::string> values;
};

struct State {
    std::vector<Place> places;
};

/// The parts of a label's value; none when one of them is empty, which makes the label of no effect.
std::vector<std::string> placesIn(std::string_view value)
{
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = value.find("__");
        const std::string_view part = value.substr(0, end);
        const std::size_t first = part.find_first_not_of(" \t\n\v\f\r");
        if (first == std::string_view::npos) {
            return {};
        }
        parts.emplace_back(part.substr(first, part.find_last_not_of(" \t\n\v\f\r") - first + 1));
        if (end == std::string_view::npos) {
            return parts;
        }
        value.remove_prefix(end + 2);
    }
}

void addPlaces(const model::PersistentVolume &volume, std::vector<Place> &places)
{
    for (const PlaceLabel &label : placeLabels()) {
        const std::string *value = volume.labels.find(label.key);
        std::vector<std::string> values = value ? placesIn(*value) : std::vector<std::string>();
        if (!values.empty()) {
            places.push_back({volume.name, label, std::move(values)});
        }
    }
}

model::Reason reason(ReasonCode code, std::string_view subject, std::string detail)
{
    return {.code = code, .subject = base::Symbol(subject), .detail = std::move(detail)};
}

/// Why a claim without a volume stands in the way; absent when it waits for the pod.
std::optional<model::Reason> unbound(const model::Volumes &volumes, const model::VolumeClaim &claim)
{
    using Binding = model::StorageClass::Binding;
    if (claim.storageClass.empty()) {
        return reason(ReasonCode::ClaimUnbound, {}, claim.name);
    }
    const model::StorageClass *storageClass = volumes.storageClass(claim.storageClass);
    if (!storageClass) {
        return reason(ReasonCode::StorageClassNotFound, claim.storageClass, claim.name);
    }
    switch (storageClass->binding) {
    case Binding::WaitForFirstConsumer:
        return std::nullopt;
    case Binding::Unset:
        return reason(ReasonCode::StorageClassIncomplete, claim.storageClass, claim.name);
    case Binding::Immediate:
        break;
    }
    return reason(ReasonCode::ClaimUnbound, claim.storageClass, claim.name);
}

/// Adds where the claim's volume is; a reason when that cannot be said.
std::optional<model::Reason> place(
    const model::Volumes &volumes, const std::string &ns, const std::string &name, std::vector<Place> &places)
{
    const model::VolumeClaim *claim = volumes.claim(ns, name);
    if (!claim) {
        return reason(ReasonCode::ClaimNotFound, {}, name);
    }
    if (claim->volumeName.empty()) {
        return unbound(volumes, *claim);
    }
    const model::PersistentVolume *volume = volumes.volume(claim->volumeName);
    if (!volume) {
        return reason(ReasonCode::ClaimVolumeNotFound, {}, storageDetail({name, claim->volumeName}));
    }
    addPlaces(*volume, places);
    return std::nullopt;
}

} // namespace

framework::Registration VolumeZone::registration()
{
    return {"VolumeZone", "volume_zone", 0, {},
        [](const framework::OptionValues &) { return std::make_unique<VolumeZone>(); }};
}

base::Symbol VolumeZone::name() const
{
    static const base::Symbol name("VolumeZone");
    return name;
}

framework::NodeReads VolumeZone::reads(const framework::CycleState &state, const model::Pod &) const
{
    framework::NodeReads reads;
    if (state.find<State>()) {
        for (const PlaceLabel &label : placeLabels()) {
            reads.labels.push_back(label.key);
        }
    }
    return reads;
}

framework::PreFilterAnswer VolumeZone::preFilter(
    framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const
{
    if (!pod.volumes || !pod.volumes->anyClaim) {
        return {model::Verdict::skip(), {}};
    }
    State own;
    for (const model::PodVolume &volume : pod.volumes->list) {
        if (volume.kind != model::PodVolume::Kind::Claim) {
            continue;
        }
        if (auto why = place(snapshot.inventory().volumes(), pod.key.ns, volume.claim, own.places)) {
            return {model::Verdict::reject(*std::move(why), false), {}};
        }
    }
    if (own.places.empty()) {
        return {model::Verdict::skip(), {}};
    }
    state.write(std::move(own));
    return {model::Verdict::success(), {}};
}

model::Verdict VolumeZone::filter(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &node) const
{
    const State *own = state.find<State>();
    const model::Labels &labels = node.info->node().labels;
    const auto &keys = placeLabels();
    model::Verdict verdict;
    if (!own || std::none_of(keys.begin(), keys.end(), [&](const PlaceLabel &key) { return labels.find(key.key); })) {
        return verdict;
    }
    for (const Place &place : own->places) {
        const std::string *value = labels.find(place.label.key);
        value = value ? value : labels.find(place.label.newer);
        if (value && std::find(place.values.begin(), place.values.end(), *value) != place.values.end()) {
            continue;
        }
        verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
        if (verdict.reasons.size() < mostReasons) {
            const std::string zones = joined(place.values);
            verdict.reasons.push_back({.code = ReasonCode::VolumeZoneMismatch,
                .subject = place.label.key,
                .detail = value ? storageDetail({place.volume, zones, *value}) : storageDetail({place.volume, zones})});
        }
    }
    return verdict;
}

VolumeZone::Scope VolumeZone::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.volumes && pod.volumes->anyClaim ? Scope::Cluster : Scope::None;
}

bool VolumeZone::mayHelp(const model::Pod &, const framework::ClusterEvent &event, const model::Inventory &) const
{
    return event.kind == framework::ClusterEvent::Kind::Storage || event.nodeAdded()
        || (event.nodeChanged() && event.nodeBefore->labels != event.nodeNow->labels);
}

} // namespace binnacle::plugins
