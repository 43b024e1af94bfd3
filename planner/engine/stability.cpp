// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/stability.h"

#include "planner/engine/perturbation.h"

#include <algorithm>
#include <limits>

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
        : m_cycle(input.cycle), m_options(options), m_default(model::Variation{}), m_pod(options.podVariation)
    {
    }

    [[nodiscard]] std::uint64_t key(std::int32_t world) const { return Perturbation::worldKey(m_options.seed, world); }
    [[nodiscard]] static std::uint64_t nameKey(const AllowedNode &node)
    {
        return Perturbation::nameKey(node.load->name.text());
    }

    [[nodiscard]] PodLoad podAt(std::uint64_t worldKey) const
    {
        const std::uint64_t draw = Perturbation::draw(worldKey, Perturbation::nameKey({}));
        const PodLoad &pod = m_cycle.podLoad();
        return {pod.pod, m_pod.at(pod.request, draw), m_pod.at(pod.scoredRequest, draw)};
    }
    [[nodiscard]] PodLoad podLow() const
    {
        const PodLoad &pod = m_cycle.podLoad();
        return {pod.pod, m_pod.low(pod.request), m_pod.low(pod.scoredRequest)};
    }
    [[nodiscard]] PodLoad podHigh() const
    {
        const PodLoad &pod = m_cycle.podLoad();
        return {pod.pod, m_pod.high(pod.request), m_pod.high(pod.scoredRequest)};
    }

    [[nodiscard]] Perturbation of(const AllowedNode &node) const
    {
        const model::Variation &measured = node.load->variation;
        return measured == model::Variation{} ? m_default : Perturbation(measured);
    }
    [[nodiscard]] static NodeLoad nodeAt(const AllowedNode &node, const Perturbation &perturbation, std::uint64_t draw)
    {
        return scaled(*node.load, [&](const framework::Amounts &amounts) { return perturbation.at(amounts, draw); });
    }
    /// As nodeAt(), with the pods that it has to leave room for. More load never turns a refusal into a fit: what fits with
    /// them fits without.
    [[nodiscard]] static NodeLoad roomAt(const AllowedNode &node, const Perturbation &perturbation, std::uint64_t draw)
    {
        return scaled(node.room ? *node.room : *node.load,
            [&](const framework::Amounts &amounts) { return perturbation.at(amounts, draw); });
    }
    [[nodiscard]] static NodeLoad nodeLow(const AllowedNode &node, const Perturbation &perturbation)
    {
        return scaled(*node.load, [&](const framework::Amounts &amounts) { return perturbation.low(amounts); });
    }
    [[nodiscard]] static NodeLoad nodeHigh(const AllowedNode &node, const Perturbation &perturbation)
    {
        return scaled(*node.load, [&](const framework::Amounts &amounts) { return perturbation.high(amounts); });
    }

private:
    template <typename Scale> static NodeLoad scaled(NodeLoad load, Scale scale)
    {
        const bool alike = load.nonZeroRequested == load.requested; // so it is where every container states its request
        load.requested = scale(load.requested);
        load.nonZeroRequested = alike ? load.requested : scale(load.nonZeroRequested);
        return load;
    }

    const Cycle &m_cycle;
    const DecideOptions &m_options;
    Perturbation m_default;
    Perturbation m_pod;
};

using Extents = absl::InlinedVector<Extent, 8>;

Extents noExtents(const Cycle &cycle) { return Extents(cycle.policy().scores().size(), Extent::none()); }

/// What the plugins that read no amounts add to the total.
std::int64_t ruleTotal(const Cycle &cycle, const Cycle::Scores &raw, const Extents &extents)
{
    std::int64_t total = 0;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const framework::Policy::Score &score = cycle.policy().scores()[i];
        if (score.node && cycle.scores(i)) {
            total += score.weight * score.node->normalised(raw[i], extents[i]);
        }
    }
    return total;
}

void include(Extents &extents, const Cycle::Scores &raw)
{
    for (std::size_t i = 0; i < extents.size(); ++i) {
        extents[i].include(raw[i]);
    }
}

