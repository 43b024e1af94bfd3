// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/demo_cluster.h"
#include "tests/unit/planner_sim/recording.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>

namespace binnacle::sim {
namespace {

using namespace std::chrono_literals;
using framework::BindRequest;
using framework::BindResult;
using testing::ManualClock;
using testing::ManualExecutor;
using testing::RecordingSink;

DemoOptions small()
{
    DemoOptions options;
    options.nodes = 90;
    options.pods = 900;
    options.arrivalsPerMinute = 60;
    options.nodeFailuresPerHour = 120;
    return options;
}

/// A demo cluster on the test's thread.
struct Demo {
    explicit Demo(const DemoOptions &options = small()) : cluster(options, clock)
    {
        cluster.start(executor, sink);
        executor.run();
    }
    void pass(base::Duration elapsed, base::Duration step = 250ms)
    {
        for (base::Duration done{}; done < elapsed; done += step) {
            clock.pass(step);
            cluster.advance(step);
            executor.run();
        }
    }
    BindResult bind(const model::Pod &pod, std::string node)
    {
        std::optional<BindResult> answer;
        cluster.bind(
            {pod.key, pod.uid, pod.resourceVersion, std::move(node)}, [&](BindResult result) { answer = result; });
        EXPECT_FALSE(answer.has_value()) << "never inside the call";
        executor.run();
        EXPECT_TRUE(answer.has_value());
        return answer.value_or(BindResult{});
    }
    model::PodPtr read(const model::PodKey &key)
    {
        absl::StatusOr<model::PodPtr> answer = absl::UnknownError("unanswered");
        cluster.readPod(key, [&](absl::StatusOr<model::PodPtr> result) { answer = std::move(result); });
        executor.run();
        return answer.ok() ? *answer : nullptr;
    }
    [[nodiscard]] std::vector<model::PodPtr> waiting() const
    {
        std::vector<model::PodPtr> found;
        for (const auto &[key, pod] : sink.pods) {
            if (!pod->assigned() && pod->schedulerName == ourScheduler) {
                found.push_back(pod);
            }
        }
        return found;
    }

