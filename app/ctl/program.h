// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace binnacle::ctl {

/// The whole of binnaclectl: parses the words, runs the verb, answers its exit code. `words` lack the program's name.
[[nodiscard]] int run(const std::vector<std::string> &words, std::ostream &out, std::ostream &err);

} // namespace binnacle::ctl
