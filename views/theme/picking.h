// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QModelIndex>

#include <functional>

class QAbstractItemModel;
class QAbstractItemView;

namespace binnacle::theme {

/// Shows `model` in `view` and calls `picked` whenever another row becomes the current one. When the current row itself goes
/// away, no row takes its place and nothing is picked: by itself a view would make a neighbour current, and what is shown
/// beside it would silently be about another object. Call it once a view, instead of its setModel.
void showAndPick(
    QAbstractItemView &view, QAbstractItemModel &model, std::function<void(const QModelIndex &current)> picked);

} // namespace binnacle::theme
