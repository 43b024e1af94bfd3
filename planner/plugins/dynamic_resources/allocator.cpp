// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/allocator.h"

#include "planner/plugins/dynamic_resources/constraints.h"
#include "planner/plugins/dynamic_resources/consumption.h"
#include "planner/plugins/dynamic_resources/pools.h"
#include "planner/plugins/dynamic_resources/selector.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace binnacle::plugins {

namespace {

using base::Quantity;
using model::Device;
using model::DeviceId;
using model::DeviceRequest;
using model::NamedQuantities;
using model::ResourceClaim;
using model::ResourceSlice;

constexpr std::int64_t mostDevicesOfClaim = 32; // AllocationResultsMaxSize

/// How an attempt ended. TooMany: a claim would get more devices than its status may hold.
enum class Outcome : std::uint8_t { Done, Not, TooMany, Failed, Undecided };

/// A request, or one of its alternatives, ready to be tried.
struct Wanted {
    const DeviceRequest *request = nullptr;
    std::string_view parent{}; ///< the request's name, of an alternative
    const model::DeviceClass *deviceClass = nullptr;
    std::int64_t count = 0;
    struct Place {
        const DevicePool *pool;
        const ResourceSlice *slice;
        const Device *device;
    };
    std::vector<Place> all{}; ///< of a request for all devices
    std::uint32_t id = 0;
};

struct WantedRequest {
    std::vector<Wanted> options; ///< one, or the alternatives
    bool prioritised = false;
};

/// Where the next device is sought.
struct Location {
    std::size_t pool = 0;
    std::size_t slice = 0;
    std::size_t device = 0;
};

/// A required device: which of a request (or alternative) of which claim.
struct Position {
    std::size_t claim = 0;
    std::size_t request = 0;
    std::size_t option = 0;
    std::int64_t device = 0;
};

std::string shortened(std::string text)
{
    constexpr std::size_t most = 256;
    if (text.size() > most) {
        text.resize(most);
        text += "...";
    }
    return text;
}

bool tolerated(const model::DeviceTaint &taint, const DeviceRequest &request)
{
    using Operator = model::DeviceToleration::Operator;
    return std::any_of(
        request.tolerations.begin(), request.tolerations.end(), [&](const model::DeviceToleration &toleration) {
            return (toleration.effect.empty() || toleration.effect == taint.effectText)
                && (toleration.key.empty() || toleration.key == taint.key)
                && (toleration.op == Operator::Exists
                    || (toleration.op == Operator::Equal && toleration.value == taint.value));
        });
}

bool keptAway(const Device &device, const DeviceRequest &request)
{
    return std::any_of(device.taints.begin(), device.taints.end(), [&](const model::DeviceTaint &taint) {
        return (taint.effect == model::TaintEffect::NoSchedule || taint.effect == model::TaintEffect::NoExecute)
            && !tolerated(taint, request);
    });
}

class Search {
public:
    Search(const model::Devices &devices, const model::Node &node, const std::vector<DevicePool> &pools,
        const std::vector<const ResourceClaim *> &claims, std::int64_t steps)
        : m_devices(devices),
          m_node(node),
          m_pools(pools),
          m_claims(claims),
          m_stepsLeft(steps),
          m_chosen(claims.size())
    {
    }

