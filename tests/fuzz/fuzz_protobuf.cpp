// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/proto_decode.h"
#include "backend/kube/proto_storage.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

namespace {

using namespace binnacle;

class Items final : public kube::ListReader::Items {
public:
    absl::Status item(std::size_t, std::string_view bytes) override
    {
        (void)m_decoder.decodePod(bytes, kube::ObjectDecoder::Containers::Trim);
        return absl::OkStatus();
    }

private:
    kube::ObjectDecoder m_decoder;
};

class Frames final : public kube::WatchReader::Frames {
public:
    absl::Status frame(const kube::WatchFrame &frame) override
    {
        (void)m_decoder.decodeIdentity(frame.object);
        return absl::OkStatus();
    }

private:
    kube::ObjectDecoder m_decoder;
};

/// Feeds a reader piece by piece, as a connection does.
template <typename Reader> void feed(Reader &reader, std::string_view bytes)
{
    constexpr std::size_t piece = 61;
    absl::Status status;
    while (!bytes.empty() && status.ok()) {
        status = reader.feed(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
    }
    if (status.ok()) {
        (void)reader.finish();
    }
}

} // namespace

/// The bytes as a pod, a node, an object of storage, an error body, a list and a watch, whole and in pieces.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto bytes = fuzz::textOf(data, size);
    kube::ObjectDecoder decoder;
    if (const auto pod = decoder.decodePod(bytes, kube::ObjectDecoder::Containers::Keep); pod.ok()) {
        fuzz::require(!(*pod)->key.name.empty());
    }
    if (const auto node = decoder.decodeNode(bytes); node.ok()) {
        fuzz::require(!(*node)->name.empty());
    }
    if (const auto claim = kube::decodeStorage<model::VolumeClaim>(bytes); claim.ok()) {
        fuzz::require(!(*claim)->name.empty());
    }
    (void)kube::decodeStorage<model::PersistentVolume>(bytes);
    (void)kube::decodeStorage<model::StorageClass>(bytes);
    (void)kube::decodeStorage<model::CsiNode>(bytes);
    (void)kube::decodeStorage<model::StorageCapacity>(bytes);
    (void)kube::decodeStorage<model::VolumeAttachment>(bytes);
    (void)kube::decodeStatus(bytes);
    Items items;
    kube::ListReader list(items);
    feed(list, bytes);
    Frames frames;
    kube::WatchReader watch(frames);
    feed(watch, bytes);
    return 0;
}
