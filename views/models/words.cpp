// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/words.h"

#include <QLocale>

#include <algorithm>
#include <limits>

namespace binnacle::models {
namespace {

using model::Reason;
using model::ReasonCode;
using model::UndecidedRule;

constexpr double kGib = 1024.0 * 1024.0 * 1024.0;

bool changesDirection(QChar c)
{
    const ushort u = c.unicode();
    return (u >= 0x202A && u <= 0x202E) || (u >= 0x2066 && u <= 0x2069) || u == 0x200E || u == 0x200F || u == 0x061C;
}

QString decimals(double value, int most)
{
    QString text = QLocale().toString(value, 'f', most);
    const QString point = QLocale().decimalPoint();
    if (!text.contains(point))
        return text;
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(point))
        text.chop(point.size());
    return text;
}

base::Symbol resourceOf(const Reason &reason)
{
    switch (reason.code) {
    case ReasonCode::InsufficientCpu:
        return base::Symbol("cpu");
    case ReasonCode::InsufficientMemory:
        return base::Symbol("memory");
    case ReasonCode::InsufficientEphemeralStorage:
        return base::Symbol("ephemeral-storage");
    case ReasonCode::TooManyPods:
        return base::Symbol("pods");
    default:
        return reason.subject;
    }
}

/// "CPU would be at 14.9 of 14.4 cores": asked and used are of the node, the limit of the policy.
QString policyLimit(const Reason &r)
{
    const base::Symbol resource(r.code == ReasonCode::PolicyCpuLimit ? "cpu" : "memory");
    std::int64_t after = 0;
    if (__builtin_add_overflow(r.used, r.asked, &after))
        after = std::numeric_limits<std::int64_t>::max();
    const QString would = Words::amount(resource, after);
    const QString most = Words::amount(resource, r.capacity);
    const bool measured = r.detail == "measured";
    if (r.code == ReasonCode::PolicyCpuLimit)
        return measured ? Words::tr("CPU would be at %1; the policy allows %2 (measured use)").arg(would, most)
                        : Words::tr("CPU would be at %1; the policy allows %2 (requests)").arg(would, most);
    return measured ? Words::tr("Memory would be at %1; the policy allows %2 (measured use)").arg(would, most)
                    : Words::tr("Memory would be at %1; the policy allows %2 (requests)").arg(would, most);
}

QString withDetail(base::Symbol subject, const std::string &detail, QLatin1Char between)
{
    QString text = Words::plain(subject);
    if (detail.starts_with(':')) // a taint without value: "key:NoSchedule"
        text += Words::plain(detail);
    else if (!detail.empty())
        text += between + Words::plain(detail);
    return text;
}

} // namespace

QString Words::plain(std::string_view text, int limit)
{
    // Four bytes a character at most: the rest of a huge text is never decoded.
    const bool cut = text.size() > std::size_t(limit) * 4;
    QString out = QString::fromUtf8(text.data(), qsizetype(cut ? std::size_t(limit) * 4 : text.size()));
    for (QChar &c : out) {
        if (c == QLatin1Char('\n') || c == QLatin1Char('\t') || c == QLatin1Char('\r'))
            c = QLatin1Char(' ');
        else if (c.category() == QChar::Other_Control || changesDirection(c) || c.unicode() == 0x2028
            || c.unicode() == 0x2029)
            c = QChar::ReplacementCharacter;
    }
    if (out.size() > limit)
        out = out.left(limit - 1) + QChar(0x2026);
    return out;
}

QString Words::tip(const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p style='white-space:pre-wrap'>") + text.toHtmlEscaped() + QStringLiteral("</p>");
}

