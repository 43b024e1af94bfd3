// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/file_port.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace binnacle::store {

namespace {

absl::Status failed(int error, std::string_view what, const std::string &path)
{
    return absl::ErrnoToStatus(error, fmt::format("{}: {}", path, what));
}

class Descriptor {
public:
    Descriptor(const std::string &path, int flags) : m_value(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600))
    {
    }
    ~Descriptor()
    {
        if (m_value >= 0)
            ::close(m_value);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int value() const { return m_value; }
    [[nodiscard]] bool ok() const { return m_value >= 0; }

private:
    int m_value;
};

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

absl::Status syncDirectoryOf(const std::string &path)
{
    const std::string parent = std::filesystem::path(path).parent_path().string();
    const Descriptor directory(parent.empty() ? "." : parent, O_RDONLY | O_DIRECTORY);
    if (!directory.ok() || ::fsync(directory.value()) != 0)
        return failed(errno, "sync directory", path);
    return absl::OkStatus();
}

class PosixFiles final : public FilePort {
public:
    absl::StatusOr<std::string> read(const std::string &path, std::size_t maxBytes) override
    {
        const Descriptor file(path, O_RDONLY | O_NONBLOCK);
        if (!file.ok())
            return failed(errno, "open", path);
        struct stat status { };
        if (::fstat(file.value(), &status) != 0)
            return failed(errno, "stat", path);
        if (!S_ISREG(status.st_mode))
            return absl::FailedPreconditionError(fmt::format("{}: not a regular file", path));
        std::string bytes;
        char chunk[16384];
        for (;;) {
            const ssize_t got = ::read(file.value(), chunk, sizeof chunk);
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                return failed(errno, "read", path);
            if (got == 0)
                return bytes;
            bytes.append(chunk, static_cast<std::size_t>(got));
            if (bytes.size() > maxBytes)
                return absl::ResourceExhaustedError(fmt::format("{}: longer than {} bytes", path, maxBytes));
        }
    }

    absl::Status append(const std::string &path, std::string_view bytes) override
    {
        const bool isNew = ::access(path.c_str(), F_OK) != 0;
        const Descriptor file(path, O_WRONLY | O_CREAT | O_APPEND);
        struct stat before { };
        if (!file.ok() || ::fstat(file.value(), &before) != 0)
            return failed(errno, "open", path);
        if (!writeAll(file.value(), bytes) || ::fdatasync(file.value()) != 0) {
            const int error = errno;
            // Best effort: a reader drops an unfinished last line as well.
            [[maybe_unused]] const int cut = ::ftruncate(file.value(), before.st_size);
            return failed(error, "write", path);
        }
        return isNew ? syncDirectoryOf(path) : absl::OkStatus();
    }

    absl::Status replace(const std::string &path, std::string_view bytes) override
    {
        const std::string temporary = path + ".new";
        ::unlink(temporary.c_str());
        {
            const Descriptor file(temporary, O_WRONLY | O_CREAT | O_EXCL);
            if (!file.ok())
                return failed(errno, "create", temporary);
            if (!writeAll(file.value(), bytes) || ::fsync(file.value()) != 0) {
                const int error = errno;
                ::unlink(temporary.c_str());
                return failed(error, "write", temporary);
            }
        }
        if (::rename(temporary.c_str(), path.c_str()) != 0)
            return failed(errno, "rename", path);
        return syncDirectoryOf(path);
    }
};

} // namespace

FilePort &posixFiles()
{
    static PosixFiles files;
    return files;
}

absl::Status makeDirectory(const std::string &path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return absl::OkStatus();
    std::filesystem::create_directories(path, error);
    if (!error)
        std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
    return error ? failed(error.value(), "create directory", path) : absl::OkStatus();
}

absl::Status makePrivateFile(const std::string &path)
{
    const Descriptor file(path, O_WRONLY | O_CREAT);
    return file.ok() ? absl::OkStatus() : failed(errno, "create", path);
}

absl::StatusOr<FileLock> FileLock::take(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        return failed(errno, "open", path);
    FileLock lock(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return failed(errno, "lock", path);
        char owner[32] = {};
        const ssize_t length = ::pread(descriptor, owner, sizeof owner - 1, 0);
        const std::string_view digits(owner, length > 0 ? static_cast<std::size_t>(length) : 0);
        return absl::FailedPreconditionError(fmt::format(
            "{}: process {} writes here; open read-only or close it", path, digits.substr(0, digits.find('\n'))));
    }
    const std::string self = fmt::format("{}\n", ::getpid());
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, self.data(), self.size(), 0) < 0)
        return failed(errno, "write", path);
    return lock;
}

FileLock::FileLock(FileLock &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace binnacle::store
