// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/pods/pods_page.h"

#include "views/models/smallest_change.h"
#include "views/pages/frame/address.h"
#include "views/pages/pods/group_delegate.h"
#include "views/pages/pods/pod_inspector.h"
#include "views/theme/change_flash.h"
#include "views/theme/picking.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::PendingModel;
using models::PodModel;
using models::PodSegment;
using models::Tone;
using models::Words;

namespace {

std::optional<model::PodKey> keyFrom(const QString &text)
{
    const qsizetype slash = text.indexOf(QLatin1Char('/'));
    if (slash < 0)
        return std::nullopt;
    return model::PodKey{text.left(slash).toStdString(), text.mid(slash + 1).toStdString()};
}

} // namespace

PodsPage::PodsPage(QWidget *parent) : Page(parent), m_pods(new PodModel(this)), m_pending(new PendingModel(this))
{
    build();
    m_pods->setSegment(PodSegment::Pending);
    retranslate();
}

void PodsPage::build()
{
    m_segments = new Segments;
    m_form = new Segments(this);
    m_form->hide();
    m_hint = new Text(look::Size::Caption, Tone::Quiet);
    m_regroup = new Button(Button::Kind::Link);
    m_namespace = new QComboBox;
    m_namespace->setFixedHeight(28);
    m_namespace->setMinimumWidth(200);
    m_strip = new NoticeStrip;
    m_stack = new QStackedWidget;
    m_notice = new NoticeBox;
    buildTree();
    buildTable();
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    m_foot = new Text(look::Size::Caption, Tone::Quiet);
    auto *bar = new QHBoxLayout;
    bar->setSpacing(12);
    bar->addWidget(m_segments);
    bar->addWidget(m_hint, 1);
    bar->addStretch(0);
    bar->addWidget(m_regroup);
    bar->addWidget(m_namespace);
    auto *card = new Card;
    card->body()->addWidget(m_stack, 1);
    card->body()->addWidget(new Rule);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(12, 6, 12, 6);
    foot->addWidget(m_foot, 1);
    card->body()->addLayout(foot);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(bar);
    column->addWidget(m_strip);
    column->addWidget(card, 1);
    connect(m_segments, &Segments::chosen, this, [this](int index) {
        m_pods->setSegment(PodSegment(index));
        showForm();
    });
    connect(m_form, &Segments::chosen, this, [this] { showForm(); });
    connect(m_regroup, &QPushButton::clicked, m_pending, &PendingModel::regroup);
    connect(m_namespace, &QComboBox::activated, this, [this](int index) {
        const QString ns = m_namespace->itemData(index).toString();
        m_pods->setNamespace(ns);
        m_pending->setNamespace(ns);
        showForm();
    });
    for (QAbstractItemView *view : std::initializer_list<QAbstractItemView *>{m_tree, m_table}) {
        view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view, &QWidget::customContextMenuRequested, this,
            [this, view](const QPoint &position) { showMenu(view, position); });
        new QShortcut(
            QKeySequence(Qt::Key_Period), view,
            [this, view] { showMenu(view, view->visualRect(view->currentIndex()).center()); }, Qt::WidgetShortcut);
    }
    connect(m_pods, &PodModel::countsChanged, this, &PodsPage::showCounts);
    connect(m_pods, &PodModel::queryApplied, this, [this] {
        reselect();
        showForm();
    });
}

void PodsPage::buildTree()
{
    m_tree = new QTreeView;
    prepare(m_tree);
    m_groups = new GroupDelegate(m_tree);
    m_tree->setItemDelegate(m_groups);
    theme::showAndPick(*m_tree, *m_pending, [this](const QModelIndex &index) {
        if (const api::PendingPod *pod = m_pending->podAt(index); pod && m_tree->isVisible())
            select(pod->pod->key);
    });
    m_tree->setExpandsOnDoubleClick(false);
    QHeaderView *header = m_tree->header();
    header->setStretchLastSection(false);
    header->setSectionsClickable(false);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    const int widths[] = {280, 64, 84, 96, 100, 84, 108, 188};
    for (int i = 1; i < 8; ++i)
        header->resizeSection(i, widths[i]);
    connect(m_pending, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &parent, int first, int last) {
        if (!parent.isValid())
            openGroups(first, last);
        else if (m_selected && !m_tree->currentIndex().isValid())
            m_tree->setCurrentIndex(m_pending->indexOf(*m_selected)); // it came back under another reason
    });
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex &group) {
        m_opened.insert(group.data(PendingModel::KeyRole).toString());
        m_closed.remove(group.data(PendingModel::KeyRole).toString());
    });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex &group) {
        m_closed.insert(group.data(PendingModel::KeyRole).toString());
        m_opened.remove(group.data(PendingModel::KeyRole).toString());
    });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (index.data(PendingModel::GroupRole).toBool())
            m_tree->setExpanded(index.siblingAtColumn(0), !m_tree->isExpanded(index.siblingAtColumn(0)));
    });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (index.data(PendingModel::GroupRole).toBool())
            actOnGroup(index);
    });
    connect(m_groups, &GroupDelegate::acted, this, &PodsPage::actOnGroup);
}

