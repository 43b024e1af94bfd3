// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/page_registry.h"

#if __has_include("views/pages/approvals/approvals_page.h")
#include "views/pages/approvals/approvals_page.h"
#define HAVE_APPROVALS
#endif
#if __has_include("views/pages/audit/audit_page.h")
#include "views/pages/audit/audit_page.h"
#define HAVE_AUDIT
#endif
#if __has_include("views/pages/nodes/nodes_page.h")
#include "views/pages/nodes/nodes_page.h"
#define HAVE_NODES
#endif
#include "views/pages/overview/overview_page.h"
#if __has_include("views/pages/pods/pods_page.h") && __has_include("views/pages/whatif/whatif_page.h")
#include "views/pages/pods/pods_page.h"
#include "views/pages/whatif/whatif_page.h"
#define HAVE_PODS
#endif

namespace binnacle::pages {
namespace {

template <typename P> Page *make(QWidget *parent) { return new P(parent); }

} // namespace

const std::vector<PageKind> &pageKinds()
{
    static const std::vector<PageKind> kinds{
        {QStringLiteral("overview"), QStringLiteral("overview"), QStringLiteral("o"), &make<OverviewPage>},
#ifdef HAVE_NODES
        {QStringLiteral("nodes"), QStringLiteral("nodes"), QStringLiteral("n"), &make<NodesPage>},
#endif
#ifdef HAVE_PODS
        {QStringLiteral("pods"), QStringLiteral("pods"), QStringLiteral("p"), &make<PodsPage>},
        {QStringLiteral("whatif"), QStringLiteral("whatif"), QStringLiteral("w"), &make<WhatifPage>},
#endif
#ifdef HAVE_APPROVALS
        {QStringLiteral("approvals"), QStringLiteral("approvals"), QStringLiteral("a"), &make<ApprovalsPage>},
#endif
#ifdef HAVE_AUDIT
        {QStringLiteral("audit"), QStringLiteral("audit"), QStringLiteral("u"), &make<AuditPage>},
#endif
    };
    return kinds;
}

} // namespace binnacle::pages
