// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/scenario_fork.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace binnacle::engine {

namespace {

using model::Pod;
using model::PodOrigin;
using model::PodPtr;
using model::ScenarioFaultCode;

constexpr std::string_view controlPlaneTaints = "node.kubernetes.io/";

/// A DaemonSet makes it again on the same node only, and a static pod is the kubelet's own.
bool boundToNode(const Pod &pod) { return pod.ownerKind == "DaemonSet" || pod.ownerKind == "Node"; }

/// As it would come back from its controller: the same spec, without a place.
std::shared_ptr<Pod> fresh(const Pod &pod)
{
    auto copy = std::make_shared<Pod>(pod);
    copy->nodeName = {};
    copy->nominatedNodeName.clear();
    copy->phase = model::PodPhase::Pending;
    copy->startTime.reset();
    copy->deletionTimestamp.reset();
    copy->restarts = 0;
    copy->scheduledReason.clear();
    copy->scheduledMessage.clear();
    return copy;
}

std::int64_t ordinalOf(const Pod &pod)
{
    const std::string_view name = pod.key.name;
    const std::size_t dash = name.rfind('-');
    std::int64_t ordinal = -1;
    if (dash != std::string_view::npos) {
        std::from_chars(name.data() + dash + 1, name.data() + name.size(), ordinal);
    }
    return ordinal;
}

bool hasAllLabels(const Pod &pod, std::string_view labels)
{
    while (!labels.empty()) {
        const std::string_view one = labels.substr(0, labels.find(','));
        labels.remove_prefix(std::min(one.size() + 1, labels.size()));
        const std::size_t equals = one.find('=');
        const std::string *value = pod.labels.find(base::Symbol(one.substr(0, equals)));
        if (!value || (equals != std::string_view::npos && *value != one.substr(equals + 1))) {
            return false;
        }
    }
    return true;
}

/// A Deployment's ReplicaSet is named after it and the hash of its template.
bool madeByDeployment(const Pod &pod, std::string_view deployment)
{
    static const base::Symbol hashKey("pod-template-hash");
    const std::string_view owner = pod.ownerName;
    if (pod.ownerKind != "ReplicaSet" || !owner.starts_with(deployment) || owner.size() <= deployment.size() + 1
        || owner[deployment.size()] != '-') {
        return false;
    }
    const std::string_view suffix = owner.substr(deployment.size() + 1);
    const std::string *hash = pod.labels.find(hashKey);
    return hash ? suffix == *hash : suffix.find('-') == std::string_view::npos;
}

} // namespace

std::string scalableKind(std::string_view kind)
{
    std::string lower(kind);
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Pair, 14> known{{{"deployment", "Deployment"}, {"deployments", "Deployment"},
        {"deploy", "Deployment"}, {"replicaset", "ReplicaSet"}, {"replicasets", "ReplicaSet"}, {"rs", "ReplicaSet"},
        {"statefulset", "StatefulSet"}, {"statefulsets", "StatefulSet"}, {"sts", "StatefulSet"},
        {"replicationcontroller", "ReplicationController"}, {"rc", "ReplicationController"}, {"job", "Job"},
        {"jobs", "Job"}, {"labels", "Labels"}}};
    for (const auto &[name, canonical] : known) {
        if (name == lower) {
            return std::string(canonical);
        }
    }
    return {};
}

bool belongsTo(const Pod &pod, const model::WorkloadName &workload)
{
    if (pod.key.ns != workload.ns) {
        return false;
    }
    if (workload.kind == "Labels") {
        return hasAllLabels(pod, workload.name);
    }
    if (workload.kind == "Deployment") {
        return madeByDeployment(pod, workload.name);
    }
    return pod.ownerKind == workload.kind && pod.ownerName == workload.name;
}

ScenarioFork::ScenarioFork(const ScenarioInput &input)
    : m_input(input), m_overlay(input.base), m_policies(&input.policies)
{
    for (const PodPtr &pod : input.waiting) {
        m_homeless.push_back({pod, PodOrigin::Waiting, {}});
    }
    std::sort(m_homeless.begin(), m_homeless.end(), [](const Homeless &a, const Homeless &b) {
        return std::tie(a.pod->created, a.pod->key, a.pod->uid) < std::tie(b.pod->created, b.pod->key, b.pod->uid);
    });
}

absl::Status ScenarioFork::fault(ScenarioFaultCode code, std::string value) const
{
    return model::statusOf({code, m_step, std::move(value)});
}

