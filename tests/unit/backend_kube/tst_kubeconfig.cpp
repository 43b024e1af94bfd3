// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/kubeconfig.h"

#include <absl/strings/escaping.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace binnacle::kube {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

class KubeconfigTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = testing::TempDir() + "kubeconfig.XXXXXX";
        m_folder = ::mkdtemp(name.data());
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string file(const std::string &name, std::string_view text) const
    {
        const std::string path = m_folder + "/" + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    /// A kubeconfig of one context "c" whose cluster and user have the given parts.
    Kubeconfig one(const std::string &cluster, const std::string &user) const
    {
        return loadKubeconfig({file("one",
            "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n- name: k\n  cluster:\n    server: "
            "https://k:6443\n"
                + cluster + "users:\n- name: u\n  user:\n" + user
                + "contexts:\n- name: c\n  context: {cluster: k, user: u, namespace: web}\n")});
    }

    std::string m_folder;
};

const Finding *find(const Kubeconfig &config, FindingCode code)
{
    const auto found = std::find_if(
        config.findings().begin(), config.findings().end(), [code](const Finding &f) { return f.code == code; });
    return found == config.findings().end() ? nullptr : &*found;
}

std::string everything(const Kubeconfig &config)
{
    std::string all;
    for (const Finding &finding : config.findings()) {
        all += finding.text() + "\n";
    }
    return all;
}

TEST_F(KubeconfigTest, ResolvesAContextWithEverythingItNames)
{
    const std::string data = absl::Base64Escape({pem.data(), pem.size()});
    const auto config = one("    certificate-authority-data: " + data
            + "\n    tls-server-name: api.internal\n    proxy-url: http://proxy:3128\n",
        "    client-certificate: certs/me.crt\n    client-key: /keys/me.key\n    as: admin\n    as-groups: [ops]\n    "
        "as-user-extra: {scope: [a, b]}\n");
    EXPECT_FALSE(config.hasErrors()) << everything(config);
    const auto resolved = config.resolve("c");
    ASSERT_TRUE(resolved.ok()) << resolved.status();
    EXPECT_EQ(resolved->server, "https://k:6443");
    EXPECT_EQ(resolved->certificateAuthority.inlinePem.reveal(), pem);
    EXPECT_EQ(resolved->tlsServerName, "api.internal");
    EXPECT_EQ(resolved->proxyUrl, "http://proxy:3128");
    EXPECT_EQ(resolved->ns, "web");
    EXPECT_EQ(resolved->credential.certificate.path, m_folder + "/certs/me.crt") << "paths are relative to the file";
    EXPECT_EQ(resolved->credential.key.path, "/keys/me.key");
    EXPECT_EQ(resolved->credential.impersonateUser, "admin");
    ASSERT_EQ(resolved->credential.impersonateExtra.size(), 1U);
    EXPECT_EQ(resolved->credential.impersonateExtra[0].second.size(), 2U);
    EXPECT_EQ(resolved->clusterFrom.position.line, 5U);
    EXPECT_EQ(config.resolve("")->context, "c") << "no name means the current context";
    EXPECT_TRUE(config.contexts().at(0).usable);
}

TEST_F(KubeconfigTest, NamesThatTwoFilesUseNeverMixCredentials)
{
    const std::string a = file("a",
        "clusters: [{name: c, cluster: {server: 'https://a'}}]\nusers: [{name: u, user: {token: AAA}}]\n"
        "contexts: [{name: prod, context: {cluster: c, user: u}}]\n");
    const std::string b = file("b",
        "current-context: stage\nclusters: [{name: d, cluster: {server: 'https://b'}}]\nusers:\n- name: u\n  user: "
        "{token: BBB}\n"
        "contexts: [{name: stage, context: {cluster: d, user: u}}, {name: mixed, context: {cluster: c, user: u}}]\n");
    const auto config = loadKubeconfig({a, "", b});
    EXPECT_EQ(config.currentContext(), "stage");
    EXPECT_EQ(config.resolve("prod")->credential.token.reveal(), "AAA");
    EXPECT_EQ(config.resolve("stage")->credential.token.reveal(), "BBB");
    EXPECT_EQ(config.resolve("mixed")->server, "https://a")
        << "another file's cluster, as its own has none of that name";
    const Finding *collision = find(config, FindingCode::NameCollision);
    ASSERT_NE(collision, nullptr);
    EXPECT_EQ(collision->severity, FindingSeverity::Warning);
    EXPECT_EQ(collision->file, b);
    EXPECT_EQ(collision->position.line, 4U);
    EXPECT_EQ(collision->subject, "user u");
    EXPECT_EQ(collision->detail, a + ":2");
}

