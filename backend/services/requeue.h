// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace binnacle::services {

/// How a pod whose placement came to nothing waits again: at once; after its backoff; or, because a person denied the
/// placement, not before the pod has changed or some time has passed.
enum class Requeue : std::uint8_t { Now, Later, Denied };

} // namespace binnacle::services
