// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

/// What the targets share: how libFuzzer calls them, and a file of the input's bytes for parsers that take a path.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace binnacle::fuzz {

inline std::string_view textOf(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), size};
}

/// Ends the run as a finding when something that must hold does not.
inline void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

/// A file in memory, gone with its scope.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view content) : m_fd(::memfd_create("fuzz", MFD_CLOEXEC))
    {
        require(m_fd >= 0 && ::write(m_fd, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    }
    ~MemoryFile() { ::close(m_fd); }
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd); }

private:
    int m_fd;
};

} // namespace binnacle::fuzz