TEST_F(KubeconfigTest, OfOneContextNameTheFirstFileCounts)
{
    const auto text = [](const std::string &server) {
        return "current-context: x\nclusters: [{name: c, cluster: {server: '" + server
            + "'}}]\ncontexts: [{name: x, context: {cluster: c}}]\n";
    };
    const auto config = loadKubeconfig({file("a", text("https://a")), file("b", text("https://b"))});
    EXPECT_EQ(config.contexts().size(), 1U);
    EXPECT_EQ(config.resolve("x")->server, "https://a");
}

TEST_F(KubeconfigTest, TlsFlagsAreTakenStrictly)
{
    const std::string data = absl::Base64Escape({pem.data(), pem.size()});
    const auto both =
        one("    insecure-skip-tls-verify: true\n    certificate-authority-data: " + data + "\n", "    token: t\n");
    EXPECT_NE(find(both, FindingCode::CaWithInsecure), nullptr);
    EXPECT_FALSE(both.resolve("c").ok());

    const auto insecure = one("    insecure-skip-tls-verify: true\n", "    token: t\n");
    ASSERT_NE(find(insecure, FindingCode::TlsNotVerified), nullptr);
    EXPECT_EQ(find(insecure, FindingCode::TlsNotVerified)->severity, FindingSeverity::Warning);
    EXPECT_TRUE(insecure.resolve("c")->insecure);

    const auto text = one("    insecure-skip-tls-verify: \"true\"\n", "    token: t\n");
    ASSERT_NE(find(text, FindingCode::WrongType), nullptr);
    EXPECT_EQ(find(text, FindingCode::WrongType)->position, (Position{8, 31}));
    EXPECT_FALSE(text.resolve("c").ok());
}

TEST_F(KubeconfigTest, ATokenLosesTrailingLineBreaksAndMayHoldNoOthers)
{
    EXPECT_EQ(one("", "    token: \"abc\\n\"\n").resolve("c")->credential.token.reveal(), "abc");
    const auto broken = one("", "    token: \"s3cr\\net\"\n");
    ASSERT_NE(find(broken, FindingCode::BadToken), nullptr);
    EXPECT_FALSE(broken.resolve("c").ok());
    EXPECT_THAT(everything(broken) + std::string(broken.resolve("c").status().message()), Not(HasSubstr("s3cr")));
    const auto number = one("", "    token: 8675309\n");
    ASSERT_NE(find(number, FindingCode::WrongType), nullptr);
    EXPECT_THAT(everything(number), Not(HasSubstr("8675309")));
}

TEST_F(KubeconfigTest, ATokenFileCountsBeforeAToken)
{
    const auto config = one("", "    token: t\n    tokenFile: tok\n");
    EXPECT_EQ(find(config, FindingCode::TokenFileOverridesToken)->severity, FindingSeverity::Warning);
    EXPECT_EQ(config.resolve("c")->credential.tokenFile, m_folder + "/tok");
}

TEST_F(KubeconfigTest, InlineDataCountsBeforeAPathAndIsChecked)
{
    const std::string data = absl::Base64Escape({pem.data(), pem.size()});
    const auto config =
        one("    certificate-authority: ca.crt\n    certificate-authority-data: " + data + "\n", "    token: t\n");
    EXPECT_NE(find(config, FindingCode::DataOverridesPath), nullptr);
    EXPECT_TRUE(config.resolve("c")->certificateAuthority.path.empty());
    EXPECT_NE(find(one("    certificate-authority-data: '%%%'\n", "    token: t\n"), FindingCode::BadBase64), nullptr);
    EXPECT_NE(find(one("    certificate-authority-data: AAAA\n", "    token: t\n"), FindingCode::BadPem), nullptr);
}

TEST_F(KubeconfigTest, ReadsExecPluginsWithoutRunningThem)
{
    const auto config =
        one("    extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: x, n: 1}}]\n",
            "    exec:\n      apiVersion: client.authentication.k8s.io/v1\n      command: ./login\n      args: [get, "
            "\"--x\"]\n      env: [{name: A, value: b}]\n"
            "      installHint: see the wiki\n      provideClusterInfo: true\n      interactiveMode: Never\n");
    EXPECT_FALSE(config.hasErrors()) << everything(config);
    const auto resolved = config.resolve("c");
    ASSERT_TRUE(resolved.ok());
    ASSERT_TRUE(resolved->credential.exec);
    const ExecSpec &exec = *resolved->credential.exec;
    EXPECT_EQ(exec.command, "./login");
    EXPECT_EQ(exec.args, (std::vector<std::string>{"get", "--x"}));
    EXPECT_EQ(exec.env, (std::vector<std::pair<std::string, std::string>>{{"A", "b"}}));
    EXPECT_EQ(exec.folder, m_folder);
    EXPECT_EQ(exec.interactive, ExecSpec::Interactive::Never);
    EXPECT_EQ(exec.clusterConfig, "{\"audience\":\"x\",\"n\":1}");
}

