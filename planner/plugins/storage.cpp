// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/storage.h"

#include "planner/plugins/node_affinity/node_selector.h"

#include <algorithm>
#include <utility>

namespace binnacle::plugins {

namespace {

using base::Symbol;
using model::NodeSelectorTerm;
using model::Requirement;
using model::VolumeSource;

constexpr std::string_view zoneDelimiter = "__";
constexpr std::string_view unspecified = "UNSPECIFIED";

struct TopologyLabels {
    Symbol zone{"topology.kubernetes.io/zone"};
    Symbol region{"topology.kubernetes.io/region"};
    Symbol betaZone{"failure-domain.beta.kubernetes.io/zone"};
    Symbol betaRegion{"failure-domain.beta.kubernetes.io/region"};
};
const TopologyLabels &topologyLabels()
{
    static const TopologyLabels labels;
    return labels;
}

std::vector<std::string_view> split(std::string_view text, std::string_view delimiter)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(delimiter);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + delimiter.size());
    }
}

std::string_view trimmed(std::string_view text, std::string_view what)
{
    const std::size_t first = text.find_first_not_of(what);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(what) - first + 1);
}

/// The volume's id in its forms "aws://zone/vol-1", "aws:///vol-1" and "vol-1"; absent when it is none of them.
std::optional<std::string> ebsId(std::string_view id)
{
    constexpr std::string_view scheme = "aws://";
    if (!id.starts_with(scheme)) {
        return std::string(id);
    }
    id.remove_prefix(scheme.size());
    id = id.substr(0, id.find('#'));
    id = id.substr(0, id.find('?'));
    const std::size_t path = id.find('/');
    const std::string_view name = path == std::string_view::npos ? std::string_view() : trimmed(id.substr(path), "/");
    if (!name.starts_with("vol-") || name.find('/') != std::string_view::npos) {
        return std::nullopt;
    }
    return std::string(name);
}

/// The one region of zones "locale-region-zone"; absent when they have none or several.
std::optional<std::string> regionOf(const std::vector<std::string_view> &zones)
{
    std::optional<std::string> region;
    for (const std::string_view zone : zones) {
        const std::vector<std::string_view> parts = split(zone, "-");
        if (parts.size() != 3) {
            return std::nullopt;
        }
        std::string own = std::string(parts[0]).append(1, '-').append(parts[1]);
        if (region && *region != own) {
            return std::nullopt;
        }
        region = std::move(own);
    }
    return region;
}

std::string diskHandle(std::string_view scope, std::string_view place, std::string_view disk)
{
    return std::string("projects/")
        .append(unspecified)
        .append(1, '/')
        .append(scope)
        .append(1, '/')
        .append(place)
        .append("/disks/")
        .append(disk);
}

std::optional<std::string> gceHandle(const VolumeSource &source, const model::Labels *labels)
{
    std::string_view zones;
    for (const Symbol label : {topologyLabels().betaZone, topologyLabels().zone}) {
        const std::string *value = labels && zones.empty() ? labels->find(label) : nullptr;
        zones = value ? std::string_view(*value) : zones;
    }
    const std::vector<std::string_view> all = split(zones, zoneDelimiter);
    if (all.size() == 1) {
        return diskHandle("zones", zones.empty() ? unspecified : zones, source.id);
    }
    const std::optional<std::string> region = regionOf(all);
    return region ? std::optional(diskHandle("regions", *region, source.id)) : std::nullopt;
}

std::optional<std::string> handleOf(const VolumeSource &source, const model::Labels *labels)
{
    switch (source.kind) {
    case VolumeSource::Kind::GcePersistentDisk:
        return gceHandle(source, labels);
    case VolumeSource::Kind::AwsElasticBlockStore:
        return ebsId(source.id);
    case VolumeSource::Kind::AzureDisk:
        return source.unmanaged ? std::nullopt : std::optional(source.id);
    default:
        return source.id;
    }
}

bool hasKey(const std::vector<NodeSelectorTerm> &terms, Symbol key)
{
    return std::any_of(terms.begin(), terms.end(), [key](const NodeSelectorTerm &term) {
        return std::any_of(term.matchExpressions.begin(), term.matchExpressions.end(),
            [key](const Requirement &requirement) { return requirement.key == key; });
    });
}

bool hasValues(const std::vector<NodeSelectorTerm> &terms, Symbol key)
{
    return std::any_of(terms.begin(), terms.end(), [key](const NodeSelectorTerm &term) {
        return std::any_of(term.matchExpressions.begin(), term.matchExpressions.end(),
            [key](const Requirement &requirement) { return requirement.key == key && !requirement.values.empty(); });
    });
}

