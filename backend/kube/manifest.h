// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"
#include "backend/kube/inventory_builder.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// How an object came here, which decides what is filled in.
enum class ObjectOrigin : std::uint8_t {
    Served, ///< the API server wrote it (kubectl get -o json|yaml): complete, defaulted, admitted
    Manifest, ///< a person wrote it: defaulted as the API server would; a name is needed, a namespace is "default"
};

/// A Pod (core/v1) as the model has it, with finish() called. kInvalidArgument with `source:line:column: what` for a field
/// of the wrong type, a missing name or a bad quantity; values this version does not know set UndecidedRule::Unrecognised.
[[nodiscard]] absl::StatusOr<std::shared_ptr<model::Pod>> decodePod(Value object, ObjectOrigin origin);
[[nodiscard]] absl::StatusOr<model::NodePtr> decodeNode(Value object);

/// The controller of a pod template, after which its pod is named.
struct TemplateOwner {
    std::string kind; ///< as in the pod's ownerReferences: "ReplicaSet" for a Deployment
    std::string name;
    std::string ns;
};
/// The pod a controller would make of its template (PodTemplateSpec); a DaemonSet's gets the tolerations it adds.
[[nodiscard]] absl::StatusOr<std::shared_ptr<model::Pod>> decodePodTemplate(
    Value podTemplate, const TemplateOwner &owner);

/// A pod of a manifest and the object that would make it.
struct ManifestPod {
    model::PodPtr pod;
    std::string kind; ///< "Pod", or the controller whose template it is: "Deployment", "CronJob", …
};

/// Takes a Namespace, a Service, a controller that selects pods, a PodDisruptionBudget or an object of storage into the inventory
/// and says that the kind is known; false for any other object. Errors as for pods; storage that is there twice is
/// kInvalidArgument.
[[nodiscard]] absl::StatusOr<bool> addToInventory(
    Value object, std::string_view kind, InventoryBuilder &inventory, model::Inventory::Known &known);

/// What a pasted or named manifest holds, in its order.
struct Manifest {
    std::vector<ManifestPod> pods;
    std::vector<model::NodePtr> nodes;
    std::vector<std::string> skippedKinds; ///< objects that are neither, such as Service
};

/// Reads YAML (one or several documents) or JSON: Pod, Node, PodTemplate, the controllers with a pod template (Deployment,
/// ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job, CronJob), and lists of them. A controller gives one
/// pod, named as the controller. kNotFound when no pod and no node is in it. `source` names the text in errors. Runs nothing, reads nothing else; callable from any thread.
[[nodiscard]] absl::StatusOr<Manifest> parseManifest(
    std::string_view source, std::string_view text, const DocumentLimits &limits = {});
/// The same from a file; blocking.
[[nodiscard]] absl::StatusOr<Manifest> loadManifest(const std::string &path, const DocumentLimits &limits = {});

} // namespace binnacle::kube
