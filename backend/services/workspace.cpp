// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/workspace.h"

#include "backend/kube/cluster_file.h"
#include "backend/kube/credentials.h"
#include "backend/kube/http.h"
#include "backend/kube/kubeconfig.h"
#include "backend/kube/live_cluster.h"
#include "backend/kube/policy_file.h"
#include "backend/kube/scheduler_config.h"
#include "backend/metrics/metrics_api.h"
#include "backend/services/cluster_session.h"
#include "backend/services/cluster_settings.h"
#include "planner/plugins/registry.h"
#include "planner/sim/demo_cluster.h"
#include "planner/sim/static_cluster.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace binnacle::services {

namespace {

const SystemClock wallClock; // sessions outlive the workspace that opened them

std::string variable(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

class LocalWorkspace final : public api::Workspace {
public:
    explicit LocalWorkspace(WorkspaceOptions options)
        : m_options(std::move(options)), m_folders(Folders::ofUser()), m_loop(std::make_shared<kube::HttpLoop>())
    {
    }

    std::vector<api::ClusterChoice> clusters() override
    {
        std::vector<api::ClusterChoice> out;
        if (m_options.demo)
            out.push_back(
                {"demo", "demo", fmt::format("demo, seed {}", m_options.demoSeed), api::ClusterKind::Demo, {}});
        for (const std::string &path : m_options.clusterFiles)
            out.push_back(
                {"file:" + path, std::filesystem::path(path).filename().string(), path, api::ClusterKind::File, {}});
        load();
        for (const kube::KubeContext &context : m_kubeconfig.contexts()) {
            const absl::StatusOr<kube::ClusterConfig> config = m_kubeconfig.resolve(context.name);
            out.push_back({contextId(context.name, context.from.file), context.name,
                config.ok() ? fmt::format("{} · {}", config->server, context.from.file) : context.from.file,
                api::ClusterKind::Live, config.ok() ? std::string() : std::string(config.status().message())});
        }
        return out;
    }

    absl::StatusOr<std::unique_ptr<api::ClusterService>> open(const std::string &id) override
    {
        for (const api::ClusterChoice &choice : clusters()) {
            if (choice.id == id)
                return openChoice(choice);
        }
        return absl::NotFoundError(fmt::format("no cluster {}", id));
    }

    /// Empty when a context name is not given: the current one.
    std::string currentContext()
    {
        load();
        return m_kubeconfig.currentContext();
    }
    std::string findings()
    {
        for (const kube::Finding &finding : m_kubeconfig.findings()) {
            if (finding.severity == kube::FindingSeverity::Error)
                return finding.text();
        }
        return {};
    }

private:
    static std::string contextId(const std::string &name, const std::string &file)
    {
        return fmt::format("context:{}@{}", name, file);
    }

    void load()
    {
        if (!m_options.kubeconfigs.empty())
            m_kubeconfig = kube::loadKubeconfig(m_options.kubeconfigs);
        else if (m_options.environmentKubeconfig)
            m_kubeconfig = kube::loadKubeconfig(kube::kubeconfigPaths({}, variable("KUBECONFIG"), variable("HOME")));
    }

    absl::StatusOr<std::unique_ptr<api::ClusterService>> openChoice(const api::ClusterChoice &choice)
    {
        if (!choice.problem.empty())
            return absl::InvalidArgumentError(choice.problem);
        SessionOptions session;
        if (!m_options.schedulerConfig.empty()) {
            absl::StatusOr<kube::SchedulerConfig> config = kube::loadSchedulerConfig(m_options.schedulerConfig);
            if (!config.ok())
                return config.status();
            session.policy.extenders = config->extenders;
            for (const kube::SchedulerProfile &profile : config->profiles)
                session.profiles.emplace(profile.schedulerName, config->changesFor(profile.schedulerName));
        }
        if (const absl::Status read = takePolicy(session, choice); !read.ok())
            return read;
        session.profile.id = choice.id;
        session.profile.name = choice.name;
        session.profile.origin = choice.origin;
        session.profile.kind = choice.kind;
        session.profile.colour = static_cast<int>(std::hash<std::string>{}(choice.id) % 6);
        session.recording = m_options.recording;
        session.lookWithoutLog = m_options.lookWithoutLog;
        session.proposalLife = m_options.proposalLife;
        session.ruleApproves = m_options.ruleApproves;
        const std::string folder = fileNameOf(choice.id);
        session.places = {m_folders.data + '/' + folder, m_folders.state + '/' + folder};
        session.saveProfile = [folders = m_folders](
                                  const api::ClusterProfile &profile) { (void)saveClusterSettings(folders, profile); };
        absl::Status prepared = absl::OkStatus();
        switch (choice.kind) {
        case api::ClusterKind::Demo:
            prepareDemo(session);
            break;
        case api::ClusterKind::File:
            prepared = prepareFile(session, choice);
            break;
        case api::ClusterKind::Live:
            prepared = prepareLive(session, choice);
            break;
        }
        if (!prepared.ok())
            return prepared;
        loadClusterSettings(m_folders, session.profile);
        absl::StatusOr<std::unique_ptr<ClusterSession>> opened = ClusterSession::open(std::move(session));
        if (!opened.ok())
            return opened.status();
        return std::unique_ptr<api::ClusterService>(*std::move(opened));
    }

    absl::Status takePolicy(SessionOptions &session, const api::ClusterChoice &choice)
    {
        session.policyReload = loadPolicyReload(m_folders, choice.id,
            choice.kind == api::ClusterKind::Live ? api::PolicyReload::Ask : api::PolicyReload::AtOnce);
        session.savePolicyReload = [folders = m_folders, id = choice.id](
                                       api::PolicyReload reload) { (void)savePolicyReload(folders, id, reload); };
        if (m_options.policyFile.empty())
            return absl::OkStatus();
        absl::StatusOr<kube::PolicyReading> read = kube::loadPolicyFile(plugins::registry(), m_options.policyFile);
        if (!read.ok())
            return read.status();
        if (!read->file)
            return absl::InvalidArgumentError(kube::faultsText(m_options.policyFile, read->faults));
        session.policyFile = read->file;
        session.policyPath = m_options.policyFile;
        session.watchPolicy = m_options.watchPolicy;
        return absl::OkStatus();
    }

    void prepareDemo(SessionOptions &session)
    {
        sim::DemoOptions demo;
        demo.seed = m_options.demoSeed;
        if (m_options.demoNodes > 0)
            demo.nodes = static_cast<int>(m_options.demoNodes);
        auto port = std::make_unique<sim::DemoCluster>(demo, wallClock);
        sim::DemoCluster *cluster = port.get();
        if (m_options.demoPaused)
            cluster->setPaused(true);
        session.advance = [cluster](base::Duration elapsed) { cluster->advance(elapsed); };
        session.setSpeed = [cluster](double factor) {
            cluster->setPaused(factor == 0);
            if (factor > 0)
                cluster->setSpeed(factor);
        };
        session.port = std::move(port);
        session.profile.autonomy = api::Autonomy::Automatic;
        session.automaticActor = "demo policy";
        session.automaticConfidence = 0.5; // enough waits for the person at the demo's console
    }

    absl::Status prepareFile(SessionOptions &session, const api::ClusterChoice &choice)
    {
        absl::StatusOr<kube::ClusterFile> file = kube::loadClusterFile(choice.origin);
        if (!file.ok())
            return file.status();
        session.port = std::make_unique<sim::StaticCluster>(
            std::move(file->nodes), std::move(file->pods), std::move(file->inventory), choice.origin, wallClock.now());
        session.recording = Recording::None;
        return absl::OkStatus();
    }

    absl::Status prepareLive(SessionOptions &session, const api::ClusterChoice &choice)
    {
        const absl::StatusOr<kube::ClusterConfig> config = m_kubeconfig.resolve(choice.name);
        if (!config.ok())
            return config.status();
        const auto consents = std::make_shared<kube::ConsentStore>(m_folders.config + "/exec-consents.json");
        kube::CredentialContext context;
        context.consents = m_options.mayRunCredentialPlugins ? consents : nullptr;
        context.clock = std::make_shared<SystemClock>();
        context.searchPath = variable("PATH");
        absl::StatusOr<kube::ApiEndpoint> endpoint = kube::endpointFor(*config, context);
        if (!endpoint.ok())
            return endpoint.status();
        kube::LiveCluster::Options options;
        options.usage = metrics::metricsApiSource();
        if (config->credential.exec) {
            session.consentText = [config = *config, path = context.searchPath] { return consentLines(config, path); };
            session.grantConsent = [config = *config, path = context.searchPath, consents]() -> absl::Status {
                const absl::StatusOr<kube::ConsentRequest> request = kube::consentRequestFor(config, path);
                return request.ok() ? consents->remember(*request) : request.status();
            };
        }
        session.port = std::make_unique<LiveHolder>(m_loop, *std::move(endpoint), std::move(options));
        return absl::OkStatus();
    }

    /// What a person is shown before a credential plugin runs: exactly what would run.
    static std::vector<std::pair<std::string, std::string>> consentLines(
        const kube::ClusterConfig &config, const std::string &searchPath)
    {
        const absl::StatusOr<kube::ConsentRequest> request = kube::consentRequestFor(config, searchPath);
        if (!request.ok())
            return {{"problem", std::string(request.status().message())}};
        std::vector<std::pair<std::string, std::string>> lines{
            {"context", request->context}, {"command", request->command}, {"program", request->resolvedPath}};
        for (const std::string &arg : request->args)
            lines.emplace_back("argument", arg);
        for (const auto &[name, value] : request->env)
            lines.emplace_back("environment", fmt::format("{}={}", name, value));
        if (request->provideClusterInfo)
            lines.emplace_back("given", "cluster information");
        if (!request->installHint.empty())
            lines.emplace_back("hint", request->installHint);
        return lines;
    }

    /// A live cluster that keeps the network loop alive as long as itself.
    class LiveHolder final : public framework::ClusterPort {
    public:
        LiveHolder(std::shared_ptr<kube::HttpLoop> loop, kube::ApiEndpoint endpoint, kube::LiveCluster::Options options)
            : m_loop(std::move(loop)), m_cluster(*m_loop, std::move(endpoint), std::move(options))
        {
        }
        void start(base::Executor &executor, framework::ClusterSink &sink) override { m_cluster.start(executor, sink); }
        void stop() override { m_cluster.stop(); }
        void bind(framework::BindRequest request, std::function<void(framework::BindResult)> done) override
        {
            m_cluster.bind(std::move(request), std::move(done));
        }
        void readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done) override
        {
            m_cluster.readPod(std::move(pod), std::move(done));
        }
        void note(framework::PodNote note, std::function<void(absl::Status)> done) override
        {
            m_cluster.note(std::move(note), std::move(done));
        }
        [[nodiscard]] bool writable() const override { return m_cluster.writable(); }

    private:
        std::shared_ptr<kube::HttpLoop> m_loop;
        kube::LiveCluster m_cluster;
    };

    const WorkspaceOptions m_options;
    const Folders m_folders;
    kube::Kubeconfig m_kubeconfig;
    std::shared_ptr<kube::HttpLoop> m_loop;
};

} // namespace

std::unique_ptr<api::Workspace> makeWorkspace(WorkspaceOptions options)
{
    return std::make_unique<LocalWorkspace>(std::move(options));
}

absl::StatusOr<std::string> findCluster(api::Workspace &workspace, api::ClusterKind kind, const std::string &name)
{
    const std::vector<api::ClusterChoice> choices = workspace.clusters();
    auto *local = dynamic_cast<LocalWorkspace *>(&workspace);
    const std::string wanted = kind == api::ClusterKind::Live && name.empty() && local ? local->currentContext() : name;
    std::string known;
    for (const api::ClusterChoice &choice : choices) {
        if (choice.kind != kind)
            continue;
        if (kind == api::ClusterKind::Demo || choice.name == wanted || choice.origin == wanted || choice.id == wanted)
            return choice.id;
        known += (known.empty() ? "" : ", ") + choice.name;
    }
    if (local && known.empty()) {
        if (const std::string finding = local->findings(); !finding.empty())
            return absl::NotFoundError(finding);
    }
    return absl::NotFoundError(wanted.empty()
            ? fmt::format("no current context; there are: {}", known.empty() ? "none" : known)
            : fmt::format("no context {}; there are: {}", wanted, known.empty() ? "none" : known));
}

} // namespace binnacle::services
