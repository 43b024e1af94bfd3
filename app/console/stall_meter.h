// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <vector>

namespace binnacle::console {

/// Measures how late the GUI thread's event loop is: a heartbeat each 4 ms, and by how much each beat came late. What a
/// user feels as a stall is the largest of these. GUI thread.
class StallMeter : public QObject {
    Q_OBJECT

public:
    static constexpr int kBeatMs = 4;
    static constexpr std::size_t kKept = 8; ///< of the worst

    /// One late beat. `ownMs` is what the thread itself ran meanwhile: in the rest it waited, for a processor or a lock.
    struct Stall {
        double atMs = 0; ///< since start()
        double lateMs = 0;
        double ownMs = 0;
        QString during;
    };

    explicit StallMeter(QObject *parent = nullptr);
    void start();
    void stop();
    void setDuring(const QString &what) { m_during = what; } ///< names what the user does now
    [[nodiscard]] double percentile(double share) const; ///< ms; 0 before the first beat
    [[nodiscard]] double maximum() const { return percentile(1); }
    [[nodiscard]] std::size_t beats() const { return m_late.size(); }
    [[nodiscard]] const std::vector<Stall> &worst() const { return m_worst; } ///< the worst first

private:
    void beat();
    void keep(Stall stall);

    QTimer m_timer;
    QElapsedTimer m_clock; // since the last beat
    QElapsedTimer m_sinceStart;
    double m_ownMs = 0; // of the thread, at the last beat
    QString m_during;
    std::vector<float> m_late; // ms
    std::vector<Stall> m_worst;
};

} // namespace binnacle::console
