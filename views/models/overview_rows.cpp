// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/overview_rows.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace binnacle::models {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

QString fixed(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }

QString signedText(double value, int decimals)
{
    const double unit = std::pow(10.0, -decimals);
    if (std::abs(value) < unit / 2)
        return QStringLiteral("±") + fixed(0, decimals);
    return (value > 0 ? QStringLiteral("+") : QStringLiteral("−")) + fixed(std::abs(value), decimals);
}

double sampleOf(OverviewRows::Which which, const api::OverviewSample &s)
{
    using Which = OverviewRows::Which;
    switch (which) {
    case Which::Allocated:
        return 100 * s.allocatedCpu;
    case Which::Used:
        return s.usedCpu ? 100 * *s.usedCpu : std::numeric_limits<double>::quiet_NaN();
    case Which::Pending:
        return double(s.pending);
    case Which::Fragmentation:
        return 100 * s.fragmentation;
    case Which::Decisions:
        return double(s.decisionsPerHour);
    case Which::Ready:
        return std::numeric_limits<double>::quiet_NaN();
    }
    return 0;
}

const api::ResourceTotal *totalOf(const api::ClusterState &state, base::Symbol resource)
{
    for (const api::ResourceTotal &t : state.totals) {
        if (t.resource == resource)
            return &t;
    }
    return nullptr;
}

bool hasUsage(const api::ClusterState &state)
{
    return state.usage && state.usage->source == model::UsageReport::Source::Available;
}

} // namespace

QString OverviewRows::name(Which which)
{
    switch (which) {
    case Which::Allocated:
        return tr("Allocated");
    case Which::Used:
        return tr("Used");
    case Which::Pending:
        return tr("Pending");
    case Which::Fragmentation:
        return tr("Fragmentation");
    case Which::Decisions:
        return tr("Decisions");
    case Which::Ready:
        return tr("Nodes ready");
    }
    return {};
}

QString OverviewRows::address(Which which)
{
    switch (which) {
    case Which::Allocated:
    case Which::Used:
    case Which::Fragmentation:
        return QStringLiteral("nodes?filter=");
    case Which::Pending:
        return QStringLiteral("pods");
    case Which::Decisions:
        return QStringLiteral("audit");
    case Which::Ready:
        return QStringLiteral("nodes?filter=state:notready");
    }
    return {};
}

