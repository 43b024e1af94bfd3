// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/export.h"

#include <absl/strings/str_join.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace binnacle::store {

namespace {

struct Closer {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

/// A file that takes its name when finished.
class Target {
public:
    explicit Target(std::string path) : m_path(std::move(path)), m_partial(m_path + ".partial") { }
    ~Target()
    {
        m_file.reset();
        std::error_code ignored;
        if (!m_done)
            std::filesystem::remove(m_partial, ignored);
    }
    Target(const Target &) = delete;
    Target &operator=(const Target &) = delete;

    absl::Status open()
    {
        if (absl::Status made = makePrivateFile(m_partial); !made.ok())
            return made;
        m_file.reset(std::fopen(m_partial.c_str(), "wbe"));
        return m_file ? absl::OkStatus() : absl::ErrnoToStatus(errno, m_partial);
    }
    absl::Status write(std::string_view text)
    {
        return std::fwrite(text.data(), 1, text.size(), m_file.get()) == text.size()
            ? absl::OkStatus()
            : absl::ErrnoToStatus(errno, m_partial);
    }
    absl::Status finish()
    {
        if (std::fflush(m_file.get()) != 0 || ::fsync(::fileno(m_file.get())) != 0)
            return absl::ErrnoToStatus(errno, m_partial);
        m_file.reset();
        std::error_code error;
        std::filesystem::rename(m_partial, m_path, error);
        m_done = !error;
        return error ? absl::ErrnoToStatus(error.value(), m_path) : absl::OkStatus();
    }

private:
    std::string m_path;
    std::string m_partial;
    std::unique_ptr<std::FILE, Closer> m_file;
    bool m_done = false;
};

std::string isoTime(base::TimePoint at)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
    const std::time_t time = seconds.time_since_epoch().count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:09}Z", fmt::gmtime(time), (at - seconds).count());
}

std::string hexOf(const auto &bytes) { return toHex({reinterpret_cast<const char *>(bytes.data()), bytes.size()}); }

std::string hexProof(const std::vector<Digest> &proof, std::string_view before, std::string_view between)
{
    std::string out;
    for (const Digest &digest : proof)
        out += fmt::format("{}{}{}{}", out.empty() ? "" : between, before, toHex(digest), before);
    return out;
}

std::string jsonText(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return out;
}

constexpr std::string_view kCsvHeader = "leaf,time,kind,decision,state,actor,operation,pod,pod_uid,node,score,margin,"
                                        "stability,confidence,calibrated,calibrated_on,"
                                        "snapshot,policy,model,seed,message,leaf_hash,inclusion_proof,tree_size,tree_"
                                        "root,tree_key,tree_signature,canonical\r\n";

/// One decision with the proofs of its leaves, in either format.
class Writer {
public:
    Writer(AuditLog &log, ExportFormat format, const TreeHead &head) : m_log(log), m_format(format), m_head(head) { }

    [[nodiscard]] std::string start() const
    {
        if (m_format == ExportFormat::Csv)
            return std::string(kCsvHeader);
        return fmt::format("{{\"format\":\"binnacle-audit-export-1\",\"log\":{},\"head\":{{\"size\":{},\"root\":\"{}\","
                           "\"at\":{},\"key\":\"{}\","
                           "\"signature\":\"{}\"}},\"decisions\":[",
            jsonText(m_log.cluster()), m_head.size, toHex(m_head.root), m_head.at.time_since_epoch().count(),
            hexOf(m_head.key), hexOf(m_head.signature));
    }
    [[nodiscard]] std::string end() const { return m_format == ExportFormat::Csv ? "" : "]}\n"; }

