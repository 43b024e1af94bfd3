// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/page_registry.h"

#include "views/pages/approvals/approvals_page.h"
#include "views/pages/audit/audit_page.h"
#include "views/pages/nodes/nodes_page.h"
#include "views/pages/overview/overview_page.h"
#include "views/pages/plan/plan_page.h"
#include "views/pages/pods/pods_page.h"
#include "views/pages/policy/policy_page.h"
#include "views/pages/whatif/whatif_page.h"

namespace binnacle::pages {
namespace {

template <typename P> Page *make(QWidget *parent) { return new P(parent); }

} // namespace

const std::vector<PageKind> &pageKinds()
{
    static const std::vector<PageKind> kinds{
        {QStringLiteral("overview"), QStringLiteral("overview"), QStringLiteral("o"), &make<OverviewPage>},
        {QStringLiteral("nodes"), QStringLiteral("nodes"), QStringLiteral("n"), &make<NodesPage>},
        {QStringLiteral("pods"), QStringLiteral("pods"), QStringLiteral("p"), &make<PodsPage>},
        {QStringLiteral("whatif"), QStringLiteral("whatif"), QStringLiteral("w"), &make<WhatifPage>},
        {QStringLiteral("plan"), QStringLiteral("plan"), QStringLiteral("l"), &make<PlanPage>},
        {QStringLiteral("approvals"), QStringLiteral("approvals"), QStringLiteral("a"), &make<ApprovalsPage>},
        {QStringLiteral("audit"), QStringLiteral("audit"), QStringLiteral("u"), &make<AuditPage>},
        {QStringLiteral("policy"), QStringLiteral("policy"), QStringLiteral("l"), &make<PolicyPage>},
    };
    return kinds;
}

} // namespace binnacle::pages
