// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/yaml.h"
#include "tests/unit/app_ctl/ctl_fixture.h"

#include <algorithm>

namespace binnacle::ctl::testing {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

/// Whether a YAML value says the same as a JSON value.
bool same(const kube::Value &yaml, const Json &json)
{
    switch (json.type()) {
    case Json::value_t::object: {
        if (!yaml.isMapping() || yaml.size() != json.size())
            return false;
        return std::all_of(json.items().begin(), json.items().end(),
            [&](const auto &item) { return same(yaml[item.key()], item.value()); });
    }
    case Json::value_t::array: {
        if (!yaml.isSequence() || yaml.size() != json.size())
            return false;
        std::size_t at = 0;
        for (const kube::Entry &entry : yaml)
            if (!same(entry.value, json[at++]))
                return false;
        return true;
    }
    case Json::value_t::string:
        return yaml.isString() && yaml.text() == json.get<std::string>();
    case Json::value_t::boolean:
        return yaml.kind() == kube::ValueKind::Bool && yaml.boolean() == json.get<bool>();
    case Json::value_t::null:
        return yaml.kind() == kube::ValueKind::Null;
    case Json::value_t::number_float:
        return yaml.text() == json.dump();
    default:
        return yaml.text() == json.dump();
    }
}

class Looking : public CtlTest {
protected:
    /// Runs a verb in each form; the table has what the JSON has, the YAML says the same as the JSON.
    Json everyForm(const Words &verb, const Words &target, int code)
    {
        SCOPED_TRACE(verb.front());
        const Answer table = run(verb, target);
        EXPECT_EQ(table.code, code) << table;
        EXPECT_FALSE(table.out.empty());
        const Answer json = run(verb, plus(target, {"-o", "json"}));
        EXPECT_EQ(json.code, code) << json;
        const Answer yaml = run(verb, plus(target, {"-o", "yaml"}));
        EXPECT_EQ(yaml.code, code) << yaml;
        Json value = json.json();
        const auto document = kube::parseDocument("answer", yaml.out);
        EXPECT_TRUE(document.ok()) << document.status() << yaml.out;
        if (document.ok()) {
            EXPECT_TRUE(same(document->root(), value)) << yaml.out << json.out;
        }
        return value;
    }
    static Words plus(Words words, const Words &more)
    {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    static std::vector<std::string> namesIn(const Json &list, const char *field)
    {
        std::vector<std::string> out;
        for (const Json &item : list)
            out.push_back(item.at(field).get<std::string>());
        return out;
    }
};

TEST_F(Looking, nodesAndPodsOfAFileInEveryForm)
{
    const Words file = clusterFile();
    const Json nodes = everyForm({"nodes"}, file, 0);
    EXPECT_THAT(namesIn(nodes, "name"), UnorderedElementsAre("big", "small", "tainted"));
    for (const Json &node : nodes) {
        EXPECT_TRUE(node.at("used").is_null()) << "a file has no source of use, which is not zero";
        EXPECT_TRUE(node.at("ready").get<bool>());
        EXPECT_EQ(node.at("requested").at("cpuMilli"), node.at("name") == "big" ? 2000 : 0);
        EXPECT_EQ(node.at("pods"), node.at("name") == "big" ? 1 : 0);
    }
    EXPECT_THAT(run({"nodes"}, file).out, AllOf(HasSubstr("CPU USED"), HasSubstr("–"), HasSubstr("tainted")));
    const Json pods = everyForm({"pods"}, file, 0);
    EXPECT_THAT(namesIn(pods, "name"), UnorderedElementsAre("bound", "fits", "huge", "claims"));
    const Json pending = everyForm({"pods", "--pending"}, file, 0);
    EXPECT_THAT(namesIn(pending, "name"), UnorderedElementsAre("fits", "huge", "claims"));
    for (const Json &pod : pending)
        EXPECT_EQ(pod.at("node"), "");
    EXPECT_EQ(everyForm({"autonomy"}, file, 0).at("autonomy"), "observe");
}

TEST_F(Looking, aDecisionTellsEveryNodesScoresOrReason)
{
    const Json decision = everyForm({"decide", "shop/fits"}, clusterFile(), 0).at(0);
    EXPECT_EQ(decision.at("outcome"), "Placed");
    EXPECT_EQ(decision.at("pod"), "shop/fits");
    const Json &feasible = decision.at("feasible");
    ASSERT_EQ(feasible.size(), 2U);
    std::int64_t best = 0;
    for (const auto &[name, node] : feasible.items()) {
        std::int64_t sum = 0;
        ASSERT_FALSE(node.at("plugins").empty());
        for (const auto &[plugin, score] : node.at("plugins").items()) {
            EXPECT_TRUE(score.at("raw").is_number_integer()) << plugin;
            EXPECT_GE(score.at("normalised").get<std::int64_t>(), 0);
            EXPECT_LE(score.at("normalised").get<std::int64_t>(), 100);
            sum += score.at("normalised").get<std::int64_t>() * score.at("weight").get<std::int64_t>();
        }
        EXPECT_EQ(node.at("total"), sum) << name;
        best = std::max(best, sum);
    }
    EXPECT_EQ(decision.at("score"), best);
    EXPECT_EQ(feasible.at(decision.at("node").get<std::string>()).at("total"), best);
    for (const char *share : {"confidence", "stability"}) {
        EXPECT_GE(decision.at(share).get<double>(), 0);
        EXPECT_LE(decision.at(share).get<double>(), 1);
    }
    EXPECT_FALSE(decision.at("calibrated").get<bool>());
    ASSERT_EQ(decision.at("rejected").size(), 1U);
    const Json &rejected = decision.at("rejected").at("tainted");
    EXPECT_EQ(rejected.at("plugin"), "TaintToleration");
    EXPECT_EQ(rejected.at("reason"), rejected.at("reasons").at(0).at("code"));
    EXPECT_FALSE(rejected.at("reason").get<std::string>().empty());
}

TEST_F(Looking, nothingFitsAndNotDecidableAreNo)
{
    const Words file = clusterFile();
    const Json huge = everyForm({"decide", "huge"}, file, 1).at(0);
    EXPECT_EQ(huge.at("outcome"), "NoNodeFits");
    EXPECT_TRUE(huge.at("node").is_null());
    EXPECT_TRUE(huge.at("confidence").is_null());
    EXPECT_TRUE(huge.at("feasible").empty());
    EXPECT_EQ(huge.at("rejected").size(), 3U);
    EXPECT_THAT(run({"decide", "huge"}, file).out, HasSubstr("no node fits"));
    const Json claims = everyForm({"decide", "shop/claims"}, file, 1).at(0);
    EXPECT_EQ(claims.at("outcome"), "NotDecidable");
    EXPECT_EQ(claims.at("undecided"), Json::array({"Volumes"}));
    const Json all = everyForm({"decide", "--all"}, file, 1);
    EXPECT_THAT(namesIn(all, "pod"), UnorderedElementsAre("shop/fits", "shop/huge", "shop/claims"));
    EXPECT_EQ(run({"decide", "shop/fits", "shop/huge"}, file).code, 1);
}

/// Two nodes that lower pods fill, and pods that wait; with a budget unless `budget` is empty.
std::string fullCluster(const std::string &budget)
{
    const auto node = [](const std::string &name) {
        return "- {apiVersion: v1, kind: Node, metadata: {name: " + name
            + "}, status: {allocatable: {cpu: \"2\", memory: 16Gi, pods: \"110\"}, conditions: [{type: Ready, status: "
              "\"True\"}]}}\n";
    };
    const auto pod = [](const std::string &name, int priority, const std::string &spec, const std::string &status) {
        return "- {apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: shop, uid: u-" + name
            + ", labels: {app: " + name + "}}, spec: {schedulerName: binnacle, priority: " + std::to_string(priority)
            + ", " + spec + "containers: [{name: c, resources: {requests: {cpu: \"2\", memory: 1Gi}}}]}, status: {"
            + status + "}}\n";
    };
    const std::string runs = "phase: Running, startTime: \"2026-06-01T00:00:00Z\"";
    return "apiVersion: v1\nkind: List\nitems:\n" + node("a") + node("b") + pod("low", 1, "nodeName: a, ", runs)
        + pod("high", 2, "nodeName: b, ", runs) + pod("urgent", 10, "", "phase: Pending")
        + pod("polite", 10, "preemptionPolicy: Never, ", "phase: Pending")
        + pod("gated", 10, "schedulingGates: [{name: example.com/quota}], ", "phase: Pending") + budget;
}

TEST_F(Looking, whatEvictingPodsWouldDoIsSaid)
{
    const std::string budget =
        "- {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: keep, namespace: shop}, "
        "spec: {selector: {matchLabels: {app: low}}}, status: {disruptionsAllowed: 0}}\n";
    const Words file{"--cluster-file", write("full.yaml", fullCluster(budget))};
    const Json decision = everyForm({"decide", "shop/urgent"}, file, 1).at(0);
    EXPECT_EQ(decision.at("outcome"), "NoNodeFits");
    EXPECT_TRUE(decision.at("node").is_null()) << "advice is no placement";
    const Json &advice = decision.at("preemption");
    EXPECT_EQ(advice.at("advice"), "Evict");
    EXPECT_EQ(advice.at("node"), "b") << "the budget keeps the lower pod";
    EXPECT_EQ(advice.at("equal"), Json::array({"b"}));
    EXPECT_EQ(advice.at("candidates"), 2);
    EXPECT_EQ(advice.at("budgetViolations"), 0);
    ASSERT_EQ(advice.at("victims").size(), 1U);
    EXPECT_EQ(advice.at("victims").at(0),
        (Json{{"pod", "shop/high"}, {"uid", "u-high"}, {"priority", 2}, {"startTime", "2026-06-01T00:00:00.000Z"},
            {"violatesBudget", false}}));
    EXPECT_THAT(run({"decide", "shop/urgent"}, file).out,
        AllOf(HasSubstr("would fit on b if these pods were evicted"), HasSubstr("shop/high  priority 2")));
    EXPECT_EQ(everyForm({"decide", "shop/polite"}, file, 1).at(0).at("preemption").at("advice"), "Never");
    EXPECT_TRUE(everyForm({"decide", "shop/gated"}, file, 1).at(0).at("preemption").is_null());
    const Json gated = everyForm({"decide", "shop/gated"}, file, 1).at(0);
    EXPECT_EQ(gated.at("outcome"), "Gated");
    EXPECT_EQ(gated.at("gates"), Json::array({"example.com/quota"}));
    EXPECT_THAT(run({"decide", "shop/gated"}, file).out, HasSubstr("waits for the gates example.com/quota"));
}

TEST_F(Looking, withoutTheBudgetsNobodyIsNamed)
{
    const Words file{"--cluster-file", write("full.yaml", fullCluster(""))};
    const Json advice = everyForm({"decide", "shop/urgent"}, file, 1).at(0).at("preemption");
    EXPECT_EQ(advice.at("advice"), "BudgetsUnknown");
    EXPECT_EQ(advice.at("candidates"), 2);
    EXPECT_TRUE(advice.at("victims").empty());
    EXPECT_TRUE(advice.at("node").is_null());
}

TEST_F(Looking, anExtenderOfTheSchedulersConfigurationMakesItsPodsNotDecidable)
{
    const auto config = [&](const std::string &extenders) {
        return write("scheduler.yaml",
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nextenders: " + extenders);
    };
    const auto decide = [&](const std::string &file) {
        return run({"decide", "shop/fits", "--scheduler-config", file, "-o", "json"}, clusterFile());
    };
    const Answer every = decide(config("[{urlPrefix: 'http://127.0.0.1:1', filterVerb: filter}]"));
    EXPECT_EQ(every.code, 1) << every;
    EXPECT_EQ(every.json()[0]["outcome"], "NotDecidable");
    EXPECT_EQ(every.json()[0]["undecided"], Json({"Extenders"}));
    const Answer others = decide(config("[{urlPrefix: 'http://127.0.0.1:1', managedResources: [{name: a.org/x}]}]"));
    EXPECT_EQ(others.code, 0) << others;
    EXPECT_EQ(others.json()[0]["outcome"], "Placed");

    const Answer broken = decide(config("[{urlPrefix: 'http://127.0.0.1:1', filterWord: filter}]"));
    EXPECT_EQ(broken.code, 3) << broken;
    EXPECT_THAT(broken.out, IsEmpty());
    EXPECT_THAT(broken.err, AllOf(HasSubstr("scheduler.yaml:3:"), HasSubstr("filterWord")));
    const Answer missing = decide(folder + "/none.yaml");
    EXPECT_EQ(missing.code, 3) << missing;
    EXPECT_THAT(missing.err, HasSubstr("none.yaml"));
}

TEST_F(Looking, theProfileOfThePodsSchedulerDecides)
{
    const auto policyUnder = [&](const std::string &scheduler) {
        const std::string file = write("scheduler.yaml",
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: "
                + scheduler
                + "\n  pluginConfig:\n  - {name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated}}}\n");
        const Answer answer = run({"decide", "shop/fits", "--scheduler-config", file, "-o", "json"}, clusterFile());
        EXPECT_EQ(answer.code, 0) << answer;
        return answer.json()[0].at("policy").get<std::string>();
    };
    EXPECT_EQ(policyUnder("binnacle"), "NodeResourcesFit.scoringStrategy=MostAllocated");
    EXPECT_EQ(policyUnder("default-scheduler"), "default") << "it is another's";
}

TEST_F(Looking, aManifestIsDecidedForAllItsWorkloads)
{
    const std::string manifest = write("deploy.yaml",
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n  template:\n    spec:\n"
        "      containers: [{name: c, image: x, resources: {requests: {cpu: 1, memory: 1Gi}}}]\n---\n"
        "apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {containers: [{name: c, image: x}]}\n");
    const Json list = everyForm({"decide", "-f", manifest}, clusterFile(), 0);
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list.at(0).at("pod"), "shop/web");
    EXPECT_EQ(list.at(1).at("pod"), "default/one");
}

TEST_F(Looking, theDemoIsSeededAndMeasured)
{
    const Words demo{"--demo", "--demo-nodes", "30", "--seed", "7"};
    const Answer nodes = run({"nodes"}, plus(demo, {"-o", "json"}));
    ASSERT_EQ(nodes.code, 0) << nodes;
    const Json list = nodes.json();
    EXPECT_EQ(list.size(), 30U);
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](const Json &node) { return !node.at("used").is_null(); }))
        << "use is measured on the demo";
    const Answer again = run({"nodes"}, plus(demo, {"-o", "json"}));
    EXPECT_EQ(namesIn(again.json(), "name"), namesIn(list, "name"));
    const Answer pods = run({"pods", "--pending"}, plus(demo, {"-o", "json"}));
    ASSERT_EQ(pods.code, 0) << pods;
    EXPECT_FALSE(pods.json().empty());
    for (const char *form : {"table", "yaml"})
        EXPECT_EQ(run({"pods", "--pending"}, plus(demo, {"-o", form})).code, 0);
}

