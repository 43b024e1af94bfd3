// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/openb.h"

#include "backend/kube/document.h"
#include "backend/kube/text.h"

#include <absl/cleanup/cleanup.h>
#include <fmt/format.h>
#include <zlib.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string_view>

namespace binnacle::kube {

namespace {

using base::Symbol;

constexpr std::size_t textBytes = std::size_t{64} << 20;
constexpr std::size_t mostRows = 1'000'000;
constexpr std::int64_t mostCpuMilli = 10'000'000;
constexpr std::int64_t mostMemoryMib = std::int64_t{1} << 30;
constexpr std::int64_t mostGpus = 1024;
constexpr std::int64_t mostSeconds = 4'000'000'000;
constexpr std::int64_t podsByNode = 1000;
constexpr base::TimePoint traceZero = std::chrono::sys_days(std::chrono::year(2023) / 1 / 1);
constexpr std::string_view modelLabel = "alibabacloud.com/gpu-card-model";
constexpr std::string_view shareResource = "alibabacloud.com/gpu-milli";
constexpr std::string_view cardResource = "nvidia.com/gpu";

absl::StatusOr<std::string> readCompressed(const std::string &path)
{
    gzFile file = ::gzopen(path.c_str(), "rbe");
    if (file == nullptr) {
        return absl::ErrnoToStatus(errno, path);
    }
    const absl::Cleanup closing = [file] { ::gzclose_r(file); };
    std::string text;
    for (;;) {
        const std::size_t before = text.size();
        constexpr std::size_t step = std::size_t{1} << 18;
        text.resize(before + step);
        const int got = ::gzread(file, text.data() + before, step);
        if (got < 0) {
            int code = 0;
            const char *what = ::gzerror(file, &code);
            return errorAt(
                path, {}, fmt::format("is damaged: {}", what == nullptr ? "" : what), absl::StatusCode::kDataLoss);
        }
        text.resize(before + static_cast<std::size_t>(got));
        if (text.size() > textBytes) {
            return limitError(path, {}, "bytes", textBytes);
        }
        if (got == 0) {
            break;
        }
    }
    int code = Z_OK;
    ::gzerror(file, &code);
    if (code == Z_BUF_ERROR) {
        return errorAt(path, {}, "is cut off", absl::StatusCode::kDataLoss);
    }
    return text;
}

std::vector<std::string_view> split(std::string_view line, char separator)
{
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = line.find(separator);
        out.push_back(line.substr(0, end));
        if (end == std::string_view::npos) {
            return out;
        }
        line.remove_prefix(end + 1);
    }
}

/// The rows of a CSV text without quoting, by the names of its header.
class Table {
public:
    Table(std::string_view path, std::string_view text) : m_path(path), m_text(text) { }

    absl::Status open(std::initializer_list<std::string_view> required)
    {
        if (!nextLine()) {
            return errorAt(m_path, {}, "is empty");
        }
        m_names = m_cells;
        for (const std::string_view name : required) {
            if (std::find(m_names.begin(), m_names.end(), name) == m_names.end()) {
                return errorAt(m_path, {1, 1}, fmt::format("no column \"{}\"", name));
            }
        }
        return absl::OkStatus();
    }

    /// Moves to the next row; false at the end or on a fault, which status() then tells.
    bool next()
    {
        if (!m_status.ok() || !nextLine()) {
            return false;
        }
        if (m_cells.size() != m_names.size()) {
            fail(fmt::format("{} columns where the header has {}", m_cells.size(), m_names.size()));
        } else if (m_line > mostRows) {
            m_status = limitError(m_path, {m_line, 1}, "rows", mostRows);
        }
        return m_status.ok();
    }

    [[nodiscard]] std::string_view text(std::string_view name) const
    {
        const auto found = std::find(m_names.begin(), m_names.end(), name);
        return found == m_names.end() ? std::string_view{} : m_cells[static_cast<std::size_t>(found - m_names.begin())];
    }

    std::int64_t number(std::string_view name, std::int64_t most)
    {
        const std::string_view cell = text(name);
        std::int64_t value = 0;
        const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (fault != std::errc{} || end != cell.data() + cell.size() || value < 0 || value > most) {
            fail(fmt::format("{}: \"{}\" is no whole number from 0 to {}", name, firstBytes(cell, 64), most));
            return 0;
        }
        return value;
    }

    void fail(std::string_view what)
    {
        if (m_status.ok()) {
            m_status = errorAt(m_path, {m_line, 1}, what);
        }
    }
    [[nodiscard]] const absl::Status &status() const { return m_status; }

private:
    bool nextLine()
    {
        std::string_view line;
        do {
            if (m_text.empty()) {
                return false;
            }
            const std::size_t end = m_text.find('\n');
            line = m_text.substr(0, end);
            m_text.remove_prefix(end == std::string_view::npos ? m_text.size() : end + 1);
            ++m_line;
            if (!line.empty() && line.back() == '\r') {
                line.remove_suffix(1);
            }
        } while (line.empty());
        m_cells = split(line, ',');
        return true;
    }

