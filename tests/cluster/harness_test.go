// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"binnacle/tests/cluster/internal/controlplane"
)

// program is the built binnacle-cluster, empty where there is no control plane to run.
var program string

// skipped says why the tests against a real control plane cannot run.
var skipped string

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	if _, err := controlplane.FindBinaries(); err != nil {
		skipped = "SKIPPED, NOT TESTED: " + err.Error()
		defer fmt.Fprintln(os.Stderr, skipped)
		return m.Run()
	}
	directory, err := os.MkdirTemp("", "binnacle-cluster-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(directory)
	program = filepath.Join(directory, "binnacle-cluster")
	build := exec.Command("go", "build", "-o", program, "./cmd/binnacle-cluster")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "building binnacle-cluster:", err)
		return 1
	}
	// The tests' instances are not the user's.
	os.Setenv("XDG_RUNTIME_DIR", directory)
	return m.Run()
}

// needControlPlane skips loudly, or fails where CI must not skip.
func needControlPlane(t *testing.T) {
	t.Helper()
	if skipped == "" {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal(skipped)
	}
	t.Skip(skipped)
}

// run runs one verb to its end and returns standard output.
func run(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, program, arguments...)
	var errors strings.Builder
	command.Stderr = &errors
	output, err := command.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(arguments, " "), err, errors.String())
	}
	return string(output), err
}

func mustRun(t *testing.T, arguments ...string) string {
	t.Helper()
	output, err := run(t, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

// up starts an instance that is taken down with the test at the latest.
func up(t *testing.T, name string, arguments ...string) controlplane.State {
	t.Helper()
	t.Cleanup(func() {
		if _, err := controlplane.Load(name); err == nil {
			mustRun(t, "down", "--name", name)
		}
	})
	return decodeState(t, mustRun(t, append([]string{"up", "--name", name}, arguments...)...))
}

func decodeState(t *testing.T, line string) controlplane.State {
	t.Helper()
	var state controlplane.State
	if err := json.Unmarshal([]byte(line), &state); err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	return state
}

// foreground is an instance that lives as long as its standard input.
type foreground struct {
	state controlplane.State
	input io.Closer
	ended chan error
}

func upForeground(t *testing.T, name string, arguments ...string) foreground {
	t.Helper()
	command := exec.Command(program, append([]string{"up", "--foreground", "--name", name}, arguments...)...)
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { input.Close() })
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("no state from a foreground instance: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	return foreground{decodeState(t, line), input, ended}
}

func clientFor(t *testing.T, kubeconfig string) kubernetes.Interface {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	config.Timeout = 10 * time.Second
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// eventually fails unless the condition holds within a generous time.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("not so within 30 s: %s", what)
}

func mustBeGone(t *testing.T, state controlplane.State) {
	t.Helper()
	for program, process := range state.Processes {
		if process.Alive() {
			t.Errorf("%s (pid %d) still runs", program, process.Pid)
		}
	}
	if _, err := os.Lstat(state.Directory); !os.IsNotExist(err) {
		t.Errorf("%s is still there", state.Directory)
	}
	if _, err := controlplane.Load(state.Name); err == nil {
		t.Errorf("instance %s is still registered", state.Name)
	}
}
