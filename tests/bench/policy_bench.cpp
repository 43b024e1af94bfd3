// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0
// slice: backend

// A policy file that changes twice a second while 1,000 pods a second are decided: from the moment it has been put in place to
// the first decision that it makes, its row in the audit log included; and whether a decision was lost or mixed.

#include "backend/services/audit_desk.h"
#include "backend/services/policy_desk.h"
#include "backend/services/scheduling_desk.h"
#include "backend/services/ticker.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"
#include "tests/bench/bench.h"

#include <absl/synchronization/mutex.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>

namespace {

using namespace binnacle;
using namespace binnacle::services;
using model::testing::makeNode;
using model::testing::makePod;

constexpr int nodes = 100;
constexpr int podsASecond = 1000;
constexpr int seconds = 15;
constexpr int changes = 2 * seconds - 2;

/// Even ones forbid one half of the nodes, odd ones the other.
std::string policy(int number)
{
    return "apiVersion: binnacle/v1\nkind: Policy\nmetadata: {name: bench, version: " + std::to_string(number)
        + "}\nrules:\n- {name: half, action: forbid, nodes: {matchLabels: {half: \"" + std::to_string(number % 2)
        + "\"}}}\n";
}

void put(const std::string &path, int number)
{
    std::ofstream(path + '~', std::ios::trunc) << policy(number);
    std::filesystem::rename(path + '~', path);
}

/// Aborts the program: a benchmark that cannot run measures nothing.
template <typename T> T must(absl::StatusOr<T> value)
{
    if (!value.ok()) {
        std::fprintf(stderr, "policy_bench: %s\n", value.status().ToString().c_str());
        std::exit(1);
    }
    return *std::move(value);
}

/// A desk under load, with a policy that changes. Everything but `feed` and `change` runs on the state sequence.
class Load {
public:
    explicit Load(const std::string &folder) : m_path(folder + "/policy.yaml")
    {
        put(m_path, 1);
        m_audit = must(AuditDesk::open({folder + "/data", folder + "/state"}, "bench", m_clock, m_state, false));
        PolicyDesk::Surroundings policy;
        policy.state = &m_state;
        policy.clock = &m_clock;
        policy.ours = schedulerName;
        policy.path = m_path;
        policy.watch = true;
        policy.reload = api::PolicyReload::AtOnce;
        policy.adopt = [this](const framework::Policies &policies) { m_desk->setPolicies(policies); };
        policy.record = [this](const PolicyDesk::Change &change, std::function<void(absl::Status)> done) {
            m_audit->setting({{"policy", change.to}, {"policyFrom", change.from}}, change.actor,
                [done = std::move(done)](const absl::StatusOr<std::uint64_t> &written) { done(written.status()); });
        };
        policy.usageMeasured = [] { return false; };
        policy.userAutonomy = [] { return api::Autonomy::Approve; };
        policy.changed = [] {};
        const kube::PolicyReading first = must(kube::loadPolicyFile(plugins::registry(), m_path));
        m_policy = must(PolicyDesk::make(std::move(policy), first.file));
        m_desk = std::make_unique<SchedulingDesk>(surroundings());
        m_state.post([this] {
            model::ClusterDelta delta;
            for (int i = 0; i < nodes; ++i)
                delta.nodes.push_back(makeNode("n" + std::to_string(i))
                                          .allocatable("cpu", "64")
                                          .allocatable("pods", "110")
                                          .label("half", std::to_string(i % 2))
                                          .obj());
            m_desk->apply(delta);
            m_policy->start();
        });
        m_state.drain();
    }
    ~Load()
    {
        m_state.stop();
        m_policy.reset();
        m_desk->stop();
        m_audit.reset();
    }

