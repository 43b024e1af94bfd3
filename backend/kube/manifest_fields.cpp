// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest_fields.h"

#include "backend/kube/text.h"

#include <absl/time/time.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace binnacle::kube {

namespace {

/// Untrusted text for an error: short, printable.
std::string shown(std::string_view text)
{
    std::string out(firstBytes(text, 64));
    std::replace_if(
        out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return out;
}

bool isScalar(ValueKind kind) { return kind == ValueKind::Bool || kind == ValueKind::Int || kind == ValueKind::Double; }

} // namespace

Fields::Fields(Value object, std::string_view name, absl::Status &status)
    : m_object(object), m_name(name), m_status(&status)
{
    if (m_object && !m_object.isMapping()) {
        fail(m_object, fmt::format("{}: expected a mapping, found {}", m_name, kindName(m_object.kind())));
        m_object = Value{};
    }
}

void Fields::fail(Value at, std::string_view what) const
{
    if (m_status->ok()) {
        *m_status = errorAt(at.source(), at.position(), what);
    }
}

void Fields::wrongKind(Value at, std::string_view key, std::string_view expected) const
{
    std::string what = fmt::format("{}.{}: expected {}, found {}", m_name, shown(key), expected, kindName(at.kind()));
    if (expected == "a string" && isScalar(at.kind())) {
        what += fmt::format("; write it in quotes: \"{}\"", shown(at.text()));
    } else if (isScalar(at.kind()) || at.isString()) {
        what += fmt::format(" (\"{}\")", shown(at.text()));
    }
    fail(at, what);
}

std::string_view Fields::stringOf(Value value, std::string_view key) const
{
    if (value && !value.isString()) {
        wrongKind(value, key, "a string");
        return {};
    }
    return value.text();
}

std::string_view Fields::text(std::string_view key) const { return stringOf(m_object[key], key); }

std::optional<std::int64_t> Fields::optionalInteger(std::string_view key, std::int64_t least, std::int64_t most) const
{
    const Value value = m_object[key];
    if (!value) {
        return std::nullopt;
    }
    if (value.kind() != ValueKind::Int) {
        wrongKind(value, key, "an integer");
        return std::nullopt;
    }
    if (value.integer() < least || value.integer() > most) {
        fail(value, fmt::format("{}.{}: {} is not between {} and {}", m_name, key, value.integer(), least, most));
        return std::nullopt;
    }
    return value.integer();
}

std::int64_t Fields::integer(std::string_view key, std::int64_t least, std::int64_t most) const
{
    return optionalInteger(key, least, most).value_or(0);
}

bool Fields::boolean(std::string_view key) const
{
    const Value value = m_object[key];
    if (value && value.kind() != ValueKind::Bool) {
        wrongKind(value, key, "a boolean");
    }
    return value.boolean();
}

base::TimePoint Fields::time(std::string_view key) const
{
    const Value value = m_object[key];
    const std::string_view text = stringOf(value, key);
    if (text.empty()) {
        return {};
    }
    absl::Time time;
    std::string problem;
    if (!absl::ParseTime(absl::RFC3339_full, absl::string_view(text.data(), text.size()), &time, &problem)) {
        fail(value, fmt::format("{}.{}: \"{}\" is no RFC 3339 time", m_name, key, shown(text)));
        return {};
    }
    // Outside the years that 64-bit nanoseconds hold, the nearest one that they do.
    return base::TimePoint(std::chrono::nanoseconds(absl::ToUnixNanos(time)));
}

Fields Fields::object(std::string_view key) const { return {m_object[key], key, *m_status}; }

Value Fields::list(std::string_view key) const
{
    const Value value = m_object[key];
    if (value && !value.isSequence()) {
        wrongKind(value, key, "a list");
        return {};
    }
    return value;
}

std::vector<std::string> Fields::texts(std::string_view key) const
{
    std::vector<std::string> out;
    for (const Entry entry : list(key)) {
        out.emplace_back(stringOf(entry.value, key));
    }
    return out;
}

std::vector<model::Labels::Entry> Fields::textMap(std::string_view key) const
{
    std::vector<model::Labels::Entry> out;
    const Fields map = object(key);
    out.reserve(map.value().size());
    for (const Entry entry : map.value()) {
        out.emplace_back(base::Symbol(entry.key.text()), map.stringOf(entry.value, entry.key.text()));
    }
    return out;
}

model::Resources readResources(
    const Fields &owner, std::string_view key, const QuantityRules &rules, std::vector<base::Symbol> *names)
{
    model::Resources resources;
    const Fields map = owner.object(key);
    for (const Entry entry : map.value()) {
        const std::string_view name = entry.key.text();
        const Value value = entry.value;
        const bool number = value.kind() == ValueKind::Int || value.kind() == ValueKind::Double;
        if (!number && !value.isString()) {
            map.fail(
                value, fmt::format("{}.{}: expected a quantity, found {}", key, shown(name), kindName(value.kind())));
            continue;
        }
        const std::string text =
            value.kind() == ValueKind::Int ? std::to_string(value.integer()) : std::string(value.text());
        auto quantity = base::Quantity::parse(text);
        const bool range = absl::IsOutOfRange(quantity.status());
        if (range && rules.saturated != nullptr && !text.starts_with('-')) {
            quantity = base::Quantity::fromUnits(std::numeric_limits<std::int64_t>::max());
            *rules.saturated = true;
        }
        if (!quantity.ok()) {
            map.fail(value,
                fmt::format("{}.{}: \"{}\" {}", key, shown(name), shown(text),
                    range ? "is beyond what a quantity can hold" : "is no quantity (such as 500m, 2 or 4Gi)"));
            continue;
        }
        if (!rules.negative && quantity->nano() < 0) {
            map.fail(value, fmt::format("{}.{}: \"{}\" is negative", key, shown(name), shown(text)));
            continue;
        }
        const base::Symbol symbol(name);
        resources.set(symbol, *quantity);
        if (names != nullptr) {
            names->push_back(symbol);
        }
    }
    return resources;
}

} // namespace binnacle::kube
