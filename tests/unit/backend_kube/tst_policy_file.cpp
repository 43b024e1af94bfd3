// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/policy_file.h"

#include "planner/plugins/registry.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace binnacle::kube {
namespace {

constexpr std::string_view head = "apiVersion: binnacle/v1\nkind: Policy\nmetadata: {name: gpu-first, version: 12}\n";

PolicyReading read(std::string_view text) { return parsePolicyFile(plugins::registry(), text); }

PolicyFilePtr good(const std::string &rest)
{
    const PolicyReading reading = read(std::string(head) + rest);
    EXPECT_TRUE(reading.file) << faultsText("policy", reading.faults);
    return reading.file;
}

/// "line:column what", of all that is wrong.
std::string faults(std::string_view text)
{
    const PolicyReading reading = read(text);
    EXPECT_FALSE(reading.file) << text;
    std::string out;
    for (const api::PolicyFault &fault : reading.faults) {
        out += (out.empty() ? "" : "\n") + std::to_string(fault.line) + ':' + std::to_string(fault.column) + ' '
            + fault.what;
    }
    return out;
}
std::string wrong(const std::string &rest) { return faults(std::string(head) + rest); }

std::string textOf(const PolicyFilePtr &file)
{
    return *framework::Policy::make(plugins::registry(), file->changes).value()->text();
}

TEST(PolicyFile, SaysEveryOption)
{
    const PolicyFilePtr file = read(R"(
apiVersion: binnacle/v1
kind: Policy
metadata:
  name: gpu-first
  version: 12
  description: Training goes to GPU nodes
plugins:
- name: NodeResourcesFit
  weight: 5
  args:
    scoringStrategy:
      type: MostAllocated
- name: ImageLocality
  enabled: false
- name: NodePorts
  enabled: false
- name: BinnacleRules
  weight: 7
constraints:
  cpuAtMostPercent: 90
  memoryFreeAtLeast: 2Gi
  latencyAtMostMilliseconds: 5
  values: requested
rules:
- name: training-on-gpu
  action: require
  nodes:
    matchLabels: {accelerator: a100}
    matchExpressions:
    - {key: cores, operator: Gt, values: ["8"]}
  pods:
    namespaces: [ml, train]
    matchLabels: {team: vision}
    matchExpressions:
    - {key: stage, operator: NotIn, values: [dev, '']}
- name: no-spot
  action: forbid
  nodes: {matchExpressions: [{key: spot, operator: Exists}]}
- name: ssd
  action: prefer
  weight: 50
  nodes: {matchLabels: {disk: ssd}}
autonomy: approve
)")
                                   .file;
    ASSERT_TRUE(file);
    EXPECT_EQ(file->name, "gpu-first");
    EXPECT_EQ(file->number, 12);
    EXPECT_EQ(file->description, "Training goes to GPU nodes");
    EXPECT_EQ(file->autonomy, api::Autonomy::Approve);
    EXPECT_TRUE(file->limitsLatency);
    EXPECT_EQ(textOf(file),
        "policy=gpu-first/12;autonomy=approve;NodePorts.filter=off;NodeResourcesFit.scoringStrategy=MostAllocated;"
        "NodeResourcesFit.weight=5;ImageLocality.weight=0;BinnacleLimits.cpuAtMostPercent=90;"
        "BinnacleLimits.latencyAtMostMilliseconds=5;BinnacleLimits.memoryFreeAtLeastBytes=2147483648;"
        "BinnacleLimits.values=requested;BinnacleRules.rules=training-on-gpu:require:accelerator=a100,cores>8:ml,train:"
        "team=vision,stage notin (dev,'')|no-spot:forbid:spot::|ssd:prefer=50:disk=ssd::;BinnacleRules.weight=7");
}

TEST(PolicyFile, MayBeJsonAndMaySayNothing)
{
    EXPECT_EQ(textOf(good("")), "policy=gpu-first/12");
    EXPECT_TRUE(read(R"({"apiVersion":"binnacle/v1","kind":"Policy","metadata":{"name":"a","version":1}})").file);
    EXPECT_EQ(good("autonomy: auto\n")->autonomy, api::Autonomy::Automatic);
    EXPECT_EQ(textOf(good("constraints: {memoryFreeAtLeast: 1024}\n")),
        "policy=gpu-first/12;BinnacleLimits.memoryFreeAtLeastBytes=1024");
}

TEST(PolicyFile, EachFaultNamesItsPlace)
{
    EXPECT_EQ(faults(""), "1:1 is empty; write a policy (apiVersion: binnacle/v1, kind: Policy)");
    EXPECT_EQ(faults("- a"), "1:1 expected a mapping, found a list");
    EXPECT_EQ(faults("kind: Policy\nmetadata: {}\n"), "1:1 apiVersion: is missing; write apiVersion: binnacle/v1");
    EXPECT_EQ(faults("apiVersion: binnacle/v2\nkind: Policy\n"),
        "1:13 apiVersion: \"binnacle/v2\" is not read here, only binnacle/v1");
    EXPECT_EQ(faults("apiVersion: binnacle/v1\nkind: Pod\n"), "2:7 kind: \"Pod\" is not read here, only Policy");
    EXPECT_EQ(wrong("plugin: []\n"), "4:1 policy: there is no field \"plugin\" (did you mean \"plugins\"?)");
    EXPECT_EQ(wrong("plugins: {}\nrules: 4\n"),
        "4:10 policy.plugins: expected a list, found a mapping\n5:8 policy.rules: expected a list, found an integer "
        "(\"4\")");
    EXPECT_EQ(wrong("autonomy: aprove\n"),
        "4:11 autonomy: \"aprove\" is none; use observe, recommend, approve or automatic (did you mean \"approve\"?)");
    EXPECT_EQ(
        wrong("autonomy: 3\n"), "4:11 policy.autonomy: expected a string, found an integer; write it in quotes: \"3\"");
}

TEST(PolicyFile, AFaultInTheMetadataIsFound)
{
    const auto metadata = [](const std::string &text) {
        return faults("apiVersion: binnacle/v1\nkind: Policy\nmetadata: " + text + "\n");
    };
    EXPECT_EQ(metadata("{version: 1}"),
        "3:11 metadata.name: give one of letters, digits, '-', '_' and '.', at most 63 of them");
    EXPECT_EQ(metadata("{name: a b, version: 1}"),
        "3:18 metadata.name: give one of letters, digits, '-', '_' and '.', at most 63 of them");
    EXPECT_EQ(metadata("{name: a}"), "3:11 metadata.version: is missing; count it up from 1 with each change");
    EXPECT_EQ(metadata("{name: a, version: 0}"), "3:30 metadata.version: 0 is not between 1 and 2147483647");
    EXPECT_EQ(metadata("{name: a, version: x}"), "3:30 metadata.version: expected an integer, found a string (\"x\")");
    EXPECT_EQ(metadata("{name: a, version: 1, nmae: b}"),
        "3:33 metadata: there is no field \"nmae\" (did you mean \"name\"?)");
    EXPECT_EQ(metadata("{name: a, version: 1, description: " + std::string(1025, 'x') + "}"),
        "3:46 metadata.description: longer than 1024 bytes");
}

TEST(PolicyFile, AFaultInAPluginIsFound)
{
    EXPECT_EQ(wrong("plugins:\n- name: NodeResourceFit\n"),
        "5:9 plugins[0].name: there is no plugin \"NodeResourceFit\" (did you mean \"NodeResourcesFit\"?)");
    EXPECT_EQ(wrong("plugins:\n- weight: 4\n"), "5:3 plugins[0].name: is missing");
    EXPECT_EQ(
        wrong("plugins:\n- name: NodePorts\n- name: NodePorts\n"), "6:9 plugins[1]: NodePorts is in the list twice");
    EXPECT_EQ(wrong("plugins:\n- {name: NodePorts, weight: 4}\n"), "5:29 plugins[0].weight: NodePorts does not score");
    EXPECT_EQ(wrong("plugins:\n- {name: ImageLocality, weight: -1}\n"),
        "5:33 plugins[0].weight: -1 is not between 0 and 1000");
    EXPECT_EQ(wrong("plugins:\n- {name: ImageLocality, weight: 1001}\n"),
        "5:33 plugins[0].weight: 1001 is not between 0 and 1000");
    EXPECT_EQ(wrong("plugins:\n- {name: ImageLocality, wieght: 4}\n"),
        "5:25 plugins[0]: there is no field \"wieght\" (did you mean \"weight\"?)");
    EXPECT_EQ(wrong("plugins:\n- {name: ImageLocality, enabled: false, weight: 4}\n"),
        "5:34 plugins[0]: ImageLocality is not enabled, and has a weight or arguments; take one of both out");
    EXPECT_EQ(
        wrong("plugins:\n- {name: BinnacleLimits}\n"), "5:10 plugins[0].name: BinnacleLimits is set under constraints");
    EXPECT_EQ(wrong("plugins:\n- {name: BinnacleRules, args: {a: 1}}\n"),
        "5:31 plugins[0].args: BinnacleRules is set under rules");
    EXPECT_EQ(wrong("plugins:\n- {name: BinnacleRules, enabled: false}\n"),
        "5:34 plugins[0]: BinnacleRules takes no part anyway without rules");
    EXPECT_NE(wrong("plugins:\n- {name: NodeResourcesFit, args: {scoringStrategy: {type: Best}}}\n").find("5:"),
        std::string::npos);
    EXPECT_EQ(wrong("plugins:\n-\n- name: Nobody\n"),
        "5:2 plugins[0]: expected a mapping, found nothing\n6:9 plugins[1].name: there is no plugin \"Nobody\"");
}

TEST(PolicyFile, AFaultInAConstraintIsFound)
{
    const auto constraint = [](const std::string &text) { return wrong("constraints: {" + text + "}\n"); };
    EXPECT_EQ(constraint("cpuAtMostPercent: 0"), "4:33 constraints.cpuAtMostPercent: 0 is not between 1 and 100");
    EXPECT_EQ(constraint("cpuAtMostPercent: 101"), "4:33 constraints.cpuAtMostPercent: 101 is not between 1 and 100");
    EXPECT_EQ(constraint("cpuAtMostPercent: 90%"),
        "4:33 constraints.cpuAtMostPercent: expected an integer, found a string (\"90%\")");
    EXPECT_EQ(constraint("memoryFreeAtLeast: 2GB"),
        "4:34 constraints.memoryFreeAtLeast: \"2GB\" is no quantity (such as 2Gi)");
    EXPECT_EQ(
        constraint("memoryFreeAtLeast: -1"), "4:34 constraints.memoryFreeAtLeast: \"-1\" is not between 1 and 1Pi");
    EXPECT_EQ(
        constraint("memoryFreeAtLeast: 2Pi"), "4:34 constraints.memoryFreeAtLeast: \"2Pi\" is not between 1 and 1Pi");
    EXPECT_EQ(constraint("latencyAtMostMilliseconds: 60001"),
        "4:42 constraints.latencyAtMostMilliseconds: 60001 is not between 1 and 60000");
    EXPECT_EQ(constraint("cpuAtMostPercent: 5, values: measurd"),
        "4:44 constraints.values: \"measurd\" is none; use measured or requested (did you mean \"measured\"?)");
    EXPECT_EQ(constraint("values: measured"), "4:14 constraints: sets no limit; give one, or take it out");
    EXPECT_EQ(constraint("cpuAtMost: 90"), "4:15 constraints: there is no field \"cpuAtMost\"");
}

TEST(PolicyFile, AFaultInARuleIsFound)
{
    const auto rule = [](const std::string &text) { return wrong("rules:\n- {" + text + "}\n"); };
    const std::string nodes = "nodes: {matchLabels: {x: a}}";
    EXPECT_EQ(rule("action: forbid, " + nodes),
        "5:3 rules[0].name: is missing; use letters, digits, '-', '_' and '.', at most 63 of them");
    EXPECT_EQ(rule("name: a, " + nodes), "5:3 rules[0].action: is missing; use prefer, require or forbid");
    EXPECT_EQ(rule("name: a, action: forbit, " + nodes),
        "5:21 rules[0].action: \"forbit\" is none; use prefer, require or forbid (did you mean \"forbid\"?)");
    EXPECT_EQ(rule("name: a, action: prefer, " + nodes),
        "5:3 rules[0].weight: is missing; a rule that prefers has one of 1 to 100");
    EXPECT_EQ(rule("name: a, action: prefer, weight: 0, " + nodes), "5:37 rules[0].weight: 0 is not between 1 and 100");
    EXPECT_EQ(rule("name: a, action: forbid, weight: 3, " + nodes),
        "5:37 rules[0].weight: only a rule that prefers has one; a rule to forbid always holds");
    EXPECT_EQ(rule("name: a, action: forbid"),
        "5:3 rules[0].nodes: selects every node; give matchLabels or matchExpressions");
    EXPECT_EQ(rule("name: a, action: forbid, nodes: {matchLabels: {x: true}}"),
        "5:54 rules[0].nodes.matchLabels.x: expected a string, found a boolean; write it in quotes");
    EXPECT_EQ(rule("name: a, action: forbid, nodes: {matchLabels: {-x: a}}"),
        "5:51 rules[0].nodes.matchLabels: \"-x\" is no label");
    EXPECT_EQ(rule("name: a, action: forbid, nodes: {matchLabels: {x: 'a b'}}"),
        "5:54 rules[0].nodes.matchLabels.x: \"a b\" is no value of a label");
    EXPECT_EQ(rule("name: a, action: forbid, nodes: {matchExpressions: [{key: x, operator: in, values: [a]}]}"),
        "5:75 rules[0].nodes.matchExpressions[0].operator: \"in\" is none; use In, NotIn, Exists, DoesNotExist, Gt, Lt "
        "(did you mean \"In\"?)");
    EXPECT_EQ(rule("name: a, action: forbid, nodes: {matchExpressions: [{key: x, operator: Exists, values: [a]}]}"),
        "5:91 rules[0].nodes.matchExpressions[0].values: this operator takes none");
    EXPECT_EQ(rule("name: a, action: forbid, nodes: {matchExpressions: [{key: x, operator: Gt, values: [a]}]}"),
        "5:87 rules[0].nodes.matchExpressions[0].values: this operator takes one whole number, in quotes");
    EXPECT_EQ(rule("name: a, action: forbid, " + nodes
                  + ", pods: {matchExpressions: [{key: x, operator: Gt, values: ['4']}]}"),
        "5:104 rules[0].pods.matchExpressions[0].operator: \"Gt\" is none; use In, NotIn, Exists, DoesNotExist");
    EXPECT_EQ(rule("name: a, action: forbid, " + nodes + ", pods: {namespaces: []}"),
        "5:78 rules[0].pods.namespaces: 1 to 64 of them; leave it out for all");
    EXPECT_EQ(rule("name: a, action: forbid, " + nodes + ", pods: {namespaces: ['a/b']}"),
        "5:79 rules[0].pods.namespaces[0]: \"a/b\" is no namespace");
    EXPECT_EQ(wrong("rules:\n- {name: a, action: forbid, nodes: {matchLabels: {x: a}}}\n"
                    "- {name: a, action: forbid, nodes: {matchLabels: {y: a}}}\n"),
        "6:10 rules[1].name: the rule in line 5 is called a too");
}

TEST(PolicyFile, WhatContradictsItselfIsRefused)
{
    EXPECT_EQ(wrong("rules:\n- {name: a, action: require, nodes: {matchLabels: {x: a}}}\n"
                    "- {name: b, action: forbid, nodes: {matchExpressions: [{key: x, operator: Exists}]}}\n"),
        "5:3 rule a requires nodes that rule b (line 6) forbids to some of the same pods: they could go nowhere");
    EXPECT_EQ(wrong("rules:\n- {name: a, action: require, nodes: {matchLabels: {x: a}}}\n"
                    "- {name: b, action: require, nodes: {matchLabels: {x: b}}}\n"),
        "5:3 rules a and b (line 6) require nodes that no node can be at once, of some of the same pods");
    EXPECT_EQ(wrong("rules:\n- {name: a, action: prefer, weight: 3, nodes: {matchLabels: {x: a}}}\n"
                    "- {name: b, action: forbid, nodes: {matchLabels: {x: a}}}\n"),
        "5:3 rule a prefers nodes that rule b (line 6) forbids to some of the same pods");
    std::string off = "plugins:\n";
    for (const framework::Registration &entry : plugins::registry().entries()) {
        if (entry.weight > 0 && !entry.onlyWhenSet) {
            off += "- {name: " + std::string(entry.name) + ", weight: 0}\n";
        }
    }
    EXPECT_EQ(wrong(off), "5:1 plugins: every weight is 0, so that nothing would rank the nodes; leave one above 0");
    EXPECT_TRUE(good(off + "rules:\n- {name: a, action: prefer, weight: 3, nodes: {matchLabels: {x: a}}}\n"))
        << "the rule ranks them";
}

TEST(PolicyFile, HostileTextsAreRefusedAtTheirPlace)
{
    EXPECT_NE(faults("a: ["), "");
    EXPECT_NE(faults(std::string(head) + "rules: &r\n- *r\n"), "");
    EXPECT_NE(faults(std::string(largestPolicyFile + 1, ' ')), "");
    EXPECT_NE(faults(std::string(head) + std::string(4000, '[')), "");
    std::string many = "rules:\n";
    for (int i = 0; i < 129; ++i) {
        many += "- {name: r" + std::to_string(i) + ", action: forbid, nodes: {matchLabels: {x: a}}}\n";
    }
    EXPECT_EQ(wrong(many), "5:1 rules: more than 128");
    EXPECT_EQ(wrong("\"a\\nb\": 1\n"), "4:1 policy: there is no field \"a?b\"");
}

TEST(PolicyFile, DifferencesAreByThePathOfTheSetting)
{
    const auto differences = [](const std::string &from, const std::string &to) {
        std::string out;
        for (const api::PolicyDifference &one :
            policyDifferences(plugins::registry(), good(from)->changes, good(to)->changes)) {
            out += one.path + ": " + one.from + " -> " + one.to + '\n';
        }
        return out;
    };
    EXPECT_EQ(differences("", ""), "");
    EXPECT_EQ(differences("constraints: {cpuAtMostPercent: 90}\n",
                  "constraints: {cpuAtMostPercent: 80, memoryFreeAtLeast: 2Gi}\nautonomy: observe\n"),
        "constraints.cpuAtMostPercent: 90 -> 80\nconstraints.memoryFreeAtLeast: none -> 2Gi\n"
        "autonomy: not limited -> observe\n");
    EXPECT_EQ(
        differences("rules:\n- {name: a, action: forbid, nodes: {matchLabels: {x: a}}}\n",
            "plugins:\n- {name: ImageLocality, weight: 3}\n- {name: NodePorts, enabled: false}\n"
            "rules:\n- {name: b, action: prefer, weight: 4, nodes: {matchLabels: {x: a}}, pods: {namespaces: [ml]}}\n"),
        "plugins.NodePorts.enabled: true -> false\nplugins.ImageLocality.weight: 1 -> 3\n"
        "rules.a: forbid x=a -> \nrules.b:  -> prefer 4 x=a namespaces ml\n");
}

TEST(PolicyFile, EveryOptionIsDocumented)
{
    std::ifstream in(std::string(BINNACLE_SOURCE_DIR) + "/docs/policy.md");
    std::ostringstream out;
    out << in.rdbuf();
    for (const api::PolicyOption &option : policyOptions()) {
        EXPECT_NE(out.str().find("| `" + option.path + "` | " + option.type + " |"), std::string::npos) << option.path;
    }
}

TEST(PolicyFile, TheExampleOfTheDocumentationIsSound)
{
    std::ifstream in(std::string(BINNACLE_SOURCE_DIR) + "/docs/policy.md");
    std::ostringstream out;
    out << in.rdbuf();
    const std::string docs = out.str();
    const std::size_t begin = docs.find("```yaml\n");
    ASSERT_NE(begin, std::string::npos);
    const std::string example = docs.substr(begin + 8, docs.find("```", begin + 8) - begin - 8);
    const PolicyReading reading = read(example);
    EXPECT_TRUE(reading.file) << faultsText("docs/policy.md", reading.faults);
}

} // namespace
} // namespace binnacle::kube
