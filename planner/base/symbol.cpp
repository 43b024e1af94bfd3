// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/symbol.h"

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace binnacle::base {

namespace {

constexpr std::uint32_t chunkBits = 12;
constexpr std::uint32_t chunkSize = 1u << chunkBits;
constexpr std::uint32_t maxChunks = 1u << 14; // 64 million symbols

using Chunk = std::array<std::string_view, chunkSize>;

/// The one table of the process. Entries never move and never change once their id was handed out, so that text() reads
/// without a lock: whoever passed the symbol on has passed on the entry as well.
class SymbolTable {
public:
    SymbolTable() { intern({}); }

    std::uint32_t intern(std::string_view text) ABSL_LOCKS_EXCLUDED(m_mutex)
    {
        {
            const absl::ReaderMutexLock lock(&m_mutex);
            if (const auto it = m_ids.find(text); it != m_ids.end()) {
                return it->second;
            }
        }
        const absl::MutexLock lock(&m_mutex);
        if (const auto it = m_ids.find(text); it != m_ids.end()) {
            return it->second;
        }
        return append(text);
    }

    [[nodiscard]] std::string_view text(std::uint32_t id) const
    {
        return (*m_chunks[id >> chunkBits].load(std::memory_order_acquire))[id & (chunkSize - 1)];
    }

private:
    std::uint32_t append(std::string_view text) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_mutex)
    {
        const auto id = static_cast<std::uint32_t>(m_ids.size());
        const std::uint32_t chunk = id >> chunkBits;
        if (chunk >= maxChunks) {
            std::abort(); // more distinct words than any cluster can name
        }
        if ((id & (chunkSize - 1)) == 0) {
            m_chunks[chunk].store(new Chunk, std::memory_order_release);
        }
        const std::string_view kept = keep(text);
        (*m_chunks[chunk].load(std::memory_order_relaxed))[id & (chunkSize - 1)] = kept;
        m_ids.emplace(kept, id);
        return id;
    }

    std::string_view keep(std::string_view text) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_mutex)
    {
        constexpr std::size_t blockSize = 64 * 1024;
        if (text.size() > m_left) {
            const std::size_t size = std::max(blockSize, text.size());
            m_blocks.push_back(std::make_unique<char[]>(size));
            m_next = m_blocks.back().get();
            m_left = size;
        }
        char *begin = m_next;
        text.copy(begin, text.size());
        m_next += text.size();
        m_left -= text.size();
        return {begin, text.size()};
    }

    absl::Mutex m_mutex;
    absl::flat_hash_map<std::string_view, std::uint32_t> m_ids ABSL_GUARDED_BY(m_mutex);
    std::vector<std::unique_ptr<char[]>> m_blocks ABSL_GUARDED_BY(m_mutex);
    char *m_next ABSL_GUARDED_BY(m_mutex) = nullptr;
    std::size_t m_left ABSL_GUARDED_BY(m_mutex) = 0;
    std::array<std::atomic<Chunk *>, maxChunks> m_chunks{};
};

SymbolTable &table()
{
    static SymbolTable *const instance = new SymbolTable; // lives as long as the process: symbols are never freed
    return *instance;
}

} // namespace

Symbol::Symbol(std::string_view text) : m_id(text.empty() ? 0 : table().intern(text)) { }

std::string_view Symbol::text() const { return m_id == 0 ? std::string_view() : table().text(m_id); }

} // namespace binnacle::base
