// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/policy.h"

#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::framework {
namespace {

class Refuser final : public Plugin, public FilterPlugin {
public:
    [[nodiscard]] base::Symbol name() const override { return base::Symbol("Refuser"); }
    [[nodiscard]] model::Verdict filter(const CycleState &, const model::Pod &, const NodeLoad &) const override
    {
        return model::Verdict::success();
    }
};

class Scorer final : public Plugin, public NodeScorePlugin {
public:
    [[nodiscard]] base::Symbol name() const override { return base::Symbol("Scorer"); }
    [[nodiscard]] std::int64_t score(const CycleState &, const model::Pod &, const NodeLoad &) const override
    {
        return 1;
    }
    [[nodiscard]] std::int64_t normalise(std::int64_t raw, const Extent &) const override { return raw; }
};

Registry registry()
{
    return Registry({
        {"Refuser", "refuser", 0,
            {{.name = "gate",
                .kind = Option::Kind::Switch,
                .byDefault = "false",
                .choices = {},
                .minimum = 0,
                .maximum = 0,
                .unit = {}}},
            [](const OptionValues &) { return std::make_unique<Refuser>(); }},
        {"Scorer", "scorer", 2, {}, [](const OptionValues &) { return std::make_unique<Scorer>(); }},
    });
}

TEST(Policy, PutsEachPluginWhereItTakesPart)
{
    const auto policy = Policy::make(registry(), {});
    ASSERT_TRUE(policy.ok());
    ASSERT_EQ((*policy)->filters().size(), 1u);
    EXPECT_EQ((*policy)->filters()[0].plugin->name().text(), "Refuser");
    EXPECT_EQ((*policy)->filters()[0].load, nullptr);
    ASSERT_EQ((*policy)->scores().size(), 1u);
    EXPECT_EQ((*policy)->scores()[0].weight, 2);
    EXPECT_EQ((*policy)->version(), "default");
}

TEST(Policy, NamesItsDeviationsInItsVersion)
{
    const auto policy =
        Policy::make(registry(), {.settings = {{"Refuser", {{"gate", "true"}}}}, .weights = {{"Scorer", 5}}});
    ASSERT_TRUE(policy.ok());
    EXPECT_EQ((*policy)->version(), "Refuser.gate=true;Scorer.weight=5");
}

TEST(Policy, TakesTheDefaultStatedOutrightForNoDeviation)
{
    const auto policy =
        Policy::make(registry(), {.settings = {{"Refuser", {{"gate", "false"}}}}, .weights = {{"Scorer", 2}}});
    ASSERT_TRUE(policy.ok());
    EXPECT_EQ((*policy)->version(), "default");
}

TEST(Policy, LeavesOutAScoreOfNoWeight)
{
    const auto policy = Policy::make(registry(), {.settings = {}, .weights = {{"Scorer", 0}}});
    ASSERT_TRUE(policy.ok());
    EXPECT_TRUE((*policy)->scores().empty());
}

TEST(Policy, LeavesOutAFilterThatIsSwitchedOff)
{
    const auto policy = Policy::make(registry(), {.settings = {}, .weights = {}, .withoutFilter = {"Refuser"}});
    ASSERT_TRUE(policy.ok());
    EXPECT_TRUE((*policy)->filters().empty());
    EXPECT_EQ((*policy)->version(), "Refuser.filter=off");
}

TEST(Policies, AreByTheNameOfTheScheduler)
{
    const PolicyPtr others = Policy::make(registry(), {}).value();
    const PolicyPtr own = Policy::make(registry(), {.settings = {}, .weights = {{"Scorer", 5}}}).value();
    const Policies policies{others, {{"own", own}}};
    EXPECT_EQ(policies.of("own"), own);
    EXPECT_EQ(policies.of("owner"), others);
}

TEST(Policy, RefusesWhatItDoesNotKnow)
{
    const auto fails = [](const PolicyChanges &changes) {
        return Policy::make(registry(), changes).status().code() == absl::StatusCode::kInvalidArgument;
    };
    EXPECT_TRUE(fails({.settings = {{"Nobody", {}}}, .weights = {}}));
    EXPECT_TRUE(fails({.settings = {{"Refuser", {{"gate", "maybe"}}}}, .weights = {}}));
    EXPECT_TRUE(fails({.settings = {{"Refuser", {{"door", "true"}}}}, .weights = {}}));
    EXPECT_TRUE(fails({.settings = {}, .weights = {{"Refuser", 1}}}));
    EXPECT_TRUE(fails({.settings = {}, .weights = {{"Scorer", -1}}}));
    EXPECT_TRUE(fails({.settings = {}, .weights = {{"Scorer", 1001}}}));
    EXPECT_TRUE(fails({.settings = {}, .weights = {}, .withoutFilter = {"Nobody"}}));
    EXPECT_TRUE(fails({.settings = {}, .weights = {}, .withoutFilter = {"Scorer"}})) << "it scores by what it filters";
}

TEST(Policy, IsMadeAgainFromItsVersion)
{
    const auto again = [](const std::string &version) {
        const auto policy = Policy::ofVersion(registry(), version);
        return policy.ok() ? (*policy)->version() : std::string(policy.status().message());
    };
    for (const char *version : {"default", "Refuser.gate=true", "Scorer.weight=7", "Refuser.filter=off", "extenders=*",
             "Refuser.gate=true;Scorer.weight=7;extenders=a.org/x,b.org/y"}) {
        EXPECT_EQ(again(version), version);
    }
    for (const char *version : {"", "default;", "Nobody.gate=true", "Refuser.gate=perhaps", "Scorer.weight=many",
             "gate", "extenders=b.org/y,a.org/x", "Refuser.gate=false", "Refuser.filter=on", "Scorer.filter=off",
             "extenders=*;Scorer.weight=7", ";", "=", "."}) {
        EXPECT_FALSE(Policy::ofVersion(registry(), version).ok()) << version;
    }
}

TEST(Policy, ANamedOneIsMarkedWithItsNameAndTheHashOfAllThatItDecidesBy)
{
    const auto named = [](std::string name, std::int32_t weight) {
        return Policy::make(registry(), {.settings = {}, .weights = {{"Scorer", weight}}, .name = std::move(name)})
            .value();
    };
    const PolicyPtr policy = named("gpu-first/12", 7);
    EXPECT_EQ(*policy->text(), "policy=gpu-first/12;Scorer.weight=7");
    EXPECT_TRUE(policy->version().starts_with("gpu-first/12@"));
    EXPECT_EQ(policy->version().size(), std::string("gpu-first/12@").size() + 16);
    EXPECT_EQ(policy->version(), named("gpu-first/12", 7)->version());
    EXPECT_NE(policy->version(), named("gpu-first/12", 8)->version());
    const auto again = Policy::ofVersion(registry(), *policy->text());
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ((*again)->version(), policy->version());
    EXPECT_EQ(*named("plain/1", 2)->text(), "policy=plain/1");
    EXPECT_TRUE(Policy::ofVersion(registry(), "policy=plain/1").ok());
    EXPECT_FALSE(Policy::make(registry(), {.settings = {}, .weights = {}, .name = "a;b"}).ok());
}

TEST(Policy, WhatIsSaidLaterCounts)
{
    const PolicyChanges base{.settings = {{"Refuser", {{"gate", "true"}}}}, .weights = {{"Scorer", 5}}};
    const PolicyChanges over{.settings = {}, .weights = {{"Scorer", 7}}, .name = "a/1"};
    EXPECT_EQ(
        *Policy::make(registry(), merged(base, over)).value()->text(), "policy=a/1;Refuser.gate=true;Scorer.weight=7");
}

TEST(Policy, AnExtenderConcernsEveryPodOrThoseThatNameAResourceOfIts)
{
    const auto extended = [](const std::vector<std::string> &resources, const model::PodPtr &pod) {
        PolicyChanges changes;
        changes.extenders.emplace_back();
        for (const std::string &resource : resources) {
            changes.extenders[0].managedResources.emplace_back(resource);
        }
        return Policy::make(registry(), changes).value()->extended(*pod);
    };
    const model::PodPtr plain = model::testing::makePod("p").req("cpu", "1").obj();
    const model::PodPtr asks = model::testing::makePod("p").req("a.org/x", "1").obj();
    const model::PodPtr asksForNone = model::testing::makePod("p").req("a.org/x", "0").obj();
    EXPECT_TRUE(extended({}, plain));
    EXPECT_FALSE(extended({"a.org/x"}, plain));
    EXPECT_TRUE(extended({"a.org/x"}, asks));
    EXPECT_TRUE(extended({"a.org/x"}, asksForNone)) << "naming it is enough";
    EXPECT_TRUE(extended({"b.org/y", "a.org/x"}, asks));
    EXPECT_FALSE(extended({"b.org/y"}, asks));
    EXPECT_FALSE(Policy::make(registry(), {}).value()->extended(*asks));
}

TEST(CycleState, KeepsOneValueOfEachType)
{
    struct One {
        int value = 0;
    };
    struct Two {
        std::string value;
    };
    CycleState state;
    state.write(One{1});
    state.write(Two{"two"});
    state.write(One{3});
    EXPECT_EQ(state.read<One>().value, 3);
    EXPECT_EQ(state.read<Two>().value, "two");
}

} // namespace
} // namespace binnacle::framework
