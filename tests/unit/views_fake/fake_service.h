// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/api/plan.h"
#include "backend/api/policy.h"
#include "planner/model/testing/builders.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// A cluster for tests of models, pages and the whole window: seeded, believable, and changed only by the test.
namespace binnacle::testing {

using model::testing::makeNode;
using model::testing::makePod;
using model::testing::symbol;

inline base::TimePoint wallNow()
{
    return std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now());
}

struct FakeShape {
    int nodes = 1500;
    int podsPerNode = 12;
    int pending = 37;
    bool usage = true;
    unsigned seed = 42;
};

/// Builds one state: three regions, eight pools, a few nodes hot, not ready, cordoned or without figures.
class FakeCluster {
public:
    explicit FakeCluster(FakeShape shape = {}) : m_shape(shape), m_random(shape.seed), m_now(wallNow())
    {
        auto state = std::make_shared<api::ClusterState>();
        state->profile = {"demo", "prod-eu", "demo, seed 42", api::ClusterKind::Demo, api::Protection::Protected,
            api::Autonomy::Approve, 0};
        state->feed.state = model::FeedState::Synced;
        state->feed.lastContact = m_now;
        state->feed.nodesListed = shape.nodes;
        state->feed.serverVersion = "v1.36.3";
        using Answer = model::AccessReview::Answer;
        state->access = {Answer::Allowed, Answer::Allowed, Answer::Allowed, Answer::Allowed, Answer::Allowed,
            Answer::Allowed, "operator-1"};
        state->policyVersion = "v12";
        state->writeBlock = api::WriteBlock::None;
        makeNodes(*state);
        makePending(*state);
        makeFigures(*state);
        state->version = 1;
        m_state = state;
    }

    [[nodiscard]] const api::ClusterStatePtr &state() const { return m_state; }
    [[nodiscard]] base::TimePoint now() const { return m_now; }
    [[nodiscard]] api::ClusterUpdate whole() const
    {
        api::ClusterUpdate update;
        update.state = m_state;
        update.reset = true;
        update.nodes = m_state->snapshot->nodes();
        for (const model::NodeInfoPtr &node : m_state->snapshot->nodes())
            update.pods.insert(update.pods.end(), node->pods().begin(), node->pods().end());
        for (const api::PendingPod &pod : m_state->pending)
            update.pods.push_back(pod.pod);
        update.usageChanged = update.proposalsChanged = true;
        return update;
    }

    /// Replaces one pod on each of `count` nodes by a new one: what a busy cluster sends in one update.
    [[nodiscard]] api::ClusterUpdate churn(int count)
    {
        auto state = std::make_shared<api::ClusterState>(*m_state);
        api::ClusterUpdate update;
        std::map<std::string, model::NodeInfoPtr> changed;
        const auto &nodes = m_state->snapshot->nodes();
        for (int i = 0; i < count; ++i) {
            const auto &old = nodes[std::size_t(m_random() % nodes.size())];
            if (changed.contains(std::string(old->node().name.text())))
                continue;
            auto info = std::make_shared<model::NodeInfo>(*old);
            info->generation = ++m_generation;
            if (!info->pods().empty()) {
                const model::PodPtr gone = info->pods().front();
                info->removePod(gone->uid);
                update.removedPods.push_back(gone->key);
            }
            const auto pod = podOn(old->node().name.text(), ++m_podNumber);
            info->addPod(pod);
            update.pods.push_back(pod);
            changed.emplace(std::string(old->node().name.text()), info);
        }
        for (const auto &[name, info] : changed)
            update.nodes.push_back(info);
        state->snapshot = m_state->snapshot->with(++m_generation, update.nodes);
        state->feed.lastContact = wallNow();
        state->version = m_state->version + 1;
        m_state = state;
        update.state = m_state;
        return update;
    }

    /// A node and its pods go.
    [[nodiscard]] api::ClusterUpdate remove(const std::string &name)
    {
        auto state = std::make_shared<api::ClusterState>(*m_state);
        api::ClusterUpdate update;
        std::vector<model::NodeInfoPtr> left;
        for (const model::NodeInfoPtr &info : m_state->snapshot->nodes()) {
            if (info->node().name != symbol(name)) {
                left.push_back(info);
                continue;
            }
            for (const model::PodPtr &pod : info->pods())
                update.removedPods.push_back(pod->key);
        }
        update.removedNodes = {symbol(name)};
        state->snapshot = std::make_shared<model::Snapshot>(++m_generation, std::move(left));
        state->version = m_state->version + 1;
        m_state = state;
        update.state = m_state;
        return update;
    }

    /// The state with something changed by hand: an update without changes of nodes or pods.
    template <typename Change> [[nodiscard]] api::ClusterUpdate change(Change apply)
    {
        auto state = std::make_shared<api::ClusterState>(*m_state);
        apply(*state);
        ++state->version;
        m_state = state;
        api::ClusterUpdate update;
        update.state = m_state;
        update.usageChanged = update.proposalsChanged = true;
        return update;
    }

