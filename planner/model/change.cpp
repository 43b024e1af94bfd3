// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/change.h"

#include <array>

namespace binnacle::model {

std::string_view changeName(ChangeKind kind)
{
    constexpr std::array<std::string_view, 17> names{"FreeResource", "EvictPods", "WaitForPods", "AskLess", "Uncordon",
        "RemoveTaint", "Tolerate", "AddLabel", "RemoveLabel", "DropNodeSelector", "DropNodeAffinity", "ClearNodeName",
        "DropHostPort", "DropAffinity", "DropAntiAffinity", "RelaxSpread", "DropSpread"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view searchName(ChangeSearch search)
{
    constexpr std::array<std::string_view, 4> names{"NotNeeded", "Least", "Bounded", "NoneKnown"};
    return names.at(static_cast<std::size_t>(search));
}

} // namespace binnacle::model
