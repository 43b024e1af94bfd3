// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/cluster_file.h"

#include "backend/kube/cluster_file_stream.h"
#include "backend/kube/inventory_builder.h"
#include "backend/kube/json.h"
#include "backend/kube/manifest.h"
#include "backend/kube/manifest_storage.h"

#include <absl/cleanup/cleanup.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace binnacle::kube {

namespace {

constexpr std::size_t progressEvery = 512;

/// Takes objects one by one.
class Collector {
public:
    Collector(std::string_view source, const ClusterFileLimits &limits, std::stop_token stop,
        const std::function<void(std::size_t)> &progress)
        : m_source(source), m_limits(limits), m_stop(std::move(stop)), m_progress(progress)
    {
    }

    absl::Status object(Value object)
    {
        if (m_stop.stop_requested()) {
            return absl::CancelledError(m_source);
        }
        if (++m_count > m_limits.items) {
            return limitError(m_source, object.position(), "items", m_limits.items);
        }
        if (m_progress && m_count % progressEvery == 0) {
            m_progress(m_count);
        }
        auto status = take(object);
        if (!status.ok()) {
            absl::Status named(status.code(), fmt::format("{} (item {})", std::string(status.message()), m_count));
            status.ForEachPayload(
                [&](absl::string_view url, const absl::Cord &value) { named.SetPayload(url, value); });
            return named;
        }
        return status;
    }

    /// A list whose items came already; of an empty one the kind says what there is none of.
    absl::Status list(Value header)
    {
        noteStorageList(header["kind"].text(), m_inventory.storage());
        return absl::OkStatus();
    }

    ClusterFile take()
    {
        m_result.inventory = m_inventory.build(m_known);
        return std::move(m_result);
    }

private:
    /// Items of a PodList or NodeList do not say what they are.
    static std::string_view guessedKind(Value object)
    {
        if (object["spec"]["containers"]) {
            return "Pod";
        }
        return object["status"]["capacity"] || object["status"]["nodeInfo"] ? "Node" : "";
    }

    absl::Status take(Value object)
    {
        if (!object.isMapping()) {
            return errorAt(
                m_source, object.position(), fmt::format("expected an object, found {}", kindName(object.kind())));
        }
        std::string_view kind = object["kind"].text();
        kind = kind.empty() ? guessedKind(object) : kind;
        if (kind.empty()) {
            return errorAt(m_source, object.position(), "an object without kind");
        }
        if (kind == "Pod") {
            return pod(object);
        }
        if (kind == "Node") {
            return node(object);
        }
        absl::StatusOr<bool> taken = addToInventory(object, kind, m_inventory, m_known);
        if (taken.ok() && !*taken) {
            ++m_result.skipped;
        }
        return taken.status();
    }

    absl::Status pod(Value object)
    {
        auto pod = decodePod(object, ObjectOrigin::Served);
        if (!pod.ok()) {
            return pod.status();
        }
        if (!m_podKeys.insert((*pod)->key).second) {
            return errorAt(m_source, object.position(), fmt::format("pod {} occurs twice", (*pod)->key.text()));
        }
        (*pod)->containers.clear();
        (*pod)->containers.shrink_to_fit();
        m_result.pods.push_back(*std::move(pod));
        return absl::OkStatus();
    }

    absl::Status node(Value object)
    {
        auto node = decodeNode(object);
        if (!node.ok()) {
            return node.status();
        }
        if (!m_nodeNames.insert((*node)->name).second) {
            return errorAt(m_source, object.position(), fmt::format("node {} occurs twice", (*node)->name.text()));
        }
        m_result.nodes.push_back(*std::move(node));
        return absl::OkStatus();
    }

    std::string m_source;
    ClusterFileLimits m_limits;
    std::stop_token m_stop;
    const std::function<void(std::size_t)> &m_progress;
    ClusterFile m_result;
    InventoryBuilder m_inventory;
    model::Inventory::Known m_known;
    std::size_t m_count = 0;
    absl::flat_hash_set<model::PodKey> m_podKeys;
    absl::flat_hash_set<base::Symbol> m_nodeNames;
};

/// Whether what is left of an object once its items are taken was a list.
bool isListHeader(Value root) { return root["items"].kind() != ValueKind::Absent && !root["spec"]; }

/// An open regular file that hands out its bytes.
class FileBytes {
public:
    explicit FileBytes(int fd) : m_fd(fd) { }
    ~FileBytes() { ::close(m_fd); }
    FileBytes(const FileBytes &) = delete;
    FileBytes &operator=(const FileBytes &) = delete;

