// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/allocation_memo.h"

#include <algorithm>
#include <utility>

namespace binnacle::plugins {

namespace {

constexpr std::size_t mostKnown = 8; ///< of one node
constexpr std::size_t mostNodes = 200'000;

} // namespace

AllocationMemo &AllocationMemo::ofThread()
{
    thread_local AllocationMemo memo;
    return memo;
}

std::shared_ptr<const Allocation> AllocationMemo::allocate(const std::shared_ptr<const model::Devices> &devices,
    const model::Node &node, const base::Fingerprint &wanted, const std::vector<const model::ResourceClaim *> &claims,
    std::int64_t steps)
{
    if (!m_devices || m_offered != devices->offeredHash() || m_nodes.size() > mostNodes) {
        m_nodes.clear();
        m_devices = devices;
        m_offered = devices->offeredHash();
    }
    OfNode &here = m_nodes[node.name];
    if (!here.pools || here.node != node.fingerprint) {
        here = {.node = node.fingerprint, .pools = gatherPools(*m_devices, node), .known = {}};
    }
    base::Fingerprint taken;
    for (const DevicePool &pool : here.pools ? *here.pools : std::vector<DevicePool>{}) {
        taken += devices->takenHash(pool.driver, pool.pool);
    }
    for (const Known &one : here.known) {
        if (one.wanted == wanted && one.taken == taken) {
            return one.allocation;
        }
    }
    auto allocation = std::make_shared<const Allocation>(plugins::allocate(*devices, node, here.pools, claims, steps));
    // What fails or cannot be said names the claim: it is worked out each time.
    if (allocation->kind != Allocation::Kind::Failed && allocation->kind != Allocation::Kind::Undecided) {
        if (here.known.size() < mostKnown) {
            here.known.push_back({wanted, taken, allocation});
        } else {
            here.known[here.next] = {wanted, taken, allocation};
            here.next = (here.next + 1) % mostKnown;
        }
    }
    return allocation;
}

} // namespace binnacle::plugins
