// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/load.h"
#include "planner/framework/plugin.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <vector>

namespace binnacle::engine {

/// A class for every node, by index in the snapshot. Numbers are below `count`; some may be nobody's.
struct NodeClasses {
    std::vector<std::uint32_t> of;
    std::size_t count = 0;
};

/// What the plugins read of every node, side by side: a snapshot's nodes lie scattered over the heap, and waiting for them
/// would be most of what a decision does. Worked out anew only for the nodes that differ from those of the call before, which
/// it keeps alive so that they can be told apart. Not thread-safe.
class NodeTable {
public:
    /// By index in the snapshot; valid until the next call.
    [[nodiscard]] const std::vector<framework::NodeLoad> &of(const model::Snapshot &snapshot);
    /// Nodes of one class are alike in all that is named; of the snapshot that of() was called with last.
    [[nodiscard]] NodeClasses classes(const framework::NodeReads &reads);
    /// Perturbation::nameKey of a node that of() gave, worked out once.
    [[nodiscard]] std::uint64_t nameKey(const framework::NodeLoad &load);

private:
    /// One fact of every node, as a number that stands for its text. Brought up to date when it is asked for.
    struct Column {
        std::vector<std::uint32_t> values;
        std::vector<std::uint64_t> seen; ///< which version of the node each value is of
        absl::flat_hash_map<std::string, std::uint32_t> numbers{{std::string(), 0}};

        void set(std::size_t node, std::uint64_t version, std::string text);
        [[nodiscard]] std::size_t width() const { return numbers.size(); } ///< values are below it
    };

    void take(std::size_t index, const model::NodeInfoPtr &info);
    /// textOf(index) gives the text of a node.
    template <typename TextOf> const Column &refreshed(Column &column, TextOf textOf);
    const Column &taints();
    const Column &label(base::Symbol key);
    const Column &image(base::Symbol name);

    std::vector<model::NodeInfoPtr> m_nodes;
    std::vector<framework::NodeLoad> m_loads;
    std::vector<std::uint64_t> m_versions; ///< of the nodes apart from their pods: no two are ever the same
    std::uint64_t m_lastVersion = 0;
    std::vector<std::uint64_t> m_nameKeys; ///< 0: not worked out yet
    Column m_taints;
    absl::flat_hash_map<base::Symbol, Column> m_labels; ///< those that were asked for
    absl::flat_hash_map<base::Symbol, Column> m_images; ///< those that were asked for
};

} // namespace binnacle::engine