    [[nodiscard]] model::DecisionPtr decide(const model::PodPtr &pod, bool fits, int seed = 1) const
    {
        auto d = std::make_shared<model::Decision>();
        d->id = "d-" + std::to_string(18400 + seed);
        d->pod = pod->key;
        d->podUid = pod->uid;
        d->podResourceVersion = pod->resourceVersion;
        d->podValue = pod;
        d->scorePlugins = {{symbol("NodeResourcesFit"), 1}, {symbol("NodeResourcesBalancedAllocation"), 1},
            {symbol("NodeAffinity"), 2}, {symbol("TaintToleration"), 3}};
        const auto &nodes = m_state->snapshot->nodes();
        const std::size_t stride = std::clamp<std::size_t>(nodes.size() / 4, 1, 97);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const base::Symbol name = nodes[i]->node().name;
            if (fits && i % stride == std::size_t(seed) % stride) {
                const int shift = int(i / stride);
                d->feasible.push_back({name, {90 - shift, 88, 0, 0}, {90 - shift, 88 - shift / 2, 50, 100}, 0});
                auto &f = d->feasible.back();
                f.total = f.normalised[0] + f.normalised[1] + 2 * f.normalised[2] + 3 * f.normalised[3];
            } else if (i % 3 == 0) {
                d->rejected.push_back({name, symbol("TaintToleration"), false,
                    {{model::ReasonCode::TaintNotTolerated, symbol("nvidia.com/gpu"), "present:NoSchedule", 0, 0, 0}}});
            } else {
                d->rejected.push_back({name, symbol("NodeResourcesFit"), true,
                    {{model::ReasonCode::InsufficientCpu, symbol("cpu"), {}, 16000, 24000, 32000}}});
            }
        }
        d->outcome = fits ? model::DecisionOutcome::Placed : model::DecisionOutcome::NoNodeFits;
        if (!d->feasible.empty()) {
            d->chosen = d->feasible.front().node;
            d->score = d->feasible.front().total;
            if (d->feasible.size() > 1)
                d->margin = d->score - d->feasible[1].total;
            d->tied = {d->chosen};
        }
        d->confidence = {0.97, 200, false, 0.97, false, 0};
        d->snapshotGeneration = m_state->snapshot->generation();
        d->snapshotHash = m_state->snapshot->hash();
        d->policyVersion = "v12";
        d->seed = 42;
        d->decidedAt = m_now;
        return d;
    }

