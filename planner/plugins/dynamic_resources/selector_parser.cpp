// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/selector_lexer.h"
#include "planner/plugins/dynamic_resources/selector_tree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace binnacle::plugins::selector {

namespace {

using Index = std::uint32_t;
using Op = Operation;
using Kind = Token::Kind;

bool fits(Type actual, Type wanted) { return actual == Type::Dynamic || actual == wanted; }

/// The type of a value that is either of the two; nothing when a checker would refuse that.
std::optional<Type> unified(Type a, Type b)
{
    if (a == b) {
        return a;
    }
    return a == Type::Dynamic || b == Type::Dynamic ? std::optional(Type::Dynamic) : std::nullopt;
}

bool isNumber(Type type) { return type == Type::Int || type == Type::Double || type == Type::Dynamic; }

/// A function, or a method, whose first operand is then the receiver.
struct Function {
    std::string_view name;
    Op operation;
    bool method;
    Type result;
    std::array<Type, 2> operands;
    std::size_t count;
};

constexpr std::array<Function, 17> functions{{
    {"startsWith", Op::StartsWith, true, Type::Bool, {Type::String, Type::String}, 2},
    {"endsWith", Op::EndsWith, true, Type::Bool, {Type::String, Type::String}, 2},
    {"contains", Op::Contains, true, Type::Bool, {Type::String, Type::String}, 2},
    {"lowerAscii", Op::LowerAscii, true, Type::String, {Type::String, {}}, 1},
    {"upperAscii", Op::UpperAscii, true, Type::String, {Type::String, {}}, 1},
    {"quantity", Op::ToQuantity, false, Type::Quantity, {Type::String, {}}, 1},
    {"isQuantity", Op::IsQuantity, false, Type::Bool, {Type::String, {}}, 1},
    {"sign", Op::Sign, false, Type::Int, {Type::Quantity, {}}, 1},
    {"isInteger", Op::IsInteger, true, Type::Bool, {Type::Quantity, {}}, 1},
    {"asInteger", Op::AsInteger, true, Type::Int, {Type::Quantity, {}}, 1},
    {"semver", Op::ToVersion, false, Type::Version, {Type::String, {}}, 1},
    {"isSemver", Op::IsVersion, false, Type::Bool, {Type::String, {}}, 1},
    {"major", Op::Major, true, Type::Int, {Type::Version, {}}, 1},
    {"minor", Op::Minor, true, Type::Int, {Type::Version, {}}, 1},
    {"patch", Op::Patch, true, Type::Int, {Type::Version, {}}, 1},
    {"add", Op::AddQuantity, true, Type::Quantity, {Type::Quantity, Type::Dynamic}, 2},
    {"sub", Op::SubtractQuantity, true, Type::Quantity, {Type::Quantity, Type::Dynamic}, 2},
}};

constexpr std::array<std::string_view, 21> reserved{"as", "break", "const", "continue", "else", "false", "for",
    "function", "if", "import", "in", "let", "loop", "namespace", "null", "package", "return", "true", "var", "void",
    "while"};

bool isReserved(std::string_view word) { return std::find(reserved.begin(), reserved.end(), word) != reserved.end(); }

/// Recursive descent, one function a level of precedence. After the first obstacle everything ends quickly.
class Parser {
public:
    Parser(std::string_view text, Tree &tree, Obstacle &obstacle) : m_lexer(text), m_tree(tree), m_obstacle(obstacle)
    {
        m_token = m_lexer.next();
        m_ahead = m_lexer.next();
    }

