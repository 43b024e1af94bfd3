// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Opens a live cluster as the console does, approves every proposal as it comes, and says what was acknowledged, one word
// a line, flushed: "ack ID" (the approval is durable), "state ID STATE". Made to be killed at any moment. Ends by itself when
// nothing of ours waits any more and every row is settled.

#include "app/ctl/client.h"
#include "app/ctl/render.h"
#include "backend/services/workspace.h"

#include <absl/strings/numbers.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <set>
#include <string>

using namespace binnacle;

namespace {

void say(const std::string &line)
{
    std::puts(line.c_str());
    std::fflush(stdout);
}

int fail(const absl::Status &status)
{
    std::fprintf(stderr, "approval_worker: %s\n", std::string(status.message()).c_str());
    return 3;
}

/// What one life of the worker has done.
struct Life {
    std::uint64_t budget = std::numeric_limits<std::uint64_t>::max(); ///< approvals it may ask for
    std::set<std::string> asked;
    std::map<std::string, api::DecisionState> known;
};

bool isUnderWay(api::DecisionState state)
{
    return state == api::DecisionState::Approved || state == api::DecisionState::Bound
        || state == api::DecisionState::Unknown;
}

/// Approves what is new; true when nothing is left to do.
bool serve(ctl::Client &client, const api::ClusterState &state, Life &life)
{
    bool open = false; // something approved has not ended
    bool left = false; // something waits for an approval that the budget does not allow
    for (const api::Proposal &proposal : state.proposals) {
        if (life.known[proposal.id] != proposal.state) {
            life.known[proposal.id] = proposal.state;
            say("state " + proposal.id + ' ' + std::string(ctl::stateName(proposal.state)));
        }
        open = open || isUnderWay(proposal.state);
        if (proposal.state != api::DecisionState::Proposed)
            continue;
        if (!life.asked.contains(proposal.id) && life.asked.size() < life.budget) {
            life.asked.insert(proposal.id);
            client.service().approve(
                proposal.id, "worker", {}, [id = proposal.id, &life](const absl::Status &approved) {
                    if (approved.ok())
                        say("ack " + id);
                    else
                        life.asked.erase(id);
                });
        }
        (life.asked.contains(proposal.id) ? open : left) = true;
    }
    for (const api::PendingPod &pending : state.pending)
        open = open || !pending.outcome || *pending.outcome == model::DecisionOutcome::Placed;
    return !open && !left && state.feed.state == model::FeedState::Synced;
}

} // namespace

int main(int argc, char **argv)
{
    Life life;
    if (argc < 2 || argc > 3 || (argc == 3 && !absl::SimpleAtoi(argv[2], &life.budget)))
        return fail(absl::InvalidArgumentError("usage: approval_worker KUBECONFIG [BUDGET]"));
    services::WorkspaceOptions options;
    options.demo = false;
    options.kubeconfigs = {argv[1]};
    const auto workspace = services::makeWorkspace(options);
    const auto id = services::findCluster(*workspace, api::ClusterKind::Live, {});
    if (!id.ok())
        return fail(id.status());
    auto service = workspace->open(*id);
    if (!service.ok())
        return fail(service.status());
    ctl::Client client(*std::move(service));
    if (const absl::Status synced = client.waitSynced(std::chrono::seconds(60)); !synced.ok())
        return fail(synced);
    if (const absl::Status set = client.tell(
            [&](api::Done done) { client.service().setAutonomy(api::Autonomy::Approve, "worker", std::move(done)); });
        !set.ok())
        return fail(set);
    say("ready");
    const bool done = client.waitFor(
        [&](const api::ClusterState &state) { return serve(client, state, life); }, std::chrono::minutes(5));
    say(done ? "done" : "timeout");
    return done ? 0 : 1;
}
