// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"
#include "planner/plugins/dynamic_resources/version.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::plugins {

namespace selector {
class Tree;
}

/// What a selector says of a device. Failed: it cannot be evaluated there, which kube-scheduler makes an error of the pod's.
/// Undecided: it uses what is not built here, and nothing may be concluded.
enum class Match : std::uint8_t { No, Yes, Failed, Undecided };

/// A device as selectors see it (dynamic-resource-allocation/cel, v0.36): attributes and capacities by domain, where a name
/// without a domain is in that of the driver. Holds references into the device, whose few attributes are searched in a row.
class DeviceView {
public:
    DeviceView(base::Symbol driver, const model::Device &device);

    [[nodiscard]] std::string_view driver() const { return m_driver; }
    [[nodiscard]] const model::Device &device() const { return m_device; }
    [[nodiscard]] const model::DeviceAttribute *attribute(std::string_view domain, std::string_view name) const;
    [[nodiscard]] const model::DeviceCapacity *capacity(std::string_view domain, std::string_view name) const;
    /// How many there are of a domain, and how many domains; of attributes or of capacities.
    enum class Kind : std::uint8_t { Attributes, Capacities };
    [[nodiscard]] std::int64_t count(Kind kind, std::string_view domain) const;
    [[nodiscard]] std::int64_t domains(Kind kind) const;
    /// An attribute is of no type that is known, or a version that is none: no selector can be evaluated.
    [[nodiscard]] bool malformed() const { return m_malformed; }

private:
    template <typename Each> void eachName(Kind kind, Each each) const; ///< with domain and name
    [[nodiscard]] bool isNamed(std::string_view full, std::string_view domain, std::string_view name) const;

    std::string_view m_driver;
    const model::Device &m_device;
    bool m_malformed = false;
};

/// A CEL expression over one device, as device classes and claims have them. Of the language this is built: the variable
/// `device` with driver, allowMultipleAllocations, attributes and capacity; literals, lists, comparisons, arithmetic, the
/// logical operators, `?:`, `in`, has(), size(), cel.bind(), all(), exists() and exists_one() over lists, optional fields,
/// startsWith(), endsWith(), contains(), lowerAscii(), upperAscii(), quantity() and semver() with their methods. Anything
/// else, and whatever the type checker of the API server would refuse, is undecided, never guessed.
/// Bounded: 10 KiB of text, 64 levels, 100,000 steps an evaluation. Immutable, callable from any thread.
class Selector {
public:
    explicit Selector(std::string_view expression);
    ~Selector();
    Selector(const Selector &) = delete;
    Selector &operator=(const Selector &) = delete;

    /// Whether every part of it is built here.
    [[nodiscard]] bool decidable() const { return m_tree != nullptr; }
    /// Why not, for a person: what was met, and where.
    [[nodiscard]] const std::string &obstacle() const { return m_obstacle; }
    [[nodiscard]] Match matches(const DeviceView &device) const;

    /// The selector of that text, from the few hundred that were asked for last. Thread-safe.
    [[nodiscard]] static std::shared_ptr<const Selector> of(const std::string &expression);

private:
    std::unique_ptr<const selector::Tree> m_tree; ///< null when it is not decidable
    std::string m_obstacle;
};

} // namespace binnacle::plugins
