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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// StormPlan asks for pod events at a fixed rate: label changes (60 in 100), status
// changes (20), and small bound pods that come (each brings a second event when it
// starts) and go again.
type StormPlan struct {
	EventsPerSecond int
	Duration        time.Duration
	Seed            int64
	// StorageEndpoint is the etcd of the cluster. With it the events are written where
	// the API server keeps its objects, and cost it only the watches; without it they
	// are requests to the API server, which a small machine cannot serve that fast.
	StorageEndpoint string
}

// StormResult is what became of it. Delivered counts the events a watch on all pods saw;
// it may exceed Sent where others change pods too.
type StormResult struct {
	Through            string  `json:"through"`
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

// disturber makes single events; its methods may be called from several goroutines.
type disturber interface {
	// label and touch change a pod that was there before the storm.
	label(ctx context.Context, target, value string) error
	touch(ctx context.Context, target, value string) error
	// arrive makes a guest and lets it run: two events. It returns the guest's key.
	arrive(ctx context.Context, number int64) (string, error)
	depart(ctx context.Context, guest string) error
}

type storm struct {
	disturber disturber
	random    *rand.Rand
	targets   []string

	mutex  sync.Mutex
	guests []string

	delivered atomic.Int64
	failed    atomic.Int64
	failure   atomic.Value
}

// Storm sends events until the plan's time is over, then removes the pods it made.
func Storm(ctx context.Context, config *rest.Config, plan StormPlan) (StormResult, error) {
	if plan.EventsPerSecond < 1 || plan.Duration <= 0 {
		return StormResult{}, errors.New("a storm needs a rate and a time above zero")
	}
	s := &storm{random: rand.New(rand.NewPCG(uint64(plan.Seed), 0x5707a))}
	through := "api"
	if plan.StorageEndpoint != "" {
		through = "etcd"
		opened, err := openStorage(plan.StorageEndpoint)
		if err != nil {
			return StormResult{}, err
		}
		defer opened.close()
		if s.disturber, s.targets, err = newStorageDisturber(ctx, opened); err != nil {
			return StormResult{}, err
		}
	} else {
		var err error
		if s.disturber, s.targets, err = newAPIDisturber(ctx, config); err != nil {
			return StormResult{}, err
		}
	}
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	if err := s.countDelivered(watching, config); err != nil {
		return StormResult{}, err
	}
	result := s.send(ctx, plan)
	result.Through = through
	for _, guest := range s.guests {
		s.note(ctx, s.disturber.depart(ctx, guest))
	}
	result.Failed = s.failed.Load()
	result.LastFailure, _ = s.failure.Load().(string)
	return result, nil
}

// countDelivered watches all pods from now on, across the ends of single watches: an API
// server ends the watch of a client that takes its events too slowly.
func (s *storm) countDelivered(ctx context.Context, config *rest.Config) error {
	client, err := clientAs(config, "binnacle-storm")
	if err != nil {
		return err
	}
	pods := client.CoreV1().Pods(metav1.NamespaceAll)
	now, err := pods.List(ctx, metav1.ListOptions{Limit: 1})
	if err != nil {
		return err
	}
	watcher, err := watchtools.NewRetryWatcherWithContext(ctx, now.ResourceVersion, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return pods.Watch(ctx, options)
		},
	})
	if err != nil {
		return err
	}
	go func() {
		for event := range watcher.ResultChan() {
			if event.Type != watch.Bookmark && event.Type != watch.Error {
				s.delivered.Add(1)
			}
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
				s.note(ctx, request())
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
		request, events := s.next(ctx, sent)
		work <- request
		sent += events
	}
	close(work)
	senders.Wait()
	seconds := time.Since(start).Seconds()
	s.settle(sent)
	delivered := s.delivered.Load()
	return StormResult{
		Sent: sent, Delivered: delivered, Seconds: seconds,
		SentPerSecond: float64(sent) / seconds, DeliveredPerSecond: float64(delivered) / seconds,
	}
}

// settle waits for events that are still on their way to the watch: until all have come,
// or none has for longer than a broken watch takes to be renewed.
func (s *storm) settle(sent int64) {
	const patience = 5 * time.Second
	last, since := s.delivered.Load(), time.Now()
	for last < sent && time.Since(since) < patience {
		time.Sleep(50 * time.Millisecond)
		if now := s.delivered.Load(); now != last {
			last, since = now, time.Now()
		}
	}
}

func (s *storm) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.failed.Add(1)
		s.failure.Store(err.Error())
	}
}

// next chooses a request and says how many events it causes.
func (s *storm) next(ctx context.Context, number int64) (func() error, int64) {
	target := s.targets[s.random.IntN(len(s.targets))]
	// Never a value that is there already: that would be no change, and no event.
	value := fmt.Sprintf("%d-%d", time.Now().UnixNano(), number)
	switch draw := s.random.IntN(100); {
	case draw < 80 && draw >= 60:
		return func() error { return s.disturber.touch(ctx, target, value) }, 1
	case draw >= 90:
		return func() error { return s.arrive(ctx, number) }, 2
	case draw >= 80:
		if guest, ok := s.oldestGuest(); ok {
			return func() error { return s.disturber.depart(ctx, guest) }, 1
		}
	}
	return func() error { return s.disturber.label(ctx, target, value) }, 1
}

func (s *storm) arrive(ctx context.Context, number int64) error {
	guest, err := s.disturber.arrive(ctx, number)
	if err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.guests = append(s.guests, guest)
	return nil
}

// oldestGuest leaves the young ones their time to start.
func (s *storm) oldestGuest() (string, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.guests) < 2*stormSenders {
		return "", false
	}
	guest := s.guests[0]
	s.guests = s.guests[1:]
	return guest, true
}

// newGuest is a pod too small to matter, beside the given one on its node.
func newGuest(writer *author, neighbour *corev1.Pod, number int64) *corev1.Pod {
	pod := writer.skeleton(neighbour.Namespace, fmt.Sprintf("storm-%07d", number))
	pod.Labels = map[string]string{labelApp: "storm"}
	pod.Spec.Containers = []corev1.Container{container(0, size{1, 1})}
	pod.Spec.Tolerations = []corev1.Toleration{{Operator: corev1.TolerationOpExists}}
	pod.Spec.NodeName = neighbour.Spec.NodeName
	return pod
}
