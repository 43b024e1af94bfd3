// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_volume_limits/node_volume_limits.h"

#include "planner/plugins/storage.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::plugins {

namespace {

using model::PodVolume;
using model::ReasonCode;

/// A volume to attach, if any, or why it cannot be said which.
struct Found {
    CsiVolume volume;
    ReasonCode fault = ReasonCode::None;
    std::string_view about; ///< the claim or the disk of the fault
};

/// Drivers and handles that are told apart by both. Handles of their own are kept beside.
using VolumeSet = absl::flat_hash_set<std::pair<std::string_view, std::string>>;

struct State {
    const model::Volumes *volumes = nullptr;
    std::vector<CsiVolume> wanted; ///< no two alike
    std::vector<std::string_view> drivers; ///< of these, sorted
    ReasonCode fault = ReasonCode::None;
    std::string about;
};

model::Reason reason(ReasonCode code, std::string detail)
{
    return {.code = code, .subject = {}, .detail = std::move(detail)};
}

/// A claim without a volume counts as one to be made by its class. Handles of volumes have no space.
CsiVolume ofClass(const model::Volumes &volumes, const model::VolumeClaim &claim)
{
    const model::StorageClass *storageClass =
        claim.storageClass.empty() ? nullptr : volumes.storageClass(claim.storageClass);
    if (!storageClass || model::isUncountedPlugin(storageClass->provisioner)) {
        return {};
    }
    const model::MigratedPlugin *plugin = model::migratedPlugin(storageClass->provisioner);
    const std::string_view driver = plugin ? plugin->driver : std::string_view(storageClass->provisioner);
    return {driver, "to be made: " + claim.key, plugin != nullptr};
}

CsiVolume ofClaim(const model::Volumes &volumes, const model::VolumeClaim &claim)
{
    const model::PersistentVolume *volume = claim.volumeName.empty() ? nullptr : volumes.volume(claim.volumeName);
    if (!volume) {
        return ofClass(volumes, claim);
    }
    bool malformed = false; // not counted
    CsiVolume found = csiVolume(volume->source, &volume->labels, malformed);
    if (found.handle.empty()) {
        found.driver = {};
    }
    return found;
}

/// What a volume of the pod is to a driver. A new pod's claim has to be there.
Found find(const model::Volumes &volumes, const model::Pod &pod, const PodVolume &volume, bool isNew)
{
    Found found;
    if (volume.kind == PodVolume::Kind::Inline) {
        bool malformed = false;
        found.volume = csiVolume(volume.source, nullptr, malformed);
        found.fault = malformed ? ReasonCode::VolumeMalformed : ReasonCode::None;
        found.about = volume.source.id;
        return found;
    }
    found.about = volume.claim;
    const model::VolumeClaim *claim = volumes.claim(pod.key.ns, volume.claim);
    if (!claim) {
        found.fault = isNew ? ReasonCode::ClaimNotFound : ReasonCode::None;
    } else if (volume.kind == PodVolume::Kind::Ephemeral && claim->controllerUid != pod.uid) {
        found.fault = ReasonCode::ClaimNotOwned;
    } else {
        found.volume = ofClaim(volumes, *claim);
    }
    return found;
}

bool counts(const PodVolume &volume)
{
    return volume.kind != PodVolume::Kind::Inline || model::migratedPlugin(volume.source.kind);
}

/// Whether the node has room however the volumes there are counted: most nodes do, and need no closer look.
bool surelyFits(const State &state, const model::CsiNode &csiNode, const model::NodeInfo &node)
{
    std::size_t most = state.wanted.size();
    for (const model::PodPtr &pod : node.podsWithVolumes()) {
        most += pod->volumes->list.size();
    }
    state.volumes->content().attachments.under(csiNode.name + '/', [&](const model::VolumeAttachment &) { ++most; });
    return std::all_of(state.drivers.begin(), state.drivers.end(), [&](std::string_view driver) {
        const std::optional<std::int32_t> limit = csiNode.limitOf(driver);
        return !limit || (*limit >= 0 && most <= static_cast<std::size_t>(*limit));
    });
}

/// The volumes on a node, as they are used and as they are attached.
class NodeVolumes {
public:
    NodeVolumes(const State &state, const model::NodeInfo &node) : m_state(state)
    {
        for (const model::PodPtr &pod : node.podsWithVolumes()) {
            for (const PodVolume &volume : pod->volumes->list) {
                add(find(*state.volumes, *pod, volume, false), *pod);
            }
        }
        state.volumes->content().attachments.under(std::string(node.node().name.text()).append(1, '/'),
            [&](const model::VolumeAttachment &attachment) { add(attachment); });
    }