    bool run()
    {
        const Index whole = expression();
        if (m_token.kind != Kind::End) {
            fail("unexpected text");
        }
        if (!m_failed && !fits(typeOf(whole), Type::Bool)) {
            fail("no boolean");
        }
        return !m_failed;
    }

private:
    // ---- tokens ------------------------------------------------------------------------------------
    void advance() { m_token = std::exchange(m_ahead, m_ahead.kind == Kind::End ? m_ahead : m_lexer.next()); }
    [[nodiscard]] bool isSign(std::string_view sign) const
    {
        return m_token.kind == Kind::Sign && m_token.text == sign;
    }
    bool take(std::string_view sign)
    {
        const bool there = isSign(sign) && !m_failed;
        if (there) {
            advance();
        }
        return there;
    }
    void expect(std::string_view sign)
    {
        if (!take(sign)) {
            fail("missing " + std::string(sign));
        }
    }
    std::string_view word()
    {
        const std::string_view text = m_token.text;
        if (m_token.kind != Kind::Word || isReserved(text)) {
            fail("no name");
            return {};
        }
        advance();
        return text;
    }
    Index fail(std::string what)
    {
        if (!m_failed) {
            m_failed = true;
            m_obstacle = {m_token.kind == Kind::Fault ? std::string(m_token.text) : std::move(what), m_token.at};
        }
        return 0;
    }

    // ---- nodes -------------------------------------------------------------------------------------
    Index make(Node node)
    {
        int depth = 0;
        for (const Index operand : node.operands) {
            depth = std::max(depth, m_depths.empty() ? 0 : m_depths[operand]);
        }
        if (m_failed || depth >= deepestNesting || m_tree.nodes.size() >= mostNodes) {
            return fail("too large");
        }
        m_depths.push_back(depth + 1);
        m_tree.nodes.push_back(std::move(node));
        return static_cast<Index>(m_tree.nodes.size() - 1);
    }
    Index make(Op operation, Type type, std::vector<Index> operands)
    {
        return make({.operation = operation, .type = type, .operands = std::move(operands)});
    }
    [[nodiscard]] Type typeOf(Index node) const { return m_failed ? Type::Dynamic : m_tree.nodes[node].type; }
    [[nodiscard]] Type elementsOf(Index node) const { return m_failed ? Type::Dynamic : m_tree.nodes[node].elements; }
    Index stringLiteral(std::string text)
    {
        m_tree.texts.push_back(std::move(text));
        return make({.operation = Op::Literal, .type = Type::String, .text = m_tree.texts.back()});
    }
    Index integerLiteral(std::uint64_t magnitude, bool negative)
    {
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        if (magnitude > most + (negative ? 1 : 0)) {
            return fail("a number beyond 64 bits");
        }
        const std::int64_t value =
            negative ? static_cast<std::int64_t>(-magnitude) : static_cast<std::int64_t>(magnitude);
        return make({.operation = Op::Literal, .type = Type::Int, .integer = value});
    }

    // ---- levels of precedence ----------------------------------------------------------------------
    Index expression()
    {
        if (++m_nesting > deepestNesting) {
            return fail("nested too deeply");
        }
        Index out = disjunction();
        if (take("?")) {
            const Index yes = disjunction();
            expect(":");
            const Index no = expression();
            const std::optional<Type> type = unified(typeOf(yes), typeOf(no));
            if (!type || !fits(typeOf(out), Type::Bool)) {
                return fail("types that differ");
            }
            out = make({.operation = Op::Conditional,
                .type = *type,
                .elements = unified(elementsOf(yes), elementsOf(no)).value_or(Type::Dynamic),
                .operands = {out, yes, no}});
        }
        --m_nesting;
        return out;
    }

    template <typename Operand> Index logical(std::string_view sign, Op operation, Operand operand)
    {
        std::vector<Index> operands{operand()};
        while (take(sign)) {
            operands.push_back(operand());
        }
        if (operands.size() == 1) {
            return operands.front();
        }
        if (!std::all_of(operands.begin(), operands.end(), [&](Index i) { return fits(typeOf(i), Type::Bool); })) {
            return fail("no boolean");
        }
        return make(operation, Type::Bool, std::move(operands));
    }
    Index disjunction()
    {
        return logical("||", Op::Or, [this] { return conjunction(); });
    }
    Index conjunction()
    {
        return logical("&&", Op::And, [this] { return relation(); });
    }

