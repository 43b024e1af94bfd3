// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/spread_terms.h"

#include <gtest/gtest.h>

#include <string>

namespace binnacle::framework {
namespace {

TEST(SpreadTerms, AreLabelsWithTheirSkew)
{
    const auto terms = parseSpreadTerms("topology.kubernetes.io/zone=1:DoNotSchedule,host=2147483647:ScheduleAnyway");
    ASSERT_TRUE(terms.ok()) << terms.status();
    ASSERT_EQ(terms->size(), 2u);
    EXPECT_EQ((*terms)[0].topologyKey.text(), "topology.kubernetes.io/zone");
    EXPECT_EQ((*terms)[0].maxSkew, 1);
    EXPECT_TRUE((*terms)[0].filters);
    EXPECT_EQ((*terms)[1].maxSkew, 2147483647);
    EXPECT_FALSE((*terms)[1].filters);
    EXPECT_TRUE(parseSpreadTerms("").value().empty());
}

TEST(SpreadTerms, AreRefusedWhenTheyAreNone)
{
    for (const char *text : {",", "a", "a=1", "a:DoNotSchedule", "a=:DoNotSchedule", "=1:DoNotSchedule",
             "a=0:DoNotSchedule", "a=-1:DoNotSchedule", "a=1:Never", "a=1x:DoNotSchedule", "a=2147483648:DoNotSchedule",
             "a=1:DoNotSchedule,", "a=1:DoNotSchedule,a=2:DoNotSchedule", "a b=1:DoNotSchedule", ":=1"}) {
        EXPECT_FALSE(parseSpreadTerms(text).ok()) << text;
    }
    EXPECT_TRUE(parseSpreadTerms("a=1:DoNotSchedule,a=1:ScheduleAnyway").ok()) << "not the same";
    std::string many = "k0=1:DoNotSchedule";
    for (int i = 1; i < 64; ++i) {
        many += ",k" + std::to_string(i) + "=1:DoNotSchedule";
    }
    EXPECT_TRUE(parseSpreadTerms(many).ok());
    EXPECT_FALSE(parseSpreadTerms(many + ",z=1:DoNotSchedule").ok());
}

} // namespace
} // namespace binnacle::framework
