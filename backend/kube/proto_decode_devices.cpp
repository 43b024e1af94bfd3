// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/proto_decode_devices.h"

#include "backend/kube/device_rules.h"
#include "backend/kube/pod_rules.h"
#include "backend/kube/proto/resource.pb.h"
#include "backend/kube/proto_decode.h"
#include "backend/kube/proto_selectors.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <limits>
#include <utility>

namespace binnacle::kube {

namespace {

using base::Quantity;
using base::Symbol;

template <typename Message> absl::StatusOr<Message> parsed(std::string_view bytes, std::string_view kind)
{
    Message message;
    if (bytes.size() > maxObjectBytes) {
        return absl::ResourceExhaustedError(fmt::format("more than {} bytes", maxObjectBytes));
    }
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return absl::InvalidArgumentError(fmt::format("not a protobuf {}", kind));
    }
    if (message.metadata().name().empty()) {
        return absl::InvalidArgumentError(fmt::format("a {} without a name", kind));
    }
    return message;
}

/// Reads one object; the first quantity that is none is kept in the status.
class DeviceReader {
public:
    [[nodiscard]] const absl::Status &status() const { return m_status; }

    std::shared_ptr<model::ResourceSlice> slice(const wire::ResourceSlice &from)
    {
        auto slice = std::make_shared<model::ResourceSlice>();
        const wire::ResourceSliceSpec &spec = from.spec();
        slice->name = from.metadata().name();
        slice->driver = Symbol(spec.driver());
        slice->pool = Symbol(spec.pool().name());
        slice->generation = spec.pool().generation();
        slice->sliceCount = spec.pool().resourceslicecount();
        slice->where = nodeChoice(spec);
        slice->perDeviceNodeSelection = spec.perdevicenodeselection();
        for (const wire::CounterSet &set : spec.sharedcounters()) {
            slice->sharedCounters.push_back({set.name(), counters(set.counters())});
        }
        slice->devices.reserve(static_cast<std::size_t>(spec.devices_size()));
        for (const wire::Device &one : spec.devices()) {
            slice->devices.push_back(device(one));
        }
        return slice;
    }

    std::shared_ptr<model::DeviceClass> deviceClass(const wire::DeviceClass &from)
    {
        constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 1'000'000'000 - 1;
        auto out = std::make_shared<model::DeviceClass>();
        out->name = from.metadata().name();
        if (const std::int64_t seconds = from.metadata().creationtimestamp().seconds();
            seconds >= -limit && seconds <= limit) {
            out->created = base::TimePoint(std::chrono::seconds(seconds));
        }
        out->selectors = selectors(from.spec().selectors());
        out->extendedResource = from.spec().extendedresourcename();
        return out;
    }

    std::shared_ptr<model::ResourceClaim> claim(const wire::ResourceClaim &from)
    {
        auto claim = std::make_shared<model::ResourceClaim>();
        const wire::ObjectMeta &meta = from.metadata();
        claim->ns = meta.namespace_();
        claim->name = meta.name();
        claim->uid = meta.uid();
        claim->deleting = meta.has_deletiontimestamp()
            && (meta.deletiontimestamp().seconds() != 0 || meta.deletiontimestamp().nanos() != 0);
        for (const wire::OwnerReference &owner : meta.ownerreferences()) {
            if (owner.controller()) {
                claim->controllerUid = owner.uid();
            }
        }
        requests(from.spec().devices(), *claim);
        claimStatus(from.status(), *claim);
        return claim;
    }

private:
    Quantity quantity(const wire::Quantity &from)
    {
        // An absent quantity is a zero.
        absl::StatusOr<Quantity> out = from.text().empty() ? Quantity() : deviceQuantity(from.text());
        if (!out.ok()) {
            m_status.Update(out.status());
            return {};
        }
        return *out;
    }
    model::NamedQuantities named(const google::protobuf::RepeatedPtrField<wire::QuantityPair> &pairs)
    {
        model::NamedQuantities out;
        for (const wire::QuantityPair &pair : pairs) {
            out.emplace_back(pair.key(), quantity(pair.value()));
        }
        return out;
    }
    model::NamedQuantities counters(const google::protobuf::RepeatedPtrField<wire::CounterPair> &pairs)
    {
        model::NamedQuantities out;
        for (const wire::CounterPair &pair : pairs) {
            out.emplace_back(pair.key(), quantity(pair.value().value()));
        }
        return out;
    }

