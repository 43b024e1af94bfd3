// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/policy_desk.h"

#include "backend/kube/give_way.h"
#include "planner/plugins/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace binnacle::services {

namespace {

constexpr std::size_t mostEarlier = 20;

api::PolicyName nameOf(const kube::PolicyFilePtr &file, const std::string &path, const std::string &version)
{
    if (!file)
        return {};
    const std::size_t at = version.rfind('@');
    return {file->name, file->number, at == std::string::npos ? std::string() : version.substr(at + 1), path};
}

} // namespace

absl::StatusOr<std::unique_ptr<PolicyDesk>> PolicyDesk::make(Surroundings around, kube::PolicyFilePtr file)
{
    std::unique_ptr<PolicyDesk> desk(new PolicyDesk(std::move(around)));
    absl::StatusOr<Loaded> first = desk->load(std::move(file));
    if (!first.ok())
        return first.status();
    desk->m_inForce = *std::move(first);
    desk->m_inForce.since = desk->m_around.clock->now();
    return desk;
}

PolicyDesk::~PolicyDesk()
{
    m_watcher.reset();
    ++*m_newestTrial; // ends the one under way
    m_life.reset();
    m_work.stop();
}

void PolicyDesk::start()
{
    m_work.post([] { kube::giveWay(); });
    if (m_inForce.file)
        m_around.record({"", version(m_inForce), *m_inForce.policies.of(m_around.ours)->text(), "start", m_around.path,
                            m_around.fileActor},
            [](const absl::Status &) {}); // a log that cannot be written shows in its own health
    if (!m_around.watch || m_around.path.empty())
        return;
    m_watcher = std::make_unique<PolicyWatcher>(m_around.path, plugins::registry(),
        m_inForce.file ? m_inForce.file->text : std::string(), [this, life = std::weak_ptr(m_life)](PolicyNews news) {
            m_around.state->post([this, life, news = std::move(news)]() mutable {
                if (!life.expired())
                    take(std::move(news));
            });
        });
}

absl::StatusOr<PolicyDesk::Loaded> PolicyDesk::load(kube::PolicyFilePtr file) const
{
    const framework::PolicyChanges none;
    const framework::PolicyChanges &over = file ? file->changes : none;
    Loaded out;
    const auto make = [&](const framework::PolicyChanges &base) {
        return framework::Policy::make(plugins::registry(), framework::merged(base, over));
    };
    absl::StatusOr<framework::PolicyPtr> others = make(m_around.base);
    if (!others.ok())
        return others.status();
    out.policies.others = *std::move(others);
    for (const auto &[scheduler, changes] : m_around.profiles) {
        absl::StatusOr<framework::PolicyPtr> policy = make(changes);
        if (!policy.ok())
            return policy.status();
        out.policies.profiles.emplace(scheduler, *std::move(policy));
    }
    const auto profile = m_around.profiles.find(m_around.ours);
    out.changes = framework::merged(profile == m_around.profiles.end() ? m_around.base : profile->second, over);
    out.name = nameOf(file, m_around.path, version(out));
    out.file = std::move(file);
    return out;
}

api::Autonomy PolicyDesk::allowed(api::Autonomy user) const
{
    return m_inForce.file && m_inForce.file->autonomy ? std::min(user, *m_inForce.file->autonomy) : user;
}

std::vector<api::PolicyNote> PolicyDesk::notes(const Loaded &of) const
{
    std::vector<api::PolicyNote> out;
    if (of.file && of.file->limitsLatency)
        out.push_back(api::PolicyNote::LatencyWithoutSource);
    if (readMeasuredUse(of.policies) && !m_around.usageMeasured())
        out.push_back(api::PolicyNote::UseNotMeasured);
    if (of.file && of.file->autonomy && *of.file->autonomy != m_around.userAutonomy())
        out.push_back(*of.file->autonomy < m_around.userAutonomy() ? api::PolicyNote::AutonomyLowered
                                                                   : api::PolicyNote::AutonomyNotRaised);
    return out;
}

std::shared_ptr<const api::PolicyState> PolicyDesk::state() const
{
    auto state = std::make_shared<api::PolicyState>();
    state->inForce = m_inForce.name;
    state->since = m_inForce.since;
    state->appliedBy = m_inForce.appliedBy;
    state->text = m_inForce.file ? m_inForce.file->text : std::string();
    state->notes = notes(m_inForce);
    state->watched = m_around.watch ? m_around.path : std::string();
    state->reload = m_around.reload;
    if (m_waiting) {
        state->waiting = m_waiting->name;
        state->waitingText = m_waiting->file->text;
        state->changes = kube::policyDifferences(plugins::registry(), m_inForce.changes, m_waiting->changes);
    }
    state->faults = m_faults;
    state->fileGone = m_gone;
    if (m_inForce.file)
        state->autonomy = m_inForce.file->autonomy;
    state->userAutonomy = m_around.userAutonomy();
    for (const Loaded &earlier : m_earlier)
        state->earlier.push_back(earlier.name);
    return state;
}