absl::Status ScenarioFork::apply(const ScenarioEdit &edit, std::int32_t step)
{
    using enum ScenarioEdit::Kind;
    m_step = step;
    switch (edit.kind) {
    case AddNodes:
        return addNodes(edit);
    case RemoveNodes:
    case Drain:
        return clear(edit);
    case Cordon:
        return cordon(edit, true);
    case Uncordon:
        return cordon(edit, false);
    case Scale:
        return scale(edit);
    case Policies:
        m_policies = &edit.policies;
        return absl::OkStatus();
    case Arrive:
        return arrive(edit);
    }
    return absl::OkStatus();
}

absl::Status ScenarioFork::checkNodes(const ScenarioEdit &edit) const
{
    if (edit.nodes.empty()) {
        return fault(ScenarioFaultCode::Incomplete);
    }
    for (const base::Symbol node : edit.nodes) {
        if (!m_overlay.find(node)) {
            return fault(ScenarioFaultCode::UnknownNode, std::string(node.text()));
        }
    }
    return absl::OkStatus();
}

// ---- nodes --------------------------------------------------------------------------------------

absl::Status ScenarioFork::addNodes(const ScenarioEdit &edit)
{
    const bool copies = edit.newNodes.empty();
    if (absl::Status status = copies ? checkNodes(edit) : absl::OkStatus(); !status.ok()) {
        return status;
    }
    const auto already = static_cast<std::int64_t>(m_outcome.added.size());
    const auto kinds = static_cast<std::int64_t>(copies ? 1 : edit.newNodes.size());
    if (edit.count < 1 || edit.count > m_input.mostNodes) {
        return fault(ScenarioFaultCode::CountOutOfRange,
            std::to_string(edit.count) + ", 1.." + std::to_string(m_input.mostNodes));
    }
    if (edit.count * kinds > m_input.mostNodes - already) {
        return fault(ScenarioFaultCode::TooMuch, std::to_string(m_input.mostNodes) + " nodes");
    }
    for (std::int64_t kind = 0; kind < kinds; ++kind) {
        const model::NodePtr &what =
            copies ? m_overlay.find(edit.nodes.front())->nodePtr() : edit.newNodes[static_cast<std::size_t>(kind)];
        const model::NodePtr original = what; // the overlay may move while nodes come
        const model::NodeInfo *like = copies ? m_input.base->find(original->name) : nullptr;
        for (std::int64_t i = 1; i <= edit.count; ++i) {
            auto node = std::make_shared<model::Node>(*original);
            if (copies || edit.count > 1) {
                std::string name;
                do {
                    name = std::string(original->name.text()) + "-new-" + std::to_string(++m_nodeSerial);
                } while (m_overlay.find(base::Symbol(name)));
                node->name = base::Symbol(name);
            }
            if (absl::Status status = addNode(std::move(node), like); !status.ok()) {
                return status;
            }
        }
    }
    return absl::OkStatus();
}

/// A new node is not cordoned, healthy, has pulled no image, and runs what DaemonSets put on the one it is like.
absl::Status ScenarioFork::addNode(std::shared_ptr<model::Node> node, const model::NodeInfo *like)
{
    static const base::Symbol hostname("kubernetes.io/hostname");
    const base::Symbol name = node->name;
    if (m_overlay.find(name)) {
        return fault(ScenarioFaultCode::NodeExists, std::string(name.text()));
    }
    node->uid = "scenario-" + std::string(name.text());
    if (like) {
        node->unschedulable = false;
        node->images.clear();
        std::erase_if(
            node->taints, [](const model::Taint &taint) { return taint.key.text().starts_with(controlPlaneTaints); });
    }
    std::vector<model::Labels::Entry> labels = node->labels.entries();
    for (model::Labels::Entry &label : labels) {
        if (label.first == hostname) {
            label.second = name.text();
        }
    }
    node->labels = model::Labels(std::move(labels));
    node->finish();
    m_overlay.setNode(std::move(node));
    m_outcome.added.push_back(name);
    for (const PodPtr &pod : like ? like->pods() : std::vector<PodPtr>{}) {
        if (boundToNode(*pod) && !pod->deletionTimestamp) {
            m_overlay.assume(copyOf(*pod, pod->key.name + '-' + std::to_string(++m_serial)), name);
        }
    }
    return absl::OkStatus();
}

