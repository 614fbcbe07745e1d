package telemetry

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"go.opentelemetry.io/otel/sdk/trace"
	apitrace "go.opentelemetry.io/otel/trace"
)

// Share is the part of all traces that a public program records. A keyed hash of the trace's id
// decides: all spans of a trace are recorded or none, and a client that chooses ids cannot tell
// which of them are recorded. It is a trace.Sampler.
type Share struct {
	key   [sha256.Size]byte
	bound uint64 // hashes below it are recorded
	all   bool
}

// NewShare returns the share of the configuration.
func (c Config) NewShare() Share {
	s := Share{key: sha256.Sum256([]byte(cmp.Or(c.SampleKey, rand.Text()))), all: c.SampleRatio >= 1}
	if !s.all && c.SampleRatio > 0 {
		s.bound = uint64(c.SampleRatio * math.MaxUint64)
	}
	return s
}

// Has reports whether a trace is in the share.
func (s Share) Has(id apitrace.TraceID) bool {
	if s.all {
		return true
	}
	// Key and id have one length each, so that the plain hash of both is as good as HMAC, at a quarter
	// of its cost: each request is decided upon.
	var keyed [sha256.Size + len(id)]byte
	copy(keyed[:], s.key[:])
	copy(keyed[sha256.Size:], id[:])
	sum := sha256.Sum256(keyed[:])
	return binary.BigEndian.Uint64(sum[:]) < s.bound
}

// ShouldSample implements trace.Sampler.
func (s Share) ShouldSample(p trace.SamplingParameters) trace.SamplingResult {
	decision := trace.Drop
	if s.Has(p.TraceID) {
		decision = trace.RecordAndSample
	}
	return trace.SamplingResult{Decision: decision,
		Tracestate: apitrace.SpanContextFromContext(p.ParentContext).TraceState()}
}

// Description implements trace.Sampler.
func (s Share) Description() string { return fmt.Sprintf("Share{%d}", s.bound) }
