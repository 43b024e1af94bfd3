// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"
#include "backend/kube/manifest_affinity.h"
#include "backend/kube/manifest_devices.h"
#include "backend/kube/manifest_fields.h"
#include "backend/kube/manifest_storage.h"
#include "backend/kube/pod_rules.h"
#include "backend/kube/text.h"

#include <absl/strings/match.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace binnacle::kube {

namespace {

using base::Symbol;
using model::UndecidedRule;

constexpr std::int64_t int32Least = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t int32Most = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t int64Least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64Most = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t messageBytes = 1024;

/// Fields of PodSpec (core/v1, v1.36) that are read here, or that no scheduler plugin reads.
constexpr std::string_view knownSpecFields[] = {"volumes", "initContainers", "containers", "ephemeralContainers",
    "restartPolicy", "terminationGracePeriodSeconds", "activeDeadlineSeconds", "dnsPolicy", "nodeSelector",
    "serviceAccountName", "serviceAccount", "automountServiceAccountToken", "nodeName", "hostNetwork", "hostPID",
    "hostIPC", "shareProcessNamespace", "securityContext", "imagePullSecrets", "hostname", "subdomain", "affinity",
    "schedulerName", "tolerations", "hostAliases", "priorityClassName", "priority", "dnsConfig", "readinessGates",
    "runtimeClassName", "enableServiceLinks", "preemptionPolicy", "overhead", "topologySpreadConstraints",
    "setHostnameAsFQDN", "os", "hostUsers", "schedulingGates", "resourceClaims", "resources", "hostnameOverride",
    "workloadRef", "schedulingGroup"};

class PodReader {
public:
    PodReader(Value object, ObjectOrigin origin, const TemplateOwner *owner)
        : m_object(object),
          m_origin(origin),
          m_owner(owner),
          m_root(object, "Pod", m_status),
          m_pod(std::make_shared<model::Pod>())
    {
        if (origin == ObjectOrigin::Served) {
            m_quantities.saturated = &m_saturated;
        }
    }

    absl::StatusOr<std::shared_ptr<model::Pod>> run()
    {
        const Fields metadata = m_root.object("metadata");
        const Fields spec = m_root.object("spec");
        readMetadata(metadata);
        readSpec(spec);
        readStatus(m_root.object("status"));
        if (!m_status.ok()) {
            return m_status;
        }
        if (m_saturated) {
            mark(UndecidedRule::Unrecognised);
        }
        m_pod->finish();
        return m_pod;
    }

private:
    void mark(UndecidedRule rule) { m_pod->undecided |= bit(rule); }

    void readMetadata(const Fields &metadata)
    {
        model::Pod &pod = *m_pod;
        pod.key.name = metadata.text("name");
        pod.key.ns = metadata.text("namespace");
        if (pod.key.name.empty() && m_origin == ObjectOrigin::Manifest) {
            pod.key.name = metadata.text("generateName");
        }
        if (m_owner != nullptr) {
            pod.key = {m_owner->ns, m_owner->name};
            pod.ownerKind = m_owner->kind;
            pod.ownerName = m_owner->name;
        }
        if (pod.key.name.empty()) {
            m_root.fail(metadata ? metadata.value() : m_object, "a Pod without metadata.name");
        }
        if (pod.key.ns.empty()) {
            pod.key.ns = "default";
        }
        pod.uid = uidOr(metadata.text("uid"), pod.key);
        pod.resourceVersion = metadata.text("resourceVersion");
        pod.created = metadata.time("creationTimestamp");
        if (const auto deletion = metadata.time("deletionTimestamp"); deletion != base::TimePoint{}) {
            pod.deletionTimestamp = deletion;
        }
        pod.labels = model::Labels(metadata.textMap("labels"));
        for (const std::string_view map : {"labels", "annotations"}) {
            for (const Entry entry : metadata.object(map).value()) {
                if (isGroupKey(entry.key.text())) {
                    mark(UndecidedRule::WorkloadGroup);
                }
            }
        }
        for (const Entry entry : metadata.list("ownerReferences")) {
            const Fields owner = metadata.element(entry.value, "ownerReferences");
            if (owner.boolean("controller")) {
                pod.ownerApiVersion = owner.text("apiVersion");
                pod.ownerKind = owner.text("kind");
                pod.ownerName = owner.text("name");
            }
        }
    }

