// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"fmt"
	"path/filepath"
)

// The plugins that keep a node created ready from being used, or a pod without a
// service account from being created, where no controller runs.
const admissionWithoutControllers = "TaintNodesByCondition,ServiceAccount,Priority"

func (p *Plane) etcdArguments() []string {
	client := p.state.StorageEndpoint()
	peer := fmt.Sprintf("http://127.0.0.1:%d", p.state.Ports["etcd-peer"])
	return []string{
		"--name=default",
		"--data-dir=" + p.layout.etcdData(),
		"--listen-client-urls=" + client,
		"--advertise-client-urls=" + client,
		"--listen-peer-urls=" + peer,
		"--initial-advertise-peer-urls=" + peer,
		"--initial-cluster=default=" + peer,
		"--unsafe-no-fsync",
		"--quota-backend-bytes=8589934592",
		"--log-level=warn",
	}
}

func (p *Plane) apiServerArguments() []string {
	certs := func(name string) string { return filepath.Join(p.layout.certs(), name) }
	arguments := []string{
		"--etcd-servers=" + p.state.StorageEndpoint(),
		fmt.Sprintf("--secure-port=%d", p.state.Ports["apiserver"]),
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none",
		"--service-cluster-ip-range=10.0.0.0/24",
		"--cert-dir=" + p.layout.certs(),
		"--tls-cert-file=" + certs("apiserver.crt"),
		"--tls-private-key-file=" + certs("apiserver.key"),
		"--client-ca-file=" + certs("ca.crt"),
		"--token-auth-file=" + certs("tokens.csv"),
		"--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + certs("service-account.crt"),
		"--service-account-signing-key-file=" + certs("service-account.key"),
		"--requestheader-client-ca-file=" + certs("front-proxy-ca.crt"),
		"--requestheader-allowed-names=front-proxy-client",
		"--requestheader-username-headers=X-Remote-User",
		"--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + certs("front-proxy-client.crt"),
		"--proxy-client-key-file=" + certs("front-proxy-client.key"),
		"--allow-privileged=true",
		"--profiling=false",
	}
	if !p.options.FullAdmission {
		arguments = append(arguments, "--disable-admission-plugins="+admissionWithoutControllers)
	}
	return arguments
}

func (p *Plane) schedulerArguments() []string {
	return []string{
		"--kubeconfig=" + p.state.Kubeconfig,
		"--authentication-kubeconfig=" + p.state.Kubeconfig,
		"--authorization-kubeconfig=" + p.state.Kubeconfig,
		"--bind-address=127.0.0.1",
		"--secure-port=0",
		"--leader-elect=false",
		"--kube-api-qps=1000",
		"--kube-api-burst=1000",
	}
}

func (p *Plane) controllerManagerArguments() []string {
	return []string{
		"--kubeconfig=" + p.state.Kubeconfig,
		"--authentication-kubeconfig=" + p.state.Kubeconfig,
		"--authorization-kubeconfig=" + p.state.Kubeconfig,
		"--bind-address=127.0.0.1",
		"--secure-port=0",
		"--leader-elect=false",
		"--root-ca-file=" + filepath.Join(p.layout.certs(), "ca.crt"),
		"--service-account-private-key-file=" + filepath.Join(p.layout.certs(), "service-account.key"),
		// The fake kubelet renews the leases of a large cluster seldom.
		"--node-monitor-grace-period=15m",
		"--kube-api-qps=200",
		"--kube-api-burst=400",
	}
}
