// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/events.h"

#include "backend/kube/binder.h"
#include "backend/kube/proto/events.pb.h"
#include "backend/kube/proto_decode.h"
#include "backend/kube/text.h"

#include <absl/time/time.h>
#include <fmt/format.h>

#include <array>
#include <unistd.h>
#include <utility>

namespace binnacle::kube {

namespace {

using framework::PodNote;

constexpr std::size_t maxNoteBytes = 1024; // NoteLengthLimit of the server
constexpr std::size_t maxNameBytes = 253;
constexpr std::string_view cutMark = " ...";

std::string truncated(const std::string &text)
{
    if (text.size() <= maxNoteBytes) {
        return text;
    }
    return std::string(firstBytes(text, maxNoteBytes - cutMark.size())).append(cutMark);
}

std::string reportingInstance()
{
    std::array<char, 65> host{};
    gethostname(host.data(), host.size() - 1);
    return fmt::format("binnacle-{}", host.data());
}

std::string eventName(const PodNote &note, base::TimePoint now)
{
    const std::string suffix = fmt::format(".{:x}", now.time_since_epoch().count());
    return note.pod.name.substr(0, maxNameBytes - suffix.size()) + suffix;
}

std::string message(const PodNote &note)
{
    if (note.message.empty() && note.kind == PodNote::Kind::Scheduled) {
        return fmt::format("Successfully assigned {} to {}", note.pod.text(), note.nodeName);
    }
    return note.message;
}

void patchCondition(ApiClient &client, const PodNote &note, base::TimePoint now, std::function<void(absl::Status)> done)
{
    ApiRequest patch;
    patch.method = "PATCH";
    patch.path = podPath(note.pod).value() + "/status?fieldManager=binnacle";
    patch.contentType = "application/strategic-merge-patch+json";
    patch.body = conditionPatch(note, now);
    client.call(std::move(patch), [done = std::move(done)](const ApiEnd &end) { done(end.status); });
}

} // namespace

std::string eventBody(const PodNote &note, base::TimePoint now)
{
    const bool scheduled = note.kind == PodNote::Kind::Scheduled;
    wire::Event event;
    event.mutable_metadata()->set_name(eventName(note, now));
    event.mutable_metadata()->set_namespace_(note.pod.ns);
    const auto micros = std::chrono::floor<std::chrono::microseconds>(now.time_since_epoch());
    const auto seconds = std::chrono::floor<std::chrono::seconds>(micros);
    event.mutable_eventtime()->set_seconds(seconds.count());
    event.mutable_eventtime()->set_nanos(static_cast<std::int32_t>(std::chrono::nanoseconds(micros - seconds).count()));
    event.set_reportingcontroller("binnacle");
    event.set_reportinginstance(reportingInstance());
    event.set_action(scheduled ? "Binding" : "Scheduling");
    event.set_reason(scheduled ? "Scheduled" : "FailedScheduling");
    event.set_type(scheduled ? "Normal" : "Warning");
    event.set_note(truncated(message(note)));
    wire::ObjectReference &pod = *event.mutable_regarding();
    pod.set_kind("Pod");
    pod.set_apiversion("v1");
    pod.set_namespace_(note.pod.ns);
    pod.set_name(note.pod.name);
    pod.set_uid(note.podUid);
    pod.set_resourceversion(note.podResourceVersion);
    return sealEnvelope("events.k8s.io/v1", "Event", event);
}

std::string conditionPatch(const PodNote &note, base::TimePoint now)
{
    const std::int64_t seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
    const std::string time =
        absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::FromUnixSeconds(seconds), absl::UTCTimeZone());
    // As kube-scheduler tells a pod that fits nowhere from one whose binding went wrong.
    const std::string_view reason = note.onlyThisVersion ? "SchedulerError" : "Unschedulable";
    const std::string version = note.onlyThisVersion
        ? fmt::format(R"(,"resourceVersion":{})", jsonQuoted(note.podResourceVersion))
        : std::string();
    return fmt::format(
        R"({{"metadata":{{"uid":{}{}}},"status":{{"conditions":[{{"type":"PodScheduled","status":"False",)"
        R"("reason":"{}","message":{},"lastProbeTime":null,"lastTransitionTime":"{}"}}]}}}})",
        jsonQuoted(note.podUid), version, reason, jsonQuoted(note.message), time);
}

void writeNote(ApiClient &client, const PodNote &note, base::TimePoint now, std::function<void(absl::Status)> done)
{
    if (const absl::StatusOr<std::string> path = podPath(note.pod); !path.ok()) {
        done(path.status());
        return;
    }
    ApiRequest post;
    post.method = "POST";
    post.path = fmt::format("/apis/events.k8s.io/v1/namespaces/{}/events?fieldManager=binnacle", note.pod.ns);
    post.contentType = protobufType;
    post.body = eventBody(note, now);
    post.idempotent = false;
    client.call(std::move(post), [&client, note, now, done = std::move(done)](const ApiEnd &end) mutable {
        if (note.kind == PodNote::Kind::Scheduled) {
            done(end.status);
            return;
        }
        patchCondition(client, note, now, [event = end.status, done = std::move(done)](const absl::Status &condition) {
            done(event.ok() ? condition : event);
        });
    });
}

} // namespace binnacle::kube