    static std::vector<model::NodeSelectorTerm> nodeTerms(const wire::NodeSelector &selector)
    {
        std::vector<model::NodeSelectorTerm> terms;
        for (const wire::NodeSelectorTerm &from : selector.nodeselectorterms()) {
            bool known = true;
            terms.push_back({requirementsOf(from.matchexpressions(), selectorOperator, known),
                requirementsOf(from.matchfields(), selectorOperator, known)});
            if (!known) {
                terms.back().matchExpressions.push_back(malformedRequirement());
            }
        }
        return terms;
    }
    /// Of a slice or of a device, which say it alike.
    template <typename Message> static model::NodeChoice nodeChoice(const Message &from)
    {
        return {Symbol(from.nodename()), from.allnodes(), from.has_nodeselector(), nodeTerms(from.nodeselector())};
    }

    static model::DeviceAttribute attribute(const wire::DeviceAttribute &from)
    {
        using Kind = model::DeviceAttribute::Kind;
        if (from.has_int_()) {
            return {Kind::Int, from.int_(), {}};
        }
        if (from.has_bool_()) {
            return {Kind::Bool, from.bool_() ? 1 : 0, {}};
        }
        if (from.has_string()) {
            return {Kind::String, 0, from.string()};
        }
        return from.has_version() ? model::DeviceAttribute{Kind::Version, 0, from.version()} : model::DeviceAttribute{};
    }

    model::CapacityPolicy policy(const wire::CapacityRequestPolicy &from)
    {
        const auto optional = [&](bool present, const wire::Quantity &value) {
            return present ? std::optional(quantity(value)) : std::nullopt;
        };
        model::CapacityPolicy out;
        out.byDefault = optional(from.has_default_(), from.default_());
        for (const wire::Quantity &value : from.validvalues()) {
            out.validValues.push_back(quantity(value));
        }
        const wire::CapacityRequestPolicyRange &range = from.validrange();
        out.hasRange = from.has_validrange();
        out.minimum = optional(range.has_min(), range.min());
        out.maximum = optional(range.has_max(), range.max());
        out.step = optional(range.has_step(), range.step());
        return out;
    }

    model::Device device(const wire::Device &from)
    {
        model::Device out;
        out.name = Symbol(from.name());
        for (const wire::AttributePair &pair : from.attributes()) {
            out.attributes.emplace_back(pair.key(), attribute(pair.value()));
        }
        for (const wire::CapacityPair &pair : from.capacity()) {
            model::DeviceCapacity &capacity = out.capacity.emplace_back();
            capacity.name = pair.key();
            capacity.value = quantity(pair.value().value());
            if (pair.value().has_requestpolicy()) {
                capacity.policy = policy(pair.value().requestpolicy());
            }
        }
        for (const wire::DeviceTaint &taint : from.taints()) {
            out.taints.push_back({taint.key(), taint.value(), deviceTaintEffect(taint.effect()), taint.effect()});
        }
        for (const wire::DeviceCounterConsumption &set : from.consumescounters()) {
            out.consumes.push_back({set.counterset(), counters(set.counters())});
        }
        out.where = nodeChoice(from);
        out.bindsToNode = from.bindstonode();
        out.multipleAllocations = from.allowmultipleallocations();
        out.bindingConditions = from.bindingconditions_size() > 0;
        return out;
    }

    static std::vector<model::DeviceSelector> selectors(
        const google::protobuf::RepeatedPtrField<wire::DeviceSelector> &from)
    {
        std::vector<model::DeviceSelector> out;
        for (const wire::DeviceSelector &selector : from) {
            out.push_back({selector.has_cel(), selector.cel().expression()});
        }
        return out;
    }

    /// Of an exact request or of an alternative, which say most alike.
    template <typename Message> model::DeviceRequest request(const Message &from, const std::string &name)
    {
        model::DeviceRequest out;
        out.name = name;
        out.deviceClass = from.deviceclassname();
        out.selectors = selectors(from.selectors());
        out.mode = allocationMode(from.allocationmode());
        out.count = from.has_count() ? from.count() : 1;
        for (const wire::DeviceToleration &toleration : from.tolerations()) {
            out.tolerations.push_back({toleration.key(), deviceTolerationOperator(toleration.operator_()),
                toleration.value(), toleration.effect()});
        }
        out.capacity = named(from.capacity().requests());
        return out;
    }

