// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"

#include <string>
#include <utility>
#include <vector>

/// Small clusters and pods of every kind, from a seed: for the property tests.
namespace binnacle::engine::testing {

using namespace model::testing;

inline std::string pick(base::SeededRandom &random, const std::vector<std::string> &words)
{
    return words[random.below(words.size())];
}

inline model::PodPtr randomPod(base::SeededRandom &random, const std::string &name)
{
    PodBuilder builder = makePod(name);
    builder.label("app", pick(random, {"a", "b", "c"}));
    if (random.below(5) != 0) {
        builder.req("cpu", pick(random, {"100m", "300m", "500m", "1", "1500m"}));
    }
    if (random.below(5) != 0) {
        builder.req("memory", pick(random, {"64Mi", "300Mi", "1Gi", "1500Mi"}));
    }
    if (random.below(8) == 0) {
        builder.req("ephemeral-storage", pick(random, {"1Gi", "7Gi"}));
    }
    if (random.below(6) == 0) {
        builder.req("example.com/device", pick(random, {"1", "2"}));
    }
    if (random.below(8) == 0) {
        builder.hostPort(static_cast<std::int32_t>(8000 + random.below(3)));
    }
    if (random.below(3) == 0) {
        builder.tolerationExists(pick(random, {"soft", "hard", ""}));
    }
    if (random.below(4) == 0) {
        builder.preferredNodeTerm(static_cast<std::int32_t>(1 + random.below(100)), {in("zone", {"x"})});
        builder.preferredNodeTerm(static_cast<std::int32_t>(1 + random.below(100)), {exists("fast")});
    }
    if (random.below(8) == 0) {
        builder.requiredNodeTerm({notIn("zone", {"z"})});
    }
    if (random.below(12) == 0) {
        builder.nodeSelector("zone", "y");
    }
    if (random.below(6) == 0) {
        builder.spread(spreadOver(pick(random, {"zone", "zone", "kubernetes.io/hostname", "fast"}),
            static_cast<std::int32_t>(1 + random.below(3)), random.below(2) == 0,
            selecting({in("app", {pick(random, {"a", "b"})})})));
    }
    if (random.below(6) == 0) {
        using Kind = model::AffinityTerm::Kind;
        const Kind kinds[] = {
            Kind::RequiredAffinity, Kind::RequiredAntiAffinity, Kind::PreferredAffinity, Kind::PreferredAntiAffinity};
        builder.affinityTerm(affinityTo(kinds[random.below(4)], pick(random, {"zone", "kubernetes.io/hostname"}),
            selecting({in("app", {pick(random, {"a", "b", "c"})})}), static_cast<std::int32_t>(1 + random.below(100))));
    }
    builder.image(pick(random, {"web:1", "db:1", "rare:1"}));
    return builder.obj();
}

inline model::NodePtr randomNode(base::SeededRandom &random, const std::string &name)
{
    NodeBuilder builder = makeNode(name);
    builder.allocatable("cpu", pick(random, {"2", "4", "4", "8"}))
        .allocatable("memory", pick(random, {"4Gi", "8Gi", "8Gi"}));
    builder.allocatable("ephemeral-storage", "20Gi").allocatable("pods", pick(random, {"4", "8", "110"}));
    builder.label("zone", pick(random, {"x", "y", "z"})).label("kubernetes.io/hostname", name);
    if (random.below(2) == 0) {
        builder.image(pick(random, {"web:1", "db:1"}), static_cast<std::int64_t>(random.below(2'000'000'000)));
    }
    if (random.below(3) == 0) {
        builder.label("fast", "");
    }
    if (random.below(4) == 0) {
        builder.allocatable("example.com/device", "4");
    }
    for (std::uint64_t i = random.below(3); i > 0; --i) {
        builder.taint("soft", std::to_string(i), model::TaintEffect::PreferNoSchedule);
    }
    if (random.below(8) == 0) {
        builder.taint("hard");
    }
    if (random.below(12) == 0) {
        builder.unschedulable();
    }
    return builder.obj();
}

/// Up to `most` nodes, loaded from nothing to beyond what fits.
inline model::SnapshotPtr randomCluster(base::SeededRandom &random, std::uint64_t most)
{
    std::vector<model::NodeInfoPtr> nodes;
    const std::uint64_t count = 1 + random.below(most);
    int serial = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::vector<model::PodPtr> pods;
        for (std::uint64_t j = random.below(6); j > 0; --j) {
            pods.push_back(randomPod(random, "load/p" + std::to_string(serial++)));
        }
        nodes.push_back(makeNodeInfo(randomNode(random, "n" + std::to_string(i)), pods));
    }
    return makeSnapshot(std::move(nodes));
}

inline framework::PolicyPtr policyWithStrategy(std::string strategy)
{
    return framework::Policy::make(plugins::registry(),
        {.settings = {{"NodeResourcesFit",
             {{"scoringStrategy", std::move(strategy)}, {"shape", "0=10,40=2,80=9,100=0"}}}},
            .weights = {}})
        .value();
}

inline std::vector<framework::PolicyPtr> policies()
{
    return {plugins::defaultPolicy(), policyWithStrategy("MostAllocated"),
        policyWithStrategy("RequestedToCapacityRatio"),
        framework::Policy::make(plugins::registry(),
            {.settings = {{"NodeResourcesBalancedAllocation", {{"resources", "cpu=1,memory=1,ephemeral-storage=1"}}}},
                .weights = {{"NodeResourcesFit", 7}, {"TaintToleration", 0}}})
            .value()};
}

} // namespace binnacle::engine::testing
