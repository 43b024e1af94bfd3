// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"
#include "planner/model/testing/builders.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Devices, classes and claims for tests, in words: makeSlice("n1-gpus", "n1").device("gpu-0").capacity("memory", "40Gi").
namespace binnacle::model::testing {

/// Builds a ResourceSlice of the driver gpu.example.com: the only one of a pool named after it. Attributes and the like go to
/// the device begun last.
class SliceBuilder {
public:
    explicit SliceBuilder(std::string_view name, std::string_view node = {})
    {
        m_slice.name = name;
        m_slice.driver = symbol("gpu.example.com");
        m_slice.pool = symbol(name);
        m_slice.generation = 1;
        m_slice.sliceCount = 1;
        m_slice.where.nodeName = symbol(node);
    }
    SliceBuilder &pool(std::string_view name, std::int64_t slices, std::int64_t generation = 1)
    {
        m_slice.pool = symbol(name);
        m_slice.sliceCount = slices;
        m_slice.generation = generation;
        return *this;
    }
    SliceBuilder &allNodes()
    {
        m_slice.where.allNodes = true;
        return *this;
    }
    SliceBuilder &nodes(std::vector<Requirement> expressions)
    {
        m_slice.where.selects = true;
        m_slice.where.terms.push_back({std::move(expressions), {}});
        return *this;
    }
    SliceBuilder &perDevice()
    {
        m_slice.perDeviceNodeSelection = true;
        return *this;
    }
    SliceBuilder &counters(std::string set, NamedQuantities amounts)
    {
        m_slice.sharedCounters.push_back({std::move(set), std::move(amounts)});
        return *this;
    }

    SliceBuilder &device(std::string_view name)
    {
        m_slice.devices.emplace_back().name = symbol(name);
        return *this;
    }
    SliceBuilder &attribute(std::string name, std::int64_t value)
    {
        return attribute(std::move(name), {DeviceAttribute::Kind::Int, value, {}});
    }
    SliceBuilder &attribute(std::string name, bool value)
    {
        return attribute(std::move(name), {DeviceAttribute::Kind::Bool, value ? 1 : 0, {}});
    }
    SliceBuilder &attribute(std::string name, const char *value)
    {
        return attribute(std::move(name), {DeviceAttribute::Kind::String, 0, value});
    }
    SliceBuilder &version(std::string name, std::string value)
    {
        return attribute(std::move(name), {DeviceAttribute::Kind::Version, 0, std::move(value)});
    }
    SliceBuilder &attribute(std::string name, DeviceAttribute value)
    {
        last().attributes.emplace_back(std::move(name), std::move(value));
        return *this;
    }
    SliceBuilder &capacity(std::string name, std::string_view amount, std::optional<CapacityPolicy> policy = {})
    {
        last().capacity.push_back({std::move(name), quantity(amount), std::move(policy)});
        return *this;
    }
    SliceBuilder &taint(std::string key, TaintEffect effect = TaintEffect::NoSchedule)
    {
        last().taints.push_back(
            {std::move(key), {}, effect, effect == TaintEffect::NoExecute ? "NoExecute" : "NoSchedule"});
        return *this;
    }
    SliceBuilder &consumes(std::string set, NamedQuantities amounts)
    {
        last().consumes.push_back({std::move(set), std::move(amounts)});
        return *this;
    }
    SliceBuilder &on(std::string_view node)
    {
        last().where.nodeName = symbol(node);
        return *this;
    }
    SliceBuilder &several()
    {
        last().multipleAllocations = true;
        return *this;
    }
    SliceBuilder &binds()
    {
        last().bindingConditions = true;
        return *this;
    }

