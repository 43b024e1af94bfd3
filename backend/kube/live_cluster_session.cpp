// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/live_cluster_session.h"

#include "backend/kube/binder.h"
#include "backend/kube/events.h"
#include "backend/kube/live_cluster_inventory.h"
#include "backend/kube/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

using model::FaultKind;
using model::FeedState;

constexpr std::chrono::milliseconds gatherTime{50};
constexpr std::size_t gatherObjects = 500;
constexpr std::size_t maxEarly = 10'000; // objects of a first page
constexpr int maxInFlight = 4; // deltas that the executor has not taken yet
constexpr std::chrono::milliseconds probePeriod{4000};
constexpr std::chrono::milliseconds probeTimeout{5000};

} // namespace

// ---- feeds -------------------------------------------------------------------------------------

class LiveCluster::Session::NodeFeed final : public Feed {
public:
    using Feed::Feed;
    void listBegins(bool whole) override
    {
        m_whole = whole;
        m_list.clear();
        m_early.clear();
        m_restarted = false;
        m_session.m_nodesListed = 0;
    }
    void pageEnds() override
    {
        Feed::pageEnds();
        m_session.startPods(); // the server gathers them while the rest of the nodes is on its way
    }
    void listRestarts() override
    {
        m_list.clear();
        m_restarted = true;
        m_session.m_nodesListed = 0;
    }
    absl::Status listed(std::string_view object) override
    {
        absl::StatusOr<model::NodePtr> node = m_session.m_decoder.decodeNode(object);
        if (!node.ok()) {
            return node.status();
        }
        ++m_session.m_nodesListed;
        if (m_restarted) {
            m_early.erase((*node)->name);
        } else if (m_early.size() < maxEarly) {
            m_early.insert((*node)->name);
        }
        if (m_whole) {
            m_list.push_back(*std::move(node));
        } else {
            m_session.m_batch.node(*std::move(node));
        }
        return absl::OkStatus();
    }
    void listEnds(bool whole) override
    {
        for (const base::Symbol gone : m_restarted && !whole ? m_early : decltype(m_early){}) {
            m_session.m_batch.removeNode(gone);
        }
        m_early.clear();
        m_restarted = false;
        m_session.flush(Flush::Now);
        if (whole) {
            model::ClusterDelta delta;
            delta.replaceNodes = true;
            delta.nodes = std::exchange(m_list, {});
            m_session.deliver(std::move(delta));
        }
        m_session.startPods();
    }
    absl::Status changed(std::string_view object) override
    {
        absl::StatusOr<model::NodePtr> node = m_session.m_decoder.decodeNode(object);
        if (!node.ok()) {
            return node.status();
        }
        if (m_session.m_batch.conflictsWithNode((*node)->name)) {
            m_session.flush(Flush::Now);
        }
        m_session.m_batch.node(*std::move(node));
        m_session.gathered();
        return absl::OkStatus();
    }
    absl::Status removed(std::string_view object) override
    {
        const auto identity = m_session.m_decoder.decodeIdentity(object);
        if (!identity.ok()) {
            return identity.status();
        }
        m_session.m_batch.removeNode(base::Symbol(identity->key.name));
        m_session.gathered();
        return absl::OkStatus();
    }
    void stateChanged() override
    {
        Feed::stateChanged();
        if (!m_session.m_nodes->fault().status.ok()) {
            m_session.startPods(); // pods may be allowed where nodes are not
        }
    }

private:
    std::vector<model::NodePtr> m_list;
    absl::flat_hash_set<base::Symbol> m_early; ///< of the first page, not seen again since the list restarted
    bool m_restarted = false;
};

