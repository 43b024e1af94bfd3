// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/version.h"

#include <algorithm>
#include <charconv>

namespace binnacle::plugins {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordCharacter(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; }

/// Without a sign, a leading zero or more than 64 bits.
std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool leadingZero = text.size() > 1 && text.front() == '0';
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && !leadingZero ? std::optional(value) : std::nullopt;
}

/// Calls with each part between dots; false as soon as one call is.
template <typename Each> bool parts(std::string_view text, Each each)
{
    for (;;) {
        const std::size_t dot = text.find('.');
        if (!each(text.substr(0, dot))) {
            return false;
        }
        if (dot == std::string_view::npos) {
            return true;
        }
        text.remove_prefix(dot + 1);
    }
}

/// Takes off what follows the first such character, which goes too; nothing when there is none.
std::optional<std::string_view> cutAt(std::string_view &text, char c)
{
    const std::size_t at = text.find(c);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(at + 1);
    text = text.substr(0, at);
    return rest;
}

bool isWord(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isWordCharacter); }

} // namespace

std::optional<Version::Identifier> Version::identifier(std::string_view text)
{
    if (!text.empty() && std::all_of(text.begin(), text.end(), isDigit)) {
        const std::optional<std::uint64_t> value = number(text);
        return value ? std::optional(Identifier{true, *value, {}}) : std::nullopt;
    }
    return isWord(text) ? std::optional(Identifier{false, 0, std::string(text)}) : std::nullopt;
}

std::optional<Version> Version::parse(std::string_view text)
{
    const std::size_t first = text.find('.');
    const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
    if (second == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view rest = text.substr(second + 1);
    const std::optional<std::string_view> build = cutAt(rest, '+');
    const std::optional<std::string_view> preRelease = cutAt(rest, '-');
    const auto major = number(text.substr(0, first));
    const auto minor = number(text.substr(first + 1, second - first - 1));
    const auto patch = number(rest);
    if (!major || !minor || !patch || (build && !parts(*build, isWord))) {
        return std::nullopt;
    }
    Version version;
    version.m_major = *major;
    version.m_minor = *minor;
    version.m_patch = *patch;
    const bool read = !preRelease || parts(*preRelease, [&](std::string_view part) {
        std::optional<Identifier> one = identifier(part);
        if (!one) {
            return false;
        }
        version.m_preRelease.push_back(*std::move(one));
        return true;
    });
    return read ? std::optional(std::move(version)) : std::nullopt;
}

std::strong_ordering operator<=>(const Version &a, const Version &b)
{
    for (const auto field : {&Version::m_major, &Version::m_minor, &Version::m_patch}) {
        if (a.*field != b.*field) {
            return a.*field <=> b.*field;
        }
    }
    // A pre-release comes before the release; a longer one after its own beginning.
    if (a.m_preRelease.empty() != b.m_preRelease.empty()) {
        return a.m_preRelease.empty() ? std::strong_ordering::greater : std::strong_ordering::less;
    }
    const std::size_t common = std::min(a.m_preRelease.size(), b.m_preRelease.size());
    for (std::size_t i = 0; i < common; ++i) {
        const Version::Identifier &x = a.m_preRelease[i];
        const Version::Identifier &y = b.m_preRelease[i];
        if (x.numeric != y.numeric) {
            return x.numeric ? std::strong_ordering::less : std::strong_ordering::greater;
        }
        const std::strong_ordering order = x.numeric ? x.number <=> y.number : x.text.compare(y.text) <=> 0;
        if (order != std::strong_ordering::equal) {
            return order;
        }
    }
    return a.m_preRelease.size() <=> b.m_preRelease.size();
}

} // namespace binnacle::plugins
