// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"crypto/x509"
	"encoding/pem"
	"testing"
	"time"
)

func parse(t *testing.T, content []byte) *x509.Certificate {
	t.Helper()
	block, _ := pem.Decode(content)
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return certificate
}

func TestCertificatesAreTrustedByTheirOwnAuthorityOnly(t *testing.T) {
	ours, err := NewAuthority("ours")
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := NewAuthority("theirs")
	if err != nil {
		t.Fatal(err)
	}
	pair, err := ours.Issue(CertificateRequest{CommonName: "server", Hosts: []string{"127.0.0.1", "localhost"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name      string
		authority *Authority
		host      string
		at        time.Time
		trusted   bool
	}{
		{"by its authority, for its address", ours, "127.0.0.1", time.Now(), true},
		{"by its authority, for its name", ours, "localhost", time.Now(), true},
		{"not for another name", ours, "elsewhere", time.Now(), false},
		{"not by another authority", theirs, "127.0.0.1", time.Now(), false},
		{"not after its end", ours, "127.0.0.1", time.Now().AddDate(2, 0, 0), false},
	} {
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(row.authority.CertificatePEM)
		_, err := parse(t, pair.CertificatePEM).Verify(x509.VerifyOptions{Roots: roots, DNSName: row.host, CurrentTime: row.at})
		if (err == nil) != row.trusted {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}
