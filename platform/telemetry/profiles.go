package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"

	"mcwick.example/platform/lifecycle"
)

// maxProfileConnections are for one person who looks.
const maxProfileConnections = 8

// validateProfileAddr allows addresses of the loopback interface alone: a profile shows what is in
// memory, and takes a core while it is made.
func validateProfileAddr(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if addr == "" || err == nil && host == "localhost" {
		return nil
	}
	if ip, wrong := netip.ParseAddr(host); err != nil || wrong != nil || !ip.IsLoopback() {
		return fmt.Errorf("PPROF_ADDR is %q; it must be on the loopback interface, such as 127.0.0.1:6060", addr)
	}
	return nil
}

// serveProfiles makes a part serve /debug/pprof/ at addr, too.
func serveProfiles(part lifecycle.Part, addr string) lifecycle.Part {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	server, stop := lifecycle.HTTP("profiles", addr, maxProfileConnections, mux), part.Stop
	part.Start = server.Start
	part.Stop = func(ctx context.Context) error { return errors.Join(server.Stop(ctx), stop(ctx)) }
	return part
}
