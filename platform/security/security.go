// Package security writes security events: what an attack looks like while it fails. They are a stream of
// their own in the log of a program, one JSON line each, by the schema that docs/security-events.md
// describes. Strangers cause them, so each kind has a bound: what goes beyond is counted, not written.
package security

import (
	"context"
	_ "embed" // the schema
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/time/rate"

	"mcwick.example/platform/instrument"
)

// Schema is the JSON schema of an event.
//
//go:embed schema.json
var Schema []byte

// Kind is what happened, as event.name has it.
type Kind string

// The kinds.
const (
	ProofFailed     Kind = "proof.failed"      // a signature or a challenge of a key is not valid
	OperatorRefused Kind = "operator.refused"  // a call of the operators' API came without the right
	SignInRefused   Kind = "sign_in.refused"   // so did a sign-in at the console
	ClientBlocked   Kind = "client.blocked"    // who is blocked asked for more than reading
	CookieRefused   Kind = "cookie.refused"    // a device cookie is none that was sealed here
	FileRefused     Kind = "page.file_refused" // a file of the page is not what the build signed
	PolicyViolated  Kind = "page.violation"    // a browser reports what the page's policy made it refuse
)

// Of each kind a program writes a hundred at once, and one a second from then on: at most some 30 MB a day.
const (
	interval = 1 // a second
	burst    = 100
)

// Log is where the events of one program go.
type Log struct {
	log              *slog.Logger
	mu               sync.Mutex
	bounds           map[Kind]*bound
	counted, dropped metric.Int64Counter
}

// bound is the limit of one kind, and how many events it has kept back since the last that was written.
type bound struct {
	limiter *rate.Limiter
	dropped int
}

// New returns a log for events of these kinds, of which the counters begin at zero.
func New(log *slog.Logger, kinds ...Kind) *Log {
	meter := otel.Meter("mcwick/security")
	counted := instrument.Must(meter.Int64Counter("mcwick.security.events",
		metric.WithDescription("Security events by kind and reason, those that were not written included.")))
	dropped := instrument.Must(meter.Int64Counter("mcwick.security.dropped",
		metric.WithDescription("Security events that were not written, because too many of their kind came.")))
	reasons := readReasons()
	l := &Log{log: log.With("stream", "security"), bounds: make(map[Kind]*bound), counted: counted, dropped: dropped}
	for _, kind := range kinds {
		l.bounds[kind] = &bound{limiter: rate.NewLimiter(interval, burst)}
		for _, reason := range reasons[kind] {
			counted.Add(context.Background(), 0, labels(kind, reason))
		}
		dropped.Add(context.Background(), 0, metric.WithAttributes(attribute.String("event", string(kind))))
	}
	return l
}

// readReasons returns the reasons that the schema has for each kind; those of PolicyViolated are no closed set.
func readReasons() map[Kind][]string {
	var schema struct {
		OneOf []struct {
			Properties struct {
				Name struct {
					Const Kind
				} `json:"event.name"`
				Reason struct {
					Enum []string
				} `json:"event.reason"`
			}
		}
	}
	if err := json.Unmarshal(Schema, &schema); err != nil {
		panic(fmt.Sprintf("embedded schema of security events: %v", err))
	}
	reasons := make(map[Kind][]string)
	for _, of := range schema.OneOf {
		reasons[of.Properties.Name.Const] = of.Properties.Reason.Enum
	}
	return reasons
}

func labels(kind Kind, reason string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("event", string(kind)), attribute.String("reason", reason))
}

// Record counts an event, and writes it unless too many of its kind came. Kind and reason are of a closed
// set, and so are the names of the attributes: see the schema. None may hold a secret, an address or a text
// of a visitor.
func (l *Log) Record(ctx context.Context, kind Kind, reason string, more ...slog.Attr) {
	l.counted.Add(ctx, 1, labels(kind, reason))
	l.mu.Lock()
	b := l.bounds[kind] // one that New was not given is a mistake that every test of the caller meets
	allowed, dropped := b.limiter.Allow(), b.dropped
	b.dropped++
	if allowed {
		b.dropped = 0
	}
	l.mu.Unlock()
	if !allowed {
		l.dropped.Add(ctx, 1, metric.WithAttributes(attribute.String("event", string(kind))))
		return
	}
	attributes := append([]slog.Attr{slog.String("event.name", string(kind)), slog.String("event.reason", reason)}, more...)
	if dropped > 0 {
		attributes = append(attributes, slog.Int("event.dropped", dropped))
	}
	l.log.LogAttrs(ctx, slog.LevelWarn, "security event", attributes...)
}

// Lane is the network that a request comes from, by the keyed hash under which operators know and block it.
func Lane(lane string) slog.Attr { return slog.String("client.lane", lane) }