    [[nodiscard]] ResourceSlicePtr obj() const
    {
        auto slice = std::make_shared<ResourceSlice>(m_slice);
        slice->finish();
        return slice;
    }

private:
    Device &last() { return m_slice.devices.back(); }
    ResourceSlice m_slice;
};

inline SliceBuilder makeSlice(std::string_view name, std::string_view node = {}) { return SliceBuilder(name, node); }

inline DeviceClassPtr makeClass(
    std::string name, std::vector<std::string> expressions = {}, std::string extendedResource = {})
{
    auto out = std::make_shared<DeviceClass>();
    out->name = std::move(name);
    for (std::string &expression : expressions) {
        out->selectors.push_back({true, std::move(expression)});
    }
    out->extendedResource = std::move(extendedResource);
    out->finish();
    return out;
}

/// One device of a class by default.
inline DeviceRequest asking(std::string deviceClass, std::int64_t count = 1, std::vector<std::string> expressions = {})
{
    DeviceRequest request;
    request.deviceClass = std::move(deviceClass);
    request.count = count;
    for (std::string &expression : expressions) {
        request.selectors.push_back({true, std::move(expression)});
    }
    return request;
}

/// Builds a ResourceClaim of the namespace default; requests are named r0, r1, … and alternatives s0, s1, …
class ClaimBuilder {
public:
    explicit ClaimBuilder(std::string_view name)
    {
        m_claim.ns = "default";
        m_claim.name = name;
        m_claim.uid = "uid-" + m_claim.name;
    }
    ClaimBuilder &request(DeviceRequest request)
    {
        ClaimRequest &added = m_claim.requests.emplace_back();
        added.name = "r" + std::to_string(m_claim.requests.size() - 1);
        request.name = added.name;
        added.exactly = std::move(request);
        return *this;
    }
    ClaimBuilder &firstOf(std::vector<DeviceRequest> alternatives)
    {
        ClaimRequest &added = m_claim.requests.emplace_back();
        added.name = "r" + std::to_string(m_claim.requests.size() - 1);
        for (std::size_t i = 0; i < alternatives.size(); ++i) {
            alternatives[i].name = "s" + std::to_string(i);
        }
        added.firstAvailable = std::move(alternatives);
        return *this;
    }
    ClaimBuilder &match(std::string attribute, std::vector<std::string> requests = {})
    {
        m_claim.constraints.push_back(
            {DeviceConstraint::Kind::MatchAttribute, std::move(attribute), std::move(requests)});
        return *this;
    }
    ClaimBuilder &distinct(std::string attribute)
    {
        m_claim.constraints.push_back({DeviceConstraint::Kind::DistinctAttribute, std::move(attribute), {}});
        return *this;
    }
    ClaimBuilder &owner(std::string podUid)
    {
        m_claim.controllerUid = std::move(podUid);
        return *this;
    }
    ClaimBuilder &deleting()
    {
        m_claim.deleting = true;
        return *this;
    }
    ClaimBuilder &reserved(std::string podUid)
    {
        m_claim.reservedFor.push_back(std::move(podUid));
        return *this;
    }
    /// A device of the pool that is named like its slice; on one node, or, without a name, usable everywhere.
    ClaimBuilder &allocated(std::string_view pool, std::string_view device, std::string node = {})
    {
        ClaimAllocation &allocation = m_claim.allocation ? *m_claim.allocation : m_claim.allocation.emplace();
        AllocatedDevice &added = allocation.devices.emplace_back();
        added.request = "r0";
        added.id = {symbol("gpu.example.com"), symbol(pool), symbol(device)};
        if (!node.empty()) {
            allocation.selectsNodes = true;
            allocation.nodeTerms = {{{}, {in("metadata.name", {std::move(node)})}}};
        }
        return *this;
    }
    /// The device allocated last.
    [[nodiscard]] AllocatedDevice &device() { return m_claim.allocation->devices.back(); }
    ClaimBuilder &timed()
    {
        m_claim.allocation->timed = true;
        return *this;
    }

    [[nodiscard]] ResourceClaimPtr obj() const
    {
        auto claim = std::make_shared<ResourceClaim>(m_claim);
        claim->finish();
        return claim;
    }

private:
    ResourceClaim m_claim;
};

inline ClaimBuilder makeClaim(std::string_view name) { return ClaimBuilder(name); }

inline std::shared_ptr<const PodClaims> claimsNamed(const std::vector<std::string> &names)
{
    auto claims = std::make_shared<PodClaims>();
    for (const std::string &name : names) {
        claims->claims.push_back({"my-" + name, name, {}});
    }
    return claims;
}

/// An inventory of which everything is known, with these devices.
inline InventoryPtr inventoryOf(
    std::vector<ResourceSlicePtr> slices, std::vector<DeviceClassPtr> classes, std::vector<ResourceClaimPtr> claims)
{
    Inventory::Known known;
    known.namespaces = known.workloads = known.devices = true;
    return std::make_shared<const Inventory>(known, std::vector<NamespaceInfoPtr>{}, nullptr,
        std::make_shared<const Devices>(std::move(slices), std::move(classes), std::move(claims)));
}

} // namespace binnacle::model::testing
