// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/placement_desk.h"

#include "planner/model/rule_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace binnacle::services {

namespace {

constexpr std::size_t decidedKept = 200;
constexpr std::size_t alternativesKept = 5;
constexpr base::Duration retryPace = std::chrono::seconds(5); ///< of steps that the log refused

bool over(api::DecisionState state)
{
    using enum api::DecisionState;
    return state == Denied || state == Expired || state == Superseded || state == BindFailed || state == Confirmed;
}

/// A settled decision keeps its best alternatives only: the whole trace is in the audit log.
model::DecisionPtr trimmed(const model::DecisionPtr &decision)
{
    auto copy = std::make_shared<model::Decision>(*decision);
    if (copy->feasible.size() > alternativesKept)
        copy->feasible.resize(alternativesKept);
    copy->feasible.shrink_to_fit();
    copy->rejected.clear();
    copy->rejected.shrink_to_fit();
    return copy;
}

} // namespace

PlacementDesk::PlacementDesk(Surroundings around) : m_around(std::move(around)) { }

api::AuditEntry PlacementDesk::entry(const api::Proposal &proposal) const
{
    const model::Decision &decision = *proposal.decision;
    api::AuditEntry out;
    out.at = m_around.clock->now();
    out.decisionId = proposal.id;
    out.state = proposal.state;
    out.operation = "place";
    out.pod = decision.pod.text();
    out.podUid = decision.podUid;
    out.node = std::string(decision.chosen.text());
    out.score = decision.score;
    out.margin = decision.margin;
    out.stability = decision.confidence.stability;
    out.confidence = decision.confidence.value;
    out.calibrated = decision.confidence.calibrated;
    out.calibratedOn = decision.confidence.calibratedOn;
    out.snapshotHash = decision.snapshotHash.hex();
    out.policyVersion = decision.policyVersion;
    out.modelVersion = decision.modelVersion;
    out.seed = decision.seed;
    return out;
}

PlacementDesk::OpenPtr PlacementDesk::open(const std::string &id) const
{
    const auto found = m_open.find(id);
    return found == m_open.end() ? nullptr : found->second;
}

void PlacementDesk::propose(model::DecisionPtr decision, model::SnapshotPtr snapshot)
{
    auto row = std::make_shared<Open>();
    row->proposal.id = decision->id;
    row->snapshot = snapshot;
    row->proposal.decision = decision;
    row->proposal.proposedAt = m_around.clock->now();
    row->proposal.expiresAt = row->proposal.proposedAt + m_around.proposalLife;
    row->transition = true;
    m_byPod[decision->pod] = row;
    m_around.assume(decision->podValue, decision->chosen);

    api::AuditEntry record = entry(row->proposal);
    record.kind = "decision";
    record.actor = systemActor;
    record.details["expiresAt"] = std::to_string(row->proposal.expiresAt.time_since_epoch().count());
    m_around.audit->propose(
        std::move(record), decision, std::move(snapshot), [this, row](absl::StatusOr<std::uint64_t> index) {
            row->transition = false;
            if (!index.ok()) {
                close(row, Requeue::Later);
                return;
            }
            row->proposal.auditIndex = *index;
            m_open[row->proposal.id] = row;
            // The pod may have changed while the row was being written.
            const model::PodPtr now = m_around.pod(row->proposal.decision->pod);
            if (!now || now->uid != row->proposal.decision->podUid)
                podGone(row->proposal.decision->pod, row->proposal.decision->podUid);
            else
                podSeen(now);
            m_around.changed();
        });
}

void PlacementDesk::record(model::DecisionPtr decision, model::SnapshotPtr snapshot, std::string answer,
    std::function<void(bool durable)> done)
{
    api::Proposal unplaced;
    unplaced.id = decision->id;
    unplaced.decision = decision;
    unplaced.state = api::DecisionState::NoNode;
    api::AuditEntry row = entry(unplaced);
    row.kind = "decision";
    row.actor = systemActor;
    row.details["answer"] = std::move(answer);
    if (decision->undecided != 0)
        row.details["undecided"] = fmt::format("{}", fmt::join(model::ruleNames(decision->undecided), ","));
    m_around.audit->propose(std::move(row), std::move(decision), std::move(snapshot),
        [this, done = std::move(done)](const absl::StatusOr<std::uint64_t> &index) {
            m_around.changed();
            done(index.ok());
        });
}

