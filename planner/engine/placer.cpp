// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/placer.h"

#include "planner/engine/decide.h"
#include "planner/engine/recipes.h"
#include "planner/engine/selection.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace binnacle::engine {

using framework::Slot;
using model::DecisionOutcome;

class Placer::Core {
public:
    Core(model::SnapshotPtr snapshot, framework::PolicyPtr policy, std::uint64_t seed)
        : m_policy(std::move(policy)),
          m_seed(seed),
          m_nodes(std::move(snapshot)),
          m_census(m_nodes.loads()),
          m_recipes(*m_policy, m_nodes, m_census),
          m_selection(m_nodes)
    {
        m_recipes.forget(m_nodes.commit()->inventoryPtr());
        for (const model::NodeInfo *info : m_nodes.commit()->nodesWithNominated()) {
            for (const model::PodPtr &pod : info->nominated()) {
                m_nominatedPriority = std::max(m_nominatedPriority, std::int64_t{pod->priority});
            }
        }
    }

    Placement decide(const model::PodPtr &pod)
    {
        Slot slot = NodeSlots::none;
        return decide(pod, slot);
    }

    Placement place(const model::PodPtr &pod)
    {
        Slot slot = NodeSlots::none;
        const Placement placement = decide(pod, slot);
        if (placement.placed()) {
            count(pod, slot);
        }
        return placement;
    }

    bool add(const model::PodPtr &pod, base::Symbol node)
    {
        const Slot slot = m_nodes.find(node);
        if (slot == NodeSlots::none) {
            return false;
        }
        remove(pod->uid);
        count(pod, slot);
        return true;
    }

    bool remove(base::Symbol node, std::string_view uid)
    {
        const Slot slot = m_nodes.find(node);
        return slot != NodeSlots::none && removeFrom(slot, uid);
    }

    bool remove(std::string_view uid)
    {
        if (!m_places) {
            findAll();
        }
        const auto it = m_places->find(uid);
        return it != m_places->end() && removeFrom(it->second, uid);
    }

    void setNode(const model::NodePtr &node)
    {
        Slot slot = m_nodes.find(node->name);
        if (slot == NodeSlots::none) {
            slot = m_nodes.add(node);
            m_census.nodeAdded(slot);
            ++m_imagesVersion;
        } else {
            const bool sameImages = m_nodes.loads()[slot].info->node().images == node->images;
            m_imagesVersion += sameImages ? 0 : 1;
            m_nodes.replace(slot, node);
            m_census.nodeReplaced(slot);
        }
        m_recipes.nodeChanged(slot);
    }

    bool removeNode(base::Symbol node)
    {
        const Slot slot = m_nodes.find(node);
        if (slot == NodeSlots::none) {
            return false;
        }
        const model::NodeInfoPtr was = m_nodes.remove(slot);
        m_census.nodeRemoved(slot, *was);
        m_recipes.nodeChanged(slot);
        ++m_imagesVersion;
        for (std::size_t i = 0; m_places && i < was->pods().size(); ++i) {
            m_places->erase(was->pods()[i]->uid);
        }
        return true;
    }

    void setInventory(model::InventoryPtr inventory)
    {
        m_nodes.setInventory(std::move(inventory));
        m_recipes.forget(m_nodes.commit()->inventoryPtr());
    }

    [[nodiscard]] const model::NodeInfo *find(base::Symbol node) const
    {
        const Slot slot = m_nodes.find(node);
        return slot == NodeSlots::none ? nullptr : m_nodes.loads()[slot].info;
    }
    [[nodiscard]] model::SnapshotPtr commit() { return m_nodes.commit(); }
    [[nodiscard]] std::uint64_t generalDecisions() const { return m_general; }

private:
    void count(const model::PodPtr &pod, Slot slot)
    {
        if (!pod->nominatedNodeName.empty()) {
            if (const Slot waits = m_nodes.find(base::Symbol(pod->nominatedNodeName)); waits != NodeSlots::none) {
                m_nodes.withdraw(waits, pod->uid);
            }
        }
        m_nodes.addPod(slot, pod);
        m_census.podAdded(slot, pod);
        if (m_places) {
            (*m_places)[pod->uid] = slot;
        }
    }

    bool removeFrom(Slot slot, std::string_view uid)
    {
        const model::PodPtr pod = m_nodes.removePod(slot, uid);
        if (!pod) {
            return false;
        }
        m_census.podRemoved(slot, pod);
        if (m_places) {
            m_places->erase(pod->uid);
        }
        return true;
    }

    void findAll()
    {
        m_places.emplace();
        for (Slot slot = 0; slot < m_nodes.loads().size(); ++slot) {
            const model::NodeInfo *info = m_nodes.loads()[slot].info;
            for (std::size_t i = 0; info && i < info->pods().size(); ++i) {
                m_places->emplace(info->pods()[i]->uid, slot);
            }
        }
    }

