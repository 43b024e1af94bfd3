// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"

#include <concepts>
#include <type_traits>

/// Every field of the values of devices.h once, in one order: what fingerprints them and what writes and reads them visit the
/// same. A visitor has value() for booleans, integers, texts, symbols, quantities and times, choice() for an enumeration with
/// its last value, and list() and optional() with what to do with each content. T is const when the visitor only looks.
namespace binnacle::model {

template <typename T, typename Plain>
concept Of = std::same_as<std::remove_const_t<T>, Plain>;

template <typename V, Of<Requirement> T> void visit(V &v, T &x)
{
    v.value(x.key);
    v.choice(x.op, Requirement::Operator::Lt);
    v.list(x.values, [&](auto &value) { v.value(value); });
}

template <typename V, Of<NodeSelectorTerm> T> void visit(V &v, T &x)
{
    v.list(x.matchExpressions, [&](auto &requirement) { visit(v, requirement); });
    v.list(x.matchFields, [&](auto &requirement) { visit(v, requirement); });
}

template <typename V, Of<NamedQuantities> T> void visit(V &v, T &x)
{
    v.list(x, [&](auto &named) {
        v.value(named.first);
        v.value(named.second);
    });
}

template <typename V, Of<NodeChoice> T> void visit(V &v, T &x)
{
    v.value(x.nodeName);
    v.value(x.allNodes);
    v.value(x.selects);
    v.list(x.terms, [&](auto &term) { visit(v, term); });
}

template <typename V, Of<DeviceAttribute> T> void visit(V &v, T &x)
{
    v.choice(x.kind, DeviceAttribute::Kind::Version);
    v.value(x.integer);
    v.value(x.text);
}

template <typename V, Of<CapacityPolicy> T> void visit(V &v, T &x)
{
    const auto amount = [&](auto &quantity) { v.value(quantity); };
    v.optional(x.byDefault, amount);
    v.list(x.validValues, amount);
    v.value(x.hasRange);
    v.optional(x.minimum, amount);
    v.optional(x.maximum, amount);
    v.optional(x.step, amount);
}

template <typename V, Of<DeviceCapacity> T> void visit(V &v, T &x)
{
    v.value(x.name);
    v.value(x.value);
    v.optional(x.policy, [&](auto &policy) { visit(v, policy); });
}

template <typename V, Of<DeviceTaint> T> void visit(V &v, T &x)
{
    v.value(x.key);
    v.value(x.value);
    v.choice(x.effect, TaintEffect::NoExecute);
    v.value(x.effectText);
}

template <typename V, Of<CounterSet> T> void visit(V &v, T &x)
{
    v.value(x.name);
    visit(v, x.counters);
}

template <typename V, Of<Device> T> void visit(V &v, T &x)
{
    v.value(x.name);
    v.list(x.attributes, [&](auto &attribute) {
        v.value(attribute.first);
        visit(v, attribute.second);
    });
    v.list(x.capacity, [&](auto &capacity) { visit(v, capacity); });
    v.list(x.taints, [&](auto &taint) { visit(v, taint); });
    v.list(x.consumes, [&](auto &set) { visit(v, set); });
    visit(v, x.where);
    v.value(x.bindsToNode);
    v.value(x.multipleAllocations);
    v.value(x.bindingConditions);
}

template <typename V, Of<ResourceSlice> T> void visit(V &v, T &x)
{
    v.value(x.name);
    v.value(x.driver);
    v.value(x.pool);
    v.value(x.generation);
    v.value(x.sliceCount);
    visit(v, x.where);
    v.value(x.perDeviceNodeSelection);
    v.list(x.sharedCounters, [&](auto &set) { visit(v, set); });
    v.list(x.devices, [&](auto &device) { visit(v, device); });
}

template <typename V, Of<DeviceSelector> T> void visit(V &v, T &x)
{
    v.value(x.known);
    v.value(x.expression);
}

template <typename V, Of<DeviceClass> T> void visit(V &v, T &x)
{
    v.value(x.name);
    v.value(x.created);
    v.list(x.selectors, [&](auto &selector) { visit(v, selector); });
    v.value(x.extendedResource);
}

template <typename V, Of<DeviceToleration> T> void visit(V &v, T &x)
{
    v.value(x.key);
    v.choice(x.op, DeviceToleration::Operator::Unknown);
    v.value(x.value);
    v.value(x.effect);
}

template <typename V, Of<DeviceRequest> T> void visit(V &v, T &x)
{
    v.value(x.name);
    v.value(x.deviceClass);
    v.list(x.selectors, [&](auto &selector) { visit(v, selector); });
    v.choice(x.mode, DeviceRequest::Mode::Unknown);
    v.value(x.count);
    v.value(x.adminAccess);
    v.list(x.tolerations, [&](auto &toleration) { visit(v, toleration); });
    visit(v, x.capacity);
}

template <typename V, Of<ClaimRequest> T> void visit(V &v, T &x)
{
    v.value(x.name);
    v.optional(x.exactly, [&](auto &request) { visit(v, request); });
    v.list(x.firstAvailable, [&](auto &request) { visit(v, request); });
}

template <typename V, Of<DeviceConstraint> T> void visit(V &v, T &x)
{
    v.choice(x.kind, DeviceConstraint::Kind::DistinctAttribute);
    v.value(x.attribute);
    v.list(x.requests, [&](auto &name) { v.value(name); });
}

template <typename V, Of<DeviceId> T> void visit(V &v, T &x)
{
    v.value(x.driver);
    v.value(x.pool);
    v.value(x.device);
}

template <typename V, Of<AllocatedDevice> T> void visit(V &v, T &x)
{
    v.value(x.request);
    visit(v, x.id);
    v.value(x.adminAccess);
    v.value(x.shared);
    visit(v, x.consumed);
    v.choice(x.binding, DeviceBinding::Failed);
}

template <typename V, Of<ClaimAllocation> T> void visit(V &v, T &x)
{
    v.list(x.devices, [&](auto &device) { visit(v, device); });
    v.value(x.selectsNodes);
    v.list(x.nodeTerms, [&](auto &term) { visit(v, term); });
    v.value(x.timed);
}

template <typename V, Of<ResourceClaim> T> void visit(V &v, T &x)
{
    v.value(x.ns);
    v.value(x.name);
    v.value(x.uid);
    v.value(x.deleting);
    v.value(x.controllerUid);
    v.list(x.requests, [&](auto &request) { visit(v, request); });
    v.list(x.constraints, [&](auto &constraint) { visit(v, constraint); });
    v.optional(x.allocation, [&](auto &allocation) { visit(v, allocation); });
    v.list(x.reservedFor, [&](auto &uid) { v.value(uid); });
}

template <typename V, Of<PodClaims> T> void visit(V &v, T &x)
{
    const auto text = [&](auto &name) { v.value(name); };
    v.list(x.claims, [&](auto &claim) {
        v.value(claim.name);
        v.optional(claim.claimName, text);
        v.optional(claim.templateName, text);
    });
    v.list(x.generated, [&](auto &generated) {
        v.value(generated.name);
        v.optional(generated.claimName, text);
    });
}

/// Adds what it visits to a fingerprint.
class FingerprintVisitor {
public:
    explicit FingerprintVisitor(base::FingerprintBuilder &builder) : m_builder(builder) { }

    void value(bool x) { m_builder.add(std::int64_t{x}); }
    void value(std::int64_t x) { m_builder.add(x); }
    void value(const std::string &x) { m_builder.add(x); }
    void value(base::Symbol x) { m_builder.add(x.text()); }
    void value(base::TimePoint x) { m_builder.add(std::int64_t{x.time_since_epoch().count()}); }
    void value(const base::Quantity &x)
    {
        m_builder.add(static_cast<std::int64_t>(x.nano() >> 64)).add(static_cast<std::int64_t>(x.nano()));
    }
    template <typename E> void choice(E x, E /*last*/) { m_builder.add(static_cast<std::int64_t>(x)); }
    template <typename T, typename Each> void list(const std::vector<T> &items, Each each)
    {
        m_builder.add(static_cast<std::int64_t>(items.size()));
        for (const T &item : items) {
            each(item);
        }
    }
    template <typename T, typename Each> void optional(const std::optional<T> &x, Each each)
    {
        m_builder.add(std::int64_t{x.has_value()});
        if (x) {
            each(*x);
        }
    }

private:
    base::FingerprintBuilder &m_builder;
};

} // namespace binnacle::model
