// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "planner/framework/ports.h"

#include <functional>

namespace binnacle::kube {

/// POST pods/binding with the pod's UID and resourceVersion as preconditions, once, never again: an answer that is lost, or
/// one that leaves the outcome open (5xx, 408), is Unknown. On the client's sequence.
void bindPod(ApiClient &client, const framework::BindRequest &request, std::function<void(framework::BindResult)> done);

/// What an answer to such a POST means.
[[nodiscard]] framework::BindResult bindResult(const ApiEnd &end);

/// GET of one pod, with its containers.
void readPod(ApiClient &client, const model::PodKey &pod, std::function<void(absl::StatusOr<model::PodPtr>)> done);

/// Path of a pod; kInvalidArgument for names that no Kubernetes object can have (they would change the path).
[[nodiscard]] absl::StatusOr<std::string> podPath(const model::PodKey &pod);

} // namespace binnacle::kube
