package mtls

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// issue makes certificates of programs, of one authority.
func issue(t *testing.T, authority *Authority, dir string, programs ...string) map[string]*Certificates {
	t.Helper()
	all := make(map[string]*Certificates)
	for _, program := range programs {
		at := filepath.Join(dir, program)
		if err := authority.Issue(at, program, "localhost", "127.0.0.1"); err != nil {
			t.Fatal(err)
		}
		opened, err := Open(Config{Dir: at})
		if err != nil {
			t.Fatal(err)
		}
		all[program] = opened
	}
	return all
}

func newAuthority(t *testing.T) *Authority {
	t.Helper()
	authority, err := NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	return authority
}

// serve answers with the name of the program that asks.
func serve(t *testing.T, c *Certificates) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		program, err := Program(*r.TLS)
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, program)
	}))
	server.TLS = c.Server(VerifyClients)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// get returns who the server says that the client is.
func get(t *testing.T, url string, c *Certificates) (string, error) {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	c.Transport(transport)
	r, err := (&http.Client{Transport: transport, Timeout: 5 * time.Second}).Get(url)
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
	deadline := time.Now().Add(10 * time.Second)
	for {
		who, err := get(t, server.URL, renewed["gateway"])
		if err == nil && who == "gateway" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server does not trust the new authority: %q, %v", who, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if _, err := get(t, server.URL, all["gateway"]); err != nil {
		t.Errorf("a client that was there before: %v", err)
	}
}

func TestCertificateWithoutProgramIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nobody")
	if err := newAuthority(t).Issue(dir, "", "localhost"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Config{Dir: dir}); err == nil {
		t.Error("a certificate that names no program is taken")
	}
	if _, err := Program(tls.ConnectionState{}); err == nil {
		t.Error("a connection without a certificate is of a program")
	}
}

// Without certificates there is plain text everywhere.
func TestNoCertificatesIsPlainText(t *testing.T) {
	c, err := Open(Config{})
	if c != nil || err != nil {
		t.Fatal(c, err)
	}
	transport := &http.Transport{}
	c.Transport(transport)
	if transport.DialTLSContext != nil || c.Server(VerifyClients) != nil ||
		c.ClientCredentials().Info().SecurityProtocol != "insecure" ||
		c.ServerCredentials(AnyClient).Info().SecurityProtocol != "insecure" {
		t.Error("something is encrypted without certificates")
	}
}
