// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"

#include <cstdint>
#include <vector>

namespace binnacle::plugins {

/// What InterPodAffinity says of pods of one class (alike in Pod::bearing), from counts that are kept as pods come and go.
class AffinityIndex final : public framework::PodIndex {
public:
    AffinityIndex(
        const model::PodPtr &pod, std::int64_t hardWeight, bool ignorePreferredOfRunning, framework::Census &census);

    [[nodiscard]] const Reads &begin(const model::Pod &pod) override;
    void filter(std::vector<framework::Slot> &nodes) const override;
    void score(absl::Span<const framework::Slot> nodes, std::int64_t *raw) override;

private:
    /// Pods by the parts of a topology, and what each counts.
    struct Pull {
        const framework::TopologySums *pods = nullptr;
        std::int64_t weight = 0;
    };
    void addOwn(const model::PodPtr &pod);
    void addKey(framework::Topology *key);

    framework::Census &m_census;
    framework::Census::Class m_class;
    std::int64_t m_hardWeight;
    bool m_scoresRunning;
    bool m_selectsItself = false; ///< all required affinity terms of the pod do
    std::vector<const framework::TopologySums *> m_near; ///< of each required affinity term
    std::vector<const framework::TopologySums *> m_away; ///< of each required anti-affinity term
    std::vector<Pull> m_own; ///< of each preferred term
    // of one decision: the terms of running pods that select this one
    std::vector<const framework::TopologySums *> m_unwelcome;
    std::vector<Pull> m_theirs;
    bool m_mayStartAnywhere = false; ///< it is the first of a series that wants to be together
    Reads m_reads;
};

} // namespace binnacle::plugins