private:
    struct PoolShape {
        const char *name;
        int share; // of the nodes, thousandths
        int cpus;
        int memoryGib;
        int gpus;
        const char *type;
    };
    static constexpr PoolShape kPools[] = {{"general", 460, 16, 64, 0, "m6i.4xlarge"},
        {"compute", 220, 32, 64, 0, "c6i.8xlarge"}, {"memory", 100, 16, 256, 0, "r6i.4xlarge"},
        {"spot", 100, 16, 64, 0, "m6a.4xlarge"}, {"gpu-a100", 40, 128, 1024, 8, "p4d.24xlarge"},
        {"gpu-l4", 40, 48, 192, 4, "g6.12xlarge"}, {"edge", 40, 4, 16, 0, "edge-4"}};
    static constexpr const char *kRegions[][2] = {{"fra", "fra"}, {"eu-west-1", "euw1"}, {"ams", "ams"}};

    double unit() { return double(m_random() % 100000) / 100000.0; }

    model::PodPtr podOn(std::string_view node, int number)
    {
        static const char *const kinds[] = {"web/storefront", "shop/checkout", "batch/etl", "ml/serve-llm",
            "data/kafka", "media/transcode", "research/nb"};
        const auto pod =
            makePod(std::string(kinds[std::size_t(number) % std::size(kinds)]) + "-" + std::to_string(number))
                .uid("uid-pod-" + std::to_string(number))
                .node(node)
                .phase(model::PodPhase::Running)
                .owner("ReplicaSet", "r")
                .created(m_now - std::chrono::minutes(7 + number % 40000))
                .req("cpu", std::to_string(200 + int(m_random() % 1800)) + "m")
                .req("memory", std::to_string(512 + int(m_random() % 4096)) + "Mi")
                .obj();
        return pod;
    }

    void makeNodes(api::ClusterState &state)
    {
        auto usage = std::make_shared<api::UsageTable>();
        usage->source = m_shape.usage ? model::UsageReport::Source::Available : model::UsageReport::Source::None;
        usage->at = m_now;
        std::vector<model::NodeInfoPtr> infos;
        for (int i = 0; i < m_shape.nodes; ++i) {
            const int region = i % 5 < 2 ? 0 : i % 5 < 4 ? 1 : 2;
            const char zone = char('a' + (i / 5) % (region == 2 ? 2 : 3));
            int draw = int((std::uint64_t(i) * 7919 + 13) % 1000);
            std::size_t p = 0;
            while (p + 1 < std::size(kPools) && draw >= kPools[p].share)
                draw -= kPools[p++].share;
            const PoolShape &pool = kPools[p];
            const std::string name = std::string(kRegions[region][1]) + "-" + zone + "-" + pool.name + "-"
                + std::to_string(10000 + i).substr(1);
            auto builder = makeNode(name);
            builder.allocatable("cpu", std::to_string(pool.cpus))
                .allocatable("memory", std::to_string(pool.memoryGib) + "Gi");
            builder.allocatable("ephemeral-storage", "200Gi").created(m_now - std::chrono::hours(24 * (3 + i % 60)));
            builder.label("topology.kubernetes.io/region", kRegions[region][0]);
            builder.label("topology.kubernetes.io/zone", std::string(kRegions[region][0]) + zone);
            builder.label("node.kubernetes.io/instance-type", pool.type);
            builder.label("eks.amazonaws.com/nodegroup", pool.name).label("kubernetes.io/hostname", name);
            if (pool.gpus > 0)
                builder.allocatable("nvidia.com/gpu", std::to_string(pool.gpus)).taint("nvidia.com/gpu", "present");
            if (i % 301 == 60)
                builder.unschedulable();
            if (i % 499 == 140)
                builder.ready(false);
            model::Node node = builder.value();
            node.kubeletVersion = "v1.36.3";
            node.osImage = "Debian GNU/Linux 12 (bookworm)";
            node.kernelVersion = "6.1.0-31-amd64";
            node.containerRuntime = "containerd://2.0.4";
            node.architecture = "amd64";
            node.internalIp = "10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250 + 1);
            auto info = std::make_shared<model::NodeInfo>(std::make_shared<const model::Node>(std::move(node)));
            info->generation = std::uint64_t(i) + 1;
            const int pods = m_shape.podsPerNode / 2 + int(m_random() % unsigned(m_shape.podsPerNode + 1));
            for (int k = 0; k < pods; ++k) {
                auto pod = podOn(name, ++m_podNumber);
                if (info->requested().cpuMilli + pod->request.cpuMilli > pool.cpus * 1000
                    || info->requested().memoryBytes + pod->request.memoryBytes > (std::int64_t(pool.memoryGib) << 30))
                    break;
                info->addPod(pod);
            }
            if (m_shape.usage && i % 211 != 9) {
                const bool hot = i % 31 == 4;
                const double share = hot ? 0.86 + 0.12 * unit() : 0.15 + 0.5 * unit();
                model::Usage u;
                u.cpuNano = std::int64_t(share * pool.cpus * 1e9);
                u.memoryBytes = std::int64_t((0.3 + 0.5 * unit()) * double(std::int64_t(pool.memoryGib) << 30));
                u.at = m_now;
                u.window = std::chrono::seconds(30);
                usage->nodes.emplace(info->node().name, u);
                for (const auto &pod : info->pods()) {
                    model::Usage pu;
                    pu.cpuNano = std::int64_t(share * double(pod->request.cpuMilli) * 1e6);
                    pu.memoryBytes = std::int64_t(0.7 * double(pod->request.memoryBytes));
                    usage->pods.emplace(pod->key, pu);
                }
            }
            state.nodesNotReady += info->node().ready ? 0 : 1;
            state.runningPods += std::int64_t(info->pods().size());
            infos.push_back(std::move(info));
        }
        m_generation = std::uint64_t(m_shape.nodes) + 1;
        state.snapshot = model::testing::makeSnapshot(std::move(infos), m_generation);
        state.usage = usage;
        state.pods = state.runningPods + m_shape.pending;
        state.feed.podsListed = state.pods;
        m_state = std::make_shared<api::ClusterState>(state);
    }

    void makePending(api::ClusterState &state)
    {
        static const std::pair<model::ReasonCode, const char *> reasons[] = {
            {model::ReasonCode::InsufficientScalar, "nvidia.com/gpu"},
            {model::ReasonCode::InsufficientMemory, "memory"}, {model::ReasonCode::NodeAffinityMismatch, ""},
            {model::ReasonCode::TaintNotTolerated, "spot"}, {model::ReasonCode::InsufficientCpu, "cpu"},
            {model::ReasonCode::NodeSelectorMismatch, "disktype"}};
        for (int i = 0; i < m_shape.pending; ++i) {
            api::PendingPod p;
            auto builder = makePod("research/diffusion-xl-worker-" + std::to_string(i));
            builder.uid("uid-pending-" + std::to_string(i)).created(m_now - std::chrono::minutes(3 + i * 3));
            builder.req("cpu", "16").req("memory", "128Gi").req("nvidia.com/gpu", "4");
            p.pod = builder.obj();
            p.since = p.pod->created;
            p.wait = i < 3    ? api::PendingPod::Wait::AwaitingApproval
                : i % 11 == 7 ? api::PendingPod::Wait::NotDecidable
                              : api::PendingPod::Wait::Unschedulable;
            p.outcome = i < 3 ? model::DecisionOutcome::Placed : model::DecisionOutcome::NoNodeFits;
            const auto &[code, subject] = reasons[std::size_t(i * i) % std::size(reasons)];
            if (i >= 3) {
                p.mainReason = code;
                p.mainSubject = symbol(subject);
                p.nodesByMainReason = 1452 - i;
            }
            p.attempts = 1 + i % 5;
            if (i < 3) {
                p.decision = decide(p.pod, true, i + 1);
                p.wouldGo = p.decision->chosen;
                p.stability = 0.97;
                state.proposals.push_back(
                    {p.decision->id, p.decision, api::DecisionState::Proposed, m_now - std::chrono::seconds(28),
                        m_now + std::chrono::seconds(272 + 60 * i), {}, std::uint64_t(18443 + i), {}, {}});
            }
            state.pending.push_back(std::move(p));
        }
        using S = api::DecisionState;
        const S ends[] = {S::Confirmed, S::Confirmed, S::Superseded, S::Confirmed, S::Denied, S::Confirmed, S::Expired,
            S::Confirmed, S::BindFailed, S::Confirmed};
        for (int i = 0; i < 20; ++i) {
            const auto pod =
                makePod(i % 2 ? "ml/finetune-ner-" + std::to_string(i) : "batch/etl-" + std::to_string(2291 - i))
                    .uid("uid-done-" + std::to_string(i))
                    .req("cpu", "4")
                    .obj();
            const auto d = decide(pod, true, 10 + i);
            state.proposals.push_back(
                {d->id, d, ends[std::size_t(i) % std::size(ends)], m_now - std::chrono::minutes(5 * i + 6),
                    m_now - std::chrono::minutes(5 * i + 1), m_now - std::chrono::minutes(5 * i + 5),
                    std::uint64_t(18440 - 3 * i), i % 3 ? "operator-1" : "automatic", {}});
        }
    }

    void makeFigures(api::ClusterState &state)
    {
        const auto total = [&](const char *name) {
            api::ResourceTotal t;
            t.resource = symbol(name);
            std::int64_t used = 0;
            bool measured = false;
            for (const auto &info : state.snapshot->nodes()) {
                t.capacity += info->node().allocatable.get(t.resource);
                t.allocated += info->requested().get(t.resource);
                const auto u = state.usage->nodes.find(info->node().name);
                if (u != state.usage->nodes.end()
                    && (t.resource == model::resource::cpu || t.resource == model::resource::memory)) {
                    measured = true;
                    t.measuredCapacity += info->node().allocatable.get(t.resource);
                    used += t.resource == model::resource::cpu ? *u->second.cpuNano / 1000000 : *u->second.memoryBytes;
                }
            }
            if (measured)
                t.used = used;
            return t;
        };
        for (const char *name : {"cpu", "memory", "ephemeral-storage", "pods", "nvidia.com/gpu"})
            state.totals.push_back(total(name));
        state.fragmentation = {0.041, 0.067, 0.12, 0.076, 31};
        auto history = std::make_shared<std::vector<api::OverviewSample>>();
        const double allocated =
            double(state.totals[0].allocated) / double(std::max<std::int64_t>(state.totals[0].capacity, 1));
        for (int i = 0; i < 720; ++i) {
            const double t = i / 720.0;
            api::OverviewSample s;
            s.at = m_now - std::chrono::seconds(5 * (719 - i));
            s.allocatedCpu = allocated - 0.02 * (1 - t) + 0.006 * std::sin(t * 40);
            if (m_shape.usage)
                s.usedCpu = 0.42 + 0.03 * t + 0.01 * std::sin(t * 55) + 0.004 * std::sin(t * 211);
            s.pending = m_shape.pending - std::int64_t(9 * (1 - t) + 2 * std::sin(t * 20));
            s.fragmentation = 0.076 + 0.02 * (1 - t) + 0.003 * std::sin(t * 33);
            s.decisionsPerHour = 13 + std::int64_t(4 * std::sin(t * 9));
            history->push_back(s);
        }
        state.history = history;
        state.placedLastHour = 612;
        state.decisionsLastHour = 640;
        state.auditLeaves = 18447;
        state.auditVerified = true;
        state.demoSpeed = 1.0;
    }

    FakeShape m_shape;
    std::mt19937_64 m_random;
    base::TimePoint m_now;
    api::ClusterStatePtr m_state;
    int m_podNumber = 0;
    std::uint64_t m_generation = 0;
};

