// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/cycle.h"
#include "planner/plan/intake.h"
#include "planner/plan/movables.h"
#include "planner/plan/world.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

extern char **environ;

/// Small problems as integer programs, solved to the proven optimum by CBC (Debian: coinor-cbc), a program of its own.
namespace binnacle::plan::testing {

/// An integer program over binary variables, as text for CBC.
class Program {
public:
    int variable(double gain)
    {
        m_gains.push_back(gain);
        return static_cast<int>(m_gains.size()) - 1;
    }
    using Terms = std::vector<std::pair<double, int>>;
    void constrain(Terms terms, const char *relation, double bound)
    {
        std::map<int, double> sums;
        for (const auto &[factor, variable] : terms) {
            sums[variable] += factor;
        }
        terms.clear();
        for (const auto &[variable, factor] : sums) {
            if (factor != 0) {
                terms.emplace_back(factor, variable);
            }
        }
        if (!terms.empty()) {
            m_rows.push_back({std::move(terms), relation, bound});
        }
    }

    /// The variables that are 1 in an optimum; nothing when CBC found none. Aborts the test run when there is no CBC.
    [[nodiscard]] std::optional<std::vector<bool>> solve() const
    {
        std::string folder = (std::filesystem::temp_directory_path() / "binnacle-cbc-XXXXXX").string();
        if (!::mkdtemp(folder.data())) {
            return std::nullopt;
        }
        const std::string model = folder + "/model.lp";
        const std::string solution = folder + "/solution.txt";
        write(model);
        const bool ran =
            run({"cbc", model, "ratioGap", "0", "allowableGap", "0.3", "sec", "120", "solve", "solution", solution});
        std::optional<std::vector<bool>> values = ran ? read(solution) : std::nullopt;
        std::error_code error;
        std::filesystem::remove_all(folder, error);
        return values;
    }
    [[nodiscard]] double worth(const std::vector<bool> &values) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            sum += values[i] ? m_gains[i] : 0;
        }
        return sum;
    }

    static bool available() { return run({"cbc", "quit"}); }

private:
    struct Row {
        Terms terms;
        const char *relation;
        double bound;
    };

    static bool run(std::vector<std::string> words)
    {
        std::vector<char *> argv;
        for (std::string &word : words) {
            argv.push_back(word.data());
        }
        argv.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
        pid_t child = 0;
        const int failed = posix_spawnp(&child, "cbc", &actions, nullptr, argv.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        int status = 0;
        return failed == 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

    void write(const std::string &path) const
    {
        std::ofstream out(path);
        out.precision(15);
        const auto terms = [&](const Terms &of) {
            std::size_t onLine = 0;
            for (const auto &[factor, variable] : of) {
                out << (factor < 0 ? " - " : " + ") << std::abs(factor) << " x" << variable;
                if (++onLine % 8 == 0) {
                    out << "\n ";
                }
            }
        };
        out << "Maximize\n obj:";
        Terms objective;
        for (std::size_t i = 0; i < m_gains.size(); ++i) {
            objective.emplace_back(m_gains[i], static_cast<int>(i));
        }
        terms(objective);
        out << "\nSubject To\n";
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            out << " r" << i << ':';
            terms(m_rows[i].terms);
            out << ' ' << m_rows[i].relation << ' ' << m_rows[i].bound << '\n';
        }
        out << "Binary\n";
        for (std::size_t i = 0; i < m_gains.size(); ++i) {
            out << " x" << i << '\n';
        }
        out << "End\n";
    }

    [[nodiscard]] std::optional<std::vector<bool>> read(const std::string &path) const
    {
        std::ifstream in(path);
        std::string line;
        if (!std::getline(in, line) || !line.starts_with("Optimal")) {
            return std::nullopt;
        }
        std::vector<bool> values(m_gains.size(), false);
        while (std::getline(in, line)) {
            std::istringstream words(line);
            std::string index;
            std::string name;
            double value = 0;
            if (words >> index >> name >> value && name.starts_with("x") && value > 0.5) {
                values[static_cast<std::size_t>(std::stoul(name.substr(1)))] = true;
            }
        }
        return values;
    }

    std::vector<double> m_gains;
    std::vector<Row> m_rows;
};