OverviewRows::FigureWords OverviewRows::figure(Which which, const api::ClusterState &state, std::chrono::minutes range)
{
    FigureWords out;
    const auto &history = *state.history;
    if (!history.empty()) {
        const base::TimePoint from = history.back().at - range;
        for (const api::OverviewSample &s : history) {
            if (s.at >= from)
                out.trend.push_back(sampleOf(which, s));
        }
    }
    const auto first = std::find_if(out.trend.begin(), out.trend.end(), [](double v) { return std::isfinite(v); });
    const double change = first == out.trend.end() ? 0 : out.trend.back() - *first;
    const bool known = first != out.trend.end() && std::isfinite(out.trend.back()) && out.trend.size() > 1;
    const api::ResourceTotal *cpu = totalOf(state, model::resource::cpu);
    const auto percent = [](double part, double whole) { return whole > 0 ? 100 * part / whole : 0.0; };
    const auto better = [&](bool down) {
        return std::abs(change) < 0.05 ? Tone::Quiet : (change < 0) == down ? Tone::Good : Tone::Warn;
    };
    switch (which) {
    case Which::Allocated:
        out.value = cpu ? fixed(percent(double(cpu->allocated), double(cpu->capacity)), 1) : QStringLiteral("–");
        out.unit = QStringLiteral("%");
        out.change = known ? tr("%1 pt").arg(signedText(change, 1)) : QString();
        out.caption = tr("CPU requests of allocatable");
        break;
    case Which::Used:
        out.value = cpu && cpu->used ? fixed(percent(double(*cpu->used), double(cpu->measuredCapacity)), 1)
                                     : QStringLiteral("–");
        out.unit = cpu && cpu->used ? QStringLiteral("%") : QString();
        out.change = known ? tr("%1 pt").arg(signedText(change, 1)) : QString();
        out.caption = hasUsage(state) ? tr("CPU use of measured nodes") : tr("no source: metrics.k8s.io is not served");
        if (hasUsage(state))
            break;
        if (state.usage && state.usage->source == model::UsageReport::Source::Failing)
            out.caption = tr("the metrics source fails");
        break;
    case Which::Pending:
        out.value = Words::number(std::int64_t(state.pending.size()));
        out.unit = tr("pods");
        out.change = known ? signedText(change, 0) : QString();
        out.tone = better(true);
        out.caption = tr("pods waiting for a node");
        break;
    case Which::Fragmentation:
        out.value = fixed(100 * state.fragmentation.total, 1);
        out.unit = QStringLiteral("%");
        out.change = known ? tr("%1 pt").arg(signedText(change, 1)) : QString();
        out.tone = better(true);
        out.caption = tr("CPU %1 · memory %2")
                          .arg(fixed(100 * state.fragmentation.cpu, 1), fixed(100 * state.fragmentation.memory, 1));
        if (state.fragmentation.gpu)
            out.caption += tr(" · GPU %1").arg(fixed(100 * *state.fragmentation.gpu, 1));
        out.tip =
            tr("The share of free capacity on nodes where a pod shape does not fit, over the shapes that run or wait, "
               "weighted by their number.");
        break;
    case Which::Decisions:
        out.value = Words::number(state.decisionsLastHour);
        out.unit = tr("per hour");
        out.change = known ? signedText(change, 0) : QString();
        out.caption = tr("%Ln pods placed in the last hour", nullptr, int(state.placedLastHour));
        break;
    case Which::Ready: {
        const auto all = std::int64_t(state.snapshot->nodes().size());
        out.value = Words::number(all - state.nodesNotReady);
        out.unit = tr("of %1").arg(Words::number(all));
        out.caption = state.nodesNotReady == 0 ? tr("every node is ready")
                                               : tr("%1 not ready").arg(Words::number(state.nodesNotReady));
        out.change = state.nodesNotReady == 0 ? QString() : QStringLiteral("−") + Words::number(state.nodesNotReady);
        out.tone = state.nodesNotReady == 0 ? Tone::Quiet : Tone::Bad;
        break;
    }
    }
    return out;
}

std::vector<OverviewRows::Need> OverviewRows::needs(const api::ClusterState &state, base::TimePoint now)
{
    std::vector<Need> out;
    std::int64_t waiting = 0;
    base::TimePoint first = base::TimePoint::max();
    for (const api::Proposal &p : state.proposals) {
        if (p.state == api::DecisionState::Proposed) {
            ++waiting;
            first = std::min(first, p.expiresAt);
        }
    }
    if (waiting > 0)
        out.push_back({QStringLiteral("approvals"), Tone::Accent, tr("%Ln approvals wait", nullptr, int(waiting)),
            tr("the first expires in %1").arg(Words::countdown(first - now)), tr("Review"),
            QStringLiteral("approvals")});
    if (state.nodesNotReady > 0) {
        QString names;
        for (const auto &node : state.snapshot->nodes()) {
            if (!node->node().ready) {
                names = Words::plain(node->node().name);
                break;
            }
        }
        out.push_back({QStringLiteral("warning"), Tone::Bad,
            tr("%Ln nodes not ready", nullptr, int(state.nodesNotReady)),
            state.nodesNotReady > 1 ? tr("%1 and %2 more").arg(names, Words::number(state.nodesNotReady - 1)) : names,
            tr("Show"), QStringLiteral("nodes?filter=state:notready")});
    }
    if (const Notice feed = Words::feedNotice(state.feed); !feed.empty())
        out.push_back({QStringLiteral("refresh"), state.feed.state == model::FeedState::Stale ? Tone::Bad : Tone::Warn,
            feed.title, feed.next, {}, {}});
    if (!hasUsage(state)) {
        const bool failing = state.usage && state.usage->source == model::UsageReport::Source::Failing;
        out.push_back({QStringLiteral("database"), Tone::Warn,
            failing ? tr("The metrics source fails") : tr("No metrics source"),
            failing ? Words::plain(state.usage->detail, 120) : tr("use is unknown; install metrics-server to see it"),
            {}, {}});
    }
    if (state.writeBlock == api::WriteBlock::AuditFailed)
        out.push_back({QStringLiteral("audit"), Tone::Bad,
            state.auditFault.ok() ? tr("The audit log cannot be written") : Words::storeNotice(state.auditFault).title,
            tr("nothing is written to the cluster until it can"), tr("Open"), QStringLiteral("audit")});
    else if (state.auditCheck && !state.auditVerified)
        out.push_back({QStringLiteral("audit"), Words::verification(*state.auditCheck).tone,
            Words::verification(*state.auditCheck).word, Words::verificationDetail(*state.auditCheck), tr("Open"),
            QStringLiteral("audit")});
    else if (!state.auditVerified && state.auditLeaves > 0)
        out.push_back({QStringLiteral("audit"), Tone::Warn, tr("Audit log not verified"),
            tr("check it against its newest tree head"), tr("Verify"), QStringLiteral("audit")});
    if (out.empty())
        out.push_back({QStringLiteral("check"), Tone::Good, tr("Nothing needs you"),
            tr("feed synced, nodes ready, audit log verified"), {}, {}});
    return out;
}

