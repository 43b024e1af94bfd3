// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/placement_desk.h"

#include "backend/store/audit_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>

namespace binnacle::services {
namespace {

using api::DecisionState;
using ::testing::ElementsAre;

class ManualExecutor final : public base::Executor {
public:
    void post(std::function<void()> task) override { m_tasks.push_back(std::move(task)); }
    [[nodiscard]] bool runsHere() const override { return true; }
    void run()
    {
        while (!m_tasks.empty()) {
            auto task = std::move(m_tasks.front());
            m_tasks.pop_front();
            task();
        }
    }

private:
    std::deque<std::function<void()>> m_tasks;
};

class ManualClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override { return at; }
    base::TimePoint at{std::chrono::hours(1000)};
};

/// A log in memory that answers later, can fail, refuses what the real one refuses, and notes the order of everything.
class MemoryTrail final : public AuditTrail {
public:
    MemoryTrail(ManualExecutor &executor, std::vector<std::string> &journal) : m_executor(executor), m_journal(journal)
    {
    }
    void propose(api::AuditEntry entry, model::DecisionPtr, model::SnapshotPtr, api::Reply<std::uint64_t> done) override
    {
        write(entry, std::move(done));
    }
    void transition(api::AuditEntry entry, api::Reply<std::uint64_t> done) override { write(entry, std::move(done)); }
    std::string failOn;
    std::string lateOn; ///< durable, but answered with an error
    int attempts = 0;

private:
    void write(const api::AuditEntry &entry, api::Reply<std::uint64_t> done)
    {
        m_executor.post([this, entry, done = std::move(done)] {
            const std::string state(store::stateName(*entry.state));
            ++attempts;
            if (state == failOn)
                return done(absl::UnavailableError("disk full"));
            const auto before = m_states.find(entry.decisionId);
            if (before != m_states.end() && !store::legalTransition(before->second, *entry.state))
                return done(absl::FailedPreconditionError("illegal transition"));
            m_states[entry.decisionId] = *entry.state;
            if (state == lateOn)
                return done(absl::UnavailableError("the head is not on disk"));
            m_journal.push_back(entry.message.empty() ? state : state + " (" + entry.message + ")");
            done(m_next++);
        });
    }
    ManualExecutor &m_executor;
    std::vector<std::string> &m_journal;
    std::map<std::string, DecisionState> m_states;
    std::uint64_t m_next = 1;
};

class FakePort final : public framework::ClusterPort {
public:
    FakePort(ManualExecutor &executor, std::vector<std::string> &journal) : m_executor(executor), m_journal(journal) { }
    void start(base::Executor &, framework::ClusterSink &) override { }
    void stop() override { }
    void bind(framework::BindRequest request, std::function<void(framework::BindResult)> done) override
    {
        m_journal.push_back("bind " + request.nodeName);
        version = request.podResourceVersion;
        m_executor.post([this, done = std::move(done)] { done(answer); });
    }
    void readPod(model::PodKey, std::function<void(absl::StatusOr<model::PodPtr>)> done) override
    {
        m_journal.push_back("read");
        m_executor.post([this, done = std::move(done)] { done(onServer); });
    }
    void note(framework::PodNote note, std::function<void(absl::Status)> done) override
    {
        m_executor.post([this, note = std::move(note), done = std::move(done)] {
            if (!note.onlyThisVersion)
                return done(absl::OkStatus());
            m_journal.push_back("condition");
            if (noteLands)
                onServer = noteLands;
            if (!noted.ok())
                return done(noted);
            if (!onServer.ok() || (*onServer)->resourceVersion != note.podResourceVersion)
                return done(absl::AbortedError("conflict"));
            auto moved = std::make_shared<model::Pod>(**onServer);
            moved->resourceVersion += "1";
            onServer = model::PodPtr(moved);
            done(absl::OkStatus());
        });
    }
    /// As the server does with a bind that took its time: refused when the pod is not the one it names any more.
    bool bindLands(const model::PodPtr &bound)
    {
        if (!onServer.ok() || (*onServer)->resourceVersion != version)
            return false;
        onServer = bound;
        return true;
    }
    [[nodiscard]] bool writable() const override { return true; }

