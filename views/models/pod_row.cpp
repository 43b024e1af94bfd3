// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/pod_row.h"

#include <QString>

#include <algorithm>
#include <compare>

namespace binnacle::models {
namespace {

std::string lowered(std::string text)
{
    const bool ascii = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
    if (!ascii)
        return QString::fromStdString(text).toLower().toStdString();
    for (char &c : text) {
        if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
    }
    return text;
}

std::weak_ordering compareRows(const PodRow &a, const PodRow &b, PodColumn column)
{
    const model::Pod &p = *a.pod;
    const model::Pod &q = *b.pod;
    switch (column) {
    case PodColumn::State:
        return p.phase <=> q.phase;
    case PodColumn::Node:
        return p.nodeName.text() <=> q.nodeName.text();
    case PodColumn::Gpu:
        return a.gpus <=> b.gpus;
    case PodColumn::Cpu:
        return p.request.cpuMilli <=> q.request.cpuMilli;
    case PodColumn::Memory:
        return p.request.memoryBytes <=> q.request.memoryBytes;
    case PodColumn::Priority:
        return p.priority <=> q.priority;
    case PodColumn::Age:
        return q.created <=> p.created;
    case PodColumn::Restarts:
        return p.restarts <=> q.restarts;
    default:
        return p.key <=> q.key;
    }
}

} // namespace

std::int64_t gpuCount(const model::Resources &resources)
{
    std::int64_t count = 0;
    for (const auto &[name, value] : resources.scalars()) {
        if (name.text().ends_with("/gpu"))
            count += value;
    }
    return count;
}

PodSegment segmentOf(const model::Pod &pod)
{
    if (pod.finished())
        return PodSegment::Finished;
    return pod.assigned() ? PodSegment::Running : PodSegment::Pending;
}

PodRow::PodRow(model::PodPtr value) : pod(std::move(value)), segment(segmentOf(*pod)), gpus(gpuCount(pod->request))
{
    std::string all;
    all.reserve(pod->key.ns.size() + pod->key.name.size() + pod->nodeName.text().size() + pod->ownerKind.size()
        + pod->ownerName.size() + 4);
    all.append(pod->key.ns).append(1, '/').append(pod->key.name).append(1, ' ').append(pod->nodeName.text());
    if (!pod->ownerName.empty())
        all.append(1, ' ').append(pod->ownerKind).append(1, '/').append(pod->ownerName);
    text = lowered(std::move(all));
}

void PodQuery::setText(std::string_view lowered)
{
    words.clear();
    std::size_t at = 0;
    while (at < lowered.size()) {
        const std::size_t start = lowered.find_first_not_of(' ', at);
        if (start == std::string_view::npos)
            break;
        const std::size_t end = std::min(lowered.find(' ', start), lowered.size());
        words.emplace_back(lowered.substr(start, end - start));
        at = end;
    }
}

bool PodQuery::matches(const PodRow &row) const
{
    if (segment != PodSegment::All && row.segment != segment)
        return false;
    if (!ns.empty() && row.pod->key.ns != ns)
        return false;
    return std::all_of(
        words.begin(), words.end(), [&](const std::string &word) { return row.text.find(word) != std::string::npos; });
}

std::vector<int> PodQuery::run(
    const std::vector<PodRowPtr> &rows, const std::atomic<std::uint64_t> &newest, std::uint64_t id) const
{
    std::vector<int> found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % 4096 == 0 && newest.load(std::memory_order_relaxed) != id)
            return found;
        if (rows[i] && matches(*rows[i]))
            found.push_back(int(i));
    }
    if (sortColumn < 0)
        return found;
    std::stable_sort(found.begin(), found.end(), [&](int a, int b) {
        const auto order = compareRows(*rows[std::size_t(a)], *rows[std::size_t(b)], PodColumn(sortColumn));
        return descending ? order > 0 : order < 0;
    });
    return found;
}

} // namespace binnacle::models
