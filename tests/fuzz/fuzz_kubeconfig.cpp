// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/kubeconfig.h"
#include "tests/fuzz/fuzz.h"

/// Loading never crashes, and a context is called usable exactly when it resolves.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const kube::Kubeconfig config = kube::loadKubeconfig({file.path()});
    for (const kube::KubeContext &context : config.contexts()) {
        // An empty name asks for the current context instead.
        fuzz::require(context.name.empty() || config.resolve(context.name).ok() == context.usable);
    }
    for (const kube::Finding &finding : config.findings()) {
        fuzz::require(!finding.text().empty());
    }
    return 0;
}
