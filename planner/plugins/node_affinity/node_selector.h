// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node.h"
#include "planner/model/pod.h"

namespace binnacle::plugins {

/// Whether a node has what a term of a node selector asks: both lists, ANDed; a term with neither matches nothing, and so
/// does one that is malformed (matchFields knows metadata.name with In or NotIn and one value; In and NotIn need values,
/// Gt and Lt one integer). After component-helpers' scheduling/corev1/nodeaffinity (v0.36).
[[nodiscard]] bool matches(const model::NodeSelectorTerm &term, const model::Node &node);

/// Whether it is no such malformed term: a rule that reads whole selectors takes one for a fault. An empty term is none.
[[nodiscard]] bool wellFormed(const model::NodeSelectorTerm &term);

/// Whether a node has what the pod's own nodeSelector and required node affinity ask (GetRequiredNodeAffinity there).
[[nodiscard]] bool hasWhatPodRequires(const model::Pod &pod, const model::Node &node);

/// The same by labels alone, as a PersistentVolume's node affinity is read (component-helpers v0.36, CheckNodeAffinity): of
/// match fields only the form counts.
[[nodiscard]] bool matchesLabels(const model::NodeSelectorTerm &term, const model::Labels &labels);
/// Whether one requirement of a node selector holds.
[[nodiscard]] bool holdsFor(const model::Requirement &requirement, const model::Labels &labels);

} // namespace binnacle::plugins
