// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_unschedulable/node_unschedulable.h"

#include "planner/plugins/pod_key.h"

#include "planner/plugins/taint_toleration/taint_toleration.h"
#include "planner/plugins/taint_toleration/tolerates.h"

namespace binnacle::plugins {

framework::Registration NodeUnschedulable::registration()
{
    return {"NodeUnschedulable", "node_unschedulable", 0, {comparisonOperatorsOption()},
        [](const framework::OptionValues &values) {
            return std::make_unique<NodeUnschedulable>(values.isOn(comparisonOperatorsOption().name));
        }};
}

base::Symbol NodeUnschedulable::name() const
{
    static const base::Symbol name("NodeUnschedulable");
    return name;
}

framework::NodeReads NodeUnschedulable::reads(const framework::CycleState &, const model::Pod &) const
{
    return {.taints = true, .labels = {}, .images = {}};
}

model::Verdict NodeUnschedulable::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    if (!node.unschedulable) {
        return model::Verdict::success();
    }
    static const base::Symbol key("node.kubernetes.io/unschedulable");
    if (tolerates(pod.tolerations, {key, {}, model::TaintEffect::NoSchedule}, m_comparisons)) {
        return model::Verdict::success();
    }
    return model::Verdict::reject({.code = model::ReasonCode::NodeUnschedulable, .subject = {}, .detail = {}}, false);
}

NodeUnschedulable::Scope NodeUnschedulable::scope(const model::Pod &, const model::Inventory &) const
{
    return Scope::Node;
}

void NodeUnschedulable::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    addTolerations(key, pod);
}

bool NodeUnschedulable::mayHelp(
    const model::Pod &, const framework::ClusterEvent &event, const model::Inventory &) const
{
    const bool was = !event.nodeBefore || event.nodeBefore->unschedulable;
    return event.kind == framework::ClusterEvent::Kind::Node && event.nodeNow && was && !event.nodeNow->unschedulable;
}

} // namespace binnacle::plugins
