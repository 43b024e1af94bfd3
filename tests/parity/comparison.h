// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "tests/parity/planned.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace binnacle::parity {

/// Something that the two say differently about a pod.
struct Mismatch {
    std::string pod;
    std::string what; ///< a kind of difference with the plugin: "normalised NodeAffinity"; the same kinds are alike
    std::string detail; ///< node and values
};

/// What was compared, and what could not be.
struct Tally {
    std::int64_t cases = 0;
    std::int64_t pods = 0; ///< compared
    std::int64_t verdicts = 0; ///< nodes, fits or rejected
    std::int64_t scores = 0; ///< raw, normalised and totals
    std::int64_t preemptions = 0; ///< pods whose preemption was compared
    std::int64_t gated = 0; ///< pods that both keep out of the queue
    std::map<std::string, std::int64_t> skippedCases; ///< by Planned::skipped
    std::map<std::string, std::int64_t> oracleErrors; ///< pods on which a plugin of kube-scheduler fails, and why
    std::map<std::string, std::int64_t> undecided; ///< pods, by the rule that is not built
    std::map<std::string, std::int64_t> mismatches; ///< by Mismatch::what
};

/// Compares decisions with the oracle's answer, counts, and lists the differences.
[[nodiscard]] std::vector<Mismatch> compare(const Planned &planned, const nlohmann::json &answer, Tally &tally);

/// A decision in the form of the oracle's answer.
[[nodiscard]] nlohmann::json shown(const model::Decision &decision);

} // namespace binnacle::parity
