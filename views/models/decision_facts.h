// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/types/span.h>

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace binnacle::models {

/// One plugin's part of a node's score: weight × normalised. The parts of a row add up to its total.
struct ScorePart {
    base::Symbol plugin;
    std::int64_t raw = 0;
    std::int64_t normalised = 0; ///< 0..100
    std::int32_t weight = 1;
    std::int64_t value = 0;
};

/// A feasible node with its score split by plugin, in the decision's order of plugins.
struct ScoreRow {
    base::Symbol node;
    std::vector<ScorePart> parts;
    std::int64_t total = 0;
};
[[nodiscard]] ScoreRow scoreRow(const model::Decision &decision, std::size_t feasibleIndex);
/// The best `limit` nodes, best first; the node at hand (`also`) is added at the end when it is not among them.
[[nodiscard]] std::vector<ScoreRow> scoreRows(
    const model::Decision &decision, std::size_t limit, base::Symbol also = {});
/// The widest score possible under the decision's weights: 100 × their sum.
[[nodiscard]] std::int64_t widestScore(const model::Decision &decision);

/// Rejected nodes that share plugin, reason and subject; most nodes first, equal counts in plugin order.
struct RejectionGroup {
    base::Symbol plugin;
    model::ReasonCode code = model::ReasonCode::None;
    base::Symbol subject;
    std::vector<int> rejected; ///< indices into Decision::rejected
};
[[nodiscard]] std::vector<RejectionGroup> rejectionGroups(const model::Decision &decision);

/// Rejected nodes worth a closer look for the smallest change, at most `limit`: of each reason the node that lacks least by
/// the figures of its reasons, the nearest first. Cordoned nodes come only when every node is cordoned: whoever cordoned a
/// node wants nothing placed on it.
[[nodiscard]] std::vector<const model::RejectedNode *> nearestNodes(
    const model::Decision &decision, std::size_t limit = 6);
/// How much changes ask for: below 1 for shortages by their share of the request, whole numbers for other changes. Lower
/// is nearer; compares sets of changes of one pod.
[[nodiscard]] double effort(absl::Span<const model::Reason> changes);

/// What a pod asks as YAML of core/v1, of the fields that decisions read. All text is quoted.
[[nodiscard]] QString podYaml(const model::Pod &pod);

/// What approving would do, exactly.
[[nodiscard]] QString changeText(const model::Decision &decision);

} // namespace binnacle::models
