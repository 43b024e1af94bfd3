// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"time"
)

// Process identifies one process beyond reuse of its pid.
type Process struct {
	Pid int `json:"pid"`
	// StartTicks is the kernel's start time of that pid; a different one is another process.
	StartTicks uint64 `json:"startTicks"`
}

// State is what one instance writes to state.json: enough for any later command
// to reach it, and to end it even after its supervisor has crashed.
type State struct {
	Name       string `json:"name"`
	Phase      string `json:"phase"` // starting, ready, failed
	Failure    string `json:"failure,omitempty"`
	Directory  string `json:"stateDir"`
	Profile    string `json:"profile"`
	Version    string `json:"version,omitempty"`
	Server     string `json:"server"`
	Kubeconfig string `json:"kubeconfig"`
	// Kubeconfigs by purpose: admin, reader, token, token-file, forbidden, expired,
	// wrong-ca, wrong-client-ca, bad-token.
	Kubeconfigs map[string]string `json:"kubeconfigs"`
	// Ports by what listens: apiserver, etcd, etcd-peer, control, metrics.
	Ports map[string]int `json:"ports"`
	// Processes by program; supervisor is the one that runs the fake kubelet.
	Processes map[string]Process `json:"processes"`
	// ControlToken authorises requests to the supervisor.
	ControlToken string `json:"controlToken"`
	Nodes        int    `json:"nodes"`
	Pods         int    `json:"pods"`
	Pending      int    `json:"pending"`
	// Seconds from the command's start until each stage was done.
	ReadySeconds  float64   `json:"readySeconds"`
	LoadedSeconds float64   `json:"loadedSeconds"`
	Started       time.Time `json:"started"`
}

// StorageEndpoint is the address of the instance's etcd.
func (s State) StorageEndpoint() string { return fmt.Sprintf("http://127.0.0.1:%d", s.Ports["etcd"]) }

// Of returns the registered instance that a kubeconfig belongs to.
func Of(kubeconfig string) (State, bool) {
	wanted, err := filepath.EvalSymlinks(kubeconfig)
	if err != nil {
		return State{}, false
	}
	names, err := List()
	if err != nil {
		return State{}, false
	}
	for _, name := range names {
		state, err := Load(name)
		if err != nil {
			continue
		}
		for _, path := range state.Kubeconfigs {
			if own, err := filepath.EvalSymlinks(path); err == nil && own == wanted {
				return state, true
			}
		}
	}
	return State{}, false
}

// ErrNoInstance means that no instance of that name is registered.
var ErrNoInstance = errors.New("no such instance")

// layout names the files inside a state directory.
type layout struct{ directory string }

func (l layout) certs() string     { return filepath.Join(l.directory, "certs") }
func (l layout) etcdData() string  { return filepath.Join(l.directory, "etcd") }
func (l layout) logs() string      { return filepath.Join(l.directory, "logs") }
func (l layout) stateFile() string { return filepath.Join(l.directory, "state.json") }

var validName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$`)

// registry is the directory that holds each instance's state directory, or a
// symbolic link to one that was chosen elsewhere.
func registry() string {
	base := os.Getenv("XDG_RUNTIME_DIR")
	if base == "" {
		base = os.TempDir()
	}
	return filepath.Join(base, fmt.Sprintf("binnacle-clusters-%d", os.Getuid()))
}

// createLayout makes an instance's directories; stateDirectory may be empty.
// It refuses a name in use and a directory with anything in it.
func createLayout(name, stateDirectory string) (layout, error) {
	if !validName.MatchString(name) {
		return layout{}, fmt.Errorf("name %q: must be lower-case letters, digits and dashes", name)
	}
	if err := os.MkdirAll(registry(), 0o700); err != nil {
		return layout{}, err
	}
	entry := filepath.Join(registry(), name)
	directory := entry
	// Mkdir and Symlink fail when the entry exists, so two commands cannot share a name.
	taken := fmt.Errorf("instance %q exists already: run `down --name %s` first", name, name)
	if stateDirectory == "" {
		if err := os.Mkdir(entry, 0o700); errors.Is(err, os.ErrExist) {
			return layout{}, taken
		} else if err != nil {
			return layout{}, err
		}
	} else {
		absolute, err := filepath.Abs(stateDirectory)
		if err != nil {
			return layout{}, err
		}
		if entries, err := os.ReadDir(absolute); err == nil && len(entries) > 0 {
			return layout{}, fmt.Errorf("state directory %s is not empty", absolute)
		}
		if err := os.MkdirAll(absolute, 0o700); err != nil {
			return layout{}, err
		}
		if err := os.Symlink(absolute, entry); errors.Is(err, os.ErrExist) {
			return layout{}, taken
		} else if err != nil {
			return layout{}, err
		}
		directory = absolute
	}
	made := layout{directory}
	for _, path := range []string{made.certs(), made.logs(), made.etcdData()} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return layout{}, err
		}
	}
	return made, nil
}

// removeLayout deletes what createLayout and the processes made, and nothing else.
// A directory chosen by the caller is only deleted when it holds a state file.
func removeLayout(name string) error {
	entry := filepath.Join(registry(), name)
	directory, err := filepath.EvalSymlinks(entry)
	if err == nil {
		_, stateError := os.Stat(layout{directory}.stateFile())
		if directory == entry || stateError == nil {
			if err := os.RemoveAll(directory); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(entry); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	// Only succeeds when this was the last instance.
	_ = os.Remove(registry())
	return nil
}

// write replaces state.json in one step, so that readers never see half of it.
func (s State) write() error {
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	target := layout{s.Directory}.stateFile()
	if err := os.WriteFile(target+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(target+".new", target)
}

// Load reads the state of a registered instance.
func Load(name string) (State, error) {
	if !validName.MatchString(name) {
		return State{}, fmt.Errorf("%w: %q", ErrNoInstance, name)
	}
	content, err := os.ReadFile(filepath.Join(registry(), name, "state.json"))
	if errors.Is(err, os.ErrNotExist) {
		return State{}, fmt.Errorf("%w: %q", ErrNoInstance, name)
	}
	if err != nil {
		return State{}, err
	}
	var state State
	if err := json.Unmarshal(content, &state); err != nil {
		return State{}, fmt.Errorf("state of instance %q: %w", name, err)
	}
	return state, nil
}

// List returns every registered name, in order.
func List() ([]string, error) {
	entries, err := os.ReadDir(registry())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	sort.Strings(names)
	return names, nil
}
