// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/pages/frame/page.h"

#include <vector>

namespace binnacle::pages {

/// One page of the rail: its id in addresses, icon, the letter after `g`, and how it is made.
struct PageKind {
    QString id;
    QString icon;
    QString letter;
    Page *(*make)(QWidget *parent);
};

/// The pages there are, in the order of the rail.
[[nodiscard]] const std::vector<PageKind> &pageKinds();

} // namespace binnacle::pages
