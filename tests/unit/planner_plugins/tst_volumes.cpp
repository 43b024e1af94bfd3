// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// The volume plugins, each with a small map of nodes by name. Rules that kube-scheduler's own plugins confirm at large in the
// parity tests are here where they read as sentences.

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include "planner/model/testing/storage.h"
#include "planner/plugins/volume_binding/claim_search.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace binnacle::plugins {
namespace {

using namespace testing;
using Disk = model::VolumeSource::Kind;
using Binding = model::StorageClass::Binding;
using Words = std::map<std::string, std::string>;

constexpr std::string_view zone = "topology.kubernetes.io/zone";
constexpr std::string_view region = "topology.kubernetes.io/region";
constexpr std::string_view betaZone = "failure-domain.beta.kubernetes.io/zone";
constexpr std::string_view host = "kubernetes.io/hostname";

std::string words(const model::Verdict &verdict)
{
    std::string text = verdict.ok() ? "fits" : "";
    for (const model::Reason &reason : verdict.reasons) {
        text += (text.empty() ? "" : "; ") + std::string(model::codeName(reason.code));
        text += reason.subject.empty() ? "" : " " + std::string(reason.subject.text());
        text += reason.detail.empty() ? "" : " '" + reason.detail + "'";
    }
    return text;
}

/// What one plugin says of every node: its reasons with their values, or "fits"; of every node alike what its PreFilter says.
Words said(std::string_view plugin, const model::PodPtr &pod, const model::SnapshotPtr &snapshot,
    const framework::PolicyPtr &policy = defaultPolicy())
{
    const framework::Policy::Filter &filter = filterOf(*policy, plugin);
    framework::CycleState state;
    const model::Verdict before = filter.preFilter->preFilter(state, *pod, *snapshot).verdict;
    Words out;
    for (const model::NodeInfoPtr &info : snapshot->nodes()) {
        const bool asks = before.kind == model::VerdictKind::Success;
        out[std::string(info->node().name.text())] =
            words(asks ? filter.filter->filter(state, *pod, framework::NodeLoad::of(*info)) : before);
    }
    return out;
}

model::NodeInfoPtr node(std::string_view name, std::vector<std::pair<std::string_view, std::string>> labels = {},
    const std::vector<model::PodPtr> &pods = {})
{
    NodeBuilder builder = makeNode(name);
    for (auto &[key, value] : labels) {
        builder.label(key, std::move(value));
    }
    return makeNodeInfo(builder.obj(), pods);
}

model::PodPtr podUsing(std::vector<model::PodVolume> volumes, std::string_view name = "default/new")
{
    return withVolumes(makePod(name).obj(), std::move(volumes));
}

model::SnapshotPtr snapshotOf(std::vector<model::NodeInfoPtr> nodes, const Storage &storage)
{
    return makeSnapshot(std::move(nodes), 1, storage.inventory());
}

model::PersistentVolume labelled(std::string name, std::string_view label, std::string value)
{
    model::PersistentVolume made = volume(std::move(name), "1Gi");
    made.labels = model::Labels({{symbol(label), std::move(value)}});
    return made;
}

// ---- VolumeRestrictions --------------------------------------------------------------------------------------------

TEST(VolumeRestrictions, RefusesANodeWhereTheDiskIsInUse)
{
    const auto taken = [](Disk kind, bool readOnly) {
        return node("taken", {}, {podUsing({inlineVolume(kind, "disk-1", readOnly)}, "db/old")});
    };
    const auto fitsHere = [&](Disk kind, bool there, bool here, std::string id = "disk-1") {
        const auto snapshot = makeSnapshot({taken(kind, there)});
        return said("VolumeRestrictions", podUsing({inlineVolume(kind, std::move(id), here)}), snapshot)["taken"];
    };
    EXPECT_EQ(fitsHere(Disk::GcePersistentDisk, false, true), "VolumeInUse gcePersistentDisk 'disk-1 db/old'");
    EXPECT_EQ(fitsHere(Disk::GcePersistentDisk, true, true), "fits");
    EXPECT_EQ(fitsHere(Disk::GcePersistentDisk, false, false, "disk-2"), "fits");
    EXPECT_EQ(fitsHere(Disk::AwsElasticBlockStore, true, true), "VolumeInUse awsElasticBlockStore 'disk-1 db/old'");
    EXPECT_EQ(fitsHere(Disk::Iscsi, true, false), "VolumeInUse iscsi 'disk-1 db/old'");
    EXPECT_EQ(fitsHere(Disk::Iscsi, true, true), "fits");
    EXPECT_EQ(fitsHere(Disk::Cinder, false, false), "fits");
}

TEST(VolumeRestrictions, AnRbdImageIsTheSameByMonitorPoolAndName)
{
    const auto image = [](std::vector<std::string> monitors, std::string pool) {
        model::PodVolume made = inlineVolume(Disk::Rbd, "image");
        made.source.monitors = std::move(monitors);
        made.source.pool = std::move(pool);
        return made;
    };
    const auto snapshot = makeSnapshot({node("taken", {}, {podUsing({image({"m1", "m2"}, "rbd")}, "db/old")})});
    const auto here = [&](const model::PodVolume &wanted) {
        return said("VolumeRestrictions", podUsing({wanted}), snapshot)["taken"];
    };
    EXPECT_EQ(here(image({"m2", "m3"}, "rbd")), "VolumeInUse rbd 'image db/old'");
    EXPECT_EQ(here(image({"m3"}, "rbd")), "fits");
    EXPECT_EQ(here(image({"m1"}, "fast")), "fits");
}

TEST(VolumeRestrictions, AClaimForOnePodKeepsAnotherPodAwayEverywhere)
{
    model::VolumeClaim single = boundClaim("default/single", "pv");
    single.accessModes = {"ReadWriteOncePod"};
    const auto storage = Storage().add(single).add(boundClaim("default/shared", "pv2"));
    const auto snapshot = snapshotOf(
        {node("a", {}, {podUsing({claimVolume("single"), claimVolume("shared")}, "default/old")}), node("b")}, storage);
    EXPECT_EQ(said("VolumeRestrictions", podUsing({claimVolume("single")}), snapshot),
        (Words{{"a", "ClaimInUse 'single default/old'"}, {"b", "ClaimInUse 'single default/old'"}}));
    EXPECT_EQ(said("VolumeRestrictions", podUsing({claimVolume("shared")}), snapshot)["a"], "fits");
    // The claim of that name in another namespace is another one.
    const auto other = snapshotOf({node("a", {}, {podUsing({claimVolume("single")}, "web/old")})}, storage);
    EXPECT_EQ(said("VolumeRestrictions", podUsing({claimVolume("single")}), other)["a"], "fits");
    EXPECT_EQ(said("VolumeRestrictions", podUsing({claimVolume("absent")}), snapshot)["a"], "ClaimNotFound 'absent'");
}

// ---- NodeVolumeLimits ----------------------------------------------------------------------------------------------

const std::string driver = "csi.example.com";

Storage threeBound()
{
    Storage storage;
    for (const char *number : {"1", "2", "3"}) {
        storage.add(boundClaim("default/data-" + std::string(number), "pv-" + std::string(number)));
        storage.add(volume("pv-" + std::string(number), "1Gi"));
    }
    return storage;
}

TEST(NodeVolumeLimits, CountsEachVolumeOnceAndRefusesAboveTheLimit)
{
    const auto storage = threeBound().add(csiNode("full", driver, 2)).add(csiNode("free", driver, 3));
    const std::vector<model::PodPtr> there{podUsing({claimVolume("data-1"), claimVolume("data-2")}, "default/old"),
        podUsing({claimVolume("data-1")}, "default/older")};
    const auto snapshot =
        snapshotOf({node("full", {}, there), node("free", {}, there), node("none", {}, there)}, storage);
    EXPECT_EQ(said("NodeVolumeLimits", podUsing({claimVolume("data-3")}), snapshot),
        (Words{{"full", "VolumeLimitReached csi.example.com"}, {"free", "fits"}, {"none", "fits"}}));
    EXPECT_EQ(
        said("NodeVolumeLimits", podUsing({claimVolume("data-2")}), snapshot)["full"], "fits"); // it is there already
    const model::Verdict verdict = [&] {
        const framework::Policy::Filter &filter = filterOf(*defaultPolicy(), "NodeVolumeLimits");
        framework::CycleState state;
        const model::PodPtr pod = podUsing({claimVolume("data-3")});
        EXPECT_TRUE(filter.preFilter->preFilter(state, *pod, *snapshot).verdict.ok());
        return filter.filter->filter(state, *pod, framework::NodeLoad::of(*snapshot->find(symbol("full"))));
    }();
    ASSERT_EQ(verdict.kind, model::VerdictKind::Unschedulable);
    EXPECT_EQ(verdict.reasons[0].asked, 1);
    EXPECT_EQ(verdict.reasons[0].used, 2);
    EXPECT_EQ(verdict.reasons[0].capacity, 2);
}

TEST(NodeVolumeLimits, WhatIsAttachedCountsAlthoughNoPodUsesIt)
{
    model::VolumeAttachment attachment;
    attachment.name = "va-1";
    attachment.attacher = driver;
    attachment.node = "a";
    attachment.volume = "pv-1";
    const auto storage = threeBound().add(csiNode("a", driver, 1)).add(csiNode("b", driver, 1)).add(attachment);
    const auto snapshot = snapshotOf({node("a"), node("b")}, storage);
    EXPECT_EQ(said("NodeVolumeLimits", podUsing({claimVolume("data-2")}), snapshot),
        (Words{{"a", "VolumeLimitReached csi.example.com"}, {"b", "fits"}}));
}

TEST(NodeVolumeLimits, InTreeDisksCountAsTheirDrivers)
{
    Storage storage;
    storage.add(csiNode("a", "ebs.csi.aws.com", 1));
    model::PersistentVolume disk = volume("pv-1", "1Gi");
    disk.source = {
        .kind = Disk::AwsElasticBlockStore, .driver = {}, .id = "aws://zone/vol-1", .pool = {}, .monitors = {}};
    storage.add(boundClaim("default/data", "pv-1")).add(disk);
    const auto there = podUsing({inlineVolume(Disk::AwsElasticBlockStore, "vol-2")}, "default/old");
    const auto snapshot = snapshotOf({node("a", {}, {there})}, storage);
    EXPECT_EQ(
        said("NodeVolumeLimits", podUsing({claimVolume("data")}), snapshot)["a"], "VolumeLimitReached ebs.csi.aws.com");
    const auto same = snapshotOf(
        {node("a", {}, {podUsing({inlineVolume(Disk::AwsElasticBlockStore, "vol-1")}, "default/old")})}, storage);
    EXPECT_EQ(said("NodeVolumeLimits", podUsing({claimVolume("data")}), same)["a"], "fits");
    EXPECT_EQ(
        said("NodeVolumeLimits", podUsing({inlineVolume(Disk::AwsElasticBlockStore, "aws://z/x")}), snapshot)["a"],
        "VolumeMalformed 'aws://z/x'");
}

TEST(NodeVolumeLimits, ADriverThatHasToBeThereIsAskedForByOptionOnly)
{
    model::CsiDriver strict;
    strict.name = driver;
    strict.preventSchedulingIfMissing = true;
    const auto storage = threeBound().add(strict).add(csiNode("a", driver, {})).add(csiNode("b", "other", {}));
    const auto snapshot = snapshotOf({node("a"), node("b")}, storage);
    const model::PodPtr pod = podUsing({claimVolume("data-1")});
    EXPECT_EQ(said("NodeVolumeLimits", pod, snapshot), (Words{{"a", "fits"}, {"b", "fits"}}));
    EXPECT_EQ(said("NodeVolumeLimits", pod, snapshot, policyWith("NodeVolumeLimits", {{"driverMustBeThere", "true"}})),
        (Words{{"a", "fits"}, {"b", "CsiDriverMissing csi.example.com"}}));
}

// ---- VolumeBinding -------------------------------------------------------------------------------------------------

TEST(VolumeBinding, ABoundVolumeKeepsItsPodWhereItCanBeReached)
{
    const auto storage = Storage()
                             .add(boundClaim("default/data", "pv"))
                             .add(volumeAt("pv", "1Gi", {}, zone, "a"))
                             .add(boundClaim("default/gone", "pv-gone"));
    const auto snapshot = snapshotOf({node("in-a", {{zone, "a"}}), node("in-b", {{zone, "b"}}), node("bare")}, storage);
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data")}), snapshot),
        (Words{{"in-a", "fits"}, {"in-b", "VolumeAffinityMismatch topology.kubernetes.io/zone 'pv a b'"},
            {"bare", "VolumeAffinityMismatch topology.kubernetes.io/zone 'pv a'"}}));
    EXPECT_EQ(
        said("VolumeBinding", podUsing({claimVolume("gone")}), snapshot)["in-a"], "ClaimVolumeNotFound 'gone pv-gone'");
}

