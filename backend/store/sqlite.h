// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace binnacle::store {

/// The message as a standard string.
[[nodiscard]] inline std::string messageOf(const absl::Status &status) { return std::string(status.message()); }

/// A prepared statement in use: bind in order, then step. Given back (reset, bindings cleared) when destroyed; one use of a
/// statement text at a time. Errors of preparing and binding come out of step(). Views returned by the column
/// readers last until the next step.
class Statement {
public:
    Statement(Statement &&other) noexcept;
    Statement &operator=(Statement &&) = delete;
    ~Statement();

    Statement &bind(std::int64_t value);
    Statement &bind(std::string_view text);
    Statement &bindBlob(std::string_view bytes);
    Statement &bindNull();

    [[nodiscard]] absl::StatusOr<bool> step(); ///< true: a row
    [[nodiscard]] absl::Status run(); ///< to the end
    void rewind(); ///< to bind and run again

    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const; ///< or the bytes of a blob
    [[nodiscard]] bool isNull(int column) const;

private:
    friend class Database;
    Statement(sqlite3_stmt *statement, absl::Status status, const std::string *file);

    sqlite3_stmt *m_statement = nullptr;
    absl::Status m_status;
    const std::string *m_file = nullptr;
    int m_next = 1;
    bool m_owned = false; ///< finalized, not kept, when done
};

/// One SQLite connection. Not thread-safe. Codes: kResourceExhausted (disk full), kUnavailable (input/output),
/// kPermissionDenied, kDataLoss (damaged or not a database), kFailedPrecondition (locked by another), kCancelled
/// (interrupted). Messages name the file.
class Database {
public:
    enum class Mode : std::uint8_t { ReadWrite, ReadOnly };
    [[nodiscard]] static absl::StatusOr<Database> open(const std::string &path, Mode mode, const std::string &vfs = {});

    Database(Database &&) noexcept;
    Database &operator=(Database &&) noexcept;
    ~Database();

    [[nodiscard]] absl::Status run(const char *sql); ///< one or several statements, no rows wanted
    /// Prepared once and kept; the text must be a literal (it is the key by content).
    [[nodiscard]] Statement statement(std::string_view sql);
    /// For a text put together at run time: prepared for this use only.
    [[nodiscard]] Statement prepare(std::string_view sql);
    /// One integer of one row; kNotFound when there is no row.
    [[nodiscard]] absl::StatusOr<std::int64_t> integer(std::string_view sql);

    [[nodiscard]] bool inTransaction() const;
    [[nodiscard]] std::int64_t changes() const;
    [[nodiscard]] sqlite3 *handle() const;
    [[nodiscard]] const std::string &file() const;
    [[nodiscard]] absl::Status statusOf(int code) const; ///< with the connection's message

private:
    struct State;
    explicit Database(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace binnacle::store