    Allocation run()
    {
        Outcome outcome = Outcome::Done;
        for (std::size_t i = 0; i < m_claims.size() && outcome == Outcome::Done; ++i) {
            outcome = prepare(i);
        }
        if (outcome == Outcome::Done) {
            outcome = attempt({}, false, {});
        }
        if (outcome == Outcome::Done) {
            outcome = checkSelectors();
        }
        return result(outcome);
    }

private:
    Outcome failed(std::string detail)
    {
        m_detail = shortened(std::move(detail));
        return Outcome::Failed;
    }
    Outcome undecided(std::string detail)
    {
        m_detail = shortened(std::move(detail));
        return Outcome::Undecided;
    }
    Allocation result(Outcome outcome)
    {
        using Kind = Allocation::Kind;
        switch (outcome) {
        case Outcome::Done:
            return {.kind = Kind::Allocated, .claims = chosen()};
        case Outcome::Not: {
            const bool invalid =
                std::any_of(m_pools.begin(), m_pools.end(), [](const DevicePool &pool) { return pool.invalid; });
            return {.kind = invalid ? Kind::PoolInvalid : Kind::NoDevices};
        }
        case Outcome::TooMany:
        case Outcome::Failed:
            return {.kind = Kind::Failed, .detail = std::move(m_detail)};
        case Outcome::Undecided:
            break;
        }
        return {.kind = Kind::Undecided, .detail = std::move(m_detail)};
    }

    // ---- what is wanted ----------------------------------------------------------------------------
    Outcome prepare(std::size_t index)
    {
        const ResourceClaim &claim = *m_claims[index];
        std::vector<WantedRequest> &wanted = m_wanted.emplace_back();
        std::int64_t least = 0;
        for (const model::ClaimRequest &request : claim.requests) {
            WantedRequest &one = wanted.emplace_back();
            one.prioritised = !request.firstAvailable.empty();
            std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
            const auto addOption = [&](const DeviceRequest &option, std::string_view parent) {
                Wanted &added = one.options.emplace_back();
                added.request = &option;
                added.parent = parent;
                added.id = m_nextId++;
                const Outcome outcome = prepare(added, claim);
                fewest = std::min(fewest, added.count);
                return outcome;
            };
            Outcome outcome = Outcome::Done;
            for (const DeviceRequest &alternative : request.firstAvailable) {
                outcome = outcome == Outcome::Done ? addOption(alternative, request.name) : outcome;
            }
            if (!one.prioritised) {
                outcome = request.exactly ? addOption(*request.exactly, {}) : failed(claim.name);
            }
            if (outcome != Outcome::Done) {
                return outcome;
            }
            if (__builtin_add_overflow(least, fewest, &least)) {
                return failed(claim.name);
            }
        }
        if (least > mostDevicesOfClaim) {
            return failed(claim.name);
        }
        std::vector<ConstraintCheck> &checks = m_constraints.emplace_back();
        for (const model::DeviceConstraint &constraint : claim.constraints) {
            if (constraint.kind == model::DeviceConstraint::Kind::Unknown) {
                return failed(claim.name);
            }
            checks.emplace_back(constraint);
        }
        return Outcome::Done;
    }

    Outcome prepare(Wanted &wanted, const ResourceClaim &claim)
    {
        const DeviceRequest &request = *wanted.request;
        const bool known = std::all_of(request.selectors.begin(), request.selectors.end(),
            [](const model::DeviceSelector &selector) { return selector.known; });
        wanted.deviceClass = known ? m_devices.findClass(request.deviceClass) : nullptr;
        if (!wanted.deviceClass || request.mode == DeviceRequest::Mode::Unknown) {
            return failed(claim.name);
        }
        wanted.count = request.count;
        return request.mode == DeviceRequest::Mode::All ? gatherAll(wanted, claim) : Outcome::Done;
    }

    Outcome gatherAll(Wanted &wanted, const ResourceClaim &claim)
    {
        for (const DevicePool &pool : m_pools) {
            if (pool.incomplete || pool.invalid) {
                return failed(claim.name);
            }
            for (const ResourceSlice *slice : pool.slices) {
                for (const Device &device : slice->devices) {
                    const Outcome selected = selects(wanted, *slice, device);
                    if (selected == Outcome::Failed || selected == Outcome::Undecided) {
                        return selected;
                    }
                    if (selected == Outcome::Done && hasRoom(wanted, idOf(*slice, device), device)) {
                        wanted.all.push_back({&pool, slice, &device});
                    }
                }
            }
        }
        wanted.count = static_cast<std::int64_t>(wanted.all.size());
        return Outcome::Done;
    }

