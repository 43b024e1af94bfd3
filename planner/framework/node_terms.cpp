// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/node_terms.h"

#include <charconv>
#include <string>

namespace binnacle::framework {

namespace {

using model::Requirement;

constexpr std::size_t mostTerms = 64;
constexpr std::size_t mostRequirements = 64;
constexpr std::size_t mostValues = 256;
constexpr std::size_t longestWord = 317; // a label key with its prefix

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
        || c == '.' || c == '/';
}

/// Reads from the left. After the first fault nothing is read any more, and status() says what it was.
class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) { }

    [[nodiscard]] bool atEnd()
    {
        skipSpaces();
        return m_at == m_text.size();
    }
    /// Takes the token when it comes next.
    bool take(std::string_view token)
    {
        skipSpaces();
        if (!m_text.substr(m_at).starts_with(token)) {
            return false;
        }
        m_at += token.size();
        return true;
    }
    /// Letters, digits and what else keys and values are made of; may be empty.
    std::string_view word()
    {
        skipSpaces();
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isWordCharacter(m_text[m_at])) {
            ++m_at;
        }
        if (m_at - begin > longestWord) {
            fail("word too long");
            return {};
        }
        return m_text.substr(begin, m_at - begin);
    }
    void fail(std::string_view what)
    {
        if (m_status.ok()) {
            m_status = absl::InvalidArgumentError(std::string(what) + " at character " + std::to_string(m_at + 1));
        }
        m_at = m_text.size();
    }
    [[nodiscard]] const absl::Status &status() const { return m_status; }

private:
    void skipSpaces()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ') {
            ++m_at;
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    absl::Status m_status;
};

std::vector<std::string> readValues(Reader &in)
{
    std::vector<std::string> values;
    if (!in.take("(")) {
        in.fail("no opening bracket");
        return values;
    }
    do {
        if (values.size() == mostValues) {
            in.fail("too many values");
            return values;
        }
        const bool empty = in.take("''");
        values.emplace_back(empty ? std::string_view() : in.word());
        if (values.back().empty() && !empty) {
            in.fail("no value");
            return values;
        }
    } while (in.take(","));
    if (!in.take(")")) {
        in.fail("no closing bracket");
    }
    return values;
}

bool isInteger(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

Requirement readBound(Reader &in, base::Symbol key, Requirement::Operator op)
{
    const std::string_view bound = in.word();
    if (!isInteger(bound)) {
        in.fail("no integer");
    }
    return {key, op, {std::string(bound)}};
}

Requirement readRequirement(Reader &in)
{
    const bool absent = in.take("!");
    const std::string_view text = in.word();
    if (text.empty()) {
        in.fail("no label");
        return {};
    }
    const base::Symbol key(text);
    if (absent) {
        return {key, Requirement::Operator::DoesNotExist, {}};
    }
    if (in.take("!=")) {
        return {key, Requirement::Operator::NotIn, {std::string(in.word())}};
    }
    if (in.take("==") || in.take("=")) {
        return {key, Requirement::Operator::In, {std::string(in.word())}};
    }
    if (in.take(">")) {
        return readBound(in, key, Requirement::Operator::Gt);
    }
    if (in.take("<")) {
        return readBound(in, key, Requirement::Operator::Lt);
    }
    const std::string_view word = in.word();
    if (word == "in" || word == "notin") {
        return {key, word == "in" ? Requirement::Operator::In : Requirement::Operator::NotIn, readValues(in)};
    }
    if (!word.empty()) {
        in.fail("unknown operator");
    }
    return {key, Requirement::Operator::Exists, {}};
}

/// As the API has it: by name alone, with one value.
Requirement readNameRequirement(Reader &in)
{
    static const base::Symbol name("metadata.name");
    Requirement requirement = readRequirement(in);
    const bool known = requirement.op == Requirement::Operator::In || requirement.op == Requirement::Operator::NotIn;
    if (!known || requirement.key != name || requirement.values.size() != 1) {
        in.fail("a field must be metadata.name with one value");
    }
    return requirement;
}

model::NodeSelectorTerm readTerm(Reader &in)
{
    model::NodeSelectorTerm term;
    do {
        if (term.matchExpressions.size() + term.matchFields.size() == mostRequirements) {
            in.fail("too many requirements");
        }
        if (in.take("@")) {
            term.matchFields.push_back(readNameRequirement(in));
        } else {
            term.matchExpressions.push_back(readRequirement(in));
        }
    } while (in.take(","));
    return term;
}

std::int32_t readWeight(Reader &in)
{
    const std::string_view text = in.word();
    std::int32_t weight = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
    if (error != std::errc() || end != text.data() + text.size() || weight < 1 || weight > 100 || !in.take(":")) {
        in.fail("no weight of 1 to 100 with a colon");
    }
    return weight;
}

} // namespace

absl::StatusOr<std::vector<model::PreferredNodeTerm>> parseNodeTerms(std::string_view text, bool weighted)
{
    std::vector<model::PreferredNodeTerm> terms;
    Reader in(text);
    if (in.atEnd()) {
        return terms;
    }
    do {
        if (terms.size() == mostTerms) {
            in.fail("too many terms");
        }
        const std::int32_t weight = weighted ? readWeight(in) : 0;
        terms.push_back({weight, readTerm(in)});
    } while (in.take("|"));
    if (!in.atEnd()) {
        in.fail("unexpected text");
    }
    if (!in.status().ok()) {
        return in.status();
    }
    return terms;
}

} // namespace binnacle::framework
