// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/scheduler_config.h"

#include "backend/kube/manifest_fields.h"
#include "backend/kube/yaml.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr std::size_t mostBytes = std::size_t{1} << 20;
constexpr DocumentLimits limits{mostBytes, 32, 20'000, 50'000};
constexpr std::int64_t anyNumber = std::numeric_limits<std::int32_t>::max();

using Names = std::initializer_list<std::string_view>;

/// The plugins of the default profile (v1.36), each with its weight; 0 where it does not score.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 23> defaultPlugins{{{"SchedulingGates", 0},
    {"PrioritySort", 0}, {"NodeUnschedulable", 0}, {"NodeName", 0}, {"TaintToleration", 3}, {"NodeAffinity", 2},
    {"NodePorts", 0}, {"NodeResourcesFit", 1}, {"VolumeRestrictions", 0}, {"NodeVolumeLimits", 0}, {"VolumeBinding", 0},
    {"VolumeZone", 0}, {"PodTopologySpread", 2}, {"InterPodAffinity", 2}, {"DynamicResources", 2},
    {"DefaultPreemption", 0}, {"NodeResourcesBalancedAllocation", 1}, {"ImageLocality", 1}, {"DefaultBinder", 0},
    {"NodeDeclaredFeatures", 0}, {"GangScheduling", 0}, {"TopologyPlacementGenerator", 0}, {"PodGroupPodsCount", 1}}};

