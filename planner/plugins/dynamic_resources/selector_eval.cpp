// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/selector_eval.h"

#include <absl/status/status.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace binnacle::plugins::selector {

namespace {

using Op = Operation;

struct Value;
struct Null { };
struct Error { }; ///< of the language: the evaluation fails unless an operator absorbs it
struct Unknown { }; ///< cannot be said here
struct List {
    std::shared_ptr<const std::vector<Value>> items;
};
struct Optional {
    std::shared_ptr<const Value> held; ///< null: none
};
struct Device { };
struct AttributeDomains { };
struct CapacityDomains { };
/// Of one domain, which may be one that the device does not know, and is empty then; so is that of a key that is no text.
struct Attributes {
    std::string_view domain;
};
struct Capacities {
    std::string_view domain;
};

struct Value {
    std::variant<Error, Unknown, Null, bool, std::int64_t, double, std::string_view, base::Quantity,
        std::shared_ptr<const Version>, List, Optional, Device, AttributeDomains, CapacityDomains, Attributes,
        Capacities>
        v;

    template <typename T> [[nodiscard]] const T *as() const { return std::get_if<T>(&v); }
    [[nodiscard]] bool broken() const { return as<Error>() || as<Unknown>(); }
};
using VersionPtr = std::shared_ptr<const Version>;

Value failed() { return {Error{}}; }

/// An integer against a real number, exactly; unordered for a NaN.
std::partial_ordering compare(std::int64_t a, double b)
{
    constexpr double limit = 9223372036854775808.0; // 2^63
    if (std::isnan(b)) {
        return std::partial_ordering::unordered;
    }
    if (b >= limit) {
        return std::partial_ordering::less;
    }
    if (b < -limit) {
        return std::partial_ordering::greater;
    }
    const double whole = std::trunc(b);
    const auto order = a <=> static_cast<std::int64_t>(whole);
    if (order != std::strong_ordering::equal) {
        return order;
    }
    return 0.0 <=> (b - whole);
}

std::partial_ordering reversed(std::partial_ordering order) { return 0 <=> order; }

/// How two numbers compare; nothing when one is none.
std::optional<std::partial_ordering> compareNumbers(const Value &a, const Value &b)
{
    const auto *i = a.as<std::int64_t>();
    const auto *j = b.as<std::int64_t>();
    const auto *x = a.as<double>();
    const auto *y = b.as<double>();
    if (i && j) {
        return *i <=> *j;
    }
    if (x && y) {
        return *x <=> *y;
    }
    if (i && y) {
        return compare(*i, *y);
    }
    if (x && j) {
        return reversed(compare(*j, *x));
    }
    return std::nullopt;
}

/// As the values of the language compare themselves with another: of different types they differ, but quantities and versions
/// know no other type.
Value equal(const Value &a, const Value &b)
{
    if (a.as<Null>() || b.as<Null>()) {
        return {a.as<Null>() && b.as<Null>()};
    }
    if (const auto order = compareNumbers(a, b)) {
        return {*order == std::partial_ordering::equivalent};
    }
    if (const auto *x = a.as<bool>()) {
        const auto *y = b.as<bool>();
        return {y && *x == *y};
    }
    if (const auto *x = a.as<std::string_view>()) {
        const auto *y = b.as<std::string_view>();
        return {y && *x == *y};
    }
    if (const auto *x = a.as<base::Quantity>()) {
        const auto *y = b.as<base::Quantity>();
        return y ? Value{*x == *y} : failed();
    }
    if (const auto *x = a.as<VersionPtr>()) {
        const auto *y = b.as<VersionPtr>();
        return y ? Value{**x == **y} : failed();
    }
    if (a.as<std::int64_t>() || a.as<double>()) {
        return {false};
    }
    return {Unknown{}};
}

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

class Evaluation {
public:
    Evaluation(const Tree &tree, const DeviceView &device) : m_tree(tree), m_device(device), m_slots(tree.slots) { }

    Match run()
    {
        const Value value = eval(static_cast<std::uint32_t>(m_tree.nodes.size() - 1));
        if (const auto *result = value.as<bool>()) {
            return *result ? Match::Yes : Match::No;
        }
        return value.as<Unknown>() ? Match::Undecided : Match::Failed;
    }

private:
    using Kind = DeviceView::Kind;

