// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"
#include "backend/kube/manifest_fields.h"
#include "backend/kube/pod_rules.h"

#include <limits>

namespace binnacle::kube {

namespace {

void readTaints(const Fields &spec, model::Node &node)
{
    for (const Entry entry : spec.list("taints")) {
        const Fields fields = spec.element(entry.value, "taints");
        model::Taint taint;
        taint.key = base::Symbol(fields.text("key"));
        taint.value = fields.text("value");
        // An effect of a later version is taken for the strictest that is known.
        taint.effect = taintEffect(fields.text("effect")).value_or(model::TaintEffect::NoExecute);
        node.taints.push_back(std::move(taint));
    }
}

void readConditions(const Fields &status, model::Node &node)
{
    for (const Entry entry : status.list("conditions")) {
        const Fields fields = status.element(entry.value, "conditions");
        model::NodeCondition condition;
        condition.type = base::Symbol(fields.text("type"));
        condition.status = conditionStatus(fields.text("status"));
        condition.reason = fields.text("reason");
        condition.since = fields.time("lastTransitionTime");
        node.conditions.push_back(std::move(condition));
    }
}

void readStatus(const Fields &status, model::Node &node)
{
    bool saturated = false; // the largest amount there is: no pod asks for more
    const QuantityRules rules{true, &saturated};
    node.capacity = readResources(status, "capacity", rules);
    node.allocatable = status.value()["allocatable"] ? readResources(status, "allocatable", rules) : node.capacity;
    const Fields system = status.object("nodeInfo");
    node.kubeletVersion = system.text("kubeletVersion");
    node.osImage = system.text("osImage");
    node.kernelVersion = system.text("kernelVersion");
    node.containerRuntime = system.text("containerRuntimeVersion");
    node.architecture = system.text("architecture");
    for (const Entry entry : status.list("addresses")) {
        const Fields address = status.element(entry.value, "addresses");
        if (address.text("type") == "InternalIP" && node.internalIp.empty()) {
            node.internalIp = address.text("address");
        }
    }
    node.declaredFeatures = model::featuresOf(status.texts("declaredFeatures"));
    readConditions(status, node);
    for (const Entry entry : status.list("images")) {
        const Fields image = status.element(entry.value, "images");
        const std::int64_t size = image.integer("sizeBytes", 0, std::numeric_limits<std::int64_t>::max());
        for (const std::string &name : image.texts("names")) {
            node.images.push_back({base::Symbol(name), size});
        }
    }
}

} // namespace

absl::StatusOr<model::NodePtr> decodeNode(Value object)
{
    absl::Status status;
    const Fields root(object, "Node", status);
    const Fields metadata = root.object("metadata");
    auto node = std::make_shared<model::Node>();
    node->name = base::Symbol(metadata.text("name"));
    if (node->name.empty()) {
        root.fail(metadata ? metadata.value() : object, "a Node without metadata.name");
    }
    node->uid = metadata.text("uid");
    node->resourceVersion = metadata.text("resourceVersion");
    node->created = metadata.time("creationTimestamp");
    node->labels = model::Labels(metadata.textMap("labels"));
    const Fields spec = root.object("spec");
    node->unschedulable = spec.boolean("unschedulable");
    readTaints(spec, *node);
    readStatus(root.object("status"), *node);
    if (!status.ok()) {
        return status;
    }
    node->finish();
    return node;
}

} // namespace binnacle::kube