    // ---- selecting a device ------------------------------------------------------------------------
    static DeviceId idOf(const ResourceSlice &slice, const Device &device)
    {
        return {slice.driver, slice.pool, device.name};
    }

    /// Done: the device is one that the request asks for; Not: it is none.
    Outcome selects(const Wanted &wanted, const ResourceSlice &slice, const Device &device)
    {
        const auto [it, isNew] = m_selected.try_emplace(std::pair(&device, wanted.id), Outcome::Not);
        if (!isNew) {
            return it->second;
        }
        Outcome outcome = all(wanted.deviceClass->selectors, slice, device);
        if (outcome == Outcome::Done) {
            outcome = all(wanted.request->selectors, slice, device);
        }
        if (outcome == Outcome::Done && slice.perDeviceNodeSelection) {
            const std::optional<bool> included = includes(device.where, m_node);
            outcome = !included ? failed(slice.name) : *included ? Outcome::Done : Outcome::Not;
        }
        m_selected[std::pair(&device, wanted.id)] = outcome;
        return outcome;
    }
    Outcome all(const std::vector<model::DeviceSelector> &selectors, const ResourceSlice &slice, const Device &device)
    {
        for (const model::DeviceSelector &one : selectors) {
            if (!one.known) {
                return failed(slice.name); // kube-scheduler cannot compile it either
            }
            std::shared_ptr<const Selector> &selector = m_selectors[&one];
            if (!selector) {
                selector = Selector::of(one.expression);
            }
            switch (selector->matches(DeviceView(slice.driver, device))) {
            case Match::Yes:
                break;
            case Match::No:
                return Outcome::Not;
            case Match::Failed:
                return failed(one.expression);
            case Match::Undecided:
                return undecided(one.expression);
            }
        }
        return Outcome::Done;
    }

    // ---- what is taken -----------------------------------------------------------------------------
    [[nodiscard]] bool hasRoom(const Wanted &wanted, const DeviceId &id, const Device &device) const
    {
        const auto it = m_shares.find(id);
        return hasCapacity(wanted.request->capacity, device, m_devices.consumed(id),
            it == m_shares.end() || it->second.count == 0 ? nullptr : &it->second.amounts);
    }
    [[nodiscard]] bool takenInClaim(const DeviceId &id, std::size_t claim) const
    {
        const auto it = m_taken.find(id);
        return it != m_taken.end() && std::find(it->second.begin(), it->second.end(), claim) != it->second.end();
    }
    [[nodiscard]] bool inUse(const DeviceId &id) const
    {
        const auto it = m_taken.find(id);
        return m_devices.isTaken(id) || (it != m_taken.end() && !it->second.empty());
    }
    [[nodiscard]] bool isShared(const DeviceId &id) const
    {
        const auto it = m_shares.find(id);
        return m_devices.consumed(id) != nullptr || (it != m_shares.end() && it->second.count > 0);
    }

    using Counters = absl::flat_hash_map<std::pair<std::string_view, std::string_view>, Quantity>;

    /// What a pool's counters have left beside the devices that are allocated already.
    const Counters &available(const DevicePool &pool)
    {
        const auto [it, isNew] = m_available.try_emplace(&pool);
        if (!isNew) {
            return it->second;
        }
        Counters &counters = it->second;
        for (const auto &[name, set] : pool.counterSets) {
            for (const auto &[counter, amount] : set->counters) {
                counters[{name, counter}] = amount;
            }
        }
        for (const std::vector<const ResourceSlice *> *slices : {&pool.slices, &pool.elsewhere}) {
            for (const ResourceSlice *slice : *slices) {
                for (const Device &device : slice->devices) {
                    if (!device.consumes.empty() && m_devices.isInUse(idOf(*slice, device))) {
                        count(counters, device, -1);
                    }
                }
            }
        }
        return counters;
    }
    /// Adds what the device consumes, or with a sign of -1 takes it off.
    static void count(Counters &counters, const Device &device, int sign)
    {
        for (const model::CounterSet &set : device.consumes) {
            for (const auto &[counter, amount] : set.counters) {
                Quantity &value = counters[{set.name, counter}];
                sign > 0 ? value += amount : value -= amount;
            }
        }
    }
    /// Whether every counter of the pool is left enough of; then the device's are consumed.
    bool consumeCounters(const DevicePool &pool, const Device &device)
    {
        const Counters &left = available(pool);
        Counters &consumed = m_consumed[&pool];
        count(consumed, device, 1);
        const bool enough = std::all_of(left.begin(), left.end(), [&](const auto &counter) {
            const auto it = consumed.find(counter.first);
            return counter.second >= (it == consumed.end() ? Quantity() : it->second);
        });
        if (!enough) {
            count(consumed, device, -1);
        }
        return enough;
    }

