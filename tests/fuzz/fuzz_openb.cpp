// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/openb.h"
#include "tests/fuzz/fuzz.h"

/// The input is tried as either list; plain and compressed.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    static const fuzz::MemoryFile nodes("sn,cpu_milli,memory_mib,gpu,model\nn,1000,1,1,T4\n");
    const fuzz::MemoryFile file(fuzz::textOf(data, size));
    const auto asPods = kube::importOpenb(nodes.path(), file.path());
    fuzz::require(!asPods.ok() || asPods->nodes.size() == 1);
    const auto asNodes = kube::importOpenb(file.path(), nodes.path());
    fuzz::require(!asNodes.ok());
    return 0;
}
