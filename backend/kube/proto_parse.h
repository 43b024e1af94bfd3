// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/proto_decode.h"

#include <absl/status/statusor.h>
#include <fmt/format.h>

#include <string_view>

namespace binnacle::kube {

/// A message of an object that has a name. kInvalidArgument when the bytes are none, kResourceExhausted when they are too many.
template <typename Message> absl::StatusOr<Message> parsed(std::string_view bytes, std::string_view kind)
{
    Message message;
    if (bytes.size() > maxObjectBytes) {
        return absl::ResourceExhaustedError(fmt::format("more than {} bytes", maxObjectBytes));
    }
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return absl::InvalidArgumentError(fmt::format("not a protobuf {}", kind));
    }
    if (message.metadata().name().empty()) {
        return absl::InvalidArgumentError(fmt::format("a {} without a name", kind));
    }
    return message;
}

} // namespace binnacle::kube
