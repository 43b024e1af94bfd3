// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/stability.h"

#include "planner/engine/perturbation.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace binnacle::engine {

namespace {

using framework::Extent;
using framework::NodeLoad;
using framework::PodLoad;

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();

/// The pod and the nodes as they are in each world.
class Worlds {
public:
    Worlds(const StabilityInput &input, const DecideOptions &options)
        : m_input(input), m_options(options), m_default(model::Variation{}), m_pod(options.podVariation)
    {
    }

    [[nodiscard]] const model::NodeInfo &info(std::int32_t node) const
    {
        return *m_input.snapshot.nodes()[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] std::uint64_t key(std::int32_t world) const { return Perturbation::worldKey(m_options.seed, world); }

    [[nodiscard]] PodLoad podAt(std::uint64_t worldKey) const
    {
        const std::uint64_t draw = Perturbation::draw(worldKey, Perturbation::nameKey({}));
        const PodLoad pod = PodLoad::of(m_input.cycle.pod());
        return {pod.pod, m_pod.at(pod.request, draw), m_pod.at(pod.nonZeroRequest, draw)};
    }
    [[nodiscard]] PodLoad podLow() const
    {
        const PodLoad pod = PodLoad::of(m_input.cycle.pod());
        return {pod.pod, m_pod.low(pod.request), m_pod.low(pod.nonZeroRequest)};
    }
    [[nodiscard]] PodLoad podHigh() const
    {
        const PodLoad pod = PodLoad::of(m_input.cycle.pod());
        return {pod.pod, m_pod.high(pod.request), m_pod.high(pod.nonZeroRequest)};
    }

    [[nodiscard]] NodeLoad nodeAt(std::int32_t node, std::uint64_t draw) const
    {
        const Perturbation perturbation = of(node);
        const NodeLoad load = NodeLoad::of(info(node));
        return {load.info, perturbation.at(load.requested, draw), perturbation.at(load.nonZeroRequested, draw)};
    }
    [[nodiscard]] NodeLoad nodeLow(std::int32_t node) const
    {
        const Perturbation perturbation = of(node);
        const NodeLoad load = NodeLoad::of(info(node));
        return {load.info, perturbation.low(load.requested), perturbation.low(load.nonZeroRequested)};
    }
    [[nodiscard]] NodeLoad nodeHigh(std::int32_t node) const
    {
        const Perturbation perturbation = of(node);
        const NodeLoad load = NodeLoad::of(info(node));
        return {load.info, perturbation.high(load.requested), perturbation.high(load.nonZeroRequested)};
    }

private:
    [[nodiscard]] Perturbation of(std::int32_t node) const
    {
        if (!m_options.variation) {
            return m_default;
        }
        const auto it = m_options.variation->find(info(node).node().name);
        return it == m_options.variation->end() ? m_default : Perturbation(it->second);
    }

    const StabilityInput &m_input;
    const DecideOptions &m_options;
    Perturbation m_default;
    Perturbation m_pod;
};

using Extents = absl::InlinedVector<Extent, 4>;

void include(Extent &extent, std::int64_t raw)
{
    extent.minimum = std::min(extent.minimum, raw);
    extent.maximum = std::max(extent.maximum, raw);
}

Extents noExtents(const Cycle &cycle)
{
    return Extents(cycle.policy().scores().size(),
        {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
}

/// What the plugins that read no amounts add to the total.
std::int64_t ruleTotal(const Cycle &cycle, const Cycle::Scores &raw, const Extents &extents)
{
    std::int64_t total = 0;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const framework::Policy::Score &score = cycle.policy().scores()[i];
        if (score.node && cycle.scores(i)) {
            total += score.weight * score.node->normalise(raw[i], extents[i]);
        }
    }
    return total;
}

/// Every node in every world, straight from the definition.
std::int32_t stableWorldsByTrial(const StabilityInput &input, const DecideOptions &options)
{
    const Worlds worlds(input, options);
    std::int32_t stable = 0;
    for (std::int32_t world = 0; world < options.worlds; ++world) {
        const std::uint64_t key = worlds.key(world);
        const PodLoad pod = worlds.podAt(key);
        struct Fit {
            std::int32_t node;
            NodeLoad load;
            Cycle::Scores raw;
        };
        std::vector<Fit> fits;
        Extents extents = noExtents(input.cycle);
        for (const std::int32_t node : input.allowed) {
            const NodeLoad load = worlds.nodeAt(
                node, Perturbation::draw(key, Perturbation::nameKey(worlds.info(node).node().name.text())));
            if (!input.cycle.fits(pod, load)) {
                continue;
            }
            fits.push_back({node, load, input.cycle.nodeScores(worlds.info(node))});
            for (std::size_t i = 0; i < extents.size(); ++i) {
                include(extents[i], fits.back().raw[i]);
            }
        }
        std::int64_t winner = nothing;
        std::int64_t other = nothing;
        for (const Fit &fit : fits) {
            const std::int64_t total = ruleTotal(input.cycle, fit.raw, extents) + input.cycle.loadTotal(pod, fit.load);
            const bool wins = std::binary_search(input.winners.begin(), input.winners.end(), fit.node);
            (wins ? winner : other) = std::max(wins ? winner : other, total);
        }
        stable += winner != nothing && other <= winner ? 1 : 0;
    }
    return stable;
}

/// The same with bounds. Nodes are kept in classes of equal raw scores of the plugins that read no amounts, and within a
/// class by the highest total that the others could give it: in each world a class is left as soon as the rest of it
/// cannot change the answer.
class PrunedWorlds {
public:
    PrunedWorlds(const StabilityInput &input, const DecideOptions &options)
        : m_input(input),
          m_options(options),
          m_worlds(input, options),
          m_podLow(m_worlds.podLow()),
          m_podHigh(m_worlds.podHigh()),
          m_alwaysExtents(noExtents(input.cycle))
    {
        for (const std::int32_t node : input.allowed) {
            add(node);
        }
        m_extentsVary = std::any_of(m_classes.begin(), m_classes.end(), [&](const Class &c) { return !within(c.raw); });
        if (!m_extentsVary) {
            dropHopeless();
        }
        for (Class &c : m_classes) {
            sortByBest(c.winners);
            sortByBest(c.others);
        }
    }

    std::int32_t count()
    {
        std::int32_t stable = 0;
        for (std::int32_t world = 0; world < m_options.worlds; ++world) {
            stable += isStable(m_worlds.key(world)) ? 1 : 0;
        }
        return stable;
    }

private:
    struct Member {
        std::int32_t node = 0;
        bool sometimes = false; ///< fits in some worlds only
        Extent range; ///< of loadTotal over all worlds
        std::uint64_t nameKey = 0;
    };
    struct Class {
        Cycle::Scores raw;
        std::vector<Member> winners;
        std::vector<Member> others;
        std::int64_t ruleTotal = 0; ///< under the extents of the present world
    };
    struct World {
        std::uint64_t key;
        PodLoad pod;
    };

    static void sortByBest(std::vector<Member> &members)
    {
        std::sort(members.begin(), members.end(), [](const Member &a, const Member &b) {
            return a.range.maximum != b.range.maximum ? a.range.maximum > b.range.maximum : a.node < b.node;
        });
    }

    void add(std::int32_t node)
    {
        const NodeLoad low = m_worlds.nodeLow(node);
        if (!m_input.cycle.fits(m_podLow, low)) {
            return; // in no world
        }
        const NodeLoad high = m_worlds.nodeHigh(node);
        Member member;
        member.node = node;
        member.sometimes = !m_input.cycle.fits(m_podHigh, high);
        const bool wins = std::binary_search(m_input.winners.begin(), m_input.winners.end(), node);
        Class &c = classOf(m_input.cycle.nodeScores(*low.info));
        if (low.requested == high.requested && low.nonZeroRequested == high.nonZeroRequested
            && hasTwin(node, wins, *low.info)) {
            return;
        }
        member.range = m_input.cycle.loadTotalRange(m_podLow, m_podHigh, low, high);
        (wins ? c.winners : c.others).push_back(member);
        if (!member.sometimes) {
            for (std::size_t i = 0; i < m_alwaysExtents.size(); ++i) {
                include(m_alwaysExtents[i], c.raw[i]);
            }
        }
    }

    Class &classOf(Cycle::Scores raw)
    {
        if (m_lastClass < m_classes.size() && m_classes[m_lastClass].raw == raw) {
            return m_classes[m_lastClass];
        }
        const auto [it, isNew] = m_classIndex.try_emplace(raw, m_classes.size());
        if (isNew) {
            m_classes.push_back({std::move(raw), {}, {}, 0});
        }
        m_lastClass = it->second;
        return m_classes[m_lastClass];
    }

    /// Nodes on which nothing is perturbed, and which are alike, fare alike in every world: one of them will do.
    bool hasTwin(std::int32_t node, bool wins, const model::NodeInfo &info)
    {
        constexpr std::size_t kept = 16;
        for (const Still &still : m_still) {
            const model::NodeInfo &twin = m_worlds.info(still.node);
            if (still.classIndex == m_lastClass && still.wins == wins && twin.requested() == info.requested()
                && twin.nonZeroRequested() == info.nonZeroRequested()
                && twin.node().allocatable == info.node().allocatable) {
                return true;
            }
        }
        if (m_still.size() < kept) {
            m_still.push_back({node, m_lastClass, wins});
        }
        return false;
    }

    [[nodiscard]] bool within(const Cycle::Scores &raw) const
    {
        for (std::size_t i = 0; i < raw.size(); ++i) {
            if (raw[i] < m_alwaysExtents[i].minimum || raw[i] > m_alwaysExtents[i].maximum) {
                return false;
            }
        }
        return true;
    }

    void setExtents(const Extents &extents)
    {
        for (Class &c : m_classes) {
            c.ruleTotal = ruleTotal(m_input.cycle, c.raw, extents);
        }
    }

    /// With extents that no world changes, a node whose best total is no better than the worst of some winner that always
    /// fits changes nothing.
    void dropHopeless()
    {
        setExtents(m_alwaysExtents);
        std::int64_t sure = nothing;
        std::int32_t surest = -1;
        for (const Class &c : m_classes) {
            for (const Member &member : c.winners) {
                if (!member.sometimes && c.ruleTotal + member.range.minimum > sure) {
                    sure = c.ruleTotal + member.range.minimum;
                    surest = member.node;
                }
            }
        }
        for (Class &c : m_classes) {
            const auto hopeless = [&](const Member &member) {
                return member.node != surest && c.ruleTotal + member.range.maximum <= sure;
            };
            std::erase_if(c.winners, hopeless);
            std::erase_if(c.others, hopeless);
        }
    }

    [[nodiscard]] std::optional<NodeLoad> loadIn(const World &world, Member &member) const
    {
        if (member.nameKey == 0) {
            member.nameKey = Perturbation::nameKey(m_worlds.info(member.node).node().name.text());
        }
        NodeLoad load = m_worlds.nodeAt(member.node, Perturbation::draw(world.key, member.nameKey));
        if (member.sometimes && !m_input.cycle.fits(world.pod, load)) {
            return std::nullopt;
        }
        return load;
    }

    /// Classes beyond the extents of the nodes that always fit count when one of their nodes fits in this world.
    void findExtents(const World &world)
    {
        Extents extents = m_alwaysExtents;
        const auto fits = [&](Member &member) { return loadIn(world, member).has_value(); };
        for (Class &c : m_classes) {
            if (!within(c.raw)
                && (std::any_of(c.winners.begin(), c.winners.end(), fits)
                    || std::any_of(c.others.begin(), c.others.end(), fits))) {
                for (std::size_t i = 0; i < extents.size(); ++i) {
                    include(extents[i], c.raw[i]);
                }
            }
        }
        setExtents(extents);
    }

    bool isStable(std::uint64_t key)
    {
        const World world{key, m_worlds.podAt(key)};
        if (m_extentsVary) {
            findExtents(world);
        }
        const std::int64_t winner = bestWinner(world);
        return winner != nothing && !isBeaten(world, winner);
    }

    std::int64_t bestWinner(const World &world)
    {
        std::int64_t winner = nothing;
        for (Class &c : m_classes) {
            for (Member &member : c.winners) {
                if (c.ruleTotal + member.range.maximum <= winner) {
                    break;
                }
                winner = std::max(winner, totalIn(world, c, member));
            }
        }
        return winner;
    }

    bool isBeaten(const World &world, std::int64_t winner)
    {
        if (m_rival && totalIn(world, m_classes[m_rivalClass], *m_rival) > winner) {
            return true; // what won last time is likely to win again
        }
        for (std::size_t i = 0; i < m_classes.size(); ++i) {
            Class &c = m_classes[i];
            for (Member &member : c.others) {
                if (c.ruleTotal + member.range.maximum <= winner) {
                    break;
                }
                if (totalIn(world, c, member) > winner) {
                    m_rival = &member;
                    m_rivalClass = i;
                    return true;
                }
            }
        }
        return false;
    }

    /// `nothing` when it does not fit in that world.
    std::int64_t totalIn(const World &world, const Class &c, Member &member) const
    {
        const std::optional<NodeLoad> load = loadIn(world, member);
        return load ? c.ruleTotal + m_input.cycle.loadTotal(world.pod, *load) : nothing;
    }

    struct Still {
        std::int32_t node;
        std::size_t classIndex;
        bool wins;
    };

    const StabilityInput &m_input;
    const DecideOptions &m_options;
    Worlds m_worlds;
    PodLoad m_podLow;
    PodLoad m_podHigh;
    Extents m_alwaysExtents; ///< of the nodes that fit in every world
    std::vector<Class> m_classes;
    absl::flat_hash_map<Cycle::Scores, std::size_t> m_classIndex;
    std::size_t m_lastClass = 0;
    std::vector<Still> m_still;
    bool m_extentsVary = false;
    Member *m_rival = nullptr; ///< the last to beat the winners, once the members are sorted
    std::size_t m_rivalClass = 0;
};

} // namespace

std::int32_t stableWorlds(const StabilityInput &input, const DecideOptions &options)
{
    return options.prune ? PrunedWorlds(input, options).count() : stableWorldsByTrial(input, options);
}

} // namespace binnacle::engine