    Value eval(std::uint32_t index)
    {
        if (++m_steps > mostSteps) {
            return {Unknown{}};
        }
        const Node &node = m_tree.nodes[index];
        switch (node.operation) {
        case Op::Literal:
            return literal(node);
        case Op::Variable:
            return m_slots[node.slot];
        case Op::DeviceVariable:
            return {Device{}};
        case Op::DriverField:
            return {m_device.driver()};
        case Op::MultipleAllocationsField:
            return {m_device.device().multipleAllocations};
        case Op::AttributesField:
            return {AttributeDomains{}};
        case Op::CapacityField:
            return {CapacityDomains{}};
        case Op::OptionalNone:
            return {Optional{}};
        case Op::And:
        case Op::Or:
            return logical(node);
        case Op::Conditional:
            return conditional(node);
        case Op::OrValue:
        case Op::OptionalOr:
            return orElse(node);
        case Op::Bind:
            m_slots[node.slot] = eval(node.operands[0]);
            return m_slots[node.slot].broken() ? m_slots[node.slot] : eval(node.operands[1]);
        case Op::All:
        case Op::Exists:
        case Op::ExistsOne:
            return comprehension(node);
        default:
            return strict(node);
        }
    }

    static Value literal(const Node &node)
    {
        switch (node.type) {
        case Type::Bool:
            return {node.integer != 0};
        case Type::Int:
            return {node.integer};
        case Type::Double:
            return {node.number};
        case Type::String:
            return {node.text};
        default:
            return {Null{}};
        }
    }

    /// Whatever settles it settles it, also beside what fails.
    Value logical(const Node &node)
    {
        const bool settling = node.operation == Op::Or;
        Value rest{!settling};
        for (const std::uint32_t operand : node.operands) {
            Value value = eval(operand);
            const auto *truth = value.as<bool>();
            if (truth && *truth == settling) {
                return value;
            }
            if (!truth) {
                take(rest, std::move(value));
            }
        }
        return rest;
    }
    /// What cannot be said outweighs what fails.
    static void take(Value &rest, Value value)
    {
        if (value.as<Unknown>()) {
            rest = std::move(value);
        } else if (!rest.as<Unknown>()) {
            rest = failed();
        }
    }

    Value conditional(const Node &node)
    {
        const Value condition = eval(node.operands[0]);
        const auto *truth = condition.as<bool>();
        if (!truth) {
            return condition.as<Unknown>() ? condition : failed();
        }
        return eval(node.operands[*truth ? 1 : 2]);
    }

    Value orElse(const Node &node)
    {
        Value value = eval(node.operands[0]);
        const auto *optional = value.as<Optional>();
        if (!optional) {
            return value.broken() ? value : failed();
        }
        if (!optional->held) {
            return eval(node.operands[1]);
        }
        return node.operation == Op::OrValue ? *optional->held : value;
    }

    Value comprehension(const Node &node)
    {
        const Value range = eval(node.operands[0]);
        const auto *list = range.as<List>();
        if (!list) {
            return range.broken() ? range : failed();
        }
        const bool settling = node.operation == Op::Exists;
        Value rest{!settling};
        std::int64_t count = 0;
        for (const Value &item : *list->items) {
            m_slots[node.slot] = item;
            Value value = eval(node.operands[1]);
            const auto *truth = value.as<bool>();
            if (node.operation == Op::ExistsOne) {
                if (!truth) {
                    return value.as<Unknown>() ? value : failed();
                }
                count += *truth ? 1 : 0;
            } else if (!truth) {
                take(rest, std::move(value));
            } else if (*truth == settling) {
                return value;
            }
        }
        return node.operation == Op::ExistsOne ? Value{count == 1} : rest;
    }

    /// Operations that need all of their operands.
    Value strict(const Node &node)
    {
        std::vector<Value> operands;
        operands.reserve(node.operands.size());
        for (const std::uint32_t operand : node.operands) {
            operands.push_back(eval(operand));
            if (operands.back().broken()) {
                return operands.back();
            }
        }
        switch (node.operation) {
        case Op::List:
            return {List{std::make_shared<const std::vector<Value>>(std::move(operands))}};
        case Op::Index:
        case Op::OptionalIndex:
        case Op::Has:
            return index(node.operation, operands[0], operands[1]);
        case Op::In:
            return in(operands[0], operands[1]);
        case Op::Equal:
            return equal(operands[0], operands[1]);
        case Op::NotEqual: {
            const Value same = equal(operands[0], operands[1]);
            const auto *truth = same.as<bool>();
            return same.as<Unknown>() ? same : Value{!(truth && *truth)};
        }
        case Op::Less:
        case Op::LessEqual:
        case Op::Greater:
        case Op::GreaterEqual:
            return order(node.operation, operands[0], operands[1]);
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Modulo:
            return arithmetic(node.operation, operands[0], operands[1]);
        case Op::IsLessThan:
        case Op::IsGreaterThan:
        case Op::CompareTo:
            return compareTo(node.operation, operands[0], operands[1]);
        case Op::StartsWith:
        case Op::EndsWith:
        case Op::Contains:
            return search(node.operation, operands[0], operands[1]);
        case Op::AddQuantity:
        case Op::SubtractQuantity:
            return addQuantity(node.operation, operands[0], operands[1]);
        default:
            return unary(node.operation, operands[0]);
        }
    }

