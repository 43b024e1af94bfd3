// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/selector.h"

#include "planner/model/testing/devices.h"

#include <gtest/gtest.h>

#include <random>

namespace binnacle::plugins {
namespace {

using namespace model::testing;

/// A device with one of everything.
model::ResourceSlicePtr card()
{
    return makeSlice("pool", "n1")
        .device("gpu-0")
        .attribute("model", "a100")
        .attribute("index", std::int64_t{3})
        .attribute("shared", true)
        .version("firmware", "1.10.0")
        .attribute("numa.example.com/node", std::int64_t{1})
        .capacity("memory", "40Gi")
        .capacity("numa.example.com/lanes", "16")
        .obj();
}

Match match(std::string_view expression, const model::ResourceSlicePtr &slice = card())
{
    return Selector(expression).matches(DeviceView(slice->driver, slice->devices.front()));
}

struct Row {
    const char *expression;
    Match expected;
};

class DeviceSelector : public ::testing::TestWithParam<Row> { };

TEST_P(DeviceSelector, SaysWhatKubernetesSays)
{
    const Selector selector(GetParam().expression);
    EXPECT_EQ(match(GetParam().expression), GetParam().expected) << GetParam().expression << ' ' << selector.obstacle();
}

#define GPU R"(device.attributes["gpu.example.com"])"

INSTANTIATE_TEST_SUITE_P(Fields, DeviceSelector,
    ::testing::Values( //
        Row{R"(device.driver == "gpu.example.com")", Match::Yes}, //
        Row{R"(device.driver != 'gpu.example.com')", Match::No}, //
        Row{"device.allowMultipleAllocations", Match::No}, //
        Row{GPU R"(.model == "a100")", Match::Yes}, //
        Row{GPU R"(["model"] == "a100")", Match::Yes}, //
        Row{GPU ".shared", Match::Yes}, //
        Row{"!" GPU ".shared", Match::No}, //
        Row{GPU ".index < 4 && " GPU ".index >= 3", Match::Yes}, //
        Row{R"(device.attributes["numa.example.com"].node == 1)", Match::Yes}, //
        Row{R"(device.capacity["numa.example.com"].lanes == quantity("16"))", Match::Yes}, //
        Row{R"(device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) == 0)", Match::Yes}, //
        Row{R"(device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("40G")))", Match::Yes}, //
        Row{GPU R"(.firmware.isGreaterThan(semver("1.9.99")))", Match::Yes}, //
        Row{GPU R"(.firmware.compareTo(semver("2.0.0")) <= 0)", Match::Yes}, //
        Row{GPU R"(.firmware.minor() == 10)", Match::Yes}, //
        Row{GPU R"(.firmware == semver("1.10.0+build.7"))", Match::Yes}));

INSTANTIATE_TEST_SUITE_P(WhatIsNotThere, DeviceSelector,
    ::testing::Values( //
        Row{GPU R"(.colour == "red")", Match::Failed}, //
        Row{R"(device.attributes["other.example.com"].model == "a100")", Match::Failed}, //
        Row{R"("model" in device.attributes["other.example.com"])", Match::No}, //
        Row{R"("model" in )" GPU, Match::Yes}, //
        Row{R"("gpu.example.com" in device.attributes)", Match::Yes}, //
        Row{R"("other.example.com" in device.attributes)", Match::No}, //
        Row{"has(" GPU ".model)", Match::Yes}, //
        Row{"has(" GPU ".colour)", Match::No}, //
        Row{"has(device.attributes.anything)", Match::Yes}, // every domain is there, if only as an empty one
        Row{"has(" GPU ".colour) && " GPU R"(.colour == "red")", Match::No}, //
        Row{GPU R"(.?colour.orValue("none") == "none")", Match::Yes}, //
        Row{GPU R"(.?model.orValue("none") != "t4")", Match::Yes}, //
        Row{GPU R"([?"model"].hasValue())", Match::Yes}, //
        Row{GPU ".?colour.value() == 1", Match::Failed}, //
        Row{GPU R"(.?colour.or(optional.of("red")).value() == "red")", Match::Yes}));

INSTANTIATE_TEST_SUITE_P(Logic, DeviceSelector,
    ::testing::Values( //
        Row{"true", Match::Yes}, //
        Row{"false || true", Match::Yes}, //
        Row{GPU ".colour == 1 || true", Match::Yes}, // what fails is absorbed by what settles
        Row{GPU ".colour == 1 && false", Match::No}, //
        Row{GPU ".colour == 1 && true", Match::Failed}, //
        Row{GPU ".model && true", Match::Failed}, // no boolean
        Row{GPU R"(.index > 2 ? )" GPU ".shared : false", Match::Yes}, //
        Row{GPU R"(.index == "3")", Match::No}, // of another type
        Row{GPU R"(.index < "3")", Match::Failed}, //
        Row{GPU R"(.firmware == "1.10.0")", Match::Failed}, // versions know no other type
        Row{GPU ".model", Match::Failed}, // a result that is no boolean
        Row{GPU R"(.model in ["a100", "l4"])", Match::Yes}, //
        Row{GPU R"(.index in [1, 2])", Match::No}, //
        Row{GPU R"(.model in [])", Match::No}));

INSTANTIATE_TEST_SUITE_P(Values, DeviceSelector,
    ::testing::Values( //
        Row{"1 + 2 * 3 == 7 && (1 + 2) * 3 == 9 && 7 / 2 == 3 && 7 % 4 == 3", Match::Yes}, //
        Row{"-3 < 0 && 0x10 == 16 && 2.5 > 2 && 1e3 == 1000.0", Match::Yes}, //
        Row{"9223372036854775807 + 1 > 0", Match::Failed}, //
        Row{"1 / 0 == 1", Match::Failed}, //
        Row{"-9223372036854775808 < 0", Match::Yes}, //
        Row{"9223372036854775808 > 0", Match::Undecided}, //
        Row{R"("a" + "b" == "ab" && "abc".startsWith("ab") && "abc".endsWith("bc") && "abc".contains("b"))",
            Match::Yes}, //
        Row{R"(size("äb") == 2 && [1, 2].size() == 2 && 'x\u00e4\n' == "xä\n")", Match::Yes}, //
        Row{R"('''it's''' == "it's" && r"\n" == "\\n")", Match::Yes}, //
        Row{R"("AbC".lowerAscii() == "abc" && "AbC".upperAscii() == "ABC")", Match::Yes}, //
        Row{R"(quantity("1k").isInteger() && quantity("1k").asInteger() == 1000 && sign(quantity("-1")) == -1)",
            Match::Yes}, //
        Row{R"(quantity("1").add(quantity("500m")).compareTo(quantity("1500m")) == 0)", Match::Yes}, //
        Row{R"(quantity("1").sub(1) == quantity("0"))", Match::Yes}, //
        Row{R"(isQuantity("10Gi") && !isQuantity("10GB") && isSemver("1.2.3-rc.1") && !isSemver("1.02.3"))",
            Match::Yes}, //
        Row{R"(quantity("x") == quantity("1"))", Match::Failed}, //
        Row{R"(semver("1.2.3-rc.1").isLessThan(semver("1.2.3")))", Match::Yes}, //
        Row{R"(semver("1.2.3-rc.2").isLessThan(semver("1.2.3-rc.10")))", Match::Yes}));

INSTANTIATE_TEST_SUITE_P(Macros, DeviceSelector,
    ::testing::Values( //
        Row{"cel.bind(gpu, " GPU R"(, gpu.model == "a100" && gpu.index == 3))", Match::Yes}, //
        Row{R"(["a100", "l4"].exists(m, m == )" GPU ".model)", Match::Yes}, //
        Row{"[1, 2, 3].all(i, i > 0)", Match::Yes}, //
        Row{"[1, 2, 3].exists_one(i, i > 1)", Match::No}, //
        Row{"[0, 1].exists(i, 1 / i == 1)", Match::Yes}, //
        Row{"[0, 2].exists(i, 1 / i == 1)", Match::Failed}));

/// Not built, or refused by the API server: never guessed.
INSTANTIATE_TEST_SUITE_P(NotDecidable, DeviceSelector,
    ::testing::Values( //
        Row{R"("a100".matches("a.*"))", Match::Undecided}, //
        Row{"device.driver == 1", Match::Undecided}, //
        Row{"device.driver", Match::Undecided}, //
        Row{"device.serial == 1", Match::Undecided}, //
        Row{"gpu == 1", Match::Undecided}, //
        Row{"", Match::Undecided}, //
        Row{"true)", Match::Undecided}, //
        Row{"(true", Match::Undecided}, //
        Row{"true &", Match::Undecided}, //
        Row{"1u == 1u", Match::Undecided}, //
        Row{"b'x' == b'x'", Match::Undecided}, //
        Row{R"({"a": 1}.a == 1)", Match::Undecided}, //
        Row{"[1, 'a'].size() == 2", Match::Undecided}, //
        Row{"device.attributes.exists(d, true)", Match::Undecided}, //
        Row{"duration('1s') == duration('1s')", Match::Undecided}, //
        Row{R"(quantity("1e40") == quantity("1"))", Match::Undecided}, //
        Row{"'unfinished", Match::Undecided}, //
        Row{R"('\q' == '')", Match::Undecided}));

TEST(DeviceSelectorLimits, OfLengthDepthAndStepsAreKept)
{
    EXPECT_EQ(match(std::string(20'000, ' ') + "true"), Match::Undecided);
    EXPECT_EQ(match(std::string(500, '(') + "true" + std::string(500, ')')), Match::Undecided);
    EXPECT_EQ(match(std::string(501, '!') + "true"), Match::Undecided);
    std::string sum = "1";
    for (int i = 0; i < 1000; ++i) {
        sum += "+1";
    }
    EXPECT_EQ(match(sum + " > 0"), Match::Undecided);
    std::string many = "true";
    for (int i = 0; i < 1000; ++i) {
        many += "&&true";
    }
    EXPECT_EQ(match(many), Match::Yes) << "long, but not deep";
    std::string list = "[1";
    for (int i = 0; i < 60; ++i) {
        list += ",1";
    }
    list += "]";
    EXPECT_EQ(match(list + ".all(a, " + list + ".all(b, " + list + ".all(c, a == b && b == c)))"), Match::Undecided);
}

TEST(DeviceSelectorLimits, ADeviceWithAnAttributeOfNoKnownTypeFailsEverySelector)
{
    const auto odd = makeSlice("pool").device("d").attribute("list", model::DeviceAttribute{}).obj();
    EXPECT_EQ(match("true", odd), Match::Failed);
    EXPECT_EQ(match("true", makeSlice("pool").device("d").version("v", "1.2").obj()), Match::Failed);
}

TEST(DeviceSelectorLimits, NeverCrashOnTextsMadeOfItsOwnParts)
{
    static const std::vector<std::string> parts{"device", ".attributes", "[\"gpu.example.com\"]", ".model", ".?model",
        ".orValue(", "(", ")", "[", "]", "&&", "||", "!", "-", "==", "!=", "<", " in ", "true", "1", "2.5", "\"a100\"",
        "?", ":", ",", "has(", "quantity(\"1\")", "semver(\"1.0.0\")", ".compareTo(", "cel.bind(x,", "x", ".exists(x,",
        "+", "*", "size("};
    const unsigned seed = 20261130;
    std::mt19937 random(seed);
    const auto slice = card();
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (unsigned n = random() % 12; n-- > 0;) {
            text += parts[random() % parts.size()];
        }
        const Selector selector(text);
        const Match result = selector.matches(DeviceView(slice->driver, slice->devices.front()));
        EXPECT_EQ(selector.decidable(), selector.obstacle().empty()) << "seed " << seed << ": " << text;
        EXPECT_TRUE(selector.decidable() || result == Match::Undecided) << "seed " << seed << ": " << text;
    }
}

TEST(Version, IsStrictAndOrderedByPrecedence)
{
    for (const char *bad : {"", "1", "1.2", "1.2.x", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3+", "1.2.3-a..b", "v1.2.3",
             "1.2.99999999999999999999", "1.2.3-a_b", " 1.2.3"}) {
        EXPECT_FALSE(Version::parse(bad)) << bad;
    }
    const std::vector<const char *> rising{"0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
        "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.1.0", "2.0.0"};
    for (std::size_t i = 1; i < rising.size(); ++i) {
        EXPECT_LT(*Version::parse(rising[i - 1]), *Version::parse(rising[i])) << rising[i];
    }
    EXPECT_EQ(*Version::parse("1.0.0+a"), *Version::parse("1.0.0+b"));
}

} // namespace
} // namespace binnacle::plugins