    /// Of a pod there whose volumes cannot be counted.
    [[nodiscard]] ReasonCode fault() const { return m_fault; }
    [[nodiscard]] const std::string &about() const { return m_about; }
    [[nodiscard]] bool used(const CsiVolume &volume) const { return m_used.contains({volume.driver, volume.handle}); }
    [[nodiscard]] std::int64_t count(std::string_view driver) const
    {
        const auto isOfIt = [driver](const auto &volume) { return volume.first == driver; };
        return std::count_if(m_used.begin(), m_used.end(), isOfIt)
            + std::count_if(m_attached.begin(), m_attached.end(), isOfIt);
    }

private:
    void add(Found found, const model::Pod &pod)
    {
        if (found.fault != ReasonCode::None) {
            m_fault = found.fault;
            m_about = storageDetail({found.about, pod.key.text()});
        } else if (isWanted(found.volume.driver)) {
            m_used.emplace(found.volume.driver, std::move(found.volume.handle));
        }
    }
    void add(const model::VolumeAttachment &attachment)
    {
        const model::PersistentVolume *volume =
            attachment.volume && isWanted(attachment.attacher) ? m_state.volumes->volume(*attachment.volume) : nullptr;
        if (volume && volume->source.kind == model::VolumeSource::Kind::Csi) {
            std::pair<std::string_view, std::string> one(attachment.attacher, volume->source.id);
            if (!m_used.contains(one)) {
                m_attached.insert(std::move(one));
            }
        }
    }
    [[nodiscard]] bool isWanted(std::string_view driver) const
    {
        return std::binary_search(m_state.drivers.begin(), m_state.drivers.end(), driver);
    }

    const State &m_state;
    VolumeSet m_used;
    VolumeSet m_attached; ///< beside those
    ReasonCode m_fault = ReasonCode::None;
    std::string m_about;
};

/// What is more of a driver than the node may have; absent when all fit.
std::optional<model::Reason> tooMany(const State &state, const model::CsiNode &csiNode, const NodeVolumes &there)
{
    for (const std::string_view driver : state.drivers) {
        const std::optional<std::int32_t> limit = csiNode.limitOf(driver);
        const std::int64_t more = std::count_if(state.wanted.begin(), state.wanted.end(),
            [&](const CsiVolume &volume) { return volume.driver == driver && !there.used(volume); });
        const std::int64_t now = there.count(driver);
        if (limit && more > 0 && now + more > *limit) {
            return model::Reason{.code = ReasonCode::VolumeLimitReached,
                .subject = base::Symbol(driver),
                .detail = {},
                .asked = more,
                .used = now,
                .capacity = *limit};
        }
    }
    return std::nullopt;
}

/// A driver that has to be on the node and is not; of a migrated one nothing counts without a CSINode.
std::optional<model::Reason> missingDriver(const State &state, const model::CsiNode *csiNode)
{
    for (const CsiVolume &volume : state.wanted) {
        const model::CsiDriver *driver = state.volumes->csiDriver(volume.driver);
        const bool counts = csiNode || !volume.migrated;
        if (counts && driver && driver->preventSchedulingIfMissing && !(csiNode && csiNode->has(volume.driver))) {
            return model::Reason{
                .code = ReasonCode::CsiDriverMissing, .subject = base::Symbol(volume.driver), .detail = {}};
        }
    }
    return std::nullopt;
}

} // namespace

