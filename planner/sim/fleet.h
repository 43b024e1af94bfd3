// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"
#include "planner/sim/catalog.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace binnacle::sim {

/// The machines of a simulated cluster and what their pods hold: the simulator's own truth, against which it admits
/// pods. Not thread-safe.
class Fleet {
public:
    struct Host {
        model::NodePtr node;
        model::Resources used; ///< .pods counts pods
        const PoolSpec *pool = nullptr;
    };

    std::size_t add(model::NodePtr node, const PoolSpec &pool);
    void setNode(std::size_t host, model::NodePtr node) { m_hosts[host].node = std::move(node); }
    void charge(std::size_t host, const model::Resources &request);
    void release(std::size_t host, const model::Resources &request);

    [[nodiscard]] const std::vector<Host> &hosts() const { return m_hosts; }
    [[nodiscard]] std::optional<std::size_t> find(base::Symbol node) const;
    /// Whether the machine has room, whatever its taints: what a kubelet checks before it starts a pod.
    [[nodiscard]] bool hasRoom(std::size_t host, const model::Pod &pod) const;
    /// Room, and ready, schedulable, tolerated and selected.
    [[nodiscard]] bool fits(std::size_t host, const model::Pod &pod) const;
    /// The least filled of a few random machines of these pools that fit; every machine is tried before it gives up.
    [[nodiscard]] std::optional<std::size_t> choose(
        const model::Pod &pod, PoolMask pools, base::SeededRandom &random) const;

private:
    [[nodiscard]] std::size_t countIn(PoolMask pools) const;
    [[nodiscard]] std::size_t hostIn(PoolMask pools, std::size_t index) const; ///< index < countIn(pools)

    std::vector<Host> m_hosts;
    std::vector<std::vector<std::size_t>> m_byPool;
    absl::flat_hash_map<base::Symbol, std::size_t> m_byName;
};

} // namespace binnacle::sim