QString Words::number(std::int64_t value)
{
    QString text = QLocale().toString(qlonglong(value));
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString Words::cores(std::int64_t milli) { return decimals(double(milli) / 1000.0, 3); }

QString Words::gib(std::int64_t bytes)
{
    const double value = double(bytes) / kGib;
    return decimals(value, value < 0.1 ? 3 : value < 100 ? 1 : 0);
}

QString Words::amount(base::Symbol resource, std::int64_t value)
{
    const std::string_view name = resource.text();
    if (name == "cpu")
        return value == 1000 ? tr("1 core") : tr("%1 cores").arg(cores(value));
    if (name == "memory" || name == "ephemeral-storage" || name.starts_with("hugepages-")) {
        if (value != 0 && std::abs(value) < 100LL * 1024 * 1024)
            return tr("%1 MiB").arg(decimals(double(value) / (1024.0 * 1024.0), 1));
        return tr("%1 GiB").arg(gib(value));
    }
    return number(value);
}

QString Words::share(double zeroToOne) { return QLocale().toString(std::clamp(zeroToOne, 0.0, 1.0), 'f', 2); }

QString Words::duration(base::Duration value)
{
    using namespace std::chrono;
    const auto seconds = std::max<std::int64_t>(0, duration_cast<std::chrono::seconds>(value).count());
    if (seconds < 60)
        return tr("%1 s").arg(seconds);
    const auto minutes = seconds / 60;
    if (minutes < 60)
        return tr("%1 min").arg(minutes);
    if (minutes < 24 * 60)
        return tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0'));
    return tr("%1 d %2 h").arg(minutes / (24 * 60)).arg(minutes / 60 % 24);
}

QString Words::countdown(base::Duration value)
{
    const auto seconds = std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::seconds>(value).count());
    const QString tail = QStringLiteral("%1:%2")
                             .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
                             .arg(seconds % 60, 2, 10, QLatin1Char('0'));
    return seconds < 3600 ? tail : QStringLiteral("%1:%2").arg(seconds / 3600).arg(tail);
}

QString Words::took(base::Duration value)
{
    const double ms = std::chrono::duration<double, std::milli>(value).count();
    if (ms < 1)
        return tr("under 1 ms");
    return ms < 1000 ? tr("%1 ms").arg(QLocale().toString(ms, 'f', 0))
                     : tr("%1 s").arg(QLocale().toString(ms / 1000, 'f', 1));
}

