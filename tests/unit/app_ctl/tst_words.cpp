// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/complaint.h"
#include "backend/kube/kubeconfig.h"
#include "tests/unit/app_ctl/ctl_fixture.h"

namespace binnacle::ctl::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class WordsOfCtl : public CtlTest { };

TEST_F(WordsOfCtl, helpIsDoneAndNonsenseIsUsage)
{
    const Answer help = run({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("decide"), HasSubstr("Exit codes")));
    const std::vector<Words> nonsense{{}, {"no-such-verb"}, {"nodes", "--no-such-option"}, {"nodes", "-o", "xml"},
        {"nodes", "--demo", "--cluster-file", "f"}, {"decide"}, {"decide", "a", "--all"}, {"approve"}, {"audit"},
        {"audit", "show"}, {"quantity"}, {"store", "retention", "--demo"}, {"store", "retention", "--days", "-1"},
        {"store", "backup"}, {"import", "openb", "--demo"}, {"nodes", "--timeout", "0"}};
    for (const Words &words : nonsense) {
        const Answer answer = run(words);
        EXPECT_EQ(answer.code, 2) << (words.empty() ? "" : words.front()) << answer;
        EXPECT_FALSE(answer.err.empty());
    }
}

TEST_F(WordsOfCtl, valuesThatMakeNoSenseAreUsageAndSayWhichThereAre)
{
    EXPECT_THAT(run({"autonomy", "--demo", "--demo-nodes", "10", "lots"}).err,
        AllOf(HasSubstr("lots"), HasSubstr("observe, recommend, approve, automatic")));
    EXPECT_EQ(run({"autonomy", "--demo", "lots"}).code, 2);
    const Answer state = run({"audit", "list", "--demo", "--state", "Nearly"});
    EXPECT_EQ(state.code, 2);
    EXPECT_THAT(state.err, AllOf(HasSubstr("Nearly"), HasSubstr("Proposed")));
    const Answer since = run({"audit", "list", "--demo", "--since", "yesterday"});
    EXPECT_EQ(since.code, 2);
    EXPECT_THAT(since.err, AllOf(HasSubstr("yesterday"), HasSubstr("90m")));
}

TEST_F(WordsOfCtl, aClusterFileHasNoLogAndNothingToWriteTo)
{
    const Words file = clusterFile();
    const std::vector<Words> verbs{{"audit", "list"}, {"audit", "show", "x"}, {"audit", "verify"},
        {"audit", "export", folder + "/e.json"}, {"replay", "x"}, {"propose"}, {"approve", "x"}, {"deny", "x"},
        {"autonomy", "approve"}, {"store", "status"}, {"store", "retention", "--days", "1"},
        {"store", "backup", folder + "/b"}, {"store", "restore", folder + "/b"}};
    for (const Words &verb : verbs) {
        const Answer answer = run(verb, file);
        EXPECT_EQ(answer.code, 2) << verb.front() << answer;
        EXPECT_THAT(answer.err, AllOf(HasSubstr(file.back()), HasSubstr("no audit log"), HasSubstr("--demo")));
        EXPECT_TRUE(answer.out.empty());
    }
    EXPECT_FALSE(std::filesystem::exists(folder + "/e.json"));
}