TEST(VolumeBinding, NoNodeWillDoForAClaimThatCannotBeUsed)
{
    model::VolumeClaim lost = boundClaim("default/lost", "pv");
    lost.lost = true;
    model::VolumeClaim going = boundClaim("default/going", "pv");
    going.deleting = true;
    model::VolumeClaim halfBound = boundClaim("default/half", "pv");
    halfBound.bindCompleted = false;
    const auto storage = Storage()
                             .add(lost)
                             .add(going)
                             .add(halfBound)
                             .add(waitingClaim("default/now", "slow", "1Gi"))
                             .add(waitingClaim("default/classless", "", "1Gi"))
                             .add(waitingClaim("default/typo", "fats", "1Gi"))
                             .add(waitingClaim("default/modeless", "modeless", "1Gi"))
                             .add(boundClaim("default/new-scratch", "pv"))
                             .add(classOf("slow", driver, Binding::Immediate))
                             .add(classOf("modeless", driver, Binding::Unset));
    const auto snapshot = snapshotOf({node("a")}, storage);
    const auto why = [&](const model::PodVolume &wanted) {
        return said("VolumeBinding", podUsing({wanted}), snapshot)["a"];
    };
    EXPECT_EQ(why(claimVolume("absent")), "ClaimNotFound 'absent'");
    EXPECT_EQ(why(claimVolume("lost")), "ClaimLost 'lost pv'");
    EXPECT_EQ(why(claimVolume("going")), "ClaimDeleting 'going'");
    EXPECT_EQ(why(claimVolume("half")), "ClaimUnbound 'half'");
    EXPECT_EQ(why(claimVolume("now")), "ClaimUnbound slow 'now'");
    EXPECT_EQ(why(claimVolume("classless")), "ClaimUnbound 'classless'");
    EXPECT_EQ(why(claimVolume("typo")), "ClaimUnbound fats 'typo'");
    EXPECT_EQ(why(claimVolume("modeless")), "StorageClassIncomplete modeless 'modeless'");
    EXPECT_EQ(why(ephemeralVolume("new-cache")), "ClaimNotMade 'new-cache'");
    EXPECT_EQ(why(ephemeralVolume("new-scratch")), "ClaimNotOwned 'new-scratch'");
}

