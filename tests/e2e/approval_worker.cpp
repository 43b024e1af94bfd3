// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Opens a live cluster as the console does, approves every proposal as it comes, and says what was acknowledged, one word
// a line, flushed: "ack ID" (the approval is durable), "state ID STATE". Made to be killed at any moment. Ends by itself when
// nothing of ours waits any more and every row is settled.

#include "app/ctl/client.h"
#include "app/ctl/render.h"
#include "backend/services/workspace.h"

#include <cstdio>
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

/// Approves what is new; true when nothing is left to do.
bool serve(ctl::Client &client, const api::ClusterState &state, std::set<std::string> &asked,
    std::map<std::string, api::DecisionState> &known)
{
    bool settled = true;
    for (const api::Proposal &proposal : state.proposals) {
        if (known[proposal.id] != proposal.state) {
            known[proposal.id] = proposal.state;
            say("state " + proposal.id + ' ' + std::string(ctl::stateName(proposal.state)));
        }
        settled = settled && proposal.state != api::DecisionState::Proposed
            && proposal.state != api::DecisionState::Approved && proposal.state != api::DecisionState::Bound
            && proposal.state != api::DecisionState::Unknown;
        if (proposal.state == api::DecisionState::Proposed && asked.insert(proposal.id).second) {
            client.service().approve(
                proposal.id, "worker", {}, [id = proposal.id, &asked](const absl::Status &approved) {
                    if (approved.ok())
                        say("ack " + id);
                    else
                        asked.erase(id);
                });
        }
    }
    for (const api::PendingPod &pending : state.pending)
        settled = settled && (pending.outcome && *pending.outcome != model::DecisionOutcome::Placed);
    return settled && state.feed.state == model::FeedState::Synced;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return fail(absl::InvalidArgumentError("usage: approval_worker KUBECONFIG"));
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
    std::set<std::string> asked;
    std::map<std::string, api::DecisionState> known;
    const bool done = client.waitFor(
        [&](const api::ClusterState &state) { return serve(client, state, asked, known); }, std::chrono::minutes(5));
    say(done ? "done" : "timeout");
    return done ? 0 : 1;
}
