// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace binnacle::pages {

/// One entry of the rail: icon and word, a badge where something waits.
class RailItem : public QAbstractButton {
    Q_OBJECT

public:
    RailItem(const QString &icon, QWidget *parent);
    void setBadge(int count);
    void setNarrow(bool narrow);
    [[nodiscard]] int badge() const { return m_badge; }
    [[nodiscard]] QSize sizeHint() const override { return {152, 32}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QString m_icon;
    int m_badge = 0;
    bool m_narrow = false;
};

/// The left rail: name, one entry a page, and the switch between 168 px and icons alone (48 px).
class Rail : public QWidget {
    Q_OBJECT

public:
    explicit Rail(QWidget *parent = nullptr);
    void addPage(const QString &id, const QString &icon);
    void setWord(const QString &id, const QString &word, const QString &shortcut);
    void setCurrent(const QString &id);
    void setBadge(const QString &id, int count);
    /// What the user chose; a narrow window shows icons whatever was chosen.
    void setCollapsed(bool collapsed);
    void setForced(bool forced);
    [[nodiscard]] bool collapsed() const { return m_collapsed; }
    [[nodiscard]] RailItem *item(const QString &id) const;

signals:
    void chosen(const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        QString id;
        RailItem *item;
    };
    void refresh();

    std::vector<Entry> m_entries;
    QVBoxLayout *m_column;
    RailItem *m_collapse;
    RailItem *m_expand;
    bool m_collapsed = false;
    bool m_forced = false;
};

} // namespace binnacle::pages