void PolicyDesk::take(PolicyNews news)
{
    m_gone = news.gone;
    m_faults = std::move(news.reading.faults);
    m_waiting.reset();
    if (news.reading.file) {
        absl::StatusOr<Loaded> next = load(std::move(news.reading.file));
        if (!next.ok())
            m_faults.push_back({0, 0, std::string(next.status().message())});
        else if (version(*next) != version(m_inForce))
            m_waiting = *std::move(next);
        else
            m_inForce.file = next->file; // comments and layout only: it decides alike
    }
    if (m_waiting && m_around.reload == api::PolicyReload::AtOnce && !m_adopting)
        adopt(*std::exchange(m_waiting, std::nullopt), "at-once", m_around.fileActor, [](const absl::Status &) {});
    m_around.changed();
}

void PolicyDesk::adopt(Loaded next, std::string how, std::string actor, api::Done done)
{
    m_adopting = true;
    Change change{version(m_inForce), version(next), *next.policies.of(m_around.ours)->text(), std::move(how),
        m_around.path, actor};
    m_around.record(std::move(change),
        [this, next = std::move(next), actor, done = std::move(done), life = std::weak_ptr(m_life)](
            const absl::Status &written) mutable {
            if (life.expired())
                return;
            m_adopting = false;
            if (written.ok())
                adoptNow(std::move(next), actor);
            else if (!m_waiting)
                m_waiting = std::move(next); // it waits for the log
            if (written.ok() && m_waiting && m_around.reload == api::PolicyReload::AtOnce)
                adopt(*std::exchange(m_waiting, std::nullopt), "at-once", m_around.fileActor,
                    [](const absl::Status &) {});
            m_around.changed();
            done(written);
        });
}

void PolicyDesk::adoptNow(Loaded next, const std::string &actor)
{
    std::erase_if(m_earlier,
        [&](const Loaded &one) { return version(one) == version(next) || version(one) == version(m_inForce); });
    m_earlier.push_front(std::exchange(m_inForce, std::move(next)));
    if (m_earlier.size() > mostEarlier)
        m_earlier.pop_back();
    m_inForce.since = m_around.clock->now();
    m_inForce.appliedBy = actor;
    m_around.adopt(m_inForce.policies);
}

void PolicyDesk::apply(const std::string &hash, std::string actor, api::Done done)
{
    if (!m_waiting || m_waiting->name.hash != hash)
        return done(absl::FailedPreconditionError("policy-changed: another one waits by now"));
    if (m_adopting)
        return done(absl::FailedPreconditionError("policy-busy"));
    adopt(*std::exchange(m_waiting, std::nullopt), "applied", std::move(actor), std::move(done));
}

void PolicyDesk::keep(const std::string &hash, api::Done done)
{
    if (!m_waiting || m_waiting->name.hash != hash)
        return done(absl::FailedPreconditionError("policy-changed: another one waits by now"));
    m_waiting.reset();
    m_around.changed();
    done(absl::OkStatus());
}

void PolicyDesk::restore(const std::string &hash, std::string actor, api::Done done)
{
    const auto found =
        std::find_if(m_earlier.begin(), m_earlier.end(), [&](const Loaded &one) { return one.name.hash == hash; });
    if (found == m_earlier.end())
        return done(absl::NotFoundError("no such policy was in force"));
    if (m_adopting)
        return done(absl::FailedPreconditionError("policy-busy"));
    adopt(Loaded(*found), "restored", std::move(actor), std::move(done));
}

void PolicyDesk::setReload(api::PolicyReload reload, std::string actor, api::Done done)
{
    m_around.recordReload(reload, std::move(actor),
        [this, reload, done = std::move(done), life = std::weak_ptr(m_life)](const absl::Status &written) {
            if (life.expired())
                return;
            if (written.ok())
                m_around.reload = reload;
            m_around.changed();
            done(written);
        });
}

void PolicyDesk::tryPolicy(std::string text, api::Reply<api::PolicyTrial> reply)
{
    auto input = std::make_shared<TrialInput>(m_around.trialInput());
    input->before = m_inForce.policies;
    const std::uint64_t serial = ++*m_newestTrial;
    // Answered on the state sequence, where loading the file needs to be.
    const auto stale = [newest = m_newestTrial, serial] { return newest->load() != serial; };
    const auto answer = [this, life = std::weak_ptr(m_life), reply](std::shared_ptr<api::PolicyTrial> trial) {
        m_around.state->post([life, reply, trial] {
            if (!life.expired())
                reply(std::move(*trial));
        });
    };
    m_work.post([this, text = std::move(text), input, stale, answer, life = std::weak_ptr(m_life)] {
        const auto begin = std::chrono::steady_clock::now();
        auto trial = std::make_shared<api::PolicyTrial>();
        kube::PolicyReading reading = kube::parsePolicyFile(plugins::registry(), text);
        trial->faults = std::move(reading.faults);
        if (!reading.file)
            return answer(trial);
        m_around.state->post([this, file = std::move(reading.file), input, stale, answer, life, trial, begin] {
            if (life.expired())
                return;
            const absl::StatusOr<Loaded> next = load(file);
            if (!next.ok()) {
                trial->faults.push_back({0, 0, std::string(next.status().message())});
                return answer(trial);
            }
            trial->before = m_inForce.name;
            trial->after = next->name;
            trial->changes = kube::policyDifferences(plugins::registry(), m_inForce.changes, next->changes);
            trial->notes = notes(*next);
            input->after = next->policies;
            m_work.post([input, stale, answer, trial, begin] {
                tryOnQueue(*input, stale, *trial);
                trial->took = std::chrono::steady_clock::now() - begin;
                answer(trial);
            });
        });
    });
}

} // namespace binnacle::services
