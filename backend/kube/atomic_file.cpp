// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace binnacle::kube {

namespace {

absl::Status writeAll(int fd, std::string_view content, const std::string &path)
{
    while (!content.empty()) {
        const ssize_t put = ::write(fd, content.data(), content.size());
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return absl::ErrnoToStatus(errno, path);
        }
        content.remove_prefix(static_cast<std::size_t>(put));
    }
    return ::fsync(fd) == 0 ? absl::OkStatus() : absl::ErrnoToStatus(errno, path);
}

void syncFolderOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        ::fsync(fd);
        ::close(fd);
    }
}

} // namespace

absl::Status writeFileAtomically(const std::string &path, std::string_view content, mode_t mode)
{
    std::string temporary = path + ".XXXXXX";
    const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (fd < 0) {
        return absl::ErrnoToStatus(errno, path);
    }
    absl::Status status = ::fchmod(fd, mode) == 0 ? absl::OkStatus() : absl::ErrnoToStatus(errno, path);
    if (status.ok()) {
        status = writeAll(fd, content, path);
    }
    if (::close(fd) != 0 && status.ok()) {
        status = absl::ErrnoToStatus(errno, path);
    }
    if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) {
        status = absl::ErrnoToStatus(errno, path);
    }
    if (!status.ok()) {
        ::unlink(temporary.c_str());
        return status;
    }
    syncFolderOf(path);
    return status;
}

} // namespace binnacle::kube
