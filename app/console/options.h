// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::console {

/// What the command line asked for.
struct Options {
    enum class Mode : std::uint8_t { Window, Session, Shots, StartupTime, StallReport };
    Mode mode = Mode::Window;
    bool demo = false;
    std::uint64_t seed = 42;
    std::vector<std::string> kubeconfigs;
    std::string context;
    std::string clusterFile;
    std::string schedulerConfig; ///< a KubeSchedulerConfiguration; empty: none
    std::string policyFile; ///< empty: none
    std::string page; ///< an address or a page to open
    std::string shotsFolder;
    int width = 1600; ///< of the window of the pictures, logical pixels
    int height = 1000;
    int seconds = 60; ///< of the stall report
    std::string language; ///< "en", "zh_CN" or empty: as kept
    std::string scheme; ///< "light", "dark" or empty
};

/// Parses the words after the program's name. Absent: `code` is what to exit with, and everything has been printed.
[[nodiscard]] std::optional<Options> parseOptions(const std::vector<std::string> &words, int &code);

/// True when there is a display to open a window on.
[[nodiscard]] bool hasDisplay();

} // namespace binnacle::console