/// Every node in every world, straight from the definition.
std::int32_t stableWorldsByTrial(const StabilityInput &input, const DecideOptions &options)
{
    const Worlds worlds(input, options);
    std::int32_t stable = 0;
    for (std::int32_t world = 0; world < options.worlds; ++world) {
        const std::uint64_t key = worlds.key(world);
        const PodLoad pod = worlds.podAt(key);
        std::vector<std::pair<const AllowedNode *, NodeLoad>> fits;
        Extents extents = noExtents(input.cycle);
        for (const AllowedNode &node : input.nodes) {
            const std::uint64_t draw = Perturbation::draw(key, Worlds::nameKey(node));
            if (input.cycle.fits(pod, Worlds::roomAt(node, worlds.of(node), draw))) {
                fits.emplace_back(&node, Worlds::nodeAt(node, worlds.of(node), draw));
                include(extents, input.classes[static_cast<std::size_t>(node.ruleClass)]);
            }
        }
        std::int64_t winner = nothing;
        std::int64_t other = nothing;
        for (const auto &[node, load] : fits) {
            const Cycle::Scores &raw = input.classes[static_cast<std::size_t>(node->ruleClass)];
            const std::int64_t total = ruleTotal(input.cycle, raw, extents) + input.cycle.loadTotal(pod, load);
            std::int64_t &best = node->winner ? winner : other;
            best = std::max(best, total);
        }
        stable += winner != nothing && other <= winner ? 1 : 0;
    }
    return stable;
}

