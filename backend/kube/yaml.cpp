// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/yaml.h"

#include "backend/kube/json.h"
#include "backend/kube/yaml_scalar.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr std::string_view tagPrefix = "tag:yaml.org,2002:";

Position positionOf(const yaml_mark_t &mark)
{
    return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

std::string_view view(const yaml_char_t *text)
{
    return text == nullptr ? std::string_view{} : std::string_view(reinterpret_cast<const char *>(text));
}

/// A libyaml event, freed with its scope.
struct Event {
    yaml_event_t raw{};
    Event() = default;
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;
    ~Event() { reset(); }
    void reset()
    {
        yaml_event_delete(&raw);
        raw = {};
    }
    [[nodiscard]] yaml_event_type_t type() const { return raw.type; }
    [[nodiscard]] Position position() const { return positionOf(raw.start_mark); }
};

std::string_view anchorOf(const yaml_event_t &event)
{
    switch (event.type) {
    case YAML_SCALAR_EVENT:
        return view(event.data.scalar.anchor);
    case YAML_SEQUENCE_START_EVENT:
        return view(event.data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return view(event.data.mapping_start.anchor);
    default:
        return {};
    }
}

ValueKind kindOfTag(std::string_view name)
{
    if (name == "null") {
        return ValueKind::Null;
    }
    if (name == "bool") {
        return ValueKind::Bool;
    }
    if (name == "int") {
        return ValueKind::Int;
    }
    return name == "float" ? ValueKind::Double : ValueKind::Absent;
}

} // namespace

struct YamlComposer::Engine {
    Engine(std::string_view name, ByteSource from, const DocumentLimits &allowed)
        : source(name), bytes(std::move(from)), limits(allowed)
    {
        yaml_parser_initialize(&parser);
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
        yaml_parser_set_input(&parser, &Engine::read, this);
    }
    ~Engine() { yaml_parser_delete(&parser); }
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    static int read(void *self, unsigned char *buffer, std::size_t size, std::size_t *got)
    {
        auto *engine = static_cast<Engine *>(self);
        auto count = engine->bytes(reinterpret_cast<char *>(buffer), size);
        if (!count.ok()) {
            engine->readFault = count.status();
            return 0;
        }
        *got = *count;
        return 1;
    }

    absl::Status parse(Event &event)
    {
        event.reset();
        if (yaml_parser_parse(&parser, &event.raw) == 0) {
            return parserFault();
        }
        return absl::OkStatus();
    }

    absl::Status parserFault() const
    {
        if (!readFault.ok()) {
            return readFault;
        }
        if (parser.error == YAML_MEMORY_ERROR) {
            return errorAt(source, {}, "too little memory", absl::StatusCode::kResourceExhausted);
        }
        const Position place =
            parser.error == YAML_READER_ERROR ? positionOf(parser.mark) : positionOf(parser.problem_mark);
        const std::string_view problem = parser.problem == nullptr ? "malformed" : parser.problem;
        if (problem.find("cannot start any token") != std::string_view::npos && atTab()) {
            return errorAt(source, place, "no valid YAML: a tab stands where YAML allows spaces only");
        }
        if (parser.context != nullptr) {
            return errorAt(source, place, fmt::format("no valid YAML: {}, {}", problem, parser.context));
        }
        return errorAt(source, place, fmt::format("no valid YAML: {}", problem));
    }

    [[nodiscard]] bool atTab() const
    {
        return parser.buffer.pointer != nullptr && parser.buffer.pointer < parser.buffer.last
            && *parser.buffer.pointer == '\t';
    }

    struct Anchor {
        std::uint32_t index = 0;
        std::size_t expanded = 0;
        bool open = false;
    };
    struct OpenNode {
        std::string anchor;
        std::size_t expandedBefore = 0;
    };

    /// Puts one whole node, whose first event is given, into the builder.
    absl::Status node(TreeBuilder &builder, Event &event)
    {
        const std::size_t depth = builder.depth();
        for (;;) {
            if (auto status = take(builder, event); !status.ok()) {
                return status;
            }
            if (builder.depth() == depth) {
                return absl::OkStatus();
            }
            if (auto status = parse(event); !status.ok()) {
                return status;
            }
        }
    }

    absl::Status take(TreeBuilder &builder, const Event &event)
    {
        switch (event.type()) {
        case YAML_SCALAR_EVENT:
            return scalar(builder, event);
        case YAML_ALIAS_EVENT:
            return alias(builder, event);
        case YAML_SEQUENCE_START_EVENT:
            return open(builder, event, ValueKind::Sequence, view(event.raw.data.sequence_start.tag));
        case YAML_MAPPING_START_EVENT:
            return open(builder, event, ValueKind::Mapping, view(event.raw.data.mapping_start.tag));
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
            return close(builder);
        default:
            return errorAt(source, event.position(), "no valid YAML: the document ends early");
        }
    }

    absl::Status open(TreeBuilder &builder, const Event &event, ValueKind kind, std::string_view tag)
    {
        const std::string_view wanted = kind == ValueKind::Sequence ? "seq" : "map";
        if (!tag.empty() && tag != "!" && tag != std::string(tagPrefix).append(wanted)) {
            return unknownTag(event);
        }
        OpenNode opened{std::string(anchorOf(event.raw)), builder.expanded()};
        if (auto status = builder.open(kind, event.position()); !status.ok()) {
            return status;
        }
        if (!opened.anchor.empty()) {
            anchors[opened.anchor] = {builder.lastIndex(), 0, true};
        }
        openNodes.push_back(std::move(opened));
        return absl::OkStatus();
    }

    absl::Status close(TreeBuilder &builder)
    {
        if (auto status = builder.close(); !status.ok()) {
            return status;
        }
        const OpenNode closed = std::move(openNodes.back());
        openNodes.pop_back();
        if (!closed.anchor.empty()) {
            Anchor &anchor = anchors[closed.anchor];
            anchor.open = false;
            anchor.expanded = builder.expanded() - closed.expandedBefore;
        }
        return absl::OkStatus();
    }

    absl::Status alias(TreeBuilder &builder, const Event &event)
    {
        const std::string_view name = view(event.raw.data.alias.anchor);
        const auto found = anchors.find(name);
        if (found == anchors.end()) {
            return errorAt(source, event.position(), "an alias has no anchor before it here");
        }
        if (found->second.open) {
            return errorAt(source, event.position(), "an alias stands inside the node it names");
        }
        return builder.alias(found->second.index, found->second.expanded, event.position());
    }

    absl::Status scalar(TreeBuilder &builder, const Event &event)
    {
        const auto &raw = event.raw.data.scalar;
        const std::string_view text(reinterpret_cast<const char *>(raw.value), raw.length);
        std::string_view tag = view(raw.tag);
        const bool plain = raw.style == YAML_PLAIN_SCALAR_STYLE;
        absl::Status status;
        if (tag.empty() && !plain) {
            status = builder.scalar(ValueKind::String, text, event.position(), true);
        } else if (tag.empty()) {
            if (text == "<<" && builder.expectsKey()) {
                return errorAt(source, event.position(), "merge keys (<<) are not supported; write the fields out");
            }
            status = plainScalar(builder, text, typePlainScalar(text), event.position());
        } else if (tag == "!" || tag == std::string(tagPrefix) + "str") {
            status = builder.scalar(ValueKind::String, text, event.position(), true);
        } else {
            if (tag.substr(0, tagPrefix.size()) != tagPrefix) {
                return unknownTag(event);
            }
            const ValueKind wanted = kindOfTag(tag.substr(tagPrefix.size()));
            const PlainScalar typed = typePlainScalar(text);
            if (wanted == ValueKind::Absent || typed.kind != wanted) {
                return unknownTag(event);
            }
            status = plainScalar(builder, text, typed, event.position());
        }
        if (status.ok() && raw.anchor != nullptr) {
            anchors[std::string(view(raw.anchor))] = {builder.lastIndex(), 1, false};
        }
        return status;
    }

    static absl::Status plainScalar(
        TreeBuilder &builder, std::string_view text, const PlainScalar &typed, Position position)
    {
        switch (typed.kind) {
        case ValueKind::Int:
            return builder.integer(typed.integer, text, position);
        case ValueKind::Double:
            return builder.number(typed.number, text, position);
        case ValueKind::Bool:
            return builder.boolean(typed.boolean, text, position);
        default:
            return builder.scalar(typed.kind, text, position, false);
        }
    }

    absl::Status unknownTag(const Event &event) const
    {
        return errorAt(source, event.position(), "a tag that is not known or does not fit its value");
    }

    void startTree()
    {
        anchors.clear();
        openNodes.clear();
    }

    absl::Status documentEnd(Event &event)
    {
        if (auto status = parse(event); !status.ok()) {
            return status;
        }
        if (event.type() != YAML_DOCUMENT_END_EVENT) {
            return errorAt(source, event.position(), "no valid YAML: the document does not end here");
        }
        return absl::OkStatus();
    }

    absl::Status items(Event &event, const ItemSink &sink)
    {
        for (;;) {
            if (auto status = parse(event); !status.ok()) {
                return status;
            }
            if (event.type() == YAML_SEQUENCE_END_EVENT) {
                return absl::OkStatus();
            }
            startTree();
            TreeBuilder builder(source, limits);
            if (auto status = node(builder, event); !status.ok()) {
                return status;
            }
            if (auto status = sink(builder.finish()); !status.ok()) {
                return status;
            }
        }
    }

    /// The pairs of the root mapping, which is open in the builder.
    absl::Status rootPairs(TreeBuilder &header, Event &event, const ItemSink &sink)
    {
        for (;;) {
            if (auto status = parse(event); !status.ok()) {
                return status;
            }
            if (event.type() == YAML_MAPPING_END_EVENT) {
                return close(header);
            }
            const bool isItems = event.type() == YAML_SCALAR_EVENT && view(event.raw.data.scalar.value) == "items";
            if (auto status = node(header, event); !status.ok()) {
                return status;
            }
            if (auto status = parse(event); !status.ok()) {
                return status;
            }
            absl::Status status;
            if (isItems && event.type() == YAML_SEQUENCE_START_EVENT) {
                const Position place = event.position();
                const auto kept = std::exchange(openNodes, {});
                status = items(event, sink);
                openNodes = kept;
                status = status.ok() ? header.scalar(ValueKind::Null, {}, place, false) : status;
            } else {
                status = node(header, event);
            }
            if (!status.ok()) {
                return status;
            }
        }
    }

    std::string source;
    ByteSource bytes;
    DocumentLimits limits;
    yaml_parser_t parser{};
    absl::Status readFault;
    std::map<std::string, Anchor, std::less<>> anchors;
    std::vector<OpenNode> openNodes;
};

YamlComposer::YamlComposer(std::string_view source, ByteSource bytes, const DocumentLimits &limits)
    : m_engine(std::make_unique<Engine>(source, std::move(bytes), limits))
{
}

YamlComposer::~YamlComposer() = default;

absl::StatusOr<bool> YamlComposer::next()
{
    Event event;
    for (;;) {
        if (auto status = m_engine->parse(event); !status.ok()) {
            return status;
        }
        if (event.type() == YAML_DOCUMENT_START_EVENT) {
            return true;
        }
        if (event.type() == YAML_STREAM_END_EVENT || event.type() == YAML_NO_EVENT) {
            return false;
        }
    }
}

absl::StatusOr<Document> YamlComposer::compose()
{
    m_engine->startTree();
    TreeBuilder builder(m_engine->source, m_engine->limits);
    Event event;
    if (auto status = m_engine->parse(event); !status.ok()) {
        return status;
    }
    if (auto status = m_engine->node(builder, event); !status.ok()) {
        return status;
    }
    if (auto status = m_engine->documentEnd(event); !status.ok()) {
        return status;
    }
    return builder.finish();
}

absl::StatusOr<Document> YamlComposer::composeList(const ItemSink &sink)
{
    m_engine->startTree();
    TreeBuilder header(m_engine->source, m_engine->limits);
    Event event;
    if (auto status = m_engine->parse(event); !status.ok()) {
        return status;
    }
    absl::Status status;
    if (event.type() == YAML_MAPPING_START_EVENT) {
        status = m_engine->take(header, event);
        status = status.ok() ? m_engine->rootPairs(header, event, sink) : status;
    } else {
        status = m_engine->node(header, event);
    }
    status = status.ok() ? m_engine->documentEnd(event) : status;
    if (!status.ok()) {
        return status;
    }
    return header.finish();
}

namespace {

ByteSource bytesOf(std::string_view text)
{
    return [text](char *buffer, std::size_t size) mutable -> absl::StatusOr<std::size_t> {
        const std::size_t count = std::min(size, text.size());
        std::memcpy(buffer, text.data(), count);
        text.remove_prefix(count);
        return count;
    };
}

/// A document of nothing but comments or an explicit null.
bool isEmpty(const Document &document) { return !document.root(); }

} // namespace

absl::StatusOr<std::vector<Document>> parseDocuments(
    std::string_view source, std::string_view text, const DocumentLimits &limits)
{
    if (text.size() > limits.bytes) {
        return limitError(source, {}, "bytes", limits.bytes);
    }
    auto checked = checkEncoding(source, text);
    if (!checked.ok()) {
        return checked.status();
    }
    std::vector<Document> documents;
    const std::size_t first = checked->find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (*checked)[first] == '{') {
        JsonReader reader;
        if (auto document = reader.parse(source, *checked, limits); document.ok()) {
            documents.push_back(*std::move(document));
            return documents;
        } else if (document.status().code() == absl::StatusCode::kResourceExhausted) {
            return document.status();
        }
    }
    YamlComposer composer(source, bytesOf(*checked), limits);
    for (;;) {
        auto more = composer.next();
        if (!more.ok()) {
            return more.status();
        }
        if (!*more) {
            return documents;
        }
        auto document = composer.compose();
        if (!document.ok()) {
            return document.status();
        }
        if (!isEmpty(*document)) {
            documents.push_back(*std::move(document));
        }
    }
}

absl::StatusOr<Document> parseDocument(std::string_view source, std::string_view text, const DocumentLimits &limits)
{
    auto documents = parseDocuments(source, text, limits);
    if (!documents.ok()) {
        return documents.status();
    }
    if (documents->size() > 1) {
        return errorAt(source, (*documents)[1].root().position(), "a second document; only one is allowed here");
    }
    return documents->empty() ? Document{} : std::move(documents->front());
}

} // namespace binnacle::kube
