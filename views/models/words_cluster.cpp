// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/words.h"

#include <absl/strings/match.h>

#include <QDateTime>
#include <QLocale>

namespace binnacle::models {
namespace {

/// What the session answers in one word of its own, as a sentence; empty for all else.
QString answer(const absl::Status &status)
{
    const auto is = [&](const char *code) { return status.message() == code; };
    if (is("not-synced"))
        return Words::tr("Not synced: nothing is decided on old data. It works again when the feed is back.");
    if (is("reconciling"))
        return Words::tr("Decisions of an earlier run are still being settled; try again in a moment.");
    if (is("observing"))
        return Words::tr("This cluster is in observe. Set its autonomy to approve to write to it.");
    if (is("read-only-cluster"))
        return Words::tr("This cluster is set read-only. Change its protection to write to it.");
    if (is("not-our-pod"))
        return Words::tr("Another scheduler owns this pod; only pods whose schedulerName is ours are ever bound.");
    if (is("file-cluster"))
        return Words::tr("Opened from a file: there is no server to write to.");
    if (absl::StartsWith(status.message(), "protected-cluster"))
        return Words::tr("This cluster is protected: its name must be typed to approve.");
    return {};
}

QDateTime local(base::TimePoint at)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count());
}

} // namespace

QString Words::clock(base::TimePoint at)
{
    if (at == base::TimePoint{})
        return QString(QChar(0x2013));
    const QDateTime when = local(at);
    const QString time = when.toString(QStringLiteral("HH:mm:ss"));
    return when.date() == QDate::currentDate() ? time : when.toString(QStringLiteral("MM-dd ")) + time;
}

QString Words::minute(base::TimePoint at)
{
    const QDateTime when = local(at);
    return when.toString(when.date() == QDate::currentDate() ? QStringLiteral("HH:mm") : QStringLiteral("MM-dd HH:mm"));
}

QString Words::instant(base::TimePoint at)
{
    if (at == base::TimePoint{})
        return {};
    const QDateTime when = local(at);
    return when.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz")) + QLatin1Char('\n')
        + when.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz 'UTC'"));
}

QString Words::autonomy(api::Autonomy autonomy)
{
    switch (autonomy) {
    case api::Autonomy::Observe:
        return tr("observe");
    case api::Autonomy::Recommend:
        return tr("recommend");
    case api::Autonomy::Approve:
        return tr("approve");
    case api::Autonomy::Automatic:
        return tr("automatic");
    }
    return {};
}

QString Words::feed(model::FeedState state)
{
    switch (state) {
    case model::FeedState::Connecting:
        return tr("Connecting");
    case model::FeedState::Synced:
        return tr("Synced");
    case model::FeedState::Stale:
        return tr("Stale");
    }
    return {};
}

Notice Words::feedNotice(const model::FeedStatus &feed)
{
    using model::FaultKind;
    if (feed.state == model::FeedState::Synced)
        return {};
    const QString stale = feed.state == model::FeedState::Stale
        ? tr(" What you see is as of %1.").arg(clock(feed.lastContact))
        : QString();
    const auto with = [&](const QString &title, const QString &next) { return Notice{title, next + stale}; };
    switch (feed.fault) {
    case FaultKind::None:
        if (feed.state == model::FeedState::Connecting)
            return {tr("Loading, so far: %1, %2", "nodes, pods")
                        .arg(tr("%Ln nodes", nullptr, int(feed.nodesListed)),
                            tr("%Ln pods", nullptr, int(feed.podsListed))),
                tr("Decisions start once the whole list has arrived.")};
        return with(tr("The feed has fallen behind"), tr("Nothing is decided or approved until it is synced again."));
    case FaultKind::Unreachable:
        return with(tr("The API server cannot be reached"),
            tr("Check the network and the server's address; it is tried again by itself."));
    case FaultKind::TlsUntrusted:
        return with(
            tr("The server's certificate is not trusted"), tr("Check certificate-authority-data of this context."));
    case FaultKind::TlsCertificateExpired:
        return with(tr("A certificate has expired"), tr("Renew it, then reconnect."));
    case FaultKind::Unauthorized:
        return with(tr("The server does not accept the credentials (401)"),
            tr("Sign in again or renew the token of this context."));
    case FaultKind::Forbidden:
        return with(
            tr("Reading the cluster is forbidden (403)"), tr("Ask for: list and watch on nodes, pods and namespaces."));
    case FaultKind::TooManyRequests:
        return with(tr("The server asks to slow down (429)"), tr("It is tried again when the server allows."));
    case FaultKind::ServerError:
        return with(tr("The server failed (5xx)"), tr("It is tried again by itself."));
    case FaultKind::Protocol:
        return with(
            tr("The server's answer could not be read"), tr("Check that the address is a Kubernetes API server."));
    case FaultKind::Timeout:
        return with(tr("The server does not answer in time"), tr("It is tried again by itself."));
    case FaultKind::CredentialPlugin:
        return with(tr("The credential plugin failed"), tr("Run its command in a terminal to see why."));
    case FaultKind::ConsentNeeded:
        return with(tr("This context runs a program to sign in"),
            tr("Look at the command and allow it, or open another context."));
    case FaultKind::Configuration:
        return with(tr("This context is not complete"), tr("Correct the kubeconfig and open it again."));
    case FaultKind::Stopped:
        return with(tr("The feed is stopped"), tr("Open the cluster again."));
    }
    return {};
}

