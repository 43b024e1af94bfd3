// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/leaving_pods.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

namespace binnacle::engine {

namespace {

using model::ChangeKind;
using model::Pod;

/// Would come back to the same node, or cannot be evicted at all.
bool boundToNode(const Pod &pod) { return pod.ownerKind == "DaemonSet" || pod.ownerKind == "Node"; }

std::vector<PodPlace> only(const std::vector<PodPlace> &pods, const LeavingPods::Wanted &wanted)
{
    std::vector<PodPlace> out;
    std::copy_if(
        pods.begin(), pods.end(), std::back_inserter(out), [&](const PodPlace &place) { return wanted(*place.pod); });
    return out;
}

/// The lowest priority first, then the youngest.
bool sooner(const PodPlace &a, const PodPlace &b)
{
    return std::tie(a.pod->priority, b.pod->created, a.pod->key)
        < std::tie(b.pod->priority, a.pod->created, b.pod->key);
}

} // namespace

bool terminating(const Pod &pod) { return pod.deletionTimestamp.has_value(); }
bool ends(const Pod &pod) { return terminating(pod) || pod.ownerKind == "Job"; }

std::vector<PodPlace> LeavingPods::on(base::Symbol node, const Wanted &wanted) const
{
    std::vector<PodPlace> out;
    if (const model::NodeInfo *info = m_base.find(node)) {
        for (const model::PodPtr &pod : info->pods()) {
            if (pod->uid != m_draft.pod().uid && !m_draft.left(*pod) && wanted(*pod)) {
                out.push_back({pod, node});
            }
        }
    }
    return out;
}

std::vector<PodPlace> LeavingPods::around(base::Symbol topologyKey, const Wanted &wanted) const
{
    std::vector<PodPlace> out;
    const std::string *here = m_draft.node().labels.find(topologyKey);
    for (const model::NodeInfoPtr &info : m_base.nodes()) {
        const std::string *there = info->node().labels.find(topologyKey);
        if (info->node().name == m_draft.node().name || (here && there && *here == *there)) {
            const std::vector<PodPlace> some = on(info->node().name, wanted);
            out.insert(out.end(), some.begin(), some.end());
        }
    }
    return out;
}

std::vector<PodPlace> LeavingPods::anywhere(const Wanted &wanted) const
{
    std::vector<PodPlace> out;
    for (const model::NodeInfoPtr &info : m_base.nodes()) {
        const std::vector<PodPlace> some = on(info->node().name, wanted);
        out.insert(out.end(), some.begin(), some.end());
    }
    return out;
}

void LeavingPods::proposeAll(const std::vector<PodPlace> &pods)
{
    proposeSome(pods, {static_cast<std::int64_t>(pods.size())}, [](const Pod &) { return Quantities{1}; });
}

void LeavingPods::proposeSome(std::vector<PodPlace> pods, const Quantities &needs, const Frees &frees)
{
    constexpr std::int64_t untilJobsEnd = 3; // nobody knows when
    std::sort(pods.begin(), pods.end(), sooner);
    if (!propose(only(pods, terminating), needs, frees, ChangeKind::WaitForPods, 0)) {
        propose(only(pods, ends), needs, frees, ChangeKind::WaitForPods, untilJobsEnd);
    }
    const auto evictable = [&](const Pod &pod) {
        return pod.priority <= m_draft.pod().priority && !terminating(pod) && !boundToNode(pod);
    };
    propose(only(pods, evictable), needs, frees, ChangeKind::EvictPods, 0);
}

bool LeavingPods::propose(const std::vector<PodPlace> &pods, const Quantities &needs, const Frees &frees,
    ChangeKind kind, std::int64_t extraCost)
{
    std::vector<Quantities> parts;
    parts.reserve(pods.size());
    for (const PodPlace &place : pods) {
        parts.push_back(frees(*place.pod));
    }
    const Cover cover = smallestCover(parts, needs, m_most);
    m_out.exact = m_out.exact && cover.smallest;
    if (cover.chosen.empty()) {
        return false;
    }
    Step out{{.kind = kind}, 0, {}};
    for (const std::size_t index : cover.chosen) {
        out.leaving.push_back(pods[index]);
    }
    std::sort(out.leaving.begin(), out.leaving.end(),
        [](const PodPlace &a, const PodPlace &b) { return a.pod->key < b.pod->key; });
    for (const PodPlace &place : out.leaving) {
        out.change.pods.push_back(place.pod->key);
    }
    out.cost = (costOf(kind) + extraCost) * static_cast<std::int64_t>(cover.chosen.size());
    m_out.ways.push_back({std::move(out)});
    return true;
}

} // namespace binnacle::engine
