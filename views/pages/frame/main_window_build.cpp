// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/dialogs.h"
#include "views/pages/frame/feed_banner.h"
#include "views/pages/frame/main_window.h"
#include "views/pages/frame/page_registry.h"
#include "views/pages/frame/rail.h"
#include "views/pages/frame/status_bar.h"
#include "views/pages/frame/top_bar.h"
#include "views/pages/inspector/inspector_pane.h"
#include "views/theme/notice.h"
#include "views/theme/widgets.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace binnacle::pages {
namespace {

/// The line of three pixels in the cluster's colour, over whatever is below.
class ClusterLine : public QWidget {
public:
    ClusterLine(const models::ClusterStore &store, QWidget *parent) : QWidget(parent), m_store(store)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), theme::clusterColour(theme::scheme(), m_store.state().profile.colour));
    }

private:
    const models::ClusterStore &m_store;
};

} // namespace

MainWindow::MainWindow(const Environment &environment, QWidget *parent) : QWidget(parent), m_environment(environment)
{
    setObjectName(QStringLiteral("MainWindow"));
    setMinimumSize(960, 600);
    resize(1600, 1000);
    buildLayout();
    buildPages();
    buildActions();
    connectFrame();
    restoreState();
    retranslate();
    m_here.page = m_entries.front().id;
    showPage(m_entries.front());
    m_clock.setInterval(250);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::tick);
    m_clock.start();
    tick();
}

MainWindow::~MainWindow() { closeCluster(); }

void MainWindow::buildLayout()
{
    m_rail = new Rail(this);
    m_topBar = new TopBar(this);
    m_banner = new FeedBanner(this);
    m_statusBar = new StatusBar(this);
    m_inspector = new InspectorPane(this);
    m_inspector->hide();

    m_pageColumn = new QWidget(this);
    auto *pageLayout = new QVBoxLayout(m_pageColumn);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(0);
    m_header = new QWidget(m_pageColumn);
    m_header->setFixedHeight(56);
    m_title = new theme::Label(QString(), theme::Type::Title, theme::Tone::Plain, m_header);
    m_title->setType(theme::Type::Title, true);
    m_title->setMinimumTextWidth(80);
    m_subtitle = new theme::Label(QString(), theme::Type::Body, theme::Tone::Quiet, m_header);
    m_subtitle->setElide(Qt::ElideRight);
    m_headerRight = new QStackedWidget(m_header);
    m_headerRight->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_headerRight->addWidget(new QWidget);
    auto *headerRow = new QHBoxLayout(m_header);
    headerRow->setContentsMargins(theme::space::x4, 0, theme::space::x4, 0);
    headerRow->setSpacing(theme::space::x3);
    headerRow->addWidget(m_title);
    headerRow->addWidget(m_subtitle, 1);
    headerRow->addWidget(m_headerRight);
    m_stack = new QStackedWidget(m_pageColumn);
    pageLayout->addWidget(m_header);
    pageLayout->addWidget(new theme::Rule(Qt::Horizontal, m_pageColumn));
    pageLayout->addWidget(m_stack, 1);

    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(1);
    m_split->addWidget(m_pageColumn);
    m_split->addWidget(m_inspector);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 0);

    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_topBar);
    right->addWidget(m_banner);
    right->addWidget(m_split, 1);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_rail);
    middle->addLayout(right, 1);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(middle, 1);
    all->addWidget(m_statusBar);

    m_line = new ClusterLine(m_store, this);
    m_palette = new Palette(m_store, this);
    m_shortcuts = new ShortcutsOverlay(this);
    m_toast = new theme::Toast(this);
    m_toast->setPlace(m_header); // at the bottom it would cover the buttons of the card
}

void MainWindow::buildPages()
{
    for (const PageKind &kind : pageKinds()) {
        Entry e;
        e.id = kind.id;
        e.icon = kind.icon;
        e.letter = kind.letter;
        e.page = kind.make(m_stack);
        m_stack->addWidget(e.page);
        m_rail->addPage(e.id, e.icon);
        if (QWidget *widget = e.page->headerWidget()) {
            auto *holder = new QWidget(m_headerRight);
            auto *row = new QHBoxLayout(holder);
            row->setContentsMargins(0, 0, 0, 0);
            row->addWidget(widget, 0, Qt::AlignRight);
            widget->show(); // pages keep it hidden until it has a place
            m_headerRight->addWidget(holder);
            e.headerWidget = holder;
        }
        Page *page = e.page;
        connect(page, &Page::headerChanged, this, [this, page] {
            if (page == m_current)
                refreshHeader();
        });
        connect(page, &Page::selected, this, [this, page](const QString &object, const QString &tab) {
            Entry *from = entryOf(page);
            const bool same = from->object == object && m_inspected == from->id && m_inspectedKey == object;
            inspect(*from, object, tab, !same);
            if (page == m_current) {
                m_here.object = object;
                m_here.tab = tab;
            }
        });
        m_entries.push_back(std::move(e));
    }
}