    absl::StatusOr<std::string> decision(const api::AuditDecision &decision)
    {
        std::string out;
        if (m_format == ExportFormat::Json)
            out += fmt::format("{}\n{{\"id\":{},\"leaves\":[", std::exchange(m_first, false) ? "" : ",",
                jsonText(decision.decision.decisionId));
        bool firstLeaf = true;
        for (std::size_t i = 0; i <= decision.life.size(); ++i) {
            const api::AuditEntry &entry = i == 0 ? decision.decision : decision.life[i - 1];
            if (entry.index >= m_head.size)
                continue; // after the head that the export is under
            absl::StatusOr<std::string> text = leaf(entry);
            if (!text.ok())
                return text.status();
            if (m_format == ExportFormat::Json && !std::exchange(firstLeaf, false))
                out += ",";
            out += *text;
        }
        if (m_format == ExportFormat::Json)
            out += "]}";
        return out;
    }

private:
    absl::StatusOr<std::string> leaf(const api::AuditEntry &entry)
    {
        const absl::StatusOr<AuditRecord> record = m_log.record(entry.index);
        if (!record.ok())
            return record.status();
        const absl::StatusOr<std::vector<Digest>> proof = m_log.inclusionProof(entry.index, m_head.size);
        if (!proof.ok())
            return proof.status();
        const std::string canonical = encodeCanonical(*record);
        if (m_format == ExportFormat::Json)
            return fmt::format("{{\"index\":{},\"leafHash\":\"{}\",\"inclusionProof\":[{}],\"canonical\":{}}}",
                entry.index, entry.leafHash, hexProof(*proof, "\"", ","), jsonText(canonical));
        const auto number = [](const auto &value) { return value ? fmt::format("{}", *value) : std::string(); };
        const std::vector<std::string> cells = {std::to_string(entry.index), isoTime(entry.at), csvCell(entry.kind),
            csvCell(entry.decisionId), std::string(entry.state ? stateName(*entry.state) : ""), csvCell(entry.actor),
            csvCell(entry.operation), csvCell(entry.pod), csvCell(entry.podUid), csvCell(entry.node),
            number(entry.score), number(entry.margin), number(entry.stability), number(entry.confidence),
            entry.calibrated ? "yes" : "no", std::to_string(entry.calibratedOn), csvCell(entry.snapshotHash),
            csvCell(entry.policyVersion), csvCell(entry.modelVersion), std::to_string(entry.seed),
            csvCell(entry.message), entry.leafHash, hexProof(*proof, "", " "), std::to_string(m_head.size),
            toHex(m_head.root), hexOf(m_head.key), hexOf(m_head.signature), csvCell(canonical)};
        return absl::StrJoin(cells, ",") + "\r\n";
    }

    AuditLog &m_log;
    ExportFormat m_format;
    TreeHead m_head;
    bool m_first = true;
};

} // namespace

std::string csvCell(std::string_view text)
{
    std::string out = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        out.push_back('\'');
    for (const char c : text) {
        if (c == '"')
            out.push_back('"');
        // Control characters have no place in a cell, line ends excepted.
        out.push_back(static_cast<std::uint8_t>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' ? '?' : c);
    }
    out.push_back('"');
    return out;
}

absl::Status exportAudit(AuditLog &log, api::AuditFilter filter, ExportFormat format, const std::string &path,
    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress, std::stop_token stop)
{
    const absl::StatusOr<TreeHead> head = log.head();
    if (!head.ok())
        return head.status();
    Target target(path);
    Writer writer(log, format, *head);
    absl::Status status = target.open();
    status.Update(status.ok() ? target.write(writer.start()) : status);
    filter.limit = 500;
    filter.beforeIndex = head->size;
    std::uint64_t done = 0;
    const absl::StatusOr<std::uint64_t> matching = log.matching(filter);
    if (!matching.ok())
        return matching.status();
    while (status.ok()) {
        if (stop.stop_requested())
            return absl::CancelledError("the export was stopped");
        const absl::StatusOr<std::vector<api::AuditDecision>> rows = log.rows(filter);
        if (!rows.ok())
            return rows.status();
        for (const api::AuditDecision &decision : *rows) {
            const absl::StatusOr<std::string> text = writer.decision(decision);
            status.Update(text.status());
            status.Update(status.ok() ? target.write(*text) : status);
            if (!status.ok())
                return status;
        }
        done += rows->size();
        if (progress)
            progress(done, *matching);
        if (rows->size() < filter.limit)
            break;
        filter.beforeIndex = rows->back().decision.index;
    }
    status.Update(status.ok() ? target.write(writer.end()) : status);
    status.Update(status.ok() ? target.finish() : status);
    return status;
}

} // namespace binnacle::store
