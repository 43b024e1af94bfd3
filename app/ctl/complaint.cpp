// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/complaint.h"

#include "app/ctl/output.h"
#include "planner/model/scenario.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace binnacle::ctl {

namespace {

using Sentence = std::pair<std::string_view, std::string_view>;

/// Codes at the start of a message, as the session answers them.
constexpr std::array kCodes{
    Sentence{"not-synced",
        "the cluster is not synced: its API server has not answered for all lists yet, or not lately; check that it is "
        "up, then try again"},
    Sentence{"observing",
        "the cluster is in observe, where nothing is written to it; `binnaclectl autonomy approve` allows approving"},
    Sentence{"read-only-cluster",
        "the cluster is marked as read-only; take that back in the console's cluster settings first"},
    Sentence{
        "forbidden", "this account may not do that; ask for the rules in packaging/kubernetes that the mode needs"},
    Sentence{
        "access-unknown", "the API server has not said yet whether this account may bind pods; try again in a moment"},
    Sentence{"audit-unavailable",
        "the audit log cannot be written, so nothing is written to the cluster; free space or mend the store, then try "
        "again (`binnaclectl store status` shows where it is)"},
    Sentence{"not-our-pod", "the pod names another scheduler; only pods with schedulerName: binnacle are bound"},
    Sentence{"file-cluster",
        "a cluster read from a file cannot be written to; use --demo or a kubeconfig for anything that changes"},
    Sentence{"protected-cluster", "the cluster is protected; say its name with --confirm NAME to go on"},
    Sentence{
        "reconciling", "the rows of an earlier run are still being settled with the API server; try again in a moment"},
    Sentence{"pod-gone", "the pod is gone; nothing was bound"},
    Sentence{"bound-by-another", "the pod was bound by somebody else meanwhile; nothing was bound"},
    Sentence{"pod-changed", "the pod has changed since the decision; nothing was bound, a new proposal follows"},
    Sentence{"not-a-demo", "only the demo cluster has a speed"},
    Sentence{"no-consent-needed", "this context runs no program; there is nothing to consent to"},
};

/// Codes of findings in a kubeconfig, behind "error: ".
constexpr std::array kFindings{
    Sentence{"FileMissing", "the file does not exist; check the path, or write it with your provider's tool"},
    Sentence{
        "FileUnreadable", "the file cannot be read: no permission, no regular file, or too large; check it with ls -l"},
    Sentence{"FileEmpty", "the file is empty; write it again with your provider's tool"},
    Sentence{"Malformed", "the file is no kubeconfig; correct what is named here, or write it again"},
    Sentence{"WrongType", "a field has a value of the wrong type; correct it"},
    Sentence{"MissingField", "a field is missing; add it"},
    Sentence{"DuplicateName", "the name stands twice in the file and neither is used; rename or remove one"},
    Sentence{"NameCollision", "several files use the same name; each context uses the one of its own file"},
    Sentence{"UnknownReference", "the context names a cluster or user that no file holds; correct the name or add it"},
    Sentence{"UnknownContext", "current-context names none of the contexts; correct it or give --context"},
    Sentence{"BadServer", "the server is no http or https URL; correct it"},
    Sentence{"BadBase64", "the value is not base64; copy it again from its source"},
    Sentence{"BadPem", "the value holds no PEM text; copy it again from its source"},
    Sentence{"BadToken", "the token holds a line break or a control character; copy it again as one line"},
    Sentence{"CaWithInsecure", "a certificate authority and insecure-skip-tls-verify exclude each other; remove one"},
    Sentence{"TlsNotVerified", "the server's certificate is not checked; give its certificate authority instead"},
    Sentence{"PlainHttp", "the connection is not encrypted; use https"},
    Sentence{"DataOverridesPath", "data and path are both given, and the data counts; remove one"},
    Sentence{"TokenFileOverridesToken", "token and token file are both given, and the file counts; remove one"},
    Sentence{"SeveralCredentials", "the user has several credentials; keep one"},
    Sentence{"AuthProviderUnsupported", "auth-provider is not supported; use an exec plugin"},
    Sentence{"ExecUnsupported",
        "the exec plugin is not one that can be run; it needs a command and apiVersion "
        "client.authentication.k8s.io/v1 or v1beta1"},
    Sentence{"BadImpersonation", "the impersonation is incomplete or holds control characters; correct it"},
};

/// What to do, said behind a message that holds the words.
constexpr std::array kAdvice{
    Sentence{
        "no audit log yet", "nothing was recorded for this cluster so far; the console and `binnaclectl propose` do"},
    Sentence{"no context ", "name one of them with --context"},
    Sentence{"no current context", "name one with --context, and its file with --kubeconfig"},
    Sentence{": no decision ", "`binnaclectl audit list` shows those there are"},
    Sentence{"no such proposal is waiting", "`binnaclectl audit list --state Proposed` shows those that do"},
    Sentence{"exists; name a new directory", "a backup never goes over another"},
};

/// Codes of scenarios, behind their step.
constexpr std::array kScenario{
    Sentence{"UnknownNode", "there is no such node; `binnaclectl nodes` lists them"},
    Sentence{"UnknownWorkload", "no pod of such a workload runs or waits here; `binnaclectl pods` lists them"},
    Sentence{"NothingToCopy", "there is no pod to make more of"},
    Sentence{"CountOutOfRange", "the count is out of range"},
    Sentence{"TooMuch", "more than a scenario may add; ask for less"},
    Sentence{"NoNodesLeft", "no node would be left; keep one, or add some"},
    Sentence{"NodeExists", "a node of that name is there already; rename the one in the manifest"},
    Sentence{"NoNodeInManifest", "there is no node in the manifest; add one of kind Node"},
    Sentence{"NoPodInManifest", "there is no pod in the manifest; add a Pod or a workload with a pod template"},
    Sentence{"BadManifest", "the manifest cannot be read; correct it there"},
    Sentence{"UnknownPolicy",
        "there is no such policy; use default, most-allocated, current, a policy's version or the file of a "
        "KubeSchedulerConfiguration"},
    Sentence{"BadPolicy", "the scheduler configuration cannot be used; correct it there"},
    Sentence{"Incomplete", "the step names nothing to do it to"},
    Sentence{"TooManySteps", "too many steps; join those on several nodes in one"},
    Sentence{"TooManyScenarios", "too many scenarios at once"},
    Sentence{"BadWorkload",
        "say NAMESPACE/KIND/NAME, of a Deployment, ReplicaSet, StatefulSet, ReplicationController, Job or labels"},
};

template <std::size_t N> std::string_view sentenceFor(const std::array<Sentence, N> &table, std::string_view code)
{
    for (const auto &[known, sentence] : table)
        if (known == code)
            return sentence;
    return {};
}

/// "place: error: Code[: more]" as "place: [more: ]sentence"; empty when it is no finding.
std::string finding(std::string_view message)
{
    for (const std::string_view severity : {": error: ", ": warning: "}) {
        const std::size_t at = message.find(severity);
        if (at == std::string_view::npos)
            continue;
        const std::string_view rest = message.substr(at + severity.size());
        const std::string_view code = rest.substr(0, rest.find(':'));
        const std::string_view sentence = sentenceFor(kFindings, code);
        if (sentence.empty())
            continue;
        const std::string_view more = rest.size() > code.size() ? rest.substr(code.size() + 2) : std::string_view();
        return fmt::format("{}: {}{}{}", message.substr(0, at), more, more.empty() ? "" : ": ", sentence);
    }
    return {};
}

/// "scenario: step 2: Code: value" as "step 2: value: sentence"; empty when it is none of a scenario's.
std::string scenarioFault(std::string_view message)
{
    const std::optional<model::ScenarioFault> fault =
        model::scenarioFaultOf(absl::InvalidArgumentError(std::string(message)));
    if (!fault)
        return {};
    return fmt::format("{}{}{}{}", fault->step > 0 ? fmt::format("step {}: ", fault->step) : std::string(),
        fault->value, fault->value.empty() ? "" : ": ", sentenceFor(kScenario, model::faultName(fault->code)));
}

} // namespace

