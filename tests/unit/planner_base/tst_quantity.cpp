// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/quantity.h"
#include "planner/base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace binnacle::base {
namespace {

using Format = Quantity::Format;
constexpr std::int64_t maxUnits = std::numeric_limits<std::int64_t>::max();

Quantity parsed(std::string_view text)
{
    const auto quantity = Quantity::parse(text);
    EXPECT_TRUE(quantity.ok()) << text << ": " << quantity.status();
    return quantity.value_or(Quantity());
}

struct Canonical {
    const char *text;
    const char *canonical;
    std::int64_t nano;
};

TEST(Quantity, ReadsEverySuffixExactlyAndWritesTheCanonicalText)
{
    const Canonical rows[] = {
        {"0", "0", 0},
        {"1", "1", 1'000'000'000},
        {"1.5", "1500m", 1'500'000'000},
        {"2750m", "2750m", 2'750'000'000},
        {"64512345n", "64512345n", 64'512'345},
        {"420u", "420u", 420'000},
        {"-3.01", "-3010m", -3'010'000'000},
        {"+5", "5", 5'000'000'000},
        {".5", "500m", 500'000'000},
        {"1.", "1", 1'000'000'000},
        {"0005", "5", 5'000'000'000},
        {"100m", "100m", 100'000'000},
        {"1000m", "1", 1'000'000'000},
        {"1000000", "1M", 1'000'000'000'000'000},
        {"05375e-3", "5375e-3", 5'375'000'000},
        {"1E3", "1e3", 1'000'000'000'000},
        {"1.1e5", "110e3", 110'000'000'000'000},
        {"1e0", "1", 1'000'000'000},
        {"12e-3", "12e-3", 12'000'000},
        {"1Ki", "1Ki", 1'024'000'000'000},
        {"1.5Ki", "1536", 1'536'000'000'000},
        {"1024Ki", "1Mi", 1'048'576'000'000'000},
        {"0.5Ki", "512", 512'000'000'000},
        {"1000Ki", "1000Ki", 1'024'000'000'000'000},
        {"0.0001Ki", "102400u", 102'400'000},
        {"1E", "1E", 0},
        {"1Ei", "1Ei", 0},
        {"1.0001Ki", "1024102400u", 1'024'102'400'000},
    };
    for (const Canonical &row : rows) {
        const Quantity quantity = parsed(row.text);
        EXPECT_EQ(quantity.text(), row.canonical) << row.text;
        if (row.nano != 0) {
            EXPECT_TRUE(quantity.nano() == row.nano) << row.text;
        }
    }
}

TEST(Quantity, RoundsDigitsFinerThanNanoAwayFromZero)
{
    EXPECT_EQ(parsed("0.9n").text(), "1n");
    EXPECT_EQ(parsed("-0.9n").text(), "-1n");
    EXPECT_EQ(parsed("0.0000000001").text(), "1n");
    EXPECT_EQ(parsed("1.0000000001").text(), "1000000001n");
    EXPECT_EQ(parsed("1e-12").text(), "1e-9");
    EXPECT_EQ(parsed("0.00000000000000000001Ki").text(), "1n");
    EXPECT_EQ(parsed("0.10Ki").text(), "102400m");
}

TEST(Quantity, RefusesAnExponentBeyond32BitsAtOnce)
{
    for (const char *text : {"2E6024865272343", "1e2147483648", "1e-99999999999999999999999999"}) {
        EXPECT_EQ(Quantity::parse(text).status().code(), absl::StatusCode::kOutOfRange) << text;
    }
}

TEST(Quantity, BoundsTheWorkOfALegalButHugeExponent)
{
    EXPECT_EQ(Quantity::parse("1e2147483647").status().code(), absl::StatusCode::kOutOfRange);
    EXPECT_EQ(parsed("1e-2147483648").text(), "1e-9");
    EXPECT_EQ(parsed("-7e-2147483648").text(), "-1e-9");
    EXPECT_EQ(parsed("0e2147483647").text(), "0");
}

TEST(Quantity, KeepsDecimalValuesBeyondInt64)
{
    const Quantity big = parsed("2000E");
    EXPECT_EQ(big.text(), "2e21");
    EXPECT_TRUE(big == parsed("2000000000000000000000"));
    EXPECT_EQ(big.value(), maxUnits);
    EXPECT_EQ(big.milliValue(), maxUnits);
    const Quantity written = parsed("1000000000000000000000");
    EXPECT_EQ(written.text(), "1e21");
    EXPECT_TRUE(parsed(written.text()) == written);
    EXPECT_DOUBLE_EQ(written.toDouble(), 1e21);
}

TEST(Quantity, SaysSoWhenAValueIsBeyond128Bits)
{
    EXPECT_TRUE(Quantity::parse("170141183460469231731687303715").ok());
    EXPECT_EQ(Quantity::parse("170141183460469231731687303716").status().code(), absl::StatusCode::kOutOfRange);
    EXPECT_EQ(Quantity::parse("1e30").status().code(), absl::StatusCode::kOutOfRange);
    EXPECT_EQ(Quantity::parse(std::string(200, '9')).status().code(), absl::StatusCode::kOutOfRange);
}

TEST(Quantity, CapsBinaryValuesAtTheLargestInt64)
{
    for (const char *text :
        {"8Ei", "9Ei", "9223372036854775808Ki", "99999999999999999999999999Ki", "7.9999999999999999999999Ei"}) {
        EXPECT_EQ(parsed(text).value(), maxUnits) << text;
        EXPECT_EQ(parsed(text).text(), "9223372036854775807") << text;
    }
    EXPECT_EQ(parsed("-8Ei").text(), "-9223372036854775807");
    EXPECT_EQ(parsed("7Ei").value(), std::int64_t{7} << 60);
}

TEST(Quantity, SumsOfHugeValuesNeverWrap)
{
    const Quantity node = parsed("8Ei");
    const Quantity sum = node + node + node;
    EXPECT_EQ(sum.text(), "27670116110564327421");
    EXPECT_EQ(sum.value(), maxUnits);

    Quantity top = Quantity::fromNano(~(Quantity::Nano{1} << 127));
    top += parsed("1");
    EXPECT_TRUE(top.nano() == ~(Quantity::Nano{1} << 127));
    Quantity bottom = Quantity::fromNano(Quantity::Nano{1} << 127);
    bottom -= parsed("1");
    EXPECT_TRUE(bottom.nano() == Quantity::Nano{1} << 127);
    EXPECT_FALSE(bottom.text().empty());
}

TEST(Quantity, AZeroSumTakesTheFormatOfWhatIsAdded)
{
    EXPECT_EQ((Quantity() + parsed("1Gi")).text(), "1Gi");
    EXPECT_EQ((parsed("1G") + parsed("1Gi")).text(), "2073741824");
    EXPECT_EQ((parsed("3Gi") - parsed("1Gi")).text(), "2Gi");
}

TEST(Quantity, RoundsWholeUnitsAndThousandthsUp)
{
    EXPECT_EQ(parsed("420u").milliValue(), 1);
    EXPECT_EQ(parsed("-420u").milliValue(), -1);
    EXPECT_EQ(parsed("1500m").value(), 2);
    EXPECT_EQ(parsed("-1500m").value(), -2);
    EXPECT_EQ(parsed("2750m").milliValue(), 2750);
}

TEST(Quantity, ReadsMeasuredUseWithoutLosingPowersOfTen)
{
    EXPECT_DOUBLE_EQ(parsed("64512345n").toDouble(), 0.064512345);
    EXPECT_DOUBLE_EQ(parsed("420u").toDouble(), 0.00042);
    EXPECT_DOUBLE_EQ(parsed("2750m").toDouble(), 2.75);
    EXPECT_DOUBLE_EQ(parsed("1.5").toDouble(), 1.5);
    EXPECT_NEAR(parsed("2750m").toDouble() / parsed("8").toDouble() * 100, 34.4, 0.05);
}

TEST(Quantity, RefusesWhatIsNotAQuantity)
{
    for (const char *text : {"", "1.1.M", "1+1.0M", "0.1mi", "0.1am", "aoeu", ".5i", "1i", "-3.01i", "-3.01e-", " 1",
             "1 ", "1e", "1K", "1ki", "1MI", "1m5", "1Ki+", "--1", "+-1", "1,5", "0x10", "NaN", "inf", "\xff", "1e1.5",
             "1ee5", "Ei", ".Pi", "e-10"}) {
        EXPECT_EQ(Quantity::parse(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
    }
    EXPECT_EQ(Quantity::parse(std::string(257, '1')).status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(Quantity::parse(std::string_view("1\0", 2)).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Quantity, AnErrorShowsUntrustedTextEscapedAndCut)
{
    const auto status = Quantity::parse(std::string(100, '\n')).status();
    EXPECT_EQ(status.message().find('\n'), std::string::npos);
    EXPECT_LT(status.message().size(), 512u);
}

TEST(Quantity, ReadsANumberWithoutDigitsAsZeroLikeTheReference)
{
    for (const char *text : {"+", ".", "m", "Ki", ".Ti", "e3"}) {
        EXPECT_TRUE(parsed(text).isZero()) << text;
    }
}

TEST(Quantity, ComparesByValueNotByForm)
{
    EXPECT_TRUE(parsed("1") == parsed("1000m"));
    EXPECT_TRUE(parsed("1Gi") > parsed("1G"));
    EXPECT_TRUE(parsed("-1") < parsed("0"));
}

TEST(Quantity, EveryValueSurvivesTheRoundTripThroughItsText)
{
    constexpr std::uint64_t seed = 20260101;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    SeededRandom random(seed);
    for (int i = 0; i < 200'000; ++i) {
        const auto bits = static_cast<int>(random.below(127));
        auto nano = static_cast<Quantity::Nano>(
            (static_cast<unsigned __int128>(random.next()) << 64 | random.next()) >> (127 - bits) >> 1);
        const auto format = static_cast<Format>(random.below(3));
        if (random.below(3) == 0) { // values with many trailing zeros, whose suffix is large
            nano = (nano >> 80) * 1'000'000'000 * 1024;
        }
        const Quantity value = Quantity::fromNano(random.below(2) == 0 ? nano : -nano, format);
        const auto back = Quantity::parse(value.text());
        // A binary text is capped at 2^63-1 units by the rules of the grammar; nothing else may be lost.
        const auto limit = static_cast<Quantity::Nano>(maxUnits) * 1'000'000'000;
        if (format == Format::BinarySi && (value.nano() > limit || value.nano() < -limit)) {
            continue;
        }
        ASSERT_TRUE(back.ok()) << value.text();
        ASSERT_TRUE(*back == value) << value.text();
        ASSERT_EQ(back->text(), value.text());
    }
}

} // namespace
} // namespace binnacle::base