/// The fake as a service. Replies are posted to the subscriber's executor; what was asked is recorded for the test.
class FakeService;

/// The policy of a fake cluster: calls are noted with the service's, a trial answers what the test put there.
class FakePolicies final : public api::PolicyService {
public:
    explicit FakePolicies(FakeService &service) : m_service(service) { }
    api::PolicyTrial trial;

    void tryPolicy(std::string text, api::Reply<api::PolicyTrial> reply) override;
    void applyPolicy(std::string hash, std::string actor, api::Done done) override
    {
        note("applyPolicy " + hash + " " + actor, std::move(done));
    }
    void keepPolicy(std::string hash, std::string actor, api::Done done) override
    {
        note("keepPolicy " + hash + " " + actor, std::move(done));
    }
    void restorePolicy(std::string hash, std::string actor, api::Done done) override
    {
        note("restorePolicy " + hash + " " + actor, std::move(done));
    }
    void setPolicyReload(api::PolicyReload reload, std::string actor, api::Done done) override
    {
        note((reload == api::PolicyReload::Ask ? "ask " : "atOnce ") + actor, std::move(done));
    }
    std::vector<api::PolicyOption> policyOptions() override
    {
        return {{"constraints.cpuAtMostPercent", "integer", "1 to 100", "per cent", "no limit", "90"}};
    }

private:
    void note(std::string call, api::Done done);
    FakeService &m_service;
};

class FakeService : public api::ClusterService {
public:
    explicit FakeService(FakeShape shape = {}) : cluster(shape) { }

    FakePolicies policy{*this};
    [[nodiscard]] api::PolicyService *policies() override { return &policy; }

    FakeCluster cluster;
    std::vector<std::string> calls; ///< "approve d-1 operator-1 prod-eu", …
    absl::Status answer = absl::OkStatus(); ///< of the writing calls
    api::AuditFilter lastFilter; ///< of the newest question to the audit log
    std::optional<api::AuditVerification> found; ///< by a verification, instead of a sound log
    std::optional<api::ReplayReport> report; ///< of a replay, instead of an equal one
    absl::StatusOr<std::vector<std::pair<std::string, std::string>>> consent =
        std::vector<std::pair<std::string, std::string>>{{"context", "prod"}, {"command", "aws"},
            {"program", "/usr/bin/aws"}, {"argument", "eks"}, {"argument", "get-token"},
            {"environment", "AWS_PROFILE=prod"}};

