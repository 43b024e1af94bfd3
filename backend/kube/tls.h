// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/http.h"
#include "planner/base/clock.h"

#include <absl/status/status.h>

#include <optional>
#include <string>

namespace binnacle::kube {

/// End of validity of the first certificate in a PEM text; absent when it holds none. Pure, any thread.
[[nodiscard]] std::optional<base::TimePoint> certificateExpiry(const std::string &pem);

/// Whether the texts are certificates and a key that belong together: what libcurl would only say while connecting.
/// kInvalidArgument naming the part ("certificate authority", "client certificate", "client key", "client key does not match").
[[nodiscard]] absl::Status checkTls(const TlsMaterial &tls);

} // namespace binnacle::kube
