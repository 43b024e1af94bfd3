// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/credentials_consent.h"

#include "backend/kube/atomic_file.h"
#include "backend/kube/text.h"
#include "backend/kube/yaml.h"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace binnacle::kube {

namespace {

constexpr std::size_t storeBytes = std::size_t{1} << 20;

bool isProgram(const std::string &path)
{
    struct stat facts { };
    return ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

absl::StatusOr<std::string> findProgram(const ExecSpec &exec, const std::string &searchPath)
{
    const std::string hint =
        exec.installHint.empty() ? std::string() : fmt::format("; {}", firstBytes(exec.installHint, 512));
    if (exec.command.find('/') != std::string::npos) {
        const std::string path =
            std::filesystem::path(exec.command).is_absolute() ? exec.command : exec.folder + "/" + exec.command;
        const std::string plain = std::filesystem::path(path).lexically_normal().string();
        if (isProgram(plain)) {
            return plain;
        }
        const bool there = ::access(plain.c_str(), F_OK) == 0;
        return there ? absl::PermissionDeniedError(fmt::format("{} is not executable", plain))
                     : absl::NotFoundError(fmt::format("{} does not exist{}", plain, hint));
    }
    for (std::size_t at = 0; at < searchPath.size();) {
        const std::size_t end = std::min(searchPath.find(':', at), searchPath.size());
        const std::string folder = searchPath.substr(at, end - at);
        at = end + 1;
        if (!folder.empty() && folder.front() == '/' && isProgram(folder + "/" + exec.command)) {
            return folder + "/" + exec.command;
        }
    }
    return absl::NotFoundError(fmt::format("{} is not in PATH{}", firstBytes(exec.command, 256), hint));
}

/// SHA-256 over the parts, each with its length before it, so that no two lists of parts agree.
std::string hashOf(const ConsentRequest &request)
{
    std::string parts;
    const auto add = [&parts](std::string_view part) { parts += fmt::format("{}:{};", part.size(), part); };
    add("binnacle exec consent 1");
    add(request.resolvedPath);
    add(std::to_string(request.args.size()));
    for (const std::string &arg : request.args) {
        add(arg);
    }
    for (const auto &[name, value] : request.env) {
        add(name);
        add(value);
    }
    add(request.provideClusterInfo ? "cluster" : "");
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char *>(parts.data()), parts.size(), digest);
    Secret::wipe(parts);
    return fmt::format("{:02x}", fmt::join(digest, ""));
}

} // namespace

absl::StatusOr<ConsentRequest> consentRequestFor(const ClusterConfig &config, const std::string &searchPath)
{
    if (!config.credential.exec) {
        return absl::FailedPreconditionError("the user has no exec plugin");
    }
    const ExecSpec &exec = *config.credential.exec;
    auto path = findProgram(exec, searchPath);
    if (!path.ok()) {
        return path.status();
    }
    ConsentRequest request{config.context, exec.command, *std::move(path), exec.args, exec.env, exec.provideClusterInfo,
        exec.installHint, {}};
    request.hash = hashOf(request);
    return request;
}

ConsentStore::ConsentStore(std::string path) : m_path(std::move(path))
{
    const auto text = readTextFile(m_path, storeBytes);
    const auto document = text.ok() ? parseDocument(m_path, *text) : absl::StatusOr<Document>(text.status());
    if (!document.ok()) {
        return;
    }
    const absl::MutexLock lock(&m_mutex);
    for (const Entry entry : document->root()["allowed"]) {
        m_hashes.emplace(entry.value.text());
    }
}

bool ConsentStore::allows(const std::string &hash) const
{
    const absl::MutexLock lock(&m_mutex);
    return !hash.empty() && m_hashes.count(hash) > 0;
}

absl::Status ConsentStore::remember(const ConsentRequest &request)
{
    if (request.hash != hashOf(request)) {
        return absl::InvalidArgumentError("the consent's hash is of something else");
    }
    const absl::MutexLock lock(&m_mutex);
    std::set<std::string> hashes = m_hashes;
    hashes.insert(request.hash);
    if (auto status = save(hashes); !status.ok()) {
        return status;
    }
    m_hashes = std::move(hashes);
    return absl::OkStatus();
}

absl::Status ConsentStore::forget(const std::string &hash)
{
    const absl::MutexLock lock(&m_mutex);
    // Gone at once, whether or not the file can be written.
    m_hashes.erase(hash);
    return save(m_hashes);
}

absl::Status ConsentStore::save(const std::set<std::string> &hashes) const
{
    std::error_code fault;
    const std::string folder = std::filesystem::path(m_path).parent_path().string();
    if (!folder.empty() && std::filesystem::create_directories(folder, fault)) {
        ::chmod(folder.c_str(), 0700);
    }
    std::string text = "{\"allowed\": [";
    for (const std::string &hash : hashes) {
        text += fmt::format("{}\"{}\"", text.back() == '[' ? "" : ", ", hash);
    }
    return writeFileAtomically(m_path, text + "]}\n", 0600);
}

std::string defaultConsentPath(const std::string &xdgConfigHome, const std::string &homeFolder)
{
    const bool xdg = !xdgConfigHome.empty() && xdgConfigHome.front() == '/';
    return (xdg ? xdgConfigHome : homeFolder + "/.config") + "/binnacle/exec-consents.json";
}

} // namespace binnacle::kube
