// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Pods with volumes through whole decisions: what is not decidable, what is advice only, and what a replay decodes.

#include "planner/engine/cluster_cache.h"
#include "planner/engine/codec.h"
#include "planner/engine/codec_volumes.h"
#include "planner/engine/decide.h"

#include "planner/model/testing/storage.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;
using Known = model::Volumes::Known;

const std::string zone = "topology.kubernetes.io/zone";
const std::string driver = "csi.example.com";

model::NodeInfoPtr inZone(std::string_view name, const std::string &value, const std::vector<model::PodPtr> &pods = {})
{
    return makeNodeInfo(makeNode(name)
                            .allocatable("cpu", "4")
                            .label(zone, value)
                            .label("kubernetes.io/hostname", std::string(name))
                            .obj(),
        pods);
}

model::PodPtr podUsing(std::vector<model::PodVolume> volumes, std::string_view name = "default/new")
{
    return withVolumes(makePod(name).req("cpu", "100m").obj(), std::move(volumes));
}

model::Decision decided(const model::SnapshotPtr &snapshot, const model::PodPtr &pod)
{
    return decide(*snapshot, pod, *plugins::defaultPolicy(), {.seed = 1, .worlds = 0});
}

Storage someStorage()
{
    return Storage()
        .add(boundClaim("default/bound", "pv"))
        .add(volumeAt("pv", "1Gi", "fast", zone, "a"))
        .add(waitingClaim("default/waits", "fast", "1Gi"))
        .add(waitingClaim("default/static", "local", "1Gi"))
        .add(volumeAt("free", "1Gi", "local", zone, "a"))
        .add(classOf("fast", driver))
        .add(classOf("local", std::string(model::noProvisioner)))
        .add(csiNode("n", driver, 5));
}

bool isDecidable(Known known, std::vector<model::PodVolume> volumes)
{
    const auto snapshot = makeSnapshot({inZone("n", "a")}, 1, someStorage().inventory(known));
    const model::Decision decision = decided(snapshot, podUsing(std::move(volumes)));
    if (decision.outcome == model::DecisionOutcome::NotDecidable) {
        EXPECT_EQ(decision.undecided, static_cast<model::UndecidedRules>(model::UndecidedRule::Volumes));
        return false;
    }
    EXPECT_EQ(decision.outcome, model::DecisionOutcome::Placed);
    return true;
}

TEST(Volumes, APodIsNotDecidableWhileSomethingThatItsVolumesNeedIsUnknown)
{
    const auto without = [](bool Known::*kind) {
        Known known = Known::all();
        known.*kind = false;
        return known;
    };
    const std::vector<model::PodVolume> bound{claimVolume("bound")};
    const std::vector<model::PodVolume> waits{claimVolume("waits")};
    const std::vector<model::PodVolume> fixed{claimVolume("static")};
    EXPECT_TRUE(isDecidable(Known::all(), {claimVolume("bound"), claimVolume("waits"), claimVolume("static")}));
    for (const auto &volumes : {bound, waits, fixed}) {
        EXPECT_FALSE(isDecidable({}, volumes));
        EXPECT_FALSE(isDecidable(without(&Known::claims), volumes));
        EXPECT_FALSE(isDecidable(without(&Known::volumes), volumes));
    }
    for (const auto &volumes : {bound, waits}) {
        EXPECT_FALSE(isDecidable(without(&Known::csiNodes), volumes)); // how many it may have more is not known
        EXPECT_FALSE(isDecidable(without(&Known::attachments), volumes));
    }
    EXPECT_FALSE(isDecidable(without(&Known::classes), waits));
    EXPECT_FALSE(isDecidable(without(&Known::csiDrivers), waits));
    // What their rules do not read may be unknown.
    EXPECT_TRUE(isDecidable(without(&Known::capacities), waits));
    EXPECT_TRUE(isDecidable(without(&Known::csiNodes), fixed));
    EXPECT_TRUE(isDecidable(without(&Known::attachments), fixed));
    EXPECT_TRUE(isDecidable(without(&Known::csiDrivers), bound));
    EXPECT_TRUE(isDecidable({}, {}));
    EXPECT_TRUE(isDecidable({}, {inlineVolume(model::VolumeSource::Kind::Iscsi, "iqn")}));
}

