// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/parity/planned.h"

#include "backend/kube/inventory_builder.h"
#include "backend/kube/json.h"
#include "backend/kube/manifest.h"
#include "backend/kube/scheduler_config.h"
#include "planner/engine/cluster_cache.h"
#include "planner/engine/cycle.h"
#include "planner/engine/decide.h"
#include "planner/engine/trial.h"
#include "planner/framework/policy.h"
#include "planner/plugins/registry.h"

#include <absl/container/flat_hash_map.h>
#include <absl/numeric/int128.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace binnacle::parity {

namespace {

constexpr kube::DocumentLimits limits{std::size_t{64} << 20, 64, 5'000'000, 5'000'000};
/// Gates that are options here: of every plugin that has an option of that name.
struct Gate {
    std::string_view name;
    std::string_view option;
};
constexpr std::array<Gate, 2> gates{
    {{"TaintTolerationComparisonOperators", "comparisonOperators"}, {"VolumeLimitScaling", "driverMustBeThere"}}};

/// One that has no counterpart here, and is off by default.
constexpr std::string_view offByDefault = "StorageCapacityScoring";

struct Objects {
    std::map<std::string, model::PodPtr> asked; ///< by "namespace/name"
    model::ClusterDelta cluster;
};

absl::StatusOr<Objects> readObjects(kube::Value root)
{
    Objects out;
    for (const kube::Entry name : root["decide"]) {
        out.asked.emplace(name.value.text(), nullptr);
    }
    kube::InventoryBuilder inventory;
    model::Inventory::Known known;
    for (const kube::Entry object : root["objects"]) {
        const std::string_view kind = object.value["kind"].text();
        if (kind == "Pod") {
            auto pod = kube::decodePod(object.value, kube::ObjectOrigin::Served);
            if (!pod.ok()) {
                return pod.status();
            }
            // A pod that is asked about is pending, even where it names a node.
            if (const auto it = out.asked.find((*pod)->key.text()); it != out.asked.end()) {
                it->second = *std::move(pod);
            } else {
                out.cluster.pods.push_back(*std::move(pod));
            }
        } else if (kind == "Node") {
            auto node = kube::decodeNode(object.value);
            if (!node.ok()) {
                return node.status();
            }
            out.cluster.nodes.push_back(*std::move(node));
        } else if (auto taken = kube::addToInventory(object.value, kind, inventory, known); !taken.ok()) {
            return taken.status();
        }
    }
    inventory.storage().known = model::Volumes::Known::all(); // a case lists all there is
    known.namespaces = known.workloads = known.budgets = known.devices = true;
    out.cluster.inventory = inventory.build(known);
    return out;
}

/// Whether a sum or a product of the scheduler's would leave 63 bits. Its numbers wrap around then, and what it answers is an
/// accident; here they saturate.
bool wraps(const Objects &objects)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const model::NodePtr &node : objects.cluster.nodes) {
        const model::Resources &free = node->allocatable;
        if (std::max({free.cpuMilli, free.memoryBytes, free.ephemeralStorageBytes}) > most / 100) {
            return true;
        }
    }
    absl::flat_hash_map<base::Symbol, std::array<absl::int128, 3>> sums;
    std::array<absl::int128, 3> largest{};
    const auto add = [](std::array<absl::int128, 3> &to, const model::Pod &pod) {
        to[0] += std::max({pod.request.cpuMilli, pod.nonZeroRequest.cpuMilli, pod.scoredRequest.cpuMilli});
        to[1] += std::max({pod.request.memoryBytes, pod.nonZeroRequest.memoryBytes, pod.scoredRequest.memoryBytes});
        to[2] += pod.request.ephemeralStorageBytes;
    };
    for (const model::PodPtr &pod : objects.cluster.pods) {
        add(sums[pod->nodeName], *pod);
    }
    for (const auto &[name, pod] : objects.asked) {
        std::array<absl::int128, 3> own{};
        if (pod) {
            add(own, *pod);
        }
        for (std::size_t i = 0; i < own.size(); ++i) {
            largest[i] = std::max(largest[i], own[i]);
        }
    }
    sums.try_emplace({});
    return std::any_of(sums.begin(), sums.end(), [&](const auto &sum) {
        return sum.second[0] + largest[0] > most || sum.second[1] + largest[1] > most
            || sum.second[2] + largest[2] > most;
    });
}

