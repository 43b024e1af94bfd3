// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/rows_model.h"
#include "views/theme/table.h"

namespace binnacle::pages {

/// Paints the cells of a RowsModel, and of any model with its roles, as a theme::Table has them.
class RowsDelegate : public theme::TableDelegate {
public:
    explicit RowsDelegate(QObject *parent, int toneRole = models::RowsModel::ToneRole,
        int iconRole = models::RowsModel::IconRole, int barRole = models::RowsModel::BarRole)
        : TableDelegate(parent), m_barRole(barRole)
    {
        setToneRole(toneRole);
        setIconRole(iconRole);
    }

protected:
    [[nodiscard]] QVariant bar(const QModelIndex &index) const override
    {
        const QVariant value = index.data(m_barRole);
        if (!value.isValid())
            return {};
        const auto shares = value.value<models::BarShares>();
        return QVariant::fromValue(theme::BarCell{shares.used, shares.allocated, shares.text, shares.present});
    }

private:
    int m_barRole;
};

} // namespace binnacle::pages
