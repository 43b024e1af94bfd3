// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/policy_watcher.h"

#include "planner/plugins/registry.h"

#include <absl/synchronization/mutex.h>
#include <absl/time/time.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace binnacle::services {
namespace {

using std::chrono::milliseconds;

std::string policy(int version, const std::string &rest = {})
{
    return "apiVersion: binnacle/v1\nkind: Policy\nmetadata: {name: a, version: " + std::to_string(version) + "}\n"
        + rest;
}

class PolicyWatcherTest : public ::testing::Test {
protected:
    PolicyWatcherTest()
    {
        std::filesystem::create_directories(folder);
        put(policy(1));
        watcher = std::make_unique<PolicyWatcher>(path, plugins::registry(), policy(1), [this](const PolicyNews &news) {
            absl::MutexLock lock(&mutex);
            told.push_back(news.gone    ? "gone"
                    : news.reading.file ? std::to_string(news.reading.file->number)
                                        : std::to_string(news.reading.faults.front().line) + " bad");
        });
    }
    ~PolicyWatcherTest() override
    {
        watcher.reset();
        std::filesystem::remove_all(folder);
    }

    void put(const std::string &text, const std::string &name = "policy.yaml") const
    {
        std::ofstream(folder + '/' + name, std::ios::binary | std::ios::trunc) << text;
    }
    std::string next()
    {
        absl::MutexLock lock(&mutex);
        const auto any = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex) { return told.size() > seen; };
        if (!mutex.AwaitWithTimeout(absl::Condition(&any), absl::Seconds(20)))
            return "nothing";
        return told[seen++];
    }
    std::vector<std::string> all()
    {
        absl::MutexLock lock(&mutex);
        return told;
    }
    /// What is told of one more change ends what the changes before it led to.
    void expectOnly(std::vector<std::string> expected)
    {
        put(policy(99));
        expected.emplace_back("99");
        while (next() != "99" && !HasFailure()) { }
        EXPECT_EQ(all(), expected);
    }

    const std::string folder = ::testing::TempDir() + "watcher-" + std::to_string(::getpid()) + "-"
        + ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const std::string path = folder + "/policy.yaml";
    absl::Mutex mutex;
    std::vector<std::string> told ABSL_GUARDED_BY(mutex);
    std::size_t seen = 0;
    std::unique_ptr<PolicyWatcher> watcher;
};

TEST_F(PolicyWatcherTest, TellsAChangeThatIsWrittenInPlace)
{
    put(policy(2));
    EXPECT_EQ(next(), "2");
}

TEST_F(PolicyWatcherTest, FollowsAnEditorThatPutsANewFileInItsPlace)
{
    put(policy(2), "policy.yaml~");
    std::filesystem::rename(folder + "/policy.yaml~", path);
    EXPECT_EQ(next(), "2");
    put(policy(3));
    EXPECT_EQ(next(), "3");
}

TEST_F(PolicyWatcherTest, FollowsAnEditorThatTakesItAwayForAMoment)
{
    std::filesystem::rename(path, folder + "/policy.yaml.bak");
    put(policy(2));
    EXPECT_EQ(next(), "2") << "and not that it is gone";
}

TEST_F(PolicyWatcherTest, FollowsALinkThatIsPutElsewhere)
{
    put(policy(2), "two");
    put(policy(3), "three");
    std::filesystem::remove(path);
    std::filesystem::create_symlink("two", path);
    EXPECT_EQ(next(), "2");
    std::filesystem::create_symlink("three", folder + "/link");
    std::filesystem::rename(folder + "/link", path);
    EXPECT_EQ(next(), "3");
}

TEST_F(PolicyWatcherTest, WaitsForTheEndOfAFileThatIsBeingWritten)
{
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << policy(2) << std::flush; // a policy by itself, but not all of it
    std::this_thread::sleep_for(milliseconds(150));
    EXPECT_TRUE(all().empty());
    out << "autonomy: observe\nconstraints: {cpuAtMostPercent: 300}\n" << std::flush;
    out.close();
    EXPECT_EQ(next(), "5 bad");
}

TEST_F(PolicyWatcherTest, DoesNotTellOfAHalfOneThatIsMadeWholeSoon)
{
    put(policy(2, "constraints: {cpuAtM"));
    std::this_thread::sleep_for(milliseconds(60));
    put(policy(3));
    EXPECT_EQ(next(), "3");
    expectOnly({"3"});
}

TEST_F(PolicyWatcherTest, TellsWhatIsWrongAndThenThatItIsRight)
{
    put(policy(2, "rules: 4\n"));
    EXPECT_EQ(next(), "4 bad");
    put(policy(2));
    EXPECT_EQ(next(), "2");
}

TEST_F(PolicyWatcherTest, TellsThatTheFileIsGoneAndBack)
{
    std::filesystem::remove(path);
    EXPECT_EQ(next(), "gone");
    put(policy(1));
    EXPECT_EQ(next(), "1");
}

TEST_F(PolicyWatcherTest, WhatHoldsTheSameIsNoNews)
{
    put(policy(1));
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now());
    put("not it", "other.yaml");
    expectOnly({});
}

TEST_F(PolicyWatcherTest, AFileThatIsTooLargeIsToldWithoutReadingIt)
{
    put(std::string(kube::largestPolicyFile + 1, ' '));
    EXPECT_EQ(next(), "0 bad");
}

} // namespace
} // namespace binnacle::services
