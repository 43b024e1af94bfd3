// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// What resource.k8s.io/v1 says reads the same as JSON (kubectl get -o json) and as protobuf (a live feed).

#include "backend/kube/device_builder.h"
#include "backend/kube/json.h"
#include "backend/kube/manifest.h"
#include "backend/kube/manifest_devices.h"
#include "backend/kube/proto/resource.pb.h"
#include "backend/kube/proto_decode_devices.h"

#include <gtest/gtest.h>

namespace binnacle::kube {
namespace {

absl::StatusOr<bool> take(std::string_view kind, const std::string &text, DeviceBuilder &devices)
{
    JsonReader reader;
    const auto document = reader.parse("object.json", text, {});
    return document.ok() ? addToDevices(document->root(), kind, devices) : document.status();
}

std::string object(std::string_view kind, const std::string &members)
{
    return R"({"apiVersion":"resource.k8s.io/v1","kind":")" + std::string(kind) + R"(",)" + members + "}";
}

void set(wire::QuantityPair *pair, const char *name, const char *amount)
{
    pair->set_key(name);
    pair->mutable_value()->set_text(amount);
}

void select(wire::NodeSelector *selector, const char *key, const char *value)
{
    wire::LabelSelectorRequirement *one = selector->add_nodeselectorterms()->add_matchexpressions();
    one->set_key(key);
    one->set_operator_("In");
    one->add_values(value);
}

TEST(DeviceObjects, AResourceSliceReadsTheSameInBothForms)
{
    DeviceBuilder devices;
    const auto taken = take("ResourceSlice", object("ResourceSlice", R"("metadata":{"name":"s"},"spec":{
        "driver":"gpu.example.com","pool":{"name":"p","generation":3,"resourceSliceCount":2},
        "nodeSelector":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"zone","operator":"In","values":["a"]}]}]},
        "perDeviceNodeSelection":true,
        "sharedCounters":[{"name":"card","counters":{"memory":{"value":"80Gi"}}}],
        "devices":[{"name":"d","nodeName":"n1","bindsToNode":true,"allowMultipleAllocations":true,
          "attributes":{"index":{"int":7},"shared":{"bool":true},"model":{"string":"a100"},"fw":{"version":"1.2.3"},
            "odd":{}},
          "capacity":{"memory":{"value":"40Gi","requestPolicy":{"default":"10Gi","validValues":["10Gi","20Gi"],
            "validRange":{"min":"1Gi","max":"30Gi","step":"1Gi"}}}},
          "taints":[{"key":"k","value":"v","effect":"NoExecute"},{"key":"l","effect":"None"}],
          "consumesCounters":[{"counterSet":"card","counters":{"memory":{"value":"40Gi"}}}],
          "bindingConditions":["ready"]}]})"),
        devices);
    ASSERT_TRUE(taken.ok() && *taken) << taken.status();

    wire::ResourceSlice message;
    message.mutable_metadata()->set_name("s");
    wire::ResourceSliceSpec &spec = *message.mutable_spec();
    spec.set_driver("gpu.example.com");
    spec.mutable_pool()->set_name("p");
    spec.mutable_pool()->set_generation(3);
    spec.mutable_pool()->set_resourceslicecount(2);
    select(spec.mutable_nodeselector(), "zone", "a");
    spec.set_perdevicenodeselection(true);
    wire::CounterSet *counters = spec.add_sharedcounters();
    counters->set_name("card");
    wire::CounterPair *counter = counters->add_counters();
    counter->set_key("memory");
    counter->mutable_value()->mutable_value()->set_text("80Gi");
    wire::Device &device = *spec.add_devices();
    device.set_name("d");
    device.set_nodename("n1");
    device.set_bindstonode(true);
    device.set_allowmultipleallocations(true);
    const auto attribute = [&](const char *name) {
        wire::AttributePair *pair = device.add_attributes();
        pair->set_key(name);
        return pair->mutable_value();
    };
    attribute("index")->set_int_(7);
    attribute("shared")->set_bool_(true);
    attribute("model")->set_string("a100");
    attribute("fw")->set_version("1.2.3");
    attribute("odd");
    wire::CapacityPair *capacity = device.add_capacity();
    capacity->set_key("memory");
    capacity->mutable_value()->mutable_value()->set_text("40Gi");
    wire::CapacityRequestPolicy *policy = capacity->mutable_value()->mutable_requestpolicy();
    policy->mutable_default_()->set_text("10Gi");
    policy->add_validvalues()->set_text("10Gi");
    policy->add_validvalues()->set_text("20Gi");
    policy->mutable_validrange()->mutable_min()->set_text("1Gi");
    policy->mutable_validrange()->mutable_max()->set_text("30Gi");
    policy->mutable_validrange()->mutable_step()->set_text("1Gi");
    wire::DeviceTaint *taint = device.add_taints();
    taint->set_key("k");
    taint->set_value("v");
    taint->set_effect("NoExecute");
    taint = device.add_taints();
    taint->set_key("l");
    taint->set_effect("None");
    wire::DeviceCounterConsumption *consumed = device.add_consumescounters();
    consumed->set_counterset("card");
    counter = consumed->add_counters();
    counter->set_key("memory");
    counter->mutable_value()->mutable_value()->set_text("40Gi");
    device.add_bindingconditions("ready");
    const auto decoded = decodeResourceSlice(message.SerializeAsString());
    ASSERT_TRUE(decoded.ok()) << decoded.status();

    const model::ResourceSlice &read = *devices.slices.all().front();
    EXPECT_EQ((*decoded)->fingerprint, read.fingerprint);
    ASSERT_EQ((*decoded)->devices, read.devices);
    EXPECT_EQ(read.devices.front().attributes.front().first, "fw") << "sorted";
    EXPECT_EQ(read.devices.front().taints[1].effect, model::TaintEffect::None);
    EXPECT_EQ(read.where.terms.size(), 1U);
    EXPECT_EQ(read.sliceCount, 2);
}

