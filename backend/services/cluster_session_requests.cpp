// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// What the user asks of a session: each request goes to the state sequence, and its answer back to the subscriber.

#include "backend/kube/manifest.h"
#include "backend/services/cluster_session.h"
#include "backend/services/cluster_settings.h"

#include <utility>

namespace binnacle::services {

template <typename T> api::Reply<T> ClusterSession::toSubscriber(api::Reply<T> reply)
{
    return [this, reply = std::move(reply)](absl::StatusOr<T> value) {
        if (base::Executor *executor = m_subscriber.load())
            executor->post(
                [reply, value = std::make_shared<absl::StatusOr<T>>(std::move(value)), life = std::weak_ptr(m_life)] {
                    if (!life.expired())
                        reply(std::move(*value));
                });
    };
}

api::Done ClusterSession::toSubscriber(api::Done done)
{
    return [this, done = std::move(done)](const absl::Status &status) {
        if (base::Executor *executor = m_subscriber.load())
            executor->post([done, status, life = std::weak_ptr(m_life)] {
                if (!life.expired())
                    done(status);
            });
    };
}

void ClusterSession::subscribe(base::Executor &executor, std::function<void(api::ClusterUpdatePtr)> handler)
{
    m_subscriber = &executor;
    onState([this, &executor, handler = std::move(handler)]() mutable {
        m_updates.subscribe(m_state, executor, std::move(handler));
        publish();
    });
}

void ClusterSession::whatIf(model::PodKey pod, api::Reply<model::DecisionPtr> reply)
{
    onState([this, pod = std::move(pod), reply = toSubscriber(std::move(reply))] {
        const auto found = m_pods.find(pod);
        if (m_feed.state != model::FeedState::Synced)
            return reply(absl::FailedPreconditionError("not-synced"));
        if (found == m_pods.end())
            return reply(absl::NotFoundError(pod.text()));
        m_scheduling->whatIf(found->second, reply);
    });
}

void ClusterSession::whatIfManifest(std::string text, api::Reply<std::vector<model::DecisionPtr>> reply)
{
    onState([this, text = std::move(text), reply = toSubscriber(std::move(reply))] {
        if (m_feed.state != model::FeedState::Synced)
            return reply(absl::FailedPreconditionError("not-synced"));
        m_scheduling->run([this, text, reply] {
            absl::StatusOr<kube::Manifest> manifest = kube::parseManifest("manifest", text);
            auto pods = std::make_shared<std::vector<model::PodPtr>>();
            if (manifest.ok()) {
                for (const kube::ManifestPod &pod : manifest->pods)
                    pods->push_back(pod.pod);
            }
            onState([this, reply, pods, status = manifest.status()] {
                if (!status.ok())
                    return reply(status);
                if (pods->empty())
                    return reply(absl::NotFoundError("manifest: no pod in it"));
                m_scheduling->whatIf(std::move(*pods), reply);
            });
        });
    });
}

void ClusterSession::explain(model::DecisionPtr decision, base::Symbol node, api::Reply<api::NodeExplanation> reply)
{
    onState([this, decision = std::move(decision), node, reply = toSubscriber(std::move(reply))] {
        if (!decision->podValue)
            return reply(absl::FailedPreconditionError("the pod of this decision was not kept"));
        m_scheduling->explain(decision->podValue, node, reply);
    });
}

void ClusterSession::plan(api::PlanRequest request, std::function<void(std::uint64_t, std::uint64_t)> progress,
    std::stop_token stop, api::Reply<model::PlanPtr> reply)
{
    onState([this, request = std::move(request), progress = std::move(progress), stop = std::move(stop),
                reply = toSubscriber(std::move(reply))] {
        if (m_feed.state != model::FeedState::Synced)
            return reply(absl::FailedPreconditionError("not-synced"));
        const auto told = [this, progress, life = std::weak_ptr(m_life)](std::uint64_t done, std::uint64_t of) {
            if (base::Executor *executor = m_subscriber.load(); executor && progress)
                executor->post([progress, done, of, life] {
                    if (!life.expired())
                        progress(done, of);
                });
        };
        m_planning->plan(request, m_scheduling->problem(), told, stop, reply);
    });
}

void ClusterSession::compareScenarios(std::vector<api::Scenario> scenarios,
    std::function<void(std::int64_t, std::int64_t)> progress, std::stop_token stop,
    api::Reply<api::ScenarioComparisonPtr> reply)
{
    onState([this, scenarios = std::move(scenarios), progress = std::move(progress), stop = std::move(stop),
                reply = toSubscriber(std::move(reply))]() mutable {
        if (m_feed.state != model::FeedState::Synced)
            return reply(absl::FailedPreconditionError("not-synced"));
        const auto told = [this, progress = std::move(progress), life = std::weak_ptr(m_life)](
                              std::int64_t done, std::int64_t of) {
            base::Executor *executor = m_subscriber.load();
            if (executor && progress)
                executor->post([progress, done, of, life] {
                    if (!life.expired())
                        progress(done, of);
                });
        };
        m_scenarios->compare({m_scheduling->snapshot(), m_scheduling->waiting(), m_policy->policies(), m_options.seed},
            std::move(scenarios), told, std::move(stop), std::move(reply));
    });
}

void ClusterSession::approve(std::string id, std::string actor, std::string typedName, api::Done done)
{
    onState([this, id = std::move(id), actor = std::move(actor), typedName = std::move(typedName),
                done = toSubscriber(std::move(done))] {
        if (const absl::Status may = mayWrite(typedName); !may.ok())
            return done(may);
        if (!m_reconciled)
            return done(absl::FailedPreconditionError("reconciling"));
        const api::Proposal *proposal = m_placement->find(id);
        if (proposal && proposal->decision->podValue && proposal->decision->podValue->schedulerName != schedulerName)
            return done(absl::FailedPreconditionError("not-our-pod"));
        m_placement->approve(id, actor, done);
    });
}

void ClusterSession::deny(std::string id, std::string actor, std::string note, api::Done done)
{
    onState([this, id = std::move(id), actor = std::move(actor), note = std::move(note),
                done = toSubscriber(std::move(done))] {
        m_reconciled ? m_placement->deny(id, actor, note, done) : done(absl::FailedPreconditionError("reconciling"));
    });
}

void ClusterSession::chooseAnother(std::string id, base::Symbol node, std::string actor, api::Done done)
{
    onState([this, id = std::move(id), node, actor = std::move(actor), done = toSubscriber(std::move(done))] {
        if (m_feed.state != model::FeedState::Synced) // whether the other node still has room is not known
            return done(absl::FailedPreconditionError("not-synced"));
        m_placement->chooseAnother(id, node, actor, done);
    });
}

/// Only the setting itself is changed, once it is durable: another may have been changed meanwhile.
void ClusterSession::changeProfile(std::function<void(api::ClusterProfile &)> change, std::string name,
    std::string value, std::string actor, api::Done done)
{
    if (!m_audit || m_options.recording != Recording::Write)
        return done(absl::FailedPreconditionError("audit-unavailable: not recording"));
    m_audit->setting({{std::move(name), std::move(value)}}, std::move(actor),
        [this, change = std::move(change), done = std::move(done)](const absl::StatusOr<std::uint64_t> &written) {
            if (!written.ok())
                return done(written.status());
            change(m_options.profile);
            if (m_options.saveProfile)
                m_options.saveProfile(m_options.profile);
            m_scheduling->regroup();
            m_scheduling->kick();
            m_updates.touchProposals();
            done(absl::OkStatus());
        });
}

void ClusterSession::setAutonomy(api::Autonomy autonomy, std::string actor, api::Done done)
{
    onState([this, autonomy, actor = std::move(actor), done = toSubscriber(std::move(done))] {
        changeProfile([autonomy](api::ClusterProfile &profile) { profile.autonomy = autonomy; }, "autonomy",
            autonomyName(autonomy), actor, done);
    });
}

void ClusterSession::setProtection(api::Protection protection, std::string actor, api::Done done)
{
    onState([this, protection, actor = std::move(actor), done = toSubscriber(std::move(done))] {
        changeProfile([protection](api::ClusterProfile &profile) { profile.protection = protection; }, "protection",
            protectionName(protection), actor, done);
    });
}

void ClusterSession::nodeHistory(base::Symbol node, api::Reply<api::NodeHistory> reply)
{
    onState([this, node, reply = toSubscriber(std::move(reply))] { reply(m_usageHistory.history(node)); });
}

absl::Status ClusterSession::noLog() const
{
    return m_auditOpened.ok() ? absl::FailedPreconditionError("audit-unavailable: not recording") : m_auditOpened;
}

void ClusterSession::audit(api::AuditFilter filter, api::Reply<api::AuditPage> reply)
{
    onState([this, filter = std::move(filter), reply = toSubscriber(std::move(reply))] {
        m_audit ? m_audit->page(filter, reply) : reply(noLog());
    });
}

void ClusterSession::auditDecision(std::string id, api::Reply<api::AuditDecision> reply)
{
    onState([this, id = std::move(id), reply = toSubscriber(std::move(reply))] {
        m_audit ? m_audit->decision(id, reply) : reply(noLog());
    });
}

void ClusterSession::verifyAudit(std::function<void(std::uint64_t, std::uint64_t)> progress, std::stop_token stop,
    api::Reply<api::AuditVerification> reply)
{
    onState([this, progress = std::move(progress), stop = std::move(stop), reply = toSubscriber(std::move(reply))] {
        if (!m_audit)
            return reply(noLog());
        const auto told = [this, progress, life = std::weak_ptr(m_life)](std::uint64_t done, std::uint64_t of) {
            if (base::Executor *executor = m_subscriber.load())
                executor->post([progress, done, of, life] {
                    if (!life.expired())
                        progress(done, of);
                });
        };
        m_audit->verify(told, stop, [this, reply](absl::StatusOr<api::AuditVerification> result) {
            if (result.ok())
                keepCheck(*result);
            reply(std::move(result));
        });
    });
}

void ClusterSession::exportAudit(api::AuditFilter filter, std::string format, std::string path, api::Done done)
{
    onState([this, filter = std::move(filter), format = std::move(format), path = std::move(path),
                done = toSubscriber(std::move(done))] {
        m_audit ? m_audit->exportTo(filter, format, path, done) : done(noLog());
    });
}

void ClusterSession::auditStorage(api::Reply<api::AuditStorage> reply)
{
    onState([this, reply = toSubscriber(std::move(reply))] { m_audit ? m_audit->storage(reply) : reply(noLog()); });
}

void ClusterSession::setAuditRetention(
    std::int64_t days, std::int64_t bytes, std::string actor, api::Reply<api::AuditStorage> reply)
{
    onState([this, days, bytes, actor = std::move(actor), reply = toSubscriber(std::move(reply))] {
        m_audit &&m_options.recording == Recording::Write ? m_audit->setRetention(days, bytes, actor, reply)
                                                          : reply(noLog());
    });
}

void ClusterSession::replay(std::string id, api::Reply<api::ReplayReport> reply)
{
    onState([this, id = std::move(id), reply = toSubscriber(std::move(reply))] {
        m_audit ? m_audit->replay(id, reply) : reply(noLog());
    });
}

void ClusterSession::setDemoSpeed(double factor, api::Done done)
{
    onState([this, factor, done = toSubscriber(std::move(done))] {
        if (!m_options.setSpeed)
            return done(absl::FailedPreconditionError("not-a-demo"));
        if (!(factor >= 0 && factor <= 1000))
            return done(absl::InvalidArgumentError("speed: 0 to 1000"));
        m_options.setSpeed(factor);
        m_speed = factor;
        m_updates.touch();
        done(absl::OkStatus());
    });
}

void ClusterSession::consentText(api::Reply<std::vector<std::pair<std::string, std::string>>> reply)
{
    onState([this, reply = toSubscriber(std::move(reply))] {
        if (!m_options.consentText)
            return reply(absl::FailedPreconditionError("no-consent-needed"));
        reply(m_options.consentText());
    });
}

void ClusterSession::grantConsent(api::Done done)
{
    onState([this, done = toSubscriber(std::move(done))] {
        if (!m_options.grantConsent)
            return done(absl::FailedPreconditionError("no-consent-needed"));
        const absl::Status granted = m_options.grantConsent();
        if (granted.ok() && m_feed.state == model::FeedState::Connecting) {
            // Nothing was listed yet: from the start, instead of waiting for the next attempt.
            m_options.port->stop();
            m_options.port->start(m_state, *this);
        }
        done(granted);
    });
}

} // namespace binnacle::services
