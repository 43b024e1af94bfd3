// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/fleet.h"

#include <algorithm>

namespace binnacle::sim {

namespace {

bool tolerates(const model::Toleration &toleration, const model::Taint &taint)
{
    if (toleration.effect != model::TaintEffect::None && toleration.effect != taint.effect) {
        return false;
    }
    if (toleration.op == model::Toleration::Operator::Exists) {
        return toleration.key.empty() || toleration.key == taint.key;
    }
    return toleration.op == model::Toleration::Operator::Equal && toleration.key == taint.key
        && toleration.value == taint.value;
}

bool toleratesAll(const model::Pod &pod, const model::Node &node)
{
    return std::all_of(node.taints.begin(), node.taints.end(), [&](const model::Taint &taint) {
        return taint.effect == model::TaintEffect::PreferNoSchedule
            || std::any_of(pod.tolerations.begin(), pod.tolerations.end(),
                [&](const model::Toleration &toleration) { return tolerates(toleration, taint); });
    });
}

bool selects(const model::Pod &pod, const model::Node &node)
{
    for (const model::Labels::Entry &wanted : pod.nodeSelector) {
        const std::string *value = node.labels.find(wanted.first);
        if (!value || *value != wanted.second) {
            return false;
        }
    }
    return !pod.hasRequiredNodeAffinity
        || std::any_of(
            pod.requiredNodeTerms.begin(), pod.requiredNodeTerms.end(), [&](const model::NodeSelectorTerm &term) {
                return !term.matchExpressions.empty() && model::allHold(term.matchExpressions, node.labels);
            });
}

} // namespace

std::size_t Fleet::add(model::NodePtr node, const PoolSpec &pool)
{
    const std::size_t host = m_hosts.size();
    const auto index = static_cast<std::size_t>(pool.pool);
    if (m_byPool.size() <= index) {
        m_byPool.resize(index + 1);
    }
    m_byPool[index].push_back(host);
    m_byName.emplace(node->name, host);
    m_hosts.push_back({std::move(node), {}, &pool});
    return host;
}

void Fleet::charge(std::size_t host, const model::Resources &request)
{
    m_hosts[host].used += request;
    m_hosts[host].used.pods += 1;
}

void Fleet::release(std::size_t host, const model::Resources &request)
{
    m_hosts[host].used -= request;
    m_hosts[host].used.pods -= 1;
}

std::optional<std::size_t> Fleet::find(base::Symbol node) const
{
    const auto it = m_byName.find(node);
    return it == m_byName.end() ? std::nullopt : std::optional(it->second);
}

bool Fleet::hasRoom(std::size_t host, const model::Pod &pod) const
{
    const model::Resources &room = m_hosts[host].node->allocatable;
    const model::Resources &used = m_hosts[host].used;
    const model::Resources &ask = pod.request;
    const auto enough = [](std::int64_t asked, std::int64_t taken, std::int64_t whole) {
        return asked == 0 || asked <= whole - taken;
    };
    return used.pods < room.pods && enough(ask.cpuMilli, used.cpuMilli, room.cpuMilli)
        && enough(ask.memoryBytes, used.memoryBytes, room.memoryBytes)
        && enough(ask.ephemeralStorageBytes, used.ephemeralStorageBytes, room.ephemeralStorageBytes)
        && std::all_of(ask.scalars().begin(), ask.scalars().end(), [&](const model::Resources::Scalar &scalar) {
               return enough(scalar.second, used.scalar(scalar.first), room.scalar(scalar.first));
           });
}

bool Fleet::fits(std::size_t host, const model::Pod &pod) const
{
    const model::Node &node = *m_hosts[host].node;
    return node.ready && !node.unschedulable && hasRoom(host, pod) && toleratesAll(pod, node) && selects(pod, node);
}

std::size_t Fleet::countIn(PoolMask pools) const
{
    std::size_t count = 0;
    for (std::size_t pool = 0; pool < m_byPool.size(); ++pool) {
        count += (pools & (PoolMask{1} << pool)) != 0 ? m_byPool[pool].size() : 0;
    }
    return count;
}

std::size_t Fleet::hostIn(PoolMask pools, std::size_t index) const
{
    std::size_t pool = 0;
    for (;; ++pool) {
        const std::size_t here = (pools & (PoolMask{1} << pool)) != 0 ? m_byPool[pool].size() : 0;
        if (index < here) {
            return m_byPool[pool][index];
        }
        index -= here;
    }
}

std::optional<std::size_t> Fleet::choose(const model::Pod &pod, PoolMask pools, base::SeededRandom &random) const
{
    const std::size_t candidates = countIn(pools);
    if (candidates == 0) {
        return std::nullopt;
    }
    constexpr int samples = 4;
    std::optional<std::size_t> best;
    const auto filled = [&](std::size_t host) {
        return static_cast<double>(m_hosts[host].used.cpuMilli)
            / static_cast<double>(m_hosts[host].node->allocatable.cpuMilli);
    };
    for (int i = 0; i < samples; ++i) {
        const std::size_t host = hostIn(pools, random.below(candidates));
        if (fits(host, pod) && (!best || filled(host) < filled(*best))) {
            best = host;
        }
    }
    const std::size_t start = random.below(candidates);
    for (std::size_t i = 0; !best && i < candidates; ++i) {
        const std::size_t host = hostIn(pools, (start + i) % candidates);
        if (fits(host, pod)) {
            best = host;
        }
    }
    return best;
}

} // namespace binnacle::sim
