// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ctl/output.h"
#include "backend/api/cluster_service.h"

#include <string>
#include <string_view>

namespace binnacle::ctl {

/// Names of the rules in a set, as in pod.h ("TopologySpread").
[[nodiscard]] std::string_view stateName(api::DecisionState state);
[[nodiscard]] std::string_view outcomeName(model::DecisionOutcome outcome);
[[nodiscard]] std::string iso(base::TimePoint at); ///< UTC, milliseconds; "" when not set
[[nodiscard]] std::string cores(std::int64_t milli);
[[nodiscard]] std::string gibibytes(std::int64_t bytes);

[[nodiscard]] Json reasonJson(const model::Reason &reason);
[[nodiscard]] Json nodeJson(const model::NodeInfo &info, const api::UsageTable &usage);
[[nodiscard]] Json podJson(const model::Pod &pod, const api::UsageTable &usage);
[[nodiscard]] Json reasonJson(const model::Reason &reason);
[[nodiscard]] Json decisionJson(const model::Decision &decision);
[[nodiscard]] Json entryJson(const api::AuditEntry &entry);
/// Who approved or denied it; else who ended it otherwise; else who proposed it.
[[nodiscard]] std::string decidedBy(const api::AuditDecision &row);
[[nodiscard]] Json auditJson(const api::AuditDecision &row);
[[nodiscard]] Json verificationJson(const api::AuditVerification &verification);
[[nodiscard]] std::string_view verificationName(api::AuditVerification::Result result);

void printDecision(const model::Decision &decision, std::ostream &out);

} // namespace binnacle::ctl
