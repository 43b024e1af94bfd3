// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/cycle.h"
#include "planner/model/change.h"
#include "planner/model/snapshot.h"

#include <string>
#include <utility>
#include <vector>

namespace binnacle::engine {

/// Where a pod runs, so that a fork can do without it.
struct PodPlace {
    model::PodPtr pod;
    base::Symbol node;
};

/// One thing to do, with what it takes to try it.
struct Step {
    model::Change change;
    std::int64_t cost = 0;
    std::vector<PodPlace> leaving; ///< the pods of `change`, parallel to it
};

/// A pod, a node and the rest of the cluster, with changes made to them: what is reported was tried on one of these.
/// Copies are independent. The snapshot beneath stays as it is.
class Draft {
public:
    Draft(model::SnapshotPtr base, const model::Pod &pod, const model::NodeInfo &info);

    void apply(const Step &step);
    /// Every plugin's word on the node now.
    [[nodiscard]] std::vector<Cycle::Refusal> words(const framework::Policy &policy) const;
    /// The cluster now: the base itself while only the pod has changed.
    [[nodiscard]] model::SnapshotPtr snapshot() const;
    [[nodiscard]] const model::Pod &pod() const { return m_pod; }
    [[nodiscard]] const model::Node &node() const { return m_node; }
    [[nodiscard]] bool left(const model::Pod &pod) const; ///< was evicted or waited for

private:
    void applyToPod(const model::Change &change);
    void applyToNode(const model::Change &change);
    void setLabel(base::Symbol key, const std::string *value);

    model::SnapshotPtr m_base;
    model::Pod m_pod;
    model::Node m_node;
    bool m_nodeChanged = false;
    std::vector<std::pair<base::Symbol, std::string>> m_left; ///< node and UID
};

/// The fork on which a set of changes is tried, and the pod as it would have to be.
struct ChangedCluster {
    model::SnapshotPtr snapshot;
    model::PodPtr pod;
};
/// Makes the changes one after the other; pods that are not there are passed over. The node must be.
[[nodiscard]] ChangedCluster withChanges(const model::SnapshotPtr &snapshot, const model::Pod &pod, base::Symbol node,
    const std::vector<model::Change> &changes);

/// "TCP 8080", as NodePorts names a port.
[[nodiscard]] std::string portText(const model::HostPort &port);
/// "v:NoSchedule", as TaintToleration names a taint beside its key.
[[nodiscard]] std::string taintText(const model::Taint &taint);

} // namespace binnacle::engine