void PodsPage::buildTable()
{
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("pods"));
    prepare(m_table);
    m_table->setItemDelegate(new RowDelegate(PodModel::ToneRole, 0, 28, m_table));
    theme::showAndPick(*m_table, *m_pods, [this](const QModelIndex &index) {
        if (const model::PodPtr pod = m_pods->podAt(index.row()); pod && m_table->isVisible())
            select(pod->key);
    });
    new theme::ChangeFlash(*m_table, PodModel::KeyRole, {int(models::PodColumn::Age)});
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    const int widths[] = {280, 104, 168, 64, 92, 104, 84, 104, 84};
    for (int i = 1; i < 9; ++i)
        header->resizeSection(i, widths[i]);
    header->setSortIndicatorShown(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    connect(header, &QHeaderView::sortIndicatorChanged, m_pods,
        [this](int column, Qt::SortOrder order) { m_pods->sort(column, order); });
}

QString PodsPage::title() const { return tr("Pods"); }

QString PodsPage::subtitle() const
{
    if (!m_state)
        return {};
    return tr("%1 pending · %2 running · %3 placed in the last hour")
        .arg(Words::number(m_pods->count(PodSegment::Pending)), Words::number(m_pods->count(PodSegment::Running)),
            Words::number(m_state->placedLastHour));
}

void PodsPage::enter(const PageContext &context)
{
    m_context = context;
    m_state = nullptr;
    m_selected.reset();
    api::ClusterUpdate nothing;
    nothing.reset = true;
    m_pods->apply(nothing);
    m_pending->apply(nullptr);
    showForm();
}

void PodsPage::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    m_pods->apply(update);
    const bool first = m_pending->rowCount() == 0;
    m_pending->apply(update.state);
    if (first && m_opened.isEmpty() && m_closed.isEmpty())
        m_tree->expand(m_pending->index(0, 0)); // what blocks most is open at first
    showNamespaces();
    showForm();
    askSmallestChanges();
    std::erase_if(m_inspectors, [](const QPointer<PodInspector> &inspector) { return !inspector; });
    for (const QPointer<PodInspector> &inspector : m_inspectors) {
        if (const auto key = keyFrom(inspector->key()))
            inspector->show(m_pods->find(*key), m_pending->find(*key), m_state);
    }
    emit headerChanged();
}

void PodsPage::setNow(base::TimePoint now)
{
    m_now = now;
    m_pods->setNow(now);
    m_pending->setNow(now);
    (grouped() ? static_cast<QAbstractItemView *>(m_tree) : m_table)->viewport()->update();
    for (const QPointer<PodInspector> &inspector : m_inspectors) {
        if (inspector)
            inspector->setNow(now);
    }
}

void PodsPage::setFilter(const QString &text)
{
    m_filter = text;
    m_pods->setFilter(text);
    m_pending->setFilter(text);
    showForm();
}

bool PodsPage::grouped() const { return m_segments->current() == int(PodSegment::Pending) && m_form->current() == 0; }

void PodsPage::showForm()
{
    m_form->setEnabled(m_segments->current() == int(PodSegment::Pending));
    m_hint->setWords(grouped() ? tr("by what blocks them, most pods first") : QString());
    m_regroup->setVisible(grouped());
    showCounts();
    showNotice();
}

void PodsPage::showCounts()
{
    const auto with = [this](const QString &word, PodSegment segment) {
        return word + QLatin1Char(' ') + Words::number(m_pods->count(segment));
    };
    m_segments->setSegments({with(tr("Pending"), PodSegment::Pending), with(tr("Running"), PodSegment::Running),
        with(tr("Finished"), PodSegment::Finished), with(tr("All"), PodSegment::All)});
    const std::int64_t shown = grouped() ? m_pending->pods() : m_pods->rowCount();
    const std::int64_t all = m_pods->count(PodSegment(m_segments->current()));
    QString words = tr("%1 of %Ln pods shown", nullptr, int(all)).arg(Words::number(shown));
    if (!m_filter.isEmpty())
        words += tr(" · filter “%1”").arg(m_filter);
    m_foot->setWords(words + tr(" · rows keep their place until you sort or regroup"));
}

