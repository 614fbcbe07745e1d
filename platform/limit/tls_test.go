package limit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

// Verifies OPS-35.
func TestRequiredTLSRefusesAddressesWithout(t *testing.T) {
	for address, refused := range map[string]bool{
		"redis://127.0.0.1:1": true, "rediss://127.0.0.1:1?skip_verify=true": true, "rediss://127.0.0.1:1": false,
		"redis://a:1?addr=b:1": true, "rediss://a:1?addr=b:1": false,
	} {
		l, err := Open(address, TLS{Required: true}, time.Second)
		if (err != nil) != refused {
			t.Errorf("%s: %v", address, err)
		}
		if err == nil {
			l.Client.Close()
		}
	}
}

// A URL that says rediss is answered by a server that speaks nothing but TLS, and only to clients
// that trust it.
// Verifies OPS-35.
func TestRedisOverTLS(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	certificate, key := selfSigned(t)
	server := exec.CommandContext(t.Context(), "redis-server", "--port", "0", "--tls-port", port, "--bind", "127.0.0.1",
		"--dir", t.TempDir(),
		"--save", "", "--loglevel", "warning", "--tls-cert-file", certificate, "--tls-key-file", key,
		"--tls-auth-clients", "no")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	trusting, strict := open(t, "rediss://"+addr+"/0?skip_verify=true"), open(t, "rediss://"+addr+"/0")
	testkit.Eventually(t, "a decision comes over TLS", func() bool {
		d, err := trusting.allow(t.Context(), "subject", bucketsOfAddress(9)...)
		return err == nil && d.Allowed
	})
	verified, err := Open("rediss://"+addr+"/0", TLS{Required: true, CAFile: certificate}, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer verified.Client.Close()
	if d, err := verified.allow(t.Context(), "subject", bucketsOfAddress(9)...); err != nil || !d.Allowed {
		t.Errorf("the authority of the file: %+v, %v", d, err)
	}
	if d, err := strict.allow(t.Context(), "subject", bucketsOfAddress(9)...); err == nil {
		t.Errorf("a server with an untrusted certificate decides: %+v", d)
	}
}

// selfSigned makes the PEM files of a certificate of this machine and its key.
func selfSigned(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(t.TempDir(), name)
		testkit.WriteFile(t, path, string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})))
		return path
	}
	return write("certificate.pem", "CERTIFICATE", public), write("key.pem", "PRIVATE KEY", secret)
}
