// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/api/cluster_state.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string_view>

namespace binnacle::models {

/// A state as it is shown: never colour alone, so a sign and a word, and which of the theme's tones they take.
enum class Tone : quint8 { Plain, Quiet, Accent, Good, Warn, Bad };
struct Sign {
    QChar sign;
    QString word;
    Tone tone = Tone::Plain;
};

/// Something a page says instead of, or above, its content: what is the matter, and what to do next.
struct Notice {
    QString title;
    QString next;
    [[nodiscard]] bool empty() const { return title.isEmpty(); }
};

/// The words of the console: typed values of the backend and the planner into sentences of the current language.
/// Pure functions, GUI thread (tr). Texts that come from a cluster go through `plain`, and are shown as plain text.
class Words {
    Q_DECLARE_TR_FUNCTIONS(Words)

public:
    /// Untrusted text for one line: UTF-8, control and direction-changing characters made visible, at most `limit`
    /// characters with an ellipsis.
    [[nodiscard]] static QString plain(std::string_view text, int limit = 512);
    [[nodiscard]] static QString plain(base::Symbol symbol) { return plain(symbol.text()); }

    /// A tooltip that shows `text` as it is: Qt would take markup in it for markup.
    [[nodiscard]] static QString tip(const QString &text);

    // figures
    [[nodiscard]] static QString number(std::int64_t value); ///< with the locale's group separators
    [[nodiscard]] static QString cores(std::int64_t milli); ///< "1.5", unit in the header
    [[nodiscard]] static QString gib(std::int64_t bytes); ///< "2.0", unit in the header
    /// With its unit: "1.5 cores", "2.0 GiB", "4"; by the resource's Kubernetes name.
    [[nodiscard]] static QString amount(base::Symbol resource, std::int64_t value);
    [[nodiscard]] static QString share(double zeroToOne); ///< "0.97"
    [[nodiscard]] static QString duration(base::Duration value); ///< "1 h 52 min", "48 min", "5 s"
    [[nodiscard]] static QString countdown(base::Duration value); ///< "04:32", "1:04:32"; never below 00:00
    [[nodiscard]] static QString clock(base::TimePoint at); ///< local, "14:32:05"; with the day when it is not today's
    [[nodiscard]] static QString minute(base::TimePoint at); ///< as clock, without seconds; for axes
    [[nodiscard]] static QString instant(base::TimePoint at); ///< local and UTC, for tooltips
    [[nodiscard]] static QString took(base::Duration value); ///< "38 ms", "1.2 s"

    // answers
    [[nodiscard]] static QString reason(const model::Reason &reason);
    /// The reason without figures, as the name of a group of nodes or pods.
    [[nodiscard]] static QString reasonGroup(model::ReasonCode code, base::Symbol subject);
    /// What would make the node fit, as an instruction.
    [[nodiscard]] static QString change(const model::Change &change);
    [[nodiscard]] static QString changes(const model::ChangeSet &set);
    /// How sure it is that the first set is the least, or why there is none; empty when it is the least.
    [[nodiscard]] static QString changeSearch(model::ChangeSearch search, bool found, base::Symbol unliftable);
    [[nodiscard]] static QString rule(model::UndecidedRule rule);
    [[nodiscard]] static QStringList rules(model::UndecidedRules rules);
    /// What evicting pods would do for a pod that fits nowhere: in short, and whom.
    [[nodiscard]] static Notice preemption(const model::PreemptionAdvice &advice);
    [[nodiscard]] static QString gates(const std::vector<std::string> &gates); ///< a sentence
    [[nodiscard]] static QString wait(api::PendingPod::Wait wait);
    [[nodiscard]] static QString phase(const model::Pod &pod);
    [[nodiscard]] static Sign state(api::DecisionState state);
    [[nodiscard]] static QString operation(std::string_view operation);
    [[nodiscard]] static QString step(const api::AuditEntry &entry);
    [[nodiscard]] static QString actor(std::string_view actor);

    // the cluster
    [[nodiscard]] static QString autonomy(api::Autonomy autonomy);
    [[nodiscard]] static QString feed(model::FeedState state);
    /// Why the feed is not synced and what to do; empty when it is.
    [[nodiscard]] static Notice feedNotice(const model::FeedStatus &feed);
    /// Why approving is not offered now and what to do; empty for None. Names verb and resource when forbidden.
    [[nodiscard]] static Notice writeBlock(api::WriteBlock block, const model::AccessReview &access);
    /// Why the audit log cannot be written and what to do; empty when it can. Details are the untrusted message's.
    [[nodiscard]] static Notice storeNotice(const absl::Status &fault);
    /// An RBAC rule as YAML that grants what `block` lacks; empty when RBAC is not the cause.
    [[nodiscard]] static QString rbacRule(api::WriteBlock block, const model::AccessReview &access);

    // confidence
    [[nodiscard]] static QString stability(const model::Confidence &confidence);
    [[nodiscard]] static QString stabilityMeaning(const model::Confidence &confidence);
    [[nodiscard]] static QString calibration(bool calibrated, std::int64_t outcomes);
    [[nodiscard]] static QString confidenceMeaning(bool calibrated, std::int64_t outcomes);

    // results
    [[nodiscard]] static QString fault(const absl::Status &status); ///< code in words, then the untrusted message
    [[nodiscard]] static Sign verification(const api::AuditVerification &result);
    [[nodiscard]] static QString verificationDetail(const api::AuditVerification &result);
    [[nodiscard]] static Sign replay(const api::ReplayReport &report);

private:
    // reasons of storage; empty for others
    [[nodiscard]] static QString storageReason(const model::Reason &reason);
    [[nodiscard]] static QString storageNodeReason(const model::Reason &reason);
    [[nodiscard]] static QString storageReasonGroup(model::ReasonCode code, base::Symbol subject);
    [[nodiscard]] static QString storageChange(const model::Reason &reason);
};

} // namespace binnacle::models
