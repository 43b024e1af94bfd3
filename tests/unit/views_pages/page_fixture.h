// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/unit/views_fake/fake_service.h"
#include "views/models/cluster_store.h"
#include "views/models/main_thread_executor.h"
#include "views/pages/frame/page.h"
#include "views/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace binnacle::pages::testing {

/// Remembers where a page wanted to go and what it said.
class RecordingNavigator : public Navigator {
public:
    void open(const QString &address) override { opened << address; }
    void toast(std::function<QString()> words, bool bad) override
    {
        toasts << (bad ? QStringLiteral("! ") : QString()) + words();
    }
    QStringList opened;
    QStringList toasts;
};

/// A Qt warning fails the test, but for what the offscreen platform says about every window with a smallest size.
inline void failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
}

/// One page on a fake cluster, shown in a window of its own and fed as the frame feeds it.
template <typename P> class Bench {
public:
    explicit Bench(binnacle::testing::FakeShape shape = {400, 4, 24, true, 42}) : service(shape)
    {
        static bool once = false;
        if (!once)
            theme::Theme::instance().install(*qApp);
        once = true;
        page.resize(1200, 800);
        page.show();
        page.enter({&service, &navigator, QStringLiteral("operator-1")});
        page.setNow(service.cluster.now());
        QObject::connect(&store, &models::ClusterStore::updated, &page,
            [this](const api::ClusterUpdate &update) { page.apply(update); });
        store.attach(&service, executor);
        settle();
        page.activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(&page, 2000);
    }
    ~Bench() { store.detach(); }

    /// Changes the state and lets the page see it.
    template <typename Change> void change(Change apply)
    {
        service.push(service.cluster.change(apply));
        settle();
    }
    static void settle()
    {
        for (int i = 0; i < 6; ++i)
            QTest::qWait(8);
    }
    [[nodiscard]] bool called(const std::string &call) const
    {
        return std::find(service.calls.begin(), service.calls.end(), call) != service.calls.end();
    }
    template <typename W> [[nodiscard]] W *find() const { return page.template findChild<W *>(); }
    /// A visible button by its words.
    [[nodiscard]] QAbstractButton *button(const QString &words) const
    {
        for (QAbstractButton *b : page.template findChildren<QAbstractButton *>()) {
            if (b->accessibleName() == words && b->isVisible())
                return b;
        }
        return nullptr;
    }
    /// Everything the page says now, in one text.
    [[nodiscard]] QString words() const
    {
        QStringList lines;
        for (const QLabel *label : page.template findChildren<QLabel *>()) {
            if (label->isVisible())
                lines << label->text();
        }
        return lines.join(QLatin1Char('\n'));
    }

    binnacle::testing::FakeService service;
    models::MainThreadExecutor executor;
    models::ClusterStore store;
    RecordingNavigator navigator;
    P page;
};

} // namespace binnacle::pages::testing
