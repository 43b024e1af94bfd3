// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "planner/model/cluster.h"

#include <functional>
#include <memory>

namespace binnacle::kube {

/// Asks the server what we may do (SelfSubjectAccessReview) and who we are (SelfSubjectReview): at start, every five minutes,
/// and when check() is called because something was forbidden. A question that is not answered stays as it was. Runs on the
/// client's sequence; reports when the last answer of a round is there and anything changed, or it is the first.
class AccessChecker {
public:
    AccessChecker(std::shared_ptr<ApiClient> client, std::function<void(model::AccessReview)> report);
    ~AccessChecker();
    AccessChecker(const AccessChecker &) = delete;
    AccessChecker &operator=(const AccessChecker &) = delete;

    /// Starts a round unless one is under way or the last began less than ten seconds ago.
    void check();
    [[nodiscard]] const model::AccessReview &review() const { return m_review; }

private:
    void ask(std::string_view attributes, model::AccessReview::Answer model::AccessReview::*field);
    void askName();
    void answered();

    std::shared_ptr<ApiClient> m_client;
    std::function<void(model::AccessReview)> m_report;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
    model::AccessReview m_review;
    std::optional<model::AccessReview> m_reported;
    std::chrono::steady_clock::time_point m_began{};
    HttpLoop::TimerId m_timer = 0;
    int m_open = 0;
};

} // namespace binnacle::kube
