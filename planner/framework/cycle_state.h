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
/// A state on top of another shows what is beneath where it has nothing of its own: what plugins note on a trial stays there.
class CycleState {
public:
    CycleState() = default;
    /// `beneath` must outlive this one.
    explicit CycleState(const CycleState *beneath) : m_beneath(beneath) { }

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
        const T *value = find<T>();
        assert(value);
        return *value;
    }
    /// The value written before; null when there is none.
    template <typename T> [[nodiscard]] const T *find() const
    {
        const std::size_t slot = slotOf<T>();
        if (slot < m_slots.size() && m_slots[slot]) {
            return static_cast<const T *>(m_slots[slot].get());
        }
        return m_beneath ? m_beneath->find<T>() : nullptr;
    }
    /// To be changed: this state's own value, at first a copy of that beneath, else a new one.
    template <typename T> [[nodiscard]] T &edit()
    {
        const std::size_t slot = slotOf<T>();
        if (slot >= m_slots.size() || !m_slots[slot]) {
            const T *below = m_beneath ? m_beneath->find<T>() : nullptr;
            write<T>(below ? *below : T{});
        }
        return *static_cast<T *>(m_slots[slot].get());
    }

private:
    static std::size_t nextSlot();
    template <typename T> static std::size_t slotOf()
    {
        static const std::size_t slot = nextSlot();
        return slot;
    }

    const CycleState *m_beneath = nullptr;
    std::vector<std::shared_ptr<void>> m_slots;
};

} // namespace binnacle::framework
