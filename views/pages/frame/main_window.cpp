// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/main_window.h"

#include "backend/api/policy.h"
#include "views/models/words.h"
#include "views/pages/frame/dialogs.h"
#include "views/pages/frame/feed_banner.h"
#include "views/pages/frame/rail.h"
#include "views/pages/frame/status_bar.h"
#include "views/pages/frame/top_bar.h"
#include "views/pages/inspector/inspector_pane.h"
#include "views/theme/notice.h"

#include <QApplication>
#include <QCloseEvent>
#include <QLayout>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace binnacle::pages {
namespace {

constexpr int kNarrow = 1360;
constexpr std::size_t kHistory = 200;

base::TimePoint wallClock() { return std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now()); }

} // namespace

void MainWindow::openCluster(const QString &id)
{
    closeCluster();
    auto service = m_environment.workspace.open(id.toStdString());
    if (!service.ok()) {
        m_banner->fail(tr("%1 could not be opened").arg(models::Words::plain(id.toStdString(), 128)),
            models::Words::fault(service.status()));
        refreshChrome();
        return;
    }
    m_service = std::move(*service);
    m_clusterId = id;
    m_here.cluster.clear();
    const PageContext context{m_service.get(), this, m_environment.actor};
    for (const Entry &e : m_entries)
        e.page->enter(context);
    m_store.attach(m_service.get(), m_environment.executor);
    refreshChrome();
}

void MainWindow::closeCluster()
{
    if (!m_service)
        return;
    closeInspector();
    const PageContext none{nullptr, this, m_environment.actor};
    for (Entry &e : m_entries) {
        e.object.clear();
        e.page->enter(none);
    }
    m_store.detach();
    m_service.reset();
    m_clusterId.clear();
    m_past.clear();
    m_future.clear();
}

void MainWindow::applyUpdate(const api::ClusterUpdate &update)
{
    for (const Entry &e : m_entries)
        e.page->apply(update);
    int waiting = 0;
    for (const api::Proposal &proposal : m_store.state().proposals)
        waiting += proposal.state == api::DecisionState::Proposed ? 1 : 0;
    m_rail->setBadge(QStringLiteral("approvals"), waiting);
    const api::PolicyState *policy = m_store.state().policy.get();
    m_rail->setBadge(QStringLiteral("policy"), policy && (policy->waiting || !policy->faults.empty()) ? 1 : 0);
    refreshChrome();
    refreshHeader();
}

void MainWindow::tick()
{
    const base::TimePoint now = wallClock();
    m_topBar->feed->setNow(now);
    if (m_toast->isVisible())
        m_toast->place(); // the banner moves the header
    if (m_ticks++ % 4 != 0)
        return;
    m_banner->setNow(now);
    for (const Entry &e : m_entries)
        e.page->setNow(now);
}

MainWindow::Entry *MainWindow::entry(const QString &id)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &e) { return e.id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

MainWindow::Entry *MainWindow::entryOf(const Page *page)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &e) { return e.page == page; });
    return found == m_entries.end() ? nullptr : &*found;
}

Page *MainWindow::page(const QString &id) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &e) { return e.id == id; });
    return found == m_entries.end() ? nullptr : found->page;
}

QStringList MainWindow::pageIds() const
{
    QStringList ids;
    for (const Entry &e : m_entries)
        ids << e.id;
    return ids;
}

void MainWindow::open(const QString &text)
{
    const auto address = Address::parse(text);
    if (!address || !entry(address->page)) {
        toast([text] { return tr("There is nothing at %1").arg(models::Words::plain(text.toStdString(), 128)); }, true);
        return;
    }
    const QString name = QString::fromStdString(m_store.state().profile.name);
    if (!address->cluster.isEmpty() && address->cluster != name) {
        for (const api::ClusterChoice &choice : m_environment.workspace.clusters()) {
            if (QString::fromStdString(choice.name) == address->cluster && choice.problem.empty()) {
                openCluster(QString::fromStdString(choice.id));
                go(*address, true);
                return;
            }
        }
        toast(
            [name = address->cluster.toStdString()] {
                return tr("There is no cluster %1 to open").arg(models::Words::plain(name, 64));
            },
            true);
        return;
    }
    go(*address, true);
}

void MainWindow::remember()
{
    m_past.push_back(m_here);
    if (m_past.size() > kHistory)
        m_past.erase(m_past.begin());
    m_future.clear();
}

void MainWindow::go(const Address &address, bool record)
{
    Entry *to = entry(address.page);
    if (!to)
        return;
    Address next = address;
    next.cluster.clear();
    if (record && !(next == m_here))
        remember();
    if (next.filter) {
        to->filter = *next.filter;
        to->page->setFilter(to->filter);
    }
    m_here = next;
    m_here.filter = to->filter;
    showPage(*to);
    if (!address.object.isEmpty()) {
        to->page->openObject(address.object, address.tab);
        const bool same = m_inspected == to->id && m_inspectedKey == address.object && m_inspectedTab == address.tab;
        inspect(*to, address.object, address.tab, !same);
    } else if (!record && !m_inspector->pinned()) {
        closeInspector();
    }
    m_inspector->setHistory(!m_past.empty(), !m_future.empty());
}

