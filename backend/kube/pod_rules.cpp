// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/pod_rules.h"

#include <absl/strings/match.h>

#include <algorithm>
#include <array>

namespace binnacle::kube {

namespace {

using base::Symbol;
using model::Requirement;
using model::TaintEffect;
using model::Toleration;

constexpr std::array<std::string_view, 21> neutralVolumes{"emptyDir", "configMap", "secret", "projected", "downwardAPI",
    "hostPath", "image", "nfs", "gitRepo", "glusterfs", "cephfs", "csi", "fc", "flexVolume", "flocker", "quobyte",
    "scaleIO", "storageos", "photonPersistentDisk", "azureFile", "vsphereVolume"};

struct SourceName {
    std::string_view field;
    model::VolumeSource::Kind kind;
};
constexpr std::array<SourceName, 7> inlineVolumes{{
    {"gcePersistentDisk", model::VolumeSource::Kind::GcePersistentDisk},
    {"awsElasticBlockStore", model::VolumeSource::Kind::AwsElasticBlockStore},
    {"azureDisk", model::VolumeSource::Kind::AzureDisk},
    {"cinder", model::VolumeSource::Kind::Cinder},
    {"portworxVolume", model::VolumeSource::Kind::Portworx},
    {"iscsi", model::VolumeSource::Kind::Iscsi},
    {"rbd", model::VolumeSource::Kind::Rbd},
}};

constexpr std::array<std::string_view, 11> groupKeys{
    "scheduling.x-k8s.io/pod-group", // coscheduling
    "pod-group.scheduling.sigs.k8s.io", // coscheduling, before v0.24
    "pod-group.scheduling.sigs.k8s.io/name", // the same, as some controllers write it
    "scheduling.k8s.io/group-name", // Volcano
    "scheduling.volcano.sh/group-name", // Volcano
    "kueue.x-k8s.io/pod-group-name", // Kueue
    "kueue.x-k8s.io/pod-group-total-count", // Kueue
    "yunikorn.apache.org/task-group-name", // YuniKorn
    "yunikorn.apache.org/task-groups", // YuniKorn
    "gang.scheduling.koordinator.sh/name", // Koordinator
    "pod-group-name", // KAI
};

template <std::size_t N> bool contains(const std::array<std::string_view, N> &list, std::string_view word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

Toleration exists(std::string_view key, TaintEffect effect)
{
    Toleration toleration;
    toleration.key = Symbol(key);
    toleration.op = Toleration::Operator::Exists;
    toleration.effect = effect;
    return toleration;
}

} // namespace

bool isNodeNeutralVolume(std::string_view source) { return contains(neutralVolumes, source); }

std::optional<model::VolumeSource::Kind> volumeSourceKind(std::string_view source)
{
    const auto it = std::find_if(
        inlineVolumes.begin(), inlineVolumes.end(), [source](const SourceName &name) { return name.field == source; });
    return it == inlineVolumes.end() ? std::nullopt : std::optional(it->kind);
}

std::string_view volumeSourceField(model::VolumeSource::Kind kind)
{
    const auto it = std::find_if(
        inlineVolumes.begin(), inlineVolumes.end(), [kind](const SourceName &name) { return name.kind == kind; });
    return it == inlineVolumes.end() ? std::string_view() : it->field;
}

bool isManagedDisk(std::string_view kind)
{
    return kind.empty() || absl::EqualsIgnoreCase({kind.data(), kind.size()}, "Managed");
}

std::string ephemeralClaim(std::string_view pod, std::string_view volume)
{
    return std::string(pod).append(1, '-').append(volume);
}

std::vector<std::string> migratedPlugins(std::string_view annotation)
{
    std::vector<std::string> names;
    while (!annotation.empty()) {
        const std::size_t comma = std::min(annotation.find(','), annotation.size());
        names.emplace_back(annotation.substr(0, comma));
        annotation.remove_prefix(std::min(comma + 1, annotation.size()));
    }
    return names;
}

model::StorageClass::Binding bindingMode(std::string_view text)
{
    using Binding = model::StorageClass::Binding;
    if (text.empty()) {
        return Binding::Unset;
    }
    return text == "WaitForFirstConsumer" ? Binding::WaitForFirstConsumer : Binding::Immediate;
}

bool isGroupKey(std::string_view labelOrAnnotationKey) { return contains(groupKeys, labelOrAnnotationKey); }

bool isGroupNameKey(std::string_view labelOrAnnotationKey)
{
    return isGroupKey(labelOrAnnotationKey) && labelOrAnnotationKey != "kueue.x-k8s.io/pod-group-total-count"
        && labelOrAnnotationKey != "yunikorn.apache.org/task-groups";
}

bool isResizeCondition(std::string_view conditionType)
{
    return conditionType == "PodResizePending" || conditionType == "PodResizeInProgress";
}

bool isPreemption(std::string_view conditionType, std::string_view conditionStatus, std::string_view conditionReason)
{
    return conditionType == "DisruptionTarget" && conditionStatus == "True"
        && conditionReason == "PreemptionByScheduler";
}

bool resizeUnsettled(const model::Resources &asked, const model::Resources &reported)
{
    const auto differ = [](std::int64_t a, std::int64_t b) { return a != 0 && b != 0 && a != b; };
    if (differ(asked.cpuMilli, reported.cpuMilli) || differ(asked.memoryBytes, reported.memoryBytes)) {
        return true;
    }
    return std::any_of(
        reported.scalars().begin(), reported.scalars().end(), [&](const model::Resources::Scalar &entry) {
            return asked.has(entry.first) && asked.scalar(entry.first) != entry.second;
        });
}

bool chargeResize(
    model::Resources &requests, const model::Resources &actual, const model::Resources &allocated, bool infeasible)
{
    const bool unsettled = resizeUnsettled(requests, actual) || resizeUnsettled(requests, allocated);
    model::Resources held = actual;
    held.maxWith(allocated);
    if (infeasible) {
        requests = held;
    } else {
        requests.maxWith(held);
    }
    return unsettled;
}

void chargePodResize(
    model::Pod &pod, const model::Resources &actual, const model::Resources &allocated, bool infeasible)
{
    if (!pod.podLevelRequests) {
        return;
    }
    model::Resources charged = *pod.podLevelRequests;
    (void)chargeResize(charged, actual, allocated, infeasible);
    for (const Symbol name : pod.podLevelNames) {
        if (name == model::resource::cpu) {
            pod.podLevelRequests->cpuMilli = charged.cpuMilli;
        } else if (name == model::resource::memory) {
            pod.podLevelRequests->memoryBytes = charged.memoryBytes;
        } else {
            pod.podLevelRequests->setScalar(name, charged.scalar(name));
        }
    }
}

std::string imageName(std::string_view image)
{
    const std::size_t colon = image.rfind(':');
    const std::size_t slash = image.rfind('/');
    const bool tagged = colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
    return std::string(image) + (tagged ? "" : ":latest");
}

std::optional<bool> honors(std::string_view nodeInclusionPolicy, bool byDefault)
{
    if (nodeInclusionPolicy.empty()) {
        return byDefault;
    }
    if (nodeInclusionPolicy == "Honor" || nodeInclusionPolicy == "Ignore") {
        return nodeInclusionPolicy == "Honor";
    }
    return std::nullopt;
}

std::optional<bool> spreadFilters(std::string_view whenUnsatisfiable)
{
    if (whenUnsatisfiable == "DoNotSchedule" || whenUnsatisfiable == "ScheduleAnyway") {
        return whenUnsatisfiable == "DoNotSchedule";
    }
    return std::nullopt;
}

std::string uidOr(std::string_view uid, const model::PodKey &key)
{
    return uid.empty() ? key.text() : std::string(uid);
}

std::optional<Requirement::Operator> selectorOperator(std::string_view text)
{
    if (text == "Gt") {
        return Requirement::Operator::Gt;
    }
    if (text == "Lt") {
        return Requirement::Operator::Lt;
    }
    return labelSelectorOperator(text);
}

std::optional<Requirement::Operator> labelSelectorOperator(std::string_view text)
{
    if (text == "In") {
        return Requirement::Operator::In;
    }
    if (text == "NotIn") {
        return Requirement::Operator::NotIn;
    }
    if (text == "Exists") {
        return Requirement::Operator::Exists;
    }
    if (text == "DoesNotExist") {
        return Requirement::Operator::DoesNotExist;
    }
    return std::nullopt;
}

std::optional<Toleration::Operator> tolerationOperator(std::string_view text)
{
    if (text.empty() || text == "Equal") {
        return Toleration::Operator::Equal;
    }
    if (text == "Exists") {
        return Toleration::Operator::Exists;
    }
    if (text == "Gt") {
        return Toleration::Operator::Gt;
    }
    if (text == "Lt") {
        return Toleration::Operator::Lt;
    }
    return std::nullopt;
}

std::optional<TaintEffect> taintEffect(std::string_view text)
{
    if (text.empty()) {
        return TaintEffect::None;
    }
    if (text == "NoSchedule") {
        return TaintEffect::NoSchedule;
    }
    if (text == "PreferNoSchedule") {
        return TaintEffect::PreferNoSchedule;
    }
    if (text == "NoExecute") {
        return TaintEffect::NoExecute;
    }
    return std::nullopt;
}

model::PodPhase podPhase(std::string_view text)
{
    if (text.empty() || text == "Pending") {
        return model::PodPhase::Pending;
    }
    if (text == "Running") {
        return model::PodPhase::Running;
    }
    if (text == "Succeeded") {
        return model::PodPhase::Succeeded;
    }
    if (text == "Failed") {
        return model::PodPhase::Failed;
    }
    return model::PodPhase::Unknown;
}

model::ConditionStatus conditionStatus(std::string_view text)
{
    if (text == "True") {
        return model::ConditionStatus::True;
    }
    return text == "False" ? model::ConditionStatus::False : model::ConditionStatus::Unknown;
}

std::vector<Toleration> daemonSetTolerations(bool hostNetwork)
{
    std::vector<Toleration> list{
        exists("node.kubernetes.io/not-ready", TaintEffect::NoExecute),
        exists("node.kubernetes.io/unreachable", TaintEffect::NoExecute),
        exists("node.kubernetes.io/disk-pressure", TaintEffect::NoSchedule),
        exists("node.kubernetes.io/memory-pressure", TaintEffect::NoSchedule),
        exists("node.kubernetes.io/pid-pressure", TaintEffect::NoSchedule),
        exists("node.kubernetes.io/unschedulable", TaintEffect::NoSchedule),
    };
    if (hostNetwork) {
        list.push_back(exists("node.kubernetes.io/network-unavailable", TaintEffect::NoSchedule));
    }
    return list;
}

} // namespace binnacle::kube
