// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/cycle.h"
#include "planner/framework/policy.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace binnacle::plan {

/// The cluster while a plan is tried out on it: pods come and go in place, and what fits is asked again and again. Nodes are named
/// by their index in the snapshot. Whether a pod fits is always what the plugins say; the answers that cannot have changed are kept.
/// Not thread-safe. The snapshot beneath stays untouched.
class World {
public:
    /// `mayCome`: every pod that place() will be called with. Their anti-affinity concerns the others from the start.
    World(model::SnapshotPtr base, const framework::Policies &policies, const std::vector<model::PodPtr> &mayCome);

    [[nodiscard]] int nodes() const { return static_cast<int>(m_loads.size()); }
    [[nodiscard]] int indexOf(base::Symbol node) const { return m_base->indexOf(node); }
    [[nodiscard]] base::Symbol nameOf(int node) const { return m_loads[static_cast<std::size_t>(node)].name; }
    [[nodiscard]] const model::NodeInfo &info(int node) const { return *m_infos[static_cast<std::size_t>(node)]; }
    [[nodiscard]] const framework::NodeLoad &load(int node) const { return m_loads[static_cast<std::size_t>(node)]; }
    [[nodiscard]] const model::SnapshotPtr &base() const { return m_base; }

    void place(const model::PodPtr &pod, int node);
    void remove(const model::Pod &pod, int node); ///< it must be there
    /// The cluster as it stands.
    [[nodiscard]] const model::SnapshotPtr &snapshot();
    /// Rises with every change.
    [[nodiscard]] std::uint64_t version() const { return m_version; }
    /// The node that the change of that number was on, of the last so many.
    static constexpr std::uint64_t remembered = 256;
    [[nodiscard]] int changedAt(std::uint64_t change) const { return m_recent[change % remembered]; }
    /// The last change of a node.
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    [[nodiscard]] std::uint64_t lastChange(int node) const { return m_lastChange[static_cast<std::size_t>(node)]; }

    /// Pods that the plugins cannot tell apart. The number is good for this world.
    [[nodiscard]] int classOf(const model::PodPtr &pod);
    /// Whether every plugin lets the pod in.
    [[nodiscard]] bool admits(int podClass, int node);
    /// What the first plugin to refuse it there says; a success when none does.
    [[nodiscard]] engine::Cycle::Refusal refusal(int podClass, int node);
    /// Whether some plugin would refuse it there however few pods there were.
    [[nodiscard]] bool neverAdmits(int podClass, int node);
    /// Whether the Filters, for this pod, look at nothing but the node itself.
    [[nodiscard]] bool local(int podClass) const { return m_classes[static_cast<std::size_t>(podClass)]->local; }
    /// Whether the scores that read no amounts hold however the cluster changes.
    [[nodiscard]] bool fixedScores(int podClass) { return scored(podClass).fixed; }
    /// What the scores that read no amounts add up to there, normalised over the nodes that the rules allow, as the snapshot beneath
    /// is.
    [[nodiscard]] std::int64_t ruleScore(int podClass, int node);
    /// What the scores that read amounts add up to on a node that is otherwise loaded like this.
    [[nodiscard]] std::int64_t loadScore(int podClass, const framework::NodeLoad &others);
    /// The plugins' word, from a cycle of its own over the cluster as it stands.
    [[nodiscard]] engine::Cycle::Refusal ask(const model::Pod &pod, int node);
    /// The score of a pod on the node that it is on, everything else in place: worked out anew, by a cycle of its own.
    [[nodiscard]] std::int64_t scoreInPlace(const model::PodPtr &pod, int node);
    [[nodiscard]] const framework::Policy &policyOf(const model::Pod &pod) const
    {
        return *m_policies.of(pod.schedulerName);
    }
    /// The load of a node without one of its pods.
    [[nodiscard]] framework::NodeLoad loadWithout(int node, const model::Pod &pod, model::NodeInfo &scratch) const;

private:
    struct Class {
        model::PodPtr pod;
        const framework::Policy *policy = nullptr;
        std::unique_ptr<engine::Cycle> cycle; ///< over the base
        bool local = false;
        bool fixed = false;
        bool nodeBound = false; ///< the rules read something of the node's pods (ports)
        enum class Rule : std::uint8_t { Unknown, Allow, Refuse, Never };
        std::vector<Rule> rules; ///< by node: what the rules say on the base, once it was asked
        bool scored = false;
        std::vector<std::int64_t> ruleScores; ///< by node
        // Of a class that is not local: a cycle over the cluster as it stands.
        std::uint64_t freshVersion = 0;
        model::SnapshotPtr freshOn;
        std::unique_ptr<engine::Cycle> fresh;
    };

    Class::Rule rule(Class &podClass, int node) const;
    void judge(Class &podClass) const;
    void score(Class &podClass) const;
    Class &scored(int podClass);
    [[nodiscard]] bool selectedByComing(const model::Pod &pod, bool onlyRequired) const;
    engine::Cycle &fresh(Class &podClass);
    model::NodeInfo &edit(int node);
    void changed(int node);

    model::SnapshotPtr m_base;
    framework::Policies m_policies;
    std::vector<std::pair<const model::AffinityTerm *, model::PodPtr>>
        m_comingTerms; ///< of pods that may come anywhere
    std::vector<model::NodeInfoPtr> m_infos;
    std::vector<std::shared_ptr<model::NodeInfo>> m_own; ///< the same, where it may be changed in place; else null
    std::vector<framework::NodeLoad> m_loads;
    std::vector<bool> m_touched; ///< may differ from the base
    std::uint64_t m_version = 0;
    std::vector<int> m_recent = std::vector<int>(remembered);
    std::vector<std::uint64_t> m_lastChange; ///< by node
    model::SnapshotPtr m_snapshot;
    std::vector<bool> m_isDirty; ///< may differ from m_snapshot
    std::vector<int> m_dirty; ///< those nodes
    std::vector<std::unique_ptr<Class>> m_classes;
    struct Key {
        base::Fingerprint signature;
        const framework::Policy *policy = nullptr;
        friend bool operator==(const Key &, const Key &) = default;
        template <typename H> friend H AbslHashValue(H h, const Key &key)
        {
            return H::combine(std::move(h), key.signature.low, key.policy);
        }
    };
    absl::flat_hash_map<Key, int> m_classIndex;
};

/// A running pod as its controller would make it again: the same, and on no node.
[[nodiscard]] model::PodPtr successorOf(const model::Pod &pod);

} // namespace binnacle::plan
