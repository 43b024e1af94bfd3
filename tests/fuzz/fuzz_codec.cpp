// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec.h"
#include "planner/engine/codec_volumes.h"
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
    if (const auto volumes = engine::decodeShelf<model::PersistentVolume>(bytes); volumes.ok() && !volumes->empty()) {
        const auto shelf = model::Shelved<model::PersistentVolume>::shelve(*volumes);
        const std::string encoded = engine::encodeShelf<model::PersistentVolume>(*shelf);
        const auto again = engine::decodeShelf<model::PersistentVolume>(encoded);
        fuzz::require(again.ok() && again->size() == shelf->objects.size());
    }
    return 0;
}
