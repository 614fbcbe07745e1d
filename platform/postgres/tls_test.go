package postgres_test

import (
	"crypto/tls"
	"encoding/pem"
	"io"
	"net"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"mcwick.example/platform/config"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// Verifies OPS-35.
func TestRequiredTLSRefusesUnverifiedAddresses(t *testing.T) {
	for mode, refused := range map[string]bool{
		"": true, "disable": true, "allow": true, "prefer": true, "require": true, "verify-ca": true, "verify-full": false,
	} {
		pool, err := postgres.Open(t.Context(), postgres.Config{
			URL: config.Secret("postgres://user:candle@127.0.0.1:1/name?sslmode=" + mode), PoolSize: 2, RequireTLS: true,
		})
		if mode == "" {
			pool, err = postgres.Open(t.Context(), postgres.Config{
				URL: "postgres://user:candle@127.0.0.1:1/name", PoolSize: 2, RequireTLS: true,
			})
		}
		if (err != nil) != refused || err != nil && strings.Contains(err.Error(), "candle") {
			t.Errorf("%q: %v", mode, err)
		}
		if err == nil {
			pool.Close()
		}
	}
}

// encrypt stands before the database with a certificate: it takes PostgreSQL's request for TLS, and
// passes on what is inside. It returns its address and the file of its authority.
func encrypt(t *testing.T, server string) (address, caFile string) {
	t.Helper()
	certified := httptest.NewUnstartedServer(nil)
	certified.StartTLS()
	t.Cleanup(certified.Close)
	caFile = filepath.Join(t.TempDir(), "ca.pem")
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certified.Certificate().Raw})
	testkit.WriteFile(t, caFile, string(authority))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	serve := func(plain net.Conn) {
		defer plain.Close()
		request := make([]byte, 8)
		if _, err := io.ReadFull(plain, request); err != nil {
			return
		}
		if _, err := plain.Write([]byte("S")); err != nil {
			return
		}
		client := tls.Server(plain, &tls.Config{Certificates: certified.TLS.Certificates})
		database, err := net.Dial("tcp", server)
		if err != nil {
			return
		}
		defer database.Close()
		go func() { _, _ = io.Copy(database, client); database.Close() }()
		_, _ = io.Copy(client, database)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return listener.Addr().String(), caFile
}

// Verifies OPS-35.
func TestServerIsVerifiedByItsAuthority(t *testing.T) {
	u, err := url.Parse(testkit.DatabaseURL(t, one))
	if err != nil {
		t.Fatal(err)
	}
	var caFile string
	u.Host, caFile = encrypt(t, u.Host)
	query := u.Query()
	query.Set("sslmode", "verify-full")
	u.RawQuery = query.Encode()
	for file, trusted := range map[string]bool{caFile: true, "": false} {
		pool, err := postgres.Open(t.Context(), postgres.Config{
			URL: config.Secret(u.String()), PoolSize: 2, RequireTLS: true, CAFile: file,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		var answer int
		if trusted {
			testkit.Eventually(t, "the database answers", func() bool {
				return pool.QueryRow(t.Context(), "SELECT 1").Scan(&answer) == nil
			})
		} else if err := pool.QueryRow(t.Context(), "SELECT 1").Scan(&answer); err == nil ||
			!strings.Contains(err.Error(), "certificate") {
			t.Errorf("without the authority: %d, %v", answer, err)
		}
	}
}
