// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_kube/fault_server.h"

#include <fmt/format.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace binnacle::kube::testing {

namespace {

constexpr int waitMilli = 20;
constexpr int maxWaits = 3000; // a minute
constexpr std::size_t maxRequestBytes = 1 << 20;

template <typename Write> std::string pem(const Write &write)
{
    BIO *bio = BIO_new(BIO_s_mem());
    write(bio);
    char *data = nullptr;
    const long length = BIO_get_mem_data(bio, &data);
    std::string text(data, static_cast<std::size_t>(length));
    BIO_free(bio);
    return text;
}

void addExtension(X509 *certificate, X509 *issuer, int kind, const std::string &value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

X509 *blank(EVP_PKEY *key, const std::string &name, std::chrono::seconds validFor)
{
    static std::atomic<long> serial{1};
    X509 *certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial++);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -2 * 86400);
    X509_gmtime_adj(X509_getm_notAfter(certificate), validFor.count());
    X509_set_pubkey(certificate, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8,
        reinterpret_cast<const unsigned char *>(name.c_str()), -1, -1, 0);
    return certificate;
}

std::string keyPem(EVP_PKEY *key)
{
    return pem([&](BIO *bio) { PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

std::string certificatePem(X509 *certificate)
{
    return pem([&](BIO *bio) { PEM_write_bio_X509(bio, certificate); });
}

void ignoreBrokenPipes()
{
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
}

} // namespace

TestAuthority::TestAuthority()
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = blank(key, "test authority", std::chrono::hours(24));
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    addExtension(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(certificate, certificate, NID_key_usage, "critical,keyCertSign");
    X509_sign(certificate, key, EVP_sha256());
    m_identity = {certificatePem(certificate), keyPem(key)};
    X509_free(certificate);
    EVP_PKEY_free(key);
}

Identity TestAuthority::issue(const std::string &name, std::chrono::seconds validFor) const
{
    BIO *keyBio = BIO_new_mem_buf(m_identity.keyPem.data(), static_cast<int>(m_identity.keyPem.size()));
    BIO *certificateBio =
        BIO_new_mem_buf(m_identity.certificatePem.data(), static_cast<int>(m_identity.certificatePem.size()));
    EVP_PKEY *authorityKey = PEM_read_bio_PrivateKey(keyBio, nullptr, nullptr, nullptr);
    X509 *authority = PEM_read_bio_X509(certificateBio, nullptr, nullptr, nullptr);
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = blank(key, name, validFor);
    X509_set_issuer_name(certificate, X509_get_subject_name(authority));
    addExtension(certificate, authority, NID_subject_alt_name, "IP:127.0.0.1,DNS:" + name);
    X509_sign(certificate, authorityKey, EVP_sha256());
    Identity identity{certificatePem(certificate), keyPem(key)};
    X509_free(certificate);
    EVP_PKEY_free(key);
    X509_free(authority);
    EVP_PKEY_free(authorityKey);
    BIO_free(keyBio);
    BIO_free(certificateBio);
    return identity;
}

/// One accepted socket, with or without TLS.
class FaultServer::Connection {
public:
    Connection(FaultServer &server, int socket) : m_server(server), m_socket(socket) { }
    ~Connection()
    {
        SSL_free(m_ssl);
        ::close(m_socket);
    }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    bool handshake()
    {
        if (m_server.m_tls == nullptr) {
            return true;
        }
        if (!waitReadable()) {
            return false;
        }
        m_ssl = SSL_new(m_server.m_tls);
        SSL_set_fd(m_ssl, m_socket);
        return SSL_accept(m_ssl) == 1;
    }

    /// False at the end of the connection, or of the server.
    bool read(std::string &buffer)
    {
        if ((m_ssl == nullptr || SSL_pending(m_ssl) == 0) && !waitReadable()) {
            return false;
        }
        char bytes[16384];
        const auto count =
            m_ssl != nullptr ? SSL_read(m_ssl, bytes, sizeof(bytes)) : ::recv(m_socket, bytes, sizeof(bytes), 0);
        if (count <= 0) {
            return false;
        }
        buffer.append(bytes, static_cast<std::size_t>(count));
        return true;
    }

    bool write(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const auto count = m_ssl != nullptr ? SSL_write(m_ssl, bytes.data(), static_cast<int>(bytes.size()))
                                                : ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) {
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

    /// Waits until the peer says something or leaves; false when nothing came within the bound or the server stops.
    bool waitReadable()
    {
        for (int i = 0; i < maxWaits && !m_server.m_stopping; ++i) {
            pollfd entry{m_socket, POLLIN, 0};
            if (::poll(&entry, 1, waitMilli) > 0 && !m_server.m_frozen) {
                return true;
            }
            if (m_server.m_frozen) {
                std::this_thread::sleep_for(std::chrono::milliseconds(waitMilli));
            }
        }
        return false;
    }

private:
    FaultServer &m_server;
    int m_socket;
    SSL *m_ssl = nullptr;
};

FaultServer::FaultServer(Handler handler, std::optional<Identity> tls, int port) : m_handler(std::move(handler))
{
    if (tls) {
        m_tls = SSL_CTX_new(TLS_server_method());
        BIO *certificateBio = BIO_new_mem_buf(tls->certificatePem.data(), -1);
        BIO *keyBio = BIO_new_mem_buf(tls->keyPem.data(), -1);
        X509 *certificate = PEM_read_bio_X509(certificateBio, nullptr, nullptr, nullptr);
        EVP_PKEY *key = PEM_read_bio_PrivateKey(keyBio, nullptr, nullptr, nullptr);
        SSL_CTX_use_certificate(m_tls, certificate);
        SSL_CTX_use_PrivateKey(m_tls, key);
        X509_free(certificate);
        EVP_PKEY_free(key);
        BIO_free(certificateBio);
        BIO_free(keyBio);
    }
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(m_listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), sizeof(address)) != 0
        || ::listen(m_listener, 64) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length) != 0) {
        throw std::runtime_error("no port on loopback");
    }
    m_port = ntohs(address.sin_port);
    m_acceptor = std::thread([this] { accept(); });
}

