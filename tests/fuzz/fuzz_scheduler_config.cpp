// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/scheduler_config.h"
#include "planner/plugins/registry.h"
#include "tests/fuzz/fuzz.h"

/// Reading never crashes; what is read manages resources of a vendor only and makes policies, and what is not says where.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace binnacle;
    const auto config = kube::parseSchedulerConfig("fuzz", fuzz::textOf(data, size));
    if (!config.ok()) {
        fuzz::require(config.status().message().substr(0, 4) == "fuzz");
        return 0;
    }
    for (const framework::Extender &extender : config->extenders) {
        for (const base::Symbol resource : extender.managedResources) {
            fuzz::require(resource.text().find('/') != std::string_view::npos);
        }
    }
    for (const kube::SchedulerProfile &profile : config->profiles) {
        fuzz::require(framework::Policy::make(plugins::registry(), config->changesFor(profile.schedulerName)).ok());
    }
    return 0;
}
