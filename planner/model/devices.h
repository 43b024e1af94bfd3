// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/hash.h"
#include "planner/base/quantity.h"
#include "planner/model/pod.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Dynamic resource allocation (resource.k8s.io/v1, v1.36): what drivers publish, what classes and claims ask for, and what
/// is allocated. Only what the scheduler reads is kept. All values are immutable once finish() was called, and shared.
namespace binnacle::model {

/// Amounts by name, sorted by it.
using NamedQuantities = std::vector<std::pair<std::string, base::Quantity>>;

/// Which nodes a slice or a device is for; the first that is given counts. None: no node.
struct NodeChoice {
    base::Symbol nodeName;
    bool allNodes = false;
    bool selects = false; ///< there is a node selector, if only an empty one
    std::vector<NodeSelectorTerm> terms; ///< OR of terms
    friend bool operator==(const NodeChoice &, const NodeChoice &) = default;
};

struct DeviceAttribute {
    enum class Kind : std::uint8_t { Unsupported, Int, Bool, String, Version };
    Kind kind = Kind::Unsupported;
    std::int64_t integer = 0; ///< of Int; 1 for a Bool that is true
    std::string text; ///< of String and Version
    friend bool operator==(const DeviceAttribute &, const DeviceAttribute &) = default;
};

/// What an amount asked of a capacity is rounded to, and what it may be.
struct CapacityPolicy {
    std::optional<base::Quantity> byDefault;
    std::vector<base::Quantity> validValues;
    bool hasRange = false;
    std::optional<base::Quantity> minimum;
    std::optional<base::Quantity> maximum;
    std::optional<base::Quantity> step;
    friend bool operator==(const CapacityPolicy &, const CapacityPolicy &) = default;
};

struct DeviceCapacity {
    std::string name;
    base::Quantity value;
    std::optional<CapacityPolicy> policy;
    friend bool operator==(const DeviceCapacity &, const DeviceCapacity &) = default;
};

struct DeviceTaint {
    std::string key;
    std::string value;
    TaintEffect effect = TaintEffect::None; ///< NoSchedule or NoExecute; any other keeps nobody away
    std::string effectText; ///< as written, which is what tolerations compare
    friend bool operator==(const DeviceTaint &, const DeviceTaint &) = default;
};

/// Counters of one set, as a device consumes them or as a pool has them.
struct CounterSet {
    std::string name;
    NamedQuantities counters;
    friend bool operator==(const CounterSet &, const CounterSet &) = default;
};

struct Device {
    base::Symbol name;
    std::vector<std::pair<std::string, DeviceAttribute>> attributes; ///< by name, sorted
    std::vector<DeviceCapacity> capacity; ///< sorted by name
    std::vector<DeviceTaint> taints;
    std::vector<CounterSet> consumes;
    NodeChoice where; ///< of a slice with perDeviceNodeSelection
    bool bindsToNode = false;
    bool multipleAllocations = false;
    bool bindingConditions = false; ///< it has some: it is tried last
    friend bool operator==(const Device &, const Device &) = default;
};

/// A part of a pool of devices (resource.k8s.io/v1 ResourceSlice).
struct ResourceSlice {
    std::string name;
    base::Symbol driver;
    base::Symbol pool;
    std::int64_t generation = 0;
    std::int64_t sliceCount = 0; ///< of the pool, in this generation
    NodeChoice where;
    bool perDeviceNodeSelection = false;
    std::vector<CounterSet> sharedCounters;
    std::vector<Device> devices;
    base::Fingerprint fingerprint{};

    void finish(); ///< sorts what is to be sorted, and fills the fingerprint
};
using ResourceSlicePtr = std::shared_ptr<const ResourceSlice>;

/// A CEL expression over `device`; without one it is of a kind that this version does not know.
struct DeviceSelector {
    bool known = false;
    std::string expression;
    friend bool operator==(const DeviceSelector &, const DeviceSelector &) = default;
};

struct DeviceClass {
    std::string name;
    base::TimePoint created{};
    std::vector<DeviceSelector> selectors; ///< ANDed
    std::string extendedResource; ///< spec.extendedResourceName
    base::Fingerprint fingerprint{};

