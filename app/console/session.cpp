// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"
#include "app/console/folders.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

namespace binnacle::console {
namespace {

using State = api::DecisionState;

/// What one demo session did, from the states that passed.
struct Tally {
    absl::flat_hash_map<std::string, State> proposals; // newest state by id
    std::int64_t count(std::initializer_list<State> states) const
    {
        return std::count_if(proposals.begin(), proposals.end(),
            [&](const auto &p) { return std::find(states.begin(), states.end(), p.second) != states.end(); });
    }
    void take(const api::ClusterState &state)
    {
        for (const api::Proposal &p : state.proposals)
            proposals[p.id] = p.state;
    }
};

std::optional<api::AuditVerification> verify(Console &console)
{
    std::optional<api::AuditVerification> result;
    bool answered = false;
    console.window().store().service()->verifyAudit([](std::uint64_t, std::uint64_t) {}, {},
        [&](const absl::StatusOr<api::AuditVerification> &v) {
            answered = true;
            if (v.ok())
                result = *v;
            else
                fmt::print(
                    stderr, "binnacle: the audit log could not be verified: {}\n", std::string(v.status().message()));
        });
    console.waitFor([&] { return answered; }, 60000);
    return result;
}

bool setAutomatic(Console &console)
{
    std::optional<absl::Status> status;
    console.window().store().service()->setAutonomy(
        api::Autonomy::Automatic, "demo session", [&](const absl::Status &s) { status = s; });
    console.waitFor([&] { return status.has_value(); }, 10000);
    if (status && status->ok())
        return true;
    fmt::print(stderr, "binnacle: autonomy could not be set: {}\n",
        status ? std::string(status->message()) : std::string("no answer within 10 s"));
    return false;
}

void printStart(const api::ClusterState &state, double seconds)
{
    fmt::print("Binnacle, one session on the demo cluster, without a display\n\n");
    fmt::print("  cluster       {} nodes, {} pods, synced {:.2f} s after the start\n", state.snapshot->nodes().size(),
        state.pods, seconds);
    fmt::print("  pending       {} pods wait for a node\n", state.pending.size());
}

void printEnd(const api::ClusterState &state, const Tally &tally, const api::AuditVerification &audit)
{
    const auto approved =
        tally.count({State::Approved, State::Bound, State::Confirmed, State::BindFailed, State::Unknown});
    fmt::print("  decisions     {} in this session, each durable in the audit log before it was shown\n",
        tally.proposals.size());
    fmt::print("  approvals     {} by the demo's own policy\n", approved);
    fmt::print("  binds         {} bound, of which {} confirmed by the watch; {} failed, {} superseded\n",
        tally.count({State::Bound, State::Confirmed}), tally.count({State::Confirmed}),
        tally.count({State::BindFailed}), tally.count({State::Superseded}));
    fmt::print("  pending now   {} pods\n", state.pending.size());
    const bool sound = audit.result == api::AuditVerification::Result::Sound
        || audit.result == api::AuditVerification::Result::SoundWithoutTrustedHead;
    fmt::print("  audit         {}: {} of {} entries checked in {:.0f} ms, root {}\n", sound ? "verified" : "NOT SOUND",
        audit.checked, audit.leaves, std::chrono::duration<double, std::milli>(audit.took).count(),
        audit.rootHash.substr(0, 16));
}

} // namespace

int runSession(Console &console)
{
    pages::MainWindow &window = console.window();
    window.resize(1600, 1000);
    window.show();
    if (!console.openCluster())
        return 3;
    models::ClusterStore &store = window.store();
    const auto synced = [&] {
        return store.ready() && store.state().feed.state == model::FeedState::Synced
            && !store.state().snapshot->nodes().empty();
    };
    if (!console.waitFor(synced, 60000)) {
        std::fputs("binnacle: the demo cluster was not synced within 60 s\n", stderr);
        return 3;
    }
    Tally tally;
    printStart(store.state(), console.secondsSinceMain());
    QObject::connect(&store, &models::ClusterStore::updated, &window,
        [&](const api::ClusterUpdate &update) { tally.take(*update.state); });
    console.waitFor([&] { return !store.state().proposals.empty(); }, 10000);
    if (!setAutomatic(console))
        return 3;
    console.waitFor([&] { return tally.count({State::Confirmed}) >= 20; }, 12000);
    // Counted before the log is read: the cluster goes on meanwhile, and what is counted must be in what is verified.
    tally.take(store.state());
    const Tally counted = tally;
    const auto audit = verify(console);
    if (!audit)
        return 3;
    const QString folder = stateFolder() + QStringLiteral("/session-pictures");
    const bool drawn = saveShots(console, folder, QString());
    printEnd(store.state(), counted, *audit);
    if (drawn)
        fmt::print("\nA picture of every page is in {}\n", folder.toStdString());
    fmt::print("To see the console itself, start it where there is a display: with DISPLAY or WAYLAND_DISPLAY set,\n"
               "as in a desktop session or after ssh -X.\n");
    const bool sound = audit->result == api::AuditVerification::Result::Sound
        || audit->result == api::AuditVerification::Result::SoundWithoutTrustedHead;
    return sound && drawn ? 0 : 1;
}

} // namespace binnacle::console
