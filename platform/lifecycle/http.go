package lifecycle

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/net/netutil"

	"mcwick.example/platform/config"
	"mcwick.example/platform/instrument"
)

// maxStreams bounds what one connection of HTTP/2 has under way.
const maxStreams = 100

// HTTP is a server as a part, with the bounds that the standard library leaves open: 5 s for
// headers, 15 s for a body, 16 KiB of headers, a minute of idleness, and writing as paced has it.
// It has so many connections at once; others wait until one ends. It speaks HTTP/1.1, and HTTP/2 to
// those who know that it does, such as an ingress.
func HTTP(name, addr string, maxConnections int, h http.Handler) Part {
	return MutualHTTP(name, addr, maxConnections, nil, h)
}

// MutualHTTP is the same for other programs, of which the configuration may ask for certificates; nil is plain text.
func MutualHTTP(name, addr string, maxConnections int, secure *tls.Config, h http.Handler) Part {
	server := newServer(h, writeTimeout)
	server.TLSConfig = secure
	return serverPart(name, addr, maxConnections, server)
}

// HTTPS is the same with the certificate and the key of two PEM files; browsers get HTTP/2. The
// files are read when the part starts, and again while it serves: connections from then on get the
// certificate that they hold. A metric says when it ends.
func HTTPS(name, addr, certFile, keyFile string, maxConnections int, h http.Handler) Part {
	server := newServer(h, writeTimeout)
	part := serverPart(name, addr, maxConnections, server)
	listen := part.Start
	part.Start = func(ctx context.Context, failed func(error)) error {
		pair, err := config.NewReloader(certFile, func() (*tls.Certificate, error) {
			c, err := tls.LoadX509KeyPair(certFile, keyFile)
			return &c, err
		})
		if err != nil {
			return err
		}
		measureEnd(name, pair)
		server.TLSConfig = &tls.Config{
			MinVersion:     tls.VersionTLS12,
			GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair.Get(), nil },
		}
		return listen(ctx, failed)
	}
	return part
}

// measureEnd exports when the certificate that a server has ends, as package mtls does for those between programs.
func measureEnd(server string, pair *config.Reloader[*tls.Certificate]) {
	instrument.Must(otel.Meter("mcwick/lifecycle").Int64ObservableGauge("mcwick.certificate.end", metric.WithUnit("s"),
		metric.WithDescription("When a certificate of the program ends, or an authority that it is verified by."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(pair.Get().Leaf.NotAfter.Unix(), metric.WithAttributes(attribute.String("server", server)))
			return nil
		})))
}

func newServer(h http.Handler, timeout time.Duration) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler:           withWriteTimeout(h, timeout),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		Protocols:         protocols,
		// the deadline of a stream, which withWriteTimeout sets, does not end a write to the connection
		HTTP2:    &http.HTTP2Config{MaxConcurrentStreams: maxStreams, WriteByteTimeout: timeout},
		ErrorLog: log.New(serverLog{}, "", 0),
	}
}

// serverLog logs what net/http has to say, without addresses of clients. Failed handshakes are left
// out, because strangers cause as many as they like.
type serverLog struct{}

var clientAddress = regexp.MustCompile(`(\[[^][ ]+\]|\d+\.\d+\.\d+\.\d+):\d+`)

func (serverLog) Write(line []byte) (int, error) {
	if !bytes.HasPrefix(line, []byte("http: TLS handshake error ")) {
		slog.Warn(clientAddress.ReplaceAllString(strings.TrimSpace(string(line)), "a client"))
	}
	return len(line), nil
}

// serverPart serves with TLS if the server has a configuration of it by its start.
func serverPart(name, addr string, maxConnections int, server *http.Server) Part {
	return Part{
		Name: name,
		Start: func(ctx context.Context, failed func(error)) error {
			l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
			if err != nil {
				return err
			}
			l = netutil.LimitListener(l, maxConnections)
			serve := server.Serve
			if server.TLSConfig != nil {
				serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
			}
			go func() {
				if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
					failed(err)
				}
			}()
			return nil
		},
		Stop: server.Shutdown,
	}
}
