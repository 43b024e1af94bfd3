// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/json.h"
#include "backend/kube/yaml.h"
#include "backend/kube/yaml_scalar.h"

#include <gmock/gmock.h>

#include <string>

namespace binnacle::kube {
namespace {

using testing::HasSubstr;

std::string message(const absl::Status &status) { return std::string(status.message()); }

std::string limitOf(const absl::Status &status)
{
    const auto payload = status.GetPayload({limitPayload.data(), limitPayload.size()});
    return payload ? std::string(*payload) : "";
}

Document parsed(std::string_view text)
{
    auto document = parseDocument("t.yaml", text);
    EXPECT_TRUE(document.ok()) << document.status();
    return document.ok() ? *std::move(document) : Document{};
}

TEST(Yaml, TypesPlainScalarsAsKubectlDoes)
{
    const Document document =
        parsed("a: 1\nb: 1.5\nc: true\nd: yes\ne: ~\nf: hello\ng: \"true\"\nh: 0x10\ni: 010\nj: 1_000\nk: 2024-01-01\n"
               "l: 99999999999999999999\nm: !!str 7\nn: 'x'\n");
    const Value root = document.root();
    EXPECT_EQ(root["a"].integer(), 1);
    EXPECT_DOUBLE_EQ(root["b"].number(), 1.5);
    EXPECT_TRUE(root["c"].boolean());
    EXPECT_TRUE(root["d"].boolean());
    EXPECT_EQ(root["e"].kind(), ValueKind::Null);
    EXPECT_EQ(root["f"].kind(), ValueKind::String);
    EXPECT_EQ(root["g"].kind(), ValueKind::String);
    EXPECT_TRUE(root["g"].quoted());
    EXPECT_EQ(root["h"].integer(), 16);
    EXPECT_EQ(root["i"].integer(), 8);
    EXPECT_EQ(root["j"].integer(), 1000);
    EXPECT_EQ(root["k"].kind(), ValueKind::String);
    EXPECT_EQ(root["l"].kind(), ValueKind::Double);
    EXPECT_EQ(root["m"].text(), "7");
    EXPECT_EQ(root["m"].kind(), ValueKind::String);
    EXPECT_EQ(root["absent"].kind(), ValueKind::Absent);
}

TEST(Yaml, TypesTheLimitsOfIntegers)
{
    EXPECT_EQ(typePlainScalar("9223372036854775807").integer, INT64_MAX);
    EXPECT_EQ(typePlainScalar("-9223372036854775808").integer, INT64_MIN);
    EXPECT_EQ(typePlainScalar("9223372036854775808").kind, ValueKind::Double);
    EXPECT_EQ(typePlainScalar("-").kind, ValueKind::String);
    EXPECT_EQ(typePlainScalar("+").kind, ValueKind::String);
    EXPECT_EQ(typePlainScalar(".").kind, ValueKind::String);
    EXPECT_EQ(typePlainScalar("0x").kind, ValueKind::String);
    EXPECT_EQ(typePlainScalar("1e3").kind, ValueKind::Double);
    EXPECT_EQ(typePlainScalar("500m").kind, ValueKind::String);
    EXPECT_EQ(typePlainScalar("10.0.0.1").kind, ValueKind::String);
    EXPECT_EQ(typePlainScalar(".inf").kind, ValueKind::Double);
}

TEST(Yaml, KeepsThePlaceOfEveryValue)
{
    const Document document = parsed("metadata:\n  name: x\nlist:\n- 1\n-  two\n");
    EXPECT_EQ(document.root()["metadata"]["name"].position(), (Position{2, 9}));
    const Value list = document.root()["list"];
    ASSERT_EQ(list.size(), 2U);
    auto at = list.begin();
    ++at;
    EXPECT_EQ((*at).value.position(), (Position{5, 4}));
}

TEST(Yaml, JsonTextsGiveTheSameTreeWithTheirPlaces)
{
    const Document document = parsed("{\n  \"a\": {\"b\": [1, \"two\", null, true, 1.5]},\n  \"c\": \"\\u00e9\\n\"}");
    const Value list = document.root()["a"]["b"];
    ASSERT_EQ(list.size(), 5U);
    EXPECT_EQ(list.position(), (Position{2, 14}));
    EXPECT_EQ(document.root()["c"].text(), "\xc3\xa9\n");
    EXPECT_EQ(document.root()["c"].position(), (Position{3, 8}));
}

TEST(Yaml, ReadsFlowMappingsThatAreNoJson) { EXPECT_EQ(parsed("{a: b, c: [1, 2]}").root()["c"].size(), 2U); }

TEST(Yaml, WindowsLineEndsAndByteOrderMarksDoNotMatter)
{
    const Document document = parsed("\xef\xbb\xbf"
                                     "a: x\r\nb:\r\n- y\r\n");
    EXPECT_EQ(document.root()["a"].text(), "x");
    EXPECT_EQ(document.root()["b"].size(), 1U);
}

TEST(Yaml, Utf16IsNamedAndRefused)
{
    using namespace std::string_view_literals;
    for (const auto text : {"\xff\xfe"
                            "a\0:\0"sv,
             "\xfe\xff\0a\0:"sv, "a\0:\0 \0b\0"sv, "\0a\0:"sv}) {
        const auto document = parseDocument("t.yaml", text);
        ASSERT_FALSE(document.ok());
        EXPECT_THAT(message(document.status()), HasSubstr("UTF-16"));
        EXPECT_THAT(message(document.status()), HasSubstr("t.yaml:1:1"));
    }
}

TEST(Yaml, AZeroByteWithinIsRefusedWithItsPlace)
{
    using namespace std::string_view_literals;
    const auto document = parseDocument("t.yaml", "abcd: x\nef\0: y\n"sv);
    ASSERT_FALSE(document.ok());
    EXPECT_THAT(message(document.status()), HasSubstr("t.yaml:2:3"));
}

TEST(Yaml, AKeyThatOccursTwiceIsRefusedAtItsSecondPlace)
{
    const auto few = parseDocument("t.yaml", "a: 1\nb: 2\na: 3\n");
    ASSERT_FALSE(few.ok());
    EXPECT_THAT(message(few.status()), HasSubstr("t.yaml:3:1"));
    std::string many;
    for (int i = 0; i < 100; ++i) {
        many += "k" + std::to_string(i) + ": 1\n";
    }
    EXPECT_TRUE(parseDocument("t.yaml", many).ok());
    EXPECT_FALSE(parseDocument("t.yaml", many + "k3: 2\n").ok());
    EXPECT_FALSE(parseDocument("t.json", "{\"a\": 1, \"a\": 2}").ok());
}

TEST(Yaml, ATabForIndentationIsExplained)
{
    const auto document = parseDocument("t.yaml", "a:\n\tb: 1\n");
    ASSERT_FALSE(document.ok());
    EXPECT_THAT(message(document.status()), HasSubstr("tab"));
    EXPECT_THAT(message(document.status()), HasSubstr("t.yaml:2:"));
}

TEST(Yaml, ACyclicAliasIsRefused)
{
    for (const std::string_view text : {"a: &x\n  b: *x\n", "&x [1, *x]", "a: &x [&y {k: *x}]"}) {
        const auto document = parseDocument("t.yaml", text);
        ASSERT_FALSE(document.ok()) << text;
        EXPECT_THAT(message(document.status()), HasSubstr("inside the node it names"));
    }
}

TEST(Yaml, AliasesThatMultiplyAreRefusedByTheirExpandedSize)
{
    std::string bomb = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string below = "*l" + std::to_string(i - 1);
        bomb += "l" + std::to_string(i) + ": &l" + std::to_string(i) + " [";
        for (int k = 0; k < 10; ++k) {
            bomb += (k == 0 ? "" : ", ") + below;
        }
        bomb += "]\n";
    }
    const auto document = parseDocument("t.yaml", bomb);
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(limitOf(document.status()), "expandedNodes");
}

TEST(Yaml, AnAliasStandsForItsAnchor)
{
    const Document document = parsed("base: &b {x: 1}\nuse: *b\nlist: [*b, *b]\n");
    EXPECT_EQ(document.root()["use"]["x"].integer(), 1);
    EXPECT_EQ(document.root()["use"]["x"].position(), (Position{1, 14}));
    EXPECT_EQ(document.root()["list"].size(), 2U);
}

TEST(Yaml, DepthIsLimitedInBothForms)
{
    const std::string deep = std::string(65, '[') + std::string(65, ']');
    for (const std::string &text : {deep, "{\"a\": " + deep + "}"}) {
        const auto document = parseDocument("t.yaml", text);
        ASSERT_FALSE(document.ok());
        EXPECT_EQ(limitOf(document.status()), "depth") << document.status();
    }
    EXPECT_TRUE(parseDocument("t.yaml", std::string(64, '[') + std::string(64, ']')).ok());
    EXPECT_FALSE(parseDocument("t.yaml", std::string(100'000, '[')).ok());
    EXPECT_FALSE(parseDocument("t.json", "{\"a\": " + std::string(100'000, '[')).ok());
}

TEST(Yaml, BytesAndNodesAreLimited)
{
    DocumentLimits limits;
    limits.bytes = 10;
    EXPECT_EQ(limitOf(parseDocument("t.yaml", "abcdefghijk", limits).status()), "bytes");
    limits = {};
    limits.nodes = 10;
    EXPECT_EQ(limitOf(parseDocument("t.yaml", "[1,2,3,4,5,6,7,8,9,10]", limits).status()), "nodes");
}

TEST(Yaml, SeveralDocumentsComeInOrderAndEmptyOnesAreLeftOut)
{
    const auto documents = parseDocuments("t.yaml", "---\na: 1\n---\n# nothing\n---\nb: 2\n...\n");
    ASSERT_TRUE(documents.ok()) << documents.status();
    ASSERT_EQ(documents->size(), 2U);
    EXPECT_EQ((*documents)[1].root()["b"].integer(), 2);
    const auto one = parseDocument("t.yaml", "a: 1\n---\nb: 2\n");
    ASSERT_FALSE(one.ok());
    EXPECT_THAT(message(one.status()), HasSubstr("t.yaml:3:1"));
}

TEST(Yaml, AnEmptyTextHasNoRoot)
{
    EXPECT_FALSE(parsed("").root());
    EXPECT_FALSE(parsed("# only a remark\n").root());
}

TEST(Yaml, WhatIsNotSupportedIsRefusedNotMisread)
{
    EXPECT_FALSE(parseDocument("t.yaml", "b: &b {x: 1}\na:\n  <<: *b\n").ok());
    EXPECT_FALSE(parseDocument("t.yaml", "a: !custom 1\n").ok());
    EXPECT_FALSE(parseDocument("t.yaml", "? [1]\n: 2\n").ok());
    EXPECT_FALSE(parseDocument("t.yaml", "a: *nowhere\n").ok());
    EXPECT_FALSE(parseDocument("t.yaml", "a: [1\n").ok());
    EXPECT_FALSE(parseDocument("t.yaml", "a: \xff\n").ok());
}

TEST(Yaml, MalformedJsonTellsItsPlace)
{
    JsonReader reader;
    for (const std::string_view text : {"{\"a\": 1", "{\"a\" 1}", "{\"a\": nul}", "{\"a\": 01}", "{\"a\": 1} x", "[1,]",
             "\"x\"", "", "{\"a\": \"\xff\"}", "{\"a\": tru}"}) {
        const auto document = reader.parse("t.json", text, {});
        EXPECT_FALSE(document.ok()) << text;
        EXPECT_THAT(message(document.status()), HasSubstr("t.json:1:")) << text;
    }
}

} // namespace
} // namespace binnacle::kube
