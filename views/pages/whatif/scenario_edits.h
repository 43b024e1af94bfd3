// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/scenario_forks.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/whatif/step_form.h"

class QScrollArea;

namespace binnacle::pages {

/// The edits of the current fork, each removable, the form that adds one, and what is known of the run.
class ScenarioEdits : public Card {
    Q_OBJECT

public:
    explicit ScenarioEdits(models::ScenarioForks &forks, QWidget *parent = nullptr);
    void refresh(); ///< from the forks
    void refreshProgress();
    void setState(const api::ClusterStatePtr &state);
    void setNow(base::TimePoint now);
    void openForm(api::ScenarioStep::Kind kind);
    [[nodiscard]] StepForm *form() const { return m_form; }
    void retranslate();

private:
    void rebuildSteps();
    void refreshFacts();
    QWidget *makeStep(const api::ScenarioStep &step, int index, bool bad);

    models::ScenarioForks &m_forks;
    api::ClusterStatePtr m_state;
    base::TimePoint m_now{};
    Text *m_title;
    Text *m_note;
    QWidget *m_list;
    QVBoxLayout *m_steps;
    Button *m_addEdit;
    StepForm *m_form;
    Text *m_hint;
    Text *m_factsTitle;
    theme::KeyValues *m_facts;
    Text *m_untouched;
    Button *m_undo;
    Button *m_run;
};

} // namespace binnacle::pages