class LiveCluster::Session::PodFeed final : public Feed {
public:
    using Feed::Feed;
    void listBegins(bool whole) override
    {
        m_whole = whole;
        m_list.clear();
        m_early.clear();
        m_restarted = false;
        m_session.m_podsListed = 0;
    }
    void listRestarts() override
    {
        m_list.clear();
        m_restarted = true;
        m_session.m_podsListed = 0;
    }
    absl::Status listed(std::string_view object) override
    {
        absl::StatusOr<model::PodPtr> pod = m_session.m_decoder.decodePod(object, ObjectDecoder::Containers::Trim);
        if (!pod.ok()) {
            return pod.status();
        }
        ++m_session.m_podsListed;
        if (m_restarted) {
            if (const auto early = m_early.find((*pod)->key); early != m_early.end() && early->second == (*pod)->uid) {
                m_early.erase(early);
            }
        } else if (m_early.size() < maxEarly) {
            m_early.emplace((*pod)->key, (*pod)->uid);
        }
        if (m_whole) {
            m_list.push_back(*std::move(pod));
        } else {
            m_session.m_batch.pod(*std::move(pod));
            if (m_session.m_batch.objects() >= 2 * gatherObjects) {
                m_session.flush(Flush::IfRoom);
            }
        }
        return absl::OkStatus();
    }
    void listEnds(bool whole) override
    {
        for (const auto &[key, uid] : m_restarted && !whole ? m_early : decltype(m_early){}) {
            m_session.m_batch.removePod(key, uid);
        }
        m_early.clear();
        m_restarted = false;
        m_session.flush(Flush::Now);
        if (whole) {
            model::ClusterDelta delta;
            delta.replacePods = true;
            delta.pods = std::exchange(m_list, {});
            m_session.deliver(std::move(delta));
        }
    }
    absl::Status changed(std::string_view object) override
    {
        absl::StatusOr<model::PodPtr> pod = m_session.m_decoder.decodePod(object, ObjectDecoder::Containers::Trim);
        if (!pod.ok()) {
            return pod.status();
        }
        if (m_session.m_batch.conflictsWithPod((*pod)->key)) {
            m_session.flush(Flush::Now);
        }
        m_session.m_batch.pod(*std::move(pod));
        m_session.gathered();
        return absl::OkStatus();
    }
    absl::Status removed(std::string_view object) override
    {
        const auto identity = m_session.m_decoder.decodeIdentity(object);
        if (!identity.ok()) {
            return identity.status();
        }
        m_session.m_batch.removePod(identity->key, identity->uid);
        m_session.gathered();
        return absl::OkStatus();
    }

private:
    std::vector<model::PodPtr> m_list;
    absl::flat_hash_map<model::PodKey, std::string>
        m_early; ///< of the first page, not seen again since the list restarted
    bool m_restarted = false;
};

// ---- the session -------------------------------------------------------------------------------

LiveCluster::Session::Session(HttpLoop &loop, std::shared_ptr<base::Sequence> sequence, const ApiEndpoint &endpoint,
    const Options &options, base::Executor &executor, framework::ClusterSink &sink)
    : m_client(std::make_shared<ApiClient>(loop, std::move(sequence), endpoint)),
      m_executor(executor),
      m_sink(sink),
      m_options(options)
{
}

LiveCluster::Session::~Session() = default;

