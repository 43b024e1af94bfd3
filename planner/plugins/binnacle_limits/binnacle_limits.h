// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/plugin.h"
#include "planner/framework/registry.h"

#include <cstdint>

namespace binnacle::plugins {

/// A policy's constraints, not kube-scheduler's: refuses nodes that would be used beyond a share of their CPU, or have less
/// than so much memory left, with the pod on them. By measured use where there is any (with what the pods that came since ask
/// for), else by requests, resource by resource; the reason says which. A limit on latency is taken and noted, not applied:
/// nothing measures it. No part of a policy that sets none of them.
class BinnacleLimits final : public framework::Plugin, public framework::LoadFilterPlugin {
public:
    static framework::Registration registration();
    explicit BinnacleLimits(const framework::OptionValues &values);

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] bool readsMeasuredUse() const override
    {
        return m_byMeasurement && (m_cpuPercent > 0 || m_memoryFree > 0);
    }
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] bool fits(const framework::CycleState &state, const framework::PodLoad &pod,
        const framework::NodeLoad &node) const override;

private:
    /// Of one resource on one node.
    struct Use {
        std::int64_t used = 0;
        std::int64_t allowed = 0;
        bool measured = false;
        [[nodiscard]] bool leaves(std::int64_t asked) const;
    };
    [[nodiscard]] Use cpu(const framework::NodeLoad &node) const;
    [[nodiscard]] Use memory(const framework::NodeLoad &node) const;

    std::int64_t m_cpuPercent; ///< of what is allocatable; 0: no limit
    std::int64_t m_memoryFree; ///< bytes; 0: no limit
    std::int64_t m_latencyMilliseconds; ///< 0: no limit
    bool m_byMeasurement;
};

} // namespace binnacle::plugins
