// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/text.h"

namespace binnacle::kube {

std::string_view firstBytes(std::string_view text, std::size_t most)
{
    if (text.size() <= most) {
        return text;
    }
    const auto continues = [text](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; };
    std::size_t length = most;
    for (int back = 0; back < 3 && length > 0 && continues(length); ++back) {
        --length;
    }
    return text.substr(0, continues(length) ? most : length);
}

} // namespace binnacle::kube