TEST(Volumes, WhereCapacityCountsItHasToBeKnown)
{
    model::CsiDriver tracked;
    tracked.name = driver;
    tracked.storageCapacity = true;
    Known known = Known::all();
    known.capacities = false;
    const auto snapshot = makeSnapshot({inZone("n", "a")}, 1, someStorage().add(tracked).inventory(known));
    EXPECT_EQ(decided(snapshot, podUsing({claimVolume("waits")})).outcome, model::DecisionOutcome::NotDecidable);
}

TEST(Volumes, APodWhoseClaimsHaveToBeBoundIsAdvisedOnOnly)
{
    const auto snapshot = makeSnapshot({inZone("n", "a"), inZone("m", "b")}, 1, someStorage().inventory());
    const model::Decision ready = decided(snapshot, podUsing({claimVolume("bound")}));
    EXPECT_EQ(ready.outcome, model::DecisionOutcome::Placed);
    EXPECT_TRUE(ready.bindingNeeds.empty());
    const model::Decision advice = decided(snapshot, podUsing({claimVolume("bound"), claimVolume("static")}));
    EXPECT_EQ(advice.outcome, model::DecisionOutcome::Placed);
    EXPECT_EQ(advice.chosen, symbol("n"));
    ASSERT_EQ(advice.bindingNeeds.size(), 1u);
    EXPECT_EQ(advice.bindingNeeds[0].code, model::ReasonCode::ClaimToBind);
    EXPECT_EQ(advice.bindingNeeds[0].detail, "static");
    EXPECT_NE(advice.fingerprint(), ready.fingerprint());
}

TEST(Volumes, APodThatNamesItsNodeBypassesTheSchedulerAndLeavesItsClaimWaiting)
{
    const auto volumes = someStorage().volumes();
    const auto snapshot = makeSnapshot({inZone("n", "a")}, 1, someStorage().inventory());
    const auto named = withVolumes(makePod("default/new").node("n").obj(), {claimVolume("waits")});
    ClusterCache cache;
    model::ClusterDelta delta;
    delta.nodes = {snapshot->nodes()[0]->nodePtr()};
    delta.pods = {named};
    EXPECT_TRUE(cache.apply(delta).podPlaced);
    EXPECT_EQ(cache.podCount(), 1) << "it is on its node, and never in the queue";
    EXPECT_FALSE(volumes->claim("default", "waits")->bound());
}

/// Zones with one, two and one of the pods, and one volume: its zone is the only one that will do, and counts as one of three.
TEST(Volumes, AVolumesZoneFiltersNodesButDoesNotShrinkTheSpread)
{
    const auto web = [](std::string_view name) { return makePod(name).label("app", "web").obj(); };
    const std::vector<model::NodeInfoPtr> nodes{inZone("na", "a", {web("default/p1")}),
        inZone("nb", "b", {web("default/p2"), web("default/p3")}), inZone("nc", "c", {web("default/p4")})};
    const auto spread = [](std::int32_t minDomains) {
        model::SpreadConstraint constraint = spreadOver(zone, 1, true, selecting({in("app", {"web"})}));
        constraint.minDomains = minDomains;
        return withVolumes(makePod("default/new").label("app", "web").spread(constraint).obj(), {claimVolume("bound")});
    };
    const auto snapshot = makeSnapshot(nodes, 1, someStorage().inventory());
    const model::Decision three = decided(snapshot, spread(3));
    ASSERT_EQ(three.feasible.size(), 1u);
    EXPECT_EQ(three.chosen, symbol("na")); // 1 + 1 - 1
    EXPECT_EQ(decided(snapshot, spread(4)).outcome, model::DecisionOutcome::NoNodeFits); // 1 + 1 - 0
}

TEST(Volumes, StorageThatChangesWakesOnlyPodsWithVolumes)
{
    ClusterCache cache;
    model::ClusterDelta delta;
    delta.inventory = someStorage().inventory();
    (void)cache.apply(delta);
    (void)cache.snapshot();
    delta.inventory = someStorage().inventory();
    EXPECT_FALSE(cache.apply(delta).any()) << "the same again";
    delta.inventory = someStorage().add(volume("new", "1Gi", "local")).inventory();
    const CacheEvents more = cache.apply(delta);
    EXPECT_TRUE(more.storageChanged);
    EXPECT_FALSE(more.inventoryChanged);
    EXPECT_TRUE(more.mayHelp(*podUsing({claimVolume("waits")})));
    EXPECT_FALSE(more.mayHelp(*makePod("default/plain").obj()));
    EXPECT_TRUE(more.mayHelp(*makePod("default/odd").undecided(model::UndecidedRule::Volumes).obj()));
}

