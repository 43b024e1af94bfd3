// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/framework/census.h"
#include "planner/model/inventory.h"
#include "planner/model/pod.h"

#include <absl/types/span.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace binnacle::framework {

/// What a plugin that looks at other pods makes of all nodes for one kind of pod, kept up to date while pods come and go.
/// It listens to a Census. Of each decision these are called, in order: begin, filter, score.
/// Single-threaded; the Census outlives it.
class PodIndex {
public:
    virtual ~PodIndex() = default;
    /// A node came, went or is described anew; told after the Census. Only of those that keep something for each node.
    virtual void nodeChanged(Slot /*slot*/) { }
    /// How many numbers it keeps for each node.
    [[nodiscard]] virtual std::size_t columns() const { return 0; }

    /// Nodes of the same values of `keys` get the same answers, unless `everyNode`.
    struct Reads {
        bool filters = false; ///< whether filter() may drop any
        bool scores = false;
        bool everyNode = false;
        std::vector<Topology *> keys;
    };
    /// What it has to say of this pod just now.
    [[nodiscard]] virtual const Reads &begin(const model::Pod &pod) = 0;
    /// Drops the nodes that it refuses, and keeps the order of the others.
    virtual void filter(std::vector<Slot> &nodes) const = 0;
    /// Raw scores, as the plugin's, of the nodes that passed every Filter, or of one for each set of nodes that it cannot tell
    /// apart. `raw` has a place for each.
    virtual void score(absl::Span<const Slot> nodes, std::int64_t *raw) = 0;
};

/// For a plugin that can say what its answers hang on, so that they are kept between decisions and worked out again only where
/// that has changed. One that cannot makes every pod be decided from the beginning: right, and slow.
class IncrementalPlugin {
public:
    enum class Scope : std::uint8_t {
        None, ///< it neither refuses nor scores the pod
        Load, ///< the pod's requests; of a node what is allocatable and requested there
        Node, ///< the pod; of a node what the API server says of it
        NodeAndPods, ///< the same, and the pods that are on the node
        NodeAndImages, ///< as Node, and PreScore reads which images are on how many nodes
        Index, ///< what makeIndex() follows
        Cluster, ///< anything
    };

    virtual ~IncrementalPlugin() = default;
    /// Reads nothing but pod and inventory. But for Index and Cluster, PreFilter and PreScore may read of the cluster only what is named.
    [[nodiscard]] virtual Scope scope(const model::Pod &pod, const model::Inventory &inventory) const = 0;
    /// Adds all that it reads of the pod, but for what an index gets with begin(): pods of equal keys are judged alike.
    virtual void addKey(
        base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory & /*inventory*/) const
    {
        key.add(pod.signature);
    }
    /// Only where the scope is Index.
    [[nodiscard]] virtual std::unique_ptr<PodIndex> makeIndex(const model::PodPtr & /*pod*/, Census & /*census*/) const
    {
        return nullptr;
    }
};

} // namespace binnacle::framework
