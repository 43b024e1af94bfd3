// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/scenario_steps.h"

#include "backend/kube/manifest.h"
#include "backend/kube/scheduler_config.h"
#include "planner/plugins/registry.h"

#include <string>
#include <utility>

namespace binnacle::services {

namespace {

using api::ScenarioStep;
using engine::ScenarioEdit;
using model::ScenarioFaultCode;

std::string sourceOf(const ScenarioStep &step, const char *otherwise)
{
    return step.source.empty() ? otherwise : step.source;
}

absl::Status fault(ScenarioFaultCode code, std::int32_t step, std::string value = {})
{
    return model::statusOf({code, step, std::move(value)});
}

absl::StatusOr<kube::Manifest> manifestOf(const ScenarioStep &step, std::int32_t number)
{
    absl::StatusOr<kube::Manifest> manifest = kube::parseManifest(sourceOf(step, "manifest"), step.text);
    if (!manifest.ok())
        return fault(ScenarioFaultCode::BadManifest, number, std::string(manifest.status().message()));
    return manifest;
}

/// Those of one policy for all pods.
absl::StatusOr<framework::Policies> policiesOf(absl::StatusOr<framework::PolicyPtr> policy)
{
    if (!policy.ok())
        return policy.status();
    framework::Policies policies;
    policies.others = *std::move(policy);
    return policies;
}

absl::StatusOr<framework::Policies> namedPolicies(
    const std::string &name, std::int32_t step, const framework::Policies &current)
{
    if (name == "current")
        return current;
    std::string version = name;
    if (name == "most-allocated")
        version = "NodeResourcesFit.scoringStrategy=MostAllocated";
    else if (name == "least-allocated")
        version = "default";
    absl::StatusOr<framework::Policies> policies =
        policiesOf(framework::Policy::ofVersion(plugins::registry(), version));
    return policies.ok() ? policies : fault(ScenarioFaultCode::UnknownPolicy, step, name);
}

absl::StatusOr<framework::Policies> configuredPolicies(const ScenarioStep &step, std::int32_t number)
{
    const auto bad = [&](const absl::Status &status) {
        return fault(ScenarioFaultCode::BadPolicy, number, std::string(status.message()));
    };
    const absl::StatusOr<kube::SchedulerConfig> config =
        kube::parseSchedulerConfig(sourceOf(step, "policy"), step.text);
    if (!config.ok())
        return bad(config.status());
    absl::StatusOr<framework::Policies> policies =
        policiesOf(framework::Policy::make(plugins::registry(), config->changesFor({})));
    if (!policies.ok())
        return bad(policies.status());
    for (const kube::SchedulerProfile &profile : config->profiles) {
        absl::StatusOr<framework::PolicyPtr> policy =
            framework::Policy::make(plugins::registry(), config->changesFor(profile.schedulerName));
        if (!policy.ok())
            return bad(policy.status());
        policies->profiles.emplace(profile.schedulerName, *std::move(policy));
    }
    return policies;
}

absl::Status takePolicies(
    const ScenarioStep &step, std::int32_t number, const framework::Policies &current, ScenarioEdit &edit)
{
    if (step.policy.empty() && step.text.empty())
        return fault(ScenarioFaultCode::Incomplete, number);
    absl::StatusOr<framework::Policies> policies =
        step.text.empty() ? namedPolicies(step.policy, number, current) : configuredPolicies(step, number);
    if (!policies.ok())
        return policies.status();
    edit.policies = *std::move(policies);
    return absl::OkStatus();
}

absl::Status takeNewNodes(const ScenarioStep &step, std::int32_t number, ScenarioEdit &edit)
{
    if (step.text.empty())
        return step.nodes.size() == 1 ? absl::OkStatus() : fault(ScenarioFaultCode::Incomplete, number);
    const absl::StatusOr<kube::Manifest> manifest = manifestOf(step, number);
    if (!manifest.ok())
        return manifest.status();
    edit.newNodes = manifest->nodes;
    edit.nodes.clear();
    return edit.newNodes.empty() ? fault(ScenarioFaultCode::NoNodeInManifest, number) : absl::OkStatus();
}

absl::Status takeNewPods(const ScenarioStep &step, std::int32_t number, ScenarioEdit &edit)
{
    if (step.text.empty())
        return fault(ScenarioFaultCode::Incomplete, number);
    const absl::StatusOr<kube::Manifest> manifest = manifestOf(step, number);
    if (!manifest.ok())
        return manifest.status();
    for (const kube::ManifestPod &pod : manifest->pods)
        edit.newPods.push_back(pod.pod);
    return edit.newPods.empty() ? fault(ScenarioFaultCode::NoPodInManifest, number) : absl::OkStatus();
}

absl::Status takeWorkload(const ScenarioStep &step, std::int32_t number, ScenarioEdit &edit)
{
    edit.workload = step.workload;
    edit.workload.kind = engine::scalableKind(step.workload.kind);
    const bool whole = !edit.workload.kind.empty() && !edit.workload.ns.empty() && !edit.workload.name.empty();
    return whole ? absl::OkStatus() : fault(ScenarioFaultCode::BadWorkload, number, step.workload.text());
}

absl::Status take(const ScenarioStep &step, std::int32_t number, const framework::Policies &current, ScenarioEdit &edit)
{
    using enum ScenarioStep::Kind;
    using Edit = ScenarioEdit::Kind;
    for (const std::string &node : step.nodes)
        edit.nodes.emplace_back(node);
    edit.count = step.count;
    switch (step.kind) {
    case AddNodes:
        edit.kind = Edit::AddNodes;
        return takeNewNodes(step, number, edit);
    case RemoveNodes:
        edit.kind = Edit::RemoveNodes;
        break;
    case Cordon:
        edit.kind = Edit::Cordon;
        break;
    case Uncordon:
        edit.kind = Edit::Uncordon;
        break;
    case Drain:
        edit.kind = Edit::Drain;
        break;
    case Scale:
        edit.kind = Edit::Scale;
        return takeWorkload(step, number, edit);
    case Policy:
        edit.kind = Edit::Policies;
        return takePolicies(step, number, current, edit);
    case Arrive:
        edit.kind = Edit::Arrive;
        return takeNewPods(step, number, edit);
    }
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<std::vector<ScenarioEdit>> editsOf(const api::Scenario &scenario, const framework::Policies &current)
{
    if (scenario.steps.size() > api::ScenarioLimits::steps)
        return fault(ScenarioFaultCode::TooManySteps, 0, std::to_string(api::ScenarioLimits::steps));
    std::vector<ScenarioEdit> edits;
    for (const ScenarioStep &step : scenario.steps) {
        ScenarioEdit &edit = edits.emplace_back();
        if (absl::Status status = take(step, static_cast<std::int32_t>(edits.size()), current, edit); !status.ok())
            return status;
    }
    return edits;
}

} // namespace binnacle::services
