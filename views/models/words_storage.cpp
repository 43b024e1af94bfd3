// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/words.h"

namespace binnacle::models {
namespace {

using model::Reason;
using model::ReasonCode;

/// The parts of a detail, which single spaces divide; those that are not there are empty.
struct Parts {
    QString first;
    QString second;
    QString third;

    explicit Parts(const std::string &detail)
    {
        const QStringList all = Words::plain(detail).split(QLatin1Char(' '));
        first = all.value(0);
        second = all.value(1);
        third = all.value(2);
    }
};

/// The values of a label, of which any will do.
QString values(QString commaSeparated) { return commaSeparated.replace(QLatin1Char(','), QStringLiteral(", ")); }

} // namespace

QString Words::storageReason(const Reason &r)
{
    const QString subject = plain(r.subject);
    const Parts parts(r.detail);
    switch (r.code) {
    case ReasonCode::VolumeInUse:
        return tr("The %1 %2 is in use here by %3, and cannot be shared").arg(subject, parts.first, parts.second);
    case ReasonCode::ClaimInUse:
        return tr("The claim %1 is for one pod only (ReadWriteOncePod), and %2 has it").arg(parts.first, parts.second);
    case ReasonCode::ClaimNotFound:
        return parts.first.isEmpty() ? tr("A volume of the pod names no PersistentVolumeClaim")
                                     : tr("There is no PersistentVolumeClaim %1").arg(parts.first);
    case ReasonCode::ClaimNotMade:
        return tr("The claim %1 of an ephemeral volume has not been made yet").arg(parts.first);
    case ReasonCode::ClaimNotOwned:
        return tr("The claim %1 was not made for this pod's ephemeral volume").arg(parts.first);
    case ReasonCode::ClaimLost:
        return tr("The claim %1 has lost its volume %2").arg(parts.first, parts.second);
    case ReasonCode::ClaimDeleting:
        return tr("The claim %1 is being deleted").arg(parts.first);
    case ReasonCode::ClaimUnbound:
        return subject.isEmpty()
            ? tr("The claim %1 is not bound to a volume, and has no StorageClass that waits for a pod").arg(parts.first)
            : tr("The claim %1 is not bound to a volume; its StorageClass %2 does not wait for a pod")
                  .arg(parts.first, subject);
    case ReasonCode::ClaimVolumeNotFound:
        return tr("The claim %1 is bound to the PersistentVolume %2, which is not there")
            .arg(parts.first, parts.second);
    case ReasonCode::StorageClassNotFound:
        return tr("There is no StorageClass %2, which the claim %1 names").arg(parts.first, subject);
    case ReasonCode::StorageClassIncomplete:
        return tr("The StorageClass %2 of the claim %1 has no volumeBindingMode").arg(parts.first, subject);
    default:
        return storageNodeReason(r);
    }
}

/// Those that say something of the node.
QString Words::storageNodeReason(const Reason &r)
{
    const QString subject = plain(r.subject);
    const Parts parts(r.detail);
    const base::Symbol bytes("ephemeral-storage");
    switch (r.code) {
    case ReasonCode::VolumeAffinityMismatch:
        if (subject.isEmpty())
            return tr("The volume %1 cannot be used from this node (its node affinity)").arg(parts.first);
        return parts.third.isEmpty() ? tr("The volume %1 needs %2 %3, and the node has no such label")
                                           .arg(parts.first, subject, values(parts.second))
                                     : tr("The volume %1 needs %2 %3, and the node has %4")
                                           .arg(parts.first, subject, values(parts.second), parts.third);
    case ReasonCode::VolumeZoneMismatch:
        return parts.third.isEmpty() ? tr("The volume %1 is in %2 %3, and the node has no such label")
                                           .arg(parts.first, subject, values(parts.second))
                                     : tr("The volume %1 is in %2 %3, and the node in %4")
                                           .arg(parts.first, subject, values(parts.second), parts.third);
    case ReasonCode::NoVolumeForClaim:
        return tr("No volume that this node can use fits the claim %1, and its StorageClass %2 makes none")
            .arg(parts.first, subject);
    case ReasonCode::ClassTopologyMismatch:
        return parts.third.isEmpty()
            ? tr("The StorageClass %1 makes volumes in %2 %3 only, and the node has no such label")
                  .arg(parts.first, subject, values(parts.second))
            : tr("The StorageClass %1 makes volumes in %2 %3 only, and the node has %4")
                  .arg(parts.first, subject, values(parts.second), parts.third);
    case ReasonCode::ClaimOnOtherNode:
        return tr("The volume of the claim %1 is being made for the node %2").arg(parts.first, parts.second);
    case ReasonCode::StorageCapacityShort:
        return tr("Not enough storage of the class %2 for the claim %1: asks %3, the most there is here is %4")
            .arg(parts.first, subject, amount(bytes, r.asked), amount(bytes, r.capacity));
    case ReasonCode::VolumeLimitReached:
        return tr("Too many volumes of the driver %1: %2 of %3 are attached, %4 more asked")
            .arg(subject, number(r.used), number(r.capacity), number(r.asked));
    case ReasonCode::VolumeMalformed:
        return tr("The volume %1 cannot be handed to its CSI driver: it is malformed").arg(parts.first);
    case ReasonCode::CsiDriverMissing:
        return tr("The CSI driver %1 is not on the node").arg(subject);
    case ReasonCode::ClaimToBind:
        return tr("The claim %1 has to be bound to a volume first").arg(parts.first);
    default:
        return {};
    }
}

QString Words::storageReasonGroup(ReasonCode code, base::Symbol subject)
{
    const QString name = plain(subject);
    switch (code) {
    case ReasonCode::VolumeInUse:
        return tr("A volume is in use there and cannot be shared");
    case ReasonCode::ClaimInUse:
        return tr("A claim for one pod only is in use");
    case ReasonCode::ClaimNotFound:
    case ReasonCode::ClaimNotMade:
        return tr("A PersistentVolumeClaim is missing");
    case ReasonCode::ClaimNotOwned:
        return tr("A claim was made for another pod");
    case ReasonCode::ClaimLost:
    case ReasonCode::ClaimVolumeNotFound:
        return tr("A claim's volume is gone");
    case ReasonCode::ClaimDeleting:
        return tr("A claim is being deleted");
    case ReasonCode::ClaimUnbound:
        return tr("A claim is not bound to a volume");
    case ReasonCode::StorageClassNotFound:
    case ReasonCode::StorageClassIncomplete:
        return tr("A StorageClass is missing or incomplete");
    case ReasonCode::VolumeAffinityMismatch:
        return tr("A volume cannot be used from there");
    case ReasonCode::VolumeZoneMismatch:
        return tr("A volume is in another zone or region");
    case ReasonCode::NoVolumeForClaim:
        return tr("No volume fits a claim");
    case ReasonCode::ClassTopologyMismatch:
        return tr("No volume may be made there");
    case ReasonCode::ClaimOnOtherNode:
        return tr("A volume is being made for another node");
    case ReasonCode::StorageCapacityShort:
        return name.isEmpty() ? tr("Not enough storage") : tr("Not enough storage: %1").arg(name);
    case ReasonCode::VolumeLimitReached:
        return tr("Too many volumes: %1").arg(name);
    case ReasonCode::VolumeMalformed:
        return tr("A volume is malformed");
    case ReasonCode::CsiDriverMissing:
        return tr("A CSI driver is missing: %1").arg(name);
    case ReasonCode::ClaimToBind:
        return tr("A claim has to be bound first");
    default:
        return {};
    }
}

QString Words::storageChange(const Reason &r)
{
    const QString subject = plain(r.subject);
    const Parts parts(r.detail);
    switch (r.code) {
    case ReasonCode::VolumeInUse:
    case ReasonCode::ClaimInUse:
        return tr("end %1").arg(parts.second);
    case ReasonCode::ClaimNotFound:
        return parts.first.isEmpty() ? QString() : tr("make the PersistentVolumeClaim %1").arg(parts.first);
    case ReasonCode::ClaimUnbound:
    case ReasonCode::ClaimToBind:
        return tr("bind the claim %1").arg(parts.first);
    case ReasonCode::StorageClassNotFound:
        return tr("make the StorageClass %1").arg(subject);
    case ReasonCode::NoVolumeForClaim:
        return tr("add a volume for the claim %1").arg(parts.first);
    case ReasonCode::VolumeLimitReached:
        return tr("detach volumes of the driver %2: %1 at least")
            .arg(number(std::max<std::int64_t>(1, r.used + r.asked - r.capacity)), subject);
    case ReasonCode::CsiDriverMissing:
        return tr("install the CSI driver %1 on the node").arg(subject);
    default:
        return {};
    }
}

} // namespace binnacle::models