/// The same with bounds: nodes are kept by class, and within a class by the highest total that the plugins which read
/// amounts could give them in any world. In each world a class is left as soon as the rest of it cannot change the answer.
class PrunedWorlds {
public:
    PrunedWorlds(const StabilityInput &input, const DecideOptions &options)
        : m_input(input),
          m_options(options),
          m_worlds(input, options),
          m_podLow(m_worlds.podLow()),
          m_podHigh(m_worlds.podHigh()),
          m_sureExtents(noExtents(input.cycle)),
          m_classes(input.classes.size()),
          m_details(emptyDetails())
    {
        findSureExtents();
        if (!m_extentsVary) {
            setRuleTotals(m_sureExtents);
        }
        for (const AllowedNode &node : input.nodes) {
            if (node.winner) {
                addWinner(node);
                ++m_winners;
            }
        }
        // A world in which no winner fits is lost whatever the others have.
        m_sureTotal = m_extentsVary ? nothing : std::max(m_sureTotal, m_leastOfAnyWinner);
        for (const AllowedNode &node : input.nodes) {
            if (!node.winner) {
                addOther(node);
            }
        }
        std::sort(m_rivals.begin(), m_rivals.end(),
            [](const Rival &a, const Rival &b) { return a.member.node->place < b.member.node->place; });
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
    static constexpr std::size_t mostRivals = 16;
    static constexpr std::int32_t triesBeforeLimits = 6; ///< most nodes are not looked at often enough for them to pay
    static constexpr std::uint64_t drawEnd = std::uint64_t{1} << Perturbation::drawBits;

    /// What is worked out of a node that is looked at in some world, together in one place.
    struct Detail {
        Detail(const NodeLoad &node, const Perturbation &its, std::uint64_t key)
            : nameKey(key),
              load(node),
              requested(node.requested),
              nonZeroRequested(node.nonZeroRequested),
              perturbation(its),
              alike(node.requested == node.nonZeroRequested)
        {
        }
        const NodeLoad &at(std::uint64_t draw)
        {
            load.requested = perturbation.at(requested, draw);
            load.nonZeroRequested = alike ? load.requested : perturbation.at(nonZeroRequested, draw);
            return load;
        }
        /// Whether it is plain from the draw alone that the pod does not fit.
        [[nodiscard]] bool isFull(std::uint64_t draw) const
        {
            constexpr std::uint64_t mask = drawEnd - 1;
            return (draw & mask) >= cpuLimit || ((draw >> Perturbation::drawBits) & mask) >= memoryLimit;
        }

        std::uint64_t nameKey;
        std::uint64_t cpuLimit = drawEnd; ///< a draw with so much of the CPU leaves no room
        std::uint64_t memoryLimit = drawEnd;
        std::int32_t tries = 0;
        NodeLoad load; ///< as in the last world that it was asked for
        framework::Amounts requested; ///< as it is
        framework::Amounts nonZeroRequested;
        Perturbation perturbation;
        bool alike;
    };
    struct Member {
        const AllowedNode *node = nullptr;
        std::int64_t best = 0; ///< upper bound of loadTotal over all worlds
        std::int64_t afterFirst = 0; ///< of the plugins after the first alone
        std::int32_t detail = -1; ///< index of m_details once it is there
    };
    /// Members by falling `best`, sorted only as far as they have been looked at.
    class Ranked {
    public:
        void add(const Member &member) { m_members.push_back(member); }
        /// Null past the last one. The pointer holds as long as nothing is added.
        Member *at(std::size_t rank)
        {
            if (rank >= m_members.size()) {
                return nullptr;
            }
            if (rank >= m_sorted) {
                sortOn();
            }
            return &m_members[rank];
        }
        std::vector<Member> &members() { return m_members; }

    private:
        void sortOn()
        {
            constexpr std::size_t first = 64;
            const std::size_t next = std::min(m_members.size(), std::max(first, 2 * m_sorted));
            const auto from = m_members.begin() + static_cast<std::ptrdiff_t>(m_sorted);
            const auto to = m_members.begin() + static_cast<std::ptrdiff_t>(next);
            const auto better = [](const Member &a, const Member &b) {
                return a.best != b.best ? a.best > b.best : a.node < b.node;
            };
            std::nth_element(from, to, m_members.end(), better);
            std::sort(from, to, better);
            m_sorted = next;
        }

        std::vector<Member> m_members;
        std::size_t m_sorted = 0;
    };
    struct Class {
        Ranked winners;
        Ranked others;
        std::int64_t ruleTotal = 0; ///< under the extents of the present world
    };
    struct Rival {
        Member member;
        const Class *its = nullptr;
    };
    struct World {
        std::uint64_t key;
        PodLoad pod;
    };

    /// The memory of the decision before, which is the larger part of what one needs: one counts at a time on a thread.
    static std::vector<Detail> &emptyDetails()
    {
        thread_local std::vector<Detail> details;
        details.clear();
        return details;
    }

    [[nodiscard]] const Cycle::Scores &raw(std::size_t index) const { return m_input.classes[index]; }
    [[nodiscard]] bool fitsAlways(const AllowedNode &node) const
    {
        return m_input.cycle.fits(m_podHigh, Worlds::nodeHigh(node, m_worlds.of(node)));
    }

    /// The extents over classes of which some node fits in every world; they vary when another class lies beyond.
    void findSureExtents()
    {
        std::vector<bool> sure(m_classes.size());
        for (const AllowedNode &node : m_input.nodes) {
            const auto index = static_cast<std::size_t>(node.ruleClass);
            if (!sure[index] && fitsAlways(node)) {
                sure[index] = true;
                include(m_sureExtents, raw(index));
            }
        }
        for (std::size_t index = 0; index < m_classes.size(); ++index) {
            m_extentsVary = m_extentsVary || !withinSureExtents(raw(index));
        }
    }

    [[nodiscard]] bool withinSureExtents(const Cycle::Scores &scores) const
    {
        for (std::size_t i = 0; i < scores.size(); ++i) {
            if (!m_sureExtents[i].contains(scores[i])) {
                return false;
            }
        }
        return true;
    }

    void setRuleTotals(const Extents &extents)
    {
        for (std::size_t index = 0; index < m_classes.size(); ++index) {
            m_classes[index].ruleTotal = ruleTotal(m_input.cycle, raw(index), extents);
        }
    }

    void addWinner(const AllowedNode &node)
    {
        const Perturbation perturbation = m_worlds.of(node);
        const NodeLoad low = Worlds::nodeLow(node, perturbation);
        const NodeLoad high = Worlds::nodeHigh(node, perturbation);
        if (hasTwin(node, low, high)) {
            return;
        }
        Class &c = m_classes[static_cast<std::size_t>(node.ruleClass)];
        const Cycle::LoadRange bounds = m_input.cycle.loadTotalRange(m_podLow, m_podHigh, low, high, nothing);
        c.winners.add({&node, bounds.maximum, bounds.maximumAfterFirst});
        const std::int64_t least = c.ruleTotal + bounds.minimum;
        m_leastOfAnyWinner = std::min(m_leastOfAnyWinner, least);
        if (least > m_sureTotal && m_input.cycle.fits(m_podHigh, high)) {
            m_sureTotal = least;
        }
    }

    /// Not when it fits in no world, or when a winner has a higher total in every world.
    void addOther(const AllowedNode &node)
    {
        const Perturbation perturbation = m_worlds.of(node);
        const NodeLoad low = Worlds::nodeLow(node, perturbation);
        if (!m_input.cycle.fits(m_podLow, low)) {
            return;
        }
        Class &c = m_classes[static_cast<std::size_t>(node.ruleClass)];
        const std::int64_t enough = m_sureTotal == nothing ? nothing : m_sureTotal - c.ruleTotal;
        const NodeLoad high = Worlds::nodeHigh(node, perturbation);
        const Cycle::LoadRange bounds = m_input.cycle.loadTotalRange(m_podLow, m_podHigh, low, high, enough);
        if (bounds.maximum <= enough || hasTwin(node, low, high)) {
            return;
        }
        const Member member{&node, bounds.maximum, bounds.maximumAfterFirst};
        c.others.add(member);
        if (node.place < m_winners + mostRivals) {
            m_rivals.push_back({member, &c});
        }
    }

    /// Nodes on which nothing is perturbed, and which are alike, fare alike in every world: one of them will do.
    bool hasTwin(const AllowedNode &node, const NodeLoad &low, const NodeLoad &high)
    {
        constexpr std::size_t kept = 16;
        if (low.requested != high.requested || low.nonZeroRequested != high.nonZeroRequested) {
            return false;
        }
        const model::NodeInfo &info = *node.load->info;
        for (const AllowedNode *still : m_still) {
            const model::NodeInfo &twin = *still->load->info;
            if (still->ruleClass == node.ruleClass && still->winner == node.winner
                && twin.requested() == info.requested() && twin.nonZeroRequested() == info.nonZeroRequested()
                && twin.node().allocatable == info.node().allocatable && twin.measured() == info.measured()) {
                return true;
            }
        }
        if (m_still.size() < kept) {
            m_still.push_back(&node);
        }
        return false;
    }

    /// Null when it is plain that the pod does not fit; holds until the next call.
    [[nodiscard]] const NodeLoad *loadIn(const World &world, Member &member)
    {
        if (member.detail < 0) {
            const NodeLoad &load = *member.node->load;
            member.detail = static_cast<std::int32_t>(m_details.size());
            m_details.emplace_back(load, m_worlds.of(*member.node), m_input.table.nameKey(load));
        }
        Detail &detail = m_details[static_cast<std::size_t>(member.detail)];
        if (++detail.tries == triesBeforeLimits) {
            findLimits(detail);
        }
        const std::uint64_t draw = Perturbation::draw(world.key, detail.nameKey);
        return detail.isFull(draw) ? nullptr : &detail.at(draw);
    }

    /// From which part of a draw on the pod at its least does not fit, though all else on the node is at its least: more
    /// load never turns a refusal into a fit.
    void findLimits(Detail &detail) const
    {
        const auto limit = [&](int shift) {
            constexpr int steps = 8; // close enough
            std::uint64_t roomy = 0;
            std::uint64_t full = drawEnd;
            for (int step = 0; step < steps; ++step) {
                const std::uint64_t middle = roomy + (full - roomy) / 2;
                (m_input.cycle.fits(m_podLow, detail.at(middle << shift)) ? roomy : full) = middle;
            }
            return full;
        };
        if (m_input.cycle.fits(m_podHigh, detail.at(~std::uint64_t{0}))) {
            return; // as most nodes do in every world
        }
        detail.cpuLimit = limit(0);
        detail.memoryLimit = limit(Perturbation::drawBits);
    }

    /// Classes beyond the sure extents count when one of their nodes fits in this world.
    void findExtents(const World &world)
    {
        Extents extents = m_sureExtents;
        const auto fits = [&](Member &member) {
            const NodeLoad *load = loadIn(world, member);
            return load && m_input.cycle.fits(world.pod, *load);
        };
        const auto anyFits = [&](std::vector<Member> &members) {
            return std::any_of(members.begin(), members.end(), fits);
        };
        for (std::size_t index = 0; index < m_classes.size(); ++index) {
            Class &c = m_classes[index];
            if (!withinSureExtents(raw(index)) && (anyFits(c.winners.members()) || anyFits(c.others.members()))) {
                include(extents, raw(index));
            }
        }
        setRuleTotals(extents);
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
            for (std::size_t rank = 0;; ++rank) {
                Member *member = c.winners.at(rank);
                if (!member || c.ruleTotal + member->best <= winner) {
                    break;
                }
                winner = std::max(winner, totalIn(world, c, *member, winner));
            }
        }
        return winner;
    }

