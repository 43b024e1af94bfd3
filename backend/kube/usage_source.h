// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "planner/model/cluster.h"

#include <functional>
#include <memory>

namespace binnacle::kube {

/// Reports measured use through the connection of a live cluster. Created, run and destroyed on the client's sequence; the
/// layers above decide which source that is.
class UsageSource {
public:
    virtual ~UsageSource() = default;
    virtual void start() = 0;
};

using UsageReportDone = std::function<void(model::UsageReport)>;
using UsageSourceFactory =
    std::function<std::unique_ptr<UsageSource>(std::shared_ptr<ApiClient> client, UsageReportDone report)>;

} // namespace binnacle::kube
