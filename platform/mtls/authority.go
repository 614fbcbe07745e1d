package mtls

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Authority signs the certificates of an installation that has no other authority: the one on a
// laptop, and tests. Its key is kept in memory alone.
type Authority struct {
	Installation string // in the identities that it issues
	certificate  *x509.Certificate
	key          crypto.Signer
}

// lifetime of a certificate. An installation on a laptop makes new ones at each start.
const lifetime = 30 * 24 * time.Hour

// NewAuthority makes one.
func NewAuthority() (*Authority, error) {
	template := newTemplate("McWick on this machine")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	return &Authority{"mcwick", certificate, key}, err
}

func newTemplate(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)) // never fails
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(lifetime),
	}
}

// Issue writes tls.crt, tls.key and ca.crt of a program into a folder. Its hosts are names and
// addresses.
func (a *Authority) Issue(dir, program string, hosts ...string) error {
	template := newTemplate(program)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	template.URIs = []*url.URL{{Scheme: scheme, Host: a.Installation, Path: "/" + program}}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	certificate, errSigned := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	private, errKey := x509.MarshalPKCS8PrivateKey(key)
	return errors.Join(errSigned, errKey, os.MkdirAll(dir, 0o700),
		writePEM(filepath.Join(dir, "tls.crt"), "CERTIFICATE", certificate),
		writePEM(filepath.Join(dir, "tls.key"), "PRIVATE KEY", private),
		a.WriteRoot(filepath.Join(dir, "ca.crt")))
}

// WriteRoot writes the certificate of the authority.
func (a *Authority) WriteRoot(file string) error {
	return writePEM(file, "CERTIFICATE", a.certificate.Raw)
}

func writePEM(file, kind string, der []byte) error {
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
