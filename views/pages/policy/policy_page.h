// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/policy.h"
#include "views/models/rows_model.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/frame/page.h"

#include <QTimer>

class QPlainTextEdit;
class QStackedWidget;

namespace binnacle::theme {
class Table;
}

namespace binnacle::pages {

/// The policy: what its file says, beside what it changes and what it would do to the pods that wait now, which follows as
/// one types. What is typed here is only tried; a policy comes into force from its file, at once or by Apply, or as one that
/// was in force before. An answer that is no longer the newest question's is dropped.
class PolicyPage : public Page {
    Q_OBJECT

public:
    explicit PolicyPage(QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("policy"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;

    /// "gpu-first v12 · 9f3c52e07a1bd845", or the words for the built-in one.
    [[nodiscard]] static QString nameOf(const api::PolicyName &name, bool withHash);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *buildFile();
    QWidget *buildEffect();
    void retranslate();
    void showState();
    void showText();
    void showTrial();
    void showFaults(const std::vector<api::PolicyFault> &faults);
    void showEarlier();
    void ask();
    void applyWaiting();
    void keepOld();
    void setReload(int index);
    void restore(const api::PolicyName &name);
    void report(const absl::Status &status, std::function<QString()> done);
    [[nodiscard]] QString help() const;
    [[nodiscard]] const api::PolicyState *policy() const { return m_state ? m_state->policy.get() : nullptr; }

    PageContext m_context;
    api::ClusterStatePtr m_state;
    std::optional<api::PolicyTrial> m_trial;
    std::optional<absl::Status> m_fault;
    std::string m_fileText; ///< what the editor was filled with
    std::string m_shownText; ///< the same, as the editor has it
    std::vector<api::PolicyName> m_shownEarlier;
    std::uint64_t m_question = 0;
    std::uint64_t m_askedAt = 0; ///< version of the snapshot the newest trial was asked on
    QTimer m_typing;

    NoticeStrip *m_strip = nullptr;
    Text *m_name = nullptr;
    Text *m_since = nullptr;
    Text *m_source = nullptr;
    QPlainTextEdit *m_text = nullptr;
    Text *m_hint = nullptr;
    Text *m_reloadTitle = nullptr;
    Segments *m_reload = nullptr;
    Button *m_apply = nullptr;
    Button *m_keep = nullptr;
    Button *m_reset = nullptr;
    Text *m_earlierTitle = nullptr;
    QWidget *m_earlier = nullptr;
    QVBoxLayout *m_earlierColumn = nullptr;
    QStackedWidget *m_effect = nullptr;
    Text *m_faultsTitle = nullptr;
    Text *m_faults = nullptr;
    Text *m_changesTitle = nullptr;
    theme::Table *m_changes = nullptr;
    models::RowsModel *m_changeRows = nullptr;
    Text *m_notes = nullptr;
    Text *m_queueTitle = nullptr;
    Text *m_queueSub = nullptr;
    theme::Table *m_queue = nullptr;
    models::RowsModel *m_queueRows = nullptr;
};

} // namespace binnacle::pages
