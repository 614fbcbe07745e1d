package testkit

import (
	"context"
	"net/url"
	"testing"

	"mcwick.example/platform/netfault"
)

// Freezer is a TCP proxy in front of a server that can be made to hang.
type Freezer = netfault.Proxy

// FreezeDatabase puts a Freezer in front of the database at a URL, without the pooler that may be
// there, and returns the URL through it. A connection that gets no answer is given up as early as in production.
func FreezeDatabase(t testing.TB, databaseURL string) (through string, f *Freezer) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := url.Parse(requireVariable(t, "TEST_POSTGRES_URL"))
	if err != nil {
		t.Fatal(err)
	}
	u.Host, f = NewFreezer(t, direct.Host)
	q := u.Query()
	q.Del("connect_timeout")
	u.RawQuery = q.Encode()
	return u.String(), f
}

// NewFreezer listens at addr and passes on to server until the test ends.
func NewFreezer(t testing.TB, server string) (addr string, f *Freezer) {
	t.Helper()
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(end)
	f, err := netfault.Listen(ctx, "127.0.0.1:0", server)
	if err != nil {
		t.Fatal(err)
	}
	return f.Addr(), f
}
