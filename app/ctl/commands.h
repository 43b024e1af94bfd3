// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ctl/client.h"
#include "app/ctl/output.h"
#include "backend/services/workspace.h"

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binnacle::ctl {

/// Exit codes of every verb.
enum Exit : int { Done = 0, AnswerIsNo = 1, Usage = 2, Fault = 3 };

/// Where answers and complaints go, and in which form.
struct Console {
    std::ostream &out;
    std::ostream &err;
    Format format = Format::Table;
};

/// Which cluster a verb talks to.
struct Target {
    bool demo = false;
    std::string clusterFile;
    std::vector<std::string> kubeconfigs;
    std::string context; ///< empty: the current one
    std::string schedulerConfig; ///< empty: none
    std::string policyFile; ///< empty: none
    std::uint64_t seed = 42;
    std::int64_t demoNodes = 0; ///< 0: the demo's own size
    std::int64_t timeoutSeconds = 60;
};

/// The options of `whatif` in the order given, each with its value: {"drain", "gpu-a1,gpu-a2"}, {"scale",
/// "web/deployment/front=40"}.
struct ScenarioWords {
    std::vector<std::pair<std::string, std::string>> options;
    bool all = false; ///< every row of the lists, not the first ones
};

/// Says what went wrong on `err`, and answers Fault.
[[nodiscard]] int fault(const Console &console, const absl::Status &status);
/// The same for words that make no sense, and answers Usage.
[[nodiscard]] int misused(const Console &console, std::string_view what);
/// A cluster file has no audit log: says so, and answers false.
[[nodiscard]] bool hasLog(const Console &console, const Target &target);
[[nodiscard]] absl::StatusOr<std::unique_ptr<Client>> openClient(const Target &target, services::Recording recording);

/// Open and synced.
[[nodiscard]] absl::StatusOr<std::unique_ptr<Client>> connect(
    const Target &target, services::Recording recording = services::Recording::None);
/// "namespace/name", or a bare name in any namespace when it is the only one; kInvalidArgument when several have it.
[[nodiscard]] absl::StatusOr<model::PodKey> podNamed(const Client &client, const std::string &text);
/// Usage for kInvalidArgument, else Fault.
[[nodiscard]] int misusedOrFault(const Console &console, const absl::Status &status);
/// A file's text, or standard input's for "-": no more than a manifest may have.
[[nodiscard]] absl::StatusOr<std::string> readText(const std::string &path);
/// Measured use comes after the lists: it gets a moment, unless the source says at once that nothing is measured.
void waitForUse(Client &client, const Target &target);

/// The id of the target in the workspace, without connecting to it.
[[nodiscard]] absl::StatusOr<std::string> clusterId(const Target &target);

/// A decision of the target's audit log, read without connecting to the cluster.
[[nodiscard]] absl::StatusOr<api::AuditDecision> rowInLog(const Target &target, const std::string &id);

[[nodiscard]] int listNodes(const Console &console, const Target &target);
[[nodiscard]] int listPods(const Console &console, const Target &target, bool pendingOnly);
/// `whyNot` names a node: instead of the ranking, what keeps each pod from it and the smallest change that would let it in.
[[nodiscard]] int decide(const Console &console, const Target &target, const std::vector<std::string> &pods,
    const std::string &manifest, bool all, const std::string &whyNot);
/// Runs scenarios beside the cluster as it is; writes nothing. Exit AnswerIsNo when one leaves more pods without a place.
[[nodiscard]] int whatIf(const Console &console, const Target &target, const ScenarioWords &words);
struct PlanWords {
    bool defragment = false;
    std::vector<std::string> pods; ///< none: every pending one
    std::vector<std::string> gangs; ///< "NAME=POD,POD"
    std::int64_t moves = 5;
    bool evict = false;
    std::int64_t steps = 0;
    std::uint64_t seed = 42;
    std::int64_t timeSeconds = 10;
};
/// A plan for the pending pods all together; writes nothing.
[[nodiscard]] int plan(const Console &console, const Target &target, const PlanWords &words);
/// Raises proposals for our pending pods (or the named ones), and leaves them waiting.
[[nodiscard]] int propose(const Console &console, const Target &target, const std::vector<std::string> &pods);
[[nodiscard]] int approve(const Console &console, const Target &target, const std::string &id, const std::string &actor,
    const std::string &typedName);
[[nodiscard]] int deny(const Console &console, const Target &target, const std::string &id, const std::string &actor,
    const std::string &note);
[[nodiscard]] int autonomy(
    const Console &console, const Target &target, const std::string &level, const std::string &actor);
[[nodiscard]] int replay(const Console &console, const Target &target, const std::string &id);

struct AuditQuery {
    std::string pod;
    std::string node;
    std::string actor;
    std::vector<std::string> states;
    std::string since;
    std::size_t limit = 50;
};
[[nodiscard]] int auditList(const Console &console, const Target &target, const AuditQuery &query);
[[nodiscard]] int auditShow(const Console &console, const Target &target, const std::string &id);
[[nodiscard]] int auditVerify(const Console &console, const Target &target);
[[nodiscard]] int auditExport(const Console &console, const Target &target, const AuditQuery &query,
    const std::string &format, const std::string &path);

/// What each context would use and run, with every finding; runs nothing.
[[nodiscard]] int checkKubeconfig(const Console &console, const std::vector<std::string> &files);
/// Reads the openb lists of a folder, and writes them as a cluster file where one is named.
[[nodiscard]] int importOpenb(const Console &console, const std::string &folder, const std::string &nodes,
    const std::string &pods, const std::string &to);

[[nodiscard]] int policySchema(const Console &console);
/// Every fault of a policy file with its place; the answer is no when there is one.
[[nodiscard]] int policyCheck(const Console &console, const std::string &file);
/// What a policy file changes of another one, else of the built-in policy.
[[nodiscard]] int policyDiff(const Console &console, const std::string &file, const std::string &other);
/// Where the pods that wait now would go under it; changes nothing.
[[nodiscard]] int policyWhatIf(const Console &console, const Target &target, const std::string &file);

[[nodiscard]] int storeStatus(const Console &console, const Target &target);
/// Changes what is given, and leaves the rest as it is.
[[nodiscard]] int storeRetention(const Console &console, const Target &target, std::optional<std::int64_t> days,
    std::optional<std::int64_t> bytes, const std::string &actor);
[[nodiscard]] int storeBackup(const Console &console, const Target &target, const std::string &directory);
[[nodiscard]] int storeRestore(
    const Console &console, const Target &target, const std::string &directory, const std::string &actor, bool force);

[[nodiscard]] int quantity(const Console &console, const std::vector<std::string> &texts);

} // namespace binnacle::ctl
