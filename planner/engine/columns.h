// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/node_slots.h"
#include "planner/framework/policy.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// What stands for "no": a node that is not there, or that is refused.
inline constexpr std::int32_t refused = -1;

/// For pods with one set of requests: what the plugins that read amounts add to each node's total, kept up to date.
class LoadColumn {
public:
    struct Score {
        const framework::LoadScorePlugin *plugin = nullptr;
        const framework::PreScorePlugin *preScore = nullptr;
        std::int32_t weight = 1;
    };
    LoadColumn(const model::PodPtr &pod, const std::vector<framework::Policy::Filter> &filters,
        const std::vector<Score> &scores, const NodeSlots &nodes);

    void refresh();
    /// By slot.
    [[nodiscard]] const std::vector<std::int32_t> &values() const { return m_values; }

private:
    [[nodiscard]] std::int32_t valueOf(const framework::NodeLoad &node) const;

    const NodeSlots &m_nodes;
    model::PodPtr m_pod;
    framework::PodLoad m_podLoad;
    framework::CycleState m_state;
    std::vector<const framework::LoadFilterPlugin *> m_filters;
    std::vector<Score> m_scores;
    bool m_refusesAll = false;
    std::uint64_t m_read = ChangeLog::nothing;
    std::vector<std::int32_t> m_values;
};

/// For pods with one set of rules about nodes: which nodes pass them, and the raw scores of those, by classes of equal scores.
class RuleColumn {
public:
    struct Score {
        std::size_t index = 0; ///< in Policy::scores()
        const framework::NodeScorePlugin *plugin = nullptr;
        const framework::PreScorePlugin *preScore = nullptr;
        std::int32_t weight = 1;
        bool images = false; ///< of all nodes together
    };
    struct Reads {
        bool pods = false; ///< those on each node
        bool images = false; ///< of all nodes together
    };
    RuleColumn(const model::PodPtr &pod, std::vector<framework::Policy::Filter> filters, std::vector<Score> scores,
        Reads reads, NodeSlots &nodes);

    /// `imagesVersion` rises when the images of all nodes together may have changed.
    void refresh(std::uint64_t imagesVersion);
    /// By slot.
    [[nodiscard]] const std::vector<std::int32_t> &classes() const { return m_classes; }
    /// Raw scores of a class, parallel to scores().
    using Raw = model::FeasibleNode::Scores;
    [[nodiscard]] const Raw &raw(std::int32_t ruleClass) const { return m_raw[static_cast<std::size_t>(ruleClass)]; }
    [[nodiscard]] std::size_t classCount() const { return m_raw.size(); }
    [[nodiscard]] const std::vector<Score> &scores() const { return m_scores; }
    /// Whether the plugin of that index in scores() scores these pods.
    [[nodiscard]] bool isScored(std::size_t score) const { return m_isScored[score]; }
    /// Of the changes that it follows.
    [[nodiscard]] const ChangeLog &changes() const { return m_reads.pods ? m_nodes.changes() : m_nodes.nodeChanges(); }
    /// Rises when every class may mean something else.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

private:
    void prepare();
    void fill();
    [[nodiscard]] std::int32_t classOf(const framework::NodeLoad &node);
    [[nodiscard]] bool passes(const framework::NodeLoad &node) const;

    NodeSlots &m_nodes;
    model::PodPtr m_pod;
    std::vector<framework::Policy::Filter> m_filters; ///< those that are not skipped
    std::vector<framework::Policy::Filter> m_allFilters;
    std::vector<Score> m_scores;
    Reads m_reads;
    framework::CycleState m_state;
    std::vector<bool> m_isScored; ///< parallel to m_scores
    bool m_refusesAll = false;
    std::vector<absl::flat_hash_set<base::Symbol>> m_onlyNodes;
    std::uint64_t m_imagesVersion = 0;
    std::uint64_t m_version = 0;
    std::uint64_t m_read = ChangeLog::nothing;
    std::vector<std::int32_t> m_classes;
    std::vector<Raw> m_raw;
    absl::flat_hash_map<Raw, std::int32_t> m_numbers;
};

} // namespace binnacle::engine