TEST(VolumesCodec, ANodeAndItsPodsVolumesReadBack)
{
    model::PodVolume image = inlineVolume(model::VolumeSource::Kind::Rbd, "image", true);
    image.source.pool = "rbd";
    image.source.monitors = {"m1", "m2"};
    const auto old = podUsing({claimVolume("bound"), ephemeralVolume("old-cache"), image}, "default/old");
    const auto node = inZone("n", "a", {old, makePod("default/plain").obj()});
    const auto decoded = decodeNode(encodeNode(*node));
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    EXPECT_EQ((*decoded)->fingerprint(), node->fingerprint());
    ASSERT_EQ((*decoded)->podsWithVolumes().size(), 1u);
    EXPECT_EQ((*decoded)->podsWithVolumes()[0]->key, old->key);
    EXPECT_EQ((*decoded)->podsWithVolumes()[0]->uid, old->uid);
    EXPECT_EQ((*decoded)->podsWithVolumes()[0]->volumes->list, old->volumes->list);
    const auto pod = decodePod(encodePod(*old));
    ASSERT_TRUE(pod.ok()) << pod.status();
    EXPECT_EQ((*pod)->signature, old->signature);
}

template <typename Object> void expectRoundTrip(const model::Shelved<Object> &shelved)
{
    for (const auto &shelf : shelved.shelves()) {
        if (!shelf) {
            continue;
        }
        const std::string bytes = encodeShelf<Object>(*shelf);
        const auto objects = decodeShelf<Object>(bytes);
        ASSERT_TRUE(objects.ok()) << objects.status();
        const auto again = model::Shelved<Object>::shelve(*objects);
        EXPECT_EQ(again->fingerprint, shelf->fingerprint);
        EXPECT_EQ(encodeShelf<Object>(*again), bytes);
        for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
            EXPECT_FALSE(decodeShelf<Object>(bytes.substr(0, cut)).ok()) << "cut at " << cut;
        }
    }
}

TEST(VolumesCodec, EveryKindOfStorageReadsBack)
{
    model::VolumeClaim claim = waitingClaim("default/rich", "fast", "1500m");
    claim.selector = selecting({exists("ssd")});
    claim.selectedNode = "n";
    claim.controllerUid = "uid-of-pod";
    claim.volumeMode = "Block";
    claim.attributesClass = "gold";
    claim.lost = claim.deleting = claim.unrecognised = true;
    model::PersistentVolume rich = volumeAt("rich", "170141183460469231731687303715", "fast", zone, "a");
    rich.labels = model::Labels({{symbol("ssd"), ""}});
    rich.claimRef = {"default/rich", "uid"};
    rich.source = {.kind = model::VolumeSource::Kind::AzureDisk,
        .driver = {},
        .id = "/x",
        .pool = {},
        .monitors = {},
        .readOnly = true,
        .unmanaged = true};
    model::StorageClass zonal = classOf("zonal", driver);
    zonal.allowedTopologies = {{in(zone, {"a", "b"})}, {}};
    model::CsiNode csi = csiNode("m", driver, -1);
    csi.drivers.push_back({"other", {}});
    csi.migrated = {"kubernetes.io/aws-ebs", ""};
    model::CsiDriver strict;
    strict.name = driver;
    strict.preventSchedulingIfMissing = true;
    model::StorageCapacity left;
    left.ns = "kube-system";
    left.name = "c";
    left.topology = selecting({doesNotExist("spot")});
    left.largest = quantity("1Ti");
    model::VolumeAttachment attachment;
    attachment.name = "va";
    attachment.node = "n";
    attachment.volume = "";
    const auto volumes =
        someStorage().add(claim).add(rich).add(zonal).add(csi).add(strict).add(left).add(attachment).volumes();
    const model::Volumes::Content &content = volumes->content();
    expectRoundTrip(content.claims);
    expectRoundTrip(content.volumes);
    expectRoundTrip(content.classes);
    expectRoundTrip(content.csiNodes);
    expectRoundTrip(content.csiDrivers);
    expectRoundTrip(content.capacities);
    expectRoundTrip(content.attachments);
}

} // namespace
} // namespace binnacle::engine