/// What an optimum is worth, in the order of the objective.
struct Optimum {
    std::map<std::int32_t, std::int64_t, std::greater<>> placed; ///< by priority
    std::int64_t score = 0; ///< batch
    std::int64_t moves = 0; ///< defragmentation
    std::int64_t cost = 0;
};

/// Weights that make one pod of a priority worth more than all that comes after it.
inline std::map<std::int32_t, double> weights(const Problem &problem, double below)
{
    std::map<std::int32_t, std::int64_t> counts;
    for (const model::PodPtr &pod : problem.queue) {
        ++counts[pod->priority];
    }
    std::map<std::int32_t, double> out;
    for (const auto &[priority, count] : counts) {
        out[priority] = below;
        below *= static_cast<double>(count + 1);
    }
    return out;
}

inline void addGangs(const Problem &problem, const std::vector<Program::Terms> &usesOf, Program &program)
{
    for (const model::Gang &gang : problem.gangs) {
        std::vector<std::size_t> members;
        for (std::size_t p = 0; p < problem.queue.size(); ++p) {
            if (std::find(gang.members.begin(), gang.members.end(), problem.queue[p]->key) != gang.members.end()) {
                members.push_back(p);
            }
        }
        for (std::size_t i = 1; i < members.size(); ++i) {
            Program::Terms both = usesOf[members[0]];
            for (const auto &[factor, variable] : usesOf[members[i]]) {
                both.emplace_back(-factor, variable);
            }
            program.constrain(std::move(both), "=", 0);
        }
    }
}

/// Every set of pods that a node can take is a variable; its worth is that of the pods with all of the set in place.
class BatchProgram {
public:
    explicit BatchProgram(const Problem &problem)
        : m_problem(problem),
          m_world(problem.snapshot, problem.policies, problem.queue),
          m_weights(weights(problem, 1e5)),
          m_usesOf(problem.queue.size())
    {
        for (int node = 0; node < m_world.nodes(); ++node) {
            m_onNode.clear();
            grow(node, 0, {});
            m_program.constrain(m_onNode, "<=", 1);
        }
        for (const Program::Terms &uses : m_usesOf) {
            m_program.constrain(uses, "<=", 1);
        }
        addGangs(problem, m_usesOf, m_program);
        for (const auto &[zone, terms] : m_apart) {
            m_program.constrain(terms, "<=", 1);
        }
    }

    [[nodiscard]] std::optional<Optimum> solve() const
    {
        const std::optional<std::vector<bool>> values = m_program.solve();
        if (!values) {
            return std::nullopt;
        }
        Optimum best;
        for (const auto &[priority, weight] : m_weights) {
            best.placed[priority] = 0;
        }
        for (std::size_t i = 0; i < values->size(); ++i) {
            if ((*values)[i]) {
                best.score += m_columns[i].score;
                for (const int pod : m_columns[i].pods) {
                    ++best.placed[m_problem.queue[static_cast<std::size_t>(pod)]->priority];
                }
            }
        }
        return best;
    }

private:
    struct Column {
        std::vector<int> pods;
        std::int64_t score = 0;
    };

    /// `pods` are on the node now.
    void grow(int node, int from, const std::vector<int> &pods)
    {
        if (!pods.empty()) {
            add(node, pods);
        }
        for (int pod = from; pod < static_cast<int>(m_problem.queue.size()); ++pod) {
            const model::PodPtr &value = m_problem.queue[static_cast<std::size_t>(pod)];
            if (!m_world.ask(*value, node).verdict.ok()) {
                continue;
            }
            m_world.place(value, node);
            std::vector<int> more = pods;
            more.push_back(pod);
            grow(node, pod + 1, more);
            m_world.remove(*value, node);
        }
    }

