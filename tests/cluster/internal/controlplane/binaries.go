// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package controlplane builds, starts, disturbs and removes real Kubernetes
// control planes on the loopback interface.
package controlplane

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	cluster "binnacle/tests/cluster"
)

// KubernetesVersion is stamped into the binaries and must match go.mod.
const KubernetesVersion = "v1.36.3"

// ErrNoBinaries means that neither KUBEBUILDER_ASSETS nor the cache holds a control plane.
var ErrNoBinaries = errors.New("no control plane binaries: set KUBEBUILDER_ASSETS, or run `./dev cluster build` with Go 1.26 or newer on the PATH")

// Binaries are absolute paths. Scheduler and ControllerManager are empty when the
// directory named by KUBEBUILDER_ASSETS has none.
type Binaries struct {
	Etcd              string
	APIServer         string
	Scheduler         string
	ControllerManager string
}

// packages maps the file name of each binary to the package it is built from.
var packages = map[string]string{
	"etcd":                    "go.etcd.io/etcd/server/v3",
	"kube-apiserver":          "k8s.io/kubernetes/cmd/kube-apiserver",
	"kube-scheduler":          "k8s.io/kubernetes/cmd/kube-scheduler",
	"kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
}

// FindBinaries looks in KUBEBUILDER_ASSETS when that is set, else in the cache.
// It never builds. Its error wraps ErrNoBinaries.
func FindBinaries() (Binaries, error) {
	if assets := os.Getenv("KUBEBUILDER_ASSETS"); assets != "" {
		directory, err := filepath.Abs(assets)
		if err != nil {
			return Binaries{}, err
		}
		found := inDirectory(directory)
		if found.Etcd == "" || found.APIServer == "" {
			return Binaries{}, fmt.Errorf("%w (KUBEBUILDER_ASSETS=%s lacks etcd or kube-apiserver)", ErrNoBinaries, assets)
		}
		return found, nil
	}
	directory, err := cacheDirectory()
	if err != nil {
		return Binaries{}, err
	}
	found := inDirectory(directory)
	if found.Etcd == "" || found.APIServer == "" || found.Scheduler == "" || found.ControllerManager == "" {
		return Binaries{}, ErrNoBinaries
	}
	return found, nil
}

// EnsureBinaries is FindBinaries, followed by Build when nothing was found.
func EnsureBinaries() (Binaries, error) {
	found, err := FindBinaries()
	if err == nil || os.Getenv("KUBEBUILDER_ASSETS") != "" {
		return found, err
	}
	return Build()
}

// Build compiles the control plane into the cache, several minutes when cold.
// Concurrent builds wait for each other; the second finds the first one's result.
func Build() (Binaries, error) {
	directory, err := cacheDirectory()
	if err != nil {
		return Binaries{}, err
	}
	if err := os.MkdirAll(filepath.Dir(directory), 0o755); err != nil {
		return Binaries{}, err
	}
	lock, err := os.OpenFile(directory+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return Binaries{}, err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return Binaries{}, err
	}
	if found := inDirectory(directory); found.Etcd != "" && found.APIServer != "" && found.Scheduler != "" && found.ControllerManager != "" {
		return found, nil
	}
	if err := buildInto(directory); err != nil {
		return Binaries{}, err
	}
	return inDirectory(directory), nil
}

// buildInto compiles beside the target and renames at the end, so that a cache
// directory is either complete or absent.
func buildInto(directory string) error {
	goTool, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("%w (there is no `go` on the PATH)", ErrNoBinaries)
	}
	work, err := os.MkdirTemp(filepath.Dir(directory), "building-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for name, content := range map[string][]byte{"go.mod": cluster.GoMod, "go.sum": cluster.GoSum} {
		if err := os.WriteFile(filepath.Join(work, name), content, 0o644); err != nil {
			return err
		}
	}
	output := filepath.Join(work, "bin")
	if err := os.Mkdir(output, 0o755); err != nil {
		return err
	}
	for name, source := range packages {
		build := exec.Command(goTool, "build", "-p", "2", "-buildvcs=false", "-ldflags", linkerFlags(),
			"-o", filepath.Join(output, name), source)
		build.Dir = work
		build.Env = append(os.Environ(), "GOWORK=off")
		build.Stdout = os.Stderr
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building %s: %w", name, err)
		}
	}
	if err := os.RemoveAll(directory); err != nil {
		return err
	}
	return os.Rename(output, directory)
}

// linkerFlags strips the binaries and stamps the version that /version answers with.
func linkerFlags() string {
	parts := strings.SplitN(strings.TrimPrefix(KubernetesVersion, "v"), ".", 3)
	stamp := "k8s.io/component-base/version."
	return strings.Join([]string{"-s -w",
		"-X " + stamp + "gitVersion=" + KubernetesVersion,
		"-X " + stamp + "gitMajor=" + parts[0],
		"-X " + stamp + "gitMinor=" + parts[1],
		"-X " + stamp + "gitTreeState=clean",
	}, " ")
}

// cacheDirectory is keyed by go.sum, so that a change of any pinned version rebuilds.
func cacheDirectory() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(cluster.GoSum)
	return filepath.Join(cache, "binnacle", "control-plane", hex.EncodeToString(sum[:8])), nil
}

func inDirectory(directory string) Binaries {
	find := func(name string) string {
		path := filepath.Join(directory, name)
		if info, err := os.Stat(path); err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
			return ""
		}
		return path
	}
	return Binaries{
		Etcd:              find("etcd"),
		APIServer:         find("kube-apiserver"),
		Scheduler:         find("kube-scheduler"),
		ControllerManager: find("kube-controller-manager"),
	}
}