TEST_F(WordsOfCtl, aFileThatIsNoClusterIsAFaultThatNamesIt)
{
    EXPECT_EQ(run({"nodes", "--cluster-file", folder + "/none"}).code, 3);
    const std::vector<std::string> texts{"", "just words", "{\"kind\": \"List\"", "\xff\xfe{\0",
        "kind: List\nitems: 7\n", "kind: List\nitems: [{kind: Pod, metadata: {}}]\n", "a: &x [*x]\n",
        std::string(200'000, '[')};
    for (const std::string &text : texts) {
        const std::string path = write("odd.yaml", text);
        const Answer answer = run({"nodes", "--cluster-file", path});
        EXPECT_EQ(answer.code, 3) << text.substr(0, 40) << answer;
        EXPECT_THAT(answer.err, HasSubstr(path));
    }
    const Answer pod = run({"decide", "nobody/nothing"}, clusterFile());
    EXPECT_EQ(pod.code, 3);
    EXPECT_THAT(pod.err, AllOf(HasSubstr("nobody/nothing"), HasSubstr("binnaclectl pods")));
}

/// Manifests that cannot be decided: each is a fault that names the file and says what to do; none hangs.
TEST_F(WordsOfCtl, badManifestsAreFaultsThatNameTheFile)
{
    const Words file = clusterFile();
    const std::string pod =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: x}]}\n";
    std::string utf16("\xff\xfe", 2);
    for (const char c : pod)
        utf16 += {c, '\0'};
    std::string deep;
    for (int i = 0; i < 5000; ++i)
        deep += "{a: ";
    const std::vector<std::pair<std::string, std::string>> texts{
        {"empty.yaml", ""},
        {"blank.yaml", "\n# nothing\n---\n"},
        {"utf16.yaml", utf16},
        {"ten-mib.yaml", pod + "# " + std::string(10U << 20, 'x') + "\n"},
        {"cyclic.yaml", "apiVersion: v1\nkind: Pod\nmetadata: &m\n  name: a\n  labels: *m\n"},
        {"deep.yaml", deep},
        {"deep.json", std::string(100'000, '[')},
        {"no-name.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {}\nspec: {containers: [{name: c, image: x}]}\n"},
        {"no-kind.yaml", "metadata: {name: a}\n"},
        {"service.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n"},
        {"node.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {}\n"},
        {"quantity.yaml",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: x, resources: "
            "{requests: "
            "{cpu: 1e99999999999}}}]}\n"},
        {"words.yaml", "not a manifest at all"},
        {"binary",
            std::string("\x7f"
                        "ELF\0\1\2",
                7)},
    };
    for (const auto &[name, text] : texts) {
        const std::string path = write(name, text);
        const Answer answer = run({"decide", "-f", path}, file);
        EXPECT_EQ(answer.code, 3) << name << answer;
        EXPECT_THAT(answer.err, StartsWith("binnaclectl: " + path)) << name;
        EXPECT_THAT(answer.err, Not(HasSubstr(": manifest"))) << name;
        EXPECT_TRUE(answer.out.empty()) << name;
        EXPECT_LT(answer.err.size(), 1000U) << name;
    }
    const std::vector<std::pair<std::string, std::string>> places{
        {folder + "/none.yaml", "no such file"}, {folder, "is a folder"}, {"/dev/zero", "larger than"}};
    for (const auto &[path, words] : places) {
        const Answer answer = run({"decide", "-f", path}, file);
        EXPECT_EQ(answer.code, 3) << path << answer;
        EXPECT_THAT(answer.err, AllOf(StartsWith("binnaclectl: " + path), HasSubstr(words), HasSubstr("; "))) << path;
    }
}

TEST_F(WordsOfCtl, lineEndsOfAnotherSystemAreNoFault)
{
    std::string pod = "apiVersion: v1\r\nkind: Pod\r\nmetadata:\r\n  name: a\r\nspec:\r\n  containers:\r\n  - name: "
                      "c\r\n    image: x\r\n";
    const Answer answer = run({"decide", "-f", write("crlf.yaml", "\xef\xbb\xbf" + pod), "-o", "json"}, clusterFile());
    ASSERT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.json().at(0).at("pod"), "default/a");
}

TEST_F(WordsOfCtl, everyCodeOfTheSessionAndEveryFindingBecomesASentence)
{
    for (const char *code : {"not-synced", "observing", "read-only-cluster", "forbidden: create pods/binding",
             "access-unknown: create pods/binding", "audit-unavailable: disk full", "not-our-pod", "file-cluster",
             "protected-cluster: its name must be typed", "reconciling", "pod-gone", "bound-by-another: n1",
             "pod-changed"}) {
        const std::string words = complaintOf(std::string_view(code));
        const std::string name = std::string(code).substr(0, std::string(code).find(':'));
        EXPECT_FALSE(words.starts_with(name)) << words;
        EXPECT_GT(words.size(), 20U) << words;
    }
    EXPECT_THAT(complaintOf(std::string_view("audit-unavailable: disk full")), HasSubstr("(disk full)"));
    for (int code = 0; code <= static_cast<int>(kube::FindingCode::BadImpersonation); ++code) {
        kube::Finding finding;
        finding.code = static_cast<kube::FindingCode>(code);
        finding.file = "/home/a/config";
        finding.position = {3, 5};
        finding.subject = "user admin";
        const std::string words = complaintOf(finding.text());
        EXPECT_THAT(words, StartsWith("/home/a/config:3:5: user admin: "));
        EXPECT_THAT(words, Not(HasSubstr(std::string(kube::findingCodeName(finding.code)) + ":")));
        EXPECT_THAT(words, Not(HasSubstr("error:")));
    }
    EXPECT_EQ(complaintOf(std::string_view("some\x1b[31mthing")), "some?[31mthing");
}

} // namespace
} // namespace binnacle::ctl::testing
