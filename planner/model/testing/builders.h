// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node_info.h"
#include "planner/model/snapshot.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Objects for tests and benchmarks, in words: makePod("web/a").req("cpu", "2").toleration("gpu").obj().
/// Quantities are Kubernetes texts; a malformed one ends the test. Values are finished when handed out.
namespace binnacle::model::testing {

inline base::Quantity quantity(std::string_view text) { return base::Quantity::parse(text).value(); }
inline base::Symbol symbol(std::string_view text) { return base::Symbol(text); }

inline Requirement require(std::string_view key, Requirement::Operator op, std::vector<std::string> values = {})
{
    return {symbol(key), op, std::move(values)};
}
inline Requirement in(std::string_view key, std::vector<std::string> values)
{
    return require(key, Requirement::Operator::In, std::move(values));
}
inline Requirement notIn(std::string_view key, std::vector<std::string> values)
{
    return require(key, Requirement::Operator::NotIn, std::move(values));
}
inline Requirement exists(std::string_view key) { return require(key, Requirement::Operator::Exists); }
inline Requirement doesNotExist(std::string_view key) { return require(key, Requirement::Operator::DoesNotExist); }
inline Requirement greaterThan(std::string_view key, std::string value)
{
    return require(key, Requirement::Operator::Gt, {std::move(value)});
}
inline Requirement lessThan(std::string_view key, std::string value)
{
    return require(key, Requirement::Operator::Lt, {std::move(value)});
}

/// Builds a Pod. Requests go to the container begun last; a pod without any call to container() has one, "main".
class PodBuilder {
public:
    /// "name" (namespace default) or "namespace/name". The UID is "uid-" and the name until uid() says otherwise.
    explicit PodBuilder(std::string_view namespaceAndName)
    {
        const auto slash = namespaceAndName.find('/');
        const bool named = slash != std::string_view::npos;
        m_pod.key.ns = named ? namespaceAndName.substr(0, slash) : "default";
        m_pod.key.name = named ? namespaceAndName.substr(slash + 1) : namespaceAndName;
        m_pod.uid = "uid-" + m_pod.key.name;
        m_pod.resourceVersion = "1";
        m_pod.schedulerName = "binnacle";
    }

    PodBuilder &uid(std::string value) { return set(m_pod.uid, std::move(value)); }
    PodBuilder &resourceVersion(std::string value) { return set(m_pod.resourceVersion, std::move(value)); }
    PodBuilder &created(base::TimePoint at) { return set(m_pod.created, at); }
    PodBuilder &scheduler(std::string name) { return set(m_pod.schedulerName, std::move(name)); }
    PodBuilder &priority(std::int32_t value) { return set(m_pod.priority, value); }
    PodBuilder &neverPreempts() { return set(m_pod.neverPreempts, true); }
    PodBuilder &gate(std::string name)
    {
        m_pod.schedulingGates.push_back(std::move(name));
        return *this;
    }
    PodBuilder &nominated(std::string node) { return set(m_pod.nominatedNodeName, std::move(node)); }
    PodBuilder &started(base::TimePoint at) { return set(m_pod.startTime, std::optional(at)); }
    PodBuilder &preempted() { return set(m_pod.preempted, true); }
    PodBuilder &node(std::string_view name) { return set(m_pod.nodeName, symbol(name)); }
    PodBuilder &phase(PodPhase value) { return set(m_pod.phase, value); }
    PodBuilder &undecided(UndecidedRule rule)
    {
        return set(m_pod.undecided, m_pod.undecided | static_cast<UndecidedRules>(rule));
    }
    PodBuilder &owner(std::string kind, std::string name, std::string apiVersion = "apps/v1")
    {
        m_pod.ownerApiVersion = std::move(apiVersion);
        m_pod.ownerKind = std::move(kind);
        return set(m_pod.ownerName, std::move(name));
    }
    PodBuilder &label(std::string_view key, std::string value)
    {
        m_labels.emplace_back(symbol(key), std::move(value));
        return *this;
    }

