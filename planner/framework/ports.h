// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/executor.h"
#include "planner/model/cluster.h"
#include "planner/model/decision.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace binnacle::framework {

/// A request to bind one pod, with the identity it was decided for. The server refuses it when the UID or the
/// resourceVersion no longer hold.
struct BindRequest {
    model::PodKey pod;
    std::string podUid;
    std::string podResourceVersion;
    std::string nodeName;
};

/// What is known after a bind. Unknown: the answer was lost; read back before anything is assumed.
struct BindResult {
    enum class Kind : std::uint8_t { Bound, Refused, Unknown };
    Kind kind = Kind::Unknown;
    absl::Status status; ///< OK when bound; else as in gRPC (kAborted: conflict, kNotFound, kPermissionDenied …)
};

/// An event or pod condition as kube-scheduler writes it (reasons Scheduled and FailedScheduling).
struct PodNote {
    enum class Kind : std::uint8_t { Scheduled, FailedScheduling };
    Kind kind = Kind::Scheduled;
    model::PodKey pod;
    std::string podUid;
    std::string podResourceVersion;
    std::string nodeName; ///< when scheduled
    std::string message;
    bool onlyThisVersion = false; ///< the condition is written only while the pod has podResourceVersion
};

/// Receives what a cluster says. Called on the executor that was handed to ClusterPort::start, in order.
class ClusterSink {
public:
    virtual ~ClusterSink() = default;
    virtual void onDelta(model::ClusterDelta delta) = 0;
    virtual void onStatus(model::FeedStatus status) = 0;
    virtual void onUsage(model::UsageReport report) = 0;
    virtual void onAccess(model::AccessReview review) = 0;
};

/// A cluster, whether live, simulated or read from a file: the one port between the planner's world and outside.
/// Thread-safe. Callbacks run on the executor handed to start(), never inside the call, and not after stop() returned
/// from that executor. Each of bind, readPod and note calls back exactly once while started.
class ClusterPort {
public:
    virtual ~ClusterPort() = default;

    virtual void start(base::Executor &executor, ClusterSink &sink) = 0;
    virtual void stop() = 0;

    /// Only the audited path of the services calls this, after the approval is durable.
    virtual void bind(BindRequest request, std::function<void(BindResult)> done) = 0;
    /// The pod as it is on the server now; kNotFound when it is gone; absent pointer never comes with OK.
    virtual void readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done) = 0;
    /// Best effort: writes the Event and the pod condition.
    virtual void note(PodNote note, std::function<void(absl::Status)> done) = 0;
    /// True when writes could ever succeed (a file cannot be written to).
    [[nodiscard]] virtual bool writable() const = 0;
};

} // namespace binnacle::framework