QStringList OverviewRows::totalsHeader()
{
    return {tr("resource"), tr("unit"), tr("used"), tr("allocated"), tr("capacity"), tr("of capacity"), tr("used %"),
        tr("alloc. %")};
}

std::vector<Row> OverviewRows::totals(const api::ClusterState &state)
{
    std::vector<Row> rows;
    for (const api::ResourceTotal &t : state.totals) {
        const bool cpu = t.resource == model::resource::cpu;
        const bool bytes = t.resource == model::resource::memory || t.resource == model::resource::ephemeralStorage;
        const double big = bytes && double(t.capacity) > 4096 * kGib ? kGib * 1024 : kGib;
        const double per = cpu ? 1000 : bytes ? big : 1;
        const QString unit = cpu ? tr("CPUs")
            : bytes              ? (big > kGib ? QStringLiteral("TiB") : QStringLiteral("GiB"))
                                 : QString();
        const auto figure = [&](std::int64_t v) { return fixed(double(v) / per, bytes ? 1 : 0); };
        QString name = Words::plain(t.resource);
        if (cpu)
            name = tr("CPU");
        else if (t.resource == model::resource::memory)
            name = tr("Memory");
        else if (t.resource == model::resource::ephemeralStorage)
            name = tr("Local storage");
        else if (t.resource == model::resource::pods)
            name = tr("Pods");
        const double capacity = std::max<double>(double(t.capacity), 1);
        const bool used = t.used && t.measuredCapacity > 0;
        // A share of the measured nodes stands for the whole, where not all were measured.
        const double usedShare = used ? double(*t.used) / double(t.measuredCapacity) : -1;
        const QString none = QStringLiteral("–");
        Row row{QString::fromStdString(std::string(t.resource.text())), {}, {}};
        row.cells = {{name}, {unit, Tone::Quiet}, {used ? figure(*t.used) : none, used ? Tone::Plain : Tone::Quiet},
            {figure(t.allocated)}, {figure(t.capacity)},
            {QString(), Tone::Plain, {}, BarShares{usedShare, double(t.allocated) / capacity, {}, true}},
            {used ? fixed(100 * usedShare, 1) : none, used ? Tone::Plain : Tone::Quiet},
            {fixed(100 * double(t.allocated) / capacity, 1)}};
        rows.push_back(std::move(row));
    }
    return rows;
}

QStringList OverviewRows::reasonsHeader() { return {tr("reason"), tr("pods"), QString(), tr("oldest")}; }

