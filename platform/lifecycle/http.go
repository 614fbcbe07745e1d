package lifecycle

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// HTTP is a server as a part, with the bounds that the standard library leaves open: 5 s for headers,
// 15 s for a body, 16 KiB of headers, a minute of idleness, and writing as paced has it.
func HTTP(name, addr string, h http.Handler) Part {
	server := &http.Server{
		Handler:           paced(h, writeTime),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	return Part{
		Name: name,
		Start: func(ctx context.Context, failed func(error)) error {
			l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
			if err != nil {
				return err
			}
			go func() {
				if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
					failed(err)
				}
			}()
			return nil
		},
		Stop:   server.Shutdown,
		Budget: 15 * time.Second,
	}
}