    absl::StatusOr<std::size_t> read(char *buffer, std::size_t size, const std::string &path)
    {
        for (;;) {
            const ssize_t got = ::read(m_fd, buffer, size);
            if (got >= 0) {
                return static_cast<std::size_t>(got);
            }
            if (errno != EINTR) {
                return absl::ErrnoToStatus(errno, path);
            }
        }
    }

private:
    int m_fd;
};

absl::Status loadJson(
    const std::string &path, const ByteSource &bytes, const ClusterFileLimits &limits, Collector &collector)
{
    JsonListStream stream(path, bytes, limits.itemBytes);
    JsonReader reader;
    DocumentLimits itemLimits;
    itemLimits.bytes = limits.itemBytes;
    const auto parsed = [&](const JsonListStream::Slice &slice) {
        return reader.parsePadded(path, slice.text, itemLimits, slice.start);
    };
    const auto item = [&](const JsonListStream::Slice &slice) -> absl::Status {
        auto document = parsed(slice);
        return document.ok() ? collector.object(document->root()) : document.status();
    };
    const auto header = [&](const JsonListStream::Slice &slice) -> absl::Status {
        auto document = parsed(slice);
        if (!document.ok()) {
            return document.status();
        }
        const Value root = document->root();
        return isListHeader(root) ? collector.list(root) : collector.object(root);
    };
    for (;;) {
        auto more = stream.next(item, header);
        if (!more.ok()) {
            return more.status();
        }
        if (!*more) {
            return absl::OkStatus();
        }
    }
}

absl::Status loadYaml(const std::string &path, const ByteSource &bytes, Collector &collector)
{
    YamlComposer composer(path, bytes, DocumentLimits{});
    for (;;) {
        auto more = composer.next();
        if (!more.ok()) {
            return more.status();
        }
        if (!*more) {
            return absl::OkStatus();
        }
        auto header = composer.composeList([&](const Document &item) { return collector.object(item.root()); });
        if (!header.ok()) {
            return header.status();
        }
        const Value root = header->root();
        if (root) {
            auto status = isListHeader(root) ? collector.list(root) : collector.object(root);
            if (!status.ok()) {
                return status;
            }
        }
    }
}

/// The start of the file, without a byte order mark; also says which of the two forms it is.
absl::StatusOr<bool> looksLikeJson(std::string_view path, std::string &start)
{
    auto text = checkEncoding(path, start);
    if (!text.ok()) {
        return text.status();
    }
    start = std::string(*text);
    const std::size_t first = start.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) {
        return errorAt(path, {}, "is empty");
    }
    return start[first] == '{';
}

} // namespace

absl::StatusOr<ClusterFile> loadClusterFile(const std::string &path, const ClusterFileLimits &limits,
    std::stop_token stop, const std::function<void(std::size_t)> &progress)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return absl::ErrnoToStatus(errno, path);
    }
    FileBytes file(fd);
    struct stat facts { };
    if (::fstat(fd, &facts) != 0) {
        return absl::ErrnoToStatus(errno, path);
    }
    if (!S_ISREG(facts.st_mode)) {
        return errorAt(path, {}, "is not a regular file", absl::StatusCode::kFailedPrecondition);
    }
    if (static_cast<std::uint64_t>(facts.st_size) > limits.bytes) {
        return limitError(path, {}, "bytes", limits.bytes);
    }
    std::string start(std::size_t{64} * 1024, '\0');
    auto got = file.read(start.data(), start.size(), path);
    if (!got.ok()) {
        return got.status();
    }
    start.resize(*got);
    auto json = looksLikeJson(path, start);
    if (!json.ok()) {
        return json.status();
    }
    std::uint64_t total = start.size();
    const ByteSource bytes = [&, rest = std::string_view(start)](
                                 char *buffer, std::size_t size) mutable -> absl::StatusOr<std::size_t> {
        if (!rest.empty()) {
            const std::size_t count = std::min(size, rest.size());
            std::memcpy(buffer, rest.data(), count);
            rest.remove_prefix(count);
            return count;
        }
        auto more = file.read(buffer, size, path);
        total += more.ok() ? *more : 0;
        return total > limits.bytes ? limitError(path, {}, "bytes", limits.bytes) : more;
    };
    Collector collector(path, limits, std::move(stop), progress);
    const absl::Status status = *json ? loadJson(path, bytes, limits, collector) : loadYaml(path, bytes, collector);
    if (!status.ok()) {
        return status;
    }
    ClusterFile result = collector.take();
    if (result.nodes.empty() && result.pods.empty()) {
        return errorAt(path, {}, "holds no node and no pod", absl::StatusCode::kNotFound);
    }
    return result;
}

} // namespace binnacle::kube
