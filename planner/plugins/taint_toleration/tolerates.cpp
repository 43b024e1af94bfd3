// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/taint_toleration/tolerates.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace binnacle::plugins {

namespace {

using model::Toleration;

/// Only the plain decimal form: no plus sign, no leading zero, within 64 bits.
std::optional<std::int64_t> decimal(std::string_view text)
{
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.starts_with('0') && text != "0") {
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

bool covers(const Toleration &toleration, const model::Taint &taint, bool comparisons)
{
    if (toleration.effect != model::TaintEffect::None && toleration.effect != taint.effect) {
        return false;
    }
    if (!toleration.key.empty() && toleration.key != taint.key) {
        return false;
    }
    switch (toleration.op) {
    case Toleration::Operator::Equal:
        return toleration.value == taint.value;
    case Toleration::Operator::Exists:
        return true;
    case Toleration::Operator::Gt:
    case Toleration::Operator::Lt:
        break;
    }
    if (!comparisons) {
        return false;
    }
    const std::optional<std::int64_t> bound = decimal(toleration.value);
    const std::optional<std::int64_t> value = decimal(taint.value);
    return bound && value && (toleration.op == Toleration::Operator::Gt ? *value > *bound : *value < *bound);
}

} // namespace

bool tolerates(const std::vector<Toleration> &tolerations, const model::Taint &taint, bool comparisons)
{
    return std::any_of(tolerations.begin(), tolerations.end(),
        [&](const Toleration &toleration) { return covers(toleration, taint, comparisons); });
}

} // namespace binnacle::plugins