/// The policy under which pods of that scheduler are decided.
absl::StatusOr<framework::PolicyPtr> policyOf(
    const kube::SchedulerConfig &config, const std::string &schedulerName, const std::set<std::string_view> &switchedOn)
{
    framework::PolicyChanges changes = config.changesFor(schedulerName);
    for (const framework::Registration &entry : plugins::registry().entries()) {
        for (const framework::Option &option : entry.options) {
            if (switchedOn.contains(option.name)) {
                changes.settings[std::string(entry.name)].insert_or_assign(std::string(option.name), "true");
            }
        }
    }
    return framework::Policy::make(plugins::registry(), changes);
}

/// The configuration as a text of its own: it is read as a file is.
absl::StatusOr<kube::SchedulerConfig> readConfiguration(std::string_view line)
{
    const nlohmann::json all = nlohmann::json::parse(line, nullptr, false);
    if (!all.is_object() || !all.contains("configuration") || all["configuration"].is_null()) {
        return kube::SchedulerConfig{};
    }
    return kube::parseSchedulerConfig("configuration", all["configuration"].dump());
}

/// In kube-scheduler's queue are only the pods of its profiles: others hold no room.
void dropForeignNominations(Objects &objects, const kube::SchedulerConfig &config)
{
    const auto known = [&](const std::string &schedulerName) {
        return config.profiles.empty()
            ? schedulerName == "default-scheduler"
            : std::any_of(config.profiles.begin(), config.profiles.end(),
                [&](const kube::SchedulerProfile &profile) { return profile.schedulerName == schedulerName; });
    };
    for (model::PodPtr &pod : objects.cluster.pods) {
        if (!pod->assigned() && !pod->nominatedNodeName.empty() && !known(pod->schedulerName)) {
            auto copy = std::make_shared<model::Pod>(*pod);
            copy->nominatedNodeName.clear();
            pod = std::move(copy);
        }
    }
}

std::vector<plugins::PreemptionCandidate> candidates(
    const model::Snapshot &snapshot, const model::Decision &decision, const framework::Policy &policy)
{
    if (!decision.preemption || decision.preemption->kind == model::PreemptionAdvice::Kind::Never
        || decision.preemption->kind == model::PreemptionAdvice::Kind::AwaitsVictims) {
        return {};
    }
    const engine::Cycle cycle(snapshot, *decision.podValue, policy);
    return plugins::preemptionCandidates({snapshot, *decision.podValue, decision.rejected, 0,
        [&](const model::NodeInfo &node, const std::vector<model::PodPtr> &pods) {
            return std::make_unique<engine::Trial>(cycle, node, pods);
        }});
}

} // namespace

absl::StatusOr<Planned> plan(std::string_view line)
{
    static kube::JsonReader reader;
    const absl::StatusOr<kube::Document> document = reader.parse("case", line, limits);
    if (!document.ok()) {
        return document.status();
    }
    const kube::Value root = document->root();
    Planned out;
    std::set<std::string_view> switchedOn;
    for (const kube::Entry gate : root["featureGates"]) {
        const auto known =
            std::find_if(gates.begin(), gates.end(), [&](const Gate &one) { return one.name == gate.key.text(); });
        if (known != gates.end() && gate.value.boolean()) {
            switchedOn.insert(known->option);
        } else if (known == gates.end() && !(gate.key.text() == offByDefault && !gate.value.boolean())) {
            out.skipped = std::string(gate.key.text());
            return out;
        }
    }
    absl::StatusOr<Objects> objects = readObjects(root);
    if (!objects.ok()) {
        return objects.status();
    }
    if (wraps(*objects)) {
        out.skipped = "sums beyond 63 bits, which wrap around in kube-scheduler";
        return out;
    }
    const absl::StatusOr<kube::SchedulerConfig> config = readConfiguration(line);
    if (!config.ok()) {
        return config.status();
    }
    // A pod that is asked about waits: where it is nominated for, unless it names a node.
    for (const auto &[name, pod] : objects->asked) {
        if (pod && !pod->assigned()) {
            objects->cluster.pods.push_back(pod);
        }
    }
    dropForeignNominations(*objects, *config);
    engine::ClusterCache cache;
    (void)cache.apply(objects->cluster);
    const model::SnapshotPtr snapshot = cache.snapshot();
    for (const kube::Entry name : root["decide"]) {
        const model::PodPtr &pod = objects->asked[std::string(name.value.text())];
        if (!pod) {
            return absl::InvalidArgumentError("no pod " + std::string(name.value.text()));
        }
        const absl::StatusOr<framework::PolicyPtr> policy = policyOf(*config, pod->schedulerName, switchedOn);
        if (!policy.ok()) {
            return policy.status();
        }
        engine::DecideOptions options;
        options.worlds = 0;
        out.decisions.push_back(engine::decide(*snapshot, pod, **policy, options));
        out.candidates.push_back(candidates(*snapshot, out.decisions.back(), **policy));
    }
    return out;
}

} // namespace binnacle::parity