QString Words::reason(const Reason &r)
{
    const QString subject = plain(r.subject);
    switch (r.code) {
    case ReasonCode::None:
        return {};
    case ReasonCode::NodeUnschedulable:
        return tr("The node is cordoned (unschedulable)");
    case ReasonCode::NodeNameMismatch:
        return tr("The pod asks for another node by name");
    case ReasonCode::TaintNotTolerated:
        return tr("The pod does not tolerate the taint %1").arg(withDetail(r.subject, r.detail, QLatin1Char('=')));
    case ReasonCode::NodeAffinityMismatch:
        return tr("The node does not match the pod's required node affinity");
    case ReasonCode::NodeSelectorMismatch:
        return subject.isEmpty() ? tr("The node does not match the pod's nodeSelector")
                                 : tr("The node lacks the label %1 of the pod's nodeSelector")
                                       .arg(withDetail(r.subject, r.detail, QLatin1Char('=')));
    case ReasonCode::PortConflict:
        return tr("Host port %1 is taken").arg(r.detail.empty() ? subject : plain(r.detail));
    case ReasonCode::NodeNotFound:
        return tr("The node is gone");
    case ReasonCode::UndecidableRule:
        return tr("A rule that is not built yet concerns the pod");
    case ReasonCode::PodAffinityMismatch:
        return tr("No pod that this one must be near is in the node's %1").arg(subject);
    case ReasonCode::PodAntiAffinityMismatch:
        return tr("The pod must not be near %2, which is in the node's %1").arg(subject, plain(r.detail));
    case ReasonCode::ExistingPodAntiAffinity:
        return tr("%2, which is in the node's %1, keeps this pod away").arg(subject, plain(r.detail));
    case ReasonCode::TopologySpreadSkew:
        return tr("%1 %2 would have %3 such pods where the least has %4; at most %5 more are allowed")
            .arg(subject, plain(r.detail), number(r.used), number(r.capacity), number(r.asked));
    case ReasonCode::TopologyLabelMissing:
        return tr("The node has no label %1, over which the pod is spread").arg(subject);
    case ReasonCode::FeatureNotDeclared:
        return tr("The node does not declare the feature %1, which the pod needs").arg(subject);
    case ReasonCode::ResourceClaimNotFound:
        return tr("There is no resource claim %1").arg(plain(r.detail));
    case ReasonCode::ResourceClaimNotMade:
        return tr("The pod's resource claim %1 has not been made of its template yet").arg(plain(r.detail));
    case ReasonCode::ResourceClaimDeleting:
        return tr("The resource claim %1 is being deleted").arg(plain(r.detail));
    case ReasonCode::ResourceClaimNotOwned:
        return tr("The resource claim %1 was not made for this pod").arg(plain(r.detail));
    case ReasonCode::ResourceClaimElsewhere:
        return tr("The devices of the resource claim %1 cannot be used from this node").arg(plain(r.detail));
    case ReasonCode::ResourceClaimInvalid:
        return tr("The resource claim %1 asks in a way that is not known").arg(plain(r.detail));
    case ReasonCode::DeviceClassNotFound:
        return tr("There is no device class %1").arg(plain(r.detail));
    case ReasonCode::DevicesUnavailable:
        return tr("The devices that the pod claims are not free here");
    case ReasonCode::DevicePoolInvalid:
        return tr("The devices that the pod claims are not free here, and a pool of devices contradicts itself");
    case ReasonCode::DeviceSelectionFailed:
        return tr("Devices cannot be chosen: %1").arg(plain(r.detail));
    case ReasonCode::ResourceClaimToAllocate:
        return tr("The resource claim %1 has to be allocated first").arg(plain(r.detail));
    case ReasonCode::ResourceClaimToReserve:
        return tr("The resource claim %1 has to be reserved for the pod first").arg(plain(r.detail));
    case ReasonCode::PolicyCpuLimit:
    case ReasonCode::PolicyMemoryReserve:
        return policyLimit(r);
    case ReasonCode::PolicyLatencyUnknown:
        return tr("Latency of at most %1 ms: not applied, for nothing measures it").arg(number(r.asked));
    case ReasonCode::PolicyForbidsNode:
        return tr("The policy's rule %1 forbids this node").arg(subject);
    case ReasonCode::PolicyRequiresOtherNode:
        return tr("The policy's rule %1 requires other nodes").arg(subject);
    case ReasonCode::TooManyPods:
        return tr("The node is full: %1 of %2 pods").arg(number(r.used), number(r.capacity));
    case ReasonCode::InsufficientCpu:
    case ReasonCode::InsufficientMemory:
    case ReasonCode::InsufficientEphemeralStorage:
    case ReasonCode::InsufficientScalar: {
        const base::Symbol resource = resourceOf(r);
        return tr("Not enough %1: asks %2, free %3 of %4")
            .arg(plain(resource), amount(resource, r.asked), amount(resource, r.capacity - r.used),
                amount(resource, r.capacity));
    }
    default:
        break;
    }
    return storageReason(r);
}

