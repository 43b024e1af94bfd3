// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/http_transfer.h"

#include "backend/kube/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/x509_vfy.h>
#include <strings.h>
#include <sys/socket.h>
#include <utility>

namespace binnacle::kube {

namespace {

using model::FaultKind;

constexpr std::size_t maxHeadBytes = std::size_t{256} << 10;
constexpr long keepAliveIdleSeconds = 20;
constexpr long keepAliveIntervalSeconds = 5;
constexpr unsigned int unansweredMilli = 20'000; // unacknowledged data ends a connection after this

curl_blob blobOf(const std::string &text)
{
    // libcurl does not write to it.
    return {const_cast<char *>(text.data()), text.size(), CURL_BLOB_COPY};
}

/// "host:port" of a URL, and the host alone (IPv6 in brackets).
struct Authority {
    std::string host;
    std::string port;
};
std::optional<Authority> authorityOf(const std::string &url)
{
    CURLU *parsed = curl_url();
    std::optional<Authority> authority;
    char *host = nullptr;
    char *port = nullptr;
    if (curl_url_set(parsed, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK
        && curl_url_get(parsed, CURLUPART_HOST, &host, 0) == CURLUE_OK
        && curl_url_get(parsed, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK) {
        authority = Authority{host, port};
    }
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(parsed);
    return authority;
}

std::string withHost(const std::string &url, const std::string &host)
{
    CURLU *parsed = curl_url();
    std::string changed = url;
    char *text = nullptr;
    if (curl_url_set(parsed, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK
        && curl_url_set(parsed, CURLUPART_HOST, host.c_str(), 0) == CURLUE_OK
        && curl_url_get(parsed, CURLUPART_URL, &text, 0) == CURLUE_OK) {
        changed = text;
    }
    curl_free(text);
    curl_url_cleanup(parsed);
    return changed;
}

std::string_view stripped(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(space) - first + 1);
}

bool sameHeader(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool neverLeft(CURLcode code)
{
    switch (code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
        return true;
    default:
        return false;
    }
}

/// What failed within a handshake, by OpenSSL's words: an authority of the right name but another key shows as a fault of the
/// signature (in whichever part of OpenSSL checks it), not as a failed verification.
FaultKind handshakeFault(std::string_view text)
{
    if (text.find("routines:") == std::string_view::npos) {
        return FaultKind::Unreachable; // reset, closed
    }
    return text.find("SSL routines:") == std::string_view::npos ? FaultKind::TlsUntrusted : FaultKind::Protocol;
}

FaultKind faultOf(CURLcode code, long verifyResult, std::string_view text)
{
    switch (code) {
    case CURLE_SSL_CONNECT_ERROR:
        return handshakeFault(text);
    case CURLE_PEER_FAILED_VERIFICATION:
        return verifyResult == X509_V_ERR_CERT_HAS_EXPIRED ? FaultKind::TlsCertificateExpired : FaultKind::TlsUntrusted;
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return FaultKind::TlsUntrusted;
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return FaultKind::Configuration;
    case CURLE_OPERATION_TIMEDOUT:
        return FaultKind::Timeout;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
        return FaultKind::Unreachable;
    default:
        return FaultKind::Protocol;
    }
}

absl::StatusCode codeOf(FaultKind fault)
{
    switch (fault) {
    case FaultKind::Timeout:
        return absl::StatusCode::kDeadlineExceeded;
    case FaultKind::Configuration:
        return absl::StatusCode::kInvalidArgument;
    case FaultKind::TlsUntrusted:
    case FaultKind::TlsCertificateExpired:
        return absl::StatusCode::kFailedPrecondition;
    case FaultKind::Protocol:
        return absl::StatusCode::kDataLoss;
    default:
        return absl::StatusCode::kUnavailable;
    }
}

} // namespace

HttpTransfer::HttpTransfer(HttpLoop::CallId id, HttpRequest request, HttpHandler handler, bool &bodyCame)
    : m_id(id),
      m_request(std::move(request)),
      m_handler(std::move(handler)),
      m_bodyCame(bodyCame),
      m_easy(curl_easy_init())
{
}

HttpTransfer::~HttpTransfer()
{
    curl_easy_cleanup(m_easy);
    curl_slist_free_all(m_headers);
    curl_slist_free_all(m_connectTo);
}

bool HttpTransfer::prepare(bool freshConnection)
{
    if (m_easy == nullptr) {
        return false;
    }
    m_retried = freshConnection;
    curl_easy_reset(m_easy);
    curl_slist_free_all(std::exchange(m_headers, nullptr));
    for (const std::string &header : m_request.headers) {
        m_headers = curl_slist_append(m_headers, header.c_str());
    }
    m_headers = curl_slist_append(m_headers, "Expect:");
    curl_easy_setopt(m_easy, CURLOPT_URL, m_request.url.c_str());
    curl_easy_setopt(m_easy, CURLOPT_PRIVATE, this);
    curl_easy_setopt(m_easy, CURLOPT_ERRORBUFFER, m_error.data());
    curl_easy_setopt(m_easy, CURLOPT_WRITEFUNCTION, &HttpTransfer::writeBody);
    curl_easy_setopt(m_easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(m_easy, CURLOPT_HEADERFUNCTION, &HttpTransfer::writeHead);
    curl_easy_setopt(m_easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(m_easy, CURLOPT_USERAGENT, "binnacle");
    curl_easy_setopt(m_easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(m_easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    // The kubeconfig's proxy or the environment's, as kubectl has it.
    if (!m_request.proxyUrl.empty()) {
        curl_easy_setopt(m_easy, CURLOPT_PROXY, m_request.proxyUrl.c_str());
    }
    prepareTls();
    prepareBody();
    prepareLimits(freshConnection);
    curl_easy_setopt(m_easy, CURLOPT_HTTPHEADER, m_headers);
    return curl_easy_setopt(m_easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK;
}

void HttpTransfer::prepareTls()
{
    curl_easy_setopt(m_easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (m_request.tls == nullptr) {
        return;
    }
    const TlsMaterial &tls = *m_request.tls;
    if (!tls.caPem.empty()) {
        curl_blob blob = blobOf(tls.caPem);
        curl_easy_setopt(m_easy, CURLOPT_CAINFO_BLOB, &blob);
        curl_easy_setopt(m_easy, CURLOPT_CAPATH, nullptr);
    }
    if (!tls.certificatePem.empty()) {
        curl_blob certificate = blobOf(tls.certificatePem);
        curl_blob key = blobOf(tls.keyPem);
        curl_easy_setopt(m_easy, CURLOPT_SSLCERTTYPE, "PEM");
        curl_easy_setopt(m_easy, CURLOPT_SSLCERT_BLOB, &certificate);
        curl_easy_setopt(m_easy, CURLOPT_SSLKEYTYPE, "PEM");
        curl_easy_setopt(m_easy, CURLOPT_SSLKEY_BLOB, &key);
    }
    if (tls.insecure) {
        curl_easy_setopt(m_easy, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(m_easy, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    const std::optional<Authority> authority = authorityOf(m_request.url);
    if (!tls.serverName.empty() && authority && tls.serverName != authority->host) {
        // libcurl verifies the URL's host, so the URL gets the name and the connection goes where it went before.
        curl_slist_free_all(std::exchange(m_connectTo, nullptr));
        m_connectTo = curl_slist_append(nullptr, fmt::format("::{}:{}", authority->host, authority->port).c_str());
        curl_easy_setopt(m_easy, CURLOPT_CONNECT_TO, m_connectTo);
        curl_easy_setopt(m_easy, CURLOPT_URL, withHost(m_request.url, tls.serverName).c_str());
        m_headers = curl_slist_append(m_headers, fmt::format("Host: {}:{}", authority->host, authority->port).c_str());
    }
}

void HttpTransfer::prepareBody()
{
    if (m_request.body.empty() && m_request.method == "GET") {
        curl_easy_setopt(m_easy, CURLOPT_HTTPGET, 1L);
        return;
    }
    curl_easy_setopt(m_easy, CURLOPT_POST, 1L);
    curl_easy_setopt(m_easy, CURLOPT_CUSTOMREQUEST, m_request.method.c_str());
    curl_easy_setopt(m_easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
    if (m_request.idempotent) {
        curl_easy_setopt(m_easy, CURLOPT_POSTFIELDS, m_request.body.c_str());
        return;
    }
    // Given by a callback that cannot rewind: libcurl then never sends a body twice behind our back.
    m_uploaded = 0;
    curl_easy_setopt(m_easy, CURLOPT_POSTFIELDS, nullptr);
    curl_easy_setopt(m_easy, CURLOPT_READFUNCTION, &HttpTransfer::readBody);
    curl_easy_setopt(m_easy, CURLOPT_READDATA, this);
}

void HttpTransfer::prepareLimits(bool freshConnection)
{
    curl_easy_setopt(m_easy, CURLOPT_HTTP_VERSION,
        static_cast<long>(m_request.ownConnection ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS));
    if (m_request.url.starts_with("https:") && !m_request.ownConnection) {
        curl_easy_setopt(m_easy, CURLOPT_PIPEWAIT, 1L); // without TLS nothing multiplexes: waiting would only delay
    }
    curl_easy_setopt(m_easy, CURLOPT_BUFFERSIZE, 256L << 10);
    curl_easy_setopt(m_easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(m_easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(m_easy, CURLOPT_TCP_KEEPIDLE, keepAliveIdleSeconds);
    curl_easy_setopt(m_easy, CURLOPT_TCP_KEEPINTVL, keepAliveIntervalSeconds);
    curl_easy_setopt(m_easy, CURLOPT_SOCKOPTFUNCTION, &HttpTransfer::openSocket);
    curl_easy_setopt(m_easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(m_request.connectTimeout.count()));
    curl_easy_setopt(m_easy, CURLOPT_TIMEOUT_MS, static_cast<long>(m_request.totalTimeout.count()));
    if (m_request.idleTimeout.count() > 0) {
        curl_easy_setopt(m_easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(m_easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(m_request.idleTimeout.count()));
    }
    if (m_request.compress) {
        curl_easy_setopt(m_easy, CURLOPT_ACCEPT_ENCODING, "gzip");
    }
    if (freshConnection) {
        curl_easy_setopt(m_easy, CURLOPT_FRESH_CONNECT, 1L);
    }
    if (m_request.connectionsSince != std::chrono::steady_clock::time_point{}) {
        const auto age = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::steady_clock::now() - m_request.connectionsSince);
        curl_easy_setopt(m_easy, CURLOPT_MAXLIFETIME_CONN, static_cast<long>(std::max<std::int64_t>(1, age.count())));
    }
}

void HttpTransfer::consumed(std::size_t bytes)
{
    m_backlog -= std::min(bytes, m_backlog);
    if (m_paused && m_backlog <= m_request.maxBacklogBytes / 2) {
        m_paused = false;
        curl_easy_pause(m_easy, CURLPAUSE_CONT);
    }
}

std::size_t HttpTransfer::writeBody(char *data, std::size_t size, std::size_t count, void *self)
{
    auto &call = *static_cast<HttpTransfer *>(self);
    const std::size_t bytes = size * count;
    if (call.m_backlog > call.m_request.maxBacklogBytes) {
        call.m_paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    if (call.m_request.maxBodyBytes > 0 && bytes > call.m_request.maxBodyBytes - call.m_bodyBytes) {
        call.m_limit = Limit::Body;
        return 0;
    }
    call.deliverHead();
    call.m_bodyCame = true;
    call.m_bodyBytes += call.m_request.maxBodyBytes > 0 ? bytes : 0;
    call.m_backlog += bytes;
    if (call.m_handler.onBody) {
        call.m_handler.onBody({data, bytes});
    }
    return bytes;
}

std::size_t HttpTransfer::writeHead(char *data, std::size_t size, std::size_t count, void *self)
{
    auto &call = *static_cast<HttpTransfer *>(self);
    const std::size_t bytes = size * count;
    call.m_headBytes += bytes;
    if (call.m_headBytes > maxHeadBytes) {
        call.m_limit = Limit::Head;
        return 0;
    }
    call.headLine(stripped({data, bytes}));
    return bytes;
}

void HttpTransfer::headLine(std::string_view line)
{
    if (line.starts_with("HTTP/")) {
        m_head = {}; // of a later answer: an interim one came before
        return;
    }
    if (line.empty()) {
        // A watch may stay silent for a minute: its head is news by itself.
        curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &m_head.status);
        if (m_head.status >= 200) {
            deliverHead();
        }
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = stripped(line.substr(colon + 1));
    std::uint32_t seconds = 0;
    if (sameHeader(name, "content-type")) {
        m_head.contentType = std::string(firstBytes(value, 256));
    } else if (sameHeader(name, "retry-after")
        && std::from_chars(value.data(), value.data() + value.size(), seconds).ec == std::errc{}) {
        m_head.retryAfter = std::chrono::seconds(std::min<std::uint32_t>(seconds, 3600));
    } else if (sameHeader(name, "audit-id")) {
        m_head.auditId = std::string(firstBytes(value, 64));
    }
}

void HttpTransfer::deliverHead()
{
    if (m_headDelivered) {
        return;
    }
    m_headDelivered = true;
    curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &m_head.status);
    if (m_handler.onHead) {
        m_handler.onHead(m_head);
    }
}

std::size_t HttpTransfer::readBody(char *data, std::size_t size, std::size_t count, void *self)
{
    auto &call = *static_cast<HttpTransfer *>(self);
    const std::size_t bytes = std::min(size * count, call.m_request.body.size() - call.m_uploaded);
    std::memcpy(data, call.m_request.body.data() + call.m_uploaded, bytes);
    call.m_uploaded += bytes;
    return bytes;
}

int HttpTransfer::openSocket(void * /*self*/, curl_socket_t socket, curlsocktype /*purpose*/)
{
    // Best effort: without it a dead peer is noticed by the probes only.
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unansweredMilli, sizeof(unansweredMilli));
    return CURL_SOCKOPT_OK;
}

bool HttpTransfer::shouldRetry(CURLcode code) const
{
    if (!m_request.idempotent || m_retried || m_headDelivered || m_limit != Limit::None) {
        return false;
    }
    switch (code) {
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return true; // a pooled connection that died; libcurl itself gives up after a few of them
    default:
        return false;
    }
}

HttpEnd HttpTransfer::endOf(CURLcode code) const
{
    if (code == CURLE_OK) {
        return {};
    }
    HttpEnd end;
    if (m_limit == Limit::Body) {
        end.fault = FaultKind::Protocol;
        end.status =
            absl::ResourceExhaustedError(fmt::format("the answer has more than {} bytes", m_request.maxBodyBytes));
        return end;
    }
    if (m_limit == Limit::Head) {
        end.fault = FaultKind::Protocol;
        end.status =
            absl::ResourceExhaustedError(fmt::format("the answer's head has more than {} bytes", maxHeadBytes));
        return end;
    }
    long verifyResult = 0;
    curl_easy_getinfo(m_easy, CURLINFO_SSL_VERIFYRESULT, &verifyResult);
    curl_off_t pretransferMicros = 0;
    curl_easy_getinfo(m_easy, CURLINFO_PRETRANSFER_TIME_T, &pretransferMicros);
    const char *text = m_error[0] != '\0' ? m_error.data() : curl_easy_strerror(code);
    end.fault = faultOf(code, verifyResult, text);
    end.sent = !neverLeft(code) && !(code == CURLE_OPERATION_TIMEDOUT && pretransferMicros == 0);
    end.status = absl::Status(codeOf(end.fault), text);
    return end;
}

void HttpTransfer::finish(const HttpEnd &end)
{
    if (end.status.ok()) {
        deliverHead();
    }
    if (m_handler.onEnd) {
        m_handler.onEnd(end);
    }
}

} // namespace binnacle::kube
