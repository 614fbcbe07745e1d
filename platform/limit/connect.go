package limit

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"

	"mcwick.example/platform/dial"
	"mcwick.example/platform/mtls"
)

// Timeout is what one decision may take in all, with redirects and a new connection: a request must
// not wait for a Redis that is gone.
const Timeout = 100 * time.Millisecond

// maxIdle is how long a connection may go unused. While the breaker is open none is used, so those
// whose other end vanished are gone by the time that it is asked again; each of them would cost one
// more second without it.
const maxIdle = 10 * time.Second

var errNoRedis = errors.New("REDIS_URL is not a Redis address") // the cause would print the password

// TLS is how the server is verified.
type TLS struct {
	// Required refuses an address whose connections could be read by others, or answered by another
	// server.
	Required bool `env:"REDIS_REQUIRE_TLS"`
	// CAFile is the PEM file of the authority that signed the server's certificate; without it, those of
	// the system.
	CAFile string `env:"REDIS_CA_FILE"`
}

// Open makes a limiter on the Redis at a URL, redis://user:password@host:6379/0, or on the cluster
// when the URL names more of its nodes,
// redis://user:password@host:6379?addr=other:6379&addr=third:6379. A cluster with one address for
// all of its nodes has that one twice. rediss:// encrypts. A decision takes the timeout at most. It
// connects on first use.
func Open(address string, secure TLS, timeout time.Duration) (*Limiter, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errNoRedis
	}
	if secure.Required && (u.Scheme != "rediss" || u.Query().Has("skip_verify")) {
		return nil, errors.New("REDIS_URL must begin with rediss://, without skip_verify: REDIS_REQUIRE_TLS is set")
	}
	var roots *x509.CertPool
	if secure.CAFile != "" {
		if roots, err = mtls.ReadRoots(secure.CAFile); err != nil {
			return nil, fmt.Errorf("REDIS_CA_FILE: %w", err)
		}
	}
	open := openServer
	if u.Query().Has("addr") {
		open = openCluster
	}
	client, err := open(address, roots, timeout)
	if err != nil {
		return nil, errNoRedis
	}
	return &Limiter{Client: client, timeout: timeout}, nil
}

func openServer(address string, roots *x509.CertPool, timeout time.Duration) (redis.UniversalClient, error) {
	o, err := redis.ParseURL(address)
	if err != nil {
		return nil, err
	}
	o.Dialer = dialer(o.TLSConfig, roots, timeout)
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = timeout, timeout, timeout, timeout
	o.MaxRetries, o.DialerRetries = -1, 1
	o.ConnMaxIdleTime = maxIdle
	o.ContextTimeoutEnabled = true
	o.DisableIdentity = true // servers before 7.2 answer it with an error, which means nothing
	return redis.NewClient(o), nil
}

func openCluster(address string, roots *x509.CertPool, timeout time.Duration) (redis.UniversalClient, error) {
	o, err := redis.ParseClusterURL(address)
	if err != nil {
		return nil, err
	}
	o.Dialer = dialer(o.TLSConfig, roots, timeout)
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = timeout, timeout, timeout, timeout
	o.MaxRetries, o.DialerRetries = -1, 1
	o.ConnMaxIdleTime = maxIdle
	o.ContextTimeoutEnabled = true
	o.DisableIdentity = true
	o.DisableRoutingPolicies = true                 // a script goes to the node of its keys, and nothing else is asked
	o.ClusterStateReloadInterval = 10 * time.Second // beside what each MOVED teaches
	return redis.NewClusterClient(o), nil
}

// dialer connects as all clients do, with TLS where the URL says rediss.
func dialer(
	c *tls.Config, roots *x509.CertPool, timeout time.Duration,
) func(ctx context.Context, network, addr string) (net.Conn, error) {
	d := dial.NewDialer(timeout)
	if c == nil {
		return d.DialContext
	}
	c.RootCAs = roots
	return (&tls.Dialer{NetDialer: d, Config: c}).DialContext
}
