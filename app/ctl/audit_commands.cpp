// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/commands.h"
#include "app/ctl/render.h"

#include <absl/time/time.h>
#include <fmt/format.h>

#include <algorithm>

namespace binnacle::ctl {

namespace {

absl::StatusOr<api::AuditFilter> filterOf(const AuditQuery &query)
{
    api::AuditFilter filter;
    filter.pod = query.pod;
    filter.node = query.node;
    filter.limit = query.limit;
    if (!query.actor.empty())
        filter.actors = {query.actor};
    for (const std::string &name : query.states) {
        bool found = false;
        for (int s = 0; s <= static_cast<int>(api::DecisionState::NoNode); ++s) {
            if (stateName(static_cast<api::DecisionState>(s)) == name) {
                filter.states.push_back(static_cast<api::DecisionState>(s));
                found = true;
            }
        }
        if (!found)
            return absl::InvalidArgumentError(fmt::format("no state {}; there are Proposed, Approved, Denied, Expired, "
                                                          "Superseded, Bound, BindFailed, Unknown, Confirmed, NoNode",
                name));
    }
    if (!query.since.empty()) {
        absl::Time at;
        absl::Duration ago;
        std::string error;
        if (absl::ParseDuration(query.since, &ago))
            at = absl::Now() - ago;
        else if (!absl::ParseTime(absl::RFC3339_full, query.since, &at, &error))
            return absl::InvalidArgumentError(
                fmt::format("{}: neither a duration (90m) nor a time (RFC 3339)", query.since));
        filter.from = base::TimePoint(std::chrono::nanoseconds(absl::ToUnixNanos(at)));
    }
    return filter;
}

} // namespace

int auditList(const Console &console, const Target &target, const AuditQuery &query)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const absl::StatusOr<api::AuditFilter> filter = filterOf(query);
    if (!filter.ok())
        return misused(console, std::string(filter.status().message()));
    const auto client = openClient(target, services::Recording::Read);
    if (!client.ok())
        return fault(console, client.status());
    const auto ask = [&](const api::AuditFilter &wanted) {
        return (*client)->ask<api::AuditPage>(
            [&](auto reply) { (*client)->service().audit(wanted, std::move(reply)); });
    };
    auto page = ask(*filter);
    if (!page.ok())
        return fault(console, page.status());
    // The log answers a thousand at a time.
    while (!page->rows.empty() && page->rows.size() < std::min<std::size_t>(filter->limit, page->matching)) {
        api::AuditFilter older = *filter;
        older.beforeIndex = page->rows.back().decision.index;
        older.limit = filter->limit - page->rows.size();
        const auto more = ask(older);
        if (!more.ok())
            return fault(console, more.status());
        if (more->rows.empty())
            break;
        page->rows.insert(page->rows.end(), more->rows.begin(), more->rows.end());
    }
    if (console.format != Format::Table) {
        Json list = Json::array();
        for (const api::AuditDecision &row : page->rows)
            list.push_back(auditJson(row));
        print({{"matching", page->matching}, {"leaves", page->leaves}, {"decisions", std::move(list)}}, console.format,
            console.out);
        return Exit::Done;
    }
    Table table(
        {{"#", true}, {"TIME (UTC)"}, {"POD"}, {"NODE"}, {"STATE"}, {"STABLE", true}, {"CONF", true}, {"BY"}, {"ID"}});
    for (const api::AuditDecision &row : page->rows) {
        const auto share = [](const std::optional<double> &value) {
            return value ? fmt::format("{:.3f}", *value) : std::string("–");
        };
        table.add({fmt::format("{}", row.decision.index), iso(row.decision.at), row.decision.pod, row.decision.node,
            std::string(stateName(row.state)), share(row.decision.stability), share(row.decision.confidence),
            decidedBy(row), row.decision.decisionId});
    }
    table.print(console.out);
    console.out << fmt::format("{} of {} decisions, {} leaves\n", page->rows.size(), page->matching, page->leaves);
    return Exit::Done;
}

int auditShow(const Console &console, const Target &target, const std::string &id)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const auto client = openClient(target, services::Recording::Read);
    if (!client.ok())
        return fault(console, client.status());
    const auto row = (*client)->ask<api::AuditDecision>(
        [&](auto reply) { (*client)->service().auditDecision(id, std::move(reply)); });
    if (!row.ok()) {
        const int code = fault(console, row.status());
        return absl::IsNotFound(row.status()) ? Exit::AnswerIsNo : code;
    }
    if (console.format != Format::Table) {
        print(auditJson(*row), console.format, console.out);
        return Exit::Done;
    }
    Json facts = auditJson(*row);
    facts.erase("life");
    for (const auto &[key, value] : facts.items()) {
        if (!value.is_null() && value != "")
            console.out << fmt::format("{:14}", key)
                        << printable(value.is_string() ? value.get<std::string>() : value.dump()) << '\n';
    }
    for (const api::AuditEntry &entry : row->life)
        console.out << fmt::format("  #{:<6} {}  {:12}{}{}\n", entry.index, iso(entry.at),
            entry.state ? stateName(*entry.state) : "", printable(entry.actor),
            entry.message.empty() ? "" : "  " + printable(entry.message));
    return Exit::Done;
}

int auditVerify(const Console &console, const Target &target)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const auto client = openClient(target, services::Recording::Read);
    if (!client.ok())
        return fault(console, client.status());
    const auto result = (*client)->ask<api::AuditVerification>(
        [&](auto reply) {
            (*client)->service().verifyAudit([](std::uint64_t, std::uint64_t) {}, {}, std::move(reply));
        },
        std::chrono::minutes(30));
    if (!result.ok())
        return fault(console, result.status());
    const bool sound = result->result == api::AuditVerification::Result::Sound;
    if (console.format == Format::Table) {
        console.out << verificationName(result->result) << ": " << result->checked << " of " << result->leaves
                    << " leaves checked"
                    << (result->firstBad ? fmt::format(", first bad entry #{}", *result->firstBad) : std::string())
                    << '\n';
        if (!result->detail.empty())
            console.out << printable(result->detail) << '\n';
        console.out << "root " << result->rootHash << "\nsigned by " << result->signedBy << '\n';
    } else {
        print(verificationJson(*result), console.format, console.out);
    }
    return sound || result->result == api::AuditVerification::Result::SoundWithoutTrustedHead ? Exit::Done
                                                                                              : Exit::AnswerIsNo;
}

int auditExport(const Console &console, const Target &target, const AuditQuery &query, const std::string &format,
    const std::string &path)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const absl::StatusOr<api::AuditFilter> filter = filterOf(query);
    if (!filter.ok())
        return misused(console, std::string(filter.status().message()));
    const auto client = openClient(target, services::Recording::Read);
    if (!client.ok())
        return fault(console, client.status());
    const absl::Status done = (*client)->tell(
        [&](api::Done reply) { (*client)->service().exportAudit(*filter, format, path, std::move(reply)); });
    if (!done.ok())
        return fault(console, done);
    if (console.format == Format::Table)
        console.out << "written to " << printable(path) << '\n';
    else
        print({{"file", path}, {"format", format}}, console.format, console.out);
    return Exit::Done;
}

} // namespace binnacle::ctl
