// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/taint_toleration/taint_toleration.h"

#include "planner/plugins/pod_key.h"

#include "planner/plugins/taint_toleration/tolerates.h"

#include <string>

#include <algorithm>

namespace binnacle::plugins {

namespace {

bool isHard(const model::Taint &taint)
{
    return taint.effect == model::TaintEffect::NoSchedule || taint.effect == model::TaintEffect::NoExecute;
}

} // namespace

framework::Option comparisonOperatorsOption()
{
    return {.name = "comparisonOperators",
        .kind = framework::Option::Kind::Switch,
        .byDefault = "false",
        .choices = {},
        .minimum = 0,
        .maximum = 0,
        .unit = {}};
}

framework::Registration TaintToleration::registration()
{
    return {"TaintToleration", "taint_toleration", 3, {comparisonOperatorsOption()},
        [](const framework::OptionValues &values) {
            return std::make_unique<TaintToleration>(values.isOn(comparisonOperatorsOption().name));
        }};
}

base::Symbol TaintToleration::name() const
{
    static const base::Symbol name("TaintToleration");
    return name;
}

framework::NodeReads TaintToleration::reads(const framework::CycleState &, const model::Pod &) const
{
    return {.taints = true, .labels = {}, .images = {}};
}

model::Verdict TaintToleration::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    if (!node.tainted) {
        return model::Verdict::success();
    }
    for (const model::Taint &taint : node.info->node().taints) {
        const bool hard =
            taint.effect == model::TaintEffect::NoSchedule || taint.effect == model::TaintEffect::NoExecute;
        if (hard && !tolerates(pod.tolerations, taint, m_comparisons)) {
            const char *effect = taint.effect == model::TaintEffect::NoSchedule ? ":NoSchedule" : ":NoExecute";
            return model::Verdict::reject(
                {.code = model::ReasonCode::TaintNotTolerated, .subject = taint.key, .detail = taint.value + effect},
                false);
        }
    }
    return model::Verdict::success();
}

std::int64_t TaintToleration::score(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &node) const
{
    if (!node.tainted) {
        return 0;
    }
    std::int64_t untolerated = 0;
    for (const model::Taint &taint : node.info->node().taints) {
        if (taint.effect == model::TaintEffect::PreferNoSchedule && !tolerates(pod.tolerations, taint, m_comparisons)) {
            ++untolerated;
        }
    }
    return untolerated;
}

std::int64_t TaintToleration::normalise(std::int64_t raw, const framework::Extent &extent) const
{
    if (extent.maximum == 0) {
        return framework::maxNodeScore;
    }
    return framework::maxNodeScore - framework::maxNodeScore * raw / extent.maximum;
}

TaintToleration::Scope TaintToleration::scope(const model::Pod &, const model::Inventory &) const
{
    return Scope::Node;
}

void TaintToleration::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    addTolerations(key, pod);
}

bool TaintToleration::mayHelp(
    const model::Pod &waiting, const framework::ClusterEvent &event, const model::Inventory &) const
{
    if (event.kind != framework::ClusterEvent::Kind::Node || !event.nodeNow) {
        return false;
    }
    const auto refused = [&](const model::Node &node) {
        return std::any_of(node.taints.begin(), node.taints.end(), [&](const model::Taint &taint) {
            return isHard(taint) && !tolerates(waiting.tolerations, taint, m_comparisons);
        });
    };
    return (!event.nodeBefore || refused(*event.nodeBefore)) && !refused(*event.nodeNow);
}

} // namespace binnacle::plugins
