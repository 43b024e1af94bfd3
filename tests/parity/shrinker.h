// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <functional>

namespace binnacle::parity {

/// Makes a case small while `fails` holds of it: fewer pods to decide, fewer objects, then fewer members of those. Asks at
/// most `mostTries` times. What Kubernetes requires of an object stays.
[[nodiscard]] nlohmann::json shrink(
    nlohmann::json failing, const std::function<bool(const nlohmann::json &)> &fails, int mostTries);

} // namespace binnacle::parity
