// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/codec_stream.h"
#include "planner/model/devices.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <string_view>

namespace binnacle::engine {

namespace codec {

void write(Writer &out, const model::PodClaims &claims);
[[nodiscard]] std::shared_ptr<const model::PodClaims> readPodClaims(Reader &in);

} // namespace codec

/// The objects of dynamic resource allocation, as codec.h has the other values. Decoded ones are finished.
[[nodiscard]] std::string encodeSlice(const model::ResourceSlice &slice);
[[nodiscard]] absl::StatusOr<model::ResourceSlicePtr> decodeSlice(std::string_view bytes);
[[nodiscard]] std::string encodeDeviceClass(const model::DeviceClass &deviceClass);
[[nodiscard]] absl::StatusOr<model::DeviceClassPtr> decodeDeviceClass(std::string_view bytes);
[[nodiscard]] std::string encodeResourceClaim(const model::ResourceClaim &claim);
[[nodiscard]] absl::StatusOr<model::ResourceClaimPtr> decodeResourceClaim(std::string_view bytes);

} // namespace binnacle::engine