    void add(int node, const std::vector<int> &pods)
    {
        Column column{pods, 0};
        double gain = 0;
        for (const int pod : pods) {
            const model::PodPtr &value = m_problem.queue[static_cast<std::size_t>(pod)];
            column.score += m_world.scoreInPlace(value, node);
            gain += m_weights.at(value->priority);
        }
        const int variable = m_program.variable(gain + static_cast<double>(column.score));
        m_onNode.emplace_back(1, variable);
        for (const int pod : pods) {
            const model::PodPtr &value = m_problem.queue[static_cast<std::size_t>(pod)];
            m_usesOf[static_cast<std::size_t>(pod)].emplace_back(1, variable);
            if (!value->affinityTerms.empty()) {
                m_apart[*m_world.info(node).node().labels.find(base::Symbol("zone"))].emplace_back(1, variable);
            }
        }
        m_columns.push_back(std::move(column));
    }

    const Problem &m_problem;
    World m_world;
    std::map<std::int32_t, double> m_weights;
    Program m_program;
    Program::Terms m_onNode;
    std::vector<Program::Terms> m_usesOf;
    std::map<std::string, Program::Terms> m_apart;
    std::vector<Column> m_columns;
};

/// A variable for every pod on every node that its rules allow.
class MoveProgram {
public:
    explicit MoveProgram(const Problem &problem)
        : m_problem(problem),
          m_weights(weights(problem, 1e6)),
          m_budgets(problem.budgets.size()),
          m_usesOf(problem.queue.size())
    {
        const auto &nodes = problem.snapshot->nodes();
        m_cpu.resize(nodes.size());
        m_memory.resize(nodes.size());
        m_pods.resize(nodes.size());
        m_room.resize(nodes.size());
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            m_room[node] = nodes[node]->node().allocatable;
        }
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            for (const model::PodPtr &pod : nodes[node]->pods()) {
                addRunning(*pod, node);
            }
        }
        for (std::size_t pod = 0; pod < problem.queue.size(); ++pod) {
            addWaiting(pod);
        }
        finish();
    }

    [[nodiscard]] std::optional<Optimum> solve() const
    {
        const std::optional<std::vector<bool>> values = m_program.solve();
        if (!values) {
            return std::nullopt;
        }
        Optimum best;
        for (const auto &[priority, weight] : m_weights) {
            best.placed[priority] = 0;
        }
        for (const auto &[variable, pod] : m_waiting) {
            best.placed[m_problem.queue[pod]->priority] += (*values)[static_cast<std::size_t>(variable)] ? 1 : 0;
        }
        for (const auto &[variable, cost] : m_moving) {
            best.moves += (*values)[static_cast<std::size_t>(variable)] ? 1 : 0;
            best.cost += (*values)[static_cast<std::size_t>(variable)] ? cost : 0;
        }
        return best;
    }

