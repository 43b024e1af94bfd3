// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <absl/status/statusor.h>

#include <string>
#include <vector>

namespace binnacle::kube {

/// The "openb" node and pod lists of a production GPU-sharing cluster (Alibaba GPU trace 2023) as Kubernetes objects.
///
/// Nodes: cpu, memory, `nvidia.com/gpu` (whole cards) and `alibabacloud.com/gpu-milli` (thousandths of all cards), the card
/// model as label `alibabacloud.com/gpu-card-model`. The trace states no limit of pods by node: 1000.
/// Pods: pending and unbound, for the trace names no node; a pod of whole cards asks for the cards and their thousandths, a
/// pod of a share of one card for its thousandths only, so that shares and cards together never exceed a node's total.
/// Kubernetes counts sums: that the free thousandths may be spread over several cards is not seen, neither here nor by
/// kube-scheduler. Allowed models become a required node affinity; qos a label `alibabacloud.com/qos`; creation times count
/// from 2023-01-01, as the trace's own zero is not public.
struct OpenbTrace {
    std::vector<model::NodePtr> nodes;
    std::vector<model::PodPtr> pods;
};

/// Reads two CSV files, plain or gzip, of at most 64 MiB of text and a million rows each. kInvalidArgument names file, line
/// and column name of a bad row. Blocking.
[[nodiscard]] absl::StatusOr<OpenbTrace> importOpenb(const std::string &nodeList, const std::string &podList);

/// The lists in a folder by their public names: openb_node_list_<nodes>.csv[.gz] ("all_node", "gpu_node") and
/// openb_pod_list_<pods>.csv[.gz] ("default", "gpuspec33", …).
[[nodiscard]] absl::StatusOr<OpenbTrace> importOpenbFolder(
    const std::string &folder, const std::string &nodes = "all_node", const std::string &pods = "default");

} // namespace binnacle::kube