void MainWindow::showPage(Entry &to)
{
    const bool changed = m_current != to.page;
    m_current = to.page;
    m_stack->setCurrentWidget(to.page);
    m_rail->setCurrent(to.id);
    m_headerRight->setCurrentIndex(to.headerWidget ? m_headerRight->indexOf(to.headerWidget) : 0);
    m_headerRight->setVisible(to.headerWidget != nullptr);
    m_topBar->field->setText(to.filter);
    refreshHeader();
    if (!changed)
        return;
    if (!m_inspector->pinned()) {
        // Each page comes back with what was inspected on it.
        if (to.object.isEmpty())
            m_inspector->hide();
        else
            inspect(to, to.object, to.tab, m_inspected != to.id || m_inspectedKey != to.object);
        m_here.object = to.object;
        m_here.tab = to.tab;
    }
    if (!m_topBar->field->hasFocus())
        to.page->setFocus();
}

void MainWindow::back()
{
    if (m_past.empty())
        return;
    m_future.push_back(m_here);
    const Address to = m_past.back();
    m_past.pop_back();
    if (Entry *e = entry(to.page); e && to.object.isEmpty())
        e->object.clear();
    go(to, false);
}

void MainWindow::forward()
{
    if (m_future.empty())
        return;
    m_past.push_back(m_here);
    const Address to = m_future.back();
    m_future.pop_back();
    go(to, false);
}

QString MainWindow::address() const
{
    Address a = m_here;
    a.cluster = QString::fromStdString(m_store.state().profile.name);
    return a.text();
}

void MainWindow::inspect(Entry &from, const QString &object, const QString &tab, bool rebuild)
{
    from.object = object;
    from.tab = tab;
    if (object.isEmpty()) {
        if (m_inspected == from.id && !m_inspector->pinned())
            closeInspector();
        return;
    }
    if (m_inspector->pinned() && m_inspector->isVisible() && !(m_inspected == from.id && m_inspectedKey == object))
        return;
    if (rebuild) {
        QWidget *content = from.page->inspector(object, tab, m_inspector);
        if (!content) {
            if (m_inspected != from.id || !m_inspector->pinned())
                m_inspector->hide();
            return;
        }
        m_inspector->show(content, from.icon, object);
    }
    m_inspected = from.id;
    m_inspectedKey = object;
    m_inspectedTab = tab;
    if (!m_inspector->isVisible()) {
        m_inspector->QWidget::show();
        placeInspector();
    }
    m_inspector->setHistory(!m_past.empty(), !m_future.empty());
}

void MainWindow::closeInspector()
{
    m_inspector->setPinned(false);
    m_inspector->hide();
    m_inspector->show(nullptr, {}, {});
    if (Entry *e = entry(m_inspected)) {
        e->object.clear();
        e->tab.clear();
    }
    m_inspected.clear();
    m_inspectedKey.clear();
    m_here.object.clear();
    m_here.tab.clear();
}

void MainWindow::placeInspector()
{
    // Narrow: over the content, at its right edge; else a part of the splitter.
    const bool overlay = m_narrow;
    if (overlay && m_inspector->parentWidget() != this) {
        const bool visible = m_inspector->isVisible();
        m_inspector->setParent(this);
        m_inspector->setVisible(visible);
    } else if (!overlay && m_inspector->parentWidget() != m_split) {
        const bool visible = m_inspector->isVisible();
        m_split->addWidget(m_inspector);
        m_inspector->setVisible(visible);
        m_split->setSizes({std::max(400, m_split->width() - 420), 420});
    }
    m_inspector->setOverlay(overlay);
    if (overlay) {
        const QPoint corner = m_split->mapTo(this, QPoint(0, 0));
        const int width = std::min(420, m_split->width() - 48);
        m_inspector->setGeometry(corner.x() + m_split->width() - width, corner.y(), width, m_split->height());
        m_inspector->raise();
    }
}

void MainWindow::escape()
{
    if (m_inspector->isVisible() && !m_inspector->pinned())
        closeInspector();
    else
        back();
}

void MainWindow::refreshHeader()
{
    if (!m_current)
        return;
    m_title->setText(m_current->title());
    m_subtitle->setText(m_current->subtitle());
}

void MainWindow::refreshChrome()
{
    const bool isOpen = m_service != nullptr;
    const api::ClusterState &state = m_store.state();
    m_topBar->cluster->show(state.profile);
    m_topBar->feed->show(state.feed, isOpen);
    const models::Notice store = models::Words::storeNotice(state.auditFault);
    if (isOpen && state.feed.state == model::FeedState::Synced && !store.empty())
        m_banner->fail(store.title, store.next);
    else if (isOpen)
        m_banner->show(state.feed, true);
    m_statusBar->show(state, isOpen && m_store.ready());
    m_line->setVisible(isOpen);
    m_line->update();
}

void MainWindow::toast(std::function<QString()> words, bool bad)
{
    m_toast->say(std::move(words), bad ? theme::Tone::Bad : theme::Tone::Good);
}

void MainWindow::toggleScheme()
{
    auto &theme = theme::Theme::instance();
    theme.setScheme(theme.scheme() == theme::Scheme::Light ? theme::Scheme::Dark : theme::Scheme::Light);
}

void MainWindow::toggleLanguage()
{
    auto &theme = theme::Theme::instance();
    theme.setLanguage(
        theme.language() == theme::Language::English ? theme::Language::Chinese : theme::Language::English);
}

void MainWindow::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(rect(), t.background);
    if (!m_saidInteractive && m_store.ready()) {
        m_saidInteractive = true;
        QTimer::singleShot(0, this, &MainWindow::interactive);
    }
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_narrow = width() < kNarrow;
    m_rail->setForced(m_narrow);
    layout()->activate();
    m_line->setGeometry(0, 0, width(), 3);
    m_line->raise();
    placeInspector();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    QWidget::closeEvent(event);
    qApp->quit();
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
