// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/store/audit_log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sqlite3.h>
#include <string>
#include <utility>

namespace binnacle::store::testing {

/// A clock that moves one second at every look.
class SteppingClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override
    {
        return base::TimePoint(std::chrono::seconds(1'800'000'000 + m_steps++)) + m_offset.load();
    }
    void advance(base::Duration by) { m_offset = m_offset.load() + by; }

private:
    mutable std::atomic<std::int64_t> m_steps{0};
    std::atomic<base::Duration> m_offset{base::Duration(0)};
};

/// A directory of its own for each test, removed afterwards; in memory where the machine has such a place, since these
/// tests wait for thousands of syncs.
class Folder {
public:
    Folder()
    {
        std::string pattern = "/dev/shm/binnacle-store-XXXXXX";
        if (!::mkdtemp(pattern.data())) {
            pattern = (std::filesystem::temp_directory_path() / "binnacle-store-XXXXXX").string();
            EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
        }
        m_path = pattern;
    }
    ~Folder()
    {
        std::error_code error;
        std::filesystem::remove_all(m_path, error);
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    [[nodiscard]] std::string path() const { return m_path; }
    [[nodiscard]] AuditPaths paths() const { return {m_path + "/data", m_path + "/state"}; }

private:
    std::string m_path;
};

inline std::string readFile(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeFile(const std::string &path, const std::string &bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// Somebody with access to the file, behind the log's back.
inline void sql(const std::string &file, const std::string &text)
{
    sqlite3 *handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    char *error = nullptr;
    EXPECT_EQ(sqlite3_exec(handle, text.c_str(), nullptr, nullptr, &error), SQLITE_OK) << (error ? error : "");
    sqlite3_free(error);
    sqlite3_close(handle);
}

inline AuditRecord proposal(const std::string &id)
{
    AuditRecord record;
    record.kind = RecordKind::Decision;
    record.state = DecisionState::Proposed;
    record.decisionId = id;
    record.actor = "system";
    record.operation = "place";
    record.podNamespace = "shop";
    record.podName = "web-" + id;
    record.podUid = "uid-" + id;
    record.podResourceVersion = "42";
    record.node = "node-7";
    record.score = 312;
    record.margin = 11;
    record.stability = 0.985;
    record.confidence = 0.985;
    record.snapshotHash = std::string(32, 'a');
    record.snapshotGeneration = 9;
    record.policyVersion = "policy-1";
    record.seed = 0xfedcba9876543210ULL;
    record.alternatives = {
        {"node-7", 312, {{"Fit", 200}, {"Taint", 112}}}, {"node-3", 301, {{"Fit", 189}, {"Taint", 112}}}};
    record.rejected = {{"InsufficientCpu", 12}, {"TaintNotTolerated", 3}};
    record.fingerprint = std::string(32, 'b');
    return record;
}

class AuditLogTest : public ::testing::Test {
protected:
    [[nodiscard]] AuditOptions options() { return {folder.paths(), "demo", false, &clock, &posixFiles(), {}}; }

    std::unique_ptr<AuditLog> open()
    {
        absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(options());
        EXPECT_TRUE(log.ok()) << log.status();
        return log.ok() ? *std::move(log) : nullptr;
    }
    /// Proposed, approved, bound and confirmed: four leaves.
    static void live(AuditLog &log, const std::string &id, const std::string &actor = "alice")
    {
        ASSERT_TRUE(log.append(proposal(id)).ok());
        for (const auto &[state, who] :
            {std::pair(DecisionState::Approved, actor), std::pair(DecisionState::Bound, std::string("system")),
                std::pair(DecisionState::Confirmed, std::string("system"))}) {
            const auto appended = log.append(transitionOf(id, state, who));
            ASSERT_TRUE(appended.ok()) << appended.status();
        }
    }
    void fill(int decisions)
    {
        const auto log = open();
        for (int i = 0; i < decisions; ++i)
            live(*log, "d" + std::to_string(i));
    }
    api::AuditVerification verify()
    {
        AuditOptions reading = options();
        reading.readOnly = true;
        absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(reading);
        EXPECT_TRUE(log.ok()) << log.status();
        if (!log.ok())
            return {};
        absl::StatusOr<api::AuditVerification> verdict = (*log)->verify();
        EXPECT_TRUE(verdict.ok()) << verdict.status();
        return verdict.ok() ? *verdict : api::AuditVerification{};
    }

    Folder folder;
    SteppingClock clock;
};

using Result = api::AuditVerification::Result;

} // namespace binnacle::store::testing
