// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/smallest_cover.h"

#include <algorithm>
#include <numeric>

namespace binnacle::engine {

namespace {

/// Sets of one size in the order of their indices, cut where even the largest parts that follow are not enough.
class Search {
public:
    Search(const std::vector<Quantities> &parts, const Quantities &needs, std::int64_t budget)
        : m_parts(parts), m_needs(needs), m_largestFrom(parts.size() + 1, Quantities(needs.size(), 0)), m_budget(budget)
    {
        for (std::size_t i = parts.size(); i-- > 0;) {
            for (std::size_t d = 0; d < needs.size(); ++d) {
                m_largestFrom[i][d] = std::max(m_largestFrom[i + 1][d], parts[i][d]);
            }
        }
    }

    bool ofSize(std::size_t size)
    {
        m_chosen.clear();
        return choose(0, size, m_needs);
    }
    [[nodiscard]] bool spent() const { return m_budget <= 0; }
    [[nodiscard]] const std::vector<std::size_t> &chosen() const { return m_chosen; }

private:
    bool choose(std::size_t from, std::size_t left, const Quantities &open)
    {
        if (std::all_of(open.begin(), open.end(), [](std::int64_t need) { return need <= 0; })) {
            return true;
        }
        for (std::size_t i = from; left > 0 && i + left <= m_parts.size(); ++i) {
            if (--m_budget <= 0 || !reachable(i, left, open)) {
                return false;
            }
            Quantities rest = open;
            for (std::size_t d = 0; d < rest.size(); ++d) {
                rest[d] -= m_parts[i][d];
            }
            m_chosen.push_back(i);
            if (choose(i + 1, left - 1, rest)) {
                return true;
            }
            m_chosen.pop_back();
        }
        return false;
    }

    [[nodiscard]] bool reachable(std::size_t from, std::size_t left, const Quantities &open) const
    {
        for (std::size_t d = 0; d < open.size(); ++d) {
            const std::int64_t each = m_largestFrom[from][d];
            if (open[d] > 0 && (each == 0 || (open[d] - 1) / each >= static_cast<std::int64_t>(left))) {
                return false;
            }
        }
        return true;
    }

    const std::vector<Quantities> &m_parts;
    const Quantities &m_needs;
    std::vector<Quantities> m_largestFrom;
    std::int64_t m_budget;
    std::vector<std::size_t> m_chosen;
};

bool enough(const std::vector<Quantities> &parts, const Quantities &needs, const std::vector<std::size_t> &chosen)
{
    for (std::size_t d = 0; d < needs.size(); ++d) {
        const std::int64_t sum = std::accumulate(chosen.begin(), chosen.end(), std::int64_t{0},
            [&](std::int64_t sofar, std::size_t i) { return sofar + parts[i][d]; });
        if (sum < needs[d]) {
            return false;
        }
    }
    return true;
}

/// The parts that go furthest towards what is needed, then without those that turned out superfluous.
std::vector<std::size_t> greedy(const std::vector<Quantities> &parts, const Quantities &needs)
{
    const auto reach = [&](std::size_t i) {
        double sum = 0;
        for (std::size_t d = 0; d < needs.size(); ++d) {
            if (needs[d] > 0) {
                sum += std::min(1.0, static_cast<double>(parts[i][d]) / static_cast<double>(needs[d]));
            }
        }
        return sum;
    };
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return reach(a) > reach(b); });
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < order.size() && !enough(parts, needs, chosen); ++i) {
        chosen.push_back(order[i]);
    }
    for (std::size_t i = chosen.size(); i-- > 0;) {
        std::vector<std::size_t> without = chosen;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        if (enough(parts, needs, without)) {
            chosen = std::move(without);
        }
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

} // namespace

Cover smallestCover(
    const std::vector<Quantities> &parts, const Quantities &needs, std::size_t most, std::int64_t budget)
{
    std::vector<std::size_t> all(parts.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (!enough(parts, needs, all)) {
        return {};
    }
    Search search(parts, needs, budget);
    for (std::size_t size = 1; size <= std::min(most, parts.size()) && !search.spent(); ++size) {
        if (search.ofSize(size)) {
            return {search.chosen(), true};
        }
    }
    std::vector<std::size_t> chosen = greedy(parts, needs);
    return chosen.size() <= most ? Cover{std::move(chosen), false} : Cover{{}, false};
}

} // namespace binnacle::engine
