// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/cycle.h"
#include "planner/framework/post_filter.h"

#include <vector>

namespace binnacle::engine {

/// Pods that are nominated for the node and that the cycle's pod has to leave room for: of no lower priority, not itself, and
/// not kept from waiting by a plugin.
[[nodiscard]] std::vector<model::PodPtr> nominatedBefore(const model::NodeInfo &node, const Cycle &cycle);

/// One node under a cycle as it would be with other pods on it. The cycle, and the pods and the node that it is given,
/// outlive it. One thread.
class Trial final : public framework::NodeTrial {
public:
    /// The node as it is.
    Trial(const Cycle &cycle, const model::NodeInfo &node);
    /// With `pods` alone on it, which are some of its own.
    Trial(const Cycle &cycle, const model::NodeInfo &node, const std::vector<model::PodPtr> &pods);
    Trial(const Trial &) = delete;
    Trial &operator=(const Trial &) = delete;

    void add(const model::PodPtr &pod) override;
    void remove(const model::PodPtr &pod) override;
    [[nodiscard]] bool fits() const override;

    /// The first plugin to refuse it, without regard to nominated pods. PreFilter's own refusals are the cycle's to tell.
    [[nodiscard]] Cycle::Refusal filter() const;
    [[nodiscard]] const framework::CycleState &state() const { return m_state; }
    [[nodiscard]] const model::NodeInfo &node() const { return m_node; }

private:
    void moved(const model::Pod &pod, std::int64_t by);

    const Cycle &m_cycle;
    framework::CycleState m_state;
    model::NodeInfo m_node;
    std::vector<model::PodPtr> m_nominated; ///< those that room has to be left for
};

/// What the node says to the pod, with regard to those that are nominated for it.
[[nodiscard]] Cycle::Refusal filterWithNominated(const Cycle &cycle, const model::NodeInfo &node);

/// Every plugin's word on it, in order: with those that are nominated for it where it then refuses.
[[nodiscard]] std::vector<Cycle::Refusal> wordsWithNominated(const Cycle &cycle, const model::NodeInfo &node);

/// What a node that pods are nominated for says to the pod, as kube-scheduler asks it (RunFilterPluginsWithNominatedPods,
/// v1.36): with those of no lower priority on it, and, when it then fits, as it is.
class Nominated {
public:
    Nominated(const Cycle &cycle, const model::NodeInfo &node, const std::vector<model::PodPtr> &pods);

    /// With the pods on it.
    [[nodiscard]] const framework::NodeLoad &load() const { return m_load; }
    /// What the plugins that read no amounts say then.
    [[nodiscard]] const Cycle::Refusal &byRules() const { return m_byRules; }
    [[nodiscard]] Cycle::Refusal ask(std::size_t step) const { return m_cycle.ask(step, m_load, m_trial->state()); }

private:
    const Cycle &m_cycle;
    std::unique_ptr<Trial> m_trial;
    framework::NodeLoad m_load;
    Cycle::Refusal m_byRules;
};

} // namespace binnacle::engine
