// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/inventory.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace binnacle::kube {

/// What a cluster file may cost; exceeding one is kResourceExhausted with the limit's name as payload.
struct ClusterFileLimits {
    std::uint64_t bytes = std::uint64_t{2} << 30;
    std::size_t itemBytes = std::size_t{16} << 20; ///< of one object in JSON
    std::size_t items = 2'000'000;
};

/// The objects of a cluster file, in its order. Pods hold their sums, not their containers.
struct ClusterFile {
    std::vector<model::NodePtr> nodes;
    std::vector<model::PodPtr> pods;
    /// Of the namespaces, services and controllers in the file. A kind of which it holds none is not known: nobody asked for
    /// it when the file was written.
    model::InventoryPtr inventory;
    std::size_t skipped = 0; ///< objects of other kinds
};

/// Reads what `kubectl get nodes,pods,namespaces,services,replicasets,statefulsets,replicationcontrollers -A -o json` (or yaml, or --raw lists) wrote: one or more objects or lists of
/// objects, streamed, so that memory beyond the result is bounded by one object. Errors name the place, and the item
/// where there is one: wrong types, an object without a name or a kind, a node or pod that occurs twice, a file without any.
/// Blocking, for a worker thread; kCancelled once `stop` is asked. `progress` gets the objects read so far now and then.
[[nodiscard]] absl::StatusOr<ClusterFile> loadClusterFile(const std::string &path, const ClusterFileLimits &limits = {},
    std::stop_token stop = {}, const std::function<void(std::size_t objects)> &progress = {});

/// Writes nodes and pods as a JSON List that loadClusterFile reads back to equal values, in place of any old file (new file,
/// fsync, rename; mode 0644). Meant for imports: a pod that carries undecided rules or affinity terms, whose parts the
/// model does not keep, is kUnimplemented. Blocking.
[[nodiscard]] absl::Status writeClusterFile(
    const std::string &path, const std::vector<model::NodePtr> &nodes, const std::vector<model::PodPtr> &pods);

} // namespace binnacle::kube
