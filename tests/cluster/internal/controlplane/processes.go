// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// child is one running program of an instance.
type child struct {
	name    string
	process Process
	// exited is closed once the program has ended and been reaped.
	exited chan struct{}
}

// launcher starts children that the kernel kills when this process dies in any way.
// The kernel ties that promise to the starting thread, so one thread starts them all.
type launcher struct {
	requests chan func()
}

func newLauncher() *launcher {
	l := &launcher{requests: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for request := range l.requests {
			request()
		}
	}()
	return l
}

// start runs a program with its output appended to logs/<name>.log.
func (l *launcher) start(at layout, name, program string, arguments ...string) (*child, error) {
	log, err := os.OpenFile(filepath.Join(at.logs(), name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(program, arguments...)
	command.Stdout = log
	command.Stderr = log
	command.Dir = at.directory
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	done := make(chan error)
	l.requests <- func() { done <- command.Start() }
	if err := <-done; err != nil {
		return nil, fmt.Errorf("starting %s: %w", name, err)
	}
	identity, err := identify(command.Process.Pid)
	if err != nil {
		return nil, err
	}
	running := &child{name: name, process: identity, exited: make(chan struct{})}
	go func() {
		_ = command.Wait()
		close(running.exited)
	}()
	return running, nil
}

// stop asks politely, then insists after grace. A paused child is continued first.
func (c *child) stop(grace time.Duration) {
	_ = c.process.signal(syscall.SIGCONT)
	if grace > 0 {
		_ = c.process.signal(syscall.SIGTERM)
		select {
		case <-c.exited:
			return
		case <-time.After(grace):
		}
	}
	_ = c.process.signal(syscall.SIGKILL)
	<-c.exited
}

func (c *child) running() bool {
	select {
	case <-c.exited:
		return false
	default:
		return true
	}
}

// identify reads the start time of a live process.
func identify(pid int) (Process, error) {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Process{}, err
	}
	// The second field, the name in parentheses, may hold anything; field 22 is the start time.
	text := string(content)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	const startTimeAfterName = 22 - 3
	if len(fields) <= startTimeAfterName {
		return Process{}, fmt.Errorf("/proc/%d/stat is too short", pid)
	}
	ticks, err := strconv.ParseUint(fields[startTimeAfterName], 10, 64)
	if err != nil {
		return Process{}, err
	}
	if fields[0] == "Z" {
		return Process{}, os.ErrProcessDone
	}
	return Process{Pid: pid, StartTicks: ticks}, nil
}

// Alive reports whether this very process still runs.
func (p Process) Alive() bool {
	now, err := identify(p.Pid)
	return err == nil && now == p
}

// signal reaches this very process or nothing.
func (p Process) signal(which syscall.Signal) error {
	if !p.Alive() {
		return os.ErrProcessDone
	}
	return syscall.Kill(p.Pid, which)
}

// end stops a process that is not our child: politely, then by force.
func (p Process) end(grace time.Duration) error {
	if err := p.signal(syscall.SIGTERM); errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{0, grace}, {syscall.SIGKILL, 10 * time.Second}} {
		if step.signal != 0 {
			_ = p.signal(step.signal)
		}
		for deadline := time.Now().Add(step.wait); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if !p.Alive() {
				return nil
			}
		}
	}
	return fmt.Errorf("process %d does not end", p.Pid)
}

// freePorts picks distinct loopback ports that nothing listens on at this moment.
func freePorts(names ...string) (map[string]int, error) {
	ports := map[string]int{}
	for _, name := range names {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		// Held until all are picked, so that they differ.
		defer listener.Close()
		ports[name] = listener.Addr().(*net.TCPAddr).Port
	}
	return ports, nil
}
