// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/api_client.h"

#include "backend/kube/proto_decode.h"
#include "backend/kube/text.h"
#include "backend/kube/tls.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

using model::FaultKind;

constexpr std::size_t maxErrorBytes = std::size_t{64} << 10;
constexpr std::size_t maxDetailBytes = 512;
constexpr std::size_t reportBytes = std::size_t{1} << 20;
constexpr std::size_t maxSpareBytes = std::size_t{4} << 20;

std::string printable(std::string text)
{
    text.resize(firstBytes(text, maxDetailBytes).size());
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return text;
}

FaultKind faultOf(int httpStatus)
{
    switch (httpStatus) {
    case 401:
        return FaultKind::Unauthorized;
    case 403:
        return FaultKind::Forbidden;
    case 429:
        return FaultKind::TooManyRequests;
    case 408:
    case 504:
        return FaultKind::Timeout;
    default:
        return httpStatus >= 500 ? FaultKind::ServerError : FaultKind::Protocol;
    }
}

absl::StatusCode codeOf(int httpStatus)
{
    switch (httpStatus) {
    case 400:
    case 422:
        return absl::StatusCode::kInvalidArgument;
    case 401:
        return absl::StatusCode::kUnauthenticated;
    case 403:
        return absl::StatusCode::kPermissionDenied;
    case 404:
        return absl::StatusCode::kNotFound;
    case 408:
    case 504:
        return absl::StatusCode::kDeadlineExceeded;
    case 409:
        return absl::StatusCode::kAborted;
    case 410:
        return absl::StatusCode::kOutOfRange;
    case 429:
        return absl::StatusCode::kResourceExhausted;
    default:
        return httpStatus >= 500 ? absl::StatusCode::kUnavailable : absl::StatusCode::kFailedPrecondition;
    }
}

/// The server's Status, in whichever of the two forms it came; else the text itself.
ServerStatus readStatus(const HttpHead &head, const std::string &body)
{
    if (head.contentType.starts_with(protobufType)) {
        return decodeStatus(body).value_or(ServerStatus{});
    }
    if (head.contentType.starts_with(jsonType)) {
        const nlohmann::json json = nlohmann::json::parse(body, nullptr, false);
        if (json.is_object()) {
            const auto text = [&](const char *key) {
                const auto found = json.find(key);
                return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
            };
            return {0, text("reason"), text("message"), 0};
        }
        return {};
    }
    return {0, {}, body, 0};
}

} // namespace

/// Bytes on their way from the I/O thread to the sequence; one task carries all that came before it ran.
struct ApiClient::Inbox {
    absl::Mutex mutex;
    std::string bytes ABSL_GUARDED_BY(mutex);
    bool announced ABSL_GUARDED_BY(mutex) = false;
};

ApiClient::ApiClient(HttpLoop &loop, std::shared_ptr<base::Sequence> sequence, ApiEndpoint endpoint)
    : m_loop(loop), m_sequence(std::move(sequence)), m_endpoint(std::move(endpoint))
{
    while (m_endpoint.server.ends_with('/')) {
        m_endpoint.server.pop_back();
    }
}

ApiClient::~ApiClient()
{
    for (const auto &[id, call] : m_calls) {
        m_loop.cancel(call.http);
    }
}

ApiClient::CallId ApiClient::call(ApiRequest request, std::function<void(ApiEnd)> done)
{
    auto body = std::make_shared<std::string>();
    Stream collect;
    collect.data = [body](std::string_view bytes) { body->append(bytes); };
    collect.ended = [body, done = std::move(done)](const ApiEnd &end) {
        ApiEnd whole = end;
        whole.body = std::move(*body);
        done(std::move(whole));
    };
    return stream(std::move(request), std::move(collect));
}

ApiClient::CallId ApiClient::stream(ApiRequest request, Stream stream)
{
    const CallId id = m_nextCall++;
    Call &call = m_calls[id];
    call.request = std::move(request);
    call.stream = std::move(stream);
    authorise(id, false); // who answers keeps what need not be asked again
    return id;
}

void ApiClient::cancel(CallId id)
{
    const auto found = m_calls.find(id);
    if (found != m_calls.end()) {
        m_loop.cancel(found->second.http);
        m_calls.erase(found);
    }
}

