// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/pod.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::model {
namespace {

using testing::makePod;
using testing::symbol;
constexpr std::int64_t mebibyte = 1 << 20;
constexpr std::int64_t gibibyte = 1 << 30;

TEST(PodRequests, SumTheContainers)
{
    const Pod pod =
        makePod("a").container("one").req("cpu", "1").req("memory", "1Gi").container("two").req("cpu", "500m").value();
    EXPECT_EQ(pod.request.cpuMilli, 1500);
    EXPECT_EQ(pod.request.memoryBytes, gibibyte);
    EXPECT_EQ(pod.request.pods, 0);
}

TEST(PodRequests, TakeTheLargestInitContainerWhenItIsMoreThanTheContainersTogether)
{
    const Pod pod = makePod("a")
                        .initContainer("migrate")
                        .req("cpu", "4")
                        .req("memory", "1Gi")
                        .container("one")
                        .req("cpu", "1")
                        .req("memory", "1Gi")
                        .container("two")
                        .req("cpu", "1")
                        .req("memory", "1Gi")
                        .value();
    EXPECT_EQ(pod.request.cpuMilli, 4000);
    EXPECT_EQ(pod.request.memoryBytes, 2 * gibibyte);
}

TEST(PodRequests, CountASidecarBesideTheContainersAndBesideLaterInitContainersOnly)
{
    const Pod pod = makePod("a")
                        .initContainer("early")
                        .req("cpu", "5")
                        .sidecar("proxy")
                        .req("cpu", "2")
                        .initContainer("late")
                        .req("cpu", "4")
                        .container("main")
                        .req("cpu", "1")
                        .value();
    EXPECT_EQ(pod.request.cpuMilli, 6000) << "late runs beside the proxy, early does not";
}

TEST(PodRequests, LetAPodLevelValueReplaceTheContainersAndAddTheOverhead)
{
    const Pod pod = makePod("a")
                        .container("one")
                        .req("cpu", "3")
                        .req("memory", "1Gi")
                        .req("nvidia.com/gpu", "1")
                        .podLevel("cpu", "5")
                        .overhead("cpu", "100m")
                        .value();
    EXPECT_EQ(pod.request.cpuMilli, 5100);
    EXPECT_EQ(pod.request.memoryBytes, gibibyte);
    EXPECT_EQ(pod.request.scalar(symbol("nvidia.com/gpu")), 1);
}

TEST(PodRequests, LetThePodLevelNameOnlyCpuMemoryAndHugePages)
{
    const Pod pod = makePod("a")
                        .req("nvidia.com/gpu", "1")
                        .req("hugepages-2Mi", "2Mi")
                        .podLevel("nvidia.com/gpu", "8")
                        .podLevel("hugepages-2Mi", "4Mi")
                        .podLevel("memory", "0")
                        .value();
    EXPECT_EQ(pod.request.scalar(symbol("nvidia.com/gpu")), 1);
    EXPECT_EQ(pod.request.scalar(symbol("hugepages-2Mi")), 4 * mebibyte);
    EXPECT_EQ(pod.request.memoryBytes, 0);
}

TEST(PodRequests, FillInWhatAContainerDoesNotStateForScoringOnly)
{
    const Pod none = makePod("a").value();
    EXPECT_EQ(none.request, Resources());
    EXPECT_EQ(none.nonZeroRequest.cpuMilli, 100);
    EXPECT_EQ(none.nonZeroRequest.memoryBytes, 200 * mebibyte);

    const Pod two = makePod("a").container("one").req("cpu", "1").container("two").req("memory", "1Gi").value();
    EXPECT_EQ(two.nonZeroRequest.cpuMilli, 1100);
    EXPECT_EQ(two.nonZeroRequest.memoryBytes, gibibyte + 200 * mebibyte);
}

TEST(PodRequests, LeaveAStatedZeroAtZero)
{
    const Pod pod = makePod("a").req("cpu", "0").req("memory", "0").value();
    EXPECT_EQ(pod.nonZeroRequest.cpuMilli, 0);
    EXPECT_EQ(pod.nonZeroRequest.memoryBytes, 0);
}

TEST(PodRequests, FillInBesideAPodLevelValueOnlyWhatNobodyStates)
{
    const Pod pod = makePod("a").container("one").req("memory", "1Gi").container("two").podLevel("cpu", "2").value();
    EXPECT_EQ(pod.nonZeroRequest.cpuMilli, 2000);
    EXPECT_EQ(pod.nonZeroRequest.memoryBytes, gibibyte);
    const Pod onlyCpu = makePod("a").podLevel("cpu", "2").value();
    EXPECT_EQ(onlyCpu.nonZeroRequest.memoryBytes, 200 * mebibyte);
}

TEST(PodRequests, SharedGpusUnderAnotherNameAreAnotherResource)
{
    const Pod whole = makePod("a").req("nvidia.com/gpu", "1").value();
    EXPECT_FALSE(whole.request.has(symbol("nvidia.com/gpu.shared")));
    EXPECT_EQ(whole.request.scalar(symbol("nvidia.com/gpu")), 1);
}

TEST(PodSignature, IsEqualForPodsThatDecideAlike)
{
    const auto base = [](const char *name) { return makePod(name).label("app", "web").req("cpu", "1"); };
    EXPECT_EQ(base("web/a").value().signature, base("web/b").value().signature);
    EXPECT_EQ(base("web/a").scheduler("other").value().signature, base("web/b").value().signature);
}

TEST(PodSignature, ChangesWithEverythingThePluginsRead)
{
    const auto base = [] { return makePod("web/a").label("app", "web").req("cpu", "1"); };
    const base::Fingerprint plain = base().value().signature;
    const Pod others[] = {
        makePod("ops/a").label("app", "web").req("cpu", "1").value(),
        base().label("tier", "x").value(),
        base().req("cpu", "2").value(),
        base().req("nvidia.com/gpu", "1").value(),
        base().toleration("gpu").value(),
        base().tolerationExists("gpu").value(),
        base().toleration("gpu", "", TaintEffect::NoSchedule).value(),
        base().nodeSelector("pool", "a").value(),
        base().requiredNodeTerm({testing::in("pool", {"a"})}).value(),
        base().requiredNodeTerm({}, {testing::in("pool", {"a"})}).value(),
        base().preferredNodeTerm(5, {testing::in("pool", {"a"})}).value(),
        base().hostPort(8080).value(),
        base().hostPort(8080, "UDP").value(),
        base().node("n1").value(),
        base().undecided(UndecidedRule::Volumes).value(),
        base().overhead("cpu", "1m").value(),
        base().priority(7).value(),
        base().neverPreempts().value(),
        base().nominated("n1").value(),
        base().gate("g").value(),
    };
    for (std::size_t i = 0; i < std::size(others); ++i) {
        EXPECT_NE(others[i].signature, plain) << "row " << i;
        for (std::size_t k = i + 1; k < std::size(others); ++k) {
            EXPECT_NE(others[i].signature, others[k].signature) << "rows " << i << " and " << k;
        }
    }
}

TEST(PodSignature, CanBeMadeAnewForATrimmedCopy)
{
    Pod copy = makePod("web/a").req("cpu", "1").value();
    copy.containers.clear();
    copy.nodeName = symbol("n1");
    copy.sign();
    EXPECT_EQ(copy.request.cpuMilli, 1000);
    EXPECT_EQ(copy.signature, makePod("web/a").req("cpu", "1").node("n1").value().signature);
}

TEST(Pod, SucceededAndFailedHoldNothingAnyMore)
{
    EXPECT_TRUE(makePod("a").phase(PodPhase::Succeeded).value().finished());
    EXPECT_TRUE(makePod("a").phase(PodPhase::Failed).value().finished());
    EXPECT_FALSE(makePod("a").phase(PodPhase::Running).value().finished());
    EXPECT_FALSE(makePod("a").node("n1").value().finished());
    EXPECT_EQ(makePod("web/a").value().key.text(), "web/a");
}

} // namespace
} // namespace binnacle::model
