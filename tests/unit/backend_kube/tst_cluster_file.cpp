// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/cluster_file.h"
#include "backend/kube/cluster_file_stream.h"
#include "backend/kube/document.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace binnacle::kube {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ClusterFileTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = testing::TempDir() + "clusterfile.XXXXXX";
        m_folder = ::mkdtemp(name.data());
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string file(const std::string &name, std::string_view text) const
    {
        const std::string path = m_folder + "/" + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    absl::StatusOr<ClusterFile> load(std::string_view text, const ClusterFileLimits &limits = {}) const
    {
        return loadClusterFile(file("cluster", text), limits);
    }
    std::string failure(std::string_view text) const
    {
        const auto loaded = load(text);
        EXPECT_FALSE(loaded.ok()) << text;
        return std::string(loaded.status().message());
    }

    std::string m_folder;
};

std::string limitOf(const absl::Status &status)
{
    const auto payload = status.GetPayload({limitPayload.data(), limitPayload.size()});
    return payload ? std::string(*payload) : "";
}

constexpr std::string_view node =
    R"({"kind":"Node","metadata":{"name":"n1"},"status":{"allocatable":{"cpu":"4","pods":"110"}}})";
constexpr std::string_view pod =
    R"({"kind":"Pod","metadata":{"name":"p","namespace":"web","uid":"u"},"spec":{"nodeName":"n1","containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]},"status":{"phase":"Running"}})";

constexpr std::string_view service =
    R"({"kind":"Service","metadata":{"name":"s","namespace":"web"},"spec":{"selector":{"app":"x"}}})";

TEST_F(ClusterFileTest, ReadsAListAsKubectlWritesIt)
{
    const auto loaded = load("{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n        " + std::string(node)
        + ",\n        " + std::string(pod)
        + ",\n        {\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"s\"}},\n        " + std::string(service)
        + "\n    ],\n    \"kind\": \"List\",\n    "
          "\"metadata\": {\"resourceVersion\": \"\"}\n}\n");
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    ASSERT_EQ(loaded->nodes.size(), 1U);
    ASSERT_EQ(loaded->pods.size(), 1U);
    EXPECT_EQ(loaded->skipped, 1U);
    EXPECT_EQ(loaded->inventory->known(), (model::Inventory::Known{false, true}));
    ASSERT_NE(loaded->inventory->find("web"), nullptr);
    EXPECT_TRUE(loaded->inventory->find("web")->find(model::Workload::Kind::Service, "s")->selector.present);
    EXPECT_EQ(loaded->nodes[0]->allocatable.cpuMilli, 4000);
    EXPECT_EQ(loaded->pods[0]->request.cpuMilli, 1000);
    EXPECT_EQ(loaded->pods[0]->nodeName, base::Symbol("n1"));
    EXPECT_TRUE(loaded->pods[0]->containers.empty()) << "only the sums are kept";
}

TEST_F(ClusterFileTest, ReadsTheSameAsYaml)
{
    const auto loaded = load(R"(apiVersion: v1
items:
- apiVersion: v1
  kind: Node
  metadata: {name: n1}
  status: {allocatable: {cpu: "4"}}
- kind: Pod
  metadata: {name: p, namespace: web}
  spec: {containers: [{name: c}]}
kind: List
---
kind: Pod
metadata: {name: q}
spec: {containers: [{name: c}]}
---
kind: PodList
items: []
)");
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_EQ(loaded->nodes.size(), 1U);
    ASSERT_EQ(loaded->pods.size(), 2U);
    EXPECT_EQ(loaded->pods[1]->key.text(), "default/q");
}