    PodBuilder &container(std::string name) { return begin(std::move(name), false, false); }
    PodBuilder &initContainer(std::string name) { return begin(std::move(name), true, false); }
    PodBuilder &sidecar(std::string name) { return begin(std::move(name), true, true); }
    PodBuilder &req(std::string_view resource, std::string_view amount)
    {
        current().requests.set(symbol(resource), quantity(amount));
        return *this;
    }
    PodBuilder &limit(std::string_view resource, std::string_view amount)
    {
        current().limits.set(symbol(resource), quantity(amount));
        return *this;
    }
    PodBuilder &podLevel(std::string_view resource, std::string_view amount)
    {
        if (!m_pod.podLevelRequests) {
            m_pod.podLevelRequests.emplace();
        }
        m_pod.podLevelRequests->set(symbol(resource), quantity(amount));
        m_pod.podLevelNames.push_back(symbol(resource));
        return *this;
    }
    PodBuilder &overhead(std::string_view resource, std::string_view amount)
    {
        m_pod.overhead.set(symbol(resource), quantity(amount));
        return *this;
    }

    PodBuilder &toleration(Toleration value)
    {
        m_pod.tolerations.push_back(std::move(value));
        return *this;
    }
    /// Equal, for one effect or for all.
    PodBuilder &toleration(std::string_view key, std::string value = {}, TaintEffect effect = TaintEffect::None)
    {
        return toleration(Toleration{symbol(key), Toleration::Operator::Equal, std::move(value), effect, {}});
    }
    /// Exists; an empty key tolerates every key.
    PodBuilder &tolerationExists(std::string_view key = {}, TaintEffect effect = TaintEffect::None)
    {
        return toleration(Toleration{symbol(key), Toleration::Operator::Exists, {}, effect, {}});
    }
    PodBuilder &nodeSelector(std::string_view key, std::string value)
    {
        m_pod.nodeSelector.emplace_back(symbol(key), std::move(value));
        return *this;
    }
    /// One more required node selector term (terms are alternatives); no term at all matches nothing.
    PodBuilder &requiredNodeTerm(std::vector<Requirement> expressions, std::vector<Requirement> fields = {})
    {
        m_pod.hasRequiredNodeAffinity = true;
        m_pod.requiredNodeTerms.push_back({std::move(expressions), std::move(fields)});
        return *this;
    }
    PodBuilder &preferredNodeTerm(
        std::int32_t weight, std::vector<Requirement> expressions, std::vector<Requirement> fields = {})
    {
        m_pod.preferredNodeTerms.push_back({weight, {std::move(expressions), std::move(fields)}});
        return *this;
    }
    PodBuilder &hostPort(std::int32_t port, std::string_view protocol = "TCP", std::string ip = {})
    {
        m_pod.hostPorts.push_back({std::move(ip), symbol(protocol), port});
        return *this;
    }
    PodBuilder &deleting(base::TimePoint at = {}) { return set(m_pod.deletionTimestamp, std::optional(at)); }
    PodBuilder &image(std::string_view name)
    {
        m_pod.images.push_back(symbol(name));
        return *this;
    }
    PodBuilder &claims(std::shared_ptr<const PodClaims> value) { return set(m_pod.claims, std::move(value)); }
    PodBuilder &needs(NodeFeature feature)
    {
        return set(m_pod.requiredFeatures, static_cast<NodeFeatures>(m_pod.requiredFeatures | featureBit(feature)));
    }
    PodBuilder &spread(SpreadConstraint constraint)
    {
        m_pod.spreadConstraints.push_back(std::move(constraint));
        return *this;
    }
    PodBuilder &affinityTerm(AffinityTerm term)
    {
        m_pod.affinityTerms.push_back(std::move(term));
        return *this;
    }

    [[nodiscard]] Pod value() const
    {
        Pod pod = m_pod;
        pod.labels = Labels(m_labels);
        if (pod.containers.empty()) {
            pod.containers.push_back({"main", {}, {}, false, false});
        }
        pod.finish();
        return pod;
    }
    [[nodiscard]] PodPtr obj() const { return std::make_shared<const Pod>(value()); }

private:
    template <typename T> PodBuilder &set(T &field, T value)
    {
        field = std::move(value);
        return *this;
    }
    PodBuilder &begin(std::string name, bool init, bool sidecar)
    {
        m_pod.containers.push_back({std::move(name), {}, {}, init, sidecar});
        return *this;
    }
    ContainerResources &current()
    {
        if (m_pod.containers.empty()) {
            begin("main", false, false);
        }
        return m_pod.containers.back();
    }