Notice Words::writeBlock(api::WriteBlock block, const model::AccessReview &access)
{
    using api::WriteBlock;
    switch (block) {
    case WriteBlock::None:
        return {};
    case WriteBlock::NotSynced:
        return {tr("Not synced"), tr("Nothing is approved on old data. Approving comes back with the feed.")};
    case WriteBlock::Observing:
        return {tr("This cluster is in observe"), tr("Set its autonomy to approve to write to it.")};
    case WriteBlock::ReadOnlyCluster:
        return {tr("This cluster is set read-only"), tr("Change its protection to write to it.")};
    case WriteBlock::Forbidden: {
        const QString who = access.user.empty() ? QString() : tr(" for user %1").arg(plain(access.user));
        return {tr("Forbidden: create on pods/binding%1").arg(who),
            tr("Ask for an RBAC rule that allows the verb create on the resource pods/binding.")};
    }
    case WriteBlock::AccessUnknown:
        return {tr("It is not yet known whether you may bind pods"),
            tr("The access review has not been answered; until then it counts as no.")};
    case WriteBlock::AuditFailed:
        return {tr("The audit log cannot be written"),
            tr("Nothing is written to the cluster without it. Free disk space or check the store's folder.")};
    case WriteBlock::NotOurPod:
        return {tr("Advice only: another scheduler owns this pod"),
            tr("Only pods whose schedulerName is ours are ever bound.")};
    case WriteBlock::FileCluster:
        return {tr("Opened from a file"), tr("There is no server to write to.")};
    }
    return {};
}

Notice Words::storeNotice(const absl::Status &fault)
{
    if (fault.ok())
        return {};
    const auto with = [&](const QString &title, const QString &next) {
        return Notice{title,
            tr("%1 Until then nothing is written to the cluster. (%2)", "what to do, then the details")
                .arg(next, plain(std::string_view(fault.message().data(), fault.message().size())))};
    };
    switch (fault.code()) {
    case absl::StatusCode::kResourceExhausted:
        return with(tr("The disk of the audit log is full"), tr("Free space on it; it is tried again by itself."));
    case absl::StatusCode::kDataLoss:
        return with(tr("The audit log is damaged"), tr("Restore a backup with binnaclectl store restore."));
    case absl::StatusCode::kFailedPrecondition:
        if (absl::StrContains(fault.message(), "newer version"))
            return with(tr("The audit log was written by a newer version"), tr("Update Binnacle, then open it again."));
        return with(tr("The audit log cannot be used here"), tr("Do what the details say, then open it again."));
    default:
        return with(tr("The audit log cannot be written"),
            tr("Check that its folder is there, is yours and can be written; then open the cluster again."));
    }
}

