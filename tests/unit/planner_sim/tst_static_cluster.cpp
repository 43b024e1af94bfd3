// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/testing/builders.h"
#include "planner/sim/static_cluster.h"
#include "tests/unit/planner_sim/recording.h"

#include <gtest/gtest.h>

namespace binnacle::sim {
namespace {

using framework::BindResult;
using model::testing::makeNode;
using model::testing::makePod;

struct File {
    testing::ManualExecutor executor;
    testing::RecordingSink sink;
    model::InventoryPtr inventory = std::make_shared<const model::Inventory>();
    StaticCluster cluster{{makeNode("n1").obj(), makeNode("n2").obj()},
        {makePod("web/a").obj(), makePod("ops/b").node("n1").obj()}, inventory, "a file", testing::ManualClock().now()};
};

TEST(StaticCluster, DeliversEverythingOnceAndIsSynced)
{
    File file;
    file.cluster.start(file.executor, file.sink);
    EXPECT_TRUE(file.sink.statuses.empty()) << "never inside the call";
    file.executor.run();
    ASSERT_EQ(file.sink.deltas.size(), 1u);
    EXPECT_EQ(file.sink.nodes.size(), 2u);
    EXPECT_EQ(file.sink.pods.size(), 2u);
    EXPECT_EQ(file.sink.deltas[0].inventory, file.inventory);
    EXPECT_EQ(file.sink.statuses.back().state, model::FeedState::Synced);
    EXPECT_EQ(file.sink.statuses.back().podsListed, 2);
    EXPECT_EQ(file.sink.accesses.back().bindPods, model::AccessReview::Answer::Denied);
    EXPECT_EQ(file.sink.reports.back().source, model::UsageReport::Source::None);
}

TEST(StaticCluster, RefusesEveryWrite)
{
    File file;
    file.cluster.start(file.executor, file.sink);
    EXPECT_FALSE(file.cluster.writable());
    BindResult bound;
    absl::Status noted;
    file.cluster.bind({{"web", "a"}, "uid-a", "1", "n1"}, [&](BindResult result) { bound = result; });
    file.cluster.note({}, [&](absl::Status status) { noted = status; });
    file.executor.run();
    EXPECT_EQ(bound.kind, BindResult::Kind::Refused);
    EXPECT_EQ(bound.status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(noted.code(), absl::StatusCode::kFailedPrecondition);
}

TEST(StaticCluster, ReadsPodsBackAndFallsSilentWhenStopped)
{
    File file;
    file.cluster.start(file.executor, file.sink);
    int answers = 0;
    file.cluster.readPod({"web", "a"}, [&](absl::StatusOr<model::PodPtr> pod) {
        ++answers;
        EXPECT_TRUE(pod.ok());
    });
    file.cluster.readPod({"web", "none"}, [&](absl::StatusOr<model::PodPtr> pod) {
        ++answers;
        EXPECT_EQ(pod.status().code(), absl::StatusCode::kNotFound);
    });
    file.executor.run();
    EXPECT_EQ(answers, 2);
    const std::size_t said = file.sink.statuses.size();
    file.cluster.start(file.executor, file.sink);
    file.cluster.stop();
    file.executor.run();
    EXPECT_EQ(file.sink.statuses.size(), said);
}

TEST(StaticCluster, AnEmptyFileIsASyncedEmptyCluster)
{
    testing::ManualExecutor executor;
    testing::RecordingSink sink;
    StaticCluster cluster({}, {}, nullptr, "empty", {});
    cluster.start(executor, sink);
    executor.run();
    EXPECT_EQ(sink.statuses.back().state, model::FeedState::Synced);
    ASSERT_EQ(sink.deltas.size(), 1u);
    EXPECT_TRUE(sink.deltas[0].replacePods);
}

} // namespace
} // namespace binnacle::sim