    // ---- maps and lists ----------------------------------------------------------------------------
    static Value valueOf(const model::DeviceAttribute &attribute)
    {
        using Of = model::DeviceAttribute::Kind;
        switch (attribute.kind) {
        case Of::Int:
            return {attribute.integer};
        case Of::Bool:
            return {attribute.integer != 0};
        case Of::String:
            return {std::string_view(attribute.text)};
        case Of::Version:
            if (const auto version = Version::parse(attribute.text)) {
                return {std::make_shared<const Version>(*version)};
            }
            break;
        case Of::Unsupported:
            break;
        }
        return failed();
    }

    /// Nothing when there is no such key. The maps of domains have every one.
    [[nodiscard]] std::optional<Value> find(const Value &container, const Value &key) const
    {
        const auto *name = key.as<std::string_view>();
        if (container.as<AttributeDomains>()) {
            return Value{Attributes{name ? *name : std::string_view()}};
        }
        if (container.as<CapacityDomains>()) {
            return Value{Capacities{name ? *name : std::string_view()}};
        }
        if (const auto *attributes = container.as<Attributes>(); attributes && name) {
            const model::DeviceAttribute *attribute = m_device.attribute(attributes->domain, *name);
            return attribute ? std::optional(valueOf(*attribute)) : std::nullopt;
        }
        if (const auto *capacities = container.as<Capacities>(); capacities && name) {
            const model::DeviceCapacity *capacity = m_device.capacity(capacities->domain, *name);
            return capacity ? std::optional(Value{capacity->value}) : std::nullopt;
        }
        return std::nullopt;
    }
    [[nodiscard]] Value index(Op operation, const Value &container, const Value &key) const
    {
        if (const auto *list = container.as<List>()) {
            const auto *at = key.as<std::int64_t>();
            return at && *at >= 0 && *at < static_cast<std::int64_t>(list->items->size())
                ? (*list->items)[static_cast<std::size_t>(*at)]
                : failed();
        }
        if (const auto *optional = container.as<Optional>()) {
            return optional->held ? index(operation, *optional->held, key) : container;
        }
        std::optional<Value> found = find(container, key);
        if (operation == Op::Has) {
            return {found.has_value()};
        }
        if (operation == Op::OptionalIndex) {
            return {found ? Optional{std::make_shared<const Value>(*std::move(found))} : Optional{}};
        }
        return found ? *std::move(found) : failed();
    }
    [[nodiscard]] Value in(const Value &item, const Value &container) const
    {
        if (const auto *list = container.as<List>()) {
            for (const Value &other : *list->items) {
                const Value same = equal(item, other);
                const auto *truth = same.as<bool>();
                if (same.as<Unknown>() || (truth && *truth)) {
                    return same;
                }
            }
            return {false};
        }
        const auto *name = item.as<std::string_view>();
        if (container.as<AttributeDomains>()) {
            return {name && m_device.count(Kind::Attributes, *name) > 0};
        }
        if (container.as<CapacityDomains>()) {
            return {name && m_device.count(Kind::Capacities, *name) > 0};
        }
        return {find(container, item).has_value()};
    }
    [[nodiscard]] Value size(const Value &value) const
    {
        if (const auto *text = value.as<std::string_view>()) {
            return {static_cast<std::int64_t>(characters(*text))};
        }
        if (const auto *list = value.as<List>()) {
            return {static_cast<std::int64_t>(list->items->size())};
        }
        if (value.as<AttributeDomains>()) {
            return {m_device.domains(Kind::Attributes)};
        }
        if (value.as<CapacityDomains>()) {
            return {m_device.domains(Kind::Capacities)};
        }
        if (const auto *attributes = value.as<Attributes>()) {
            return {m_device.count(Kind::Attributes, attributes->domain)};
        }
        if (const auto *capacities = value.as<Capacities>()) {
            return {m_device.count(Kind::Capacities, capacities->domain)};
        }
        return failed();
    }

