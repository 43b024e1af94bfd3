// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/registry.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace binnacle::plugins {
namespace {

const std::filesystem::path root = BINNACLE_SOURCE_DIR;

std::string content(const std::filesystem::path &file)
{
    std::ifstream in(file);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

TEST(Registry, EveryPluginHasItsFolderLineGoldenCaseAndDocumentation)
{
    const std::string lines = content(root / "planner/plugins/registry.cpp");
    const std::string docs = content(root / "docs/plugins.md");
    ASSERT_FALSE(registry().entries().empty());
    for (const framework::Registration &entry : registry().entries()) {
        const std::string name(entry.name);
        const std::string folder(entry.folder);
        EXPECT_TRUE(std::filesystem::exists(root / "planner/plugins" / folder / (folder + ".h"))) << name;
        EXPECT_NE(lines.find(name + "::registration()"), std::string::npos) << name;
        EXPECT_TRUE(std::filesystem::exists(root / "tests/golden" / (folder + ".txt"))) << name;
        EXPECT_NE(docs.find("| " + name + " |"), std::string::npos) << name;
        for (const framework::Option &option : entry.options) {
            EXPECT_NE(docs.find("`" + std::string(option.name) + "`"), std::string::npos) << name << '.' << option.name;
        }
    }
}

TEST(Registry, EveryFolderIsOfAPlugin)
{
    for (const auto &item : std::filesystem::directory_iterator(root / "planner/plugins")) {
        if (!item.is_directory()) {
            continue;
        }
        bool found = false;
        for (const framework::Registration &entry : registry().entries()) {
            found = found || entry.folder == item.path().filename().string();
        }
        EXPECT_TRUE(found) << item.path();
    }
}

TEST(Registry, TheDefaultPolicyHasKubeSchedulersOrderAndWeights)
{
    std::string filters;
    for (const framework::Policy::Filter &filter : defaultPolicy()->filters()) {
        filters += std::string(filter.plugin->name().text()) + ' ';
    }
    EXPECT_EQ(filters,
        "NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts NodeResourcesFit VolumeRestrictions "
        "NodeVolumeLimits VolumeBinding VolumeZone PodTopologySpread InterPodAffinity DynamicResources "
        "NodeDeclaredFeatures ");
    std::string scores;
    for (const framework::Policy::Score &score : defaultPolicy()->scores()) {
        scores += std::string(score.plugin->name().text()) + '=' + std::to_string(score.weight) + ' ';
    }
    EXPECT_EQ(scores,
        "TaintToleration=3 NodeAffinity=2 NodeResourcesFit=1 PodTopologySpread=2 InterPodAffinity=2 "
        "DynamicResources=2 NodeResourcesBalancedAllocation=1 ImageLocality=1 ");
    EXPECT_EQ(defaultPolicy()->version(), "default");
}

} // namespace
} // namespace binnacle::plugins
