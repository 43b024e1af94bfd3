// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/store/sha256.h"
#include "planner/base/clock.h"
#include "planner/model/decision.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::store {

using api::DecisionState;

enum class RecordKind : std::uint8_t { Decision, Transition, Session, Setting, Prune, Restore, Export };
[[nodiscard]] std::string_view kindName(RecordKind kind); ///< "decision", "transition", … as in the canonical form
[[nodiscard]] std::optional<RecordKind> kindFromName(std::string_view name);
[[nodiscard]] std::string_view stateName(DecisionState state); ///< "Proposed", … as in the canonical form
[[nodiscard]] std::optional<DecisionState> stateFromName(std::string_view name);

/// Legal next states: Proposed → Approved | Denied | Expired | Superseded; Approved → Bound | BindFailed | Unknown;
/// Unknown → Bound | BindFailed | Confirmed (after reading back); Bound → Confirmed | Superseded (the pod went first).
[[nodiscard]] bool legalTransition(DecisionState from, DecisionState to);
/// Denied, Expired, Superseded, BindFailed and Confirmed: nothing follows.
[[nodiscard]] bool isFinal(DecisionState state);

/// A node that could have been chosen, with what each plugin gave it (weight × normalised).
struct Alternative {
    std::string node;
    std::int64_t total = 0;
    std::map<std::string, std::int64_t> scores;
    friend bool operator==(const Alternative &, const Alternative &) = default;
};

/// One leaf of the audit log, whole. Its canonical form is what the tree hashes: UTF-8 JSON with sorted keys and no white
/// space, integers and strings only, unset fields left out, `"v":1` for this layout. Shares are integers per
/// million, times nanoseconds since 1970 UTC. Text may come from a cluster and is untrusted; bytes that are not UTF-8
/// become U+FFFD.
struct AuditRecord {
    std::uint64_t index = 0; ///< leaf number from 0; given by the log
    base::TimePoint at{}; ///< unset: given by the log's clock
    RecordKind kind = RecordKind::Session;
    std::string decisionId; ///< decisions and transitions
    std::optional<DecisionState> state; ///< decisions (Proposed) and transitions
    std::string actor; ///< operator's name, "automatic", "demo policy", "system"
    std::string cluster; ///< given by the log
    std::string operation; ///< "place"
    std::string podNamespace;
    std::string podName;
    std::string podUid;
    std::string podResourceVersion;
    std::string node; ///< target
    std::optional<std::int64_t> score;
    std::optional<std::int64_t> margin;
    std::optional<double> stability; ///< 0..1, kept to a millionth
    std::optional<double> confidence; ///< 0..1, kept to a millionth
    bool calibrated = false;
    std::int64_t calibratedOn = 0;
    std::string snapshotHash; ///< the planner's fingerprint, hex
    std::uint64_t snapshotGeneration = 0;
    std::string manifestHash; ///< SHA-256 of the archived snapshot's manifest, hex; what a replay is checked against
    std::string podHash; ///< SHA-256 of the archived pod, hex
    std::string policyVersion;
    std::string modelVersion;
    std::uint64_t seed = 0;
    std::vector<Alternative> alternatives;
    std::map<std::string, std::int64_t> rejected; ///< reason code → nodes
    std::string fingerprint; ///< of the decision, hex
    std::string errorCode; ///< as in gRPC, when something failed
    std::string message;
    std::map<std::string, std::string> details;

    friend bool operator==(const AuditRecord &, const AuditRecord &) = default;
    [[nodiscard]] std::string pod() const { return podName.empty() ? std::string() : podNamespace + '/' + podName; }
};

/// Longest canonical form that a log takes; a longer record is refused with kInvalidArgument.
inline constexpr std::size_t kMaxRecordBytes = 256 * 1024;

[[nodiscard]] std::string encodeCanonical(const AuditRecord &record);
/// kDataLoss for anything encodeCanonical could not have written; kFailedPrecondition for a newer layout.
[[nodiscard]] absl::StatusOr<AuditRecord> decodeCanonical(std::string_view bytes);

/// The Proposed leaf of a decision: every field a decision fills, with the best `alternatives` nodes beside the chosen one.
[[nodiscard]] AuditRecord proposalOf(const model::Decision &decision, std::string actor, std::size_t alternatives = 5);
/// A transition leaf of a decision.
[[nodiscard]] AuditRecord transitionOf(
    std::string decisionId, DecisionState state, std::string actor, std::string message = {});

[[nodiscard]] api::AuditEntry entryOf(const AuditRecord &record, const Digest &leaf);
/// The other way: what an entry carries. An unknown kind becomes Session; index and leaf hash are the log's to give.
[[nodiscard]] AuditRecord recordOf(const api::AuditEntry &entry);

/// A share as an integer per million, as stored.
[[nodiscard]] std::int64_t toMillionths(double share);

/// The text with each byte that is not UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string asUtf8(std::string_view text);
/// JSON string literal of a text, bytes that are not UTF-8 replaced; for the canonical form and for exports.
void appendJsonString(std::string &out, std::string_view text);

} // namespace binnacle::store