    void push(api::ClusterUpdate update)
    {
        if (m_executor)
            m_executor->post(
                [this, update = std::make_shared<const api::ClusterUpdate>(std::move(update))] { m_handler(update); });
    }

    void subscribe(base::Executor &executor, std::function<void(api::ClusterUpdatePtr)> handler) override
    {
        m_executor = &executor;
        m_handler = std::move(handler);
        push(cluster.whole());
    }
    void whatIf(model::PodKey key, api::Reply<model::DecisionPtr> reply) override
    {
        calls.push_back("whatIf " + key.text());
        for (const auto &p : cluster.state()->pending) {
            if (p.pod->key == key)
                return post(std::move(reply), cluster.decide(p.pod, true));
        }
        post(std::move(reply), absl::StatusOr<model::DecisionPtr>(absl::NotFoundError(key.text())));
    }
    void whatIfManifest(std::string text, api::Reply<std::vector<model::DecisionPtr>> reply) override
    {
        calls.push_back("whatIfManifest");
        if (text.find("kind") == std::string::npos)
            return post(std::move(reply),
                absl::StatusOr<std::vector<model::DecisionPtr>>(absl::InvalidArgumentError("line 1: no kind")));
        post(std::move(reply), std::vector{cluster.decide(makePod("default/pasted").req("cpu", "2").obj(), true, 5)});
    }
    void plan(api::PlanRequest request, std::function<void(std::uint64_t, std::uint64_t)> progress,
        std::stop_token stop, api::Reply<model::PlanPtr> reply) override
    {
        calls.push_back("plan " + std::string(model::planKindName(request.kind)) + ' ' + std::to_string(request.moves));
        lastPlan = request;
        lastPlanStop = std::move(stop);
        if (planReply == PlanReply::Later) {
            waitingPlan = std::move(reply);
            waitingProgress = std::move(progress);
            return;
        }
        post(std::move(reply), absl::StatusOr<model::PlanPtr>(planOf(request)));
    }
    enum class PlanReply { AtOnce, Later } planReply = PlanReply::AtOnce;
    api::PlanRequest lastPlan;
    std::stop_token lastPlanStop;
    api::Reply<model::PlanPtr> waitingPlan; ///< with PlanReply::Later, for the test to answer
    std::function<void(std::uint64_t, std::uint64_t)> waitingProgress;
    /// Places the first pods that wait, moving one running pod for each third where that is asked for; the rest is left over.
    [[nodiscard]] model::PlanPtr planOf(const api::PlanRequest &request) const
    {
        auto plan = std::make_shared<model::Plan>();
        plan->kind = request.kind;
        plan->seed = request.seed;
        plan->policyVersion = "v12";
        const auto &pending = cluster.state()->pending;
        const auto &nodes = cluster.state()->snapshot->nodes();
        for (std::size_t i = 0; i < pending.size(); ++i) {
            const model::PodPtr &pod = pending[i].pod;
            if (i % 5 == 4 || nodes.size() < 3) {
                model::PlanLeftOver left;
                left.pod = pod->key;
                left.why = i % 2 == 0 ? model::PlanRefusal::NoRoom : model::PlanRefusal::NeverFits;
                left.reason = {.code = model::ReasonCode::InsufficientCpu, .subject = symbol("cpu"), .detail = {}};
                left.nodesByReason = static_cast<std::int32_t>(nodes.size());
                plan->leftOver.push_back(left);
                continue;
            }
            const model::NodeInfo &node = *nodes[i % nodes.size()];
            if (request.kind == model::PlanKind::Defragmentation && i % 3 == 0 && plan->moves < request.moves
                && !node.pods().empty()) {
                model::PlanStep move;
                move.kind = model::PlanStep::Kind::Move;
                move.pod = node.pods().front()->key;
                move.podUid = node.pods().front()->uid;
                move.from = node.node().name;
                move.to = nodes[(i + 1) % nodes.size()]->node().name;
                move.makesRoomFor = pod->key;
                move.lacked = {.code = model::ReasonCode::InsufficientCpu,
                    .subject = symbol("cpu"),
                    .detail = {},
                    .asked = 4000,
                    .used = 13000,
                    .capacity = 16000};
                move.cost = 104;
                plan->cost += move.cost;
                ++plan->moves;
                plan->steps.push_back(move);
            }
            model::PlanStep place;
            place.pod = pod->key;
            place.podUid = pod->uid;
            place.priority = pod->priority;
            place.to = node.node().name;
            place.score = 487;
            plan->steps.push_back(place);
            ++plan->after.placed;
        }
        plan->before.pending = static_cast<std::int64_t>(pending.size());
        plan->after.pending = plan->before.pending - plan->after.placed;
        plan->before.fragmentation = 0.31;
        plan->after.fragmentation = 0.22;
        plan->proven = request.kind == model::PlanKind::Defragmentation;
        plan->ended = plan->proven ? model::PlanEnd::Complete : model::PlanEnd::StepBudget;
        plan->stepsTaken = 4000;
        return plan;
    }
    void explain(model::DecisionPtr decision, base::Symbol node, api::Reply<api::NodeExplanation> reply) override
    {
        api::NodeExplanation e;
        e.node = node;
        for (const auto &f : decision->feasible)
            e.feasible = e.feasible || f.node == node;
        for (const char *plugin :
            {"NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity", "NodePorts", "NodeResourcesFit"})
            e.filters.push_back({symbol(plugin), true, {}});
        for (const auto &r : decision->rejected) {
            if (r.node != node)
                continue;
            for (auto &word : e.filters) {
                if (word.plugin == r.plugin) {
                    word.ok = false;
                    word.reasons.assign(r.reasons.begin(), r.reasons.end());
                }
            }
            const model::Reason &reason = r.reasons.front();
            using enum model::ChangeKind;
            e.search = model::ChangeSearch::Least;
            if (reason.code == model::ReasonCode::TaintNotTolerated) {
                e.changes = {{{{.kind = Tolerate, .subject = reason.subject, .detail = reason.detail}}, 1, 2},
                    {{{.kind = RemoveTaint, .subject = reason.subject, .detail = reason.detail}}, 1, 3}};
            } else {
                const std::int64_t lacks = reason.asked - (reason.capacity - reason.used);
                e.changes = {{{{.kind = FreeResource, .subject = reason.subject, .amount = lacks}}, 1, 5},
                    {{{.kind = EvictPods, .pods = {{"batch", "etl-17"}, {"batch", "etl-18"}}}}, 2, 16}};
            }
        }
        post(std::move(reply), std::move(e));
    }
    void compareScenarios(std::vector<api::Scenario> scenarios,
        std::function<void(std::int64_t, std::int64_t)> progress, std::stop_token stop,
        api::Reply<api::ScenarioComparisonPtr> reply) override
    {
        calls.push_back("compareScenarios " + std::to_string(scenarios.size()));
        stopped = std::move(stop);
        m_executor->post([progress] { progress(40, 87); });
        if (holdScenarios) {
            heldScenarios = [this, scenarios = std::move(scenarios), reply = std::move(reply)]() mutable {
                post(std::move(reply), comparison(std::move(scenarios)));
            };
            return;
        }
        post(std::move(reply), comparison(std::move(scenarios)));
    }
    bool holdScenarios = false; ///< keeps the answer back until heldScenarios is called
    std::function<void()> heldScenarios;
    std::stop_token stopped;
    void approve(std::string id, std::string actor, std::string typedName, api::Done done) override
    {
        write("approve " + id + " " + actor + " " + typedName, std::move(done));
    }
    void deny(std::string id, std::string actor, std::string note, api::Done done) override
    {
        write("deny " + id + " " + actor + " " + note, std::move(done));
    }
    void chooseAnother(std::string id, base::Symbol node, std::string actor, api::Done done) override
    {
        write("chooseAnother " + id + " " + std::string(node.text()) + " " + actor, std::move(done));
    }
    void setAutonomy(api::Autonomy autonomy, std::string actor, api::Done done) override
    {
        write("setAutonomy " + std::to_string(int(autonomy)) + " " + actor, std::move(done));
        if (answer.ok())
            push(cluster.change([&](api::ClusterState &s) { s.profile.autonomy = autonomy; }));
    }
    void setProtection(api::Protection protection, std::string actor, api::Done done) override
    {
        write("setProtection " + std::to_string(int(protection)) + " " + actor, std::move(done));
        if (answer.ok())
            push(cluster.change([&](api::ClusterState &s) { s.profile.protection = protection; }));
    }
    void nodeHistory(base::Symbol node, api::Reply<api::NodeHistory> reply) override
    {
        api::NodeHistory h;
        h.node = node;
        const double end =
            double(std::chrono::duration_cast<std::chrono::seconds>(cluster.now().time_since_epoch()).count());
        const auto *info = cluster.state()->snapshot->find(node);
        const bool used = cluster.state()->usage->nodes.contains(node);
        for (int i = 0; info && i < 240; ++i) {
            const double at = end - 15.0 * (239 - i);
            h.cpuRequested.at.push_back(at);
            h.cpuRequested.value.push_back(double(info->requested().cpuMilli) / 1000 - (i < 100 ? 1 : 0));
            h.memoryRequested.at.push_back(at);
            h.memoryRequested.value.push_back(double(info->requested().memoryBytes) - (i < 100 ? 2e9 : 0));
            if (!used)
                continue;
            const bool gap = i > 60 && i < 80;
            h.cpuUsed.at.push_back(at);
            h.cpuUsed.value.push_back(gap ? std::nan("")
                                          : double(info->node().allocatable.cpuMilli) / 1000
                        * (0.4 + 0.1 * std::sin(i / 9.0) + 0.03 * std::sin(i / 2.3)));
            h.memoryUsed.at.push_back(at);
            h.memoryUsed.value.push_back(
                gap ? std::nan("") : double(info->node().allocatable.memoryBytes) * (0.5 + 0.05 * std::sin(i / 21.0)));
        }
        post(std::move(reply), std::move(h));
    }
    void audit(api::AuditFilter filter, api::Reply<api::AuditPage> reply) override
    {
        calls.push_back("audit");
        lastFilter = filter;
        const auto among = [](const std::vector<std::string> &list, const std::string &value) {
            return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
        };
        api::AuditPage page;
        page.leaves = cluster.state()->auditLeaves;
        for (const auto &p : cluster.state()->proposals) {
            api::AuditDecision row = auditRow(p);
            if (!filter.states.empty()
                && std::find(filter.states.begin(), filter.states.end(), row.state) == filter.states.end())
                continue;
            if (!filter.pod.empty() && row.decision.pod.find(filter.pod) == std::string::npos)
                continue;
            if (!filter.node.empty() && row.decision.node.find(filter.node) == std::string::npos)
                continue;
            if (!among(filter.actors, row.life.back().actor) || !among(filter.namespaces, p.decision->pod.ns))
                continue;
            if (row.decision.confidence < filter.minConfidence.value_or(0)
                || row.decision.confidence > filter.maxConfidence.value_or(1))
                continue;
            ++page.matching;
            ++page.byState[row.state];
            ++page.byActor[row.life.back().actor];
            ++page.byNamespace[p.decision->pod.ns];
            if (page.rows.size() < filter.limit)
                page.rows.push_back(std::move(row));
        }
        for (int i = 0; i < 48; ++i)
            page.timeline.push_back({cluster.now() - std::chrono::minutes(30 * (48 - i)),
                {{api::DecisionState::Confirmed, std::uint64_t(3 + i % 7)},
                    {api::DecisionState::Denied, std::uint64_t(i % 5 == 0)}}});
        post(std::move(reply), std::move(page));
    }
    void auditDecision(std::string id, api::Reply<api::AuditDecision> reply) override
    {
        for (const auto &p : cluster.state()->proposals) {
            if (p.id == id)
                return post(std::move(reply), auditRow(p));
        }
        post(std::move(reply), absl::StatusOr<api::AuditDecision>(absl::NotFoundError(id)));
    }
    void verifyAudit(std::function<void(std::uint64_t, std::uint64_t)> progress, std::stop_token,
        api::Reply<api::AuditVerification> reply) override
    {
        calls.push_back("verifyAudit");
        m_executor->post([progress] { progress(9000, 18447); });
        api::AuditVerification v;
        v.result = api::AuditVerification::Result::Sound;
        v.checked = v.leaves = v.headSize = 18447;
        v.rootHash = "7be194c052d8a6e10f3b9c777be194c052d8a6e10f3b9c77";
        v.signedBy = "5f2a90c4";
        v.headAt = cluster.now();
        v.took = std::chrono::milliseconds(38);
        v.at = wallNow();
        post(std::move(reply), found.value_or(v));
    }
    void exportAudit(api::AuditFilter, std::string format, std::string path, api::Done done) override
    {
        write("exportAudit " + format + " " + path, std::move(done));
    }
    void auditStorage(api::Reply<api::AuditStorage> reply) override { post(std::move(reply), storage); }
    void setAuditRetention(
        std::int64_t days, std::int64_t bytes, std::string, api::Reply<api::AuditStorage> reply) override
    {
        calls.push_back("setAuditRetention " + std::to_string(days) + " " + std::to_string(bytes));
        storage.keepDays = days;
        storage.keepBytes = bytes;
        storage.pruned = days > 0 || bytes > 0 ? 1200 : 0;
        post(std::move(reply), storage);
    }
    api::AuditStorage storage{18447, 0, 41'300'000, 0, 0};
    void replay(std::string id, api::Reply<api::ReplayReport> reply) override
    {
        calls.push_back("replay " + id);
        api::ReplayReport equal;
        equal.equal = true;
        equal.decisionId = id;
        equal.was = equal.is = "9f3c";
        equal.wasNode = equal.isNode = "n1";
        equal.took = std::chrono::milliseconds(212);
        post(std::move(reply), report.value_or(equal));
    }
    void setDemoSpeed(double factor, api::Done done) override
    {
        write("setDemoSpeed", std::move(done));
        push(cluster.change([&](api::ClusterState &s) { s.demoSpeed = factor; }));
    }
    void consentText(api::Reply<std::vector<std::pair<std::string, std::string>>> reply) override
    {
        m_executor->post([reply = std::move(reply), rows = consent] { reply(rows); });
    }
    void grantConsent(api::Done done) override { write("grantConsent", std::move(done)); }

