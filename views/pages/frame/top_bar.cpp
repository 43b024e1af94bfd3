// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/top_bar.h"

#include "views/models/words.h"
#include "views/theme/icons.h"
#include "views/theme/paint.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace binnacle::pages {
namespace {

constexpr int kRanges[] = {15, 30, 60}; // minutes; the services keep one hour

} // namespace

ClusterBox::ClusterBox(QWidget *parent) : QWidget(parent)
{
    setFont(theme::font(theme::Type::Body));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void ClusterBox::show(const api::ClusterProfile &profile)
{
    m_name = models::Words::plain(profile.name, 64);
    m_protection = profile.protection;
    m_colour = profile.colour;
    setAccessibleName(tr("Cluster %1, %2").arg(m_name, protectionWord()));
    setToolTip(models::Words::tip(models::Words::plain(profile.origin)));
    updateGeometry();
    update();
}

QString ClusterBox::protectionWord() const
{
    switch (m_protection) {
    case api::Protection::Normal:
        return tr("normal");
    case api::Protection::Protected:
        return tr("protected");
    case api::Protection::ReadOnly:
        return tr("read only");
    }
    return {};
}

int ClusterBox::split() const
{
    const int name = QFontMetrics(theme::font(theme::Type::Body, true))
                         .horizontalAdvance(m_name.isEmpty() ? tr("no cluster") : m_name);
    return 28 + std::min(name, 180) + 36;
}

QSize ClusterBox::sizeHint() const
{
    return {split() + 36 + fontMetrics().horizontalAdvance(protectionWord()) + 16, 28};
}

void ClusterBox::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    theme::paintBox(painter, rect(), t.background, t.line);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::clusterColour(theme::scheme(), m_colour));
    painter.drawEllipse(QPointF(15.5, height() / 2.0), 5, 5);
    painter.setFont(theme::font(theme::Type::Body, true));
    const int middle = split();
    theme::paintText(painter, QRectF(28, 0, middle - 28 - 32, height()), Qt::AlignLeft | Qt::AlignVCenter,
        m_name.isEmpty() ? tr("no cluster") : m_name, t.text);
    theme::paintIcon(painter, QRectF(middle - 30, 0, 20, height()), QStringLiteral("chevron-down"), t.secondary, 16);
    painter.fillRect(QRectF(middle, 6, 1, height() - 12), t.line);
    const QString icon = m_protection == api::Protection::ReadOnly ? QStringLiteral("eye")
        : m_protection == api::Protection::Protected               ? QStringLiteral("lock")
                                                                   : QStringLiteral("unlock");
    theme::paintIcon(painter, QRectF(middle + 8, 0, 20, height()), icon, t.secondary, 16);
    painter.setFont(theme::font(theme::Type::Body));
    theme::paintText(painter, QRectF(middle + 32, 0, width() - middle - 36, height()), Qt::AlignLeft | Qt::AlignVCenter,
        protectionWord(), t.secondary);
    if (hasFocus())
        theme::paintFocus(painter, rect());
}

void ClusterBox::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (event->pos().x() < split())
        emit clustersWanted(mapToGlobal(QPoint(0, height() + 4)));
    else
        emit protectionWanted(mapToGlobal(QPoint(split(), height() + 4)));
}

void ClusterBox::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space || event->key() == Qt::Key_Down)
        emit clustersWanted(mapToGlobal(QPoint(0, height() + 4)));
    else if (event->key() == Qt::Key_Right)
        emit protectionWanted(mapToGlobal(QPoint(split(), height() + 4)));
    else
        QWidget::keyPressEvent(event);
}

void ClusterBox::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

FeedLabel::FeedLabel(QWidget *parent) : QWidget(parent)
{
    setFont(theme::font(theme::Type::Body));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void FeedLabel::show(const model::FeedStatus &feed, bool open)
{
    m_feed = feed;
    m_open = open;
    const models::Notice notice = models::Words::feedNotice(feed);
    QString tip = notice.empty() ? tr("Last word from the server: %1").arg(models::Words::instant(feed.lastContact))
                                 : notice.title + QLatin1Char('\n') + notice.next;
    if (!feed.serverVersion.empty())
        tip += QLatin1Char('\n') + tr("Server: %1").arg(models::Words::plain(feed.serverVersion));
    setToolTip(models::Words::tip(tip));
    setNow(m_now);
}

void FeedLabel::setNow(base::TimePoint now)
{
    const QString before = accessibleName();
    m_now = now;
    const QString after = text();
    if (after == before)
        return;
    setAccessibleName(after);
    if (QFontMetrics(font()).horizontalAdvance(after) + 18 > width()
        || width() - QFontMetrics(font()).horizontalAdvance(after) > 60)
        updateGeometry();
    update();
}

QString FeedLabel::text() const
{
    if (!m_open)
        return tr("Not connected");
    const QString word = models::Words::feed(m_feed.state);
    if (m_feed.state == model::FeedState::Connecting) {
        if (m_feed.nodesListed == 0 && m_feed.podsListed == 0)
            return word;
        return tr("%1 · %2, %3", "feed state, nodes, pods")
            .arg(word, tr("%Ln nodes", nullptr, int(m_feed.nodesListed)),
                tr("%Ln pods", nullptr, int(m_feed.podsListed)));
    }
    if (m_feed.lastContact == base::TimePoint{} || m_now == base::TimePoint{})
        return word;
    const double age = std::chrono::duration<double>(m_now - m_feed.lastContact).count();
    if (age < -2)
        return tr("%1 · clock %2 s ahead").arg(word, QString::number(std::lround(-age)));
    if (age < 60)
        return tr("%1 · %2 s").arg(word, QString::number(std::max(age, 0.0), 'f', age < 10 ? 1 : 0));
    return QStringLiteral("%1 · %2").arg(word, models::Words::duration(m_now - m_feed.lastContact));
}

QSize FeedLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(text()) + 30, 20}; }