absl::Status ScenarioFork::clear(const ScenarioEdit &edit)
{
    if (absl::Status status = checkNodes(edit); !status.ok()) {
        return status;
    }
    const bool removes = edit.kind == ScenarioEdit::Kind::RemoveNodes;
    const std::size_t first = m_homeless.size();
    for (const base::Symbol node : edit.nodes) {
        const model::NodeInfo *info = m_overlay.find(node);
        if (!info) {
            continue; // named twice
        }
        for (const PodPtr &pod : std::vector<PodPtr>(info->pods())) {
            leaveNode(pod, node, removes);
        }
        if (removes) {
            m_overlay.removeNode(node);
            m_outcome.removed.push_back(node);
        } else {
            setUnschedulable(node, true);
            m_outcome.drained.push_back(node);
        }
    }
    std::sort(m_homeless.begin() + static_cast<std::ptrdiff_t>(first), m_homeless.end(),
        [](const Homeless &a, const Homeless &b) {
            return std::tie(a.pod->key, a.pod->uid) < std::tie(b.pod->key, b.pod->uid);
        });
    return absl::OkStatus();
}

void ScenarioFork::leaveNode(const PodPtr &pod, base::Symbol node, bool removed)
{
    if (boundToNode(*pod) && !removed) {
        ++m_outcome.stayed;
        return;
    }
    m_overlay.forget(node, pod->uid);
    if (boundToNode(*pod) || pod->deletionTimestamp) {
        ++m_outcome.ended;
    } else if (pod->ownerKind.empty()) {
        m_outcome.lost.push_back(pod->key);
    } else {
        std::shared_ptr<Pod> copy = fresh(*pod);
        copy->sign();
        m_homeless.push_back({std::move(copy), PodOrigin::Displaced, node});
    }
}

absl::Status ScenarioFork::cordon(const ScenarioEdit &edit, bool unschedulable)
{
    if (absl::Status status = checkNodes(edit); !status.ok()) {
        return status;
    }
    for (const base::Symbol node : edit.nodes) {
        setUnschedulable(node, unschedulable);
    }
    return absl::OkStatus();
}

/// With the taint that the control plane sets along with it.
void ScenarioFork::setUnschedulable(base::Symbol name, bool unschedulable)
{
    static const base::Symbol key("node.kubernetes.io/unschedulable");
    auto node = std::make_shared<model::Node>(m_overlay.find(name)->node());
    node->unschedulable = unschedulable;
    std::erase_if(node->taints, [](const model::Taint &taint) { return taint.key == key; });
    if (unschedulable) {
        node->taints.push_back({key, {}, model::TaintEffect::NoSchedule});
    }
    node->finish();
    m_overlay.setNode(std::move(node));
}

// ---- pods ---------------------------------------------------------------------------------------

PodPtr ScenarioFork::copyOf(const Pod &pod, std::string name)
{
    std::shared_ptr<Pod> copy = fresh(pod);
    copy->key.name = std::move(name);
    copy->uid = "scenario-" + std::to_string(++m_serial);
    copy->created = {};
    copy->sign();
    return copy;
}

std::vector<ScenarioFork::Homeless> ScenarioFork::podsOf(const model::WorkloadName &workload) const
{
    std::vector<Homeless> out;
    const auto take = [&](const PodPtr &pod, base::Symbol node) {
        if (!pod->deletionTimestamp && belongsTo(*pod, workload)) {
            out.push_back({pod, PodOrigin::Scaled, node});
        }
    };
    for (const model::NodeInfoPtr &beneath : m_input.base->nodes()) {
        const model::NodeInfo *info = m_overlay.find(beneath->node().name);
        for (const PodPtr &pod : info ? info->pods() : std::vector<PodPtr>{}) {
            take(pod, beneath->node().name);
        }
    }
    for (const Homeless &waiting : m_homeless) {
        take(waiting.pod, {});
    }
    return out;
}

absl::Status ScenarioFork::scale(const ScenarioEdit &edit)
{
    if (edit.count < 0 || edit.count > m_input.mostPods) {
        return fault(ScenarioFaultCode::CountOutOfRange,
            std::to_string(edit.count) + ", 0.." + std::to_string(m_input.mostPods));
    }
    if (edit.workload.kind.empty() || edit.workload.name.empty() || edit.workload.ns.empty()) {
        return fault(ScenarioFaultCode::BadWorkload, edit.workload.text());
    }
    std::vector<Homeless> pods = podsOf(edit.workload);
    if (pods.empty()) {
        return fault(ScenarioFaultCode::UnknownWorkload, edit.workload.text());
    }
    if (static_cast<std::int64_t>(pods.size()) >= edit.count) {
        scaleDown(std::move(pods), edit.count);
        return absl::OkStatus();
    }
    return scaleUp(edit, pods);
}

