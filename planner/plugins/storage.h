// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "planner/model/snapshot.h"
#include "planner/model/volumes.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the volume plugins have in common.
namespace binnacle::plugins {

/// A reason's detail of several parts: names have no spaces, which divide them.
[[nodiscard]] std::string storageDetail(std::initializer_list<std::string_view> parts);
/// Values with commas between them.
[[nodiscard]] std::string joined(const std::vector<std::string> &values);

/// A volume as its driver knows it, or none.
struct CsiVolume {
    std::string_view driver; ///< of what it was made of; empty: no driver has it
    std::string handle;
    bool migrated = false; ///< in-tree: counts only where there is a CSINode

    [[nodiscard]] bool none() const { return driver.empty(); }
};
/// The driver's volume behind a source, translated when a driver has taken it over (csi-translation-lib v0.36); `labels` are the
/// PersistentVolume's, null for a pod's own. `malformed` is set when it cannot be translated.
[[nodiscard]] CsiVolume csiVolume(const model::VolumeSource &source, const model::Labels *labels, bool &malformed);

/// The node affinity of an in-tree volume as its CSI driver states it, where the node has that driver instead.
[[nodiscard]] std::vector<model::NodeSelectorTerm> translatedTerms(
    const model::PersistentVolume &volume, const model::MigratedPlugin &plugin);

/// Whether the volume can be reached from a node of those labels: no affinity, or one of the terms matches.
[[nodiscard]] bool reachable(
    bool hasAffinity, const std::vector<model::NodeSelectorTerm> &terms, const model::Labels &labels);
/// Why it cannot.
[[nodiscard]] model::Reason affinityMismatch(
    std::string_view volume, const std::vector<model::NodeSelectorTerm> &terms, const model::Labels &labels);

} // namespace binnacle::plugins
