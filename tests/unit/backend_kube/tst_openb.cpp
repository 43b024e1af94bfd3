// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/cluster_file.h"
#include "backend/kube/openb.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace binnacle::kube {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const base::Symbol card("nvidia.com/gpu");
const base::Symbol share("alibabacloud.com/gpu-milli");

class OpenbTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = testing::TempDir() + "openb.XXXXXX";
        m_folder = ::mkdtemp(name.data());
        m_nodes = file("nodes.csv", "sn,cpu_milli,memory_mib,gpu,model\nn0,32000,262144,0,\nn1,64000,262144,2,P100\n");
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string file(const std::string &name, std::string_view text) const
    {
        const std::string path = m_folder + "/" + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    std::string podFile(const std::string &rows) const
    {
        return file("pods.csv",
            "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_"
            "time\n"
                + rows);
    }
    std::string failure(const std::string &rows) const
    {
        const auto trace = importOpenb(m_nodes, podFile(rows));
        EXPECT_FALSE(trace.ok()) << rows;
        return std::string(trace.status().message());
    }

    std::string m_folder;
    std::string m_nodes;
};

TEST_F(OpenbTest, CardsAndSharesOfCardsDrawOnOneTotal)
{
    const auto trace = importOpenb(m_nodes,
        podFile("a,12000,16384,2,1000,,LS,Running,5,9,5\nb,6000,12288,1,460,P100|T4,BE,Pending,7,9,7\nc,1,1,0,0,,BE,"
                "Failed,0,0,0\n"));
    ASSERT_TRUE(trace.ok()) << trace.status();
    ASSERT_EQ(trace->nodes.size(), 2U);
    EXPECT_FALSE(trace->nodes[0]->allocatable.has(card));
    EXPECT_EQ(trace->nodes[1]->allocatable.scalar(card), 2);
    EXPECT_EQ(trace->nodes[1]->allocatable.scalar(share), 2000);
    EXPECT_EQ(*trace->nodes[1]->labels.find(base::Symbol("alibabacloud.com/gpu-card-model")), "P100");
    EXPECT_TRUE(trace->nodes[1]->ready);
    ASSERT_EQ(trace->pods.size(), 3U);
    const model::Pod &whole = *trace->pods[0];
    EXPECT_EQ(whole.request.cpuMilli, 12000);
    EXPECT_EQ(whole.request.memoryBytes, std::int64_t{16384} << 20);
    EXPECT_EQ(whole.request.scalar(card), 2);
    EXPECT_EQ(whole.request.scalar(share), 2000);
    EXPECT_FALSE(whole.assigned()) << "the trace names no node";
    EXPECT_EQ(whole.phase, model::PodPhase::Pending);
    const model::Pod &part = *trace->pods[1];
    EXPECT_EQ(part.request.scalar(card), 0);
    EXPECT_EQ(part.request.scalar(share), 460);
    ASSERT_EQ(part.requiredNodeTerms.size(), 1U);
    EXPECT_EQ(part.requiredNodeTerms[0].matchExpressions[0].values, (std::vector<std::string>{"P100", "T4"}));
    EXPECT_EQ(part.created - whole.created, std::chrono::seconds(2));
    EXPECT_FALSE(trace->pods[2]->hasRequiredNodeAffinity);
}

