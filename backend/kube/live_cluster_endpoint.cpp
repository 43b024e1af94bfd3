// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/live_cluster_endpoint.h"

#include "backend/kube/tls.h"

#include <string_view>
#include <utility>

namespace binnacle::kube {

namespace {

bool onThisMachine(std::string_view server)
{
    const std::size_t scheme = server.find("://");
    const std::string_view host = scheme == std::string_view::npos ? server : server.substr(scheme + 3);
    return host.starts_with("127.") || host.starts_with("localhost") || host.starts_with("[::1]");
}

} // namespace

absl::StatusOr<ApiEndpoint> endpointOf(const ClusterConfig &config, CredentialSource credential)
{
    if (!config.server.starts_with("https://") && !config.server.starts_with("http://")) {
        return absl::InvalidArgumentError("the server is no http(s) URL");
    }
    ApiEndpoint endpoint;
    endpoint.server = config.server;
    const absl::StatusOr<Secret> ca = pemOf(config.certificateAuthority);
    if (!ca.ok()) {
        return ca.status();
    }
    endpoint.tls.caPem = ca->reveal();
    endpoint.tls.serverName = config.tlsServerName;
    endpoint.tls.insecure = config.insecure;
    if (absl::Status status = checkTls(endpoint.tls); !status.ok()) {
        return status;
    }
    endpoint.proxyUrl = config.proxyUrl;
    endpoint.compress = !config.disableCompression && !onThisMachine(config.server);
    endpoint.credential = std::move(credential);
    return endpoint;
}

} // namespace binnacle::kube
