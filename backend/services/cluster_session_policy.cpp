// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// The session's policy: which one decides, and what the user asks about it.

#include "backend/services/cluster_session.h"
#include "backend/services/cluster_settings.h"

#include <map>
#include <utility>

namespace binnacle::services {

/// Takes each request to the state sequence, and its answer back to the subscriber.
class ClusterSession::PolicyRequests final : public api::PolicyService {
public:
    explicit PolicyRequests(ClusterSession &session) : m_session(session) { }

    void tryPolicy(std::string text, api::Reply<api::PolicyTrial> reply) override
    {
        m_session.onState([this, text = std::move(text), reply = answered(std::move(reply))] {
            if (m_session.m_feed.state != model::FeedState::Synced)
                return reply(absl::FailedPreconditionError("not-synced"));
            m_session.m_policy->tryPolicy(text, reply);
        });
    }
    void applyPolicy(std::string hash, std::string actor, api::Done done) override
    {
        m_session.onState(
            [this, hash = std::move(hash), actor = std::move(actor), done = m_session.toSubscriber(std::move(done))] {
                m_session.m_policy->apply(hash, actor, done);
            });
    }
    void keepPolicy(std::string hash, std::string /*actor*/, api::Done done) override
    {
        m_session.onState([this, hash = std::move(hash), done = m_session.toSubscriber(std::move(done))] {
            m_session.m_policy->keep(hash, done);
        });
    }
    void restorePolicy(std::string hash, std::string actor, api::Done done) override
    {
        m_session.onState(
            [this, hash = std::move(hash), actor = std::move(actor), done = m_session.toSubscriber(std::move(done))] {
                m_session.m_policy->restore(hash, actor, done);
            });
    }
    void setPolicyReload(api::PolicyReload reload, std::string actor, api::Done done) override
    {
        m_session.onState([this, reload, actor = std::move(actor), done = m_session.toSubscriber(std::move(done))] {
            m_session.m_policy->setReload(reload, actor, done);
        });
    }
    std::vector<api::PolicyOption> policyOptions() override { return kube::policyOptions(); }

private:
    api::Reply<api::PolicyTrial> answered(api::Reply<api::PolicyTrial> reply)
    {
        return [this, reply = std::move(reply)](absl::StatusOr<api::PolicyTrial> trial) {
            if (base::Executor *executor = m_session.m_subscriber.load())
                executor->post([reply, trial = std::make_shared<absl::StatusOr<api::PolicyTrial>>(std::move(trial)),
                                   life = std::weak_ptr(m_session.m_life)] {
                    if (!life.expired())
                        reply(std::move(*trial));
                });
        };
    }

    ClusterSession &m_session;
};

absl::Status ClusterSession::startPolicy()
{
    absl::StatusOr<std::unique_ptr<PolicyDesk>> desk = PolicyDesk::make(policySurroundings(), m_options.policyFile);
    if (!desk.ok())
        return desk.status();
    m_policy = *std::move(desk);
    m_policyRequests = std::make_unique<PolicyRequests>(*this);
    return absl::OkStatus();
}

PolicyDesk::Surroundings ClusterSession::policySurroundings()
{
    PolicyDesk::Surroundings around;
    around.state = &m_state;
    around.clock = &m_clock;
    around.base = m_options.policy;
    around.profiles = m_options.profiles;
    around.ours = schedulerName;
    around.path = m_options.policyPath;
    around.watch = m_options.watchPolicy;
    around.reload = m_options.policyReload;
    around.adopt = [this](const framework::Policies &policies) {
        m_scheduling->setPolicies(policies);
        m_scheduling->setMeasured(*m_usage);
        m_scheduling->regroup(); // what it allows may be another
        m_scheduling->kick();
        m_updates.touchProposals();
    };
    around.record = [this](const PolicyDesk::Change &change, std::function<void(absl::Status)> done) {
        if (m_options.recording != Recording::Write)
            return done(absl::OkStatus()); // nothing is decided here that would be written down
        if (!m_audit)
            return done(noLog());
        std::map<std::string, std::string> row{{"policy", change.to}, {"policyFrom", change.from},
            {"policyHow", change.how}, {"policySource", change.source}};
        constexpr std::size_t longest = 16 * 1024; // beyond that the decisions' archive has it
        if (change.text.size() <= longest && change.text != change.to)
            row.emplace("policyText", change.text);
        m_audit->setting(std::move(row), change.actor,
            [done = std::move(done)](const absl::StatusOr<std::uint64_t> &written) { done(written.status()); });
    };
    around.recordReload = [this](api::PolicyReload reload, std::string actor, api::Done done) {
        const auto kept = [this, reload, done = std::move(done)](const absl::Status &status) {
            if (status.ok() && m_options.savePolicyReload)
                m_options.savePolicyReload(reload);
            done(status);
        };
        if (m_options.recording != Recording::Write)
            return kept(absl::OkStatus());
        if (!m_audit)
            return kept(noLog());
        m_audit->setting({{"policyReload", policyReloadName(reload)}}, std::move(actor),
            [kept](const absl::StatusOr<std::uint64_t> &written) { kept(written.status()); });
    };
    around.trialInput = [this] {
        TrialInput input;
        input.snapshot = m_scheduling->snapshot();
        input.usage = m_usage;
        input.seed = m_options.seed;
        for (const api::PendingPod &pending : m_scheduling->pending()) {
            if (pending.wait != api::PendingPod::Wait::AwaitingApproval) // that one is counted on its node
                input.pods.push_back(pending.pod);
        }
        return input;
    };
    around.usageMeasured = [this] { return m_usage->source == model::UsageReport::Source::Available; };
    around.userAutonomy = [this] { return m_options.profile.autonomy; };
    around.changed = [this] { m_updates.touchProposals(); };
    return around;
}

api::Autonomy ClusterSession::autonomy() const { return m_policy->allowed(m_options.profile.autonomy); }

} // namespace binnacle::services
