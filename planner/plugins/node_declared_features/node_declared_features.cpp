// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_declared_features/node_declared_features.h"

namespace binnacle::plugins {

framework::Registration NodeDeclaredFeatures::registration()
{
    return {"NodeDeclaredFeatures", "node_declared_features", 0, {},
        [](const framework::OptionValues &) { return std::make_unique<NodeDeclaredFeatures>(); }};
}

base::Symbol NodeDeclaredFeatures::name() const
{
    static const base::Symbol name("NodeDeclaredFeatures");
    return name;
}

framework::NodeReads NodeDeclaredFeatures::reads(const framework::CycleState &, const model::Pod &pod) const
{
    return {.everything = pod.requiredFeatures != 0, .labels = {}, .images = {}};
}

framework::PreFilterAnswer NodeDeclaredFeatures::preFilter(
    framework::CycleState &, const model::Pod &pod, const model::Snapshot &) const
{
    return {pod.requiredFeatures == 0 ? model::Verdict::skip() : model::Verdict::success(), {}};
}

model::Verdict NodeDeclaredFeatures::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    const auto missing = static_cast<model::NodeFeatures>(pod.requiredFeatures & ~node.info->node().declaredFeatures);
    model::Verdict verdict;
    for (const std::string_view feature : model::featureNames(missing)) {
        verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
        verdict.reasons.push_back(
            {.code = model::ReasonCode::FeatureNotDeclared, .subject = base::Symbol(feature), .detail = {}});
    }
    return verdict;
}

NodeDeclaredFeatures::Scope NodeDeclaredFeatures::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.requiredFeatures != 0 ? Scope::Node : Scope::None;
}

void NodeDeclaredFeatures::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    key.add(std::int64_t{pod.requiredFeatures});
}

} // namespace binnacle::plugins
