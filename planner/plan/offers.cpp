// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/offers.h"

#include <algorithm>

namespace binnacle::plan {

namespace {

constexpr std::size_t blockSize = 64;
constexpr int few = 256; ///< nodes that are asked anew without a second thought

} // namespace

void Offers::Offer::include(const Offer &later)
{
    if (later.gain > gain) {
        second = std::max(gain, later.second);
        gain = later.gain;
        node = later.node;
    } else {
        second = std::max(second, later.gain);
    }
}

Offers::Table &Offers::table(int podClass)
{
    const auto at = static_cast<std::size_t>(podClass);
    if (m_tables.size() <= at) {
        m_tables.resize(at + 1);
    }
    if (!m_tables[at]) {
        m_tables[at] = std::make_unique<Table>();
    }
    return *m_tables[at];
}

void Offers::rankBlock(Table &table, std::size_t block)
{
    Offer &offer = table.blocks[block];
    offer = {};
    const std::size_t end = std::min((block + 1) * blockSize, table.gains.size());
    for (std::size_t node = block * blockSize; node < end; ++node) {
        if (table.gains[node] != Layout::refused) {
            offer.include({static_cast<int>(node), table.gains[node], Layout::refused});
        }
    }
}

void Offers::askAll(Table &table, int podClass, const model::Pod &pod)
{
    const auto nodes = static_cast<std::size_t>(m_world.nodes());
    table.gains.resize(nodes);
    table.blocks.resize((nodes + blockSize - 1) / blockSize);
    for (std::size_t node = 0; node < nodes; ++node) {
        table.gains[node] = m_layout.gain(podClass, pod, static_cast<int>(node));
    }
    for (std::size_t block = 0; block < table.blocks.size(); ++block) {
        rankBlock(table, block);
    }
}

/// Those nodes that changed since.
void Offers::askChanged(Table &table, int podClass, const model::Pod &pod)
{
    const auto ask = [&](int node) {
        table.gains[static_cast<std::size_t>(node)] = m_layout.gain(podClass, pod, node);
        rankBlock(table, static_cast<std::size_t>(node) / blockSize);
    };
    if (m_world.version() - table.seen <= World::remembered) {
        for (std::uint64_t change = table.seen; change < m_world.version(); ++change) {
            if (const int node = m_world.changedAt(change); m_world.lastChange(node) == change) {
                ask(node);
            }
        }
        return;
    }
    for (int node = 0; node < m_world.nodes(); ++node) {
        if (m_world.lastChange(node) != World::never && m_world.lastChange(node) >= table.seen) {
            ask(node);
        }
    }
}

void Offers::refresh(Table &table, int podClass, const model::Pod &pod, bool exact)
{
    const std::uint64_t now = m_world.version();
    const bool first = table.gains.empty();
    if (!first && table.seen == now) {
        return;
    }
    if (!first && !m_world.local(podClass) && !exact && m_world.nodes() > few) {
        return; // as it was; asked anew before it is used
    }
    if (first || !m_world.local(podClass)) {
        askAll(table, podClass, pod);
    } else {
        askChanged(table, podClass, pod);
    }
    table.seen = now;
    table.offer = {};
    for (const Offer &block : table.blocks) {
        table.offer.include(block);
    }
}

const Offers::Offer &Offers::of(int podClass, const model::Pod &pod, bool exact)
{
    Table &known = table(podClass);
    refresh(known, podClass, pod, exact);
    return known.offer;
}

int Offers::blurred(int podClass, const model::Pod &pod, std::int64_t noise, base::SeededRandom &random)
{
    const Offer &sharp = of(podClass, pod, true);
    if (noise == 0) {
        return sharp.node;
    }
    const Table &known = *m_tables[static_cast<std::size_t>(podClass)];
    int best = Layout::nowhere;
    std::int64_t most = Layout::refused;
    for (std::size_t block = 0; block < known.blocks.size(); ++block) {
        if (known.blocks[block].node == Layout::nowhere || known.blocks[block].gain + noise <= most) {
            continue;
        }
        const std::size_t end = std::min((block + 1) * blockSize, known.gains.size());
        for (std::size_t node = block * blockSize; node < end; ++node) {
            if (known.gains[node] == Layout::refused) {
                continue;
            }
            const std::int64_t gain =
                known.gains[node] + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(noise) + 1));
            if (gain > most) {
                most = gain;
                best = static_cast<int>(node);
            }
        }
    }
    return best;
}

} // namespace binnacle::plan
