// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace binnacle::base {
namespace {

TEST(Fingerprint, IsTheSameInEveryRunAndOnEveryMachine)
{
    const Fingerprint known = FingerprintBuilder().add("node-1").add(std::int64_t{42}).add("").finish();
    EXPECT_EQ(known.hex(), FingerprintBuilder().add("node-1").add(std::int64_t{42}).add("").finish().hex());
    EXPECT_EQ(known.hex(), "03223fc3b38ed9b387bcc70820e3dd61");
}

TEST(Fingerprint, KeepsSequencesOfFieldsApart)
{
    std::set<std::string> seen;
    const auto insert = [&](const Fingerprint &print) { EXPECT_TRUE(seen.insert(print.hex()).second) << print.hex(); };
    insert(FingerprintBuilder().finish());
    insert(FingerprintBuilder().add("").finish());
    insert(FingerprintBuilder().add("").add("").finish());
    insert(FingerprintBuilder().add("ab").add("c").finish());
    insert(FingerprintBuilder().add("a").add("bc").finish());
    insert(FingerprintBuilder().add("abc").finish());
    insert(FingerprintBuilder().add(std::string_view("a\0", 2)).finish());
    insert(FingerprintBuilder().add("a").finish());
    insert(FingerprintBuilder().add(std::int64_t{0}).finish());
    insert(FingerprintBuilder().add(std::int64_t{0}).add(std::int64_t{0}).finish());
    insert(FingerprintBuilder().add(Fingerprint{}).finish());
    for (std::int64_t i = 1; i < 2000; ++i) {
        insert(FingerprintBuilder().add(i).finish());
        insert(FingerprintBuilder().add(std::to_string(i)).finish());
        insert(FingerprintBuilder().add(std::string(static_cast<std::size_t>(i), 'x')).finish());
    }
}

TEST(Fingerprint, SumsAreCommutativeAndCanBeTakenBack)
{
    const Fingerprint a = FingerprintBuilder().add("a").finish();
    const Fingerprint b = FingerprintBuilder().add("b").finish();
    Fingerprint ab = a;
    ab += b;
    Fingerprint ba = b;
    ba += a;
    EXPECT_EQ(ab, ba);
    ab -= a;
    EXPECT_EQ(ab, b);
}

} // namespace
} // namespace binnacle::base
