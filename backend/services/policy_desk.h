// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/policy.h"
#include "backend/kube/policy_file.h"
#include "backend/services/policy_trial.h"
#include "backend/services/policy_watcher.h"
#include "planner/base/clock.h"
#include "planner/base/sequence.h"

#include <absl/status/statusor.h>

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace binnacle::services {

/// Which policy is in force, and how another comes to be: from the watched file at once or when a person says so, or one that
/// was in force before. A change is written down first, then adopted whole; what cannot be written down is not adopted. Trials
/// and parsing run on a sequence of its own, never on that of decisions. Owned by the session's state sequence; every callback
/// arrives there.
class PolicyDesk {
public:
    /// One row of the audit log.
    struct Change {
        std::string from; ///< versions, as decisions are marked
        std::string to;
        std::string text; ///< of the new one, as framework::Policy::text()
        std::string how; ///< "start", "applied", "at-once", "restored"
        std::string source;
        std::string actor;
    };
    struct Surroundings {
        base::Executor *state = nullptr;
        const base::Clock *clock = nullptr;
        framework::PolicyChanges base; ///< what holds where the file says nothing
        std::map<std::string, framework::PolicyChanges> profiles; ///< the same, for the pods of these schedulers
        std::string ours; ///< the scheduler whose policy is shown
        std::string path; ///< of the file; empty: none
        bool watch = false;
        api::PolicyReload reload = api::PolicyReload::Ask;
        std::string fileActor = "policy file"; ///< who the audit log names for a change at once
        std::function<void(const framework::Policies &)> adopt; ///< between two decisions
        std::function<void(Change, std::function<void(absl::Status)>)> record; ///< durable when it answers OK
        std::function<void(api::PolicyReload, std::string actor, api::Done)> recordReload;
        std::function<TrialInput()> trialInput; ///< all but the policies
        std::function<bool()> usageMeasured;
        std::function<api::Autonomy()> userAutonomy;
        std::function<void()> changed; ///< state() is another
    };

    /// Starts with the built-in policy or with the file that was read. kInvalidArgument when that cannot be.
    [[nodiscard]] static absl::StatusOr<std::unique_ptr<PolicyDesk>> make(
        Surroundings around, kube::PolicyFilePtr file);
    ~PolicyDesk();

    /// Begins to watch, and writes down with which policy it starts.
    void start();
    [[nodiscard]] const framework::Policies &policies() const { return m_inForce.policies; }
    /// How much may happen: the lower of what the user set for this cluster and what the policy allows. So a file can lower
    /// the level, and raise it again only up to what the user set.
    [[nodiscard]] api::Autonomy allowed(api::Autonomy user) const;
    [[nodiscard]] std::shared_ptr<const api::PolicyState> state() const;

    void take(PolicyNews news);
    void tryPolicy(std::string text, api::Reply<api::PolicyTrial> reply);
    void apply(const std::string &hash, std::string actor, api::Done done);
    void keep(const std::string &hash, api::Done done);
    void restore(const std::string &hash, std::string actor, api::Done done);
    void setReload(api::PolicyReload reload, std::string actor, api::Done done);

private:
    /// A file with the policies that it makes here.
    struct Loaded {
        kube::PolicyFilePtr file; ///< null: built in
        framework::Policies policies;
        framework::PolicyChanges changes; ///< of our scheduler
        api::PolicyName name;
        base::TimePoint since{};
        std::string appliedBy;
    };
    explicit PolicyDesk(Surroundings around) : m_around(std::move(around)) { }
    [[nodiscard]] absl::StatusOr<Loaded> load(kube::PolicyFilePtr file) const;
    void adopt(Loaded next, std::string how, std::string actor, api::Done done);
    void adoptNow(Loaded next, const std::string &actor);
    [[nodiscard]] std::vector<api::PolicyNote> notes(const Loaded &of) const;
    [[nodiscard]] std::string version(const Loaded &of) const { return of.policies.of(m_around.ours)->version(); }

    Surroundings m_around;
    Loaded m_inForce;
    std::deque<Loaded> m_earlier; ///< newest first
    std::optional<Loaded> m_waiting;
    std::vector<api::PolicyFault> m_faults;
    bool m_gone = false;
    bool m_adopting = false; ///< one is being written down
    std::shared_ptr<std::atomic<std::uint64_t>> m_newestTrial = std::make_shared<std::atomic<std::uint64_t>>(0);
    std::shared_ptr<int> m_life = std::make_shared<int>(0);
    base::Sequence m_work{"policy"};
    std::unique_ptr<PolicyWatcher> m_watcher;
};

} // namespace binnacle::services
