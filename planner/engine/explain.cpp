// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/explain.h"

#include "planner/engine/cycle.h"
#include "planner/engine/decide.h"
#include "planner/engine/trial.h"

#include <algorithm>
#include <string>
#include <utility>

namespace binnacle::engine {

namespace {

using model::Reason;
using model::ReasonCode;

/// Copies of pod and node that are changed, reason by reason, until every Filter lets the pod in: what is reported was
/// tried.
class Changes {
public:
    Changes(const model::Snapshot &snapshot, const model::Pod &pod, const model::NodeInfo &info)
        : m_snapshot(snapshot), m_pod(pod), m_info(info), m_node(info.node())
    {
    }

    /// False when nothing simple lifts it.
    bool lift(const Reason &reason)
    {
        switch (reason.code) {
        case ReasonCode::TooManyPods:
        case ReasonCode::InsufficientCpu:
        case ReasonCode::InsufficientMemory:
        case ReasonCode::InsufficientEphemeralStorage:
        case ReasonCode::InsufficientScalar:
            return liftShortage(reason);
        case ReasonCode::NodeUnschedulable:
            m_node.unschedulable = false;
            break;
        case ReasonCode::TaintNotTolerated:
            std::erase_if(m_node.taints, [&](const model::Taint &taint) {
                return taint.key == reason.subject && reason.detail.starts_with(taint.value + ":No");
            });
            break;
        case ReasonCode::NodeSelectorMismatch:
            setLabel(reason.subject, reason.detail);
            break;
        case ReasonCode::NodeAffinityMismatch:
            return liftAffinity();
        case ReasonCode::PortConflict:
            m_pod.hostPorts.clear(); // one verdict names every port that is taken
            break;
        case ReasonCode::None:
        case ReasonCode::NodeNameMismatch:
        case ReasonCode::NodeNotFound:
        case ReasonCode::UndecidableRule:
        case ReasonCode::PodAffinityMismatch:
        case ReasonCode::PodAntiAffinityMismatch:
        case ReasonCode::ExistingPodAntiAffinity:
        case ReasonCode::TopologySpreadSkew:
        case ReasonCode::TopologyLabelMissing:
        default: // storage and the policy's, too: no change of the pod or of the node alone lifts it
            return false;
        }
        m_changes.push_back(reason);
        return true;
    }

    [[nodiscard]] Cycle::Refusal refilter(const framework::Policy &policy)
    {
        m_info.setNode(std::make_shared<const model::Node>(m_node));
        return filterWithNominated(Cycle(m_snapshot, m_pod, policy), m_info);
    }
    [[nodiscard]] std::vector<Reason> take() { return std::move(m_changes); }

private:
    bool liftShortage(const Reason &reason)
    {
        if (reason.asked > reason.capacity) {
            return false; // more than the node is
        }
        const std::int64_t left = std::max<std::int64_t>(reason.capacity - reason.used, 0);
        if (reason.code == ReasonCode::TooManyPods) {
            m_node.allocatable.pods = reason.used + 1;
        } else if (reason.code == ReasonCode::InsufficientCpu) {
            m_pod.request.cpuMilli = left;
        } else if (reason.code == ReasonCode::InsufficientMemory) {
            m_pod.request.memoryBytes = left;
        } else if (reason.code == ReasonCode::InsufficientEphemeralStorage) {
            m_pod.request.ephemeralStorageBytes = left;
        } else {
            m_pod.request.setScalar(reason.subject, left);
        }
        m_changes.push_back(reason);
        m_changes.back().asked = reason.asked - (reason.capacity - reason.used);
        return true;
    }

    /// The labels that a single term asks for by In or Exists; alternatives have no one smallest change.
    bool liftAffinity()
    {
        if (m_pod.requiredNodeTerms.size() != 1 || !m_pod.requiredNodeTerms.front().matchFields.empty()) {
            return false;
        }
        bool any = false;
        for (const model::Requirement &wanted : m_pod.requiredNodeTerms.front().matchExpressions) {
            const std::string *value = m_node.labels.find(wanted.key);
            const bool lacksValue = wanted.op == model::Requirement::Operator::In && !wanted.values.empty()
                && (!value || std::find(wanted.values.begin(), wanted.values.end(), *value) == wanted.values.end());
            const bool lacksKey = wanted.op == model::Requirement::Operator::Exists && !value;
            if (lacksValue || lacksKey) {
                const std::string label = lacksValue ? wanted.values.front() : std::string();
                setLabel(wanted.key, label);
                m_changes.push_back({.code = ReasonCode::NodeAffinityMismatch, .subject = wanted.key, .detail = label});
                any = true;
            }
        }
        return any;
    }

    void setLabel(base::Symbol key, const std::string &value)
    {
        std::vector<model::Labels::Entry> entries = m_node.labels.entries();
        entries.emplace_back(key, value);
        m_node.labels = model::Labels(std::move(entries));
    }

    const model::Snapshot &m_snapshot;
    model::Pod m_pod;
    model::NodeInfo m_info;
    model::Node m_node;
    std::vector<Reason> m_changes;
};

std::vector<Reason> smallestChange(const model::Snapshot &snapshot, const model::Pod &pod, const model::NodeInfo &info,
    const framework::Policy &policy)
{
    constexpr int mostSteps = 64;
    Changes changes(snapshot, pod, info);
    for (int step = 0; step < mostSteps; ++step) {
        const Cycle::Refusal refusal = changes.refilter(policy);
        if (refusal.verdict.ok()) {
            return changes.take();
        }
        for (const Reason &reason : refusal.verdict.reasons) {
            if (!changes.lift(reason)) {
                return {};
            }
        }
    }
    return {};
}

} // namespace

Explanation explain(
    const model::Snapshot &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy)
{
    Explanation explanation;
    explanation.node = node;
    explanation.undecided = undecidedRules(snapshot, pod, policy);
    const model::NodeInfo *info = snapshot.find(node);
    if (!info) {
        explanation.filters.push_back({{}, false, {{.code = ReasonCode::NodeNotFound, .subject = node, .detail = {}}}});
        return explanation;
    }
    explanation.feasible = true;
    for (const Cycle::Refusal &word : wordsWithNominated(Cycle(snapshot, pod, policy), *info)) {
        explanation.feasible = explanation.feasible && word.verdict.ok();
        const model::Reasons &reasons = word.verdict.reasons;
        explanation.filters.push_back({word.plugin, word.verdict.ok(), {reasons.begin(), reasons.end()}});
    }
    if (!explanation.feasible) {
        explanation.smallestChange = smallestChange(snapshot, pod, *info, policy);
    }
    return explanation;
}

} // namespace binnacle::engine
