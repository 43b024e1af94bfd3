// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/candidates.h"

#include "planner/engine/leaving_pods.h"
#include "planner/engine/smallest_cover.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace binnacle::engine {

namespace {

using model::AffinityTerm;
using model::Change;
using model::ChangeKind;
using model::Pod;
using model::Reason;
using model::ReasonCode;
using model::Requirement;

const base::Symbol &cordonKey()
{
    static const base::Symbol key("node.kubernetes.io/unschedulable");
    return key;
}

bool isShortage(ReasonCode code)
{
    return code == ReasonCode::TooManyPods || code == ReasonCode::InsufficientCpu
        || code == ReasonCode::InsufficientMemory || code == ReasonCode::InsufficientEphemeralStorage
        || code == ReasonCode::InsufficientScalar;
}

Step step(Change change)
{
    const auto cost = costOf(change.kind);
    return {std::move(change), cost, {}};
}

bool tolerated(const Pod &pod, const model::Taint &taint)
{
    return std::any_of(pod.tolerations.begin(), pod.tolerations.end(), [&](const model::Toleration &toleration) {
        using enum model::Toleration::Operator;
        const bool effect = toleration.effect == model::TaintEffect::None || toleration.effect == taint.effect;
        const bool any = toleration.key.empty() && toleration.op == Exists;
        const bool value = toleration.op == Exists || (toleration.op == Equal && toleration.value == taint.value);
        return effect && (any || (toleration.key == taint.key && value));
    });
}

bool hard(const model::Taint &taint)
{
    return taint.effect == model::TaintEffect::NoSchedule || taint.effect == model::TaintEffect::NoExecute;
}

/// Proposes what lifts one refusal.
class Proposer {
public:
    Proposer(const Draft &draft, const model::Snapshot &base, std::size_t mostPods)
        : m_pod(draft.pod()), m_node(draft.node()), m_base(base), m_leaving(draft, base, mostPods, m_out)
    {
    }

    Ways take(const Cycle::Refusal &refusal)
    {
        const model::Reasons &reasons = refusal.verdict.reasons;
        if (reasons.empty()) {
            return {};
        }
        if (isShortage(reasons.front().code)) {
            shortage(reasons);
        } else if (reasons.front().code == ReasonCode::PortConflict) {
            ports(reasons);
        } else {
            one(reasons.front());
        }
        return std::move(m_out);
    }

private:
    void one(const Reason &reason)
    {
        switch (reason.code) {
        case ReasonCode::NodeUnschedulable:
            propose({.kind = ChangeKind::Uncordon});
            propose({.kind = ChangeKind::Tolerate, .subject = cordonKey(), .detail = ":NoSchedule"});
            break;
        case ReasonCode::NodeNameMismatch:
            propose({.kind = ChangeKind::ClearNodeName, .detail = std::string(m_pod.nodeName.text())});
            break;
        case ReasonCode::TaintNotTolerated:
            taint(reason);
            break;
        case ReasonCode::NodeSelectorMismatch:
            propose({.kind = ChangeKind::AddLabel, .subject = reason.subject, .detail = reason.detail});
            propose({.kind = ChangeKind::DropNodeSelector, .subject = reason.subject, .detail = reason.detail});
            break;
        case ReasonCode::NodeAffinityMismatch:
            nodeAffinity();
            break;
        case ReasonCode::PodAffinityMismatch:
            affinity(reason.subject);
            break;
        case ReasonCode::PodAntiAffinityMismatch:
            propose({.kind = ChangeKind::DropAntiAffinity, .subject = reason.subject});
            m_leaving.proposeAll(unwanted(reason.subject));
            break;
        case ReasonCode::ExistingPodAntiAffinity:
            m_leaving.proposeAll(unwelcoming(reason.subject));
            break;
        case ReasonCode::TopologySpreadSkew:
            skew(reason);
            break;
        case ReasonCode::VolumeInUse:
        case ReasonCode::ClaimInUse:
            m_leaving.proposeAll(namedIn(reason.detail));
            break;
        case ReasonCode::TopologyLabelMissing:
            topologyLabel(reason.subject);
            propose({.kind = ChangeKind::DropSpread, .subject = reason.subject});
            break;
        default: // nothing that could be tried
            break;
        }
    }

    void propose(Change change) { m_out.ways.push_back({step(std::move(change))}); }

