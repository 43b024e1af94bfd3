// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace binnacle::store {

/// The few file operations of the store outside SQLite, so that a test can make them fail. Files are made with mode
/// 0600 and never followed through a symbolic link. What an OK write wrote survives a power cut.
class FilePort {
public:
    virtual ~FilePort() = default;
    /// kNotFound when there is no such file, kResourceExhausted past maxBytes.
    [[nodiscard]] virtual absl::StatusOr<std::string> read(const std::string &path, std::size_t maxBytes) = 0;
    /// All of the bytes at the end of the file, or (after an error) none of them.
    [[nodiscard]] virtual absl::Status append(const std::string &path, std::string_view bytes) = 0;
    /// The file is the old one or the new one at any moment.
    [[nodiscard]] virtual absl::Status replace(const std::string &path, std::string_view bytes) = 0;
};

/// The real one; never destroyed. Thread-safe.
[[nodiscard]] FilePort &posixFiles();

/// Makes a directory (mode 0700) and its parents.
[[nodiscard]] absl::Status makeDirectory(const std::string &path);

/// Makes an empty file of mode 0600 unless there is one.
[[nodiscard]] absl::Status makePrivateFile(const std::string &path);

/// Takes a lock that other processes see; held until destroyed. kFailedPrecondition names the process that has it.
class FileLock {
public:
    [[nodiscard]] static absl::StatusOr<FileLock> take(const std::string &path);
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) { }
    int m_descriptor = -1;
};

} // namespace binnacle::store