void FeedLabel::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    const bool synced = m_open && m_feed.state == model::FeedState::Synced;
    const bool stale = m_open && m_feed.state == model::FeedState::Stale;
    const QColor colour = synced ? t.good : stale ? t.bad : t.warn;
    painter.setRenderHint(QPainter::Antialiasing);
    // Beside colour: synced is full, connecting a ring, stale a ring with a bar.
    painter.setPen(synced ? Qt::NoPen : QPen(colour, 1.5));
    painter.setBrush(synced ? QBrush(colour) : Qt::NoBrush);
    const QPointF centre(5, height() / 2.0);
    painter.drawEllipse(centre, 4, 4);
    if (stale)
        painter.drawLine(centre + QPointF(-3, 3), centre + QPointF(3, -3));
    painter.setFont(font());
    const QString all = text();
    const auto dot = all.indexOf(QStringLiteral(" ·"));
    const QString word = dot < 0 ? all : all.left(dot);
    painter.setPen(t.text);
    painter.drawText(QRect(14, 0, width() - 14, height()), Qt::AlignVCenter | Qt::AlignLeft, word);
    if (dot >= 0) {
        const int x = 14 + fontMetrics().horizontalAdvance(word);
        theme::paintText(painter, QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, all.mid(dot),
            stale ? t.bad : t.secondary);
    }
}

void FeedLabel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(text());
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

FilterField::FilterField(QWidget *parent) : QLineEdit(parent)
{
    setFont(theme::font(theme::Type::Body));
    setFixedHeight(32);
    setTextMargins(28, 0, 64, 0);
    setMaxLength(256);
    connect(this, &QLineEdit::textEdited, this, [this](const QString &text) {
        if (text.startsWith(QLatin1Char(':')) || text.startsWith(QChar(0xFF1A))) {
            const QString command = text.mid(1);
            clear();
            emit commandWanted(command);
        } else {
            emit filter(text);
        }
    });
}

void FilterField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    theme::paintIcon(painter, QRectF(8, 0, 20, height()), QStringLiteral("search"), t.secondary, 16);
    if (hasFocus() || !text().isEmpty())
        return;
    painter.setFont(theme::font(theme::Type::Caption));
    int x = width() - 8 - 24;
    for (const QString &key : {QStringLiteral(":"), QStringLiteral("/")}) {
        const QRectF box(x, (height() - 18) / 2.0, 22, 18);
        theme::paintBox(painter, box, t.surface, t.line, 3);
        painter.setPen(t.secondary);
        painter.drawText(box, Qt::AlignCenter, key);
        x -= 28;
    }
}

void FilterField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        if (!text().isEmpty()) {
            clear();
            emit filter(QString());
        } else {
            clearFocus();
        }
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Down) {
        focusNextChild();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

TopBar::TopBar(QWidget *parent)
    : QWidget(parent),
      cluster(new ClusterBox(this)),
      feed(new FeedLabel(this)),
      field(new FilterField(this)),
      m_range(new QComboBox(this)),
      m_theme(new QToolButton(this)),
      m_language(new QToolButton(this))
{
    setFixedHeight(48);
    for (const int minutes : kRanges)
        m_range->addItem(QString(), minutes);
    m_range->setCurrentIndex(2);
    m_range->setFixedHeight(28);
    m_range->setMinimumWidth(112);
    m_theme->setIcon(theme::icon(QStringLiteral("theme"), theme::Tone::Plain));
    m_language->setText(QStringLiteral("文/A"));
    for (QToolButton *button : {m_theme, m_language}) {
        button->setFixedHeight(32);
        button->setMinimumWidth(32);
        button->setIconSize(QSize(20, 20));
        button->setFocusPolicy(Qt::TabFocus);
    }
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme::space::x4, 3, theme::space::x4, 0);
    row->setSpacing(theme::space::x4);
    row->addWidget(cluster);
    row->addWidget(feed);
    row->addStretch(1);
    field->setMinimumWidth(180);
    field->setMaximumWidth(560);
    row->addWidget(field, 8);
    row->addStretch(1);
    row->addWidget(m_range);
    row->addWidget(m_theme);
    row->addWidget(m_language);
    connect(m_range, &QComboBox::activated, this, [this] { emit rangeChosen(range()); });
    connect(m_theme, &QToolButton::clicked, this, &TopBar::themeToggled);
    connect(m_language, &QToolButton::clicked, this, &TopBar::languageToggled);
    retranslate();
}

std::chrono::minutes TopBar::range() const { return std::chrono::minutes(m_range->currentData().toInt()); }

void TopBar::setRange(std::chrono::minutes range)
{
    const int index = m_range->findData(int(range.count()));
    if (index >= 0)
        m_range->setCurrentIndex(index);
}

void TopBar::retranslate()
{
    field->setPlaceholderText(tr("Filter, or type : for a command"));
    field->setAccessibleName(tr("Filter or command"));
    const QString words[] = {tr("last 15 min"), tr("last 30 min"), tr("last 1 h")};
    for (int i = 0; i < m_range->count(); ++i)
        m_range->setItemText(i, words[i]);
    m_range->setAccessibleName(tr("Time range"));
    m_theme->setAccessibleName(tr("Switch between light and dark"));
    m_theme->setToolTip(tr("Switch between light and dark"));
    m_language->setAccessibleName(tr("Switch language"));
    m_language->setToolTip(tr("Switch language"));
}

void TopBar::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.line);
}

void TopBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
