// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/commands.h"
#include "tests/unit/app_ctl/ctl_fixture.h"

namespace binnacle::ctl::testing {
namespace {

using ::testing::HasSubstr;

const std::string head = "apiVersion: binnacle/v1\nkind: Policy\nmetadata: {name: a, version: 3}\n";
const std::string nowhere = "rules:\n- {name: keep-off, action: forbid, nodes: {matchExpressions: [{key: "
                            "kubernetes.io/hostname, operator: Exists}]}}\n";

class PolicyVerbs : public CtlTest {
protected:
    std::string file(const std::string &name, const std::string &rest) const { return write(name, head + rest); }
};

TEST_F(PolicyVerbs, SchemaHasEveryOptionWithItsRangeUnitAndDefault)
{
    const Json all = run({"policy", "schema", "-o", "json"}).json();
    bool found = false;
    for (const Json &option : all) {
        for (const char *key : {"option", "type", "range", "unit", "default", "example"})
            EXPECT_TRUE(option.contains(key)) << option;
        if (option["option"] == "constraints.cpuAtMostPercent") {
            found = true;
            EXPECT_EQ(option["range"], "1 to 100");
            EXPECT_EQ(option["default"], "no limit");
        }
    }
    EXPECT_TRUE(found);
    EXPECT_THAT(run({"policy", "schema"}).out, HasSubstr("constraints.memoryFreeAtLeast"));
}

TEST_F(PolicyVerbs, CheckNamesEveryFaultByLineAndColumn)
{
    const std::string good = file("good.yaml", "constraints: {cpuAtMostPercent: 90, latencyAtMostMilliseconds: 5}\n");
    const Answer sound = run({"policy", "check", good});
    EXPECT_EQ(sound.code, Exit::Done) << sound;
    EXPECT_THAT(sound.out, HasSubstr("policy a, version 3"));
    EXPECT_THAT(sound.out, HasSubstr("latency"));
    const std::string bad = file("bad.yaml", "plugin: []\nconstraints: {cpuAtMostPercent: 300}\n");
    const Answer no = run({"policy", "check", bad});
    EXPECT_EQ(no.code, Exit::AnswerIsNo) << no;
    EXPECT_EQ(no.out,
        bad + ":4:1: policy: there is no field \"plugin\" (did you mean \"plugins\"?)\n" + bad
            + ":5:33: constraints.cpuAtMostPercent: 300 is not between 1 and 100\n");
    const Json json = run({"policy", "check", bad, "-o", "json"}).json();
    EXPECT_EQ(json["sound"], false);
    EXPECT_EQ(json["faults"][1]["line"], 5);
    EXPECT_EQ(json["faults"][1]["column"], 33);
    EXPECT_EQ(run({"policy", "check", folder + "/none.yaml"}).code, Exit::Fault);
    EXPECT_EQ(run({"policy", "check"}).code, Exit::Usage);
}

TEST_F(PolicyVerbs, DiffIsAgainstTheBuiltInPolicyOrAnotherFile)
{
    const std::string one = file("one.yaml", "constraints: {cpuAtMostPercent: 90}\n");
    const std::string two = file("two.yaml", "constraints: {cpuAtMostPercent: 80}\n");
    const Json alone = run({"policy", "diff", two, "-o", "json"}).json();
    ASSERT_EQ(alone.size(), 1u) << alone;
    EXPECT_EQ(alone[0]["path"], "constraints.cpuAtMostPercent");
    EXPECT_EQ(alone[0]["from"], "none");
    const Json both = run({"policy", "diff", two, "--policy", one, "-o", "json"}).json();
    ASSERT_EQ(both.size(), 1u) << both;
    EXPECT_EQ(both[0]["from"], "90");
    EXPECT_EQ(both[0]["to"], "80");
    EXPECT_EQ(run({"policy", "diff", one, "--policy", one}).out, "no difference\n");
    EXPECT_EQ(run({"policy", "diff", one, "--policy", file("bad.yaml", "rules: 4\n")}).code, Exit::Fault);
}

TEST_F(PolicyVerbs, WhatIfDecidesTheQueueUnderBoth)
{
    const Json trial = run({"policy", "whatif", file("nowhere.yaml", nowhere), "--demo", "-o", "json"}).json();
    EXPECT_EQ(trial["before"], "built in");
    EXPECT_THAT(trial["after"].get<std::string>(), HasSubstr("a/3@"));
    EXPECT_GT(trial["placedBefore"], 0) << trial;
    EXPECT_EQ(trial["placedAfter"], 0);
    EXPECT_EQ(trial["pods"][0]["differs"], true);
    EXPECT_EQ(trial["pods"][0]["before"]["outcome"], "Placed");
    EXPECT_EQ(trial["pods"][0]["after"]["outcome"], "NoNodeFits");
    const Answer table = run({"policy", "whatif", folder + "/nowhere.yaml", "--demo"});
    EXPECT_EQ(table.code, Exit::Done) << table;
    EXPECT_THAT(table.out, HasSubstr("pending: "));
    EXPECT_THAT(table.out, HasSubstr("rules.keep-off"));
}

TEST_F(PolicyVerbs, DecideNamesThePolicyThatItUsed)
{
    const Answer answer =
        run({"decide", "--demo", "--all", "--policy-file", file("nowhere.yaml", nowhere), "-o", "json"});
    EXPECT_EQ(answer.code, Exit::AnswerIsNo) << answer;
    const Json decisions = answer.json();
    ASSERT_FALSE(decisions.empty());
    EXPECT_THAT(decisions[0]["policy"].get<std::string>(), HasSubstr("a/3@"));
    const Answer bad = run({"decide", "--demo", "--all", "--policy-file", file("bad.yaml", "rules: 4\n")});
    EXPECT_EQ(bad.code, Exit::Fault);
    EXPECT_THAT(bad.err, HasSubstr("bad.yaml:4:8: policy.rules"));
}

} // namespace
} // namespace binnacle::ctl::testing
