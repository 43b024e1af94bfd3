// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/pods/pod_inspector.h"
#include "views/theme/paint.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace binnacle::pages {

using models::Words;

RequestTable::RequestTable(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RequestTable::show(const model::PodPtr &pod, const api::ClusterStatePtr &state)
{
    m_pod = pod;
    m_state = state;
    m_rows.clear();
    m_source.clear();
    if (!pod || !state)
        return;
    std::optional<std::int64_t> cpuMilli;
    std::optional<std::int64_t> memory;
    const auto it = state->usage->pods.find(pod->key);
    if (it != state->usage->pods.end()) {
        if (it->second.cpuNano)
            cpuMilli = *it->second.cpuNano / 1'000'000;
        memory = it->second.memoryBytes;
    }
    const auto share = [](std::optional<std::int64_t> use, std::int64_t request) -> std::optional<double> {
        return use && request > 0 ? std::optional(double(*use) / double(request)) : std::nullopt;
    };
    const model::Resources &r = pod->request;
    m_rows.push_back({tr("CPU, cores"), Words::cores(r.cpuMilli), cpuMilli ? Words::cores(*cpuMilli) : QString(),
        share(cpuMilli, r.cpuMilli)});
    m_rows.push_back({tr("memory, GiB"), Words::gib(r.memoryBytes), memory ? Words::gib(*memory) : QString(),
        share(memory, r.memoryBytes)});
    if (r.ephemeralStorageBytes)
        m_rows.push_back({tr("ephemeral storage, GiB"), Words::gib(r.ephemeralStorageBytes), {}, {}});
    for (const auto &[name, value] : r.scalars())
        m_rows.push_back({Words::plain(name), Words::number(value), {}, {}});
    switch (state->usage->source) {
    case model::UsageReport::Source::None:
        m_source = tr("Use: no source. The cluster does not serve metrics.k8s.io; install metrics-server to see it.");
        break;
    case model::UsageReport::Source::Failing:
        m_source = tr("Use: the source fails: %1").arg(Words::plain(state->usage->detail));
        break;
    case model::UsageReport::Source::Available:
        m_source = it == state->usage->pods.end() ? tr("Use: not measured for this pod yet.")
                                                  : tr("Use as measured at %1.").arg(Words::clock(state->usage->at));
        break;
    }
    updateGeometry();
    update();
}

QSize RequestTable::sizeHint() const { return {320, 28 + int(m_rows.size()) * 28 + 48}; }

void RequestTable::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int bar = 64;
    const int column = 76;
    const int useRight = width() - bar - 12;
    const int requestRight = useRight - column;
    const auto cell = [&](int right, int y, const QString &text) {
        painter.drawText(QRect(right - column, y, column, 28), Qt::AlignVCenter | Qt::AlignRight, text);
    };
    painter.setFont(look::font(look::Size::Caption));
    painter.setPen(look::secondary());
    painter.drawText(QRect(0, 0, requestRight - column, 28), Qt::AlignVCenter, tr("resource"));
    cell(requestRight, 0, tr("request"));
    cell(useRight, 0, tr("use"));
    painter.drawText(QRect(width() - bar, 0, bar, 28), Qt::AlignVCenter | Qt::AlignRight, tr("of request"));
    for (int i = 0; i < int(m_rows.size()); ++i) {
        const Row &row = m_rows[std::size_t(i)];
        const int y = 28 + i * 28;
        painter.fillRect(QRect(0, y, width(), 1), look::line());
        painter.setFont(look::font(look::Size::Body));
        painter.setPen(look::text());
        const QFontMetrics metrics(painter.font());
        painter.drawText(QRect(0, y, requestRight - column, 28), Qt::AlignVCenter,
            metrics.elidedText(row.resource, Qt::ElideMiddle, requestRight - column));
        cell(requestRight, y, row.request);
        if (row.use.isEmpty()) {
            painter.setPen(look::secondary());
            cell(useRight, y, tr("no source"));
        } else {
            cell(useRight, y, row.use);
        }
        const QRectF box(width() - bar + 0.5, y + 8.5, bar - 1, 12);
        if (row.share) {
            theme::paintCapacityBar(painter, box, std::clamp(*row.share, 0.0, 1.0), -1);
        } else {
            theme::paintHatch(painter, box, look::line());
        }
    }
    painter.setFont(look::font(look::Size::Caption));
    painter.setPen(look::secondary());
    painter.drawText(QRect(0, 28 + int(m_rows.size()) * 28 + 8, width(), 36),
        int(Qt::TextWordWrap | Qt::TextWrapAnywhere), m_source);
}

void RequestTable::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        show(m_pod, m_state);
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
