// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/symbol.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::model {

/// Labels of an object: keys interned, values plain, sorted by key text so that equal sets compare and hash equal.
class Labels {
public:
    using Entry = std::pair<base::Symbol, std::string>;

    Labels() = default;
    explicit Labels(std::vector<Entry> entries); ///< sorts; of equal keys the last one stays

    [[nodiscard]] const std::string *find(base::Symbol key) const; ///< null when absent
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }
    [[nodiscard]] bool empty() const { return m_entries.empty(); }
    friend bool operator==(const Labels &, const Labels &) = default;

private:
    std::vector<Entry> m_entries;
};

/// One expression of a node selector or label selector.
struct Requirement {
    enum class Operator : std::uint8_t { In, NotIn, Exists, DoesNotExist, Gt, Lt };
    base::Symbol key;
    Operator op = Operator::In;
    std::vector<std::string> values;
    friend bool operator==(const Requirement &, const Requirement &) = default;
};

/// Whether all of the requirements hold, as label selectors (meta/v1) read them: NotIn and DoesNotExist hold for an absent
/// key. Gt and Lt, which label selectors lack, count as holding.
[[nodiscard]] bool allHold(const std::vector<Requirement> &requirements, const Labels &labels);

/// A label selector (meta/v1). An absent one selects nothing, one without requirements everything.
struct LabelSelector {
    bool present = false;
    std::vector<Requirement> requirements; ///< ANDed

    [[nodiscard]] bool selects(const Labels &labels) const { return present && allHold(requirements, labels); }
    [[nodiscard]] bool selectsEverything() const { return present && requirements.empty(); }
    friend bool operator==(const LabelSelector &, const LabelSelector &) = default;
};

} // namespace binnacle::model