TEST_F(Looking, quantitiesAreReadExactly)
{
    const Json list = everyForm(
        {"quantity", "1", "100m", "1Gi", "0.1", "1500m", "1e3", "0", "9007199254740993", "1n", "1.5Ki"}, {}, 0);
    const auto of = [&](const std::string &text) {
        return *std::find_if(list.begin(), list.end(), [&](const Json &item) { return item.at("text") == text; });
    };
    EXPECT_EQ(of("1Gi").at("value"), 1'073'741'824);
    EXPECT_EQ(of("0.1").at("canonical"), "100m");
    EXPECT_EQ(of("1500m").at("value"), 2) << "rounded up";
    EXPECT_EQ(of("1500m").at("milliValue"), 1500);
    EXPECT_EQ(of("1e3").at("value"), 1000);
    EXPECT_EQ(of("9007199254740993").at("value"), 9'007'199'254'740'993) << "past what a double can hold";
    EXPECT_EQ(of("1n").at("nano"), "1");
    EXPECT_EQ(of("1.5Ki").at("value"), 1536);
    const Json mixed = everyForm({"quantity", "1", "", "abc", "1 Gi", "1Zi", "1e", "0x10"}, {}, 1);
    for (const Json &item : mixed)
        EXPECT_EQ(item.contains("error"), item.at("text") != "1") << item.dump();
}

TEST_F(Looking, openbListsBecomeAClusterFile)
{
    const std::string trace = folder + "/openb";
    std::filesystem::create_directory(trace);
    write("openb/openb_node_list_all_node.csv",
        "sn,cpu_milli,memory_mib,gpu,model\nnode-0,32000,262144,0,\nnode-1,64000,131072,2,T4\n");
    write("openb/openb_pod_list_default.csv",
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_"
        "time\n"
        "pod-0,12000,16384,1,1000,,LS,Running,0,12537496,0\npod-1,6000,12288,1,460,,LS,Running,427061,12902960,427061\n"
        "pod-2,90000,1024,0,0,,BE,Pending,1,2,\n");
    const std::string to = folder + "/trace.json";
    const Json done = everyForm({"import", "openb", trace, "--to", to}, {}, 0);
    EXPECT_EQ(done.at("nodes"), 2);
    EXPECT_EQ(done.at("pods"), 3);
    EXPECT_EQ(done.at("file"), to);
    const Words file{"--cluster-file", to};
    EXPECT_EQ(everyForm({"nodes"}, file, 0).size(), 2U);
    const Answer all = run({"decide", "--all", "-o", "json"}, file);
    EXPECT_EQ(all.code, 1) << "pod-2 fits nowhere";
    for (const Json &decision : all.json())
        EXPECT_EQ(decision.at("outcome"), decision.at("pod") == "openb/pod-2" ? "NoNodeFits" : "Placed");
    write("openb/openb_node_list_all_node.csv", "sn,cpu_milli\nnode-0,1\n");
    const Answer bad = run({"import", "openb", trace});
    EXPECT_EQ(bad.code, 3);
    EXPECT_THAT(bad.err, HasSubstr("openb_node_list_all_node.csv"));
    EXPECT_EQ(run({"import", "openb", folder + "/nowhere"}).code, 3);
}

TEST_F(Looking, kubeconfigCheckRunsNothingAndExplains)
{
    const std::string good = write("config",
        "apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters: [{name: c, cluster: {server: "
        "\"https://localhost:1\"}}]\n"
        "users: [{name: u, user: {token: secret-token}}]\ncontexts: [{name: a, context: {cluster: c, user: u}}]\n");
    const Json report = everyForm({"kubeconfig", "check", good}, {}, 0);
    EXPECT_EQ(report.at("currentContext"), "a");
    EXPECT_EQ(report.at("contexts").at(0).at("server"), "https://localhost:1");
    EXPECT_THAT(run({"kubeconfig", "check", good}).out, Not(HasSubstr("secret-token")));
    const std::string bad = write("bad",
        "contexts: [{name: a, context: {cluster: nowhere, user: u}}]\nusers: [{name: u, user: {token: \"a\\nb\"}}]\n");
    EXPECT_EQ(everyForm({"kubeconfig", "check", bad}, {}, 1).at("contexts").at(0).at("usable"), false);
    const Answer table = run({"kubeconfig", "check", bad});
    EXPECT_THAT(table.out, AllOf(HasSubstr(bad), HasSubstr("correct"), Not(HasSubstr("UnknownReference"))));
    const Answer missing = run({"nodes", "--kubeconfig", folder + "/none"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_THAT(missing.err,
        AllOf(HasSubstr(folder + "/none"), HasSubstr("does not exist"), HasSubstr("check the path"),
            Not(HasSubstr("FileMissing"))));
    EXPECT_EQ(run({"approve", "x", "--kubeconfig", folder + "/none"}).code, 3);
    EXPECT_EQ(run({"deny", "x", "--kubeconfig", good, "--context", "b"}).code, 3);
    const Answer unknown = run({"nodes", "--kubeconfig", good, "--context", "b"});
    EXPECT_EQ(unknown.code, 3);
    EXPECT_THAT(unknown.err, AllOf(HasSubstr("no context b"), HasSubstr("a"), HasSubstr("--context")));
}

} // namespace
} // namespace binnacle::ctl::testing