void PlacementDesk::step(const OpenPtr &row, api::DecisionState to, std::string actor, std::string message,
    std::function<void(absl::Status)> then)
{
    row->transition = true;
    api::AuditEntry record = entry(row->proposal);
    record.kind = "transition";
    record.state = to;
    record.actor = actor;
    record.message = message;
    m_around.audit->transition(std::move(record),
        [this, row, to, actor = std::move(actor), message = std::move(message), then = std::move(then)](
            absl::StatusOr<std::uint64_t> index) {
            row->transition = false;
            if (index.ok()) {
                row->proposal.state = to;
                row->proposal.decidedAt = m_around.clock->now();
                row->proposal.message = message;
                if (actor != systemActor)
                    row->proposal.actor = actor;
            } else {
                row->nextTry = m_around.clock->now() + retryPace;
            }
            m_around.changed();
            then(index.status());
            // An earlier step is durable after all, though its append answered with an error.
            if (absl::IsFailedPrecondition(index.status()) && row->proposal.state == api::DecisionState::Proposed
                && m_open.contains(row->proposal.id) && !row->transition)
                settleUnacknowledged(row);
        });
}

/// The log holds a step of this proposal that was answered with an error, so nothing was done on the strength of it: if it
/// was Approved, the bind is said not to have happened; if it was a last step, the proposal is over.
void PlacementDesk::settleUnacknowledged(const OpenPtr &row)
{
    row->transition = true;
    api::AuditEntry record = entry(row->proposal);
    record.kind = "transition";
    record.state = api::DecisionState::BindFailed;
    record.actor = systemActor;
    record.message = "approval-not-acknowledged";
    m_around.audit->transition(std::move(record), [this, row](const absl::StatusOr<std::uint64_t> &index) {
        row->transition = false;
        if (index.ok()) {
            row->proposal.state = api::DecisionState::BindFailed;
            row->proposal.message = "approval-not-acknowledged";
        }
        if (index.ok() || absl::IsFailedPrecondition(index.status()))
            close(row, Requeue::Later);
        else
            row->nextTry = m_around.clock->now() + retryPace;
    });
}

void PlacementDesk::approve(const std::string &id, std::string actor, api::Done done)
{
    const OpenPtr row = open(id);
    if (!row)
        return done(absl::NotFoundError("no such proposal is waiting"));
    if (row->transition || row->proposal.state != api::DecisionState::Proposed)
        return done(absl::FailedPreconditionError("the proposal is not waiting any more"));
    if (row->proposal.expiresAt <= m_around.clock->now())
        return done(absl::FailedPreconditionError("the proposal has expired"));
    if (const absl::Status fits = m_around.stillFits(*row->proposal.decision); !fits.ok()) {
        step(row, api::DecisionState::Superseded, systemActor, std::string(fits.message()),
            [this, row, done, fits](const absl::Status &durable) {
                if (durable.ok())
                    close(row, Requeue::Now);
                done(durable.ok() ? fits : durable);
            });
        return;
    }
    // Advice only, then: the proposal goes on waiting until somebody has.
    const auto needs =
        m_around.bindingNeeds ? m_around.bindingNeeds(*row->proposal.decision) : std::vector<model::Reason>();
    if (!needs.empty())
        return done(absl::FailedPreconditionError(
            fmt::format("{}: {}", model::codeName(needs.front().code), needs.front().detail)));
    step(row, api::DecisionState::Approved, std::move(actor), {}, [this, row, done](const absl::Status &durable) {
        if (!durable.ok())
            return done(durable); // nothing was written to the cluster; the proposal still waits
        done(absl::OkStatus());
        bind(row);
    });
}

void PlacementDesk::deny(const std::string &id, std::string actor, std::string note, api::Done done)
{
    const OpenPtr row = open(id);
    if (!row)
        return done(absl::NotFoundError("no such proposal is waiting"));
    if (row->transition || row->proposal.state != api::DecisionState::Proposed)
        return done(absl::FailedPreconditionError("the proposal is not waiting any more"));
    step(row, api::DecisionState::Denied, std::move(actor), std::move(note),
        [this, row, done](const absl::Status &durable) {
            if (durable.ok()) {
                m_deniedUids.insert(row->proposal.decision->podUid);
                close(row, Requeue::Denied);
            }
            done(durable);
        });
}

