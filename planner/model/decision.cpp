// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/decision.h"

#include "planner/model/preemption.h"

#include <array>
#include <bit>

namespace binnacle::model {

namespace {

struct CodeName {
    ReasonCode code;
    std::string_view name;
};
constexpr std::array<CodeName, 58> codeNames{{
    {ReasonCode::None, "None"},
    {ReasonCode::NodeUnschedulable, "NodeUnschedulable"},
    {ReasonCode::NodeNameMismatch, "NodeNameMismatch"},
    {ReasonCode::TaintNotTolerated, "TaintNotTolerated"},
    {ReasonCode::NodeAffinityMismatch, "NodeAffinityMismatch"},
    {ReasonCode::NodeSelectorMismatch, "NodeSelectorMismatch"},
    {ReasonCode::PortConflict, "PortConflict"},
    {ReasonCode::TooManyPods, "TooManyPods"},
    {ReasonCode::InsufficientCpu, "InsufficientCpu"},
    {ReasonCode::InsufficientMemory, "InsufficientMemory"},
    {ReasonCode::InsufficientEphemeralStorage, "InsufficientEphemeralStorage"},
    {ReasonCode::InsufficientScalar, "InsufficientScalar"},
    {ReasonCode::NodeNotFound, "NodeNotFound"},
    {ReasonCode::UndecidableRule, "UndecidableRule"},
    {ReasonCode::PodAffinityMismatch, "PodAffinityMismatch"},
    {ReasonCode::PodAntiAffinityMismatch, "PodAntiAffinityMismatch"},
    {ReasonCode::ExistingPodAntiAffinity, "ExistingPodAntiAffinity"},
    {ReasonCode::TopologySpreadSkew, "TopologySpreadSkew"},
    {ReasonCode::TopologyLabelMissing, "TopologyLabelMissing"},
    {ReasonCode::VolumeInUse, "VolumeInUse"},
    {ReasonCode::ClaimInUse, "ClaimInUse"},
    {ReasonCode::ClaimNotFound, "ClaimNotFound"},
    {ReasonCode::ClaimNotMade, "ClaimNotMade"},
    {ReasonCode::ClaimNotOwned, "ClaimNotOwned"},
    {ReasonCode::ClaimLost, "ClaimLost"},
    {ReasonCode::ClaimDeleting, "ClaimDeleting"},
    {ReasonCode::ClaimUnbound, "ClaimUnbound"},
    {ReasonCode::ClaimVolumeNotFound, "ClaimVolumeNotFound"},
    {ReasonCode::StorageClassNotFound, "StorageClassNotFound"},
    {ReasonCode::StorageClassIncomplete, "StorageClassIncomplete"},
    {ReasonCode::VolumeAffinityMismatch, "VolumeAffinityMismatch"},
    {ReasonCode::VolumeZoneMismatch, "VolumeZoneMismatch"},
    {ReasonCode::NoVolumeForClaim, "NoVolumeForClaim"},
    {ReasonCode::ClassTopologyMismatch, "ClassTopologyMismatch"},
    {ReasonCode::ClaimOnOtherNode, "ClaimOnOtherNode"},
    {ReasonCode::StorageCapacityShort, "StorageCapacityShort"},
    {ReasonCode::VolumeLimitReached, "VolumeLimitReached"},
    {ReasonCode::VolumeMalformed, "VolumeMalformed"},
    {ReasonCode::CsiDriverMissing, "CsiDriverMissing"},
    {ReasonCode::ClaimToBind, "ClaimToBind"},
    {ReasonCode::FeatureNotDeclared, "FeatureNotDeclared"},
    {ReasonCode::ResourceClaimNotFound, "ResourceClaimNotFound"},
    {ReasonCode::ResourceClaimNotMade, "ResourceClaimNotMade"},
    {ReasonCode::ResourceClaimDeleting, "ResourceClaimDeleting"},
    {ReasonCode::ResourceClaimNotOwned, "ResourceClaimNotOwned"},
    {ReasonCode::ResourceClaimElsewhere, "ResourceClaimElsewhere"},
    {ReasonCode::ResourceClaimInvalid, "ResourceClaimInvalid"},
    {ReasonCode::DeviceClassNotFound, "DeviceClassNotFound"},
    {ReasonCode::DevicesUnavailable, "DevicesUnavailable"},
    {ReasonCode::DevicePoolInvalid, "DevicePoolInvalid"},
    {ReasonCode::DeviceSelectionFailed, "DeviceSelectionFailed"},
    {ReasonCode::ResourceClaimToAllocate, "ResourceClaimToAllocate"},
    {ReasonCode::ResourceClaimToReserve, "ResourceClaimToReserve"},
    {ReasonCode::PolicyCpuLimit, "PolicyCpuLimit"},
    {ReasonCode::PolicyMemoryReserve, "PolicyMemoryReserve"},
    {ReasonCode::PolicyLatencyUnknown, "PolicyLatencyUnknown"},
    {ReasonCode::PolicyForbidsNode, "PolicyForbidsNode"},
    {ReasonCode::PolicyRequiresOtherNode, "PolicyRequiresOtherNode"},
}};

using base::FingerprintBuilder;

void add(FingerprintBuilder &builder, const FeasibleNode &node)
{
    builder.add(node.node.text()).add(node.total).add(static_cast<std::int64_t>(node.raw.size()));
    for (const std::int64_t score : node.raw) {
        builder.add(score);
    }
    builder.add(static_cast<std::int64_t>(node.normalised.size()));
    for (const std::int64_t score : node.normalised) {
        builder.add(score);
    }
}

void add(FingerprintBuilder &builder, const RejectedNode &node)
{
    builder.add(node.node.text()).add(node.plugin.text()).add(std::int64_t{node.resolvable});
    builder.add(static_cast<std::int64_t>(node.reasons.size()));
    for (const Reason &reason : node.reasons) {
        builder.add(static_cast<std::int64_t>(reason.code))
            .add(reason.subject.text())
            .add(reason.detail)
            .add(reason.asked)
            .add(reason.used)
            .add(reason.capacity);
    }
}

void add(FingerprintBuilder &builder, const PreemptionAdvice &advice)
{
    builder.add(static_cast<std::int64_t>(advice.kind)).add(advice.node.text());
    builder.add(advice.budgetViolations).add(advice.candidates);
    builder.add(static_cast<std::int64_t>(advice.victims.size()));
    for (const PreemptionVictim &victim : advice.victims) {
        builder.add(victim.pod.text()).add(std::int64_t{victim.priority}).add(std::int64_t{victim.violatesBudget});
    }
    builder.add(static_cast<std::int64_t>(advice.equal.size()));
    for (const base::Symbol node : advice.equal) {
        builder.add(node.text());
    }
}

void add(FingerprintBuilder &builder, const Confidence &confidence)
{
    builder.add(std::bit_cast<std::int64_t>(confidence.stability))
        .add(std::int64_t{confidence.worlds})
        .add(std::int64_t{confidence.measuredVariation})
        .add(std::bit_cast<std::int64_t>(confidence.value))
        .add(std::int64_t{confidence.calibrated})
        .add(confidence.calibratedOn);
}

} // namespace

std::string_view codeName(ReasonCode code)
{
    for (const CodeName &entry : codeNames) {
        if (entry.code == code) {
            return entry.name;
        }
    }
    return codeNames.front().name;
}

std::optional<ReasonCode> reasonCodeFromName(std::string_view name)
{
    for (const CodeName &entry : codeNames) {
        if (entry.name == name) {
            return entry.code;
        }
    }
    return std::nullopt;
}

base::Fingerprint Decision::fingerprint() const
{
    FingerprintBuilder builder;
    builder.add(pod.ns).add(pod.name).add(static_cast<std::int64_t>(outcome)).add(chosen.text()).add(score);
    builder.add(std::int64_t{margin.has_value()}).add(margin.value_or(0)).add(std::int64_t{undecided});
    builder.add(static_cast<std::int64_t>(tied.size()));
    for (const base::Symbol node : tied) {
        builder.add(node.text());
    }
    builder.add(static_cast<std::int64_t>(scorePlugins.size()));
    for (const ScorePlugin &plugin : scorePlugins) {
        builder.add(plugin.name.text()).add(std::int64_t{plugin.weight});
    }
    builder.add(static_cast<std::int64_t>(feasible.size()));
    for (const FeasibleNode &node : feasible) {
        add(builder, node);
    }
    builder.add(static_cast<std::int64_t>(rejected.size()));
    for (const RejectedNode &node : rejected) {
        add(builder, node);
    }
    add(builder, confidence);
    for (const std::string &gate : gates) {
        builder.add("gate").add(gate);
    }
    if (!nominated.empty()) {
        builder.add("nominated").add(nominated.text());
    }
    if (preemption) {
        add(builder, *preemption);
    }
    return builder.finish();
}

} // namespace binnacle::model