TEST(VolumeBinding, AnEphemeralVolumesClaimBelongsToItsPod)
{
    model::VolumeClaim own = boundClaim("default/new-scratch", "pv");
    own.controllerUid = "uid-new";
    const auto snapshot = snapshotOf({node("a")}, Storage().add(own).add(volume("pv", "1Gi")));
    EXPECT_EQ(said("VolumeBinding", podUsing({ephemeralVolume("new-scratch")}), snapshot)["a"], "fits");
}

TEST(VolumeBinding, AClaimThatWaitsTakesAFreeVolumeOfTheNode)
{
    model::PersistentVolume released = volumeAt("d", "5Gi", "local", host, "n4");
    released.available = false;
    const auto storage = Storage()
                             .add(waitingClaim("default/data", "local", "5Gi"))
                             .add(waitingClaim("default/more", "local", "2Gi"))
                             .add(classOf("local", std::string(model::noProvisioner)))
                             .add(volumeAt("a", "10Gi", "local", host, "n1"))
                             .add(volumeAt("b", "2Gi", "local", host, "n2"))
                             .add(volumeAt("c", "10Gi", "other", host, "n3"))
                             .add(released);
    std::vector<model::NodeInfoPtr> nodes;
    for (const char *name : {"n1", "n2", "n3", "n4"}) {
        nodes.push_back(node(name, {{host, name}}));
    }
    const auto snapshot = snapshotOf(nodes, storage);
    const std::string none = "NoVolumeForClaim local 'data'";
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data")}), snapshot),
        (Words{{"n1", "fits"}, {"n2", none}, {"n3", none}, {"n4", none}}));
    // One volume is for one claim: the smaller claim takes it, and the other finds none.
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data"), claimVolume("more")}), snapshot)["n1"], none);
}

