// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/cycle_state.h"
#include "planner/framework/load.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace binnacle::framework {

/// The highest normalised score.
inline constexpr std::int64_t maxNodeScore = 100;

/// What the Filter and the Score of a plugin look at on a node, for one pod, beside the amounts that a perturbed world
/// scales. Nodes alike in all of it get the same answers, so that these are worked out once.
struct NodeReads {
    bool everything = false; ///< more than what follows
    bool taints = false; ///< the taints and whether it is cordoned
    std::vector<base::Symbol> labels; ///< the values of these labels
    std::vector<base::Symbol> images; ///< whether it has these images, and how large
};

/// What came up while nodes were visited and ends the decision, whatever was said of the other nodes.
struct Stop {
    model::UndecidedRules undecided = 0; ///< the pod is not decidable
    model::Reasons reasons; ///< else it fails, on every node
    [[nodiscard]] bool any() const { return undecided != 0 || !reasons.empty(); }
};

/// A scheduling plugin: immutable after construction, shared by every decision of its policy, callable from any thread.
/// It takes part in the extension points below whose interfaces it implements as well. One decision calls, in order:
/// PreFilter once, Filter for each node, PreScore once, Score for each node that passed, NormalizeScore over those; or, when no
/// node passed, PostFilter (framework/post_filter.h).
/// Reserve, Permit and Bind are not plugins here: ClusterCache::assume, the approval desk and ClusterPort::bind do them.
class Plugin {
public:
    virtual ~Plugin() = default;
    [[nodiscard]] virtual base::Symbol name() const = 0;
    /// Asked after PreFilter, and not of a plugin whose Filter and Score both read amounts. To name too little is a fault;
    /// too much costs time.
    [[nodiscard]] virtual NodeReads reads(const CycleState & /*state*/, const model::Pod & /*pod*/) const
    {
        return {.everything = true, .labels = {}, .images = {}};
    }
    /// Asked once every node went through Filter.
    [[nodiscard]] virtual Stop stop(const CycleState & /*state*/) const { return {}; }
    /// What has to be written before the pod may be bound, beside the binding: asked of every Filter of a placed pod.
    virtual void bindingNeeds(
        const CycleState & /*state*/, const model::Pod & /*pod*/, std::vector<model::Reason> & /*needs*/) const
    {
    }
    /// Whether it reads NodeInfo::measured(), which is kept only then.
    [[nodiscard]] virtual bool readsMeasuredUse() const { return false; }
};

/// What PreFilter says. Legal: success; skip (the plugin's Filter is not called for this pod); a rejection, which holds
/// for every node.
struct [[nodiscard]] PreFilterAnswer {
    model::Verdict verdict;
    /// Only these nodes can do; all others count as refused by this plugin, before any Filter. Absent: all nodes.
    std::optional<absl::flat_hash_set<base::Symbol>> onlyNodes;
};

/// PreFilter: called once a decision, before any node is visited. May write what Filter will read.
class PreFilterPlugin {
public:
    virtual ~PreFilterPlugin() = default;
    virtual PreFilterAnswer preFilter(
        CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const = 0;
};

/// For a PreFilter plugin whose Filter reads other pods than those that NodeInfo shows it, by what PreFilter counted: called on
/// a trial of one node, before Filter, for each pod that comes to it (`by` 1) or goes from it (-1). Notes the difference in
/// `trial` and in nothing else; Filter is then called with that state, for that node only. After AddPod and RemovePod of
/// kube-scheduler's PreFilterExtensions (v1.36).
class PodMovesPlugin {
public:
    virtual ~PodMovesPlugin() = default;
    virtual void podMoves(CycleState &trial, const model::Pod &pod, const model::Pod &moved, const model::Node &node,
        std::int64_t by) const = 0;
};

/// Filter: called for each node until one plugin refuses it; explanations call all of them. Legal: success, or a
/// rejection with at least one reason.
class FilterPlugin {
public:
    virtual ~FilterPlugin() = default;
    [[nodiscard]] virtual model::Verdict filter(
        const CycleState &state, const model::Pod &pod, const NodeLoad &node) const = 0;
};

/// A Filter that also reads amounts which a perturbed world scales. Of a node it reads nothing but what is allocatable,
/// requested (scaled) and measured (not scaled) there. More load, of the pod or of the node, must never turn a refusal into a fit.
class LoadFilterPlugin : public FilterPlugin {
public:
    /// Whether filter() would succeed if pod and node asked for these amounts.
    [[nodiscard]] virtual bool fits(const CycleState &state, const PodLoad &pod, const NodeLoad &node) const = 0;
};

/// PreScore: called once a decision, when at least one node passed every Filter, with those that did, in the order of the
/// snapshot. Legal: success, or skip (the plugin scores every node 0).
class PreScorePlugin {
public:
    virtual ~PreScorePlugin() = default;
    virtual model::VerdictKind preScore(CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot,
        const std::vector<const NodeLoad *> &feasible) const = 0;
};

/// The raw score of a node that a plugin does not judge: it is shown as 0, normalises to 0 and is no part of the extent.
inline constexpr std::int64_t notJudged = std::numeric_limits<std::int64_t>::min();

/// The smallest and the largest raw score over the nodes that passed.
struct Extent {
    std::int64_t minimum = 0;
    std::int64_t maximum = 0;
    friend bool operator==(const Extent &, const Extent &) = default;

    /// Of no score at all.
    [[nodiscard]] static Extent none()
    {
        return {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    }
    void include(std::int64_t raw)
    {
        if (raw != notJudged) {
            minimum = std::min(minimum, raw);
            maximum = std::max(maximum, raw);
        }
    }
    [[nodiscard]] bool contains(std::int64_t raw) const
    {
        return raw == notJudged || (raw >= minimum && raw <= maximum);
    }
};

/// Score and NormalizeScore for a plugin that reads nothing a perturbed world scales: called for each node that passed.
/// The raw score may be any number; normalise() maps it into 0..100, and 0..100 only.
class NodeScorePlugin {
public:
    virtual ~NodeScorePlugin() = default;
    [[nodiscard]] virtual std::int64_t score(
        const CycleState &state, const model::Pod &pod, const NodeLoad &node) const = 0;
    [[nodiscard]] virtual std::int64_t normalise(std::int64_t raw, const Extent &extent) const = 0;
    [[nodiscard]] std::int64_t normalised(std::int64_t raw, const Extent &extent) const
    {
        return raw == notJudged ? 0 : normalise(raw, extent);
    }
};

/// Score for a plugin that reads amounts which a perturbed world scales: the raw score is already 0..100, and needs no
/// other node to be judged. Of a node it reads nothing but what is allocatable and requested there.
class LoadScorePlugin {
public:
    virtual ~LoadScorePlugin() = default;
    [[nodiscard]] virtual std::int64_t score(
        const CycleState &state, const PodLoad &pod, const NodeLoad &node) const = 0;
    /// Bounds of score() over every pod between `podLow` and `podHigh` on every node between `nodeLow` and `nodeHigh`,
    /// amount by amount. Wider than need be costs time; narrower is a fault.
    [[nodiscard]] virtual Extent scoreRange(const CycleState &state, const PodLoad &podLow, const PodLoad &podHigh,
        const NodeLoad &nodeLow, const NodeLoad &nodeHigh) const = 0;
};

} // namespace binnacle::framework
