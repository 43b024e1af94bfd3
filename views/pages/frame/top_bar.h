// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/theme/label.h"

#include <QLineEdit>
#include <QWidget>

#include <chrono>

class QComboBox;
class QToolButton;

namespace binnacle::pages {

/// The cluster's name with its colour and protection; a press on the left offers the clusters, on the right the
/// protection.
class ClusterBox : public QWidget {
    Q_OBJECT

public:
    explicit ClusterBox(QWidget *parent = nullptr);
    void show(const api::ClusterProfile &profile);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void clustersWanted(const QPoint &global);
    void protectionWanted(const QPoint &global);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] QString protectionWord() const;
    [[nodiscard]] int split() const;

    QString m_name;
    api::Protection m_protection = api::Protection::Normal;
    int m_colour = 0;
};

/// State of the feed and the age of the last contact, which ticks.
class FeedLabel : public QWidget {
    Q_OBJECT

public:
    explicit FeedLabel(QWidget *parent = nullptr);
    void show(const model::FeedStatus &feed, bool open);
    void setNow(base::TimePoint now);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    model::FeedStatus m_feed;
    bool m_open = false;
    base::TimePoint m_now{};
};

/// The one field for filter and command. Emits `filter` as one types; a text that begins with `:` asks for the palette.
class FilterField : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterField(QWidget *parent = nullptr);

signals:
    void filter(const QString &text);
    void commandWanted(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
};

/// The bar of 48 px: cluster, feed, field, time range, theme, language.
class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(QWidget *parent = nullptr);

    ClusterBox *cluster;
    FeedLabel *feed;
    FilterField *field;
    [[nodiscard]] std::chrono::minutes range() const;
    void setRange(std::chrono::minutes range);

signals:
    void rangeChosen(std::chrono::minutes range);
    void themeToggled();
    void languageToggled();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QComboBox *m_range;
    QToolButton *m_theme;
    QToolButton *m_language;
};

} // namespace binnacle::pages
