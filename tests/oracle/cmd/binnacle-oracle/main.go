// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// binnacle-oracle answers scheduling cases with the real plugins of kube-scheduler, and makes such cases.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"k8s.io/klog/v2"

	"binnacle/tests/oracle/internal/cases"
	"binnacle/tests/oracle/internal/decide"
	"binnacle/tests/oracle/internal/generate"
)

const usage = `binnacle-oracle answer [-p N]
    reads cases, one JSON object a line, and writes an answer for each, in order
binnacle-oracle generate --seed S --cases N [--first I] [--families a,b,…] [--nodes MAX]
    writes cases I to I+N-1 of the seed; families: `

func main() {
	// A case's objects are small and short-lived: collect seldom. The ballast is never touched and takes no memory.
	ballast := make([]byte, 64<<20)
	defer runtime.KeepAlive(ballast)
	debug.SetGCPercent(400)
	// The library's log goes nowhere: what went wrong with a case is in its answer.
	klog.SetLogger(klog.Logger{})
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "binnacle-oracle:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) == 0 {
		return fmt.Errorf("no verb\n%s%s", usage, strings.Join(generate.Families(), ","))
	}
	switch arguments[0] {
	case "answer":
		return answer(arguments[1:])
	case "generate":
		return write(arguments[1:])
	}
	return fmt.Errorf("no verb %q\n%s%s", arguments[0], usage, strings.Join(generate.Families(), ","))
}

func answer(arguments []string) error {
	flags := flag.NewFlagSet("answer", flag.ExitOnError)
	workers := flags.Int("p", 1, "cases answered at a time")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	return cases.Serve(os.Stdin, os.Stdout, *workers, decide.Line)
}

func write(arguments []string) error {
	flags := flag.NewFlagSet("generate", flag.ExitOnError)
	seed := flags.Uint64("seed", 1, "the seed of every case")
	count := flags.Uint64("cases", 1, "how many cases")
	first := flags.Uint64("first", 0, "index of the first case")
	families := flags.String("families", "", "families to mix, by commas; all if empty")
	nodes := flags.Int("nodes", generate.DefaultNodes, "most nodes in a case")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	var wanted []string
	if *families != "" {
		wanted = strings.Split(*families, ",")
	}
	generator, err := generate.New(*seed, wanted, *nodes)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(os.Stdout, 1<<16)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for index := *first; index < *first+*count; index++ {
		made, err := generator.Case(index)
		if err != nil {
			return err
		}
		if err := encoder.Encode(made); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
