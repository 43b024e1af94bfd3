// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/cluster_store.h"

#include <QAbstractListModel>
#include <QLineEdit>
#include <QListView>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace binnacle::pages {

/// How well `pattern` matches `text`, letter by letter in order and without case: higher is better, nothing when it does
/// not. Matches at the start of words and runs of letters count more.
[[nodiscard]] std::optional<int> fuzzyScore(const QString &pattern, const QString &text);

/// Something the palette offers: a page, an action, a node or a pod.
struct Command {
    QString icon;
    QString title;
    QString note; ///< kind or shortcut, at the right
    std::function<void()> run;
};

/// The command palette: a field and what matches, best first. Pages and actions match letter by letter; nodes and pods by
/// a part of their name, at most `kObjects` of each. Enter runs, Esc closes, arrows move. Over the content, not modal to it.
class Palette : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kObjects = 20;

    Palette(models::ClusterStore &store, QWidget *parent);
    void open(std::vector<Command> commands, const QString &text = {});
    [[nodiscard]] QStringList titles() const; ///< as listed now

signals:
    void objectChosen(const QString &address);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Model;
    void search(const QString &text);
    void addObjects(const QString &text, std::vector<Command> &found);
    void run(int row);

    models::ClusterStore &m_store;
    std::vector<Command> m_commands;
    QLineEdit *m_field;
    QListView *m_list;
    Model *m_model;
};

} // namespace binnacle::pages