    void taint(const Reason &reason)
    {
        if (reason.subject == cordonKey() && m_node.unschedulable) {
            propose({.kind = ChangeKind::Uncordon});
        }
        // A taint that the control plane sets and takes back is the node's to lose, any other the pod's to bear.
        const bool condition = reason.subject.text().starts_with("node.kubernetes.io/")
            || reason.subject.text().starts_with("node.cloudprovider.kubernetes.io/");
        Step remove = step({.kind = ChangeKind::RemoveTaint, .subject = reason.subject, .detail = reason.detail});
        Step bear = step({.kind = ChangeKind::Tolerate, .subject = reason.subject, .detail = reason.detail});
        (condition ? bear : remove).cost += 1;
        m_out.ways.push_back({std::move(remove)});
        m_out.ways.push_back({std::move(bear)});
    }

    /// Terms are alternatives: each is a way of its own, by the labels that it lacks.
    void nodeAffinity()
    {
        for (const model::NodeSelectorTerm &term : m_pod.requiredNodeTerms) {
            if (!term.matchFields.empty()) {
                continue; // a node's name cannot be changed
            }
            Way way;
            for (const Requirement &wanted : term.matchExpressions) {
                if (std::optional<Change> change = labelFor(wanted)) {
                    way.push_back(step(*std::move(change)));
                }
            }
            if (!way.empty()) {
                m_out.ways.push_back(std::move(way));
            }
        }
        if (m_pod.hasRequiredNodeAffinity) {
            propose({.kind = ChangeKind::DropNodeAffinity});
        }
    }

    /// What makes one expression hold on the node; nothing when it does.
    std::optional<Change> labelFor(const Requirement &wanted) const
    {
        using enum Requirement::Operator;
        const std::string *value = m_node.labels.find(wanted.key);
        const bool listed =
            value && std::find(wanted.values.begin(), wanted.values.end(), *value) != wanted.values.end();
        switch (wanted.op) {
        case In:
            return listed || wanted.values.empty() ? std::nullopt : set(wanted.key, wanted.values.front());
        case Exists:
            return value ? std::nullopt : set(wanted.key, {});
        case NotIn:
            return listed ? remove(wanted.key) : std::nullopt;
        case DoesNotExist:
            return value ? remove(wanted.key) : std::nullopt;
        case Gt:
        case Lt:
            return beyond(wanted, value);
        }
        return std::nullopt;
    }
    static std::optional<Change> set(base::Symbol key, std::string value)
    {
        return Change{.kind = ChangeKind::AddLabel, .subject = key, .detail = std::move(value)};
    }
    static std::optional<Change> remove(base::Symbol key)
    {
        return Change{.kind = ChangeKind::RemoveLabel, .subject = key};
    }
    static std::optional<std::int64_t> number(const std::string &text)
    {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
    }
    static std::optional<Change> beyond(const Requirement &wanted, const std::string *value)
    {
        const std::optional<std::int64_t> bound =
            wanted.values.size() == 1 ? number(wanted.values.front()) : std::nullopt;
        if (!bound || *bound == INT64_MAX || *bound == INT64_MIN) {
            return std::nullopt;
        }
        const bool more = wanted.op == Requirement::Operator::Gt;
        const std::optional<std::int64_t> is = value ? number(*value) : std::nullopt;
        if (is && (more ? *is > *bound : *is < *bound)) {
            return std::nullopt;
        }
        return set(wanted.key, std::to_string(*bound + (more ? 1 : -1)));
    }

    // ---- what is short ---------------------------------------------------------------------------

    void shortage(const model::Reasons &reasons)
    {
        Way free;
        Way less;
        Quantities needs;
        std::vector<base::Symbol> names;
        bool enoughNode = true;
        for (const Reason &reason : reasons) {
            const bool slots = reason.code == ReasonCode::TooManyPods;
            const base::Symbol name = slots ? model::resource::pods : reason.subject;
            const std::int64_t left = std::max<std::int64_t>(reason.capacity - reason.used, 0);
            const std::int64_t lacks = reason.asked - (reason.capacity - reason.used);
            enoughNode = enoughNode && reason.asked <= reason.capacity && lacks > 0;
            needs.push_back(lacks);
            names.push_back(name);
            free.push_back(step({.kind = ChangeKind::FreeResource, .subject = name, .amount = lacks}));
            const std::int64_t most = left > 0 ? left : reason.capacity;
            if (!slots && most > 0 && most < reason.asked) {
                less.push_back(step({.kind = ChangeKind::AskLess, .subject = name, .amount = most}));
            }
        }
        if (enoughNode) {
            m_out.ways.push_back(std::move(free));
            leaveOfNode(names, needs);
        }
        if (!less.empty()) {
            m_out.ways.push_back(std::move(less));
        }
    }

