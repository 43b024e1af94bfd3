// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/quantity.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::plugins::selector {

/// What a checker would know of a value before there is one. Dynamic: only the value will tell.
enum class Type : std::uint8_t {
    Dynamic,
    Null,
    Bool,
    Int,
    Double,
    String,
    Quantity,
    Version,
    List,
    Optional,
    Device,
    AttributeDomains, ///< device.attributes
    CapacityDomains, ///< device.capacity
    Attributes, ///< of one domain
    Capacities,
};

enum class Operation : std::uint8_t {
    Literal,
    List,
    Variable, ///< `slot`
    DeviceVariable,
    DriverField,
    MultipleAllocationsField,
    AttributesField,
    CapacityField,
    Index, ///< operand, key
    OptionalIndex,
    Has, ///< operand, key
    Not,
    Negate,
    And,
    Or,
    Conditional,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Size,
    StartsWith,
    EndsWith,
    Contains,
    LowerAscii,
    UpperAscii,
    ToQuantity,
    IsQuantity,
    Sign,
    IsInteger,
    AsInteger,
    AddQuantity,
    SubtractQuantity,
    ToVersion,
    IsVersion,
    Major,
    Minor,
    Patch,
    IsLessThan,
    IsGreaterThan,
    CompareTo,
    OptionalOf,
    OptionalNone,
    HasValue,
    ValueOf,
    OrValue,
    OptionalOr,
    Bind, ///< `slot` becomes the first operand while the second is evaluated
    All, ///< list, then the condition with the element in `slot`
    Exists,
    ExistsOne,
};

/// One operation and the indices of its operands in the tree.
struct Node {
    Operation operation = Operation::Literal;
    Type type = Type::Dynamic;
    Type elements = Type::Dynamic; ///< of a list, and what an optional may hold
    std::vector<std::uint32_t> operands{};
    std::uint32_t slot = 0;
    bool selects = false; ///< an Index written as a field
    std::int64_t integer = 0; ///< literals; 1 for true
    double number = 0;
    std::string_view text{}; ///< in Tree::texts
};

/// A parsed and checked expression. Operands come before what uses them; the last node is the whole.
class Tree {
public:
    std::vector<Node> nodes;
    std::deque<std::string> texts;
    std::uint32_t slots = 0;
};

/// What keeps an expression from being evaluated here.
struct Obstacle {
    std::string what;
    std::size_t at = 0; ///< byte
};

inline constexpr std::size_t longestExpression = 10 * 1024;
inline constexpr int deepestNesting = 64;
inline constexpr std::size_t mostNodes = 20'000;
inline constexpr int mostSteps = 100'000;

/// Parses and checks. False: the obstacle says why not.
[[nodiscard]] bool parse(std::string_view expression, Tree &tree, Obstacle &obstacle);

} // namespace binnacle::plugins::selector
