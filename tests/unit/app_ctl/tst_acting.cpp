// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/yaml.h"
#include "tests/unit/app_ctl/ctl_fixture.h"

#include <algorithm>

namespace binnacle::ctl::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// The demo cluster standing still, asked by one run of the program after the other: they share only the audit log.
class Acting : public CtlTest {
protected:
    static Answer demo(Words words, const Words &more = {})
    {
        words.insert(words.end(), {"--demo", "--demo-nodes", "40", "--timeout", "30"});
        return run(words, more);
    }
    static Json demoJson(const Words &words, int code = 0)
    {
        const Answer answer = demo(words, {"-o", "json"});
        EXPECT_EQ(answer.code, code) << words.front() << answer;
        return answer.json();
    }
    /// Ids of what waits, made by a run that is over.
    static std::vector<std::string> proposed()
    {
        EXPECT_EQ(demo({"autonomy", "approve"}).code, 0);
        std::vector<std::string> ids;
        for (const Json &proposal : demoJson({"propose"})) {
            EXPECT_FALSE(proposal.at("node").get<std::string>().empty());
            ids.push_back(proposal.at("id"));
        }
        return ids;
    }
    /// Both machine forms of a verb that changes nothing.
    static void readsInEveryForm(const Words &words, int code = 0)
    {
        EXPECT_EQ(demo(words).code, code) << words.front();
        (void)demoJson(words, code);
        const Answer yaml = demo(words, {"-o", "yaml"});
        EXPECT_EQ(yaml.code, code);
        EXPECT_TRUE(kube::parseDocument("answer", yaml.out, {16U << 20}).ok()) << words.front();
    }
};

TEST_F(Acting, aProposalOfAnEarlierRunIsDenied)
{
    const std::vector<std::string> ids = proposed();
    ASSERT_GE(ids.size(), 2U);
    const Answer denied = demo({"deny", ids[0], "--as-operator", "alice", "--note", "too small"}, {"-o", "json"});
    ASSERT_EQ(denied.code, 0) << denied;
    EXPECT_EQ(denied.json().at("state"), "Denied");
    EXPECT_EQ(denied.json().at("id"), ids[0]);
    const Json row = demoJson({"audit", "show", ids[0]});
    EXPECT_EQ(row.at("state"), "Denied");
    EXPECT_EQ(row.at("decidedBy"), "alice");
    EXPECT_EQ(row.at("life").back().at("message"), "too small");
    EXPECT_EQ(demo({"deny", ids[1]}).out, ids[1] + " Denied\n");
    // Over is over, and an id of nobody is no.
    for (const Words &again : {Words{"deny", ids[0]}, Words{"approve", ids[0]}}) {
        const Answer answer = demo(again);
        EXPECT_EQ(answer.code, 1) << answer;
        EXPECT_THAT(answer.err, AllOf(HasSubstr(ids[0]), HasSubstr("Denied"), HasSubstr("propose")));
    }
    for (const char *verb : {"approve", "deny"}) {
        const Answer answer = demo({verb, "no-such-id"});
        EXPECT_EQ(answer.code, 1) << answer;
        EXPECT_THAT(answer.err, AllOf(HasSubstr("no-such-id"), HasSubstr("audit list")));
    }
}

TEST_F(Acting, aWrongIdStartsNothingThatWrites)
{
    for (const char *verb : {"approve", "deny"}) {
        EXPECT_EQ(demo({verb, "no-such-id"}).code, 1);
        const Answer status = demo({"store", "status"});
        EXPECT_EQ(status.code, 3) << status;
        EXPECT_THAT(status.err, HasSubstr("no audit log yet"));
    }
}