void LiveCluster::Session::begin()
{
    std::uint64_t seed = m_options.seed;
    if (seed == 0) {
        seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    m_nodeFeed = std::make_unique<NodeFeed>(*this);
    m_podFeed = std::make_unique<PodFeed>(*this);
    const auto reflector = [&](Feed &feed, std::string_view group, const std::string &name, std::uint64_t offset) {
        return std::make_unique<Reflector>(m_client, feed,
            Reflector::Options{
                name, std::string(group) + "/" + name, m_options.firstPage, m_options.page, seed + offset});
    };
    m_nodes = reflector(*m_nodeFeed, "/api/v1", "nodes", 0);
    m_pods = reflector(*m_podFeed, "/api/v1", "pods", 2);
    std::uint64_t offset = 4;
    const auto include = [&](std::unique_ptr<InventoryFeed> feed, std::string_view group, const std::string &name) {
        auto reflects = reflector(*feed, group, name, offset);
        feed->follow(*reflects);
        m_inventoryFeeds.push_back({std::move(feed), std::move(reflects)});
        offset += 2;
    };
    const auto workloads = [&](model::Workload::Kind kind, std::string_view group, const std::string &name) {
        include(std::make_unique<WorkloadFeed>(*this, &m_known.workloads, kind), group, name);
    };
    const auto storage = [&]<typename Object>(ShelfBuilder<Object> &shelf, bool &known, std::string_view group,
                             const std::string &name) {
        include(std::make_unique<StorageFeed<Object>>(*this, &known, shelf), group, name);
    };
    include(std::make_unique<NamespaceFeed>(*this, &m_known.namespaces), "/api/v1", "namespaces");
    workloads(model::Workload::Kind::Service, "/api/v1", "services");
    workloads(model::Workload::Kind::ReplicationController, "/api/v1", "replicationcontrollers");
    workloads(model::Workload::Kind::ReplicaSet, "/apis/apps/v1", "replicasets");
    workloads(model::Workload::Kind::StatefulSet, "/apis/apps/v1", "statefulsets");
    include(std::make_unique<BudgetFeed>(*this, &m_known.budgets), "/apis/policy/v1", "poddisruptionbudgets");
    DeviceBuilder &devices = m_inventory.devices();
    const auto device = [&]<typename Object>(DeviceObjects<Object> &objects,
                            absl::StatusOr<std::shared_ptr<const Object>> (*decode)(std::string_view),
                            const std::string &name) {
        include(std::make_unique<DeviceFeed<Object>>(*this, &m_known.devices, objects, decode),
            "/apis/resource.k8s.io/v1", name);
    };
    device(devices.classes, &decodeDeviceClass, "deviceclasses");
    device(devices.slices, &decodeResourceSlice, "resourceslices");
    device(devices.claims, &decodeResourceClaim, "resourceclaims");
    StorageBuilder &shelves = m_inventory.storage();
    model::Volumes::Known &known = shelves.known;
    storage(shelves.claims, known.claims, "/api/v1", "persistentvolumeclaims");
    storage(shelves.volumes, known.volumes, "/api/v1", "persistentvolumes");
    storage(shelves.classes, known.classes, "/apis/storage.k8s.io/v1", "storageclasses");
    storage(shelves.csiNodes, known.csiNodes, "/apis/storage.k8s.io/v1", "csinodes");
    storage(shelves.csiDrivers, known.csiDrivers, "/apis/storage.k8s.io/v1", "csidrivers");
    storage(shelves.capacities, known.capacities, "/apis/storage.k8s.io/v1", "csistoragecapacities");
    storage(shelves.attachments, known.attachments, "/apis/storage.k8s.io/v1", "volumeattachments");
    m_allFeeds = true;
    m_access = std::make_unique<AccessChecker>(m_client, [this](const model::AccessReview &review) {
        toSink([review](framework::ClusterSink &sink) { sink.onAccess(review); });
    });
    const UsageReportDone report = [this](model::UsageReport usage) {
        toSink([usage = std::move(usage)](framework::ClusterSink &sink) { sink.onUsage(usage); });
    };
    if (m_options.usage) {
        m_usage = m_options.usage(m_client, report);
    } else {
        report({});
    }
    reportStatus();
    probe();
    m_nodes->start();
    for (const InventoryPart &part : m_inventoryFeeds) {
        part.reflector->start();
    }
    m_access->check();
}

void LiveCluster::Session::startPods()
{
    if (!std::exchange(m_podsStarted, true)) {
        m_pods->start();
    }
}

void LiveCluster::Session::toSink(std::function<void(framework::ClusterSink &)> task)
{
    m_executor.post([gate = m_gate, sink = &m_sink, task = std::move(task)] {
        if (gate->open) {
            task(*sink);
        }
    });
}

// ---- deltas ------------------------------------------------------------------------------------

void LiveCluster::Session::gathered()
{
    if (m_batch.objects() >= gatherObjects) {
        flush(Flush::IfRoom);
    }
    if (pending() && !std::exchange(m_flushPlanned, true)) {
        m_client->after(gatherTime, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) {
                self->m_flushPlanned = false;
                self->flush(Flush::IfRoom);
                if (self->pending()) {
                    self->gathered();
                }
            }
        });
    }
}

void LiveCluster::Session::flush(Flush how)
{
    if (!pending() || (how == Flush::IfRoom && m_gate->inFlight >= maxInFlight)) {
        return;
    }
    if (std::exchange(m_inventoryChanged, false)) {
        takeInventory();
    }
    deliver(m_batch.take());
    reportStatus();
}

void LiveCluster::Session::deliver(model::ClusterDelta delta)
{
    ++m_gate->inFlight;
    auto shared = std::make_shared<model::ClusterDelta>(std::move(delta));
    toSink([gate = m_gate, shared](framework::ClusterSink &sink) {
        --gate->inFlight;
        sink.onDelta(std::move(*shared));
    });
}

// ---- status ------------------------------------------------------------------------------------

void LiveCluster::Session::stateChanged()
{
    if (!m_allFeeds) {
        return;
    }
    for (const Reflector *reflector : {m_nodes.get(), m_pods.get()}) {
        if (reflector->fault().fault == FaultKind::Forbidden) {
            m_access->check();
        }
    }
    if (allLive()) {
        flush(Flush::Now);
        if (!std::exchange(m_everSynced, true) && m_usage) {
            m_usage->start(); // not before: the lists come first
        }
    }
    reportStatus();
}

bool LiveCluster::Session::allLive() const
{
    return m_nodes->live() && m_pods->live()
        && std::all_of(m_inventoryFeeds.begin(), m_inventoryFeeds.end(),
            [](const InventoryPart &part) { return part.reflector->live() || part.feed->unavailable(); });
}

/// The value is made when the batch is handed over: once for many changes.
void LiveCluster::Session::inventoryChanged()
{
    m_inventoryChanged = true;
    gathered();
}

