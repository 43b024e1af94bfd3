// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/base/quantity.h"
#include "planner/model/labels.h"
#include "planner/model/pod.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What scheduling rules read of storage (core/v1 and storage.k8s.io/v1). Every type here is immutable once its finish() was
/// called, which fills the key and the fingerprint; shared by pointer.
namespace binnacle::model {

/// Where the data of a volume is, of a pod's own or of a PersistentVolume: a CSI driver's, one of the in-tree disks that are
/// translated to a CSI driver (csi-translation-lib v0.36) or that two pods on one node cannot share, or something that no rule
/// reads.
struct VolumeSource {
    enum class Kind : std::uint8_t {
        Other,
        Csi,
        GcePersistentDisk,
        AwsElasticBlockStore,
        AzureDisk,
        Cinder,
        Portworx,
        Iscsi,
        Rbd
    };
    Kind kind = Kind::Other;
    std::string driver; ///< of Csi
    std::string id; ///< volumeHandle, pdName, volumeID, diskURI, iqn or image
    std::string pool; ///< of an RBD image
    std::vector<std::string> monitors; ///< of Rbd
    bool readOnly = false; ///< of GCE persistent disks, iSCSI and RBD
    bool unmanaged = false; ///< an Azure disk of another kind than Managed, which no driver takes over

    void addTo(base::FingerprintBuilder &builder) const;
    friend bool operator==(const VolumeSource &, const VolumeSource &) = default;
};

/// One of a pod's volumes, if any rule reads it.
struct PodVolume {
    enum class Kind : std::uint8_t { Claim, Ephemeral, Inline };
    Kind kind = Kind::Claim;
    std::string
        claim; ///< name of the PersistentVolumeClaim; of an ephemeral one it is made of the pod's and the volume's
    VolumeSource source; ///< of an inline one
    friend bool operator==(const PodVolume &, const PodVolume &) = default;
};

/// The volumes of a pod that rules read; a pod without any has none of these.
struct PodVolumes {
    std::vector<PodVolume> list;

    // derived by finish()
    bool anyClaim = false; ///< claims, ephemeral ones too
    bool anyEphemeral = false;
    bool anyInline = false;
    base::Fingerprint fingerprint{};

    void finish();
    [[nodiscard]] bool uses(std::string_view claim) const; ///< by name, not as an ephemeral volume
};

/// The parts that finish() fills, of every kind below.
struct StorageObject {
    std::string key; ///< "namespace/name", or the name alone of what has no namespace
    base::Fingerprint fingerprint{}; ///< of all that rules read
};

/// A PersistentVolumeClaim.
struct VolumeClaim : StorageObject {
    std::string ns;
    std::string name;
    std::string uid;
    std::string controllerUid; ///< of the owner that controls it; empty without one
    std::string volumeName; ///< spec.volumeName
    std::string storageClass; ///< by the annotation, else by the spec
    std::optional<std::string> selectedNode; ///< annotation volume.kubernetes.io/selected-node
    std::vector<std::string> accessModes;
    std::string volumeMode; ///< empty is Filesystem
    std::string attributesClass; ///< spec.volumeAttributesClassName
    std::optional<base::Quantity> request; ///< spec.resources.requests[storage]
    LabelSelector selector; ///< of volumes
    bool bindCompleted = false; ///< annotation pv.kubernetes.io/bind-completed
    bool lost = false; ///< status.phase
    bool deleting = false;
    bool unrecognised = false; ///< its selector has an operator that is not known here

    void finish();
    [[nodiscard]] bool bound() const { return bindCompleted && !volumeName.empty(); }
    [[nodiscard]] bool readWriteOncePod() const;
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key; }
};

/// A PersistentVolume.
struct PersistentVolume : StorageObject {
    struct ClaimRef {
        std::string claim; ///< "namespace/name"
        std::string uid;
        friend bool operator==(const ClaimRef &, const ClaimRef &) = default;
    };
    std::string name;
    Labels labels;
    std::string storageClass; ///< by the annotation, else by the spec
    std::string specClass; ///< by the spec, which is what scores go by
    std::optional<ClaimRef> claimRef;
    std::optional<base::Quantity> capacity; ///< spec.capacity[storage]
    std::vector<std::string> accessModes;
    std::string volumeMode; ///< empty is Filesystem
    std::string attributesClass;
    bool hasNodeAffinity = false; ///< spec.nodeAffinity.required
    std::vector<NodeSelectorTerm>
        nodeTerms; ///< ORed; of its match fields only the form is read, as kube-scheduler does
    VolumeSource source;
    bool available = false; ///< status.phase
    bool deleting = false;
    bool unrecognised = false; ///< a selector has an operator that is not known here

