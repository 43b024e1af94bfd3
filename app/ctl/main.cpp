// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/program.h"

#include <iostream>

int main(int argc, char **argv) { return binnacle::ctl::run({argv + 1, argv + argc}, std::cout, std::cerr); }
