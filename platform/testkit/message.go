package testkit

import (
	"testing"

	"google.golang.org/protobuf/proto"

	contractv1 "mcwick.example/platform/contract/api/contract/v1"
)

// CheckComplete fails the test when a field of a message has no value, so that a test which
// compares whole messages cannot forget a field that is added later.
func CheckComplete(t testing.TB, m proto.Message) {
	t.Helper()
	message := m.ProtoReflect()
	fields := message.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if proto.HasExtension(f.Options(), contractv1.E_AddressOf) {
			continue // the gateway sets it
		}
		if !message.Has(f) {
			t.Errorf("%s has no value in %s: give it one of its own", f.Name(), message.Descriptor().FullName())
		}
	}
}
