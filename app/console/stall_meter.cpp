// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/stall_meter.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace binnacle::console {
namespace {

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

} // namespace

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
    m_worst.clear();
    m_ownMs = threadMs();
    m_sinceStart.start();
    m_clock.start();
    m_timer.start();
}

/// What is under way when it stops counts too: a stall that no beat has ended yet.
void StallMeter::stop()
{
    if (!m_timer.isActive())
        return;
    m_timer.stop();
    beat();
}

void StallMeter::beat()
{
    const double passed = double(m_clock.nsecsElapsed()) / 1e6;
    m_clock.restart();
    const double own = threadMs();
    const double late = std::max(0.0, passed - kBeatMs);
    m_late.push_back(float(late));
    keep({double(m_sinceStart.nsecsElapsed()) / 1e6 - passed, late, own - m_ownMs, m_during});
    m_ownMs = own;
}

void StallMeter::keep(Stall stall)
{
    if (m_worst.size() == kKept && stall.lateMs <= m_worst.back().lateMs)
        return;
    const auto at =
        std::find_if(m_worst.begin(), m_worst.end(), [&](const Stall &other) { return other.lateMs < stall.lateMs; });
    m_worst.insert(at, std::move(stall));
    if (m_worst.size() > kKept)
        m_worst.pop_back();
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
