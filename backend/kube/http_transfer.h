// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/http.h"

#include <curl/curl.h>

#include <array>

namespace binnacle::kube {

/// One call on one libcurl easy handle; lives on the I/O thread. The handle points back into this object: it never moves.
class HttpTransfer {
public:
    /// Sets `bodyCame` whenever part of a body does.
    HttpTransfer(HttpLoop::CallId id, HttpRequest request, HttpHandler handler, bool &bodyCame);
    ~HttpTransfer();
    HttpTransfer(const HttpTransfer &) = delete;
    HttpTransfer &operator=(const HttpTransfer &) = delete;

    [[nodiscard]] CURL *easy() const { return m_easy; }
    [[nodiscard]] HttpLoop::CallId id() const { return m_id; }
    /// Sets every option anew. False when libcurl refuses one (an unusable certificate blob shows only when connecting).
    [[nodiscard]] bool prepare(bool freshConnection);
    void consumed(std::size_t bytes);
    /// True when the failure is a dead pooled connection and the request may go out once more.
    [[nodiscard]] bool shouldRetry(CURLcode code) const;
    [[nodiscard]] HttpEnd endOf(CURLcode code) const;
    void finish(const HttpEnd &end);

private:
    static std::size_t writeBody(char *data, std::size_t size, std::size_t count, void *self);
    static std::size_t writeHead(char *data, std::size_t size, std::size_t count, void *self);
    static std::size_t readBody(char *data, std::size_t size, std::size_t count, void *self);
    static int openSocket(void *self, curl_socket_t socket, curlsocktype purpose);
    void prepareTls();
    void prepareBody();
    void prepareLimits(bool freshConnection);
    void headLine(std::string_view line);
    void deliverHead();

    enum class Limit : std::uint8_t { None, Head, Body };

    HttpLoop::CallId m_id;
    HttpRequest m_request;
    HttpHandler m_handler;
    bool &m_bodyCame;
    CURL *m_easy;
    curl_slist *m_headers = nullptr;
    curl_slist *m_connectTo = nullptr;
    std::array<char, CURL_ERROR_SIZE> m_error{};
    HttpHead m_head;
    std::size_t m_headBytes = 0;
    std::size_t m_bodyBytes = 0;
    std::size_t m_backlog = 0;
    std::size_t m_uploaded = 0;
    Limit m_limit = Limit::None;
    bool m_headDelivered = false;
    bool m_paused = false;
    bool m_retried = false;
};

} // namespace binnacle::kube
