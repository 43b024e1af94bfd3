// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Compares the planner with kube-scheduler's own plugins on generated cases. 0: they agree; 1: they do not, and a small case
// is printed; 2: it could not be found out.

#include "tests/parity/child.h"
#include "tests/parity/comparison.h"
#include "tests/parity/planned.h"
#include "tests/parity/shrinker.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace {

using namespace binnacle::parity;
using Json = nlohmann::json;

/// The families of generated cases whose rules are all built.
const std::string builtFamilies = "resources,strategies,taints,affinity,ports,names,images,spread,podaffinity,dra,"
                                  "features,gates,nominated,preemption,volumes";
constexpr int shrinkTries = 4000;

struct Words {
    std::string oracle;
    std::uint64_t seed = 1;
    std::uint64_t cases = 1000;
    std::string families = builtFamilies;
    int shrunk = 3; ///< kinds of mismatch that are made small
    int parallel = 2;
};

/// Cases on their way to the oracle, which answers in their order.
class Feed {
public:
    Feed(Child &source, Child &oracle) : m_thread([this, &source, &oracle] { run(source, oracle); }) { }
    ~Feed() { m_thread.join(); }
    Feed(const Feed &) = delete;
    Feed &operator=(const Feed &) = delete;

    /// The next case; absent after the last.
    std::optional<std::string> next()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_done || !m_lines.empty(); });
        if (m_lines.empty()) {
            return std::nullopt;
        }
        std::string line = std::move(m_lines.front());
        m_lines.pop_front();
        m_changed.notify_all();
        return line;
    }
    /// Lets the thread end although cases are left.
    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
        m_changed.notify_all();
    }

private:
    static constexpr std::size_t mostWaiting = 256;

    void run(Child &source, Child &oracle)
    {
        for (;;) {
            absl::StatusOr<std::string> line = source.readLine();
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_stopped || m_lines.size() < mostWaiting; });
            if (m_stopped || !line.ok()) {
                break;
            }
            m_lines.push_back(*line);
            m_changed.notify_all();
            lock.unlock();
            if (!oracle.writeLine(*line).ok()) {
                break;
            }
        }
        oracle.closeInput();
        const std::lock_guard lock(m_mutex);
        m_done = true;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::string> m_lines;
    bool m_done = false;
    bool m_stopped = false;
    std::thread m_thread;
};

class Run {
public:
    explicit Run(const Words &words) : m_words(words), m_begin(std::chrono::steady_clock::now()) { }

    int all()
    {
        auto source = Child::start(m_words.oracle,
            {"generate", "--seed", std::to_string(m_words.seed), "--cases", std::to_string(m_words.cases), "--families",
                m_words.families});
        auto oracle = Child::start(m_words.oracle, {"answer", "-p", std::to_string(m_words.parallel)});
        if (!source.ok() || !oracle.ok()) {
            std::cerr << (source.ok() ? oracle.status() : source.status()) << '\n';
            return 2;
        }
        bool complete = true;
        {
            Feed feed(*source, *oracle);
            while (const std::optional<std::string> line = feed.next()) {
                const absl::StatusOr<std::string> answer = oracle->readLine();
                if (!answer.ok()) {
                    std::cerr << "the oracle: " << answer.status() << '\n';
                    complete = false;
                    feed.stop();
                    break;
                }
                one(*line, *answer);
            }
        }
        complete =
            complete && source->finish().ok() && static_cast<std::uint64_t>(m_tally.cases + m_unread) == m_words.cases;
        summary();
        if (!complete) {
            std::cerr << "not every case was made and answered\n";
            return 2;
        }
        return m_tally.mismatches.empty() && m_unread == 0 && (!allBuilt() || m_tally.undecided.empty()) ? 0 : 1;
    }

private:
    void one(const std::string &line, const std::string &text)
    {
        const absl::StatusOr<Planned> planned = plan(line);
        if (!planned.ok()) {
            ++m_unread;
            if (m_unreadShown++ < m_words.shrunk) {
                std::cout << "not read: " << planned.status().message() << "\n  in " << line.substr(0, 200) << "…\n";
            }
            return;
        }
        const Json answer = Json::parse(text, nullptr, false);
        const std::vector<Mismatch> mismatches = compare(*planned, answer, m_tally);
        for (const Mismatch &mismatch : mismatches) {
            if (static_cast<int>(m_shown.size()) < m_words.shrunk && m_shown.insert(mismatch.what).second) {
                show(line, mismatch);
            }
        }
    }

