// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/options.h"

#include "planner/plan/problem.h"

#include <algorithm>
#include <tuple>

namespace binnacle::plan {

namespace {

// How far a search goes that does not look everywhere.
constexpr std::size_t directNodes = 6;
constexpr std::size_t ejectingNodes = 16;
constexpr std::size_t candidatesPerNode = 10;
constexpr std::size_t setsPerNode = 6;
constexpr std::size_t optionsInAll = 24;
// And one that does.
constexpr std::size_t mostCandidates = 24;
constexpr std::size_t mostSets = 4096;

/// Rules that look at pods on other nodes of the same part of the topology.
bool looksAcross(model::ReasonCode code)
{
    using enum model::ReasonCode;
    return code == PodAntiAffinityMismatch || code == ExistingPodAntiAffinity || code == TopologySpreadSkew;
}

} // namespace

std::vector<Option> Options::of(const Homeless &pod, std::int64_t moves)
{
    m_moves = moves;
    m_leftOut = m_leftOut || !m_world.local(pod.podClass);
    std::vector<Option> options;
    direct(pod, options);
    if (moves > 0) {
        ejecting(pod, options);
    }
    if (!m_whole && options.size() > optionsInAll) {
        m_leftOut = true;
        options.resize(optionsInAll);
    }
    return options;
}

/// Where it fits as things are; the tightest first, to keep large room whole.
void Options::direct(const Homeless &pod, std::vector<Option> &options)
{
    for (int node = 0; node < m_world.nodes(); ++node) {
        if (node != pod.from && m_world.admits(pod.podClass, node)) {
            options.push_back({node, {}, 0, slackOf(*pod.pod, node)});
        }
    }
    std::stable_sort(
        options.begin(), options.end(), [](const Option &a, const Option &b) { return a.slack < b.slack; });
    if (!m_whole && options.size() > directNodes) {
        m_leftOut = true;
        options.resize(directNodes);
    }
}

void Options::ejecting(const Homeless &pod, std::vector<Option> &options)
{
    struct Promising {
        std::int64_t out = 0;
        std::int64_t slack = 0;
        int node = 0;
    };
    std::vector<Promising> nodes;
    for (int node = 0; node < m_world.nodes(); ++node) {
        const std::int64_t fewest = node == pod.from ? m_moves + 1 : fewestOut(pod, node);
        if (fewest <= m_moves && !m_world.neverAdmits(pod.podClass, node) && !m_world.admits(pod.podClass, node)) {
            nodes.push_back({fewest, slackOf(*pod.pod, node), node});
        }
    }
    std::stable_sort(nodes.begin(), nodes.end(),
        [](const Promising &a, const Promising &b) { return std::tie(a.out, b.slack) < std::tie(b.out, a.slack); });
    if (!m_whole && nodes.size() > ejectingNodes) {
        m_leftOut = true;
        nodes.resize(ejectingNodes);
    }
    const auto from = static_cast<std::ptrdiff_t>(options.size());
    m_options = &options;
    for (const Promising &at : nodes) {
        m_candidates = candidatesAt(pod, at.node);
        m_most = options.size() + (m_whole ? mostSets : setsPerNode);
        subsets(pod, at.node, 0, missing(*pod.pod, m_world.info(at.node)));
        m_leftOut = m_leftOut || options.size() >= m_most;
    }
    std::stable_sort(options.begin() + from, options.end(), [](const Option &a, const Option &b) {
        return std::tuple(a.out.size(), a.cost, a.slack) < std::tuple(b.out.size(), b.cost, b.slack);
    });
}

Options::Amounts Options::missing(const model::Pod &pod, const model::NodeInfo &info) const
{
    const auto &filters = m_world.policyOf(pod).filters();
    if (std::none_of(filters.begin(), filters.end(), [](const auto &filter) { return filter.load != nullptr; })) {
        return {}; // nobody reads amounts
    }
    const model::Resources &has = info.node().allocatable;
    const model::Resources &used = info.requested();
    const auto lack = [](std::int64_t asks, std::int64_t all, std::int64_t taken) {
        return asks > 0 ? static_cast<__int128>(asks) - all + taken : __int128{0};
    };
    return {lack(pod.request.cpuMilli, has.cpuMilli, used.cpuMilli),
        lack(pod.request.memoryBytes, has.memoryBytes, used.memoryBytes), lack(1, has.pods, used.pods)};
}

Options::Amounts Options::given(int movable, int node)
{
    const Movables::One &one = m_movables.of(movable);
    if (one.node != node) {
        return {};
    }
    return {one.pod->request.cpuMilli, one.pod->request.memoryBytes, 1};
}

/// At least so many must leave before the amounts suffice; more than may when they never do.
std::int64_t Options::fewestOut(const Homeless &pod, int node)
{
    const Amounts lacks = missing(*pod.pod, m_world.info(node));
    std::int64_t fewest = 0;
    std::vector<__int128> gives;
    for (std::size_t i = 0; i < lacks.size(); ++i) {
        __int128 rest = lacks[i];
        if (rest <= 0) {
            continue;
        }
        gives.clear();
        for (const int movable : m_movables.on(node)) {
            if (!m_movables.of(movable).gone) {
                gives.push_back(given(movable, node)[i]);
            }
        }
        std::sort(gives.begin(), gives.end(), std::greater<>());
        std::int64_t out = 0;
        for (auto give = gives.begin(); give != gives.end() && rest > 0; ++give, ++out) {
            rest -= *give;
        }
        fewest = std::max(fewest, rest <= 0 ? out : mostMoves + 1);
    }
    return fewest;
}

/// Movables whose leaving could let the pod in there: those on the node, and where the refusal is about a part of the topology,
/// those elsewhere in it.
std::vector<int> Options::candidatesAt(const Homeless &pod, int node)
{
    std::vector<int> out;
    for (const int movable : m_movables.on(node)) {
        if (m_movables.free(movable)) {
            out.push_back(movable);
        }
    }
    if (!m_world.local(pod.podClass)) {
        addAcross(pod, node, out);
    }
    const std::size_t most = m_whole ? mostCandidates : candidatesPerNode;
    if (out.size() <= most) {
        return out;
    }
    m_leftOut = true;
    // Those that give the most of what is short; among them the cheapest stay first.
    const Amounts lacks = missing(*pod.pod, m_world.info(node));
    const auto help = [&](int movable) {
        const Amounts gives = given(movable, node);
        double sum = 0;
        for (std::size_t i = 0; i < lacks.size(); ++i) {
            sum += lacks[i] > 0 ? std::min(1.0, static_cast<double>(gives[i]) / static_cast<double>(lacks[i])) : 0;
        }
        return sum;
    };
    std::stable_sort(out.begin(), out.end(), [&](int a, int b) { return help(a) > help(b); });
    out.resize(most);
    return out;
}

void Options::addAcross(const Homeless &pod, int node, std::vector<int> &out)
{
    const engine::Cycle::Refusal refusal = m_world.refusal(pod.podClass, node);
    for (const model::Reason &reason : refusal.verdict.reasons) {
        const std::string *part = m_world.info(node).node().labels.find(reason.subject);
        for (int other = 0; looksAcross(reason.code) && part && other < m_world.nodes(); ++other) {
            const std::string *theirs = m_world.info(other).node().labels.find(reason.subject);
            if (other == node || !theirs || *theirs != *part) {
                continue;
            }
            for (const int movable : m_movables.on(other)) {
                if (m_movables.free(movable)) {
                    out.push_back(movable);
                }
            }
        }
    }
}

/// Pods on one node that the plugins cannot tell apart, and that are as dear: one is as good as the other.
bool Options::alike(int a, int b)
{
    const Movables::One &x = m_movables.of(a);
    const Movables::One &y = m_movables.of(b);
    return x.node == y.node && x.cost == y.cost && x.budget == y.budget && x.pod->priority == y.pod->priority
        && x.pod->signature == y.pod->signature;
}

/// Every set of candidates from `from` on, together with those that are out already.
void Options::subsets(const Homeless &pod, int node, std::size_t from, const Amounts &missing)
{
    for (std::size_t i = from; i < m_candidates.size() && m_options->size() < m_most; ++i) {
        const int movable = m_candidates[i];
        const bool again = std::any_of(m_candidates.begin() + static_cast<std::ptrdiff_t>(from),
            m_candidates.begin() + static_cast<std::ptrdiff_t>(i), [&](int other) { return alike(other, movable); });
        if (again || !m_movables.free(movable)) {
            continue; // or the budget is used up by those before
        }
        m_movables.spend(movable);
        m_out.push_back(movable);
        const Amounts gives = given(movable, node);
        Amounts rest = missing;
        for (std::size_t amount = 0; amount < rest.size(); ++amount) {
            rest[amount] -= gives[amount];
        }
        bool fits = false;
        if (std::all_of(rest.begin(), rest.end(), [](__int128 lack) { return lack <= 0; })) {
            if (!m_world.local(pod.podClass) && !m_mayAsk()) {
                fits = true; // asking is dear there: enough
            } else {
                tryOut(pod, node, fits);
            }
        }
        if (!fits && static_cast<std::int64_t>(m_out.size()) < m_moves) {
            subsets(pod, node, i + 1, rest);
        }
        m_out.pop_back();
        m_movables.restore(movable);
    }
}

/// Asks the plugins about the set that is out; it becomes an option when none of it is one too many.
void Options::tryOut(const Homeless &pod, int node, bool &fits)
{
    std::int64_t cost = 0;
    for (const int movable : m_out) {
        m_world.remove(*m_movables.of(movable).pod, m_movables.of(movable).node);
        cost += m_movables.of(movable).cost;
    }
    fits = m_world.admits(pod.podClass, node);
    bool spare = false;
    for (std::size_t i = 0; fits && !spare && m_out.size() > 1 && i < m_out.size(); ++i) {
        const Movables::One &one = m_movables.of(m_out[i]);
        m_world.place(one.pod, one.node);
        spare = m_world.admits(pod.podClass, node);
        m_world.remove(*one.pod, one.node);
    }
    if (fits && !spare) {
        m_options->push_back({node, m_out, cost, slackOf(*pod.pod, node)});
    }
    for (auto movable = m_out.rbegin(); movable != m_out.rend(); ++movable) {
        m_world.place(m_movables.of(*movable).pod, m_movables.of(*movable).node);
    }
}

std::int64_t Options::slackOf(const model::Pod &pod, int node) const
{
    const framework::NodeLoad &load = m_world.load(node);
    const auto share = [](std::int64_t all, std::int64_t taken, std::int64_t asks) {
        const double free = static_cast<double>(all) - static_cast<double>(taken) - static_cast<double>(asks);
        return all > 0 ? static_cast<std::int64_t>(std::max(-1e6, 1000.0 * free / static_cast<double>(all))) : 0;
    };
    return share(load.allocatable.cpuMilli, load.requested.cpuMilli, pod.request.cpuMilli)
        + share(load.allocatable.memoryBytes, load.requested.memoryBytes, pod.request.memoryBytes);
}

} // namespace binnacle::plan