TEST_F(ClusterFileTest, ReadsServerListsWhoseItemsDoNotSayTheirKindAndSeveralTexts)
{
    const auto loaded =
        load(R"({"items":[{"metadata":{"name":"n1"},"spec":{},"status":{"capacity":{"cpu":"4"}}}],"kind":"NodeList"}
{"kind":"PodList","items":[{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c"}]}}]})"
            + std::string(node).replace(std::string(node).find("n1"), 2, "n2"));
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_EQ(loaded->nodes.size(), 2U);
    EXPECT_EQ(loaded->nodes[0]->allocatable.cpuMilli, 4000) << "allocatable defaults to capacity";
    EXPECT_EQ(loaded->pods.size(), 1U);
}

TEST_F(ClusterFileTest, ErrorsNameThePlaceAndTheItem)
{
    EXPECT_THAT(
        failure("{\"items\": [\n" + std::string(node) + ",\n  {\"kind\": \"Pod\", \"metadata\": {\"name\": 5}}]}"),
        AllOf(HasSubstr("cluster:3:40"), HasSubstr("expected a string"), HasSubstr("item 2")));
    EXPECT_THAT(failure("kind: List\nitems:\n- kind: Pod\n  spec: {containers: [{name: c}]}\n"),
        AllOf(HasSubstr("metadata.name"), HasSubstr("item 1")));
    EXPECT_THAT(failure("{\"items\": [" + std::string(pod) + "," + std::string(pod) + "]}"),
        HasSubstr("pod web/p occurs twice"));
    EXPECT_THAT(failure("{\"items\": [" + std::string(node) + "," + std::string(node) + "]}"),
        HasSubstr("node n1 occurs twice"));
    EXPECT_THAT(failure("{\"items\": [{\"metadata\": {\"name\": \"x\"}}]}"), HasSubstr("without kind"));
    EXPECT_THAT(failure("{\"items\": [5]}"), HasSubstr("expected an object"));
}

TEST_F(ClusterFileTest, BadFilesAreErrorsNotCrashes)
{
    using namespace std::string_view_literals;
    EXPECT_THAT(failure(""), HasSubstr("is empty"));
    EXPECT_THAT(failure(" \n\t"), HasSubstr("is empty"));
    EXPECT_THAT(failure("\xff\xfe{\0"sv), HasSubstr("UTF-16"));
    EXPECT_THAT(failure("{\"items\": []}"), HasSubstr("no node and no pod"));
    EXPECT_THAT(failure("{\"items\": [" + std::string(node)), HasSubstr("',' or ']'"));
    for (const std::string text : {"{", "{\"", "{\"items\"", "{\"items\":", "{\"items\":[", "{\"items\":[{",
             "{\"items\":[{}", "{\"items\":[1,]}", "{\"a\" 1}", "{a: b}", "{\"items\":[}]}", "{\"a\":}", "{,}",
             "{\"kind\":\"Pod\"]", "{\"items\":[{\"a\":[}]}]}"}) {
        EXPECT_THAT(failure(text), HasSubstr("cluster")) << text;
    }
    EXPECT_EQ(loadClusterFile(m_folder + "/none").status().code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(loadClusterFile(m_folder).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(ClusterFileTest, LimitsHoldByName)
{
    ClusterFileLimits limits;
    limits.bytes = 20;
    EXPECT_EQ(limitOf(load(node, limits).status()), "bytes");
    limits = {};
    limits.itemBytes = 50;
    EXPECT_EQ(limitOf(load("{\"items\": [" + std::string(node) + "]}", limits).status()), "itemBytes");
    limits = {};
    limits.items = 1;
    EXPECT_EQ(
        limitOf(load("{\"items\": [" + std::string(node) + "," + std::string(pod) + "]}", limits).status()), "items");
    EXPECT_EQ(limitOf(load("{\"items\": [{\"a\":" + std::string(100, '[') + std::string(100, ']') + "}]}").status()),
        "depth");
}

TEST_F(ClusterFileTest, CanBeStopped)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(loadClusterFile(file("c", node), {}, stop.get_token()).status().code(), absl::StatusCode::kCancelled);
}

TEST_F(ClusterFileTest, AListLargerThanTheWindowIsReadWhole)
{
    std::string text = "{\"kind\":\"List\",\"items\":[";
    constexpr int count = 3000;
    for (int i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ",") + std::string(R"({"kind":"Pod","metadata":{"name":"p)") + std::to_string(i)
            + R"(","annotations":{"x":")" + std::string(1000, 'y') + R"(\"}]"}},"spec":{"containers":[{"name":"c"}]}})";
    }
    text += "]}";
    ASSERT_GT(text.size(), std::size_t{3} << 20);
    std::size_t seen = 0;
    const auto loaded = loadClusterFile(file("c", text), {}, {}, [&](std::size_t objects) { seen = objects; });
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_EQ(loaded->pods.size(), static_cast<std::size_t>(count));
    EXPECT_GT(seen, 2000U);
}

TEST_F(ClusterFileTest, SplittingDoesNotDependOnHowTheBytesCome)
{
    const std::string text =
        "{\"kind\": \"List\", \"items\": [ {\"a\": \"]}\\\\\\\"\"} ,\n \"x\", 12 , [1,[2]] ], \"metadata\": {}}";
    for (const std::size_t step : {1U, 2U, 3U, 7U, 64U}) {
        std::string_view rest = text;
        JsonListStream stream(
            "s",
            [&](char *buffer, std::size_t size) -> absl::StatusOr<std::size_t> {
                const std::size_t count = std::min({size, rest.size(), step});
                std::memcpy(buffer, rest.data(), count);
                rest.remove_prefix(count);
                return count;
            },
            1000);
        std::vector<std::string> items;
        std::string header;
        const auto more = stream.next(
            [&](const JsonListStream::Slice &slice) {
                items.emplace_back(slice.text);
                return absl::OkStatus();
            },
            [&](const JsonListStream::Slice &slice) {
                header = slice.text;
                return absl::OkStatus();
            });
        ASSERT_TRUE(more.ok()) << more.status();
        EXPECT_EQ(items, (std::vector<std::string>{"{\"a\": \"]}\\\\\\\"\"}", "\"x\"", "12", "[1,[2]]"})) << step;
        header.erase(std::remove_if(header.begin(), header.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
            header.end());
        EXPECT_EQ(header, "{\"kind\":\"List\",\"items\":[],\"metadata\":{}}") << step;
    }
}

TEST_F(ClusterFileTest, WhatIsWrittenIsReadBackEqual)
{
    auto pod = std::make_shared<model::Pod>();
    pod->key = {"web", "p\"\n"};
    pod->uid = "u";
    pod->created = base::TimePoint(std::chrono::seconds(1'800'000'000));
    pod->schedulerName = "binnacle";
    pod->nodeName = base::Symbol("n1");
    pod->priority = -5;
    pod->labels = model::Labels({{base::Symbol("app"), "true"}});
    pod->nodeSelector = {{base::Symbol("disk"), "ssd"}};
    pod->tolerations.push_back(
        {base::Symbol("k"), model::Toleration::Operator::Exists, "", model::TaintEffect::NoExecute, 30});
    pod->hasRequiredNodeAffinity = true;
    pod->requiredNodeTerms.push_back({{{base::Symbol("zone"), model::Requirement::Operator::NotIn, {"a"}}}, {}});
    pod->preferredNodeTerms.push_back({7, {{{base::Symbol("x"), model::Requirement::Operator::Exists, {}}}, {}}});
    pod->hostPorts.push_back({"10.0.0.1", base::Symbol("UDP"), 53});
    model::ContainerResources container;
    container.name = "c";
    container.requests.set(model::resource::cpu, base::Quantity::fromMilli(1500));
    container.requests.setScalar(base::Symbol("nvidia.com/gpu"), 2);
    pod->containers.push_back(container);
    pod->overhead.set(model::resource::memory, base::Quantity::fromUnits(1000));
    pod->phase = model::PodPhase::Running;
    pod->finish();
    auto node = std::make_shared<model::Node>();
    node->name = base::Symbol("n1");
    node->unschedulable = true;
    node->labels = model::Labels({{base::Symbol("topology.kubernetes.io/zone"), "a"}});
    node->taints.push_back({base::Symbol("k"), "v", model::TaintEffect::NoSchedule});
    node->allocatable.set(model::resource::cpu, base::Quantity::fromMilli(7500));
    node->allocatable.pods = 110;
    node->capacity = node->allocatable;
    node->conditions.push_back({base::Symbol("Ready"), model::ConditionStatus::True, "Kubelet", {}});
    node->finish();

    const std::string path = m_folder + "/out.json";
    ASSERT_TRUE(writeClusterFile(path, {node}, {pod}).ok());
    const auto loaded = loadClusterFile(path);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    ASSERT_EQ(loaded->pods.size(), 1U);
    EXPECT_EQ(loaded->pods[0]->key, pod->key);
    EXPECT_EQ(loaded->pods[0]->request, pod->request);
    EXPECT_EQ(loaded->pods[0]->signature, pod->signature);
    EXPECT_EQ(loaded->pods[0]->tolerations, pod->tolerations);
    EXPECT_EQ(loaded->pods[0]->created, pod->created);
    ASSERT_EQ(loaded->nodes.size(), 1U);
    EXPECT_EQ(loaded->nodes[0]->fingerprint, node->fingerprint);
    EXPECT_EQ(loaded->nodes[0]->allocatable, node->allocatable);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder), {}), 1) << "no temporary file stays";
}

TEST_F(ClusterFileTest, APodWhoseRulesTheModelDoesNotKeepIsNotWritten)
{
    auto pod = std::make_shared<model::Pod>();
    pod->key = {"a", "b"};
    pod->undecided = static_cast<model::UndecidedRules>(model::UndecidedRule::Volumes);
    EXPECT_EQ(writeClusterFile(m_folder + "/out.json", {}, {pod}).code(), absl::StatusCode::kUnimplemented);
    EXPECT_FALSE(std::filesystem::exists(m_folder + "/out.json"));
}

TEST_F(ClusterFileTest, AFolderThatCannotBeWrittenIsAnErrorThatNamesIt)
{
    const auto status = writeClusterFile(m_folder + "/none/out.json", {}, {});
    EXPECT_THAT(std::string(status.message()), HasSubstr("none/out.json"));
}

} // namespace
} // namespace binnacle::kube
