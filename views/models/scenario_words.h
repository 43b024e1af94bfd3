// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/scenario.h"
#include "views/models/words.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace binnacle::models {

/// The words of scenarios: edits, faults, and figures side by side. Pure, GUI thread (tr).
class ScenarioWords {
    Q_DECLARE_TR_FUNCTIONS(ScenarioWords)

public:
    [[nodiscard]] static QString kind(api::ScenarioStep::Kind kind); ///< as in a list of what can be done
    [[nodiscard]] static QString title(const api::ScenarioStep &step); ///< "Drain 4 nodes"
    [[nodiscard]] static QString detail(const api::ScenarioStep &step); ///< "gpu-a09 … gpu-a12"
    /// What is wrong, and what to do about it.
    [[nodiscard]] static Notice fault(const absl::Status &status);
    [[nodiscard]] static QString origin(model::PodOrigin origin);
    /// Why a pod pends.
    [[nodiscard]] static QString why(const model::ScenarioPod &pod);

    /// A figure of every fork, the cluster as it is first. `change` is the last one's from the first.
    struct Figure {
        QString name;
        QString unit;
        std::vector<QString> values;
        QString change;
        QString better; ///< "better", "worse", or a dash
        Tone tone = Tone::Quiet;
    };
    [[nodiscard]] static std::vector<Figure> figures(const std::vector<const api::ScenarioResult *> &results);
};

/// Pods that pend for one reason here, and how many more than in the cluster as it is.
struct PendingChange {
    model::ReasonCode reason = model::ReasonCode::None;
    base::Symbol subject;
    std::int64_t more = 0; ///< negative: fewer
    std::vector<const model::ScenarioPod *>
        pods; ///< those that pend here but not there; of fewer, those that did there
};
/// What would pend otherwise than as it is, most pods first. Points into the outcomes.
[[nodiscard]] std::vector<PendingChange> pendingChanges(
    const model::ScenarioOutcome &base, const model::ScenarioOutcome &outcome);

/// The pods that get a place which they do not get, or have, as it is: displaced, scaled up, arrived, or waiting no more.
[[nodiscard]] std::vector<const model::ScenarioPod *> newPlaces(
    const model::ScenarioOutcome &base, const model::ScenarioOutcome &outcome);

} // namespace binnacle::models