framework::Registration NodeVolumeLimits::registration()
{
    return {"NodeVolumeLimits", "node_volume_limits", 0,
        {{.name = "driverMustBeThere",
            .kind = framework::Option::Kind::Switch,
            .byDefault = "false",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}}},
        [](const framework::OptionValues &values) {
            return std::make_unique<NodeVolumeLimits>(values.isOn("driverMustBeThere"));
        }};
}

base::Symbol NodeVolumeLimits::name() const
{
    static const base::Symbol name("NodeVolumeLimits");
    return name;
}

framework::NodeReads NodeVolumeLimits::reads(const framework::CycleState &state, const model::Pod &) const
{
    return {.everything = state.find<State>() != nullptr, .labels = {}, .images = {}};
}

framework::PreFilterAnswer NodeVolumeLimits::preFilter(
    framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const
{
    if (!pod.volumes || std::none_of(pod.volumes->list.begin(), pod.volumes->list.end(), counts)) {
        return {model::Verdict::skip(), {}};
    }
    State own;
    own.volumes = &snapshot.inventory().volumes();
    bool limited = false;
    for (const PodVolume &volume : pod.volumes->list) {
        Found found = find(*own.volumes, pod, volume, true);
        if (found.fault != ReasonCode::None && own.fault == ReasonCode::None) {
            own.fault = found.fault;
            own.about = found.about;
        }
        const bool known = std::any_of(own.wanted.begin(), own.wanted.end(), [&](const CsiVolume &other) {
            return other.driver == found.volume.driver && other.handle == found.volume.handle;
        });
        if (!known && !found.volume.none()) {
            limited = limited || m_driverMustBeThere || own.volumes->anyLimit(found.volume.driver);
            own.drivers.push_back(found.volume.driver);
            own.wanted.push_back(std::move(found.volume));
        }
    }
    if (own.fault == ReasonCode::None && !limited) {
        return {model::Verdict::skip(), {}}; // no node sets a limit to them
    }
    std::sort(own.drivers.begin(), own.drivers.end());
    own.drivers.erase(std::unique(own.drivers.begin(), own.drivers.end()), own.drivers.end());
    state.write(std::move(own));
    return {model::Verdict::success(), {}};
}

model::Verdict NodeVolumeLimits::filter(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &node) const
{
    const State *own = state.find<State>();
    if (!own) {
        return model::Verdict::success();
    }
    const model::CsiNode *csiNode = own->volumes->csiNode(node.name.text());
    if (own->fault != ReasonCode::None && (csiNode || own->fault != ReasonCode::VolumeMalformed)) {
        return model::Verdict::reject(reason(own->fault, own->about), false);
    }
    if (m_driverMustBeThere) {
        if (std::optional<model::Reason> missing = missingDriver(*own, csiNode)) {
            return model::Verdict::reject(*std::move(missing));
        }
    }
    if (!csiNode || surelyFits(*own, *csiNode, *node.info)) {
        return model::Verdict::success();
    }
    const NodeVolumes there(*own, *node.info);
    if (there.fault() != ReasonCode::None) {
        return model::Verdict::reject(reason(there.fault(), there.about()), false);
    }
    std::optional<model::Reason> reason = tooMany(*own, *csiNode, there);
    return reason ? model::Verdict::reject(*std::move(reason)) : model::Verdict::success();
}

NodeVolumeLimits::Scope NodeVolumeLimits::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.volumes != nullptr ? Scope::Cluster : Scope::None;
}

bool NodeVolumeLimits::mayHelp(const model::Pod &, const framework::ClusterEvent &event, const model::Inventory &) const
{
    return event.kind == framework::ClusterEvent::Kind::Storage || (event.podRemoved() && event.podBefore->volumes);
}

} // namespace binnacle::plugins