TEST_F(KubeconfigTest, WhatCannotBeUsedIsAFindingAndAnError)
{
    const std::pair<std::string, FindingCode> users[] = {
        {"    auth-provider: {name: gcp}\n", FindingCode::AuthProviderUnsupported},
        {"    exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: x}\n", FindingCode::ExecUnsupported},
        {"    exec: {apiVersion: client.authentication.k8s.io/v1, command: x}\n", FindingCode::ExecUnsupported},
        {"    exec: {apiVersion: client.authentication.k8s.io/v1beta1}\n", FindingCode::MissingField},
        {"    token: t\n    username: u\n    password: p\n", FindingCode::SeveralCredentials},
        {"    client-key: k\n", FindingCode::MissingField},
        {"    as-groups: [ops]\n", FindingCode::BadImpersonation},
        {"    as: \"a\\r\\nX: y\"\n", FindingCode::BadImpersonation},
        {"    username: [u]\n", FindingCode::WrongType},
    };
    for (const auto &[user, code] : users) {
        const auto config = one("", user);
        const Finding *finding = find(config, code);
        ASSERT_NE(finding, nullptr) << user << everything(config);
        EXPECT_EQ(finding->severity, FindingSeverity::Error) << user;
        EXPECT_GT(finding->position.line, 0U) << user;
        EXPECT_FALSE(config.resolve("c").ok()) << user;
        EXPECT_FALSE(config.contexts().at(0).usable);
    }
}

TEST_F(KubeconfigTest, AServerMustBeAnHttpUrl)
{
    for (const std::string server :
        {"k:6443", "ftp://k", "https://", "https://user:pw@k", "\"https://k\\r\\nX\"", "https://:1"}) {
        const auto config = loadKubeconfig({file("s",
            "clusters: [{name: k, cluster: {server: " + server
                + "}}]\ncontexts: [{name: c, context: {cluster: k}}]\n")});
        EXPECT_NE(find(config, FindingCode::BadServer), nullptr) << server;
        EXPECT_FALSE(config.resolve("c").ok());
    }
}

