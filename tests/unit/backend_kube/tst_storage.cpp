// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Claims, volumes and what belongs to them: in both forms alike, and as a cluster file holds them.

#include "backend/kube/cluster_file.h"
#include "backend/kube/json.h"
#include "backend/kube/manifest_storage.h"
#include "backend/kube/proto_storage.h"
#include "tests/unit/backend_kube/wire_objects.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace binnacle::kube {
namespace {

using testing::addQuantity;
using ::testing::HasSubstr;

absl::StatusOr<bool> take(const std::string &text, std::string_view kind, StorageBuilder &storage)
{
    JsonReader reader;
    const auto document = reader.parse("object.json", text, {});
    EXPECT_TRUE(document.ok()) << document.status();
    return addToStorage(document->root(), kind, storage);
}

/// Of the only object in the JSON text, which is of that kind.
template <typename Object>
std::shared_ptr<const Object> fromJson(
    const std::string &text, std::string_view kind, ShelfBuilder<Object> StorageBuilder::*shelf)
{
    StorageBuilder storage;
    const auto taken = take(text, kind, storage);
    EXPECT_TRUE(taken.ok() && *taken) << taken.status();
    std::shared_ptr<const Object> found;
    for (const auto &one : (storage.*shelf).build().shelves()) {
        found = one ? one->objects.front() : found;
    }
    return found;
}

template <typename Object, typename Message>
void expectSame(const std::shared_ptr<const Object> &json, const Message &message)
{
    const auto wire = decodeStorage<Object>(message.SerializeAsString());
    ASSERT_TRUE(wire.ok()) << wire.status();
    ASSERT_TRUE(json);
    EXPECT_EQ((*wire)->key, json->key);
    EXPECT_EQ((*wire)->fingerprint, json->fingerprint);
}

void annotate(wire::ObjectMeta &meta, const std::string &key, const std::string &value)
{
    wire::TextPair &pair = *meta.add_annotations();
    pair.set_key(key);
    pair.set_value(value);
}

TEST(StorageDecoders, aClaimReadsTheSameInBothForms)
{
    const auto json = fromJson(
        R"({"kind":"PersistentVolumeClaim","metadata":{"name":"data","namespace":"web","uid":"u",)"
        R"("deletionTimestamp":"2026-01-02T03:04:05Z","annotations":{"pv.kubernetes.io/bind-completed":"yes",)"
        R"("volume.kubernetes.io/selected-node":"n1","volume.beta.kubernetes.io/storage-class":"old"},)"
        R"("ownerReferences":[{"kind":"Pod","name":"p","uid":"pod-uid","controller":true},{"uid":"x"}]},)"
        R"("spec":{"accessModes":["ReadWriteOncePod"],"resources":{"requests":{"storage":"1536Mi"}},"volumeName":"pv",)"
        R"("storageClassName":"new","volumeMode":"Block","volumeAttributesClassName":"gold","selector":)"
        R"({"matchLabels":{"a":"b"},"matchExpressions":[{"key":"c","operator":"Exists"}]}},"status":{"phase":"Lost"}})",
        "PersistentVolumeClaim", &StorageBuilder::claims);
    EXPECT_EQ(json->storageClass, "old");
    EXPECT_EQ(json->controllerUid, "pod-uid");
    EXPECT_TRUE(json->readWriteOncePod());
    EXPECT_TRUE(json->lost);
    EXPECT_TRUE(json->deleting);

    wire::PersistentVolumeClaim message;
    wire::ObjectMeta &meta = *message.mutable_metadata();
    meta.set_name("data");
    meta.set_namespace_("web");
    meta.set_uid("u");
    meta.mutable_deletiontimestamp()->set_seconds(5);
    annotate(meta, "pv.kubernetes.io/bind-completed", "yes");
    annotate(meta, "volume.kubernetes.io/selected-node", "n1");
    annotate(meta, "volume.beta.kubernetes.io/storage-class", "old");
    wire::OwnerReference &owner = *meta.add_ownerreferences();
    owner.set_uid("pod-uid");
    owner.set_controller(true);
    wire::PersistentVolumeClaimSpec &spec = *message.mutable_spec();
    spec.add_accessmodes("ReadWriteOncePod");
    addQuantity(*spec.mutable_resources()->mutable_requests(), "storage", "1.5Gi");
    spec.set_volumename("pv");
    spec.set_storageclassname("new");
    spec.set_volumemode("Block");
    spec.set_volumeattributesclassname("gold");
    wire::TextPair &label = *spec.mutable_selector()->add_matchlabels();
    label.set_key("a");
    label.set_value("b");
    wire::LabelSelectorRequirement &expression = *spec.mutable_selector()->add_matchexpressions();
    expression.set_key("c");
    expression.set_operator_("Exists");
    message.mutable_status()->set_phase("Lost");
    expectSame(json, message);
}

TEST(StorageDecoders, aVolumeReadsTheSameInBothForms)
{
    const auto json =
        fromJson(R"({"kind":"PersistentVolume","metadata":{"name":"pv","labels":{"zone":"z"}},"spec":{)"
                 R"("capacity":{"storage":"5Gi"},"accessModes":["ReadWriteOnce"],"storageClassName":"fast",)"
                 R"("claimRef":{"namespace":"web","name":"data","uid":"u"},"csi":{"driver":"d","volumeHandle":"h"},)"
                 R"("nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":)"
                 R"([{"key":"zone","operator":"In","values":["z"]}]}]}}},"status":{"phase":"Available"}})",
            "PersistentVolume", &StorageBuilder::volumes);
    EXPECT_TRUE(json->available);
    EXPECT_EQ(json->claimRef->claim, "web/data");

    wire::PersistentVolume message;
    message.mutable_metadata()->set_name("pv");
    wire::TextPair &label = *message.mutable_metadata()->add_labels();
    label.set_key("zone");
    label.set_value("z");
    wire::PersistentVolumeSpec &spec = *message.mutable_spec();
    addQuantity(*spec.mutable_capacity(), "storage", "5Gi");
    spec.add_accessmodes("ReadWriteOnce");
    spec.set_storageclassname("fast");
    spec.mutable_claimref()->set_namespace_("web");
    spec.mutable_claimref()->set_name("data");
    spec.mutable_claimref()->set_uid("u");
    spec.mutable_persistentvolumesource()->mutable_csi()->set_driver("d");
    spec.mutable_persistentvolumesource()->mutable_csi()->set_volumehandle("h");
    wire::LabelSelectorRequirement &requirement =
        *spec.mutable_nodeaffinity()->mutable_required()->add_nodeselectorterms()->add_matchexpressions();
    requirement.set_key("zone");
    requirement.set_operator_("In");
    requirement.add_values("z");
    message.mutable_status()->set_phase("Available");
    expectSame(json, message);
}

TEST(StorageDecoders, inTreeVolumesReadTheSameInBothForms)
{
    using Fill = void (*)(wire::PersistentVolumeSource &);
    const std::pair<const char *, Fill> rows[] = {
        {R"("gcePersistentDisk":{"pdName":"x","readOnly":true})",
            [](wire::PersistentVolumeSource &source) {
                source.mutable_gcepersistentdisk()->set_id("x");
                source.mutable_gcepersistentdisk()->set_readonly(true);
            }},
        {R"("awsElasticBlockStore":{"volumeID":"x"})",
            [](wire::PersistentVolumeSource &source) { source.mutable_awselasticblockstore()->set_id("x"); }},
        {R"("cinder":{"volumeID":"x"})",
            [](wire::PersistentVolumeSource &source) { source.mutable_cinder()->set_id("x"); }},
        {R"("portworxVolume":{"volumeID":"x"})",
            [](wire::PersistentVolumeSource &source) { source.mutable_portworxvolume()->set_id("x"); }},
        {R"("azureDisk":{"diskURI":"x","kind":"managed"})",
            [](wire::PersistentVolumeSource &source) {
                source.mutable_azuredisk()->set_diskuri("x");
                source.mutable_azuredisk()->set_kind("Managed");
            }},
        {R"("local":{"path":"/x"})", [](wire::PersistentVolumeSource &) {}},
    };
    for (const auto &[source, fill] : rows) {
        SCOPED_TRACE(source);
        wire::PersistentVolume message;
        message.mutable_metadata()->set_name("pv");
        fill(*message.mutable_spec()->mutable_persistentvolumesource());
        expectSame(fromJson(std::string(R"({"metadata":{"name":"pv"},"spec":{)") + source + "}}", "PersistentVolume",
                       &StorageBuilder::volumes),
            message);
    }
}

TEST(StorageDecoders, whatDescribesStorageReadsTheSameInBothForms)
{
    wire::StorageClass storageClass;
    storageClass.mutable_metadata()->set_name("fast");
    storageClass.set_provisioner("p");
    storageClass.set_volumebindingmode("WaitForFirstConsumer");
    wire::TopologySelectorLabelRequirement &allowed =
        *storageClass.add_allowedtopologies()->add_matchlabelexpressions();
    allowed.set_key("zone");
    allowed.add_values("a");
    expectSame(fromJson(R"({"metadata":{"name":"fast"},"provisioner":"p","volumeBindingMode":"WaitForFirstConsumer",)"
                        R"("allowedTopologies":[{"matchLabelExpressions":[{"key":"zone","values":["a"]}]}]})",
                   "StorageClass", &StorageBuilder::classes),
        storageClass);

    wire::CsiNode node;
    node.mutable_metadata()->set_name("n");
    annotate(*node.mutable_metadata(), "storage.alpha.kubernetes.io/migrated-plugins", "a,b");
    node.mutable_spec()->add_drivers()->set_name("free");
    wire::CsiNodeDriver &limited = *node.mutable_spec()->add_drivers();
    limited.set_name("limited");
    limited.mutable_allocatable()->set_count(0);
    const auto csiNode = fromJson(
        R"({"metadata":{"name":"n","annotations":{"storage.alpha.kubernetes.io/migrated-plugins":"a,b"}},"spec":)"
        R"({"drivers":[{"name":"free","nodeID":"x"},{"name":"limited","nodeID":"x","allocatable":{"count":0}}]}})",
        "CSINode", &StorageBuilder::csiNodes);
    EXPECT_EQ(csiNode->limitOf("limited"), 0);
    EXPECT_EQ(csiNode->limitOf("free"), std::nullopt);
    expectSame(csiNode, node);

    wire::CsiDriver driver;
    driver.mutable_metadata()->set_name("d");
    driver.mutable_spec()->set_storagecapacity(true);
    driver.mutable_spec()->set_preventpodschedulingifmissing(true);
    expectSame(
        fromJson(R"({"metadata":{"name":"d"},"spec":{"storageCapacity":true,"preventPodSchedulingIfMissing":true}})",
            "CSIDriver", &StorageBuilder::csiDrivers),
        driver);

    wire::CsiStorageCapacity capacity;
    capacity.mutable_metadata()->set_name("c");
    capacity.mutable_metadata()->set_namespace_("kube-system");
    capacity.set_storageclassname("fast");
    capacity.mutable_nodetopology();
    capacity.mutable_capacity()->set_text("1Gi");
    capacity.mutable_maximumvolumesize()->set_text("512Mi");
    expectSame(fromJson(R"({"metadata":{"name":"c","namespace":"kube-system"},"storageClassName":"fast",)"
                        R"("nodeTopology":{},"capacity":"1Gi","maximumVolumeSize":"512Mi"})",
                   "CSIStorageCapacity", &StorageBuilder::capacities),
        capacity);

    wire::VolumeAttachment attachment;
    attachment.mutable_metadata()->set_name("va");
    attachment.mutable_spec()->set_attacher("d");
    attachment.mutable_spec()->set_nodename("n");
    attachment.mutable_spec()->mutable_source()->set_persistentvolumename("pv");
    expectSame(fromJson(R"({"metadata":{"name":"va"},"spec":{"attacher":"d","nodeName":"n",)"
                        R"("source":{"persistentVolumeName":"pv"}}})",
                   "VolumeAttachment", &StorageBuilder::attachments),
        attachment);
}

TEST(StorageDecoders, whatIsMalformedIsSaidAndNotTaken)
{
    StorageBuilder storage;
    const auto why = [&](const std::string &text, std::string_view kind) {
        return std::string(take(text, kind, storage).status().message());
    };
    EXPECT_THAT(why(R"({"spec":{}})", "PersistentVolume"), HasSubstr("without metadata.name"));
    EXPECT_THAT(why(R"({"metadata":{"name":"p"},"spec":{"capacity":{"storage":"much"}}})", "PersistentVolume"),
        HasSubstr("no quantity"));
    EXPECT_THAT(
        why(R"({"metadata":{"name":"n"},"spec":{"drivers":[{"name":"d","allocatable":{"count":99999999999}}]}})",
            "CSINode"),
        HasSubstr("count"));
    EXPECT_THAT(why(R"({"metadata":{"name":"s"},"allowedTopologies":{"zone":"a"}})", "StorageClass"),
        HasSubstr("allowedTopologies"));
    EXPECT_EQ(storage.known, model::Volumes::Known{});
    EXPECT_FALSE(decodeStorage<model::PersistentVolume>("\xff\xff").ok());
    EXPECT_FALSE(decodeStorage<model::VolumeClaim>("").ok());

    const std::string claim = R"({"metadata":{"name":"c","namespace":"web"}})";
    EXPECT_TRUE(take(claim, "PersistentVolumeClaim", storage).ok());
    EXPECT_THAT(why(claim, "PersistentVolumeClaim"), HasSubstr("PersistentVolumeClaim web/c occurs twice"));
    EXPECT_FALSE(*take(R"({"metadata":{"name":"x"}})", "ConfigMap", storage));
}

TEST(StorageDecoders, aSelectorOfALaterVersionIsNotedAndNotGuessed)
{
    const auto volume = fromJson(
        R"({"metadata":{"name":"pv"},"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":)"
        R"([{"key":"zone","operator":"Near"}]}]}}}})",
        "PersistentVolume", &StorageBuilder::volumes);
    EXPECT_TRUE(volume->unrecognised);
    const auto huge = fromJson(R"({"metadata":{"name":"pv"},"spec":{"capacity":{"storage":"1e60"}}})",
        "PersistentVolume", &StorageBuilder::volumes);
    EXPECT_TRUE(huge->unrecognised);
}

class StorageFile : public ::testing::Test {
protected:
    absl::StatusOr<ClusterFile> load(const std::string &text)
    {
        const std::string path = ::testing::TempDir() + "storage-file.json";
        std::ofstream(path, std::ios::binary) << text;
        auto loaded = loadClusterFile(path);
        std::remove(path.c_str());
        return loaded;
    }
    static std::string listOf(const std::string &items)
    {
        return R"({"kind":"List","apiVersion":"v1","items":[{"kind":"Node","metadata":{"name":"n"}})" + items + "]}";
    }
};

TEST_F(StorageFile, KnowsTheKindsThatItHolds)
{
    const auto loaded = load(listOf(
        R"(,{"kind":"PersistentVolumeClaim","metadata":{"name":"data","namespace":"web"},"spec":{"volumeName":"pv"}},)"
        R"({"kind":"PersistentVolume","metadata":{"name":"pv"},"spec":{}})"));
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    const model::Volumes &volumes = loaded->inventory->volumes();
    EXPECT_EQ(volumes.known(), (model::Volumes::Known{.claims = true, .volumes = true}));
    ASSERT_NE(volumes.claim("web", "data"), nullptr);
    EXPECT_EQ(volumes.claim("web", "data")->volumeName, "pv");
    ASSERT_NE(volumes.volume("pv"), nullptr);
    EXPECT_EQ(loaded->skipped, 0u);
}

TEST_F(StorageFile, AnEmptyListSaysWhatThereIsNoneOf)
{
    const auto loaded =
        load(listOf("") + R"({"kind":"VolumeAttachmentList","apiVersion":"storage.k8s.io/v1","items":[]})");
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_EQ(loaded->inventory->volumes().known(), (model::Volumes::Known{.attachments = true}));
}

TEST_F(StorageFile, RefusesAnObjectThatItHoldsTwice)
{
    const std::string volume = R"(,{"kind":"PersistentVolume","metadata":{"name":"pv"},"spec":{}})";
    const auto loaded = load(listOf(volume + volume));
    EXPECT_THAT(std::string(loaded.status().message()), HasSubstr("PersistentVolume pv occurs twice"));
}

} // namespace
} // namespace binnacle::kube
