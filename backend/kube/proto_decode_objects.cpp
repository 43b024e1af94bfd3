// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/pod_rules.h"
#include "backend/kube/proto_decode.h"
#include "backend/kube/proto_selectors.h"
#include "backend/kube/proto_storage.h"
#include "planner/model/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace binnacle::kube {

namespace {

using base::Symbol;
using model::UndecidedRule;

constexpr std::size_t maxMessageBytes = 1024; // of a condition's message that is kept

template <typename Message> bool parse(Message &message, std::string_view bytes)
{
    return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

base::TimePoint timePoint(const wire::Time &time)
{
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 1'000'000'000 - 1;
    if (time.seconds() < -limit || time.seconds() > limit) {
        return {};
    }
    return base::TimePoint(std::chrono::seconds(time.seconds()) + std::chrono::nanoseconds(time.nanos()));
}

std::optional<base::TimePoint> optionalTime(bool present, const wire::Time &time)
{
    if (!present || (time.seconds() == 0 && time.nanos() == 0)) {
        return std::nullopt;
    }
    return timePoint(time);
}

/// Not more than the limit, cut between characters.
std::string shortened(const std::string &text)
{
    std::size_t length = std::min(text.size(), maxMessageBytes);
    while (length > 0 && length < text.size() && (static_cast<std::uint8_t>(text[length]) & 0xc0) == 0x80) {
        --length;
    }
    return text.substr(0, length);
}

/// A quantity beyond 128 bits saturates, as Quantity.Value() does; a pod that asks for one is not decided.
absl::Status fill(model::Resources &resources, const google::protobuf::RepeatedPtrField<wire::QuantityPair> &pairs,
    std::string_view field, model::UndecidedRules *undecided)
{
    for (const wire::QuantityPair &pair : pairs) {
        absl::StatusOr<base::Quantity> quantity = base::Quantity::parse(pair.value().text());
        if (absl::IsOutOfRange(quantity.status()) && !pair.value().text().starts_with('-')) {
            if (undecided != nullptr) {
                *undecided |= bit(UndecidedRule::Unrecognised);
            }
            quantity = base::Quantity::fromUnits(std::numeric_limits<std::int64_t>::max());
        }
        if (!quantity.ok()) {
            return absl::Status(quantity.status().code(),
                fmt::format("{}[{}]: {}", field, pair.key(), std::string(quantity.status().message())));
        }
        resources.set(Symbol(pair.key()), *quantity);
    }
    return absl::OkStatus();
}

/// Builds one pod; lives for one call.
class PodBuilder {
public:
    PodBuilder(const wire::Pod &from, model::Pod &pod) : m_from(from), m_pod(pod) { }

    absl::Status build()
    {
        identity();
        spec();
        if (absl::Status status = containers(); !status.ok()) {
            return status;
        }
        if (absl::Status status = settlePod(); !status.ok()) {
            return status;
        }
        affinity();
        spread();
        images();
        rules();
        claims();
        features();
        status();
        m_pod.finish();
        return absl::OkStatus();
    }

private:
    using Kind = model::AffinityTerm::Kind;

    void mark(UndecidedRule rule, bool when = true)
    {
        if (when) {
            m_pod.undecided |= bit(rule);
        }
    }

    void identity()
    {
        const wire::ObjectMeta &meta = m_from.metadata();
        m_pod.key = {meta.namespace_(), meta.name()};
        m_pod.uid = uidOr(meta.uid(), m_pod.key);
        m_pod.resourceVersion = meta.resourceversion();
        m_pod.created = timePoint(meta.creationtimestamp());
        m_pod.deletionTimestamp = optionalTime(meta.has_deletiontimestamp(), meta.deletiontimestamp());
        m_pod.labels = labelsOf(meta.labels());
        for (const wire::OwnerReference &owner : meta.ownerreferences()) {
            if (owner.controller()) {
                m_pod.ownerApiVersion = owner.apiversion();
                m_pod.ownerKind = owner.kind();
                m_pod.ownerName = owner.name();
            }
        }
    }

    void spec()
    {
        const wire::PodSpec &spec = m_from.spec();
        m_pod.schedulerName = spec.schedulername();
        m_pod.nodeName = Symbol(spec.nodename());
        m_pod.priority = spec.priority();
        m_pod.neverPreempts = spec.preemptionpolicy() == neverPreempts;
        for (const wire::PodSchedulingGate &gate : spec.schedulinggates()) {
            m_pod.schedulingGates.push_back(gate.name());
        }
        m_pod.tolerations.reserve(static_cast<std::size_t>(spec.tolerations_size()));
        for (const wire::Toleration &from : spec.tolerations()) {
            model::Toleration toleration;
            toleration.key = Symbol(from.key());
            const auto op = tolerationOperator(from.operator_());
            const auto effect = taintEffect(from.effect());
            mark(UndecidedRule::Unrecognised, !op || !effect);
            toleration.op = op.value_or(model::Toleration::Operator::Equal);
            toleration.value = from.value();
            toleration.effect = effect.value_or(model::TaintEffect::None);
            if (from.has_tolerationseconds()) {
                toleration.tolerationSeconds = from.tolerationseconds();
            }
            m_pod.tolerations.push_back(std::move(toleration));
        }
        for (const wire::TextPair &pair : spec.nodeselector()) {
            m_pod.nodeSelector.emplace_back(Symbol(pair.key()), pair.value());
        }
    }

    absl::Status containers()
    {
        const wire::PodSpec &spec = m_from.spec();
        m_pod.containers.reserve(static_cast<std::size_t>(spec.containers_size() + spec.initcontainers_size()));
        for (const wire::Container &container : spec.initcontainers()) {
            if (absl::Status status = addContainer(container, true); !status.ok()) {
                return status;
            }
        }
        for (const wire::Container &container : spec.containers()) {
            if (absl::Status status = addContainer(container, false); !status.ok()) {
                return status;
            }
        }
        if (spec.has_resources()) {
            m_pod.podLevelRequests.emplace();
            if (absl::Status status = fill(
                    *m_pod.podLevelRequests, spec.resources().requests(), "spec.resources.requests", &m_pod.undecided);
                !status.ok()) {
                return status;
            }
            for (const wire::QuantityPair &pair : spec.resources().requests()) {
                m_pod.podLevelNames.emplace_back(pair.key());
            }
        }
        return fill(m_pod.overhead, spec.overhead(), "spec.overhead", &m_pod.undecided);
    }

    absl::Status addContainer(const wire::Container &from, bool init)
    {
        model::ContainerResources &container = m_pod.containers.emplace_back();
        container.name = from.name();
        container.init = init;
        container.sidecar = init && from.restartpolicy() == "Always";
        if (absl::Status status =
                fill(container.requests, from.resources().requests(), "resources.requests", &m_pod.undecided);
            !status.ok()) {
            return status;
        }
        if (absl::Status status =
                fill(container.limits, from.resources().limits(), "resources.limits", &m_pod.undecided);
            !status.ok()) {
            return status;
        }
        if (!init || container.sidecar) { // others have ended before the pod's ports are held
            for (const wire::ContainerPort &port : from.ports()) {
                if (port.hostport() > 0) {
                    m_pod.hostPorts.push_back(
                        {port.hostip(), Symbol(port.protocol().empty() ? "TCP" : port.protocol()), port.hostport()});
                }
            }
        }
        return settle(container);
    }

    /// What a status says that a container, or the pod, has and was given. Nothing where it says not what it has.
    template <typename Status, typename Charge> absl::Status settle(const Status &status, Charge charge)
    {
        if (!status.has_resources()) {
            return absl::OkStatus();
        }
        model::Resources reported;
        if (absl::Status bad = fill(reported, status.resources().requests(), "status.resources", nullptr); !bad.ok()) {
            return bad;
        }
        model::Resources allocated;
        if (absl::Status bad = fill(allocated, status.allocatedresources(), "status.allocatedResources", nullptr);
            !bad.ok()) {
            return bad;
        }
        const auto &conditions = m_from.status().conditions();
        const bool infeasible =
            std::any_of(conditions.begin(), conditions.end(), [](const wire::PodCondition &condition) {
                return condition.type() == "PodResizePending" && condition.reason() == "Infeasible";
            });
        charge(reported, allocated, infeasible);
        return absl::OkStatus();
    }

    absl::Status settle(model::ContainerResources &container)
    {
        const wire::ContainerStatus *status = statusOf(container.name, container.init);
        if (status == nullptr || (container.init && !container.sidecar)) {
            return absl::OkStatus();
        }
        return settle(*status, [&](const auto &reported, const auto &allocated, bool infeasible) {
            mark(UndecidedRule::InPlaceResize, chargeResize(container.requests, reported, allocated, infeasible));
        });
    }

    absl::Status settlePod()
    {
        return settle(m_from.status(), [&](const auto &reported, const auto &allocated, bool infeasible) {
            chargePodResize(m_pod, reported, allocated, infeasible);
        });
    }

    [[nodiscard]] const wire::ContainerStatus *statusOf(const std::string &name, bool init) const
    {
        const auto &list = init ? m_from.status().initcontainerstatuses() : m_from.status().containerstatuses();
        const auto found =
            std::find_if(list.begin(), list.end(), [&](const wire::ContainerStatus &s) { return s.name() == name; });
        return found == list.end() ? nullptr : &*found;
    }

    model::NodeSelectorTerm nodeTerm(const wire::NodeSelectorTerm &from)
    {
        bool known = true;
        model::NodeSelectorTerm term{requirementsOf(from.matchexpressions(), selectorOperator, known),
            requirementsOf(from.matchfields(), selectorOperator, known)};
        mark(UndecidedRule::Unrecognised, !known);
        return term;
    }

    void affinity()
    {
        const wire::Affinity &from = m_from.spec().affinity();
        const wire::NodeAffinity &node = from.nodeaffinity();
        m_pod.hasRequiredNodeAffinity = node.has_required();
        for (const wire::NodeSelectorTerm &term : node.required().nodeselectorterms()) {
            m_pod.requiredNodeTerms.push_back(nodeTerm(term));
        }
        for (const wire::PreferredSchedulingTerm &term : node.preferred()) {
            m_pod.preferredNodeTerms.push_back({term.weight(), nodeTerm(term.preference())});
        }
        podAffinity(from.podaffinity(), Kind::RequiredAffinity, Kind::PreferredAffinity);
        podAffinity(from.podantiaffinity(), Kind::RequiredAntiAffinity, Kind::PreferredAntiAffinity);
    }

    void podAffinity(const wire::PodAffinity &from, Kind required, Kind preferred)
    {
        for (const wire::PodAffinityTerm &term : from.required()) {
            affinityTerm(term, required, 0);
        }
        for (const wire::WeightedPodAffinityTerm &term : from.preferred()) {
            affinityTerm(term.podaffinityterm(), preferred, term.weight());
        }
    }

    void affinityTerm(const wire::PodAffinityTerm &from, Kind kind, std::int32_t weight)
    {
        model::AffinityTerm &term = m_pod.affinityTerms.emplace_back();
        term.kind = kind;
        term.weight = weight;
        term.topologyKey = Symbol(from.topologykey());
        term.namespaces.assign(from.namespaces().begin(), from.namespaces().end());
        if (from.has_namespaceselector()) {
            term.namespaceSelector = selector(from.namespaceselector());
        }
        if (from.has_labelselector()) {
            term.selector = selector(from.labelselector());
        }
    }

    model::LabelSelector selector(const wire::LabelSelector &from)
    {
        bool known = true;
        model::LabelSelector out = selectorOf(from, known);
        mark(UndecidedRule::Unrecognised, !known);
        return out;
    }

    void spread()
    {
        for (const wire::TopologySpreadConstraint &from : m_from.spec().topologyspreadconstraints()) {
            const auto filters = spreadFilters(from.whenunsatisfiable());
            const auto affinity = honors(from.nodeaffinitypolicy(), true);
            const auto taints = honors(from.nodetaintspolicy(), false);
            mark(UndecidedRule::Unrecognised, !filters || !affinity || !taints);
            model::SpreadConstraint &constraint = m_pod.spreadConstraints.emplace_back();
            constraint.maxSkew = from.maxskew();
            constraint.topologyKey = Symbol(from.topologykey());
            constraint.filters = filters.value_or(true);
            if (from.has_labelselector()) {
                constraint.selector = selector(from.labelselector());
            }
            for (const std::string &key : from.matchlabelkeys()) {
                constraint.matchLabelKeys.emplace_back(key);
            }
            constraint.minDomains = from.has_mindomains() ? from.mindomains() : 1;
            constraint.honorAffinity = affinity.value_or(true);
            constraint.honorTaints = taints.value_or(false);
        }
    }

    void images()
    {
        const wire::PodSpec &spec = m_from.spec();
        for (const auto *list : {&spec.initcontainers(), &spec.containers()}) {
            for (const wire::Container &container : *list) {
                image(container.image());
            }
        }
        volumes();
        m_pod.images.shrink_to_fit();
    }

    void volumes()
    {
        model::PodVolumes volumes;
        wire::VolumeSource source;
        for (const wire::Volume &volume : m_from.spec().volumes()) {
            const bool known = source.ParseFromString(volume.volumesource())
                && addPodVolume(volume, source, m_pod.key.name, volumes.list);
            mark(UndecidedRule::Volumes, !known);
            if (source.has_image()) {
                image(source.image().reference());
            }
        }
        if (!volumes.list.empty()) {
            volumes.finish();
            m_pod.volumes = std::make_shared<const model::PodVolumes>(std::move(volumes));
        }
    }

    void image(const std::string &name)
    {
        if (!name.empty()) {
            m_pod.images.emplace_back(imageName(name));
        }
    }

    void rules()
    {
        const wire::PodSpec &spec = m_from.spec();
        mark(UndecidedRule::ResourceClaims, m_from.status().has_extendedresourceclaimstatus());
        const auto isGroup = [](const wire::TextPair &pair) { return isGroupKey(pair.key()); };
        const wire::ObjectMeta &meta = m_from.metadata();
        mark(UndecidedRule::WorkloadGroup,
            spec.has_workloadref() || spec.has_schedulinggroup()
                || std::any_of(meta.labels().begin(), meta.labels().end(), isGroup)
                || std::any_of(meta.annotations().begin(), meta.annotations().end(), isGroup));
    }

    void claims()
    {
        const wire::PodSpec &spec = m_from.spec();
        if (spec.resourceclaims_size() == 0) {
            return;
        }
        const auto optionalText = [](bool present, const std::string &text) {
            return present ? std::optional(text) : std::nullopt;
        };
        auto claims = std::make_shared<model::PodClaims>();
        for (const wire::PodResourceClaim &claim : spec.resourceclaims()) {
            claims->claims.push_back(
                {claim.name(), optionalText(claim.has_resourceclaimname(), claim.resourceclaimname()),
                    optionalText(claim.has_resourceclaimtemplatename(), claim.resourceclaimtemplatename())});
        }
        for (const wire::PodResourceClaimStatus &status : m_from.status().resourceclaimstatuses()) {
            claims->generated.push_back(
                {status.name(), optionalText(status.has_resourceclaimname(), status.resourceclaimname())});
        }
        m_pod.claims = std::move(claims);
    }

    /// What the node must declare (component-helpers/nodedeclaredfeatures, v0.36: InferForScheduling).
    void features()
    {
        const wire::PodSpec &spec = m_from.spec();
        if (spec.hostnetwork() && spec.has_hostusers() && !spec.hostusers()) {
            m_pod.requiredFeatures |= featureBit(model::NodeFeature::UserNamespacesHostNetworkSupport);
        }
        for (const auto *list : {&spec.initcontainers(), &spec.containers()}) {
            for (const wire::Container &container : *list) {
                const auto &rules = container.restartpolicyrules();
                if (std::any_of(rules.begin(), rules.end(), [](const wire::ContainerRestartRule &rule) {
                        return rule.action() == "RestartAllContainers";
                    })) {
                    m_pod.requiredFeatures |= featureBit(model::NodeFeature::RestartAllContainersOnContainerExits);
                }
            }
        }
    }

    void status()
    {
        const wire::PodStatus &status = m_from.status();
        m_pod.phase = podPhase(status.phase());
        m_pod.startTime = optionalTime(status.has_starttime(), status.starttime());
        m_pod.nominatedNodeName = status.nominatednodename();
        mark(UndecidedRule::InPlaceResize, !status.resize().empty());
        for (const wire::PodCondition &condition : status.conditions()) {
            mark(UndecidedRule::InPlaceResize, isResizeCondition(condition.type()) && condition.status() == "True");
            m_pod.preempted = m_pod.preempted || isPreemption(condition.type(), condition.status(), condition.reason());
            if (condition.type() == "PodScheduled" && condition.status() == "False") {
                m_pod.scheduledReason = shortened(condition.reason());
                m_pod.scheduledMessage = shortened(condition.message());
            }
        }
        std::int64_t restarts = 0;
        for (const wire::ContainerStatus &container : status.containerstatuses()) {
            restarts += container.restartcount();
        }
        m_pod.restarts =
            static_cast<std::int32_t>(std::clamp<std::int64_t>(restarts, 0, std::numeric_limits<std::int32_t>::max()));
    }

    const wire::Pod &m_from;
    model::Pod &m_pod;
};

void fillSystem(model::Node &node, const wire::NodeStatus &status)
{
    node.kubeletVersion = status.nodeinfo().kubeletversion();
    node.osImage = status.nodeinfo().osimage();
    node.kernelVersion = status.nodeinfo().kernelversion();
    node.containerRuntime = status.nodeinfo().containerruntimeversion();
    node.architecture = status.nodeinfo().architecture();
    for (const wire::NodeAddress &address : status.addresses()) {
        if (address.type() == "InternalIP" && node.internalIp.empty()) {
            node.internalIp = address.address();
        }
    }
    node.conditions.reserve(static_cast<std::size_t>(status.conditions_size()));
    for (const wire::NodeCondition &condition : status.conditions()) {
        node.conditions.push_back({Symbol(condition.type()), conditionStatus(condition.status()),
            shortened(condition.reason()), timePoint(condition.lasttransitiontime())});
    }
}

absl::Status nameless(std::string_view kind)
{
    return absl::InvalidArgumentError(fmt::format("a {} without a name", kind));
}

absl::Status tooBig() { return absl::ResourceExhaustedError(fmt::format("more than {} bytes", maxObjectBytes)); }

} // namespace

absl::StatusOr<model::PodPtr> ObjectDecoder::decodePod(std::string_view bytes, Containers containers)
{
    if (bytes.size() > maxObjectBytes) {
        return tooBig();
    }
    if (!parse(m_pod, bytes)) {
        return absl::InvalidArgumentError("not a protobuf Pod");
    }
    if (m_pod.metadata().name().empty()) {
        return nameless("Pod");
    }
    auto pod = std::make_shared<model::Pod>();
    if (absl::Status status = PodBuilder(m_pod, *pod).build(); !status.ok()) {
        return absl::Status(status.code(), fmt::format("Pod {}: {}", pod->key.text(), std::string(status.message())));
    }
    if (containers == Containers::Trim) {
        pod->containers = {};
    }
    pod->affinityTerms.shrink_to_fit();
    pod->spreadConstraints.shrink_to_fit();
    pod->hostPorts.shrink_to_fit();
    pod->nodeSelector.shrink_to_fit();
    return pod;
}

absl::StatusOr<model::NodePtr> ObjectDecoder::decodeNode(std::string_view bytes)
{
    if (bytes.size() > maxObjectBytes) {
        return tooBig();
    }
    if (!parse(m_node, bytes)) {
        return absl::InvalidArgumentError("not a protobuf Node");
    }
    const wire::ObjectMeta &meta = m_node.metadata();
    if (meta.name().empty()) {
        return nameless("Node");
    }
    auto node = std::make_shared<model::Node>();
    node->name = Symbol(meta.name());
    node->uid = meta.uid();
    node->resourceVersion = meta.resourceversion();
    node->created = timePoint(meta.creationtimestamp());
    node->labels = labelsOf(meta.labels());
    node->unschedulable = m_node.spec().unschedulable();
    for (const wire::Taint &taint : m_node.spec().taints()) {
        // An effect of a later version is taken for the strictest that is known.
        node->taints.push_back(
            {Symbol(taint.key()), taint.value(), taintEffect(taint.effect()).value_or(model::TaintEffect::NoExecute)});
    }
    absl::Status status = fill(node->capacity, m_node.status().capacity(), "status.capacity", nullptr);
    if (status.ok()) {
        status = fill(node->allocatable, m_node.status().allocatable(), "status.allocatable", nullptr);
    }
    if (!status.ok()) {
        return absl::Status(status.code(), fmt::format("Node {}: {}", meta.name(), std::string(status.message())));
    }
    fillSystem(*node, m_node.status());
    const auto &features = m_node.status().declaredfeatures();
    node->declaredFeatures = model::featuresOf({features.begin(), features.end()});
    for (const wire::ContainerImage &image : m_node.status().images()) {
        for (const std::string &name : image.names()) {
            node->images.push_back({Symbol(name), image.sizebytes()});
        }
    }
    node->finish();
    return node;
}

absl::StatusOr<ObjectDecoder::Identity> ObjectDecoder::decodeIdentity(std::string_view bytes)
{
    if (bytes.size() > maxObjectBytes) {
        return tooBig();
    }
    if (!parse(m_any, bytes)) {
        return absl::InvalidArgumentError("not a protobuf object");
    }
    const wire::ObjectMeta &meta = m_any.metadata();
    const model::PodKey key{meta.namespace_(), meta.name()};
    return Identity{key, uidOr(meta.uid(), key), meta.resourceversion()};
}

} // namespace binnacle::kube
