// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "backend/kube/kubeconfig.h"

#include <absl/status/statusor.h>

namespace binnacle::kube {

/// The endpoint of a resolved context. Reads the certificate authority's file, if it is one: blocking. Answers are asked for
/// compressed unless the server is on this machine or the kubeconfig says no. kInvalidArgument: not an http(s) URL, a bad
/// PEM text; else the file's error.
[[nodiscard]] absl::StatusOr<ApiEndpoint> endpointOf(const ClusterConfig &config, CredentialSource credential);

} // namespace binnacle::kube