/// Untrusted text for an error: short, on one line.
std::string shown(std::string_view text)
{
    std::string out(text.substr(0, 64));
    std::replace_if(
        out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return out;
}

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
        only(root, "KubeSchedulerConfiguration",
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
        only(root.object("leaderElection"), "leaderElection",
            {"leaderElect", "leaseDuration", "renewDeadline", "retryPeriod", "resourceLock", "resourceName",
                "resourceNamespace"});
        only(root.object("clientConnection"), "clientConnection",
            {"kubeconfig", "acceptContentTypes", "contentType", "qps", "burst"});
        forEach(root, "profiles", "profiles", [&](const Fields &profile, const std::string &at) { take(profile, at); });
        forEach(root, "extenders", "extenders",
            [&](const Fields &extender, const std::string &at) { takeExtender(extender, at); });
        return std::move(m_config);
    }

private:
    /// visit(element, "path[index]") for each element of a list.
    template <typename Visit>
    static void forEach(const Fields &owner, std::string_view key, const std::string &path, Visit visit)
    {
        std::size_t index = 0;
        for (const Entry entry : owner.list(key)) {
            const std::string at = fmt::format("{}[{}]", path, index++);
            if (!entry.value) {
                owner.fail(entry.value, fmt::format("{}: expected a mapping, found nothing", at));
                continue;
            }
            const Fields element = owner.element(entry.value, key);
            if (element) {
                visit(element, at);
            }
        }
    }

    static void only(const Fields &object, std::string_view path, Names known)
    {
        for (const Entry entry : object.value()) {
            if (std::find(known.begin(), known.end(), entry.key.text()) == known.end()) {
                object.fail(entry.key,
                    fmt::format(
                        "{}: there is no field {}; correct its name or take it out", path, shown(entry.key.text())));
            }
        }
    }

    // ---- profiles: what they change is not applied, so they may change nothing

    static void take(const Fields &profile, const std::string &at)
    {
        only(profile, at, {"schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig"});
        (void)profile.text("schedulerName");
        (void)profile.integer("percentageOfNodesToScore", 0, 100);
        const Fields plugins = profile.object("plugins");
        only(plugins, at + ".plugins",
            {"preEnqueue", "queueSort", "preFilter", "filter", "postFilter", "preScore", "score", "reserve", "permit",
                "preBind", "bind", "postBind", "multiPoint", "placementGenerate", "placementScore"});
        for (const Entry point : plugins.value()) {
            const std::string path = fmt::format("{}.plugins.{}", at, shown(point.key.text()));
            takePlugins(plugins.object(point.key.text()), path, point.key.text() == "multiPoint");
        }
        forEach(profile, "pluginConfig", at + ".pluginConfig", takeArguments);
    }

    static void takePlugins(const Fields &set, const std::string &path, bool all)
    {
        only(set, path, {"enabled", "disabled"});
        for (const std::string_view key : {"enabled", "disabled"}) {
            forEach(set, key, fmt::format("{}.{}", path, key), [&](const Fields &plugin, const std::string &at) {
                only(plugin, at, {"name", "weight"});
                const std::string_view name = plugin.text("name");
                const std::int64_t weight = plugin.integer("weight", 0, anyNumber);
                const auto known = std::find_if(
                    defaultPlugins.begin(), defaultPlugins.end(), [&](const auto &one) { return one.first == name; });
                const bool byDefault = all && key == "enabled" && known != defaultPlugins.end()
                    && (weight == 0 || weight == known->second);
                if (!byDefault) {
                    plugin.fail(plugin.value(),
                        fmt::format("{}: {} changes the plugins of the profile, which is not applied here, so that no "
                                    "answer would be right; leave the profile out",
                            at, shown(name)));
                }
            });
        }
    }

    static void takeArguments(const Fields &config, const std::string &at)
    {
        only(config, at, {"name", "args"});
        const std::string_view plugin = config.text("name");
        const Fields arguments = config.object("args");
        for (const Entry entry : arguments.value()) {
            const std::string_view key = entry.key.text();
            if (key != "apiVersion" && key != "kind" && !isDefault(plugin, key, entry.value)) {
                config.fail(entry.key,
                    fmt::format(
                        "{}.args.{}: changes what {} does, which is not applied here, so that no answer would be "
                        "right; leave the argument out",
                        at, shown(key), shown(plugin)));
            }
        }
    }

    /// Whether an argument is what it is without being given, as kube-scheduler writes its whole configuration out.
    static bool isDefault(std::string_view plugin, std::string_view key, Value value)
    {
        const auto isNumber = [&](std::int64_t number) {
            return value.kind() == ValueKind::Int && value.integer() == number;
        };
        const std::string field = fmt::format("{}.{}", plugin, key);
        if (field == "DefaultPreemption.minCandidateNodesPercentage") {
            return isNumber(10);
        }
        if (field == "DefaultPreemption.minCandidateNodesAbsolute") {
            return isNumber(100);
        }
        if (field == "InterPodAffinity.hardPodAffinityWeight") {
            return isNumber(1);
        }
        if (field == "PodTopologySpread.defaultingType") {
            return value.text() == "System";
        }
        if (field == "VolumeBinding.bindTimeoutSeconds") {
            return isNumber(600);
        }
        if (field == "NodeResourcesBalancedAllocation.resources") {
            return areDefaultResources(value);
        }
        if (field == "NodeResourcesFit.scoringStrategy") {
            return value.isMapping() && value["type"].text() == "LeastAllocated"
                && (!value["resources"] || areDefaultResources(value["resources"]))
                && value.size() == (value["resources"] ? 2U : 1U);
        }
        return !value || plugin == "DynamicResources"; // pods with claims are not decidable anyway
    }

    static bool areDefaultResources(Value list)
    {
        if (!list.isSequence() || list.size() != 2) {
            return false;
        }
        std::size_t right = 0;
        for (const Entry entry : list) {
            const std::string_view name = entry.value["name"].text();
            right += (name == (right == 0 ? "cpu" : "memory")) && entry.value["weight"].integer() == 1 ? 1 : 0;
        }
        return right == 2;
    }

    // ---- extenders

    void takeExtender(const Fields &extender, const std::string &at)
    {
        only(extender, at,
            {"urlPrefix", "filterVerb", "preemptVerb", "prioritizeVerb", "weight", "bindVerb", "enableHTTPS",
                "tlsConfig", "httpTimeout", "nodeCacheCapable", "managedResources", "ignorable"});
        for (const std::string_view text : {"urlPrefix", "filterVerb", "preemptVerb", "httpTimeout"}) {
            (void)extender.text(text);
        }
        for (const std::string_view flag : {"enableHTTPS", "nodeCacheCapable", "ignorable"}) {
            (void)extender.boolean(flag);
        }
        only(extender.object("tlsConfig"), at + ".tlsConfig",
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
        forEach(extender, "managedResources", at + ".managedResources",
            [&](const Fields &resource, const std::string &place) {
                out.managedResources.push_back(managed(resource, place));
            });
        m_config.extenders.push_back(std::move(out));
    }

    base::Symbol managed(const Fields &resource, const std::string &at)
    {
        only(resource, at, {"name", "ignoredByScheduler"});
        (void)resource.boolean("ignoredByScheduler");
        const std::string_view name = resource.text("name");
        if (!isExtendedResource(name)) {
            resource.fail(resource.value(),
                fmt::format("{}.name: \"{}\" is no extended resource (such as example.com/gpu)", at, shown(name)));
            return {};
        }
        const base::Symbol symbol(name);
        if (!m_managed.insert(symbol).second) {
            resource.fail(resource.value(), fmt::format("{}.name: {} is managed twice", at, shown(name)));
        }
        return symbol;
    }

    SchedulerConfig m_config;
    bool m_binds = false;
    absl::flat_hash_set<base::Symbol> m_managed;
};

} // namespace

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
                kind.empty() ? "no kind" : shown(kind), version.empty() ? "no apiVersion" : shown(version)));
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
