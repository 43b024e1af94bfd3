// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/rows_model.h"

#include <chrono>

namespace binnacle::models {

/// What the overview shows, as rows of words: pure functions of a state. GUI thread (tr).
class OverviewRows {
    Q_DECLARE_TR_FUNCTIONS(OverviewRows)

public:
    /// One figure with its trend over `range` and the change since its beginning.
    struct FigureWords {
        QString value;
        QString unit;
        QString change;
        Tone tone = Tone::Quiet;
        QString caption;
        QString tip; ///< what the figure means, where its name does not say it
        std::vector<double> trend;
    };
    enum class Which : quint8 { Allocated, Used, Pending, Fragmentation, Decisions, Ready };
    [[nodiscard]] static FigureWords figure(Which which, const api::ClusterState &state, std::chrono::minutes range);
    [[nodiscard]] static QString name(Which which);
    [[nodiscard]] static QString address(Which which);

    /// Things that need a person; nothing is listed when nothing does, but that all is well.
    struct Need {
        QString icon;
        Tone tone;
        QString title;
        QString detail;
        QString verb;
        QString address;
    };
    [[nodiscard]] static std::vector<Need> needs(const api::ClusterState &state, base::TimePoint now);

    [[nodiscard]] static QStringList totalsHeader();
    [[nodiscard]] static std::vector<Row> totals(const api::ClusterState &state);
    /// Waiting pods by what blocks them, most first; the bar is the share of the largest group.
    [[nodiscard]] static QStringList reasonsHeader();
    [[nodiscard]] static std::vector<Row> reasons(const api::ClusterState &state, base::TimePoint now);
    [[nodiscard]] static QStringList decisionsHeader();
    [[nodiscard]] static std::vector<Row> decisions(const api::ClusterState &state, std::size_t limit);
    [[nodiscard]] static QString stateIcon(api::DecisionState state);
};

} // namespace binnacle::models