    void leaveOfNode(const std::vector<base::Symbol> &names, const Quantities &needs)
    {
        const auto frees = [&](const Pod &pod) {
            Quantities out;
            for (const base::Symbol name : names) {
                out.push_back(name == model::resource::pods ? 1 : pod.request.get(name));
            }
            return out;
        };
        m_leaving.proposeSome(m_leaving.on(m_node.name, [](const Pod &) { return true; }), needs, frees);
    }

    // ---- ports -----------------------------------------------------------------------------------

    void ports(const model::Reasons &reasons)
    {
        Way drop;
        for (const Reason &reason : reasons) {
            drop.push_back(step({.kind = ChangeKind::DropHostPort, .detail = reason.detail}));
        }
        const auto holds = [&](const Pod &running) {
            return std::any_of(running.hostPorts.begin(), running.hostPorts.end(), [&](const model::HostPort &used) {
                return std::any_of(m_pod.hostPorts.begin(), m_pod.hostPorts.end(),
                    [&](const model::HostPort &wanted) { return clash(used, wanted); });
            });
        };
        m_leaving.proposeAll(m_leaving.on(m_node.name, holds));
        m_out.ways.push_back(std::move(drop));
    }
    static bool clash(const model::HostPort &a, const model::HostPort &b)
    {
        const auto any = [](const model::HostPort &port) { return port.ip.empty() || port.ip == "0.0.0.0"; };
        const std::string protocolA = portText({{}, a.protocol, 0});
        return a.port == b.port && protocolA == portText({{}, b.protocol, 0}) && (any(a) || any(b) || a.ip == b.ip);
    }

    // ---- neighbours ------------------------------------------------------------------------------

    void affinity(base::Symbol key)
    {
        if (!m_node.labels.find(key)) {
            for (const std::string &value : valuesWith(key, [&](const model::NodeInfo &there) {
                     const std::vector<model::PodPtr> &pods = there.pods();
                     return std::any_of(pods.begin(), pods.end(), [&](const auto &pod) { return selectedByAll(*pod); });
                 })) {
                propose({.kind = ChangeKind::AddLabel, .subject = key, .detail = value});
            }
        }
        propose({.kind = ChangeKind::DropAffinity, .subject = key});
    }
    bool selectedByAll(const Pod &other) const
    {
        return std::all_of(m_pod.affinityTerms.begin(), m_pod.affinityTerms.end(), [&](const AffinityTerm &term) {
            return term.kind != AffinityTerm::Kind::RequiredAffinity || selects(term, other);
        });
    }
    bool selects(const AffinityTerm &term, const Pod &other) const
    {
        return term.selects(other.key.ns, m_base.inventory().labelsOf(other.key.ns), other.labels);
    }

    /// Pods in the node's part of the topology that the pod must not be near.
    std::vector<PodPlace> unwanted(base::Symbol key) const
    {
        return m_leaving.around(key, [&](const Pod &other) {
            return std::any_of(m_pod.affinityTerms.begin(), m_pod.affinityTerms.end(), [&](const AffinityTerm &term) {
                return term.kind == AffinityTerm::Kind::RequiredAntiAffinity && term.topologyKey == key
                    && selects(term, other);
            });
        });
    }
    /// Pods in it that do not want this one near.
    std::vector<PodPlace> unwelcoming(base::Symbol key) const
    {
        return m_leaving.around(key, [&](const Pod &other) {
            return std::any_of(other.affinityTerms.begin(), other.affinityTerms.end(), [&](const AffinityTerm &term) {
                return term.kind == AffinityTerm::Kind::RequiredAntiAffinity && term.topologyKey == key
                    && selects(term, m_pod);
            });
        });
    }

    /// The pod that a reason names behind what it has.
    std::vector<PodPlace> namedIn(std::string_view detail) const
    {
        return m_leaving.anywhere([&](const Pod &pod) {
            const std::string name = pod.key.text();
            return detail.ends_with(name)
                && (detail.size() == name.size() || detail[detail.size() - name.size() - 1] == ' ');
        });
    }

    void skew(const Reason &reason)
    {
        const bool own = std::any_of(m_pod.spreadConstraints.begin(), m_pod.spreadConstraints.end(),
            [&](const auto &constraint) { return constraint.filters && constraint.topologyKey == reason.subject; });
        if (own) {
            propose(
                {.kind = ChangeKind::RelaxSpread, .subject = reason.subject, .amount = reason.used - reason.capacity});
            propose({.kind = ChangeKind::DropSpread, .subject = reason.subject});
        }
        const auto counted = [&](const Pod &other) {
            return other.key.ns == m_pod.key.ns && !terminating(other)
                && std::any_of(
                    m_pod.spreadConstraints.begin(), m_pod.spreadConstraints.end(), [&](const auto &constraint) {
                        return constraint.topologyKey == reason.subject && constraint.selector.selects(other.labels);
                    });
        };
        m_leaving.proposeSome(m_leaving.around(reason.subject, counted), {reason.used - reason.capacity - reason.asked},
            [](const Pod &) { return Quantities{1}; });
    }