    void finish();
    [[nodiscard]] bool isFor(const VolumeClaim &claim) const
    {
        return claimRef && claimRef->claim == claim.key && (claimRef->uid.empty() || claimRef->uid == claim.uid);
    }
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key; }
};

/// A StorageClass.
struct StorageClass : StorageObject {
    enum class Binding : std::uint8_t { Unset, Immediate, WaitForFirstConsumer };
    std::string name;
    std::string provisioner;
    Binding binding = Binding::Unset;
    std::vector<std::vector<Requirement>>
        allowedTopologies; ///< ORed terms of ANDed In requirements; an empty term matches nothing

    void finish();
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key; }
};

/// A CSINode: what is installed on the node of that name.
struct CsiNode : StorageObject {
    struct Driver {
        std::string name;
        std::optional<std::int32_t> limit; ///< allocatable.count; absent: no limit
        friend bool operator==(const Driver &, const Driver &) = default;
    };
    std::string name;
    std::vector<Driver> drivers;
    std::vector<std::string>
        migrated; ///< in-tree plugins of the annotation storage.alpha.kubernetes.io/migrated-plugins

    void finish();
    /// Of the last of that name; absent: none.
    [[nodiscard]] std::optional<std::int32_t> limitOf(std::string_view driver) const;
    [[nodiscard]] bool has(std::string_view driver) const;
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key; }
};

/// A CSIDriver.
struct CsiDriver : StorageObject {
    std::string name;
    bool storageCapacity = false; ///< it publishes how much is left
    bool preventSchedulingIfMissing = false;

    void finish();
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key; }
};

/// A CSIStorageCapacity: what is left of a class in a topology segment.
struct StorageCapacity : StorageObject {
    std::string ns;
    std::string name;
    std::string storageClass;
    LabelSelector topology; ///< of nodes
    std::optional<base::Quantity> capacity;
    std::optional<base::Quantity> largest; ///< maximumVolumeSize
    bool unrecognised = false;

    void finish();
    /// What one volume may take.
    [[nodiscard]] const std::optional<base::Quantity> &limit() const { return largest ? largest : capacity; }
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key; }
};

/// A VolumeAttachment. Its key is "node/name", so that those of a node lie together.
struct VolumeAttachment : StorageObject {
    std::string name;
    std::string attacher;
    std::string node;
    std::optional<std::string> volume; ///< PersistentVolume; absent: an inline one

    void finish();
    [[nodiscard]] static std::string_view shelfText(std::string_view key) { return key.substr(0, key.find('/')); }
};

/// Number of the shelf, the same on every machine.
inline constexpr std::size_t storageShelves = 256;
[[nodiscard]] std::size_t shelfOf(std::string_view shelfText);

/// Objects of one kind by their key, in shelves that equal values share. Value type; copying costs the pointers.
template <typename Object> class Shelved {
public:
    using Ptr = std::shared_ptr<const Object>;
    struct Shelf {
        std::vector<Ptr> objects; ///< by key, no two of one
        base::Fingerprint fingerprint{};
        std::vector<std::uint32_t> open; ///< of volumes: those that are reserved for no claim
        std::vector<std::pair<std::string_view, std::uint32_t>> reserved; ///< of volumes: by the claim they are for
        std::vector<std::string_view> limited; ///< of CSINodes: drivers with a limit, sorted
        bool unrecognised = false; ///< one of them is
    };
    using ShelfPtr = std::shared_ptr<const Shelf>;
    using Shelves = std::array<ShelfPtr, storageShelves>; ///< null where empty

    Shelved() = default;
    explicit Shelved(Shelves shelves) : m_shelves(std::move(shelves)) { }

    [[nodiscard]] const Object *find(std::string_view key) const
    {
        const ShelfPtr &shelf = m_shelves[shelfOf(Object::shelfText(key))];
        if (!shelf) {
            return nullptr;
        }
        const auto it = lowerBound(*shelf, key);
        return it != shelf->objects.end() && (*it)->key == key ? it->get() : nullptr;
    }
    /// Those whose key begins with that text, which names their shelf: "node/".
    template <typename Visit> void under(std::string_view prefix, Visit visit) const
    {
        const ShelfPtr &shelf = m_shelves[shelfOf(Object::shelfText(prefix))];
        for (auto it = shelf ? lowerBound(*shelf, prefix) : typename std::vector<Ptr>::const_iterator{};
             shelf && it != shelf->objects.end() && (*it)->key.starts_with(prefix); ++it) {
            visit(**it);
        }
    }
    template <typename Visit> void each(Visit visit) const
    {
        for (const ShelfPtr &shelf : m_shelves) {
            if (shelf) {
                std::for_each(shelf->objects.begin(), shelf->objects.end(), [&](const Ptr &object) { visit(*object); });
            }
        }
    }
    [[nodiscard]] const Shelves &shelves() const { return m_shelves; }

    [[nodiscard]] static auto lowerBound(const Shelf &shelf, std::string_view key)
    {
        return std::lower_bound(shelf.objects.begin(), shelf.objects.end(), key,
            [](const Ptr &object, std::string_view wanted) { return object->key < wanted; });
    }
    /// A shelf of finished objects, which it sorts; of equal keys the last stays. Null of none.
    [[nodiscard]] static ShelfPtr shelve(std::vector<Ptr> objects);

private:
    Shelves m_shelves{};
};

