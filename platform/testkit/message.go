package testkit

import (
	"testing"

	"google.golang.org/protobuf/proto"
)

// CheckComplete fails the test when a field of a message has no value, so that a test which
// compares whole messages cannot forget a field that is added later.
func CheckComplete(t testing.TB, m proto.Message) {
	t.Helper()
	message := m.ProtoReflect()
	fields := message.Descriptor().Fields()
	for i := range fields.Len() {
		if f := fields.Get(i); !message.Has(f) {
			t.Errorf("%s has no value in %s: give it one of its own", f.Name(), message.Descriptor().FullName())
		}
	}
}
