// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"
#include "app/console/stall_meter.h"
#include "views/models/node_model.h"
#include "views/models/pod_model.h"

#include <QFile>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <vector>

namespace binnacle::console {
namespace {

double residentMebibytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.size() > 1 ? double(fields[1].toLongLong()) * double(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024) : 0;
}

/// Types into the filter of the pods' page, and measures from the key to the rows.
class FilterProbe {
public:
    explicit FilterProbe(Console &console)
        : m_console(console), m_model(console.window().page(QStringLiteral("pods"))->findChild<models::PodModel *>())
    {
    }
    void type(const QString &text)
    {
        if (!m_model)
            return;
        bool shown = false;
        const auto link = QObject::connect(m_model, &models::PodModel::queryApplied, [&] { shown = true; });
        QElapsedTimer clock;
        clock.start();
        m_console.window().page(QStringLiteral("pods"))->setFilter(text);
        // No pause between looks: the loop's own granularity must not be in the figure.
        while (!shown && clock.elapsed() < 5000)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
        QObject::disconnect(link);
        m_took.push_back(double(clock.nsecsElapsed()) / 1e6);
    }
    [[nodiscard]] double percentile(double share) const
    {
        if (m_took.empty())
            return 0;
        std::vector<double> sorted = m_took;
        std::sort(sorted.begin(), sorted.end());
        return sorted[std::min(std::size_t(share * double(sorted.size())), sorted.size() - 1)];
    }

private:
    Console &m_console;
    models::PodModel *m_model;
    std::vector<double> m_took; // ms
};

std::string worst(const StallMeter &meter)
{
    std::string out;
    for (const StallMeter::Stall &stall : meter.worst())
        out += fmt::format("{}{{\"atSeconds\": {:.2f}, \"lateMs\": {:.1f}, \"ownMs\": {:.1f}, \"during\": \"{}\"}}",
            out.empty() ? "" : ", ", stall.atMs / 1e3, stall.lateMs, stall.ownMs, stall.during.toStdString());
    return out;
}

/// As a person would: a page for some seconds, a filter typed now and then.
void use(Console &console, StallMeter &meter, FilterProbe &probe)
{
    pages::MainWindow &window = console.window();
    const QStringList pages = window.pageIds();
    static const char *const texts[] = {"w", "we", "web", "web-1", ""};
    QElapsedTimer clock;
    clock.start();
    for (int turn = 0; clock.elapsed() < qint64(console.options().seconds) * 1000; ++turn) {
        const QString page = pages[turn % pages.size()];
        meter.setDuring(page);
        window.open(page);
        console.waitFor([] { return false; }, 1500);
        for (const char *text : texts) {
            meter.setDuring(page + QStringLiteral(", filter"));
            probe.type(QString::fromLatin1(text));
            console.waitFor([] { return false; }, 120);
        }
    }
}

} // namespace

int runStallReport(Console &console)
{
    pages::MainWindow &window = console.window();
    window.resize(1600, 1000);
    window.show();
    StallMeter connecting;
    connecting.setDuring(QStringLiteral("connecting"));
    connecting.start();
    if (!console.openCluster())
        return 3;
    models::ClusterStore &store = window.store();
    window.open(QStringLiteral("nodes"));
    const auto *nodes = window.page(QStringLiteral("nodes"))->findChild<models::NodeModel *>();
    if (!console.waitFor([&] { return nodes && nodes->rowCount() > 0; }, 120000)) {
        std::fputs("binnacle: no node within 120 s\n", stderr);
        return 3;
    }
    const double firstRows = console.secondsSinceMain();
    if (!console.waitFor([&] { return store.state().feed.state == model::FeedState::Synced; }, 120000)) {
        std::fputs("binnacle: not synced within 120 s\n", stderr);
        return 3;
    }
    const double synced = console.secondsSinceMain();
    connecting.stop();
    fmt::print("{{\"firstRowsSeconds\": {:.3f}, \"syncedSeconds\": {:.3f}, \"connectStallP99Ms\": {:.2f}, "
               "\"connectStallMaxMs\": {:.2f}, \"connectWorst\": [{}]}}\n",
        firstRows, synced, connecting.percentile(0.99), connecting.maximum(), worst(connecting));
    std::fflush(stdout); // whoever disturbs the cluster from here on waits for this line
    StallMeter meter;
    FilterProbe probe(console);
    meter.start();
    use(console, meter, probe);
    meter.stop();
    fmt::print("{{\"residentMiB\": {:.1f}, \"pods\": {}, \"filterP99Ms\": {:.2f}, \"filterMaxMs\": {:.2f}, "
               "\"stallP50Ms\": {:.2f}, \"stallP99Ms\": {:.2f}, \"stallMaxMs\": {:.2f}, \"beats\": {}, "
               "\"worst\": [{}]}}\n",
        residentMebibytes(), store.state().pods, probe.percentile(0.99), probe.percentile(1), meter.percentile(0.5),
        meter.percentile(0.99), meter.maximum(), meter.beats(), worst(meter));
    return 0;
}

} // namespace binnacle::console
