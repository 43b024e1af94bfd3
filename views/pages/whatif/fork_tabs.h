// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace binnacle::pages {

/// The cluster as it is and the forks of it, side by side: each a box with a name and what came of it. A fork can be chosen
/// and closed; arrow keys move between them, Delete closes the current one.
class ForkTabs : public QWidget {
    Q_OBJECT

public:
    struct Tab {
        QString name;
        QString outcome;
        bool closable = true;
        bool live = false; ///< the cluster as it is: not to be chosen
    };
    explicit ForkTabs(QWidget *parent = nullptr);
    void setTabs(std::vector<Tab> tabs, int current);
    [[nodiscard]] const std::vector<Tab> &tabs() const { return m_tabs; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosen(int index); ///< of the tabs
    void closed(int index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    [[nodiscard]] QRect box(int index) const;
    [[nodiscard]] QRect cross(int index) const;
    [[nodiscard]] int at(const QPoint &pos) const;
    [[nodiscard]] int widthOf(const Tab &tab) const;

    std::vector<Tab> m_tabs;
    int m_current = -1;
    int m_hover = -1;
};

} // namespace binnacle::pages