TEST(DeviceObjects, AResourceClaimReadsTheSameInBothForms)
{
    DeviceBuilder devices;
    const auto taken =
        take("ResourceClaim", object("ResourceClaim", R"("metadata":{"name":"c","namespace":"shop","uid":"u",
        "deletionTimestamp":"2026-01-01T00:00:00Z",
        "ownerReferences":[{"kind":"Pod","name":"web","uid":"p-1","controller":true}]},
        "spec":{"devices":{"requests":[
          {"name":"r","exactly":{"deviceClassName":"gpu","allocationMode":"ExactCount","count":2,"adminAccess":true,
            "selectors":[{"cel":{"expression":"true"}},{}],
            "tolerations":[{"key":"k","operator":"Exists","effect":"NoSchedule"}],
            "capacity":{"requests":{"memory":"10Gi"}}}},
          {"name":"f","firstAvailable":[{"name":"s","deviceClassName":"gpu","allocationMode":"All"}]}],
          "constraints":[{"requests":["r"],"matchAttribute":"x/numa"},{"distinctAttribute":"x/id"},{}]}},
        "status":{"reservedFor":[{"resource":"pods","name":"web","uid":"p-1"}],
          "devices":[{"driver":"d","pool":"p","device":"x","conditions":[{"type":"ready","status":"True"}]}],
          "allocation":{"allocationTimestamp":"2026-01-01T00:00:00Z",
            "nodeSelector":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"zone","operator":"In","values":["a"]}]}]},
            "devices":{"results":[{"request":"r","driver":"d","pool":"p","device":"x","adminAccess":true,"shareID":"1",
              "consumedCapacity":{"memory":"10Gi"},"bindingConditions":["ready"],
              "bindingFailureConditions":["broken"]}]}}})"),
            devices);
    ASSERT_TRUE(taken.ok() && *taken) << taken.status();

    wire::ResourceClaim message;
    wire::ObjectMeta &meta = *message.mutable_metadata();
    meta.set_name("c");
    meta.set_namespace_("shop");
    meta.set_uid("u");
    meta.mutable_deletiontimestamp()->set_seconds(1);
    wire::OwnerReference *owner = meta.add_ownerreferences();
    owner->set_uid("p-1");
    owner->set_controller(true);
    wire::DeviceClaim &claim = *message.mutable_spec()->mutable_devices();
    wire::DeviceRequest *request = claim.add_requests();
    request->set_name("r");
    wire::ExactDeviceRequest *exactly = request->mutable_exactly();
    exactly->set_deviceclassname("gpu");
    exactly->set_allocationmode("ExactCount");
    exactly->set_count(2);
    exactly->set_adminaccess(true);
    exactly->add_selectors()->mutable_cel()->set_expression("true");
    exactly->add_selectors();
    wire::DeviceToleration *toleration = exactly->add_tolerations();
    toleration->set_key("k");
    toleration->set_operator_("Exists");
    toleration->set_effect("NoSchedule");
    set(exactly->mutable_capacity()->add_requests(), "memory", "10Gi");
    request = claim.add_requests();
    request->set_name("f");
    wire::DeviceSubRequest *alternative = request->add_firstavailable();
    alternative->set_name("s");
    alternative->set_deviceclassname("gpu");
    alternative->set_allocationmode("All");
    wire::DeviceConstraint *constraint = claim.add_constraints();
    constraint->add_requests("r");
    constraint->set_matchattribute("x/numa");
    claim.add_constraints()->set_distinctattribute("x/id");
    claim.add_constraints();
    wire::ResourceClaimStatus &status = *message.mutable_status();
    status.add_reservedfor()->set_uid("p-1");
    wire::AllocatedDeviceStatus *reported = status.add_devices();
    reported->set_driver("d");
    reported->set_pool("p");
    reported->set_device("x");
    reported->add_conditions()->set_type("ready");
    reported->mutable_conditions(0)->set_status("True");
    status.mutable_allocation()->mutable_allocationtimestamp()->set_seconds(1);
    select(status.mutable_allocation()->mutable_nodeselector(), "zone", "a");
    wire::DeviceRequestAllocationResult *result = status.mutable_allocation()->mutable_devices()->add_results();
    result->set_request("r");
    result->set_driver("d");
    result->set_pool("p");
    result->set_device("x");
    result->set_adminaccess(true);
    result->set_shareid("1");
    set(result->add_consumedcapacity(), "memory", "10Gi");
    result->add_bindingconditions("ready");
    result->add_bindingfailureconditions("broken");
    const auto decoded = decodeResourceClaim(message.SerializeAsString());
    ASSERT_TRUE(decoded.ok()) << decoded.status();

    const model::ResourceClaim &read = *devices.claims.all().front();
    EXPECT_EQ((*decoded)->requests, read.requests);
    EXPECT_EQ((*decoded)->constraints, read.constraints);
    EXPECT_EQ((*decoded)->allocation, read.allocation);
    EXPECT_EQ((*decoded)->fingerprint, read.fingerprint);
    EXPECT_TRUE(read.deleting);
    EXPECT_EQ(read.controllerUid, "p-1");
    EXPECT_EQ(read.allocation->devices.front().binding, model::DeviceBinding::Ready);
    EXPECT_FALSE(read.requests.front().exactly->selectors[1].known);
    EXPECT_EQ(read.requests[1].firstAvailable.front().mode, model::DeviceRequest::Mode::All);
}

