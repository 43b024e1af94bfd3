// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::api {

/// Where a decision stands. Proposed → Approved | Denied | Expired | Superseded; Approved → Bound | BindFailed | Unknown;
/// Unknown → Bound | BindFailed; Bound → Confirmed | Superseded (the pod went before it was seen on its node). Each step
/// is a leaf of the audit tree. NoNode: the decision was that the pod can go nowhere, or is not decidable; nothing follows.
enum class DecisionState : std::uint8_t {
    Proposed,
    Approved,
    Denied,
    Expired,
    Superseded,
    Bound,
    BindFailed,
    Unknown,
    Confirmed,
    NoNode
};

/// One leaf of the audit log, as shown. Text fields hold untrusted text.
struct AuditEntry {
    std::uint64_t index = 0;
    base::TimePoint at{};
    std::string kind; ///< "decision", "transition", "session", "setting", "prune", "restore"
    std::string decisionId;
    std::optional<DecisionState> state;
    std::string actor;
    std::string operation; ///< "place"
    std::string pod; ///< namespace/name
    std::string podUid;
    std::string node;
    std::optional<std::int64_t> score;
    std::optional<std::int64_t> margin;
    std::optional<double> stability;
    std::optional<double> confidence;
    bool calibrated = false;
    std::int64_t calibratedOn = 0;
    std::string snapshotHash;
    std::string policyVersion;
    std::string modelVersion;
    std::uint64_t seed = 0;
    std::string message;
    std::map<std::string, std::string> details;
    std::string leafHash; ///< hex SHA-256
};

/// A decision with its whole life: the first leaf and every transition after it, oldest first.
struct AuditDecision {
    AuditEntry decision;
    std::vector<AuditEntry> life;
    DecisionState state = DecisionState::Proposed; ///< of the last transition
    std::string canonical; ///< the canonical record of the decision leaf
};

struct AuditFilter {
    std::optional<base::TimePoint> from;
    std::optional<base::TimePoint> to;
    std::string pod; ///< substring of namespace/name
    std::string node; ///< substring
    std::string text; ///< substring of any shown field
    std::vector<DecisionState> states; ///< latest state; empty: any
    std::vector<std::string> actors;
    std::vector<std::string> namespaces;
    std::optional<double> minConfidence;
    std::optional<double> maxConfidence;
    std::optional<std::uint64_t> beforeIndex; ///< page on: only leaves below this one
    std::size_t limit = 200;
};

/// A page of decisions, newest first, with counts over the whole filtered set.
struct AuditPage {
    std::vector<AuditDecision> rows;
    std::uint64_t matching = 0;
    std::uint64_t leaves = 0; ///< in the whole log
    std::map<DecisionState, std::uint64_t> byState;
    std::map<std::string, std::uint64_t> byActor;
    std::map<std::string, std::uint64_t> byNamespace;
    struct Bucket {
        base::TimePoint start{};
        std::map<DecisionState, std::uint64_t> count;
    };
    std::vector<Bucket> timeline; ///< equal widths over the filter's range
};

struct AuditVerification {
    enum class Result : std::uint8_t {
        Sound,
        SoundWithoutTrustedHead,
        Broken,
        CutTail,
        OlderThanHead,
        HeadForged,
        Unreadable
    };
    Result result = Result::Unreadable;
    std::uint64_t checked = 0;
    std::uint64_t leaves = 0;
    std::optional<std::uint64_t> firstBad;
    std::string rootHash;
    std::string signedBy; ///< public key, hex
    std::optional<base::TimePoint> headAt;
    std::uint64_t headSize = 0;
    std::string detail;
    base::Duration took{};
    base::TimePoint at{}; ///< when it ended
    /// Of a bad entry: the one before it, it, and the one after, as far as they exist; where one cannot be read its kind is
    /// empty and its message says why.
    std::vector<AuditEntry> around;
};

/// How much the log holds, and may hold (0: no limit).
struct AuditStorage {
    std::uint64_t leaves = 0;
    std::uint64_t pruned = 0; ///< of them, hashes only
    std::int64_t bytes = 0; ///< on disk
    std::int64_t keepDays = 0;
    std::int64_t keepBytes = 0;
};

struct ReplayReport {
    bool equal = false;
    std::string decisionId;
    std::string was; ///< fingerprint, hex
    std::string is;
    std::string wasNode;
    std::string isNode;
    std::string detail;
    base::Duration took{};
    AuditDecision recorded; ///< as the log has it
    AuditDecision replayed; ///< as it came out now, in the same form; without index and life
};

} // namespace binnacle::api
