// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// StormPlan asks for pod events at a fixed rate: label patches (60 in 100), status
// patches (20), and bound pods that come (each also brings the event of its start)
// and go again.
type StormPlan struct {
	EventsPerSecond int
	Duration        time.Duration
	Seed            int64
}

// StormResult is what became of it. Delivered counts the events a watch on all pods saw.
type StormResult struct {
	Sent               int64   `json:"sent"`
	Delivered          int64   `json:"delivered"`
	Failed             int64   `json:"failed"`
	Seconds            float64 `json:"seconds"`
	SentPerSecond      float64 `json:"sentPerSecond"`
	DeliveredPerSecond float64 `json:"deliveredPerSecond"`
	LastFailure        string  `json:"lastFailure,omitempty"`
}

// stormSenders bounds the requests in flight.
const stormSenders = 32

type storm struct {
	client  kubernetes.Interface
	random  *rand.Rand
	targets []types.NamespacedName
	writer  *author
	space   *floor

	mutex  sync.Mutex
	guests []types.NamespacedName

	delivered atomic.Int64
	failed    atomic.Int64
	failure   atomic.Value
}

// Storm sends events until the plan's time is over, then removes the pods it made.
func Storm(ctx context.Context, config *rest.Config, plan StormPlan) (StormResult, error) {
	if plan.EventsPerSecond < 1 || plan.Duration <= 0 {
		return StormResult{}, errors.New("a storm needs a rate and a time above zero")
	}
	client, err := clientAs(config, "binnacle-storm")
	if err != nil {
		return StormResult{}, err
	}
	nodes, pods, err := existing(ctx, client)
	if err != nil {
		return StormResult{}, err
	}
	random := rand.New(rand.NewPCG(uint64(plan.Seed), 0x5707a))
	s := &storm{client: client, random: random, writer: &author{random: random}, space: newFloor(nodes, pods)}
	for _, pod := range pods {
		if pod.Status.Phase == corev1.PodRunning && pod.DeletionTimestamp == nil {
			s.targets = append(s.targets, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name})
		}
	}
	if len(s.targets) == 0 {
		return StormResult{}, errors.New("the cluster has no running pod to disturb")
	}
	if err := ensureNamespaces(ctx, client); err != nil {
		return StormResult{}, err
	}
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	if err := s.countDelivered(watching); err != nil {
		return StormResult{}, err
	}
	result := s.send(ctx, plan)
	s.cleanUp(ctx)
	return result, nil
}

// countDelivered watches all pods from now on.
func (s *storm) countDelivered(ctx context.Context) error {
	now, err := s.client.CoreV1().Pods(metav1.NamespaceAll).List(ctx, metav1.ListOptions{Limit: 1})
	if err != nil {
		return err
	}
	watcher, err := s.client.CoreV1().Pods(metav1.NamespaceAll).Watch(ctx, metav1.ListOptions{ResourceVersion: now.ResourceVersion})
	if err != nil {
		return err
	}
	go func() {
		for range watcher.ResultChan() {
			s.delivered.Add(1)
		}
	}()
	return nil
}

// send paces by the clock, not by the answers: a step that is late does not shift the next.
func (s *storm) send(ctx context.Context, plan StormPlan) StormResult {
	work := make(chan func() error, stormSenders)
	var senders sync.WaitGroup
	for range stormSenders {
		senders.Go(func() {
			for request := range work {
				if err := request(); err != nil && ctx.Err() == nil {
					s.failed.Add(1)
					s.failure.Store(err.Error())
				}
			}
		})
	}
	start := time.Now()
	wanted := int64(float64(plan.EventsPerSecond) * plan.Duration.Seconds())
	sent := int64(0)
	for sent < wanted && ctx.Err() == nil {
		due := start.Add(time.Duration(float64(sent) / float64(plan.EventsPerSecond) * float64(time.Second)))
		if wait := time.Until(due); wait > 0 {
			time.Sleep(wait)
		}
		request, events := s.next(ctx)
		work <- request
		sent += events
	}
	close(work)
	senders.Wait()
	seconds := time.Since(start).Seconds()
	// The last events are still on their way to the watch.
	time.Sleep(500 * time.Millisecond)
	failure, _ := s.failure.Load().(string)
	delivered := s.delivered.Load()
	return StormResult{
		Sent: sent, Delivered: delivered, Failed: s.failed.Load(), Seconds: seconds, LastFailure: failure,
		SentPerSecond: float64(sent) / seconds, DeliveredPerSecond: float64(delivered) / seconds,
	}
}

// next chooses a request and says how many events it causes.
func (s *storm) next(ctx context.Context) (func() error, int64) {
	draw := s.random.IntN(100)
	switch {
	case draw < 60:
		return s.patch(ctx, fmt.Sprintf(`{"metadata":{"labels":{"binnacle.test/tick":"%d"}}}`, s.random.Uint32())), 1
	case draw < 80:
		body := fmt.Sprintf(`{"status":{"conditions":[{"type":"binnacle.test/Probe","status":"True","reason":"Tick","message":"%d"}]}}`, s.random.Uint32())
		return s.patch(ctx, body, "status"), 1
	case draw < 90:
		return s.arrive(ctx)
	default:
		return s.depart(ctx)
	}
}

func (s *storm) patch(ctx context.Context, body string, subresources ...string) func() error {
	target := s.targets[s.random.IntN(len(s.targets))]
	return func() error {
		_, err := s.client.CoreV1().Pods(target.Namespace).Patch(ctx, target.Name, types.StrategicMergePatchType, []byte(body), metav1.PatchOptions{}, subresources...)
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	}
}

// arrive creates a bound pod, or patches one when the cluster is full.
func (s *storm) arrive(ctx context.Context) (func() error, int64) {
	pod := s.writer.running()
	pod.Labels["binnacle.test/storm"] = "true"
	if s.space.place(s.random, pod) != nil {
		return s.patch(ctx, fmt.Sprintf(`{"metadata":{"labels":{"binnacle.test/tick":"%d"}}}`, s.random.Uint32())), 1
	}
	return func() error {
		if _, err := s.client.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
			return err
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.guests = append(s.guests, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name})
		return nil
	}, 2
}

// depart deletes the oldest pod of the storm's own at once, or patches one while few are there.
func (s *storm) depart(ctx context.Context) (func() error, int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// Young guests are left to start, so that each arrival brings its two events.
	if len(s.guests) < 2*stormSenders {
		return s.patch(ctx, fmt.Sprintf(`{"metadata":{"labels":{"binnacle.test/tick":"%d"}}}`, s.random.Uint32())), 1
	}
	guest := s.guests[0]
	s.guests = s.guests[1:]
	return func() error { return s.remove(ctx, guest) }, 1
}

func (s *storm) remove(ctx context.Context, guest types.NamespacedName) error {
	immediately := int64(0)
	err := s.client.CoreV1().Pods(guest.Namespace).Delete(ctx, guest.Name, metav1.DeleteOptions{GracePeriodSeconds: &immediately})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

func (s *storm) cleanUp(ctx context.Context) {
	for _, guest := range s.guests {
		if err := s.remove(ctx, guest); err != nil {
			s.failed.Add(1)
			s.failure.Store(err.Error())
		}
	}
}
