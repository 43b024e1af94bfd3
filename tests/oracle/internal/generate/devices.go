// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const (
	deviceDriver = "gpu.example.com"
	deviceGroup  = "resource.k8s.io/v1"
)

var expressions = []string{
	`device.driver == "gpu.example.com"`,
	`device.attributes["gpu.example.com"].model == "a100"`,
	`device.attributes["gpu.example.com"].?model.orValue("none") != "t4"`,
	`device.attributes["gpu.example.com"].index < 2`,
	`device.attributes["gpu.example.com"].shared`,
	`"model" in device.attributes["gpu.example.com"] && device.attributes["gpu.example.com"].model in ["a100", "l4"]`,
	`device.attributes["gpu.example.com"].firmware.isGreaterThan(semver("1.2.0"))`,
	`device.attributes["gpu.example.com"].firmware.compareTo(semver("2.0.0")) <= 0`,
	`device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) >= 0`,
	`device.capacity["gpu.example.com"].memory.isLessThan(quantity("41Gi"))`,
	`"model" in device.attributes["other.example.com"]`,
	`true`,
}

// devices publishes devices by node, by zone and for all, some of them parts of one another, and gives pods claims:
// free, allocated, shared, from templates, and missing.
func devices(w *world) {
	w.deviceClasses()
	for index, node := range w.nodes {
		if w.r.chance(75) {
			w.pool(fmt.Sprintf("pool-%d", index), resourcev1.ResourceSliceSpec{NodeName: &node.Name})
		}
	}
	if w.r.chance(25) {
		w.pool("everywhere", resourcev1.ResourceSliceSpec{AllNodes: pointer(true)})
	}
	if w.r.chance(25) {
		w.pool("by-zone", resourcev1.ResourceSliceSpec{NodeSelector: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{
			MatchExpressions: []corev1.NodeSelectorRequirement{{Key: zoneLabel, Operator: corev1.NodeSelectorOpIn, Values: []string{"zone-a"}}}}}}})
	}
	claims := 0
	for _, pod := range w.pods() {
		if w.r.chance(map[bool]int{true: 90, false: 30}[pod.Spec.NodeName == ""]) {
			for range pick(w.r, 1, 1, 1, 2) {
				w.claimDevices(pod, claims)
				claims++
			}
		}
	}
}

func (w *world) deviceClasses() {
	for name, selectors := range []([]string){{expressions[0]}, {expressions[0], expressions[1]}, nil, {w.r.expression()}} {
		made := &resourcev1.DeviceClass{
			TypeMeta:   metav1.TypeMeta{APIVersion: deviceGroup, Kind: "DeviceClass"},
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("class-%d", name)},
		}
		for _, expression := range selectors {
			made.Spec.Selectors = append(made.Spec.Selectors, celSelector(expression))
		}
		w.extra = append(w.extra, made)
	}
}

// expression fails at run time now and then, on a device without that attribute.
func (r random) expression() string {
	if r.IntN(400) == 0 {
		return `device.attributes["other.example.com"].model == "a100"`
	}
	return pick(r, expressions...)
}

func celSelector(expression string) resourcev1.DeviceSelector {
	return resourcev1.DeviceSelector{CEL: &resourcev1.CELDeviceSelector{Expression: expression}}
}

// pool writes one pool: its devices, and the counters that they share in a slice of their own.
func (w *world) pool(name string, where resourcev1.ResourceSliceSpec) {
	r := w.r
	shared := r.chance(20)
	slices := int64(1)
	if shared {
		slices = 2
	}
	complete := slices
	if r.chance(5) {
		complete++ // A pool whose last slice has not come yet.
	}
	where.Driver = deviceDriver
	where.Pool = resourcev1.ResourcePool{Name: name, Generation: 1, ResourceSliceCount: complete}
	slice := func(suffix string) *resourcev1.ResourceSlice {
		made := &resourcev1.ResourceSlice{
			TypeMeta:   metav1.TypeMeta{APIVersion: deviceGroup, Kind: "ResourceSlice"},
			ObjectMeta: metav1.ObjectMeta{Name: name + suffix}, Spec: *where.DeepCopy(),
		}
		w.extra = append(w.extra, made)
		return made
	}
	if shared {
		slice("-counters").Spec.SharedCounters = []resourcev1.CounterSet{{Name: "card", Counters: map[string]resourcev1.Counter{
			"memory": {Value: resource.MustParse("80Gi")}, "engines": {Value: resource.MustParse("4")}}}}
	}
	devices := slice("")
	for index := range r.between(1, 4) {
		devices.Spec.Devices = append(devices.Spec.Devices, w.device(index, shared))
	}
}

