// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/audit_card.h"

#include "views/pages/audit/replay_cards.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;
using models::Words;

namespace {

void clear(QGridLayout *grid)
{
    while (QLayoutItem *item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QScrollArea *scrolled(QWidget *content)
{
    auto *area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

void addFact(QGridLayout *grid, const QString &name, const QString &value, bool mono = false)
{
    const int row = grid->count() / 2; // rows of a cleared grid stay counted
    auto *key = new Text(look::Size::Body, Tone::Quiet);
    key->setWords(name);
    auto *words = (new Text(mono ? look::Size::Caption : look::Size::Body))->wrapped();
    if (mono)
        words->setMonospace();
    words->setWords(value);
    grid->addWidget(key, row, 0, Qt::AlignTop);
    grid->addWidget(words, row, 1);
}

QGridLayout *factGrid()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, 84);
    grid->setColumnStretch(1, 1);
    return grid;
}

Text *heading()
{
    auto *text = new Text(look::Size::Body);
    text->setBold(true);
    return text;
}

} // namespace

AuditCard::AuditCard(PageContext context, QWidget *parent) : QWidget(parent), m_context(std::move(context))
{
    m_tabs = new Segments;
    m_stack = new QStackedWidget;
    m_stack->addWidget(scrolled(buildDecision()));
    m_stack->addWidget(scrolled(buildAlternatives()));
    m_stack->addWidget(scrolled(buildProof()));
    m_stack->addWidget(buildRaw());
    m_replayButton = new Button;
    m_copy = new Button;
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_replayButton);
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(m_tabs, 0, Qt::AlignLeft);
    column->addWidget(m_stack, 1);
    column->addWidget(new Rule);
    column->addLayout(buttons);
    fill(); // the tabs exist before one of them is chosen
    connect(m_tabs, &Segments::chosen, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_replayButton, &QPushButton::clicked, this, &AuditCard::replay);
    connect(m_copy, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(QString::fromStdString(m_decision.canonical)); });
}

AuditCard::Tab AuditCard::tabOf(const QString &name)
{
    return name == QLatin1String("alternatives") ? Tab::Alternatives
        : name == QLatin1String("proof")         ? Tab::Proof
        : name == QLatin1String("raw")           ? Tab::Raw
                                                 : Tab::Decision;
}

QWidget *AuditCard::buildDecision()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 8, 0);
    column->setSpacing(6);
    m_title = (new Text(look::Size::Section))->wrapped();
    m_title->setBold(true);
    m_state = heading();
    m_sure = (new Text(look::Size::Body))->wrapped();
    m_score = (new Text(look::Size::Body))->wrapped();
    m_bars = new ScoreBars;
    m_bars->setNameWidth(96);
    m_facts = factGrid();
    m_lifeTitle = heading();
    m_life = new QGridLayout;
    m_life->setHorizontalSpacing(12);
    m_life->setVerticalSpacing(4);
    m_life->setColumnStretch(3, 1);
    m_replayTitle = heading();
    m_replayWords = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_title, m_state, m_sure, m_score, m_bars})
        column->addWidget(widget);
    column->addSpacing(4);
    column->addLayout(m_facts);
    column->addSpacing(4);
    column->addWidget(new Rule);
    column->addWidget(m_lifeTitle);
    column->addLayout(m_life);
    column->addSpacing(4);
    column->addWidget(new Rule);
    column->addWidget(m_replayTitle);
    column->addWidget(m_replayWords);
    m_replayCards = new ReplayCards;
    column->addWidget(m_replayCards);
    column->addStretch(1);
    return page;
}

QWidget *AuditCard::buildAlternatives()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 8, 0);
    column->setSpacing(8);
    m_alternativesTitle = heading();
    m_alternatives = new ScoreBars;
    m_alternatives->setNameWidth(112);
    m_rejectedTitle = heading();
    m_rejected = (new Text(look::Size::Body, Tone::Quiet))->wrapped();
    for (QWidget *widget :
        std::initializer_list<QWidget *>{m_alternativesTitle, m_alternatives, new Rule, m_rejectedTitle, m_rejected})
        column->addWidget(widget);
    column->addStretch(1);
    return page;
}

QWidget *AuditCard::buildProof()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 8, 0);
    column->setSpacing(8);
    m_proofTitle = heading();
    m_proof = factGrid();
    m_proofHint = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    column->addWidget(m_proofTitle);
    column->addLayout(m_proof);
    column->addWidget(m_proofHint);
    column->addStretch(1);
    return page;
}

QWidget *AuditCard::buildRaw()
{
    m_raw = new QPlainTextEdit;
    m_raw->setReadOnly(true);
    m_raw->setFont(look::monospace());
    m_raw->setLineWrapMode(QPlainTextEdit::NoWrap);
    return m_raw;
}

