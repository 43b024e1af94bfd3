// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <openssl/ssl.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace binnacle::kube::testing {

/// A certificate and its key, as PEM.
struct Identity {
    std::string certificatePem;
    std::string keyPem;
};

/// A certificate authority of our own, for the length of a test.
class TestAuthority {
public:
    TestAuthority();
    [[nodiscard]] const std::string &pem() const { return m_identity.certificatePem; }
    /// A certificate for 127.0.0.1 and `name`, valid from now minus a day until `validFor` from now (negative: expired).
    [[nodiscard]] Identity issue(const std::string &name, std::chrono::seconds validFor) const;

private:
    Identity m_identity;
};

struct FaultRequest {
    std::string method;
    std::string target; ///< path and query
    std::string head; ///< all header lines
    std::string body;
    [[nodiscard]] bool has(const std::string &text) const { return target.find(text) != std::string::npos; }
};

/// What to do with a request.
struct FaultReply {
    int status = 200;
    std::string contentType = "application/vnd.kubernetes.protobuf";
    std::vector<std::string> headers;
    std::string body;
    bool hang = false; ///< read, and never answer
    bool close = false; ///< close without an answer
    std::optional<std::size_t> cutAfter; ///< close after so many bytes of the body, of which all were promised
    std::chrono::milliseconds drip{0}; ///< pause after each byte of the body
    bool chunked = false; ///< send the body in a chunk, and keep the answer open
    bool endAfterChunk = false; ///< end a chunked answer properly
};

/// An HTTP/1.1 server on loopback that misbehaves as told. The handler runs on the connections' threads. Every wait is
/// bounded; stop() (or destruction) closes all connections and joins all threads.
class FaultServer {
public:
    using Handler = std::function<FaultReply(const FaultRequest &)>;

    explicit FaultServer(Handler handler, std::optional<Identity> tls = std::nullopt, int port = 0);
    ~FaultServer();
    FaultServer(const FaultServer &) = delete;
    FaultServer &operator=(const FaultServer &) = delete;

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] std::string url() const;
    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] int requests() const { return m_requests; }
    /// From now on a connection that has served a request dies when it gets the next one.
    void killReused() { m_killReused = true; }
    /// While set nobody is answered, and nothing that is open goes on: a stopped process whose sockets live.
    void freeze(bool frozen) { m_frozen = frozen; }
    void stop();

private:
    class Connection;
    void accept();
    void serve(int socket);
    bool answer(Connection &connection, const FaultReply &reply);

    Handler m_handler;
    SSL_CTX *m_tls = nullptr;
    int m_listener = -1;
    int m_port = 0;
    std::atomic<bool> m_stopping{false};
    std::atomic<bool> m_killReused{false};
    std::atomic<bool> m_frozen{false};
    std::atomic<int> m_connections{0};
    std::atomic<int> m_requests{0};
    absl::Mutex m_mutex;
    std::vector<std::thread> m_threads ABSL_GUARDED_BY(m_mutex);
    std::thread m_acceptor;
};

} // namespace binnacle::kube::testing