void PlacementDesk::chooseAnother(const std::string &id, base::Symbol node, std::string actor, api::Done done)
{
    const OpenPtr row = open(id);
    if (!row || row->transition || row->proposal.state != api::DecisionState::Proposed)
        return done(absl::FailedPreconditionError("the proposal is not waiting any more"));
    const model::Decision &was = *row->proposal.decision;
    const auto other =
        std::find_if(was.feasible.begin(), was.feasible.end(), [&](const auto &f) { return f.node == node; });
    if (other == was.feasible.end() || node == was.chosen)
        return done(absl::InvalidArgumentError("the decision has no such other feasible node"));
    auto chosen = std::make_shared<model::Decision>(was);
    chosen->chosen = node;
    chosen->score = other->total;
    chosen->margin = other->total - was.score;
    chosen->tied = {node};
    chosen->confidence.stability = chosen->confidence.value = 0; // a person's choice: no world made it win
    chosen->id = fmt::format("{}-{}", was.id, ++m_serial);
    if (const absl::Status fits = m_around.stillFits(*chosen); !fits.ok())
        return done(fits);
    const std::string message = fmt::format("chosen-another: {}", chosen->id);
    step(row, api::DecisionState::Superseded, std::move(actor), message,
        [this, row, chosen, done](const absl::Status &durable) {
            if (!durable.ok())
                return done(durable);
            close(row, std::nullopt);
            propose(chosen, row->snapshot);
            done(absl::OkStatus());
        });
}

void PlacementDesk::bind(const OpenPtr &row)
{
    row->transition = true;
    const model::Decision &decision = *row->proposal.decision;
    // The version that was just checked: what changed since the decision did not matter to it.
    const model::PodPtr now = m_around.pod(decision.pod);
    const bool same = now && now->uid == decision.podUid;
    row->bindVersion = same ? now->resourceVersion : decision.podResourceVersion;
    m_around.port->bind({decision.pod, decision.podUid, row->bindVersion, std::string(decision.chosen.text())},
        [this, row](const framework::BindResult &result) { bindAnswered(row, result); });
}

void PlacementDesk::bindAnswered(const OpenPtr &row, const framework::BindResult &result)
{
    switch (result.kind) {
    case framework::BindResult::Kind::Bound:
        return succeeded(row);
    case framework::BindResult::Kind::Refused:
        return failed(row, std::string(result.status.message()));
    case framework::BindResult::Kind::Unknown:
        row->bindOver = m_around.clock->now() + m_around.lateBind;
        step(row, api::DecisionState::Unknown, systemActor, std::string(result.status.message()),
            [this, row](const absl::Status &) { readBack(row); });
    }
}

void PlacementDesk::succeeded(const OpenPtr &row)
{
    step(row, api::DecisionState::Bound, systemActor, {}, [this, row](const absl::Status &durable) {
        if (!durable.ok()) {
            row->nextReadBack = m_around.clock->now() + std::chrono::seconds(5);
            return; // the log failed after the bind: asked again, written when it can be
        }
        const model::Decision &decision = *row->proposal.decision;
        m_around.port->note(
            {framework::PodNote::Kind::Scheduled, decision.pod, decision.podUid, {},
                std::string(decision.chosen.text()),
                fmt::format("Successfully assigned {} to {}", decision.pod.text(), decision.chosen.text())},
            [](const absl::Status &) {});
        if (row->echoed)
            return confirm(row);
        // The echo may have come between the answer and this row.
        if (const model::PodPtr now = m_around.pod(decision.pod))
            podSeen(now);
        else
            podGone(decision.pod, decision.podUid);
    });
}

void PlacementDesk::confirm(const OpenPtr &row)
{
    step(row, api::DecisionState::Confirmed, systemActor, {}, [this, row](const absl::Status &durable) {
        if (durable.ok()) {
            m_around.confirmed(row->proposal);
            close(row, Requeue::Now); // its name may be a new pod's already
        }
    });
}

void PlacementDesk::failed(const OpenPtr &row, std::string message)
{
    // A bind that the server confirmed did not fail: the pod went before the watch showed it on its node.
    const api::DecisionState to = row->proposal.state == api::DecisionState::Bound ? api::DecisionState::Superseded
                                                                                   : api::DecisionState::BindFailed;
    step(row, to, systemActor, std::move(message), [this, row](const absl::Status &durable) {
        if (durable.ok())
            close(row, Requeue::Later);
        else
            row->nextReadBack = m_around.clock->now() + std::chrono::seconds(5);
    });
}

