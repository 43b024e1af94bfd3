// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/devices.h"

#include "planner/model/device_fields.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace binnacle::model {

namespace {

constexpr std::string_view classPrefix = "deviceclass.resource.kubernetes.io/";

template <typename T> base::Fingerprint fingerprintOf(const T &value)
{
    base::FingerprintBuilder builder;
    FingerprintVisitor visitor(builder);
    visit(visitor, value);
    return builder.finish();
}

template <typename List, typename Key> void sortBy(List &list, const Key &key)
{
    std::stable_sort(list.begin(), list.end(), [&](const auto &a, const auto &b) { return key(a) < key(b); });
}

/// Sorts, and of equal keys keeps the last.
template <typename List, typename Key> void sortUnique(List &list, const Key &key)
{
    sortBy(list, key);
    auto out = list.begin();
    for (auto it = list.begin(); it != list.end(); ++it) {
        if (std::next(it) != list.end() && key(*std::next(it)) == key(*it)) {
            continue;
        }
        *out++ = *it;
    }
    list.erase(out, list.end());
}

void sortByName(NamedQuantities &amounts)
{
    sortBy(amounts, [](const auto &named) -> const std::string & { return named.first; });
}

void addAmounts(NamedQuantities &sum, const NamedQuantities &amounts)
{
    for (const auto &[name, amount] : amounts) {
        const auto it = std::lower_bound(sum.begin(), sum.end(), name,
            [](const auto &entry, const std::string &wanted) { return entry.first < wanted; });
        if (it != sum.end() && it->first == name) {
            it->second += amount;
        } else {
            sum.insert(it, {name, amount});
        }
    }
}

const auto sliceKey = [](const ResourceSlicePtr &slice) -> std::string_view { return slice->name; };
const auto classKey = [](const DeviceClassPtr &deviceClass) -> std::string_view { return deviceClass->name; };
const auto claimKey = [](const ResourceClaimPtr &claim) {
    return std::pair(std::string_view(claim->ns), std::string_view(claim->name));
};

} // namespace

void ResourceSlice::finish()
{
    for (CounterSet &set : sharedCounters) {
        sortByName(set.counters);
    }
    for (Device &device : devices) {
        sortBy(device.attributes, [](const auto &attribute) -> const std::string & { return attribute.first; });
        sortBy(device.capacity, [](const DeviceCapacity &capacity) -> const std::string & { return capacity.name; });
        for (CounterSet &set : device.consumes) {
            sortByName(set.counters);
        }
    }
    fingerprint = fingerprintOf(*this);
}

void DeviceClass::finish() { fingerprint = fingerprintOf(*this); }

void ResourceClaim::finish()
{
    for (ClaimRequest &request : requests) {
        if (request.exactly) {
            sortByName(request.exactly->capacity);
        }
        for (DeviceRequest &alternative : request.firstAvailable) {
            sortByName(alternative.capacity);
        }
    }
    if (allocation) {
        for (AllocatedDevice &device : allocation->devices) {
            sortByName(device.consumed);
        }
    }
    fingerprint = fingerprintOf(*this);
    base::FingerprintBuilder builder;
    FingerprintVisitor visitor(builder);
    visitor.list(requests, [&](const ClaimRequest &request) { visit(visitor, request); });
    visitor.list(constraints, [&](const DeviceConstraint &constraint) { visit(visitor, constraint); });
    wanted = builder.finish();
}

Devices::Devices(
    std::vector<ResourceSlicePtr> slices, std::vector<DeviceClassPtr> classes, std::vector<ResourceClaimPtr> claims)
    : m_slices(std::move(slices)), m_classes(std::move(classes)), m_claims(std::move(claims))
{
    sortUnique(m_slices, sliceKey);
    sortUnique(m_classes, classKey);
    sortUnique(m_claims, claimKey);
    indexSlices();
    indexClasses();
    indexAllocations();
    for (const ResourceSlicePtr &slice : m_slices) {
        m_offeredHash += slice->fingerprint;
    }
    for (const DeviceClassPtr &deviceClass : m_classes) {
        m_offeredHash += deviceClass->fingerprint;
    }
    m_hash = m_offeredHash;
    for (const ResourceClaimPtr &claim : m_claims) {
        m_hash += claim->fingerprint;
    }
}

