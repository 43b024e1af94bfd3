// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/unit/backend_kube/fault_server.h"
#include "tests/unit/backend_kube/wire_objects.h"

#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>

namespace binnacle::kube::testing {

/// As much of an API server as list and watch need, with a place to interfere. Used where a real server cannot be made to
/// show a fault. Thread-safe.
class FakeApi {
public:
    /// Answers in place of the API when it returns something.
    using Interfere = std::function<std::optional<FaultReply>(const FaultRequest &)>;

    void interfere(Interfere interfere)
    {
        const std::scoped_lock lock(m_mutex);
        m_interfere = std::move(interfere);
    }
    /// Requests whose target holds that text.
    int seen(const std::string &text) const
    {
        const std::scoped_lock lock(m_mutex);
        int count = 0;
        for (const std::string &target : m_targets) {
            count += target.find(text) != std::string::npos ? 1 : 0;
        }
        return count;
    }

    FaultReply operator()(const FaultRequest &request)
    {
        Interfere interfere;
        {
            const std::scoped_lock lock(m_mutex);
            m_targets.push_back(request.target);
            interfere = m_interfere;
        }
        if (interfere) {
            if (std::optional<FaultReply> reply = interfere(request)) {
                return *std::move(reply);
            }
        }
        return normal(request);
    }

    static FaultReply failure(int status, const std::string &reason, std::vector<std::string> headers = {})
    {
        FaultReply reply;
        reply.status = status;
        reply.headers = std::move(headers);
        reply.body = statusBody(status, reason);
        return reply;
    }
    static FaultReply watch(const std::string &body)
    {
        FaultReply reply;
        reply.chunked = true;
        reply.body = body;
        return reply;
    }
    static FaultReply list(
        const std::string &kind, const std::vector<std::string> &items, const std::string &token = {})
    {
        FaultReply reply;
        reply.body = listBody(kind, items, "100", token);
        return reply;
    }

private:
    static FaultReply normal(const FaultRequest &request)
    {
        if (request.has("watch=true")) {
            return watch({});
        }
        if (request.has("/version")) {
            return json(R"({"gitVersion":"v1.36.3"})");
        }
        if (request.has("accessreviews")) {
            return json(R"({"status":{"allowed":true}})");
        }
        if (request.has("selfsubjectreviews")) {
            return json(R"({"status":{"userInfo":{"username":"somebody"}}})");
        }
        if (request.has("/api/v1/nodes")) {
            return list("NodeList", {wireNode("n1").SerializeAsString(), wireNode("n2").SerializeAsString()});
        }
        if (request.has("/api/v1/namespaces")) {
            wire::Namespace ns;
            ns.mutable_metadata()->set_name("default");
            return list("NamespaceList", {ns.SerializeAsString()});
        }
        for (const char *kind : {"services", "replicationcontrollers", "replicasets", "statefulsets", "deviceclasses",
                 "resourceslices", "resourceclaims", "persistentvolumes", "persistentvolumeclaims", "storageclasses",
                 "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments"}) {
            if (request.has(std::string("/") + kind)) {
                return list("List", {});
            }
        }
        if (request.has("/apis/policy/v1/poddisruptionbudgets")) {
            wire::PodDisruptionBudget budget;
            budget.mutable_metadata()->set_name("keep");
            budget.mutable_metadata()->set_namespace_("default");
            budget.mutable_status()->set_disruptionsallowed(1);
            return list("PodDisruptionBudgetList", {budget.SerializeAsString()});
        }
        if (request.has("continue=second")) {
            return list("PodList", {wirePod("c").SerializeAsString()});
        }
        return list("PodList", {wirePod("a").SerializeAsString(), wirePod("b").SerializeAsString()}, "second");
    }
    static FaultReply json(const std::string &body)
    {
        FaultReply reply;
        reply.contentType = "application/json";
        reply.body = body;
        return reply;
    }

    mutable std::mutex m_mutex;
    Interfere m_interfere;
    std::vector<std::string> m_targets;
};

} // namespace binnacle::kube::testing
