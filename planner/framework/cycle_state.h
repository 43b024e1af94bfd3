// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace binnacle::framework {

/// What plugins compute once for a pod (PreFilter, PreScore) and read again for every node: at most one value of each
/// type, so a plugin keeps its own struct here. Written by one thread before the nodes are visited; afterwards read-only
/// and safe to read from any thread. Lives as long as one decision.
class CycleState {
public:
    template <typename T> void write(T value)
    {
        const std::size_t slot = slotOf<T>();
        if (slot >= m_slots.size()) {
            m_slots.resize(slot + 1);
        }
        m_slots[slot] = std::make_shared<T>(std::move(value));
    }
    /// The value written before; reading what was not written is a fault of the plugin (asserted).
    template <typename T> [[nodiscard]] const T &read() const
    {
        const std::size_t slot = slotOf<T>();
        assert(slot < m_slots.size() && m_slots[slot]);
        return *static_cast<const T *>(m_slots[slot].get());
    }
    /// The value written before; null when there is none.
    template <typename T> [[nodiscard]] const T *find() const
    {
        const std::size_t slot = slotOf<T>();
        return slot < m_slots.size() ? static_cast<const T *>(m_slots[slot].get()) : nullptr;
    }

private:
    static std::size_t nextSlot();
    template <typename T> static std::size_t slotOf()
    {
        static const std::size_t slot = nextSlot();
        return slot;
    }

    std::vector<std::shared_ptr<void>> m_slots;
};

} // namespace binnacle::framework