    void show(const std::string &line, const Mismatch &mismatch)
    {
        std::cout << fmt::format("MISMATCH {}: {}: {}\n", mismatch.what, mismatch.pod, mismatch.detail);
        auto oracle = Child::start(m_words.oracle, {"answer"});
        if (!oracle.ok()) {
            return;
        }
        Json answer;
        const auto fails = [&](const Json &candidate) { return failsAlike(candidate, mismatch.what, *oracle, answer); };
        Json small = shrink(Json::parse(line), fails, shrinkTries);
        const bool still = fails(small);
        std::cout << "case: " << small.dump() << '\n';
        if (const auto planned = plan(small.dump()); still && planned.ok()) {
            for (const auto &decision : planned->decisions) {
                std::cout << "ours: " << shown(decision).dump() << '\n';
            }
            std::cout << "oracle: " << answer.dump() << "\n\n";
        }
        std::cout.flush();
    }

    static bool failsAlike(const Json &candidate, const std::string &what, Child &oracle, Json &answer)
    {
        const std::string line = candidate.dump();
        const absl::StatusOr<Planned> planned = plan(line);
        if (!planned.ok() || !oracle.writeLine(line).ok()) {
            return false;
        }
        const absl::StatusOr<std::string> text = oracle.readLine();
        answer = Json::parse(text.ok() ? *text : "", nullptr, false);
        Tally tally;
        if (!text.ok()) {
            return false;
        }
        const std::vector<Mismatch> mismatches = compare(*planned, answer, tally);
        return std::any_of(
            mismatches.begin(), mismatches.end(), [&](const Mismatch &mismatch) { return mismatch.what == what; });
    }

    [[nodiscard]] bool allBuilt() const
    {
        std::set<std::string> built;
        for (const auto &name : CLI::detail::split(builtFamilies, ',')) {
            built.insert(name);
        }
        const auto chosen = CLI::detail::split(m_words.families, ',');
        return std::all_of(chosen.begin(), chosen.end(), [&](const std::string &name) { return built.contains(name); });
    }

    void summary() const
    {
        const auto counts = [](const std::map<std::string, std::int64_t> &all) {
            std::string text;
            for (const auto &[name, count] : all) {
                text += fmt::format("\n    {:7} {}", count, name);
            }
            return text.empty() ? std::string(" none") : text;
        };
        std::int64_t mismatches = 0;
        for (const auto &[what, count] : m_tally.mismatches) {
            mismatches += count;
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - m_begin;
        std::cout << fmt::format(
            "parity: seed {}, families {}\n  {} cases, {} pods compared, {} gated, {} node verdicts, {} "
            "scores, {} preemptions, {} mismatches, {:.1f} s\n",
            m_words.seed, m_words.families, m_tally.cases, m_tally.pods, m_tally.gated, m_tally.verdicts,
            m_tally.scores, m_tally.preemptions, mismatches, took.count());
        std::cout << "  cases that could not be read: " << m_unread << '\n'
                  << "  mismatches:" << counts(m_tally.mismatches) << '\n'
                  << "  pods undecided by a rule that is not built:" << counts(m_tally.undecided) << '\n'
                  << "  pods and cases that kube-scheduler itself fails on:" << counts(m_tally.oracleErrors) << '\n'
                  << "  cases left out:" << counts(m_tally.skippedCases) << std::endl;
    }

    const Words &m_words;
    std::chrono::steady_clock::time_point m_begin;
    Tally m_tally;
    std::set<std::string> m_shown;
    std::int64_t m_unread = 0;
    int m_unreadShown = 0;
};

} // namespace

int main(int argc, char **argv)
{
    Words words;
    CLI::App app("Compares the planner with kube-scheduler's own plugins on generated cases.");
    app.add_option("--oracle", words.oracle, "the binnacle-oracle program")->required();
    app.add_option("--seed", words.seed, "of the cases");
    app.add_option("--cases", words.cases, "how many")->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}));
    app.add_option("--families", words.families, "of cases, separated by commas");
    app.add_option("--shrink", words.shrunk, "how many kinds of mismatch to make small")->check(CLI::Range(0, 100));
    app.add_option("--parallel", words.parallel, "cases that the oracle answers at a time")->check(CLI::Range(1, 64));
    CLI11_PARSE(app, argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    return Run(words).all();
}