    Index relation()
    {
        Index left = sum();
        for (;;) {
            if (m_token.kind == Kind::Word && m_token.text == "in" && !m_failed) {
                advance();
                left = membership(left, sum());
            } else if (const std::optional<Op> operation = relationSign()) {
                advance();
                left = comparison(*operation, left, sum());
            } else {
                return left;
            }
        }
    }
    [[nodiscard]] std::optional<Op> relationSign() const
    {
        static constexpr std::array<std::pair<std::string_view, Op>, 6> signs{{{"==", Op::Equal}, {"!=", Op::NotEqual},
            {"<", Op::Less}, {"<=", Op::LessEqual}, {">", Op::Greater}, {">=", Op::GreaterEqual}}};
        for (const auto &[sign, operation] : signs) {
            if (isSign(sign) && !m_failed) {
                return operation;
            }
        }
        return std::nullopt;
    }
    Index comparison(Op operation, Index left, Index right)
    {
        const Type a = typeOf(left);
        const Type b = typeOf(right);
        const auto comparable = [&](Type type) {
            return operation == Op::Equal || operation == Op::NotEqual ? type <= Type::Version
                                                                       : type == Type::Dynamic || type == Type::Bool
                    || type == Type::Int || type == Type::Double || type == Type::String;
        };
        const bool ordered = operation != Op::Equal && operation != Op::NotEqual;
        const bool alike = unified(a, b).has_value() || (ordered && isNumber(a) && isNumber(b));
        return alike && comparable(a) && comparable(b) ? make(operation, Type::Bool, {left, right})
                                                       : fail("types that do not compare");
    }
    Index membership(Index left, Index right)
    {
        const Type container = typeOf(right);
        const bool inList =
            container == Type::List && unified(typeOf(left), elementsOf(right)) && typeOf(left) <= Type::Version;
        const bool inMap = container >= Type::AttributeDomains && fits(typeOf(left), Type::String);
        return inList || inMap ? make(Op::In, Type::Bool, {left, right}) : fail("types that do not compare");
    }

    Index sum()
    {
        Index left = product();
        for (;;) {
            const bool add = isSign("+");
            if (!take("+") && !take("-")) {
                return left;
            }
            left = arithmetic(add ? Op::Add : Op::Subtract, left, product());
        }
    }
    Index product()
    {
        Index left = unary();
        for (;;) {
            const Op operation = isSign("*") ? Op::Multiply : isSign("/") ? Op::Divide : Op::Modulo;
            if (!take("*") && !take("/") && !take("%")) {
                return left;
            }
            left = arithmetic(operation, left, unary());
        }
    }
    Index arithmetic(Op operation, Index left, Index right)
    {
        const Type a = typeOf(left);
        const Type b = typeOf(right);
        const auto allowed = [&](Type type) {
            return type == Type::Dynamic || type == Type::Int || (type == Type::Double && operation != Op::Modulo)
                || (type == Type::String && operation == Op::Add);
        };
        if (!unified(a, b) || !allowed(a) || !allowed(b)) {
            return fail("types that do not add up");
        }
        return make(operation, a == Type::Dynamic ? b : a, {left, right});
    }

    Index unary()
    {
        if (take("!")) {
            const Index operand = nested([this] { return unary(); });
            return fits(typeOf(operand), Type::Bool) ? make(Op::Not, Type::Bool, {operand}) : fail("no boolean");
        }
        if (isSign("-") && m_ahead.kind == Kind::Integer) {
            advance();
            return integerToken(true);
        }
        if (take("-")) {
            const Index operand = nested([this] { return unary(); });
            return isNumber(typeOf(operand)) ? make(Op::Negate, typeOf(operand), {operand}) : fail("no number");
        }
        return member();
    }
    template <typename Inner> Index nested(Inner inner)
    {
        if (++m_nesting > deepestNesting) {
            return fail("nested too deeply");
        }
        const Index out = inner();
        --m_nesting;
        return out;
    }
    Index integerToken(bool negative)
    {
        const std::uint64_t magnitude = m_token.magnitude;
        advance();
        return integerLiteral(magnitude, negative);
    }

