// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/http.h"
#include "planner/base/sequence.h"

#include <absl/container/flat_hash_map.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace binnacle::kube {

inline constexpr std::string_view protobufType = "application/vnd.kubernetes.protobuf";
inline constexpr std::string_view protobufWatchType = "application/vnd.kubernetes.protobuf;stream=watch";
inline constexpr std::string_view jsonType = "application/json";

/// Who we are, for one request. Secret: it goes into headers and TLS handshakes only.
struct ApiCredential {
    std::string bearerToken;
    std::string certificatePem; ///< with keyPem; in place of those of the endpoint
    std::string keyPem;
    std::vector<std::string> headers; ///< "Name: value" (Authorization by password, Impersonate-*)
};

/// A failure to get a credential, with the fault it counts as.
struct CredentialFault {
    model::FaultKind fault = model::FaultKind::CredentialPlugin;
    absl::Status status;
};

/// Gives the credential, from any thread, once. `refresh`: the server refused the last one.
using CredentialDone = std::function<void(std::variant<ApiCredential, CredentialFault>)>;
using CredentialSource = std::function<void(bool refresh, CredentialDone done)>;

/// Where the API is and how to speak to it.
struct ApiEndpoint {
    std::string server; ///< URL, perhaps with a path
    TlsMaterial tls;
    std::string proxyUrl;
    bool compress = false; ///< gzip: worth it beyond the own machine
    CredentialSource credential;
};

struct ApiRequest {
    std::string method = "GET";
    std::string path; ///< from "/", with the query
    std::string_view accept = protobufType;
    std::string_view contentType;
    std::string body;
    std::chrono::milliseconds totalTimeout{20'000};
    std::chrono::seconds idleTimeout{0};
    std::size_t maxBodyBytes = std::size_t{64} << 20;
    bool idempotent = true;
    bool ownConnection = false; ///< for very long answers
};

/// How a request ended. `status` is OK for a complete 2xx answer only; else its code is as in gRPC and its message holds
/// the server's words (untrusted, at most 512 bytes).
struct ApiEnd {
    int httpStatus = 0; ///< 0: no answer
    absl::Status status;
    model::FaultKind fault = model::FaultKind::None;
    std::optional<std::chrono::seconds> retryAfter;
    std::string reason; ///< of the server's Status: "Expired", "Conflict", …
    std::string body; ///< of call(), when OK
    bool sent = true; ///< false: surely without effect
};

/// Speaks to one API server: credentials (asked anew once on 401), errors as values, answers on one sequence. All methods
/// and callbacks run on that sequence. After abandonConnections() open calls have ended with kUnavailable and no
/// connection from before is used again (a server that hangs keeps its connections open).
class ApiClient : public std::enable_shared_from_this<ApiClient> {
public:
    using CallId = std::uint64_t;
    struct Stream {
        std::function<void()> opened; ///< the head of a 2xx answer has come
        std::function<void(std::string_view)> data;
        std::function<void(const ApiEnd &)> ended; ///< once, unless cancelled
    };

    ApiClient(HttpLoop &loop, std::shared_ptr<base::Sequence> sequence, ApiEndpoint endpoint);
    ~ApiClient();
    ApiClient(const ApiClient &) = delete;
    ApiClient &operator=(const ApiClient &) = delete;

    CallId call(ApiRequest request, std::function<void(ApiEnd)> done);
    CallId stream(ApiRequest request, Stream stream);
    void cancel(CallId call);
    void abandonConnections();

    /// Runs a task on the sequence later; dropped when this client is gone.
    HttpLoop::TimerId after(std::chrono::milliseconds delay, std::function<void()> task);
    void cancelTimer(HttpLoop::TimerId timer) { m_loop.cancelTimer(timer); }
    /// When the last byte of an answer came.
    [[nodiscard]] std::chrono::steady_clock::time_point lastContact() const { return m_lastContact; }

private:
    struct Inbox;
    struct Call {
        ApiRequest request;
        Stream stream;
        HttpLoop::CallId http = 0;
        std::uint64_t round = 0; ///< tells answers to this sending from those to an earlier one
        HttpHead head;
        std::string errorBody;
        std::shared_ptr<Inbox> inbox;
        std::size_t unreported = 0;
        bool refreshed = false;
    };

    void authorise(CallId id, bool refresh);
    void withCredential(CallId id, std::variant<ApiCredential, CredentialFault> result);
    void sendCall(CallId id);
    HttpHandler handlerFor(CallId id, std::uint64_t round, const std::shared_ptr<Inbox> &inbox);
    Call *find(CallId id, std::uint64_t round);
    void headCame(CallId id, std::uint64_t round, const HttpHead &head);
    void dataCame(CallId id, std::uint64_t round);
    void endCame(CallId id, std::uint64_t round, const HttpEnd &end);
    [[nodiscard]] ApiEnd apiEnd(const Call &call, const HttpEnd &end) const;
    void finish(CallId id, const ApiEnd &end);

    HttpLoop &m_loop;
    std::shared_ptr<base::Sequence> m_sequence;
    ApiEndpoint m_endpoint;
    absl::flat_hash_map<CallId, Call> m_calls;
    std::string m_spare; ///< the buffer of bytes that were handed on, to be filled again
    CallId m_nextCall = 1;
    std::uint64_t m_nextRound = 1;
    std::optional<ApiCredential> m_credential;
    std::shared_ptr<const TlsMaterial> m_tls;
    std::chrono::steady_clock::time_point m_connectionsSince{};
    std::chrono::steady_clock::time_point m_lastContact{};
};

/// Escapes a text for a path segment or a query value (RFC 3986).
[[nodiscard]] std::string urlEscaped(std::string_view text);
/// A JSON string literal of the text, quotes included; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string jsonQuoted(std::string_view text);

} // namespace binnacle::kube
