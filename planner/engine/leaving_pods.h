// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/candidates.h"
#include "planner/engine/smallest_cover.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace binnacle::engine {

/// On its way out.
[[nodiscard]] bool terminating(const model::Pod &pod);
/// Ends soon by itself: it is on its way out, or it runs to completion.
[[nodiscard]] bool ends(const model::Pod &pod);

/// The pods that could make way for the pod of a draft, and the fewest of them that would do. Refers to its arguments.
class LeavingPods {
public:
    using Wanted = std::function<bool(const model::Pod &)>;
    using Frees = std::function<Quantities(const model::Pod &)>;

    LeavingPods(const Draft &draft, const model::Snapshot &base, std::size_t most, Ways &out)
        : m_draft(draft), m_base(base), m_most(most), m_out(out)
    {
    }

    /// Such pods on a node; those that left already and the pod itself are none.
    [[nodiscard]] std::vector<PodPlace> on(base::Symbol node, const Wanted &wanted) const;
    /// Such pods in the part of a topology where the draft's node is.
    [[nodiscard]] std::vector<PodPlace> around(base::Symbol topologyKey, const Wanted &wanted) const;
    [[nodiscard]] std::vector<PodPlace> anywhere(const Wanted &wanted) const;

    /// Proposes to wait for, or to evict, the fewest of the pods that free what is needed: those that are on their way out, those
    /// that end by themselves, and those that may be evicted.
    void proposeSome(std::vector<PodPlace> pods, const Quantities &needs, const Frees &frees);
    void proposeAll(const std::vector<PodPlace> &pods);

private:
    bool propose(const std::vector<PodPlace> &pods, const Quantities &needs, const Frees &frees, model::ChangeKind kind,
        std::int64_t extraCost);

    const Draft &m_draft;
    const model::Snapshot &m_base;
    std::size_t m_most;
    Ways &m_out;
};

} // namespace binnacle::engine
