// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Groups and users of the certificates and tokens; rbac.go grants their rights.
const (
	groupReaders   = "binnacle:readers"
	groupOperators = "binnacle:operators"
	serviceHost    = "metrics.kube-system.svc"
)

// credentials is everything written into certs/ and the kubeconfigs of one instance.
type credentials struct {
	layout  layout
	server  string
	cluster *Authority
	front   *Authority
	// tokens by user name.
	tokens map[string]string
}

// writeCredentials makes both authorities and every certificate, key, token and
// kubeconfig of an instance whose API server will listen on port.
func writeCredentials(at layout, name string, port int) (map[string]string, error) {
	c := credentials{layout: at, server: fmt.Sprintf("https://127.0.0.1:%d", port), tokens: map[string]string{}}
	var err error
	if c.cluster, err = NewAuthority("binnacle-test-ca"); err != nil {
		return nil, err
	}
	if c.front, err = NewAuthority("binnacle-test-front-proxy-ca"); err != nil {
		return nil, err
	}
	if err := c.writeServerFiles(); err != nil {
		return nil, err
	}
	return c.writeKubeconfigs(name)
}

func (c *credentials) writeServerFiles() error {
	directory := c.layout.certs()
	authorities := map[string][]byte{"ca.crt": c.cluster.CertificatePEM, "front-proxy-ca.crt": c.front.CertificatePEM}
	for name, content := range authorities {
		if err := os.WriteFile(filepath.Join(directory, name), content, 0o600); err != nil {
			return err
		}
	}
	hosts := []string{"127.0.0.1", "localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc", "10.0.0.1"}
	issues := []struct {
		authority *Authority
		name      string
		request   CertificateRequest
	}{
		{c.cluster, "apiserver", CertificateRequest{CommonName: "kube-apiserver", Hosts: hosts}},
		{c.cluster, "metrics", CertificateRequest{CommonName: serviceHost, Hosts: []string{serviceHost, "localhost", "127.0.0.1"}}},
		{c.front, "front-proxy-client", CertificateRequest{CommonName: "front-proxy-client"}},
	}
	for _, issue := range issues {
		pair, err := issue.authority.Issue(issue.request)
		if err != nil {
			return err
		}
		if err := pair.write(directory, issue.name); err != nil {
			return err
		}
	}
	if err := writeSigningKey(directory, "service-account"); err != nil {
		return err
	}
	return c.writeTokens()
}

func (c *credentials) writeTokens() error {
	text := ""
	for _, user := range []struct{ name, group string }{{"token-user", groupOperators}, {"nobody", "binnacle:nobodies"}} {
		raw := make([]byte, 24)
		if _, err := rand.Read(raw); err != nil {
			return err
		}
		token := hex.EncodeToString(raw)
		c.tokens[user.name] = token
		text += fmt.Sprintf("%s,%s,%s,\"%s\"\n", token, user.name, user.name, user.group)
	}
	if err := os.WriteFile(filepath.Join(c.layout.certs(), "tokens.csv"), []byte(text), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.layout.certs(), "token"), []byte(c.tokens["token-user"]+"\n"), 0o600)
}

// writeKubeconfigs returns the path of each file by its purpose.
func (c *credentials) writeKubeconfigs(contextName string) (map[string]string, error) {
	users, err := c.users()
	if err != nil {
		return nil, err
	}
	stranger, err := NewAuthority("binnacle-test-stranger-ca")
	if err != nil {
		return nil, err
	}
	paths := map[string]string{}
	for purpose, user := range users {
		config := clientcmdapi.NewConfig()
		server := clientcmdapi.NewCluster()
		server.Server = c.server
		server.CertificateAuthorityData = c.cluster.CertificatePEM
		switch purpose {
		case "wrong-ca":
			server.CertificateAuthorityData = stranger.CertificatePEM
		case "reader", "token-file":
			// By path relative to the kubeconfig, as hand-written files have it.
			server.CertificateAuthorityData = nil
			server.CertificateAuthority = filepath.Join("certs", "ca.crt")
		}
		config.Clusters[contextName] = server
		config.AuthInfos[purpose] = user
		entry := clientcmdapi.NewContext()
		entry.Cluster = contextName
		entry.AuthInfo = purpose
		config.Contexts[contextName] = entry
		config.CurrentContext = contextName
		path := filepath.Join(c.layout.directory, purpose+".kubeconfig")
		if err := clientcmd.WriteToFile(*config, path); err != nil {
			return nil, err
		}
		paths[purpose] = path
	}
	return paths, nil
}

func (c *credentials) users() (map[string]*clientcmdapi.AuthInfo, error) {
	stranger, err := NewAuthority("binnacle-test-client-stranger-ca")
	if err != nil {
		return nil, err
	}
	users := map[string]*clientcmdapi.AuthInfo{}
	past := time.Now().Add(-24 * time.Hour)
	certificates := []struct {
		purpose   string
		authority *Authority
		request   CertificateRequest
	}{
		{"admin", c.cluster, CertificateRequest{CommonName: "admin", Organizations: []string{"system:masters"}}},
		{"reader", c.cluster, CertificateRequest{CommonName: "reader", Organizations: []string{groupReaders}}},
		{"expired", c.cluster, CertificateRequest{CommonName: "admin", Organizations: []string{"system:masters"}, NotBefore: past.Add(-time.Hour), NotAfter: past}},
		{"wrong-client-ca", stranger, CertificateRequest{CommonName: "admin", Organizations: []string{"system:masters"}}},
		{"wrong-ca", c.cluster, CertificateRequest{CommonName: "admin", Organizations: []string{"system:masters"}}},
	}
	for _, entry := range certificates {
		pair, err := entry.authority.Issue(entry.request)
		if err != nil {
			return nil, err
		}
		user := clientcmdapi.NewAuthInfo()
		if entry.purpose == "reader" {
			if err := pair.write(c.layout.certs(), "reader"); err != nil {
				return nil, err
			}
			user.ClientCertificate = filepath.Join("certs", "reader.crt")
			user.ClientKey = filepath.Join("certs", "reader.key")
		} else {
			user.ClientCertificateData = pair.CertificatePEM
			user.ClientKeyData = pair.KeyPEM
		}
		users[entry.purpose] = user
	}
	for purpose, token := range map[string]string{
		"token": c.tokens["token-user"], "forbidden": c.tokens["nobody"], "bad-token": "not-a-token-of-this-cluster",
	} {
		users[purpose] = clientcmdapi.NewAuthInfo()
		users[purpose].Token = token
	}
	users["token-file"] = clientcmdapi.NewAuthInfo()
	users["token-file"].TokenFile = filepath.Join("certs", "token")
	return users, nil
}
