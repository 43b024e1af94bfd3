// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/cluster.h"

#include <absl/status/status.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// How to trust and be trusted. PEM texts; empty means "none" (no own certificate, the system's authorities). Secret.
struct TlsMaterial {
    std::string caPem;
    std::string certificatePem;
    std::string keyPem;
    std::string serverName; ///< name to verify and to send in SNI, where it is not the URL's host
    bool insecure = false; ///< only where the user's configuration says so
};

struct HttpRequest {
    std::string method = "GET";
    std::string url;
    std::vector<std::string> headers; ///< "Name: value"; may hold secrets, never logged
    std::string body;
    std::shared_ptr<const TlsMaterial> tls;
    std::string proxyUrl;
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds totalTimeout{30000}; ///< 0: none (watches)
    std::chrono::seconds idleTimeout{0}; ///< ends a body that stops flowing; 0: never
    std::size_t maxBodyBytes = std::size_t{64} << 20; ///< 0: no limit (watches)
    std::size_t maxBacklogBytes = std::size_t{4} << 20; ///< handed over and not yet consumed(); then the sender waits
    /// Connections made before this are not used: they belong to a peer that went silent.
    std::chrono::steady_clock::time_point connectionsSince{};
    bool compress = false; ///< ask for gzip
    /// A connection of its own in HTTP/1.1: cheaper for both sides of a very long body, and nothing waits behind it.
    bool ownConnection = false;
    /// Safe to send twice. Only such requests are tried again, once, when a pooled connection turns out to be dead.
    bool idempotent = true;
};

struct HttpHead {
    long status = 0;
    std::string contentType;
    std::optional<std::chrono::seconds> retryAfter; ///< of 429 and 503; at most an hour
    std::string auditId; ///< the server's name for the request, for error texts
};

/// How a call ended. `status` is OK when the whole answer arrived, whatever its HTTP status.
struct HttpEnd {
    absl::Status status;
    model::FaultKind fault = model::FaultKind::None;
    bool sent = true; ///< false when the request surely never left: it can have had no effect
};

/// All called on the I/O thread, where nothing may be parsed or awaited: hand over and return. onHead (once) and onBody
/// come before onEnd; onEnd comes exactly once unless the call is cancelled, then nothing comes after cancel() has run.
struct HttpHandler {
    std::function<void(const HttpHead &)> onHead;
    std::function<void(std::string_view)> onBody;
    std::function<void(const HttpEnd &)> onEnd;
};

/// HTTP/1.1 and HTTP/2 for all clusters on one I/O thread (libcurl multi): TLS 1.2 or later, verified; redirects are never
/// followed; heads of more than 256 KiB and bodies beyond their limit end the call. Thread-safe. Destruction drops every
/// call without a word and joins the thread.
class HttpLoop {
public:
    using CallId = std::uint64_t;
    using TimerId = std::uint64_t;

    HttpLoop();
    ~HttpLoop();
    HttpLoop(const HttpLoop &) = delete;
    HttpLoop &operator=(const HttpLoop &) = delete;

    CallId send(HttpRequest request, HttpHandler handler);
    void cancel(CallId call);
    /// Says that so many bytes of the body are done with.
    void consumed(CallId call, std::size_t bytes);

    /// Runs `task` on the I/O thread after the delay; it may only hand over.
    TimerId after(std::chrono::milliseconds delay, std::function<void()> task);
    void cancelTimer(TimerId timer);

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};

} // namespace binnacle::kube