/// All that is known of a cluster's storage. Immutable and shared.
class Volumes {
public:
    /// Which kinds are known: what may not be listed is unknown, not absent.
    struct Known {
        bool claims = false;
        bool volumes = false;
        bool classes = false;
        bool csiNodes = false;
        bool csiDrivers = false;
        bool capacities = false;
        bool attachments = false;
        friend bool operator==(const Known &, const Known &) = default;
        [[nodiscard]] static Known all() { return {true, true, true, true, true, true, true}; }
    };
    struct Content {
        Shelved<VolumeClaim> claims;
        Shelved<PersistentVolume> volumes;
        Shelved<StorageClass> classes;
        Shelved<CsiNode> csiNodes;
        Shelved<CsiDriver> csiDrivers;
        Shelved<StorageCapacity> capacities;
        Shelved<VolumeAttachment> attachments;
    };

    Volumes() = default;
    /// Objects of a kind that is not known are left out.
    Volumes(Known known, Content content);

    [[nodiscard]] const Known &known() const { return m_known; }
    [[nodiscard]] const Content &content() const { return m_content; }
    [[nodiscard]] const VolumeClaim *claim(std::string_view ns, std::string_view name) const;
    [[nodiscard]] const PersistentVolume *volume(std::string_view name) const { return m_content.volumes.find(name); }
    [[nodiscard]] const StorageClass *storageClass(std::string_view name) const { return m_content.classes.find(name); }
    [[nodiscard]] const CsiNode *csiNode(std::string_view name) const { return m_content.csiNodes.find(name); }
    [[nodiscard]] const CsiDriver *csiDriver(std::string_view name) const { return m_content.csiDrivers.find(name); }
    /// Those reserved for the claim, by shelf and name, whatever UID they name.
    [[nodiscard]] std::vector<const PersistentVolume *> reservedFor(const VolumeClaim &claim) const;
    /// Whether a volume or a capacity has a selector that is not understood here.
    [[nodiscard]] bool unrecognised() const { return m_unrecognised; }
    /// Whether a volume of that driver is limited in number on some node.
    [[nodiscard]] bool anyLimit(std::string_view driver) const;
    /// Of the content and of what is known.
    [[nodiscard]] const base::Fingerprint &hash() const { return m_hash; }

private:
    Known m_known;
    Content m_content;
    std::vector<std::string_view> m_limited; ///< drivers with a limit on some node, sorted; of the content
    bool m_unrecognised = false; ///< a volume or a capacity that is read in part only
    base::Fingerprint m_hash{};
};
using VolumesPtr = std::shared_ptr<const Volumes>;

/// Whether everything that the volume rules (v1.36) read for this pod is known. True for a pod without volumes.
[[nodiscard]] bool volumesKnown(const Volumes &volumes, const Pod &pod);

/// The provisioner of a class that makes no volumes.
inline constexpr std::string_view noProvisioner = "kubernetes.io/no-provisioner";

/// An in-tree plugin that a CSI driver has taken over.
struct MigratedPlugin {
    std::string_view name; ///< "kubernetes.io/aws-ebs"
    std::string_view driver; ///< "ebs.csi.aws.com"
    std::string_view topologyKey; ///< what the zone labels become; empty: they stay
    VolumeSource::Kind kind = VolumeSource::Kind::Other;
};
/// Those whose migration cannot be switched off in v1.36 (csi-translation-lib v0.36); null for other sources.
[[nodiscard]] const MigratedPlugin *migratedPlugin(VolumeSource::Kind kind);
/// By the provisioner of a class; null when it is none of those.
[[nodiscard]] const MigratedPlugin *migratedPlugin(std::string_view provisioner);
/// An in-tree plugin that has a driver, but is not counted as one of its volumes.
[[nodiscard]] bool isUncountedPlugin(std::string_view provisioner);

} // namespace binnacle::model
