// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/pod_topology_spread/pod_topology_spread.h"
#include "planner/plugins/pod_topology_spread/spread_constraints.h"

#include <algorithm>

namespace binnacle::plugins {

namespace {

using framework::ClusterEvent;
using model::SpreadConstraint;

/// The constraints that can refuse a node.
using Constraints = std::vector<SpreadConstraint>;

bool hasEveryKey(const model::Node &node, const Constraints &constraints)
{
    return std::all_of(constraints.begin(), constraints.end(),
        [&](const SpreadConstraint &constraint) { return node.labels.find(constraint.topologyKey) != nullptr; });
}

bool sameParts(const model::Node &a, const model::Node &b, const Constraints &constraints)
{
    return std::all_of(constraints.begin(), constraints.end(), [&](const SpreadConstraint &constraint) {
        const std::string *before = a.labels.find(constraint.topologyKey);
        const std::string *now = b.labels.find(constraint.topologyKey);
        return before && now ? *before == *now : before == now;
    });
}

bool nodeHelps(const ClusterEvent &event, const Constraints &constraints)
{
    const bool before = event.nodeBefore && hasEveryKey(*event.nodeBefore, constraints);
    const bool now = event.nodeNow && hasEveryKey(*event.nodeNow, constraints);
    if (!event.nodeChanged()) {
        return before || now;
    }
    return before != now
        || (now
            && (!sameParts(*event.nodeBefore, *event.nodeNow, constraints)
                || event.nodeBefore->taints != event.nodeNow->taints));
}

bool podHelps(const model::Pod &waiting, const ClusterEvent &event, const Constraints &constraints)
{
    const model::Pod &pod = event.podNow ? *event.podNow : *event.podBefore;
    if (!event.onNode || pod.key.ns != waiting.key.ns) {
        return false;
    }
    return std::any_of(constraints.begin(), constraints.end(), [&](const SpreadConstraint &constraint) {
        const bool before = event.podBefore && constraint.selector.selects(event.podBefore->labels);
        const bool now = event.podNow && constraint.selector.selects(event.podNow->labels);
        return event.podChanged() ? before != now : before || now;
    });
}

} // namespace

bool PodTopologySpread::mayHelp(
    const model::Pod &waiting, const ClusterEvent &event, const model::Inventory &inventory) const
{
    const bool own = !waiting.spreadConstraints.empty();
    if (event.kind == ClusterEvent::Kind::Inventory) {
        return !own; // services and controllers say what the cluster's own constraints select
    }
    if (event.kind == ClusterEvent::Kind::Storage) {
        return false;
    }
    Constraints constraints = own ? ownConstraints(waiting) : defaultConstraints(m_defaults, waiting, inventory);
    std::erase_if(constraints, [](const SpreadConstraint &constraint) { return !constraint.filters; });
    return event.kind == ClusterEvent::Kind::Node ? nodeHelps(event, constraints)
                                                  : podHelps(waiting, event, constraints);
}

} // namespace binnacle::plugins
