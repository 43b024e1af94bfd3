// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/scenario_words.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

namespace binnacle::models {
namespace {

using api::ScenarioStep;
using model::DecisionOutcome;
using model::ScenarioOutcome;
using model::ScenarioPod;

QString fewNames(const std::vector<std::string> &names)
{
    if (names.empty())
        return {};
    if (names.size() > 3)
        return Words::plain(names.front(), 48) + QStringLiteral(" … ") + Words::plain(names.back(), 48);
    QStringList list;
    for (const std::string &name : names)
        list << Words::plain(name, 48);
    return list.join(QStringLiteral(", "));
}

/// Which way is better.
enum class Good : std::uint8_t { Less, More, Neither };

struct Reading {
    std::function<std::optional<double>(const api::ScenarioResult &)> of;
    int decimals = 0;
    Good good = Good::Neither;
};

std::optional<double> allocatedShare(const ScenarioOutcome &outcome, const std::function<bool(base::Symbol)> &which)
{
    double allocated = 0;
    double allocatable = 0;
    for (const model::ScenarioResource &one : outcome.resources) {
        if (which(one.resource)) {
            allocated += double(one.allocated);
            allocatable += double(one.allocatable);
        }
    }
    return allocatable > 0 ? std::optional(100 * allocated / allocatable) : std::nullopt;
}

QString signedNumber(double value, int decimals)
{
    const QString text = QLocale().toString(std::fabs(value), 'f', decimals);
    return (value < 0 ? QChar(0x2212) : QChar(u'+')) + text;
}

} // namespace

QString ScenarioWords::kind(ScenarioStep::Kind kind)
{
    switch (kind) {
    case ScenarioStep::Kind::AddNodes:
        return tr("Add nodes");
    case ScenarioStep::Kind::RemoveNodes:
        return tr("Remove nodes");
    case ScenarioStep::Kind::Cordon:
        return tr("Cordon nodes");
    case ScenarioStep::Kind::Uncordon:
        return tr("Uncordon nodes");
    case ScenarioStep::Kind::Drain:
        return tr("Drain nodes");
    case ScenarioStep::Kind::Scale:
        return tr("Scale a workload");
    case ScenarioStep::Kind::Policy:
        return tr("Change the policy");
    case ScenarioStep::Kind::Arrive:
        return tr("Let pods arrive");
    }
    return {};
}

QString ScenarioWords::title(const ScenarioStep &step)
{
    const auto nodes = int(step.nodes.size());
    switch (step.kind) {
    case ScenarioStep::Kind::AddNodes:
        return step.text.empty() ? tr("Add %Ln nodes", nullptr, int(step.count))
                                 : tr("Add the nodes of a manifest × %1").arg(Words::number(step.count));
    case ScenarioStep::Kind::RemoveNodes:
        return tr("Remove %Ln nodes", nullptr, nodes);
    case ScenarioStep::Kind::Cordon:
        return tr("Cordon %Ln nodes", nullptr, nodes);
    case ScenarioStep::Kind::Uncordon:
        return tr("Uncordon %Ln nodes", nullptr, nodes);
    case ScenarioStep::Kind::Drain:
        return tr("Drain %Ln nodes", nullptr, nodes);
    case ScenarioStep::Kind::Scale:
        return tr("Scale %1 to %2").arg(Words::plain(step.workload.name, 48), Words::number(step.count));
    case ScenarioStep::Kind::Policy:
        return step.text.empty() ? tr("Policy %1").arg(Words::plain(step.policy, 64))
                                 : tr("Policy of a scheduler configuration");
    case ScenarioStep::Kind::Arrive:
        return tr("The pods of a manifest arrive × %1").arg(Words::number(step.count));
    }
    return {};
}

QString ScenarioWords::detail(const ScenarioStep &step)
{
    switch (step.kind) {
    case ScenarioStep::Kind::AddNodes:
        return step.text.empty() ? tr("like %1").arg(fewNames(step.nodes)) : QString();
    case ScenarioStep::Kind::Scale:
        return Words::plain(step.workload.kind, 48) + QStringLiteral(" · ") + Words::plain(step.workload.ns, 64);
    case ScenarioStep::Kind::Policy:
    case ScenarioStep::Kind::Arrive:
        return {};
    default:
        return fewNames(step.nodes);
    }
}

Notice ScenarioWords::fault(const absl::Status &status)
{
    const std::optional<model::ScenarioFault> fault = model::scenarioFaultOf(status);
    if (!fault)
        return {Words::fault(status), tr("Run it again once that has changed.")};
    const QString value = Words::plain(fault->value, 1024);
    const QString where = fault->step > 0 ? tr("Edit %1: ").arg(fault->step) : QString();
    const auto say = [&](const QString &what, const QString &next) { return Notice{where + what, next}; };
    using enum model::ScenarioFaultCode;
    switch (fault->code) {
    case UnknownNode:
        return say(tr("there is no node %1").arg(value), tr("Take it out of the edit, or choose another."));
    case UnknownWorkload:
        return say(tr("no pod of %1 runs or waits here").arg(value), tr("Check namespace, kind and name."));
    case NothingToCopy:
        return say(tr("%1 has no pod to make more of").arg(value), tr("Let pods of a manifest arrive instead."));
    case CountOutOfRange:
        return say(tr("the count is out of range: %1").arg(value), tr("Choose one in the range."));
    case TooMuch:
        return say(tr("more than a scenario may add: %1").arg(value), tr("Ask for less."));
    case NoNodesLeft:
        return say(tr("no node would be left"), tr("Keep one, or add some."));
    case NodeExists:
        return say(tr("a node %1 is there already").arg(value), tr("Rename the one in the manifest."));
    case NoNodeInManifest:
        return say(tr("there is no node in the manifest"), tr("Paste objects of kind Node."));
    case NoPodInManifest:
        return say(tr("there is no pod in the manifest"), tr("Paste a Pod, or a workload with a pod template."));
    case BadManifest:
        return say(tr("the manifest cannot be read: %1").arg(value), tr("Correct it there."));
    case UnknownPolicy:
        return say(tr("there is no policy %1").arg(value), tr("Choose one of the list, or paste a configuration."));
    case BadPolicy:
        return say(tr("the configuration cannot be used: %1").arg(value), tr("Correct it there."));
    case Incomplete:
        return say(tr("it names nothing to do it to"), tr("Name a node, a workload, a policy or a manifest."));
    case TooManySteps:
    case TooManyScenarios:
        return say(tr("there are too many, at most %1").arg(value), tr("Take some away."));
    case BadWorkload:
        return say(tr("%1 cannot be scaled").arg(value), tr("Name a Deployment, ReplicaSet, StatefulSet or Job."));
    }
    return {};
}

QString ScenarioWords::origin(model::PodOrigin origin)
{
    switch (origin) {
    case model::PodOrigin::Waiting:
        return tr("waits now");
    case model::PodOrigin::Displaced:
        return tr("loses its node");
    case model::PodOrigin::Scaled:
        return tr("scaled up");
    case model::PodOrigin::Arrived:
        return tr("arrives");
    }
    return {};
}

QString ScenarioWords::why(const ScenarioPod &pod)
{
    if (pod.outcome == DecisionOutcome::NotDecidable)
        return tr("not decidable yet: %1").arg(Words::rules(pod.undecided).join(tr(", ")));
    return tr("%1 · %Ln nodes", nullptr, int(pod.nodesByReason)).arg(Words::reasonGroup(pod.reason, pod.subject));
}

std::vector<ScenarioWords::Figure> ScenarioWords::figures(const std::vector<const api::ScenarioResult *> &results)
{
    std::vector<Figure> out;
    const auto add = [&](const QString &name, const QString &unit, const Reading &reading) {
        Figure figure{name, unit, {}, {}, QString(QChar(0x2013)), Tone::Quiet};
        std::vector<std::optional<double>> values;
        for (const api::ScenarioResult *result : results) {
            values.push_back(result && result->outcome ? reading.of(*result) : std::nullopt);
            figure.values.push_back(
                values.back() ? QLocale().toString(*values.back(), 'f', reading.decimals) : QString(QChar(0x2013)));
        }
        if (std::none_of(values.begin(), values.end(), [](const auto &value) { return value.has_value(); }))
            return;
        if (values.size() > 1 && values.front() && values.back()) {
            const double scale = std::pow(10.0, reading.decimals);
            const double change = std::round((*values.back() - *values.front()) * scale) / scale;
            figure.change = change == 0 ? QString(QChar(0x2013)) : signedNumber(change, reading.decimals);
            if (change != 0 && reading.good != Good::Neither) {
                const bool better = (change < 0) == (reading.good == Good::Less);
                figure.better = better ? tr("better") : tr("worse");
                figure.tone = better ? Tone::Good : Tone::Warn;
            }
        }
        out.push_back(std::move(figure));
    };
    const auto count = [](auto of) {
        return [of](const api::ScenarioResult &r) { return std::optional<double>(double(of(*r.outcome))); };
    };
    const auto share = [](auto which) {
        return [which](const api::ScenarioResult &r) { return allocatedShare(*r.outcome, which); };
    };
    const QString percent = QStringLiteral("%");
    add(tr("Pending pods"), {}, {count([](const ScenarioOutcome &o) { return o.pending; }), 0, Good::Less});
    add(tr("Pods that lose their node for good"), {},
        {count([](const ScenarioOutcome &o) { return o.lost.size(); }), 0, Good::Less});
    add(tr("CPU allocated"), percent, {share([](base::Symbol s) { return s.text() == "cpu"; }), 1, Good::Neither});
    add(tr("Memory allocated"), percent,
        {share([](base::Symbol s) { return s.text() == "memory"; }), 1, Good::Neither});
    add(tr("GPUs allocated"), percent,
        {share([](base::Symbol s) { return s.text().ends_with("/gpu"); }), 1, Good::Neither});
    add(tr("Pod slots taken"), percent, {share([](base::Symbol s) { return s.text() == "pods"; }), 1, Good::Neither});
    add(tr("Fragmentation"), percent,
        {[](const api::ScenarioResult &r) { return std::optional(100 * r.outcome->fragmentation.total); }, 1,
            Good::Less});
    add(tr("Nodes"), {}, {count([](const ScenarioOutcome &o) { return o.nodes; }), 0, Good::Neither});
    add(tr("Nodes cordoned"), {}, {count([](const ScenarioOutcome &o) { return o.cordoned; }), 0, Good::Neither});
    add(tr("Pods on nodes"), {}, {count([](const ScenarioOutcome &o) { return o.running; }), 0, Good::Neither});
    return out;
}

std::vector<PendingChange> pendingChanges(const ScenarioOutcome &base, const ScenarioOutcome &outcome)
{
    using Key = std::pair<int, std::string_view>;
    std::map<Key, PendingChange> changes;
    const auto at = [&](const ScenarioPod &pod) -> PendingChange & {
        const bool undecided = pod.outcome == DecisionOutcome::NotDecidable;
        const model::ReasonCode code = undecided ? model::ReasonCode::UndecidableRule : pod.reason;
        PendingChange &change = changes[{int(code), pod.subject.text()}];
        change.reason = code;
        change.subject = pod.subject;
        return change;
    };
    const auto pend = [](const ScenarioOutcome &of) {
        absl::flat_hash_map<std::string_view, const ScenarioPod *> out;
        for (const ScenarioPod &pod : of.pods) {
            if (pod.outcome != DecisionOutcome::Placed)
                out.emplace(pod.pod->uid, &pod);
        }
        return out;
    };
    const auto before = pend(base);
    const auto after = pend(outcome);
    for (const ScenarioPod &pod : outcome.pods) {
        if (pod.outcome != DecisionOutcome::Placed && !before.contains(pod.pod->uid)) {
            PendingChange &change = at(pod);
            ++change.more;
            change.pods.push_back(&pod);
        }
    }
    for (const ScenarioPod &pod : base.pods) {
        if (pod.outcome != DecisionOutcome::Placed && !after.contains(pod.pod->uid)) {
            PendingChange &change = at(pod);
            --change.more;
            if (change.pods.size() < std::size_t(std::abs(change.more)))
                change.pods.push_back(&pod);
        }
    }
    std::vector<PendingChange> out;
    for (auto &[key, change] : changes) {
        if (change.more != 0)
            out.push_back(std::move(change));
    }
    std::stable_sort(
        out.begin(), out.end(), [](const PendingChange &a, const PendingChange &b) { return a.more > b.more; });
    return out;
}

std::vector<const ScenarioPod *> newPlaces(const ScenarioOutcome &base, const ScenarioOutcome &outcome)
{
    absl::flat_hash_set<std::string_view> already;
    for (const ScenarioPod &pod : base.pods) {
        if (pod.outcome == DecisionOutcome::Placed)
            already.insert(pod.pod->uid);
    }
    std::vector<const ScenarioPod *> out;
    for (const ScenarioPod &pod : outcome.pods) {
        if (pod.outcome == DecisionOutcome::Placed && !already.contains(pod.pod->uid))
            out.push_back(&pod);
    }
    return out;
}

} // namespace binnacle::models
