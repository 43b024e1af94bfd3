// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Authority signs certificates of one certificate authority, kept in memory and
// written as <name>.crt (the key never leaves the process).
type Authority struct {
	certificate *x509.Certificate
	key         crypto.Signer
	// CertificatePEM is what clients trust.
	CertificatePEM []byte
}

// KeyPair is a certificate and its private key, both PEM.
type KeyPair struct {
	CertificatePEM []byte
	KeyPEM         []byte
}

// CertificateRequest says what a certificate is for. Hosts makes it a serving
// certificate, none makes it a client certificate.
type CertificateRequest struct {
	CommonName    string
	Organizations []string
	Hosts         []string
	NotBefore     time.Time
	NotAfter      time.Time
}

// NewAuthority makes a self-signed authority valid for a year.
func NewAuthority(commonName string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := newSerial()
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{CommonName: commonName},
		NotBefore:             time.Now().Add(-48 * time.Hour),
		NotAfter:              time.Now().AddDate(1, 0, 0),
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDigitalSignature,
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &Authority{certificate: certificate, key: key, CertificatePEM: encodePEM("CERTIFICATE", der)}, nil
}

// Issue signs a new key pair.
func (a *Authority) Issue(request CertificateRequest) (KeyPair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return KeyPair{}, err
	}
	serial, err := newSerial()
	if err != nil {
		return KeyPair{}, err
	}
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: request.CommonName, Organization: request.Organizations},
		NotBefore:    request.NotBefore,
		NotAfter:     request.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	if template.NotBefore.IsZero() {
		template.NotBefore = time.Now().Add(-time.Hour)
	}
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().AddDate(1, 0, 0)
	}
	for _, host := range request.Hosts {
		template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		if address := net.ParseIP(host); address != nil {
			template.IPAddresses = append(template.IPAddresses, address)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	if err != nil {
		return KeyPair{}, err
	}
	keyPEM, err := encodeKey(key)
	if err != nil {
		return KeyPair{}, err
	}
	return KeyPair{CertificatePEM: encodePEM("CERTIFICATE", der), KeyPEM: keyPEM}, nil
}

// write stores the pair as <name>.crt and <name>.key.
func (p KeyPair) write(directory, name string) error {
	if err := os.WriteFile(filepath.Join(directory, name+".crt"), p.CertificatePEM, 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, name+".key"), p.KeyPEM, 0o600)
}

// writeSigningKey makes the key with which service account tokens are signed and checked.
func writeSigningKey(directory, name string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	private, err := encodeKey(key)
	if err != nil {
		return err
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return err
	}
	return KeyPair{CertificatePEM: encodePEM("PUBLIC KEY", public), KeyPEM: private}.write(directory, name)
}

func encodeKey(key *ecdsa.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	return encodePEM("EC PRIVATE KEY", der), nil
}

func encodePEM(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func newSerial() (*big.Int, error) {
	return rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
}
