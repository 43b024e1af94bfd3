// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec.h"
#include "tests/fuzz/fuzz.h"

/// Whatever decodes encodes to bytes that decode to a value of the same bytes.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const auto bytes = fuzz::textOf(data, size);
    if (const auto pod = engine::decodePod(bytes); pod.ok()) {
        const std::string encoded = engine::encodePod(**pod);
        const auto again = engine::decodePod(encoded);
        fuzz::require(again.ok() && engine::encodePod(**again) == encoded && (*again)->signature == (*pod)->signature);
    }
    if (const auto node = engine::decodeNode(bytes); node.ok()) {
        const std::string encoded = engine::encodeNode(**node);
        const auto again = engine::decodeNode(encoded);
        fuzz::require(
            again.ok() && engine::encodeNode(**again) == encoded && (*again)->fingerprint() == (*node)->fingerprint());
    }
    return 0;
}
