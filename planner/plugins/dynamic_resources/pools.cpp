// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/pools.h"

#include "planner/plugins/node_affinity/node_selector.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace binnacle::plugins {

namespace {

using model::ResourceSlice;
using Slices = std::vector<const ResourceSlice *>;

/// Whether some of the slice may be used from the node, or its counters are needed for the rest of the pool; nothing when that
/// cannot be said because of a malformed selector.
std::optional<bool> concerns(const ResourceSlice &slice, const model::Node &node)
{
    if (!slice.sharedCounters.empty()) {
        return true;
    }
    if (!slice.where.nodeName.empty() || slice.where.allNodes || slice.where.selects) {
        return includes(slice.where, node);
    }
    if (!slice.perDeviceNodeSelection) {
        return false;
    }
    for (const model::Device &device : slice.devices) {
        const std::optional<bool> included = includes(device.where, node);
        if (!included || *included) {
            return included;
        }
    }
    return false;
}

/// Keeps the newest generation.
void add(Slices &slices, const ResourceSlice *slice)
{
    if (!slices.empty() && slice->generation > slices.front()->generation) {
        slices.clear();
    }
    if (slices.empty() || slice->generation == slices.front()->generation) {
        slices.push_back(slice);
    }
}

bool uniqueNames(const Slices &slices)
{
    absl::flat_hash_set<base::Symbol> names;
    for (const ResourceSlice *slice : slices) {
        for (const model::Device &device : slice->devices) {
            if (!names.insert(device.name).second) {
                return false;
            }
        }
    }
    return true;
}

bool consumesKnownCounters(const DevicePool &pool, const Slices &slices)
{
    for (const ResourceSlice *slice : slices) {
        for (const model::Device &device : slice->devices) {
            for (const model::CounterSet &consumed : device.consumes) {
                const auto set = pool.counterSets.find(consumed.name);
                if (set == pool.counterSets.end()) {
                    return false;
                }
                const auto &known = set->second->counters;
                const bool all =
                    std::all_of(consumed.counters.begin(), consumed.counters.end(), [&](const auto &counter) {
                        return std::any_of(known.begin(), known.end(),
                            [&](const auto &other) { return other.first == counter.first; });
                    });
                if (!all) {
                    return false;
                }
            }
        }
    }
    return true;
}

/// Fills a complete pool from the slices that concern the node and from all of that generation.
void fill(DevicePool &pool, Slices slices, const Slices &all)
{
    std::sort(
        slices.begin(), slices.end(), [](const ResourceSlice *a, const ResourceSlice *b) { return a->name < b->name; });
    for (const ResourceSlice *slice : slices) {
        if (slice->sharedCounters.empty()) {
            pool.slices.push_back(slice);
        }
        for (const model::CounterSet &set : slice->sharedCounters) {
            pool.invalid = !pool.counterSets.try_emplace(set.name, &set).second || pool.invalid;
        }
    }
    for (const ResourceSlice *slice : all) {
        if (std::find(slices.begin(), slices.end(), slice) == slices.end()) {
            pool.elsewhere.push_back(slice);
        }
    }
    pool.invalid = pool.invalid || !uniqueNames(pool.slices) || !consumesKnownCounters(pool, slices)
        || !consumesKnownCounters(pool, pool.elsewhere);
}

bool hasBindingConditions(const DevicePool &pool)
{
    return std::any_of(pool.slices.begin(), pool.slices.end(), [](const ResourceSlice *slice) {
        return std::any_of(slice->devices.begin(), slice->devices.end(),
            [](const model::Device &device) { return device.bindingConditions; });
    });
}

/// All slices of the generation; nothing when there is a newer one, for then the pool is being replaced.
std::optional<Slices> ofGeneration(const Slices &slices, std::int64_t generation)
{
    Slices out;
    for (const ResourceSlice *slice : slices) {
        if (slice->generation > generation) {
            return std::nullopt;
        }
        if (slice->generation == generation) {
            out.push_back(slice);
        }
    }
    return out;
}

} // namespace

std::optional<bool> includes(const model::NodeChoice &choice, const model::Node &node)
{
    if (!choice.nodeName.empty()) {
        return choice.nodeName == node.name;
    }
    if (choice.allNodes) {
        return true;
    }
    if (!std::all_of(choice.terms.begin(), choice.terms.end(),
            [](const model::NodeSelectorTerm &term) { return wellFormed(term); })) {
        return std::nullopt;
    }
    return choice.selects
        && std::any_of(choice.terms.begin(), choice.terms.end(),
            [&](const model::NodeSelectorTerm &term) { return matches(term, node); });
}

std::optional<std::vector<DevicePool>> gatherPools(const model::Devices &devices, const model::Node &node)
{
    std::map<std::pair<std::string_view, std::string_view>, Slices> found;
    for (const Slices *list : {&devices.slicesOf(node.name), &devices.sharedSlices()}) {
        for (const ResourceSlice *slice : *list) {
            const std::optional<bool> concerned = concerns(*slice, node);
            if (!concerned) {
                return std::nullopt;
            }
            if (*concerned) {
                add(found[{slice->driver.text(), slice->pool.text()}], slice);
            }
        }
    }
    std::vector<DevicePool> pools;
    std::vector<DevicePool> last;
    for (auto &[name, slices] : found) {
        DevicePool pool;
        pool.driver = slices.front()->driver;
        pool.pool = slices.front()->pool;
        const std::int64_t wanted = slices.front()->sliceCount;
        std::optional<Slices> all = slices;
        if (static_cast<std::int64_t>(slices.size()) != wanted) {
            all = ofGeneration(devices.slicesOfPool(pool.driver, pool.pool), slices.front()->generation);
            if (!all) {
                continue;
            }
        }
        pool.incomplete = static_cast<std::int64_t>(all->size()) != wanted;
        if (!pool.incomplete) {
            fill(pool, slices, *all);
        }
        (!pool.invalid && hasBindingConditions(pool) ? last : pools).push_back(std::move(pool));
    }
    std::move(last.begin(), last.end(), std::back_inserter(pools));
    return pools;
}

} // namespace binnacle::plugins