    template <typename T, typename V> void post(api::Reply<T> reply, V value)
    {
        m_executor->post([reply = std::move(reply), value = absl::StatusOr<T>(std::move(value))]() mutable {
            reply(std::move(value));
        });
    }
    void write(std::string call, api::Done done)
    {
        calls.push_back(std::move(call));
        m_executor->post([done = std::move(done), status = answer] { done(status); });
    }

private:
    /// Drained pods go to the next node, every fifth pends; nothing else changes.
    [[nodiscard]] api::ScenarioResult outcomeOf(api::Scenario scenario) const
    {
        api::ScenarioResult result;
        const model::SnapshotPtr &live = cluster.state()->snapshot;
        auto out = std::make_shared<model::ScenarioOutcome>();
        const auto decided = [&](const model::PodPtr &pod, base::Symbol from, base::Symbol to) {
            model::ScenarioPod one;
            one.pod = pod;
            one.from = from;
            one.origin = from.empty() ? model::PodOrigin::Waiting : model::PodOrigin::Displaced;
            one.to = to;
            one.outcome = to.empty() ? model::DecisionOutcome::NoNodeFits : model::DecisionOutcome::Placed;
            if (to.empty()) {
                one.plugin = symbol("NodeResourcesFit");
                one.reason = model::ReasonCode::InsufficientCpu;
                one.subject = symbol("cpu");
                one.nodesByReason = std::int32_t(live->nodes().size());
            }
            (to.empty() ? out->pending : out->placed) += 1;
            out->pods.push_back(one);
        };
        for (const api::PendingPod &p : cluster.state()->pending)
            decided(p.pod, {}, {});
        int step = 0;
        for (const api::ScenarioStep &s : scenario.steps) {
            ++step;
            for (const std::string &node : s.nodes) {
                const model::NodeInfo *info = live->find(symbol(node));
                if (!info) {
                    result.status = model::statusOf({model::ScenarioFaultCode::UnknownNode, step, node});
                    result.scenario = std::move(scenario);
                    return result;
                }
                const auto &nodes = live->nodes();
                const auto next = nodes[std::size_t(live->indexOf(symbol(node)) + 1) % nodes.size()]->node().name;
                int n = 0;
                for (const model::PodPtr &pod : info->pods())
                    decided(pod, symbol(node), ++n % 5 == 0 ? base::Symbol() : next);
                out->drained.push_back(symbol(node));
                out->cordoned += 1;
            }
        }
        if (out->pending > 0)
            out->pendingByReason = {
                {model::ReasonCode::InsufficientCpu, symbol("cpu"), symbol("NodeResourcesFit"), out->pending}};
        for (const api::ResourceTotal &total : cluster.state()->totals)
            out->resources.push_back({total.resource, total.capacity, total.allocated});
        out->nodes = std::int64_t(live->nodes().size());
        out->fragmentation = {0.1, 0.2, std::nullopt, step > 0 ? 0.17 : 0.15};
        out->policies = {"default"};
        out->after = live;
        result.outcome = out;
        result.took = std::chrono::milliseconds(31);
        result.scenario = std::move(scenario);
        return result;
    }
    [[nodiscard]] api::ScenarioComparisonPtr comparison(std::vector<api::Scenario> scenarios) const
    {
        auto out = std::make_shared<api::ScenarioComparison>();
        out->live = cluster.state()->snapshot;
        out->at = cluster.now();
        out->base = outcomeOf({});
        for (api::Scenario &scenario : scenarios)
            out->scenarios.push_back(outcomeOf(std::move(scenario)));
        return out;
    }
    static api::AuditDecision auditRow(const api::Proposal &p)
    {
        api::AuditDecision row;
        api::AuditEntry &e = row.decision;
        e.index = p.auditIndex;
        e.at = p.proposedAt;
        e.kind = "decision";
        e.decisionId = p.id;
        e.state = api::DecisionState::Proposed;
        e.operation = "place";
        e.pod = p.decision->pod.text();
        e.node = std::string(p.decision->chosen.text());
        e.score = p.decision->score;
        e.margin = p.decision->margin;
        e.stability = e.confidence = p.decision->confidence.stability;
        e.snapshotHash = p.decision->snapshotHash.hex();
        e.policyVersion = "v12";
        e.seed = 42;
        e.leafHash = "52d8a6e1";
        row.state = p.state;
        api::AuditEntry last = e;
        last.kind = "transition";
        last.index = e.index + 1;
        last.state = p.state;
        last.actor = p.actor;
        row.life.push_back(last);
        return row;
    }

