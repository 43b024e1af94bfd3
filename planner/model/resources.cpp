// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/resources.h"

#include <algorithm>
#include <limits>

namespace binnacle::model {

namespace resource {
const base::Symbol cpu("cpu");
const base::Symbol memory("memory");
const base::Symbol ephemeralStorage("ephemeral-storage");
const base::Symbol pods("pods");
} // namespace resource

namespace {

std::int64_t saturatingAdd(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) {
        return b > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    }
    return sum;
}

std::int64_t saturatingSubtract(std::int64_t a, std::int64_t b)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) {
        return b > 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    }
    return difference;
}

/// As IsScalarResourceName of the scheduler: extended and prefixed native resources, huge pages, attachable volumes.
bool isScalarName(std::string_view name)
{
    return name.find('/') != std::string_view::npos || name.starts_with("hugepages-")
        || name.starts_with("attachable-volumes-");
}

template <typename Scalars> auto lowerBound(Scalars &scalars, base::Symbol name)
{
    return std::lower_bound(scalars.begin(), scalars.end(), name.id(),
        [](const Resources::Scalar &scalar, std::uint32_t id) { return scalar.first.id() < id; });
}

} // namespace

std::int64_t Resources::scalar(base::Symbol name) const
{
    const auto it = lowerBound(m_scalars, name);
    return it != m_scalars.end() && it->first == name ? it->second : 0;
}

bool Resources::has(base::Symbol name) const
{
    if (name == resource::cpu) {
        return cpuMilli != 0 || m_cpuNamed;
    }
    if (name == resource::memory) {
        return memoryBytes != 0 || m_memoryNamed;
    }
    if (name == resource::ephemeralStorage) {
        return ephemeralStorageBytes != 0;
    }
    if (name == resource::pods) {
        return pods != 0;
    }
    const auto it = lowerBound(m_scalars, name);
    return it != m_scalars.end() && it->first == name;
}

void Resources::setScalar(base::Symbol name, std::int64_t value)
{
    const auto it = lowerBound(m_scalars, name);
    if (it != m_scalars.end() && it->first == name) {
        it->second = value;
    } else {
        m_scalars.insert(it, {name, value});
    }
}

void Resources::set(base::Symbol name, const base::Quantity &quantity)
{
    if (name == resource::cpu) {
        cpuMilli = quantity.milliValue();
        m_cpuNamed = true;
    } else if (name == resource::memory) {
        memoryBytes = quantity.value();
        m_memoryNamed = true;
    } else if (name == resource::ephemeralStorage) {
        ephemeralStorageBytes = quantity.value();
    } else if (name == resource::pods) {
        pods = quantity.value();
    } else if (isScalarName(name.text())) {
        setScalar(name, quantity.value());
    }
}

std::int64_t Resources::get(base::Symbol name) const
{
    if (name == resource::cpu) {
        return cpuMilli;
    }
    if (name == resource::memory) {
        return memoryBytes;
    }
    if (name == resource::ephemeralStorage) {
        return ephemeralStorageBytes;
    }
    return name == resource::pods ? pods : scalar(name);
}

template <typename Operation> void Resources::combine(const Resources &other, Operation operation)
{
    cpuMilli = operation(cpuMilli, other.cpuMilli);
    memoryBytes = operation(memoryBytes, other.memoryBytes);
    ephemeralStorageBytes = operation(ephemeralStorageBytes, other.ephemeralStorageBytes);
    pods = operation(pods, other.pods);
    m_cpuNamed = m_cpuNamed || other.m_cpuNamed;
    m_memoryNamed = m_memoryNamed || other.m_memoryNamed;
    for (const Scalar &scalar : other.m_scalars) {
        const auto it = lowerBound(m_scalars, scalar.first);
        if (it != m_scalars.end() && it->first == scalar.first) {
            it->second = operation(it->second, scalar.second);
        } else {
            m_scalars.insert(it, {scalar.first, operation(0, scalar.second)});
        }
    }
}

Resources &Resources::operator+=(const Resources &other)
{
    combine(other, saturatingAdd);
    return *this;
}

Resources &Resources::operator-=(const Resources &other)
{
    combine(other, saturatingSubtract);
    return *this;
}

void Resources::maxWith(const Resources &other)
{
    combine(other, [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
}

base::Fingerprint Resources::fingerprint() const
{
    base::Fingerprint scalars; // by text and commutative: the order of ids differs from run to run
    for (const Scalar &scalar : m_scalars) {
        if (scalar.second != 0) {
            scalars += base::FingerprintBuilder().add(scalar.first.text()).add(scalar.second).finish();
        }
    }
    return base::FingerprintBuilder()
        .add(cpuMilli)
        .add(memoryBytes)
        .add(ephemeralStorageBytes)
        .add(pods)
        .add(scalars)
        .finish();
}

} // namespace binnacle::model
