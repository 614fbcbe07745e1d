package rpc

import (
	"io"
	"log/slog"
	"strings"

	"google.golang.org/grpc/grpclog"
	"google.golang.org/grpc/resolver/dns"
)

// Configure sets what gRPC has once in a program: where it logs, and how soon it looks a name up
// again. It is called before anything connects or serves, because gRPC reads its logger without a
// lock.
func Configure() {
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, errorLines{}))
	dns.SetMinResolutionInterval(resolveInterval)
}

// errorLines takes what gRPC and the runtime of the REST surface call errors into our own lines. They concern
// one call, whose outcome is logged elsewhere; the rest is dropped, as they do by default.
type errorLines struct{}

// Write implements io.Writer.
func (errorLines) Write(line []byte) (int, error) {
	_, text, _ := strings.Cut(string(line), ": ") // after the time and the word ERROR
	slog.Warn("gRPC", "error", strings.TrimSpace(text))
	return len(line), nil
}