    framework::BindResult answer{framework::BindResult::Kind::Bound, absl::OkStatus()};
    std::string version; ///< of the last bind
    model::PodPtr noteLands; ///< a bind that takes effect just before the condition does
    absl::Status noted = absl::OkStatus(); ///< what a condition is answered
    absl::StatusOr<model::PodPtr> onServer = absl::NotFoundError("gone");

private:
    ManualExecutor &m_executor;
    std::vector<std::string> &m_journal;
};

class PlacementDeskTest : public ::testing::Test {
protected:
    PlacementDeskTest() : trail(executor, journal), port(executor, journal), desk(surroundings()) { }

    PlacementDesk::Surroundings surroundings()
    {
        PlacementDesk::Surroundings around;
        around.state = &executor;
        around.clock = &clock;
        around.port = &port;
        around.audit = &trail;
        around.stillFits = [this](const model::Decision &) { return fits; };
        around.bindingNeeds = [this](const model::Decision &) { return needs; };
        around.pod = [this](const model::PodKey &) { return pod; };
        around.assume = [this](const model::PodPtr &, base::Symbol) { ++assumed; };
        around.forget = [this](const model::PodKey &, const std::string &) { --assumed; };
        around.requeue = [this](const model::PodKey &, Requeue how) {
            requeued.emplace_back(how == Requeue::Denied ? "denied" : how == Requeue::Later ? "later" : "now");
        };
        around.mayNote = [this] { return mayNote; };
        around.changed = [] {};
        around.confirmed = [this](const api::Proposal &) { ++confirmed; };
        return around;
    }

    static model::PodPtr podOn(const char *node)
    {
        auto out = std::make_shared<model::Pod>();
        out->key = {"ml", "train"};
        out->uid = "u1";
        out->resourceVersion = "7";
        out->nodeName = base::Symbol(node);
        if (*node)
            out->resourceVersion = "8";
        return out;
    }

    static model::DecisionPtr decision()
    {
        auto out = std::make_shared<model::Decision>();
        out->id = "d1";
        out->pod = {"ml", "train"};
        out->podUid = "u1";
        out->podValue = podOn("");
        out->outcome = model::DecisionOutcome::Placed;
        out->chosen = base::Symbol("n1");
        out->score = 90;
        out->feasible = {{base::Symbol("n1"), {}, {}, 90}, {base::Symbol("n2"), {}, {}, 80}};
        return out;
    }

    void propose()
    {
        desk.propose(decision(), nullptr);
        executor.run();
    }
    absl::Status approve()
    {
        absl::Status out = absl::UnknownError("no answer");
        desk.approve("d1", "anna", [&](absl::Status s) { out = s; });
        executor.run();
        return out;
    }

    ManualExecutor executor;
    ManualClock clock;
    std::vector<std::string> journal;
    MemoryTrail trail;
    FakePort port;
    model::PodPtr pod = podOn("");
    absl::Status fits = absl::OkStatus();
    std::vector<model::Reason> needs;
    void pass(base::Duration time)
    {
        clock.at += time;
        desk.tick();
        executor.run();
    }
    /// Approved, sent, and never answered; the server has not carried it out yet.
    void loseTheAnswer()
    {
        propose();
        port.answer = {framework::BindResult::Kind::Unknown, absl::DeadlineExceededError("no answer")};
        port.onServer = podOn("");
        EXPECT_TRUE(approve().ok());
        EXPECT_EQ(desk.find("d1")->state, DecisionState::Unknown);
    }

    bool mayNote = false;
    int assumed = 0;
    int confirmed = 0;
    std::vector<std::string> requeued;
    PlacementDesk desk;
};

api::AuditDecision openRow(DecisionState state)
{
    api::AuditDecision row;
    row.state = state;
    row.decision.decisionId = "d1";
    row.decision.pod = "ml/train";
    row.decision.podUid = "u1";
    row.decision.node = "n1";
    row.decision.at = base::TimePoint(std::chrono::hours(1000));
    return row;
}

TEST_F(PlacementDeskTest, ADecisionIsShownOnlyAfterItsRowIsDurable)
{
    desk.propose(decision(), nullptr);
    EXPECT_TRUE(desk.waiting().empty());
    EXPECT_EQ(assumed, 1);
    executor.run();
    ASSERT_EQ(desk.waiting().size(), 1U);
    EXPECT_EQ(desk.waiting()[0].auditIndex, 1U);
}

TEST_F(PlacementDeskTest, ApprovedIsDurableBeforeTheBindAndTheEchoConfirms)
{
    propose();
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "Bound"));
    pod = podOn("n1");
    desk.podSeen(pod);
    executor.run();
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "Bound", "Confirmed"));
    EXPECT_EQ(confirmed, 1);
    EXPECT_EQ(assumed, 1) << "the assumption is the cache's now; the echo replaces it";
    EXPECT_EQ(desk.decided().front().state, DecisionState::Confirmed);
}

