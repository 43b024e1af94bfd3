// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/window_user.h"

#include "views/pages/frame/rail.h"
#include "views/pages/frame/top_bar.h"
#include "views/theme/widgets.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>

#include <cstdio>
#include <future>
#include <iostream>
#include <string>

namespace binnacle::e2e {

namespace {

void addRows(const QAbstractItemView *view, const QModelIndex &parent, const QString &indent, QStringList &out)
{
    const QAbstractItemModel *model = view->model();
    const auto *tree = qobject_cast<const QTreeView *>(view);
    for (int row = 0; row < model->rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model->columnCount(parent); ++column) {
            const QString cell = model->index(row, column, parent).data().toString();
            if (!cell.isEmpty())
                cells << cell;
        }
        out << indent + cells.join(QStringLiteral(" | "));
        if (tree && tree->isExpanded(model->index(row, 0, parent)))
            addRows(view, model->index(row, 0, parent), indent + QStringLiteral("  "), out);
    }
}

QModelIndex findRow(const QAbstractItemModel *model, const QModelIndex &parent, const QString &text)
{
    for (int row = 0; row < model->rowCount(parent); ++row) {
        for (int column = 0; column < model->columnCount(parent); ++column) {
            const QModelIndex cell = model->index(row, column, parent);
            if (cell.data().toString().contains(text))
                return cell;
        }
        if (const QModelIndex below = findRow(model, model->index(row, 0, parent), text); below.isValid())
            return below;
    }
    return {};
}

} // namespace

QStringList User::rows(const QAbstractItemView *view)
{
    QStringList out;
    if (view && view->model())
        addRows(view, {}, {}, out);
    return out;
}

QModelIndex User::row(const QAbstractItemView *view, const QString &text)
{
    return view && view->model() ? findRow(view->model(), {}, text) : QModelIndex();
}

QString User::words(const QWidget *of) const
{
    QStringList lines;
    for (const QWidget *widget : (of ? of : &m_window)->findChildren<QWidget *>()) {
        if (!widget->isVisible())
            continue;
        if (const auto *view = qobject_cast<const QAbstractItemView *>(widget))
            lines << rows(view);
        else if (const auto *field = qobject_cast<const QLineEdit *>(widget))
            lines << field->text();
        else if (!widget->accessibleName().isEmpty() && lines.value(lines.size() - 1) != widget->accessibleName())
            lines << widget->accessibleName();
    }
    return lines.join(QLatin1Char('\n'));
}

QString User::feed() const { return m_window.findChild<pages::FeedLabel *>()->text(); }

void User::picture(const QString &name)
{
    const QString folder = qEnvironmentVariable("BINNACLE_TEST_PICTURES");
    if (folder.isEmpty())
        return;
    QTest::qWait(60); // what was asked for is painted
    QDir().mkpath(folder);
    const QString path = folder + QLatin1Char('/') + name + QStringLiteral(".png");
    QVERIFY2(m_window.grab().save(path), qPrintable(path));
}

QWidget *User::widget(const QString &accessibleName) const
{
    for (QWidget *widget : m_window.findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->accessibleName() == accessibleName)
            return widget;
    }
    return nullptr;
}

QAbstractButton *User::button(const QString &words) const
{
    for (QAbstractButton *button : m_window.findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->accessibleName() == words)
            return button;
    }
    return nullptr;
}

QAbstractItemView *User::view(const QString &accessibleName) const
{
    for (QAbstractItemView *view : m_window.findChildren<QAbstractItemView *>()) {
        if (view->isVisible() && view->accessibleName() == accessibleName)
            return view;
    }
    return nullptr;
}

QAbstractItemView *User::viewOf(const char *modelClass) const
{
    for (QAbstractItemView *view : m_window.findChildren<QAbstractItemView *>()) {
        if (view->isVisible() && view->model() && view->model()->inherits(modelClass))
            return view;
    }
    return nullptr;
}

void User::click(QWidget *widget)
{
    QVERIFY2(widget && widget->isVisible(), "a click on something that is not there");
    QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center());
}

void User::click(QAbstractItemView *view, const QModelIndex &index)
{
    QVERIFY2(view && index.isValid(), "a click on a row that is not there");
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
}

void User::type(QWidget *field, const QString &text)
{
    QVERIFY2(field && field->isVisible(), "typing where there is no field");
    click(field);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
}

void User::go(const QString &page)
{
    click(m_window.rail()->item(page));
    QVERIFY2(m_window.currentPage()->id() == page, qPrintable(page));
}

void User::chooseSegment(const QString &now, int steps)
{
    for (theme::SegmentedControl *control : m_window.findChildren<theme::SegmentedControl *>()) {
        if (!control->isVisible() || !control->accessibleName().startsWith(now))
            continue;
        control->setFocus(Qt::TabFocusReason);
        for (int i = 0; i < std::abs(steps); ++i)
            QTest::keyClick(control, steps > 0 ? Qt::Key_Right : Qt::Key_Left);
        return;
    }
    QFAIL(qPrintable(QStringLiteral("no choice stands at ") + now));
}

bool User::chooseFromMenu(const QString &label, const QString &entry)
{
    QWidget *opener = nullptr;
    for (theme::Label *candidate : m_window.findChildren<theme::Label *>()) {
        if (candidate->isVisible() && candidate->text().startsWith(label))
            opener = candidate;
    }
    if (!opener)
        return false;
    click(opener);
    if (!until([] { return qobject_cast<QMenu *>(QApplication::activePopupWidget()); }, 5))
        return false;
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    for (QAction *action : menu->actions()) {
        if (action->text().startsWith(entry) && action->isEnabled()) {
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            return true;
        }
    }
    menu->close();
    return false;
}

bool User::until(const std::function<bool()> &done, int seconds)
{
    QElapsedTimer clock;
    clock.start();
    m_waited = seconds;
    while (!done()) {
        if (clock.elapsed() > seconds * 1000 || QTest::currentTestFailed())
            return false;
        QTest::qWait(20);
    }
    return true;
}

const char *User::missed(const QString &what)
{
    m_missed =
        QStringLiteral("%1 (waited %2 s). The window says instead:\n%3").arg(what).arg(m_waited).arg(words()).toUtf8();
    picture(QStringLiteral("failed"));
    return m_missed.constData();
}

QJsonObject askScript(const QString &question)
{
    std::printf("\n@%s\n", qPrintable(question));
    std::fflush(stdout);
    auto answer = std::async(std::launch::async, [] {
        std::string line;
        std::getline(std::cin, line);
        return line;
    });
    while (answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready) // the script bounds it
        QTest::qWait(10);
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.get())).object();
}

} // namespace binnacle::e2e
