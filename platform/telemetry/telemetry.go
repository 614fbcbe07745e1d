// Package telemetry gives a program its traces, metrics and logs, and the operations port that
// shows them. Spans, and on request the metrics, go to an OTLP/HTTP endpoint when one is
// configured; health checks make none.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	apitrace "go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/lifecycle"
)

// Config is what every program may be told about telemetry.
type Config struct {
	// Endpoint is the base address of an OTLP/HTTP receiver; spans are not recorded without one.
	Endpoint string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	// Metrics are at the operations port, always; with "otlp" among these they are sent to the
	// endpoint as well.
	Metrics []string `env:"OTEL_METRICS_EXPORTER" envDefault:"prometheus"`
	// Share of the traces that are recorded, 0 to 1. Who begins a trace decides, and those who are
	// called follow.
	SampleRatio float64 `env:"OTEL_TRACES_SAMPLER_ARG" envDefault:"1"`
	// Public programs decide for those who call them too: strangers must not choose what is
	// recorded. The program says so itself.
	Public bool
	// SampleKey chooses the traces that a public program records: without it, strangers cannot tell
	// which ids are recorded. All replicas have the same. Empty is a random one.
	SampleKey string
	// LogLevel is debug, info, warn or error.
	LogLevel slog.Level `env:"LOG_LEVEL" envDefault:"info"`
	// ProfileAddr is where /debug/pprof/ is served, on the loopback interface: a port-forward
	// reaches it. Nowhere if empty.
	ProfileAddr string `env:"PPROF_ADDR"`
}

// Validate reports what is wrong with the addresses.
func (c Config) Validate() error { return validateProfileAddr(c.ProfileAddr) }

// Telemetry is a running program's instruments. Log is passed on to other parts; tracing and
// metrics go through OpenTelemetry's global providers, which Start sets, as its libraries expect.
type Telemetry struct {
	Log *slog.Logger // also slog's default, for what is written where no logger is at hand

	processMetrics *prometheus.Registry // what the program says of itself: its runtime, whether it is ready
	meterMetrics   *prometheus.Registry // what comes from OpenTelemetry's meters

	profileAddr string

	// stop is a function and not the providers, because a package that uses this type would compile
	// their thousand generic functions with it: a second for each program.
	stop func(context.Context) error
}

// Start sets up the instruments of a service and makes them OpenTelemetry's defaults.
func Start(ctx context.Context, service string, c Config) (*Telemetry, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &Telemetry{
		profileAddr:    c.ProfileAddr,
		Log:            NewLogger(os.Stdout, service, c.LogLevel),
		processMetrics: prometheus.NewRegistry(),
		meterMetrics:   prometheus.NewRegistry(),
	}
	slog.SetDefault(t.Log)
	t.processMetrics.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	host, _ := os.Hostname() // a name of none tells replicas apart as little as none
	res := resource.NewSchemaless(semconv.ServiceName(service), semconv.ServiceInstanceID(host),
		semconv.ServiceVersion(version()))

	options := []trace.TracerProviderOption{trace.WithResource(res), trace.WithSampler(trace.NeverSample())}
	if c.Endpoint != "" {
		exporter, err := otlptracehttp.New(ctx,
			otlptracehttp.WithEndpointURL(strings.TrimRight(c.Endpoint, "/")+"/v1/traces"))
		if err != nil {
			return nil, fmt.Errorf("trace exporter: %w", err)
		}
		options = []trace.TracerProviderOption{
			trace.WithResource(res),
			trace.WithSampler(c.sampler()),
			trace.WithBatcher(exporter, trace.WithBatchTimeout(500*time.Millisecond)),
		}
	}
	traces := trace.NewTracerProvider(options...)
	reader, err := otelprometheus.New(otelprometheus.WithRegisterer(t.meterMetrics), otelprometheus.WithoutScopeInfo())
	if err != nil {
		return nil, fmt.Errorf("metrics reader: %w", err)
	}
	readers := []metric.Option{metric.WithReader(reader), metric.WithResource(res)}
	if slices.Contains(c.Metrics, "otlp") {
		pushing, err := t.newPushReader(ctx, c.Endpoint)
		if err != nil {
			return nil, fmt.Errorf("metrics exporter: %w", err)
		}
		readers = append(readers, metric.WithReader(pushing))
	}
	meters := metric.NewMeterProvider(readers...)

	otel.SetTracerProvider(recordedOnly{recording: traces, public: c.Public})
	otel.SetMeterProvider(meters)
	t.stop = func(ctx context.Context) error { return errors.Join(traces.Shutdown(ctx), meters.Shutdown(ctx)) }
	otel.SetTextMapPropagator(propagation.TraceContext{})
	// A collector that is gone must not fill the log: exporters drop, and say so at level debug
	// only.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { t.Log.DebugContext(ctx, "telemetry", "error", err) }))
	return t, nil
}

// Part sends what is left when the program stops. Put it first, so that it stops last.
func (t *Telemetry) Part() lifecycle.Part {
	part := lifecycle.Part{Name: "telemetry", Stop: t.stop}
	if t.profileAddr == "" {
		return part
	}
	return serveProfiles(part, t.profileAddr)
}

// sampler decides what is recorded.
func (c Config) sampler() trace.Sampler {
	if c.Public {
		own := notPolling{c.NewShare()}
		return trace.ParentBased(own, trace.WithRemoteParentSampled(own), trace.WithRemoteParentNotSampled(own))
	}
	return trace.ParentBased(notPolling{trace.TraceIDRatioBased(c.SampleRatio)})
}

// version is what the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Version
}

// notPolling drops client spans that begin a trace: those are our own polls of the outbox, the
// queue and the health checks, which belong to no request.
type notPolling struct{ trace.Sampler }

func (s notPolling) ShouldSample(p trace.SamplingParameters) trace.SamplingResult {
	if p.Kind == apitrace.SpanKindClient {
		return trace.SamplingResult{Decision: trace.Drop}
	}
	return s.Sampler.ShouldSample(p)
}

func (s notPolling) Description() string { return "notPolling of " + s.Sampler.Description() }