std::vector<Row> OverviewRows::reasons(const api::ClusterState &state, base::TimePoint now)
{
    struct Group {
        std::int64_t pods = 0;
        base::TimePoint oldest = base::TimePoint::max();
    };
    std::map<QString, Group> groups;
    for (const api::PendingPod &p : state.pending) {
        using Wait = api::PendingPod::Wait;
        const bool advised = p.wait == Wait::Advice; // by the answer, where it is no
        const bool blocked = p.mainReason != model::ReasonCode::None
            && (p.wait == Wait::Unschedulable || (advised && p.outcome == model::DecisionOutcome::NoNodeFits));
        const bool undecidable = advised && p.outcome == model::DecisionOutcome::NotDecidable;
        const bool gated = advised && p.outcome == model::DecisionOutcome::Gated;
        const QString words = blocked ? Words::reasonGroup(p.mainReason, p.mainSubject)
                                      : Words::wait(undecidable ? Wait::NotDecidable
                                              : gated           ? Wait::Gated
                                                                : p.wait);
        Group &g = groups[words];
        ++g.pods;
        g.oldest = std::min(g.oldest, p.since);
    }
    std::vector<std::pair<QString, Group>> sorted(groups.begin(), groups.end());
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second.pods > b.second.pods; });
    std::vector<Row> rows;
    for (const auto &[words, g] : sorted) {
        const double share = double(g.pods) / double(sorted.front().second.pods);
        rows.push_back({words, QStringLiteral("pods"),
            {{words}, {Words::number(g.pods)}, {QString(), Tone::Plain, {}, BarShares{share, -1, {}, true}},
                {Words::duration(now - g.oldest), Tone::Quiet}}});
    }
    return rows;
}

QStringList OverviewRows::decisionsHeader()
{
    return {tr("time"), tr("operation"), tr("object"), tr("target"), tr("outcome"), tr("stability"), tr("confidence"),
        tr("decided by")};
}

QString OverviewRows::stateIcon(api::DecisionState state)
{
    using S = api::DecisionState;
    switch (state) {
    case S::Proposed:
        return QStringLiteral("clock");
    case S::Approved:
    case S::Bound:
    case S::Confirmed:
        return QStringLiteral("check");
    case S::Denied:
        return QStringLiteral("cross");
    case S::Expired:
        return QStringLiteral("minus");
    case S::Superseded:
        return QStringLiteral("superseded");
    case S::BindFailed:
        return QStringLiteral("warning");
    case S::Unknown:
        return QStringLiteral("help");
    case S::NoNode:
        return QStringLiteral("minus");
    }
    return {};
}

std::vector<Row> OverviewRows::decisions(const api::ClusterState &state, std::size_t limit)
{
    std::vector<const api::Proposal *> newest;
    for (const api::Proposal &p : state.proposals) {
        if (p.decision)
            newest.push_back(&p);
    }
    std::stable_sort(
        newest.begin(), newest.end(), [](const auto *a, const auto *b) { return a->proposedAt > b->proposedAt; });
    std::vector<Row> rows;
    for (const api::Proposal *p : newest) {
        if (rows.size() == limit)
            break;
        const Sign sign = Words::state(p->state);
        const model::Confidence &c = p->decision->confidence;
        const bool waits = p->state == api::DecisionState::Proposed;
        Row row{QString::fromStdString(p->id),
            (waits ? QStringLiteral("approvals/") : QStringLiteral("audit/")) + QString::fromStdString(p->id), {}};
        row.cells = {{Words::clock(p->proposedAt)}, {Words::operation("place")},
            {Words::plain(p->decision->pod.text())}, {Words::plain(p->decision->chosen)},
            {sign.word, sign.tone, stateIcon(p->state)}, {Words::share(c.stability)}, {Words::share(c.value)},
            {p->actor.empty() ? QStringLiteral("–") : Words::actor(p->actor), Tone::Quiet}};
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace binnacle::models
