// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/audit_model.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/frame/page.h"

#include <QPointer>

#include <optional>
#include <stop_token>

class QStackedWidget;
class QTableView;

namespace binnacle::pages {

class AuditCard;
class BadEntry;
class Facets;
class Timeline;

/// The audit log: decisions over time, narrowed by facets, range and filter; one in the inspector; verification and export.
/// Rows keep their place; newer ones wait above until asked for. Addresses: "audit/DECISION-ID". Answers to a query
/// that is no longer the newest are dropped.
class AuditPage : public Page {
    Q_OBJECT

public:
    explicit AuditPage(QWidget *parent = nullptr);
    ~AuditPage() override;

    [[nodiscard]] QString id() const override { return QStringLiteral("audit"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;
    [[nodiscard]] QWidget *headerWidget() override { return m_export; }
    [[nodiscard]] QWidget *inspector(const QString &object, const QString &tab, QWidget *parent) override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void setNow(base::TimePoint now) override;
    void setFilter(const QString &text) override;
    void setRange(std::chrono::minutes range) override;
    void openObject(const QString &object, const QString &tab) override;

    void verify();
    void openStorage();
    /// Writes the decisions that match now; `format` is "csv" or "json". Asks for nothing.
    void exportTo(const QString &path, const QString &format);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Load : quint8 { Start, Refresh, Older };

    void build();
    QWidget *buildRows();
    void connectParts();
    void retranslate();
    void load(Load load);
    void loaded(Load load, const api::AuditPage &page, base::TimePoint end);
    void showRows();
    void showVerification();
    void tellCards();
    void chooseExport();
    [[nodiscard]] api::AuditFilter filter() const;
    [[nodiscard]] base::TimePoint now() const; ///< by the frame's clock, or the machine's before its first tick

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::AuditModel *m_model;
    QString m_text;
    std::optional<std::chrono::minutes> m_range;
    base::TimePoint m_now{};
    std::uint64_t m_query = 0;
    bool m_loading = false;
    bool m_loadedOnce = false;
    std::uint64_t m_leavesShown = 0; // of the log when the newest answer was made
    std::optional<absl::Status> m_fault;
    QString m_selected;
    std::optional<api::AuditVerification> m_verification;
    std::optional<absl::Status> m_verifyFault;
    std::optional<std::stop_source> m_verifying;
    std::pair<std::uint64_t, std::uint64_t> m_progress;
    std::vector<QPointer<AuditCard>> m_cards;

    Button *m_export = nullptr;
    NoticeStrip *m_strip = nullptr;
    Text *m_timelineTitle = nullptr;
    Button *m_clearRange = nullptr;
    Timeline *m_timeline = nullptr;
    Facets *m_facets = nullptr;
    Button *m_newer = nullptr;
    QStackedWidget *m_stack = nullptr;
    QTableView *m_table = nullptr;
    NoticeBox *m_notice = nullptr;
    Text *m_foot = nullptr;
    Button *m_older = nullptr;
    BadEntry *m_bad = nullptr;
    Text *m_verifySign = nullptr;
    Button *m_storage = nullptr;
    Button *m_verify = nullptr;
};

} // namespace binnacle::pages
