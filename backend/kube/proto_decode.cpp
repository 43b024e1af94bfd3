// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/proto_decode.h"

#include <fmt/format.h>

namespace binnacle::kube {

namespace {

constexpr std::string_view magic{"k8s\0", 4};
constexpr std::size_t maxListItems = 4'000'000;
constexpr std::size_t frameHead = 4;

constexpr std::uint32_t varintType = 0;
constexpr std::uint32_t fixed64Type = 1;
constexpr std::uint32_t lengthType = 2;
constexpr std::uint32_t fixed32Type = 5;

absl::Status notProtobuf(std::string_view what)
{
    return absl::InvalidArgumentError(fmt::format("not Kubernetes protobuf: {}", what));
}

/// False when the bytes end within the number; `at` moves only on success. Numbers of more than 10 bytes give `bad`.
bool readVarint(std::string_view bytes, std::size_t &at, std::uint64_t &value, bool &bad)
{
    value = 0;
    for (std::size_t i = 0; i < 10; ++i) {
        if (at + i >= bytes.size()) {
            return false;
        }
        const auto byte = static_cast<std::uint8_t>(bytes[at + i]);
        value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0) {
            at += i + 1;
            return true;
        }
    }
    bad = true;
    return false;
}

/// The content length of a field that is not length-delimited, after its tag.
std::optional<std::size_t> fixedLength(std::uint32_t wireType)
{
    switch (wireType) {
    case fixed64Type:
        return 8;
    case fixed32Type:
        return 4;
    default:
        return std::nullopt;
    }
}

std::optional<ServerStatus> statusOf(std::string_view raw)
{
    wire::Status status;
    if (!status.ParseFromArray(raw.data(), static_cast<int>(raw.size()))) {
        return std::nullopt;
    }
    return ServerStatus{
        status.code(), status.reason(), std::string(status.message()), status.details().retryafterseconds()};
}

WatchFrame::Type frameType(std::string_view text)
{
    if (text == "ADDED") {
        return WatchFrame::Type::Added;
    }
    if (text == "MODIFIED") {
        return WatchFrame::Type::Modified;
    }
    if (text == "DELETED") {
        return WatchFrame::Type::Deleted;
    }
    if (text == "BOOKMARK") {
        return WatchFrame::Type::Bookmark;
    }
    return text == "ERROR" ? WatchFrame::Type::Error : WatchFrame::Type::Unknown;
}

} // namespace

absl::StatusOr<Envelope> openEnvelope(std::string_view bytes)
{
    if (!bytes.starts_with(magic)) {
        return notProtobuf("no envelope");
    }
    bytes.remove_prefix(magic.size());
    Envelope envelope;
    std::size_t at = 0;
    bool bad = false;
    while (at < bytes.size()) {
        std::uint64_t tag = 0;
        std::uint64_t length = 0;
        if (!readVarint(bytes, at, tag, bad) || (tag & 7) != lengthType || !readVarint(bytes, at, length, bad)
            || length > bytes.size() - at) {
            return notProtobuf("bad envelope");
        }
        const std::string_view value = bytes.substr(at, length);
        at += length;
        if (tag >> 3 == 1) {
            wire::TypeMeta type;
            if (!type.ParseFromArray(value.data(), static_cast<int>(value.size()))) {
                return notProtobuf("bad type in envelope");
            }
            envelope.kind = type.kind();
        } else if (tag >> 3 == 2) {
            envelope.raw = value;
        }
    }
    return envelope;
}

std::string sealEnvelope(
    std::string_view apiVersion, std::string_view kind, const google::protobuf::MessageLite &message)
{
    wire::Unknown envelope;
    envelope.mutable_typemeta()->set_apiversion(std::string(apiVersion));
    envelope.mutable_typemeta()->set_kind(std::string(kind));
    message.SerializeToString(envelope.mutable_raw());
    std::string bytes(magic);
    envelope.AppendToString(&bytes);
    return bytes;
}

std::optional<ServerStatus> decodeStatus(std::string_view envelope)
{
    if (envelope.size() > maxObjectBytes) {
        return std::nullopt;
    }
    const absl::StatusOr<Envelope> content = openEnvelope(envelope);
    if (!content.ok() || content->kind != "Status") {
        return std::nullopt;
    }
    return statusOf(content->raw);
}

// ---- lists -------------------------------------------------------------------------------------

absl::Status ListReader::feed(std::string_view chunk)
{
    if (m_rest.empty()) {
        const absl::StatusOr<std::size_t> used = parse(chunk);
        if (!used.ok()) {
            return used.status();
        }
        m_rest.assign(chunk.substr(*used));
        return absl::OkStatus();
    }
    m_rest.append(chunk);
    const absl::StatusOr<std::size_t> used = parse(m_rest);
    if (!used.ok()) {
        return used.status();
    }
    m_rest.erase(0, *used);
    return absl::OkStatus();
}

absl::Status ListReader::finish() const
{
    if (!m_listSeen || m_inList || !m_rest.empty()) {
        return absl::DataLossError(fmt::format("the list is cut after {} items", m_count));
    }
    return absl::OkStatus();
}

