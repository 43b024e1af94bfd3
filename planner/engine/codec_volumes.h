// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/codec_stream.h"
#include "planner/model/volumes.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::engine {

namespace codec {

void write(Writer &out, const model::PodVolumes &volumes);
[[nodiscard]] std::shared_ptr<const model::PodVolumes> readVolumes(Reader &in);

} // namespace codec

/// One shelf of the storage inventory, as codec.h has the other values. Decoded objects are finished; in their order.
template <typename Object> [[nodiscard]] std::string encodeShelf(const typename model::Shelved<Object>::Shelf &shelf);
template <typename Object>
[[nodiscard]] absl::StatusOr<std::vector<std::shared_ptr<const Object>>> decodeShelf(std::string_view bytes);

} // namespace binnacle::engine
