// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/render_explanation.h"

#include "app/ctl/render.h"
#include "planner/model/rule_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace binnacle::ctl {

namespace {

using model::Change;
using model::ChangeKind;
using model::ChangeSearch;

std::string amountText(base::Symbol resource, std::int64_t amount)
{
    if (resource == model::resource::cpu)
        return fmt::format("{}m", amount);
    const bool bytes = resource == model::resource::memory || resource == model::resource::ephemeralStorage;
    return bytes ? fmt::format("{} GiB", gibibytes(amount)) : fmt::format("{}", amount);
}

/// "key=value" of a label, "key=value:effect" or "key:effect" of a taint.
std::string withValue(const Change &change)
{
    const bool plain = change.detail.empty() || change.detail.front() == ':';
    return fmt::format("{}{}{}", change.subject.text(), plain ? "" : "=", change.detail);
}

std::string podsText(const std::vector<model::PodKey> &pods)
{
    std::string text;
    for (const model::PodKey &pod : pods)
        text += (text.empty() ? "" : ", ") + pod.text();
    return text;
}

std::string setWords(const model::ChangeSet &set)
{
    std::string text;
    for (const Change &change : set.changes)
        text += (text.empty() ? "" : "; ") + changeWords(change);
    return text;
}

const api::NodeExplanation::Word *firstRefusal(const api::NodeExplanation &explanation)
{
    const auto first =
        std::find_if(explanation.filters.begin(), explanation.filters.end(), [](const auto &word) { return !word.ok; });
    return first == explanation.filters.end() ? nullptr : &*first;
}

Json wordJson(const api::NodeExplanation::Word &word)
{
    Json reasons = Json::array();
    for (const model::Reason &reason : word.reasons)
        reasons.push_back(reasonJson(reason));
    return {{"plugin", word.plugin.text()}, {"ok", word.ok}, {"reasons", std::move(reasons)}};
}

Json changeJson(const Change &change)
{
    Json out = {{"kind", model::changeName(change.kind)}};
    if (!change.subject.empty())
        out["subject"] = change.subject.text();
    if (!change.detail.empty())
        out["detail"] = change.detail;
    if (change.amount != 0)
        out["amount"] = change.amount;
    for (const model::PodKey &pod : change.pods)
        out["pods"].push_back(pod.text());
    out["words"] = changeWords(change);
    return out;
}

std::string reasonText(const model::Reason &reason)
{
    std::string text(model::codeName(reason.code));
    if (!reason.subject.empty())
        text += fmt::format(" {}", reason.subject.text());
    if (!reason.detail.empty())
        text += fmt::format(" {}", reason.detail);
    if (reason.asked || reason.used || reason.capacity)
        text += fmt::format(" (asked {}, used {}, of {})", reason.asked, reason.used, reason.capacity);
    return text;
}

} // namespace

std::string changeWords(const Change &c)
{
    const std::string_view subject = c.subject.text();
    switch (c.kind) {
    case ChangeKind::FreeResource:
        return fmt::format("free {} {}", amountText(c.subject, c.amount), subject);
    case ChangeKind::EvictPods:
        return fmt::format("evict {}", podsText(c.pods));
    case ChangeKind::WaitForPods:
        return fmt::format("wait until {} ended", podsText(c.pods));
    case ChangeKind::AskLess:
        return fmt::format("ask for at most {} {}", amountText(c.subject, c.amount), subject);
    case ChangeKind::Uncordon:
        return "uncordon the node";
    case ChangeKind::RemoveTaint:
        return fmt::format("remove the taint {} from the node", withValue(c));
    case ChangeKind::Tolerate:
        return fmt::format("add a toleration for {}", withValue(c));
    case ChangeKind::AddLabel:
        return fmt::format("add the label {} to the node", withValue(c));
    case ChangeKind::RemoveLabel:
        return fmt::format("remove the label {} from the node", subject);
    case ChangeKind::DropNodeSelector:
        return fmt::format("drop {} from the pod's nodeSelector", withValue(c));
    case ChangeKind::DropNodeAffinity:
        return "drop the pod's required node affinity";
    case ChangeKind::ClearNodeName:
        return "clear spec.nodeName of the pod";
    case ChangeKind::DropHostPort:
        return fmt::format("give up host port {}", c.detail);
    case ChangeKind::DropAffinity:
        return fmt::format("drop the pod's required affinity over {}", subject);
    case ChangeKind::DropAntiAffinity:
        return fmt::format("drop the pod's required anti-affinity over {}", subject);
    case ChangeKind::RelaxSpread:
        return fmt::format("raise maxSkew over {} to {}", subject, c.amount);
    case ChangeKind::DropSpread:
        return fmt::format("let the spread over {} only move scores (ScheduleAnyway)", subject);
    }
    return {};
}

Json explanationJson(const model::Decision &decision, const api::NodeExplanation &explanation)
{
    Json filters = Json::array();
    for (const api::NodeExplanation::Word &word : explanation.filters)
        filters.push_back(wordJson(word));
    Json sets = Json::array();
    for (const model::ChangeSet &set : explanation.changes) {
        Json changes = Json::array();
        for (const Change &change : set.changes)
            changes.push_back(changeJson(change));
        sets.push_back({{"count", set.count}, {"cost", set.cost}, {"changes", std::move(changes)}});
    }
    const api::NodeExplanation::Word *first = firstRefusal(explanation);
    return {{"pod", decision.pod.text()}, {"node", explanation.node.text()}, {"feasible", explanation.feasible},
        {"first", first ? wordJson(*first) : Json(nullptr)}, {"filters", std::move(filters)},
        {"smallestChange", sets.empty() ? Json(nullptr) : sets.front()}, {"changes", std::move(sets)},
        {"search", model::searchName(explanation.search)},
        {"unliftable", explanation.unliftable.empty() ? Json(nullptr) : Json(explanation.unliftable.text())},
        {"undecided", model::ruleNames(decision.undecided)}};
}

void printExplanation(const model::Decision &decision, const api::NodeExplanation &explanation, std::ostream &out)
{
    out << printable(decision.pod.text()) << (explanation.feasible ? " fits " : " does not fit ")
        << printable(explanation.node.text()) << '\n';
    if (decision.undecided != 0)
        out << "  not decidable yet, beside what follows: "
            << fmt::format("{}", fmt::join(model::ruleNames(decision.undecided), ", ")) << '\n';
    for (const api::NodeExplanation::Word &word : explanation.filters) {
        if (word.ok)
            continue;
        for (const model::Reason &reason : word.reasons)
            out << printable(fmt::format("  {}: {}", word.plugin.text(), reasonText(reason))) << '\n';
    }
    for (std::size_t i = 0; i < explanation.changes.size(); ++i)
        out << printable(fmt::format("  {}{}", i == 0 ? "smallest change: " : "or: ", setWords(explanation.changes[i])))
            << '\n';
    if (explanation.search == ChangeSearch::Bounded)
        out << "  the search was cut short: there may be a smaller change\n";
    else if (explanation.search == ChangeSearch::NoneKnown && explanation.unliftable.empty())
        out << "  no change is known that could be verified\n";
    else if (explanation.search == ChangeSearch::NoneKnown)
        out << printable(
            fmt::format("  no change that could be verified lifts what {} says", explanation.unliftable.text()))
            << '\n';
}

} // namespace binnacle::ctl