    void readSpec(const Fields &spec)
    {
        model::Pod &pod = *m_pod;
        if (spec.list("containers").size() == 0) {
            m_root.fail(spec ? spec.value() : m_object, "a Pod without spec.containers");
        }
        checkSpecFields(spec);
        pod.schedulerName = spec.text("schedulerName");
        if (pod.schedulerName.empty()) {
            pod.schedulerName = "default-scheduler";
        }
        pod.nodeName = Symbol(spec.text("nodeName"));
        pod.priority = static_cast<std::int32_t>(spec.integer("priority", int32Least, int32Most));
        pod.neverPreempts = spec.text("preemptionPolicy") == neverPreempts;
        for (const Entry gate : spec.list("schedulingGates")) {
            pod.schedulingGates.emplace_back(spec.element(gate.value, "schedulingGates").text("name"));
        }
        pod.nodeSelector = spec.textMap("nodeSelector");
        readTolerations(spec);
        m_hostNetwork = spec.boolean("hostNetwork");
        if (m_owner != nullptr && m_owner->kind == "DaemonSet") {
            for (model::Toleration &toleration : daemonSetTolerations(m_hostNetwork)) {
                pod.tolerations.push_back(std::move(toleration));
            }
        }
        readAffinity(spec.object("affinity"), pod);
        readSpread(spec, pod);
        readContainers(spec, "initContainers", true);
        readContainers(spec, "containers", false);
        readPodLevel(spec.object("resources"));
        pod.overhead = readResources(spec, "overhead", m_quantities);
        readVolumes(spec);
        readRulesOfOtherPlugins(spec);
    }

    void checkSpecFields(const Fields &spec)
    {
        for (const Entry entry : spec.value()) {
            const std::string_view key = entry.key.text();
            const auto known = std::find(std::begin(knownSpecFields), std::end(knownSpecFields), key);
            if (known != std::end(knownSpecFields) || !entry.value) {
                continue;
            }
            const auto similar =
                std::find_if(std::begin(knownSpecFields), std::end(knownSpecFields), [key](std::string_view name) {
                    return absl::EqualsIgnoreCase({name.data(), name.size()}, {key.data(), key.size()});
                });
            if (similar != std::end(knownSpecFields)) {
                spec.fail(entry.key, fmt::format("spec.{} is not a field of a Pod; {} is", key, *similar));
            }
            mark(UndecidedRule::Unrecognised);
        }
    }

    void readTolerations(const Fields &spec)
    {
        for (const Entry entry : spec.list("tolerations")) {
            const Fields fields = spec.element(entry.value, "tolerations");
            const auto op = tolerationOperator(fields.text("operator"));
            const auto effect = taintEffect(fields.text("effect"));
            model::Toleration toleration;
            toleration.key = Symbol(fields.text("key"));
            toleration.value = fields.text("value");
            toleration.tolerationSeconds = fields.optionalInteger("tolerationSeconds", int64Least, int64Most);
            if (!op || !effect) {
                mark(UndecidedRule::Unrecognised);
            }
            toleration.op = op.value_or(model::Toleration::Operator::Equal);
            toleration.effect = effect.value_or(model::TaintEffect::None);
            m_pod->tolerations.push_back(std::move(toleration));
        }
    }

    void readContainers(const Fields &spec, std::string_view key, bool init)
    {
        for (const Entry entry : spec.list(key)) {
            const Fields fields = spec.element(entry.value, key);
            model::ContainerResources container;
            container.name = fields.text("name");
            readImage(fields.text("image"));
            container.init = init;
            container.sidecar = init && fields.text("restartPolicy") == "Always";
            const Fields resources = fields.object("resources");
            container.limits = readResources(resources, "limits", m_quantities);
            container.requests = readRequests(resources, nullptr);
            readRestartRules(fields);
            if (!init || container.sidecar) {
                readPorts(fields);
            }
            m_pod->containers.push_back(std::move(container));
        }
    }

    void readRestartRules(const Fields &container)
    {
        for (const Entry entry : container.list("restartPolicyRules")) {
            const Fields rule = container.element(entry.value, "restartPolicyRules");
            if (rule.text("action") == "RestartAllContainers") {
                m_pod->requiredFeatures |= featureBit(model::NodeFeature::RestartAllContainersOnContainerExits);
            }
        }
    }

