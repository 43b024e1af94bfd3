// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/text.h"

#include "backend/kube/kubeconfig.h"
#include "backend/kube/manifest.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace binnacle::kube {
namespace {

/// Whether a text is whole UTF-8 characters (of the kinds these tests use).
bool isWhole(const std::string &text)
{
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xc0 ? 9 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (at + length > text.size()) {
            return false;
        }
        for (std::size_t i = 1; i < length; ++i) {
            if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) {
                return false;
            }
        }
        at += length;
    }
    return true;
}

TEST(FirstBytes, neverCutsACharacterAndNeverGivesUpMoreThanOne)
{
    const std::string text = "aé€𝄞 节点 z";
    for (std::size_t most = 0; most <= text.size() + 2; ++most) {
        const std::string_view cut = firstBytes(text, most);
        EXPECT_LE(cut.size(), most);
        EXPECT_EQ(cut, std::string_view(text).substr(0, cut.size()));
        EXPECT_TRUE(isWhole(std::string(cut))) << most;
        EXPECT_GE(cut.size() + 3, std::min(most, text.size())) << most;
    }
    EXPECT_EQ(firstBytes(text, text.size()), text);
}

TEST(FirstBytes, bytesThatAreNoTextAreCutWhereTheyAre)
{
    EXPECT_EQ(firstBytes(std::string(100, '\x80'), 50).size(), 50U);
    EXPECT_EQ(firstBytes("\xff\xfe\xff", 2).size(), 2U);
    EXPECT_EQ(firstBytes("", 5), "");
}

TEST(FirstBytes, errorsThatQuoteLongNamesStayReadableText)
{
    std::string name;
    while (name.size() < 400) {
        name += "集群";
    }
    // One letter in front shifts where the limit falls.
    for (const std::string shift : {"", "a", "ab"}) {
        const std::string path = ::testing::TempDir() + "long-names.yaml";
        std::ofstream(path) << "apiVersion: v1\nkind: Config\ncurrent-context: " << shift << name
                            << "\ncontexts:\n- name: " << shift << name << "x\n  context: {cluster: " << shift << name
                            << ", user: " << shift << name << "}\n";
        const Kubeconfig config = loadKubeconfig({path});
        EXPECT_GE(config.findings().size(), 3U);
        for (const Finding &finding : config.findings()) {
            EXPECT_TRUE(isWhole(finding.text())) << finding.text();
        }
        EXPECT_TRUE(isWhole(std::string(config.resolve("").status().message())));
        EXPECT_TRUE(isWhole(std::string(config.resolve(shift + name + "y").status().message())));
        const auto manifest = parseManifest("m",
            "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, "
            "resources: {requests: {cpu: "
                + shift + name + "}}}]}\n");
        EXPECT_TRUE(isWhole(std::string(manifest.status().message()))) << manifest.status();
        std::filesystem::remove(path);
    }
}

} // namespace
} // namespace binnacle::kube