TEST_F(KubeconfigTest, AnUnknownContextErrorNamesTheKnownOnes)
{
    const auto config = one("", "    token: t\n");
    const auto resolved = config.resolve("prodd");
    EXPECT_EQ(resolved.status().code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(std::string(resolved.status().message()), AllOf(HasSubstr("prodd"), HasSubstr("known: c")));
}

TEST_F(KubeconfigTest, ContextsThatNameNothingAreFindings)
{
    const auto config = loadKubeconfig({file("x",
        "current-context: nope\nclusters: [{name: k, cluster: {server: 'https://k'}}]\n"
        "contexts:\n- {name: a, context: {cluster: gone}}\n- {name: b, context: {cluster: k, user: gone}}\n- {name: d, "
        "context: {cluster: k}}\n")});
    EXPECT_FALSE(config.resolve("a").ok());
    EXPECT_FALSE(config.resolve("b").ok());
    EXPECT_TRUE(config.resolve("d").ok()) << "a context without a user is anonymous";
    EXPECT_EQ(find(config, FindingCode::UnknownReference)->position.line, 4U);
    EXPECT_NE(find(config, FindingCode::UnknownContext), nullptr);
    EXPECT_EQ(config.resolve("").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(KubeconfigTest, ANameTwiceInOneFileIsUsedForNeither)
{
    const auto config = loadKubeconfig({file("x",
        "clusters: [{name: k, cluster: {server: 'https://a'}}, {name: k, cluster: {server: 'https://b'}}]\n"
        "contexts: [{name: c, context: {cluster: k}}]\n")});
    EXPECT_NE(find(config, FindingCode::DuplicateName), nullptr);
    EXPECT_FALSE(config.resolve("c").ok());
}

TEST_F(KubeconfigTest, OneBrokenUserLeavesTheOthersUsable)
{
    const auto config = loadKubeconfig({file("x",
        "clusters: [{name: k, cluster: {server: 'https://a'}}]\n"
        "users: [{name: bad, user: {token: 5}}, {name: good, user: {token: t}}]\n"
        "contexts: [{name: a, context: {cluster: k, user: bad}}, {name: b, context: {cluster: k, user: good}}]\n")});
    EXPECT_FALSE(config.resolve("a").ok());
    EXPECT_TRUE(config.resolve("b").ok());
}

TEST_F(KubeconfigTest, MissingAndEmptyFilesSaySo)
{
    const auto missing = loadKubeconfig({m_folder + "/none"});
    EXPECT_EQ(find(missing, FindingCode::FileMissing)->severity, FindingSeverity::Error);
    EXPECT_THAT(std::string(missing.resolve("x").status().message()), HasSubstr("FileMissing"));
    EXPECT_EQ(
        find(loadKubeconfig({m_folder + "/none", file("a", "contexts: []\n")}), FindingCode::FileMissing)->severity,
        FindingSeverity::Warning);
    EXPECT_NE(find(loadKubeconfig({file("e", "")}), FindingCode::FileEmpty), nullptr);
    EXPECT_NE(find(loadKubeconfig({file("e", "# remark\n")}), FindingCode::FileEmpty), nullptr);
    EXPECT_NE(find(loadKubeconfig({m_folder}), FindingCode::FileUnreadable), nullptr) << "a folder";
}

TEST_F(KubeconfigTest, HostileFilesAreRefusedWithTheirPlace)
{
    using namespace std::string_view_literals;
    const auto utf16 = loadKubeconfig({file("u",
        "\xff\xfe"
        "a\0"sv)});
    EXPECT_THAT(everything(utf16), AllOf(HasSubstr("Malformed"), HasSubstr("UTF-16"), HasSubstr("u:1:1")));
    EXPECT_THAT(everything(loadKubeconfig({file("b", std::string(std::size_t{10} << 20, '#'))})),
        AllOf(HasSubstr("FileUnreadable"), HasSubstr("bytes")));
    EXPECT_THAT(everything(loadKubeconfig({file("c", "users: &u [*u]\n")})), HasSubstr("c:1:12: error: Malformed"));
    EXPECT_THAT(everything(loadKubeconfig({file("d", "users: " + std::string(5000, '[') + "\n")})), HasSubstr("depth"));
    EXPECT_THAT(everything(loadKubeconfig({file("t", "users:\n\t- name: x\n")})), HasSubstr("tab"));
    EXPECT_THAT(everything(loadKubeconfig({file("l", "just words\n")})), HasSubstr("Malformed"));
    EXPECT_THAT(everything(loadKubeconfig({file("m", "users: {a: b}\n")})), HasSubstr("users: a list"));
    EXPECT_THAT(everything(loadKubeconfig({file("n", "a: 1\n---\nb: 2\n")})), HasSubstr("second document"));
    EXPECT_THAT(everything(loadKubeconfig({file("k", "kind: Pod\n")})), HasSubstr("kind: Config"));
    EXPECT_THAT(everything(loadKubeconfig({file("o", "users: [{user: {token: x}}]\n")})), HasSubstr("MissingField"));
}

TEST_F(KubeconfigTest, WindowsLineEndsAndJsonAreFine)
{
    const auto crlf = loadKubeconfig({file("w",
        "clusters:\r\n- name: k\r\n  cluster:\r\n    server: https://k\r\ncontexts:\r\n- name: c\r\n  context: "
        "{cluster: k}\r\n")});
    EXPECT_EQ(crlf.resolve("c")->server, "https://k");
    const auto json = loadKubeconfig({file("j",
        R"({"clusters":[{"name":"k","cluster":{"server":"https://k"}}],"contexts":[{"name":"c","context":{"cluster":"k"}}]})")});
    EXPECT_TRUE(json.resolve("c").ok());
}

TEST(KubeconfigPaths, ComeFromTheOptionThenTheVariableThenHome)
{
    EXPECT_EQ(kubeconfigPaths("x", "a:b", "/h"), (std::vector<std::string>{"x"}));
    EXPECT_EQ(kubeconfigPaths("", ":a::b:a:", "/h"), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(kubeconfigPaths("", "", "/h"), (std::vector<std::string>{"/h/.kube/config"}));
}

TEST_F(KubeconfigTest, APemFileIsReadAndChecked)
{
    PemSource source;
    source.path = file("x.crt", pem);
    EXPECT_EQ(pemOf(source)->reveal(), pem);
    source.path = file("y.crt", "nothing of the kind");
    EXPECT_THAT(std::string(pemOf(source).status().message()), HasSubstr("no PEM"));
    source.path = m_folder + "/none.crt";
    EXPECT_EQ(pemOf(source).status().code(), absl::StatusCode::kNotFound);
}

TEST(SecretTest, LeavesNoCopyInWhatItWasMadeOrMovedFrom)
{
    std::string text = "hunter2-hunter2-hunter2-hunter2";
    const char *bytes = text.data();
    const std::size_t size = text.size();
    Secret::wipe(text);
    EXPECT_EQ(std::string(bytes, size), std::string(size, '\0'));
    Secret a(std::string("short"));
    Secret b(std::move(a));
    EXPECT_EQ(b.reveal(), "short");
    EXPECT_TRUE(a.empty()); // NOLINT(bugprone-use-after-move): what it leaves is what is tested
}

} // namespace
} // namespace binnacle::kube