TEST(VolumeBinding, AVolumeThatIsReservedForTheClaimIsTheOnlyOneForIt)
{
    model::PersistentVolume reserved = volumeAt("reserved", "50Gi", "local", host, "n2");
    reserved.claimRef = {"default/data", ""};
    model::PersistentVolume anothers = volumeAt("anothers", "50Gi", "local", host, "n3");
    anothers.claimRef = {"default/data", "uid-of-an-earlier-claim"};
    const auto storage = Storage()
                             .add(waitingClaim("default/data", "local", "5Gi"))
                             .add(classOf("local", std::string(model::noProvisioner)))
                             .add(volumeAt("free", "10Gi", "local", host, "n1"))
                             .add(reserved)
                             .add(anothers);
    const auto snapshot =
        snapshotOf({node("n1", {{host, "n1"}}), node("n2", {{host, "n2"}}), node("n3", {{host, "n3"}})}, storage);
    const std::string none = "NoVolumeForClaim local 'data'";
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data")}), snapshot),
        (Words{{"n1", none}, {"n2", "fits"}, {"n3", none}}));
}

TEST(VolumeBinding, AVolumeIsMadeWhereTheClassMayAndEnoughIsLeft)
{
    model::StorageClass zonal = classOf("zonal", driver);
    zonal.allowedTopologies = {{in(zone, {"a", "b"})}, {}};
    model::CsiDriver tracked;
    tracked.name = driver;
    tracked.storageCapacity = true;
    const auto left = [](std::string name, std::string_view amount, std::string where) {
        model::StorageCapacity made;
        made.ns = "kube-system";
        made.name = std::move(name);
        made.storageClass = "zonal";
        made.topology = selecting({in(zone, {std::move(where)})});
        made.capacity = quantity(amount);
        return made;
    };
    const auto storage = Storage()
                             .add(waitingClaim("default/data", "zonal", "5Gi"))
                             .add(zonal)
                             .add(tracked)
                             .add(left("in-a", "10Gi", "a"))
                             .add(left("in-b", "4Gi", "b"));
    const auto snapshot = snapshotOf(
        {node("a", {{zone, "a"}}), node("b", {{zone, "b"}}), node("c", {{zone, "c"}}), node("bare")}, storage);
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data")}), snapshot),
        (Words{{"a", "fits"}, {"b", "StorageCapacityShort zonal 'data'"},
            {"c", "ClassTopologyMismatch topology.kubernetes.io/zone 'zonal a,b c'"},
            {"bare", "ClassTopologyMismatch topology.kubernetes.io/zone 'zonal a,b'"}}));
}