void ApiClient::abandonConnections()
{
    m_connectionsSince = std::chrono::steady_clock::now();
    std::vector<CallId> open;
    for (const auto &[id, call] : m_calls) {
        open.push_back(id);
    }
    for (const CallId id : open) {
        ApiEnd end;
        end.status = absl::UnavailableError("the server does not answer");
        end.fault = FaultKind::Timeout;
        if (const auto found = m_calls.find(id); found != m_calls.end()) {
            m_loop.cancel(found->second.http);
            finish(id, end);
        }
    }
}

HttpLoop::TimerId ApiClient::after(std::chrono::milliseconds delay, std::function<void()> task)
{
    return m_loop.after(delay, [sequence = m_sequence, weak = weak_from_this(), task = std::move(task)] {
        sequence->post([weak, task] {
            if (const auto self = weak.lock()) {
                task();
            }
        });
    });
}

void ApiClient::authorise(CallId id, bool refresh)
{
    if (!m_endpoint.credential) {
        withCredential(id, ApiCredential{});
        return;
    }
    m_endpoint.credential(refresh,
        [sequence = m_sequence, weak = weak_from_this(), id](std::variant<ApiCredential, CredentialFault> result) {
            sequence->post([weak, id, result = std::move(result)]() mutable {
                if (const auto self = weak.lock()) {
                    self->withCredential(id, std::move(result));
                }
            });
        });
}

void ApiClient::withCredential(CallId id, std::variant<ApiCredential, CredentialFault> result)
{
    if (const auto *fault = std::get_if<CredentialFault>(&result)) {
        ApiEnd end;
        end.status = fault->status;
        end.fault = fault->fault;
        end.sent = false;
        finish(id, end);
        return;
    }
    m_credential = std::get<ApiCredential>(std::move(result));
    auto tls = std::make_shared<TlsMaterial>(m_endpoint.tls);
    if (!m_credential->certificatePem.empty()) {
        tls->certificatePem = m_credential->certificatePem;
        tls->keyPem = m_credential->keyPem;
    }
    const bool sameTls =
        m_tls != nullptr && m_tls->certificatePem == tls->certificatePem && m_tls->keyPem == tls->keyPem;
    if (!sameTls) {
        if (absl::Status status = checkTls(*tls); !status.ok()) {
            m_credential.reset();
            ApiEnd end;
            end.status = status;
            end.fault = FaultKind::Configuration;
            end.sent = false;
            finish(id, end);
            return;
        }
        m_tls = std::move(tls);
    }
    if (m_calls.contains(id)) {
        sendCall(id);
    }
}

void ApiClient::sendCall(CallId id)
{
    Call &call = m_calls.at(id);
    call.round = m_nextRound++;
    call.head = {};
    call.errorBody.clear();
    call.inbox = std::make_shared<Inbox>();
    HttpRequest request;
    request.method = call.request.method;
    request.url = m_endpoint.server + call.request.path;
    request.body = call.request.body;
    request.tls = m_tls;
    request.proxyUrl = m_endpoint.proxyUrl;
    request.totalTimeout = call.request.totalTimeout;
    request.idleTimeout = call.request.idleTimeout;
    request.maxBodyBytes = call.request.maxBodyBytes;
    request.idempotent = call.request.idempotent;
    request.connectionsSince = m_connectionsSince;
    request.compress = m_endpoint.compress;
    request.ownConnection = call.request.ownConnection;
    request.headers.push_back(fmt::format("Accept: {}", call.request.accept));
    if (!call.request.contentType.empty()) {
        request.headers.push_back(fmt::format("Content-Type: {}", call.request.contentType));
    }
    if (!m_credential->bearerToken.empty()) {
        request.headers.push_back("Authorization: Bearer " + m_credential->bearerToken);
    }
    request.headers.insert(request.headers.end(), m_credential->headers.begin(), m_credential->headers.end());
    call.http = m_loop.send(std::move(request), handlerFor(id, call.round, call.inbox));
}

HttpHandler ApiClient::handlerFor(CallId id, std::uint64_t round, const std::shared_ptr<Inbox> &inbox)
{
    const auto hand = [sequence = m_sequence, weak = weak_from_this()](std::function<void(ApiClient &)> task) {
        sequence->post([weak, task = std::move(task)] {
            if (const auto self = weak.lock()) {
                task(*self);
            }
        });
    };
    HttpHandler handler;
    handler.onHead = [hand, id, round](const HttpHead &head) {
        hand([id, round, head](ApiClient &self) { self.headCame(id, round, head); });
    };
    handler.onBody = [hand, id, round, inbox](std::string_view bytes) {
        bool announce = false;
        {
            absl::MutexLock lock(&inbox->mutex);
            inbox->bytes.append(bytes);
            announce = !std::exchange(inbox->announced, true);
        }
        if (announce) {
            hand([id, round](ApiClient &self) { self.dataCame(id, round); });
        }
    };
    handler.onEnd = [hand, id, round](const HttpEnd &end) {
        hand([id, round, end](ApiClient &self) { self.endCame(id, round, end); });
    };
    return handler;
}

