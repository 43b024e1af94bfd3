// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/quantity.h"
#include "tests/fuzz/fuzz.h"

/// Whatever parses has a canonical text that parses to the same amount.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using binnacle::base::Quantity;
    const auto quantity = Quantity::parse(binnacle::fuzz::textOf(data, size));
    if (quantity.ok()) {
        const auto again = Quantity::parse(quantity->text());
        binnacle::fuzz::require(again.ok() && *again == *quantity && again->text() == quantity->text());
    }
    return 0;
}
