// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/parity/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace binnacle::parity {

namespace {

constexpr int patienceMilliseconds = 60'000;
constexpr std::size_t longestLine = std::size_t{64} << 20;

/// Whether the descriptor is ready before patience runs out.
bool waitFor(int descriptor, short events)
{
    pollfd one{descriptor, events, 0};
    int ready = 0;
    do {
        ready = poll(&one, 1, patienceMilliseconds);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

void closeOnce(int &descriptor)
{
    if (descriptor >= 0) {
        close(std::exchange(descriptor, -1));
    }
}

} // namespace

absl::StatusOr<Child> Child::start(const std::string &program, const std::vector<std::string> &arguments)
{
    if (access(program.c_str(), X_OK) != 0) {
        return absl::NotFoundError("cannot run " + program);
    }
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0) {
        return absl::InternalError("no pipe");
    }
    if (pipe2(out.data(), O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return absl::InternalError("no pipe");
    }
    std::vector<char *> words{const_cast<char *>(program.c_str())};
    for (const std::string &argument : arguments) {
        words.push_back(const_cast<char *>(argument.c_str()));
    }
    words.push_back(nullptr);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        signal(SIGPIPE, SIG_DFL);
        execv(program.c_str(), words.data());
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    Child child(pid, in[1], out[0]);
    if (pid < 0) {
        return absl::InternalError("no process");
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    return child;
}

Child::Child(Child &&other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)),
      m_input(std::exchange(other.m_input, -1)),
      m_output(std::exchange(other.m_output, -1)),
      m_buffer(std::move(other.m_buffer)),
      m_at(std::exchange(other.m_at, 0))
{
}

Child::~Child()
{
    closeOnce(m_input);
    closeOnce(m_output);
    if (m_pid > 0) {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
}

absl::Status Child::writeLine(std::string_view line) const
{
    std::string text(line);
    text.push_back('\n');
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t written = write(m_input, rest.data(), rest.size());
        if (written > 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR && (errno != EAGAIN || !waitFor(m_input, POLLOUT))) {
            return absl::UnavailableError("the program takes no more");
        }
    }
    return absl::OkStatus();
}

void Child::closeInput() { closeOnce(m_input); }

absl::StatusOr<std::string> Child::readLine()
{
    std::array<char, 1 << 16> chunk{};
    for (std::size_t searched = m_at;;) {
        if (const std::size_t end = m_buffer.find('\n', searched); end != std::string::npos) {
            std::string line = m_buffer.substr(m_at, end - m_at);
            m_at = end + 1;
            return line;
        }
        m_buffer.erase(0, std::exchange(m_at, 0));
        searched = m_buffer.size();
        if (m_buffer.size() > longestLine) {
            return absl::ResourceExhaustedError("a line of more than 64 MiB");
        }
        if (!waitFor(m_output, POLLIN)) {
            return absl::DeadlineExceededError("the program says nothing");
        }
        const ssize_t got = read(m_output, chunk.data(), chunk.size());
        if (got > 0) {
            m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
        } else if (got == 0) {
            return absl::OutOfRangeError("the output ended");
        } else if (errno != EINTR) {
            return absl::UnavailableError("the output cannot be read");
        }
    }
}

absl::Status Child::finish()
{
    closeOnce(m_input);
    closeOnce(m_output);
    int status = 0;
    waitpid(std::exchange(m_pid, -1), &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return absl::InternalError("the program failed");
    }
    return absl::OkStatus();
}

} // namespace binnacle::parity
