// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"fmt"
	"math/rand/v2"

	corev1 "k8s.io/api/core/v1"
)

// Plan says how much of what to add to a cluster.
type Plan struct {
	// Profile is plain, gpu or openb.
	Profile string
	// Nodes, Pods (bound) and Pending to add. Negative means the profile's own number.
	Nodes, Pods, Pending int
	Seed                 int64
	// DataDirectory holds openb/; only the profile openb reads it.
	DataDirectory string
	// StorageEndpoint is the etcd of the cluster, where that is known.
	StorageEndpoint string
	// Ownerless leaves out the owner references, which name objects that do not exist:
	// where a garbage collector runs, it would delete such pods.
	Ownerless bool
	// FullAdmission leaves to admission plugins what they insist on setting themselves.
	FullAdmission bool
}

// Objects are what a plan comes to.
type Objects struct {
	Nodes   []*corev1.Node
	Pods    []*corev1.Pod
	Pending []*corev1.Pod
}

// withDefaults replaces negative numbers. For openb, all nodes of the list is a count
// that only the file knows, and stays negative.
func (p Plan) withDefaults() (Plan, error) {
	defaults, ok := map[string][3]int{"plain": {50, 300, 24}, "gpu": {50, 300, 32}, "openb": {-1, 2000, 50}}[p.Profile]
	if !ok {
		return p, fmt.Errorf("profile %q: must be plain, gpu or openb", p.Profile)
	}
	for index, field := range []*int{&p.Nodes, &p.Pods, &p.Pending} {
		if *field < 0 {
			*field = defaults[index]
		}
	}
	return p, nil
}

// Invent makes the objects to add to a cluster that already has the given ones.
func Invent(plan Plan, nodes []*corev1.Node, pods []*corev1.Pod) (Objects, error) {
	plan, err := plan.withDefaults()
	if err != nil {
		return Objects{}, err
	}
	random := rand.New(rand.NewPCG(uint64(plan.Seed), uint64(len(nodes)+len(pods))))
	writer := &author{random: random, bare: plan.FullAdmission, used: map[string]bool{}}
	for _, pod := range pods {
		writer.used[pod.Namespace+"/"+pod.Name] = true
	}
	var made Objects
	switch plan.Profile {
	case "openb":
		made.Nodes, err = openbNodes(plan.DataDirectory, len(nodes), plan.Nodes)
	case "gpu":
		made.Nodes = inventNodes(random, "gpu", gpuMachines, len(nodes), plan.Nodes)
	default:
		made.Nodes = inventNodes(random, "node", plainMachines, len(nodes), plan.Nodes)
	}
	if err != nil {
		return Objects{}, err
	}
	space := newFloor(append(append([]*corev1.Node{}, nodes...), made.Nodes...), pods)
	if plan.Profile == "openb" {
		err = writer.openbPods(plan, len(pods), space, &made)
	} else {
		err = writer.plainPods(plan, space, &made)
	}
	if plan.Ownerless {
		for _, pod := range made.Pods {
			pod.OwnerReferences = nil
		}
	}
	return made, err
}

// plainPods gives every new node its daemon as long as that leaves half of the pods for
// the other workloads.
func (a *author) plainPods(plan Plan, space *floor, made *Objects) error {
	owner := a.controller("apps/v1", "DaemonSet", "node-agent")
	for _, node := range made.Nodes {
		if 2*(len(made.Pods)+1) > plan.Pods {
			break
		}
		pod := a.daemon(owner, node)
		space.occupy(pod)
		made.Pods = append(made.Pods, pod)
	}
	for len(made.Pods) < plan.Pods {
		pod := a.running()
		if plan.Profile == "gpu" && a.random.IntN(100) < 25 {
			a.useAccelerator(pod)
		}
		if err := space.place(a.random, pod); err != nil {
			if _, usesGPU := pod.Spec.Containers[0].Resources.Requests[resourceGPU]; usesGPU {
				continue
			}
			return err
		}
		made.Pods = append(made.Pods, pod)
	}
	cases := plainCases
	if plan.Profile == "gpu" {
		cases = append(append([]pendingCase{}, gpuCases...), plainCases...)
	}
	for index := range plan.Pending {
		made.Pending = append(made.Pending, a.pending(cases, index))
	}
	return nil
}

func (a *author) useAccelerator(pod *corev1.Pod) {
	requestGPUs(pod, []int64{1, 1, 1, 2, 4}[a.random.IntN(5)])
	pod.Namespace = "training"
	pod.Spec.Tolerations = []corev1.Toleration{{Key: string(resourceGPU), Operator: corev1.TolerationOpExists}}
}

// openbPods takes rows in the list's order: bound ones first, then waiting ones.
// A row that fits nowhere is passed over, as in the published experiment.
func (a *author) openbPods(plan Plan, row int, space *floor, made *Objects) error {
	list, err := readTable(plan.DataDirectory, openbPodFile, "name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec", "qos")
	if err != nil {
		return err
	}
	for ; row < len(list.rows) && (len(made.Pods) < plan.Pods || len(made.Pending) < plan.Pending); row++ {
		pod, err := a.openbPod(list, row)
		if err != nil {
			return err
		}
		if len(made.Pods) < plan.Pods {
			if space.place(a.random, pod) == nil {
				made.Pods = append(made.Pods, pod)
			}
			continue
		}
		pod.Spec.SchedulerName = SchedulerName
		pod.OwnerReferences = nil
		made.Pending = append(made.Pending, pod)
	}
	return nil
}
