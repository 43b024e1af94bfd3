// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/device_builder.h"
#include "backend/kube/document.h"
#include "backend/kube/manifest_fields.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string_view>

namespace binnacle::kube {

/// Takes a ResourceSlice, DeviceClass or ResourceClaim of resource.k8s.io/v1 or v1beta2 (which are alike); false for any other
/// object. Errors as for pods.
[[nodiscard]] absl::StatusOr<bool> addToDevices(Value object, std::string_view kind, DeviceBuilder &devices);

/// spec.resourceClaims of a pod with status.resourceClaimStatuses; null without any.
[[nodiscard]] std::shared_ptr<const model::PodClaims> readPodClaims(const Fields &spec, const Fields &status);

} // namespace binnacle::kube