    bool isBeaten(const World &world, std::int64_t winner)
    {
        const auto wins = [&](Rival &rival) { return totalIn(world, *rival.its, rival.member, winner) > winner; };
        if (const auto it = std::find_if(m_rivals.begin(), m_rivals.end(), wins); it != m_rivals.end()) {
            std::rotate(m_rivals.begin(), it, it + 1);
            return true;
        }
        for (Class &c : m_classes) {
            for (std::size_t rank = 0;; ++rank) {
                Member *member = c.others.at(rank);
                if (!member || c.ruleTotal + member->best <= winner) {
                    break;
                }
                if (totalIn(world, c, *member, winner) > winner) {
                    m_rivals.insert(m_rivals.begin(), {*member, &c});
                    m_rivals.resize(std::min(m_rivals.size(), mostRivals));
                    return true;
                }
            }
        }
        return false;
    }

    /// `nothing` when it does not fit in that world; or something up to `enough` once it is plain that it has no more.
    std::int64_t totalIn(const World &world, const Class &c, Member &member, std::int64_t enough)
    {
        const NodeLoad *load = loadIn(world, member);
        if (!load || !m_input.cycle.fits(world.pod, *load)) {
            return nothing;
        }
        const std::int64_t enoughOfLoad = enough == nothing ? nothing : enough - c.ruleTotal;
        return c.ruleTotal + m_input.cycle.loadTotal(world.pod, *load, member.afterFirst, enoughOfLoad);
    }

