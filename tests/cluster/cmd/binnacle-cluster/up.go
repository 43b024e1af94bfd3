// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"binnacle/tests/cluster/internal/controlplane"
	"binnacle/tests/cluster/internal/supervisor"
	"binnacle/tests/cluster/internal/workload"
)

// upOptions are the options of `up`, which `supervise` shares.
type upOptions struct {
	supervisor.Options
	foreground bool
}

func parseUp(verb string, arguments []string) (upOptions, error) {
	options := upOptions{}
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	plane, plan := &options.Plane, &options.Plan
	flags.StringVar(&plane.Name, "name", "default", "name of the instance")
	flags.StringVar(&plane.StateDirectory, "state-dir", "", "empty directory for its files (default: one of its own)")
	flags.BoolVar(&plane.WithScheduler, "with-scheduler", false, "also run kube-scheduler")
	flags.BoolVar(&plane.WithControllerManager, "with-controller-manager", false, "also run kube-controller-manager")
	flags.BoolVar(&plane.Metrics, "metrics", false, "serve metrics.k8s.io with seeded figures")
	flags.BoolVar(&plane.FullAdmission, "full-admission", false, "keep the admission plugins TaintNodesByCondition, ServiceAccount and Priority (needs --with-controller-manager)")
	flags.BoolVar(&options.foreground, "foreground", false, "stay, and take the instance down at the end of standard input")
	planFlags(flags, plan)
	if err := parse(flags, arguments); err != nil {
		return options, err
	}
	plane.Profile = plan.Profile
	if plane.FullAdmission && !plane.WithControllerManager {
		return options, errors.New("--full-admission needs --with-controller-manager, which removes the not-ready taint and makes service accounts")
	}
	return options, nil
}

func planFlags(flags *flag.FlagSet, plan *workload.Plan) {
	flags.StringVar(&plan.Profile, "profile", "plain", "kind of nodes and pods: plain, gpu or openb")
	flags.IntVar(&plan.Nodes, "nodes", -1, "nodes (default: the profile's)")
	flags.IntVar(&plan.Pods, "pods", -1, "pods that run (default: the profile's)")
	flags.IntVar(&plan.Pending, "pending", -1, "pods that wait for the scheduler \"binnacle\" (default: the profile's)")
	flags.Int64Var(&plan.Seed, "seed", 1, "seed of everything invented")
	flags.StringVar(&plan.DataDirectory, "data", dataDirectory(), "folder that holds openb/")
}

// dataDirectory is BINNACLE_DATA, or ../shared/data beside the repository that holds
// the working directory.
func dataDirectory() string {
	if directory := os.Getenv("BINNACLE_DATA"); directory != "" {
		return directory
	}
	directory, err := os.Getwd()
	for err == nil && directory != "/" {
		if _, missing := os.Stat(filepath.Join(directory, ".git")); missing == nil {
			return filepath.Join(filepath.Dir(directory), "shared", "data")
		}
		directory = filepath.Dir(directory)
	}
	return filepath.Join("..", "shared", "data")
}

func up(ctx context.Context, arguments []string) error {
	options, err := parseUp("up", arguments)
	if err != nil {
		return err
	}
	// Before detaching, so that a long build shows its progress and errors here.
	if _, err := controlplane.EnsureBinaries(); err != nil {
		return err
	}
	if options.foreground {
		return superviseForeground(ctx, options)
	}
	return startDetached(ctx, arguments)
}

// superviseForeground ends with the signal that ends this program or with standard input.
func superviseForeground(ctx context.Context, options upOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return ignoreCancelled(supervisor.Run(ctx, options.Options, printState))
}

// report is what a detached supervisor tells the command that started it, once.
type report struct {
	Failure string              `json:"failure,omitempty"`
	State   *controlplane.State `json:"state,omitempty"`
}

// reportDescriptor is the first file passed on to the detached supervisor.
const reportDescriptor = 3

func startDetached(ctx context.Context, arguments []string) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	defer reader.Close()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := exec.Command(program, append([]string{"supervise"}, arguments...)...)
	command.ExtraFiles = []*os.File{writer}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		writer.Close()
		return err
	}
	writer.Close()
	answered := make(chan report, 1)
	go func() {
		told := report{Failure: "the supervisor ended without a word"}
		_ = json.NewDecoder(bufio.NewReader(reader)).Decode(&told)
		answered <- told
	}()
	var told report
	select {
	case told = <-answered:
	case <-ctx.Done():
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
		return errors.New("interrupted; nothing is left running")
	}
	if told.State == nil {
		_ = command.Wait()
		return errors.New(told.Failure)
	}
	printState(*told.State)
	return command.Process.Release()
}

// superviseDetached is the other side of startDetached.
func superviseDetached(ctx context.Context, arguments []string) error {
	pipe := os.NewFile(reportDescriptor, "report")
	if pipe == nil {
		return errors.New("supervise is started by up only")
	}
	syscall.CloseOnExec(reportDescriptor)
	tell := func(what report) {
		_ = json.NewEncoder(pipe).Encode(what)
		_ = pipe.Close()
	}
	options, err := parseUp("supervise", arguments)
	if err == nil {
		options.Detached = true
		err = ignoreCancelled(supervisor.Run(ctx, options.Options, func(state controlplane.State) { tell(report{State: &state}) }))
	}
	if err != nil {
		tell(report{Failure: err.Error()})
	}
	return err
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// printState leaves out the secret that state.json holds.
func printState(state controlplane.State) {
	state.ControlToken = ""
	printJSON(os.Stdout, state)
}

// printJSON writes one line.
func printJSON(w io.Writer, value any) {
	content, err := json.Marshal(value)
	if err != nil {
		content = []byte(fmt.Sprintf("{\"failure\":%q}", err.Error()))
	}
	fmt.Fprintln(w, strings.TrimSpace(string(content)))
}
