// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/registry.h"

#include "planner/plugins/binnacle_limits/binnacle_limits.h"
#include "planner/plugins/binnacle_rules/binnacle_rules.h"
#include "planner/plugins/default_preemption/default_preemption.h"
#include "planner/plugins/dynamic_resources/dynamic_resources.h"
#include "planner/plugins/image_locality/image_locality.h"
#include "planner/plugins/inter_pod_affinity/inter_pod_affinity.h"
#include "planner/plugins/node_affinity/node_affinity.h"
#include "planner/plugins/node_declared_features/node_declared_features.h"
#include "planner/plugins/node_name/node_name.h"
#include "planner/plugins/node_ports/node_ports.h"
#include "planner/plugins/node_resources_balanced_allocation/node_resources_balanced_allocation.h"
#include "planner/plugins/node_resources_fit/node_resources_fit.h"
#include "planner/plugins/node_unschedulable/node_unschedulable.h"
#include "planner/plugins/node_volume_limits/node_volume_limits.h"
#include "planner/plugins/pod_topology_spread/pod_topology_spread.h"
#include "planner/plugins/taint_toleration/taint_toleration.h"
#include "planner/plugins/volume_binding/volume_binding.h"
#include "planner/plugins/volume_restrictions/volume_restrictions.h"
#include "planner/plugins/volume_zone/volume_zone.h"

namespace binnacle::plugins {

const framework::Registry &registry()
{
    static const framework::Registry instance({
        NodeUnschedulable::registration(),
        NodeName::registration(),
        TaintToleration::registration(),
        NodeAffinity::registration(),
        NodePorts::registration(),
        NodeResourcesFit::registration(),
        VolumeRestrictions::registration(),
        NodeVolumeLimits::registration(),
        VolumeBinding::registration(),
        VolumeZone::registration(),
        PodTopologySpread::registration(),
        InterPodAffinity::registration(),
        DynamicResources::registration(),
        DefaultPreemption::registration(),
        NodeResourcesBalancedAllocation::registration(),
        ImageLocality::registration(),
        NodeDeclaredFeatures::registration(),
        BinnacleLimits::registration(),
        BinnacleRules::registration(),
    });
    return instance;
}

framework::PolicyPtr defaultPolicy()
{
    static const framework::PolicyPtr policy = framework::Policy::make(registry(), {}).value();
    return policy;
}

} // namespace binnacle::plugins
