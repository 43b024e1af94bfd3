// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/inventory.h"

#include "planner/model/devices.h"
#include "planner/model/volumes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace binnacle::model {

namespace {

void add(base::FingerprintBuilder &builder, const LabelSelector &selector)
{
    builder.add(std::int64_t{selector.present});
    builder.add(static_cast<std::int64_t>(selector.requirements.size()));
    for (const Requirement &requirement : selector.requirements) {
        builder.add(requirement.key.text()).add(static_cast<std::int64_t>(requirement.op));
        builder.add(static_cast<std::int64_t>(requirement.values.size()));
        for (const std::string &value : requirement.values) {
            builder.add(value);
        }
    }
}

void sortBudgets(NamespaceInfo &ns)
{
    std::stable_sort(ns.budgets.begin(), ns.budgets.end(),
        [](const DisruptionBudget &a, const DisruptionBudget &b) { return a.name < b.name; });
    base::FingerprintBuilder builder;
    builder.add(ns.name);
    for (const DisruptionBudget &budget : ns.budgets) {
        builder.add(budget.name).add(std::int64_t{budget.disruptionsAllowed});
        add(builder, budget.selector);
        builder.add(static_cast<std::int64_t>(budget.disruptedPods.size()));
        for (const std::string &pod : budget.disruptedPods) {
            builder.add(pod);
        }
    }
    ns.budgetsFingerprint = builder.finish();
}

} // namespace

void NamespaceInfo::finish()
{
    std::stable_sort(workloads.begin(), workloads.end(),
        [](const Workload &a, const Workload &b) { return std::tie(a.kind, a.name) < std::tie(b.kind, b.name); });
    base::FingerprintBuilder builder;
    builder.add(name).add(static_cast<std::int64_t>(labels.entries().size()));
    for (const Labels::Entry &label : labels.entries()) {
        builder.add(label.first.text()).add(label.second);
    }
    for (const Workload &workload : workloads) {
        builder.add(static_cast<std::int64_t>(workload.kind)).add(workload.name);
        add(builder, workload.selector);
    }
    fingerprint = builder.finish();
    budgetsFingerprint = {};
    if (!budgets.empty()) {
        sortBudgets(*this);
        fingerprint += budgetsFingerprint;
    }
}

const Workload *NamespaceInfo::find(Workload::Kind kind, std::string_view workload) const
{
    const auto it = std::lower_bound(workloads.begin(), workloads.end(), std::pair(kind, workload),
        [](const Workload &a, const std::pair<Workload::Kind, std::string_view> &b) {
            return std::pair(a.kind, std::string_view(a.name)) < b;
        });
    return it != workloads.end() && it->kind == kind && it->name == workload ? &*it : nullptr;
}

namespace {

const VolumesPtr &noVolumes()
{
    static const VolumesPtr none = std::make_shared<const Volumes>();
    return none;
}

} // namespace

Inventory::Inventory() : m_volumes(noVolumes()) { }

Inventory::Inventory(
    Known known, std::vector<NamespaceInfoPtr> namespaces, VolumesPtr volumes, std::shared_ptr<const Devices> devices)
    : m_known(known), m_namespaces(std::move(namespaces)), m_volumes(std::move(volumes)), m_devices(std::move(devices))
{
    if (!m_volumes) {
        m_volumes = noVolumes();
    }
    std::stable_sort(m_namespaces.begin(), m_namespaces.end(),
        [](const NamespaceInfoPtr &a, const NamespaceInfoPtr &b) { return a->name < b->name; });
    // Of a run of equal names the last stays.
    auto out = m_namespaces.begin();
    for (auto it = m_namespaces.begin(); it != m_namespaces.end(); ++it) {
        if (const auto next = std::next(it); next != m_namespaces.end() && (*next)->name == (*it)->name) {
            continue;
        }
        *out++ = *it;
    }
    m_namespaces.erase(out, m_namespaces.end());
    base::FingerprintBuilder builder;
    builder.add(std::int64_t{known.namespaces}).add(std::int64_t{known.workloads});
    if (known.devices) {
        builder.add("devices");
    }
    m_hash = builder.finish();
    if (known.budgets) {
        m_budgetsHash = base::FingerprintBuilder().add("budgets").finish();
        m_hash += m_budgetsHash;
    }
    for (const NamespaceInfoPtr &info : m_namespaces) {
        m_hash += info->fingerprint;
        m_budgetsHash += info->budgetsFingerprint;
    }
    m_hash += m_volumes->hash();
    if (m_devices) {
        m_hash += m_devices->hash();
    }
}

const Devices &Inventory::devices() const
{
    static const Devices none({}, {}, {});
    return m_devices ? *m_devices : none;
}

const NamespaceInfo *Inventory::find(std::string_view name) const
{
    const auto it = std::lower_bound(m_namespaces.begin(), m_namespaces.end(), name,
        [](const NamespaceInfoPtr &a, std::string_view b) { return a->name < b; });
    return it != m_namespaces.end() && (*it)->name == name ? it->get() : nullptr;
}

const Labels &Inventory::labelsOf(std::string_view name) const
{
    static const Labels none;
    const NamespaceInfo *info = find(name);
    return info ? info->labels : none;
}

} // namespace binnacle::model
