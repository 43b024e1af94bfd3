// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/registry.h"

#include <algorithm>

namespace binnacle::framework {

const Registration *Registry::find(std::string_view name) const
{
    const auto it =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Registration &entry) { return entry.name == name; });
    return it == m_entries.end() ? nullptr : &*it;
}

} // namespace binnacle::framework
