// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>
#include <absl/types/span.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace binnacle::framework {

/// A number for every pod on a snapshot's nodes, the same for pods alike in Pod::bearing: a rule about other pods asks once for
/// each number, and need not fetch the pods from all over the heap. Worked out anew only for the nodes that differ from those
/// of the call before, which it keeps alive so that they can be told apart. Not thread-safe.
class PodTable {
public:
    using Class = std::uint32_t;
    void follow(const model::Snapshot &snapshot);

    /// Of the node's pods, in their order; by index in the snapshot.
    [[nodiscard]] absl::Span<const Class> on(std::size_t node) const { return m_onNode[node]; }
    /// Numbers are below it.
    [[nodiscard]] std::size_t classCount() const { return m_classes.size(); }

    /// That of this thread, following that snapshot.
    [[nodiscard]] static const PodTable &of(const model::Snapshot &snapshot);

private:
    void take(std::size_t node, const model::NodeInfo &info);

    std::vector<model::NodeInfoPtr> m_nodes;
    std::vector<std::vector<Class>> m_onNode;
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, Class> m_classes;
};

/// A question about pods whose answer follows from Pod::bearing, asked once for each class.
class AskedOnce {
public:
    explicit AskedOnce(const PodTable &table) : m_answers(table.classCount(), unknown) { }
    template <typename Question> bool ask(PodTable::Class podClass, Question question)
    {
        std::uint8_t &answer = m_answers[podClass];
        if (answer == unknown) {
            answer = question() ? 1 : 0;
        }
        return answer == 1;
    }

private:
    static constexpr std::uint8_t unknown = 2;
    std::vector<std::uint8_t> m_answers;
};

} // namespace binnacle::framework