void PodsPage::showNotice()
{
    const auto notice = [this](NoticeBox::Kind kind, const models::Notice &words) {
        m_notice->show(kind, words);
        m_stack->setCurrentWidget(m_notice);
    };
    m_strip->say({}, Tone::Warn);
    if (!m_context.service)
        return notice(NoticeBox::Kind::Disconnected,
            {tr("No cluster is open"), tr("Open one from the switcher at the top left.")});
    const bool nothing = m_pods->count(PodSegment::All) == 0;
    if (m_state && m_state->feed.state == model::FeedState::Stale && !nothing)
        m_strip->say(Words::feedNotice(m_state->feed), Tone::Warn);
    if (m_state && m_state->access.listPods == model::AccessReview::Answer::Denied)
        return notice(NoticeBox::Kind::Forbidden,
            {tr("Listing pods is forbidden"),
                tr("Ask for an RBAC rule that allows the verbs list and watch on the resource pods.")});
    if (!m_state || (m_state->feed.state != model::FeedState::Synced && nothing)) {
        const bool fault = m_state && m_state->feed.fault != model::FaultKind::None;
        return notice(fault ? NoticeBox::Kind::Disconnected : NoticeBox::Kind::Loading,
            m_state ? Words::feedNotice(m_state->feed)
                    : models::Notice{tr("Connecting"), tr("Pods appear as the first list arrives.")});
    }
    const bool empty = grouped() ? m_pending->rowCount() == 0 : m_pods->rowCount() == 0 && !m_pods->busy();
    if (empty && (!m_filter.isEmpty() || m_namespace->currentIndex() > 0))
        return notice(NoticeBox::Kind::Empty, {tr("No pod matches"), tr("Clear the filter or choose all namespaces.")});
    if (empty)
        return notice(NoticeBox::Kind::Empty,
            m_segments->current() == int(PodSegment::Pending)
                ? models::Notice{tr("Nothing is pending"),
                    tr("Pods that wait for a node appear here, with what blocks them.")}
                : models::Notice{tr("No pods here"), tr("They appear as the cluster runs them.")});
    m_stack->setCurrentWidget(grouped() ? static_cast<QWidget *>(m_tree) : m_table);
}

void PodsPage::showNamespaces()
{
    if (m_namespace->count() == int(m_pods->namespaces().size()) + 1)
        return;
    const QSignalBlocker blocker(m_namespace);
    const QString current = m_namespace->currentData().toString();
    m_namespace->clear();
    m_namespace->addItem(tr("namespace: all"), QString());
    for (const auto &[ns, count] : m_pods->namespaces())
        m_namespace->addItem(Words::plain(ns), QString::fromStdString(ns));
    m_namespace->setCurrentIndex(std::max(0, m_namespace->findData(current)));
}

void PodsPage::openGroups(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const QModelIndex group = m_pending->index(row, 0);
        const QString key = group.data(PendingModel::KeyRole).toString();
        m_tree->setFirstColumnSpanned(row, {}, true);
        const QSignalBlocker blocker(m_tree);
        m_tree->setExpanded(group, m_opened.contains(key));
    }
}

void PodsPage::askSmallestChanges()
{
    if (!m_context.service || m_state->feed.state != model::FeedState::Synced)
        return;
    if (m_asking > 0)
        return; // one round at a time
    const auto questions = m_pending->questions();
    for (const PendingModel::Question &question : questions) {
        if (m_asking >= 4)
            return;
        ++m_asking;
        ask(question);
    }
}

void PodsPage::ask(const PendingModel::Question &question)
{
    const auto answered = [self = QPointer(this), question](base::Symbol node, const model::ChangeSet &change) {
        if (!self)
            return;
        --self->m_asking;
        self->m_pending->setSmallestChange(question, node, change);
    };
    api::ClusterService *service = m_context.service;
    service->whatIf(
        question.pod->key, [self = QPointer(this), service, answered](absl::StatusOr<model::DecisionPtr> decision) {
            if (!decision.ok() || !self || self->m_context.service != service)
                return answered({}, {});
            models::askSmallestChange(*service, *decision,
                [answered](const models::SmallestChange &least) { answered(least.node, least.set); });
        });
}

void PodsPage::select(const model::PodKey &key)
{
    if (m_selected == key)
        return;
    m_selected = key;
    emit selected(QString::fromStdString(key.text()), QStringLiteral("why"));
}

void PodsPage::reselect()
{
    if (!m_selected)
        return;
    const int row = m_pods->rowOf(*m_selected);
    if (row >= 0)
        m_table->setCurrentIndex(m_pods->index(row, 0));
}

