// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/app_ctl/ctl_fixture.h"

namespace binnacle::ctl::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class WhatIf : public CtlTest {
protected:
    Answer whatif(const Words &steps) const { return run(plus({"whatif"}, steps), clusterFile()); }
    Json json(const Words &steps, int code) const
    {
        const Answer answer = whatif(plus(steps, {"-o", "json"}));
        EXPECT_EQ(answer.code, code) << answer;
        return answer.json();
    }
    static Words plus(Words words, const Words &more)
    {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    static Json podOf(const Json &scenario, const std::string &name)
    {
        for (const Json &pod : scenario.at("outcome").at("pods")) {
            if (pod.at("pod") == name)
                return pod;
        }
        return nullptr;
    }
    [[nodiscard]] std::string podManifest() const
    {
        return write("pod.yaml",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: new, namespace: shop}\nspec: {containers: [{name: c, image: "
            "x, "
            "resources: {requests: {cpu: 400m}}}]}\n");
    }
};

TEST_F(WhatIf, TheQueueIsDecidedAsItIsAndUnderTheSteps)
{
    const Json found = json({"--cordon", "big"}, 0);
    EXPECT_EQ(found.at("base").at("outcome").at("placed"), 1);
    const Json &scenario = found.at("scenarios").at(0);
    EXPECT_EQ(scenario.at("outcome").at("cordoned"), 1);
    EXPECT_EQ(podOf(scenario, "shop/fits").at("to"), "small");
    EXPECT_EQ(podOf(scenario, "shop/huge").at("why").at("code"), "InsufficientCpu");
    EXPECT_EQ(scenario.at("steps").at(0).at("kind"), "Cordon");
}

TEST_F(WhatIf, StepsAreTakenInTheOrderGiven)
{
    const Json found = json({"--add-like", "big=2", "--drain", "big", "--uncordon", "big", "--cordon", "small"}, 1);
    const Json &scenario = found.at("scenarios").at(0);
    std::string kinds;
    for (const Json &step : scenario.at("steps"))
        kinds += step.at("kind").get<std::string>() + ' ';
    EXPECT_EQ(kinds, "AddNodes Drain Uncordon Cordon ");
    EXPECT_EQ(scenario.at("outcome").at("nodes"), 5);
    EXPECT_EQ(scenario.at("outcome").at("lost").at(0), "shop/bound") << "it has no controller, hence exit code 1";
}

TEST_F(WhatIf, PodsOfAManifestArrive)
{
    const Json found = json({"--arrive", "-f", podManifest() + "=3"}, 0);
    EXPECT_EQ(found.at("scenarios").at(0).at("outcome").at("placed"), 4);
    EXPECT_EQ(podOf(found.at("scenarios").at(0), "shop/new-2").at("origin"), "Arrived");
    EXPECT_EQ(json({"-f", podManifest() + "=40"}, 1).at("scenarios").at(0).at("outcome").at("placed"), 16)
        << "'fits' on big, thirteen beside it, two on small; none on the tainted node";
}

TEST_F(WhatIf, ScenariosStandSideBySide)
{
    const Answer table =
        whatif({"--scenario", "pack", "--policy", "most-allocated", "--scenario", "less", "--remove", "small"});
    EXPECT_EQ(table.code, 0) << table;
    EXPECT_THAT(table.out,
        AllOf(HasSubstr("AS IT IS"), HasSubstr("pack"), HasSubstr("less"), HasSubstr("cpu allocated"),
            HasSubstr("fragmentation"), HasSubstr("pack: 1 pods would")));
}

TEST_F(WhatIf, WhatMakesNoSenseIsUsageWithItsStep)
{
    const auto refused = [&](const Words &steps, const std::string &words) {
        const Answer answer = whatif(steps);
        EXPECT_EQ(answer.code, 2) << answer;
        EXPECT_THAT(answer.err, HasSubstr(words));
        EXPECT_TRUE(answer.out.empty());
    };
    refused({"--cordon", "big", "--drain", "nope"}, "step 2: nope: there is no such node");
    refused({"--remove", "big", "small", "tainted"}, "no node would be left");
    refused({"--add-like", "big=0"}, "out of range");
    refused({"--add-like", "big=99999999"}, "out of range");
    refused({"--scale", "shop/deployment/web=-1"}, "out of range");
    refused({"--scale", "shop/deployment/web=3"}, "no pod of such a workload");
    refused({"--scale", "shop/daemonset/web=3"}, "say NAMESPACE/KIND/NAME");
    refused({"--scale", "web=3"}, "NAMESPACE/KIND/NAME=N");
    refused({"--scale", "shop/deployment/web"}, "NAMESPACE/KIND/NAME=N");
    refused({"--policy", "no-such"}, "there is no such policy");
    refused({"-f", write("bad.yaml", "kind: Pod\nmetadata: {}\n")}, "bad.yaml:");
    refused({"-f", podManifest() + "=0"}, "out of range");
    refused({"--policy", write("policy.yaml", "apiVersion: v9\nkind: Nothing\n")}, "policy.yaml:");
    refused({"--drain", "a,,b"}, "NODE");
    EXPECT_EQ(whatif({"-f", folder + "/absent.yaml"}).code, 3);
}

TEST_F(WhatIf, APolicyOfAFileDecides)
{
    const std::string config = write("config.yaml",
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: "
        "binnacle\n  pluginConfig:\n  - name: NodeResourcesFit\n    args: {apiVersion: kubescheduler.config.k8s.io/v1, "
        "kind: NodeResourcesFitArgs, scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}\n");
    const Json found = json({"--policy", config}, 0);
    EXPECT_NE(found.at("scenarios").at(0).at("outcome").at("policies").at(0), "default");
}

TEST_F(WhatIf, WhyNotNamesTheFirstRuleAndTheSmallestChange)
{
    const Answer answer = run({"decide", "shop/fits", "--why-not", "tainted", "-o", "json"}, clusterFile());
    EXPECT_EQ(answer.code, 1) << answer;
    const Json why = answer.json().at(0);
    EXPECT_EQ(why.at("first").at("plugin"), "TaintToleration");
    EXPECT_EQ(why.at("smallestChange").at("changes").at(0).at("kind"), "Tolerate");
    EXPECT_EQ(why.at("search"), "Least");
    const Answer table = run({"decide", "shop/huge", "--why-not", "small"}, clusterFile());
    EXPECT_EQ(table.code, 1);
    EXPECT_THAT(table.out,
        AllOf(HasSubstr("does not fit small"), HasSubstr("NodeResourcesFit: InsufficientCpu"),
            HasSubstr("smallest change: ask for at most 1000m cpu")));
    EXPECT_EQ(run({"decide", "shop/fits", "--why-not", "big"}, clusterFile()).code, 0);
    EXPECT_EQ(run({"decide", "shop/fits", "--why-not", "nope"}, clusterFile()).code, 2);
}

} // namespace
} // namespace binnacle::ctl::testing