void AuditCard::show(const api::AuditDecision &decision)
{
    if (m_decision.decision.decisionId != decision.decision.decisionId) {
        m_replayed.reset();
        m_replaying = false;
    }
    m_decision = decision;
    m_record = models::readRecord(decision);
    fill();
}

void AuditCard::setVerification(const std::optional<api::AuditVerification> &verification)
{
    m_verification = verification;
    fillProof();
}

void AuditCard::setTab(Tab tab)
{
    m_tabs->setCurrent(int(tab));
    m_stack->setCurrentIndex(int(tab));
}

void AuditCard::fill()
{
    const api::AuditEntry &e = m_decision.decision;
    m_tabs->setSegments({tr("Decision"), tr("Alternatives"), tr("Proof"), tr("Raw")});
    m_replayButton->setWords(m_replaying ? tr("Replaying…") : tr("Replay"), tr("R"));
    m_replayButton->setEnabled(!m_replaying && m_context.service);
    m_copy->setWords(tr("Copy the raw record"));
    setWindowTitle(tr("Decision #%1").arg(Words::number(std::int64_t(e.index))));
    setProperty("subtitle",
        tr("%1 · policy %2")
            .arg(Words::clock(e.at), e.policyVersion.empty() ? QString(QChar(0x2013)) : Words::plain(e.policyVersion)));
    fillDecision();
    fillAlternatives();
    fillProof();
    fillReplay();
    if (m_raw->toPlainText() != m_record.pretty)
        m_raw->setPlainText(m_record.pretty);
}

void AuditCard::fillDecision()
{
    const api::AuditEntry &e = m_decision.decision;
    const models::Sign sign = Words::state(m_decision.state);
    m_title->setWords(tr("%1 %2 on %3", "operation pod node")
                          .arg(Words::operation(e.operation), Words::plain(e.pod),
                              e.node.empty() ? tr("no node") : Words::plain(e.node)));
    m_state->setWords(signAndWord(sign));
    m_state->setTone(sign.tone);
    m_sure->setVisible(e.stability.has_value());
    if (e.stability)
        m_sure->setWords(tr("stable %1 · confidence %2 · %3")
                             .arg(Words::share(*e.stability), Words::share(e.confidence.value_or(0)),
                                 Words::calibration(e.calibrated, e.calibratedOn)));
    m_score->setVisible(e.score.has_value());
    if (e.score)
        m_score->setWords(e.margin
                ? tr("score %1 · %2 above the next best").arg(Words::number(*e.score), Words::number(*e.margin))
                : tr("score %1 · the only node that fit").arg(Words::number(*e.score)));
    std::vector<models::ScoreRow> rows;
    for (const models::ScoreRow &row : m_record.alternatives) {
        if (row.node.text() == e.node)
            rows = {row};
    }
    m_bars->setVisible(!rows.empty());
    m_bars->setRows(std::move(rows));
    clear(m_facts);
    addFact(m_facts, tr("changes"), QStringLiteral("Binding → ") + Words::plain(e.node));
    if (!e.podUid.empty())
        addFact(m_facts, tr("pod uid"), Words::plain(e.podUid), true);
    addFact(m_facts, tr("inverse"),
        m_decision.state == api::DecisionState::Proposed ? tr("deny; nothing was changed yet")
                                                         : tr("evict and requeue; a restart once the pod runs"));
    addFact(m_facts, tr("decided by"),
        m_decision.life.empty() ? tr("nobody yet") : Words::actor(m_decision.life.front().actor));
    addFact(m_facts, tr("made from"),
        tr("snapshot %1… · seed %2 · model %3")
            .arg(Words::plain(e.snapshotHash).left(8), QString::number(qulonglong(e.seed)),
                e.modelVersion.empty() ? QString(QChar(0x2013)) : Words::plain(e.modelVersion)));
    m_lifeTitle->setWords(tr("Life"));
    clear(m_life);
    const auto step = [this](const api::AuditEntry &entry) {
        const int row = m_life->count() / 4;
        const models::Sign sign =
            entry.state ? Words::state(*entry.state) : models::Sign{QChar(0x2022), {}, Tone::Quiet};
        const QStringList cells{QString(sign.sign), Words::step(entry),
            QLatin1Char('#') + Words::number(std::int64_t(entry.index)),
            Words::clock(entry.at)
                + (entry.actor.empty() ? QString() : QStringLiteral(" · ") + Words::actor(entry.actor))
                + (entry.message.empty() ? QString() : QStringLiteral(" · ") + Words::plain(entry.message))};
        for (int i = 0; i < 4; ++i) {
            auto *text = new Text(i < 2 ? look::Size::Body : look::Size::Caption,
                i == 0       ? sign.tone
                    : i == 1 ? Tone::Plain
                             : Tone::Quiet);
            text->setWords(cells[i]);
            if (i == 3)
                text->setToolTip(Words::tip(Words::instant(entry.at)));
            m_life->addWidget(text, row, i);
        }
    };
    step(e);
    for (const api::AuditEntry &entry : m_decision.life)
        step(entry);
}

