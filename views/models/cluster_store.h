// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "planner/base/executor.h"

#include <absl/container/flat_hash_map.h>

#include <QObject>

#include <memory>

namespace binnacle::models {

/// The newest state of the open cluster, for every page and model: it is what subscribes to the service. One update at a
/// time arrives as `updated`; the store is already at that state then. GUI thread; keeps no reference to a service that
/// `attach` replaced, and drops what an old one still sends.
class ClusterStore : public QObject {
    Q_OBJECT

public:
    explicit ClusterStore(QObject *parent = nullptr);
    ~ClusterStore() override;

    /// Subscribes; null detaches and empties the store. The service must outlive the attachment.
    void attach(api::ClusterService *service, base::Executor &executor);
    void detach();

    [[nodiscard]] api::ClusterService *service() const { return m_service; }
    [[nodiscard]] const api::ClusterState &state() const { return *m_state; }
    [[nodiscard]] const api::ClusterStatePtr &statePtr() const { return m_state; }
    /// False until the first update of the service that is attached.
    [[nodiscard]] bool ready() const { return m_ready; }
    [[nodiscard]] model::PodPtr pod(const model::PodKey &key) const; ///< null when absent
    /// Every pod, in no order, until `visit` answers false.
    template <typename Visit> void forEachPod(Visit visit) const
    {
        for (const auto &[key, pod] : m_pods) {
            if (!visit(pod))
                return;
        }
    }
    /// The state as one update that resets, for a page made after the first update arrived.
    [[nodiscard]] api::ClusterUpdate whole() const;

signals:
    void updated(const binnacle::api::ClusterUpdate &update);

private:
    struct Link;
    void take(const api::ClusterUpdate &update);

    api::ClusterService *m_service = nullptr;
    std::shared_ptr<Link> m_link; // points back at the store; cut when another service is attached
    api::ClusterStatePtr m_state;
    bool m_ready = false;
    absl::flat_hash_map<model::PodKey, model::PodPtr> m_pods;
};

} // namespace binnacle::models