void LiveCluster::Session::takeInventory()
{
    // What may not be listed is not known; a rule that needs it says so.
    for (const InventoryPart &part : m_inventoryFeeds) {
        *part.feed->known() = true;
    }
    for (const InventoryPart &part : m_inventoryFeeds) {
        *part.feed->known() = *part.feed->known() && part.feed->complete();
    }
    m_batch.inventory(m_inventory.build(m_known));
}

void LiveCluster::Session::takeFault(model::FeedStatus &status) const
{
    std::vector<const Reflector *> all{m_nodes.get(), m_pods.get()};
    for (const InventoryPart &part : m_inventoryFeeds) {
        if (!part.feed->unavailable()) {
            all.push_back(part.reflector.get());
        }
    }
    for (const Reflector *reflector : all) {
        if (reflector->fault().status.ok() || reflector->live()) {
            continue;
        }
        if (status.fault == FaultKind::None) {
            status.fault = reflector->fault().fault;
            status.detail = std::string(reflector->fault().status.message());
        }
        if (reflector->nextTry() && (!status.nextTry || *reflector->nextTry() < *status.nextTry)) {
            status.nextTry = *reflector->nextTry();
        }
    }
}

model::FeedStatus LiveCluster::Session::status() const
{
    model::FeedStatus status;
    status.serverVersion = m_serverVersion;
    status.nodesListed = m_nodesListed;
    status.podsListed = m_podsListed;
    if (m_client->lastContact() != std::chrono::steady_clock::time_point{}) {
        const auto ago = std::chrono::steady_clock::now() - m_client->lastContact();
        status.lastContact =
            std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now() - ago);
    }
    if (allLive()) {
        status.state = FeedState::Synced;
        return status;
    }
    status.state = m_everSynced ? FeedState::Stale : FeedState::Connecting;
    takeFault(status);
    return status;
}

void LiveCluster::Session::reportStatus()
{
    model::FeedStatus now = status();
    if (m_reported) {
        // A later contact alone is no news between probes.
        model::FeedStatus same = now;
        same.lastContact = m_reported->lastContact;
        if (same == *m_reported && now.lastContact - m_reported->lastContact < probePeriod) {
            return;
        }
    }
    m_reported = now;
    toSink([now = std::move(now)](framework::ClusterSink &sink) { sink.onStatus(now); });
}

// ---- contact -----------------------------------------------------------------------------------

void LiveCluster::Session::scheduleProbe()
{
    m_client->after(probePeriod, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) {
            const bool quiet = std::chrono::steady_clock::now() - self->m_client->lastContact() >= probePeriod;
            if (quiet || self->m_serverVersion.empty()) {
                self->probe();
            } else {
                self->reportStatus();
                self->scheduleProbe();
            }
        }
    });
}

void LiveCluster::Session::probe()
{
    ApiRequest request;
    request.path = "/version";
    request.accept = jsonType;
    request.totalTimeout = probeTimeout;
    request.maxBodyBytes = std::size_t{64} << 10;
    m_client->call(std::move(request), [this](const ApiEnd &end) { probed(end); });
}

void LiveCluster::Session::probed(const ApiEnd &end)
{
    if (end.status.ok()) {
        const nlohmann::json json = nlohmann::json::parse(end.body, nullptr, false);
        const auto found = json.is_object() ? json.find("gitVersion") : json.end();
        if (found != json.end() && found->is_string()) {
            m_serverVersion = std::string(firstBytes(found->get<std::string>(), 64));
        }
    } else if (end.httpStatus == 0 && end.fault == FaultKind::Timeout) {
        m_client->abandonConnections(); // it hangs: watches on those connections would wait for ever
    }
    reportStatus();
    scheduleProbe();
}

// ---- requests ----------------------------------------------------------------------------------

void LiveCluster::Session::bind(const framework::BindRequest &request, std::function<void(framework::BindResult)> done)
{
    bindPod(*m_client, request, [this, done = std::move(done)](const framework::BindResult &result) {
        if (absl::IsPermissionDenied(result.status)) {
            m_access->check();
        }
        toSink([done, result](framework::ClusterSink & /*sink*/) { done(result); });
    });
}

void LiveCluster::Session::readPod(const model::PodKey &pod, std::function<void(absl::StatusOr<model::PodPtr>)> done)
{
    kube::readPod(*m_client, pod, [this, done = std::move(done)](const absl::StatusOr<model::PodPtr> &result) {
        toSink([done, result](framework::ClusterSink & /*sink*/) { done(result); });
    });
}

void LiveCluster::Session::note(const framework::PodNote &note, std::function<void(absl::Status)> done)
{
    writeNote(
        *m_client, note, std::chrono::system_clock::now(), [this, done = std::move(done)](const absl::Status &status) {
            toSink([done, status](framework::ClusterSink & /*sink*/) { done(status); });
        });
}

} // namespace binnacle::kube
