// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/give_way.h"

#include <sys/resource.h>

namespace binnacle::kube {

namespace {
constexpr int backgroundNice = 5; // a third of a normal thread's share where processors are short
}

void giveWay()
{
    // On Linux a nice value belongs to a thread, and "this process" of the call is the calling thread.
    if (getpriority(PRIO_PROCESS, 0) < backgroundNice) {
        (void)setpriority(PRIO_PROCESS, 0, backgroundNice);
    }
}

} // namespace binnacle::kube
