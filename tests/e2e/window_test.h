// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/console/console.h"
#include "tests/e2e/window_user.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>

namespace binnacle::e2e {

/// The line from opening a cluster to a confirmed decision, and what may interrupt it, as a person sees it in the real
/// window on a real API server. window.py starts it with names of the functions that make one life of the program; they
/// build on each other, so what follows a failure is skipped.
class WindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    // looking: window_look_test.cpp
    void theClusterIsOpenedAndSynced();
    void theOverviewCountsWhatTheServerHas();
    void everyNodeIsARow();
    void everyPodIsARow();
    void podsThatWaitSayWhy();
    void aPendingPodIsRankedOnEveryNode();
    void aRefusedNodeSaysWhyNot();
    void aPastedManifestIsAnswered();
    void observingOffersNothingAndBindsNothing();
    void aPodOfAnotherSchedulerIsAdviceOnly();
    void whoMayOnlyReadCannotApprove();
    void languageAndThemeChangeAtRunTime();

    // acting: window_act_test.cpp
    void autonomyIsRaisedInTheWindow();
    void aProposalSaysExactlyWhatItWouldDo();
    void anApprovedPodIsBoundWhereItWasShown();
    void aDeniedPodIsNotBound();
    void theAuditLogHoldsTheDecision();
    void theAuditLogIsExported();
    void aStoppedServerTurnsApprovingOff();
    void approvingComesBackWithTheServer();
    void killedBeforeTheBindIsSent();
    void aBindThatWasNotSentIsSettledAndProposedAgain();
    void killedBeforeTheBindIsAnswered();
    void aBindThatWasSentIsConfirmedOnce();

private:
    /// Selects the waiting proposal of `pod` and says which node its card names; empty after a failure.
    QString selectProposal(const QString &pod);
    /// Presses Approve on the selected proposal and waits until the approval is durable.
    void approve(const QString &pod);
    void awaitDecided(const QString &pod, const QString &state);
    [[nodiscard]] QAbstractItemView *auditRows(); ///< with the newest; null on another page
    void exportTo(const QString &path);
    [[nodiscard]] static QString serverNodeOf(const QString &pod); ///< empty while it is not bound
    [[nodiscard]] pages::MainWindow &window() { return m_console->window(); }

    QElapsedTimer m_clock;
    std::unique_ptr<console::Console> m_console;
    std::unique_ptr<User> m_user;
    bool m_failed = false;
    QString m_approvedNode;
};

} // namespace binnacle::e2e
