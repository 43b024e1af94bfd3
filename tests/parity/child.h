// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace binnacle::parity {

/// A program that is run with pipes on its standard input and output; its standard error is ours. Killed and reaped by the
/// destructor. One thread may write while another reads.
class Child {
public:
    /// No shell is involved. kNotFound, kInternal.
    [[nodiscard]] static absl::StatusOr<Child> start(
        const std::string &program, const std::vector<std::string> &arguments);
    Child(Child &&other) noexcept;
    Child &operator=(Child &&) = delete;
    ~Child();

    /// Writes the text and a line feed. kUnavailable when the program is gone, or takes nothing for a minute.
    [[nodiscard]] absl::Status writeLine(std::string_view line) const;
    void closeInput();
    /// A line without its end. kOutOfRange at the end of the output; kDeadlineExceeded after a minute of silence;
    /// kResourceExhausted beyond 64 MiB.
    [[nodiscard]] absl::StatusOr<std::string> readLine();
    /// Waits for the program to end. kInternal when it failed.
    [[nodiscard]] absl::Status finish();

private:
    Child(pid_t pid, int input, int output) : m_pid(pid), m_input(input), m_output(output) { }

    pid_t m_pid = -1;
    int m_input = -1;
    int m_output = -1;
    std::string m_buffer;
    std::size_t m_at = 0; ///< what of the buffer was read
};

} // namespace binnacle::parity
