// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Options chooses what an instance consists of.
type Options struct {
	Name string
	// StateDirectory is empty for a directory of the registry's own.
	StateDirectory        string
	Profile               string
	WithScheduler         bool
	WithControllerManager bool
	// Metrics serves metrics.k8s.io through the aggregation layer.
	Metrics bool
	// FullAdmission keeps the admission plugins that need controllers or service accounts.
	FullAdmission bool
}

// Plane is one running control plane. Every method may be called from any goroutine.
type Plane struct {
	options  Options
	binaries Binaries
	layout   layout
	launcher *launcher

	mutex    sync.Mutex
	state    State
	children map[string]*child
}

// programs in the order in which they start; they stop in the reverse order.
const (
	programEtcd              = "etcd"
	programAPIServer         = "kube-apiserver"
	programScheduler         = "kube-scheduler"
	programControllerManager = "kube-controller-manager"
)

// readyDeadline bounds the wait for one program; the API server needs a few seconds.
const readyDeadline = 90 * time.Second

// Start brings a control plane up and returns once /readyz answers 200. When it
// fails, nothing stays behind; the error carries the end of the failing program's log.
func Start(ctx context.Context, binaries Binaries, options Options) (*Plane, error) {
	at, err := createLayout(options.Name, options.StateDirectory)
	if err != nil {
		return nil, err
	}
	plane := &Plane{options: options, binaries: binaries, layout: at, launcher: newLauncher(), children: map[string]*child{}}
	if err := plane.start(ctx); err != nil {
		err = fmt.Errorf("%w%s", err, plane.logTails())
		return nil, errors.Join(err, plane.Close())
	}
	return plane, nil
}

func (p *Plane) start(ctx context.Context) error {
	self, err := identify(os.Getpid())
	if err != nil {
		return err
	}
	ports, err := freePorts("apiserver", "etcd", "etcd-peer", "control", "metrics")
	if err != nil {
		return err
	}
	p.state = State{
		Name: p.options.Name, Phase: "starting", Directory: p.layout.directory, Profile: p.options.Profile,
		Server: fmt.Sprintf("https://127.0.0.1:%d", ports["apiserver"]), Ports: ports,
		Processes: map[string]Process{"supervisor": self}, Started: time.Now().UTC(),
	}
	if err := p.state.write(); err != nil {
		return err
	}
	kubeconfigs, err := writeCredentials(p.layout, p.options.Name, ports["apiserver"])
	if err != nil {
		return err
	}
	p.state.Kubeconfigs = kubeconfigs
	p.state.Kubeconfig = kubeconfigs["admin"]
	if err := p.launch(programEtcd, p.binaries.Etcd, p.etcdArguments()); err != nil {
		return err
	}
	if err := p.StartAPIServer(ctx); err != nil {
		return err
	}
	if err := p.grantRights(ctx); err != nil {
		return err
	}
	if p.options.WithControllerManager {
		if err := p.launch(programControllerManager, p.binaries.ControllerManager, p.controllerManagerArguments()); err != nil {
			return err
		}
	}
	if p.options.WithScheduler {
		return p.launch(programScheduler, p.binaries.Scheduler, p.schedulerArguments())
	}
	return nil
}

// launch starts a program and records its pid before anything else can happen to it.
func (p *Plane) launch(name, program string, arguments []string) error {
	if program == "" {
		return fmt.Errorf("%s was asked for, but the directory of KUBEBUILDER_ASSETS has none", name)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if running, ok := p.children[name]; ok && running.running() {
		return fmt.Errorf("%s runs already", name)
	}
	started, err := p.launcher.start(p.layout, name, program, arguments...)
	if err != nil {
		return err
	}
	p.children[name] = started
	p.state.Processes[name] = started.process
	return p.state.write()
}

// StartAPIServer starts the API server on its port and waits until it is ready.
func (p *Plane) StartAPIServer(ctx context.Context) error {
	if err := p.launch(programAPIServer, p.binaries.APIServer, p.apiServerArguments()); err != nil {
		return err
	}
	return p.waitReady(ctx)
}

// StopAPIServer ends the API server: politely within grace, at once when grace is zero.
func (p *Plane) StopAPIServer(grace time.Duration) error {
	server, err := p.apiServer()
	if err != nil {
		return err
	}
	server.stop(grace)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.state.Processes, programAPIServer)
	return p.state.write()
}

// PauseAPIServer freezes the API server: its connections stay open and nothing answers.
func (p *Plane) PauseAPIServer() error { return p.signalAPIServer(syscall.SIGSTOP) }

// ResumeAPIServer undoes PauseAPIServer.
func (p *Plane) ResumeAPIServer() error { return p.signalAPIServer(syscall.SIGCONT) }

func (p *Plane) signalAPIServer(which syscall.Signal) error {
	server, err := p.apiServer()
	if err != nil {
		return err
	}
	return server.process.signal(which)
}

func (p *Plane) apiServer() (*child, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	server, ok := p.children[programAPIServer]
	if !ok || !server.running() {
		return nil, errors.New("the API server does not run")
	}
	return server, nil
}

// RESTConfig is the administrator's, with no client-side rate limit. The user agent's
// first word becomes the manager in managedFields.
func (p *Plane) RESTConfig(userAgent string) (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", p.State().Kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	config.UserAgent = userAgent
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	return config, nil
}

func (p *Plane) waitReady(ctx context.Context) error {
	config, err := p.RESTConfig("binnacle-cluster")
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, readyDeadline)
	defer cancel()
	for {
		attempt, done := context.WithTimeout(ctx, 2*time.Second)
		answer, err := client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(attempt)
		done()
		if err == nil && string(answer) == "ok" {
			return nil
		}
		for _, name := range []string{programEtcd, programAPIServer} {
			p.mutex.Lock()
			running, started := p.children[name]
			p.mutex.Unlock()
			if started && !running.running() {
				return fmt.Errorf("%s ended while the API server was starting", name)
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the API server is not ready: %w", errors.Join(ctx.Err(), err))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// State is a copy for reporting.
func (p *Plane) State() State {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	copied := p.state
	copied.Processes = maps.Clone(p.state.Processes)
	return copied
}

// Update changes the recorded state and writes it.
func (p *Plane) Update(change func(*State)) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change(&p.state)
	return p.state.write()
}

// StorageEndpoint is the address of the instance's etcd.
func (p *Plane) StorageEndpoint() string { return p.State().StorageEndpoint() }

// LogFile is where a program of this name writes.
func (p *Plane) LogFile(name string) string { return filepath.Join(p.layout.logs(), name+".log") }

// CertificateFile is a file of the instance's certs directory.
func (p *Plane) CertificateFile(name string) string { return filepath.Join(p.layout.certs(), name) }

// Close kills every program at once (the data goes too) and removes the instance.
func (p *Plane) Close() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, name := range []string{programScheduler, programControllerManager, programAPIServer, programEtcd} {
		if running, ok := p.children[name]; ok {
			running.stop(0)
		}
	}
	return removeLayout(p.options.Name)
}

// logTails quotes the last lines of the programs that ended by themselves.
func (p *Plane) logTails() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	text := ""
	for name, running := range p.children {
		content, err := os.ReadFile(p.LogFile(name))
		if err != nil || running.running() {
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(content)), "\n")
		text += fmt.Sprintf("\n--- end of %s.log ---\n%s", name, strings.Join(lines[max(0, len(lines)-12):], "\n"))
	}
	return text
}
