// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/tie_break.h"

#include "planner/base/hash.h"
#include "planner/base/random.h"

namespace binnacle::engine {

std::size_t drawWinner(std::size_t count, std::uint64_t seed, const model::Pod &pod)
{
    const base::Fingerprint fingerprint = base::FingerprintBuilder().add(pod.key.text()).add(pod.uid).finish();
    return base::SeededRandom(seed ^ fingerprint.low).below(count);
}

} // namespace binnacle::engine
