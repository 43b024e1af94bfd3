// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/scenario.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace binnacle::model {

namespace {

constexpr std::array<std::string_view, 16> faultNames{"UnknownNode", "UnknownWorkload", "NothingToCopy",
    "CountOutOfRange", "TooMuch", "NoNodesLeft", "NodeExists", "NoNodeInManifest", "NoPodInManifest", "BadManifest",
    "UnknownPolicy", "BadPolicy", "Incomplete", "TooManySteps", "TooManyScenarios", "BadWorkload"};

absl::StatusCode codeOf(ScenarioFaultCode code)
{
    using enum ScenarioFaultCode;
    switch (code) {
    case UnknownNode:
    case UnknownWorkload:
    case UnknownPolicy:
        return absl::StatusCode::kNotFound;
    case TooMuch:
    case TooManySteps:
    case TooManyScenarios:
        return absl::StatusCode::kResourceExhausted;
    default:
        return absl::StatusCode::kInvalidArgument;
    }
}

bool consume(std::string_view &text, std::string_view prefix)
{
    if (!text.starts_with(prefix)) {
        return false;
    }
    text.remove_prefix(prefix.size());
    return true;
}

} // namespace

std::string_view originName(PodOrigin origin)
{
    constexpr std::array<std::string_view, 4> names{"Waiting", "Displaced", "Scaled", "Arrived"};
    return names.at(static_cast<std::size_t>(origin));
}

std::string_view faultName(ScenarioFaultCode code) { return faultNames.at(static_cast<std::size_t>(code)); }

std::int64_t ScenarioOutcome::moved() const
{
    return std::count_if(pods.begin(), pods.end(), [](const ScenarioPod &pod) {
        return pod.origin == PodOrigin::Displaced && pod.outcome == DecisionOutcome::Placed;
    });
}

absl::Status statusOf(const ScenarioFault &fault)
{
    std::string message = "scenario: ";
    if (fault.step > 0) {
        message += "step " + std::to_string(fault.step) + ": ";
    }
    message.append(faultName(fault.code));
    if (!fault.value.empty()) {
        message.append(": ").append(fault.value);
    }
    return {codeOf(fault.code), message};
}

std::optional<ScenarioFault> scenarioFaultOf(const absl::Status &status)
{
    std::string_view text(status.message().data(), status.message().size());
    if (!consume(text, "scenario: ")) {
        return std::nullopt;
    }
    ScenarioFault fault;
    if (consume(text, "step ")) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), fault.step);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (error != std::errc() || !consume(text, ": ")) {
            return std::nullopt;
        }
    }
    const std::string_view name = text.substr(0, text.find(':'));
    const auto known = std::find(faultNames.begin(), faultNames.end(), name);
    if (known == faultNames.end()) {
        return std::nullopt;
    }
    fault.code = static_cast<ScenarioFaultCode>(known - faultNames.begin());
    text.remove_prefix(name.size());
    consume(text, ": ");
    fault.value = text;
    return fault;
}

} // namespace binnacle::model
