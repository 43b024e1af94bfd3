// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace binnacle::plugins {

/// A constraint of a claim while its devices are chosen: by matchAttribute they all have the same value, by distinctAttribute
/// no two requests have. add() before a device is chosen, remove() with the same arguments for each that is given back, in any
/// order. Refuses monotonously: more devices never make it hold again. After structured/internal/incubating (v0.36).
class ConstraintCheck {
public:
    explicit ConstraintCheck(const model::DeviceConstraint &constraint) : m_constraint(constraint) { }

    /// A request, or the alternative of one, whose name is then not empty.
    struct RequestName {
        std::string_view request;
        std::string_view alternative;
    };
    bool add(const RequestName &name, base::Symbol driver, const model::Device &device);
    void remove(const RequestName &name);

private:
    [[nodiscard]] bool concerns(const RequestName &name) const;
    bool matches(const model::DeviceAttribute &attribute);
    bool differs(std::string_view request, const model::DeviceAttribute &attribute);

    const model::DeviceConstraint &m_constraint;
    std::int64_t m_devices = 0;
    const model::DeviceAttribute *m_common = nullptr;
    std::map<std::string_view, const model::DeviceAttribute *> m_byRequest; ///< of the request's last device
};

} // namespace binnacle::plugins
