// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/access.h"

#include "backend/kube/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace binnacle::kube {

namespace {

using model::AccessReview;
using Json = nlohmann::json;

constexpr std::chrono::minutes period{5};
constexpr std::chrono::seconds pause{10};
constexpr std::size_t maxAnswerBytes = std::size_t{256} << 10;

ApiRequest post(std::string path, std::string body)
{
    ApiRequest request;
    request.method = "POST";
    request.path = std::move(path);
    request.accept = jsonType;
    request.contentType = jsonType;
    request.body = std::move(body);
    request.maxBodyBytes = maxAnswerBytes;
    return request; // a review changes nothing: it may go out twice
}

/// The object under these keys, or a null.
Json at(const Json &json, std::initializer_list<const char *> keys)
{
    const Json *value = &json;
    for (const char *key : keys) {
        const auto found = value->is_object() ? value->find(key) : value->end();
        if (found == value->end()) {
            return {};
        }
        value = &*found;
    }
    return *value;
}

} // namespace

AccessChecker::AccessChecker(std::shared_ptr<ApiClient> client, std::function<void(AccessReview)> report)
    : m_client(std::move(client)), m_report(std::move(report))
{
}

AccessChecker::~AccessChecker()
{
    *m_alive = false;
    m_client->cancelTimer(m_timer);
}

void AccessChecker::check()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_open > 0 || (m_began != std::chrono::steady_clock::time_point{} && now - m_began < pause)) {
        return;
    }
    m_began = now;
    m_client->cancelTimer(m_timer);
    m_timer = m_client->after(period, [this, alive = m_alive] {
        if (*alive) {
            m_began = {};
            check();
        }
    });
    m_open = 8;
    ask(R"("resource":"nodes","verb":"list")", &AccessReview::listNodes);
    ask(R"("resource":"pods","verb":"list")", &AccessReview::listPods);
    ask(R"("resource":"pods","subresource":"binding","verb":"create")", &AccessReview::bindPods);
    ask(R"("group":"events.k8s.io","resource":"events","verb":"create")", &AccessReview::createEvents);
    ask(R"("resource":"pods","subresource":"status","verb":"patch")", &AccessReview::patchPodStatus);
    ask(R"("group":"metrics.k8s.io","resource":"nodes","verb":"list")", &AccessReview::readMetrics);
    ask(R"("group":"policy","resource":"poddisruptionbudgets","verb":"list")", &AccessReview::listBudgets);
    askName();
}

void AccessChecker::ask(std::string_view attributes, AccessReview::Answer AccessReview::*field)
{
    const std::string body = fmt::format(
        R"({{"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{{"resourceAttributes":{{{}}}}}}})",
        attributes);
    m_client->call(post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", body),
        [this, alive = m_alive, field](const ApiEnd &end) {
            if (!*alive) {
                return;
            }
            const Json answer =
                end.status.ok() ? at(Json::parse(end.body, nullptr, false), {"status", "allowed"}) : Json();
            if (answer.is_boolean()) {
                m_review.*field = answer.get<bool>() ? AccessReview::Answer::Allowed : AccessReview::Answer::Denied;
            }
            answered();
        });
}

void AccessChecker::askName()
{
    const std::string body = R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"})";
    m_client->call(
        post("/apis/authentication.k8s.io/v1/selfsubjectreviews", body), [this, alive = m_alive](const ApiEnd &end) {
            if (!*alive) {
                return;
            }
            const Json answer = end.status.ok()
                ? at(Json::parse(end.body, nullptr, false), {"status", "userInfo", "username"})
                : Json();
            if (answer.is_string()) {
                m_review.user = firstBytes(answer.get_ref<const std::string &>(), 512);
            }
            answered();
        });
}

void AccessChecker::answered()
{
    if (--m_open == 0 && m_reported != m_review) {
        m_reported = m_review;
        m_report(m_review);
    }
}

} // namespace binnacle::kube
