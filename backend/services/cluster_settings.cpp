// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/cluster_settings.h"

#include "backend/kube/atomic_file.h"
#include "planner/base/hash.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace binnacle::services {

namespace {

constexpr std::array<const char *, 4> autonomyNames{"observe", "recommend", "approve", "automatic"};
constexpr std::array<const char *, 3> protectionNames{"normal", "protected", "read-only"};

std::string folder(const char *variable, const char *fallback)
{
    const char *given = std::getenv(variable);
    if (given && *given == '/')
        return std::string(given) + "/binnacle";
    const char *home = std::getenv("HOME");
    return std::string(home && *home ? home : "/tmp") + '/' + fallback + "/binnacle";
}

std::string settingsPath(const Folders &folders, const api::ClusterProfile &profile)
{
    return folders.config + "/clusters/" + fileNameOf(profile.id) + ".json";
}

template <typename Enum, std::size_t N>
void take(const nlohmann::json &json, const char *key, const std::array<const char *, N> &names, Enum &out)
{
    if (!json.contains(key) || !json[key].is_string())
        return;
    const std::string word = json[key];
    for (std::size_t i = 0; i < N; ++i) {
        if (word == names[i])
            out = static_cast<Enum>(i);
    }
}

} // namespace

const char *autonomyName(api::Autonomy autonomy) { return autonomyNames.at(static_cast<std::size_t>(autonomy)); }

const char *protectionName(api::Protection protection)
{
    return protectionNames.at(static_cast<std::size_t>(protection));
}

Folders Folders::ofUser()
{
    return {folder("XDG_CONFIG_HOME", ".config"), folder("XDG_DATA_HOME", ".local/share"),
        folder("XDG_STATE_HOME", ".local/state")};
}

std::string fileNameOf(const std::string &clusterId)
{
    std::string out;
    bool changed = false;
    for (const char c : clusterId) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
            || c == '-' || c == '_';
        out += plain ? c : '_';
        changed |= !plain;
    }
    if (!changed && out.size() <= 60 && !out.empty() && out.front() != '.')
        return out;
    return fmt::format(
        "{}-{}", out.substr(0, 60), base::FingerprintBuilder().add(clusterId).finish().hex().substr(0, 12));
}

void loadClusterSettings(const Folders &folders, api::ClusterProfile &profile)
{
    std::ifstream in(settingsPath(folders, profile));
    const nlohmann::json json = nlohmann::json::parse(in, nullptr, false);
    if (!json.is_object())
        return;
    // A name that means another server now does not inherit what was allowed on the old one.
    const bool sameServer = !json.contains("origin") || json["origin"] == profile.origin;
    if (sameServer)
        take(json, "autonomy", autonomyNames, profile.autonomy);
    take(json, "protection", protectionNames, profile.protection);
    if (json.contains("colour") && json["colour"].is_number_integer())
        profile.colour = json["colour"];
}

absl::Status saveClusterSettings(const Folders &folders, const api::ClusterProfile &profile)
{
    const nlohmann::json json = {{"autonomy", autonomyName(profile.autonomy)}, {"origin", profile.origin},
        {"protection", protectionName(profile.protection)}, {"colour", profile.colour}};
    std::error_code error;
    std::filesystem::create_directories(folders.config + "/clusters", error);
    return kube::writeFileAtomically(settingsPath(folders, profile), json.dump(2) + '\n', 0600);
}

const char *policyReloadName(api::PolicyReload reload) { return reload == api::PolicyReload::Ask ? "ask" : "at-once"; }

namespace {

std::string reloadPath(const Folders &folders, const std::string &clusterId)
{
    return folders.config + "/clusters/" + fileNameOf(clusterId) + ".policy";
}

} // namespace

api::PolicyReload loadPolicyReload(const Folders &folders, const std::string &clusterId, api::PolicyReload byDefault)
{
    std::ifstream in(reloadPath(folders, clusterId));
    std::string word;
    in >> word;
    for (const api::PolicyReload reload : {api::PolicyReload::Ask, api::PolicyReload::AtOnce}) {
        if (word == policyReloadName(reload))
            return reload;
    }
    return byDefault;
}

absl::Status savePolicyReload(const Folders &folders, const std::string &clusterId, api::PolicyReload reload)
{
    std::error_code error;
    std::filesystem::create_directories(folders.config + "/clusters", error);
    return kube::writeFileAtomically(
        reloadPath(folders, clusterId), std::string(policyReloadName(reload)) + '\n', 0600);
}

} // namespace binnacle::services
