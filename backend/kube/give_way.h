// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace binnacle::kube {

/// Lets the calling thread give way, for the processor, to the threads that someone waits for: above all the one that
/// shows. It still gets whatever those leave. Once a thread; without effect where the system refuses.
void giveWay();

} // namespace binnacle::kube
