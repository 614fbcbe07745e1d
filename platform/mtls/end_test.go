package mtls

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An authority between the root and the program ends first.
// Verifies OPS-44.
func TestEndIsThatOfTheWholeChain(t *testing.T) {
	root, err := NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := newTemplate("intermediate")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	template.NotAfter = time.Now().Add(10 * 24 * time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, template, root.certificate, key.Public(), root.key)
	if err != nil {
		t.Fatal(err)
	}
	between, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "media")
	if err := (&Authority{"mcwick", between, key}).Issue(dir, "media", "localhost"); err != nil {
		t.Fatal(err)
	}
	chain, err := os.ReadFile(filepath.Join(dir, "tls.crt"))
	if err != nil {
		t.Fatal(err)
	}
	chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "tls.crt"), chain, 0o600),
		root.WriteRoot(filepath.Join(dir, "ca.crt"))); err != nil {
		t.Fatal(err)
	}
	m, err := read(dir)
	if days := time.Until(m.ends).Hours() / 24; err != nil || days < 9 || days > 10 {
		t.Errorf("it ends in %v days, %v", days, err)
	}
}