    void feed(int number)
    {
        m_state.post([this, number] {
            m_desk->podSeen(makePod("load/p" + std::to_string(number)).req("cpu", "1").obj());
            m_desk->kick();
        });
    }
    void change(int number)
    {
        put(m_path, number);
        absl::MutexLock lock(&m_mutex);
        m_written[number] = std::chrono::system_clock::now();
    }
    void finish() { m_state.drain(); }
    [[nodiscard]] std::int64_t decided()
    {
        absl::MutexLock lock(&m_mutex);
        return m_decided;
    }
    [[nodiscard]] std::int64_t mixed()
    {
        absl::MutexLock lock(&m_mutex);
        return m_mixed;
    }
    /// Milliseconds from each change to its first decision; a change that never decided counts as a minute.
    [[nodiscard]] std::vector<double> delays()
    {
        absl::MutexLock lock(&m_mutex);
        std::vector<double> out;
        for (const auto &[number, at] : m_written) {
            const auto found = m_first.find(number);
            out.push_back(found == m_first.end()
                    ? 60'000
                    : std::max(0.0, std::chrono::duration<double, std::milli>(found->second - at).count()));
        }
        return out;
    }

private:
    SchedulingDesk::Surroundings surroundings()
    {
        SchedulingDesk::Surroundings around;
        around.state = &m_state;
        around.clock = &m_clock;
        around.policies = m_policy->policies();
        around.mayDecide = [] { return true; };
        around.mayPropose = [] { return true; };
        around.proposes = [] { return true; };
        around.busy = [](const model::PodKey &) { return false; };
        around.placed = [this](const model::SnapshotPtr &, const model::DecisionPtr &decision) { take(*decision); };
        around.unplaced = [](const model::SnapshotPtr &, const model::DecisionPtr &, const std::string &) {};
        around.changed = [](const model::PodKey &) {};
        around.decidedOne = [] {};
        return around;
    }
    void take(const model::Decision &decision)
    {
        const std::string &version = decision.policyVersion; // "bench/7@…"
        const int number = std::atoi(version.c_str() + version.find('/') + 1);
        const int half = std::atoi(std::string(decision.chosen.text().substr(1)).c_str()) % 2;
        {
            absl::MutexLock lock(&m_mutex);
            ++m_decided;
            m_mixed += half == number % 2 ? 1 : 0;
            m_first.emplace(number, decision.decidedAt);
        }
        m_desk->podGone(decision.pod);
    }

    const std::string m_path;
    SystemClock m_clock;
    absl::Mutex m_mutex;
    std::map<int, base::TimePoint> m_written ABSL_GUARDED_BY(m_mutex);
    std::map<int, base::TimePoint> m_first ABSL_GUARDED_BY(m_mutex);
    std::int64_t m_decided ABSL_GUARDED_BY(m_mutex) = 0;
    std::int64_t m_mixed ABSL_GUARDED_BY(m_mutex) = 0;
    std::unique_ptr<AuditDesk> m_audit;
    std::unique_ptr<PolicyDesk> m_policy;
    std::unique_ptr<SchedulingDesk> m_desk;
    base::Sequence m_state{"state"};
};

} // namespace

int main()
{
    using std::chrono::steady_clock;
    const std::string folder =
        std::filesystem::temp_directory_path() / ("binnacle-policy-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    bench::Bench report("policy");
    int fed = 0;
    {
        Load load(folder);
        const auto begin = steady_clock::now();
        std::thread writer([&] {
            for (int i = 0; i < changes; ++i) {
                std::this_thread::sleep_until(begin + std::chrono::milliseconds(500 * (i + 1)));
                load.change(i + 2);
            }
        });
        while (fed < podsASecond * seconds) {
            std::this_thread::sleep_until(begin + std::chrono::microseconds(1'000'000LL * fed / podsASecond));
            load.feed(fed++);
        }
        writer.join();
        const auto limit = steady_clock::now() + std::chrono::seconds(60);
        while (load.decided() < fed && steady_clock::now() < limit)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const double took = std::chrono::duration<double>(steady_clock::now() - begin).count();
        const std::vector<double> delays = load.delays();
        report.report("reload_to_effect_max", bench::percentile(delays, 1.0), "ms", 100);
        report.report("reload_to_effect_p50", bench::percentile(delays, 0.5), "ms");
        report.report("decisions", static_cast<double>(load.decided()) / took, "1/s");
        report.report("decisions_lost", static_cast<double>(fed - load.decided()), "decisions", 0);
        report.report("decisions_mixed", static_cast<double>(load.mixed()), "decisions", 0);
        report.report("policies_applied", static_cast<double>(delays.size()), "policies");
    }
    std::filesystem::remove_all(folder);
    return report.allHeld() ? 0 : 1;
}
