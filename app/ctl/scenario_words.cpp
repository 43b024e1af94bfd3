// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/scenario_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

namespace binnacle::ctl {

namespace {

using api::ScenarioStep;
using Kind = ScenarioStep::Kind;

absl::Status meaningless(const std::string &option, const std::string &value, std::string_view wanted)
{
    return absl::InvalidArgumentError(fmt::format("--{} {}: expected {}", option, value, wanted));
}

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> out;
    while (true) {
        const std::size_t end = text.find(separator);
        out.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return out;
        text.remove_prefix(end + 1);
    }
}

/// "what=N"; without "=N" the count is absent. A count that is no number is an error.
struct Counted {
    std::string what;
    std::optional<std::int64_t> count;
};
std::optional<Counted> counted(const std::string &value, bool mayLackCount)
{
    const std::size_t equals = value.rfind('=');
    if (equals == std::string::npos)
        return mayLackCount ? std::optional(Counted{value, std::nullopt}) : std::nullopt;
    std::int64_t count = 0;
    const char *end = value.data() + value.size();
    const auto [stopped, error] = std::from_chars(value.data() + equals + 1, end, count);
    if (error != std::errc() || stopped != end || equals == 0)
        return std::nullopt;
    return Counted{value.substr(0, equals), count};
}

absl::Status readInto(const std::string &path, ScenarioStep &step)
{
    absl::StatusOr<std::string> text = readText(path);
    if (!text.ok())
        return text.status();
    step.text = *std::move(text);
    step.source = path == "-" ? "standard input" : path;
    return absl::OkStatus();
}

/// "namespace/kind/name=N"; the name may hold "/" no more than a Kubernetes name does, but labels may.
absl::Status scaleOf(const std::string &value, ScenarioStep &step)
{
    const std::optional<Counted> words = counted(value, false);
    const std::vector<std::string> parts = words ? split(words->what, '/') : std::vector<std::string>{};
    if (parts.size() < 3 || std::any_of(parts.begin(), parts.end(), [](const auto &part) { return part.empty(); }))
        return meaningless("scale", value, "NAMESPACE/KIND/NAME=N");
    step.kind = Kind::Scale;
    step.count = *words->count;
    step.workload = {parts[0], parts[1], words->what.substr(parts[0].size() + parts[1].size() + 2)};
    return absl::OkStatus();
}

absl::Status policyOf(const std::string &value, ScenarioStep &step)
{
    step.kind = Kind::Policy;
    std::error_code error;
    if (std::filesystem::is_regular_file(value, error))
        return readInto(value, step);
    step.policy = value;
    return absl::OkStatus();
}

absl::Status ofFile(const std::string &option, const std::string &value, Kind kind, ScenarioStep &step)
{
    const std::optional<Counted> words = counted(value, true);
    if (!words || words->what.empty())
        return meaningless(option, value, "FILE or FILE=N");
    step.kind = kind;
    step.count = words->count.value_or(1);
    return readInto(words->what, step);
}

absl::StatusOr<ScenarioStep> stepOf(const std::string &option, const std::string &value)
{
    ScenarioStep step;
    absl::Status status;
    static const std::map<std::string, Kind> ofNodes{
        {"drain", Kind::Drain}, {"cordon", Kind::Cordon}, {"uncordon", Kind::Uncordon}, {"remove", Kind::RemoveNodes}};
    if (const auto nodes = ofNodes.find(option); nodes != ofNodes.end()) {
        step.kind = nodes->second;
        step.nodes = split(value, ',');
        if (std::any_of(step.nodes.begin(), step.nodes.end(), [](const auto &node) { return node.empty(); }))
            status = meaningless(option, value, "NODE or NODE,NODE…");
    } else if (option == "add-like") {
        const std::optional<Counted> words = counted(value, true);
        step.kind = Kind::AddNodes;
        if (words && !words->what.empty()) {
            step.nodes = {words->what};
            step.count = words->count.value_or(1);
        } else {
            status = meaningless(option, value, "NODE or NODE=N");
        }
    } else if (option == "add") {
        status = ofFile(option, value, Kind::AddNodes, step);
    } else if (option == "scale") {
        status = scaleOf(value, step);
    } else if (option == "policy") {
        status = policyOf(value, step);
    } else {
        status = ofFile(option, value, Kind::Arrive, step);
    }
    if (!status.ok())
        return status;
    return step;
}

} // namespace

absl::StatusOr<std::vector<api::Scenario>> scenariosOf(const ScenarioWords &words)
{
    std::vector<api::Scenario> out;
    for (const auto &[option, value] : words.options) {
        if (option == "scenario") {
            out.push_back({value, {}});
            continue;
        }
        absl::StatusOr<ScenarioStep> step = stepOf(option, value);
        if (!step.ok())
            return step.status();
        if (out.empty())
            out.push_back({"scenario", {}});
        out.back().steps.push_back(*std::move(step));
    }
    return out;
}

} // namespace binnacle::ctl