void PodsPage::actOnGroup(const QModelIndex &group)
{
    if (!m_context.navigator)
        return;
    if (PendingModel::Action(group.data(PendingModel::ActionRole).toInt()) == PendingModel::Action::Approvals)
        m_context.navigator->open(QStringLiteral("approvals"));
    else if (const api::PendingPod *pod = m_pending->podAt(m_pending->index(0, 0, group.siblingAtColumn(0))))
        m_context.navigator->open(QStringLiteral("whatif?pod=") + QString::fromStdString(pod->pod->key.text()));
}

std::optional<model::PodKey> PodsPage::keyAt(const QModelIndex &index) const
{
    if (index.model() == m_pods) {
        const model::PodPtr pod = m_pods->podAt(index.row());
        return pod ? std::optional(pod->key) : std::nullopt;
    }
    const api::PendingPod *pod = m_pending->podAt(index);
    return pod ? std::optional(pod->pod->key) : std::nullopt;
}

void PodsPage::showMenu(QAbstractItemView *view, const QPoint &position)
{
    const auto key = keyAt(view->indexAt(position));
    const model::PodPtr pod = key ? m_pods->find(*key) : nullptr;
    if (!pod || !m_context.navigator)
        return;
    const QString name = QString::fromStdString(key->text());
    QMenu menu(this);
    if (!pod->assigned())
        menu.addAction(
            tr("What if…"), this, [this, name] { m_context.navigator->open(QStringLiteral("whatif?pod=") + name); });
    menu.addAction(
        tr("Why…"), this, [this, name] { m_context.navigator->open(QStringLiteral("pods/%1?tab=why").arg(name)); });
    if (pod->assigned())
        menu.addAction(tr("Open its node"), this,
            [this, pod] { m_context.navigator->open(QStringLiteral("nodes/") + Words::plain(pod->nodeName)); });
    menu.addSeparator();
    menu.addAction(tr("Copy address"), this, [this, name] {
        Address address;
        address.cluster = m_state ? QString::fromStdString(m_state->profile.name) : QString();
        address.page = id();
        address.object = name;
        QApplication::clipboard()->setText(address.text());
    });
    menu.addAction(tr("Copy as YAML"), this, [pod] { QApplication::clipboard()->setText(models::podYaml(*pod)); });
    menu.exec(view->viewport()->mapToGlobal(position));
}

QWidget *PodsPage::inspector(const QString &object, const QString &tab, QWidget *parent)
{
    const auto key = keyFrom(object);
    const model::PodPtr pod = key ? m_pods->find(*key) : nullptr;
    if (!pod)
        return nullptr;
    auto *inspector = new PodInspector(m_context, parent);
    inspector->setNow(m_now);
    inspector->show(pod, m_pending->find(*key), m_state);
    inspector->setTab(PodInspector::tabOf(tab));
    m_inspectors.emplace_back(inspector);
    return inspector;
}

void PodsPage::openObject(const QString &object, const QString &tab)
{
    Q_UNUSED(tab)
    const auto key = keyFrom(object);
    const model::PodPtr pod = key ? m_pods->find(*key) : nullptr;
    if (!pod)
        return;
    m_selected = *key;
    const PodSegment segment = models::segmentOf(*pod);
    if (m_segments->current() != int(segment) && m_segments->current() != int(PodSegment::All)) {
        m_segments->setCurrent(int(segment));
        m_pods->setSegment(segment);
    }
    const QModelIndex waiting = m_pending->indexOf(*key);
    if (waiting.isValid()) {
        m_tree->setExpanded(waiting.parent(), true);
        m_tree->setCurrentIndex(waiting);
    }
    reselect();
    showForm();
}

void PodsPage::retranslate()
{
    m_form->setSegments({tr("Grouped"), tr("List")});
    m_form->setAccessibleDescription(tr("How pending pods are shown"));
    m_regroup->setWords(tr("regroup"));
    m_regroup->setToolTip(tr("Sort groups again: most pods first"));
    m_namespace->setAccessibleName(tr("namespace"));
    if (m_namespace->count() > 0)
        m_namespace->setItemText(0, tr("namespace: all"));
    m_pods->retranslate();
    m_pending->retranslate();
    showForm();
    emit headerChanged();
}

void PodsPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    // What says least gives way first, so that names stay whole beside the inspector.
    const bool narrow = width() < 1020;
    const bool narrower = width() < 880;
    using Column = PendingModel::Column;
    for (Column column : {Column::Position, Column::Refused})
        m_tree->setColumnHidden(int(column), narrow);
    m_tree->setColumnHidden(int(Column::Answer), narrower);
    m_table->setColumnHidden(int(models::PodColumn::Priority), narrow);
    m_table->setColumnHidden(int(models::PodColumn::Restarts), narrow);
    m_table->setColumnHidden(int(models::PodColumn::Gpu), narrower);
    m_hint->setVisible(!narrow);
}

void PodsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