    // ---- members -----------------------------------------------------------------------------------
    Index member()
    {
        Index out = primary();
        while (!m_failed) {
            if (take(".")) {
                const bool optional = take("?");
                const std::string_view name = word();
                out = !optional && isSign("(") ? method(out, name) : select(out, name, optional);
            } else if (take("[")) {
                const bool optional = take("?");
                const Index key = expression();
                expect("]");
                out = index(out, key, optional ? Op::OptionalIndex : Op::Index);
            } else {
                break;
            }
        }
        return out;
    }
    Index select(Index operand, std::string_view name, bool optional)
    {
        if (typeOf(operand) == Type::Device) {
            static constexpr std::array<std::pair<std::string_view, std::pair<Op, Type>>, 4> fields{
                {{"driver", {Op::DriverField, Type::String}},
                    {"allowMultipleAllocations", {Op::MultipleAllocationsField, Type::Bool}},
                    {"attributes", {Op::AttributesField, Type::AttributeDomains}},
                    {"capacity", {Op::CapacityField, Type::CapacityDomains}}}};
            for (const auto &[field, meaning] : fields) {
                if (field == name && !optional) {
                    return make(meaning.first, meaning.second, {operand});
                }
            }
            return fail("no such field");
        }
        return index(operand, stringLiteral(std::string(name)), optional ? Op::OptionalIndex : Op::Index, true);
    }
    /// The type of what a key finds; nothing where nothing can be found.
    [[nodiscard]] static std::optional<Type> found(Type container)
    {
        switch (container) {
        case Type::AttributeDomains:
            return Type::Attributes;
        case Type::CapacityDomains:
            return Type::Capacities;
        case Type::Attributes:
            return Type::Dynamic;
        case Type::Capacities:
            return Type::Quantity;
        default:
            return std::nullopt;
        }
    }
    Index index(Index operand, Index key, Op operation, bool selects = false)
    {
        const Type container = typeOf(operand);
        if (container == Type::List && operation == Op::Index && !selects && typeOf(key) == Type::Int) {
            return make(operation, elementsOf(operand), {operand, key});
        }
        const bool chained = container == Type::Optional && operation == Op::OptionalIndex;
        const std::optional<Type> type = found(chained ? elementsOf(operand) : container);
        if (!type || !fits(typeOf(key), Type::String)) {
            return fail("nothing to select from");
        }
        return operation == Op::Index
            ? make({.operation = operation, .type = *type, .operands = {operand, key}, .selects = selects})
            : make({.operation = operation, .type = Type::Optional, .elements = *type, .operands = {operand, key}});
    }

    std::vector<Index> arguments()
    {
        std::vector<Index> out;
        expect("(");
        if (!take(")")) {
            do {
                out.push_back(expression());
            } while (take(","));
            expect(")");
        }
        return out;
    }

