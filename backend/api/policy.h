// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/api/cluster_state.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::api {

/// Something wrong in a policy file. Counted from 1, columns in bytes; 0: no place. `what` may hold untrusted text.
struct PolicyFault {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string what;
    friend bool operator==(const PolicyFault &, const PolicyFault &) = default;
};

/// A setting in which two policies differ, by its path in a policy file ("plugins.NodeResourcesFit.weight"); what holds by
/// default is written out, and a value is empty only where there is no such setting (a rule that one of them lacks).
struct PolicyDifference {
    std::string path;
    std::string from;
    std::string to;
    friend bool operator==(const PolicyDifference &, const PolicyDifference &) = default;
};

/// A policy as it is called: "gpu-first", 12, and the start of the hash of all that it decides by. The built-in one has no
/// name.
struct PolicyName {
    std::string name;
    std::int64_t number = 0;
    std::string hash;
    std::string source; ///< where it was read from; empty: built in
    friend bool operator==(const PolicyName &, const PolicyName &) = default;
};

/// What happens when the policy file changes. Ask: it waits until a person applies it.
enum class PolicyReload : std::uint8_t { Ask, AtOnce };

/// What of a policy is not in force as written, typed.
enum class PolicyNote : std::uint8_t {
    LatencyWithoutSource, ///< nothing measures latency: its limit is not applied
    UseNotMeasured, ///< limits go by requests: no source measures use
    AutonomyNotRaised, ///< the file asks for more than the user set for this cluster, which holds
    AutonomyLowered, ///< the file allows less than the user set
};

/// The policy that decides, and what became of the file it is read from.
struct PolicyState {
    PolicyName inForce;
    base::TimePoint since{}; ///< in force from then on
    std::string appliedBy;
    std::string text; ///< of the file in force; empty: built in
    std::vector<PolicyNote> notes;
    std::string watched; ///< the file that is looked at; empty: none
    PolicyReload reload = PolicyReload::Ask;
    std::optional<PolicyName> waiting; ///< read from the changed file, and good; not in force yet
    std::string waitingText;
    std::vector<PolicyDifference> changes; ///< from the one in force to the waiting one
    std::vector<PolicyFault> faults; ///< of the file as it is now: nothing of it is in force
    bool fileGone = false; ///< the last good one stays in force
    std::optional<Autonomy> autonomy; ///< the most that the policy allows
    Autonomy userAutonomy = Autonomy::Observe; ///< what the user set; the lower of both holds
    std::vector<PolicyName> earlier; ///< that were in force before, in this session; newest first
};

/// Where one pending pod would go under two policies.
struct PolicyOutcome {
    model::PodKey pod;
    struct Side {
        model::DecisionOutcome outcome = model::DecisionOutcome::NoNodeFits;
        base::Symbol node;
        model::ReasonCode reason = model::ReasonCode::None; ///< the one that refuses most nodes
        base::Symbol subject;
        friend bool operator==(const Side &, const Side &) = default;
    };
    Side before;
    Side after;
    [[nodiscard]] bool differs() const { return before.outcome != after.outcome || before.node != after.node; }
};

/// What a policy would do to the pods that wait now: they are placed one after the other, in the order of the queue, under
/// the policy in force and under the other one, on copies of the same snapshot.
struct PolicyTrial {
    std::vector<PolicyFault> faults; ///< the text is no policy: nothing else is filled
    PolicyName before;
    PolicyName after;
    std::vector<PolicyDifference> changes;
    std::vector<PolicyNote> notes;
    std::vector<PolicyOutcome> pods; ///< those that differ first, then in the order of the queue
    std::int64_t placedBefore = 0;
    std::int64_t placedAfter = 0;
    std::int64_t leftOut = 0; ///< pods beyond the limit of 1,000
    base::Duration took{};
};

/// One option of a policy file, for help beside it and for the schema. Texts are fixed words of the format.
struct PolicyOption {
    std::string path; ///< "constraints.cpuAtMostPercent"
    std::string type; ///< "integer", "quantity", …
    std::string range; ///< "1 to 100"; empty: any
    std::string unit;
    std::string byDefault;
    std::string example;
};

/// The policy of one open cluster. Calls and answers as ClusterService's.
class PolicyService {
public:
    virtual ~PolicyService() = default;

    /// Reads a policy and tries it on the queue; changes nothing. kFailedPrecondition unless synced.
    virtual void tryPolicy(std::string text, Reply<PolicyTrial> reply) = 0;
    /// Puts the waiting policy in force, between two decisions, once the audit log has it. `hash` is that of the one that was
    /// shown: kFailedPrecondition when another waits by now.
    virtual void applyPolicy(std::string hash, std::string actor, Done done) = 0;
    /// The waiting one is not wanted: it is forgotten until the file changes again.
    virtual void keepPolicy(std::string hash, std::string actor, Done done) = 0;
    /// Puts one of PolicyState::earlier back in force; the file stays as it is.
    virtual void restorePolicy(std::string hash, std::string actor, Done done) = 0;
    virtual void setPolicyReload(PolicyReload reload, std::string actor, Done done) = 0;
    [[nodiscard]] virtual std::vector<PolicyOption> policyOptions() = 0;
};

} // namespace binnacle::api