    void readImage(std::string_view name)
    {
        if (!name.empty()) {
            m_pod->images.emplace_back(imageName(name));
        }
    }

    /// What is requested, and for what only has a limit, that limit (as the API server defaults it).
    model::Resources readRequests(const Fields &resources, std::vector<Symbol> *names) const
    {
        model::Resources requests = readResources(resources, "requests", m_quantities, names);
        const Value asked = resources.value()["requests"];
        for (const Entry entry : resources.object("limits").value()) {
            if (asked[entry.key.text()]) {
                continue;
            }
            const Value value = entry.value;
            const std::string text =
                value.kind() == ValueKind::Int ? std::to_string(value.integer()) : std::string(value.text());
            if (const auto quantity = base::Quantity::parse(text); quantity.ok()) {
                requests.set(Symbol(entry.key.text()), *quantity);
                if (names != nullptr) {
                    names->emplace_back(entry.key.text());
                }
            }
        }
        return requests;
    }

    void readPorts(const Fields &container)
    {
        for (const Entry entry : container.list("ports")) {
            const Fields fields = container.element(entry.value, "ports");
            std::int64_t port = fields.integer("hostPort", 0, 65535);
            const std::int64_t containerPort = fields.integer("containerPort", 0, 65535);
            if (port == 0 && m_hostNetwork) {
                port = containerPort;
            }
            if (port == 0) {
                continue;
            }
            const std::string_view protocol = fields.text("protocol");
            model::HostPort hostPort;
            hostPort.ip = fields.text("hostIP");
            hostPort.protocol = Symbol(protocol.empty() ? "TCP" : protocol);
            hostPort.port = static_cast<std::int32_t>(port);
            m_pod->hostPorts.push_back(std::move(hostPort));
        }
    }

    void readPodLevel(const Fields &resources)
    {
        if (!resources) {
            return;
        }
        model::Resources requests = readResources(resources, "requests", m_quantities, &m_pod->podLevelNames);
        // A pod-level limit stands in for a request only where no container asks for that resource.
        const model::Resources limits = readResources(resources, "limits", m_quantities);
        const Value asked = resources.value()["requests"];
        for (const Entry entry : resources.object("limits").value()) {
            const Symbol name(entry.key.text());
            const bool byContainer = std::any_of(
                m_pod->containers.begin(), m_pod->containers.end(), [name](const model::ContainerResources &c) {
                    return c.requests.has(name) || c.requests.get(name) != 0;
                });
            if (asked[entry.key.text()] || byContainer) {
                continue;
            }
            requests.set(name, quantityOf(name, limits.get(name)));
            m_pod->podLevelNames.push_back(name);
        }
        m_pod->podLevelRequests = requests;
    }

    static base::Quantity quantityOf(Symbol name, std::int64_t amount)
    {
        return name == model::resource::cpu ? base::Quantity::fromMilli(amount) : base::Quantity::fromUnits(amount);
    }

    void readVolumes(const Fields &spec)
    {
        model::PodVolumes volumes;
        for (const Entry entry : spec.list("volumes")) {
            const Fields volume = spec.element(entry.value, "volumes");
            if (!readPodVolume(volume, m_pod->key.name, volumes.list)) {
                mark(UndecidedRule::Volumes);
            }
            if (const Fields image = volume.object("image")) {
                readImage(image.text("reference"));
            }
        }
        if (!volumes.list.empty()) {
            volumes.finish();
            m_pod->volumes = std::make_shared<const model::PodVolumes>(std::move(volumes));
        }
    }

    void readRulesOfOtherPlugins(const Fields &spec)
    {
        m_pod->claims = readPodClaims(spec, m_root.object("status"));
        if (m_hostNetwork && spec.value()["hostUsers"] && !spec.boolean("hostUsers")) {
            m_pod->requiredFeatures |= featureBit(model::NodeFeature::UserNamespacesHostNetworkSupport);
        }
        if (spec.object("workloadRef") || spec.object("schedulingGroup")) {
            mark(UndecidedRule::WorkloadGroup);
        }
        // Admission adds the overhead, node selector and tolerations of the class, which a manifest does not hold.
        if (m_origin == ObjectOrigin::Manifest && !spec.text("runtimeClassName").empty() && !spec.value()["overhead"]) {
            mark(UndecidedRule::Unrecognised);
        }
    }

