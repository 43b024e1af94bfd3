// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/services/audit_trail.h"
#include "backend/services/requeue.h"
#include "planner/base/clock.h"
#include "planner/base/executor.h"
#include "planner/framework/ports.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::services {

/// Carries every placement from its decision to its confirmation, and is the only caller of ClusterPort::bind.
/// Each step is durable in the audit log before its effect: a decision is seen only after *Proposed* is on disk, the
/// cluster is written to only after *Approved* is. If the log cannot be written, the step does not happen.
/// Owned by the session's state sequence; every callback arrives there.
class PlacementDesk {
public:
    /// What the desk asks of the session around it.
    struct Surroundings {
        base::Executor *state = nullptr;
        const base::Clock *clock = nullptr;
        framework::ClusterPort *port = nullptr;
        AuditTrail *audit = nullptr;
        /// Runs Filter again: may this pod, as it is now, still go to that node? OK, or why not.
        std::function<absl::Status(const model::Decision &)> stillFits;
        /// What has to be written first, beside the binding, which nothing here does. May be null: nothing ever has.
        std::function<std::vector<model::Reason>(const model::Decision &)> bindingNeeds;
        /// The pod as last seen, or null.
        std::function<model::PodPtr(const model::PodKey &)> pod;
        std::function<void(const model::PodPtr &, base::Symbol node)> assume;
        std::function<void(const model::PodKey &, const std::string &uid)> forget;
        std::function<void(const model::PodKey &, Requeue)> requeue;
        /// Something a viewer would see has changed.
        std::function<void()> changed;
        /// Placed and confirmed.
        std::function<void(const api::Proposal &)> confirmed;
        /// True when the cluster may be written to now, and the pod's condition too.
        std::function<bool()> mayNote;
        base::Duration proposalLife = std::chrono::minutes(5);
        /// How long a bind whose answer was lost may still take effect: the server gives a request up after a minute
        /// (kube-apiserver --request-timeout), and it may have been on its way before that.
        base::Duration lateBind = std::chrono::seconds(90);
    };

    explicit PlacementDesk(Surroundings around);

    /// Makes the decision durable, then shows it. The pod is assumed at once, and forgotten if the log refuses.
    void propose(model::DecisionPtr decision, model::SnapshotPtr snapshot);
    /// Writes down a decision that has no node; `done` says whether it is durable.
    void record(model::DecisionPtr decision, model::SnapshotPtr snapshot, std::string answer,
        std::function<void(bool durable)> done);
    void approve(const std::string &id, std::string actor, api::Done done);
    void deny(const std::string &id, std::string actor, std::string note, api::Done done);
    void chooseAnother(const std::string &id, base::Symbol node, std::string actor, api::Done done);

    /// What an earlier run's log says was denied.
    void setDenied(const std::string &uid) { m_deniedUids.insert(uid); }

    /// Expires what is due, retries read-backs. Call about once a second.
    void tick();
    /// The watch showed this pod.
    void podSeen(const model::PodPtr &pod);
    void podGone(const model::PodKey &pod, const std::string &uid);

    /// Compares every open row of an earlier run with the live state; `done` when each has been settled or adopted.
    /// `restore` gives the decision back as it was recorded, or null when the archive has it no more.
    void reconcile(std::vector<api::AuditDecision> open,
        std::function<model::DecisionPtr(const api::AuditDecision &)> restore, std::function<void()> done);

    [[nodiscard]] bool busyWith(const model::PodKey &pod) const { return m_byPod.contains(pod); }
    [[nodiscard]] std::vector<api::Proposal> waiting() const; ///< first to expire first
    [[nodiscard]] const std::deque<api::Proposal> &decided() const { return m_decided; } ///< newest first, at most 200
    [[nodiscard]] const api::Proposal *find(const std::string &id) const;
    /// A person denied a placement of this pod: no rule approves another.
    [[nodiscard]] bool wasDenied(const std::string &uid) const { return m_deniedUids.contains(uid); }
    [[nodiscard]] std::int64_t unsettled() const { return static_cast<std::int64_t>(m_open.size()); }

private:
    struct Open {
        api::Proposal proposal;
        model::SnapshotPtr snapshot; ///< what was decided on; null after a restart
        bool transition = false; ///< a step is being made durable or is at the server
        bool echoed = false; ///< the watch already showed the pod on the node
        std::string bindVersion; ///< of the pod, that the bind named or that was there after it at the latest
        base::TimePoint bindOver{}; ///< from then on a bind whose answer was lost has no effect any more
        bool fenced = false; ///< the pod's version was moved on, or that was tried
        std::int32_t readBacks = 0;
        base::TimePoint nextReadBack{};
        base::TimePoint nextTry{}; ///< of a step that the log refused
    };
    using OpenPtr = std::shared_ptr<Open>;

    OpenPtr open(const std::string &id) const;
    /// Writes one transition; on success the proposal's state is set before `then` runs.
    void step(const OpenPtr &row, api::DecisionState to, std::string actor, std::string message,
        std::function<void(absl::Status)> then);
    void bind(const OpenPtr &row);
    void bindAnswered(const OpenPtr &row, const framework::BindResult &result);
    void readBack(const OpenPtr &row);
    void settleFromServer(const OpenPtr &row, const absl::StatusOr<model::PodPtr> &pod, std::function<void()> then);
    void stillUnbound(const OpenPtr &row, const model::Pod &pod, std::function<void()> then);
    void fence(const OpenPtr &row, const model::Pod &pod, std::function<void()> then);
    void askAgain(const OpenPtr &row, base::TimePoint latest);
    void succeeded(const OpenPtr &row);
    void confirm(const OpenPtr &row);
    void failed(const OpenPtr &row, std::string message);
    void close(const OpenPtr &row, std::optional<Requeue> requeue);
    void settleUnacknowledged(const OpenPtr &row);
    void reconcileOne(const api::AuditDecision &row, model::DecisionPtr decision, std::function<void()> then);
    [[nodiscard]] api::AuditEntry entry(const api::Proposal &proposal) const;

    Surroundings m_around;
    absl::flat_hash_map<std::string, OpenPtr> m_open;
    absl::flat_hash_map<model::PodKey, OpenPtr> m_byPod;
    std::deque<api::Proposal> m_decided;
    absl::flat_hash_set<std::string> m_deniedUids;
    std::uint64_t m_serial = 0;
};

} // namespace binnacle::services
