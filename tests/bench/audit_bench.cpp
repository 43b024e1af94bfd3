// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0
// slice: backend

// The audit log on this disk: appends one by one and queued, snapshots of 5,000 nodes of which three change, a query and the
// verification of 20,000 leaves.

#include "backend/store/audit_log.h"
#include "tests/bench/bench.h"

#include <absl/synchronization/blocking_counter.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using namespace binnacle;
using namespace binnacle::store;

class SystemClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override { return std::chrono::system_clock::now(); }
};

AuditRecord proposal(int i)
{
    AuditRecord record;
    record.kind = RecordKind::Decision;
    record.state = DecisionState::Proposed;
    record.decisionId = "decision-" + std::to_string(i);
    record.actor = "system";
    record.operation = "place";
    record.podNamespace = "shop-" + std::to_string(i % 40);
    record.podName = "web-" + std::to_string(i);
    record.podUid = "00000000-0000-0000-0000-" + std::to_string(i);
    record.node = "node-" + std::to_string(i % 5000);
    record.score = 700 + i % 100;
    record.margin = i % 20;
    record.stability = record.confidence = (i % 200) / 200.0;
    record.snapshotHash = std::string(32, 'a');
    record.policyVersion = "policy-1";
    for (int node = 0; node < 5; ++node)
        record.alternatives.push_back(
            {"node-" + std::to_string(node), 700 - node, {{"NodeResourcesFit", 90}, {"TaintToleration", 100}}});
    record.rejected = {{"InsufficientCpu", 1200}, {"TaintNotTolerated", 300}};
    return record;
}

/// Aborts the program: a benchmark of a log that fails measures nothing.
template <typename T> T must(absl::StatusOr<T> value)
{
    if (!value.ok()) {
        std::fprintf(stderr, "audit_bench: %s\n", value.status().ToString().c_str());
        std::exit(1);
    }
    return *std::move(value);
}

void appends(bench::Bench &out, AuditLog &log, int &next)
{
    std::vector<double> each;
    const double total = bench::milliseconds([&] {
        for (int i = 0; i < 1000; ++i)
            each.push_back(bench::milliseconds([&] { must(log.append(proposal(next++))); }));
    });
    out.report("append_rate", 1000 / (total / 1000), "1/s", std::nullopt, bench::Better::Higher);
    out.report("append_p99", bench::percentile(each, 0.99), "ms");
    constexpr int queued = 18'000;
    const double together = bench::milliseconds([&] {
        base::Sequence home("home");
        absl::BlockingCounter left(queued);
        for (int i = 0; i < queued; ++i)
            log.append(proposal(next++), std::nullopt, home, [&](absl::StatusOr<AuditRecord> record) {
                must(std::move(record));
                left.DecrementCount();
            });
        left.Wait();
    });
    out.report("append_rate_queued", queued / (together / 1000), "1/s", std::nullopt, bench::Better::Higher);
}

void snapshots(bench::Bench &out, AuditLog &log, int &next)
{
    std::vector<SnapshotEntry> entries;
    std::vector<std::shared_ptr<const std::string>> nodes;
    for (int i = 0; i < 5000; ++i) {
        char name[16];
        std::snprintf(name, sizeof name, "node-%05d", i);
        nodes.push_back(std::make_shared<const std::string>(name + std::string(2000, 'n')));
        entries.push_back({name, nodes.back()});
    }
    const auto put = [&] {
        const ReplayInput input{entries, [&](std::size_t i) { return *nodes[i]; }, "pod " + std::to_string(next)};
        return bench::milliseconds([&] { must(log.append(proposal(next++), &input)); });
    };
    out.report("snapshot_first_5000_nodes", put(), "ms");
    std::vector<double> with;
    std::vector<double> without;
    for (int round = 0; round < 300; ++round) {
        for (int change = 0; change < 3; ++change) {
            const auto at = static_cast<std::size_t>((round * 37 + change * 1111) % 5000);
            nodes[at] = std::make_shared<const std::string>(
                "changed " + std::to_string(round * 3 + change) + std::string(2000, 'c'));
            entries[at].identity = nodes[at];
        }
        with.push_back(put());
        without.push_back(bench::milliseconds([&] { must(log.append(proposal(next++))); }));
    }
    out.report("snapshot_delta_3_of_5000", bench::percentile(with, 0.5) - bench::percentile(without, 0.5), "ms", 2.0);
}

} // namespace

int main()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "binnacle-audit-bench-XXXXXX").string();
    const std::string folder = ::mkdtemp(pattern.data());
    const SystemClock clock;
    bench::Bench out("audit");
    {
        const auto log =
            must(AuditLog::open({{folder + "/data", folder + "/state"}, "bench", false, &clock, &posixFiles(), {}}));
        int next = 0;
        appends(out, *log, next);
        snapshots(out, *log, next);
        out.report("query_page_with_counts", bench::milliseconds([&] { must(log->query({})); }), "ms");
        api::AuditFilter filter;
        filter.text = "web-77";
        out.report("query_text", bench::milliseconds([&] { must(log->query(filter)); }), "ms");
        while (must(log->size()).leaves < 20'000)
            must(log->append(proposal(next++)));
        const api::AuditVerification verdict = must(log->verify());
        if (verdict.result != api::AuditVerification::Result::Sound)
            std::exit(1);
        out.report("verify_20000_leaves", std::chrono::duration<double, std::milli>(verdict.took).count(), "ms");
        out.report(
            "bytes_a_leaf", static_cast<double>(must(log->size()).bytes) / static_cast<double>(verdict.leaves), "B");
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}
