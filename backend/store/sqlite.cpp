// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/sqlite.h"

#include <fmt/format.h>

#include <sqlite3.h>
#include <utility>

namespace binnacle::store {

namespace {

absl::StatusCode codeOf(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return absl::StatusCode::kResourceExhausted;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return absl::StatusCode::kUnavailable;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return absl::StatusCode::kPermissionDenied;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return absl::StatusCode::kDataLoss;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return absl::StatusCode::kFailedPrecondition;
    case SQLITE_INTERRUPT:
        return absl::StatusCode::kCancelled;
    case SQLITE_CONSTRAINT:
        return absl::StatusCode::kAlreadyExists;
    default:
        return absl::StatusCode::kInternal;
    }
}

absl::Status makeStatus(int code, sqlite3 *handle, const std::string &file)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE)
        return absl::OkStatus();
    const char *text = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    return {codeOf(code), fmt::format("{}: {} (SQLite {})", file, text, code)};
}

} // namespace

Statement::Statement(sqlite3_stmt *statement, absl::Status status, const std::string *file)
    : m_statement(statement), m_status(std::move(status)), m_file(file)
{
}

Statement::Statement(Statement &&other) noexcept
    : m_statement(std::exchange(other.m_statement, nullptr)),
      m_status(std::move(other.m_status)),
      m_file(other.m_file),
      m_next(other.m_next),
      m_owned(other.m_owned)
{
}

Statement::~Statement()
{
    if (m_owned)
        sqlite3_finalize(m_statement);
    else
        rewind();
}

void Statement::rewind()
{
    if (m_statement) {
        sqlite3_reset(m_statement);
        sqlite3_clear_bindings(m_statement);
    }
    m_next = 1;
}

Statement &Statement::bind(std::int64_t value)
{
    if (m_status.ok())
        m_status.Update(
            makeStatus(sqlite3_bind_int64(m_statement, m_next++, value), sqlite3_db_handle(m_statement), *m_file));
    return *this;
}

Statement &Statement::bind(std::string_view text)
{
    if (m_status.ok())
        m_status.Update(makeStatus(sqlite3_bind_text64(m_statement, m_next++, text.empty() ? "" : text.data(),
                                       text.size(), SQLITE_TRANSIENT, SQLITE_UTF8),
            sqlite3_db_handle(m_statement), *m_file));
    return *this;
}

Statement &Statement::bindBlob(std::string_view bytes)
{
    if (m_status.ok())
        m_status.Update(makeStatus(sqlite3_bind_blob64(m_statement, m_next++, bytes.empty() ? "" : bytes.data(),
                                       bytes.size(), SQLITE_TRANSIENT),
            sqlite3_db_handle(m_statement), *m_file));
    return *this;
}

Statement &Statement::bindNull()
{
    if (m_status.ok())
        m_status.Update(makeStatus(sqlite3_bind_null(m_statement, m_next++), sqlite3_db_handle(m_statement), *m_file));
    return *this;
}

absl::StatusOr<bool> Statement::step()
{
    if (!m_status.ok())
        return m_status;
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return makeStatus(code, sqlite3_db_handle(m_statement), *m_file);
}

absl::Status Statement::run()
{
    for (;;) {
        const absl::StatusOr<bool> row = step();
        if (!row.ok() || !*row)
            return row.status();
    }
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_statement, column); }

std::string_view Statement::text(int column) const
{
    const void *bytes = sqlite3_column_blob(m_statement, column);
    const int size = sqlite3_column_bytes(m_statement, column);
    return bytes ? std::string_view(static_cast<const char *>(bytes), static_cast<std::size_t>(size))
                 : std::string_view();
}

bool Statement::isNull(int column) const { return sqlite3_column_type(m_statement, column) == SQLITE_NULL; }

struct Database::State {
    struct Finalizer {
        void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
    };
    ~State()
    {
        statements.clear();
        sqlite3_close_v2(handle);
    }
    sqlite3 *handle = nullptr;
    std::string file;
    std::unordered_map<std::string, std::unique_ptr<sqlite3_stmt, Finalizer>> statements;
};

Database::Database(std::unique_ptr<State> state) : m_state(std::move(state)) { }
Database::Database(Database &&) noexcept = default;
Database &Database::operator=(Database &&) noexcept = default;
Database::~Database() = default;

absl::StatusOr<Database> Database::open(const std::string &path, Mode mode, const std::string &vfs)
{
    auto state = std::make_unique<State>();
    state->file = path;
    const int flags = (mode == Mode::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW;
    const int code = sqlite3_open_v2(path.c_str(), &state->handle, flags, vfs.empty() ? nullptr : vfs.c_str());
    if (code != SQLITE_OK)
        return makeStatus(code, state->handle, path);
    sqlite3_busy_timeout(state->handle, 2000);
    // The file may have been prepared by somebody else: nothing in its schema may run code or change shadow state.
    sqlite3_db_config(state->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(state->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(state->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(state->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(state->handle, SQLITE_LIMIT_LENGTH, 256 * 1024 * 1024);
    return Database(std::move(state));
}

absl::Status Database::run(const char *sql)
{
    return makeStatus(sqlite3_exec(m_state->handle, sql, nullptr, nullptr, nullptr), m_state->handle, m_state->file);
}

Statement Database::statement(std::string_view sql)
{
    auto found = m_state->statements.find(std::string(sql));
    if (found == m_state->statements.end()) {
        sqlite3_stmt *prepared = nullptr;
        const int code = sqlite3_prepare_v3(
            m_state->handle, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
        if (code != SQLITE_OK)
            return {nullptr, makeStatus(code, m_state->handle, m_state->file), &m_state->file};
        found = m_state->statements.emplace(sql, std::unique_ptr<sqlite3_stmt, State::Finalizer>(prepared)).first;
    }
    return {found->second.get(), absl::OkStatus(), &m_state->file};
}

Statement Database::prepare(std::string_view sql)
{
    sqlite3_stmt *prepared = nullptr;
    const int code =
        sqlite3_prepare_v3(m_state->handle, sql.data(), static_cast<int>(sql.size()), 0, &prepared, nullptr);
    Statement out(prepared, makeStatus(code, m_state->handle, m_state->file), &m_state->file);
    out.m_owned = true;
    return out;
}

absl::StatusOr<std::int64_t> Database::integer(std::string_view sql)
{
    Statement query = statement(sql);
    const absl::StatusOr<bool> row = query.step();
    if (!row.ok())
        return row.status();
    if (!*row)
        return absl::NotFoundError(fmt::format("{}: no row", m_state->file));
    return query.integer(0);
}

bool Database::inTransaction() const { return sqlite3_get_autocommit(m_state->handle) == 0; }

std::int64_t Database::changes() const { return sqlite3_changes64(m_state->handle); }

sqlite3 *Database::handle() const { return m_state->handle; }

const std::string &Database::file() const { return m_state->file; }

absl::Status Database::statusOf(int code) const { return makeStatus(code, m_state->handle, m_state->file); }

} // namespace binnacle::store
