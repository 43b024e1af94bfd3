// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "backend/kube/http.h"
#include "backend/kube/usage_source.h"
#include "planner/framework/ports.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <functional>
#include <memory>
#include <string>

namespace binnacle::kube {

/// A Kubernetes cluster behind the port: nodes, pods, namespaces, services and controllers by list and watch, access reviews, binds, events, and the
/// use that an injected source measures. Network on the loop's thread, decoding on one sequence of its own, callbacks on the
/// executor of start().
///
///   Connecting ──► Synced ◄──► Stale     Synced: nodes and pods, and of the rest what we may list, are listed and watched.
///
/// Stale within 15 s of the last byte even when the server only hangs: it is asked for its version after four seconds in which
/// it said nothing. Changes are gathered for 50 ms, or until 500 objects. A list after a break comes as one delta with
/// `replace…`; the first list comes page by page.
class LiveCluster final : public framework::ClusterPort {
public:
    struct Options {
        UsageSourceFactory usage; ///< none: use is reported as Source::None, once
        std::uint64_t seed = 0; ///< of back-off and watch lengths; 0: from the clock
        int firstPage = 500; ///< objects in the first page of a list: small, for rows soon
        int page = 4000; ///< and in the others: large, for fewer round trips
    };

    /// The loop must outlive this.
    LiveCluster(HttpLoop &loop, ApiEndpoint endpoint, Options options);
    ~LiveCluster() override;

    void start(base::Executor &executor, framework::ClusterSink &sink) override;
    void stop() override;
    void bind(framework::BindRequest request, std::function<void(framework::BindResult)> done) override;
    void readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done) override;
    void note(framework::PodNote note, std::function<void(absl::Status)> done) override;
    [[nodiscard]] bool writable() const override { return true; }

private:
    class Session;
    void onSession(std::function<void(Session &)> task);

    HttpLoop &m_loop; // constant after construction
    ApiEndpoint m_endpoint; // constant after construction
    Options m_options; // constant after construction
    absl::Mutex m_mutex;
    std::shared_ptr<base::Sequence> m_sequence ABSL_GUARDED_BY(m_mutex); ///< while started
    std::shared_ptr<Session> m_session ABSL_GUARDED_BY(m_mutex);
};

} // namespace binnacle::kube