void replaceKey(std::vector<NodeSelectorTerm> &terms, Symbol from, Symbol to)
{
    for (NodeSelectorTerm &term : terms) {
        for (Requirement &requirement : term.matchExpressions) {
            requirement.key = requirement.key == from ? to : requirement.key;
        }
    }
}

/// Adds the zones to every term; nothing when none of them is a name.
void addZones(std::vector<NodeSelectorTerm> &terms, Symbol key, std::string_view label)
{
    std::vector<std::string> zones;
    for (const std::string_view zone : split(label, zoneDelimiter)) {
        if (const std::string_view name = trimmed(zone, " \t\n\v\f\r"); !name.empty()) {
            zones.emplace_back(name);
        }
    }
    std::sort(zones.begin(), zones.end());
    zones.erase(std::unique(zones.begin(), zones.end()), zones.end());
    if (zones.empty()) {
        return;
    }
    if (terms.empty()) {
        terms.emplace_back();
    }
    for (NodeSelectorTerm &term : terms) {
        term.matchExpressions.push_back({key, Requirement::Operator::In, zones});
    }
}

/// What a requirement wants, in short: the values of In, "!" and those of NotIn, "*" for Exists.
std::string wants(const Requirement &requirement)
{
    switch (requirement.op) {
    case Requirement::Operator::In:
        return joined(requirement.values);
    case Requirement::Operator::NotIn:
        return "!" + joined(requirement.values);
    case Requirement::Operator::Exists:
        return "*";
    case Requirement::Operator::DoesNotExist:
        return "!*";
    case Requirement::Operator::Gt:
        return ">" + joined(requirement.values);
    case Requirement::Operator::Lt:
        break;
    }
    return "<" + joined(requirement.values);
}

} // namespace

std::string storageDetail(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view *part = parts.begin(); part != parts.end(); ++part) {
        text.append(part == parts.begin() ? "" : " ").append(*part);
    }
    return text;
}

std::string joined(const std::vector<std::string> &values)
{
    std::string text;
    for (const std::string &value : values) {
        text.append(text.empty() ? "" : ",").append(value);
    }
    return text;
}

CsiVolume csiVolume(const VolumeSource &source, const model::Labels *labels, bool &malformed)
{
    if (source.kind == VolumeSource::Kind::Csi) {
        return {source.driver, source.id};
    }
    const model::MigratedPlugin *plugin = model::migratedPlugin(source.kind);
    if (!plugin) {
        return {};
    }
    std::optional<std::string> handle = handleOf(source, labels);
    if (!handle) {
        malformed = true;
        return {};
    }
    return {plugin->driver, *std::move(handle), true};
}

std::vector<NodeSelectorTerm> translatedTerms(
    const model::PersistentVolume &volume, const model::MigratedPlugin &plugin)
{
    std::vector<NodeSelectorTerm> terms = volume.nodeTerms;
    if (plugin.topologyKey.empty()) {
        return terms;
    }
    const TopologyLabels &labels = topologyLabels();
    const bool beta = !hasKey(terms, labels.zone)
        && (hasKey(terms, labels.betaZone)
            || (!volume.labels.find(labels.zone) && volume.labels.find(labels.betaZone)));
    const Symbol zone = beta ? labels.betaZone : labels.zone;
    const Symbol key(plugin.topologyKey);
    if (hasValues(terms, zone)) {
        replaceKey(terms, zone, key);
    } else if (const std::string *value = volume.labels.find(zone)) {
        addZones(terms, key, *value);
    }
    if (beta && hasValues(terms, labels.betaRegion)) {
        replaceKey(terms, labels.betaRegion, labels.region);
    }
    return terms;
}

bool reachable(bool hasAffinity, const std::vector<NodeSelectorTerm> &terms, const model::Labels &labels)
{
    return !hasAffinity || std::any_of(terms.begin(), terms.end(), [&](const NodeSelectorTerm &term) {
        return matchesLabels(term, labels);
    });
}

/// The first requirement of the first term that the labels do not meet stands for all.
model::Reason affinityMismatch(
    std::string_view volume, const std::vector<NodeSelectorTerm> &terms, const model::Labels &labels)
{
    model::Reason reason{.code = model::ReasonCode::VolumeAffinityMismatch, .subject = {}, .detail = {}};
    for (const NodeSelectorTerm &term : terms) {
        for (const Requirement &requirement : term.matchExpressions) {
            if (holdsFor(requirement, labels)) {
                continue;
            }
            const std::string *value = labels.find(requirement.key);
            reason.subject = requirement.key;
            reason.detail = value ? storageDetail({volume, wants(requirement), *value})
                                  : storageDetail({volume, wants(requirement)});
            return reason;
        }
    }
    reason.detail = volume;
    return reason;
}

} // namespace binnacle::plugins
