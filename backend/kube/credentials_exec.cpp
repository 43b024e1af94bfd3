// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/credentials_exec.h"

#include "backend/kube/json.h"
#include "backend/kube/kubeconfig_fields.h"

#include <absl/cleanup/cleanup.h>
#include <absl/strings/escaping.h>
#include <absl/time/time.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char **environ;

namespace binnacle::kube {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t excerptBytes = 200;
constexpr std::size_t errorBytes = 4096;
constexpr std::size_t maskedRun = 16;
constexpr std::chrono::milliseconds pollStep{50};

bool mayBeTokenByte(char c)
{
    const auto u = static_cast<unsigned char>(c);
    return std::isalnum(u) != 0 || c == '+' || c == '/' || c == '=' || c == '_' || c == '-' || c == '.' || c == '~';
}

struct Pipe {
    int reader = -1;
    int writer = -1;
    Pipe() = default;
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;
    ~Pipe()
    {
        closeEnd(reader);
        closeEnd(writer);
    }
    bool open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            return false;
        }
        reader = ends[0];
        writer = ends[1];
        ::fcntl(reader, F_SETFL, O_NONBLOCK);
        return true;
    }
    static void closeEnd(int &end)
    {
        if (end >= 0) {
            ::close(end);
            end = -1;
        }
    }
};

std::vector<std::string> environmentFor(const ConsentRequest &request, const std::string &info)
{
    std::vector<std::string> out;
    const auto overridden = [&](std::string_view entry) {
        const std::string_view name = entry.substr(0, entry.find('='));
        return name == "KUBERNETES_EXEC_INFO"
            || std::any_of(
                request.env.begin(), request.env.end(), [name](const auto &pair) { return pair.first == name; });
    };
    for (char **entry = environ; *entry != nullptr; ++entry) {
        if (!overridden(*entry)) {
            out.emplace_back(*entry);
        }
    }
    for (const auto &[name, value] : request.env) {
        out.push_back(fmt::format("{}={}", name, value));
    }
    out.push_back("KUBERNETES_EXEC_INFO=" + info);
    return out;
}

std::vector<char *> pointersTo(std::vector<std::string> &texts)
{
    std::vector<char *> out;
    out.reserve(texts.size() + 1);
    for (std::string &text : texts) {
        out.push_back(text.data());
    }
    out.push_back(nullptr);
    return out;
}

