// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/base/quantity.h"
#include "planner/base/symbol.h"

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <utility>

namespace binnacle::model {

/// An amount of every resource, as kube-scheduler counts it (framework.Resource, v1.36): CPU in milli-units, everything
/// else in whole units, int64, saturating. Scalar (extended, huge page, attachable) resources are kept sorted by the id
/// of their symbol; an absent one counts as zero, and `has` tells absent from zero (for CPU and memory too, when they came
/// by `set`). Names that the scheduler does not count are ignored by `set`.
class Resources {
public:
    using Scalar = std::pair<base::Symbol, std::int64_t>;

    std::int64_t cpuMilli = 0;
    std::int64_t memoryBytes = 0;
    std::int64_t ephemeralStorageBytes = 0;
    std::int64_t pods = 0; ///< pod slots: what a node allows, or how many pods it holds

    [[nodiscard]] std::int64_t scalar(base::Symbol name) const;
    [[nodiscard]] bool has(base::Symbol name) const;
    void setScalar(base::Symbol name, std::int64_t value);
    [[nodiscard]] const absl::InlinedVector<Scalar, 2> &scalars() const { return m_scalars; }

    /// Sets the resource of that Kubernetes name ("cpu", "memory", "pods", "nvidia.com/gpu", …) from an exact quantity.
    void set(base::Symbol name, const base::Quantity &quantity);
    /// The amount under a Kubernetes name, in the units above.
    [[nodiscard]] std::int64_t get(base::Symbol name) const;

    Resources &operator+=(const Resources &other);
    Resources &operator-=(const Resources &other);
    /// Takes the larger of both, resource by resource (init containers, pod-level maxima).
    void maxWith(const Resources &other);
    /// Of the amounts: absent and zero are the same here. The same in every run, whatever the ids of the symbols.
    [[nodiscard]] base::Fingerprint fingerprint() const;
    friend bool operator==(const Resources &, const Resources &) = default;

private:
    template <typename Operation> void combine(const Resources &other, Operation operation);

    bool m_cpuNamed = false; ///< stated, if only as zero: the scheduler's defaults then do not apply
    bool m_memoryNamed = false;
    absl::InlinedVector<Scalar, 2> m_scalars;
};

/// Symbols of the resources that have a field of their own.
namespace resource {
extern const base::Symbol cpu;
extern const base::Symbol memory;
extern const base::Symbol ephemeralStorage;
extern const base::Symbol pods;
} // namespace resource

} // namespace binnacle::model
