// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_ports/node_ports.h"

#include <algorithm>
#include <string>

namespace binnacle::plugins {

namespace {

bool anyAddress(const model::HostPort &port) { return port.ip.empty() || port.ip == "0.0.0.0"; }

bool isTcp(const model::HostPort &port)
{
    static const base::Symbol tcp("TCP");
    return port.protocol.empty() || port.protocol == tcp;
}

bool clash(const model::HostPort &a, const model::HostPort &b)
{
    if (a.port <= 0 || a.port != b.port || (a.protocol != b.protocol && !(isTcp(a) && isTcp(b)))) {
        return false;
    }
    return anyAddress(a) || anyAddress(b) || a.ip == b.ip;
}

/// "TCP 8080" or "TCP 10.0.0.5:8080".
std::string words(const model::HostPort &port)
{
    std::string text(isTcp(port) ? "TCP" : port.protocol.text());
    text += ' ';
    if (!anyAddress(port)) {
        text += port.ip + ':';
    }
    return text + std::to_string(port.port);
}

} // namespace

framework::Registration NodePorts::registration()
{
    return {"NodePorts", "node_ports", 0, {},
        [](const framework::OptionValues &) { return std::make_unique<NodePorts>(); }};
}

base::Symbol NodePorts::name() const
{
    static const base::Symbol name("NodePorts");
    return name;
}

framework::NodeReads NodePorts::reads(const framework::CycleState &, const model::Pod &pod) const
{
    return {.everything = !pod.hostPorts.empty(), .labels = {}, .images = {}};
}

framework::PreFilterAnswer NodePorts::preFilter(
    framework::CycleState &, const model::Pod &pod, const model::Snapshot &) const
{
    return {pod.hostPorts.empty() ? model::Verdict::skip() : model::Verdict::success(), {}};
}

model::Verdict NodePorts::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    const std::vector<model::HostPort> &used = node.info->usedPorts();
    model::Verdict verdict;
    for (const model::HostPort &wanted : pod.hostPorts) {
        const bool taken =
            std::any_of(used.begin(), used.end(), [&](const model::HostPort &port) { return clash(wanted, port); });
        if (taken) {
            verdict.kind = model::VerdictKind::Unschedulable;
            verdict.reasons.push_back(
                {.code = model::ReasonCode::PortConflict, .subject = {}, .detail = words(wanted)});
        }
    }
    return verdict;
}

NodePorts::Scope NodePorts::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.hostPorts.empty() ? Scope::None : Scope::NodeAndPods;
}

void NodePorts::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    for (const model::HostPort &port : pod.hostPorts) {
        key.add(port.ip).add(port.protocol.text()).add(std::int64_t{port.port});
    }
}

bool NodePorts::mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event, const model::Inventory &) const
{
    if (event.podRemoved()) {
        return std::any_of(waiting.hostPorts.begin(), waiting.hostPorts.end(), [&](const model::HostPort &wanted) {
            const std::vector<model::HostPort> &freed = event.podBefore->hostPorts;
            return std::any_of(
                freed.begin(), freed.end(), [&](const model::HostPort &port) { return clash(wanted, port); });
        });
    }
    return event.nodeAdded();
}

} // namespace binnacle::plugins