    /// What allocating one device changed, to be undone.
    struct Taken {
        bool counters = false;
        std::size_t constraints = 0;
        bool marked = false;
        bool shared = false;
        NamedQuantities consumed{};
        bool chosen = false;
    };

    /// Done: taken, and `taken` says what to undo. Not: it cannot be.
    Outcome take(const Position &at, const Wanted &wanted, const Wanted::Place &place, bool must, Taken &taken)
    {
        const DeviceRequest &request = *wanted.request;
        const Device &device = *place.device;
        const DeviceId id = idOf(*place.slice, device);
        const bool several = device.multipleAllocations;
        if (request.adminAccess ? !several && takenInClaim(id, at.claim) : inUse(id)) {
            return Outcome::Not;
        }
        const bool counted = !device.consumes.empty() && !(several && isShared(id));
        if (counted && !consumeCounters(*place.pool, device)) {
            return Outcome::Not;
        }
        taken.counters = counted;
        const auto refused = [&](Outcome outcome) {
            undo(at, wanted, place, taken);
            return outcome;
        };
        if (keptAway(device, request)) {
            return refused(Outcome::Not);
        }
        for (ConstraintCheck &check : m_constraints[at.claim]) {
            if (!check.add(nameOf(wanted), id.driver, device)) {
                return refused(must ? failed(m_claims[at.claim]->name) : Outcome::Not);
            }
            ++taken.constraints;
        }
        if (!several) {
            m_taken[id].push_back(at.claim);
            taken.marked = true;
        }
        if (!hasRoom(wanted, id, device)) {
            return refused(Outcome::Not);
        }
        if (several) {
            taken.consumed = consumptionOf(request.capacity, device);
            taken.shared = true;
            m_shares[id].add(taken.consumed, 1);
        }
        m_chosen[at.claim].push_back({&wanted, place});
        taken.chosen = true;
        return Outcome::Done;
    }

    void undo(const Position &at, const Wanted &wanted, const Wanted::Place &place, Taken &taken)
    {
        const DeviceId id = idOf(*place.slice, *place.device);
        if (taken.chosen) {
            m_chosen[at.claim].pop_back();
        }
        if (taken.shared) {
            m_shares[id].add(taken.consumed, -1);
        }
        if (taken.marked) {
            std::vector<std::size_t> &claims = m_taken[id];
            claims.erase(std::find(claims.begin(), claims.end(), at.claim));
        }
        for (std::size_t i = taken.constraints; i-- > 0;) {
            m_constraints[at.claim][i].remove(nameOf(wanted));
        }
        if (taken.counters) {
            count(m_consumed[place.pool], *place.device, -1);
        }
        taken = {};
    }
    static ConstraintCheck::RequestName nameOf(const Wanted &wanted)
    {
        const std::string_view own = wanted.request->name;
        return wanted.parent.empty() ? ConstraintCheck::RequestName{own, {}}
                                     : ConstraintCheck::RequestName{wanted.parent, own};
    }

    // ---- the search --------------------------------------------------------------------------------
    bool spend() { return m_stepsLeft-- > 0; }

