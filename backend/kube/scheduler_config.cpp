// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/scheduler_config.h"

#include "backend/kube/scheduler_profile.h"
#include "backend/kube/yaml.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr std::size_t mostBytes = std::size_t{1} << 20;
constexpr DocumentLimits limits{mostBytes, 32, 20'000, 50'000};
constexpr std::int64_t anyNumber = std::numeric_limits<std::int32_t>::max();

/// IsExtendedResourceName of Kubernetes, and a name that can be one: "vendor.example/thing".
bool isExtendedResource(std::string_view name)
{
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash > 253
        || name.find('/', slash + 1) != std::string_view::npos
        || name.substr(0, slash).find("kubernetes.io") != std::string_view::npos || name.starts_with("requests.")) {
        return false;
    }
    const auto isPart = [](std::string_view part, std::size_t most) {
        const auto isEdge = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
        return !part.empty() && part.size() <= most && isEdge(part.front()) && isEdge(part.back())
            && std::all_of(
                part.begin(), part.end(), [&](char c) { return isEdge(c) || c == '-' || c == '_' || c == '.'; });
    };
    return isPart(name.substr(0, slash), 253) && isPart(name.substr(slash + 1), 63);
}

/// One reading. The first thing that is wrong stays in the status.
class Reader {
public:
    SchedulerConfig read(const Fields &root)
    {
        onlyFields(root, "KubeSchedulerConfiguration",
            {"apiVersion", "kind", "parallelism", "leaderElection", "clientConnection", "enableProfiling",
                "enableContentionProfiling", "percentageOfNodesToScore", "podInitialBackoffSeconds",
                "podMaxBackoffSeconds", "profiles", "extenders", "delayCacheUntilActive"});
        (void)root.integer("parallelism", 1, anyNumber);
        (void)root.integer("percentageOfNodesToScore", 0, 100);
        (void)root.integer("podInitialBackoffSeconds", 1, anyNumber);
        (void)root.integer("podMaxBackoffSeconds", 1, anyNumber);
        for (const std::string_view flag : {"enableProfiling", "enableContentionProfiling", "delayCacheUntilActive"}) {
            (void)root.boolean(flag);
        }
        onlyFields(root.object("leaderElection"), "leaderElection",
            {"leaderElect", "leaseDuration", "renewDeadline", "retryPeriod", "resourceLock", "resourceName",
                "resourceNamespace"});
        onlyFields(root.object("clientConnection"), "clientConnection",
            {"kubeconfig", "acceptContentTypes", "contentType", "qps", "burst"});
        forEachField(root, "profiles", "profiles",
            [&](const Fields &profile, const std::string &at) { takeProfile(profile, at); });
        forEachField(root, "extenders", "extenders",
            [&](const Fields &extender, const std::string &at) { takeExtender(extender, at); });
        return std::move(m_config);
    }

private:
    void takeProfile(const Fields &profile, const std::string &at)
    {
        SchedulerProfile read = readProfile(profile, at);
        const bool twice = std::any_of(m_config.profiles.begin(), m_config.profiles.end(),
            [&](const SchedulerProfile &known) { return known.schedulerName == read.schedulerName; });
        if (twice) {
            profile.fail(profile.value(),
                fmt::format(
                    "{}.schedulerName: another profile is called {} already", at, shownInError(read.schedulerName)));
        }
        m_config.profiles.push_back(std::move(read));
    }

    void takeExtender(const Fields &extender, const std::string &at)
    {
        onlyFields(extender, at,
            {"urlPrefix", "filterVerb", "preemptVerb", "prioritizeVerb", "weight", "bindVerb", "enableHTTPS",
                "tlsConfig", "httpTimeout", "nodeCacheCapable", "managedResources", "ignorable"});
        for (const std::string_view text : {"urlPrefix", "filterVerb", "preemptVerb", "httpTimeout"}) {
            (void)extender.text(text);
        }
        for (const std::string_view flag : {"enableHTTPS", "nodeCacheCapable", "ignorable"}) {
            (void)extender.boolean(flag);
        }
        onlyFields(extender.object("tlsConfig"), at + ".tlsConfig",
            {"insecure", "serverName", "certFile", "keyFile", "caFile", "certData", "keyData", "caData"});
        const std::int64_t weight = extender.integer(
            "weight", std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
        if (!extender.text("prioritizeVerb").empty() && weight <= 0) {
            extender.fail(extender.value(), at + ".weight: an extender with a prioritizeVerb needs a positive weight");
        }
        if (!extender.text("bindVerb").empty() && std::exchange(m_binds, true)) {
            extender.fail(extender.value(), at + ".bindVerb: another extender binds already; only one may");
        }
        framework::Extender out;
        forEachField(extender, "managedResources", at + ".managedResources",
            [&](const Fields &resource, const std::string &place) {
                out.managedResources.push_back(managed(resource, place));
            });
        m_config.extenders.push_back(std::move(out));
    }

    base::Symbol managed(const Fields &resource, const std::string &at)
    {
        onlyFields(resource, at, {"name", "ignoredByScheduler"});
        (void)resource.boolean("ignoredByScheduler");
        const std::string_view name = resource.text("name");
        if (!isExtendedResource(name)) {
            resource.fail(resource.value(),
                fmt::format(
                    "{}.name: \"{}\" is no extended resource (such as example.com/gpu)", at, shownInError(name)));
            return {};
        }
        const base::Symbol symbol(name);
        if (!m_managed.insert(symbol).second) {
            resource.fail(resource.value(), fmt::format("{}.name: {} is managed twice", at, shownInError(name)));
        }
        return symbol;
    }

    SchedulerConfig m_config;
    bool m_binds = false;
    absl::flat_hash_set<base::Symbol> m_managed;
};

} // namespace

framework::PolicyChanges SchedulerConfig::changesFor(std::string_view schedulerName) const
{
    framework::PolicyChanges changes;
    for (const SchedulerProfile &profile : profiles) {
        if (profile.schedulerName == schedulerName) {
            changes = profile.changes;
        }
    }
    changes.extenders = extenders;
    return changes;
}

absl::StatusOr<SchedulerConfig> parseSchedulerConfig(std::string_view source, std::string_view text)
{
    const absl::StatusOr<Document> document = parseDocument(source, text, limits);
    if (!document.ok()) {
        return document.status();
    }
    const Value value = document->root();
    if (!value) {
        return errorAt(source, {}, "is empty; give a KubeSchedulerConfiguration");
    }
    absl::Status status;
    const Fields root(value, "KubeSchedulerConfiguration", status);
    const std::string_view version = root.text("apiVersion");
    const std::string_view kind = root.text("kind");
    if (status.ok() && (version != "kubescheduler.config.k8s.io/v1" || kind != "KubeSchedulerConfiguration")) {
        return errorAt(source, value.position(),
            fmt::format("is {} of {}; only KubeSchedulerConfiguration of kubescheduler.config.k8s.io/v1 is read",
                kind.empty() ? "no kind" : shownInError(kind),
                version.empty() ? "no apiVersion" : shownInError(version)));
    }
    SchedulerConfig config = Reader().read(root);
    if (!status.ok()) {
        return status;
    }
    return config;
}

absl::StatusOr<SchedulerConfig> loadSchedulerConfig(const std::string &path)
{
    const absl::StatusOr<std::string> text = readTextFile(path, mostBytes);
    return text.ok() ? parseSchedulerConfig(path, *text) : text.status();
}

} // namespace binnacle::kube
