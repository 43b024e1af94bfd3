// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/rows_model.h"

namespace binnacle::models {

/// The words of a node's inspector: pure functions over a state. GUI thread (tr).
class NodePods {
    Q_DECLARE_TR_FUNCTIONS(NodePods)

public:
    enum class Order : quint8 { Name, Cpu, Memory, Age };
    [[nodiscard]] static QStringList header();
    /// Who takes what of the node: pods with request and use of CPU and memory, in that order.
    [[nodiscard]] static std::vector<Row> rows(
        const model::NodeInfo &info, const api::UsageTable &usage, Order order, bool descending, base::TimePoint now);

    [[nodiscard]] static QStringList decisionsHeader();
    /// The audited decisions of this node, newest first.
    [[nodiscard]] static std::vector<Row> decisions(const std::vector<api::AuditDecision> &found);
};

} // namespace binnacle::models
