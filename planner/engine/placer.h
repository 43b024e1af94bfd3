// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace binnacle::engine {

/// Decides on many pods one after another, counting each where it goes before the next: for what-ifs of whole clusters, and
/// wherever the trace of a decision is not wanted. Every answer is that of decide() on commit() with the same seed: the node
/// of the highest total over all nodes, and of equal ones the same. What the answers hang on is kept between decisions, and
/// worked out again only where pods or nodes have come, gone or changed.
///
/// Starts from a snapshot, which stays as it is, and is a fork of it: dropping the placer drops what it placed. Making one
/// costs a fraction of a millisecond for 5,000 nodes; the first pod of a kind costs more than the following ones. Not
/// thread-safe.
class Placer {
public:
    Placer(model::SnapshotPtr snapshot, framework::PolicyPtr policy, std::uint64_t seed = 0);
    ~Placer();
    Placer(Placer &&other) noexcept;
    Placer &operator=(Placer &&other) noexcept;

    struct Placement {
        model::DecisionOutcome outcome = model::DecisionOutcome::NoNodeFits;
        base::Symbol node; ///< when it is placed
        std::int64_t score = 0; ///< the total of that node
        model::UndecidedRules undecided = 0; ///< when it is not decidable
        [[nodiscard]] bool placed() const { return outcome == model::DecisionOutcome::Placed; }
    };
    /// Where the pod would go. It is on no node yet.
    [[nodiscard]] Placement decide(const model::PodPtr &pod);
    /// The same, and it is counted there from then on.
    Placement place(const model::PodPtr &pod);

    /// Counts the pod on that node, whether or not it fits, and no longer anywhere else. False when there is no such node.
    bool add(const model::PodPtr &pod, base::Symbol node);
    /// Takes the pod of that UID from the node. False when it is not there.
    bool remove(base::Symbol node, std::string_view uid);
    /// The same, wherever it is: the first call looks at every pod.
    bool remove(std::string_view uid);
    /// Adds a node, or describes one anew, its pods staying.
    void setNode(const model::NodePtr &node);
    /// With its pods. False when there is no such node.
    bool removeNode(base::Symbol node);
    void setInventory(model::InventoryPtr inventory);

    /// Null when absent; valid until the node changes.
    [[nodiscard]] const model::NodeInfo *find(base::Symbol node) const;
    /// The cluster as it is now, of the generation of the first snapshot. Costs what has changed since the last call.
    [[nodiscard]] model::SnapshotPtr commit();
    /// How many decisions so far were made from the beginning, because a plugin could not say what it reads of the pod.
    [[nodiscard]] std::uint64_t generalDecisions() const;

private:
    class Core;
    std::unique_ptr<Core> m_core;
};

} // namespace binnacle::engine
