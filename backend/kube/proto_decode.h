// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/proto/core.pb.h"
#include "backend/kube/proto/meta.pb.h"
#include "planner/model/inventory.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace binnacle::kube {

/// What one object may cost on the wire; etcd refuses objects of more than 1.5 MiB, protobuf parsing is bounded by it.
inline constexpr std::size_t maxObjectBytes = std::size_t{8} << 20;

/// Turns core/v1 protobuf messages into model values. Holds the parsed messages to reuse their memory; one sequence.
/// Errors: kInvalidArgument (not protobuf, no name, a malformed quantity), with the field; kResourceExhausted (size).
class ObjectDecoder {
public:
    /// Trim drops the containers once the pod's sums are made: big lists would pay for what nothing reads.
    enum class Containers : std::uint8_t { Keep, Trim };

    /// `bytes` is the message itself, without the envelope.
    [[nodiscard]] absl::StatusOr<model::PodPtr> decodePod(std::string_view bytes, Containers containers);
    [[nodiscard]] absl::StatusOr<model::NodePtr> decodeNode(std::string_view bytes);

    struct NamespaceLabels {
        std::string name;
        model::Labels labels;
    };
    [[nodiscard]] absl::StatusOr<NamespaceLabels> decodeNamespace(std::string_view bytes);
    /// With its namespace. A selector with an operator that is not known selects nothing.
    [[nodiscard]] absl::StatusOr<std::pair<std::string, model::Workload>> decodeWorkload(
        model::Workload::Kind kind, std::string_view bytes);
    /// With its namespace.
    [[nodiscard]] absl::StatusOr<std::pair<std::string, model::DisruptionBudget>> decodeBudget(std::string_view bytes);
    /// The part of an object that every kind shares; enough for deletions, bookmarks and namespaces.
    struct Identity {
        model::PodKey key; ///< the namespace is empty for cluster-scoped kinds
        std::string uid;
        std::string resourceVersion;
    };
    /// Does not ask for a name: bookmarks have none.
    [[nodiscard]] absl::StatusOr<Identity> decodeIdentity(std::string_view bytes);

private:
    wire::Pod m_pod;
    wire::Node m_node;
    wire::Namespace m_any;
};

/// The content of a "k8s\0" envelope, a view into the given bytes. kInvalidArgument when it is none.
struct Envelope {
    std::string kind;
    std::string_view raw;
};
[[nodiscard]] absl::StatusOr<Envelope> openEnvelope(std::string_view bytes);
/// Puts a message of that type into an envelope.
[[nodiscard]] std::string sealEnvelope(
    std::string_view apiVersion, std::string_view kind, const google::protobuf::MessageLite &message);

/// meta/v1 Status, of an error body or an ERROR event; tolerant: absent on anything that is no Status. Reads an envelope.
struct ServerStatus {
    int code = 0;
    std::string reason;
    std::string message;
    std::int32_t retryAfterSeconds = 0;
};
[[nodiscard]] std::optional<ServerStatus> decodeStatus(std::string_view envelope);

/// Reads an enveloped …List of any kind as it arrives, so that no more than one item is held. Feed it every chunk, then
/// call finish(). Errors are final. Items come in the order of the list.
class ListReader {
public:
    class Items {
    public:
        virtual ~Items() = default;
        /// An error ends the list with it, the item's index added.
        virtual absl::Status item(std::size_t index, std::string_view bytes) = 0;
    };
    explicit ListReader(Items &items) : m_items(items) { }

    absl::Status feed(std::string_view chunk);
    /// kDataLoss when the list is cut.
    [[nodiscard]] absl::Status finish() const;
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// Known as soon as the list's first bytes are there (the server writes metadata first).
    [[nodiscard]] bool hasMetadata() const { return m_hasMetadata; }
    [[nodiscard]] const std::string &resourceVersion() const { return m_metadata.resourceversion(); }
    [[nodiscard]] const std::string &continueToken() const { return m_metadata.continuetoken(); }
    [[nodiscard]] std::int64_t remaining() const { return m_metadata.remainingitemcount(); }

private:
    enum class Step : std::uint8_t { Done, Starved };
    absl::StatusOr<std::size_t> parse(std::string_view bytes);
    absl::StatusOr<Step> parseField(std::string_view bytes, std::size_t &at);
    absl::Status acceptField(std::uint32_t field, std::string_view value);

    Items &m_items;
    std::string m_rest; // bytes of an unfinished field
    wire::ListMeta m_metadata;
    std::size_t m_count = 0;
    std::uint64_t m_listLeft = 0; // bytes of the inner list still to come
    bool m_started = false;
    bool m_inList = false;
    bool m_listSeen = false;
    bool m_hasMetadata = false;
};

/// One frame of a watch. `object` is the message without its envelope, a view valid during the call.
struct WatchFrame {
    enum class Type : std::uint8_t { Added, Modified, Deleted, Bookmark, Error, Unknown };
    Type type = Type::Unknown;
    std::string_view object;
    std::optional<ServerStatus> error;
};

/// Splits a watch body (length-delimited WatchEvents) into frames as it arrives.
class WatchReader {
public:
    class Frames {
    public:
        virtual ~Frames() = default;
        virtual absl::Status frame(const WatchFrame &frame) = 0;
    };
    explicit WatchReader(Frames &frames) : m_frames(frames) { }

    absl::Status feed(std::string_view chunk);
    /// kDataLoss when the body ended within a frame.
    [[nodiscard]] absl::Status finish() const;

private:
    absl::StatusOr<std::size_t> parse(std::string_view bytes);
    absl::Status parseFrame(std::string_view bytes);

    Frames &m_frames;
    wire::WatchEvent m_event;
    std::string m_rest;
};

} // namespace binnacle::kube