    ManualClock clock;
    ManualExecutor executor;
    RecordingSink sink;
    DemoCluster cluster;
};

TEST(DemoCluster, StartsLikeALiveClusterWithAListAndThenSynced)
{
    Demo demo;
    ASSERT_EQ(demo.sink.statuses.size(), 2u);
    EXPECT_EQ(demo.sink.statuses[0].state, model::FeedState::Connecting);
    EXPECT_EQ(demo.sink.statuses[1].state, model::FeedState::Synced);
    EXPECT_EQ(demo.sink.statuses[1].nodesListed, 90);
    ASSERT_EQ(demo.sink.deltas.size(), 1u);
    EXPECT_TRUE(demo.sink.deltas[0].replaceNodes);
    EXPECT_TRUE(demo.sink.deltas[0].replacePods);
    EXPECT_FALSE(demo.sink.deltas[0].inventory->namespaces().empty());
    ASSERT_EQ(demo.sink.accesses.size(), 1u);
    EXPECT_EQ(demo.sink.accesses[0].bindPods, model::AccessReview::Answer::Allowed);
    EXPECT_EQ(demo.sink.accesses[0].user, "demo");
    EXPECT_GE(demo.waiting().size(), 14u + misfitSpecs().size());
    EXPECT_TRUE(demo.cluster.writable());
}

TEST(DemoCluster, TellsTheSameHistoryForTheSameSeedAndCalls)
{
    const auto history = [](std::uint64_t seed) {
        DemoOptions options = small();
        options.seed = seed;
        Demo demo(options);
        demo.pass(120s);
        for (const model::PodPtr &pod : demo.waiting()) {
            demo.bind(*pod, demo.sink.nodes.begin()->first);
        }
        demo.pass(120s);
        return demo.sink.history;
    };
    const std::string one = history(7);
    EXPECT_GT(one.size(), 10'000u);
    EXPECT_TRUE(one == history(7));
    EXPECT_FALSE(one == history(8));
}

TEST(DemoCluster, EveryPodLivesThroughItsPhasesInOrderAndKeepsItsNode)
{
    struct Watcher final : RecordingSink {
        void onDelta(model::ClusterDelta delta) override
        {
            for (const model::PodPtr &pod : delta.pods) {
                if (const auto it = seen.find(pod->uid); it != seen.end()) {
                    const model::Pod &before = *it->second;
                    EXPECT_GE(static_cast<int>(pod->phase), static_cast<int>(before.phase)) << pod->key.text();
                    EXPECT_TRUE(!before.assigned() || before.nodeName == pod->nodeName) << pod->key.text();
                    EXPECT_GT(std::stoull(pod->resourceVersion), std::stoull(before.resourceVersion));
                    EXPECT_EQ(before.created, pod->created);
                }
                EXPECT_TRUE(pod->phase == model::PodPhase::Pending || pod->assigned());
                seen[pod->uid] = pod;
                phases.insert(pod->phase);
            }
            RecordingSink::onDelta(std::move(delta));
        }
        std::map<std::string, model::PodPtr> seen;
        std::set<model::PodPhase> phases;
    };
    ManualClock clock;
    ManualExecutor executor;
    Watcher sink;
    DemoCluster cluster(small(), clock);
    cluster.start(executor, sink);
    executor.run();
    cluster.setSpeed(20);
    for (int i = 0; i < 400; ++i) {
        clock.pass(250ms);
        cluster.advance(250ms);
        executor.run();
    }
    EXPECT_EQ(sink.phases.size(), 4u) << "pending, running, succeeded and failed pods were seen";
    EXPECT_EQ(sink.removalsOfUnknownPods, 0);
    EXPECT_GT(sink.seen.size(), sink.pods.size() + 100) << "pods come and go";
}

TEST(DemoCluster, NoNodeEverHoldsMoreThanItCanWhateverIsBound)
{
    DemoOptions options = small();
    Demo demo(options);
    base::SeededRandom random(3);
    std::vector<std::string> names;
    for (const auto &[name, node] : demo.sink.nodes) {
        names.push_back(name);
    }
    int failed = 0;
    for (int round = 0; round < 60; ++round) {
        demo.pass(5s);
        for (const model::PodPtr &pod : demo.waiting()) {
            demo.bind(*pod, names[random.below(names.size())]); // without looking whether it fits
            const model::PodPtr now = demo.read(pod->key);
            failed += now && now->phase == model::PodPhase::Failed ? 1 : 0;
        }
        ASSERT_EQ(testing::overfullNodes(demo.sink.nodes, demo.sink.pods), "") << "round " << round;
    }
    EXPECT_GT(failed, 0) << "the kubelet refuses what does not fit";
}

TEST(DemoCluster, BindsAPodOnceAndTellsEveryLaterBindOfAConflict)
{
    DemoOptions options = small();
    options.conflictShare = 0;
    options.lostAnswerShare = 0;
    Demo demo(options);
    const model::PodPtr pod = demo.waiting().front();
    const std::string node = demo.sink.nodes.begin()->first;
    EXPECT_EQ(demo.bind(*pod, node).kind, BindResult::Kind::Bound);
    EXPECT_EQ(demo.sink.pods.at(pod->key)->nodeName.text(), node) << "the watch echoes the bind";
    const BindResult again = demo.bind(*pod, node);
    EXPECT_EQ(again.kind, BindResult::Kind::Refused);
    EXPECT_EQ(again.status.code(), absl::StatusCode::kAborted);
    EXPECT_EQ(demo.bind(*demo.read(pod->key), node).status.code(), absl::StatusCode::kAborted);
}

TEST(DemoCluster, RefusesABindForAnotherIdentityOrPlace)
{
    DemoOptions options = small();
    options.conflictShare = 0;
    options.lostAnswerShare = 0;
    Demo demo(options);
    model::Pod pod = *demo.waiting().front();
    const std::string node = demo.sink.nodes.begin()->first;
    EXPECT_EQ(demo.bind(pod, "nowhere").status.code(), absl::StatusCode::kNotFound);
    model::Pod other = pod;
    other.uid = "another";
    EXPECT_EQ(demo.bind(other, node).status.code(), absl::StatusCode::kAborted);
    other = pod;
    other.resourceVersion = "1";
    EXPECT_EQ(demo.bind(other, node).status.code(), absl::StatusCode::kAborted);
    other = pod;
    other.key.name = "nobody";
    EXPECT_EQ(demo.bind(other, node).status.code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(demo.bind(pod, node).kind, BindResult::Kind::Bound);
}

TEST(DemoCluster, ConflictsAndLostAnswersHappenAndTheTruthCanBeReadBack)
{
    DemoOptions options = small();
    options.pendingAtStart = 60;
    options.conflictShare = 0.3;
    options.lostAnswerShare = 0.3;
    Demo demo(options);
    int refused = 0;
    int unknownButBound = 0;
    int unknownAndFree = 0;
    for (const model::PodPtr &pod : demo.waiting()) {
        const BindResult result = demo.bind(*pod, demo.sink.nodes.begin()->first);
        const model::PodPtr now = demo.read(pod->key);
        ASSERT_TRUE(now);
        ASSERT_EQ(now, demo.sink.pods.at(pod->key)) << "the watch and the server agree";
        switch (result.kind) {
        case BindResult::Kind::Bound:
            EXPECT_TRUE(now->assigned());
            break;
        case BindResult::Kind::Refused:
            ++refused;
            EXPECT_EQ(result.status.code(), absl::StatusCode::kAborted);
            EXPECT_FALSE(now->assigned());
            EXPECT_NE(now->resourceVersion, pod->resourceVersion);
            break;
        case BindResult::Kind::Unknown:
            EXPECT_FALSE(result.status.ok());
            (now->assigned() ? unknownButBound : unknownAndFree) += 1;
            break;
        }
    }
    EXPECT_GT(refused, 0);
    EXPECT_GT(unknownButBound, 0);
    EXPECT_GT(unknownAndFree, 0);
}

TEST(DemoCluster, PauseStopsTheHistoryButKeepsTheContact)
{
    Demo demo;
    demo.cluster.setPaused(true);
    const std::size_t deltas = demo.sink.deltas.size();
    const std::size_t reports = demo.sink.reports.size();
    const base::TimePoint contact = demo.sink.statuses.back().lastContact;
    demo.pass(60s);
    EXPECT_EQ(demo.sink.deltas.size(), deltas);
    EXPECT_EQ(demo.sink.reports.size(), reports);
    EXPECT_GT(demo.sink.statuses.back().lastContact, contact);
    demo.cluster.setPaused(false);
    demo.pass(60s);
    EXPECT_GT(demo.sink.deltas.size(), deltas);
}

TEST(DemoCluster, SpeedScalesWhatHappens)
{
    const auto reports = [](double speed) {
        Demo demo;
        demo.cluster.setSpeed(speed);
        demo.pass(60s);
        return demo.sink.reports.size() - 1;
    };
    EXPECT_EQ(reports(1), 4u);
    EXPECT_EQ(reports(10), 40u);
    Demo demo;
    demo.cluster.setSpeed(1e9);
    EXPECT_EQ(demo.cluster.speed(), 120);
    demo.cluster.setSpeed(0);
    EXPECT_EQ(demo.cluster.speed(), 0.1);
}

TEST(DemoCluster, AtAnySpeedTheSameSimulatedTimeBringsTheSamePods)
{
    const auto pods = [](double speed, base::Duration elapsed) {
        Demo demo;
        demo.cluster.setSpeed(speed);
        demo.pass(elapsed);
        std::set<std::string> uids;
        for (const auto &[key, pod] : demo.sink.pods) {
            uids.insert(pod->uid + std::string(pod->nodeName.text()));
        }
        return uids;
    };
    EXPECT_EQ(pods(1, 200s), pods(10, 20s));
}

TEST(DemoCluster, NodesFailAndComeBack)
{
    Demo demo;
    demo.cluster.setSpeed(20);
    std::set<std::string> down;
    std::set<std::string> back;
    for (int i = 0; i < 200; ++i) {
        demo.pass(250ms);
        for (const auto &[name, node] : demo.sink.nodes) {
            if (!node->ready) {
                down.insert(name);
                EXPECT_FALSE(node->taints.empty());
            } else if (down.contains(name)) {
                back.insert(name);
            }
        }
    }
    EXPECT_GT(down.size(), 2u);
    EXPECT_GT(back.size(), 1u);
}

TEST(DemoCluster, ReportsUseAtOnceAndLeavesOutWhatItDoesNotKnow)
{
    Demo demo;
    ASSERT_EQ(demo.sink.reports.size(), 1u);
    const model::UsageReport &report = demo.sink.reports[0];
    EXPECT_EQ(report.source, model::UsageReport::Source::Available);
    EXPECT_LT(report.nodes.size(), 90u) << "some agents do not answer";
    EXPECT_GT(report.nodes.size(), 80u);
    EXPECT_GT(report.pods.size(), 500u);
    std::set<std::string_view> known;
    for (const auto &[name, usage] : report.nodes) {
        known.insert(name.text());
        EXPECT_GT(usage.cpuNano.value_or(0), 0);
        EXPECT_LE(*usage.cpuNano, demo.sink.nodes.at(std::string(name.text()))->capacity.cpuMilli * 1'000'000);
    }
    for (const auto &[key, usage] : report.pods) {
        EXPECT_TRUE(known.contains(demo.sink.pods.at(key)->nodeName.text())) << key.text();
    }
}

TEST(DemoCluster, KeepsANoteOfTheSchedulerOnThePod)
{
    Demo demo;
    const model::PodPtr pod = demo.waiting().front();
    framework::PodNote note;
    note.kind = framework::PodNote::Kind::FailedScheduling;
    note.pod = pod->key;
    note.podUid = pod->uid;
    note.message = "0/90 nodes are available";
    absl::Status answer = absl::UnknownError("unanswered");
    demo.cluster.note(note, [&](absl::Status status) { answer = status; });
    demo.executor.run();
    EXPECT_TRUE(answer.ok());
    EXPECT_EQ(demo.sink.pods.at(pod->key)->scheduledReason, "Unschedulable");
    EXPECT_EQ(demo.sink.pods.at(pod->key)->scheduledMessage, note.message);
    note.podUid = "another";
    demo.cluster.note(note, [&](absl::Status status) { answer = status; });
    demo.executor.run();
    EXPECT_EQ(answer.code(), absl::StatusCode::kNotFound);
}

TEST(DemoCluster, SaysNothingAfterItWasStoppedAndBeginsAnewWhenStartedAgain)
{
    Demo demo;
    const std::string first = demo.sink.history;
    demo.pass(30s);
    demo.cluster.advance(60s);
    demo.cluster.stop();
    const std::size_t deltas = demo.sink.deltas.size();
    demo.executor.run();
    demo.cluster.advance(60s);
    demo.executor.run();
    EXPECT_EQ(demo.sink.deltas.size(), deltas);
    demo.sink.history.clear();
    demo.cluster.start(demo.executor, demo.sink);
    demo.executor.run();
    EXPECT_GT(demo.sink.history.size(), first.size() / 2);
}

TEST(DemoCluster, OurQueueDoesNotGrowBeyondItsLimit)
{
    DemoOptions options = small();
    options.pendingLimit = 20;
    Demo demo(options);
    demo.cluster.setSpeed(60);
    demo.pass(60s);
    std::size_t plain = 0;
    for (const model::PodPtr &pod : demo.waiting()) {
        bool misfit = false;
        for (const WorkloadSpec &spec : misfitSpecs()) {
            misfit = misfit || pod->key.name.starts_with(std::string(spec.name) + '-');
        }
        plain += misfit ? 0 : 1;
    }
    EXPECT_EQ(plain, 20u);
}

} // namespace
} // namespace binnacle::sim