void MainWindow::buildActions()
{
    const auto add = [this](
                         const char *id, const char *keys, std::function<QString()> words, std::function<void()> run) {
        m_actions.push_back(
            {QString::fromLatin1(id), QString::fromLatin1(keys), std::move(words), std::move(run), nullptr});
    };
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const QString id = m_entries[i].id;
        const QString keys = QStringLiteral("G, %1").arg(m_entries[i].letter.toUpper());
        m_actions.push_back({QStringLiteral("page-") + id, keys,
            [this, id] { return tr("Go to %1").arg(page(id)->title()); }, [this, id] { open(id); }, nullptr});
    }
    add(
        "filter", "/", [] { return tr("Filter this page"); },
        [this] {
            m_topBar->field->setFocus();
            m_topBar->field->selectAll();
        });
    add(
        "command", ":", [] { return tr("Command palette"); }, [this] { openPalette(); });
    add(
        "palette", "Ctrl+K", [] { return tr("Command palette"); }, [this] { openPalette(); });
    add(
        "shortcuts", "?", [] { return tr("Show shortcuts"); }, [this] { showShortcuts(); });
    add(
        "back", "Alt+Left", [] { return tr("Back"); }, [this] { back(); });
    add(
        "forward", "Alt+Right", [] { return tr("Forward"); }, [this] { forward(); });
    add(
        "escape", "Esc", [] { return tr("Close, or go back"); }, [this] { escape(); });
    add(
        "copy-address", "Ctrl+Shift+C", [] { return tr("Copy address"); }, [this] { copyAddress(); });
    add(
        "scheme", "Ctrl+Shift+L", [] { return tr("Switch between light and dark"); }, [this] { toggleScheme(); });
    add(
        "motion", "",
        [] {
            return theme::Theme::instance().reducedMotion() ? tr("Let changes fade (reduced motion is on)")
                                                            : tr("Reduce motion");
        },
        [] { theme::Theme::instance().setReducedMotion(!theme::Theme::instance().reducedMotion()); });
    add(
        "language", "Ctrl+Shift+E", [] { return tr("Switch language"); }, [this] { toggleLanguage(); });
    add(
        "rail", "Ctrl+B", [] { return tr("Collapse or expand the rail"); },
        [this] { m_rail->setCollapsed(!m_rail->collapsed()); });
    add(
        "clusters", "Ctrl+O", [] { return tr("Switch cluster…"); },
        [this] { showClusters(m_topBar->cluster->mapToGlobal(QPoint(0, m_topBar->cluster->height() + 4))); });
    add(
        "autonomy", "", [] { return tr("Change autonomy…"); },
        [this] { showAutonomies(m_statusBar->mapToGlobal(QPoint(160, 0))); });
    add(
        "protection", "", [] { return tr("Change protection…"); },
        [this] { showProtections(m_topBar->cluster->mapToGlobal(QPoint(80, m_topBar->cluster->height() + 4))); });
    add(
        "quit", "Ctrl+Q", [] { return tr("Quit"); }, [this] { close(); });
    for (Action &action : m_actions) {
        if (m_environment.settings)
            action.keys =
                m_environment.settings->value(QStringLiteral("shortcuts/") + action.id, action.keys).toString();
        if (action.keys.isEmpty())
            continue;
        action.shortcut = new QShortcut(QKeySequence(action.keys), this);
        action.shortcut->setContext(Qt::WindowShortcut);
        connect(action.shortcut, &QShortcut::activated, this, action.run);
    }
}

