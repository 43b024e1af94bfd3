// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ctl/output.h"
#include "backend/api/cluster_service.h"

namespace binnacle::ctl {

/// A change as an instruction: "free 500m cpu", "evict a/p". Untrusted text in it; make it printable.
[[nodiscard]] std::string changeWords(const model::Change &change);
[[nodiscard]] Json explanationJson(const model::Decision &decision, const api::NodeExplanation &explanation);
void printExplanation(const model::Decision &decision, const api::NodeExplanation &explanation, std::ostream &out);

} // namespace binnacle::ctl
