// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/palette.h"

#include "views/models/words.h"
#include "views/theme/icons.h"
#include "views/theme/paint.h"
#include "views/theme/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cctype>

namespace binnacle::pages {
namespace {

constexpr int kNoteRole = Qt::UserRole + 1;
constexpr int kIconRole = Qt::UserRole + 2;

/// Paints one offer: icon, title, note.
class OfferDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const theme::Tokens &t = theme::now();
        const QRectF r = option.rect;
        if (option.state & QStyle::State_Selected)
            theme::paintBox(*painter, r.adjusted(4, 1, -4, -1), t.accentSoft, QColor(), 4);
        theme::paintIcon(*painter, QRectF(r.left() + 12, r.top(), 20, r.height()), index.data(kIconRole).toString(),
            t.secondary, 16);
        painter->setFont(theme::font(theme::Type::Caption));
        const QString note = index.data(kNoteRole).toString();
        const double noteWidth = painter->fontMetrics().horizontalAdvance(note);
        theme::paintText(*painter, QRectF(r.right() - 16 - noteWidth, r.top(), noteWidth + 1, r.height()),
            Qt::AlignRight | Qt::AlignVCenter, note, t.secondary);
        painter->setFont(theme::font(theme::Type::Body));
        theme::paintText(*painter, QRectF(r.left() + 40, r.top(), r.width() - 72 - noteWidth, r.height()),
            Qt::AlignLeft | Qt::AlignVCenter, index.data().toString(), t.text);
    }
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {200, 32}; }
};

/// True when `text` holds `part`, letters of ASCII without case.
bool holds(std::string_view text, std::string_view part)
{
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

} // namespace

std::optional<int> fuzzyScore(const QString &pattern, const QString &text)
{
    int score = 0;
    int run = 0;
    qsizetype at = 0;
    for (const QChar wanted : pattern) {
        if (wanted.isSpace())
            continue;
        const QChar lower = wanted.toLower();
        const qsizetype from = at;
        while (at < text.size() && text[at].toLower() != lower)
            ++at;
        if (at == text.size())
            return std::nullopt;
        const bool starts = at == 0 || !text[at - 1].isLetterOrNumber();
        run = at == from ? run + 1 : 1;
        score += (starts ? 8 : 1) + 3 * run - int(std::min<qsizetype>(at - from, 6));
        ++at;
    }
    return score * 4 - int(std::min<qsizetype>(text.size(), 40));
}

class Palette::Model : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;
    std::vector<Command> offers;

    void set(std::vector<Command> next)
    {
        beginResetModel();
        offers = std::move(next);
        endResetModel();
    }
    int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : int(offers.size()); }
    QVariant data(const QModelIndex &index, int role) const override
    {
        const Command &c = offers[std::size_t(index.row())];
        switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
            return c.title;
        case kNoteRole:
            return c.note;
        case kIconRole:
            return c.icon;
        default:
            return {};
        }
    }
};

Palette::Palette(models::ClusterStore &store, QWidget *parent)
    : QWidget(parent),
      m_store(store),
      m_field(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_model(new Model(this))
{
    m_field->setFont(theme::font(theme::Type::Section));
    m_field->setFixedHeight(40);
    m_field->setMaxLength(256);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new OfferDelegate(this));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    m_field->installEventFilter(this);
    parent->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &Palette::search);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) { run(index.row()); });
    hide();
}

void Palette::open(std::vector<Command> commands, const QString &text)
{
    m_commands = std::move(commands);
    m_field->setPlaceholderText(tr("Page, action, node or pod"));
    m_field->setAccessibleName(tr("Command palette"));
    m_list->setAccessibleName(tr("What matches"));
    m_field->setText(text);
    search(text);
    const int width = std::min(640, parentWidget()->width() - 48);
    setGeometry((parentWidget()->width() - width) / 2, 56, width, std::min(480, parentWidget()->height() - 96));
    show();
    raise();
    m_field->setFocus();
}

QStringList Palette::titles() const
{
    QStringList out;
    for (const Command &c : m_model->offers)
        out << c.title;
    return out;
}

void Palette::search(const QString &text)
{
    std::vector<std::pair<int, const Command *>> scored;
    for (const Command &c : m_commands) {
        if (const auto score = fuzzyScore(text, c.title))
            scored.emplace_back(*score, &c);
    }
    if (!text.trimmed().isEmpty())
        std::stable_sort(scored.begin(), scored.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<Command> found;
    found.reserve(scored.size());
    for (const auto &[score, command] : scored)
        found.push_back(*command);
    if (text.trimmed().size() >= 2)
        addObjects(text.trimmed(), found);
    m_model->set(std::move(found));
    m_list->setCurrentIndex(m_model->index(0));
}

void Palette::addObjects(const QString &text, std::vector<Command> &found)
{
    const std::string part = text.toLower().toStdString();
    std::size_t nodes = 0;
    for (const model::NodeInfoPtr &info : m_store.state().snapshot->nodes()) {
        const std::string_view name = info->node().name.text();
        if (!holds(name, part))
            continue;
        const QString shown = models::Words::plain(name, 253);
        found.push_back({QStringLiteral("nodes"), shown, tr("node"), [this, name = std::string(name)] {
                             emit objectChosen(QStringLiteral("nodes/") + QString::fromStdString(name));
                         }});
        if (++nodes == kObjects)
            break;
    }
    std::size_t pods = 0;
    m_store.forEachPod([&](const model::PodPtr &pod) {
        if (!holds(pod->key.name, part) && !holds(pod->key.ns, part))
            return true;
        const QString key = QString::fromStdString(pod->key.text());
        found.push_back({QStringLiteral("pods"), models::Words::plain(pod->key.text()), tr("pod"),
            [this, key] { emit objectChosen(QStringLiteral("pods/") + key); }});
        return ++pods < kObjects;
    });
}

void Palette::run(int row)
{
    if (row < 0 || row >= int(m_model->offers.size()))
        return;
    const Command command = m_model->offers[std::size_t(row)];
    hide();
    command.run();
}

void Palette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    theme::paintBox(painter, rect(), theme::now().raised, theme::now().line, 8);
}

bool Palette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        hide();
    if (watched != m_field)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut && isVisible() && !m_list->underMouse()) {
        hide();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    const int row = m_list->currentIndex().row();
    const int last = int(m_model->offers.size()) - 1;
    switch (key->key()) {
    case Qt::Key_Escape:
        hide();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run(row);
        return true;
    case Qt::Key_Down:
        m_list->setCurrentIndex(m_model->index(std::min(row + 1, last)));
        return true;
    case Qt::Key_Up:
        m_list->setCurrentIndex(m_model->index(std::max(row - 1, 0)));
        return true;
    default:
        return false;
    }
}

} // namespace binnacle::pages