QString Words::rbacRule(api::WriteBlock block, const model::AccessReview &access)
{
    if (block != api::WriteBlock::Forbidden)
        return {};
    QString text = QStringLiteral("- apiGroups: [\"\"]\n  resources: [\"pods/binding\"]\n  verbs: [\"create\"]\n");
    if (access.createEvents == model::AccessReview::Answer::Denied)
        text += QStringLiteral(
            "- apiGroups: [\"\", \"events.k8s.io\"]\n  resources: [\"events\"]\n  verbs: [\"create\", \"patch\"]\n");
    if (access.patchPodStatus == model::AccessReview::Answer::Denied)
        text += QStringLiteral("- apiGroups: [\"\"]\n  resources: [\"pods/status\"]\n  verbs: [\"patch\"]\n");
    return text;
}

QString Words::fault(const absl::Status &status)
{
    if (status.ok())
        return {};
    QString code;
    switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
        code = tr("Not valid");
        break;
    case absl::StatusCode::kNotFound:
        code = tr("Not found");
        break;
    case absl::StatusCode::kFailedPrecondition:
        code = tr("Not possible now");
        break;
    case absl::StatusCode::kPermissionDenied:
        code = tr("Forbidden");
        break;
    case absl::StatusCode::kUnauthenticated:
        code = tr("Not signed in");
        break;
    case absl::StatusCode::kResourceExhausted:
        code = tr("A limit was reached");
        break;
    case absl::StatusCode::kUnavailable:
        code = tr("Not reachable");
        break;
    case absl::StatusCode::kDeadlineExceeded:
        code = tr("No answer in time");
        break;
    case absl::StatusCode::kCancelled:
        code = tr("Cancelled");
        break;
    case absl::StatusCode::kDataLoss:
        code = tr("Damaged");
        break;
    case absl::StatusCode::kOutOfRange:
        code = tr("Out of range");
        break;
    case absl::StatusCode::kAborted:
        code = tr("Changed meanwhile");
        break;
    case absl::StatusCode::kAlreadyExists:
        code = tr("Already there");
        break;
    case absl::StatusCode::kUnimplemented:
        code = tr("Not offered here");
        break;
    default:
        code = tr("Failed");
        break;
    }
    const QString known = answer(status);
    if (!known.isEmpty())
        return known;
    const QString words = plain(std::string_view(status.message().data(), status.message().size()));
    return words.isEmpty() ? code : tr("%1: %2", "error code in words, then its details").arg(code, words);
}

Sign Words::verification(const api::AuditVerification &v)
{
    using Result = api::AuditVerification::Result;
    switch (v.result) {
    case Result::Sound:
        return {QChar(0x2713), tr("Tree head verified"), Tone::Good};
    case Result::SoundWithoutTrustedHead:
        return {QLatin1Char('!'), tr("Consistent, but no trusted head to compare with"), Tone::Warn};
    case Result::Broken:
        return {QChar(0x2715), tr("The log was changed"), Tone::Bad};
    case Result::CutTail:
        return {QChar(0x2715), tr("The end of the log is missing"), Tone::Bad};
    case Result::OlderThanHead:
        return {QChar(0x2715), tr("An older copy of the log was put back"), Tone::Bad};
    case Result::HeadForged:
        return {QChar(0x2715), tr("The signed head is not by the known key"), Tone::Bad};
    case Result::Unreadable:
        return {QChar(0x2715), tr("The log cannot be read"), Tone::Bad};
    }
    return {};
}

QString Words::verificationDetail(const api::AuditVerification &v)
{
    QString text = tr("%1 of %Ln entries checked", nullptr, int(v.leaves)).arg(number(std::int64_t(v.checked)));
    text += v.firstBad ? tr(", first bad entry #%1").arg(number(std::int64_t(*v.firstBad))) : tr(", no bad entry");
    if (v.headSize > v.leaves)
        text += tr("; the newest head says %1").arg(number(std::int64_t(v.headSize)));
    return text;
}

Sign Words::replay(const api::ReplayReport &report)
{
    if (report.equal)
        return {QChar(0x21BB), tr("Replayed: equal"), Tone::Good};
    return {QChar(0x2715), tr("Replayed: different"), Tone::Bad};
}

} // namespace binnacle::models
