// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/dynamic_resources.h"

#include "planner/model/devices.h"
#include "planner/plugins/dynamic_resources/allocation_memo.h"
#include "planner/plugins/node_affinity/node_selector.h"

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <string>
#include <utility>

namespace binnacle::plugins {

namespace {

using model::Reason;
using model::ReasonCode;
using model::ResourceClaim;
using model::Verdict;

constexpr std::int64_t mostStepsOfNode = 200'000;
constexpr std::int64_t mostAlternatives = 8; // FirstAvailableDeviceRequestMaxSize

Reason reason(ReasonCode code, std::string detail)
{
    return {.code = code, .subject = {}, .detail = std::move(detail)};
}

Verdict refused(ReasonCode code, std::string detail) { return Verdict::reject(reason(code, std::move(detail)), false); }

/// What was found out node by node, from any thread.
class Findings {
public:
    void allocated(base::Symbol node, std::shared_ptr<const Allocation> allocation)
    {
        const absl::MutexLock lock(&m_mutex);
        m_allocations[node] = std::move(allocation);
    }
    void stop(framework::Stop stop)
    {
        const absl::MutexLock lock(&m_mutex);
        m_stop.undecided |= stop.undecided;
        if (m_stop.reasons.empty()) {
            m_stop.reasons = std::move(stop.reasons);
        }
    }
    [[nodiscard]] framework::Stop stopped() const
    {
        const absl::MutexLock lock(&m_mutex);
        return m_stop;
    }
    /// Of the claims that are to be allocated; null where none was.
    [[nodiscard]] std::shared_ptr<const Allocation> allocation(base::Symbol node) const
    {
        const absl::MutexLock lock(&m_mutex);
        const auto it = m_allocations.find(node);
        return it == m_allocations.end() ? nullptr : it->second;
    }

private:
    mutable absl::Mutex m_mutex;
    absl::flat_hash_map<base::Symbol, std::shared_ptr<const Allocation>> m_allocations ABSL_GUARDED_BY(m_mutex);
    framework::Stop m_stop ABSL_GUARDED_BY(m_mutex);
};

/// The pod's claims, as PreFilter found them.
struct ClaimsOfPod {
    std::shared_ptr<const model::Devices> devices{}; ///< null where there are none
    std::vector<const ResourceClaim *> all{};
    std::vector<const ResourceClaim *> toAllocate{};
    base::Fingerprint wanted{}; ///< by those that are to be allocated
    bool prioritised = false; ///< one of them has alternatives
    std::shared_ptr<Findings> findings = std::make_shared<Findings>();
};

/// The claim that an entry of the pod stands for; null when none was needed. Otherwise the verdict says what is wrong.
const ResourceClaim *resolve(
    const model::Devices &devices, const model::Pod &pod, const model::PodClaims::Claim &entry, Verdict &verdict)
{
    std::optional<std::string> name = entry.claimName;
    const bool owned = !name && entry.templateName;
    if (owned) {
        const auto &generated = pod.claims->generated;
        const auto it =
            std::find_if(generated.begin(), generated.end(), [&](const auto &one) { return one.name == entry.name; });
        if (it == generated.end()) {
            verdict = refused(ReasonCode::ResourceClaimNotMade, entry.name);
            return nullptr;
        }
        if (!it->claimName) {
            return nullptr;
        }
        name = it->claimName;
    }
    if (!name) {
        verdict = refused(ReasonCode::ResourceClaimInvalid, entry.name);
        return nullptr;
    }
    const ResourceClaim *claim = devices.findClaim(pod.key.ns, *name);
    if (!claim) {
        verdict = refused(ReasonCode::ResourceClaimNotFound, *name);
    } else if (claim->deleting) {
        verdict = refused(ReasonCode::ResourceClaimDeleting, *name);
    } else if (owned && (claim->controllerUid.empty() || claim->controllerUid != pod.uid)) {
        verdict = refused(ReasonCode::ResourceClaimNotOwned, *name);
    }
    return claim;
}

Verdict checkClass(const model::Devices &devices, const model::DeviceRequest &request, const ResourceClaim &claim)
{
    if (request.deviceClass.empty()) {
        return refused(ReasonCode::DeviceSelectionFailed, claim.name);
    }
    return devices.findClass(request.deviceClass) ? Verdict::success()
                                                  : refused(ReasonCode::DeviceClassNotFound, request.deviceClass);
}

/// What can be said of a claim that is to be allocated before any node is seen.
Verdict checkRequests(const model::Devices &devices, const ResourceClaim &claim)
{
    for (const model::ClaimRequest &request : claim.requests) {
        if (!request.exactly && request.firstAvailable.empty()) {
            return refused(ReasonCode::ResourceClaimInvalid, claim.name);
        }
        Verdict verdict = request.exactly ? checkClass(devices, *request.exactly, claim) : Verdict::success();
        for (auto it = request.firstAvailable.begin();
             !request.exactly && verdict.ok() && it != request.firstAvailable.end(); ++it) {
            verdict = checkClass(devices, *it, claim);
        }
        if (!verdict.ok()) {
            return verdict;
        }
    }
    return Verdict::success();
}

bool usableFrom(const model::ClaimAllocation &allocation, const model::Node &node)
{
    return !allocation.selectsNodes
        || std::any_of(allocation.nodeTerms.begin(), allocation.nodeTerms.end(),
            [&](const model::NodeSelectorTerm &term) { return matches(term, node); });
}

/// How far the allocated devices are made ready, by the first that is not.
model::DeviceBinding bindingOf(const model::ClaimAllocation &allocation)
{
    const auto it =
        std::find_if(allocation.devices.begin(), allocation.devices.end(), [](const model::AllocatedDevice &device) {
            return device.binding == model::DeviceBinding::Pending || device.binding == model::DeviceBinding::Failed;
        });
    return it == allocation.devices.end() ? model::DeviceBinding::Ready : it->binding;
}

constexpr auto undecidedBit = static_cast<model::UndecidedRules>(model::UndecidedRule::ResourceClaims);

Verdict undecidable(const ClaimsOfPod &claims, std::string detail)
{
    claims.findings->stop({.undecided = undecidedBit, .reasons = {}});
    return refused(ReasonCode::UndecidableRule, std::move(detail));
}

/// A pod that was put on a node here, by an assumption or a what-if, and would have devices allocated: which ones is not kept,
/// so that none can be given to another pod.
const model::Pod *assumedWithClaims(const model::Snapshot &snapshot)
{
    const model::Devices &devices = snapshot.inventory().devices();
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        for (const model::PodPtr &pod : info->pods()) {
            if (!pod->claims || pod->assigned()) {
                continue;
            }
            for (const model::PodClaims::Claim &entry : pod->claims->claims) {
                Verdict verdict;
                const ResourceClaim *claim = resolve(devices, *pod, entry, verdict);
                if (claim && !claim->allocation) {
                    return pod.get();
                }
            }
        }
    }
    return nullptr;
}

/// Of the devices that would be allocated there.
Verdict tryAllocating(const ClaimsOfPod &claims, const model::Node &node)
{
    std::shared_ptr<const Allocation> allocation =
        AllocationMemo::ofThread().allocate(claims.devices, node, claims.wanted, claims.toAllocate, mostStepsOfNode);
    switch (allocation->kind) {
    case Allocation::Kind::Allocated:
        if (claims.prioritised) {
            claims.findings->allocated(node.name, std::move(allocation));
        }
        return Verdict::success();
    case Allocation::Kind::NoDevices:
        return refused(ReasonCode::DevicesUnavailable, {});
    case Allocation::Kind::PoolInvalid:
        return refused(ReasonCode::DevicePoolInvalid, {});
    case Allocation::Kind::Failed: {
        Verdict verdict = refused(ReasonCode::DeviceSelectionFailed, allocation->detail);
        claims.findings->stop({.undecided = 0, .reasons = verdict.reasons});
        return verdict;
    }
    case Allocation::Kind::Undecided:
        break;
    }
    return undecidable(claims, allocation->detail);
}

/// The points of one claim: the earlier an alternative stands in its list, the more.
std::int64_t points(const ResourceClaim &claim, const std::vector<std::string_view> &allocated)
{
    std::int64_t sum = 0;
    for (const model::ClaimRequest &request : claim.requests) {
        if (request.exactly) {
            continue;
        }
        std::int64_t worth = mostAlternatives;
        for (const model::DeviceRequest &alternative : request.firstAvailable) {
            const std::string reference = request.name + '/' + alternative.name;
            const bool chosen = std::find(allocated.begin(), allocated.end(), reference) != allocated.end();
            sum += chosen ? worth : 0;
            --worth;
        }
    }
    return sum;
}

} // namespace