    std::string_view m_path;
    std::string_view m_text;
    std::vector<std::string_view> m_names;
    std::vector<std::string_view> m_cells;
    std::uint32_t m_line = 0;
    absl::Status m_status;
};

base::Quantity mebibytes(Table &table)
{
    return base::Quantity::fromUnits(table.number("memory_mib", mostMemoryMib) << 20);
}

absl::StatusOr<std::vector<model::NodePtr>> readNodes(const std::string &path)
{
    auto text = readCompressed(path);
    if (!text.ok()) {
        return text.status();
    }
    Table table(path, *text);
    if (auto status = table.open({"sn", "cpu_milli", "memory_mib", "gpu", "model"}); !status.ok()) {
        return status;
    }
    std::vector<model::NodePtr> nodes;
    std::set<std::string_view> names;
    while (table.next()) {
        auto node = std::make_shared<model::Node>();
        const std::string_view name = table.text("sn");
        if (name.empty() || !names.insert(name).second) {
            table.fail(name.empty() ? "sn: a node without a name" : "sn: a node that occurs twice");
        }
        node->name = Symbol(name);
        node->uid = fmt::format("openb-{}", name);
        node->created = traceZero;
        node->capacity.set(model::resource::cpu, base::Quantity::fromMilli(table.number("cpu_milli", mostCpuMilli)));
        node->capacity.set(model::resource::memory, mebibytes(table));
        node->capacity.pods = podsByNode;
        const std::int64_t cards = table.number("gpu", mostGpus);
        std::vector<model::Labels::Entry> labels{{Symbol("kubernetes.io/hostname"), std::string(name)}};
        if (cards > 0) {
            node->capacity.setScalar(Symbol(cardResource), cards);
            node->capacity.setScalar(Symbol(shareResource), cards * 1000);
            labels.emplace_back(Symbol(modelLabel), table.text("model"));
        }
        node->allocatable = node->capacity;
        node->labels = model::Labels(std::move(labels));
        node->conditions.push_back({Symbol("Ready"), model::ConditionStatus::True, "Trace", traceZero});
        node->finish();
        nodes.push_back(std::move(node));
    }
    return table.status().ok() ? absl::StatusOr<std::vector<model::NodePtr>>(std::move(nodes)) : table.status();
}

void askForGpus(Table &table, model::ContainerResources &container)
{
    const std::int64_t cards = table.number("num_gpu", mostGpus);
    const std::int64_t share = table.number("gpu_milli", 1000);
    if (cards == 0 && share != 0) {
        table.fail("gpu_milli: a share of no card");
    } else if (cards > 1 && share != 1000) {
        table.fail("gpu_milli: a share of several cards");
    } else if (cards == 1 && share == 0) {
        table.fail("gpu_milli: a card of which nothing is asked");
    }
    if (cards > 0) {
        container.requests.setScalar(Symbol(shareResource), cards * share);
    }
    if (cards > 0 && share == 1000) {
        container.requests.setScalar(Symbol(cardResource), cards);
    }
    container.limits = container.requests;
}

void allowModels(std::string_view spec, model::Pod &pod)
{
    model::Requirement requirement;
    requirement.key = Symbol(modelLabel);
    for (const std::string_view name : split(spec, '|')) {
        if (!name.empty()) {
            requirement.values.emplace_back(name);
        }
    }
    if (!requirement.values.empty()) {
        pod.hasRequiredNodeAffinity = true;
        pod.requiredNodeTerms.push_back({{std::move(requirement)}, {}});
    }
}

std::shared_ptr<model::Pod> readPod(Table &table)
{
    auto pod = std::make_shared<model::Pod>();
    pod->key = {"openb", std::string(table.text("name"))};
    pod->uid = fmt::format("openb-{}", pod->key.name);
    pod->schedulerName = "default-scheduler";
    pod->created = traceZero;
    if (!table.text("creation_time").empty()) {
        pod->created += std::chrono::seconds(table.number("creation_time", mostSeconds));
    }
    if (const std::string_view qos = table.text("qos"); !qos.empty()) {
        pod->labels = model::Labels({{Symbol("alibabacloud.com/qos"), std::string(qos)}});
    }
    model::ContainerResources container;
    container.name = "main";
    askForGpus(table, container);
    container.requests.set(model::resource::cpu, base::Quantity::fromMilli(table.number("cpu_milli", mostCpuMilli)));
    container.requests.set(model::resource::memory, mebibytes(table));
    pod->containers.push_back(std::move(container));
    allowModels(table.text("gpu_spec"), *pod);
    return pod;
}

absl::StatusOr<std::vector<model::PodPtr>> readPods(const std::string &path)
{
    auto text = readCompressed(path);
    if (!text.ok()) {
        return text.status();
    }
    Table table(path, *text);
    if (auto status = table.open({"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"}); !status.ok()) {
        return status;
    }
    std::vector<model::PodPtr> pods;
    std::set<std::string_view> names;
    while (table.next()) {
        const std::string_view name = table.text("name");
        if (name.empty() || !names.insert(name).second) {
            table.fail(name.empty() ? "name: a pod without a name" : "name: a pod that occurs twice");
        }
        auto pod = readPod(table);
        pod->finish();
        pods.push_back(std::move(pod));
    }
    return table.status().ok() ? absl::StatusOr<std::vector<model::PodPtr>>(std::move(pods)) : table.status();
}

std::string listPath(const std::string &folder, const std::string &stem)
{
    const std::string plain = folder + "/" + stem + ".csv";
    return ::access(plain.c_str(), F_OK) == 0 ? plain : plain + ".gz";
}

} // namespace

absl::StatusOr<OpenbTrace> importOpenb(const std::string &nodeList, const std::string &podList)
{
    auto nodes = readNodes(nodeList);
    if (!nodes.ok()) {
        return nodes.status();
    }
    auto pods = readPods(podList);
    if (!pods.ok()) {
        return pods.status();
    }
    return OpenbTrace{*std::move(nodes), *std::move(pods)};
}

absl::StatusOr<OpenbTrace> importOpenbFolder(
    const std::string &folder, const std::string &nodes, const std::string &pods)
{
    return importOpenb(listPath(folder, "openb_node_list_" + nodes), listPath(folder, "openb_pod_list_" + pods));
}

} // namespace binnacle::kube
