// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/models/cluster_store.h"
#include "views/pages/frame/address.h"
#include "views/pages/frame/page.h"
#include "views/pages/frame/palette.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QHeaderView;
class QMenu;
class QSettings;
class QShortcut;
class QSplitter;
class QStackedWidget;

namespace binnacle::theme {
class Label;
class Toast;
} // namespace binnacle::theme

namespace binnacle::pages {

class FeedBanner;
class InspectorPane;
class Rail;
class ShortcutsOverlay;
class StatusBar;
class TopBar;

/// The console's window: rail, top bar, page, inspector, status bar; it opens clusters of the workspace, feeds the pages,
/// and keeps where one was. Settings (scheme, language, geometry, rail, range, shortcuts) go to `settings`, which may be
/// null in tests. Workspace, executor and settings must outlive it. GUI thread.
class MainWindow : public QWidget, public Navigator {
    Q_OBJECT

public:
    struct Environment {
        api::Workspace &workspace;
        base::Executor &executor;
        QSettings *settings = nullptr;
        QString actor; ///< the operator's name, for the audit log
    };
    explicit MainWindow(const Environment &environment, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens a cluster by its id; a failure is said in the banner and leaves none open.
    void openCluster(const QString &id);
    [[nodiscard]] const QString &clusterId() const { return m_clusterId; }

    void open(const QString &address) override;
    /// The page that was open when the window was last closed, if settings know one.
    void openLastPage();
    void toast(std::function<QString()> words, bool bad) override;
    void back();
    void forward();
    [[nodiscard]] QString address() const;

    [[nodiscard]] models::ClusterStore &store() { return m_store; }
    [[nodiscard]] Page *page(const QString &id) const;
    [[nodiscard]] Page *currentPage() const { return m_current; }
    [[nodiscard]] QStringList pageIds() const;
    [[nodiscard]] InspectorPane *inspector() const { return m_inspector; }
    [[nodiscard]] TopBar *topBar() const { return m_topBar; }
    [[nodiscard]] Rail *rail() const { return m_rail; }
    [[nodiscard]] Palette *palettePopup() const { return m_palette; }

    void openPalette(const QString &text = {});
    void showShortcuts();
    void hideShortcuts();
    void toggleScheme();
    void toggleLanguage();

signals:
    void interactive(); ///< once: the first state of a cluster has been painted

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        QString id;
        QString icon;
        QString letter;
        Page *page = nullptr;
        QString filter;
        QString object;
        QString tab;
        QWidget *headerWidget = nullptr;
    };
    struct Action {
        QString id;
        QString keys; ///< default; settings under shortcuts/<id> win
        std::function<QString()> words;
        std::function<void()> run;
        QShortcut *shortcut = nullptr;
    };

    // main_window_build.cpp
    void buildLayout();
    void buildPages();
    void buildActions();
    void connectFrame();
    [[nodiscard]] std::vector<std::pair<QString, QHeaderView *>> keptHeaders() const;
    void restoreState();
    void saveState();
    void retranslate();

    // main_window.cpp
    void closeCluster();
    void applyUpdate(const api::ClusterUpdate &update);
    void tick();
    void go(const Address &address, bool record);
    void remember();
    void showPage(Entry &entry);
    void inspect(Entry &entry, const QString &object, const QString &tab, bool rebuild);
    void closeInspector();
    void escape();
    void refreshHeader();
    void refreshChrome();
    void placeInspector();
    [[nodiscard]] Entry *entry(const QString &id);
    [[nodiscard]] Entry *entryOf(const Page *page);

    // main_window_menus.cpp
    void showClusters(const QPoint &at);
    void showProtections(const QPoint &at);
    void showAutonomies(const QPoint &at);
    void showSpeeds(const QPoint &at);
    void setProtection(api::Protection protection);
    void setAutonomy(api::Autonomy autonomy);
    void setSpeed(double factor);
    void askConsent();
    void openInWindow();
    void copyAddress();
    void report(const absl::Status &status, std::function<QString()> done);

    Environment m_environment;
    models::ClusterStore m_store;
    std::unique_ptr<api::ClusterService> m_service;
    QString m_clusterId;
    std::vector<Entry> m_entries;
    std::vector<Action> m_actions;
    Page *m_current = nullptr;

    QWidget *m_line = nullptr; ///< the cluster's colour along the top edge
    Rail *m_rail = nullptr;
    TopBar *m_topBar = nullptr;
    FeedBanner *m_banner = nullptr;
    StatusBar *m_statusBar = nullptr;
    QSplitter *m_split = nullptr;
    QWidget *m_pageColumn = nullptr;
    QWidget *m_header = nullptr;
    theme::Label *m_title = nullptr;
    theme::Label *m_subtitle = nullptr;
    QStackedWidget *m_headerRight = nullptr;
    QStackedWidget *m_stack = nullptr;
    InspectorPane *m_inspector = nullptr;
    QString m_inspected; ///< page of what the inspector shows
    QString m_inspectedKey; ///< its object
    QString m_inspectedTab;
    Palette *m_palette = nullptr;
    ShortcutsOverlay *m_shortcuts = nullptr;
    theme::Toast *m_toast = nullptr;

    std::vector<Address> m_past;
    std::vector<Address> m_future;
    Address m_here;
    QTimer m_clock;
    int m_ticks = 0;
    bool m_narrow = false;
    bool m_saidInteractive = false;
};

} // namespace binnacle::pages
