// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/pod_rules.h"
#include "backend/kube/proto_decode.h"
#include "planner/base/random.h"
#include "tests/unit/backend_kube/wire_objects.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace binnacle::kube {
namespace {

using model::UndecidedRule;
using testing::addQuantity;
using testing::field;
using testing::listBody;
using testing::watchFrame;
using testing::wireNode;
using testing::wirePod;

model::PodPtr decoded(const wire::Pod &pod)
{
    auto result = ObjectDecoder().decodePod(pod.SerializeAsString(), ObjectDecoder::Containers::Keep);
    EXPECT_TRUE(result.ok()) << result.status();
    return result.ok() ? *result : nullptr;
}

struct Names final : ListReader::Items {
    std::vector<std::string> names;
    absl::Status item(std::size_t /*index*/, std::string_view bytes) override
    {
        auto pod = ObjectDecoder().decodePod(bytes, ObjectDecoder::Containers::Trim);
        if (pod.ok()) {
            names.push_back((*pod)->key.name);
        }
        return pod.status();
    }
};

struct Frames final : WatchReader::Frames {
    std::vector<WatchFrame::Type> types;
    std::optional<ServerStatus> error;
    absl::Status frame(const WatchFrame &frame) override
    {
        types.push_back(frame.type);
        error = frame.error;
        return absl::OkStatus();
    }
};

TEST(DecodePod, readsIdentityRequestsAndRules)
{
    wire::Pod from = wirePod("web", "42");
    addQuantity(*from.mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests(), "cpu", "250m");
    addQuantity(
        *from.mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests(), "nvidia.com/gpu", "2");
    auto *init = from.mutable_spec()->add_initcontainers();
    init->set_restartpolicy("Always");
    addQuantity(*init->mutable_resources()->mutable_requests(), "cpu", "100m");
    from.mutable_spec()->set_schedulername("binnacle");
    from.mutable_status()->set_phase("Pending");
    auto *condition = from.mutable_status()->add_conditions();
    condition->set_type("PodScheduled");
    condition->set_status("False");
    condition->set_reason("Unschedulable");
    const model::PodPtr pod = decoded(from);
    EXPECT_EQ(pod->key, (model::PodKey{"default", "web"}));
    EXPECT_EQ(pod->resourceVersion, "42");
    EXPECT_EQ(pod->request.cpuMilli, 350);
    EXPECT_EQ(pod->request.get(base::Symbol("nvidia.com/gpu")), 2);
    EXPECT_EQ(pod->scheduledReason, "Unschedulable");
    EXPECT_EQ(pod->containers.size(), 2U);
    EXPECT_EQ(pod->undecided, 0U);
}

TEST(DecodePod, trimmingKeepsTheSums)
{
    wire::Pod from = wirePod("web");
    addQuantity(*from.mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests(), "memory", "1Gi");
    const auto pod = ObjectDecoder().decodePod(from.SerializeAsString(), ObjectDecoder::Containers::Trim);
    ASSERT_TRUE(pod.ok());
    EXPECT_TRUE((*pod)->containers.empty());
    EXPECT_EQ((*pod)->request.memoryBytes, std::int64_t{1} << 30);
    EXPECT_EQ((*pod)->signature, decoded(from)->signature);
}

TEST(DecodePod, marksEveryRuleThatNoPluginDecides)
{
    const auto rules = [](const std::function<void(wire::Pod &)> &change) {
        wire::Pod pod = wirePod("p");
        change(pod);
        return decoded(pod)->undecided;
    };
    const auto volume = [&](int number) {
        return rules([&](wire::Pod &pod) { pod.mutable_spec()->add_volumes()->set_volumesource(field(number, "")); });
    };
    EXPECT_EQ(volume(2), 0U) << "emptyDir";
    EXPECT_EQ(volume(19), 0U) << "configMap";
    EXPECT_EQ(volume(26), 0U) << "projected";
    EXPECT_EQ(volume(10), 0U) << "persistentVolumeClaim, which is read";
    EXPECT_EQ(volume(28), 0U) << "csi";
    EXPECT_EQ(volume(77), bit(UndecidedRule::Volumes)) << "a kind of a later version";
    EXPECT_EQ(rules([](wire::Pod &p) { p.mutable_status()->set_extendedresourceclaimstatus(""); }),
        bit(UndecidedRule::ResourceClaims));
    EXPECT_EQ(
        rules([](wire::Pod &p) { p.mutable_spec()->set_schedulinggroup(""); }), bit(UndecidedRule::WorkloadGroup));
    EXPECT_EQ(
        rules([](wire::Pod &p) { p.mutable_status()->set_resize("Deferred"); }), bit(UndecidedRule::InPlaceResize));
    EXPECT_EQ(rules([](wire::Pod &p) { p.mutable_spec()->add_tolerations()->set_operator_("Near"); }),
        bit(UndecidedRule::Unrecognised));
    EXPECT_EQ(
        rules([](wire::Pod &p) { p.mutable_metadata()->add_annotations()->set_key("scheduling.k8s.io/group-name"); }),
        bit(UndecidedRule::WorkloadGroup));
    EXPECT_EQ(
        rules([](wire::Pod &p) { p.mutable_spec()->mutable_affinity()->mutable_podaffinity()->add_required(); }), 0U);
}

TEST(DecodePod, keepsAnAbsentLabelSelectorApartFromAnEmptyOne)
{
    wire::Pod from = wirePod("p");
    auto *anti = from.mutable_spec()->mutable_affinity()->mutable_podantiaffinity();
    anti->add_required();
    anti->add_required()->mutable_labelselector();
    const model::PodPtr pod = decoded(from);
    ASSERT_EQ(pod->affinityTerms.size(), 2U);
    EXPECT_FALSE(pod->affinityTerms[0].selector.present);
    EXPECT_TRUE(pod->affinityTerms[1].selector.selectsEverything());
    EXPECT_EQ(pod->affinityTerms[1].kind, model::AffinityTerm::Kind::RequiredAntiAffinity);
    EXPECT_EQ(pod->affinityTerms[1].namespaces, std::vector<std::string>{"default"});
}

TEST(DecodePod, chargesTheLargerSideOfAResizeThatIsNotSettled)
{
    wire::Pod from = wirePod("p");
    addQuantity(*from.mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests(), "cpu", "1");
    auto *status = from.mutable_status()->add_containerstatuses();
    status->set_name("main");
    addQuantity(*status->mutable_allocatedresources(), "cpu", "3");
    EXPECT_EQ(decoded(from)->request.cpuMilli, 1000) << "nothing is known of what it has now";
    addQuantity(*status->mutable_resources()->mutable_requests(), "cpu", "2");
    const model::PodPtr pod = decoded(from);
    EXPECT_EQ(pod->request.cpuMilli, 3000);
    EXPECT_EQ(pod->undecided, bit(UndecidedRule::InPlaceResize));
}

// kubernetes/kubernetes#140046: v1.36.3 takes the largest of each container; an infeasible resize asks for nothing.
TEST(DecodePod, chargesEachContainerOfAResizeAndNothingOfAnInfeasibleOne)
{
    const auto resized = [](const char *first, const char *second, const char *reason) {
        wire::Pod from = wirePod("p");
        auto *other = from.mutable_spec()->add_containers();
        other->set_name("other");
        addQuantity(*from.mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests(), "cpu", first);
        addQuantity(*other->mutable_resources()->mutable_requests(), "cpu", second);
        const std::pair<const char *, const char *> held[] = {{"main", "3"}, {"other", "2"}};
        for (const auto &[name, cpu] : held) {
            auto *status = from.mutable_status()->add_containerstatuses();
            status->set_name(name);
            addQuantity(*status->mutable_allocatedresources(), "cpu", cpu);
            addQuantity(*status->mutable_resources()->mutable_requests(), "cpu", cpu);
        }
        auto *condition = from.mutable_status()->add_conditions();
        condition->set_type("PodResizePending");
        condition->set_status("True");
        condition->set_reason(reason);
        return decoded(from)->request.cpuMilli;
    };
    EXPECT_EQ(resized("1", "4", "Deferred"), 7000);
    EXPECT_EQ(resized("9", "9", "Infeasible"), 5000);
}

TEST(DecodePod, aPodWithoutAUidIsToldApartByItsName)
{
    wire::Pod from = wirePod("p");
    from.mutable_metadata()->clear_uid();
    EXPECT_EQ(decoded(from)->uid, "default/p");
}

TEST(DecodePod, refusesNamelessGarbledAndOverflowingOnes)
{
    wire::Pod nameless = wirePod("");
    EXPECT_EQ(ObjectDecoder().decodePod(nameless.SerializeAsString(), ObjectDecoder::Containers::Keep).status().code(),
        absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(ObjectDecoder().decodePod("\xff\xff\xff", ObjectDecoder::Containers::Keep).ok());
    wire::Pod bad = wirePod("p");
    addQuantity(*bad.mutable_spec()->mutable_overhead(), "cpu", "1x");
    const auto status = ObjectDecoder().decodePod(bad.SerializeAsString(), ObjectDecoder::Containers::Keep).status();
    EXPECT_NE(std::string(status.message()).find("default/p: spec.overhead[cpu]"), std::string::npos) << status;
    wire::Pod huge = wirePod("p");
    addQuantity(*huge.mutable_spec()->mutable_overhead(), "memory", "1e90");
    const model::PodPtr pod = decoded(huge);
    EXPECT_EQ(pod->request.memoryBytes, std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(pod->undecided, bit(UndecidedRule::Unrecognised));
}

TEST(DecodeNode, readsWhatPluginsAndPagesNeed)
{
    wire::Node from = wireNode("n1");
    auto *taint = from.mutable_spec()->add_taints();
    taint->set_key("k");
    taint->set_effect("NoSchedule");
    auto *ready = from.mutable_status()->add_conditions();
    ready->set_type("Ready");
    ready->set_status("True");
    ready->mutable_lasttransitiontime()->set_seconds(1'000);
    const auto node = ObjectDecoder().decodeNode(from.SerializeAsString());
    ASSERT_TRUE(node.ok()) << node.status();
    EXPECT_EQ((*node)->allocatable.cpuMilli, 4000);
    EXPECT_TRUE((*node)->ready);
    EXPECT_EQ((*node)->taints.at(0).effect, model::TaintEffect::NoSchedule);
    EXPECT_EQ((*node)->conditions.at(0).since.time_since_epoch(), std::chrono::seconds(1'000));
    EXPECT_FALSE(ObjectDecoder().decodeNode(wireNode("").SerializeAsString()).ok());
}

TEST(ListReader, readsAListThatComesByteByByte)
{
    const std::string body = listBody("PodList",
        {wirePod("a").SerializeAsString(), wirePod("b").SerializeAsString(), wirePod("c").SerializeAsString()}, "77",
        "token");
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{50}, body.size()}) {
        Names names;
        ListReader reader(names);
        for (std::size_t at = 0; at < body.size(); at += step) {
            ASSERT_TRUE(reader.feed(std::string_view(body).substr(at, step)).ok());
        }
        EXPECT_TRUE(reader.finish().ok());
        EXPECT_EQ(names.names, (std::vector<std::string>{"a", "b", "c"}));
        EXPECT_EQ(reader.resourceVersion(), "77");
        EXPECT_EQ(reader.continueToken(), "token");
    }
}

TEST(ListReader, noticesAnyCut)
{
    const std::string body =
        listBody("PodList", {wirePod("a").SerializeAsString(), wirePod("b").SerializeAsString()}, "1");
    const std::size_t tail = 4; // two empty fields of the envelope, which a server may leave out
    for (std::size_t length = 0; length + tail < body.size(); ++length) {
        Names names;
        ListReader reader(names);
        const bool fed = reader.feed(std::string_view(body).substr(0, length)).ok();
        EXPECT_FALSE(fed && reader.finish().ok()) << length;
    }
}

TEST(ListReader, namesTheItemWithoutAName)
{
    const std::string body =
        listBody("PodList", {wirePod("a").SerializeAsString(), wirePod("").SerializeAsString()}, "1");
    Names names;
    ListReader reader(names);
    const absl::Status status = reader.feed(body);
    EXPECT_EQ(std::string(status.message()), "item 1: a Pod without a name");
}

TEST(ListReader, endsOnGarbageWithoutHarm)
{
    constexpr std::uint64_t seed = 20261130;
    SCOPED_TRACE(seed);
    base::SeededRandom random(seed);
    const std::string good =
        listBody("PodList", {wirePod("a").SerializeAsString(), wirePod("b").SerializeAsString()}, "1");
    const std::string frame = watchFrame("ADDED", "Pod", wirePod("a"));
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = round % 2 == 0 ? good : frame;
        for (std::uint64_t i = 0; i <= random.below(4); ++i) {
            bytes[random.below(bytes.size())] = static_cast<char>(random.next());
        }
        Names names;
        Frames frames;
        ListReader list(names);
        WatchReader watch(frames);
        (void)list.feed(bytes);
        (void)watch.feed(bytes);
        (void)decodeStatus(bytes);
    }
}

TEST(WatchReader, splitsFramesAndKnowsErrorsAndCuts)
{
    wire::Status gone;
    gone.set_code(410);
    gone.set_reason("Expired");
    const std::string body = watchFrame("ADDED", "Pod", wirePod("a")) + watchFrame("DELETED", "Pod", wirePod("a"))
        + watchFrame("BOOKMARK", "Pod", wirePod("")) + watchFrame("ERROR", "Status", gone);
    Frames frames;
    WatchReader reader(frames);
    for (const char byte : body) {
        ASSERT_TRUE(reader.feed({&byte, 1}).ok());
    }
    using Type = WatchFrame::Type;
    EXPECT_EQ(frames.types, (std::vector<Type>{Type::Added, Type::Deleted, Type::Bookmark, Type::Error}));
    ASSERT_TRUE(frames.error.has_value());
    EXPECT_EQ(frames.error->code, 410);
    EXPECT_TRUE(reader.finish().ok());
    ASSERT_TRUE(reader.feed(std::string_view(body).substr(0, 20)).ok());
    EXPECT_FALSE(reader.finish().ok());
    Frames none;
    EXPECT_EQ(WatchReader(none).feed("\x7f\xff\xff\xff").code(), absl::StatusCode::kResourceExhausted);
}

} // namespace
} // namespace binnacle::kube
