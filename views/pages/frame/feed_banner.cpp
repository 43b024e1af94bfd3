// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/feed_banner.h"

#include "views/models/words.h"
#include "views/theme/icons.h"
#include "views/theme/paint.h"

#include <QBoxLayout>
#include <QPainter>

namespace binnacle::pages {

FeedBanner::FeedBanner(QWidget *parent)
    : QWidget(parent),
      m_title(new theme::Label(QString(), theme::Type::Body, theme::Tone::Plain, this)),
      m_next(new theme::Label(QString(), theme::Type::Body, theme::Tone::Quiet, this)),
      m_retry(new theme::Label(QString(), theme::Type::Caption, theme::Tone::Quiet, this)),
      m_consent(theme::makeButton(QString(), this))
{
    setFixedHeight(40);
    m_title->setType(theme::Type::Body, true);
    m_next->setElide(Qt::ElideRight);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(44, 4, theme::space::x4, 4);
    row->setSpacing(theme::space::x3);
    row->addWidget(m_title);
    row->addWidget(m_next, 1);
    row->addWidget(m_retry);
    row->addWidget(m_consent);
    m_consent->setFixedHeight(28);
    connect(m_consent, &QPushButton::clicked, this, &FeedBanner::consentWanted);
    hide();
}

void FeedBanner::say(const QString &title, const QString &next, theme::Tone tone)
{
    m_tone = tone;
    m_title->setText(title);
    m_next->setText(next);
    setAccessibleName(title + QLatin1Char('\n') + next);
    setVisible(!title.isEmpty());
    update();
}

void FeedBanner::show(const model::FeedStatus &feed, bool open)
{
    m_feed = feed;
    m_consent->setText(tr("Review…"));
    m_consent->setVisible(open && feed.fault == model::FaultKind::ConsentNeeded);
    if (!open)
        return;
    const models::Notice notice = models::Words::feedNotice(feed);
    const bool waits = feed.state == model::FeedState::Connecting && feed.fault == model::FaultKind::None;
    QString next = notice.next;
    if (!feed.detail.empty() && feed.fault != model::FaultKind::None)
        next += QStringLiteral("  ") + models::Words::plain(feed.detail, 200);
    say(notice.title, next,
        waits                                       ? theme::Tone::Accent
            : feed.state == model::FeedState::Stale ? theme::Tone::Bad
                                                    : theme::Tone::Warn);
}

void FeedBanner::fail(const QString &title, const QString &next)
{
    m_feed = {};
    m_retry->setText(QString());
    m_consent->hide();
    say(title, next, theme::Tone::Bad);
}

void FeedBanner::setNow(base::TimePoint now)
{
    const bool waits = m_feed.nextTry && *m_feed.nextTry > now;
    m_retry->setText(waits ? tr("next try in %1").arg(models::Words::duration(*m_feed.nextTry - now)) : QString());
}

void FeedBanner::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(0, 0, 3, height()), t.tone(m_tone));
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.line);
    const QString name = m_tone == theme::Tone::Accent ? QStringLiteral("refresh") : QStringLiteral("warning");
    theme::paintIcon(painter, QRectF(14, 0, 24, height()), name, t.tone(m_tone), 20);
}

} // namespace binnacle::pages
