// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/credentials_exec.h"
#include "tests/fuzz/fuzz.h"

/// A plugin's answer is either an error or a credential; what it wrote to stderr is masked to one short line.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const auto text = fuzz::textOf(data, size);
    const auto answer = kube::parseExecCredential(text, "client.authentication.k8s.io/v1");
    fuzz::require(!answer.ok() || !answer->token.empty() || !answer->certificatePem.empty());
    const std::string excerpt = kube::maskedExcerpt(text);
    fuzz::require(excerpt.size() <= 200 && excerpt.find('\n') == std::string::npos);
    return 0;
}