QString Words::reasonGroup(ReasonCode code, base::Symbol subject)
{
    const QString name = plain(subject);
    switch (code) {
    case ReasonCode::None:
        return tr("No reason yet");
    case ReasonCode::NodeUnschedulable:
        return tr("Nodes are cordoned");
    case ReasonCode::NodeNameMismatch:
        return tr("Asks for one node by name");
    case ReasonCode::TaintNotTolerated:
        return name.isEmpty() ? tr("Taint not tolerated") : tr("Taint not tolerated: %1").arg(name);
    case ReasonCode::NodeAffinityMismatch:
        return tr("Required node affinity matches no such node");
    case ReasonCode::NodeSelectorMismatch:
        return name.isEmpty() ? tr("nodeSelector does not match") : tr("nodeSelector does not match: %1").arg(name);
    case ReasonCode::PortConflict:
        return tr("Host port is taken");
    case ReasonCode::TooManyPods:
        return tr("No free pod slot");
    case ReasonCode::InsufficientCpu:
        return tr("Not enough CPU");
    case ReasonCode::InsufficientMemory:
        return tr("Not enough memory");
    case ReasonCode::InsufficientEphemeralStorage:
        return tr("Not enough ephemeral storage");
    case ReasonCode::InsufficientScalar:
        return tr("Not enough %1").arg(name);
    case ReasonCode::NodeNotFound:
        return tr("The node is gone");
    case ReasonCode::UndecidableRule:
        return tr("A rule that is not built yet");
    case ReasonCode::PodAffinityMismatch:
        return tr("Not near the pods it must be near: %1").arg(name);
    case ReasonCode::PodAntiAffinityMismatch:
        return tr("Near pods it must not be near: %1").arg(name);
    case ReasonCode::ExistingPodAntiAffinity:
        return tr("Kept away by running pods: %1").arg(name);
    case ReasonCode::TopologySpreadSkew:
        return tr("Would be spread too unevenly: %1").arg(name);
    case ReasonCode::TopologyLabelMissing:
        return tr("No label to spread over: %1").arg(name);
    case ReasonCode::FeatureNotDeclared:
        return tr("Feature not declared: %1").arg(name);
    case ReasonCode::ResourceClaimNotFound:
    case ReasonCode::ResourceClaimNotMade:
        return tr("Resource claim is not there");
    case ReasonCode::ResourceClaimDeleting:
        return tr("Resource claim is being deleted");
    case ReasonCode::ResourceClaimNotOwned:
        return tr("Resource claim of another pod");
    case ReasonCode::ResourceClaimElsewhere:
        return tr("Claimed devices are elsewhere");
    case ReasonCode::ResourceClaimInvalid:
        return tr("Resource claim is not understood");
    case ReasonCode::DeviceClassNotFound:
        return tr("Device class is not there");
    case ReasonCode::DevicesUnavailable:
        return tr("Claimed devices are not free");
    case ReasonCode::DevicePoolInvalid:
        return tr("Pool of devices contradicts itself");
    case ReasonCode::DeviceSelectionFailed:
        return tr("Devices cannot be chosen");
    case ReasonCode::ResourceClaimToAllocate:
    case ReasonCode::ResourceClaimToReserve:
        return tr("Resource claim has to be allocated first");
    case ReasonCode::PolicyCpuLimit:
        return tr("Above the policy's CPU limit");
    case ReasonCode::PolicyMemoryReserve:
        return tr("Below the policy's free memory");
    case ReasonCode::PolicyLatencyUnknown:
        return tr("Latency is not measured");
    case ReasonCode::PolicyForbidsNode:
        return tr("Forbidden by the policy: %1").arg(name);
    case ReasonCode::PolicyRequiresOtherNode:
        return tr("Not what the policy requires: %1").arg(name);
    default:
        break;
    }
    return storageReasonGroup(code, subject);
}

QString Words::rule(UndecidedRule rule)
{
    switch (rule) {
    case UndecidedRule::Volumes:
        return tr("volumes whose claims, classes or drivers cannot be listed");
    case UndecidedRule::TopologySpread:
        return tr("topology spread constraints");
    case UndecidedRule::PodAffinity:
        return tr("the pod's own pod affinity");
    case UndecidedRule::PodAntiAffinity:
        return tr("the pod's own pod anti-affinity");
    case UndecidedRule::ResourceClaims:
        return tr("resource claims (dynamic resource allocation)");
    case UndecidedRule::InPlaceResize:
        return tr("an in-place resize that has not settled");
    case UndecidedRule::WorkloadGroup:
        return tr("gang scheduling of its workload group");
    case UndecidedRule::RunningPodAffinity:
        return tr("affinity or anti-affinity of running pods that may select it");
    case UndecidedRule::Extenders:
        return tr("extenders in the cluster's scheduler configuration");
    case UndecidedRule::Unrecognised:
        return tr("a field or value that this version does not know");
    }
    return {};
}

QStringList Words::rules(model::UndecidedRules rules)
{
    QStringList out;
    for (unsigned bit = 0; bit <= 10; ++bit) {
        const QString text = rules & (1U << bit) ? rule(UndecidedRule(1U << bit)) : QString();
        if (!text.isEmpty())
            out << text;
    }
    return out;
}

QString Words::gates(const std::vector<std::string> &gates)
{
    QStringList names;
    for (const std::string &gate : gates)
        names << plain(gate);
    return tr("It is decided once these scheduling gates are taken away: %1.").arg(names.join(tr(", ")));
}