void Devices::indexSlices()
{
    for (const ResourceSlicePtr &slice : m_slices) {
        const bool shared = slice->where.nodeName.empty() || !slice->sharedCounters.empty();
        (shared ? m_shared : m_byNode[slice->where.nodeName]).push_back(slice.get());
        m_byPool[{slice->driver, slice->pool}].push_back(slice.get());
    }
}

void Devices::indexClasses()
{
    for (const DeviceClassPtr &deviceClass : m_classes) {
        m_byResource[base::Symbol(std::string(classPrefix) + deviceClass->name)] = deviceClass.get();
    }
    for (const DeviceClassPtr &deviceClass : m_classes) {
        if (deviceClass->extendedResource.empty()) {
            continue;
        }
        const DeviceClass *&known = m_byResource[base::Symbol(deviceClass->extendedResource)];
        if (known == nullptr || deviceClass->created > known->created) {
            known = deviceClass.get();
        }
    }
}

void Devices::indexAllocations()
{
    for (const ResourceClaimPtr &claim : m_claims) {
        if (!claim->allocation) {
            continue;
        }
        for (const AllocatedDevice &device : claim->allocation->devices) {
            if (device.adminAccess) {
                continue;
            }
            m_takenHashes[{device.id.driver, device.id.pool}] += fingerprintOf(device);
            if (!device.shared) {
                m_taken.insert(device.id);
                continue;
            }
            m_sharedIds.insert(device.id);
            if (!device.consumed.empty()) {
                addAmounts(m_consumed[device.id], device.consumed);
            }
        }
    }
}

const DeviceClass *Devices::findClass(std::string_view name) const
{
    const auto it = std::lower_bound(m_classes.begin(), m_classes.end(), name,
        [](const DeviceClassPtr &a, std::string_view wanted) { return a->name < wanted; });
    return it != m_classes.end() && (*it)->name == name ? it->get() : nullptr;
}

const ResourceClaim *Devices::findClaim(std::string_view ns, std::string_view name) const
{
    const auto it = std::lower_bound(m_claims.begin(), m_claims.end(), std::pair(ns, name),
        [](const ResourceClaimPtr &a, const auto &wanted) { return claimKey(a) < wanted; });
    return it != m_claims.end() && claimKey(*it) == std::pair(ns, name) ? it->get() : nullptr;
}

const DeviceClass *Devices::classOfResource(base::Symbol resource) const
{
    const auto it = m_byResource.find(resource);
    return it == m_byResource.end() ? nullptr : it->second;
}

const std::vector<const ResourceSlice *> &Devices::slicesOf(base::Symbol node) const
{
    static const SliceList none;
    const auto it = m_byNode.find(node);
    return it == m_byNode.end() ? none : it->second;
}

const std::vector<const ResourceSlice *> &Devices::slicesOfPool(base::Symbol driver, base::Symbol pool) const
{
    static const SliceList none;
    const auto it = m_byPool.find(std::pair(driver, pool));
    return it == m_byPool.end() ? none : it->second;
}

base::Fingerprint Devices::takenHash(base::Symbol driver, base::Symbol pool) const
{
    const auto it = m_takenHashes.find(std::pair(driver, pool));
    return it == m_takenHashes.end() ? base::Fingerprint{} : it->second;
}

const NamedQuantities *Devices::consumed(const DeviceId &id) const
{
    const auto it = m_consumed.find(id);
    return it == m_consumed.end() ? nullptr : &it->second;
}

} // namespace binnacle::model