framework::Registration DynamicResources::registration()
{
    return {"DynamicResources", "dynamic_resources", 2, {},
        [](const framework::OptionValues &) { return std::make_unique<DynamicResources>(); }};
}

base::Symbol DynamicResources::name() const
{
    static const base::Symbol name("DynamicResources");
    return name;
}

framework::NodeReads DynamicResources::reads(const framework::CycleState &, const model::Pod &pod) const
{
    return {.everything = pod.claims != nullptr, .labels = {}, .images = {}};
}

framework::Stop DynamicResources::stop(const framework::CycleState &state) const
{
    const auto *claims = state.find<ClaimsOfPod>();
    return claims ? claims->findings->stopped() : framework::Stop{};
}

void DynamicResources::bindingNeeds(
    const framework::CycleState &state, const model::Pod &pod, std::vector<Reason> &needs) const
{
    const auto *claims = state.find<ClaimsOfPod>();
    for (const ResourceClaim *claim : claims ? claims->all : std::vector<const ResourceClaim *>{}) {
        if (!claim->allocation) {
            needs.push_back(reason(ReasonCode::ResourceClaimToAllocate, claim->name));
        } else if (std::find(claim->reservedFor.begin(), claim->reservedFor.end(), pod.uid)
            == claim->reservedFor.end()) {
            needs.push_back(reason(ReasonCode::ResourceClaimToReserve, claim->name));
        }
    }
}