    /// Finds all devices from that one on. `chosenOption`: the option of the request is settled.
    Outcome attempt(const Position &at, bool chosenOption, const Location &from)
    {
        if (!spend()) {
            return undecided("steps");
        }
        if (at.claim >= m_claims.size()) {
            return Outcome::Done;
        }
        if (at.request >= m_wanted[at.claim].size()) {
            const Outcome rest = attempt({at.claim + 1, 0, 0, 0}, false, {});
            return rest == Outcome::TooMany ? Outcome::Not : rest; // another choice before may need fewer
        }
        const WantedRequest &request = m_wanted[at.claim][at.request];
        if (request.prioritised && !chosenOption) {
            return attemptOptions(at, request);
        }
        const Wanted &wanted = request.options[at.option];
        const bool wantsAll = wanted.request->mode == DeviceRequest::Mode::All;
        if (wantsAll && wanted.all.empty()) {
            return Outcome::Not;
        }
        if (at.device >= wanted.count) {
            return attempt({at.claim, at.request + 1, 0, 0}, false, {});
        }
        const auto have = static_cast<std::int64_t>(m_chosen[at.claim].size());
        if (have + wanted.count - at.device > mostDevicesOfClaim) {
            m_detail = m_claims[at.claim]->name;
            return Outcome::TooMany;
        }
        return wantsAll ? attemptAll(at, wanted, chosenOption) : attemptAny(at, wanted, chosenOption, from);
    }

    Outcome attemptOptions(Position at, const WantedRequest &request)
    {
        bool allTooMany = true;
        for (at.option = 0; at.option < request.options.size(); ++at.option) {
            const Outcome outcome = attempt(at, true, {});
            if (outcome == Outcome::TooMany) {
                continue;
            }
            if (outcome != Outcome::Not) {
                return outcome;
            }
            allTooMany = false;
        }
        return allTooMany ? Outcome::TooMany : Outcome::Not;
    }

    Outcome attemptAll(const Position &at, const Wanted &wanted, bool chosenOption)
    {
        const Wanted::Place &place = wanted.all[static_cast<std::size_t>(at.device)];
        Taken taken;
        if (const Outcome outcome = take(at, wanted, place, true, taken); outcome != Outcome::Done) {
            return outcome;
        }
        const Outcome rest = attempt({at.claim, at.request, at.option, at.device + 1}, chosenOption, {});
        if (rest != Outcome::Done) {
            undo(at, wanted, place, taken);
        }
        return rest;
    }

    /// The devices of one request are taken in their order only: another order is no other choice.
    Outcome attemptAny(const Position &at, const Wanted &wanted, bool chosenOption, const Location &from)
    {
        for (std::size_t p = from.pool; p < m_pools.size(); ++p) {
            const DevicePool &pool = m_pools[p];
            if (pool.incomplete || pool.invalid) {
                continue;
            }
            for (std::size_t s = p == from.pool ? from.slice : 0; s < pool.slices.size(); ++s) {
                const ResourceSlice &slice = *pool.slices[s];
                const bool resumes = p == from.pool && s == from.slice;
                for (std::size_t d = resumes ? from.device : 0; d < slice.devices.size(); ++d) {
                    const Wanted::Place place{&pool, &slice, &slice.devices[d]};
                    const Outcome outcome = attemptOne(at, wanted, chosenOption, place, {p, s, d + 1});
                    if (outcome != Outcome::Not) {
                        return outcome;
                    }
                }
            }
        }
        return Outcome::Not;
    }

    Outcome attemptOne(
        const Position &at, const Wanted &wanted, bool chosenOption, const Wanted::Place &place, const Location &next)
    {
        if (!spend()) {
            return undecided("steps");
        }
        const DeviceId id = idOf(*place.slice, *place.device);
        if (wanted.request->adminAccess ? takenInClaim(id, at.claim) : inUse(id)) {
            return Outcome::Not;
        }
        if (const Outcome outcome = selects(wanted, *place.slice, *place.device); outcome != Outcome::Done) {
            return outcome;
        }
        if (!hasRoom(wanted, id, *place.device)) {
            return Outcome::Not;
        }
        Taken taken;
        if (const Outcome outcome = take(at, wanted, place, false, taken); outcome != Outcome::Done) {
            return outcome;
        }
        const Outcome rest = attempt({at.claim, at.request, at.option, at.device + 1}, chosenOption, next);
        if (rest != Outcome::Done) {
            undo(at, wanted, place, taken);
        }
        return rest;
    }

