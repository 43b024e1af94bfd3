// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"k8s.io/client-go/tools/clientcmd"

	"binnacle/tests/cluster/internal/controlplane"
	"binnacle/tests/cluster/internal/supervisor"
	"binnacle/tests/cluster/internal/workload"
)

func build(arguments []string) error {
	if err := parse(flag.NewFlagSet("build", flag.ContinueOnError), arguments); err != nil {
		return err
	}
	begin := time.Now()
	binaries, err := controlplane.EnsureBinaries()
	if err != nil {
		return err
	}
	printJSON(os.Stdout, map[string]any{
		"directory": filepath.Dir(binaries.APIServer),
		"version":   controlplane.KubernetesVersion,
		"seconds":   time.Since(begin).Seconds(),
	})
	return nil
}

func down(arguments []string) error {
	flags := flag.NewFlagSet("down", flag.ContinueOnError)
	name := flags.String("name", "default", "name of the instance")
	all := flags.Bool("all", false, "every instance")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	names := []string{*name}
	if *all {
		var err error
		if names, err = controlplane.List(); err != nil {
			return err
		}
	}
	var failures []error
	for _, each := range names {
		if err := controlplane.Down(each); err != nil {
			failures = append(failures, err)
			continue
		}
		printJSON(os.Stdout, map[string]string{"name": each, "phase": "removed"})
	}
	return errors.Join(failures...)
}

func status(arguments []string) error {
	if err := parse(flag.NewFlagSet("status", flag.ContinueOnError), arguments); err != nil {
		return err
	}
	names, err := controlplane.List()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		fmt.Fprintln(os.Stderr, "no instance")
	}
	for _, name := range names {
		state, err := controlplane.Load(name)
		if err != nil {
			printJSON(os.Stdout, map[string]string{"name": name, "phase": "broken", "failure": err.Error()})
			continue
		}
		// Secrets stay in the state file.
		state.ControlToken = ""
		alive := map[string]bool{}
		for program, process := range state.Processes {
			alive[program] = process.Alive()
		}
		if !alive["supervisor"] {
			state.Phase = "crashed"
		}
		printJSON(os.Stdout, struct {
			controlplane.State
			Alive map[string]bool `json:"alive"`
		}{state, alive})
	}
	return nil
}

func kubeconfig(arguments []string) error {
	flags := flag.NewFlagSet("kubeconfig", flag.ContinueOnError)
	name := flags.String("name", "default", "name of the instance")
	user := flags.String("user", "admin", "whose kubeconfig")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	state, err := controlplane.Load(*name)
	if err != nil {
		return err
	}
	path, ok := state.Kubeconfigs[*user]
	if !ok {
		var users []string
		for candidate := range state.Kubeconfigs {
			users = append(users, candidate)
		}
		sort.Strings(users)
		return fmt.Errorf("no user %q: there are %s", *user, strings.Join(users, ", "))
	}
	fmt.Println(path)
	return nil
}

func load(ctx context.Context, arguments []string) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	name := flags.String("name", "default", "name of the instance")
	request := supervisor.Request{Verb: "load"}
	planFlags(flags, &request.Plan)
	if err := parse(flags, arguments); err != nil {
		return err
	}
	// Adding to a cluster, what is not named is none.
	for _, number := range []*int{&request.Plan.Nodes, &request.Plan.Pods, &request.Plan.Pending} {
		*number = max(0, *number)
	}
	return send(ctx, *name, request)
}

func fault(ctx context.Context, verb string, arguments []string) error {
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	name := flags.String("name", "default", "name of the instance")
	request := supervisor.Request{Verb: verb}
	flags.BoolVar(&request.Kill, "kill", false, "end the API server at once instead of asking it first")
	flags.BoolVar(&request.Compact, "compact", false, "for a restart: drop etcd's history meanwhile")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	return send(ctx, *name, request)
}

func send(ctx context.Context, name string, request supervisor.Request) error {
	state, err := controlplane.Load(name)
	if err != nil {
		return err
	}
	state, err = supervisor.Send(ctx, state, request)
	if err != nil {
		return err
	}
	printState(state)
	return nil
}

func runStorm(ctx context.Context, arguments []string) error {
	flags := flag.NewFlagSet("storm", flag.ContinueOnError)
	path := flags.String("kubeconfig", "", "the cluster to disturb (default: the one of --name)")
	name := flags.String("name", "default", "name of the instance, where no kubeconfig is given")
	rate := flags.Int("rate", 500, "pod events a second")
	seconds := flags.Float64("seconds", 60, "how long")
	seed := flags.Int64("seed", 1, "seed of the choice of events")
	through := flags.String("through", "auto", "write events to etcd, to the api, or auto: to etcd where the cluster is an instance of ours")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if *path == "" {
		state, err := controlplane.Load(*name)
		if err != nil {
			return err
		}
		*path = state.Kubeconfig
	}
	storage, err := storageFor(*through, *path)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", *path)
	if err != nil {
		return err
	}
	config.QPS = -1
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	result, err := workload.Storm(ctx, config, workload.StormPlan{
		EventsPerSecond: *rate,
		Duration:        time.Duration(*seconds * float64(time.Second)),
		Seed:            *seed,
		StorageEndpoint: storage,
	})
	if err != nil {
		return err
	}
	printJSON(os.Stdout, result)
	if result.Failed > 0 {
		return fmt.Errorf("%d requests failed, the last with: %s", result.Failed, result.LastFailure)
	}
	return nil
}

// storageFor is the etcd to write a storm to, or empty for the API server.
func storageFor(through, kubeconfig string) (string, error) {
	instance, ours := controlplane.Of(kubeconfig)
	switch {
	case through == "api", through == "auto" && !ours:
		return "", nil
	case (through == "etcd" || through == "auto") && ours:
		return instance.StorageEndpoint(), nil
	case through == "etcd":
		return "", fmt.Errorf("--through etcd: %s belongs to no instance of ours", kubeconfig)
	}
	fmt.Fprintf(os.Stderr, "--through %q: must be auto, etcd or api\n", through)
	return "", errUsage
}
