// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/consumption.h"

#include <algorithm>
#include <string_view>

namespace binnacle::plugins {

namespace {

using base::Quantity;
using model::CapacityPolicy;
using model::NamedQuantities;

const Quantity *find(const NamedQuantities &amounts, std::string_view name)
{
    const auto it =
        std::find_if(amounts.begin(), amounts.end(), [&](const auto &named) { return named.first == name; });
    return it == amounts.end() ? nullptr : &it->second;
}

Quantity roundedToRange(const Quantity &asked, const CapacityPolicy &policy)
{
    if (asked < *policy.minimum) {
        return *policy.minimum;
    }
    if (!policy.step || policy.step->value() <= 0) {
        return asked;
    }
    const Quantity::Nano step = policy.step->value();
    const Quantity::Nano minimum = policy.minimum->value();
    const Quantity::Nano above = asked.value() - minimum;
    const Quantity::Nano steps = above / step + (above % step != 0 ? 1 : 0);
    constexpr Quantity::Nano unit = 1'000'000'000;
    return Quantity::fromNano((minimum + steps * step) * unit, Quantity::Format::BinarySi);
}

Quantity amountOf(const Quantity *asked, const model::DeviceCapacity &capacity)
{
    const CapacityPolicy *policy = capacity.policy ? &*capacity.policy : nullptr;
    if (!asked) {
        return policy && policy->byDefault ? *policy->byDefault : capacity.value;
    }
    if (policy && policy->hasRange && policy->minimum) {
        return roundedToRange(*asked, *policy);
    }
    if (policy && !policy->validValues.empty()) {
        const auto it = std::find_if(policy->validValues.begin(), policy->validValues.end(),
            [&](const Quantity &value) { return *asked <= value; });
        return it == policy->validValues.end() ? *asked : *it;
    }
    return *asked;
}

bool offStep(const Quantity &amount, const CapacityPolicy &policy)
{
    const Quantity::Nano step = policy.step ? policy.step->value() : 0;
    const Quantity::Nano minimum = policy.minimum ? policy.minimum->value() : 0;
    return step > 0 && (amount.value() - minimum) % step != 0;
}

bool violates(const Quantity &amount, const CapacityPolicy &policy)
{
    if (policy.byDefault && amount == *policy.byDefault) {
        return false;
    }
    if (policy.hasRange) {
        return (policy.maximum && amount > *policy.maximum) || offStep(amount, policy);
    }
    return !policy.validValues.empty()
        && std::find(policy.validValues.begin(), policy.validValues.end(), amount) == policy.validValues.end();
}

} // namespace

NamedQuantities consumptionOf(const NamedQuantities &asked, const model::Device &device)
{
    NamedQuantities out;
    out.reserve(device.capacity.size());
    for (const model::DeviceCapacity &capacity : device.capacity) {
        out.emplace_back(capacity.name, amountOf(find(asked, capacity.name), capacity));
    }
    return out;
}

bool hasCapacity(const NamedQuantities &asked, const model::Device &device, const NamedQuantities *taken,
    const NamedQuantities *taking)
{
    const bool known = std::all_of(asked.begin(), asked.end(), [&](const auto &named) {
        return std::any_of(device.capacity.begin(), device.capacity.end(),
            [&](const model::DeviceCapacity &capacity) { return capacity.name == named.first; });
    });
    return known
        && std::all_of(device.capacity.begin(), device.capacity.end(), [&](const model::DeviceCapacity &capacity) {
               Quantity amount = amountOf(find(asked, capacity.name), capacity);
               if (capacity.policy && violates(amount, *capacity.policy)) {
                   return false;
               }
               for (const NamedQuantities *others : {taken, taking}) {
                   if (const Quantity *other = others ? find(*others, capacity.name) : nullptr) {
                       amount += *other;
                   }
               }
               return amount <= capacity.value;
           });
}

} // namespace binnacle::plugins
