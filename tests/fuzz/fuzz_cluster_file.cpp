// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/cluster_file.h"
#include "tests/fuzz/fuzz.h"

/// Reading never crashes; whatever is read has names.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const auto loaded = kube::loadClusterFile(file.path());
    if (!loaded.ok()) {
        fuzz::require(!loaded.status().message().empty());
        return 0;
    }
    for (const model::PodPtr &pod : loaded->pods) {
        fuzz::require(!pod->key.name.empty());
    }
    return 0;
}