absl::StatusOr<std::size_t> ListReader::parse(std::string_view bytes)
{
    std::size_t at = 0;
    if (!m_started) {
        if (bytes.size() < magic.size()) {
            return magic.starts_with(bytes) ? absl::StatusOr<std::size_t>(0) : notProtobuf("no envelope");
        }
        if (!bytes.starts_with(magic)) {
            return notProtobuf("no envelope");
        }
        at = magic.size();
        m_started = true;
    }
    while (at < bytes.size()) {
        const absl::StatusOr<Step> step = parseField(bytes, at);
        if (!step.ok()) {
            return step.status();
        }
        if (*step == Step::Starved) {
            break;
        }
    }
    return at;
}

absl::StatusOr<ListReader::Step> ListReader::parseField(std::string_view bytes, std::size_t &at)
{
    std::size_t next = at;
    std::uint64_t tag = 0;
    std::uint64_t length = 0;
    bool bad = false;
    if (!readVarint(bytes, next, tag, bad)) {
        return bad ? absl::StatusOr<Step>(notProtobuf("bad tag")) : Step::Starved;
    }
    const auto wireType = static_cast<std::uint32_t>(tag & 7);
    if (wireType == lengthType || wireType == varintType) {
        if (!readVarint(bytes, next, length, bad)) {
            return bad ? absl::StatusOr<Step>(notProtobuf("bad length")) : Step::Starved;
        }
        length = wireType == varintType ? 0 : length;
    } else if (const std::optional<std::size_t> fixed = fixedLength(wireType)) {
        length = *fixed;
    } else {
        return notProtobuf("bad wire type");
    }
    if (!m_inList && tag == ((2u << 3) | lengthType)) {
        m_inList = length > 0;
        m_listSeen = true;
        m_listLeft = length;
        at = next;
        return Step::Done;
    }
    if (length > maxObjectBytes) {
        return absl::ResourceExhaustedError(fmt::format("item {}: more than {} bytes", m_count, maxObjectBytes));
    }
    if (length > bytes.size() - next) {
        return Step::Starved;
    }
    const std::uint64_t used = next - at + length;
    if (m_inList) {
        if (used > m_listLeft) {
            return notProtobuf("a field passes the end of its list");
        }
        if (wireType == lengthType) {
            if (absl::Status status = acceptField(static_cast<std::uint32_t>(tag >> 3), bytes.substr(next, length));
                !status.ok()) {
                return status;
            }
        }
        m_listLeft -= used;
        m_inList = m_listLeft > 0;
    }
    at = next + length;
    return Step::Done;
}

absl::Status ListReader::acceptField(std::uint32_t field, std::string_view value)
{
    if (field == 1) {
        m_hasMetadata = m_metadata.ParseFromArray(value.data(), static_cast<int>(value.size()));
        return m_hasMetadata ? absl::OkStatus() : notProtobuf("bad list metadata");
    }
    if (field != 2) {
        return absl::OkStatus();
    }
    if (m_count >= maxListItems) {
        return absl::ResourceExhaustedError(fmt::format("more than {} items", maxListItems));
    }
    if (absl::Status status = m_items.item(m_count, value); !status.ok()) {
        return absl::Status(status.code(), fmt::format("item {}: {}", m_count, std::string(status.message())));
    }
    ++m_count;
    return absl::OkStatus();
}

// ---- watches -----------------------------------------------------------------------------------

absl::Status WatchReader::feed(std::string_view chunk)
{
    const bool direct = m_rest.empty();
    if (!direct) {
        m_rest.append(chunk);
    }
    const absl::StatusOr<std::size_t> used = parse(direct ? chunk : m_rest);
    if (!used.ok()) {
        return used.status();
    }
    if (direct) {
        m_rest.assign(chunk.substr(*used));
    } else {
        m_rest.erase(0, *used);
    }
    return absl::OkStatus();
}

absl::Status WatchReader::finish() const
{
    return m_rest.empty() ? absl::OkStatus() : absl::DataLossError("the watch ended within a frame");
}

absl::StatusOr<std::size_t> WatchReader::parse(std::string_view bytes)
{
    std::size_t at = 0;
    while (bytes.size() - at >= frameHead) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < frameHead; ++i) {
            length = length << 8 | static_cast<std::uint8_t>(bytes[at + i]);
        }
        if (length > maxObjectBytes) {
            return absl::ResourceExhaustedError(
                fmt::format("a watch frame of {} bytes, at most {}", length, maxObjectBytes));
        }
        if (bytes.size() - at - frameHead < length) {
            break;
        }
        if (absl::Status status = parseFrame(bytes.substr(at + frameHead, length)); !status.ok()) {
            return status;
        }
        at += frameHead + length;
    }
    return at;
}

absl::Status WatchReader::parseFrame(std::string_view bytes)
{
    if (!m_event.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return notProtobuf("bad watch frame");
    }
    WatchFrame frame;
    frame.type = frameType(m_event.type());
    const absl::StatusOr<Envelope> object = openEnvelope(m_event.object().raw());
    if (!object.ok()) {
        return object.status();
    }
    frame.object = object->raw;
    if (frame.type == WatchFrame::Type::Error) {
        frame.error = statusOf(frame.object).value_or(ServerStatus{});
    }
    return m_frames.frame(frame);
}

} // namespace binnacle::kube
