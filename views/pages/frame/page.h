// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/api/cluster_state.h"

#include <QString>
#include <QWidget>

#include <chrono>
#include <functional>

namespace binnacle::pages {

/// Opens what an address names: "nodes/gpu-a12?tab=profile", "pods/ml/train-7f9c?tab=why", "whatif?pod=ml/train",
/// "approvals/ID", "audit/ID". The frame implements it; back and forward are its own.
class Navigator {
public:
    virtual ~Navigator() = default;
    virtual void open(const QString &address) = 0;
    /// Says something that happened, in words, until it is read. `bad` for failures. The words are asked for again when
    /// the language changes while they show; they may not refer to what can go meanwhile.
    virtual void toast(std::function<QString()> words, bool bad) = 0;
};

/// What a page works with: the open cluster and the way to other pages. The service may be null while no cluster is
/// open. Outlives the page's use of it: `Page::leave` is called before the service goes.
struct PageContext {
    api::ClusterService *service = nullptr;
    Navigator *navigator = nullptr;
    QString actor; ///< the operator's name, as it goes into the audit log
};

/// One page of the console. The frame feeds it updates and the clock, and draws its title and subtitle in the page
/// header; the page owns everything below. GUI thread.
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    [[nodiscard]] virtual QString id() const = 0; ///< first part of its addresses: "pods"
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString subtitle() const { return {}; }
    /// A widget for the right end of the page header; owned by the page until the frame takes it in. May be null.
    [[nodiscard]] virtual QWidget *headerWidget() { return nullptr; }
    /// What the inspector shows for `object` of this page; a new widget owned by `parent`, or null when there is none.
    /// The pane's heading is the widget's windowTitle (else the object) and its property "subtitle".
    [[nodiscard]] virtual QWidget *inspector(const QString &object, const QString &tab, QWidget *parent)
    {
        Q_UNUSED(object)
        Q_UNUSED(tab)
        Q_UNUSED(parent)
        return nullptr;
    }

    virtual void enter(const PageContext &context) = 0; ///< a cluster was opened (or service is null: none is)
    virtual void apply(const api::ClusterUpdate &update) = 0;
    virtual void setNow(base::TimePoint now) { Q_UNUSED(now) } ///< each second
    virtual void setFilter(const QString &text) { Q_UNUSED(text) }
    virtual void setRange(std::chrono::minutes range) { Q_UNUSED(range) } ///< how far back charts and changes look
    virtual void openObject(const QString &object, const QString &tab)
    {
        Q_UNUSED(object)
        Q_UNUSED(tab)
    }

signals:
    void headerChanged(); ///< title, subtitle or badge
    void selected(const QString &object, const QString &tab); ///< show it in the inspector
};

} // namespace binnacle::pages