    Pod m_pod;
    std::vector<Labels::Entry> m_labels;
};

/// Builds a Node: ready, schedulable, with 110 pod slots until told otherwise.
class NodeBuilder {
public:
    explicit NodeBuilder(std::string_view name)
    {
        m_node.name = symbol(name);
        m_node.uid = "uid-" + std::string(name);
        m_node.resourceVersion = "1";
        ready(true);
        allocatable("pods", "110");
    }

    NodeBuilder &created(base::TimePoint at)
    {
        m_node.created = at;
        return *this;
    }
    /// Capacity too.
    NodeBuilder &allocatable(std::string_view resource, std::string_view amount)
    {
        m_node.allocatable.set(symbol(resource), quantity(amount));
        m_node.capacity.set(symbol(resource), quantity(amount));
        return *this;
    }
    NodeBuilder &capacity(std::string_view resource, std::string_view amount)
    {
        m_node.capacity.set(symbol(resource), quantity(amount));
        return *this;
    }
    NodeBuilder &label(std::string_view key, std::string value)
    {
        m_labels.emplace_back(symbol(key), std::move(value));
        return *this;
    }
    NodeBuilder &image(std::string_view name, std::int64_t bytes)
    {
        m_node.images.push_back({symbol(name), bytes});
        return *this;
    }
    NodeBuilder &declares(NodeFeature feature)
    {
        m_node.declaredFeatures = static_cast<NodeFeatures>(m_node.declaredFeatures | featureBit(feature));
        return *this;
    }
    NodeBuilder &taint(std::string_view key, std::string value = {}, TaintEffect effect = TaintEffect::NoSchedule)
    {
        m_node.taints.push_back({symbol(key), std::move(value), effect});
        return *this;
    }
    NodeBuilder &unschedulable(bool value = true)
    {
        m_node.unschedulable = value;
        return *this;
    }
    NodeBuilder &ready(bool value)
    {
        return condition("Ready", value ? ConditionStatus::True : ConditionStatus::False);
    }
    NodeBuilder &condition(std::string_view type, ConditionStatus status)
    {
        for (NodeCondition &old : m_node.conditions) {
            if (old.type == symbol(type)) {
                old.status = status;
                return *this;
            }
        }
        m_node.conditions.push_back({symbol(type), status, {}, {}});
        return *this;
    }

    [[nodiscard]] Node value() const
    {
        Node node = m_node;
        node.labels = Labels(m_labels);
        node.finish();
        return node;
    }
    [[nodiscard]] NodePtr obj() const { return std::make_shared<const Node>(value()); }

private:
    Node m_node;
    std::vector<Labels::Entry> m_labels;
};

inline PodBuilder makePod(std::string_view namespaceAndName) { return PodBuilder(namespaceAndName); }
inline NodeBuilder makeNode(std::string_view name) { return NodeBuilder(name); }

inline NodeInfoPtr makeNodeInfo(NodePtr node, const std::vector<PodPtr> &pods = {}, std::uint64_t generation = 1)
{
    auto info = std::make_shared<NodeInfo>(std::move(node));
    for (const PodPtr &pod : pods) {
        info->addPod(pod);
    }
    info->generation = generation;
    return info;
}

inline SnapshotPtr makeSnapshot(
    std::vector<NodeInfoPtr> nodes, std::uint64_t generation = 1, InventoryPtr inventory = nullptr)
{
    return std::make_shared<const Snapshot>(generation, std::move(nodes), std::move(inventory));
}

inline LabelSelector selecting(std::vector<Requirement> requirements = {}) { return {true, std::move(requirements)}; }

/// A term without namespaces: it looks where its owner lives.
inline AffinityTerm affinityTo(
    AffinityTerm::Kind kind, std::string_view topologyKey, LabelSelector selector, std::int32_t weight = 0)
{
    AffinityTerm term;
    term.kind = kind;
    term.weight = weight;
    term.topologyKey = symbol(topologyKey);
    term.selector = std::move(selector);
    return term;
}

inline SpreadConstraint spreadOver(
    std::string_view topologyKey, std::int32_t maxSkew, bool filters, LabelSelector selector)
{
    SpreadConstraint constraint;
    constraint.topologyKey = symbol(topologyKey);
    constraint.maxSkew = maxSkew;
    constraint.filters = filters;
    constraint.selector = std::move(selector);
    return constraint;
}

} // namespace binnacle::model::testing
