// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/scenario.h"
#include "views/pages/decision_card/parts.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QStringListModel;

namespace binnacle::pages {

/// Asks for one edit of a fork. Node names may hold `*`, and are separated by commas or spaces; they are looked up among the
/// nodes of the snapshot that it was given.
class StepForm : public QWidget {
    Q_OBJECT

public:
    explicit StepForm(QWidget *parent = nullptr);
    void setSnapshot(model::SnapshotPtr snapshot);
    void setKind(api::ScenarioStep::Kind kind);
    /// What is filled in now. Words that cannot be meant come out as they are; running the fork then says so.
    [[nodiscard]] api::ScenarioStep step() const;
    void clear();
    void retranslate();

signals:
    void accepted(const binnacle::api::ScenarioStep &step);
    void dismissed();

private:
    void showFields();
    void accept();
    [[nodiscard]] api::ScenarioStep::Kind kind() const;
    [[nodiscard]] std::vector<std::string> nodeNames() const;

    model::SnapshotPtr m_snapshot;
    QComboBox *m_kind;
    Text *m_nodesLabel;
    QLineEdit *m_nodes;
    QStringListModel *m_names;
    Text *m_workloadLabel;
    QLineEdit *m_workload;
    Text *m_policyLabel;
    QComboBox *m_policy;
    Text *m_countLabel;
    QLineEdit *m_count;
    Text *m_textLabel;
    QPlainTextEdit *m_text;
    Text *m_problem;
    Button *m_add;
    Button *m_dismiss;
};

} // namespace binnacle::pages