    base::Executor *m_executor = nullptr;
    std::function<void(api::ClusterUpdatePtr)> m_handler;
};

/// Two clusters to switch between; the second cannot be opened.
class FakeWorkspace : public api::Workspace {
public:
    explicit FakeWorkspace(FakeShape shape = {}) : m_shape(shape) { }
    FakeService *last = nullptr; ///< the newest service that was opened
    [[nodiscard]] std::vector<api::ClusterChoice> clusters() override
    {
        return {{"demo", "prod-eu", "demo, seed 42", api::ClusterKind::Demo, {}},
            {"demo-2", "staging", "demo, seed 7", api::ClusterKind::Demo, {}},
            {"context:old@x", "old", "kubeconfig", api::ClusterKind::Live, "no such user in the kubeconfig"}};
    }
    [[nodiscard]] absl::StatusOr<std::unique_ptr<api::ClusterService>> open(const std::string &id) override
    {
        if (id != "demo" && id != "demo-2")
            return absl::NotFoundError(id);
        FakeShape shape = m_shape;
        shape.seed = id == "demo" ? 42 : 7;
        auto service = std::make_unique<FakeService>(shape);
        if (id == "demo-2") {
            (void)service->cluster.change([](api::ClusterState &s) {
                s.profile.id = "demo-2";
                s.profile.name = "staging";
                s.profile.colour = 2;
                s.profile.protection = api::Protection::Normal;
            });
        }
        last = service.get();
        return service;
    }

private:
    FakeShape m_shape;
};

inline void FakePolicies::tryPolicy(std::string text, api::Reply<api::PolicyTrial> reply)
{
    m_service.calls.push_back("tryPolicy " + text);
    m_service.post(std::move(reply), trial);
}

inline void FakePolicies::note(std::string call, api::Done done) { m_service.write(std::move(call), std::move(done)); }

} // namespace binnacle::testing