TEST(VolumeBinding, AVolumeThatIsBeingMadeForANodeKeepsItsPodThere)
{
    model::VolumeClaim selected = waitingClaim("default/data", "fast", "5Gi");
    selected.selectedNode = "a";
    const auto snapshot = snapshotOf({node("a"), node("b")}, Storage().add(selected).add(classOf("fast", driver)));
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data")}), snapshot),
        (Words{{"a", "fits"}, {"b", "ClaimOnOtherNode 'data a'"}}));
}

TEST(VolumeBinding, AnInTreeVolumeIsReadAsItsDriverStatesItWhereThatHasTakenOver)
{
    model::PersistentVolume disk = volumeAt("pv", "1Gi", {}, zone, "a");
    disk.source = {.kind = Disk::AwsElasticBlockStore, .driver = {}, .id = "vol-1", .pool = {}, .monitors = {}};
    model::CsiNode migrated = csiNode("new", "ebs.csi.aws.com", {});
    migrated.migrated = {"kubernetes.io/aws-ebs"};
    const auto storage = Storage().add(boundClaim("default/data", "pv")).add(disk).add(migrated);
    const auto snapshot = snapshotOf({node("new", {{"topology.ebs.csi.aws.com/zone", "a"}}), node("old", {{zone, "a"}}),
                                         node("other", {{"topology.ebs.csi.aws.com/zone", "a"}})},
        storage);
    EXPECT_EQ(said("VolumeBinding", podUsing({claimVolume("data")}), snapshot),
        (Words{
            {"new", "fits"}, {"old", "fits"}, {"other", "VolumeAffinityMismatch topology.kubernetes.io/zone 'pv a'"}}));
}