func (w *world) device(index int, shared bool) resourcev1.Device {
	r := w.r
	made := resourcev1.Device{
		Name: fmt.Sprintf("dev-%d", index),
		Attributes: map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{
			"index":    {IntValue: pointer(int64(index))},
			"shared":   {BoolValue: pointer(r.chance(50))},
			"firmware": {VersionValue: pointer(pick(r, "1.2.0", "1.10.0", "2.0.0", "2.0.0-rc.1"))},
		},
		Capacity: map[resourcev1.QualifiedName]resourcev1.DeviceCapacity{"memory": {Value: resource.MustParse(pick(r, "16Gi", "40Gi", "80Gi"))}},
	}
	if !w.weird || !r.chance(4) {
		made.Attributes["model"] = resourcev1.DeviceAttribute{StringValue: pointer(pick(r, "a100", "l4", "t4"))}
	}
	if r.chance(60) {
		made.Attributes["numa"] = resourcev1.DeviceAttribute{IntValue: pointer(int64(r.IntN(2)))}
	}
	if shared {
		made.ConsumesCounters = []resourcev1.DeviceCounterConsumption{{CounterSet: "card", Counters: map[string]resourcev1.Counter{
			"memory": {Value: resource.MustParse(pick(r, "20Gi", "40Gi", "80Gi"))}, "engines": {Value: resource.MustParse(pick(r, "1", "2"))}}}}
	}
	if r.chance(10) {
		made.Taints = []resourcev1.DeviceTaint{{Key: "example.com/faulty", Value: "yes", Effect: pick(r, resourcev1.DeviceTaintEffectNoSchedule, resourcev1.DeviceTaintEffectNoExecute)}}
	}
	return made
}

// claimDevices lets the pod refer to a claim by name or by template, which is there or not.
func (w *world) claimDevices(pod *corev1.Pod, index int) {
	r := w.r
	reference := corev1.PodResourceClaim{Name: fmt.Sprintf("devices-%d", len(pod.Spec.ResourceClaims))}
	name := fmt.Sprintf("device-claim-%d", index)
	if r.chance(30) {
		template := &resourcev1.ResourceClaimTemplate{
			TypeMeta:   metav1.TypeMeta{APIVersion: deviceGroup, Kind: "ResourceClaimTemplate"},
			ObjectMeta: metav1.ObjectMeta{Name: "template-" + name, Namespace: pod.Namespace},
			Spec:       resourcev1.ResourceClaimTemplateSpec{Spec: w.deviceClaim()},
		}
		w.extra = append(w.extra, template)
		reference.ResourceClaimTemplateName = &template.Name
		if !r.chance(6) {
			pod.Status.ResourceClaimStatuses = append(pod.Status.ResourceClaimStatuses, corev1.PodResourceClaimStatus{Name: reference.Name, ResourceClaimName: &name})
			claim := w.deviceClaimObject(pod, name, index)
			claim.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID, Controller: pointer(true)}}
		}
	} else {
		if r.chance(8) {
			name = fmt.Sprintf("device-claim-%d", r.IntN(index+1)) // Another pod's, or none in this namespace.
		} else {
			w.deviceClaimObject(pod, name, index)
		}
		reference.ResourceClaimName = &name
	}
	pod.Spec.ResourceClaims = append(pod.Spec.ResourceClaims, reference)
	pod.Spec.Containers[0].Resources.Claims = append(pod.Spec.Containers[0].Resources.Claims, corev1.ResourceClaim{Name: reference.Name})
}

func (w *world) deviceClaimObject(pod *corev1.Pod, name string, index int) *resourcev1.ResourceClaim {
	made := &resourcev1.ResourceClaim{
		TypeMeta:   metav1.TypeMeta{APIVersion: deviceGroup, Kind: "ResourceClaim"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: pod.Namespace, UID: uid("device-claim", index)},
		Spec:       w.deviceClaim(),
	}
	if pod.Spec.NodeName != "" || w.r.chance(15) {
		w.allocate(made, pod)
	}
	if w.r.chance(3) {
		terminateObject(&made.ObjectMeta)
	}
	w.extra = append(w.extra, made)
	return made
}

