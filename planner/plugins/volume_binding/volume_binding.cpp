// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/volume_binding/volume_binding.h"

#include "planner/plugins/storage.h"
#include "planner/plugins/volume_binding/claim_search.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::plugins {

namespace {

using model::PodVolume;
using model::ReasonCode;
using model::VolumeClaim;

constexpr std::size_t mostReasons = 8;

/// A claim with its volume.
struct Bound {
    const VolumeClaim *claim = nullptr;
    const model::PersistentVolume *volume = nullptr; ///< null: it is not there
    const model::MigratedPlugin *plugin = nullptr; ///< of an in-tree volume that a driver may have taken over
    std::vector<model::NodeSelectorTerm> translated; ///< its affinity where that is so
    bool malformed = false; ///< it cannot be taken over
};

/// A claim that waits for the pod.
struct Waiting {
    ClaimSearch search;
    ClaimProvision provision;
};

struct State {
    const model::Volumes *volumes = nullptr;
    std::vector<Bound> bound;
    std::vector<Waiting> waiting; ///< smallest first
    std::vector<ClaimProvision> selected; ///< those whose volume is being made for a node already
    bool readsNodes = false; ///< more than labels
    absl::flat_hash_set<base::Symbol> labels;
};

model::Reason reason(ReasonCode code, std::string_view subject, std::string detail)
{
    return {.code = code, .subject = base::Symbol(subject), .detail = std::move(detail)};
}

/// Why the pod cannot use the claim at all.
std::optional<model::Reason> claimFault(const PodVolume &volume, const VolumeClaim *claim, const model::Pod &pod)
{
    const bool ephemeral = volume.kind == PodVolume::Kind::Ephemeral;
    if (!claim) {
        return reason(ephemeral ? ReasonCode::ClaimNotMade : ReasonCode::ClaimNotFound, {}, volume.claim);
    }
    if (claim->lost) {
        return reason(ReasonCode::ClaimLost, {}, storageDetail({volume.claim, claim->volumeName}));
    }
    if (claim->deleting) {
        return reason(ReasonCode::ClaimDeleting, {}, volume.claim);
    }
    if (ephemeral && claim->controllerUid != pod.uid) {
        return reason(ReasonCode::ClaimNotOwned, {}, volume.claim);
    }
    return std::nullopt;
}

Bound boundClaim(const model::Volumes &volumes, const VolumeClaim &claim)
{
    Bound bound{&claim, volumes.volume(claim.volumeName), nullptr, {}, false};
    if (bound.volume) {
        bound.plugin = model::migratedPlugin(bound.volume->source.kind);
    }
    if (bound.plugin) {
        bound.translated = translatedTerms(*bound.volume, *bound.plugin);
        (void)csiVolume(bound.volume->source, &bound.volume->labels, bound.malformed);
    }
    return bound;
}

void addKeys(const std::vector<model::NodeSelectorTerm> &terms, absl::flat_hash_set<base::Symbol> &labels)
{
    for (const model::NodeSelectorTerm &term : terms) {
        for (const model::Requirement &requirement : term.matchExpressions) {
            labels.insert(requirement.key);
        }
    }
}

/// Puts a claim where it belongs; absent, or why no node will do.
std::optional<model::Reason> sortIn(const VolumeClaim &claim, State &state)
{
    using Binding = model::StorageClass::Binding;
    if (claim.bound()) {
        state.bound.push_back(boundClaim(*state.volumes, claim));
        return std::nullopt;
    }
    const model::StorageClass *storageClass =
        claim.storageClass.empty() ? nullptr : state.volumes->storageClass(claim.storageClass);
    if (storageClass && storageClass->binding == Binding::Unset) {
        return reason(ReasonCode::StorageClassIncomplete, claim.storageClass, claim.name);
    }
    if (!storageClass || storageClass->binding != Binding::WaitForFirstConsumer || !claim.volumeName.empty()) {
        return reason(ReasonCode::ClaimUnbound, claim.storageClass, claim.name);
    }
    if (claim.selectedNode) {
        state.selected.emplace_back(*state.volumes, claim);
    } else {
        state.waiting.push_back({ClaimSearch(*state.volumes, claim), ClaimProvision(*state.volumes, claim)});
    }
    return std::nullopt;
}

void noteReads(State &state)
{
    for (const Bound &bound : state.bound) {
        state.readsNodes = state.readsNodes || bound.plugin;
        if (bound.volume) {
            addKeys(bound.volume->nodeTerms, state.labels);
            addKeys(bound.translated, state.labels);
        }
    }
    for (const Waiting &waiting : state.waiting) {
        waiting.search.addReads(state.labels);
        waiting.provision.addReads(state.labels);
    }
    for (const ClaimProvision &provision : state.selected) {
        state.readsNodes = true; // its name
        provision.addReads(state.labels);
    }
}

/// Whether the node's driver has taken over from the in-tree plugin.
bool migratedOn(const model::CsiNode *node, const model::MigratedPlugin &plugin)
{
    return node && std::find(node->migrated.begin(), node->migrated.end(), plugin.name) != node->migrated.end();
}

class NodeCheck {
public:
    NodeCheck(const State &state, const model::Node &node) : m_state(state), m_node(node) { }

