// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/store/snapshot_archive.h"
#include "planner/model/snapshot.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace binnacle::services {

/// A snapshot as the audit log's archive keeps it: one entry a node, by the node's name, and one a namespace by "/" and its
/// name, which no node can have; storage is kept by shelves, "/ storage pvc 017". An entry "/" says which kinds of the inventory were known. Without the pod.
[[nodiscard]] store::ReplayInput replayInput(const model::SnapshotPtr &snapshot);
/// Adds what the decision's policy is, framework::Policy::text(), as the entry "//policy": its version may be a name only.
void addPolicy(store::ReplayInput &input, const std::shared_ptr<const std::string> &text);
/// Absent when the policy's version says it.
[[nodiscard]] std::optional<std::string> policyTextOf(const store::NamedBlobs &blobs);
/// What was kept, read back. kInvalidArgument for what does not decode.
[[nodiscard]] absl::StatusOr<model::SnapshotPtr> snapshotOf(const store::NamedBlobs &blobs, std::uint64_t generation);

} // namespace binnacle::services
