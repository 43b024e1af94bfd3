// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ctl/output.h"
#include "app/ctl/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace binnacle::ctl::testing {

/// What one run of the program answered.
struct Answer {
    int code = -1;
    std::string out;
    std::string err;
    [[nodiscard]] Json json() const
    {
        Json value = Json::parse(out, nullptr, false);
        EXPECT_FALSE(value.is_discarded()) << out;
        return value;
    }
};

inline std::ostream &operator<<(std::ostream &to, const Answer &answer)
{
    return to << "exit " << answer.code << "\n" << answer.out.substr(0, 4000) << answer.err;
}

/// A user with nothing in their folders yet, who runs binnaclectl in this process.
class CtlTest : public ::testing::Test {
protected:
    using Words = std::vector<std::string>;

    CtlTest()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "binnacle-ctl-XXXXXX").string();
        EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
        folder = pattern;
        ::setenv("HOME", folder.c_str(), 1);
        ::setenv("USER", "tess", 1);
        for (const char *name : {"CONFIG", "DATA", "STATE", "CACHE"})
            ::setenv((std::string("XDG_") + name + "_HOME").c_str(), (folder + "/" + name).c_str(), 1);
        for (const char *name : {"KUBECONFIG", "BINNACLE_DATA"})
            ::unsetenv(name);
    }
    ~CtlTest() override
    {
        std::error_code error;
        std::filesystem::remove_all(folder, error);
    }

    static Answer run(const Words &words, const Words &more = {})
    {
        Words all = words;
        all.insert(all.end(), more.begin(), more.end());
        std::ostringstream out;
        std::ostringstream err;
        Answer answer;
        answer.code = ctl::run(all, out, err);
        answer.out = out.str();
        answer.err = err.str();
        return answer;
    }
    std::string write(const std::string &name, const std::string &text) const
    {
        const std::string path = folder + "/" + name;
        std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
        return path;
    }
    static std::string read(const std::string &path)
    {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Three nodes: big, small, and one with a taint. Pods: one bound, one that fits, one too large, one not decidable.
    [[nodiscard]] Words clusterFile() const;

    std::string folder;
};

inline CtlTest::Words CtlTest::clusterFile() const
{
    const auto node = [](const std::string &name, const std::string &cpu, const std::string &more) {
        const std::string amounts = "{cpu: \"" + cpu + "\", memory: 16Gi, pods: \"110\"}";
        return "- {apiVersion: v1, kind: Node, metadata: {name: " + name + ", labels: {zone: z1}}, spec: {" + more
            + "}, status: {allocatable: " + amounts + ", capacity: " + amounts
            + ", conditions: [{type: Ready, status: \"True\"}]}}\n";
    };
    const auto pod = [](const std::string &name, const std::string &cpu, const std::string &more, bool running) {
        return "- {apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: shop, uid: u-" + name
            + ", labels: {app: x}}, spec: {schedulerName: binnacle, " + more
            + "containers: [{name: c, image: x, resources: {requests: {cpu: " + cpu
            + ", memory: 1Gi}}}]}, status: {phase: " + (running ? "Running" : "Pending") + "}}\n";
    };
    const std::string claims = "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}], ";
    return {"--cluster-file",
        write("cluster.yaml",
            "apiVersion: v1\nkind: List\nitems:\n" + node("big", "8", "") + node("small", "1", "")
                + node("tainted", "8", "taints: [{key: gpu, value: \"yes\", effect: NoSchedule}]")
                + pod("bound", "2", "nodeName: big, ", true) + pod("fits", "500m", "", false)
                + pod("huge", "100", "", false) + pod("claims", "100m", claims, false))};
}

} // namespace binnacle::ctl::testing