    Placement decide(const model::PodPtr &pod, Slot &slot)
    {
        if (isSpecial(*pod)) {
            return decideGenerally(pod, slot);
        }
        m_recipes.forgetIfLarge();
        Recipe &recipe = m_recipes.of(pod);
        if (recipe.general) {
            return decideGenerally(pod, slot);
        }
        if (recipe.undecided != 0) {
            return {DecisionOutcome::NotDecidable, {}, 0, recipe.undecided};
        }
        recipe.load->refresh();
        recipe.rules->refresh(m_imagesVersion);
        const std::optional<Selection::Best> best = select(recipe, *pod);
        if (!best) {
            return {};
        }
        slot = best->slot;
        return {DecisionOutcome::Placed, m_nodes.loads()[slot].name, best->total, 0};
    }

    /// Whether something is to be minded that recipes know nothing of.
    [[nodiscard]] bool isSpecial(const model::Pod &pod) const
    {
        return m_census.anyDoubtfulTerm() || m_policy->extended(pod) || !pod.schedulingGates.empty()
            || !pod.nominatedNodeName.empty() || pod.priority <= m_nominatedPriority;
    }

    /// By groups unless an index looks at every node by itself, or groups are hardly larger than nodes.
    std::optional<Selection::Best> select(Recipe &recipe, const model::Pod &pod)
    {
        bool everyNode = false;
        m_keys.clear();
        for (Recipe::Index &one : recipe.indexes) {
            one.reads = &one.index->begin(pod);
            const bool speaks = (one.filters && one.reads->filters) || (one.score && one.reads->scores);
            if (speaks) {
                everyNode = everyNode || (one.reads->everyNode && one.score);
                m_keys.insert(m_keys.end(), one.reads->keys.begin(), one.reads->keys.end());
            }
        }
        if (!everyNode) {
            m_recipes.group(recipe, m_keys);
            recipe.groups->refresh();
            if (!recipe.groups->tooMany()) {
                recipe.board->refresh();
                return m_selection.byGroup(recipe, pod, m_seed);
            }
        }
        return m_selection.byNode(recipe, pod, m_seed);
    }

    Placement decideGenerally(const model::PodPtr &pod, Slot &slot)
    {
        ++m_general;
        const model::Decision decision =
            engine::decide(*m_nodes.commit(), pod, *m_policy, {.seed = m_seed, .worlds = 0, .preempt = false});
        if (decision.outcome == DecisionOutcome::Placed) {
            slot = m_nodes.find(decision.chosen);
        }
        return {decision.outcome, decision.chosen, decision.score, decision.undecided};
    }

    framework::PolicyPtr m_policy;
    std::uint64_t m_seed;
    NodeSlots m_nodes;
    framework::Census m_census;
    RecipeBook m_recipes;
    Selection m_selection;
    std::vector<framework::Topology *> m_keys;
    std::uint64_t m_imagesVersion = 1;
    std::uint64_t m_general = 0;
    /// The highest of pods that are nominated for a node: those of no higher priority have to leave them room.
    std::int64_t m_nominatedPriority = std::numeric_limits<std::int64_t>::min();
    /// Where each pod is by its UID, once that was asked. The texts are those of the pods on the nodes.
    std::optional<absl::flat_hash_map<std::string_view, Slot>> m_places;
};

Placer::Placer(model::SnapshotPtr snapshot, framework::PolicyPtr policy, std::uint64_t seed)
    : m_core(std::make_unique<Core>(std::move(snapshot), std::move(policy), seed))
{
}

Placer::~Placer() = default;
Placer::Placer(Placer &&other) noexcept = default;
Placer &Placer::operator=(Placer &&other) noexcept = default;

Placer::Placement Placer::decide(const model::PodPtr &pod) { return m_core->decide(pod); }
Placer::Placement Placer::place(const model::PodPtr &pod) { return m_core->place(pod); }
bool Placer::add(const model::PodPtr &pod, base::Symbol node) { return m_core->add(pod, node); }
bool Placer::remove(base::Symbol node, std::string_view uid) { return m_core->remove(node, uid); }
bool Placer::remove(std::string_view uid) { return m_core->remove(uid); }
void Placer::setNode(const model::NodePtr &node) { m_core->setNode(node); }
bool Placer::removeNode(base::Symbol node) { return m_core->removeNode(node); }
void Placer::setInventory(model::InventoryPtr inventory) { m_core->setInventory(std::move(inventory)); }
const model::NodeInfo *Placer::find(base::Symbol node) const { return m_core->find(node); }
model::SnapshotPtr Placer::commit() { return m_core->commit(); }
std::uint64_t Placer::generalDecisions() const { return m_core->generalDecisions(); }

} // namespace binnacle::engine
