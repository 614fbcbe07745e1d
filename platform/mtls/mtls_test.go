package mtls_test

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"mcwick.example/platform/mtls"
	"mcwick.example/platform/testkit"
)

// issue makes certificates of programs, of one authority.
func issue(t *testing.T, authority *mtls.Authority, dir string, programs ...string) map[string]*mtls.Certificates {
	t.Helper()
	all := make(map[string]*mtls.Certificates)
	for _, program := range programs {
		at := filepath.Join(dir, program)
		if err := authority.Issue(at, program, "localhost", "127.0.0.1"); err != nil {
			t.Fatal(err)
		}
		opened, err := mtls.Open(mtls.Config{Dir: at})
		if err != nil {
			t.Fatal(err)
		}
		all[program] = opened
	}
	return all
}

func newAuthority(t *testing.T) *mtls.Authority {
	t.Helper()
	authority, err := mtls.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	return authority
}

// serve answers with the name of the program that asks.
func serve(t *testing.T, c *mtls.Certificates) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		program, err := mtls.Program(*r.TLS)
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, program)
	}))
	server.TLS = c.Server(mtls.VerifyClients)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// get returns who the server says that the client is.
func get(t *testing.T, url string, c *mtls.Certificates) (string, error) {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	c.Transport(transport)
	r, err := (&http.Client{Transport: transport, Timeout: time.Minute}).Get(url)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	return string(b), err
}

// Verifies MTLS-1.
func TestProgramsKnowEachOther(t *testing.T) {
	authority := newAuthority(t)
	all := issue(t, authority, t.TempDir(), "media", "gateway")
	strangers := issue(t, newAuthority(t), t.TempDir(), "gateway", "media")
	server := serve(t, all["media"])
	if who, err := get(t, server.URL, all["gateway"]); who != "gateway" || err != nil {
		t.Errorf("asked as gateway, the server knows %q, %v", who, err)
	}
	if who, err := get(t, server.URL, strangers["gateway"]); err == nil {
		t.Errorf("a certificate of another authority is taken for %q", who)
	}
	if who, err := get(t, serve(t, strangers["media"]).URL, all["gateway"]); err == nil {
		t.Errorf("a server of another authority is asked, and says %q", who)
	}
	plain := strings.Replace(server.URL, "https:", "http:", 1)
	if r, err := http.Get(plain); err == nil {
		r.Body.Close()
		if r.StatusCode == http.StatusOK {
			t.Error("a client in plain text is answered")
		}
	}
}

// A renewed certificate, and one of a new authority, are used by the next connection.
// Verifies MTLS-2.
func TestChangedFilesTakeEffect(t *testing.T) {
	dir, next := t.TempDir(), newAuthority(t)
	all := issue(t, newAuthority(t), dir, "media", "gateway")
	server := serve(t, all["media"])
	if _, err := get(t, server.URL, all["gateway"]); err != nil {
		t.Fatal(err)
	}
	renewed := issue(t, next, dir, "media", "gateway")
	testkit.Eventually(t, "the server trusts the new authority", func() bool {
		who, err := get(t, server.URL, renewed["gateway"])
		return err == nil && who == "gateway"
	})
	testkit.Eventually(t, "a client that was there before does so too, at its own time", func() bool {
		_, err := get(t, server.URL, all["gateway"])
		return err == nil
	})
}

// Verifies MTLS-1.
func TestProgramsOfOtherInstallationsAreUnknown(t *testing.T) {
	dir := t.TempDir()
	issue(t, newAuthority(t), dir, "media")
	if err := mtls.Configure(mtls.Config{Dir: filepath.Join(dir, "media")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mtls.Configure(mtls.Config{}) })
	for host, want := range map[string]string{"mcwick": "gateway", "staging": ""} {
		peer := &x509.Certificate{URIs: []*url.URL{{Scheme: "spiffe", Host: host, Path: "/gateway"}}}
		state := tls.ConnectionState{
			PeerCertificates: []*x509.Certificate{peer}, VerifiedChains: [][]*x509.Certificate{{peer}},
		}
		if who, err := mtls.Program(state); who != want || (err == nil) != (want != "") {
			t.Errorf("a gateway of %s is %q, %v", host, who, err)
		}
	}
}

// A program that is called by its name may be another installation's, of the same authority.
// Verifies MTLS-1.
func TestServersOfOtherInstallationsAreNotCalled(t *testing.T) {
	authority, dir := newAuthority(t), t.TempDir()
	all := issue(t, authority, dir, "media", "gateway")
	authority.Installation = "staging"
	other := issue(t, authority, t.TempDir(), "media")
	if _, err := get(t, serve(t, all["media"]).URL, all["gateway"]); err != nil {
		t.Error(err)
	}
	if who, err := get(t, serve(t, other["media"]).URL, all["gateway"]); err == nil {
		t.Errorf("media of staging is called, and says %q", who)
	}
}

// Verifies OPS-44.
func TestEndOfCertificateIsMeasured(t *testing.T) {
	reader := sdk.NewManualReader()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	dir := t.TempDir()
	issue(t, newAuthority(t), dir, "media")
	if err := mtls.Configure(mtls.Config{Dir: filepath.Join(dir, "media")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mtls.Configure(mtls.Config{}) })
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, scope := range all.ScopeMetrics {
		if gauge := scope.Metrics[0]; gauge.Name == "mcwick.certificate.end" {
			ends := time.Unix(gauge.Data.(metricdata.Gauge[int64]).DataPoints[0].Value, 0)
			if days := time.Until(ends).Hours() / 24; days < 29 || days > 30 {
				t.Errorf("it ends in %v days", days)
			}
			return
		}
	}
	t.Error("it is not measured")
}

func TestCertificateWithoutProgramIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "unnamed")
	if err := newAuthority(t).Issue(dir, "", "localhost"); err != nil {
		t.Fatal(err)
	}
	if _, err := mtls.Open(mtls.Config{Dir: dir}); err == nil {
		t.Error("a certificate that names no program is taken")
	}
	if _, err := mtls.Program(tls.ConnectionState{}); err == nil {
		t.Error("a connection without a certificate is of a program")
	}
}

// Without certificates there is plain text everywhere.
func TestNoCertificatesIsPlainText(t *testing.T) {
	c, err := mtls.Open(mtls.Config{})
	if c != nil || err != nil {
		t.Fatal(c, err)
	}
	transport := &http.Transport{}
	c.Transport(transport)
	if transport.DialTLSContext != nil || c.Server(mtls.VerifyClients) != nil ||
		c.ClientCredentials().Info().SecurityProtocol != "insecure" ||
		c.ServerCredentials(mtls.AnyClient).Info().SecurityProtocol != "insecure" {
		t.Error("something is encrypted without certificates")
	}
}