    void finish();
};
using DeviceClassPtr = std::shared_ptr<const DeviceClass>;

struct DeviceToleration {
    enum class Operator : std::uint8_t { Equal, Exists, Unknown };
    std::string key;
    Operator op = Operator::Equal;
    std::string value;
    std::string effect; ///< empty: every one
    friend bool operator==(const DeviceToleration &, const DeviceToleration &) = default;
};

/// An exact request, or one of the alternatives of a prioritised list.
struct DeviceRequest {
    enum class Mode : std::uint8_t { ExactCount, All, Unknown };
    std::string name; ///< of an alternative; else that of the request
    std::string deviceClass;
    std::vector<DeviceSelector> selectors; ///< ANDed
    Mode mode = Mode::ExactCount;
    std::int64_t count = 1;
    bool adminAccess = false;
    std::vector<DeviceToleration> tolerations;
    NamedQuantities capacity; ///< what is asked of a device that several share
    friend bool operator==(const DeviceRequest &, const DeviceRequest &) = default;
};

struct ClaimRequest {
    std::string name;
    std::optional<DeviceRequest> exactly;
    std::vector<DeviceRequest> firstAvailable;
    friend bool operator==(const ClaimRequest &, const ClaimRequest &) = default;
};

struct DeviceConstraint {
    enum class Kind : std::uint8_t { Unknown, MatchAttribute, DistinctAttribute };
    Kind kind = Kind::Unknown;
    std::string attribute; ///< fully qualified
    std::vector<std::string> requests; ///< "request" or "request/alternative"; none: all
    friend bool operator==(const DeviceConstraint &, const DeviceConstraint &) = default;
};

struct DeviceId {
    base::Symbol driver;
    base::Symbol pool;
    base::Symbol device;
    friend bool operator==(const DeviceId &, const DeviceId &) = default;
    template <typename H> friend H AbslHashValue(H h, const DeviceId &id)
    {
        return H::combine(std::move(h), id.driver, id.pool, id.device);
    }
};

/// How far the conditions are met that must be true of an allocated device before a pod that uses it is bound.
enum class DeviceBinding : std::uint8_t { None, Pending, Ready, Failed };

struct AllocatedDevice {
    std::string request; ///< "request" or "request/alternative"
    DeviceId id;
    bool adminAccess = false; ///< then it is not taken from others
    bool shared = false; ///< it has a share id: others may have shares too
    NamedQuantities consumed; ///< of a shared one
    DeviceBinding binding = DeviceBinding::None;
    friend bool operator==(const AllocatedDevice &, const AllocatedDevice &) = default;
};

struct ClaimAllocation {
    std::vector<AllocatedDevice> devices;
    bool selectsNodes = false; ///< else it is usable everywhere
    std::vector<NodeSelectorTerm> nodeTerms;
    bool timed = false; ///< it has a time stamp, from which a time-out is counted
    friend bool operator==(const ClaimAllocation &, const ClaimAllocation &) = default;
};

struct ResourceClaim {
    std::string ns;
    std::string name;
    std::string uid;
    bool deleting = false;
    std::string controllerUid; ///< empty without one
    std::vector<ClaimRequest> requests;
    std::vector<DeviceConstraint> constraints;
    std::optional<ClaimAllocation> allocation;
    std::vector<std::string> reservedFor; ///< UIDs
    base::Fingerprint fingerprint{};
    base::Fingerprint wanted{}; ///< of requests and constraints alone

