// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Command binnacle-cluster runs real Kubernetes control planes on the loopback
// interface for tests, benchmarks and trying things out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const usage = `usage: binnacle-cluster VERB [OPTION…]

  build                 compile the control plane into the user cache
  up                    start an instance; prints one line of JSON once it is loaded
  down                  end an instance (--name) or every one (--all), removing its files
  status                one line of JSON for each instance
  kubeconfig            print the path of a kubeconfig (--user admin, reader, token, …)
  load                  add nodes and pods to an instance
  storm                 send pod events at a fixed rate to the cluster of a --kubeconfig
  stop-apiserver        end the API server; its port and data stay
  start-apiserver       start it again
  pause-apiserver       freeze it: connections stay open, nothing answers
  resume-apiserver      continue it
  restart-apiserver     stop and start; with --compact older resourceVersions are 410 Gone
  compact               drop etcd's history, so that page tokens are 410 Gone

Each verb explains its options with -h. Also accepted: fault VERB for the last six.
Exit codes: 0 done, 1 failed, 2 usage.
`

// errUsage is already explained on standard error.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := run(ctx, os.Args[1:])
	stop()
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "binnacle-cluster:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string) error {
	if len(arguments) > 1 && arguments[0] == "fault" {
		arguments = arguments[1:]
	}
	if len(arguments) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return errUsage
	}
	verb, rest := arguments[0], arguments[1:]
	switch verb {
	case "build":
		return build(rest)
	case "up":
		return up(ctx, rest)
	case "supervise":
		return superviseDetached(ctx, rest)
	case "down":
		return down(rest)
	case "status":
		return status(rest)
	case "kubeconfig":
		return kubeconfig(rest)
	case "load":
		return load(ctx, rest)
	case "storm":
		return runStorm(ctx, rest)
	case "stop-apiserver", "start-apiserver", "pause-apiserver", "resume-apiserver", "restart-apiserver", "compact":
		return fault(ctx, verb, rest)
	case "restart":
		return fault(ctx, "restart-apiserver", rest)
	case "help", "-h", "--help":
		fmt.Print(usage)
		return nil
	}
	fmt.Fprintf(os.Stderr, "binnacle-cluster: no verb %q\n%s", verb, usage)
	return errUsage
}

// parse reads a verb's options and refuses anything left over.
func parse(flags *flag.FlagSet, arguments []string) error {
	if err := flags.Parse(arguments); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "binnacle-cluster %s: unexpected %q\n", flags.Name(), flags.Arg(0))
		return errUsage
	}
	return nil
}
