// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/binder.h"

#include "backend/kube/proto/core.pb.h"
#include "backend/kube/proto_decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

using framework::BindRequest;
using framework::BindResult;

constexpr std::chrono::milliseconds writeTimeout{15'000};
constexpr std::size_t maxNameBytes = 253;

/// The characters of a DNS-1123 subdomain, which every pod, namespace and node name is.
bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= maxNameBytes && text != "." && text != ".."
        && std::all_of(text.begin(), text.end(),
            [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.'; });
}

std::string bindingBody(const BindRequest &request)
{
    wire::Binding binding;
    binding.mutable_metadata()->set_name(request.pod.name);
    binding.mutable_metadata()->set_namespace_(request.pod.ns);
    binding.mutable_metadata()->set_uid(request.podUid);
    binding.mutable_metadata()->set_resourceversion(request.podResourceVersion);
    binding.mutable_target()->set_kind("Node");
    binding.mutable_target()->set_apiversion("v1");
    binding.mutable_target()->set_name(request.nodeName);
    return sealEnvelope("v1", "Binding", binding);
}

} // namespace

absl::StatusOr<std::string> podPath(const model::PodKey &pod)
{
    if (!isName(pod.ns) || !isName(pod.name)) {
        return absl::InvalidArgumentError("not the name of a pod");
    }
    return fmt::format("/api/v1/namespaces/{}/pods/{}", pod.ns, pod.name);
}

BindResult bindResult(const ApiEnd &end)
{
    if (end.status.ok()) {
        return {BindResult::Kind::Bound, absl::OkStatus()};
    }
    // A server that fails, or gives up waiting for itself, may still have written.
    const bool open = end.httpStatus == 0 ? end.sent : (end.httpStatus >= 500 || end.httpStatus == 408);
    // An answer of which only the head arrived tells by that head.
    const bool accepted = end.httpStatus / 100 == 2;
    return {open || accepted ? BindResult::Kind::Unknown : BindResult::Kind::Refused, end.status};
}

void bindPod(ApiClient &client, const BindRequest &request, std::function<void(BindResult)> done)
{
    const absl::StatusOr<std::string> path = podPath(request.pod);
    // Without both preconditions another pod of the same name could be bound.
    if (!path.ok() || !isName(request.nodeName) || request.podUid.empty() || request.podResourceVersion.empty()) {
        done({BindResult::Kind::Refused, absl::InvalidArgumentError("an incomplete bind request")});
        return;
    }
    ApiRequest post;
    post.method = "POST";
    post.path = *path + "/binding?fieldManager=binnacle";
    post.contentType = protobufType;
    post.body = bindingBody(request);
    post.totalTimeout = writeTimeout;
    post.maxBodyBytes = std::size_t{1} << 20;
    post.idempotent = false;
    client.call(std::move(post), [done = std::move(done)](const ApiEnd &end) { done(bindResult(end)); });
}

void readPod(ApiClient &client, const model::PodKey &pod, std::function<void(absl::StatusOr<model::PodPtr>)> done)
{
    const absl::StatusOr<std::string> path = podPath(pod);
    if (!path.ok()) {
        done(path.status());
        return;
    }
    ApiRequest get;
    get.path = *path;
    get.maxBodyBytes = maxObjectBytes;
    client.call(std::move(get), [done = std::move(done)](const ApiEnd &end) {
        if (!end.status.ok()) {
            done(end.status);
            return;
        }
        const absl::StatusOr<Envelope> object = openEnvelope(end.body);
        if (!object.ok() || object->kind != "Pod") {
            done(object.ok() ? absl::DataLossError("the answer is no Pod") : object.status());
            return;
        }
        done(ObjectDecoder().decodePod(object->raw, ObjectDecoder::Containers::Keep));
    });
}

} // namespace binnacle::kube
