// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/program.h"

#include "app/ctl/commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace binnacle::ctl {

namespace {

struct Words {
    Target target;
    std::string output = "table";
    std::string actor;
    std::vector<std::string> pods;
    std::string manifest;
    std::string whyNot;
    bool all = false;
    bool pending = false;
    std::string id;
    std::string typedName;
    std::string note;
    std::string level;
    AuditQuery query;
    std::string format = "json";
    std::string path;
    std::vector<std::string> texts;
    std::string other;
    std::string folder;
    std::string openbNodes = "all_node";
    std::string openbPods = "default";
    std::optional<std::int64_t> days;
    std::optional<std::int64_t> bytes;
    bool force = false;
    PlanWords plan;
    ScenarioWords scenario;
    bool arrive = false;
    std::map<std::string, std::vector<std::string>> scenarioValues; ///< by option, until their order is known
};

using Verb = std::function<int(const Console &)>;

void addTarget(CLI::App &verb, Words &words)
{
    auto *demo = verb.add_flag("--demo", words.target.demo, "the seeded demo cluster");
    auto *file = verb.add_option(
        "--cluster-file", words.target.clusterFile, "JSON or YAML that kubectl get nodes,pods -A wrote");
    auto *kubeconfig =
        verb.add_option("--kubeconfig", words.target.kubeconfigs, "kubeconfig file (may be given several times)");
    auto *context =
        verb.add_option("--context", words.target.context, "context of the kubeconfig; default: its current one");
    demo->excludes(file)->excludes(kubeconfig)->excludes(context);
    file->excludes(kubeconfig)->excludes(context);
    verb.add_option("--seed", words.target.seed, "seed of the demo cluster")->capture_default_str();
    verb.add_option("--demo-nodes", words.target.demoNodes, "nodes of the demo cluster; default: its own size")
        ->check(CLI::Range(1, 5000));
    verb.add_option("--timeout", words.target.timeoutSeconds, "seconds to wait for the cluster")
        ->check(CLI::Range(1, 3600))
        ->capture_default_str();
}

void addPolicies(CLI::App &verb, Words &words)
{
    verb.add_option("--scheduler-config", words.target.schedulerConfig,
        "a KubeSchedulerConfiguration: pods that one of its extenders concerns are not decidable");
    verb.add_option("--policy-file", words.target.policyFile, "a policy (docs/policy.md) to decide by");
}

void addOutput(CLI::App &verb, Words &words)
{
    verb.add_option("-o,--output", words.output, "table, json or yaml")
        ->check(CLI::IsMember({"table", "json", "yaml"}))
        ->capture_default_str();
}

void addActor(CLI::App &verb, Words &words)
{
    verb.add_option("--as-operator", words.actor, "name that the audit log gets; default: the login name")
        ->capture_default_str();
}

void addQuery(CLI::App &verb, Words &words)
{
    verb.add_option("--pod", words.query.pod, "part of namespace/name");
    verb.add_option("--node", words.query.node, "part of the node's name");
    verb.add_option("--by", words.query.actor, "who decided");
    verb.add_option("--state", words.query.states, "Proposed, Approved, … (may be given several times)");
    verb.add_option("--since", words.query.since, "a duration (90m) or a time (RFC 3339)");
    verb.add_option("--limit", words.query.limit, "rows at most")->capture_default_str();
}

/// Adds a verb; `run` is what to do when it was the one given.
CLI::App *add(CLI::App &parent, Verb &chosen, const std::string &name, const std::string &help, Verb run)
{
    CLI::App *verb = parent.add_subcommand(name, help);
    verb->callback([&chosen, run = std::move(run)] { chosen = run; });
    return verb;
}

void addLooking(CLI::App &app, Words &w, Verb &chosen)
{
    for (CLI::App *verb : {add(app, chosen, "nodes", "the nodes, what they offer and what is taken",
                               [&w](const Console &c) { return listNodes(c, w.target); }),
             add(app, chosen, "pods", "the pods",
                 [&w](const Console &c) { return listPods(c, w.target, w.pending); })}) {
        addTarget(*verb, w);
        addOutput(*verb, w);
        if (verb->get_name() == "pods")
            verb->add_flag("--pending", w.pending, "only those that wait for a node");
    }
    CLI::App *decideVerb = add(app, chosen, "decide", "where a pod would go and why; writes nothing",
        [&w](const Console &c) { return decide(c, w.target, w.pods, w.manifest, w.all, w.whyNot); });
    addTarget(*decideVerb, w);
    addPolicies(*decideVerb, w);
    addOutput(*decideVerb, w);
    auto *pods = decideVerb->add_option("POD", w.pods, "namespace/name");
    auto *manifest =
        decideVerb->add_option("-f,--filename", w.manifest, "a manifest (YAML or JSON), - for standard input");
    auto *all = decideVerb->add_flag("--all", w.all, "every pending pod");
    pods->excludes(manifest)->excludes(all);
    manifest->excludes(all);
    decideVerb->add_option("--why-not", w.whyNot,
        "a node: what keeps the pod from it, and the smallest changes that were tried and would let it in");
    decideVerb->parse_complete_callback([decideVerb, &w] {
        if (w.pods.empty() && w.manifest.empty() && !w.all)
            throw CLI::RequiredError(decideVerb->get_name() + " POD, -f MANIFEST or --all");
    });
    CLI::App *quantityVerb = add(app, chosen, "quantity", "reads Kubernetes quantities exactly",
        [&w](const Console &c) { return quantity(c, w.texts); });
    quantityVerb->add_option("TEXT", w.texts)->required();
    addOutput(*quantityVerb, w);
}

void addPlanning(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *planVerb = app.add_subcommand("plan", "what to do with every pending pod at once; writes nothing");
    planVerb->require_subcommand(1);
    const auto run = [&w](bool defragment) {
        return [&w, defragment](const Console &c) {
            w.plan.defragment = defragment;
            return plan(c, w.target, w.plan);
        };
    };
    CLI::App *batch = add(*planVerb, chosen, "batch", "nodes for all of them together", run(false));
    CLI::App *defrag =
        add(*planVerb, chosen, "defrag", "the fewest moves of running pods that let the most of them in", run(true));
    defrag->add_option("--moves", w.plan.moves, "pods that may leave their node")
        ->check(CLI::Range(0, 64))
        ->capture_default_str();
    defrag->add_flag("--evict", w.plan.evict, "pods of lower priority may be evicted without a new node");
    for (CLI::App *verb : {batch, defrag}) {
        verb->add_option("POD", w.plan.pods, "namespace/name; default: every pending pod");
        verb->add_option("--gang", w.plan.gangs, "NAME=POD,POD: all of them or none (may be given several times)")
            ->allow_extra_args(false);
        verb->add_option("--steps", w.plan.steps, "of the search; 0: its own default")
            ->check(CLI::Range(0, 10'000'000));
        verb->add_option("--plan-seed", w.plan.seed, "seed of the search")->capture_default_str();
        verb->add_option("--time", w.plan.timeSeconds, "seconds, then the best found so far")
            ->check(CLI::Range(1, 600))
            ->capture_default_str();
        addTarget(*verb, w);
        addPolicies(*verb, w);
        addOutput(*verb, w);
    }
}

bool isStep(std::string_view name)
{
    constexpr std::string_view names[] = {
        "scenario", "drain", "cordon", "uncordon", "remove", "add-like", "add", "scale", "policy", "filename"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Its steps are taken in the order in which they stand in the command.
void addWhatIf(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *verb = add(app, chosen, "whatif", "what would become of the cluster; writes nothing",
        [&w](const Console &c) { return whatIf(c, w.target, w.scenario); });
    addTarget(*verb, w);
    addPolicies(*verb, w);
    addOutput(*verb, w);
    verb->add_flag("--all", w.scenario.all, "every pod in the lists, not the first ones");
    constexpr std::pair<const char *, const char *> steps[] = {
        {"--scenario", "NAME: what follows is a scenario of its own, of up to 8 side by side"},
        {"--drain", "NODE[,NODE…]: cordons it and moves its pods, but for those of DaemonSets"},
        {"--cordon", "NODE[,NODE…]"}, {"--uncordon", "NODE[,NODE…]"}, {"--remove", "NODE[,NODE…]: it is gone"},
        {"--add-like", "NODE[=N]: N more like it, each with its DaemonSets' pods"},
        {"--add", "FILE[=N]: N of each node of a manifest"},
        {"--scale", "NAMESPACE/KIND/NAME=N; KIND may be labels, and NAME then a=b,c=d"},
        {"--policy",
            "default, most-allocated, current, a policy's version or the file of a KubeSchedulerConfiguration"},
        {"-f,--filename", "FILE[=N]: N of each pod of a manifest arrive; - is standard input"}};
    for (const auto &[names, help] : steps)
        verb->add_option(names, w.scenarioValues[names], help);
    verb->add_flag("--arrive", w.arrive, "may stand before -f, and says no more");
    verb->parse_complete_callback([verb, &w] {
        std::map<const CLI::Option *, std::size_t> taken;
        for (const CLI::Option *option : verb->parse_order()) {
            const std::string name = option->get_lnames().empty() ? std::string() : option->get_lnames().front();
            const std::size_t index = taken[option]++;
            if (isStep(name) && index < option->results().size())
                w.scenario.options.emplace_back(name, option->results()[index]);
        }
    });
}

void addActing(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *proposeVerb = add(app, chosen, "propose", "makes proposals for pending pods and leaves them waiting",
        [&w](const Console &c) { return propose(c, w.target, w.pods); });
    proposeVerb->add_option("POD", w.pods, "namespace/name; default: every pod that names our scheduler");
    CLI::App *approveVerb = add(app, chosen, "approve", "approves a proposal, binds it and waits until it is confirmed",
        [&w](const Console &c) { return approve(c, w.target, w.id, w.actor, w.typedName); });
    approveVerb->add_option("ID", w.id)->required();
    approveVerb->add_option("--confirm", w.typedName, "the name of a protected cluster, typed out");
    CLI::App *denyVerb = add(app, chosen, "deny", "denies a proposal",
        [&w](const Console &c) { return deny(c, w.target, w.id, w.actor, w.note); });
    denyVerb->add_option("ID", w.id)->required();
    denyVerb->add_option("--note", w.note, "why");
    CLI::App *autonomyVerb = add(app, chosen, "autonomy", "shows or sets how much may happen without asking",
        [&w](const Console &c) { return autonomy(c, w.target, w.level, w.actor); });
    autonomyVerb->add_option("LEVEL", w.level, "observe, recommend, approve or automatic");
    for (CLI::App *verb : {proposeVerb, approveVerb})
        addPolicies(*verb, w);
    for (CLI::App *verb : {proposeVerb, approveVerb, denyVerb, autonomyVerb}) {
        addTarget(*verb, w);
        addOutput(*verb, w);
        addActor(*verb, w);
    }
}

void addAudit(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *audit = app.add_subcommand("audit", "the audit log");
    audit->require_subcommand(1);
    CLI::App *list = add(*audit, chosen, "list", "decisions, newest first",
        [&w](const Console &c) { return auditList(c, w.target, w.query); });
    addQuery(*list, w);
    CLI::App *show = add(*audit, chosen, "show", "one decision and its life",
        [&w](const Console &c) { return auditShow(c, w.target, w.id); });
    show->add_option("ID", w.id)->required();
    CLI::App *verify = add(*audit, chosen, "verify", "recomputes every hash and checks the signed heads",
        [&w](const Console &c) { return auditVerify(c, w.target); });
    CLI::App *exportVerb = add(*audit, chosen, "export", "writes decisions with their proofs to a file",
        [&w](const Console &c) { return auditExport(c, w.target, w.query, w.format, w.path); });
    exportVerb->add_option("--format", w.format)->check(CLI::IsMember({"json", "csv"}))->capture_default_str();
    exportVerb->add_option("FILE", w.path)->required();
    addQuery(*exportVerb, w);
    CLI::App *replayVerb = add(app, chosen, "replay", "decides again from the archived snapshot and compares",
        [&w](const Console &c) { return replay(c, w.target, w.id); });
    replayVerb->add_option("ID", w.id)->required();
    for (CLI::App *verb : {list, show, verify, exportVerb, replayVerb}) {
        addTarget(*verb, w);
        addOutput(*verb, w);
    }
}

void addPolicy(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *policy = app.add_subcommand("policy", "policy files");
    policy->require_subcommand(1);
    CLI::App *schema = add(
        *policy, chosen, "schema", "every option of a policy file", [](const Console &c) { return policySchema(c); });
    CLI::App *check = add(*policy, chosen, "check", "what is wrong with a policy file, by line and column",
        [&w](const Console &c) { return policyCheck(c, w.path); });
    CLI::App *diff =
        add(*policy, chosen, "diff", "what a policy file changes of the built-in policy, or of another file",
            [&w](const Console &c) { return policyDiff(c, w.path, w.other); });
    diff->add_option("--policy", w.other, "the policy file to compare with");
    CLI::App *whatif = add(*policy, chosen, "whatif", "where the pods that wait would go under it; changes nothing",
        [&w](const Console &c) { return policyWhatIf(c, w.target, w.path); });
    addTarget(*whatif, w);
    addPolicies(*whatif, w);
    for (CLI::App *verb : {check, diff, whatif})
        verb->add_option("FILE", w.path)->required();
    for (CLI::App *verb : {schema, check, diff, whatif})
        addOutput(*verb, w);
}

void addStore(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *storeVerb = app.add_subcommand("store", "the audit log's file");
    storeVerb->require_subcommand(1);
    CLI::App *status = add(*storeVerb, chosen, "status", "size and retention",
        [&w](const Console &c) { return storeStatus(c, w.target); });
    CLI::App *retention =
        add(*storeVerb, chosen, "retention", "sets how much is kept, and prunes the rest; proofs stay",
            [&w](const Console &c) { return storeRetention(c, w.target, w.days, w.bytes, w.actor); });
    retention->add_option("--days", w.days, "0: no limit")->check(CLI::NonNegativeNumber);
    retention->add_option("--bytes", w.bytes, "0: no limit")->check(CLI::NonNegativeNumber);
    retention->parse_complete_callback([retention, &w] {
        if (!w.days && !w.bytes)
            throw CLI::RequiredError(retention->get_name() + " --days or --bytes");
    });
    CLI::App *backup = add(*storeVerb, chosen, "backup", "copies log and heads into a new folder; never the key",
        [&w](const Console &c) { return storeBackup(c, w.target, w.folder); });
    CLI::App *restore = add(*storeVerb, chosen, "restore", "puts a backup in the place of the log, after verifying it",
        [&w](const Console &c) { return storeRestore(c, w.target, w.folder, w.actor, w.force); });
    restore->add_flag("--force", w.force, "even when the log there goes further than the backup");
    for (CLI::App *verb : {backup, restore})
        verb->add_option("FOLDER", w.folder)->required();
    for (CLI::App *verb : {status, retention, backup, restore}) {
        addTarget(*verb, w);
        addOutput(*verb, w);
        addActor(*verb, w);
    }
}

void addFiles(CLI::App &app, Words &w, Verb &chosen)
{
    CLI::App *import = app.add_subcommand("import", "turns public traces into cluster files");
    import->require_subcommand(1);
    CLI::App *openb = add(*import, chosen, "openb", "the openb node and pod lists",
        [&w](const Console &c) { return importOpenb(c, w.folder, w.openbNodes, w.openbPods, w.path); });
    openb->add_option("FOLDER", w.folder, "default: openb in the folder that BINNACLE_DATA names");
    openb->add_option("--nodes", w.openbNodes, "all_node or gpu_node")->capture_default_str();
    openb->add_option("--pods", w.openbPods, "default, gpuspec33, …")->capture_default_str();
    openb->add_option("--to", w.path, "the cluster file to write");
    addOutput(*openb, w);
    CLI::App *kubeconfig = app.add_subcommand("kubeconfig", "kubeconfig files");
    kubeconfig->require_subcommand(1);
    CLI::App *check =
        add(*kubeconfig, chosen, "check", "what each context would use and run, with findings; runs nothing",
            [&w](const Console &c) { return checkKubeconfig(c, w.texts); });
    check->add_option("FILE", w.texts)->required();
    addOutput(*check, w);
}

} // namespace

int run(const std::vector<std::string> &given, std::ostream &out, std::ostream &err)
{
    Words words;
    const char *login = std::getenv("USER");
    words.actor = login && *login ? login : "operator";
    Verb chosen;
    CLI::App app("Binnacle on the command line: looks, decides, approves and audits.", "binnaclectl");
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done, 1 the answer is no, 2 usage, 3 fault.");
    addLooking(app, words, chosen);
    addPlanning(app, words, chosen);
    addWhatIf(app, words, chosen);
    addActing(app, words, chosen);
    addAudit(app, words, chosen);
    addStore(app, words, chosen);
    addPolicy(app, words, chosen);
    addFiles(app, words, chosen);
    std::vector<std::string> reversed(given.rbegin(), given.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ParseError &error) {
        return app.exit(error, out, err) == 0 ? Exit::Done : Exit::Usage;
    }
    const Format format = words.output == "json" ? Format::Json : words.output == "yaml" ? Format::Yaml : Format::Table;
    return chosen(Console{out, err, format});
}

} // namespace binnacle::ctl