TEST_F(Acting, anApprovalIsBoundAndToldByEveryVerbOfTheLog)
{
    const std::vector<std::string> ids = proposed();
    ASSERT_FALSE(ids.empty());
    // A name typed in a terminal of another encoding is kept, and the log stays sound.
    const Answer approved = demo({"approve", ids[0], "--as-operator", "ren\xe9"}, {"-o", "json"});
    ASSERT_EQ(approved.code, 0) << approved;
    EXPECT_EQ(approved.json().at("state"), "Confirmed");
    const Answer show = demo({"audit", "show", ids[0]});
    EXPECT_THAT(show.out, AllOf(HasSubstr("Confirmed"), HasSubstr("ren\xef\xbf\xbd"), HasSubstr("confidence")));
    EXPECT_THAT(show.out, Not(HasSubstr("state         Proposed")));
    const Json row = demoJson({"audit", "show", ids[0]});
    EXPECT_EQ(row.at("state"), "Confirmed");
    EXPECT_EQ(row.at("decidedBy"), "ren\xef\xbf\xbd");
    std::vector<std::string> states;
    for (const Json &entry : row.at("life"))
        states.push_back(entry.at("state"));
    EXPECT_EQ(states, (std::vector<std::string>{"Approved", "Bound", "Confirmed"}));

    const Json list = demoJson({"audit", "list", "--state", "Confirmed"});
    ASSERT_EQ(list.at("decisions").size(), 1U);
    EXPECT_EQ(list.at("decisions").at(0).at("decision"), ids[0]);
    EXPECT_THAT(demo({"audit", "list", "--state", "Confirmed"}).out,
        AllOf(HasSubstr("ren\xef\xbf\xbd"), Not(HasSubstr("system")), HasSubstr("1 of 1 decisions")));
    EXPECT_EQ(demoJson({"audit", "list", "--by", "ren\xe9"}).at("matching"), 1);

    const Json verdict = demoJson({"audit", "verify"});
    EXPECT_EQ(verdict.at("result"), "Sound") << verdict.dump();
    EXPECT_TRUE(verdict.at("firstBad").is_null());
    EXPECT_TRUE(demoJson({"replay", ids[0]}).at("equal").get<bool>());
    for (const Words &words : {Words{"audit", "list"}, Words{"audit", "show", ids[0]}, Words{"audit", "verify"},
             Words{"replay", ids[0]}, Words{"store", "status"}, Words{"autonomy"}})
        readsInEveryForm(words);
    readsInEveryForm({"audit", "verify"});
    EXPECT_EQ(demo({"audit", "show", "nothing"}).code, 1);

    for (const std::string format : {"json", "csv"}) {
        const std::string file = folder + "/audit." + format;
        const Answer done = demo({"audit", "export", "--format", format, file}, {"-o", "json"});
        ASSERT_EQ(done.code, 0) << done;
        EXPECT_EQ(done.json().at("file"), file);
        EXPECT_THAT(read(file), HasSubstr(ids[0]));
    }
}

TEST_F(Acting, retentionChangesOnlyWhatIsGiven)
{
    ASSERT_EQ(demo({"autonomy", "approve"}).code, 0); // makes the log
    const auto kept = [] {
        const Json status = demoJson({"store", "status"});
        return std::pair(status.at("retentionDays").get<int>(), status.at("retentionBytes").get<int>());
    };
    EXPECT_EQ(kept(), std::pair(0, 0));
    const Json first = demoJson({"store", "retention", "--bytes", "100000000"});
    EXPECT_EQ(first.at("retentionBytes"), 100'000'000);
    EXPECT_EQ(kept(), std::pair(0, 100'000'000));
    ASSERT_EQ(demo({"store", "retention", "--days", "30"}).code, 0);
    EXPECT_EQ(kept(), std::pair(30, 100'000'000));
    ASSERT_EQ(demo({"store", "retention", "--days", "0"}).code, 0);
    EXPECT_EQ(kept(), std::pair(0, 100'000'000));
    ASSERT_EQ(demo({"store", "retention", "--days", "7", "--bytes", "0"}).code, 0);
    EXPECT_EQ(kept(), std::pair(7, 0));
    EXPECT_EQ(demoJson({"audit", "verify"}).at("result"), "Sound");
}

TEST_F(Acting, aBackupIsRestoredUnlessItWouldGiveUpLaterEntries)
{
    EXPECT_EQ(demo({"store", "status"}).code, 3) << "no log yet";
    ASSERT_EQ(demo({"autonomy", "approve"}).code, 0);
    const std::string backup = folder + "/backup";
    const Json leaves = demoJson({"store", "status"}).at("leaves");
    const Json done = demoJson({"store", "backup", backup});
    EXPECT_EQ(done.at("folder"), backup);
    EXPECT_TRUE(std::filesystem::exists(backup + "/audit.db"));
    EXPECT_FALSE(std::filesystem::exists(backup + "/audit.key"));
    const Answer twice = demo({"store", "backup", backup});
    EXPECT_EQ(twice.code, 3);
    EXPECT_THAT(twice.err, AllOf(HasSubstr(backup), HasSubstr("new directory")));

    ASSERT_EQ(demo({"autonomy", "recommend"}).code, 0);
    const Answer older = demo({"store", "restore", backup});
    EXPECT_EQ(older.code, 3) << older;
    EXPECT_THAT(older.err, HasSubstr("gives up"));
    const Json restored = demoJson({"store", "restore", backup, "--force"});
    EXPECT_EQ(restored.at("index"), leaves);
    EXPECT_EQ(demo({"store", "restore", folder + "/none"}).code, 3);
    EXPECT_THAT(demo({"audit", "verify"}).out, HasSubstr("Sound"));
}

TEST_F(Acting, observeProposesNothingAndSaysHowTo)
{
    ASSERT_EQ(demo({"autonomy", "observe"}, {"-o", "yaml"}).code, 0);
    EXPECT_EQ(demo({"autonomy"}).out, "observe\n");
    const Answer answer = demo({"propose"});
    EXPECT_EQ(answer.code, 3) << answer;
    EXPECT_THAT(answer.err, HasSubstr("binnaclectl autonomy approve"));
}

} // namespace
} // namespace binnacle::ctl::testing
