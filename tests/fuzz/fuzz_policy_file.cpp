// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/policy_file.h"
#include "planner/plugins/registry.h"
#include "tests/fuzz/fuzz.h"

#include <string>

/// Reading never crashes. What is read makes a policy that comes back from its own text and differs in nothing from itself;
/// what is not says why, in order.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const framework::Registry &registry = plugins::registry();
    const kube::PolicyReading reading = kube::parsePolicyFile(registry, fuzz::textOf(data, size));
    fuzz::require((reading.file == nullptr) != reading.faults.empty());
    for (std::size_t i = 1; i < reading.faults.size(); ++i) {
        fuzz::require(reading.faults[i - 1].line <= reading.faults[i].line);
    }
    if (!reading.file) {
        return 0;
    }
    const auto policy = framework::Policy::make(registry, reading.file->changes);
    fuzz::require(policy.ok());
    const auto again = framework::Policy::ofVersion(registry, *(*policy)->text());
    fuzz::require(again.ok() && (*again)->version() == (*policy)->version());
    fuzz::require(kube::policyDifferences(registry, reading.file->changes, reading.file->changes).empty());
    return 0;
}