TEST_F(PlacementDeskTest, AnEchoThatOvertakesTheAnswerStillConfirmsOnce)
{
    propose();
    desk.approve("d1", "anna", [](absl::Status) {});
    pod = podOn("n1");
    desk.podSeen(pod);
    executor.run();
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "Bound", "Confirmed"));
    EXPECT_EQ(confirmed, 1);
}

TEST_F(PlacementDeskTest, NothingIsBoundWhenTheApprovalCannotBeWritten)
{
    propose();
    trail.failOn = "Approved";
    EXPECT_TRUE(absl::IsUnavailable(approve()));
    EXPECT_THAT(journal, ElementsAre("Proposed"));
    ASSERT_EQ(desk.waiting().size(), 1U);
    trail.failOn.clear();
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "Bound"));
}

TEST_F(PlacementDeskTest, NothingIsShownWhenTheProposalCannotBeWritten)
{
    trail.failOn = "Proposed";
    propose();
    EXPECT_TRUE(desk.waiting().empty());
    EXPECT_EQ(assumed, 0);
    EXPECT_THAT(requeued, ElementsAre("later"));
}

TEST_F(PlacementDeskTest, ASecondApprovalOfTheSameProposalIsRefused)
{
    propose();
    absl::Status second;
    desk.approve("d1", "anna", [](absl::Status) {});
    desk.approve("d1", "bert", [&](absl::Status s) { second = s; });
    executor.run();
    EXPECT_TRUE(absl::IsFailedPrecondition(second));
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "Bound"));
}

TEST_F(PlacementDeskTest, AnApprovalOnAChangedClusterSupersedesInsteadOfBinding)
{
    propose();
    fits = absl::AbortedError("InsufficientCpu");
    EXPECT_TRUE(absl::IsAborted(approve()));
    EXPECT_THAT(journal, ElementsAre("Proposed", "Superseded (InsufficientCpu)"));
    EXPECT_THAT(requeued, ElementsAre("now"));
    EXPECT_EQ(assumed, 0);
}

TEST_F(PlacementDeskTest, APlacementThatNeedsMoreThanABindIsAdviceUntilItDoesNot)
{
    propose();
    needs.push_back({.code = model::ReasonCode::ResourceClaimToAllocate, .subject = {}, .detail = "gpus"});
    const absl::Status refused = approve();
    EXPECT_TRUE(absl::IsFailedPrecondition(refused));
    EXPECT_EQ(refused.message(), "ResourceClaimToAllocate: gpus");
    EXPECT_THAT(journal, ElementsAre("Proposed")) << "nothing was approved, nothing written";
    needs.clear();
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "Bound"));
}

TEST_F(PlacementDeskTest, ARefusedBindIsForgottenAndTriedLater)
{
    propose();
    port.answer = {framework::BindResult::Kind::Refused, absl::AbortedError("conflict")};
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal, ElementsAre("Proposed", "Approved", "bind n1", "BindFailed (conflict)"));
    EXPECT_THAT(requeued, ElementsAre("later"));
    EXPECT_EQ(assumed, 0);
}

TEST_F(PlacementDeskTest, ALostAnswerIsReadBackBeforeAnythingIsAssumed)
{
    propose();
    port.answer = {framework::BindResult::Kind::Unknown, absl::UnavailableError("connection lost")};
    port.onServer = podOn("n1");
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal,
        ElementsAre("Proposed", "Approved", "bind n1", "Unknown (connection lost)", "read", "Bound", "Confirmed"));
}

TEST_F(PlacementDeskTest, ABindThatIsNeverAnsweredAndLandsThreeSecondsLaterIsConfirmed)
{
    loseTheAnswer();
    EXPECT_TRUE(port.bindLands(podOn("n1")));
    pass(std::chrono::seconds(3));
    EXPECT_THAT(journal,
        ElementsAre("Proposed", "Approved", "bind n1", "Unknown (no answer)", "read", "read", "Bound", "Confirmed"));
    EXPECT_EQ(confirmed, 1);
}

TEST_F(PlacementDeskTest, ABindThatLandsLateIsConfirmedByTheWatchAsWell)
{
    loseTheAnswer();
    pod = podOn("n1");
    desk.podSeen(pod);
    executor.run();
    EXPECT_THAT(
        journal, ElementsAre("Proposed", "Approved", "bind n1", "Unknown (no answer)", "read", "Bound", "Confirmed"));
}