TEST_F(OpenbTest, ABadRowIsNamedByLineAndColumn)
{
    EXPECT_THAT(failure("a,1,1,0,0,,LS,Running,0,0,0\nb,x,1,0,0,,LS,Running,0,0,0\n"),
        AllOf(HasSubstr("pods.csv:3:1"), HasSubstr("cpu_milli")));
    EXPECT_THAT(failure("a,1,1,0\n"), HasSubstr("4 columns where the header has 11"));
    EXPECT_THAT(failure("a,-1,1,0,0,,LS,Running,0,0,0\n"), HasSubstr("cpu_milli"));
    EXPECT_THAT(failure("a,1,99999999999999999999,0,0,,LS,Running,0,0,0\n"), HasSubstr("memory_mib"));
    EXPECT_THAT(failure("a,1,1,0,5,,LS,Running,0,0,0\n"), HasSubstr("share of no card"));
    EXPECT_THAT(failure("a,1,1,2,500,,LS,Running,0,0,0\n"), HasSubstr("share of several cards"));
    EXPECT_THAT(failure("a,1,1,1,2000,,LS,Running,0,0,0\n"), HasSubstr("gpu_milli"));
    EXPECT_THAT(failure(",1,1,0,0,,LS,Running,0,0,0\n"), HasSubstr("without a name"));
    EXPECT_THAT(failure("a,1,1,0,0,,LS,Running,0,0,0\na,1,1,0,0,,LS,Running,0,0,0\n"),
        AllOf(HasSubstr("pods.csv:3"), HasSubstr("twice")));
}

TEST_F(OpenbTest, AFileOfAnotherShapeIsRefused)
{
    EXPECT_THAT(std::string(importOpenb(m_nodes, file("p.csv", "name,cpu\na,1\n")).status().message()),
        HasSubstr("no column \"cpu_milli\""));
    EXPECT_THAT(std::string(importOpenb(m_nodes, file("p.csv", "")).status().message()), HasSubstr("is empty"));
    EXPECT_EQ(importOpenb(m_nodes, m_folder + "/none.csv").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(OpenbTest, CompressedFilesAreReadAndDamagedOnesRefused)
{
    const std::string path = m_folder + "/pods.csv.gz";
    gzFile out = ::gzopen(path.c_str(), "wb");
    const std::string text = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\r\na,1000,1,1,1000\r\n";
    ::gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    ::gzclose(out);
    const auto trace = importOpenb(m_nodes, path);
    ASSERT_TRUE(trace.ok()) << trace.status();
    EXPECT_EQ(trace->pods[0]->request.scalar(card), 1);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 10);
    EXPECT_EQ(importOpenb(m_nodes, path).status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(OpenbTest, ThePublicTraceSurvivesAClusterFile)
{
    const char *data = std::getenv("BINNACLE_DATA");
    const std::string folder = std::string(data == nullptr ? "../shared/data" : data) + "/openb";
    if (!std::filesystem::exists(folder)) {
        GTEST_SKIP() << "skipped: no data";
    }
    const auto trace = importOpenbFolder(folder, "all_node", "gpuspec33");
    ASSERT_TRUE(trace.ok()) << trace.status();
    EXPECT_EQ(trace->nodes.size(), 1523U);
    EXPECT_EQ(trace->pods.size(), 8152U);
    std::int64_t cards = 0;
    for (const model::NodePtr &node : trace->nodes) {
        cards += node->allocatable.scalar(card);
    }
    EXPECT_EQ(cards, 6212);
    const std::string path = m_folder + "/openb.json";
    ASSERT_TRUE(writeClusterFile(path, trace->nodes, trace->pods).ok());
    const auto loaded = loadClusterFile(path);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    ASSERT_EQ(loaded->nodes.size(), trace->nodes.size());
    ASSERT_EQ(loaded->pods.size(), trace->pods.size());
    for (std::size_t i = 0; i < trace->nodes.size(); ++i) {
        ASSERT_EQ(loaded->nodes[i]->fingerprint, trace->nodes[i]->fingerprint) << i;
    }
    for (std::size_t i = 0; i < trace->pods.size(); ++i) {
        ASSERT_EQ(loaded->pods[i]->signature, trace->pods[i]->signature) << i;
        ASSERT_EQ(loaded->pods[i]->created, trace->pods[i]->created) << i;
    }
    for (const char *list : {"cpu050", "cpu200", "default", "gpushare40", "multigpu20"}) {
        EXPECT_TRUE(importOpenbFolder(folder, "gpu_node", list).ok()) << list;
    }
}

} // namespace
} // namespace binnacle::kube