ApiClient::Call *ApiClient::find(CallId id, std::uint64_t round)
{
    const auto found = m_calls.find(id);
    return found == m_calls.end() || found->second.round != round ? nullptr : &found->second;
}

void ApiClient::headCame(CallId id, std::uint64_t round, const HttpHead &head)
{
    m_lastContact = std::chrono::steady_clock::now();
    Call *call = find(id, round);
    if (call == nullptr) {
        return;
    }
    call->head = head;
    if (head.status / 100 == 2 && call->stream.opened) {
        const auto opened = call->stream.opened; // may cancel the call
        opened();
    }
}

void ApiClient::dataCame(CallId id, std::uint64_t round)
{
    m_lastContact = std::chrono::steady_clock::now();
    Call *call = find(id, round);
    if (call == nullptr) {
        return;
    }
    // One buffer is filled while the other is read: memory that is warm already, and never asked for again.
    std::string bytes = std::move(m_spare);
    bytes.clear();
    {
        absl::MutexLock lock(&call->inbox->mutex);
        bytes.swap(call->inbox->bytes);
        call->inbox->announced = false;
    }
    call->unreported += bytes.size();
    if (call->unreported >= reportBytes) {
        m_loop.consumed(call->http, std::exchange(call->unreported, 0));
    }
    if (call->head.status / 100 != 2) {
        call->errorBody.append(bytes, 0, maxErrorBytes - std::min(maxErrorBytes, call->errorBody.size()));
    } else if (call->stream.data) {
        const auto data = call->stream.data; // may cancel the call
        data(bytes);
    }
    if (bytes.capacity() <= maxSpareBytes) {
        m_spare = std::move(bytes);
    }
}

void ApiClient::endCame(CallId id, std::uint64_t round, const HttpEnd &end)
{
    Call *call = find(id, round);
    if (call == nullptr) {
        return;
    }
    if (end.status.ok() && call->head.status == 401 && !call->refreshed) {
        call->refreshed = true;
        authorise(id, true);
        return;
    }
    finish(id, apiEnd(*call, end));
}

ApiEnd ApiClient::apiEnd(const Call &call, const HttpEnd &end) const
{
    ApiEnd result;
    result.httpStatus = static_cast<int>(call.head.status);
    result.sent = end.sent;
    result.retryAfter = call.head.retryAfter;
    if (!end.status.ok()) {
        result.status = absl::Status(end.status.code(), printable(std::string(end.status.message())));
        result.fault = end.fault;
        return result;
    }
    if (result.httpStatus / 100 == 2) {
        return result;
    }
    const ServerStatus status = readStatus(call.head, call.errorBody);
    result.reason = printable(status.reason);
    result.fault = faultOf(result.httpStatus);
    result.status = absl::Status(
        codeOf(result.httpStatus), fmt::format("HTTP {}: {}", result.httpStatus, printable(status.message)));
    if (!result.retryAfter && status.retryAfterSeconds > 0) {
        result.retryAfter = std::chrono::seconds(std::min(status.retryAfterSeconds, 3600));
    }
    if (result.httpStatus == 401 && m_tls != nullptr && !m_tls->certificatePem.empty()) {
        const auto expiry = certificateExpiry(m_tls->certificatePem);
        if (expiry && *expiry < std::chrono::system_clock::now()) {
            result.fault = FaultKind::TlsCertificateExpired;
            result.status = absl::UnauthenticatedError("the client certificate has expired");
        }
    }
    return result;
}

void ApiClient::finish(CallId id, const ApiEnd &end)
{
    const auto found = m_calls.find(id);
    if (found == m_calls.end()) {
        return;
    }
    const auto ended = std::move(found->second.stream.ended);
    m_calls.erase(found);
    if (ended) {
        ended(end);
    }
}

std::string urlEscaped(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
            || byte == '-' || byte == '.' || byte == '_' || byte == '~';
        if (plain) {
            escaped += c;
        } else {
            escaped += fmt::format("%{:02X}", byte);
        }
    }
    return escaped;
}

std::string jsonQuoted(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace binnacle::kube
