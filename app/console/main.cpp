// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"

int main(int argc, char **argv) { return binnacle::console::run(argc, argv); }
