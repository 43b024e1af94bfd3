// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"
#include "planner/base/clock.h"
#include "planner/model/labels.h"
#include "planner/model/resources.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Reads the typed fields of one object. The first thing that is wrong is kept in the Status that all readers of an object
/// share, with its place and what would be right; after it, reading goes on harmlessly. Nothing is ever converted: a
/// boolean where a string belongs is an error that says to quote it. Absent and null fields answer with empty values.
class Fields {
public:
    /// `name` is what the object is called in errors ("spec", "nodeSelector").
    Fields(Value object, std::string_view name, absl::Status &status);

    [[nodiscard]] std::string_view text(std::string_view key) const;
    [[nodiscard]] std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most) const;
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(
        std::string_view key, std::int64_t least, std::int64_t most) const;
    [[nodiscard]] bool boolean(std::string_view key) const;
    [[nodiscard]] base::TimePoint time(std::string_view key) const; ///< RFC 3339; zero when absent
    [[nodiscard]] Fields object(std::string_view key) const;
    [[nodiscard]] Value list(std::string_view key) const; ///< a sequence, or absent
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    [[nodiscard]] std::vector<model::Labels::Entry> textMap(std::string_view key) const;
    [[nodiscard]] Value value() const { return m_object; }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(m_object); }

    void fail(Value at, std::string_view what) const;
    [[nodiscard]] absl::Status &status() const { return *m_status; }
    /// An element of a list, which has to be a mapping.
    [[nodiscard]] Fields element(Value value, std::string_view name) const { return {value, name, *m_status}; }

private:
    void wrongKind(Value at, std::string_view key, std::string_view expected) const;
    [[nodiscard]] std::string_view stringOf(Value value, std::string_view key) const;

    Value m_object;
    std::string_view m_name;
    absl::Status *m_status;
};

/// What a map of quantities may hold. Beyond 128 bits of nano-units is an error, or, where `saturated` is set, the largest
/// amount, which is noted there: a server may hold such a quantity, and its other objects must still be read.
struct QuantityRules {
    bool negative = false;
    bool *saturated = nullptr;
};

/// A map from resource names to quantities as amounts; `names`, when wanted, gets what the map names, in its order.
[[nodiscard]] model::Resources readResources(
    const Fields &owner, std::string_view key, const QuantityRules &rules, std::vector<base::Symbol> *names = nullptr);

} // namespace binnacle::kube
