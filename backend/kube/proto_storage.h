// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/proto/storage.pb.h"
#include "planner/model/volumes.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Adds what rules read of one of a pod's volumes, whose source was parsed. False for a source that is not known here.
[[nodiscard]] bool addPodVolume(const wire::Volume &volume, const wire::VolumeSource &source, std::string_view podName,
    std::vector<model::PodVolume> &volumes);

/// An object of storage, finished, from its message without the envelope. Errors as of ObjectDecoder.
template <typename Object>
[[nodiscard]] absl::StatusOr<std::shared_ptr<const Object>> decodeStorage(std::string_view bytes);

} // namespace binnacle::kube
