// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/inter_pod_affinity/inter_pod_affinity.h"

#include <algorithm>

namespace binnacle::plugins {

namespace {

using framework::ClusterEvent;
using model::AffinityTerm;
using model::Pod;
using Kind = AffinityTerm::Kind;

bool selects(const AffinityTerm &term, const Pod &other, const model::Inventory &inventory)
{
    return term.selects(other.key.ns, inventory.labelsOf(other.key.ns), other.labels);
}

/// Whether all required affinity terms of the pod select the other; false when it has none.
bool allAffinitySelect(const Pod &pod, const Pod &other, const model::Inventory &inventory)
{
    bool any = false;
    for (const AffinityTerm &term : pod.affinityTerms) {
        if (term.kind == Kind::RequiredAffinity) {
            if (!selects(term, other, inventory)) {
                return false;
            }
            any = true;
        }
    }
    return any;
}

bool anyAntiAffinitySelects(const Pod &pod, const Pod &other, const model::Inventory &inventory)
{
    return std::any_of(pod.affinityTerms.begin(), pod.affinityTerms.end(), [&](const AffinityTerm &term) {
        return term.kind == Kind::RequiredAntiAffinity && selects(term, other, inventory);
    });
}

/// Whether one of the two does not want the other near.
bool apart(const Pod &waiting, const Pod &other, const model::Inventory &inventory)
{
    return anyAntiAffinitySelects(waiting, other, inventory) || anyAntiAffinitySelects(other, waiting, inventory);
}

bool podHelps(const Pod &waiting, const ClusterEvent &event, const model::Inventory &inventory)
{
    const Pod *before = event.podBefore.get();
    const Pod *now = event.podNow.get();
    const bool comesNear = now && allAffinitySelect(waiting, *now, inventory)
        && !(before && allAffinitySelect(waiting, *before, inventory));
    const bool goesAway = before && apart(waiting, *before, inventory) && !(now && apart(waiting, *now, inventory));
    return comesNear || goesAway;
}

bool nodeHelps(const Pod &waiting, const ClusterEvent &event)
{
    if (!event.nodeNow) {
        return false;
    }
    if (event.nodeAdded()) {
        return true; // without the label of a running pod's term it is far from that pod
    }
    return event.nodeBefore->labels != event.nodeNow->labels
        && std::any_of(waiting.affinityTerms.begin(), waiting.affinityTerms.end(), [&](const AffinityTerm &term) {
               const std::string *before = event.nodeBefore->labels.find(term.topologyKey);
               const std::string *now = event.nodeNow->labels.find(term.topologyKey);
               return term.required() && (before && now ? *before != *now : before != now);
           });
}

} // namespace

/// A label that a running pod's term names may go from a node as well: any change of labels helps who has no terms.
bool InterPodAffinity::mayHelp(const Pod &waiting, const ClusterEvent &event, const model::Inventory &inventory) const
{
    switch (event.kind) {
    case ClusterEvent::Kind::Inventory:
        return true; // labels of a namespace
    case ClusterEvent::Kind::Storage:
        return false;
    case ClusterEvent::Kind::Pod:
        return podHelps(waiting, event, inventory);
    case ClusterEvent::Kind::Node:
        break;
    }
    const bool none = std::none_of(waiting.affinityTerms.begin(), waiting.affinityTerms.end(),
        [](const AffinityTerm &term) { return term.required(); });
    return nodeHelps(waiting, event)
        || (none && event.nodeChanged() && event.nodeBefore->labels != event.nodeNow->labels);
}

} // namespace binnacle::plugins
