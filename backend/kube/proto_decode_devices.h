// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"

#include <absl/status/statusor.h>

#include <string_view>

namespace binnacle::kube {

/// Messages of resource.k8s.io/v1, without the envelope, as the model has them, finished. Errors as ObjectDecoder's.
[[nodiscard]] absl::StatusOr<model::ResourceSlicePtr> decodeResourceSlice(std::string_view bytes);
[[nodiscard]] absl::StatusOr<model::DeviceClassPtr> decodeDeviceClass(std::string_view bytes);
[[nodiscard]] absl::StatusOr<model::ResourceClaimPtr> decodeResourceClaim(std::string_view bytes);

} // namespace binnacle::kube