    const StabilityInput &m_input;
    const DecideOptions &m_options;
    Worlds m_worlds;
    PodLoad m_podLow;
    PodLoad m_podHigh;
    Extents m_sureExtents;
    bool m_extentsVary = false;
    std::vector<Class> m_classes;
    std::int64_t m_sureTotal = nothing; ///< where a winner fits, the best of them has this much at least
    std::int64_t m_leastOfAnyWinner = std::numeric_limits<std::int64_t>::max();
    std::vector<const AllowedNode *> m_still;
    std::vector<Detail> &m_details;
    std::size_t m_winners = 0;
    /// Those most likely to beat the winners: the last that did, the very last first, then the next best by total.
    std::vector<Rival> m_rivals;
};

} // namespace

std::int32_t stableWorlds(const StabilityInput &input, const DecideOptions &options)
{
    const bool anyRoom = std::any_of(
        input.nodes.begin(), input.nodes.end(), [](const AllowedNode &node) { return node.room != nullptr; });
    return options.prune && !anyRoom ? PrunedWorlds(input, options).count() : stableWorldsByTrial(input, options);
}

std::int32_t worldsThatFit(const StabilityInput &input, const AllowedNode &node, const DecideOptions &options)
{
    const Worlds worlds(input, options);
    std::int32_t fits = 0;
    for (std::int32_t world = 0; world < options.worlds; ++world) {
        const std::uint64_t key = worlds.key(world);
        const std::uint64_t draw = Perturbation::draw(key, Worlds::nameKey(node));
        fits += input.cycle.fits(worlds.podAt(key), Worlds::roomAt(node, worlds.of(node), draw)) ? 1 : 0;
    }
    return fits;
}

} // namespace binnacle::engine
