package lifecycle_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/testkit"
)

// certificate makes one for 127.0.0.1 and gives the names of its files and who trusts it.
func certificate(t *testing.T) (certFile, keyFile string, trust *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, b []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	trust = x509.NewCertPool()
	trust.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return write("cert.pem", "CERTIFICATE", cert), write("key.pem", "PRIVATE KEY", der), trust
}

func TestServersSpeakWhatTheirClientsSpeak(t *testing.T) {
	certFile, keyFile, trust := certificate(t)
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	plain, secure := testkit.FreeAddr(t), testkit.FreeAddr(t)
	for _, part := range []lifecycle.Part{lifecycle.HTTP("plain", plain, answer), lifecycle.HTTPS("secure", secure, certFile, keyFile, answer)} {
		if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
			t.Fatal(err)
		}
		defer part.Stop(t.Context()) //nolint:errcheck // the test is over
	}
	only := func(set func(*http.Protocols, bool)) *http.Transport {
		protocols := new(http.Protocols)
		set(protocols, true)
		return &http.Transport{Protocols: protocols, TLSClientConfig: &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12}}
	}
	for name, c := range map[string]struct {
		url, proto string
		transport  *http.Transport
	}{
		"a browser without TLS": {"http://" + plain, "HTTP/1.1", only((*http.Protocols).SetHTTP1)},
		"an ingress":            {"http://" + plain, "HTTP/2.0", only((*http.Protocols).SetUnencryptedHTTP2)},
		"a browser with TLS":    {"https://" + secure, "HTTP/2.0", only((*http.Protocols).SetHTTP2)},
		"an old client":         {"https://" + secure, "HTTP/1.1", only((*http.Protocols).SetHTTP1)},
	} {
		t.Run(name, func(t *testing.T) {
			defer c.transport.CloseIdleConnections()
			resp, err := (&http.Client{Transport: c.transport}).Get(c.url) //nolint:noctx // the server is ours
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if b, err := io.ReadAll(resp.Body); err != nil || string(b) != c.proto {
				t.Errorf("%q, %v", b, err)
			}
		})
	}
}
