// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/pages/frame/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTest>

#include <functional>

/// Waits until `condition` holds, or fails the test with what was awaited and what the window showed instead.
#define AWAIT(user, condition, what)                                                                                   \
    QVERIFY2((user).until([&] { return bool(condition); }), (user).missed(QStringLiteral(what)))
#define AWAIT_LONG(user, condition, what)                                                                              \
    QVERIFY2((user).until([&] { return bool(condition); }, 60), (user).missed(QStringLiteral(what)))

namespace binnacle::e2e {

/// A person at the console's window: reads what it shows, moves the mouse and types. Knows widgets by what they are and say,
/// never by the services behind them. GUI thread.
class User {
public:
    /// Pictures go to the folder that BINNACLE_TEST_PICTURES names, when it does.
    explicit User(pages::MainWindow &window) : m_window(window) { }

    // eyes
    /// What a screen reader would say of everything visible in `of` (the whole window when null), one a line.
    [[nodiscard]] QString words(const QWidget *of = nullptr) const;
    [[nodiscard]] bool sees(const QString &text) const { return words().contains(text); }
    /// The cells of each row, with " | " between them; rows below another are indented.
    [[nodiscard]] static QStringList rows(const QAbstractItemView *view);
    [[nodiscard]] QString feed() const; ///< the badge in the top bar
    void picture(const QString &name);

    // widgets, null when nothing visible fits
    [[nodiscard]] QWidget *widget(const QString &accessibleName) const;
    [[nodiscard]] QAbstractButton *button(const QString &words) const;
    [[nodiscard]] QAbstractItemView *view(const QString &accessibleName) const;
    /// The visible item view that shows a model of this class.
    [[nodiscard]] QAbstractItemView *viewOf(const char *modelClass) const;
    /// The first row, in whole or in part of the tree, with `text` in one of its cells.
    [[nodiscard]] static QModelIndex row(const QAbstractItemView *view, const QString &text);

    // hands
    void click(QWidget *widget);
    void click(QAbstractItemView *view, const QModelIndex &index);
    void type(QWidget *field, const QString &text); ///< instead of what is in it
    void go(const QString &page); ///< by the rail
    void chooseSegment(const QString &now, int steps); ///< of the control whose chosen segment begins with `now`
    /// Presses the label that begins with `label`, and in the menu that opens the entry that begins with `entry`.
    [[nodiscard]] bool chooseFromMenu(const QString &label, const QString &entry);

    // patience
    bool until(const std::function<bool()> &done, int seconds = 20);
    [[nodiscard]] const char *missed(const QString &what);

private:
    pages::MainWindow &m_window;
    QByteArray m_missed;
    int m_waited = 0; // seconds
};

/// The script that started the test holds the keys to the cluster. Asks it, or tells it to do something, and gives its answer;
/// the window goes on meanwhile.
[[nodiscard]] QJsonObject askScript(const QString &question);

} // namespace binnacle::e2e
