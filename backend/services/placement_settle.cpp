// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// How a placement of which the outcome is not known is settled: after a lost answer, and after a restart.

#include "backend/services/placement_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace binnacle::services {

namespace {
constexpr std::int32_t longestReadBackPause = 6; ///< as a power of two of seconds
}

void PlacementDesk::readBack(const OpenPtr &row)
{
    row->transition = true;
    m_around.port->readPod(row->proposal.decision->pod, [this, row](const absl::StatusOr<model::PodPtr> &pod) {
        row->transition = false;
        settleFromServer(row, pod, [] {});
    });
}

void PlacementDesk::settleFromServer(
    const OpenPtr &row, const absl::StatusOr<model::PodPtr> &pod, std::function<void()> then)
{
    const model::Decision &decision = *row->proposal.decision;
    if (pod.ok() && (*pod)->uid == decision.podUid) {
        if ((*pod)->nodeName == decision.chosen) {
            row->echoed = true;
            row->proposal.state == api::DecisionState::Bound ? confirm(row) : succeeded(row);
        } else if ((*pod)->assigned()) {
            failed(row, fmt::format("pod-on-other-node: {}", (*pod)->nodeName.text()));
        } else {
            return stillUnbound(row, **pod, std::move(then));
        }
        return then();
    }
    if (pod.ok() || absl::IsNotFound(pod.status())) {
        failed(row, "pod-gone");
        return then();
    }
    // The server cannot be asked now: the row stays unknown and is asked about again, ever more slowly.
    askAgain(row, base::TimePoint::max());
    then();
}

void PlacementDesk::askAgain(const OpenPtr &row, base::TimePoint latest)
{
    const base::Duration pause = std::chrono::seconds(1) * (1 << std::min(row->readBacks++, longestReadBackPause));
    row->nextReadBack = std::min(m_around.clock->now() + pause, latest);
}

/// The server holds the pod unbound, which a bind whose answer was lost may yet change. It no longer can when the pod's
/// version is not the one it named, for then the server refuses it; or when the server must have given it up long ago.
void PlacementDesk::stillUnbound(const OpenPtr &row, const model::Pod &pod, std::function<void()> then)
{
    if (row->bindVersion.empty())
        row->bindVersion = pod.resourceVersion; // an earlier run's bind named this version or an older one
    if (row->proposal.state == api::DecisionState::Bound || pod.resourceVersion != row->bindVersion
        || m_around.clock->now() >= row->bindOver) {
        failed(row, "pod-not-bound");
        return then();
    }
    if (row->proposal.state != api::DecisionState::Approved)
        return fence(row, pod, std::move(then));
    auto version = std::make_shared<model::Pod>(pod);
    step(row, api::DecisionState::Unknown, systemActor, "bind-not-answered",
        [this, row, version, then = std::move(then)](const absl::Status &durable) {
            if (durable.ok())
                return fence(row, *version, then);
            askAgain(row, row->bindOver);
            then();
        });
}

/// Writes the condition that kube-scheduler writes when binding went wrong. It moves the pod's version on, unless the bind
/// came first: either way the next look settles the matter. Where it may not be written, time does.
void PlacementDesk::fence(const OpenPtr &row, const model::Pod &pod, std::function<void()> then)
{
    if (row->fenced || !m_around.mayNote || !m_around.mayNote()) {
        askAgain(row, row->bindOver);
        return then();
    }
    row->fenced = true;
    row->transition = true;
    framework::PodNote note;
    note.kind = framework::PodNote::Kind::FailedScheduling;
    note.pod = pod.key;
    note.podUid = pod.uid;
    note.podResourceVersion = pod.resourceVersion;
    note.onlyThisVersion = true;
    note.message = fmt::format(
        "binding to {} was not answered (decision {})", row->proposal.decision->chosen.text(), row->proposal.id);
    m_around.port->note(std::move(note), [this, row](const absl::Status &) {
        row->transition = false;
        row->readBacks = 0;
        readBack(row);
    });
    then();
}

void PlacementDesk::reconcile(std::vector<api::AuditDecision> open,
    std::function<model::DecisionPtr(const api::AuditDecision &)> restore, std::function<void()> done)
{
    auto left = std::make_shared<std::size_t>(open.size());
    if (*left == 0)
        return done();
    const auto one = [left, done = std::move(done)] {
        if (--*left == 0)
            done();
    };
    for (const api::AuditDecision &row : open)
        reconcileOne(row, restore(row), one);
}

void PlacementDesk::reconcileOne(const api::AuditDecision &was, model::DecisionPtr decision, std::function<void()> then)
{
    auto row = std::make_shared<Open>();
    api::Proposal &proposal = row->proposal;
    proposal.id = was.decision.decisionId;
    proposal.state = was.state;
    proposal.auditIndex = was.decision.index;
    proposal.proposedAt = was.decision.at;
    proposal.expiresAt = was.decision.at + m_around.proposalLife;
    if (!decision) {
        // The trace is gone (pruned); what the row says of the placement is enough to settle it.
        auto bare = std::make_shared<model::Decision>();
        const std::size_t slash = was.decision.pod.find('/');
        bare->id = proposal.id;
        bare->pod = {
            was.decision.pod.substr(0, slash), slash == std::string::npos ? "" : was.decision.pod.substr(slash + 1)};
        bare->podUid = was.decision.podUid;
        bare->chosen = base::Symbol(was.decision.node);
        bare->score = was.decision.score.value_or(0);
        decision = bare;
    }
    proposal.decision = decision;
    m_open[proposal.id] = row;
    m_byPod[decision->pod] = row;

    if (proposal.state == api::DecisionState::Proposed) {
        const model::PodPtr now = m_around.pod(decision->pod);
        const bool alive = now && now->uid == decision->podUid && !now->assigned() && decision->podValue
            && proposal.expiresAt > m_around.clock->now() && m_around.stillFits(*decision).ok();
        if (alive) {
            m_around.assume(now, decision->chosen);
            m_around.changed();
            return then();
        }
        const bool expired = proposal.expiresAt <= m_around.clock->now();
        return step(row, expired ? api::DecisionState::Expired : api::DecisionState::Superseded, systemActor, "restart",
            [this, row, then = std::move(then)](const absl::Status &durable) {
                if (durable.ok())
                    close(row, Requeue::Now);
                then();
            });
    }
    // The earlier run ended before now, and its bind, if it sent one, left before that.
    row->bindOver = m_around.clock->now() + m_around.lateBind;
    row->transition = true;
    m_around.port->readPod(
        decision->pod, [this, row, then = std::move(then)](const absl::StatusOr<model::PodPtr> &pod) {
            row->transition = false;
            settleFromServer(row, pod, then);
        });
}

} // namespace binnacle::services
