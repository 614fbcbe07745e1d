package rpc

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"google.golang.org/grpc/grpclog"
	"google.golang.org/grpc/resolver/dns"
)

// Configure sets what gRPC has once in a program: where it logs, and how soon it looks a name up
// again. It is called before anything connects or serves, because gRPC reads its logger without a
// lock.
func Configure() {
	grpclog.SetLoggerV2(logger{})
	dns.SetMinResolutionInterval(resolveInterval)
}

// logger takes what gRPC and the runtime of the REST surface say of themselves into our own lines.
// What they call errors concerns one call, whose outcome is logged elsewhere; the rest is dropped,
// as they do by default.
type logger struct{}

func (logger) warn(text string) {
	slog.WarnContext(context.Background(), "gRPC", "error", strings.TrimSpace(text))
}

func (logger) Info(...any)             {}
func (logger) Infoln(...any)           {}
func (logger) Infof(string, ...any)    {}
func (logger) Warning(...any)          {}
func (logger) Warningln(...any)        {}
func (logger) Warningf(string, ...any) {}

func (l logger) Error(args ...any)                 { l.warn(fmt.Sprint(args...)) }
func (l logger) Errorln(args ...any)               { l.warn(fmt.Sprintln(args...)) }
func (l logger) Errorf(format string, args ...any) { l.warn(fmt.Sprintf(format, args...)) }

// fatal ends the program, as gRPC expects of it.
func (l logger) fatal(text string) {
	l.warn(text)
	os.Exit(1)
}

func (l logger) Fatal(args ...any)                 { l.fatal(fmt.Sprint(args...)) }
func (l logger) Fatalln(args ...any)               { l.fatal(fmt.Sprintln(args...)) }
func (l logger) Fatalf(format string, args ...any) { l.fatal(fmt.Sprintf(format, args...)) }

// V implements grpclog.LoggerV2.
func (logger) V(int) bool { return false }