std::string complaintOf(std::string_view message)
{
    if (const std::string fault = scenarioFault(message); !fault.empty())
        return printable(fault);
    const std::string_view code = message.substr(0, message.find(':'));
    if (const std::string_view sentence = sentenceFor(kCodes, code); !sentence.empty()) {
        const std::string_view more =
            message.size() > code.size() + 2 ? message.substr(code.size() + 2) : std::string_view();
        return printable(more.empty() ? std::string(sentence) : fmt::format("{} ({})", sentence, more));
    }
    if (const std::string found = finding(message); !found.empty())
        return printable(found);
    for (const auto &[words, advice] : kAdvice)
        if (message.find(words) != std::string_view::npos)
            return printable(fmt::format("{}; {}", message, advice));
    return printable(message);
}

std::string complaintOf(const absl::Status &status)
{
    return complaintOf(std::string_view(status.message().data(), status.message().size()));
}

std::string_view adviceOn(model::FaultKind fault)
{
    using enum model::FaultKind;
    switch (fault) {
    case Unreachable:
    case Timeout:
        return "check that the server of this context is up and can be reached from here";
    case TlsUntrusted:
        return "check the certificate authority of this context";
    case TlsCertificateExpired:
        return "a certificate is out of date: renew it, or set this machine's clock";
    case Unauthorized:
        return "the server does not accept this user: log in again";
    case Forbidden:
        return "ask for the rules in packaging/kubernetes that looking needs";
    case CredentialPlugin:
        return "run the plugin of this context by hand to see what it says";
    case ConsentNeeded:
        return "open this context in the console once and allow its program to run";
    case Configuration:
        return "`binnaclectl kubeconfig check FILE` says more";
    default:
        return {};
    }
}

} // namespace binnacle::ctl
