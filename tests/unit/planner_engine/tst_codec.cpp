// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec.h"

#include "planner/engine/decide.h"
#include "planner/model/testing/devices.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;

TEST(Codec, ADecisionOnDecodedValuesIsTheSameToTheBit)
{
    const std::uint64_t seed = 77;
    base::SeededRandom random(seed);
    for (int round = 0; round < 400; ++round) {
        const auto snapshot = randomCluster(random, 15);
        const auto pod = randomPod(random, "new/pod");
        std::vector<model::NodeInfoPtr> nodes;
        for (const model::NodeInfoPtr &node : snapshot->nodes()) {
            const std::string bytes = encodeNode(*node);
            const auto decoded = decodeNode(bytes);
            ASSERT_TRUE(decoded.ok()) << decoded.status() << " seed " << seed;
            ASSERT_EQ((*decoded)->fingerprint(), node->fingerprint());
            ASSERT_EQ(encodeNode(**decoded), bytes);
            nodes.push_back(*decoded);
        }
        const auto decodedPod = decodePod(encodePod(*pod));
        ASSERT_TRUE(decodedPod.ok()) << decodedPod.status();
        ASSERT_EQ((*decodedPod)->signature, pod->signature);
        ASSERT_EQ((*decodedPod)->key, pod->key);
        const DecideOptions options{.seed = random.next(), .worlds = 20};
        const model::Decision first = decide(*snapshot, pod, *plugins::defaultPolicy(), options);
        const model::Decision again = decide(*makeSnapshot(nodes), *decodedPod, *plugins::defaultPolicy(), options);
        ASSERT_EQ(first.fingerprint(), again.fingerprint()) << "seed " << seed << " round " << round;
        ASSERT_EQ(first.snapshotHash, again.snapshotHash);
        ASSERT_EQ(first.podUid, again.podUid);
        ASSERT_EQ(first.podResourceVersion, again.podResourceVersion);
    }
}

TEST(Codec, KeepsTheMeasuredVariationThatStabilityIsComputedWithin)
{
    model::NodeInfo node(makeNode("n").obj());
    const base::Fingerprint unmeasured = node.fingerprint();
    node.variation = {0.07, std::nullopt};
    EXPECT_NE(node.fingerprint(), unmeasured);
    const auto decoded = decodeNode(encodeNode(node));
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    EXPECT_EQ((*decoded)->variation, node.variation);
    EXPECT_EQ((*decoded)->fingerprint(), node.fingerprint());
}

TEST(Codec, KeepsWhatWasMeasuredWithWhatCameSince)
{
    model::NodeInfo node(makeNode("n").obj());
    const base::Fingerprint unmeasured = node.fingerprint();
    node.setMeasured({700, std::nullopt});
    node.addPod(makePod("late").req("cpu", "2").obj());
    EXPECT_NE(node.fingerprint(), unmeasured);
    const auto decoded = decodeNode(encodeNode(node));
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    EXPECT_EQ((*decoded)->measured(), (model::MeasuredUse{2700, std::nullopt}));
    EXPECT_EQ((*decoded)->fingerprint(), node.fingerprint());
}

TEST(Codec, KeepsClaimsAndFeatures)
{
    using Feature = model::NodeFeature;
    auto claims = std::make_shared<model::PodClaims>();
    claims->claims = {{"a", "shared", {}}, {"b", {}, "template"}};
    claims->generated = {{"b", "made"}, {"c", {}}};
    const auto pod = makePod("shop/p").claims(claims).needs(Feature::UserNamespacesHostNetworkSupport).obj();
    const auto decoded = decodePod(encodePod(*pod));
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    EXPECT_EQ((*decoded)->signature, pod->signature);
    EXPECT_EQ(*(*decoded)->claims, *claims);
    const auto node = makeNodeInfo(makeNode("n").declares(Feature::RestartAllContainersOnContainerExits).obj());
    const auto same = decodeNode(encodeNode(*node));
    ASSERT_TRUE(same.ok()) << same.status();
    EXPECT_EQ((*same)->node().declaredFeatures, node->node().declaredFeatures);
}

TEST(Codec, KeepsAffinityTermsOfRunningPods)
{
    model::AffinityTerm term;
    term.kind = model::AffinityTerm::Kind::PreferredAntiAffinity;
    term.weight = 7;
    term.topologyKey = symbol("zone");
    term.namespaces = {"web"};
    term.namespaceSelector = selecting({exists("team")});
    term.selector = selecting({in("job", {"j"}), doesNotExist("old")});
    const auto node = makeNodeInfo(makeNode("n").obj(), {makePod("web/r").affinityTerm(term).obj()});
    const auto decoded = decodeNode(encodeNode(*node));
    ASSERT_TRUE(decoded.ok());
    ASSERT_EQ((*decoded)->podsWithAffinityTerms().size(), 1u);
    EXPECT_EQ((*decoded)->podsWithAffinityTerms()[0]->affinityTerms[0], term);
    EXPECT_EQ((*decoded)->podsWithAffinityTerms()[0]->uid, "uid-r");
}

TEST(Codec, NoCutOrChangedBlobIsTakenForAnotherValueByAccidentOrBringsItDown)
{
    const std::uint64_t seed = 5;
    base::SeededRandom random(seed);
    const std::string node = encodeNode(*randomCluster(random, 1)->nodes()[0]);
    const std::string pod = encodePod(*randomPod(random, "a/b"));
    for (std::size_t size = 0; size < node.size(); ++size) {
        EXPECT_FALSE(decodeNode(node.substr(0, size)).ok());
    }
    for (std::size_t size = 0; size < pod.size(); ++size) {
        EXPECT_FALSE(decodePod(pod.substr(0, size)).ok());
    }
    EXPECT_FALSE(decodeNode(node + '\0').ok());
    EXPECT_FALSE(decodeNode(pod).ok());
    for (int round = 0; round < 20000; ++round) {
        std::string bytes = round % 2 == 0 ? node : pod;
        for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
            bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
        }
        if (const auto decoded = decodeNode(bytes); decoded.ok()) {
            EXPECT_EQ(encodeNode(**decoded).size() > 0, true);
        }
        (void)decodePod(bytes).ok();
    }
}

TEST(Codec, SaysWhatIsWrongAndWhere)
{
    std::string claims = encodePod(*makePod("a").obj()).substr(0, 3);
    claims += "\xff\xff\xff\xff\x0f"; // a text of 4 GiB
    const auto tooLong = decodePod(claims);
    EXPECT_EQ(tooLong.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(tooLong.status().message().find("at byte 8"), absl::string_view::npos) << tooLong.status();
    EXPECT_FALSE(decodeNode(std::string(17 * 1024 * 1024, 'x')).ok());
}

} // namespace
} // namespace binnacle::engine
