// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package supervisor keeps one instance running: the control plane, the fake kubelets,
// the metrics server, and the loopback address through which later commands reach it.
package supervisor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"binnacle/tests/cluster/internal/controlplane"
	"binnacle/tests/cluster/internal/kubelet"
	"binnacle/tests/cluster/internal/metricsapi"
	"binnacle/tests/cluster/internal/workload"
)

// Options is what `up` was asked for.
type Options struct {
	Plane controlplane.Options
	Plan  workload.Plan
	// Detached sends this process's messages to the instance's own log.
	Detached bool
}

// stallDeadline is how long loaded pods may make no progress towards Running.
const stallDeadline = 60 * time.Second

type supervisor struct {
	options Options
	plane   *controlplane.Plane
	fleet   *kubelet.Fleet
}

// Run brings an instance up, calls ready once everything is loaded and running, and
// takes the instance down again when the context ends. Nothing stays behind.
func Run(ctx context.Context, options Options, ready func(controlplane.State)) error {
	begin := time.Now()
	binaries, err := controlplane.EnsureBinaries()
	if err != nil {
		return err
	}
	built := time.Now()
	plane, err := controlplane.Start(ctx, binaries, options.Plane)
	if err != nil {
		return err
	}
	if options.Detached {
		logToFile(plane.LogFile("supervisor"))
	}
	s := &supervisor{options: options, plane: plane}
	inner, cancel := context.WithCancel(ctx)
	err = s.prepare(inner, built)
	if err == nil {
		ready(plane.State())
		<-ctx.Done()
	}
	cancel()
	if s.fleet != nil {
		s.fleet.Wait()
	}
	if ctx.Err() != nil && err != nil {
		err = fmt.Errorf("stopped after %s: %w", time.Since(begin).Round(time.Second), err)
	}
	return errors.Join(err, plane.Close())
}

// logToFile points standard error at a file. Without one the messages are lost, no more.
func logToFile(path string) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	_ = syscall.Dup3(int(file.Fd()), int(os.Stderr.Fd()), 0)
}

func (s *supervisor) prepare(ctx context.Context, begin time.Time) error {
	if err := s.plane.Update(func(state *controlplane.State) {
		state.ReadySeconds = time.Since(begin).Seconds()
		state.Version = controlplane.KubernetesVersion
	}); err != nil {
		return err
	}
	config, err := s.plane.RESTConfig(kubelet.UserAgent)
	if err != nil {
		return err
	}
	if s.fleet, err = kubelet.Start(ctx, config); err != nil {
		return err
	}
	if err := s.serveControl(ctx); err != nil {
		return err
	}
	if s.options.Plane.Metrics {
		if err := s.serveMetrics(ctx); err != nil {
			return err
		}
	}
	if err := s.load(ctx, s.options.Plan); err != nil {
		return err
	}
	return s.plane.Update(func(state *controlplane.State) {
		state.LoadedSeconds = time.Since(begin).Seconds()
		state.Phase = "ready"
	})
}

func (s *supervisor) serveMetrics(ctx context.Context) error {
	config, err := s.plane.RESTConfig("binnacle-cluster")
	if err != nil {
		return err
	}
	nodes, pods := s.fleet.Stores()
	return metricsapi.Serve(ctx, config, s.plane.State().Ports["metrics"], metricsapi.Files{
		Certificate:  s.plane.CertificateFile("metrics.crt"),
		Key:          s.plane.CertificateFile("metrics.key"),
		FrontProxyCA: s.plane.CertificateFile("front-proxy-ca.crt"),
		ClusterCA:    s.plane.CertificateFile("ca.crt"),
	}, metricsapi.Figures{Nodes: nodes, Pods: pods, Seed: s.options.Plan.Seed})
}

// load adds a plan's objects and waits until its bound pods run.
func (s *supervisor) load(ctx context.Context, plan workload.Plan) error {
	config, err := s.plane.RESTConfig("binnacle-cluster")
	if err != nil {
		return err
	}
	before := s.fleet.Running()
	plan.StorageEndpoint = s.plane.StorageEndpoint()
	plan.FullAdmission = s.options.Plane.FullAdmission
	plan.Ownerless = s.options.Plane.WithControllerManager
	added, err := workload.Load(ctx, config, plan)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "created %d nodes, %d bound and %d waiting pods\n", added.Nodes, added.Pods, added.Pending)
	if err := s.plane.Update(func(state *controlplane.State) {
		state.Nodes += added.Nodes
		state.Pods += added.Pods
		state.Pending += added.Pending
	}); err != nil {
		return err
	}
	// Inventing a large cluster takes far more memory than keeping it.
	debug.FreeOSMemory()
	// Pods that others create or delete meanwhile shift this count by a little at most.
	return s.waitRunning(ctx, before+int64(added.Pods))
}

func (s *supervisor) waitRunning(ctx context.Context, wanted int64) error {
	last, since := int64(-1), time.Now()
	for {
		now := s.fleet.Running()
		if now >= wanted {
			return nil
		}
		if now != last {
			last, since = now, time.Now()
		}
		if time.Since(since) > stallDeadline {
			return fmt.Errorf("only %d of %d pods run, and no more follow", now, wanted)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}
