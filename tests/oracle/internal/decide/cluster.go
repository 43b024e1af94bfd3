// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package decide

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache"
	"k8s.io/dynamic-resource-allocation/resourceslice/tracker"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	internalqueue "k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	"k8s.io/kubernetes/pkg/scheduler/util/assumecache"
)

// cluster is one case, loaded: the scheduler's own cache, snapshot, queue and frameworks over stores that were filled
// directly. No informer runs and nothing is written anywhere. It is used by one goroutine and ends with its context.
type cluster struct {
	objects  *objects
	snapshot *internalcache.Snapshot
	queue    *internalqueue.PriorityQueue
	profiles map[string]*profile
	decide   map[*corev1.Pod]bool
}

// profile is one scheduler profile's framework with the very plugin instances that it runs.
type profile struct {
	framework framework.Framework
	plugins   map[string]fwk.Plugin
	weights   map[string]int64
}

// deadEnd is the client that plugins hold and that the oracle never lets them use: nothing listens at its address.
var deadEnd = kubernetes.NewForConfigOrDie(&rest.Config{Host: "https://127.0.0.1:1"})

func init() {
	metrics.Register()
}

// shared are the parts that every profile of a case uses.
type shared struct {
	context    context.Context
	factory    informers.SharedInformerFactory
	claims     *handlerCatcher
	manager    fwk.SharedDRAManager
	classCache *extendedresourcecache.ExtendedResourceCache
	cache      internalcache.Cache
	snapshot   *internalcache.Snapshot
}

func load(ctx context.Context, read *objects, decide []*corev1.Pod, configuration *config.KubeSchedulerConfiguration) (*cluster, error) {
	parts, err := newShared(ctx)
	if err != nil {
		return nil, err
	}
	loaded := &cluster{objects: read, snapshot: parts.snapshot, profiles: map[string]*profile{}, decide: map[*corev1.Pod]bool{}}
	for _, pod := range decide {
		loaded.decide[pod] = true
	}
	for index := range configuration.Profiles {
		wanted := &configuration.Profiles[index]
		if loaded.profiles[wanted.SchedulerName], err = newProfile(parts, wanted, configuration.APIVersion); err != nil {
			return nil, fmt.Errorf("profile %s: %w", wanted.SchedulerName, err)
		}
	}
	loaded.queue = newQueue(parts, loaded.profiles, configuration.Profiles[0].SchedulerName)
	for _, profile := range loaded.profiles {
		profile.framework.SetPodNominator(loaded.queue)
		profile.framework.SetPodActivator(loaded.queue)
	}
	return loaded, loaded.fill(parts)
}

func newShared(ctx context.Context) (*shared, error) {
	logger := klog.FromContext(ctx)
	gate := utilfeature.DefaultFeatureGate
	parts := &shared{context: ctx, factory: scheduler.NewInformerFactory(deadEnd, 0), claims: &handlerCatcher{}}
	if gate.Enabled(features.DynamicResourceAllocation) {
		if gate.Enabled(features.DRADeviceTaintRules) {
			return nil, errors.New("featureGates: DRADeviceTaintRules needs informers that run; the oracle has none")
		}
		claims := assumecache.NewAssumeCache(logger, parts.claims, "ResourceClaim", "", nil)
		slices, err := tracker.StartTracker(ctx, tracker.Options{
			EnableConsumableCapacity: gate.Enabled(features.DRAConsumableCapacity),
			SliceInformer:            parts.factory.Resource().V1().ResourceSlices(),
		})
		if err != nil {
			return nil, err
		}
		manager := dynamicresources.NewDRAManager(ctx, claims, slices, parts.factory)
		parts.manager = manager
		if gate.Enabled(features.DRAExtendedResource) {
			parts.classCache, _ = manager.DeviceClassResolver().(*extendedresourcecache.ExtendedResourceCache)
		}
	}
	parts.cache = internalcache.New(ctx, nil, gate.Enabled(features.GenericWorkload))
	parts.snapshot = internalcache.NewEmptySnapshot()
	return parts, nil
}