TEST_F(PlacementDeskTest, ABindWithoutAnAnswerFailedOnlyWhenTheServerMustHaveGivenItUp)
{
    loseTheAnswer();
    for (int second = 0; second < 89; ++second) {
        pass(std::chrono::seconds(1));
        ASSERT_EQ(desk.find("d1")->state, DecisionState::Unknown) << "after " << second + 1 << " s";
    }
    EXPECT_TRUE(requeued.empty());
    EXPECT_EQ(assumed, 1) << "its room is held meanwhile";
    pass(std::chrono::seconds(1));
    EXPECT_EQ(journal.back(), "BindFailed (pod-not-bound)");
    EXPECT_EQ(journal[journal.size() - 2], "read") << "a fresh look comes first";
    EXPECT_THAT(requeued, ElementsAre("later"));
    EXPECT_EQ(assumed, 0);
}

TEST_F(PlacementDeskTest, MovingThePodsVersionOnSettlesALostBindAtOnceAndForGood)
{
    mayNote = true;
    propose();
    port.answer = {framework::BindResult::Kind::Unknown, absl::DeadlineExceededError("no answer")};
    port.onServer = podOn("");
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal,
        ElementsAre("Proposed", "Approved", "bind n1", "Unknown (no answer)", "read", "condition", "read",
            "BindFailed (pod-not-bound)"));
    EXPECT_FALSE(port.bindLands(podOn("n1"))) << "the server refuses it now";
}

TEST_F(PlacementDeskTest, ABindThatLandsBeforeTheConditionIsConfirmed)
{
    loseTheAnswer();
    mayNote = true;
    port.noteLands = podOn("n1");
    pass(std::chrono::seconds(2));
    EXPECT_THAT(journal,
        ElementsAre("Proposed", "Approved", "bind n1", "Unknown (no answer)", "read", "read", "condition", "read",
            "Bound", "Confirmed"));
}

TEST_F(PlacementDeskTest, WhereTheConditionIsRefusedTimeSettlesIt)
{
    mayNote = true;
    port.noted = absl::PermissionDeniedError("forbidden");
    loseTheAnswer();
    pass(std::chrono::seconds(30));
    EXPECT_EQ(desk.find("d1")->state, DecisionState::Unknown);
    EXPECT_EQ(std::count(journal.begin(), journal.end(), "condition"), 1) << "asked once, not for ever";
    pass(std::chrono::seconds(60));
    EXPECT_EQ(journal.back(), "BindFailed (pod-not-bound)");
}

TEST_F(PlacementDeskTest, AnUnreachableServerKeepsTheRowUnknownAndIsAskedAgain)
{
    propose();
    port.answer = {framework::BindResult::Kind::Unknown, absl::UnavailableError("connection lost")};
    port.onServer = absl::UnavailableError("still down");
    EXPECT_TRUE(approve().ok());
    EXPECT_EQ(desk.find("d1")->state, DecisionState::Unknown);
    port.onServer = podOn("n1");
    clock.at += std::chrono::minutes(2);
    desk.tick();
    executor.run();
    EXPECT_EQ(desk.find("d1")->state, DecisionState::Confirmed);
}

TEST_F(PlacementDeskTest, AProposalThatNobodyAnswersExpires)
{
    propose();
    clock.at += std::chrono::minutes(5);
    EXPECT_TRUE(absl::IsFailedPrecondition(approve()));
    desk.tick();
    executor.run();
    EXPECT_THAT(journal, ElementsAre("Proposed", "Expired"));
    EXPECT_EQ(assumed, 0);
}

TEST_F(PlacementDeskTest, APodBoundByAnotherSchedulerSupersedesTheProposal)
{
    propose();
    pod = podOn("n9");
    desk.podSeen(pod);
    executor.run();
    EXPECT_THAT(journal, ElementsAre("Proposed", "Superseded (bound-by-another: n9)"));
}

TEST_F(PlacementDeskTest, APodRecreatedUnderItsNameIsAnotherPod)
{
    propose();
    auto other = std::make_shared<model::Pod>(*podOn(""));
    other->uid = "u2";
    pod = other;
    desk.podSeen(pod);
    executor.run();
    EXPECT_THAT(journal, ElementsAre("Proposed", "Superseded (pod-gone)"));
}

