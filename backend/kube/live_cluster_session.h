// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/access.h"
#include "backend/kube/inventory_builder.h"
#include "backend/kube/live_cluster.h"
#include "backend/kube/live_cluster_batch.h"
#include "backend/kube/reflector.h"

#include <array>
#include <atomic>
#include <vector>

namespace binnacle::kube {

/// What a LiveCluster does between start() and stop(). Lives on its decoding sequence, but for construction; hands over to the
/// executor, where nothing is called any more once `open` is false.
class LiveCluster::Session : public std::enable_shared_from_this<LiveCluster::Session> {
public:
    Session(HttpLoop &loop, std::shared_ptr<base::Sequence> sequence, const ApiEndpoint &endpoint,
        const Options &options, base::Executor &executor, framework::ClusterSink &sink);
    ~Session();

    void begin();
    /// Callable from any thread: silences the executor's side.
    void close() { m_gate->open = false; }
    void bind(const framework::BindRequest &request, std::function<void(framework::BindResult)> done);
    void readPod(const model::PodKey &pod, std::function<void(absl::StatusOr<model::PodPtr>)> done);
    void note(const framework::PodNote &note, std::function<void(absl::Status)> done);

private:
    /// One kind's way from the reflector into the batch.
    class Feed : public Reflector::Receiver {
    public:
        explicit Feed(Session &session) : m_session(session) { }
        void pageEnds() override { m_session.flush(Flush::IfRoom); }
        void stateChanged() override { m_session.stateChanged(); }

    protected:
        Session &m_session;
        bool m_whole = false;
    };
    class NodeFeed;
    class PodFeed;
    class InventoryFeed;
    class NamespaceFeed;
    class WorkloadFeed;
    class BudgetFeed;
    template <typename Object> class DeviceFeed;
    template <typename Object> class StorageFeed;
    struct InventoryPart {
        std::unique_ptr<InventoryFeed> feed;
        std::unique_ptr<Reflector> reflector;
    };
    struct Gate {
        std::atomic<bool> open{true};
        std::atomic<int> inFlight{0};
    };
    enum class Flush : std::uint8_t { IfRoom, Now };

    void startPods();
    void inventoryChanged();
    void takeInventory();
    [[nodiscard]] bool pending() const { return m_inventoryChanged || !m_batch.empty(); }
    void gathered();
    void flush(Flush how);
    void deliver(model::ClusterDelta delta);
    void stateChanged();
    void reportStatus();
    [[nodiscard]] model::FeedStatus status() const;
    [[nodiscard]] bool allLive() const;
    void takeFault(model::FeedStatus &status) const;
    void probe();
    void probed(const ApiEnd &end);
    void scheduleProbe();
    void toSink(std::function<void(framework::ClusterSink &)> task);

    std::shared_ptr<ApiClient> m_client;
    base::Executor &m_executor;
    framework::ClusterSink &m_sink;
    std::shared_ptr<Gate> m_gate = std::make_shared<Gate>();
    Options m_options;

    ObjectDecoder m_decoder;
    DeltaBatch m_batch;
    bool m_flushPlanned = false;
    std::unique_ptr<NodeFeed> m_nodeFeed;
    std::unique_ptr<PodFeed> m_podFeed;
    std::unique_ptr<Reflector> m_nodes;
    std::unique_ptr<Reflector> m_pods;
    InventoryBuilder m_inventory;
    model::Inventory::Known m_known;
    std::vector<InventoryPart> m_inventoryFeeds; ///< namespaces, workloads, budgets, devices and storage
    bool m_allFeeds = false;
    bool m_inventoryChanged = false; ///< since it was handed over
    std::unique_ptr<AccessChecker> m_access;
    std::unique_ptr<UsageSource> m_usage;

    bool m_podsStarted = false;
    bool m_everSynced = false;
    bool m_probing = false;
    std::string m_serverVersion;
    std::int64_t m_nodesListed = 0;
    std::int64_t m_podsListed = 0;
    std::optional<model::FeedStatus> m_reported;
};

} // namespace binnacle::kube