    /// The allocation's node selector must be one term: of devices that bind to no node, slices with several have none.
    Outcome checkSelectors()
    {
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            for (const Chosen &chosen : m_chosen[i]) {
                const model::NodeChoice &where =
                    chosen.place.slice->perDeviceNodeSelection ? chosen.place.device->where : chosen.place.slice->where;
                if (!where.nodeName.empty() || chosen.place.device->bindsToNode) {
                    break;
                }
                if (where.terms.size() > 1) {
                    return failed(chosen.place.slice->name);
                }
            }
        }
        return Outcome::Done;
    }

    [[nodiscard]] std::vector<std::vector<ChosenDevice>> chosen() const
    {
        std::vector<std::vector<ChosenDevice>> out(m_chosen.size());
        for (std::size_t i = 0; i < m_chosen.size(); ++i) {
            for (const Chosen &one : m_chosen[i]) {
                std::string name(one.wanted->parent);
                name += name.empty() ? one.wanted->request->name : '/' + one.wanted->request->name;
                out[i].push_back({std::move(name), idOf(*one.place.slice, *one.place.device)});
            }
        }
        return out;
    }

    struct Chosen {
        const Wanted *wanted;
        Wanted::Place place;
    };
    /// Shares of one device that this attempt takes.
    struct Shares {
        std::int64_t count = 0;
        NamedQuantities amounts;
        void add(const NamedQuantities &other, int sign)
        {
            count += sign;
            amounts.resize(std::max(amounts.size(), other.size()));
            for (std::size_t i = 0; i < other.size(); ++i) {
                amounts[i].first = other[i].first; // each share names every capacity of the device
                sign > 0 ? amounts[i].second += other[i].second : amounts[i].second -= other[i].second;
            }
        }
    };

    const model::Devices &m_devices;
    const model::Node &m_node;
    const std::vector<DevicePool> &m_pools;
    const std::vector<const ResourceClaim *> &m_claims;
    std::int64_t m_stepsLeft;
    std::vector<std::vector<WantedRequest>> m_wanted; ///< by claim
    std::vector<std::vector<ConstraintCheck>> m_constraints; ///< by claim
    std::uint32_t m_nextId = 0;
    absl::flat_hash_map<std::pair<const Device *, std::uint32_t>, Outcome> m_selected;
    absl::flat_hash_map<const model::DeviceSelector *, std::shared_ptr<const Selector>> m_selectors;
    absl::flat_hash_map<DeviceId, std::vector<std::size_t>> m_taken; ///< in this attempt, by which claims
    absl::flat_hash_map<DeviceId, Shares> m_shares;
    absl::flat_hash_map<const DevicePool *, Counters> m_available;
    absl::flat_hash_map<const DevicePool *, Counters> m_consumed;
    std::vector<std::vector<Chosen>> m_chosen; ///< by claim
    std::string m_detail;
};

} // namespace

Allocation allocate(const model::Devices &devices, const model::Node &node,
    const std::vector<const model::ResourceClaim *> &claims, std::int64_t steps)
{
    return allocate(devices, node, gatherPools(devices, node), claims, steps);
}

Allocation allocate(const model::Devices &devices, const model::Node &node,
    const std::optional<std::vector<DevicePool>> &pools, const std::vector<const model::ResourceClaim *> &claims,
    std::int64_t steps)
{
    return pools ? Search(devices, node, *pools, claims, steps).run() : Allocation{.kind = Allocation::Kind::Failed};
}

} // namespace binnacle::plugins
