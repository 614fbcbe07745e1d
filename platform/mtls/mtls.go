// Package mtls is the identity of a program among the others: its certificate, its key, and the
// authority that signed those of all programs of an installation. Files that change take effect with
// the next connection.
package mtls

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"mcwick.example/platform/config"
	"mcwick.example/platform/dial"
	"mcwick.example/platform/instrument"
)

// Config says where the files are.
type Config struct {
	// Dir has tls.crt, tls.key and ca.crt, as cert-manager mounts them. Empty means that programs speak
	// in plain text and do not know each other: a laptop needs no certificates.
	Dir string `env:"MTLS_DIR"`
}

// material is what the files hold at one time.
type material struct {
	own      tls.Certificate
	identity *url.URL
	ends     time.Time // of what ends first: the certificate, or those that it is verified by
	roots    *x509.CertPool
}

// Certificates are those of a program. Nil stands for plain text.
type Certificates struct{ current *config.Reloader[material] }

// own are those of this program. A program is one identity, so they are set once, like its logger; tests
// run several programs in one process.
var own atomic.Pointer[Certificates]

// Configure reads the files of this program's certificates, for Own. It is called before anything
// connects or listens.
func Configure(c Config) error {
	opened, err := Open(c)
	if err != nil {
		return err
	}
	own.Store(opened)
	if opened == nil {
		return nil
	}
	instrument.Must(otel.Meter("mcwick/mtls").Int64ObservableGauge("mcwick.certificate.end", metric.WithUnit("s"),
		metric.WithDescription("When a certificate of the program ends, or an authority that it is verified by."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(opened.current.Get().ends.Unix())
			return nil
		})))
	return nil
}

// Own returns this program's certificates; nil unless it was configured with some.
func Own() *Certificates { return own.Load() }

// Open reads the files, or returns nil when c names none. A certificate that names no program is an
// error.
func Open(c Config) (*Certificates, error) {
	if c.Dir == "" {
		return nil, nil
	}
	current, err := config.NewReloader("MTLS_DIR", func() (material, error) { return read(c.Dir) })
	if err != nil {
		return nil, err
	}
	return &Certificates{current}, nil
}

// Validate reports what is wrong with the files.
func (c Config) Validate() error {
	if c.Dir == "" {
		return nil
	}
	if _, err := read(c.Dir); err != nil {
		return fmt.Errorf("MTLS_DIR: %w", err)
	}
	return nil
}

func read(dir string) (m material, err error) {
	if m.own, err = tls.LoadX509KeyPair(filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")); err != nil {
		return m, err
	}
	if m.identity, err = identityOf(m.own.Leaf.URIs); err != nil {
		return m, err
	}
	m.roots, err = ReadRoots(filepath.Join(dir, "ca.crt"))
	m.ends = m.own.Leaf.NotAfter
	with := x509.VerifyOptions{Roots: m.roots, Intermediates: x509.NewCertPool(), CurrentTime: m.own.Leaf.NotBefore}
	for _, der := range m.own.Certificate[1:] {
		if authority, err := x509.ParseCertificate(der); err == nil {
			with.Intermediates.AddCert(authority)
		}
	}
	if chains, err := m.own.Leaf.Verify(with); err == nil { // programs that verify it say what is wrong with it
		first := slices.MinFunc(chains[0], func(a, b *x509.Certificate) int { return a.NotAfter.Compare(b.NotAfter) })
		m.ends = first.NotAfter
	}
	return m, err
}

// ReadRoots reads the PEM file of the authorities that are trusted.
func ReadRoots(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s has no certificate", file)
	}
	return roots, nil
}

// client returns what a connection is made with now.
func (c *Certificates) client() *tls.Config {
	now := c.current.Get()
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{now.own}, RootCAs: now.roots,
		VerifyConnection: func(state tls.ConnectionState) error {
			_, err := programOf(state, now.identity.Host)
			return err
		},
	}
}

// Server returns the configuration of a port, nil for plain text.
func (c *Certificates) Server(clients tls.ClientAuthType) *tls.Config {
	if c == nil {
		return nil
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			now := c.current.Get()
			return &tls.Config{
				MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{now.own},
				ClientAuth: clients, ClientCAs: now.roots, NextProtos: []string{"h2", "http/1.1"},
			}, nil
		},
	}
}

// VerifyClients is for ports that programs alone call, and AnyClient for those whose callers bring a
// token.
const (
	VerifyClients = tls.RequireAndVerifyClientCert
	AnyClient     = tls.NoClientCert
)

// ServerCredentials are those of a gRPC port.
func (c *Certificates) ServerCredentials(clients tls.ClientAuthType) credentials.TransportCredentials {
	if c == nil {
		return insecure.NewCredentials()
	}
	return credentials.NewTLS(c.Server(clients))
}

// ClientCredentials are those of gRPC connections to other programs.
func (c *Certificates) ClientCredentials() credentials.TransportCredentials {
	if c == nil {
		return insecure.NewCredentials() // network policies keep other clients out
	}
	return clientCredentials{credentials.NewTLS(c.client()), c}
}

// clientCredentials read the files again for each connection.
type clientCredentials struct {
	credentials.TransportCredentials
	certificates *Certificates
}

// ClientHandshake implements credentials.TransportCredentials.
func (c clientCredentials) ClientHandshake(
	ctx context.Context, authority string, conn net.Conn,
) (net.Conn, credentials.AuthInfo, error) {
	return credentials.NewTLS(c.certificates.client()).ClientHandshake(ctx, authority, conn)
}

// Clone implements credentials.TransportCredentials.
func (c clientCredentials) Clone() credentials.TransportCredentials {
	return clientCredentials{c.TransportCredentials.Clone(), c.certificates}
}

// Transport prepares a transport for requests to other programs over https.
func (c *Certificates) Transport(t *http.Transport) {
	if c == nil {
		return
	}
	t.DialTLSContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial.Connect(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		with := c.client()
		if with.ServerName, _, err = net.SplitHostPort(addr); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		secure := tls.Client(conn, with)
		if err := secure.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return secure, nil
	}
}

// scheme is that of the identities in certificates: spiffe://the-installation/the-program.
const scheme = "spiffe"

// Program returns which program a verified certificate is of. An authority may serve other
// installations, too: their programs are refused.
func Program(state tls.ConnectionState) (string, error) {
	if c := Own(); c != nil {
		return programOf(state, c.current.Get().identity.Host)
	}
	return programOf(state, "")
}

// programOf returns which program of an installation a verified certificate is of. An empty one stands for any.
func programOf(state tls.ConnectionState, installation string) (string, error) {
	if len(state.VerifiedChains) == 0 {
		return "", errors.New("the other end has no verified certificate")
	}
	peer, err := identityOf(state.PeerCertificates[0].URIs)
	if err != nil {
		return "", err
	}
	if installation != "" && peer.Host != installation {
		return "", fmt.Errorf("the certificate is of another installation, %s", peer.Host)
	}
	return strings.TrimPrefix(peer.Path, "/"), nil
}

func identityOf(uris []*url.URL) (*url.URL, error) {
	for _, uri := range uris {
		if uri.Scheme == scheme && len(uri.Path) > 1 {
			return uri, nil
		}
	}
	return nil, errors.New("the certificate names no program: want a URI such as spiffe://mcwick/gallery")
}

// Only lets requests through that come from a program's certificate, and answers others 403. In plain
// text it lets all through.
func Only(program string, next http.Handler) http.Handler {
	if Own() == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if caller, err := Program(*r.TLS); err != nil || caller != program {
			http.Error(w, "this program may not ask for that", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
