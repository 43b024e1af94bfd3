// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/theme/widgets.h"

namespace binnacle::pages {

/// A strip above every page while the feed is not synced: why, what to do, and how far a first list has come. It takes no
/// room while all is well.
class FeedBanner : public QWidget {
    Q_OBJECT

public:
    explicit FeedBanner(QWidget *parent = nullptr);
    void show(const model::FeedStatus &feed, bool open);
    /// There is no cluster, or it could not be opened.
    void fail(const QString &title, const QString &next);
    void setNow(base::TimePoint now);

signals:
    void consentWanted();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void say(const QString &title, const QString &next, theme::Tone tone);

    theme::Label *m_title;
    theme::Label *m_next;
    theme::Label *m_retry;
    QPushButton *m_consent;
    theme::Tone m_tone = theme::Tone::Accent;
    model::FeedStatus m_feed;
};

} // namespace binnacle::pages