func newProfile(parts *shared, wanted *config.KubeSchedulerProfile, version string) (*profile, error) {
	made := &profile{plugins: map[string]fwk.Plugin{}, weights: map[string]int64{}}
	registry := frameworkruntime.Registry{}
	for name, factory := range plugins.NewInTreeRegistry() {
		registry[name] = func(ctx context.Context, args runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
			plugin, err := factory(ctx, args, handle)
			if err == nil {
				made.plugins[name] = plugin
			}
			return plugin, err
		}
	}
	var err error
	made.framework, err = frameworkruntime.NewFramework(parts.context, registry, wanted,
		frameworkruntime.WithComponentConfigVersion(version),
		frameworkruntime.WithClientSet(deadEnd),
		frameworkruntime.WithInformerFactory(parts.factory),
		frameworkruntime.WithSharedDRAManager(parts.manager),
		frameworkruntime.WithSharedCSIManager(nodevolumelimits.NewCSIManager(parts.factory.Storage().V1().CSINodes().Lister())),
		frameworkruntime.WithSnapshotSharedLister(parts.snapshot),
		frameworkruntime.WithPodGroupManager(parts.cache),
		frameworkruntime.WithParallelism(1))
	if err != nil {
		return nil, err
	}
	for _, plugin := range made.framework.ListPlugins().Score.Enabled {
		made.weights[plugin.Name] = int64(plugin.Weight)
	}
	return made, nil
}

func newQueue(parts *shared, profiles map[string]*profile, first string) *internalqueue.PriorityQueue {
	gatekeepers := map[string]map[string]fwk.PreEnqueuePlugin{}
	for name, profile := range profiles {
		gatekeepers[name] = map[string]fwk.PreEnqueuePlugin{}
		for _, plugin := range profile.framework.PreEnqueuePlugins() {
			gatekeepers[name][plugin.Name()] = plugin
		}
	}
	return internalqueue.NewPriorityQueue(profiles[first].framework.QueueSortFunc(), parts.factory,
		internalqueue.WithPodLister(parts.factory.Core().V1().Pods().Lister()),
		internalqueue.WithPreEnqueuePluginMap(gatekeepers))
}

// fill stores every object and takes the snapshot: bound pods are in it, pending ones are in the queue, which keeps the
// nominated ones. A pod to decide is pending even if it names a node.
func (c *cluster) fill(parts *shared) error {
	logger := klog.FromContext(parts.context)
	for _, object := range c.objects.others {
		if err := store(parts.factory, object); err != nil {
			return err
		}
		switch typed := object.(type) {
		case *resourcev1.ResourceClaim:
			parts.claims.add(typed)
		case *resourcev1.DeviceClass:
			if parts.classCache != nil {
				parts.classCache.OnAdd(typed, true)
			}
		}
	}
	for _, node := range c.objects.nodes {
		if err := store(parts.factory, node); err != nil {
			return err
		}
		parts.cache.AddNode(logger, node)
	}
	var pending []*corev1.Pod
	for _, pod := range c.objects.pods {
		if ended(pod) {
			continue
		}
		if err := store(parts.factory, pod); err != nil {
			return err
		}
		if pod.Spec.NodeName == "" || c.decide[pod] {
			pending = append(pending, pod)
		} else if err := parts.cache.AddPod(logger, pod); err != nil {
			return err
		}
	}
	for _, pod := range pending {
		if c.profiles[pod.Spec.SchedulerName] != nil {
			c.queue.Add(parts.context, pod)
		}
	}
	return parts.cache.UpdateSnapshot(logger, parts.snapshot)
}

// handlerCatcher stands where the claims' informer would: it hands objects to the one handler registered with it.
type handlerCatcher struct {
	handlers []cache.ResourceEventHandler
}

func (h *handlerCatcher) AddEventHandler(handler cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	h.handlers = append(h.handlers, handler)
	return nil, nil
}

func (h *handlerCatcher) add(object any) {
	for _, handler := range h.handlers {
		handler.OnAdd(object, true)
	}
}