TEST(DeviceObjects, ADeviceClassReadsTheSameInBothForms)
{
    DeviceBuilder devices;
    const auto taken = take("DeviceClass", object("DeviceClass", R"("metadata":{"name":"gpu",
        "creationTimestamp":"1970-01-01T00:00:09Z"},"spec":{"selectors":[{"cel":{"expression":"true"}}],
        "extendedResourceName":"example.com/gpu"})"),
        devices);
    ASSERT_TRUE(taken.ok() && *taken) << taken.status();
    wire::DeviceClass message;
    message.mutable_metadata()->set_name("gpu");
    message.mutable_metadata()->mutable_creationtimestamp()->set_seconds(9);
    message.mutable_spec()->add_selectors()->mutable_cel()->set_expression("true");
    message.mutable_spec()->set_extendedresourcename("example.com/gpu");
    const auto decoded = decodeDeviceClass(message.SerializeAsString());
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    EXPECT_EQ((*decoded)->fingerprint, devices.classes.all().front()->fingerprint);
}

TEST(DeviceObjects, SayWhatIsWrongAndWhere)
{
    DeviceBuilder devices;
    const auto failure = [&](std::string_view kind, const std::string &members) {
        return std::string(take(kind, object(kind, members), devices).status().message());
    };
    EXPECT_NE(failure("DeviceClass", R"("metadata":{})").find("without metadata.name"), std::string::npos);
    EXPECT_NE(failure("ResourceSlice",
                  R"("metadata":{"name":"s"},"spec":{"devices":[{"name":"d","capacity":{"m":{"value":"x"}}}]})")
                  .find("object.json:1:"),
        std::string::npos);
    EXPECT_NE(failure("ResourceClaim", R"("metadata":{"name":"c"},"spec":{"devices":{"requests":{}}})"), "");
    EXPECT_TRUE(devices.slices.empty() && devices.classes.empty() && devices.claims.empty());
    EXPECT_FALSE(decodeResourceClaim("\xff").ok());
    EXPECT_FALSE(decodeResourceSlice("").ok()) << "without a name";
    wire::ResourceSlice bad;
    bad.mutable_metadata()->set_name("s");
    bad.mutable_spec()->add_devices()->add_capacity()->mutable_value()->mutable_value()->set_text("1 GB");
    EXPECT_FALSE(decodeResourceSlice(bad.SerializeAsString()).ok());
}

TEST(DeviceObjects, OfOtherVersionsAreLeftOut)
{
    DeviceBuilder devices;
    const auto taken = take("DeviceClass",
        R"({"apiVersion":"resource.k8s.io/v1beta1","kind":"DeviceClass","metadata":{"name":"x"},"spec":{}})", devices);
    EXPECT_TRUE(taken.ok() && !*taken);
    EXPECT_TRUE(devices.classes.empty());
}

TEST(DeviceObjects, AreKnownOnlyTogether)
{
    InventoryBuilder inventory;
    model::Inventory::Known known;
    JsonReader reader;
    for (const auto &[kind, known_] :
        {std::pair("ResourceSlice", false), {"DeviceClass", false}, {"ResourceClaim", true}}) {
        const auto document = reader.parse("o", object(kind, R"("metadata":{"name":"x"},"spec":{})"), {});
        ASSERT_TRUE(document.ok());
        EXPECT_TRUE(addToInventory(document->root(), kind, inventory, known).value()) << kind;
        EXPECT_EQ(known.devices, known_) << kind;
    }
    EXPECT_EQ(inventory.build(known)->devices().claims().size(), 1U);
}

} // namespace
} // namespace binnacle::kube