void MainWindow::connectFrame()
{
    connect(&m_store, &models::ClusterStore::updated, this, &MainWindow::applyUpdate);
    connect(m_rail, &Rail::chosen, this, [this](const QString &id) { open(id); });
    connect(m_topBar->cluster, &ClusterBox::clustersWanted, this, &MainWindow::showClusters);
    connect(m_topBar->cluster, &ClusterBox::protectionWanted, this, &MainWindow::showProtections);
    connect(m_topBar->field, &FilterField::filter, this, [this](const QString &text) {
        if (!m_current)
            return;
        entryOf(m_current)->filter = text;
        m_here.filter = text;
        m_current->setFilter(text);
    });
    connect(m_topBar->field, &FilterField::commandWanted, this, &MainWindow::openPalette);
    connect(m_topBar, &TopBar::themeToggled, this, &MainWindow::toggleScheme);
    connect(m_topBar, &TopBar::languageToggled, this, &MainWindow::toggleLanguage);
    connect(m_topBar, &TopBar::rangeChosen, this, [this](std::chrono::minutes range) {
        for (const Entry &e : m_entries)
            e.page->setRange(range);
    });
    connect(m_banner, &FeedBanner::consentWanted, this, &MainWindow::askConsent);
    connect(m_statusBar, &StatusBar::autonomyWanted, this, &MainWindow::showAutonomies);
    connect(m_statusBar, &StatusBar::speedWanted, this, &MainWindow::showSpeeds);
    connect(m_statusBar, &StatusBar::auditWanted, this, [this] { open(QStringLiteral("audit")); });
    connect(m_statusBar, &StatusBar::policyWanted, this, [this] { open(QStringLiteral("policy")); });
    connect(m_palette, &Palette::objectChosen, this, [this](const QString &address) { open(address); });
    connect(m_inspector, &InspectorPane::closed, this, &MainWindow::closeInspector);
    connect(m_inspector, &InspectorPane::backWanted, this, &MainWindow::back);
    connect(m_inspector, &InspectorPane::forwardWanted, this, &MainWindow::forward);
    connect(m_inspector, &InspectorPane::copyWanted, this, &MainWindow::copyAddress);
    connect(m_inspector, &InspectorPane::windowWanted, this, &MainWindow::openInWindow);
}

/// Sort and columns of the tables that have a name, by page and name.
std::vector<std::pair<QString, QHeaderView *>> MainWindow::keptHeaders() const
{
    std::vector<std::pair<QString, QHeaderView *>> out;
    for (const Entry &e : m_entries) {
        for (auto *table : e.page->findChildren<QTableView *>()) {
            if (!table->objectName().isEmpty())
                out.emplace_back(QStringLiteral("tables/") + e.id + QLatin1Char('-') + table->objectName(),
                    table->horizontalHeader());
        }
    }
    return out;
}

void MainWindow::restoreState()
{
    m_split->setSizes({1000, 420});
    if (!m_environment.settings)
        return;
    const QSettings &s = *m_environment.settings;
    if (s.contains(QStringLiteral("window/geometry")))
        restoreGeometry(s.value(QStringLiteral("window/geometry")).toByteArray());
    if (s.contains(QStringLiteral("window/split")))
        m_split->restoreState(s.value(QStringLiteral("window/split")).toByteArray());
    m_split->setHandleWidth(1);
    theme::Theme::instance().setReducedMotion(s.value(QStringLiteral("window/reducedMotion")).toBool());
    m_rail->setCollapsed(s.value(QStringLiteral("window/railCollapsed")).toBool());
    for (const auto &[name, header] : keptHeaders()) {
        if (s.contains(name))
            header->restoreState(s.value(name).toByteArray());
    }
    m_topBar->setRange(std::chrono::minutes(s.value(QStringLiteral("window/range"), 60).toInt()));
    for (const Entry &e : m_entries)
        e.page->setRange(m_topBar->range());
}

void MainWindow::openLastPage()
{
    if (!m_environment.settings)
        return;
    const QString last = m_environment.settings->value(QStringLiteral("window/page")).toString();
    if (entry(last))
        open(last);
}

void MainWindow::saveState()
{
    if (!m_environment.settings)
        return;
    QSettings &s = *m_environment.settings;
    s.setValue(QStringLiteral("window/geometry"), saveGeometry());
    if (m_inspector->isVisible() && !m_narrow)
        s.setValue(QStringLiteral("window/split"), m_split->saveState());
    s.setValue(QStringLiteral("window/railCollapsed"), m_rail->collapsed());
    for (const auto &[name, header] : keptHeaders())
        s.setValue(name, header->saveState());
    s.setValue(QStringLiteral("window/range"), int(m_topBar->range().count()));
    s.setValue(QStringLiteral("window/page"), m_here.page);
    s.setValue(QStringLiteral("window/scheme"),
        theme::scheme() == theme::Scheme::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    s.setValue(QStringLiteral("window/reducedMotion"), theme::Theme::instance().reducedMotion());
    const bool chinese = theme::Theme::instance().language() == theme::Language::Chinese;
    s.setValue(QStringLiteral("window/language"), chinese ? QStringLiteral("zh_CN") : QStringLiteral("en"));
    if (!m_clusterId.isEmpty())
        s.setValue(QStringLiteral("window/cluster"), m_clusterId);
}

void MainWindow::retranslate()
{
    setWindowTitle(QStringLiteral("Binnacle"));
    for (const Entry &e : m_entries)
        m_rail->setWord(e.id, e.page->title(), QStringLiteral("g %1").arg(e.letter));
    m_headerRight->setAccessibleName(tr("View of this page"));
    refreshHeader();
    refreshChrome();
}

} // namespace binnacle::pages