    model::Verdict run()
    {
        for (const Bound &bound : m_state.bound) {
            check(bound);
        }
        for (const ClaimProvision &provision : m_state.selected) {
            const std::string &selected = *provision.claim().selectedNode;
            if (selected != m_node.name.text()) {
                refuse(reason(ReasonCode::ClaimOnOtherNode, {}, storageDetail({provision.claim().name, selected})));
                return std::move(m_verdict); // the others are not looked at then
            }
        }
        for (const ClaimProvision &provision : m_state.selected) {
            check(provision);
        }
        std::vector<const model::PersistentVolume *> taken;
        for (const Waiting &waiting : m_state.waiting) {
            if (const model::PersistentVolume *volume = waiting.search.find(m_node.labels, taken)) {
                taken.push_back(volume);
            } else {
                check(waiting.provision);
            }
        }
        return std::move(m_verdict);
    }

private:
    void check(const Bound &bound)
    {
        if (!bound.volume) {
            refuse(reason(
                ReasonCode::ClaimVolumeNotFound, {}, storageDetail({bound.claim->name, bound.claim->volumeName})));
            return;
        }
        const bool migrated = bound.plugin && migratedOn(m_state.volumes->csiNode(m_node.name.text()), *bound.plugin);
        if (migrated && bound.malformed) {
            refuse(reason(ReasonCode::VolumeMalformed, {}, bound.volume->name));
            return;
        }
        const std::vector<model::NodeSelectorTerm> &terms = migrated ? bound.translated : bound.volume->nodeTerms;
        const bool hasAffinity = bound.volume->hasNodeAffinity || (migrated && !terms.empty());
        if (!reachable(hasAffinity, terms, m_node.labels)) {
            refuse(affinityMismatch(bound.volume->name, terms, m_node.labels));
        }
    }
    void check(const ClaimProvision &provision)
    {
        if (std::optional<model::Reason> why = provision.refusal(m_node.labels)) {
            refuse(*std::move(why));
        }
    }
    void refuse(model::Reason why)
    {
        m_verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
        if (m_verdict.reasons.size() < mostReasons) {
            m_verdict.reasons.push_back(std::move(why));
        }
    }

    const State &m_state;
    const model::Node &m_node;
    model::Verdict m_verdict;
};

} // namespace

framework::Registration VolumeBinding::registration()
{
    return {"VolumeBinding", "volume_binding", 0, {},
        [](const framework::OptionValues &) { return std::make_unique<VolumeBinding>(); }};
}

base::Symbol VolumeBinding::name() const
{
    static const base::Symbol name("VolumeBinding");
    return name;
}

framework::NodeReads VolumeBinding::reads(const framework::CycleState &state, const model::Pod &) const
{
    const State *own = state.find<State>();
    if (!own) {
        return {};
    }
    return {.everything = own->readsNodes, .labels = {own->labels.begin(), own->labels.end()}, .images = {}};
}

framework::PreFilterAnswer VolumeBinding::preFilter(
    framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const
{
    if (!pod.volumes || !pod.volumes->anyClaim) {
        return {model::Verdict::skip(), {}};
    }
    State own;
    own.volumes = &snapshot.inventory().volumes();
    std::vector<const VolumeClaim *> claims;
    for (const PodVolume &volume : pod.volumes->list) {
        if (volume.kind == PodVolume::Kind::Inline) {
            continue;
        }
        const VolumeClaim *claim = own.volumes->claim(pod.key.ns, volume.claim);
        if (auto why = claimFault(volume, claim, pod)) {
            return {model::Verdict::reject(*std::move(why), false), {}};
        }
        claims.push_back(claim);
    }
    model::Verdict verdict;
    for (const VolumeClaim *claim : claims) {
        if (auto why = sortIn(*claim, own); why && verdict.reasons.size() < mostReasons) {
            verdict.reasons.push_back(*std::move(why));
        }
    }
    if (!verdict.reasons.empty()) {
        verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
        return {std::move(verdict), {}};
    }
    std::stable_sort(own.waiting.begin(), own.waiting.end(), [](const Waiting &a, const Waiting &b) {
        return a.search.claim().request.value_or(base::Quantity())
            < b.search.claim().request.value_or(base::Quantity());
    });
    noteReads(own);
    state.write(std::move(own));
    return {std::move(verdict), {}};
}

model::Verdict VolumeBinding::filter(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &node) const
{
    const State *own = state.find<State>();
    return own ? NodeCheck(*own, node.info->node()).run() : model::Verdict::success();
}

void VolumeBinding::bindingNeeds(
    const framework::CycleState &state, const model::Pod &, std::vector<model::Reason> &needs) const
{
    const State *own = state.find<State>();
    if (!own) {
        return;
    }
    for (const Waiting &waiting : own->waiting) {
        needs.push_back(reason(ReasonCode::ClaimToBind, {}, waiting.search.claim().name));
    }
    for (const ClaimProvision &provision : own->selected) {
        needs.push_back(reason(ReasonCode::ClaimToBind, {}, provision.claim().name));
    }
}

VolumeBinding::Scope VolumeBinding::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.volumes && pod.volumes->anyClaim ? Scope::Cluster : Scope::None;
}

bool VolumeBinding::mayHelp(const model::Pod &, const framework::ClusterEvent &event, const model::Inventory &) const
{
    return event.kind == framework::ClusterEvent::Kind::Storage || event.nodeAdded()
        || (event.nodeChanged() && event.nodeBefore->labels != event.nodeNow->labels);
}

} // namespace binnacle::plugins