    Index method(Index receiver, std::string_view name)
    {
        if (name == "all" || name == "exists" || name == "exists_one") {
            return comprehension(receiver, name);
        }
        std::vector<Index> operands = arguments();
        operands.insert(operands.begin(), receiver);
        if (typeOf(receiver) == Type::Optional) {
            return optionalMethod(name, std::move(operands));
        }
        if (name == "size") {
            return size(operands);
        }
        if ((name == "isLessThan" || name == "isGreaterThan" || name == "compareTo") && operands.size() == 2) {
            const std::optional<Type> both = unified(typeOf(operands[0]), typeOf(operands[1]));
            const bool right = std::all_of(operands.begin(), operands.end(), [&](Index operand) {
                return fits(typeOf(operand), Type::Quantity) || typeOf(operand) == Type::Version;
            });
            const Op operation = name == "isLessThan" ? Op::IsLessThan
                : name == "isGreaterThan"             ? Op::IsGreaterThan
                                                      : Op::CompareTo;
            return both && right ? make(operation, operation == Op::CompareTo ? Type::Int : Type::Bool, operands)
                                 : fail("types that do not compare");
        }
        return call(name, true, std::move(operands));
    }
    Index call(std::string_view name, bool isMethod, std::vector<Index> operands)
    {
        for (const Function &function : functions) {
            if (function.name != name || function.method != isMethod || function.count != operands.size()) {
                continue;
            }
            for (std::size_t i = 0; i < operands.size(); ++i) {
                const Type type = typeOf(operands[i]);
                const bool amount = function.operands[i] == Type::Dynamic; // of add() and sub()
                if (amount ? !fits(type, Type::Quantity) && type != Type::Int : !fits(type, function.operands[i])) {
                    return fail("an argument of another type");
                }
            }
            return make(function.operation, function.result, std::move(operands));
        }
        return fail("function " + std::string(name.substr(0, 64)));
    }
    Index size(const std::vector<Index> &operands)
    {
        const Type type = operands.size() == 1 ? typeOf(operands.front()) : Type::Null;
        return fits(type, Type::String) || type == Type::List || type >= Type::AttributeDomains
            ? make(Op::Size, Type::Int, operands)
            : fail("an argument of another type");
    }
    Index optionalMethod(std::string_view name, std::vector<Index> operands)
    {
        const Type held = elementsOf(operands.front());
        if (name == "hasValue" && operands.size() == 1) {
            return make(Op::HasValue, Type::Bool, std::move(operands));
        }
        if (name == "value" && operands.size() == 1) {
            return make(Op::ValueOf, held, std::move(operands));
        }
        if (name == "orValue" && operands.size() == 2) {
            const std::optional<Type> type = unified(held, typeOf(operands.back()));
            return type ? make(Op::OrValue, *type, std::move(operands)) : fail("types that differ");
        }
        if (name == "or" && operands.size() == 2 && typeOf(operands.back()) == Type::Optional) {
            const std::optional<Type> type = unified(held, elementsOf(operands.back()));
            return type ? make({.operation = Op::OptionalOr,
                       .type = Type::Optional,
                       .elements = *type,
                       .operands = std::move(operands)})
                        : fail("types that differ");
        }
        return fail("function " + std::string(name.substr(0, 64)));
    }

    // ---- macros and names --------------------------------------------------------------------------
    struct Local {
        std::string_view name;
        std::uint32_t slot;
        Type type;
        Type elements;
    };
    Local &declare(std::string_view name, Type type, Type elements)
    {
        m_locals.push_back({name, m_tree.slots++, type, elements});
        return m_locals.back();
    }

    Index comprehension(Index list, std::string_view name)
    {
        if (typeOf(list) != Type::List) {
            return fail("a macro over what is no list");
        }
        expect("(");
        const std::uint32_t slot = declare(word(), elementsOf(list), Type::Dynamic).slot;
        expect(",");
        const Index condition = expression();
        expect(")");
        m_locals.pop_back();
        if (!fits(typeOf(condition), Type::Bool)) {
            return fail("no boolean");
        }
        const Op operation = name == "all" ? Op::All : name == "exists" ? Op::Exists : Op::ExistsOne;
        return make({.operation = operation, .type = Type::Bool, .operands = {list, condition}, .slot = slot});
    }
    Index bind()
    {
        expect("(");
        const std::string_view name = word();
        expect(",");
        const Index value = expression();
        expect(",");
        const std::uint32_t slot = declare(name, typeOf(value), elementsOf(value)).slot;
        const Index body = expression();
        expect(")");
        m_locals.pop_back();
        return make({.operation = Op::Bind,
            .type = typeOf(body),
            .elements = elementsOf(body),
            .operands = {value, body},
            .slot = slot});
    }
    Index has()
    {
        expect("(");
        const Index selected = expression();
        expect(")");
        if (m_failed) {
            return 0;
        }
        const Node &node = m_tree.nodes[selected];
        if (node.operation >= Op::DriverField && node.operation <= Op::CapacityField) {
            return make({.operation = Op::Literal, .type = Type::Bool, .integer = 1}); // a device always has it
        }
        return node.selects ? make(Op::Has, Type::Bool, node.operands) : fail("has() without a field");
    }
    Index optionalFunction()
    {
        expect(".");
        const std::string_view name = word();
        std::vector<Index> operands = arguments();
        if (name == "none" && operands.empty()) {
            return make({.operation = Op::OptionalNone, .type = Type::Optional, .elements = Type::Dynamic});
        }
        if (name == "of" && operands.size() == 1 && typeOf(operands.front()) <= Type::Version) {
            const Type type = typeOf(operands.front());
            return make({.operation = Op::OptionalOf,
                .type = Type::Optional,
                .elements = type,
                .operands = std::move(operands)});
        }
        return fail("function optional." + std::string(name.substr(0, 64)));
    }