func (w *world) deviceClaim() resourcev1.ResourceClaimSpec {
	r := w.r
	var made resourcev1.ResourceClaimSpec
	for index := range pick(r, 1, 1, 1, 2) {
		request := resourcev1.DeviceRequest{Name: fmt.Sprintf("r%d", index)}
		if r.chance(15) {
			for alternative := range r.between(1, 3) {
				sub := resourcev1.DeviceSubRequest{Name: fmt.Sprintf("s%d", alternative), DeviceClassName: w.deviceClass(),
					AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: int64(pick(r, 1, 2))}
				if r.chance(60) {
					sub.Selectors = []resourcev1.DeviceSelector{celSelector(r.expression())}
				}
				request.FirstAvailable = append(request.FirstAvailable, sub)
			}
		} else {
			request.Exactly = w.exactly()
		}
		made.Devices.Requests = append(made.Devices.Requests, request)
	}
	if r.chance(20) {
		made.Devices.Constraints = []resourcev1.DeviceConstraint{{MatchAttribute: pointer(resourcev1.FullyQualifiedName("gpu.example.com/" + pick(r, "model", "numa")))}}
	}
	return made
}

func (w *world) deviceClass() string {
	if w.r.chance(3) {
		return "class-gone"
	}
	return fmt.Sprintf("class-%d", w.r.IntN(4))
}

func (w *world) exactly() *resourcev1.ExactDeviceRequest {
	r := w.r
	made := &resourcev1.ExactDeviceRequest{DeviceClassName: w.deviceClass(), AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: int64(pick(r, 1, 1, 1, 2, 3))}
	if r.chance(12) {
		made.AllocationMode, made.Count = resourcev1.DeviceAllocationModeAll, 0
	}
	for range pick(r, 0, 1, 1, 2) {
		made.Selectors = append(made.Selectors, celSelector(r.expression()))
	}
	if r.chance(8) {
		made.AdminAccess = pointer(true)
	}
	if r.chance(10) {
		made.Tolerations = []resourcev1.DeviceToleration{{Key: "example.com/faulty", Operator: resourcev1.DeviceTolerationOpExists}}
	}
	return made
}

// allocate records an allocation as the scheduler writes it: of one device, reserved for the pod if that is bound.
func (w *world) allocate(claim *resourcev1.ResourceClaim, pod *corev1.Pod) {
	r := w.r
	node := pod.Spec.NodeName
	if node == "" {
		node = w.someNode()
	}
	request := claim.Spec.Devices.Requests[0]
	name := request.Name
	if request.FirstAvailable != nil {
		name += "/" + request.FirstAvailable[0].Name
	}
	pool := "everywhere"
	for index, one := range w.nodes {
		if one.Name == node {
			pool = fmt.Sprintf("pool-%d", index)
		}
	}
	claim.Status.Allocation = &resourcev1.AllocationResult{
		Devices: resourcev1.DeviceAllocationResult{Results: []resourcev1.DeviceRequestAllocationResult{{
			Request: name, Driver: deviceDriver, Pool: pool, Device: fmt.Sprintf("dev-%d", r.IntN(3))}}},
		NodeSelector: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{
			MatchFields: []corev1.NodeSelectorRequirement{{Key: "metadata.name", Operator: corev1.NodeSelectorOpIn, Values: []string{node}}}}}},
	}
	switch {
	case pod.Spec.NodeName != "":
		claim.Status.ReservedFor = []resourcev1.ResourceClaimConsumerReference{{Resource: "pods", Name: pod.Name, UID: pod.UID}}
	case r.chance(20):
		for index := range resourcev1.ResourceClaimReservedForMaxSize {
			claim.Status.ReservedFor = append(claim.Status.ReservedFor, resourcev1.ResourceClaimConsumerReference{
				Resource: "pods", Name: fmt.Sprintf("other-%d", index), UID: types.UID(fmt.Sprintf("other-%d", index))})
		}
	}
}