    void finish();
};
using ResourceClaimPtr = std::shared_ptr<const ResourceClaim>;

/// spec.resourceClaims[] of a pod, and what status.resourceClaimStatuses says of those from a template.
struct PodClaims {
    struct Claim {
        std::string name;
        std::optional<std::string> claimName;
        std::optional<std::string> templateName;
        friend bool operator==(const Claim &, const Claim &) = default;
    };
    struct Generated {
        std::string name;
        std::optional<std::string> claimName; ///< none: no claim was needed
        friend bool operator==(const Generated &, const Generated &) = default;
    };
    std::vector<Claim> claims;
    std::vector<Generated> generated;
    friend bool operator==(const PodClaims &, const PodClaims &) = default;
};

/// All of a cluster's slices, classes and claims. Immutable and shared; what is looked up often is indexed once.
class Devices {
public:
    /// Of two of one name the last counts.
    Devices(std::vector<ResourceSlicePtr> slices, std::vector<DeviceClassPtr> classes,
        std::vector<ResourceClaimPtr> claims);

    [[nodiscard]] const std::vector<ResourceSlicePtr> &slices() const { return m_slices; } ///< by name
    [[nodiscard]] const std::vector<DeviceClassPtr> &classes() const { return m_classes; } ///< by name
    [[nodiscard]] const std::vector<ResourceClaimPtr> &claims() const { return m_claims; } ///< by namespace and name
    [[nodiscard]] const DeviceClass *findClass(std::string_view name) const; ///< null when absent
    [[nodiscard]] const ResourceClaim *findClaim(std::string_view ns, std::string_view name) const;
    /// The class that an extended resource stands for, by its own name or by "deviceclass.resource.kubernetes.io/" and the
    /// class's; null when none does. Of several the youngest, then the first by name.
    [[nodiscard]] const DeviceClass *classOfResource(base::Symbol resource) const;

    /// Slices of one node, without those that carry shared counters; and all that are left.
    [[nodiscard]] const std::vector<const ResourceSlice *> &slicesOf(base::Symbol node) const;
    [[nodiscard]] const std::vector<const ResourceSlice *> &sharedSlices() const { return m_shared; }
    /// Every slice of one pool, of any generation.
    [[nodiscard]] const std::vector<const ResourceSlice *> &slicesOfPool(base::Symbol driver, base::Symbol pool) const;

    /// Taken by a claim, for that claim alone.
    [[nodiscard]] bool isTaken(const DeviceId &id) const { return m_taken.contains(id); }
    /// Taken so, or shared by at least one.
    [[nodiscard]] bool isInUse(const DeviceId &id) const { return m_taken.contains(id) || m_sharedIds.contains(id); }
    /// What the shares of a device take of it, sorted by name; null when no share says.
    [[nodiscard]] const NamedQuantities *consumed(const DeviceId &id) const;

    [[nodiscard]] const base::Fingerprint &hash() const { return m_hash; }
    /// Of slices and classes alone, which change seldom.
    [[nodiscard]] const base::Fingerprint &offeredHash() const { return m_offeredHash; }
    /// Of what is taken of one pool.
    [[nodiscard]] base::Fingerprint takenHash(base::Symbol driver, base::Symbol pool) const;

private:
    using SliceList = std::vector<const ResourceSlice *>;
    void indexSlices();
    void indexClasses();
    void indexAllocations();

    std::vector<ResourceSlicePtr> m_slices;
    std::vector<DeviceClassPtr> m_classes;
    std::vector<ResourceClaimPtr> m_claims;
    absl::flat_hash_map<base::Symbol, SliceList> m_byNode;
    SliceList m_shared;
    absl::flat_hash_map<std::pair<base::Symbol, base::Symbol>, SliceList> m_byPool;
    absl::flat_hash_map<base::Symbol, const DeviceClass *> m_byResource;
    absl::flat_hash_set<DeviceId> m_taken;
    absl::flat_hash_set<DeviceId> m_sharedIds;
    absl::flat_hash_map<DeviceId, NamedQuantities> m_consumed;
    absl::flat_hash_map<std::pair<base::Symbol, base::Symbol>, base::Fingerprint> m_takenHashes;
    base::Fingerprint m_offeredHash{};
    base::Fingerprint m_hash{};
};
using DevicesPtr = std::shared_ptr<const Devices>;

} // namespace binnacle::model
