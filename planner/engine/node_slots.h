// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/change_log.h"
#include "planner/framework/census.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::engine {

/// The nodes of a snapshot, changeable: each keeps its slot while others come and go, and is copied before its first change.
/// Not thread-safe; the snapshot stays untouched.
class NodeSlots {
public:
    using Slot = framework::Slot;
    static constexpr Slot none = std::numeric_limits<Slot>::max();

    explicit NodeSlots(model::SnapshotPtr snapshot);

    /// By slot; one without `info` is free.
    [[nodiscard]] const framework::NodeLoads &loads() const { return m_loads; }
    [[nodiscard]] Slot find(base::Symbol name) const;
    /// Nodes in the order of their names: which comes at that place, and at which a node is.
    [[nodiscard]] const std::vector<Slot> &byName() const { return m_byName; }
    [[nodiscard]] std::uint32_t placeOf(Slot slot) const { return m_places[slot]; }

    void addPod(Slot slot, const model::PodPtr &pod);
    /// The pod of that UID is no longer nominated for the node, if it was.
    void withdraw(Slot slot, const std::string &uid);
    /// The pod that went; null when it was not there.
    model::PodPtr removePod(Slot slot, std::string_view uid);
    /// Another description of a node that is there: its pods stay.
    void replace(Slot slot, model::NodePtr node);
    Slot add(model::NodePtr node);
    /// What it was, with its pods.
    model::NodeInfoPtr remove(Slot slot);
    void setInventory(model::InventoryPtr inventory);

    /// Slots of nodes that came, went, or whose pods or description changed.
    [[nodiscard]] const ChangeLog &changes() const { return m_changes; }
    /// The same but for those whose pods alone changed.
    [[nodiscard]] const ChangeLog &nodeChanges() const { return m_nodeChanges; }
    /// The nodes as they are now. Of the same generation; costs little when nothing has changed since the last call.
    [[nodiscard]] const model::SnapshotPtr &commit();

private:
    model::NodeInfo &edit(Slot slot);
    void changed(Slot slot, bool node);
    void reorder(std::size_t from);

    model::SnapshotPtr m_snapshot; ///< as of the last commit
    framework::NodeLoads m_loads;
    std::vector<std::shared_ptr<model::NodeInfo>> m_own; ///< by slot: those that no snapshot holds; else null
    std::vector<model::NodeInfoPtr> m_infos; ///< by slot
    std::vector<bool> m_isChanged; ///< by slot, since the last commit
    std::vector<Slot> m_changedSlots;
    std::vector<base::Symbol> m_removed; ///< since the last commit
    absl::flat_hash_map<base::Symbol, Slot> m_slots;
    std::vector<Slot> m_free;
    std::vector<Slot> m_byName;
    std::vector<std::uint32_t> m_places;
    ChangeLog m_changes;
    ChangeLog m_nodeChanges;
};

} // namespace binnacle::engine