    void readStatus(const Fields &status)
    {
        model::Pod &pod = *m_pod;
        pod.phase = podPhase(status.text("phase"));
        pod.nominatedNodeName = status.text("nominatedNodeName");
        if (const auto start = status.time("startTime"); start != base::TimePoint{}) {
            pod.startTime = start;
        }
        if (status.object("extendedResourceClaimStatus")) {
            mark(UndecidedRule::ResourceClaims);
        }
        if (!status.text("resize").empty()) {
            mark(UndecidedRule::InPlaceResize);
        }
        for (const Entry entry : status.list("conditions")) {
            readCondition(status.element(entry.value, "conditions"));
        }
        for (const std::string_view list : {"initContainerStatuses", "containerStatuses"}) {
            for (const Entry entry : status.list(list)) {
                readContainerStatus(status.element(entry.value, list), list == "containerStatuses");
            }
        }
        if (const Fields resources = status.object("resources")) {
            bool saturated = false;
            const QuantityRules rules{false, m_quantities.saturated != nullptr ? &saturated : nullptr};
            chargePodResize(pod, readResources(resources, "requests", rules),
                readResources(status, "allocatedResources", rules), m_infeasibleResize);
        }
    }

    void readCondition(const Fields &condition)
    {
        const std::string_view type = condition.text("type");
        const auto state = conditionStatus(condition.text("status"));
        if (isResizeCondition(type) && state == model::ConditionStatus::True) {
            mark(UndecidedRule::InPlaceResize);
        }
        m_pod->preempted = m_pod->preempted || isPreemption(type, condition.text("status"), condition.text("reason"));
        m_infeasibleResize |= type == "PodResizePending" && condition.text("reason") == "Infeasible";
        if (type == "PodScheduled" && state == model::ConditionStatus::False) {
            m_pod->scheduledReason = firstBytes(condition.text("reason"), messageBytes);
            m_pod->scheduledMessage = firstBytes(condition.text("message"), messageBytes);
        }
    }

    void readContainerStatus(const Fields &reported, bool counts)
    {
        const std::int64_t restarts = reported.integer("restartCount", 0, int32Most);
        if (counts) {
            m_pod->restarts = static_cast<std::int32_t>(std::min(m_pod->restarts + restarts, int32Most));
        }
        const std::string_view name = reported.text("name");
        const auto spec = std::find_if(m_pod->containers.begin(), m_pod->containers.end(),
            [name](const model::ContainerResources &c) { return c.name == name; });
        // An init container that has ended holds nothing; without what it has, what is asked counts.
        if (spec == m_pod->containers.end() || (spec->init && !spec->sidecar) || !reported.object("resources")) {
            return;
        }
        bool saturated = false; // what is reported decides nothing by itself
        const QuantityRules reportedRules{false, m_quantities.saturated != nullptr ? &saturated : nullptr};
        const model::Resources allocated = readResources(reported, "allocatedResources", reportedRules);
        const model::Resources actual = readResources(reported.object("resources"), "requests", reportedRules);
        if (chargeResize(spec->requests, actual, allocated, m_infeasibleResize)) {
            mark(UndecidedRule::InPlaceResize);
        }
    }

    absl::Status m_status;
    Value m_object;
    ObjectOrigin m_origin;
    const TemplateOwner *m_owner;
    Fields m_root;
    std::shared_ptr<model::Pod> m_pod;
    QuantityRules m_quantities;
    bool m_saturated = false;
    bool m_hostNetwork = false;
    bool m_infeasibleResize = false;
};

} // namespace

absl::StatusOr<std::shared_ptr<model::Pod>> decodePod(Value object, ObjectOrigin origin)
{
    return PodReader(object, origin, nullptr).run();
}

absl::StatusOr<std::shared_ptr<model::Pod>> decodePodTemplate(Value podTemplate, const TemplateOwner &owner)
{
    return PodReader(podTemplate, ObjectOrigin::Manifest, &owner).run();
}

} // namespace binnacle::kube
