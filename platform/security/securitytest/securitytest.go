// Package securitytest reads security events in tests, and validates each against the schema.
package securitytest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcwick.example/platform/security"
	"mcwick.example/platform/telemetry"
)

// Recorder keeps what a program logs.
type Recorder struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (r *Recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

// Logger is a program's logger whose lines the recorder keeps.
func (r *Recorder) Logger(service string) *slog.Logger {
	return telemetry.NewLogger(r, service, slog.LevelInfo)
}

// Text is all that was logged.
func (r *Recorder) Text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// Events returns the security events so far. One that the schema does not allow fails the test.
func (r *Recorder) Events(t testing.TB) (events []map[string]any) {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(security.Schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(r.Text()) {
		var event map[string]any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		if event["stream"] != "security" {
			continue
		}
		if err := schema.Validate(event); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		events = append(events, event)
	}
	return events
}