/// The index by label finds what looking at every volume finds.
TEST(VolumeBinding, TheSmallestFreeVolumeIsFoundHoweverItIsLookedFor)
{
    const std::uint32_t seed = 20260601;
    std::mt19937 random(seed);
    for (int round = 0; round < 200; ++round) {
        Storage storage;
        std::vector<model::PersistentVolume> all;
        for (int i = 0; i < 12; ++i) {
            const std::string place(1, static_cast<char>('a' + random() % 3));
            const std::string size = std::to_string(1 + random() % 6) + "Gi";
            model::PersistentVolume made = random() % 4 == 0
                ? volume("v" + std::to_string(i), size, "local")
                : volumeAt("v" + std::to_string(i), size, "local", random() % 2 == 0 ? host : zone, place);
            all.push_back(made);
            storage.add(made);
        }
        const model::VolumesPtr volumes = storage.volumes();
        model::VolumeClaim claim = waitingClaim("default/data", "local", std::to_string(1 + random() % 6) + "Gi");
        claim.finish();
        const ClaimSearch search(*volumes, claim);
        const model::Labels labels({{symbol(host), std::string(1, static_cast<char>('a' + random() % 3))},
            {symbol(zone), std::string(1, static_cast<char>('a' + random() % 3))}});
        std::vector<const model::PersistentVolume *> taken;
        for (int step = 0; step < 4; ++step) {
            const model::PersistentVolume *expected = nullptr;
            for (const model::PersistentVolume &one : all) {
                const bool here = !one.hasNodeAffinity
                    || *labels.find(one.nodeTerms[0].matchExpressions[0].key)
                        == one.nodeTerms[0].matchExpressions[0].values[0];
                const bool isTaken =
                    std::any_of(taken.begin(), taken.end(), [&](const auto *other) { return other->name == one.name; });
                if (here && !isTaken && *one.capacity >= *claim.request
                    && (!expected || *one.capacity < *expected->capacity
                        || (*one.capacity == *expected->capacity && one.name < expected->name))) {
                    expected = &one;
                }
            }
            const model::PersistentVolume *found = search.find(labels, taken);
            ASSERT_EQ(found ? found->name : "", expected ? expected->name : "")
                << "seed " << seed << ", round " << round;
            if (!found) {
                break;
            }
            taken.push_back(found);
        }
    }
}

// ---- VolumeZone ----------------------------------------------------------------------------------------------------

TEST(VolumeZone, ListsTheZonesOfEveryVolumeInAnotherOne)
{
    const auto storage = Storage()
                             .add(boundClaim("default/d1", "pv1"))
                             .add(boundClaim("default/d2", "pv2"))
                             .add(boundClaim("default/d3", "pv3"))
                             .add(labelled("pv1", zone, "z1"))
                             .add(labelled("pv2", zone, "z2"))
                             .add(labelled("pv3", zone, "z3"));
    const auto snapshot = snapshotOf({node("n", {{zone, "z1"}})}, storage);
    EXPECT_EQ(said("VolumeZone", podUsing({claimVolume("d1"), claimVolume("d2"), claimVolume("d3")}), snapshot)["n"],
        "VolumeZoneMismatch topology.kubernetes.io/zone 'pv2 z2 z1'; VolumeZoneMismatch topology.kubernetes.io/zone "
        "'pv3 z3 z1'");
}