FaultServer::~FaultServer()
{
    stop();
    SSL_CTX_free(m_tls);
}

std::string FaultServer::url() const
{
    return fmt::format("{}://127.0.0.1:{}", m_tls != nullptr ? "https" : "http", m_port);
}

void FaultServer::stop()
{
    if (m_stopping.exchange(true)) {
        return;
    }
    m_acceptor.join();
    ::close(m_listener);
    std::vector<std::thread> threads;
    {
        absl::MutexLock lock(&m_mutex);
        threads.swap(m_threads);
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

void FaultServer::accept()
{
    ignoreBrokenPipes();
    while (!m_stopping) {
        pollfd entry{m_listener, POLLIN, 0};
        if (::poll(&entry, 1, waitMilli) <= 0) {
            continue;
        }
        const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0) {
            ++m_connections;
            absl::MutexLock lock(&m_mutex);
            m_threads.emplace_back([this, socket] { serve(socket); });
        }
    }
}

void FaultServer::serve(int socket)
{
    ignoreBrokenPipes();
    Connection connection(*this, socket);
    if (!connection.handshake()) {
        return;
    }
    std::string buffer;
    for (int served = 0; served < 100'000; ++served) {
        std::size_t headEnd = std::string::npos;
        while ((headEnd = buffer.find("\r\n\r\n")) == std::string::npos) {
            if (buffer.size() > maxRequestBytes || !connection.read(buffer)) {
                return;
            }
        }
        if (served > 0 && m_killReused) {
            return;
        }
        FaultRequest request;
        request.head = buffer.substr(0, headEnd + 2);
        buffer.erase(0, headEnd + 4);
        const std::size_t space = request.head.find(' ');
        request.method = request.head.substr(0, space);
        request.target = request.head.substr(space + 1, request.head.find(' ', space + 1) - space - 1);
        std::size_t bodyBytes = 0;
        if (const std::size_t at = request.head.find("Content-Length: "); at != std::string::npos) {
            bodyBytes = std::strtoul(request.head.c_str() + at + 16, nullptr, 10);
        }
        while (buffer.size() < bodyBytes) {
            if (!connection.read(buffer)) {
                return;
            }
        }
        request.body = buffer.substr(0, bodyBytes);
        buffer.erase(0, bodyBytes);
        ++m_requests;
        if (!answer(connection, m_handler(request))) {
            return;
        }
    }
}

bool FaultServer::answer(Connection &connection, const FaultReply &reply)
{
    if (reply.close) {
        return false;
    }
    if (reply.hang) {
        connection.waitReadable();
        return false;
    }
    std::string head = fmt::format("HTTP/1.1 {} Text\r\nContent-Type: {}\r\n", reply.status, reply.contentType);
    for (const std::string &line : reply.headers) {
        head += line + "\r\n";
    }
    if (reply.chunked) {
        head += "Transfer-Encoding: chunked\r\n\r\n";
        if (!reply.body.empty()) {
            head += fmt::format("{:x}\r\n{}\r\n", reply.body.size(), reply.body);
        }
        if (reply.endAfterChunk) {
            return connection.write(head + "0\r\n\r\n");
        }
        connection.write(head);
        connection.waitReadable(); // until the client leaves, or the server stops
        return false;
    }
    head += fmt::format("Content-Length: {}\r\n\r\n", reply.body.size());
    if (reply.cutAfter) {
        connection.write(head + reply.body.substr(0, *reply.cutAfter));
        return false;
    }
    if (reply.drip.count() == 0) {
        return connection.write(head + reply.body);
    }
    if (!connection.write(head)) {
        return false;
    }
    for (std::size_t i = 0; i < reply.body.size() && !m_stopping; ++i) {
        std::this_thread::sleep_for(reply.drip);
        if (!connection.write(reply.body.substr(i, 1))) {
            return false;
        }
    }
    return true;
}

} // namespace binnacle::kube::testing