QString Words::wait(api::PendingPod::Wait wait)
{
    using Wait = api::PendingPod::Wait;
    switch (wait) {
    case Wait::Queued:
        return tr("Queued");
    case Wait::Backoff:
        return tr("Backing off");
    case Wait::Unschedulable:
        return tr("Nothing fits");
    case Wait::NotDecidable:
        return tr("Not decidable yet");
    case Wait::AwaitingApproval:
        return tr("Awaiting approval");
    case Wait::Binding:
        return tr("Binding");
    case Wait::Advice:
        return tr("Advice only");
    case Wait::Denied:
        return tr("Denied");
    case Wait::Gated:
        return tr("Held back by gates");
    }
    return {};
}

QString Words::phase(const model::Pod &pod)
{
    if (pod.deletionTimestamp)
        return tr("Terminating");
    switch (pod.phase) {
    case model::PodPhase::Unknown:
        return tr("Unknown");
    case model::PodPhase::Pending:
        return pod.assigned() ? tr("Starting") : tr("Pending");
    case model::PodPhase::Running:
        return tr("Running");
    case model::PodPhase::Succeeded:
        return tr("Succeeded");
    case model::PodPhase::Failed:
        return tr("Failed");
    }
    return {};
}

Sign Words::state(api::DecisionState state)
{
    using State = api::DecisionState;
    switch (state) {
    case State::Proposed:
        return {QChar(0x25F7), tr("Waiting"), Tone::Accent};
    case State::Approved:
        return {QChar(0x2192), tr("Approved"), Tone::Accent};
    case State::Denied:
        return {QChar(0x2715), tr("Denied"), Tone::Bad};
    case State::Expired:
        return {QChar(0x2013), tr("Expired"), Tone::Quiet};
    case State::Superseded:
        return {QChar(0x21B7), tr("Superseded"), Tone::Quiet};
    case State::Bound:
        return {QChar(0x2713), tr("Bound"), Tone::Good};
    case State::BindFailed:
        return {QChar(0x2715), tr("Bind failed"), Tone::Bad};
    case State::Unknown:
        return {QLatin1Char('?'), tr("Unknown"), Tone::Warn};
    case State::Confirmed:
        return {QChar(0x2713), tr("Confirmed"), Tone::Good};
    case State::NoNode:
        return {QChar(0x2205), tr("No node"), Tone::Warn};
    }
    return {};
}

QString Words::operation(std::string_view operation) { return operation == "place" ? tr("Place") : plain(operation); }

QString Words::step(const api::AuditEntry &entry)
{
    if (entry.state)
        return *entry.state == api::DecisionState::Proposed ? tr("Proposed") : state(*entry.state).word;
    return plain(entry.kind);
}

QString Words::actor(std::string_view actor)
{
    if (actor.empty())
        return tr("nobody");
    if (actor == "automatic")
        return tr("automatic");
    if (actor == "binnacle")
        return tr("Binnacle");
    return plain(actor);
}

QString Words::stability(const model::Confidence &c) { return tr("stable %1").arg(share(c.stability)); }

QString Words::stabilityMeaning(const model::Confidence &c)
{
    const QString base = c.measuredVariation
        ? tr("requests and use were varied within what was measured")
        : tr("nothing is measured here, so requests and use were varied within the stated default");
    return tr("Stability: in %1 of %2 perturbed worlds the same node, or one of exactly equal score, still wins; %3.")
        .arg(number(qRound64(c.stability * c.worlds)), number(c.worlds), base);
}

QString Words::calibration(bool calibrated, std::int64_t outcomes)
{
    return calibrated ? tr("calibrated on %1 like it").arg(number(outcomes))
                      : tr("uncalibrated (n = %1)").arg(number(outcomes));
}

QString Words::confidenceMeaning(bool calibrated, std::int64_t outcomes)
{
    return calibrated
        ? tr("Confidence: how often decisions like this one ended well, by %Ln outcomes.", nullptr, int(outcomes))
        : tr("Confidence: equal to the stability until outcomes have calibrated it; %Ln outcomes so far.", nullptr,
            int(outcomes));
}

} // namespace binnacle::models
