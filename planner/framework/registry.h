// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/option.h"
#include "planner/framework/plugin.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace binnacle::framework {

/// A kind of plugin that a policy can name.
struct Registration {
    std::string_view name; ///< Kubernetes' own name where it has one
    std::string_view folder; ///< under planner/plugins
    std::int32_t weight = 0; ///< by default; 0 when it does not score
    std::vector<Option> options;
    std::function<std::unique_ptr<const Plugin>(const OptionValues &)> make;
    bool onlyWhenSet = false; ///< no part of a policy that changes none of its options
};

/// Every kind of plugin, in the order in which Filter and Score call them. Constant after construction.
class Registry {
public:
    explicit Registry(std::vector<Registration> entries) : m_entries(std::move(entries)) { }
    [[nodiscard]] const std::vector<Registration> &entries() const { return m_entries; }
    [[nodiscard]] const Registration *find(std::string_view name) const;

private:
    std::vector<Registration> m_entries;
};

} // namespace binnacle::framework
