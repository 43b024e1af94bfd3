// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/labels.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"
#include "planner/model/volumes.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The facts about core/v1 that every decoder of pods and nodes (protobuf, JSON, YAML) must agree on. Pure functions,
/// callable from any thread; wire texts in, model values out. An empty optional means "this version does not know that
/// value": the decoder then sets UndecidedRule::Unrecognised instead of guessing.
namespace binnacle::kube {

[[nodiscard]] constexpr model::UndecidedRules bit(model::UndecidedRule rule)
{
    return static_cast<model::UndecidedRules>(rule);
}

/// True for the sources of spec.volumes[] (JSON field name: "emptyDir", "nfs", …) that bind a pod to no node by any
/// kube-scheduler plugin (v1.36 VolumeBinding, VolumeRestrictions, VolumeZone, NodeVolumeLimits). Of the others claims,
/// ephemeral ones and those of volumeSourceKind() are read; unknown ones are UndecidedRule::Volumes.
[[nodiscard]] bool isNodeNeutralVolume(std::string_view source);
/// The in-tree sources that rules read, by JSON field name; and back.
[[nodiscard]] std::optional<model::VolumeSource::Kind> volumeSourceKind(std::string_view source);
[[nodiscard]] std::string_view volumeSourceField(model::VolumeSource::Kind kind);
/// Of an Azure disk: only managed ones have a CSI driver.
[[nodiscard]] bool isManagedDisk(std::string_view kind);
/// Name of the claim that is made for an ephemeral volume.
[[nodiscard]] std::string ephemeralClaim(std::string_view pod, std::string_view volume);
/// The names in a CSINode's annotation, which commas divide.
[[nodiscard]] std::vector<std::string> migratedPlugins(std::string_view annotation);
/// Of a StorageClass. What is not known does not wait for a pod, as kube-scheduler reads it.
[[nodiscard]] model::StorageClass::Binding bindingMode(std::string_view text);

/// Annotations of claims, volumes and CSINodes that rules read.
inline constexpr std::string_view classAnnotation = "volume.beta.kubernetes.io/storage-class";
inline constexpr std::string_view bindCompletedAnnotation = "pv.kubernetes.io/bind-completed";
inline constexpr std::string_view selectedNodeAnnotation = "volume.kubernetes.io/selected-node";
inline constexpr std::string_view migratedAnnotation = "storage.alpha.kubernetes.io/migrated-plugins";

/// True for a label or annotation key by which a gang scheduler or queue groups pods (coscheduling, Volcano, Kueue,
/// YuniKorn, Koordinator, KAI): UndecidedRule::WorkloadGroup. spec.workloadRef and spec.schedulingGroup set it too.
[[nodiscard]] bool isGroupKey(std::string_view labelOrAnnotationKey);
/// Those of them whose value is the group's name.
[[nodiscard]] bool isGroupNameKey(std::string_view labelOrAnnotationKey);

/// True for the pod conditions that, when their status is True, say a resize is under way: UndecidedRule::InPlaceResize.
/// So does a non-empty status.resize (before v1.33), and resizeUnsettled().
[[nodiscard]] bool isResizeCondition(std::string_view conditionType);
/// Whether what a container status reports (resources.requests, allocatedResources) differs from what the spec asks,
/// in a resource that both name.
[[nodiscard]] bool resizeUnsettled(const model::Resources &asked, const model::Resources &reported);

/// Makes `requests` what a container counts for whose status reports what it has (`resources`): the largest of asked, actual
/// and allocated; of an infeasible resize what is asked does not count. As kube-scheduler v1.36.3 (component-helpers v0.36.3,
/// PodRequests); later releases aggregate over the containers first. True when the resize was unsettled.
[[nodiscard]] bool chargeResize(
    model::Resources &requests, const model::Resources &actual, const model::Resources &allocated, bool infeasible);
/// The same of what the pod level asks, for the resources that it names.
void chargePodResize(
    model::Pod &pod, const model::Resources &actual, const model::Resources &allocated, bool infeasible);
/// spec.preemptionPolicy of a pod that evicts nobody.
inline constexpr std::string_view neverPreempts = "Never";
/// True for the condition by which a scheduler says that it has evicted the pod for another one.
[[nodiscard]] bool isPreemption(
    std::string_view conditionType, std::string_view conditionStatus, std::string_view conditionReason);
/// An image's name as nodes report it: with the tag "latest" where it has none (ImageLocality of kube-scheduler v1.36).
[[nodiscard]] std::string imageName(std::string_view image);
/// The default holds for an empty text; an empty answer is a policy that is not known here.
[[nodiscard]] std::optional<bool> honors(std::string_view nodeInclusionPolicy, bool byDefault);
/// Whether a constraint filters (DoNotSchedule), else it only scores (ScheduleAnyway).
[[nodiscard]] std::optional<bool> spreadFilters(std::string_view whenUnsatisfiable);
/// What stands for the UID of a pod that has none, as in a file written by hand: its name. Pods are told apart by it.
[[nodiscard]] std::string uidOr(std::string_view uid, const model::PodKey &key);

[[nodiscard]] std::optional<model::Requirement::Operator> selectorOperator(std::string_view text);
/// Label selectors know four operators only: Gt and Lt are unknown there.
[[nodiscard]] std::optional<model::Requirement::Operator> labelSelectorOperator(std::string_view text);
[[nodiscard]] std::optional<model::Toleration::Operator> tolerationOperator(std::string_view text); ///< "" is Equal
[[nodiscard]] std::optional<model::TaintEffect> taintEffect(std::string_view text); ///< "" is None
[[nodiscard]] model::PodPhase podPhase(std::string_view text);
[[nodiscard]] model::ConditionStatus conditionStatus(std::string_view text);

/// What the DaemonSet controller adds to the pods it makes (pkg/controller/daemon/util, AddOrUpdateDaemonPodTolerations).
[[nodiscard]] std::vector<model::Toleration> daemonSetTolerations(bool hostNetwork);

} // namespace binnacle::kube
