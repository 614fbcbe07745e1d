package lifecycle_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/testkit"
)

// certificate makes one for 127.0.0.1 and returns the names of its files and who trusts it.
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
		testkit.WriteFile(t, path, string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b})))
		return path
	}
	trust = x509.NewCertPool()
	trust.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return write("cert.pem", "CERTIFICATE", cert), write("key.pem", "PRIVATE KEY", der), trust
}

func TestServersSupportHTTP1AndHTTP2(t *testing.T) {
	certFile, keyFile, trust := certificate(t)
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	plain, secure := testkit.FreeAddr(t), testkit.FreeAddr(t)
	for _, part := range []lifecycle.Part{lifecycle.HTTP("plain", plain, 100, answer),
		lifecycle.HTTPS("secure", secure, certFile, keyFile, 100, answer)} {
		if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
			t.Fatal(err)
		}
		defer part.Stop(t.Context()) //nolint:errcheck // the test is over
	}
	only := func(set func(*http.Protocols, bool)) *http.Transport {
		protocols := new(http.Protocols)
		set(protocols, true)
		return &http.Transport{Protocols: protocols,
			TLSClientConfig: &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12}}
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

// Lines of net/http itself have no client's address, and strangers cannot fill the log with them.
func TestServerLogHasNoClients(t *testing.T) {
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	certFile, keyFile, trust := certificate(t)
	addr := testkit.FreeAddr(t)
	panics := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("it broke") })
	part := lifecycle.HTTPS("secure", addr, certFile, keyFile, 100, panics)
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(conn, "GET / HTTP/1.0\r\n\r\n") // no handshake
		_, _ = io.Copy(io.Discard, conn)
		conn.Close()
	}
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12}}}
	if resp, err := client.Get("https://" + addr); err == nil { //nolint:noctx // the server is ours
		t.Error(resp.Status)
		resp.Body.Close()
	}
	if err := part.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := lines.String(); strings.Contains(got, "127.0.0.1") || strings.Contains(got, "handshake") ||
		!strings.Contains(got, "it broke") {
		t.Error(got)
	}
}

// TestCertificatesReloadWhileServing replaces the certificate and its key one after the other:
// while they do not belong together, connections get the former.
// Verifies OPS-11.
func TestCertificatesReloadWhileServing(t *testing.T) {
	var warned atomic.Bool
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(writer(func(b []byte) {
		warned.Store(strings.Contains(string(b),
			"reloading configuration failed"))
	}), nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	certFile, keyFile, trust := certificate(t)
	addr := testkit.FreeAddr(t)
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "gm") })
	part := lifecycle.HTTPS("secure", addr, certFile, keyFile, 100, answer)
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	defer part.Stop(t.Context())                  //nolint:errcheck // the test is over
	connect := func(trust *x509.CertPool) error { // a connection of its own
		transport := &http.Transport{DisableKeepAlives: true,
			TLSClientConfig: &tls.Config{RootCAs: trust, MinVersion: tls.VersionTLS12}}
		resp, err := (&http.Client{Transport: transport}).Get("https://" + addr) //nolint:noctx // the server is ours
		if err == nil {
			err = resp.Body.Close()
		}
		return err
	}
	staying := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust,
		MinVersion: tls.VersionTLS12}}}
	defer staying.CloseIdleConnections()
	stays := func() {
		t.Helper()
		resp, err := staying.Get("https://" + addr) //nolint:noctx // the server is ours
		if err != nil {
			t.Errorf("a connection from before: %v", err)
			return
		}
		_, _ = io.Copy(io.Discard, resp.Body) // so that the connection is used again
		resp.Body.Close()
	}
	stays()
	nextCert, nextKey, nextTrust := certificate(t)
	if err := connect(nextTrust); err == nil {
		t.Fatal("the new certificate is trusted before it is there")
	}
	if err := os.Rename(nextCert, certFile); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the log says that they do not belong together", func() bool {
		if err := connect(trust); err != nil {
			t.Errorf("between the two files: %v", err)
		}
		return warned.Load()
	})
	if err := os.Rename(nextKey, keyFile); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "new connections get the new certificate",
		func() bool { stays(); return connect(nextTrust) == nil })
	if err := lifecycle.HTTPS("secure", addr, certFile+"-none", keyFile, 100, answer).Start(t.Context(), nil); err == nil {
		t.Error("it starts without a certificate")
	}
}

// Verifies OPS-52.
func TestEndOfServedCertificateIsMeasured(t *testing.T) {
	reader, before := sdk.NewManualReader(), otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	certFile, keyFile, _ := certificate(t)
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	part := lifecycle.HTTPS("public edge with TLS", testkit.FreeAddr(t), certFile, keyFile, 1, http.NotFoundHandler())
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	defer part.Stop(t.Context()) //nolint:errcheck // the test is over
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil || len(all.ScopeMetrics) != 1 {
		t.Fatalf("%d, %v", len(all.ScopeMetrics), err)
	}
	gauge := all.ScopeMetrics[0].Metrics[0]
	point := gauge.Data.(metricdata.Gauge[int64]).DataPoints[0]
	server, _ := point.Attributes.Value("server") // the one between programs has none
	if gauge.Name != "mcwick.certificate.end" || server.AsString() != "public edge with TLS" ||
		point.Value != pair.Leaf.NotAfter.Unix() {
		t.Errorf("%s: %v, want %v", gauge.Name, point, pair.Leaf.NotAfter)
	}
}

// writer gets what is logged.
type writer func(b []byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

// Verifies OPS-34.
func TestConnectionsBeyondTheLimitWait(t *testing.T) {
	const most = 3
	addr := testkit.FreeAddr(t)
	part := lifecycle.HTTP("limited", addr, most, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "answer")
	}))
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	defer part.Stop(t.Context())
	connect := func() net.Conn {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		return c
	}
	answered := func(c net.Conn, within time.Duration) bool {
		_ = c.SetReadDeadline(time.Now().Add(within))
		_, err := c.Read(make([]byte, 1))
		return err == nil
	}
	var open []net.Conn
	for range most {
		c := connect()
		if !answered(c, time.Minute) {
			t.Fatal("a connection below the limit gets no answer")
		}
		open = append(open, c)
	}
	next := connect()
	if answered(next, 200*time.Millisecond) {
		t.Error("a connection beyond the limit is served")
	}
	open[0].Close()
	if !answered(next, time.Minute) {
		t.Error("it is not served after another ended")
	}
}