TEST_F(PlacementDeskTest, ABoundPodThatGoesBeforeItIsSeenOnItsNodeFreesItsName)
{
    propose();
    ASSERT_TRUE(approve().ok());
    ASSERT_EQ(journal.back(), "Bound");
    auto next = std::make_shared<model::Pod>(*podOn(""));
    next->uid = "u2"; // as a StatefulSet does: the same name at once
    pod = next;
    port.onServer = model::PodPtr(next);
    desk.podSeen(pod);
    executor.run();
    EXPECT_EQ(journal.back(), "Superseded (pod-gone)");
    EXPECT_EQ(desk.unsettled(), 0);
    EXPECT_FALSE(desk.busyWith(pod->key));
}

TEST_F(PlacementDeskTest, APodDeletedWhileItsBindIsWrittenDownIsNotWaitedForForEver)
{
    propose();
    desk.approve("d1", "anna", [](const absl::Status &) {});
    pod = nullptr;
    desk.podGone({"ml", "train"}, "u1"); // a step is under way
    executor.run();
    EXPECT_EQ(journal.back(), "Superseded (pod-gone)");
    EXPECT_FALSE(desk.busyWith({"ml", "train"}));
}

TEST_F(PlacementDeskTest, ABoundRowWhosePodCannotBeReadAtRestartIsAskedAboutAgain)
{
    port.onServer = absl::UnavailableError("down");
    bool done = false;
    desk.reconcile(
        {openRow(DecisionState::Bound)}, [](const api::AuditDecision &) { return nullptr; }, [&] { done = true; });
    executor.run();
    EXPECT_TRUE(done);
    EXPECT_EQ(desk.unsettled(), 1);
    port.onServer = podOn("n1");
    clock.at += std::chrono::minutes(2);
    desk.tick();
    executor.run();
    EXPECT_EQ(journal.back(), "Confirmed");
    EXPECT_EQ(desk.unsettled(), 0);
}

TEST_F(PlacementDeskTest, AStepThatTheLogRefusesIsNotTriedAgainAtOnce)
{
    propose();
    trail.failOn = "Expired";
    clock.at += std::chrono::minutes(6);
    const int before = trail.attempts;
    for (int i = 0; i < 10; ++i) {
        desk.tick();
        executor.run();
    }
    EXPECT_EQ(trail.attempts, before + 1);
    trail.failOn.clear();
    clock.at += std::chrono::seconds(6);
    desk.tick();
    executor.run();
    EXPECT_EQ(journal.back(), "Expired");
}

TEST_F(PlacementDeskTest, AnApprovalThatWasDurableAfterAllButNeverActedOnIsSettledAsNotBound)
{
    propose();
    trail.lateOn = "Approved";
    EXPECT_FALSE(approve().ok());
    EXPECT_EQ(desk.waiting().size(), 1U);
    absl::Status denied;
    desk.deny("d1", "anna", "", [&](const absl::Status &status) { denied = status; });
    executor.run();
    EXPECT_FALSE(denied.ok());
    EXPECT_THAT(journal, ElementsAre("Proposed", "BindFailed (approval-not-acknowledged)"))
        << "the late one is not noted";
    EXPECT_EQ(desk.unsettled(), 0);
    EXPECT_THAT(requeued, ElementsAre("later"));
}

TEST_F(PlacementDeskTest, TheBindNamesTheVersionThatWasJustChecked)
{
    propose();
    auto touched = std::make_shared<model::Pod>(*podOn(""));
    touched->resourceVersion = "9"; // an annotation, say
    pod = touched;
    ASSERT_TRUE(approve().ok());
    EXPECT_EQ(port.version, "9");
}

TEST_F(PlacementDeskTest, ADeniedPodIsKeptBackAndNoRuleApprovesItsNextPlacement)
{
    propose();
    desk.deny("d1", "anna", "not there", [](const absl::Status &) {});
    executor.run();
    EXPECT_THAT(requeued, ElementsAre("denied"));
    EXPECT_TRUE(desk.wasDenied("u1"));
    desk.podGone({"ml", "train"}, "u1");
    EXPECT_FALSE(desk.wasDenied("u1"));
}

