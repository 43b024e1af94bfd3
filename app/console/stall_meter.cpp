// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/stall_meter.h"

#include <algorithm>

namespace binnacle::console {

StallMeter::StallMeter(QObject *parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kBeatMs);
    connect(&m_timer, &QTimer::timeout, this, &StallMeter::beat);
}

void StallMeter::start()
{
    m_late.clear();
    m_late.reserve(1 << 16);
    m_clock.start();
    m_timer.start();
}

void StallMeter::stop() { m_timer.stop(); }

void StallMeter::beat()
{
    const double passed = double(m_clock.nsecsElapsed()) / 1e6;
    m_clock.restart();
    m_late.push_back(float(std::max(0.0, passed - kBeatMs)));
}

double StallMeter::percentile(double share) const
{
    if (m_late.empty())
        return 0;
    std::vector<float> sorted = m_late;
    const auto at = std::min(std::size_t(share * double(sorted.size())), sorted.size() - 1);
    std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(at), sorted.end());
    return double(sorted[at]);
}

} // namespace binnacle::console
