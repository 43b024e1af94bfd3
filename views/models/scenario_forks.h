// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"

#include <QObject>
#include <QString>

#include <optional>
#include <stop_token>
#include <vector>

namespace binnacle::models {

/// Copies of the cluster with edits on them, and how they come out beside the cluster as it is. An edit asks anew at once;
/// the answer to a question that is no longer the newest is dropped, and its work stopped. GUI thread.
class ScenarioForks : public QObject {
    Q_OBJECT

public:
    static constexpr int most = 4;

    struct Fork {
        QString name; ///< "A" … "D"
        std::vector<api::ScenarioStep> steps;
        std::optional<api::ScenarioResult> result; ///< the newest; of the steps as they were then
    };

    explicit ScenarioForks(QObject *parent = nullptr);
    ~ScenarioForks() override;

    /// Forgets everything; null when no cluster is open.
    void setService(api::ClusterService *service);
    [[nodiscard]] const std::vector<Fork> &forks() const { return m_forks; }
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] const Fork &fork() const { return m_forks[std::size_t(m_current)]; }
    void setCurrent(int index);
    void addFork(); ///< a copy of the current one, so that one edit more can be compared; nothing when there are `most`
    void removeFork(int index); ///< the last one is emptied instead

    void addStep(api::ScenarioStep step);
    void removeStep(int index);
    void undo(); ///< the last edit of any fork
    [[nodiscard]] bool canUndo() const { return !m_past.empty(); }

    void run(); ///< on the cluster as it is now
    void cancel();
    [[nodiscard]] bool running() const { return m_running; }
    [[nodiscard]] std::int64_t done() const { return m_done; }
    [[nodiscard]] std::int64_t of() const { return m_of; }
    [[nodiscard]] const api::ScenarioComparisonPtr &comparison() const
    {
        return m_comparison;
    } ///< null before the first
    /// Why the newest question as a whole had no answer; OK otherwise.
    [[nodiscard]] const absl::Status &status() const { return m_status; }

signals:
    void changed(); ///< forks, steps or results
    void progressed();

private:
    void edited();
    void remember();
    void stop();
    void take(absl::StatusOr<api::ScenarioComparisonPtr> answer);
    [[nodiscard]] QString freeName() const;

    struct Past {
        std::vector<Fork> forks;
        int current;
    };
    api::ClusterService *m_service = nullptr;
    std::vector<Fork> m_forks;
    int m_current = 0;
    std::vector<Past> m_past; // oldest first
    api::ScenarioComparisonPtr m_comparison;
    absl::Status m_status;
    bool m_running = false;
    std::int64_t m_done = 0;
    std::int64_t m_of = 0;
    std::uint64_t m_question = 0;
    std::stop_source m_stop;
};

} // namespace binnacle::models
