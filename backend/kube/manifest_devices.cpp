// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest_devices.h"

#include "backend/kube/device_rules.h"
#include "backend/kube/manifest_affinity.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <limits>
#include <tuple>
#include <utility>

namespace binnacle::kube {

namespace {

using base::Quantity;
using base::Symbol;

constexpr std::int64_t int64Least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64Most = std::numeric_limits<std::int64_t>::max();

Quantity quantityOf(const Fields &owner, Value value)
{
    const std::string text =
        value.kind() == ValueKind::Int ? std::to_string(value.integer()) : std::string(value.text());
    absl::StatusOr<Quantity> quantity = deviceQuantity(text);
    if (!quantity.ok()) {
        owner.fail(value, std::string(quantity.status().message()));
        return {};
    }
    return *quantity;
}

std::optional<Quantity> optionalQuantity(const Fields &owner, std::string_view key)
{
    const Value value = owner.value()[key];
    return value ? std::optional(quantityOf(owner, value)) : std::nullopt;
}

/// A map from names to quantities, or, with a member, from names to objects that hold one there.
model::NamedQuantities namedQuantities(const Fields &owner, std::string_view key, std::string_view member = {})
{
    model::NamedQuantities out;
    const Fields map = owner.object(key);
    for (const Entry entry : map.value()) {
        const Value value = member.empty() ? entry.value : map.element(entry.value, key).value()[member];
        out.emplace_back(std::string(entry.key.text()), quantityOf(owner, value));
    }
    return out;
}

std::vector<model::NodeSelectorTerm> nodeTerms(const Fields &selector)
{
    std::vector<model::NodeSelectorTerm> terms;
    for (const Entry entry : selector.list("nodeSelectorTerms")) {
        model::UndecidedRules unknown = 0;
        terms.push_back(readNodeTerm(selector.element(entry.value, "nodeSelectorTerms"), unknown));
        if (unknown != 0) {
            terms.back().matchExpressions.push_back(malformedRequirement());
        }
    }
    return terms;
}

model::NodeChoice nodeChoice(const Fields &owner)
{
    model::NodeChoice choice;
    choice.nodeName = Symbol(owner.text("nodeName"));
    choice.allNodes = owner.boolean("allNodes");
    if (const Fields selector = owner.object("nodeSelector")) {
        choice.selects = true;
        choice.terms = nodeTerms(selector);
    }
    return choice;
}

model::DeviceAttribute attributeOf(const Fields &fields)
{
    using Kind = model::DeviceAttribute::Kind;
    const Value value = fields.value();
    if (value["int"]) {
        return {Kind::Int, fields.integer("int", int64Least, int64Most), {}};
    }
    if (value["bool"]) {
        return {Kind::Bool, fields.boolean("bool") ? 1 : 0, {}};
    }
    for (const auto &[key, kind] : {std::pair("string", Kind::String), std::pair("version", Kind::Version)}) {
        if (value[key]) {
            return {kind, 0, std::string(fields.text(key))};
        }
    }
    return {};
}

model::CapacityPolicy policyOf(const Fields &fields)
{
    model::CapacityPolicy policy;
    policy.byDefault = optionalQuantity(fields, "default");
    for (const Entry entry : fields.list("validValues")) {
        policy.validValues.push_back(quantityOf(fields, entry.value));
    }
    if (const Fields range = fields.object("validRange")) {
        policy.hasRange = true;
        policy.minimum = optionalQuantity(range, "min");
        policy.maximum = optionalQuantity(range, "max");
        policy.step = optionalQuantity(range, "step");
    }
    return policy;
}

std::vector<model::CounterSet> counterSets(const Fields &owner, std::string_view key, std::string_view name)
{
    std::vector<model::CounterSet> out;
    for (const Entry entry : owner.list(key)) {
        const Fields fields = owner.element(entry.value, key);
        out.push_back({std::string(fields.text(name)), namedQuantities(fields, "counters", "value")});
    }
    return out;
}

model::Device deviceOf(const Fields &fields)
{
    model::Device device;
    device.name = Symbol(fields.text("name"));
    const Fields attributes = fields.object("attributes");
    for (const Entry entry : attributes.value()) {
        device.attributes.emplace_back(
            std::string(entry.key.text()), attributeOf(attributes.element(entry.value, "attributes")));
    }
    const Fields capacities = fields.object("capacity");
    for (const Entry entry : capacities.value()) {
        const Fields capacity = capacities.element(entry.value, "capacity");
        model::DeviceCapacity &out = device.capacity.emplace_back();
        out.name = entry.key.text();
        out.value = quantityOf(capacity, capacity.value()["value"]);
        if (const Fields policy = capacity.object("requestPolicy")) {
            out.policy = policyOf(policy);
        }
    }
    for (const Entry entry : fields.list("taints")) {
        const Fields taint = fields.element(entry.value, "taints");
        const std::string_view effect = taint.text("effect");
        device.taints.push_back({std::string(taint.text("key")), std::string(taint.text("value")),
            deviceTaintEffect(effect), std::string(effect)});
    }
    device.consumes = counterSets(fields, "consumesCounters", "counterSet");
    device.where = nodeChoice(fields);
    device.bindsToNode = fields.boolean("bindsToNode");
    device.multipleAllocations = fields.boolean("allowMultipleAllocations");
    device.bindingConditions = fields.list("bindingConditions").size() > 0;
    return device;
}

std::shared_ptr<model::ResourceSlice> sliceOf(const Fields &spec)
{
    auto slice = std::make_shared<model::ResourceSlice>();
    slice->driver = Symbol(spec.text("driver"));
    const Fields pool = spec.object("pool");
    slice->pool = Symbol(pool.text("name"));
    slice->generation = pool.integer("generation", int64Least, int64Most);
    slice->sliceCount = pool.integer("resourceSliceCount", int64Least, int64Most);
    slice->where = nodeChoice(spec);
    slice->perDeviceNodeSelection = spec.boolean("perDeviceNodeSelection");
    slice->sharedCounters = counterSets(spec, "sharedCounters", "name");
    for (const Entry entry : spec.list("devices")) {
        slice->devices.push_back(deviceOf(spec.element(entry.value, "devices")));
    }
    return slice;
}

std::vector<model::DeviceSelector> selectorsOf(const Fields &owner)
{
    std::vector<model::DeviceSelector> out;
    for (const Entry entry : owner.list("selectors")) {
        const Fields cel = owner.element(entry.value, "selectors").object("cel");
        out.push_back({static_cast<bool>(cel), std::string(cel.text("expression"))});
    }
    return out;
}

model::DeviceRequest requestOf(const Fields &fields, std::string_view name)
{
    model::DeviceRequest request;
    request.name = name;
    request.deviceClass = fields.text("deviceClassName");
    request.selectors = selectorsOf(fields);
    request.mode = allocationMode(fields.text("allocationMode"));
    request.count = fields.optionalInteger("count", int64Least, int64Most).value_or(1);
    request.adminAccess = fields.boolean("adminAccess");
    for (const Entry entry : fields.list("tolerations")) {
        const Fields toleration = fields.element(entry.value, "tolerations");
        request.tolerations.push_back(
            {std::string(toleration.text("key")), deviceTolerationOperator(toleration.text("operator")),
                std::string(toleration.text("value")), std::string(toleration.text("effect"))});
    }
    request.capacity = namedQuantities(fields.object("capacity"), "requests");
    return request;
}

void readRequests(const Fields &devices, model::ResourceClaim &claim)
{
    for (const Entry entry : devices.list("requests")) {
        const Fields fields = devices.element(entry.value, "requests");
        model::ClaimRequest &request = claim.requests.emplace_back();
        request.name = fields.text("name");
        if (const Fields exactly = fields.object("exactly")) {
            request.exactly = requestOf(exactly, request.name);
        }
        for (const Entry alternative : fields.list("firstAvailable")) {
            const Fields one = fields.element(alternative.value, "firstAvailable");
            request.firstAvailable.push_back(requestOf(one, one.text("name")));
        }
    }
    using Kind = model::DeviceConstraint::Kind;
    for (const Entry entry : devices.list("constraints")) {
        const Fields fields = devices.element(entry.value, "constraints");
        model::DeviceConstraint &constraint = claim.constraints.emplace_back();
        const bool same = static_cast<bool>(fields.value()["matchAttribute"]);
        const bool distinct = static_cast<bool>(fields.value()["distinctAttribute"]);
        constraint.kind = same ? Kind::MatchAttribute : distinct ? Kind::DistinctAttribute : Kind::Unknown;
        constraint.attribute = fields.text(same ? "matchAttribute" : "distinctAttribute");
        constraint.requests = fields.texts("requests");
    }
}

model::DeviceId idOf(const Fields &fields)
{
    return {Symbol(fields.text("driver")), Symbol(fields.text("pool")), Symbol(fields.text("device"))};
}

/// The conditions that are true, of each device that reports any.
absl::flat_hash_map<model::DeviceId, TrueConditions> deviceStatuses(const Fields &status)
{
    absl::flat_hash_map<model::DeviceId, TrueConditions> out;
    for (const Entry entry : status.list("devices")) {
        const Fields fields = status.element(entry.value, "devices");
        TrueConditions conditions;
        for (const Entry one : fields.list("conditions")) {
            const Fields condition = fields.element(one.value, "conditions");
            if (condition.text("status") == "True") {
                conditions.push_back(condition.text("type"));
            }
        }
        out.try_emplace(idOf(fields), std::move(conditions));
    }
    return out;
}

void readClaimStatus(const Fields &status, model::ResourceClaim &claim)
{
    for (const Entry entry : status.list("reservedFor")) {
        claim.reservedFor.emplace_back(status.element(entry.value, "reservedFor").text("uid"));
    }
    const Fields allocation = status.object("allocation");
    if (!allocation) {
        return;
    }
    model::ClaimAllocation &out = claim.allocation.emplace();
    out.timed = static_cast<bool>(allocation.value()["allocationTimestamp"]);
    if (const Fields selector = allocation.object("nodeSelector")) {
        out.selectsNodes = true;
        out.nodeTerms = nodeTerms(selector);
    }
    const auto statuses = deviceStatuses(status);
    const Fields devices = allocation.object("devices");
    for (const Entry entry : devices.list("results")) {
        const Fields fields = devices.element(entry.value, "results");
        model::AllocatedDevice &device = out.devices.emplace_back();
        device.request = fields.text("request");
        device.id = idOf(fields);
        device.adminAccess = fields.boolean("adminAccess");
        device.shared = static_cast<bool>(fields.value()["shareID"]);
        device.consumed = namedQuantities(fields, "consumedCapacity");
        const auto reported = statuses.find(device.id);
        device.binding = deviceBinding(fields.texts("bindingConditions"), fields.texts("bindingFailureConditions"),
            reported == statuses.end() ? nullptr : &reported->second);
    }
}

std::shared_ptr<model::ResourceClaim> claimOf(const Fields &root)
{
    auto claim = std::make_shared<model::ResourceClaim>();
    const Fields metadata = root.object("metadata");
    claim->ns = metadata.text("namespace");
    claim->ns = claim->ns.empty() ? "default" : claim->ns;
    claim->uid = metadata.text("uid");
    claim->deleting = metadata.time("deletionTimestamp") != base::TimePoint{};
    for (const Entry entry : metadata.list("ownerReferences")) {
        const Fields owner = metadata.element(entry.value, "ownerReferences");
        if (owner.boolean("controller")) {
            claim->controllerUid = owner.text("uid");
        }
    }
    readRequests(root.object("spec").object("devices"), *claim);
    readClaimStatus(root.object("status"), *claim);
    return claim;
}

std::shared_ptr<model::DeviceClass> classOf(const Fields &root)
{
    auto out = std::make_shared<model::DeviceClass>();
    out->created = root.object("metadata").time("creationTimestamp");
    const Fields spec = root.object("spec");
    out->selectors = selectorsOf(spec);
    out->extendedResource = spec.text("extendedResourceName");
    return out;
}

} // namespace

absl::StatusOr<bool> addToDevices(Value object, std::string_view kind, DeviceBuilder &devices)
{
    const std::string_view version = object["apiVersion"].text();
    const bool known = kind == "ResourceSlice" || kind == "DeviceClass" || kind == "ResourceClaim";
    if (!known || (version != "resource.k8s.io/v1" && version != "resource.k8s.io/v1beta2")) {
        return false;
    }
    absl::Status status;
    const Fields root(object, kind, status);
    const Fields metadata = root.object("metadata");
    const std::string name(metadata.text("name"));
    if (name.empty()) {
        root.fail(metadata ? metadata.value() : object, fmt::format("a {} without metadata.name", kind));
        return status;
    }
    const auto keep = [&](auto made, auto &kept, const std::string &ns) {
        made->name = name;
        if (status.ok()) {
            made->finish();
            kept.set({ns, name}, std::move(made));
        }
    };
    if (kind == "ResourceSlice") {
        keep(sliceOf(root.object("spec")), devices.slices, {});
    } else if (kind == "DeviceClass") {
        keep(classOf(root), devices.classes, {});
    } else {
        auto claim = claimOf(root);
        const std::string ns = claim->ns;
        keep(std::move(claim), devices.claims, ns);
    }
    return status.ok() ? absl::StatusOr<bool>(true) : status;
}

std::shared_ptr<const model::PodClaims> readPodClaims(const Fields &spec, const Fields &status)
{
    const Value list = spec.list("resourceClaims");
    if (list.size() == 0) {
        return nullptr;
    }
    const auto optionalText = [](const Fields &fields, std::string_view key) {
        return fields.value()[key] ? std::optional(std::string(fields.text(key))) : std::nullopt;
    };
    auto out = std::make_shared<model::PodClaims>();
    for (const Entry entry : list) {
        const Fields fields = spec.element(entry.value, "resourceClaims");
        out->claims.push_back({std::string(fields.text("name")), optionalText(fields, "resourceClaimName"),
            optionalText(fields, "resourceClaimTemplateName")});
    }
    for (const Entry entry : status.list("resourceClaimStatuses")) {
        const Fields fields = status.element(entry.value, "resourceClaimStatuses");
        out->generated.push_back({std::string(fields.text("name")), optionalText(fields, "resourceClaimName")});
    }
    return out;
}

} // namespace binnacle::kube
