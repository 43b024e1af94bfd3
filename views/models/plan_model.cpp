// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/plan_model.h"

namespace binnacle::models {

using model::PlanStep;

QString PlanWords::step(PlanStep::Kind kind)
{
    switch (kind) {
    case PlanStep::Kind::Place:
        return tr("place");
    case PlanStep::Kind::Move:
        return tr("move");
    case PlanStep::Kind::EvictFirst:
        return tr("evict, place again later");
    case PlanStep::Kind::Return:
        return tr("place again");
    case PlanStep::Kind::Evict:
        return tr("evict for good");
    }
    return {};
}

QString PlanWords::refusal(model::PlanRefusal why)
{
    using enum model::PlanRefusal;
    switch (why) {
    case NoNodes:
        return tr("the cluster has no nodes");
    case NoRoom:
        return tr("no room found");
    case NeverFits:
        return tr("no node would ever take it");
    case NotDecidable:
        return tr("not decidable yet");
    case Gated:
        return tr("held back by gates");
    case NotPending:
        return tr("does not wait any more");
    case Duplicate:
        return tr("given twice");
    case GangIncomplete:
        return tr("its gang is not complete");
    case GangContradiction:
        return tr("it is in two gangs");
    case GangWithoutRoom:
        return tr("no room for its whole gang");
    case Stopped:
        return tr("stopped before it was looked at");
    }
    return {};
}

QString PlanWords::outcome(const model::Plan &plan)
{
    const QString placed =
        tr("%1 of %2 pods placed")
            .arg(Words::number(plan.after.placed), Words::number(plan.after.placed + plan.after.pending));
    return plan.moves == 0 ? placed : tr("%1, %2 moved").arg(placed, Words::number(plan.moves));
}

QString PlanWords::certainty(const model::Plan &plan)
{
    if (plan.proven)
        return tr("proven: no plan within the limits is better");
    if (plan.ended == model::PlanEnd::Stopped)
        return tr("the best found before it was stopped");
    return tr("the best found; a better one may exist");
}

// ---- steps ---------------------------------------------------------------------------------------

void PlanStepsModel::setPlan(model::PlanPtr plan)
{
    beginResetModel();
    m_plan = std::move(plan);
    endResetModel();
}

void PlanStepsModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int PlanStepsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_plan ? 0 : int(m_plan->steps.size());
}

int PlanStepsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(Column::Count); }

QString PlanStepsModel::text(const PlanStep &step, int row, Column column) const
{
    switch (column) {
    case Column::Number:
        return Words::number(row + 1);
    case Column::Step:
        return PlanWords::step(step.kind);
    case Column::Pod:
        return Words::plain(step.pod.text());
    case Column::From:
        return step.from.empty() ? QStringLiteral("–") : Words::plain(step.from);
    case Column::To:
        return step.to.empty() ? QStringLiteral("–") : Words::plain(step.to);
    case Column::Why:
        if (!step.gang.empty())
            return tr("with its gang %1").arg(Words::plain(step.gang));
        if (step.makesRoomFor.name.empty())
            return step.kind == PlanStep::Kind::Place ? tr("waits") : QString();
        if (step.lacked.code == model::ReasonCode::None)
            return tr("makes room for %1").arg(Words::plain(step.makesRoomFor.text()));
        return tr("makes room for %1 · %2")
            .arg(Words::plain(step.makesRoomFor.text()), Words::reasonGroup(step.lacked.code, step.lacked.subject));
    case Column::Cost:
        return step.cost == 0 ? QString() : Words::number(step.cost);
    case Column::Count:
        break;
    }
    return {};
}

QVariant PlanStepsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PlanStep &step = m_plan->steps[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(step, index.row(), column);
    case Qt::ToolTipRole:
        if (column == Column::Why && step.lacked.code != model::ReasonCode::None)
            return Words::tip(Words::reason(step.lacked));
        return column == Column::Number || column == Column::Cost
            ? QVariant()
            : QVariant(Words::tip(text(step, index.row(), column)));
    case Qt::TextAlignmentRole:
        return int(
            Qt::AlignVCenter | (column == Column::Number || column == Column::Cost ? Qt::AlignRight : Qt::AlignLeft));
    case PodRole:
        return QString::fromStdString(step.pod.text());
    case ToneRole:
        if (column == Column::Step)
            return int(step.kind == PlanStep::Kind::Place     ? Tone::Good
                    : step.kind == PlanStep::Kind::Evict      ? Tone::Bad
                    : step.kind == PlanStep::Kind::EvictFirst ? Tone::Warn
                                                              : Tone::Accent);
        return int(column == Column::Pod || column == Column::To ? Tone::Plain : Tone::Quiet);
    default:
        return {};
    }
}

QVariant PlanStepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int(
            Qt::AlignVCenter | (column == Column::Number || column == Column::Cost ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Number:
        return tr("no.");
    case Column::Step:
        return tr("step");
    case Column::Pod:
        return tr("pod");
    case Column::From:
        return tr("from");
    case Column::To:
        return tr("to");
    case Column::Why:
        return tr("why");
    case Column::Cost:
        return tr("cost");
    case Column::Count:
        break;
    }
    return {};
}

// ---- left over -----------------------------------------------------------------------------------

void PlanLeftOverModel::setPlan(model::PlanPtr plan)
{
    beginResetModel();
    m_plan = std::move(plan);
    endResetModel();
}

void PlanLeftOverModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int PlanLeftOverModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_plan ? 0 : int(m_plan->leftOver.size());
}

int PlanLeftOverModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QString PlanLeftOverModel::text(const model::PlanLeftOver &left, Column column) const
{
    switch (column) {
    case Column::Pod:
        return Words::plain(left.pod.text());
    case Column::Why:
        return PlanWords::refusal(left.why);
    case Column::Detail:
        if (left.undecided != 0)
            return Words::rules(left.undecided).join(tr(", "));
        if (left.reason.code != model::ReasonCode::None)
            return tr("%1 · %Ln nodes", nullptr, left.nodesByReason)
                .arg(Words::reasonGroup(left.reason.code, left.reason.subject));
        return left.gang.empty() ? QString() : Words::plain(left.gang);
    case Column::Count:
        break;
    }
    return {};
}

QVariant PlanLeftOverModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const model::PlanLeftOver &left = m_plan->leftOver[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(left, column);
    case Qt::ToolTipRole:
        return column == Column::Detail && left.reason.code != model::ReasonCode::None
            ? QVariant(Words::tip(Words::reason(left.reason)))
            : QVariant(Words::tip(text(left, column)));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | Qt::AlignLeft);
    case PodRole:
        return QString::fromStdString(left.pod.text());
    case ToneRole:
        return int(column == Column::Pod ? Tone::Plain : column == Column::Why ? Tone::Warn : Tone::Quiet);
    default:
        return {};
    }
}

QVariant PlanLeftOverModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Pod:
        return tr("pod");
    case Column::Why:
        return tr("why it is not placed");
    case Column::Detail:
        return tr("what most nodes say");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace binnacle::models