void PlacementDesk::close(const OpenPtr &row, std::optional<Requeue> requeue)
{
    const model::Decision &decision = *row->proposal.decision;
    m_open.erase(row->proposal.id);
    if (const auto found = m_byPod.find(decision.pod); found != m_byPod.end() && found->second == row)
        m_byPod.erase(found);
    if (row->proposal.state != api::DecisionState::Confirmed)
        m_around.forget(decision.pod, decision.podUid);
    if (over(row->proposal.state)) {
        row->proposal.decision = trimmed(row->proposal.decision);
        m_decided.push_front(row->proposal);
        if (m_decided.size() > decidedKept)
            m_decided.pop_back();
    }
    if (requeue)
        m_around.requeue(decision.pod, *requeue);
    m_around.changed();
}

void PlacementDesk::tick()
{
    const base::TimePoint now = m_around.clock->now();
    std::vector<OpenPtr> due;
    for (const auto &[id, row] : m_open) {
        if (!row->transition && row->nextTry <= now)
            due.push_back(row);
    }
    for (const OpenPtr &row : due) {
        const bool waits = row->proposal.state == api::DecisionState::Proposed;
        if (waits && row->proposal.expiresAt <= now)
            step(row, api::DecisionState::Expired, systemActor, {}, [this, row](const absl::Status &durable) {
                if (durable.ok())
                    close(row, Requeue::Now);
            });
        else if (row->proposal.state == api::DecisionState::Bound && row->echoed)
            confirm(row);
        else if (!waits && (row->proposal.state != api::DecisionState::Bound || row->readBacks > 0)
            && row->nextReadBack <= now)
            readBack(row);
    }
}

void PlacementDesk::podSeen(const model::PodPtr &pod)
{
    const auto found = m_byPod.find(pod->key);
    if (found == m_byPod.end())
        return;
    const OpenPtr row = found->second;
    const model::Decision &decision = *row->proposal.decision;
    if (pod->uid != decision.podUid)
        return podGone(pod->key, decision.podUid);
    if (!pod->assigned())
        return;
    if (pod->nodeName == decision.chosen)
        row->echoed = true;
    if (row->transition)
        return; // the step under way looks at the pod when it is done
    if (row->proposal.state == api::DecisionState::Bound && row->echoed) {
        confirm(row);
    } else if (row->proposal.state == api::DecisionState::Unknown) {
        row->echoed ? succeeded(row) : failed(row, fmt::format("pod-on-other-node: {}", pod->nodeName.text()));
    } else if (row->proposal.state == api::DecisionState::Proposed) {
        step(row, api::DecisionState::Superseded, systemActor,
            fmt::format("bound-by-another: {}", pod->nodeName.text()), [this, row](const absl::Status &durable) {
                if (durable.ok())
                    close(row, Requeue::Now);
            });
    }
}

void PlacementDesk::podGone(const model::PodKey &pod, const std::string &uid)
{
    m_deniedUids.erase(uid);
    const auto found = m_byPod.find(pod);
    if (found == m_byPod.end() || found->second->proposal.decision->podUid != uid)
        return;
    const OpenPtr row = found->second;
    if (row->transition)
        return;
    if (row->proposal.state == api::DecisionState::Proposed) {
        step(row, api::DecisionState::Superseded, systemActor, "pod-gone", [this, row](const absl::Status &durable) {
            if (durable.ok())
                close(row, Requeue::Now);
        });
    } else {
        // It was bound, or may have been, and deleted before the watch showed it there: read back says which.
        readBack(row);
    }
}

std::vector<api::Proposal> PlacementDesk::waiting() const
{
    std::vector<api::Proposal> out;
    for (const auto &[id, row] : m_open)
        out.push_back(row->proposal);
    std::sort(out.begin(), out.end(), [](const api::Proposal &a, const api::Proposal &b) {
        return std::tie(a.expiresAt, a.id) < std::tie(b.expiresAt, b.id);
    });
    return out;
}

const api::Proposal *PlacementDesk::find(const std::string &id) const
{
    if (const OpenPtr row = open(id))
        return &row->proposal;
    const auto found =
        std::find_if(m_decided.begin(), m_decided.end(), [&](const api::Proposal &p) { return p.id == id; });
    return found == m_decided.end() ? nullptr : &*found;
}

} // namespace binnacle::services