framework::PreFilterAnswer DynamicResources::preFilter(
    framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const
{
    if (!pod.claims) {
        return {Verdict::skip(), {}};
    }
    const model::Devices &devices = snapshot.inventory().devices();
    ClaimsOfPod claims;
    claims.devices = snapshot.inventory().devicesPtr();
    for (const model::PodClaims::Claim &entry : pod.claims->claims) {
        Verdict verdict;
        const ResourceClaim *claim = resolve(devices, pod, entry, verdict);
        if (!verdict.ok()) {
            return {std::move(verdict), {}};
        }
        if (claim) {
            claims.all.push_back(claim);
        }
    }
    base::FingerprintBuilder wanted;
    for (const ResourceClaim *claim : claims.all) {
        Verdict verdict;
        if (!claim->allocation) {
            claims.toAllocate.push_back(claim);
            wanted.add(claim->wanted);
            verdict = checkRequests(devices, *claim);
        } else if (!std::all_of(claim->allocation->nodeTerms.begin(), claim->allocation->nodeTerms.end(),
                       [](const model::NodeSelectorTerm &term) { return wellFormed(term); })) {
            verdict = refused(ReasonCode::DeviceSelectionFailed, claim->name);
        }
        if (!verdict.ok()) {
            return {std::move(verdict), {}};
        }
    }
    claims.wanted = wanted.finish();
    // Where nothing is to be allocated, kube-scheduler keeps nothing to score by.
    claims.prioritised =
        !claims.toAllocate.empty() && std::any_of(claims.all.begin(), claims.all.end(), [](const ResourceClaim *claim) {
            return std::any_of(claim->requests.begin(), claim->requests.end(),
                [](const model::ClaimRequest &request) { return !request.firstAvailable.empty(); });
        });
    if (claims.all.empty()) {
        return {Verdict::skip(), {}};
    }
    const model::Pod *assumed = claims.toAllocate.empty() ? nullptr : assumedWithClaims(snapshot);
    state.write(claims);
    return {assumed ? undecidable(claims, assumed->key.text()) : Verdict::success(), {}};
}

Verdict DynamicResources::filter(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &load) const
{
    const auto *claims = state.find<ClaimsOfPod>();
    if (!claims) {
        return Verdict::success();
    }
    const model::Node &node = load.info->node();
    Verdict verdict = claims->toAllocate.empty() ? Verdict::success() : tryAllocating(*claims, node);
    if (!verdict.ok()) {
        return verdict;
    }
    for (const ResourceClaim *claim : claims->all) {
        if (!claim->allocation) {
            continue;
        }
        if (!usableFrom(*claim->allocation, node)) {
            return refused(ReasonCode::ResourceClaimElsewhere, claim->name);
        }
        const model::DeviceBinding binding = bindingOf(*claim->allocation);
        if (binding == model::DeviceBinding::Failed) {
            return refused(ReasonCode::ResourceClaimElsewhere, claim->name);
        }
        if (binding == model::DeviceBinding::Pending && claim->allocation->timed) {
            return undecidable(*claims, claim->name); // whether it has timed out depends on the moment
        }
    }
    return verdict;
}

model::VerdictKind DynamicResources::preScore(framework::CycleState &state, const model::Pod &, const model::Snapshot &,
    const std::vector<const framework::NodeLoad *> &) const
{
    const auto *claims = state.find<ClaimsOfPod>();
    return claims && claims->prioritised ? model::VerdictKind::Success : model::VerdictKind::Skip;
}

std::int64_t DynamicResources::score(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &node) const
{
    const ClaimsOfPod &claims = state.read<ClaimsOfPod>();
    const std::shared_ptr<const Allocation> allocation = claims.findings->allocation(node.name);
    std::size_t next = 0;
    std::int64_t sum = 0;
    for (const ResourceClaim *claim : claims.all) {
        std::vector<std::string_view> allocated;
        if (claim->allocation) {
            for (const model::AllocatedDevice &device : claim->allocation->devices) {
                allocated.push_back(device.request);
            }
        } else if (allocation && next < allocation->claims.size()) {
            for (const ChosenDevice &device : allocation->claims[next]) {
                allocated.push_back(device.request);
            }
            ++next;
        }
        sum += points(*claim, allocated);
    }
    return sum;
}

std::int64_t DynamicResources::normalise(std::int64_t raw, const framework::Extent &extent) const
{
    return extent.maximum == 0 ? 0 : framework::maxNodeScore * raw / extent.maximum;
}

bool DynamicResources::enqueues(const model::Pod &pod, const model::Inventory &inventory) const
{
    if (!pod.claims || !inventory.known().devices) {
        return true;
    }
    return std::all_of(pod.claims->claims.begin(), pod.claims->claims.end(), [&](const model::PodClaims::Claim &entry) {
        Verdict verdict;
        resolve(inventory.devices(), pod, entry, verdict);
        return verdict.ok();
    });
}

DynamicResources::Scope DynamicResources::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.claims ? Scope::Cluster : Scope::None;
}

} // namespace binnacle::plugins
