// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/inventory.h"
#include "planner/model/node_info.h"
#include "planner/model/pod.h"

#include <absl/status/statusor.h>

#include <string>
#include <string_view>

namespace binnacle::engine {

/// Bytes that hold everything the built plugins, the engine and the snapshot's fingerprint read of a node or of a pod: a
/// decision on decoded values equals the first, bit for bit. The pods of a node are kept as far as they bear on others
/// (their sums one by one, labels, ports and affinity terms), and as preemption tells
/// them apart. Equal values have equal bytes on every machine and in every run, so
/// a store can keep them by their hash. Decoding takes hostile bytes: kInvalidArgument says what is wrong and where;
/// no text is longer than 64 KiB, no list longer than 65,536, a blob at most 16 MiB.
[[nodiscard]] std::string encodeNode(const model::NodeInfo &node);
[[nodiscard]] absl::StatusOr<model::NodeInfoPtr> decodeNode(std::string_view bytes);
[[nodiscard]] std::string encodePod(const model::Pod &pod);
[[nodiscard]] absl::StatusOr<model::PodPtr> decodePod(std::string_view bytes);
[[nodiscard]] std::string encodeNamespace(const model::NamespaceInfo &ns);
[[nodiscard]] absl::StatusOr<model::NamespaceInfoPtr> decodeNamespace(std::string_view bytes);

} // namespace binnacle::engine
