// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/load.h"
#include "planner/model/inventory.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::framework {

/// A node among those of a census, for as long as it is there; the numbers of nodes that went are given again.
using Slot = std::uint32_t;
/// Nodes by slot; one without `info` is not there.
using NodeLoads = std::vector<NodeLoad>;

/// The values of one label over the nodes, each as a small number. Kept by a Census.
class Topology {
public:
    static constexpr std::uint32_t absent = 0; ///< of a node without the label

    explicit Topology(base::Symbol key) : m_key(key) { }
    [[nodiscard]] base::Symbol key() const { return m_key; }
    [[nodiscard]] std::uint32_t valueAt(Slot slot) const { return m_values[slot]; }
    /// Values are below it.
    [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(m_numbers.size()) + 1; }
    /// Of a text, whether or not a node has it.
    std::uint32_t numberOf(std::string_view text);
    void set(Slot slot, const model::Node *node); ///< null: no node any more

private:
    base::Symbol m_key;
    std::vector<std::uint32_t> m_values;
    absl::flat_hash_map<std::string, std::uint32_t> m_numbers;
};

/// How many there are in every part of a topology.
struct TopologySums {
    Topology *topology = nullptr;
    std::vector<std::int64_t> sums; ///< by value; that of Topology::absent is not looked at
    std::int64_t total = 0; ///< over all parts

    [[nodiscard]] std::int64_t at(Slot slot) const
    {
        const std::uint32_t value = topology->valueAt(slot);
        return value < sums.size() && value != Topology::absent ? sums[value] : 0;
    }
    void add(std::uint32_t value, std::int64_t by)
    {
        if (value >= sums.size()) {
            sums.resize(topology->width());
        }
        sums[value] += by;
        total += value == Topology::absent ? 0 : by;
    }
};

/// Told of what a counter counts.
class CountListener {
public:
    virtual ~CountListener() = default;
    virtual void counted(Slot slot, std::int64_t by) = 0;
};

/// How many pods of one kind are on every node. Kept by a Census.
struct PodCounter {
    std::function<bool(const model::Pod &)> counts; ///< reads nothing but what Pod::bearing covers
    std::vector<std::int32_t> onNode; ///< by slot
    std::deque<TopologySums> sums; ///< those that were asked for
    std::vector<CountListener *> listeners;
};

/// An affinity or anti-affinity term of pods on nodes: equal ones are counted together.
struct RunningTerm {
    model::AffinityTerm term;
    TopologySums pods; ///< that have it, each as often as it has it
    std::int64_t population = 0; ///< on all nodes
};

/// What pods are on which nodes, counted by kinds that plugins name, and kept up to date as pods and nodes come and go: each
/// event costs what it changes. Pods alike in Pod::bearing are one class, about which every question is asked once.
/// Not thread-safe. Whatever it hands out lives until clear().
class Census {
public:
    /// `nodes` outlives it, and is brought up to date before the calls below.
    explicit Census(const NodeLoads &nodes) : m_nodes(nodes) { }
    Census(const Census &) = delete;
    Census &operator=(const Census &) = delete;

    /// Forgets everything, and counts the nodes' pods anew under that inventory.
    void clear(model::InventoryPtr inventory);
    void nodeAdded(Slot slot); ///< with its pods
    void nodeRemoved(Slot slot, const model::NodeInfo &was);
    void nodeReplaced(Slot slot); ///< the same pods, but perhaps other labels
    void podAdded(Slot slot, const model::PodPtr &pod);
    void podRemoved(Slot slot, const model::PodPtr &pod);

    [[nodiscard]] const model::Inventory &inventory() const { return *m_inventory; }
    [[nodiscard]] const NodeLoads &nodes() const { return m_nodes; }
    /// Whether a pod on a node has a term that cannot be judged, because it was not understood or because namespaces are not
    /// known: what it concerns is then not decidable.
    [[nodiscard]] bool anyDoubtfulTerm() const { return m_doubtful > 0; }
    /// How many classes and counters there are: what clear() would free.
    [[nodiscard]] std::size_t size() const { return m_classes.size() + m_counters.size(); }

    using Class = std::uint32_t;
    [[nodiscard]] Class classOf(const model::PodPtr &pod);
    [[nodiscard]] Topology &topology(base::Symbol key);
    /// The counter of that name; made and counted when it is new.
    [[nodiscard]] PodCounter &counter(const base::Fingerprint &name, std::function<bool(const model::Pod &)> counts);
    [[nodiscard]] TopologySums &sums(PodCounter &counter, base::Symbol key);
    /// Those that select pods of that class, by index in runningTerms(), whether or not a pod still has them.
    [[nodiscard]] const std::vector<std::uint32_t> &termsSelecting(Class podClass);
    [[nodiscard]] const std::deque<RunningTerm> &runningTerms() const { return m_terms; }

private:
    struct PodClass {
        model::PodPtr example;
        std::vector<std::uint32_t> counters; ///< that count its pods, of the first countersAsked
        std::size_t countersAsked = 0;
        std::vector<std::uint32_t> terms; ///< that its pods have
        std::vector<std::uint32_t> selecting; ///< terms that select its pods, of the first termsAsked
        std::size_t termsAsked = 0;
        bool doubtful = false;
    };
    using OnNode = std::vector<std::pair<Class, std::int32_t>>; ///< how many of which class

    Class intern(const model::PodPtr &pod);
    std::uint32_t termOf(const model::AffinityTerm &term);
    void askCounters(PodClass &podClass);
    void count(Slot slot, PodClass &podClass, std::int64_t by);
    void countClass(Slot slot, Class podClass, std::int32_t by);
    void countPods(Slot slot); ///< of all classes, once they are counted at all
    void relabel(Topology &topology, Slot slot);
    [[nodiscard]] bool isDoubtful(const model::Pod &pod) const;

    const NodeLoads &m_nodes;
    model::InventoryPtr m_inventory = std::make_shared<const model::Inventory>();
    bool m_countsAll = false; ///< all pods, not only those with terms: once there is a counter
    std::int64_t m_doubtful = 0;
    std::deque<PodClass> m_classes;
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, Class> m_classIndex; ///< by bearing
    std::vector<OnNode> m_onNode; ///< by slot; with terms only, until m_countsAll
    std::deque<PodCounter> m_counters;
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> m_counterIndex; ///< by name
    std::deque<RunningTerm> m_terms;
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> m_termIndex;
    std::vector<std::unique_ptr<Topology>> m_topologies; ///< few
};

} // namespace binnacle::framework