    Index name()
    {
        const std::string_view text = m_token.text;
        if (text == "true" || text == "false") {
            advance();
            return make({.operation = Op::Literal, .type = Type::Bool, .integer = text == "true" ? 1 : 0});
        }
        if (text == "null") {
            advance();
            return make({.operation = Op::Literal, .type = Type::Null});
        }
        if (isReserved(text)) {
            return fail("no expression");
        }
        advance();
        for (auto it = m_locals.rbegin(); it != m_locals.rend(); ++it) {
            if (it->name == text && !isSign("(")) {
                return make({.operation = Op::Variable, .type = it->type, .elements = it->elements, .slot = it->slot});
            }
        }
        if (isSign("(")) {
            if (text == "has") {
                return has();
            }
            std::vector<Index> operands = arguments();
            return text == "size" ? size(operands) : call(text, false, std::move(operands));
        }
        if (text == "device") {
            return make(Op::DeviceVariable, Type::Device, {});
        }
        if (text == "optional" && isSign(".")) {
            return optionalFunction();
        }
        if (text == "cel" && isSign(".") && m_ahead.text == "bind") {
            advance();
            advance();
            return bind();
        }
        return fail("the name " + std::string(text.substr(0, 64)));
    }

    Index list()
    {
        std::vector<Index> operands;
        Type elements = Type::Dynamic;
        if (!take("]")) {
            do {
                operands.push_back(expression());
                const Type type = typeOf(operands.back());
                if ((operands.size() > 1 && type != elements) || type > Type::Version) {
                    return fail("elements of several types");
                }
                elements = type;
            } while (take(","));
            expect("]");
        }
        return make({.operation = Op::List, .type = Type::List, .elements = elements, .operands = std::move(operands)});
    }

    Index primary()
    {
        switch (m_token.kind) {
        case Kind::Integer:
            return integerToken(false);
        case Kind::Double: {
            const double value = m_token.number;
            advance();
            return make({.operation = Op::Literal, .type = Type::Double, .number = value});
        }
        case Kind::String: {
            std::string text = std::move(m_token.string);
            advance();
            return stringLiteral(std::move(text));
        }
        case Kind::Word:
            return name();
        default:
            break;
        }
        if (take("(")) {
            const Index inner = expression();
            expect(")");
            return inner;
        }
        return take("[") ? list() : fail("no expression");
    }

    Lexer m_lexer;
    Tree &m_tree;
    Obstacle &m_obstacle;
    Token m_token;
    Token m_ahead;
    std::vector<int> m_depths; ///< of the nodes
    std::vector<Local> m_locals;
    int m_nesting = 0;
    bool m_failed = false;
};

} // namespace

bool parse(std::string_view expression, Tree &tree, Obstacle &obstacle)
{
    if (expression.size() > longestExpression) {
        obstacle = {"longer than 10 KiB", longestExpression};
        return false;
    }
    return Parser(expression, tree, obstacle).run();
}

} // namespace binnacle::plugins::selector