private:
    /// Whether every rule lets the pod on the node when nothing else is there.
    [[nodiscard]] bool allowed(const model::Pod &pod, std::size_t node) const
    {
        auto alone = std::make_shared<model::NodeInfo>(m_problem.snapshot->nodes()[node]->nodePtr());
        const model::Snapshot one(1, {alone}, m_problem.snapshot->inventoryPtr());
        auto copy = pod;
        copy.nodeName = {};
        copy.sign();
        return engine::Cycle(one, copy, *m_problem.policies.of(pod.schedulerName))
            .filter(framework::NodeLoad::of(*alone))
            .verdict.ok();
    }

    void take(const model::Pod &pod, std::size_t node, int variable)
    {
        m_cpu[node].emplace_back(static_cast<double>(pod.request.cpuMilli), variable);
        m_memory[node].emplace_back(static_cast<double>(pod.request.memoryBytes >> 20), variable);
        m_pods[node].emplace_back(1, variable);
    }

    void addRunning(const model::Pod &pod, std::size_t node)
    {
        const bool movable = !pod.ownerKind.empty() && pod.ownerKind != "DaemonSet" && pod.ownerKind != "Node";
        if (!movable) {
            m_room[node] -= pod.request;
            m_room[node].pods -= 1;
            return;
        }
        const int stays = m_program.variable(0);
        take(pod, node, stays);
        Program::Terms somewhere{{1, stays}};
        for (std::size_t other = 0; other < m_room.size(); ++other) {
            if (other == node || !allowed(pod, other)) {
                continue;
            }
            const std::int64_t cost = moveCost(pod);
            const int variable = m_program.variable(-1e4 - static_cast<double>(cost));
            take(pod, other, variable);
            somewhere.emplace_back(1, variable);
            m_moving.emplace_back(variable, cost);
            m_moves.emplace_back(1, variable);
            for (std::size_t b = 0; b < m_problem.budgets.size(); ++b) {
                const Budget &budget = m_problem.budgets[b];
                if (budget.ns == pod.key.ns && budget.budget.selects(pod.labels)) {
                    m_budgets[b].emplace_back(1, variable);
                }
            }
        }
        m_program.constrain(std::move(somewhere), "=", 1);
    }

    void addWaiting(std::size_t pod)
    {
        const model::Pod &value = *m_problem.queue[pod];
        for (std::size_t node = 0; node < m_room.size(); ++node) {
            if (!allowed(value, node)) {
                continue;
            }
            const int variable = m_program.variable(m_weights.at(value.priority));
            take(value, node, variable);
            m_usesOf[pod].emplace_back(1, variable);
            m_waiting.emplace_back(variable, pod);
            if (!value.affinityTerms.empty()) {
                m_apart[*m_problem.snapshot->nodes()[node]->node().labels.find(base::Symbol("zone"))].emplace_back(
                    1, variable);
            }
        }
        m_program.constrain(m_usesOf[pod], "<=", 1);
    }

    void finish()
    {
        for (std::size_t node = 0; node < m_room.size(); ++node) {
            m_program.constrain(m_cpu[node], "<=", static_cast<double>(m_room[node].cpuMilli));
            m_program.constrain(m_memory[node], "<=", static_cast<double>(m_room[node].memoryBytes >> 20));
            m_program.constrain(m_pods[node], "<=", static_cast<double>(m_room[node].pods));
        }
        m_program.constrain(m_moves, "<=", static_cast<double>(m_problem.moves));
        for (std::size_t b = 0; b < m_budgets.size(); ++b) {
            m_program.constrain(
                m_budgets[b], "<=", static_cast<double>(m_problem.budgets[b].budget.disruptionsAllowed));
        }
        for (const auto &[zone, terms] : m_apart) {
            m_program.constrain(terms, "<=", 1);
        }
        addGangs(m_problem, m_usesOf, m_program);
    }

    const Problem &m_problem;
    std::map<std::int32_t, double> m_weights;
    Program m_program;
    std::vector<Program::Terms> m_cpu;
    std::vector<Program::Terms> m_memory;
    std::vector<Program::Terms> m_pods;
    std::vector<model::Resources> m_room; ///< left by what cannot move
    Program::Terms m_moves;
    std::vector<Program::Terms> m_budgets;
    std::vector<Program::Terms> m_usesOf; ///< by place in the queue
    std::map<std::string, Program::Terms> m_apart; ///< by zone
    std::vector<std::pair<int, std::size_t>> m_waiting;
    std::vector<std::pair<int, std::int64_t>> m_moving;
};

/// By how much a plan falls short of the optimum: of the first part of the objective that differs, as a share of the optimum's.
inline double gap(const model::Plan &plan, const Optimum &best)
{
    for (const model::Plan::Priority &mine : plan.priorities) {
        const std::int64_t most = best.placed.at(mine.priority);
        if (mine.placed != most) {
            return static_cast<double>(most - mine.placed) / static_cast<double>(std::max<std::int64_t>(most, 1));
        }
    }
    return best.score == 0 ? 0 : static_cast<double>(best.score - plan.score) / static_cast<double>(best.score);
}

/// Whether the plan lets in as many of every priority.
inline bool letsInAsMany(const model::Plan &plan, const Optimum &best)
{
    return std::all_of(plan.priorities.begin(), plan.priorities.end(),
        [&](const model::Plan::Priority &mine) { return mine.placed == best.placed.at(mine.priority); });
}

} // namespace binnacle::plan::testing
