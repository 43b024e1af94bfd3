// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/binnacle_limits/binnacle_limits.h"

#include <algorithm>
#include <memory>

namespace binnacle::plugins {

namespace {

using framework::Option;
using model::ReasonCode;

Option number(std::string_view name, std::int64_t most, std::string_view unit)
{
    return {.name = name,
        .kind = Option::Kind::Number,
        .byDefault = "0",
        .choices = {},
        .minimum = 0,
        .maximum = most,
        .unit = unit};
}

/// amount × percent / 100, rounded down, for amounts of any size.
std::int64_t percentOf(std::int64_t amount, std::int64_t percent)
{
    return amount / 100 * percent + amount % 100 * percent / 100;
}

} // namespace

framework::Registration BinnacleLimits::registration()
{
    return {"BinnacleLimits", "binnacle_limits", 0,
        {number("cpuAtMostPercent", 100, "per cent of the node's allocatable CPU; 0: no limit"),
            number("memoryFreeAtLeastBytes", std::int64_t{1} << 50, "bytes; 0: no limit"),
            number("latencyAtMostMilliseconds", 60'000, "milliseconds; 0: no limit"),
            {.name = "values",
                .kind = Option::Kind::Choice,
                .byDefault = "measured",
                .choices = {"measured", "requested"},
                .minimum = 0,
                .maximum = 0,
                .unit = {}}},
        [](const framework::OptionValues &values) { return std::make_unique<BinnacleLimits>(values); }, true};
}

BinnacleLimits::BinnacleLimits(const framework::OptionValues &values)
    : m_cpuPercent(values.number("cpuAtMostPercent")),
      m_memoryFree(values.number("memoryFreeAtLeastBytes")),
      m_latencyMilliseconds(values.number("latencyAtMostMilliseconds")),
      m_byMeasurement(values.text("values") == "measured")
{
}

base::Symbol BinnacleLimits::name() const
{
    static const base::Symbol name("BinnacleLimits");
    return name;
}

bool BinnacleLimits::Use::leaves(std::int64_t asked) const
{
    std::int64_t after = 0;
    return !__builtin_add_overflow(used, asked, &after) && after <= allowed;
}

BinnacleLimits::Use BinnacleLimits::cpu(const framework::NodeLoad &node) const
{
    Use use{node.requested.cpuMilli, percentOf(node.allocatable.cpuMilli, m_cpuPercent)};
    if (const auto measured = m_byMeasurement ? node.info->measured().cpuMilli : std::nullopt) {
        use.used = *measured;
        use.measured = true;
    }
    return use;
}

BinnacleLimits::Use BinnacleLimits::memory(const framework::NodeLoad &node) const
{
    Use use{node.requested.memoryBytes, std::max<std::int64_t>(node.allocatable.memoryBytes - m_memoryFree, -1)};
    if (const auto measured = m_byMeasurement ? node.info->measured().memoryBytes : std::nullopt) {
        use.used = *measured;
        use.measured = true;
    }
    return use;
}

bool BinnacleLimits::fits(
    const framework::CycleState &, const framework::PodLoad &pod, const framework::NodeLoad &node) const
{
    return (m_cpuPercent == 0 || cpu(node).leaves(pod.request.cpuMilli))
        && (m_memoryFree == 0 || memory(node).leaves(pod.request.memoryBytes));
}

model::Verdict BinnacleLimits::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    model::Verdict verdict;
    bool resolvable = true;
    const auto check = [&](ReasonCode code, base::Symbol resource, const Use &use, std::int64_t asked) {
        if (use.leaves(asked)) {
            return;
        }
        verdict.reasons.push_back({.code = code,
            .subject = resource,
            .detail = use.measured ? "measured" : "requested",
            .asked = asked,
            .used = use.used,
            .capacity = std::max<std::int64_t>(use.allowed, 0)});
        resolvable = resolvable && asked <= use.allowed; // else not even an empty node would do
    };
    if (m_cpuPercent > 0) {
        check(ReasonCode::PolicyCpuLimit, model::resource::cpu, cpu(node), pod.request.cpuMilli);
    }
    if (m_memoryFree > 0) {
        check(ReasonCode::PolicyMemoryReserve, model::resource::memory, memory(node), pod.request.memoryBytes);
    }
    if (!verdict.reasons.empty()) {
        verdict.kind =
            resolvable ? model::VerdictKind::Unschedulable : model::VerdictKind::UnschedulableAndUnresolvable;
    } else if (m_latencyMilliseconds > 0) {
        verdict.reasons.push_back(
            {.code = ReasonCode::PolicyLatencyUnknown, .subject = {}, .detail = {}, .asked = m_latencyMilliseconds});
    }
    return verdict;
}

} // namespace binnacle::plugins
