// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/volume_binding/claim_search.h"

#include "planner/plugins/storage.h"

#include <algorithm>
#include <tuple>

namespace binnacle::plugins {

namespace {

using model::PersistentVolume;
using model::ReasonCode;
using model::Requirement;
using model::VolumeClaim;

base::Quantity sizeOf(const std::optional<base::Quantity> &quantity) { return quantity.value_or(base::Quantity()); }

std::string_view modeOf(const std::string &volumeMode)
{
    return volumeMode.empty() ? std::string_view("Filesystem") : std::string_view(volumeMode);
}

/// What every volume has to meet, reserved or not.
bool meets(const PersistentVolume &volume, const VolumeClaim &claim)
{
    return volume.storageClass == claim.storageClass && !(sizeOf(volume.capacity) < sizeOf(claim.request))
        && modeOf(volume.volumeMode) == modeOf(claim.volumeMode) && volume.attributesClass == claim.attributesClass
        && !volume.deleting;
}

/// What one that is not reserved has to meet beside that.
bool isFreeFor(const PersistentVolume &volume, const VolumeClaim &claim)
{
    return volume.available && (!claim.selector.present || claim.selector.selects(volume.labels))
        && std::all_of(claim.accessModes.begin(), claim.accessModes.end(), [&](const std::string &mode) {
               return std::find(volume.accessModes.begin(), volume.accessModes.end(), mode) != volume.accessModes.end();
           });
}

/// The requirement that is all of a volume's affinity: one term of one In, as local volumes have it.
const Requirement *simpleAffinity(const PersistentVolume &volume)
{
    if (!volume.hasNodeAffinity || volume.nodeTerms.size() != 1 || !volume.nodeTerms.front().matchFields.empty()
        || volume.nodeTerms.front().matchExpressions.size() != 1) {
        return nullptr;
    }
    const Requirement &only = volume.nodeTerms.front().matchExpressions.front();
    return only.op == Requirement::Operator::In ? &only : nullptr;
}

void addKeys(const std::vector<Requirement> &requirements, absl::flat_hash_set<base::Symbol> &labels)
{
    for (const Requirement &requirement : requirements) {
        labels.insert(requirement.key);
    }
}

void addKeys(const PersistentVolume &volume, absl::flat_hash_set<base::Symbol> &labels)
{
    for (const model::NodeSelectorTerm &term : volume.nodeTerms) {
        addKeys(term.matchExpressions, labels);
    }
}

/// An In without values is malformed, and its term matches nothing.
bool topologyMatches(const std::vector<Requirement> &term, const model::Labels &labels)
{
    return !term.empty() && std::all_of(term.begin(), term.end(), [&](const Requirement &requirement) {
        const std::string *value = labels.find(requirement.key);
        return value
            && std::find(requirement.values.begin(), requirement.values.end(), *value) != requirement.values.end();
    });
}

} // namespace

ClaimSearch::ClaimSearch(const model::Volumes &volumes, const VolumeClaim &claim) : m_claim(&claim)
{
    for (const PersistentVolume *volume : volumes.reservedFor(claim)) {
        if (volume->isFor(claim) && meets(*volume, claim) && (!m_reserved || volume->name < m_reserved->name)) {
            m_reserved = volume;
        }
    }
    for (const auto &shelf : volumes.content().volumes.shelves()) {
        for (std::size_t i = 0; shelf && i < shelf->open.size(); ++i) {
            const PersistentVolume &volume = *shelf->objects[shelf->open[i]];
            if (meets(volume, claim) && isFreeFor(volume, claim)) {
                m_fitting.push_back(&volume);
            }
        }
    }
    std::sort(m_fitting.begin(), m_fitting.end(), [](const PersistentVolume *a, const PersistentVolume *b) {
        const base::Quantity sizeA = sizeOf(a->capacity);
        const base::Quantity sizeB = sizeOf(b->capacity);
        return sizeA == sizeB ? a->name < b->name : sizeA < sizeB;
    });
    index();
}

void ClaimSearch::index()
{
    for (std::uint32_t i = 0; i < m_fitting.size(); ++i) {
        const Requirement *simple = simpleAffinity(*m_fitting[i]);
        if (!simple) {
            m_anywhere.push_back(i);
            continue;
        }
        auto &values = m_byLabel[simple->key];
        for (const std::string &value : simple->values) {
            std::vector<std::uint32_t> &places = values[value];
            if (places.empty() || places.back() != i) {
                places.push_back(i);
            }
        }
    }
}

const PersistentVolume *ClaimSearch::find(
    const model::Labels &labels, const std::vector<const PersistentVolume *> &taken) const
{
    const auto isTaken = [&](const PersistentVolume *volume) {
        return std::find(taken.begin(), taken.end(), volume) != taken.end();
    };
    const auto usable = [&](const PersistentVolume *volume) {
        return !isTaken(volume) && reachable(volume->hasNodeAffinity, volume->nodeTerms, labels);
    };
    if (m_reserved && !isTaken(m_reserved)) {
        return usable(m_reserved) ? m_reserved : nullptr; // this one or none
    }
    auto best = static_cast<std::uint32_t>(m_fitting.size());
    const auto consider = [&](const std::vector<std::uint32_t> &places) {
        for (auto place = places.begin(); place != places.end() && *place < best; ++place) {
            if (usable(m_fitting[*place])) {
                best = *place;
            }
        }
    };
    consider(m_anywhere);
    for (const auto &[key, values] : m_byLabel) {
        const std::string *value = labels.find(key);
        const auto found = value ? values.find(*value) : values.end();
        if (found != values.end()) {
            consider(found->second);
        }
    }
    return best < m_fitting.size() ? m_fitting[best] : nullptr;
}

void ClaimSearch::addReads(absl::flat_hash_set<base::Symbol> &labels) const
{
    if (m_reserved) {
        addKeys(*m_reserved, labels);
    }
    for (const std::uint32_t place : m_anywhere) {
        addKeys(*m_fitting[place], labels);
    }
    for (const auto &[key, values] : m_byLabel) {
        labels.insert(key);
    }
}

ClaimProvision::ClaimProvision(const model::Volumes &volumes, const VolumeClaim &claim)
    : m_claim(&claim), m_class(volumes.storageClass(claim.storageClass))
{
    const model::CsiDriver *driver = m_class ? volumes.csiDriver(m_class->provisioner) : nullptr;
    m_checksCapacity = claim.request && driver && driver->storageCapacity;
    if (m_checksCapacity) {
        volumes.content().capacities.each([&](const model::StorageCapacity &capacity) {
            if (capacity.storageClass == m_class->name && capacity.topology.present) {
                m_capacities.push_back(&capacity);
            }
        });
    }
}

std::optional<model::Reason> ClaimProvision::refusal(const model::Labels &labels) const
{
    if (!m_class) {
        return model::Reason{.code = ReasonCode::StorageClassNotFound,
            .subject = base::Symbol(m_claim->storageClass),
            .detail = m_claim->name};
    }
    if (m_class->provisioner.empty() || m_class->provisioner == model::noProvisioner) {
        return model::Reason{
            .code = ReasonCode::NoVolumeForClaim, .subject = base::Symbol(m_class->name), .detail = m_claim->name};
    }
    if (std::optional<model::Reason> reason = topologyRefusal(labels)) {
        return reason;
    }
    return m_checksCapacity && !capacityFor(labels) ? std::optional(capacityRefusal(labels)) : std::nullopt;
}

std::optional<model::Reason> ClaimProvision::topologyRefusal(const model::Labels &labels) const
{
    const auto &terms = m_class->allowedTopologies;
    if (terms.empty()
        || std::any_of(terms.begin(), terms.end(), [&](const auto &term) { return topologyMatches(term, labels); })) {
        return std::nullopt;
    }
    model::Reason reason{.code = ReasonCode::ClassTopologyMismatch, .subject = {}, .detail = m_class->name};
    for (const std::vector<Requirement> &term : terms) {
        for (const Requirement &requirement : term) {
            if (topologyMatches({requirement}, labels)) {
                continue;
            }
            const std::string *value = labels.find(requirement.key);
            const std::string allowed = joined(requirement.values);
            reason.subject = requirement.key;
            reason.detail =
                value ? storageDetail({m_class->name, allowed, *value}) : storageDetail({m_class->name, allowed});
            return reason;
        }
    }
    return reason;
}

const model::StorageCapacity *ClaimProvision::capacityFor(const model::Labels &labels) const
{
    const std::int64_t asked = m_checksCapacity ? m_claim->request->value() : 0;
    const auto found =
        std::find_if(m_capacities.begin(), m_capacities.end(), [&](const model::StorageCapacity *capacity) {
            const std::optional<base::Quantity> &limit = capacity->limit();
            return limit && limit->value() >= asked && capacity->topology.selects(labels);
        });
    return found == m_capacities.end() ? nullptr : *found;
}

model::Reason ClaimProvision::capacityRefusal(const model::Labels &labels) const
{
    model::Reason reason{.code = ReasonCode::StorageCapacityShort,
        .subject = base::Symbol(m_class->name),
        .detail = m_claim->name,
        .asked = m_claim->request->value()};
    for (const model::StorageCapacity *capacity : m_capacities) {
        if (capacity->limit() && capacity->topology.selects(labels)) {
            reason.capacity = std::max(reason.capacity, capacity->limit()->value());
        }
    }
    return reason;
}

void ClaimProvision::addReads(absl::flat_hash_set<base::Symbol> &labels) const
{
    for (std::size_t i = 0; m_class && i < m_class->allowedTopologies.size(); ++i) {
        addKeys(m_class->allowedTopologies[i], labels);
    }
    for (const model::StorageCapacity *capacity : m_capacities) {
        addKeys(capacity->topology.requirements, labels);
    }
}

} // namespace binnacle::plugins