/// A running child with its process group; killed and reaped at the end of its scope. Reaped only there, so that its
/// group's number cannot have become another's when it is killed.
class Child {
public:
    Child() = default;
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;
    ~Child()
    {
        if (m_pid > 0) {
            ::kill(-m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
    }

    absl::Status start(const ConsentRequest &request, const std::string &info, int out, int err)
    {
        std::vector<std::string> args{request.resolvedPath};
        args.insert(args.end(), request.args.begin(), request.args.end());
        std::vector<std::string> environment = environmentFor(request, info);
        const auto argv = pointersTo(args);
        const auto envp = pointersTo(environment);

        posix_spawn_file_actions_t files;
        posix_spawnattr_t attributes;
        posix_spawn_file_actions_init(&files);
        posix_spawnattr_init(&attributes);
        const absl::Cleanup freeing = [&] {
            posix_spawn_file_actions_destroy(&files);
            posix_spawnattr_destroy(&attributes);
        };
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        const int fault =
            ::posix_spawn(&m_pid, request.resolvedPath.c_str(), &files, &attributes, argv.data(), envp.data());
        for (std::string &entry : environment) {
            Secret::wipe(entry);
        }
        if (fault != 0) {
            m_pid = -1;
            return absl::ErrnoToStatus(fault, request.resolvedPath);
        }
        return absl::OkStatus();
    }

    /// How it ended ("exit code 0", "signal 9"), once it has.
    [[nodiscard]] std::optional<std::string> ended() const
    {
        siginfo_t facts{};
        if (::waitid(P_PID, static_cast<id_t>(m_pid), &facts, WEXITED | WNOHANG | WNOWAIT) != 0
            || facts.si_pid != m_pid) {
            return std::nullopt;
        }
        return fmt::format("{} {}", facts.si_code == CLD_EXITED ? "exit code" : "signal", facts.si_status);
    }

private:
    pid_t m_pid = -1;
};

/// Takes what is there now, 1 MiB at most, so that one who never stops writing is stopped by the deadline; false once the
/// other end is closed.
bool take(int fd, std::string &into, std::size_t most)
{
    char buffer[16384];
    for (int turn = 0; turn < 64; ++turn) {
        const ssize_t got = ::read(fd, buffer, sizeof buffer);
        if (got > 0) {
            const std::size_t room = into.size() < most ? most - into.size() : 0;
            into.append(buffer, std::min(room, static_cast<std::size_t>(got)));
            explicit_bzero(buffer, sizeof buffer);
            continue;
        }
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    return true;
}

struct Outcome {
    std::string output;
    std::string error;
    std::string end;
};

absl::Status waitFor(
    const Child &child, int out, int err, const ExecLimits &limits, const std::stop_token &stop, Outcome &outcome)
{
    // Wakes the wait below when stop is asked for.
    const int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    const absl::Cleanup closing = [wake] { ::close(wake); };
    const std::stop_callback waking(stop, [wake] { ::eventfd_write(wake, 1); });
    const auto deadline = Clock::now() + limits.timeout;
    bool outOpen = true;
    bool errOpen = true;
    for (;;) {
        const auto ended = child.ended();
        outOpen = outOpen && take(out, outcome.output, limits.outputBytes + 1);
        errOpen = errOpen && take(err, outcome.error, errorBytes);
        if (outcome.output.size() > limits.outputBytes) {
            return limitError("exec plugin", {}, "bytes", limits.outputBytes);
        }
        if (ended) {
            outcome.end = *ended;
            return absl::OkStatus();
        }
        if (stop.stop_requested()) {
            return absl::CancelledError("exec plugin");
        }
        if (Clock::now() >= deadline) {
            return absl::DeadlineExceededError(
                fmt::format("exec plugin: not done after {} ms", limits.timeout.count()));
        }
        pollfd watched[3] = {{wake, POLLIN, 0}, {outOpen ? out : -1, POLLIN, 0}, {errOpen ? err : -1, POLLIN, 0}};
        ::poll(watched, 3, static_cast<int>(pollStep.count()));
    }
}

absl::StatusOr<Secret> pemField(Value status, std::string_view key)
{
    const Value value = status[key];
    if (value && !value.isString()) {
        return absl::InvalidArgumentError(fmt::format("exec plugin: status.{} is no string", key));
    }
    if (!value.text().empty() && value.text().find("-----BEGIN ") == std::string_view::npos) {
        return absl::InvalidArgumentError(fmt::format("exec plugin: status.{} is no PEM text", key));
    }
    return Secret(std::string(value.text()));
}

absl::Status readExpiry(Value status, ExecCredential &credential)
{
    const Value value = status["expirationTimestamp"];
    if (!value) {
        return absl::OkStatus();
    }
    absl::Time time;
    std::string problem;
    if (!value.isString()
        || !absl::ParseTime(absl::RFC3339_full, {value.text().data(), value.text().size()}, &time, &problem)) {
        return absl::InvalidArgumentError("exec plugin: status.expirationTimestamp is no RFC 3339 time");
    }
    credential.expires = base::TimePoint(std::chrono::nanoseconds(absl::ToUnixNanos(time)));
    return absl::OkStatus();
}

} // namespace

std::string maskedExcerpt(std::string_view text)
{
    text = text.substr(0, errorBytes);
    std::string out;
    for (std::size_t at = 0; at < text.size() && out.size() < excerptBytes;) {
        std::size_t end = at;
        while (end < text.size() && mayBeTokenByte(text[end])) {
            ++end;
        }
        if (end - at >= maskedRun) {
            out += "***";
        } else {
            out += text.substr(at, end - at);
        }
        at = end;
        if (at < text.size()) {
            const auto c = static_cast<unsigned char>(text[at++]);
            const bool printable = c >= 0x20 && c < 0x7f;
            if (printable || (!out.empty() && out.back() != ' ')) {
                out += printable ? static_cast<char>(c) : ' ';
            }
        }
    }
    out.resize(std::min(out.size(), excerptBytes));
    while (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    return out;
}

absl::StatusOr<ExecCredential> parseExecCredential(std::string_view output, std::string_view apiVersion)
{
    JsonReader reader;
    DocumentLimits limits;
    const auto document = reader.parse("exec plugin", output, limits);
    if (!document.ok()) {
        return document.status();
    }
    const Value root = document->root();
    if (root["kind"].text() != "ExecCredential") {
        return absl::InvalidArgumentError("exec plugin: kind is not ExecCredential");
    }
    if (root["apiVersion"].text() != apiVersion) {
        return absl::InvalidArgumentError(fmt::format("exec plugin: apiVersion is not {}", apiVersion));
    }
    const Value status = root["status"];
    ExecCredential credential;
    if (status["token"] && !status["token"].isString()) {
        return absl::InvalidArgumentError("exec plugin: status.token is no string");
    }
    if (const Secret raw(std::string(status["token"].text())); !raw.empty()) {
        auto token = cleanToken(raw);
        if (!token) {
            return absl::InvalidArgumentError("exec plugin: status.token holds line breaks or control characters");
        }
        credential.token = *std::move(token);
    }
    auto certificate = pemField(status, "clientCertificateData");
    auto key = pemField(status, "clientKeyData");
    if (!certificate.ok() || !key.ok()) {
        return certificate.ok() ? key.status() : certificate.status();
    }
    credential.certificatePem = *std::move(certificate);
    credential.keyPem = *std::move(key);
    if (credential.certificatePem.empty() != credential.keyPem.empty()) {
        return absl::InvalidArgumentError("exec plugin: a certificate needs a key and a key a certificate");
    }
    if (credential.token.empty() && credential.certificatePem.empty()) {
        return absl::InvalidArgumentError("exec plugin: neither a token nor a certificate");
    }
    if (auto fault = readExpiry(status, credential); !fault.ok()) {
        return fault;
    }
    return credential;
}

std::string execInfo(const ClusterConfig &config, const Secret &caPem)
{
    const ExecSpec &exec = *config.credential.exec;
    nlohmann::ordered_json info{
        {"kind", "ExecCredential"}, {"apiVersion", exec.apiVersion}, {"spec", {{"interactive", false}}}};
    if (exec.provideClusterInfo) {
        nlohmann::ordered_json cluster{{"server", config.server}};
        if (!config.tlsServerName.empty()) {
            cluster["tls-server-name"] = config.tlsServerName;
        }
        if (config.insecure) {
            cluster["insecure-skip-tls-verify"] = true;
        }
        if (!caPem.empty()) {
            cluster["certificate-authority-data"] = absl::Base64Escape(caPem.reveal());
        }
        if (!config.proxyUrl.empty()) {
            cluster["proxy-url"] = config.proxyUrl;
        }
        const std::string extension = exec.clusterConfig.empty() ? "null" : exec.clusterConfig;
        cluster["config"] = nlohmann::ordered_json::parse(extension, nullptr, false);
        info["spec"]["cluster"] = std::move(cluster);
    }
    return info.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

absl::StatusOr<ExecCredential> runExecPlugin(const ConsentRequest &request, std::string_view apiVersion,
    const std::string &info, const ExecLimits &limits, std::stop_token stop)
{
    Pipe out;
    Pipe err;
    if (!out.open() || !err.open()) {
        return absl::ErrnoToStatus(errno, "exec plugin");
    }
    Child child;
    if (auto status = child.start(request, info, out.writer, err.writer); !status.ok()) {
        return status;
    }
    Pipe::closeEnd(out.writer);
    Pipe::closeEnd(err.writer);
    Outcome outcome;
    const absl::Cleanup wiping = [&outcome] {
        Secret::wipe(outcome.output);
        Secret::wipe(outcome.error);
    };
    if (auto status = waitFor(child, out.reader, err.reader, limits, stop, outcome); !status.ok()) {
        return status;
    }
    if (outcome.end != "exit code 0") {
        return absl::UnavailableError(
            fmt::format("{}: {}: {}", request.resolvedPath, outcome.end, maskedExcerpt(outcome.error)));
    }
    return parseExecCredential(outcome.output, apiVersion);
}

} // namespace binnacle::kube