    /// A value of the label under which the pod may count: those that other nodes have.
    void topologyLabel(base::Symbol key)
    {
        for (const std::string &value : valuesWith(key, [](const model::NodeInfo &) { return true; })) {
            propose({.kind = ChangeKind::AddLabel, .subject = key, .detail = value});
        }
    }

    /// Values of a label on such nodes, at most four.
    template <typename Wanted> std::vector<std::string> valuesWith(base::Symbol key, Wanted wanted) const
    {
        std::vector<std::string> out;
        for (const model::NodeInfoPtr &info : m_base.nodes()) {
            const std::string *value = info->node().labels.find(key);
            if (value && std::find(out.begin(), out.end(), *value) == out.end() && wanted(*info)) {
                out.push_back(*value);
            }
            if (out.size() == 4) {
                break;
            }
        }
        return out;
    }

    const Pod &m_pod;
    const model::Node &m_node;
    const model::Snapshot &m_base;
    Ways m_out;
    LeavingPods m_leaving;
};

} // namespace

std::int64_t costOf(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::WaitForPods:
        return 1;
    case ChangeKind::Uncordon:
    case ChangeKind::RemoveTaint:
    case ChangeKind::Tolerate:
    case ChangeKind::AddLabel:
    case ChangeKind::RemoveLabel:
    case ChangeKind::ClearNodeName:
        return 2;
    case ChangeKind::DropNodeSelector:
    case ChangeKind::DropNodeAffinity:
    case ChangeKind::DropHostPort:
    case ChangeKind::DropAffinity:
    case ChangeKind::DropAntiAffinity:
    case ChangeKind::RelaxSpread:
        return 3;
    case ChangeKind::DropSpread:
        return 4;
    case ChangeKind::FreeResource:
        return 5;
    case ChangeKind::AskLess:
        return 6;
    case ChangeKind::EvictPods:
        return 8;
    }
    return 9;
}

Ways waysToLift(const Cycle::Refusal &refusal, const Draft &draft, const model::Snapshot &base, std::size_t mostPods)
{
    return Proposer(draft, base, mostPods).take(refusal);
}

LeastLeft leastLeft(const std::vector<Cycle::Refusal> &words, const Draft &draft, const model::Snapshot &base)
{
    LeastLeft left;
    const auto add = [&](std::int64_t cost) {
        ++left.count;
        left.cost += cost;
    };
    const auto refuses = [&](ReasonCode code) {
        return std::any_of(words.begin(), words.end(), [&](const Cycle::Refusal &word) {
            return !word.verdict.ok() && !word.verdict.reasons.empty() && word.verdict.reasons.front().code == code;
        });
    };
    if (refuses(ReasonCode::NodeUnschedulable)) {
        add(costOf(ChangeKind::Uncordon));
    }
    if (refuses(ReasonCode::TaintNotTolerated)) {
        for (const model::Taint &taint : draft.node().taints) {
            if (hard(taint) && taint.key != cordonKey() && !tolerated(draft.pod(), taint)) {
                add(costOf(ChangeKind::Tolerate));
            }
        }
    }
    if (refuses(ReasonCode::NodeSelectorMismatch)) {
        for (const model::Labels::Entry &wanted : draft.pod().nodeSelector) {
            const std::string *value = draft.node().labels.find(wanted.first);
            if (!value || *value != wanted.second) {
                add(costOf(ChangeKind::AddLabel));
            }
        }
    }
    const bool port = refuses(ReasonCode::PortConflict);
    const bool shortOf = std::any_of(words.begin(), words.end(), [](const Cycle::Refusal &word) {
        return !word.verdict.ok() && !word.verdict.reasons.empty() && isShortage(word.verdict.reasons.front().code);
    });
    if (shortOf || port) {
        const std::vector<model::PodPtr> &pods = base.find(draft.node().name)->pods();
        const bool mayWait = std::any_of(pods.begin(), pods.end(), [](const model::PodPtr &pod) { return ends(*pod); });
        add(costOf(mayWait ? ChangeKind::WaitForPods : port ? ChangeKind::DropHostPort : ChangeKind::FreeResource));
    }
    return left;
}

} // namespace binnacle::engine
