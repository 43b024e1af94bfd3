// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/volume_restrictions/volume_restrictions.h"

#include "planner/plugins/storage.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::plugins {

namespace {

using Kind = model::VolumeSource::Kind;

struct State {
    bool disks = false; ///< the pod has some that may not be shared
    std::vector<std::string> singles; ///< its claims that are for one pod only, once each
    std::int64_t taken = 0; ///< how many of these another pod has
    std::string holder; ///< one of these, and who has it
};

/// What pods that come and go change of State::taken.
struct Moved {
    std::int64_t by = 0;
};

bool mayConflict(const model::PodVolume &volume)
{
    return volume.kind == model::PodVolume::Kind::Inline
        && (volume.source.kind == Kind::GcePersistentDisk || volume.source.kind == Kind::AwsElasticBlockStore
            || volume.source.kind == Kind::Iscsi || volume.source.kind == Kind::Rbd);
}

bool conflict(const model::VolumeSource &a, const model::VolumeSource &b)
{
    if (a.kind != b.kind || a.id != b.id) {
        return false;
    }
    const bool readers = a.readOnly && b.readOnly;
    if (a.kind == Kind::Rbd) {
        const bool sameCluster = std::any_of(a.monitors.begin(), a.monitors.end(), [&](const std::string &monitor) {
            return std::find(b.monitors.begin(), b.monitors.end(), monitor) != b.monitors.end();
        });
        return !readers && sameCluster && a.pool == b.pool;
    }
    return a.kind == Kind::AwsElasticBlockStore || !readers;
}

/// The field of spec.volumes[].
std::string_view fieldOf(Kind kind)
{
    switch (kind) {
    case Kind::GcePersistentDisk:
        return "gcePersistentDisk";
    case Kind::AwsElasticBlockStore:
        return "awsElasticBlockStore";
    case Kind::Iscsi:
        return "iscsi";
    default:
        return "rbd";
    }
}

/// A pod on a node that has the claim; null when none has.
const model::Pod *podWith(const model::Snapshot &snapshot, const std::string &ns, std::string_view claim)
{
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        for (const model::PodPtr &pod : info->podsWithVolumes()) {
            if (pod->key.ns == ns && pod->volumes->uses(claim)) {
                return pod.get();
            }
        }
    }
    return nullptr;
}

std::optional<model::Reason> diskConflict(const model::VolumeSource &wanted, const model::NodeInfo &node)
{
    for (const model::PodPtr &pod : node.podsWithVolumes()) {
        for (const model::PodVolume &volume : pod->volumes->list) {
            if (mayConflict(volume) && conflict(wanted, volume.source)) {
                return model::Reason{.code = model::ReasonCode::VolumeInUse,
                    .subject = base::Symbol(fieldOf(wanted.kind)),
                    .detail = storageDetail({wanted.id, pod->key.text()})};
            }
        }
    }
    return std::nullopt;
}

} // namespace

framework::Registration VolumeRestrictions::registration()
{
    return {"VolumeRestrictions", "volume_restrictions", 0, {},
        [](const framework::OptionValues &) { return std::make_unique<VolumeRestrictions>(); }};
}

base::Symbol VolumeRestrictions::name() const
{
    static const base::Symbol name("VolumeRestrictions");
    return name;
}

framework::NodeReads VolumeRestrictions::reads(const framework::CycleState &state, const model::Pod &) const
{
    const State *own = state.find<State>();
    return {.everything = own && own->disks, .labels = {}, .images = {}};
}

framework::PreFilterAnswer VolumeRestrictions::preFilter(
    framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const
{
    if (!pod.volumes) {
        return {model::Verdict::skip(), {}};
    }
    State own;
    for (const model::PodVolume &volume : pod.volumes->list) {
        own.disks = own.disks || mayConflict(volume);
        if (volume.kind != model::PodVolume::Kind::Claim) {
            continue;
        }
        const model::VolumeClaim *claim = snapshot.inventory().volumes().claim(pod.key.ns, volume.claim);
        if (!claim) {
            return {model::Verdict::reject(
                        {.code = model::ReasonCode::ClaimNotFound, .subject = {}, .detail = volume.claim}, false),
                {}};
        }
        if (!claim->readWriteOncePod()
            || std::find(own.singles.begin(), own.singles.end(), volume.claim) != own.singles.end()) {
            continue;
        }
        own.singles.push_back(volume.claim);
        if (const model::Pod *other = podWith(snapshot, pod.key.ns, volume.claim)) {
            ++own.taken;
            own.holder = storageDetail({volume.claim, other->key.text()});
        }
    }
    if (!own.disks && own.taken == 0) {
        return {model::Verdict::skip(), {}};
    }
    state.write(std::move(own));
    return {model::Verdict::success(), {}};
}

model::Verdict VolumeRestrictions::filter(
    const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const
{
    const State *own = state.find<State>();
    model::Verdict verdict;
    if (!own) {
        return verdict;
    }
    for (const model::PodVolume &volume : pod.volumes->list) {
        if (!own->disks || !mayConflict(volume)) {
            continue;
        }
        if (std::optional<model::Reason> reason = diskConflict(volume.source, *node.info)) {
            verdict.reasons.push_back(*std::move(reason));
        }
    }
    const Moved *moved = state.find<Moved>();
    if (verdict.reasons.empty() && own->taken + (moved ? moved->by : 0) > 0) {
        verdict.reasons.push_back({.code = model::ReasonCode::ClaimInUse,
            .subject = {},
            .detail = own->holder.empty() ? own->singles.front() : own->holder});
    }
    verdict.kind = verdict.reasons.empty() ? model::VerdictKind::Success : model::VerdictKind::Unschedulable;
    return verdict;
}

VolumeRestrictions::Scope VolumeRestrictions::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.volumes != nullptr ? Scope::Cluster : Scope::None;
}

bool VolumeRestrictions::mayHelp(
    const model::Pod &, const framework::ClusterEvent &event, const model::Inventory &) const
{
    return event.kind == framework::ClusterEvent::Kind::Storage || event.nodeAdded()
        || (event.podRemoved() && event.podBefore->volumes);
}

/// As kube-scheduler does, whatever namespace the other pod is in.
void VolumeRestrictions::podMoves(framework::CycleState &trial, const model::Pod &, const model::Pod &moved,
    const model::Node &, std::int64_t by) const
{
    const State *own = trial.find<State>();
    if (!own || !moved.volumes) {
        return;
    }
    for (const model::PodVolume &volume : moved.volumes->list) {
        if (volume.kind == model::PodVolume::Kind::Claim
            && std::find(own->singles.begin(), own->singles.end(), volume.claim) != own->singles.end()) {
            trial.edit<Moved>().by += by;
        }
    }
}

} // namespace binnacle::plugins
