// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

namespace binnacle::store::testing {

/// SQLite's default VFS with writes, syncs, truncations and openings counted, and one of them (or all from it on) made to
/// fail. The medium of a full or failing disk, also when tests run as root. Not thread-safe in its settings.
namespace faulting {

enum class Fault : std::uint8_t { Full, InputOutput, ShortWrite };

/// Registers the VFS once; answers its name.
const char *name();
/// The n-th counted operation from now fails (from 1; 0: none does); `onwards`: and every one after it.
void failAt(std::int64_t n, Fault fault, bool onwards);
/// Operations counted since failAt().
std::int64_t operations();

} // namespace faulting
} // namespace binnacle::store::testing
