// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest.h"
#include "tests/fuzz/fuzz.h"

/// Whatever is read has names, and whatever is not says why.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const auto manifest = kube::parseManifest("fuzz", fuzz::textOf(data, size));
    if (!manifest.ok()) {
        fuzz::require(!manifest.status().message().empty());
        return 0;
    }
    for (const kube::ManifestPod &entry : manifest->pods) {
        fuzz::require(!entry.pod->key.name.empty() && !entry.pod->key.ns.empty());
        fuzz::require(entry.pod->request.cpuMilli >= 0 && entry.pod->request.memoryBytes >= 0);
    }
    for (const model::NodePtr &node : manifest->nodes) {
        fuzz::require(!node->name.empty());
    }
    return 0;
}
