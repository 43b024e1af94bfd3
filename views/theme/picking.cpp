// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/picking.h"

#include <QAbstractItemView>
#include <QItemSelectionModel>

#include <memory>

namespace binnacle::theme {

namespace {
struct Removal {
    bool underWay = false;
    bool moved = false; ///< the current row went, and a neighbour was made current
};
} // namespace

void showAndPick(
    QAbstractItemView &view, QAbstractItemModel &model, std::function<void(const QModelIndex &current)> picked)
{
    const auto removal = std::make_shared<Removal>();
    // Before the view and its selection connect to the model: slots run in the order of their connections.
    QObject::connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, &view, [removal] { *removal = {true, false}; });
    view.setModel(&model);
    QObject::connect(&model, &QAbstractItemModel::rowsRemoved, &view, [removal, &view] {
        if (removal->moved)
            view.selectionModel()->clear();
        *removal = {};
    });
    QObject::connect(view.selectionModel(), &QItemSelectionModel::currentRowChanged, &view,
        [removal, picked = std::move(picked)](const QModelIndex &current) {
            if (removal->underWay)
                removal->moved = true;
            else
                picked(current);
        });
}

} // namespace binnacle::theme
