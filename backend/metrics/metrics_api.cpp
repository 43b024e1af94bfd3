// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/metrics/metrics_api.h"

#include "backend/kube/api_client.h"
#include "planner/base/quantity.h"

#include <absl/time/time.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace binnacle::metrics {

namespace {

using kube::ApiEnd;
using kube::ApiRequest;
using model::Usage;
using model::UsageReport;
using simdjson::dom::object;

constexpr std::chrono::milliseconds requestTimeout{12'000};
constexpr std::size_t maxListBytes = std::size_t{256} << 20;
constexpr std::size_t maxEntries = 2'000'000;
constexpr std::string_view nodesPath = "/apis/metrics.k8s.io/v1beta1/nodes";
constexpr std::string_view podsPath = "/apis/metrics.k8s.io/v1beta1/pods";

/// The text under a key, empty when there is none.
std::string_view text(const object &from, std::string_view key)
{
    std::string_view value;
    return from[key].get(value) == simdjson::SUCCESS ? value : std::string_view{};
}

std::optional<base::Quantity> quantity(const object &from, std::string_view key)
{
    const std::string_view value = text(from, key);
    const absl::StatusOr<base::Quantity> parsed = base::Quantity::parse(value);
    if (value.empty() || !parsed.ok() || parsed->nano() < 0) {
        return std::nullopt;
    }
    return *parsed;
}

std::optional<std::int64_t> nanoOf(const std::optional<base::Quantity> &value)
{
    if (!value || value->nano() > std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(value->nano());
}

std::optional<std::int64_t> bytesOf(const std::optional<base::Quantity> &value)
{
    if (!value || value->value() == std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    return value->value();
}

/// timestamp and window of an item, where they can be read.
void readTimes(const object &item, Usage &usage)
{
    absl::Time at;
    std::string error;
    if (const std::string stamp(text(item, "timestamp")); absl::ParseTime(absl::RFC3339_full, stamp, &at, &error)) {
        usage.at = base::TimePoint(absl::ToChronoNanoseconds(at - absl::UnixEpoch()));
    }
    absl::Duration window;
    if (const std::string length(text(item, "window"));
        absl::ParseDuration(length, &window) && window >= absl::ZeroDuration()) {
        usage.window = absl::ToChronoNanoseconds(window);
    }
}

/// Two unknown-or-known amounts: unknown as soon as one is.
void add(std::optional<std::int64_t> &sum, const std::optional<std::int64_t> &value)
{
    std::int64_t total = 0;
    if (sum && value && !__builtin_add_overflow(*sum, *value, &total)) {
        sum = total;
    } else {
        sum.reset();
    }
}

void readUsage(const object &item, Usage &usage)
{
    object values;
    if (item["usage"].get(values) == simdjson::SUCCESS) {
        usage.cpuNano = nanoOf(quantity(values, "cpu"));
        usage.memoryBytes = bytesOf(quantity(values, "memory"));
    }
}

void readContainers(const object &item, Usage &usage)
{
    simdjson::dom::array containers;
    if (item["containers"].get(containers) != simdjson::SUCCESS) {
        return;
    }
    Usage sum;
    bool any = false;
    sum.cpuNano = 0;
    sum.memoryBytes = 0;
    for (const auto element : containers) {
        object container;
        Usage one;
        if (element.get(container) == simdjson::SUCCESS) {
            readUsage(container, one);
        }
        add(sum.cpuNano, one.cpuNano);
        add(sum.memoryBytes, one.memoryBytes);
        any = true;
    }
    if (any) {
        usage.cpuNano = sum.cpuNano;
        usage.memoryBytes = sum.memoryBytes;
    }
}

/// Calls `take` for each element of the list's items.
template <typename Take> absl::Status readList(std::string &json, std::string_view kind, const Take &take)
{
    json.reserve(json.size() + simdjson::SIMDJSON_PADDING);
    simdjson::dom::parser parser(maxListBytes); // the DOM: unlike on-demand reading it checks the whole text first
    object list;
    if (parser.parse(json.data(), json.size(), false).get(list) != simdjson::SUCCESS || text(list, "kind") != kind) {
        return absl::InvalidArgumentError(fmt::format("no {}", kind));
    }
    simdjson::dom::array items;
    if (list["items"].get(items) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError(fmt::format("{}: no items", kind));
    }
    std::size_t count = 0;
    for (const auto element : items) {
        object item;
        if (++count > maxEntries || element.get(item) != simdjson::SUCCESS) {
            return absl::InvalidArgumentError(fmt::format("{}: item {}", kind, count - 1));
        }
        take(item);
    }
    return absl::OkStatus();
}

model::PodKey keyOf(const object &item)
{
    object metadata;
    model::PodKey key;
    if (item["metadata"].get(metadata) == simdjson::SUCCESS) {
        key.name = text(metadata, "name");
        key.ns = text(metadata, "namespace");
    }
    return key;
}

/// The polling of one cluster. Everything on the client's sequence.
class MetricsApi final : public kube::UsageSource {
public:
    MetricsApi(std::shared_ptr<kube::ApiClient> client, kube::UsageReportDone report, PollPace pace)
        : m_client(std::move(client)), m_report(std::move(report)), m_pace(pace)
    {
    }
    ~MetricsApi() override { *m_alive = false; }
    MetricsApi(const MetricsApi &) = delete;
    MetricsApi &operator=(const MetricsApi &) = delete;

    void start() override { poll(); }

private:
    void poll()
    {
        get(nodesPath, [this](const ApiEnd &end) { nodesCame(end); });
    }

    void get(std::string_view path, const std::function<void(ApiEnd)> &done)
    {
        ApiRequest request;
        request.path = std::string(path);
        request.accept = kube::jsonType;
        request.totalTimeout = requestTimeout;
        request.maxBodyBytes = maxListBytes;
        m_client->call(std::move(request), [alive = m_alive, done](ApiEnd end) {
            if (*alive) {
                done(std::move(end));
            }
        });
    }

    void nodesCame(ApiEnd end)
    {
        m_next = {};
        if (absl::IsNotFound(end.status)) {
            finish(UsageReport::Source::None, {});
            return;
        }
        absl::Status status = end.status;
        if (status.ok()) {
            status = readNodeMetrics(end.body, m_next.nodes);
        }
        if (!status.ok()) {
            m_next.nodes.clear();
            finish(UsageReport::Source::Failing, std::string(status.message()));
            return;
        }
        get(podsPath, [this](ApiEnd pods) { podsCame(std::move(pods)); });
    }

    void podsCame(ApiEnd end)
    {
        absl::Status status = end.status;
        if (status.ok()) {
            status = readPodMetrics(end.body, m_next.pods);
        }
        if (!status.ok()) {
            m_next.pods.clear();
        }
        finish(UsageReport::Source::Available, std::string(status.message()));
    }

    void finish(UsageReport::Source source, std::string detail)
    {
        m_next.source = source;
        m_next.detail = std::move(detail);
        m_next.at = std::chrono::system_clock::now();
        m_report(std::exchange(m_next, {}));
        m_client->after(source == UsageReport::Source::None ? m_pace.absent : m_pace.served, [this, alive = m_alive] {
            if (*alive) {
                poll();
            }
        });
    }

    std::shared_ptr<kube::ApiClient> m_client;
    kube::UsageReportDone m_report;
    PollPace m_pace;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
    UsageReport m_next;
};

} // namespace

absl::Status readNodeMetrics(std::string &json, std::vector<std::pair<base::Symbol, Usage>> &nodes)
{
    return readList(json, "NodeMetricsList", [&](const object &item) {
        Usage usage;
        const model::PodKey key = keyOf(item);
        readTimes(item, usage);
        readUsage(item, usage);
        if (!key.name.empty() && (usage.cpuNano || usage.memoryBytes)) {
            nodes.emplace_back(base::Symbol(key.name), usage);
        }
    });
}

absl::Status readPodMetrics(std::string &json, std::vector<std::pair<model::PodKey, Usage>> &pods)
{
    return readList(json, "PodMetricsList", [&](const object &item) {
        Usage usage;
        model::PodKey key = keyOf(item);
        readTimes(item, usage);
        readContainers(item, usage);
        if (!key.name.empty() && (usage.cpuNano || usage.memoryBytes)) {
            pods.emplace_back(std::move(key), usage);
        }
    });
}

kube::UsageSourceFactory metricsApiSource(PollPace pace)
{
    return [pace](std::shared_ptr<kube::ApiClient> client,
               kube::UsageReportDone report) -> std::unique_ptr<kube::UsageSource> {
        return std::make_unique<MetricsApi>(std::move(client), std::move(report), pace);
    };
}

} // namespace binnacle::metrics
