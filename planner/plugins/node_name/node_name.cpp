// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_name/node_name.h"

namespace binnacle::plugins {

framework::Registration NodeName::registration()
{
    return {
        "NodeName", "node_name", 0, {}, [](const framework::OptionValues &) { return std::make_unique<NodeName>(); }};
}

base::Symbol NodeName::name() const
{
    static const base::Symbol name("NodeName");
    return name;
}

framework::NodeReads NodeName::reads(const framework::CycleState &, const model::Pod &pod) const
{
    return {.everything = !pod.nodeName.empty(), .labels = {}, .images = {}};
}

model::Verdict NodeName::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    if (pod.nodeName.empty() || pod.nodeName == node.name) {
        return model::Verdict::success();
    }
    return model::Verdict::reject(
        {.code = model::ReasonCode::NodeNameMismatch, .subject = pod.nodeName, .detail = {}}, false);
}

NodeName::Scope NodeName::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.nodeName.empty() ? Scope::None : Scope::Node;
}

void NodeName::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    key.add(pod.nodeName.text());
}

bool NodeName::mayHelp(const model::Pod &, const framework::ClusterEvent &event, const model::Inventory &) const
{
    return event.nodeAdded();
}

} // namespace binnacle::plugins
