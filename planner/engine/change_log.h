// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace binnacle::engine {

/// What has changed, in order, for readers that catch up when they are asked: each keeps how far it has read.
class ChangeLog {
public:
    /// Where a reader that has read nothing is: it has missed everything.
    static constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();

    void add(std::uint32_t item) { m_items.push_back(item); }
    /// Drops the older half once there are more: readers that far behind look at everything anew.
    void keepAtMost(std::size_t most)
    {
        if (m_items.size() > most) {
            const auto half = static_cast<std::ptrdiff_t>(m_items.size() / 2);
            m_items.erase(m_items.begin(), m_items.begin() + half);
            m_first += static_cast<std::uint64_t>(half);
        }
    }
    /// Calls each(item) for what was added since `read`, which it brings up to date. False, without a call, when some of it is
    /// no longer known.
    template <typename Each> bool catchUp(std::uint64_t &read, Each each) const
    {
        const std::uint64_t from = read;
        read = m_first + m_items.size();
        if (from < m_first || from == nothing) {
            return false;
        }
        for (std::size_t i = from - m_first; i < m_items.size(); ++i) {
            each(m_items[i]);
        }
        return true;
    }

private:
    std::vector<std::uint32_t> m_items;
    std::uint64_t m_first = 0; ///< number of the first item kept
};

} // namespace binnacle::engine