TEST_F(PlacementDeskTest, ADecisionWithoutANodeIsWrittenDownAndNothingFollows)
{
    auto none = std::make_shared<model::Decision>(*decision());
    none->outcome = model::DecisionOutcome::NotDecidable;
    none->chosen = {};
    none->undecided = static_cast<model::UndecidedRules>(model::UndecidedRule::TopologySpread);
    bool durable = false;
    desk.record(none, nullptr, "a1", [&](bool ok) { durable = ok; });
    EXPECT_FALSE(durable);
    executor.run();
    EXPECT_TRUE(durable);
    EXPECT_THAT(journal, ElementsAre("NoNode"));
    EXPECT_FALSE(desk.busyWith(none->pod));
    EXPECT_EQ(assumed, 0);
}

TEST_F(PlacementDeskTest, ChoosingAnotherNodeSupersedesTheFirstProposal)
{
    propose();
    absl::Status answer;
    desk.chooseAnother("d1", base::Symbol("n2"), "anna", [&](absl::Status s) { answer = s; });
    executor.run();
    EXPECT_TRUE(answer.ok());
    ASSERT_EQ(desk.waiting().size(), 1U);
    EXPECT_EQ(desk.waiting()[0].decision->chosen, base::Symbol("n2"));
    EXPECT_EQ(desk.decided().front().state, DecisionState::Superseded);
    EXPECT_EQ(assumed, 1);
}

struct ReconcileCase {
    const char *sentence;
    DecisionState found;
    const char *onServer; ///< null: gone; "": unbound
    std::vector<std::string> journal;
};

class ReconcileTest : public PlacementDeskTest, public ::testing::WithParamInterface<ReconcileCase> { };

TEST_P(ReconcileTest, EveryOpenRowIsSettledFromTheLivePod)
{
    if (GetParam().onServer)
        port.onServer = podOn(GetParam().onServer);
    bool done = false;
    desk.reconcile(
        {openRow(GetParam().found)}, [](const api::AuditDecision &) { return nullptr; }, [&] { done = true; });
    executor.run();
    EXPECT_TRUE(done);
    if (GetParam().onServer && *GetParam().onServer) {
        pod = podOn(GetParam().onServer);
        desk.podSeen(pod);
        executor.run();
    }
    pass(std::chrono::seconds(2)); // less than a bind of the earlier run may still need
    EXPECT_EQ(
        desk.unsettled(), std::string_view(GetParam().sentence).find("never bound") == std::string_view::npos ? 0 : 1);
    pass(std::chrono::seconds(90));
    EXPECT_EQ(journal, GetParam().journal);
    EXPECT_EQ(desk.unsettled(), 0);
}

INSTANTIATE_TEST_SUITE_P(AfterRestart, ReconcileTest,
    ::testing::Values(
        ReconcileCase{"approved and bound", DecisionState::Approved, "n1", {"read", "Bound", "Confirmed"}},
        ReconcileCase{"approved, never bound", DecisionState::Approved, "",
            {"read", "Unknown (bind-not-answered)", "read", "read", "BindFailed (pod-not-bound)"}},
        ReconcileCase{
            "unknown, never bound", DecisionState::Unknown, "", {"read", "read", "read", "BindFailed (pod-not-bound)"}},
        ReconcileCase{"approved, gone", DecisionState::Approved, nullptr, {"read", "BindFailed (pod-gone)"}},
        ReconcileCase{
            "approved, elsewhere", DecisionState::Approved, "n9", {"read", "BindFailed (pod-on-other-node: n9)"}},
        ReconcileCase{"unknown and bound", DecisionState::Unknown, "n1", {"read", "Bound", "Confirmed"}},
        ReconcileCase{"bound, confirmed late", DecisionState::Bound, "n1", {"read", "Confirmed"}},
        ReconcileCase{"bound, gone", DecisionState::Bound, nullptr, {"read", "Superseded (pod-gone)"}},
        ReconcileCase{"proposed, trace gone", DecisionState::Proposed, "", {"Superseded (restart)"}}),
    [](const auto &info) {
        std::string name = info.param.sentence;
        std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
        return name;
    });

TEST_F(PlacementDeskTest, AFreshProposalOfAnEarlierRunIsAdopted)
{
    bool done = false;
    desk.reconcile(
        {openRow(DecisionState::Proposed)}, [](const api::AuditDecision &) { return decision(); },
        [&] { done = true; });
    executor.run();
    EXPECT_TRUE(done);
    EXPECT_EQ(desk.waiting().size(), 1U);
    EXPECT_TRUE(journal.empty());
    EXPECT_TRUE(approve().ok());
    EXPECT_THAT(journal, ElementsAre("Approved", "bind n1", "Bound"));
}

} // namespace
} // namespace binnacle::services
