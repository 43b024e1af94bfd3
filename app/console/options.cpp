// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>

namespace binnacle::console {

std::optional<Options> parseOptions(const std::vector<std::string> &words, int &code)
{
    Options options;
    CLI::App app{"Binnacle: operator console with an embedded scheduler for Kubernetes", "binnacle"};
    auto *demo = app.add_flag("--demo", options.demo, "the seeded demo cluster (the default)");
    auto *file =
        app.add_option("--cluster-file", options.clusterFile, "JSON or YAML that kubectl get nodes,pods -A wrote");
    auto *kubeconfig =
        app.add_option("--kubeconfig", options.kubeconfigs, "kubeconfig file (may be given several times)");
    auto *context = app.add_option("--context", options.context, "context of the kubeconfig; default: its current one");
    app.add_option("--scheduler-config", options.schedulerConfig,
        "a KubeSchedulerConfiguration: pods that one of its extenders concerns are not decidable");
    app.add_option("--policy-file", options.policyFile,
        "a policy (docs/policy.md) to decide by; its changes are taken while the console runs");
    demo->excludes(file)->excludes(kubeconfig)->excludes(context);
    file->excludes(kubeconfig)->excludes(context);
    app.add_option("--seed", options.seed, "seed of the demo cluster")->capture_default_str();
    app.add_option("--page", options.page, "page or address to open: nodes, pods/NS/NAME, binnacle://CLUSTER/PAGE");
    app.add_option("--language", options.language, "en or zh_CN")->check(CLI::IsMember({"en", "zh_CN"}));
    app.add_option("--theme", options.scheme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
    bool session = false;
    bool startup = false;
    auto *sessionFlag = app.add_flag("--session-report", session, "one demo session without a window, with a report");
    auto *shots = app.add_option(
        "--shots", options.shotsFolder, "folder for a picture of every page, both themes, both languages");
    auto *width = app.add_option("--width", options.width, "width of the pictures, before scaling")
                      ->capture_default_str()
                      ->check(CLI::Range(640, 7680));
    auto *height = app.add_option("--height", options.height, "height of the pictures, before scaling")
                       ->capture_default_str()
                       ->check(CLI::Range(400, 4320));
    width->needs(shots);
    height->needs(shots);
    auto *startupFlag =
        app.add_flag("--startup-time", startup, "print the time from start to the first interactive frame, and quit");
    auto *stall = app.add_option("--stall-report", options.seconds,
                         "watch the GUI thread for so many seconds, print its stalls, and quit")
                      ->check(CLI::Range(1, 3600));
    sessionFlag->excludes(shots)->excludes(startupFlag)->excludes(stall)->excludes(kubeconfig)->excludes(file);
    shots->excludes(startupFlag)->excludes(stall);
    startupFlag->excludes(stall);
    std::vector<std::string> reversed(words.rbegin(), words.rend()); // CLI11 takes them last first
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ParseError &error) {
        code = app.exit(error) == 0 ? 0 : 2;
        return std::nullopt;
    }
    options.demo =
        options.demo || (options.kubeconfigs.empty() && options.context.empty() && options.clusterFile.empty());
    if (session)
        options.mode = Options::Mode::Session;
    else if (!options.shotsFolder.empty())
        options.mode = Options::Mode::Shots;
    else if (startup)
        options.mode = Options::Mode::StartupTime;
    else if (stall->count() > 0)
        options.mode = Options::Mode::StallReport;
    return options;
}

bool hasDisplay()
{
    const auto set = [](const char *name) {
        const char *value = std::getenv(name);
        return value && *value;
    };
    return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

} // namespace binnacle::console
