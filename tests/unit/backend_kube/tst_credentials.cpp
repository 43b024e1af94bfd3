// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/credentials.h"

#include <absl/synchronization/notification.h>
#include <gmock/gmock.h>

#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace binnacle::kube {
namespace {

using model::FaultKind;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Result = std::variant<ApiCredential, CredentialFault>;

class HandClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override
    {
        return base::TimePoint(std::chrono::nanoseconds(m_now.load()));
    }
    void advance(std::chrono::nanoseconds by) { m_now += by.count(); }

private:
    std::atomic<std::int64_t> m_now{1'800'000'000'000'000'000}; // 2027-01-15T08:00:00Z
};

class CredentialsTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = testing::TempDir() + "credentials.XXXXXX";
        m_folder = ::mkdtemp(name.data());
        m_clock = std::make_shared<HandClock>();
        m_consents = std::make_shared<ConsentStore>(m_folder + "/config/consents.json");
        m_config.context = "c";
        m_config.server = "https://k:6443";
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string file(const std::string &name, std::string_view text) const
    {
        const std::string path = m_folder + "/" + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    static std::string read(const std::string &path)
    {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
    /// Makes the user's plugin a script of that body, in v1.
    void plugin(const std::string &body)
    {
        const std::string path = file("plugin", "#!/bin/sh\n" + body + "\n");
        ::chmod(path.c_str(), 0755);
        ExecSpec exec;
        exec.apiVersion = "client.authentication.k8s.io/v1";
        exec.command = "./plugin";
        exec.folder = m_folder;
        m_config.credential.exec = exec;
    }
    /// What a plugin has to say to give that token.
    static std::string answer(const std::string &token, const std::string &more = "")
    {
        return R"(echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":")"
            + token + "\"" + more + "}}'";
    }
    void consent()
    {
        const auto request = consentRequestFor(m_config, "/usr/bin:/bin");
        ASSERT_TRUE(request.ok()) << request.status();
        ASSERT_TRUE(m_consents->remember(*request).ok());
    }
    std::unique_ptr<CredentialProvider> provider() const
    {
        return std::make_unique<CredentialProvider>(
            m_config, CredentialContext{m_consents, m_clock, "/usr/bin:/bin", m_limits});
    }
    static Result get(CredentialProvider &provider, bool refresh = false)
    {
        absl::Notification came;
        Result result;
        provider.get(refresh, [&](Result answer) {
            result = std::move(answer);
            came.Notify();
        });
        came.WaitForNotification();
        return result;
    }
    static std::string tokenOf(const Result &result)
    {
        const auto *credential = std::get_if<ApiCredential>(&result);
        return credential != nullptr ? credential->bearerToken
                                     : "fault: " + std::string(std::get<CredentialFault>(result).status.message());
    }
    static CredentialFault faultOf(const Result &result)
    {
        const auto *fault = std::get_if<CredentialFault>(&result);
        return fault != nullptr ? *fault : CredentialFault{FaultKind::None, absl::OkStatus()};
    }

    std::string m_folder;
    std::shared_ptr<HandClock> m_clock;
    std::shared_ptr<ConsentStore> m_consents;
    ClusterConfig m_config;
    ExecLimits m_limits;
};

TEST_F(CredentialsTest, ATokenAPasswordAndAnImpersonationBecomeHeaders)
{
    m_config.credential.token = Secret("tok");
    m_config.credential.impersonateUser = "admin";
    m_config.credential.impersonateGroups = {"ops", "dev"};
    m_config.credential.impersonateExtra = {{"acme.com/scope", {"a"}}};
    const auto token = std::get<ApiCredential>(get(*provider()));
    EXPECT_EQ(token.bearerToken, "tok");
    EXPECT_EQ(token.headers,
        (std::vector<std::string>{"Impersonate-User: admin", "Impersonate-Group: ops", "Impersonate-Group: dev",
            "Impersonate-Extra-acme.com%2Fscope: a"}));
    m_config.credential = {};
    m_config.credential.username = "me";
    m_config.credential.password = Secret("pw");
    EXPECT_EQ(
        std::get<ApiCredential>(get(*provider())).headers, (std::vector<std::string>{"Authorization: Basic bWU6cHc="}));
}

TEST_F(CredentialsTest, ATokenFileIsReadAgainWhenItIsReplaced)
{
    m_config.credential.tokenFile = file("token", "one\n");
    const auto provider = this->provider();
    EXPECT_EQ(tokenOf(get(*provider)), "one");
    file("token", "two\n");
    m_clock->advance(std::chrono::seconds(2));
    EXPECT_EQ(tokenOf(get(*provider)), "two");
}

TEST_F(CredentialsTest, ABadTokenFileIsAConfigurationFaultThatHidesItsContent)
{
    for (const std::string content : {"", "\n", "s3cr\net", "s3cr\x01"}) {
        m_config.credential.tokenFile = file("token", content);
        const auto fault = faultOf(get(*provider()));
        EXPECT_EQ(fault.fault, FaultKind::Configuration);
        EXPECT_THAT(std::string(fault.status.message()), AllOf(HasSubstr(m_folder), Not(HasSubstr("s3cr"))));
    }
    m_config.credential.tokenFile = m_folder + "/none";
    EXPECT_EQ(faultOf(get(*provider())).status.code(), absl::StatusCode::kNotFound);
}

TEST_F(CredentialsTest, APluginNeverRunsWithoutConsent)
{
    plugin("touch " + m_folder + "/ran; " + answer("t"));
    const auto fault = faultOf(get(*provider()));
    EXPECT_EQ(fault.fault, FaultKind::ConsentNeeded);
    EXPECT_FALSE(std::filesystem::exists(m_folder + "/ran"));
    m_consents = nullptr;
    EXPECT_EQ(faultOf(get(*provider())).fault, FaultKind::ConsentNeeded);
    EXPECT_FALSE(std::filesystem::exists(m_folder + "/ran"));
}

TEST_F(CredentialsTest, AConsentShowsAndCoversExactlyWhatRuns)
{
    plugin(answer("t"));
    m_config.credential.exec->args = {"a", "b"};
    m_config.credential.exec->env = {{"K", "v"}};
    const auto request = consentRequestFor(m_config, "");
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(request->resolvedPath, m_folder + "/plugin");
    EXPECT_EQ(request->args, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(request->hash.size(), 64U);
    consent();
    EXPECT_EQ(tokenOf(get(*provider())), "t");
    auto changed = m_config;
    changed.credential.exec->args = {"ab"};
    EXPECT_FALSE(m_consents->allows(consentRequestFor(changed, "")->hash));
    changed = m_config;
    changed.credential.exec->env = {{"K", "w"}};
    EXPECT_FALSE(m_consents->allows(consentRequestFor(changed, "")->hash));
    changed = m_config;
    changed.credential.exec->provideClusterInfo = true;
    EXPECT_FALSE(m_consents->allows(consentRequestFor(changed, "")->hash));
}

TEST_F(CredentialsTest, ConsentsOutliveTheProgramInAFileOfOurOwn)
{
    plugin(answer("t"));
    consent();
    struct stat facts { };
    ASSERT_EQ(::stat(m_consents->path().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0600U);
    const std::string hash = consentRequestFor(m_config, "")->hash;
    ConsentStore again(m_consents->path());
    EXPECT_TRUE(again.allows(hash));
    EXPECT_FALSE(again.allows(""));
    EXPECT_TRUE(again.forget(hash).ok());
    EXPECT_FALSE(ConsentStore(m_consents->path()).allows(hash));
    std::ofstream(m_consents->path()) << "{damaged";
    EXPECT_FALSE(ConsentStore(m_consents->path()).allows(hash));
}

TEST_F(CredentialsTest, AConsentThatCannotBeWrittenIsNotGiven)
{
    plugin(answer("t"));
    file("blocked", "");
    ConsentStore store(m_folder + "/blocked/consents.json");
    const auto request = consentRequestFor(m_config, "");
    EXPECT_FALSE(store.remember(*request).ok());
    EXPECT_FALSE(store.allows(request->hash));
}

TEST_F(CredentialsTest, APluginGetsItsArgumentsEnvironmentAndClusterButNoShellAndNoInput)
{
    const std::string inFolder = "cd " + m_folder + "; ";
    plugin(inFolder
        + "printf '%s|' \"$@\" > args; printf '%s' \"$EXTRA\" > env; printf '%s' \"$KUBERNETES_EXEC_INFO\" > info; cat "
          "> input; "
        + answer("t"));
    m_config.credential.exec->args = {"$(touch pwned)", "a b", "; x"};
    m_config.credential.exec->env = {{"EXTRA", "yes"}};
    m_config.credential.exec->provideClusterInfo = true;
    m_config.credential.exec->clusterConfig = R"({"audience":"x"})";
    m_config.tlsServerName = "api";
    consent();
    EXPECT_EQ(tokenOf(get(*provider())), "t");
    EXPECT_EQ(read(m_folder + "/args"), "$(touch pwned)|a b|; x|");
    EXPECT_EQ(read(m_folder + "/env"), "yes");
    EXPECT_EQ(read(m_folder + "/input"), "");
    EXPECT_FALSE(std::filesystem::exists(m_folder + "/pwned"));
    EXPECT_EQ(read(m_folder + "/info"),
        R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false,)"
        R"("cluster":{"server":"https://k:6443","tls-server-name":"api","config":{"audience":"x"}}}})");
}

TEST_F(CredentialsTest, ACommandWithoutASlashIsLookedUpInAbsolutePathsOnly)
{
    plugin(answer("t"));
    m_config.credential.exec->command = "plugin";
    m_config.credential.exec->installHint = "get it from the wiki";
    const auto missing = consentRequestFor(m_config, "/usr/bin:/bin");
    EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(std::string(missing.status().message()), HasSubstr("get it from the wiki"));
    EXPECT_EQ(consentRequestFor(m_config, ":.:/nowhere:" + m_folder)->resolvedPath, m_folder + "/plugin");
    const auto fault = faultOf(get(*provider()));
    EXPECT_EQ(fault.fault, FaultKind::CredentialPlugin);
}

TEST_F(CredentialsTest, AnAnswerIsKeptUntilShortlyBeforeItExpires)
{
    plugin("echo x >> " + m_folder + "/runs; " + answer("t", R"(,"expirationTimestamp":"2027-01-15T08:01:00Z")"));
    consent();
    const auto provider = this->provider();
    EXPECT_EQ(tokenOf(get(*provider)), "t");
    m_clock->advance(std::chrono::seconds(49));
    EXPECT_EQ(tokenOf(get(*provider)), "t");
    EXPECT_EQ(read(m_folder + "/runs"), "x\n");
    m_clock->advance(std::chrono::seconds(2));
    EXPECT_EQ(tokenOf(get(*provider)), "t");
    EXPECT_EQ(read(m_folder + "/runs"), "x\nx\n");
}

TEST_F(CredentialsTest, ARefusedAnswerIsAskedForAnewButNotInALoop)
{
    plugin("echo x >> " + m_folder + "/runs; " + answer("t"));
    consent();
    const auto provider = this->provider();
    get(*provider);
    get(*provider, true);
    EXPECT_EQ(read(m_folder + "/runs"), "x\n") << "younger than a second";
    m_clock->advance(std::chrono::seconds(2));
    get(*provider, true);
    EXPECT_EQ(read(m_folder + "/runs"), "x\nx\n");
    m_clock->advance(std::chrono::hours(24));
    get(*provider);
    EXPECT_EQ(read(m_folder + "/runs"), "x\nx\n") << "without an expiry it is kept";
}

TEST_F(CredentialsTest, RequestsAtTheSameTimeShareOneRun)
{
    plugin("echo x >> " + m_folder + "/runs; while [ ! -e " + m_folder + "/go ]; do sleep 0.02; done; " + answer("t"));
    consent();
    const auto provider = this->provider();
    std::atomic<int> answers = 0;
    absl::Notification last;
    for (int i = 0; i < 8; ++i) {
        provider->get(false, [&](const Result &result) {
            EXPECT_EQ(tokenOf(result), "t");
            if (++answers == 8) {
                last.Notify();
            }
        });
    }
    file("go", "");
    last.WaitForNotification();
    EXPECT_EQ(read(m_folder + "/runs"), "x\n");
}

TEST_F(CredentialsTest, DestructionKillsTheRunningPluginAndAnswersThoseWhoWait)
{
    plugin("echo $$ > " + m_folder + "/pid.new; mv " + m_folder + "/pid.new " + m_folder + "/pid; sleep 300 & wait");
    consent();
    auto provider = this->provider();
    Result result;
    provider->get(false, [&](Result answer) { result = std::move(answer); });
    for (int i = 0; i < 1000 && !std::filesystem::exists(m_folder + "/pid"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const int pid = std::stoi(read(m_folder + "/pid"));
    provider.reset();
    EXPECT_EQ(faultOf(result).status.code(), absl::StatusCode::kCancelled);
    EXPECT_NE(::kill(pid, 0), 0) << "its process group is gone";
}

TEST_F(CredentialsTest, APluginThatHangsIsKilledWithWhatItStarted)
{
    m_limits.timeout = std::chrono::milliseconds(200);
    plugin("sleep 300 & echo $! > " + m_folder + "/child; wait");
    consent();
    const auto fault = faultOf(get(*provider()));
    EXPECT_EQ(fault.fault, FaultKind::CredentialPlugin);
    EXPECT_EQ(fault.status.code(), absl::StatusCode::kDeadlineExceeded);
    const std::string stat = "/proc/" + std::to_string(std::stoi(read(m_folder + "/child"))) + "/stat";
    for (int i = 0; i < 500 && std::filesystem::exists(stat) && read(stat).find(") Z") == std::string::npos; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(!std::filesystem::exists(stat) || read(stat).find(") Z") != std::string::npos);
}

TEST_F(CredentialsTest, AGrandchildThatKeepsTheOutputOpenDoesNotHoldUsUp)
{
    plugin("sleep 300 & " + answer("t"));
    consent();
    EXPECT_EQ(tokenOf(get(*provider())), "t");
}

TEST_F(CredentialsTest, TooMuchOutputEndsThePlugin)
{
    m_limits.outputBytes = 1000;
    plugin("yes '{'");
    consent();
    EXPECT_EQ(faultOf(get(*provider())).status.code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(CredentialsTest, AFailedPluginTellsItsExitCodeAndAMaskedExcerpt)
{
    plugin("echo 'login failed for token eyJhbGciOiJSUzI1NiIsImtpZCI6Ikl' >&2; exit 7");
    consent();
    const auto fault = faultOf(get(*provider()));
    EXPECT_EQ(fault.fault, FaultKind::CredentialPlugin);
    EXPECT_THAT(std::string(fault.status.message()),
        AllOf(HasSubstr("exit code 7"), HasSubstr("login failed for token ***"), Not(HasSubstr("eyJ"))));
    plugin("kill -9 $$");
    consent();
    EXPECT_THAT(std::string(faultOf(get(*provider())).status.message()), HasSubstr("signal 9"));
}

TEST_F(CredentialsTest, InteractiveModeAlwaysIsRefusedWithoutRunning)
{
    plugin("touch " + m_folder + "/ran; " + answer("t"));
    m_config.credential.exec->interactive = ExecSpec::Interactive::Always;
    consent();
    const auto fault = faultOf(get(*provider()));
    EXPECT_EQ(fault.fault, FaultKind::CredentialPlugin);
    EXPECT_THAT(std::string(fault.status.message()), HasSubstr("interactiveMode"));
    EXPECT_FALSE(std::filesystem::exists(m_folder + "/ran"));
}

TEST(ExecCredentialTest, AnswersAreCheckedAndNeverQuoted)
{
    constexpr std::string_view v1 = "client.authentication.k8s.io/v1";
    const auto parsed = [&](const std::string &status, const std::string &kind = "ExecCredential") {
        return parseExecCredential(
            R"({"apiVersion":"client.authentication.k8s.io/v1","kind":")" + kind + R"(","status":)" + status + "}", v1);
    };
    EXPECT_EQ(parsed(R"({"token":"t\n"})")->token.reveal(), "t");
    EXPECT_TRUE(
        parsed(R"({"clientCertificateData":"-----BEGIN CERTIFICATE-----","clientKeyData":"-----BEGIN KEY-----"})")
            .ok());
    EXPECT_EQ(parsed(R"({"token":"t","expirationTimestamp":"2027-01-15T08:00:00Z"})")->expires,
        base::TimePoint(std::chrono::seconds(1'800'000'000)));
    for (const std::string status :
        {R"({})", R"(null)", R"({"token":"s3cr\net"})", R"({"token":53})",
            R"({"clientCertificateData":"-----BEGIN x"})", R"({"clientCertificateData":"s3cr","clientKeyData":"s3cr"})",
            R"({"token":"s3cr","expirationTimestamp":"soon"})"}) {
        const auto answer = parsed(status);
        ASSERT_FALSE(answer.ok()) << status;
        EXPECT_THAT(std::string(answer.status().message()), Not(HasSubstr("s3cr")));
    }
    EXPECT_FALSE(parsed(R"({"token":"t"})", "Other").ok());
    EXPECT_FALSE(parseExecCredential(R"({"apiVersion":"x","kind":"ExecCredential","status":{"token":"t"}})", v1).ok());
    EXPECT_FALSE(parseExecCredential("", v1).ok());
    EXPECT_FALSE(parseExecCredential("not json", v1).ok());
}

TEST(MaskedExcerptTest, IsShortPlainAndWithoutTokens)
{
    EXPECT_EQ(maskedExcerpt("a\x1b[31mred\nnext"), "a [31mred next");
    EXPECT_EQ(maskedExcerpt("key=abcdefghijklmnop0123 x"), "*** x");
    EXPECT_EQ(maskedExcerpt(""), "");
    EXPECT_LE(maskedExcerpt(std::string(1000, ',')).size(), 200U);
}

TEST(ConsentPathTest, FollowsTheBaseDirectorySpecification)
{
    EXPECT_EQ(defaultConsentPath("/x", "/h"), "/x/binnacle/exec-consents.json");
    EXPECT_EQ(defaultConsentPath("", "/h"), "/h/.config/binnacle/exec-consents.json");
    EXPECT_EQ(defaultConsentPath("relative", "/h"), "/h/.config/binnacle/exec-consents.json");
}

TEST_F(CredentialsTest, AnEndpointHasTheAuthorityAndTheCredentials)
{
    m_config.credential.token = Secret("tok");
    m_config.certificateAuthority.path = file("ca.crt", "-----BEGIN CERTIFICATE-----\n");
    m_config.server = "https://k:6443/";
    const auto endpoint = endpointFor(m_config, {m_consents, m_clock, "", {}});
    ASSERT_TRUE(endpoint.ok()) << endpoint.status();
    EXPECT_EQ(endpoint->server, "https://k:6443");
    EXPECT_THAT(endpoint->tls.caPem, HasSubstr("BEGIN"));
    EXPECT_TRUE(endpoint->compress);
    std::string token;
    endpoint->credential(false, [&](const Result &result) { token = tokenOf(result); });
    EXPECT_EQ(token, "tok");
    m_config.certificateAuthority.path = m_folder + "/none.crt";
    EXPECT_THAT(
        std::string(endpointFor(m_config, {m_consents, m_clock, "", {}}).status().message()), HasSubstr("none.crt"));
}

} // namespace
} // namespace binnacle::kube