/// Copies of the youngest pod.
absl::Status ScenarioFork::scaleUp(const ScenarioEdit &edit, const std::vector<Homeless> &pods)
{
    const std::int64_t more = edit.count - static_cast<std::int64_t>(pods.size());
    if (more > m_input.mostPods - m_addedPods) {
        return fault(ScenarioFaultCode::TooMuch, std::to_string(m_input.mostPods) + " pods");
    }
    m_addedPods += more;
    const auto young = [](const Homeless &a, const Homeless &b) {
        return std::tie(a.pod->created, a.pod->key) < std::tie(b.pod->created, b.pod->key);
    };
    const PodPtr &pattern = std::max_element(pods.begin(), pods.end(), young)->pod;
    std::int64_t ordinal = -1;
    for (const Homeless &pod : pods) {
        ordinal = std::max(ordinal, ordinalOf(*pod.pod));
    }
    const std::string &prefix = pattern->ownerName.empty() ? pattern->key.name : pattern->ownerName;
    const bool numbered = pattern->ownerKind == "StatefulSet";
    for (std::int64_t i = 1; i <= more; ++i) {
        const std::string suffix = numbered ? std::to_string(ordinal + i) : "new-" + std::to_string(i);
        m_homeless.push_back({copyOf(*pattern, prefix + '-' + suffix), PodOrigin::Scaled, {}});
    }
    return absl::OkStatus();
}

/// Which go first, after what the controllers do (v1.36): those without a node, those that do not run yet, those that share
/// their node with most of the same workload, the youngest; of a StatefulSet the highest ordinals.
void ScenarioFork::scaleDown(std::vector<Homeless> pods, std::int64_t target)
{
    std::map<std::string_view, std::int64_t> together;
    for (const Homeless &pod : pods) {
        together[pod.from.text()] += pod.from.empty() ? 0 : 1;
    }
    const auto rank = [&](const Homeless &one) {
        const bool ordered = one.pod->ownerKind == "StatefulSet";
        return std::tuple(ordered ? -ordinalOf(*one.pod) : 0, !one.from.empty(),
            one.pod->phase == model::PodPhase::Running, -together[one.from.text()],
            -one.pod->created.time_since_epoch().count(), one.pod->key);
    };
    std::sort(pods.begin(), pods.end(), [&](const Homeless &a, const Homeless &b) { return rank(a) < rank(b); });
    pods.resize(pods.size() - static_cast<std::size_t>(target));
    absl::flat_hash_set<std::string_view> gone;
    for (const Homeless &one : pods) {
        ++m_outcome.ended;
        gone.insert(one.pod->uid);
        if (!one.from.empty()) {
            m_overlay.forget(one.from, one.pod->uid);
        }
    }
    std::erase_if(m_homeless, [&](const Homeless &one) { return gone.contains(one.pod->uid); });
}

absl::Status ScenarioFork::arrive(const ScenarioEdit &edit)
{
    if (edit.newPods.empty()) {
        return fault(ScenarioFaultCode::Incomplete);
    }
    if (edit.count < 1 || edit.count > m_input.mostPods) {
        return fault(ScenarioFaultCode::CountOutOfRange,
            std::to_string(edit.count) + ", 1.." + std::to_string(m_input.mostPods));
    }
    if (edit.count > (m_input.mostPods - m_addedPods) / static_cast<std::int64_t>(edit.newPods.size())) {
        return fault(ScenarioFaultCode::TooMuch, std::to_string(m_input.mostPods) + " pods");
    }
    m_addedPods += edit.count * static_cast<std::int64_t>(edit.newPods.size());
    for (const PodPtr &pod : edit.newPods) {
        for (std::int64_t i = 1; i <= edit.count; ++i) {
            std::string name = edit.count == 1 ? pod->key.name : pod->key.name + '-' + std::to_string(i);
            m_homeless.push_back({copyOf(*pod, std::move(name)), PodOrigin::Arrived, {}});
        }
    }
    return absl::OkStatus();
}

std::vector<ScenarioFork::Homeless> ScenarioFork::homeless() const
{
    std::vector<Homeless> out = m_homeless;
    std::stable_sort(out.begin(), out.end(), [](const Homeless &a, const Homeless &b) {
        return std::tuple(-std::int64_t{a.pod->priority}, a.origin)
            < std::tuple(-std::int64_t{b.pod->priority}, b.origin);
    });
    return out;
}

} // namespace binnacle::engine
