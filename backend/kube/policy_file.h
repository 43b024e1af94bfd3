// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/policy.h"
#include "planner/framework/policy.h"
#include "planner/framework/registry.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// What a policy file says, whole and free of contradictions. Plain value.
struct PolicyFile {
    std::string name;
    std::int64_t number = 0; ///< metadata.version
    std::string description;
    framework::PolicyChanges changes; ///< named; its constraints and rules are settings of Binnacle's own plugins
    std::optional<api::Autonomy> autonomy; ///< the most that it allows
    bool limitsLatency = false;
    std::string text; ///< of the file
};
using PolicyFilePtr = std::shared_ptr<const PolicyFile>;

/// A file that was read, or all that is wrong with it: then nothing of it holds.
struct PolicyReading {
    PolicyFilePtr file; ///< null when there are faults
    std::vector<api::PolicyFault> faults; ///< in the order of the text
};

/// Reads a policy (binnacle/v1, docs/policy.md) from YAML or JSON of at most 1 MiB. Every key must be known, every value of
/// its type and in its range, and the whole free of contradictions; a fault names its place and, for a word that is not known,
/// the one that may have been meant. At most one fault a list element. The registry's plugins can be named.
[[nodiscard]] PolicyReading parsePolicyFile(const framework::Registry &registry, std::string_view text);
/// The same of a file; blocking. Codes as readTextFile.
[[nodiscard]] absl::StatusOr<PolicyReading> loadPolicyFile(
    const framework::Registry &registry, const std::string &path);
inline constexpr std::size_t largestPolicyFile = std::size_t{1} << 20;

/// "file:12:3: what" for each fault, one a line.
[[nodiscard]] std::string faultsText(std::string_view source, const std::vector<api::PolicyFault> &faults);

/// Every option of a policy file.
[[nodiscard]] const std::vector<api::PolicyOption> &policyOptions();

/// In what two policies differ, by path.
[[nodiscard]] std::vector<api::PolicyDifference> policyDifferences(
    const framework::Registry &registry, const framework::PolicyChanges &from, const framework::PolicyChanges &to);

} // namespace binnacle::kube