    void requests(const wire::DeviceClaim &from, model::ResourceClaim &claim)
    {
        for (const wire::DeviceRequest &one : from.requests()) {
            model::ClaimRequest &out = claim.requests.emplace_back();
            out.name = one.name();
            if (one.has_exactly()) {
                out.exactly = request(one.exactly(), one.name());
                out.exactly->adminAccess = one.exactly().adminaccess();
            }
            for (const wire::DeviceSubRequest &alternative : one.firstavailable()) {
                out.firstAvailable.push_back(request(alternative, alternative.name()));
            }
        }
        using Kind = model::DeviceConstraint::Kind;
        for (const wire::DeviceConstraint &one : from.constraints()) {
            model::DeviceConstraint &out = claim.constraints.emplace_back();
            out.kind = one.has_matchattribute() ? Kind::MatchAttribute
                : one.has_distinctattribute()   ? Kind::DistinctAttribute
                                                : Kind::Unknown;
            out.attribute = one.has_matchattribute() ? one.matchattribute() : one.distinctattribute();
            out.requests.assign(one.requests().begin(), one.requests().end());
        }
    }

    /// Of an allocated device or of its status, which name it alike.
    template <typename Message> static model::DeviceId id(const Message &from)
    {
        return {Symbol(from.driver()), Symbol(from.pool()), Symbol(from.device())};
    }

    void claimStatus(const wire::ResourceClaimStatus &from, model::ResourceClaim &claim)
    {
        for (const wire::ResourceClaimConsumerReference &consumer : from.reservedfor()) {
            claim.reservedFor.push_back(consumer.uid());
        }
        if (!from.has_allocation()) {
            return;
        }
        absl::flat_hash_map<model::DeviceId, TrueConditions> statuses;
        for (const wire::AllocatedDeviceStatus &device : from.devices()) {
            TrueConditions conditions;
            for (const wire::Condition &condition : device.conditions()) {
                if (condition.status() == "True") {
                    conditions.push_back(condition.type());
                }
            }
            statuses.try_emplace(id(device), std::move(conditions));
        }
        model::ClaimAllocation &out = claim.allocation.emplace();
        out.timed = from.allocation().has_allocationtimestamp();
        out.selectsNodes = from.allocation().has_nodeselector();
        out.nodeTerms = nodeTerms(from.allocation().nodeselector());
        for (const wire::DeviceRequestAllocationResult &result : from.allocation().devices().results()) {
            model::AllocatedDevice &device = out.devices.emplace_back();
            device.request = result.request();
            device.id = id(result);
            device.adminAccess = result.adminaccess();
            device.shared = result.has_shareid();
            device.consumed = named(result.consumedcapacity());
            const auto reported = statuses.find(device.id);
            device.binding = deviceBinding({result.bindingconditions().begin(), result.bindingconditions().end()},
                {result.bindingfailureconditions().begin(), result.bindingfailureconditions().end()},
                reported == statuses.end() ? nullptr : &reported->second);
        }
    }

    absl::Status m_status;
};

template <typename Message, typename Make>
auto decoded(std::string_view bytes, std::string_view kind, Make make)
    -> absl::StatusOr<decltype(make(std::declval<DeviceReader &>(), std::declval<const Message &>()))>
{
    const absl::StatusOr<Message> message = parsed<Message>(bytes, kind);
    if (!message.ok()) {
        return message.status();
    }
    DeviceReader reader;
    auto made = make(reader, *message);
    if (!reader.status().ok()) {
        return absl::Status(reader.status().code(),
            fmt::format("{} {}: {}", kind, message->metadata().name(), std::string(reader.status().message())));
    }
    made->finish();
    return made;
}

} // namespace

absl::StatusOr<model::ResourceSlicePtr> decodeResourceSlice(std::string_view bytes)
{
    return decoded<wire::ResourceSlice>(bytes, "ResourceSlice",
        [](DeviceReader &reader, const wire::ResourceSlice &message) { return reader.slice(message); });
}

absl::StatusOr<model::DeviceClassPtr> decodeDeviceClass(std::string_view bytes)
{
    return decoded<wire::DeviceClass>(bytes, "DeviceClass",
        [](DeviceReader &reader, const wire::DeviceClass &message) { return reader.deviceClass(message); });
}

absl::StatusOr<model::ResourceClaimPtr> decodeResourceClaim(std::string_view bytes)
{
    return decoded<wire::ResourceClaim>(bytes, "ResourceClaim",
        [](DeviceReader &reader, const wire::ResourceClaim &message) { return reader.claim(message); });
}

} // namespace binnacle::kube
