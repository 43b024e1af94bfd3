// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

namespace binnacle::console {

/// Measures how late the GUI thread's event loop is: a heartbeat each 4 ms, and by how much each beat came late. What a
/// user feels as a stall is the largest of these. GUI thread.
class StallMeter : public QObject {
    Q_OBJECT

public:
    static constexpr int kBeatMs = 4;

    explicit StallMeter(QObject *parent = nullptr);
    void start();
    void stop();
    [[nodiscard]] double percentile(double share) const; ///< ms; 0 before the first beat
    [[nodiscard]] double maximum() const { return percentile(1); }
    [[nodiscard]] std::size_t beats() const { return m_late.size(); }

private:
    void beat();

    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<float> m_late; // ms
};

} // namespace binnacle::console
