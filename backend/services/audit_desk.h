// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/services/audit_trail.h"
#include "backend/store/audit_log.h"
#include "planner/base/sequence.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace binnacle::services {

/// The audit log of one session: writes in order through the log's own writer, reads and verification on a sequence
/// each, so that a long verification delays neither. Callbacks run on the executor given to open().
class AuditDesk final : public AuditTrail {
public:
    ~AuditDesk() override { m_closing.request_stop(); }
    struct Places {
        std::string dataDirectory;
        std::string stateDirectory;
    };
    /// Codes as store::AuditLog::open.
    [[nodiscard]] static absl::StatusOr<std::unique_ptr<AuditDesk>> open(const Places &places,
        const std::string &cluster, const base::Clock &clock, base::Executor &answers, bool readOnly);

    void propose(api::AuditEntry entry, model::DecisionPtr decision, model::SnapshotPtr snapshot,
        api::Reply<std::uint64_t> done) override;
    void transition(api::AuditEntry entry, api::Reply<std::uint64_t> done) override;
    /// A change of settings (autonomy, protection, policy), by name.
    void setting(std::map<std::string, std::string> settings, std::string actor, api::Reply<std::uint64_t> done);

    void page(api::AuditFilter filter, api::Reply<api::AuditPage> reply);
    void decision(std::string id, api::Reply<api::AuditDecision> reply);
    void verify(std::function<void(std::uint64_t, std::uint64_t)> progress, std::stop_token stop,
        api::Reply<api::AuditVerification> reply);
    void exportTo(api::AuditFilter filter, std::string format, std::string path, api::Done done);
    void storage(api::Reply<api::AuditStorage> reply);
    void setRetention(std::int64_t days, std::int64_t bytes, std::string actor, api::Reply<api::AuditStorage> reply);
    /// Forgets what is past the retention.
    void prune();
    void replay(std::string id, api::Reply<api::ReplayReport> reply);
    /// The decisions left open by an earlier run, each with its decision as recorded (null when the archive lacks it).
    struct OpenRow {
        api::AuditDecision row;
        model::DecisionPtr decision;
    };
    void openRows(api::Reply<std::vector<OpenRow>> reply);
    using Uids = absl::flat_hash_set<std::string>;
    /// The last answer without a node of each of these pods, by UID.
    using Answers = absl::flat_hash_map<std::string, std::string>;
    void answersWithoutNode(Uids pods, api::Reply<Answers> reply);
    /// A person's no to a placement of a pod.
    struct Denial {
        std::string podUid;
        base::TimePoint at{};
        std::optional<base::Fingerprint> podSignature; ///< of the pod as it was; absent when it was not kept
    };
    /// The last denial of each of these pods that has one, newest proposal first.
    void denials(Uids pods, api::Reply<std::vector<Denial>> reply);

    /// Leaves so far, and the first error since the last success (OK when writing works). Thread-safe.
    [[nodiscard]] std::uint64_t leaves() const { return m_leaves.load(); }
    [[nodiscard]] absl::Status health() { return m_log->health(); }

private:
    AuditDesk(std::unique_ptr<store::AuditLog> log, base::Executor &answers);
    void append(store::AuditRecord record, std::optional<store::ReplayInput> input, api::Reply<std::uint64_t> done);
    template <typename T>
    void read(base::Sequence &where, std::function<absl::StatusOr<T>()> body, api::Reply<T> reply);
    [[nodiscard]] absl::StatusOr<api::AuditStorage> stored();
    [[nodiscard]] std::vector<api::AuditEntry> around(const api::AuditVerification &found) const;
    [[nodiscard]] absl::StatusOr<model::DecisionPtr> decideAgain(const std::string &id) const;
    [[nodiscard]] absl::StatusOr<model::PodPtr> podOf(std::uint64_t leaf) const;

    base::Executor &m_answers;
    std::stop_source m_closing; ///< ends a verification under way
    std::atomic<std::uint64_t> m_leaves{0};
    std::unique_ptr<store::AuditLog> m_log; // thread-safe
    base::Sequence m_reader{"audit read"};
    base::Sequence m_verifier{"audit verify"};
};

} // namespace binnacle::services