TEST(VolumeZone, OnlyTheVolumesBetaLabelIsTranslatedToTheNewerOneOfTheNode)
{
    const auto here = [](std::string_view volumeLabel, std::string value,
                          std::vector<std::pair<std::string_view, std::string>> labels) {
        const auto storage =
            Storage().add(boundClaim("default/data", "pv")).add(labelled("pv", volumeLabel, std::move(value)));
        return said(
            "VolumeZone", podUsing({claimVolume("data")}), snapshotOf({node("n", std::move(labels))}, storage))["n"];
    };
    EXPECT_EQ(here(betaZone, "z2", {{zone, "z2"}}), "fits");
    EXPECT_EQ(here(zone, "z2", {{betaZone, "z2"}}), "VolumeZoneMismatch topology.kubernetes.io/zone 'pv z2'");
    EXPECT_EQ(here(zone, "z1__z2", {{zone, "z2"}}), "fits");
    EXPECT_EQ(here(zone, "z1__z2", {{zone, "z3"}}), "VolumeZoneMismatch topology.kubernetes.io/zone 'pv z1,z2 z3'");
    EXPECT_EQ(here(zone, "z1", {}), "fits"); // a node without any such label
    EXPECT_EQ(here(zone, "z1", {{region, "west"}}), "VolumeZoneMismatch topology.kubernetes.io/zone 'pv z1'");
    EXPECT_EQ(here(region, "east", {{region, "west"}, {zone, "z1"}}),
        "VolumeZoneMismatch topology.kubernetes.io/region 'pv east west'");
    EXPECT_EQ(here(zone, "z1__", {{zone, "z3"}}), "fits"); // a malformed label is of no effect
}

TEST(VolumeZone, AClaimThatWaitsForItsPodIsLeftToVolumeBinding)
{
    const auto storage = Storage()
                             .add(waitingClaim("default/data", "fast", "1Gi"))
                             .add(waitingClaim("default/now", "slow", "1Gi"))
                             .add(waitingClaim("default/typo", "fats", "1Gi"))
                             .add(classOf("fast", driver))
                             .add(classOf("slow", driver, Binding::Immediate));
    const auto snapshot = snapshotOf({node("n", {{zone, "z1"}})}, storage);
    EXPECT_EQ(said("VolumeZone", podUsing({claimVolume("data")}), snapshot)["n"], "fits");
    EXPECT_EQ(said("VolumeZone", podUsing({claimVolume("now")}), snapshot)["n"], "ClaimUnbound slow 'now'");
    EXPECT_EQ(said("VolumeZone", podUsing({claimVolume("typo")}), snapshot)["n"], "StorageClassNotFound fats 'typo'");
}

// ---- all of them ---------------------------------------------------------------------------------------------------

TEST(VolumePlugins, APodWithoutVolumesIsSkippedAndReadsNothing)
{
    const auto snapshot = snapshotOf({node("n")}, Storage());
    const model::PodPtr pod = makePod("default/plain").obj();
    const framework::PolicyPtr policy = defaultPolicy();
    for (const char *name : {"VolumeRestrictions", "NodeVolumeLimits", "VolumeBinding", "VolumeZone"}) {
        const framework::Policy::Filter &filter = filterOf(*policy, name);
        framework::CycleState state;
        EXPECT_EQ(filter.preFilter->preFilter(state, *pod, *snapshot).verdict.kind, model::VerdictKind::Skip) << name;
        const framework::NodeReads reads = filter.plugin->reads(state, *pod);
        EXPECT_FALSE(reads.everything) << name;
        EXPECT_TRUE(reads.labels.empty()) << name;
    }
}

TEST(VolumePlugins, AZonalVolumeReadsTheLabelsThatPlaceIt)
{
    const auto storage = Storage().add(boundClaim("default/data", "pv")).add(volumeAt("pv", "1Gi", {}, zone, "a"));
    const auto snapshot = snapshotOf({node("n")}, storage);
    const model::PodPtr pod = podUsing({claimVolume("data")});
    const framework::Policy::Filter &filter = filterOf(*defaultPolicy(), "VolumeBinding");
    framework::CycleState state;
    EXPECT_TRUE(filter.preFilter->preFilter(state, *pod, *snapshot).verdict.ok());
    const framework::NodeReads reads = filter.plugin->reads(state, *pod);
    EXPECT_FALSE(reads.everything);
    EXPECT_EQ(reads.labels, std::vector{symbol(zone)});
}

} // namespace
} // namespace binnacle::plugins
