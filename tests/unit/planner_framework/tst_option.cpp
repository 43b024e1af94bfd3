// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/option.h"

#include <gtest/gtest.h>

namespace binnacle::framework {
namespace {

const std::vector<Option> &options()
{
    static const std::vector<Option> all{
        {.name = "gate",
            .kind = Option::Kind::Switch,
            .byDefault = "false",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        {.name = "colour",
            .kind = Option::Kind::Choice,
            .byDefault = "red",
            .choices = {"red", "green"},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        {.name = "names",
            .kind = Option::Kind::Names,
            .byDefault = "",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        {.name = "weights",
            .kind = Option::Kind::Weights,
            .byDefault = "cpu=1,memory=2",
            .choices = {},
            .minimum = 1,
            .maximum = 100,
            .unit = "weight"},
        {.name = "points",
            .kind = Option::Kind::Points,
            .byDefault = "0=0,100=10",
            .choices = {},
            .minimum = 0,
            .maximum = 10,
            .unit = {}},
        {.name = "terms",
            .kind = Option::Kind::NodeTerms,
            .byDefault = "",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
        {.name = "preferred",
            .kind = Option::Kind::WeightedNodeTerms,
            .byDefault = "7: gpu",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}},
    };
    return all;
}

bool legal(const std::string &name, const std::string &text)
{
    return OptionValues::check(options(), {{name, text}}).ok();
}

TEST(Option, TakesOnlyTextOfItsKind)
{
    EXPECT_TRUE(legal("gate", "true"));
    EXPECT_FALSE(legal("gate", "yes"));
    EXPECT_TRUE(legal("colour", "green"));
    EXPECT_FALSE(legal("colour", "blue"));
    EXPECT_TRUE(legal("names", ""));
    EXPECT_TRUE(legal("names", "a,b"));
    EXPECT_FALSE(legal("names", "a,,b"));
    EXPECT_FALSE(legal("names", "a,"));
}

TEST(Option, KeepsNumbersWithinTheirBounds)
{
    EXPECT_TRUE(legal("weights", "cpu=1,nvidia.com/gpu=100"));
    EXPECT_FALSE(legal("weights", "cpu=0"));
    EXPECT_FALSE(legal("weights", "cpu=101"));
    EXPECT_FALSE(legal("weights", "cpu=99999999999999999999"));
    EXPECT_FALSE(legal("weights", "cpu"));
    EXPECT_FALSE(legal("weights", "=1"));
    EXPECT_FALSE(legal("weights", ""));
    EXPECT_FALSE(legal("weights", "cpu=1,cpu=2"));
}

TEST(Option, WantsPointsInRisingOrder)
{
    EXPECT_TRUE(legal("points", "0=10,50=5,100=0"));
    EXPECT_FALSE(legal("points", "50=5,0=10"));
    EXPECT_FALSE(legal("points", "50=5,50=6"));
    EXPECT_FALSE(legal("points", "0=0,101=10"));
    EXPECT_FALSE(legal("points", "-1=0"));
}

TEST(Option, TakesNodeTermsWithWeightsOrWithout)
{
    EXPECT_TRUE(legal("terms", ""));
    EXPECT_TRUE(legal("terms", "zone in (a,b) | gpu"));
    EXPECT_FALSE(legal("terms", "50: gpu"));
    EXPECT_TRUE(legal("preferred", "50: gpu"));
    EXPECT_FALSE(legal("preferred", "gpu"));
    const Settings settings{{"terms", "zone=a | gpu"}};
    const OptionValues values(options(), settings);
    EXPECT_EQ(values.nodeTerms("terms").size(), 2u);
    ASSERT_EQ(values.nodeTerms("preferred").size(), 1u);
    EXPECT_EQ(values.nodeTerms("preferred")[0].weight, 7);
}

TEST(Option, NamesTheSettingThatIsWrong)
{
    const absl::Status unknown = OptionValues::check(options(), {{"size", "1"}});
    EXPECT_EQ(unknown.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(unknown.message().find("size"), absl::string_view::npos);
}

TEST(Option, FallsBackToTheDefault)
{
    const Settings settings{{"colour", "green"}};
    const OptionValues values(options(), settings);
    EXPECT_FALSE(values.isOn("gate"));
    EXPECT_EQ(values.text("colour"), "green");
    const std::vector<NamedNumber> weights = values.numbers("weights");
    ASSERT_EQ(weights.size(), 2u);
    EXPECT_EQ(weights[1].name, "memory");
    EXPECT_EQ(weights[1].number, 2);
}

} // namespace
} // namespace binnacle::framework
