// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/usage_history.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace binnacle::services {

namespace {
constexpr float gap = std::numeric_limits<float>::quiet_NaN();

double seconds(base::TimePoint at) { return std::chrono::duration<double>(at.time_since_epoch()).count(); }
} // namespace

UsageHistory::Row::Row()
{
    cpuUsed.fill(gap);
    cpuRequested.fill(gap);
    memoryUsed.fill(gap);
    memoryRequested.fill(gap);
}

void UsageHistory::add(base::TimePoint at, const model::Snapshot &snapshot, const api::UsageTable &usage)
{
    const std::size_t slot = m_count % samples;
    m_at[slot] = seconds(at);
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        std::unique_ptr<Row> &row = m_rows[info->node().name];
        if (!row)
            row = std::make_unique<Row>();
        const auto used = usage.nodes.find(info->node().name);
        const bool known = used != usage.nodes.end();
        row->cpuUsed[slot] =
            known && used->second.cpuNano ? static_cast<float>(static_cast<double>(*used->second.cpuNano) * 1e-9) : gap;
        row->memoryUsed[slot] = known && used->second.memoryBytes ? static_cast<float>(*used->second.memoryBytes) : gap;
        row->cpuRequested[slot] = static_cast<float>(static_cast<double>(info->requested().cpuMilli) * 1e-3);
        row->memoryRequested[slot] = static_cast<float>(info->requested().memoryBytes);
        row->last = m_count;
    }
    for (auto it = m_rows.begin(); it != m_rows.end();) {
        Row &row = *it->second;
        if (row.last != m_count)
            row.cpuUsed[slot] = row.memoryUsed[slot] = row.cpuRequested[slot] = row.memoryRequested[slot] = gap;
        if (m_count - row.last >= samples)
            m_rows.erase(it++);
        else
            ++it;
    }
    ++m_count;
}

namespace {

constexpr double step = 0.01;

void follow(std::optional<double> &told, const std::array<float, UsageHistory::samples> &values)
{
    int count = 0;
    double sum = 0;
    for (const float value : values) {
        if (!std::isnan(value)) {
            ++count;
            sum += static_cast<double>(value);
        }
    }
    if (count < UsageHistory::fewest || sum <= 0) {
        told.reset();
        return;
    }
    const double mean = sum / count;
    double squares = 0;
    for (const float value : values) {
        if (!std::isnan(value))
            squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    }
    const double spread = std::sqrt(squares / count) / mean;
    if (!told || std::abs(spread - *told) >= 2 * step)
        told = static_cast<double>(std::clamp<long>(std::lround(spread / step), 1, 100)) / 100;
}

} // namespace

model::Variation UsageHistory::variation(base::Symbol node)
{
    const auto found = m_rows.find(node);
    if (found == m_rows.end())
        return {};
    Row &row = *found->second;
    follow(row.variation.cpu, row.cpuUsed);
    follow(row.variation.memory, row.memoryUsed);
    return row.variation;
}

api::NodeHistory UsageHistory::history(base::Symbol node) const
{
    api::NodeHistory out;
    out.node = node;
    const auto found = m_rows.find(node);
    if (found == m_rows.end())
        return out;
    const Row &row = *found->second;
    const std::uint64_t first = m_count > samples ? m_count - samples : 0;
    for (std::uint64_t number = first; number < m_count; ++number) {
        const std::size_t slot = number % samples;
        const auto put = [&](api::Series &series, float value) {
            series.at.push_back(m_at[slot]);
            series.value.push_back(value);
        };
        put(out.cpuUsed, row.cpuUsed[slot]);
        put(out.cpuRequested, row.cpuRequested[slot]);
        put(out.memoryUsed, row.memoryUsed[slot]);
        put(out.memoryRequested, row.memoryRequested[slot]);
    }
    return out;
}

} // namespace binnacle::services
