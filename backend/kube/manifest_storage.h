// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/manifest_fields.h"
#include "backend/kube/storage_builder.h"
#include "planner/model/volumes.h"

#include <absl/status/statusor.h>

#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Adds what rules read of one of spec.volumes[]. False for a source that is not known here.
[[nodiscard]] bool readPodVolume(
    const Fields &volume, std::string_view podName, std::vector<model::PodVolume> &volumes);

/// Takes a PersistentVolumeClaim, PersistentVolume, StorageClass, CSINode, CSIDriver, CSIStorageCapacity or VolumeAttachment,
/// and says that the kind is known; false for any other object. kInvalidArgument as for pods, and for one that is there already.
[[nodiscard]] absl::StatusOr<bool> addToStorage(Value object, std::string_view kind, StorageBuilder &storage);
/// Says that all of the kind that a list holds are given: "PersistentVolumeList". Nothing for other kinds.
void noteStorageList(std::string_view listKind, StorageBuilder &storage);

} // namespace binnacle::kube
