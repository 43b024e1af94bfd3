// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/parity/comparison.h"

#include "planner/model/rule_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace binnacle::parity {

namespace {

using Json = nlohmann::json;
using model::Decision;
using model::DecisionOutcome;

const Json &at(const Json &object, const char *key)
{
    static const Json nothing;
    const auto it = object.find(key);
    return it == object.end() ? nothing : *it;
}

std::string textAt(const Json &object, const char *key)
{
    const Json &value = at(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

bool isGated(const Decision &decision) { return decision.outcome == DecisionOutcome::Gated; }

/// One pod's comparison.
class PodComparison {
public:
    PodComparison(const Decision &decision, const std::vector<plugins::PreemptionCandidate> &candidates,
        const Json &answer, Tally &tally, std::vector<Mismatch> &out)
        : m_decision(decision), m_candidates(candidates), m_answer(answer), m_tally(tally), m_out(out)
    {
    }

    void run()
    {
        const std::string status = textAt(m_answer, "status");
        const bool gated = status == "Gated";
        if (gated && textAt(at(m_answer, "gate"), "plugin") != "SchedulingGates") {
            compareGate(textAt(at(m_answer, "gate"), "plugin"));
        } else if (gated || isGated(m_decision)) {
            if (gated != isGated(m_decision)) {
                differ("gate", "", fmt::format("ours {}, oracle {}", isGated(m_decision), gated));
            }
            ++m_tally.gated;
        } else if (status == "Error") {
            ++m_tally.oracleErrors[whyError()];
        } else if (m_decision.outcome == DecisionOutcome::NotDecidable) {
            for (const std::string &rule : model::ruleNames(m_decision.undecided)) {
                ++m_tally.undecided[rule];
            }
        } else {
            ++m_tally.pods;
            compareRejected();
            compareFeasible();
            compareBest();
            compareNominated();
            comparePreemption();
        }
    }

private:
    void differ(std::string_view what, std::string_view plugin, std::string detail)
    {
        m_out.push_back({m_decision.pod.text(), plugin.empty() ? std::string(what) : fmt::format("{} {}", what, plugin),
            std::move(detail)});
    }

    [[nodiscard]] std::string whyError() const
    {
        for (const auto &[node, rejection] : at(m_answer, "rejected").items()) {
            if (textAt(rejection, "code") == "Error") {
                return fmt::format("{}: {}", textAt(rejection, "plugin"), firstReason(rejection));
            }
        }
        const Json &prefilter = at(m_answer, "prefilter");
        return prefilter.is_object() ? fmt::format("{}: {}", textAt(prefilter, "plugin"), firstReason(prefilter))
                                     : firstReason(m_answer);
    }
    [[nodiscard]] static std::string firstReason(const Json &owner)
    {
        const Json &reasons = at(owner, "reasons");
        return reasons.is_array() && !reasons.empty() ? reasons[0].get<std::string>().substr(0, 60) : std::string();
    }

    /// What another plugin keeps out of the queue fits nowhere here.
    void compareGate(const std::string &plugin)
    {
        ++m_tally.gated;
        if (!m_decision.feasible.empty()) {
            differ("gate only of the oracle:", plugin, "");
        }
    }

    /// The rejection of a node in the answer: its own, or that of a PreFilter plugin, which holds for every node.
    [[nodiscard]] const Json &rejectionOf(const std::string &node) const
    {
        const Json &prefilter = at(m_answer, "prefilter");
        if (prefilter.is_object()) {
            return prefilter;
        }
        return at(at(m_answer, "rejected"), node.c_str());
    }

    void compareRejected()
    {
        for (const model::RejectedNode &ours : m_decision.rejected) {
            const std::string node(ours.node.text());
            const std::string plugin(ours.plugin.text());
            ++m_tally.verdicts;
            const Json &theirs = rejectionOf(node);
            if (!theirs.is_object()) {
                differ("rejected only by us:", plugin, node);
                continue;
            }
            const Json &plugins = at(theirs, "plugins");
            const bool same = plugins.is_array() ? std::find(plugins.begin(), plugins.end(), plugin) != plugins.end()
                                                 : textAt(theirs, "plugin") == plugin;
            if (!same) {
                differ("rejecting plugin", plugin + "/" + textAt(theirs, "plugin"), node);
            } else if (ours.resolvable != (textAt(theirs, "code") == "Unschedulable")) {
                differ("resolvable", plugin, fmt::format("{}: ours {}", node, ours.resolvable));
            }
        }
        std::set<std::string_view> rejected;
        for (const model::RejectedNode &ours : m_decision.rejected) {
            rejected.insert(ours.node.text());
        }
        for (const auto &[node, rejection] : at(m_answer, "rejected").items()) {
            if (!rejected.contains(node)) {
                differ("rejected only by the oracle:", textAt(rejection, "plugin"), node);
            }
        }
    }

    void compareFeasible()
    {
        const Json &theirs = at(m_answer, "feasible");
        if (theirs.size() != m_decision.feasible.size()) {
            differ("number of feasible nodes", "",
                fmt::format("ours {}, oracle {}", m_decision.feasible.size(), theirs.size()));
        }
        for (const model::FeasibleNode &ours : m_decision.feasible) {
            ++m_tally.verdicts;
            const std::string node(ours.node.text());
            if (const Json &scores = at(theirs, node.c_str()); scores.is_object()) {
                compareScores(node, ours, scores);
            }
        }
    }

    void compareScores(const std::string &node, const model::FeasibleNode &ours, const Json &theirs)
    {
        std::set<std::string> compared;
        for (std::size_t i = 0; i < m_decision.scorePlugins.size(); ++i) {
            const std::string plugin(m_decision.scorePlugins[i].name.text());
            compared.insert(plugin);
            const Json &score = at(at(theirs, "plugins"), plugin.c_str());
            if (!score.is_object()) {
                compareScore("normalised", plugin, node, ours.normalised[i], 0); // it let the pod be
                continue;
            }
            compareScore("raw", plugin, node, ours.raw[i], at(score, "raw").get<std::int64_t>());
            compareScore("normalised", plugin, node, ours.normalised[i], at(score, "normalized").get<std::int64_t>());
            compareScore(
                "weight", plugin, node, m_decision.scorePlugins[i].weight, at(score, "weight").get<std::int64_t>());
        }
        for (const auto &[plugin, score] : at(theirs, "plugins").items()) {
            if (!compared.contains(plugin)) {
                compareScore("normalised", plugin, node, 0, at(score, "normalized").get<std::int64_t>());
            }
        }
        compareScore("total", "", node, ours.total, at(theirs, "total").get<std::int64_t>());
    }

    void compareScore(std::string_view what, const std::string &plugin, const std::string &node, std::int64_t ours,
        std::int64_t theirs)
    {
        ++m_tally.scores;
        if (ours != theirs) {
            differ(what, plugin, fmt::format("{}: ours {}, oracle {}", node, ours, theirs));
        }
    }

    void compareBest()
    {
        std::vector<std::string> ours;
        for (const model::FeasibleNode &node : m_decision.feasible) {
            if (node.total == m_decision.feasible.front().total) {
                ours.emplace_back(node.node.text());
            }
        }
        std::sort(ours.begin(), ours.end());
        if (Json(ours) != at(m_answer, "best")) {
            differ("best", "", fmt::format("ours {}, oracle {}", Json(ours).dump(), at(m_answer, "best").dump()));
        }
    }

    /// Its own nominated node, where it fits, is taken before any other.
    void compareNominated()
    {
        const std::string theirs = textAt(m_answer, "nominated");
        if (m_decision.nominated.text() != theirs) {
            differ("nominated", "", fmt::format("ours {}, oracle {}", m_decision.nominated.text(), theirs));
        }
    }

    void comparePreemption()
    {
        const Json &theirs = at(m_answer, "preemption");
        if (!theirs.is_object() || !m_decision.preemption) {
            if (theirs.is_object() || (m_decision.preemption && !m_decision.rejected.empty())) {
                differ("preemption", "asked", fmt::format("ours {}", m_decision.preemption != nullptr));
            }
            return;
        }
        if (at(theirs, "error").is_boolean()) {
            ++m_tally.oracleErrors["preemption: " + textAt(theirs, "reason").substr(0, 60)];
            return;
        }
        ++m_tally.preemptions;
        compareEligible(textAt(theirs, "reason"));
        compareCandidates(at(theirs, "candidates"));
        compareBestCandidates(theirs);
    }

    void compareEligible(const std::string &reason)
    {
        using Kind = model::PreemptionAdvice::Kind;
        const Kind ours = m_decision.preemption->kind;
        const Kind theirs = reason.find("preemptionPolicy=Never") != std::string::npos ? Kind::Never
            : reason.find("terminating pod") != std::string::npos                      ? Kind::AwaitsVictims
            : reason.empty()                                                           ? Kind::Evict
                                                                                       : Kind::NotHelpful;
        if (ours != theirs) {
            differ("preemption", "kind",
                fmt::format("ours {}, oracle {} {}", model::kindName(ours), model::kindName(theirs), reason));
        }
    }

    /// Victims as sets: an unstable sort leaves those of equal importance in any order, in kube-scheduler too.
    void compareCandidates(Json theirs)
    {
        Json ours = Json::array();
        for (const plugins::PreemptionCandidate &candidate : m_candidates) {
            Json victims = Json::array();
            for (const model::PreemptionVictim &victim : candidate.victims) {
                victims.push_back(victim.pod.text());
            }
            std::sort(victims.begin(), victims.end());
            ours.push_back({{"node", candidate.node.text()}, {"victims", std::move(victims)},
                {"pdbViolations", candidate.budgetViolations}});
        }
        for (Json &candidate : theirs) {
            if (const auto victims = candidate.find("victims"); victims != candidate.end() && victims->is_array()) {
                std::sort(victims->begin(), victims->end());
            }
        }
        if (ours != theirs) {
            differ("preemption", "candidates", fmt::format("ours {}, oracle {}", ours.dump(), theirs.dump()));
        }
    }

    void compareBestCandidates(const Json &theirs)
    {
        std::vector<std::string> ours;
        for (const base::Symbol node : m_decision.preemption->equal) {
            ours.emplace_back(node.text());
        }
        std::sort(ours.begin(), ours.end());
        if (Json(ours) != at(theirs, "best")) {
            differ(
                "preemption", "best", fmt::format("ours {}, oracle {}", Json(ours).dump(), at(theirs, "best").dump()));
        }
        for (const plugins::PreemptionCandidate &candidate : m_candidates) {
            if (candidate.node == m_decision.preemption->node && candidate.victims != m_decision.preemption->victims) {
                differ("preemption", "victims", std::string(candidate.node.text()));
            }
        }
    }

    const Decision &m_decision;
    const std::vector<plugins::PreemptionCandidate> &m_candidates;
    const Json &m_answer;
    Tally &m_tally;
    std::vector<Mismatch> &m_out;
};

} // namespace

std::vector<Mismatch> compare(const Planned &planned, const Json &answer, Tally &tally)
{
    std::vector<Mismatch> out;
    ++tally.cases;
    if (!planned.skipped.empty()) {
        ++tally.skippedCases[planned.skipped];
        return out;
    }
    if (const std::string error = textAt(answer, "error"); !error.empty()) {
        ++tally.oracleErrors[error.substr(0, 60)];
        return out;
    }
    const Json &pods = at(answer, "pods");
    if (pods.size() != planned.decisions.size()) {
        out.push_back({"", "number of answers", fmt::format("{} of {}", pods.size(), planned.decisions.size())});
        return out;
    }
    for (std::size_t i = 0; i < planned.decisions.size(); ++i) {
        PodComparison(planned.decisions[i], planned.candidates[i], pods[i], tally, out).run();
    }
    for (const Mismatch &mismatch : out) {
        ++tally.mismatches[mismatch.what];
    }
    return out;
}

Json shown(const Decision &decision)
{
    Json out{{"pod", decision.pod.text()}, {"policy", decision.policyVersion}};
    if (decision.outcome == DecisionOutcome::NotDecidable) {
        out["undecided"] = model::ruleNames(decision.undecided);
    }
    for (const model::FeasibleNode &node : decision.feasible) {
        Json &one = out["feasible"][std::string(node.node.text())];
        one["total"] = node.total;
        for (std::size_t i = 0; i < decision.scorePlugins.size(); ++i) {
            one["plugins"][std::string(decision.scorePlugins[i].name.text())] = {
                {"raw", node.raw[i]}, {"normalized", node.normalised[i]}, {"weight", decision.scorePlugins[i].weight}};
        }
    }
    for (const model::RejectedNode &node : decision.rejected) {
        Json reasons = Json::array();
        for (const model::Reason &reason : node.reasons) {
            reasons.push_back(fmt::format("{} {} {} {}/{}/{}", model::codeName(reason.code), reason.subject.text(),
                reason.detail, reason.asked, reason.used, reason.capacity));
        }
        out["rejected"][std::string(node.node.text())] = {{"plugin", node.plugin.text()},
            {"code", node.resolvable ? "Unschedulable" : "UnschedulableAndUnresolvable"}, {"reasons", reasons}};
    }
    return out;
}

} // namespace binnacle::parity
