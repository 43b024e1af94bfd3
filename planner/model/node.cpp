// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/node.h"

#include <algorithm>

namespace binnacle::model {

namespace {

/// Labels by which providers and tools name the pool of a node, the surest first.
const std::vector<base::Symbol> &poolLabels()
{
    static const std::vector<base::Symbol> keys = [] {
        std::vector<base::Symbol> symbols;
        for (const std::string_view key : {"cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup",
                 "karpenter.sh/nodepool", "karpenter.sh/provisioner-name", "alpha.eksctl.io/nodegroup-name",
                 "kubernetes.azure.com/agentpool", "agentpool", "kops.k8s.io/instancegroup",
                 "doks.digitalocean.com/node-pool", "k8s.scaleway.com/pool-name", "lke.linode.com/pool-id",
                 "alibabacloud.com/nodepool-id", "node.kubernetes.io/pool"}) {
            symbols.emplace_back(key);
        }
        return symbols;
    }();
    return keys;
}

/// The value of the first of these labels that is there and not empty.
base::Symbol firstLabel(const Labels &labels, const std::vector<base::Symbol> &keys)
{
    for (const base::Symbol key : keys) {
        if (const std::string *value = labels.find(key); value && !value->empty()) {
            return base::Symbol(*value);
        }
    }
    return {};
}

struct WellKnownLabels {
    std::vector<base::Symbol> region{
        base::Symbol("topology.kubernetes.io/region"), base::Symbol("failure-domain.beta.kubernetes.io/region")};
    std::vector<base::Symbol> zone{
        base::Symbol("topology.kubernetes.io/zone"), base::Symbol("failure-domain.beta.kubernetes.io/zone")};
    std::vector<base::Symbol> instanceType{
        base::Symbol("node.kubernetes.io/instance-type"), base::Symbol("beta.kubernetes.io/instance-type")};
    base::Symbol ready{"Ready"};
};

const WellKnownLabels &wellKnown()
{
    static const WellKnownLabels labels;
    return labels;
}

base::Fingerprint fingerprintOf(const Node &node)
{
    base::FingerprintBuilder builder;
    builder.add(node.name.text()).add(std::int64_t{node.unschedulable});
    builder.add(static_cast<std::int64_t>(node.labels.entries().size()));
    for (const Labels::Entry &label : node.labels.entries()) {
        builder.add(label.first.text()).add(label.second);
    }
    builder.add(static_cast<std::int64_t>(node.taints.size()));
    for (const Taint &taint : node.taints) {
        builder.add(taint.key.text()).add(taint.value).add(static_cast<std::int64_t>(taint.effect));
    }
    builder.add(static_cast<std::int64_t>(node.images.size()));
    for (const NodeImage &image : node.images) {
        builder.add(image.name.text()).add(image.sizeBytes);
    }
    if (node.declaredFeatures != 0) {
        builder.add(std::int64_t{node.declaredFeatures});
    }
    return builder.add(node.allocatable.fingerprint()).finish();
}

} // namespace

void Node::finish()
{
    region = firstLabel(labels, wellKnown().region);
    zone = firstLabel(labels, wellKnown().zone);
    instanceType = firstLabel(labels, wellKnown().instanceType);
    pool = firstLabel(labels, poolLabels());
    if (pool.empty()) {
        pool = instanceType;
    }
    ready = std::any_of(conditions.begin(), conditions.end(), [](const NodeCondition &condition) {
        return condition.type == wellKnown().ready && condition.status == ConditionStatus::True;
    });
    fingerprint = fingerprintOf(*this);
}

} // namespace binnacle::model
