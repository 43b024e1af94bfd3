// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/store/snapshot_archive.h"
#include "planner/model/snapshot.h"

#include <absl/status/statusor.h>

#include <cstdint>

namespace binnacle::services {

/// A snapshot as the audit log's archive keeps it: one entry a node, by the node's name, and one a namespace by "/" and its
/// name, which no node can have; storage is kept by shelves, "/ storage pvc 017". An entry "/" says which kinds of the inventory were known. Without the pod.
[[nodiscard]] store::ReplayInput replayInput(const model::SnapshotPtr &snapshot);
/// What was kept, read back. kInvalidArgument for what does not decode.
[[nodiscard]] absl::StatusOr<model::SnapshotPtr> snapshotOf(const store::NamedBlobs &blobs, std::uint64_t generation);

} // namespace binnacle::services
