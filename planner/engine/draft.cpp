// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/draft.h"

#include "planner/engine/trial.h"

#include <algorithm>
#include <memory>

namespace binnacle::engine {

namespace {

using model::AffinityTerm;
using model::Change;
using model::ChangeKind;

constexpr std::string_view cordonTaint = "node.kubernetes.io/unschedulable";

void addTo(model::Resources &resources, base::Symbol resource, std::int64_t amount)
{
    if (resource == model::resource::cpu) {
        resources.cpuMilli += amount;
    } else if (resource == model::resource::memory) {
        resources.memoryBytes += amount;
    } else if (resource == model::resource::ephemeralStorage) {
        resources.ephemeralStorageBytes += amount;
    } else if (resource == model::resource::pods) {
        resources.pods += amount;
    } else {
        resources.setScalar(resource, resources.scalar(resource) + amount);
    }
}

void dropTerms(model::Pod &pod, AffinityTerm::Kind kind, base::Symbol key)
{
    std::erase_if(
        pod.affinityTerms, [&](const AffinityTerm &term) { return term.kind == kind && term.topologyKey == key; });
}

void tolerate(model::Pod &pod, const Change &change)
{
    const std::size_t colon = change.detail.rfind(':');
    model::Toleration toleration;
    toleration.key = change.subject;
    toleration.value = change.detail.substr(0, colon);
    for (const model::TaintEffect effect : {model::TaintEffect::NoSchedule, model::TaintEffect::NoExecute}) {
        if (colon != std::string::npos && taintText({change.subject, toleration.value, effect}) == change.detail) {
            toleration.effect = effect;
        }
    }
    pod.tolerations.push_back(std::move(toleration));
}

} // namespace

std::string portText(const model::HostPort &port)
{
    std::string text(port.protocol.empty() ? std::string_view("TCP") : port.protocol.text());
    text += ' ';
    if (!port.ip.empty() && port.ip != "0.0.0.0") {
        text += port.ip + ':';
    }
    return text + std::to_string(port.port);
}

std::string taintText(const model::Taint &taint)
{
    std::string text = taint.value;
    switch (taint.effect) {
    case model::TaintEffect::None:
        break;
    case model::TaintEffect::NoSchedule:
        text += ":NoSchedule";
        break;
    case model::TaintEffect::PreferNoSchedule:
        text += ":PreferNoSchedule";
        break;
    case model::TaintEffect::NoExecute:
        text += ":NoExecute";
        break;
    }
    return text;
}

Draft::Draft(model::SnapshotPtr base, const model::Pod &pod, const model::NodeInfo &info)
    : m_base(std::move(base)), m_pod(pod), m_node(info.node())
{
}

void Draft::apply(const Step &step)
{
    switch (step.change.kind) {
    case ChangeKind::EvictPods:
    case ChangeKind::WaitForPods:
        for (const PodPlace &place : step.leaving) {
            m_left.emplace_back(place.node, place.pod->uid);
        }
        break;
    case ChangeKind::FreeResource:
    case ChangeKind::Uncordon:
    case ChangeKind::RemoveTaint:
    case ChangeKind::AddLabel:
    case ChangeKind::RemoveLabel:
        applyToNode(step.change);
        break;
    default:
        applyToPod(step.change);
    }
}

void Draft::applyToNode(const Change &change)
{
    m_nodeChanged = true;
    switch (change.kind) {
    case ChangeKind::FreeResource:
        addTo(m_node.allocatable, change.subject, change.amount); // as good as that much less in use
        break;
    case ChangeKind::Uncordon:
        m_node.unschedulable = false;
        std::erase_if(m_node.taints, [](const model::Taint &taint) { return taint.key.text() == cordonTaint; });
        break;
    case ChangeKind::RemoveTaint:
        std::erase_if(m_node.taints, [&](const model::Taint &taint) {
            return taint.key == change.subject && taintText(taint) == change.detail;
        });
        break;
    case ChangeKind::AddLabel:
        setLabel(change.subject, &change.detail);
        break;
    default:
        setLabel(change.subject, nullptr);
    }
    m_node.finish();
}

void Draft::setLabel(base::Symbol key, const std::string *value)
{
    std::vector<model::Labels::Entry> entries = m_node.labels.entries();
    std::erase_if(entries, [&](const model::Labels::Entry &entry) { return entry.first == key; });
    if (value) {
        entries.emplace_back(key, *value);
    }
    m_node.labels = model::Labels(std::move(entries));
}

void Draft::applyToPod(const Change &change)
{
    switch (change.kind) {
    case ChangeKind::AskLess:
        addTo(m_pod.request, change.subject, change.amount - m_pod.request.get(change.subject));
        break;
    case ChangeKind::Tolerate:
        tolerate(m_pod, change);
        break;
    case ChangeKind::DropNodeSelector:
        std::erase_if(m_pod.nodeSelector,
            [&](const auto &entry) { return entry.first == change.subject && entry.second == change.detail; });
        break;
    case ChangeKind::DropNodeAffinity:
        m_pod.hasRequiredNodeAffinity = false;
        m_pod.requiredNodeTerms.clear();
        break;
    case ChangeKind::ClearNodeName:
        m_pod.nodeName = {};
        break;
    case ChangeKind::DropHostPort:
        std::erase_if(m_pod.hostPorts, [&](const model::HostPort &port) { return portText(port) == change.detail; });
        break;
    case ChangeKind::DropAffinity:
        dropTerms(m_pod, AffinityTerm::Kind::RequiredAffinity, change.subject);
        break;
    case ChangeKind::DropAntiAffinity:
        dropTerms(m_pod, AffinityTerm::Kind::RequiredAntiAffinity, change.subject);
        break;
    default: // of the spread
        for (model::SpreadConstraint &constraint : m_pod.spreadConstraints) {
            if (constraint.topologyKey == change.subject && change.kind == ChangeKind::DropSpread) {
                constraint.filters = false;
            } else if (constraint.topologyKey == change.subject && constraint.filters) {
                constraint.maxSkew = std::max(
                    constraint.maxSkew, static_cast<std::int32_t>(std::min<std::int64_t>(change.amount, INT32_MAX)));
            }
        }
    }
    m_pod.sign();
}

model::SnapshotPtr Draft::snapshot() const
{
    if (!m_nodeChanged && m_left.empty()) {
        return m_base;
    }
    model::Overlay overlay(m_base);
    if (m_nodeChanged) {
        overlay.setNode(std::make_shared<const model::Node>(m_node));
    }
    for (const auto &[node, uid] : m_left) {
        overlay.forget(node, uid);
    }
    return overlay.commit();
}

std::vector<Cycle::Refusal> Draft::words(const framework::Policy &policy) const
{
    const model::SnapshotPtr now = snapshot();
    return wordsWithNominated(Cycle(*now, m_pod, policy), *now->find(m_node.name));
}

bool Draft::left(const model::Pod &pod) const
{
    return std::any_of(m_left.begin(), m_left.end(), [&](const auto &gone) { return gone.second == pod.uid; });
}

ChangedCluster withChanges(
    const model::SnapshotPtr &snapshot, const model::Pod &pod, base::Symbol node, const std::vector<Change> &changes)
{
    const model::NodeInfo *info = snapshot->find(node);
    if (!info) {
        return {snapshot, std::make_shared<const model::Pod>(pod)};
    }
    Draft draft(snapshot, pod, *info);
    for (const Change &change : changes) {
        Step step{change, 0, {}};
        for (const model::NodeInfoPtr &on : snapshot->nodes()) {
            for (const model::PodPtr &running : on->pods()) {
                if (std::find(change.pods.begin(), change.pods.end(), running->key) != change.pods.end()) {
                    step.leaving.push_back({running, on->node().name});
                }
            }
        }
        draft.apply(step);
    }
    return {draft.snapshot(), std::make_shared<const model::Pod>(draft.pod())};
}

} // namespace binnacle::engine
