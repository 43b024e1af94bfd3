// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/proposal_model.h"

#include "views/models/words.h"

#include <absl/container/flat_hash_map.h>

#include <QDateTime>

#include <algorithm>

namespace binnacle::models {
namespace {

bool sameDay(base::TimePoint a, base::TimePoint b)
{
    const auto day = [](base::TimePoint at) {
        return QDateTime::fromMSecsSinceEpoch(
            std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count())
            .date();
    };
    return day(a) == day(b);
}

bool changed(const api::Proposal &a, const api::Proposal &b)
{
    return a.state != b.state || a.decision != b.decision || a.decidedAt != b.decidedAt || a.expiresAt != b.expiresAt
        || a.message != b.message || a.actor != b.actor;
}

} // namespace

base::Duration timeLeft(const api::Proposal &proposal, base::TimePoint now) { return proposal.expiresAt - now; }

ProposalModel::ProposalModel(List list, QObject *parent) : QAbstractListModel(parent), m_list(list) { }

bool ProposalModel::belongs(const api::Proposal &p) const
{
    if (m_list == List::Waiting)
        return p.state == api::DecisionState::Proposed;
    return p.state != api::DecisionState::Proposed && (m_now == base::TimePoint{} || sameDay(p.decidedAt, m_now));
}

int ProposalModel::place(const api::Proposal &p) const
{
    const auto before = [&](const Row &row) {
        return m_list == List::Waiting ? row.proposal.expiresAt <= p.expiresAt : row.proposal.decidedAt > p.decidedAt;
    };
    int row = 0;
    while (row < int(m_rows.size()) && before(m_rows[std::size_t(row)]))
        ++row;
    return row;
}

void ProposalModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void ProposalModel::apply(const api::ClusterState &state)
{
    absl::flat_hash_map<std::string, const api::Proposal *> fresh;
    for (const api::Proposal &p : state.proposals) {
        if (p.decision)
            fresh.emplace(p.id, &p);
    }
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        Row &held = m_rows[std::size_t(row)];
        const auto it = fresh.find(held.proposal.id);
        if (it == fresh.end() || (m_list == List::Decided && !belongs(*it->second))) {
            remove(row);
            continue;
        }
        if (changed(held.proposal, *it->second)) {
            if (m_list == List::Waiting && !belongs(*it->second) && belongs(held.proposal))
                held.leftAt = m_now;
            held.proposal = *it->second;
            emit dataChanged(index(row), index(row));
        }
        fresh.erase(it);
    }
    for (const api::Proposal &p : state.proposals) {
        if (!fresh.contains(p.id) || !belongs(p))
            continue;
        const int row = place(p);
        beginInsertRows({}, row, row);
        m_rows.insert(m_rows.begin() + row, Row{p, {}});
        endInsertRows();
    }
}

void ProposalModel::setNow(base::TimePoint now)
{
    m_now = now;
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        const Row &held = m_rows[std::size_t(row)];
        if (m_list == List::Waiting && !belongs(held.proposal) && now - held.leftAt >= kLinger
            && QString::fromStdString(held.proposal.id) != m_held)
            remove(row);
        else if (m_list == List::Decided && !belongs(held.proposal))
            remove(row);
    }
    if (m_list == List::Waiting && !m_rows.empty())
        emit dataChanged(index(0), index(int(m_rows.size()) - 1), {CountdownRole, UrgentRole, OpenRole, WordRole});
}

void ProposalModel::hold(const QString &id) { m_held = id; }

void ProposalModel::retranslate()
{
    if (!m_rows.empty())
        emit dataChanged(index(0), index(int(m_rows.size()) - 1));
}

const api::Proposal *ProposalModel::at(int row) const
{
    return row >= 0 && row < int(m_rows.size()) ? &m_rows[std::size_t(row)].proposal : nullptr;
}

int ProposalModel::rowOf(const QString &id) const
{
    const std::string wanted = id.toStdString();
    const auto it =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.proposal.id == wanted; });
    return it == m_rows.end() ? -1 : int(it - m_rows.begin());
}

int ProposalModel::open() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(),
        [](const Row &row) { return row.proposal.state == api::DecisionState::Proposed; }));
}

int ProposalModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant ProposalModel::data(const QModelIndex &index, int role) const
{
    const api::Proposal *p = at(index.row());
    if (!p)
        return {};
    const model::Decision &d = *p->decision;
    const bool waits = p->state == api::DecisionState::Proposed;
    const bool over = waits && timeLeft(*p, m_now) <= base::Duration::zero();
    const Sign sign = over ? Words::state(api::DecisionState::Expired) : Words::state(p->state);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("Place %1 on %2: %3").arg(Words::plain(d.pod.text()), Words::plain(d.chosen), sign.word);
    case IdRole:
        return QString::fromStdString(p->id);
    case TitleRole:
        return tr("Place %1").arg(Words::plain(d.pod.text()));
    case DetailRole:
        return tr("on %1").arg(Words::plain(d.chosen));
    case CountdownRole:
        return waits && !over ? Words::countdown(timeLeft(*p, m_now)) : QString();
    case UrgentRole:
        return waits && timeLeft(*p, m_now) < std::chrono::minutes(1);
    case SignRole:
        return sign.sign;
    case WordRole:
        return sign.word;
    case ToneRole:
        return int(sign.tone);
    case SureRole:
        return tr("stable %1 · confidence %2")
            .arg(Words::share(d.confidence.stability), Words::share(d.confidence.value));
    case ByRole:
        return Words::actor(p->actor);
    case WhenRole:
        return Words::clock(p->decidedAt);
    case OpenRole:
        return waits && !over;
    default:
        return {};
    }
}

} // namespace binnacle::models
