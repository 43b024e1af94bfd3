// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/credentials_consent.h"
#include "backend/kube/kubeconfig.h"
#include "backend/kube/secret.h"
#include "planner/base/clock.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace binnacle::kube {

/// What a plugin answered (ExecCredential.status).
struct ExecCredential {
    Secret token;
    Secret certificatePem;
    Secret keyPem;
    std::optional<base::TimePoint> expires;
};

/// Reads a plugin's output. Errors never quote it.
[[nodiscard]] absl::StatusOr<ExecCredential> parseExecCredential(std::string_view output, std::string_view apiVersion);

struct ExecLimits {
    std::size_t outputBytes = std::size_t{1} << 20;
    std::chrono::milliseconds timeout{60'000};
};

/// The value of KUBERNETES_EXEC_INFO.
[[nodiscard]] std::string execInfo(const ClusterConfig &config, const Secret &caPem);

/// Runs the plugin that was consented to: without a shell, with its own process group, no input, our environment plus the
/// request's plus KUBERNETES_EXEC_INFO, and no other open files. The group is killed on time-out, on too much output, on
/// `stop`, and when the program has ended. kUnavailable (exit code, and a masked first piece of what it wrote to stderr),
/// kDeadlineExceeded, kResourceExhausted, kCancelled, or what parseExecCredential says. Blocking.
[[nodiscard]] absl::StatusOr<ExecCredential> runExecPlugin(const ConsentRequest &request, std::string_view apiVersion,
    const std::string &info, const ExecLimits &limits, std::stop_token stop);

/// At most 200 characters of untrusted text, one line, without control characters; runs that may be tokens are masked.
[[nodiscard]] std::string maskedExcerpt(std::string_view text);

} // namespace binnacle::kube