void AuditCard::fillAlternatives()
{
    m_alternativesTitle->setWords(m_record.alternatives.empty()
            ? tr("No alternative was recorded")
            : tr("Recorded nodes, best first (%1)").arg(Words::number(std::int64_t(m_record.alternatives.size()))));
    m_alternatives->setVisible(!m_record.alternatives.empty());
    m_alternatives->setRows(m_record.alternatives);
    m_rejectedTitle->setWords(tr("Nodes that refused it"));
    QStringList lines;
    for (const auto &[code, nodes] : m_record.rejected)
        lines << tr("%1 × %2").arg(Words::number(nodes), Words::reasonGroup(code, {}));
    m_rejected->setWords(lines.isEmpty() ? tr("none") : lines.join(QLatin1Char('\n')));
}

void AuditCard::fillProof()
{
    clear(m_proof);
    const api::AuditEntry &e = m_decision.decision;
    addFact(m_proof, tr("entry"), QLatin1Char('#') + Words::number(std::int64_t(e.index)));
    addFact(m_proof, tr("leaf hash"), Words::plain(e.leafHash), true);
    if (!m_verification) {
        m_proofTitle->setWords(tr("Not verified yet in this session"));
        m_proofTitle->setTone(Tone::Quiet);
        m_proofHint->setWords(tr("Verify recomputes every hash of the log, compares the root with the signed tree "
                                 "head, and names the first bad entry. It is at the foot of the page."));
        return;
    }
    const models::Sign sign = Words::verification(*m_verification);
    m_proofTitle->setWords(signAndWord(sign));
    m_proofTitle->setTone(sign.tone);
    const api::AuditVerification &v = *m_verification;
    addFact(m_proof, tr("size"), tr("%Ln entries", nullptr, int(v.leaves)));
    addFact(m_proof, tr("root"), Words::plain(v.rootHash), true);
    addFact(m_proof, tr("signed by"), v.signedBy.empty() ? tr("nobody") : Words::plain(v.signedBy), true);
    addFact(m_proof, tr("head"),
        v.headAt ? tr("%Ln entries, %1", nullptr, int(v.headSize)).arg(Words::clock(*v.headAt)) : tr("none found"));
    addFact(m_proof, tr("checked"),
        v.at == base::TimePoint{} ? Words::verificationDetail(v)
                                  : tr("%1, at %2").arg(Words::verificationDetail(v), Words::clock(v.at)));
    const bool covered = v.firstBad ? e.index < *v.firstBad : e.index < v.checked;
    m_proofHint->setWords(covered ? tr("This entry is among those checked.")
                                  : tr("This entry is not covered by the last check; verify again."));
}

void AuditCard::replay()
{
    if (!m_context.service || m_replaying || m_decision.decision.decisionId.empty())
        return;
    m_replaying = true;
    m_replayed.reset();
    fill();
    m_context.service->replay(m_decision.decision.decisionId,
        [self = QPointer(this), id = m_decision.decision.decisionId](absl::StatusOr<api::ReplayReport> answer) {
            if (!self || self->m_decision.decision.decisionId != id)
                return;
            self->m_replaying = false;
            self->m_replayed = std::move(answer);
            self->fill();
        });
}

void AuditCard::fillReplay()
{
    m_replayCards->hide();
    m_replayWords->show();
    if (m_replaying) {
        m_replayTitle->setWords(tr("Replaying…"));
        m_replayTitle->setTone(Tone::Quiet);
        m_replayWords->setWords(tr("The decision is made again from the recorded snapshot, policy and seed."));
        return;
    }
    if (!m_replayed) {
        m_replayTitle->setWords(tr("Not replayed"));
        m_replayTitle->setTone(Tone::Quiet);
        m_replayWords->setWords(
            tr("Replay makes the decision again from the recorded snapshot, policy and seed, and compares every bit."));
        return;
    }
    if (!m_replayed->ok()) {
        m_replayTitle->setWords(tr("Could not replay"));
        m_replayTitle->setTone(Tone::Warn);
        m_replayWords->setWords(Words::fault(m_replayed->status()));
        return;
    }
    const api::ReplayReport &report = **m_replayed;
    const models::Sign sign = Words::replay(report);
    m_replayTitle->setWords(signAndWord(sign) + QStringLiteral(" · ") + Words::took(report.took));
    m_replayTitle->setTone(sign.tone);
    m_replayWords->setVisible(report.equal);
    m_replayWords->setWords(
        tr("Same node, scores, reasons and confidence, bit for bit. Fingerprint %1").arg(Words::plain(report.is)));
    if (!report.equal)
        m_replayCards->show(report);
}

void AuditCard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        fill();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
