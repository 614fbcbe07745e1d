package rpc

import (
	"io"
	"net"
	"testing"

	"golang.org/x/net/http2"

	"mcwick.example/platform/testkit"
)

// Verifies OPS-34.
func TestServerSaysHowManyCallsAConnectionMayHave(t *testing.T) {
	addr := testkit.FreeAddr(t)
	part := NewServer(testkit.DiscardLog(), addr).Part()
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer part.Stop(t.Context())
	defer conn.Close()
	frames := http2.NewFramer(conn, conn)
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	if err := frames.WriteSettings(); err != nil {
		t.Fatal(err)
	}
	frame, err := frames.ReadFrame()
	if err != nil {
		t.Fatal(err)
	}
	settings, ok := frame.(*http2.SettingsFrame)
	if !ok {
		t.Fatalf("the server begins with %v", frame)
	}
	if most, _ := settings.Value(http2.SettingMaxConcurrentStreams); most != maxConcurrentStreams {
		t.Errorf("%d calls, want %d", most, maxConcurrentStreams)
	}
}
