// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "views/models/decision_facts.h"

#include <QString>

#include <utility>
#include <vector>

namespace binnacle::models {

/// What a decision's canonical record says beyond its entry's fields. Untrusted: fields of other types are left out,
/// and at most 64 alternatives and 256 plugins or reasons are read.
struct RecordedDecision {
    std::vector<ScoreRow> alternatives; ///< best first; parts carry their value only (weight × normalised)
    std::vector<std::pair<model::ReasonCode, std::int64_t>> rejected; ///< reason → nodes, most first
    QString pretty; ///< the record, indented, for reading
};
[[nodiscard]] RecordedDecision readRecord(const api::AuditDecision &decision);

} // namespace binnacle::models