    // ---- comparison and arithmetic -----------------------------------------------------------------
    static bool holds(Op operation, std::partial_ordering order)
    {
        switch (operation) {
        case Op::Less:
        case Op::IsLessThan:
            return order == std::partial_ordering::less;
        case Op::LessEqual:
            return order != std::partial_ordering::greater;
        case Op::Greater:
        case Op::IsGreaterThan:
            return order == std::partial_ordering::greater;
        default:
            return order != std::partial_ordering::less;
        }
    }
    static Value order(Op operation, const Value &a, const Value &b)
    {
        std::optional<std::partial_ordering> order = compareNumbers(a, b);
        const auto *x = a.as<std::string_view>();
        const auto *y = b.as<std::string_view>();
        if (x && y) {
            order = *x <=> *y;
        }
        const auto *p = a.as<bool>();
        const auto *q = b.as<bool>();
        if (p && q) {
            order = static_cast<int>(*p) <=> static_cast<int>(*q);
        }
        return order && *order != std::partial_ordering::unordered ? Value{holds(operation, *order)} : failed();
    }
    static Value compareTo(Op operation, const Value &a, const Value &b)
    {
        std::optional<std::strong_ordering> order;
        const auto *x = a.as<base::Quantity>();
        const auto *y = b.as<base::Quantity>();
        if (x && y) {
            order = *x < *y ? std::strong_ordering::less
                : *y < *x   ? std::strong_ordering::greater
                            : std::strong_ordering::equal;
        }
        const auto *v = a.as<VersionPtr>();
        const auto *w = b.as<VersionPtr>();
        if (v && w) {
            order = **v <=> **w;
        }
        if (!order) {
            return failed();
        }
        if (operation != Op::CompareTo) {
            return {holds(operation, *order)};
        }
        return {std::int64_t{*order == std::strong_ordering::less ? -1
                : *order == std::strong_ordering::greater         ? 1
                                                                  : 0}};
    }

    Value arithmetic(Op operation, const Value &a, const Value &b)
    {
        const auto *i = a.as<std::int64_t>();
        const auto *j = b.as<std::int64_t>();
        if (i && j) {
            return integers(operation, *i, *j);
        }
        const auto *x = a.as<double>();
        const auto *y = b.as<double>();
        if (x && y && operation != Op::Modulo) {
            return {operation == Op::Add        ? *x + *y
                    : operation == Op::Subtract ? *x - *y
                    : operation == Op::Multiply ? *x * *y
                                                : *x / *y};
        }
        const auto *s = a.as<std::string_view>();
        const auto *t = b.as<std::string_view>();
        return s && t && operation == Op::Add ? made(std::string(*s).append(*t)) : failed();
    }
    static Value integers(Op operation, std::int64_t a, std::int64_t b)
    {
        std::int64_t out = 0;
        bool wrong = false;
        switch (operation) {
        case Op::Add:
            wrong = __builtin_add_overflow(a, b, &out);
            break;
        case Op::Subtract:
            wrong = __builtin_sub_overflow(a, b, &out);
            break;
        case Op::Multiply:
            wrong = __builtin_mul_overflow(a, b, &out);
            break;
        default:
            wrong = b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1);
            out = wrong ? 0 : operation == Op::Divide ? a / b : a % b;
        }
        return wrong ? failed() : Value{out};
    }
    /// A text that the evaluation made; kept until it ends, within the bound of all its steps together.
    Value made(std::string text)
    {
        m_madeBytes += text.size();
        if (m_madeBytes > mostMadeBytes) {
            return {Unknown{}};
        }
        m_made.push_back(std::move(text));
        return {std::string_view(m_made.back())};
    }

    static Value search(Op operation, const Value &a, const Value &b)
    {
        const auto *text = a.as<std::string_view>();
        const auto *part = b.as<std::string_view>();
        if (!text || !part) {
            return failed();
        }
        return {operation == Op::StartsWith ? text->starts_with(*part)
                : operation == Op::EndsWith ? text->ends_with(*part)
                                            : text->find(*part) != std::string_view::npos};
    }
    static Value addQuantity(Op operation, const Value &a, const Value &b)
    {
        const auto *x = a.as<base::Quantity>();
        const auto *y = b.as<base::Quantity>();
        const auto *units = b.as<std::int64_t>();
        if (!x || (!y && !units)) {
            return failed();
        }
        const base::Quantity other = y ? *y : base::Quantity::fromUnits(*units);
        return {operation == Op::AddQuantity ? *x + other : *x - other};
    }

