// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

func TestAStateDirectoryIsOnlyTakenWhenEmptyAndOnlyRemovedWhenOurs(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.txt"), []byte("years of work"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := createLayout("one", foreign); err == nil {
		t.Fatal("took a directory with files in it")
	}
	for _, name := range []string{"", "..", "a/b", "UPPER", "-dash"} {
		if _, err := createLayout(name, ""); err == nil {
			t.Errorf("took the name %q", name)
		}
	}
	// A link whose target has no state file: the link goes, the target stays.
	if err := os.MkdirAll(registry(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(foreign, filepath.Join(registry(), "broken")); err != nil {
		t.Fatal(err)
	}
	if err := Down("broken"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(foreign, "thesis.txt")); err != nil {
		t.Fatal("removed a directory that is not ours")
	}
	if _, err := os.Stat(registry()); !errors.Is(err, os.ErrNotExist) {
		t.Error("the empty registry is left behind")
	}
}

func TestANameIsTakenOnceUntilItIsRemoved(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if _, err := createLayout("one", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := createLayout("one", ""); err == nil {
		t.Error("took a name twice")
	}
	if err := removeLayout("one"); err != nil {
		t.Fatal(err)
	}
	if _, err := createLayout("one", ""); err != nil {
		t.Error(err)
	}
}

func TestOnlyTheVeryProcessIsSignalled(t *testing.T) {
	command := exec.Command("sleep", "60")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = command.Wait() }()
	defer func() { _ = command.Process.Kill() }()
	process, err := identify(command.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	// The same pid, but a process that started at another time.
	successor := Process{Pid: process.Pid, StartTicks: process.StartTicks + 1}
	if successor.Alive() || successor.end(0) != nil {
		t.Error("a reused pid is taken for the process")
	}
	if !process.Alive() {
		t.Fatal("the process was ended by mistake")
	}
	if err := process.signal(syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	_ = command.Wait()
	if process.Alive() {
		t.Error("an ended process is called alive")
	}
}
