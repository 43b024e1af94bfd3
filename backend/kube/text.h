// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string_view>

namespace binnacle::kube {

/// As much of a text, from its start, as fits into so many bytes without cutting a UTF-8 character in two. A text that is
/// no UTF-8 loses at most three bytes more.
[[nodiscard]] std::string_view firstBytes(std::string_view text, std::size_t most);

} // namespace binnacle::kube