    // ---- one operand -------------------------------------------------------------------------------
    Value unary(Op operation, const Value &value)
    {
        switch (operation) {
        case Op::Not:
            return value.as<bool>() ? Value{!*value.as<bool>()} : failed();
        case Op::Negate:
            return negated(value);
        case Op::Size:
            return size(value);
        case Op::LowerAscii:
        case Op::UpperAscii:
            return cased(operation, value);
        case Op::OptionalOf:
            return {Optional{std::make_shared<const Value>(value)}};
        case Op::HasValue:
        case Op::ValueOf: {
            const auto *optional = value.as<Optional>();
            if (!optional) {
                return failed();
            }
            if (operation == Op::HasValue) {
                return {optional->held != nullptr};
            }
            return optional->held ? *optional->held : failed();
        }
        case Op::Major:
        case Op::Minor:
        case Op::Patch:
            return part(operation, value);
        case Op::ToQuantity:
        case Op::IsQuantity:
        case Op::ToVersion:
        case Op::IsVersion:
            return parsed(operation, value);
        default:
            return ofQuantity(operation, value);
        }
    }
    static Value negated(const Value &value)
    {
        if (const auto *real = value.as<double>()) {
            return {-*real};
        }
        const auto *integer = value.as<std::int64_t>();
        return integer && *integer != std::numeric_limits<std::int64_t>::min() ? Value{-*integer} : failed();
    }
    Value cased(Op operation, const Value &value)
    {
        const auto *text = value.as<std::string_view>();
        if (!text) {
            return failed();
        }
        std::string out(*text);
        for (char &c : out) {
            if (operation == Op::LowerAscii ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z') {
                c = static_cast<char>(c ^ 0x20);
            }
        }
        return made(std::move(out));
    }
    static Value part(Op operation, const Value &value)
    {
        const auto *version = value.as<VersionPtr>();
        if (!version) {
            return failed();
        }
        const std::uint64_t number = operation == Op::Major ? (*version)->major()
            : operation == Op::Minor                        ? (*version)->minor()
                                                            : (*version)->patch();
        return {static_cast<std::int64_t>(number)};
    }
    static Value parsed(Op operation, const Value &value)
    {
        const auto *text = value.as<std::string_view>();
        if (!text) {
            return failed();
        }
        if (operation == Op::ToVersion || operation == Op::IsVersion) {
            const std::optional<Version> version = Version::parse(*text);
            if (operation == Op::IsVersion) {
                return {version.has_value()};
            }
            return version ? Value{std::make_shared<const Version>(*version)} : failed();
        }
        const absl::StatusOr<base::Quantity> quantity = base::Quantity::parse(*text);
        if (absl::IsOutOfRange(quantity.status()) || text->size() > 256) {
            return {Unknown{}}; // Kubernetes goes on beyond 128 bits
        }
        if (operation == Op::IsQuantity) {
            return {quantity.ok()};
        }
        return quantity.ok() ? Value{*quantity} : failed();
    }
    static Value ofQuantity(Op operation, const Value &value)
    {
        const auto *quantity = value.as<base::Quantity>();
        if (!quantity) {
            return failed();
        }
        const base::Quantity::Nano nano = quantity->nano();
        if (operation == Op::Sign) {
            return {std::int64_t{nano < 0 ? -1 : nano > 0 ? 1 : 0}};
        }
        constexpr base::Quantity::Nano unit = 1'000'000'000;
        constexpr base::Quantity::Nano certain =
            unit * 1'000'000'000'000'000; // beyond, it depends on how it was written
        if (nano > certain || nano < -certain) {
            return {Unknown{}};
        }
        const bool whole = nano % unit == 0;
        if (operation == Op::IsInteger) {
            return {whole};
        }
        return whole ? Value{static_cast<std::int64_t>(nano / unit)} : failed();
    }

    static constexpr std::size_t mostMadeBytes = std::size_t{1} << 20;

    const Tree &m_tree;
    const DeviceView &m_device;
    std::vector<Value> m_slots;
    std::deque<std::string> m_made;
    std::size_t m_madeBytes = 0;
    int m_steps = 0;
};

} // namespace

Match evaluate(const Tree &tree, const DeviceView &device) { return Evaluation(tree, device).run(); }

} // namespace binnacle::plugins::selector
