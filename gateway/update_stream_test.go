package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/platform/testkit"
)

// Verifies LIVE-4.
func TestUpdatesStreamIsTheSameForAll(t *testing.T) {
	w := newEnvironment(t)
	u := newTestUpdates(t)
	w.gateway.updates = u
	resp, first := w.openUpdates(t, "", "Cookie", "mcwick_device=x")
	h := resp.Header
	if resp.StatusCode != 200 || h.Get("Content-Type") != "text/event-stream" || h.Get("Cache-Control") != "no-store" ||
		h["Set-Cookie"] != nil || h["Vary"] != nil || h.Get("RateLimit") != "" {
		t.Errorf("%s %v", resp.Status, h)
	}
	if got := readEvent(t, first); got != (receivedEvent{"99", "ready", "{}"}) {
		t.Errorf("a stream begins with %+v", got)
	}
	_, second := w.openUpdates(t, "")
	readEvent(t, second)
	u.notice(t, 100, added("a", "meme"))
	u.sendOne()
	for _, s := range []*bufio.Scanner{first, second} {
		if got := readEvent(t, s); got != (receivedEvent{"100", "", `{"added":[{"id":"a","type":"meme"}]}`}) {
			t.Errorf("%+v", got)
		}
	}
	for _, resume := range [][]string{{"", "Last-Event-ID", "99"}, {"?after=99"}, {"?after=5", "Last-Event-ID", "99"}} {
		_, s := w.openUpdates(t, resume[0], resume[1:]...)
		readEvent(t, s)
		if got := readEvent(t, s); got.id != "100" || got.event != "" {
			t.Errorf("%v: %+v", resume, got)
		}
	}
	_, lost := w.openUpdates(t, "?after=5")
	readEvent(t, lost)
	if got := readEvent(t, lost); got != (receivedEvent{"100", "reset", "{}"}) {
		t.Errorf("after 5: %+v", got)
	}
}

// A stream over HTTP/2 is one of many on its connection.
func TestUpdatesStreamOverHTTP2(t *testing.T) {
	w := newEnvironment(t)
	u := newTestUpdates(t)
	w.gateway.updates = u
	server := httptest.NewUnstartedServer(w.gateway.routes())
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	w.url, w.client = server.URL, server.Client()
	resp, s := w.openUpdates(t, "")
	if resp.ProtoMajor != 2 || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%s %v", resp.Proto, resp.Header)
	}
	readEvent(t, s)
	u.notice(t, 100, liked("a", 1))
	u.sendOne()
	if got := readEvent(t, s); got.data != `{"likes":{"a":1}}` {
		t.Errorf("%+v", got)
	}
	resp.Body.Close()
	testkit.Eventually(t, "no stream is counted", func() bool { return u.streams.all() == 0 })
}

// Verifies LIVE-4.
func TestUpdatesStreamsAreRefusedWithCodes(t *testing.T) {
	w := newEnvironment(t)
	u := newTestUpdates(t)
	w.gateway.updates = u
	expect := func(what, query string, status int, code string) {
		t.Helper()
		resp, err := w.client.Get(w.url + "/api/v1/gallery/events" + query)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var problem struct{ Code string }
		if err := json.NewDecoder(resp.Body).Decode(&problem); err != nil || resp.StatusCode != status ||
			problem.Code != code || (status != 400) != (resp.Header.Get("Retry-After") != "") {
			t.Errorf("%s: %s %s %v, %v", what, resp.Status, problem.Code, resp.Header, err)
		}
	}
	for _, query := range []string{"?after=x", "?after=", "?after=1&after=2", "?before=1", "?%zz"} {
		expect(query, query, 400, "REQUEST_UNREADABLE")
	}
	key := addressPrefix("127.0.0.1:1")
	u.streams.open[key] = updateStreamsPerAddress
	expect("one address", "", 429, "TOO_MANY_STREAMS")
	u.streams.open[key], u.streams.open[allStreams] = 0, updateStreamsInAll(w.gateway.config.MaxConnections)
	expect("all", "", 503, "UPDATES_FULL")
	u.streams.open[allStreams] = 0
	u.isCurrent = func() bool { return false }
	expect("no broker", "", 503, "UPDATES_UNAVAILABLE")
}

// TestOneLaneDoesNotTakeAllStreams has clients of as many /48s of one /40 as would have all streams.
// Verifies LIVE-9.
func TestOneLaneDoesNotTakeAllStreams(t *testing.T) {
	const inAll = 15_000
	s := streams{open: map[string]int{}}
	open := func(lane, customer, host int) bool {
		address := fmt.Sprintf("[2001:db8:%x%02x:%x::1]:1", lane, customer, host)
		return s.acquire(openBounds(address, updateStreamsPerAddress, updateStreamsPerSubnet, inAll))
	}
	opened := 0
	for customer := range 16 {
		for n := range updateStreamsPerSubnet {
			if open(1, customer, n/updateStreamsPerAddress) {
				opened++
			}
		}
	}
	if opened != inAll/10 || !open(2, 0, 0) {
		t.Errorf("a lane has %d of %d streams", opened, inAll)
	}
	for _, n := range []int{updateStreamsPerSubnet, inAll / 10} { // an IPv4 network is a subnet and a lane
		if got := openBounds("192.0.2.1:1", 9, n, inAll)["192.0.2.0/24"]; got != n {
			t.Errorf("an IPv4 network has %d streams, want %d", got, n)
		}
	}
	if got := openBounds("192.0.2.1:1", 9, 9, 50)["192.0.2.0/24"]; got != 5 {
		t.Errorf("of few streams an IPv4 network has %d", got)
	}
}

// Streams end with the gateway, each with a time of its own to come back, and are not counted then.
// Verifies LIVE-6.
func TestUpdatesStreamsEndWithTheGateway(t *testing.T) {
	w := newEnvironment(t)
	u := newTestUpdates(t)
	w.gateway.updates = u
	retries := make(map[string]bool)
	var open []*bufio.Scanner
	for range 5 {
		_, s := w.openUpdates(t, "")
		s.Scan()
		ms, err := strconv.Atoi(strings.TrimPrefix(s.Text(), "retry: "))
		if d := time.Duration(ms) * time.Millisecond; err != nil || d < minUpdateRetry || d > maxUpdateRetry {
			t.Errorf("come back: %q", s.Text())
		}
		retries[s.Text()] = true
		open = append(open, s)
	}
	if len(retries) < 4 || u.streams.all() != 5 {
		t.Errorf("%d streams: %v", u.streams.all(), retries)
	}
	w.gateway.stop()
	for _, s := range open {
		for s.Scan() {
		}
	}
	testkit.Eventually(t, "no stream is counted", func() bool { return u.streams.all() == 0 })
}

// stuckListener accepts connections to which nothing can be written.
type stuckListener struct {
	net.Listener
	writes atomic.Int32 // that began
}

func (l *stuckListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &stuckConn{Conn: conn, writes: &l.writes, closed: make(chan struct{})}, err
}

type stuckConn struct {
	net.Conn
	writes *atomic.Int32
	once   sync.Once
	closed chan struct{}
}

func (c *stuckConn) Write([]byte) (int, error) {
	c.writes.Add(1)
	<-c.closed
	return 0, net.ErrClosed
}

func (c *stuckConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// A stream whose connection the server has given away still belongs to it: its stop waits for the stream,
// and the stream does not wait for a client that does not read.
func TestStopWaitsForUpdatesStreams(t *testing.T) {
	w := newEnvironment(t)
	u := newTestUpdates(t)
	w.gateway.updates = u
	server := httptest.NewUnstartedServer(w.gateway.routes())
	listener := &stuckListener{Listener: server.Listener}
	server.Listener = listener
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /api/v1/gallery/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	testkit.Eventually(t, "the stream has begun", func() bool { return listener.writes.Load() == 1 })
	stop := w.gateway.serverParts()[0].Stop
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if err := stop(late); !errors.Is(err, context.Canceled) {
		t.Errorf("it does not wait for an open stream: %v", err)
	}
	w.gateway.stop()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := stop(ctx); err != nil || u.streams.all() != 0 {
		t.Errorf("%v, %d streams are left", err, u.streams.all())
	}
}

// A panic in one stream is logged, and ends that stream alone.
func TestPanicEndsOneUpdatesStream(t *testing.T) {
	w := newEnvironment(t)
	var log bytes.Buffer
	w.gateway.log = slog.New(slog.NewTextHandler(&log, nil))
	u := newTestUpdates(t)
	w.gateway.updates = u
	u.age = nil // what is written to this stream cannot be measured
	u.notice(t, 100, liked("a", 1))
	u.sendOne()
	_, s := w.openUpdates(t, "")
	for s.Scan() {
	}
	if err := u.wait(t.Context()); err != nil || u.streams.all() != 0 || !strings.Contains(log.String(), "panic: ") {
		t.Errorf("%v, %d streams are left; logged: %s", err, u.streams.all(), log.String())
	}
}

// A client that comes back has no second update within a second; one that reads slowly gets what it
// missed at once. Between updates there are heartbeats; the stream ends by itself, and when the
// broker is away.
// Verifies LIVE-5.
func TestUpdateStreamPacesItsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := newTestUpdates(t)
		current := true
		u.isCurrent = func() bool { return current }
		written := make(chan string) // a client that reads when it is asked to
		s := updateStream{updates: u, id: 99, send: func(b []byte) error { written <- string(b); return nil }}
		ended := make(chan error, 1)
		u.notice(t, 100, liked("a", 1))
		u.sendOne()
		go func() { ended <- s.run(t.Context(), context.Background()) }()
		if got := <-written; !strings.Contains(got, "event: ready") || !strings.Contains(got, `"a":1`) {
			t.Errorf("it begins with %q", got)
		}
		begin := time.Now()
		u.notice(t, 101, liked("a", 2))
		u.sendOne()
		if got := <-written; time.Since(begin) != updateInterval || !strings.Contains(got, `"a":2`) {
			t.Errorf("after %s: %q", time.Since(begin), got)
		}
		for i := range int64(3) {
			u.notice(t, 102+i, liked("b", int32(i)))
			u.sendOne()
			time.Sleep(updateInterval) // it is still writing the first
		}
		if got := []string{<-written, <-written}; !strings.Contains(got[0], `"b":0`) || !strings.Contains(got[1], `"b":2`) {
			t.Errorf("a slow client got %q", got)
		}
		begin = time.Now()
		beats := 0
		for ended != nil {
			select {
			case got := <-written:
				if beats++; got != string(heartbeat) {
					t.Errorf("between updates: %q", got)
				}
			case err := <-ended:
				ended = nil
				age := time.Since(begin)
				if err != nil || age < updateStreamAge-time.Minute || age > updateStreamAge*3/2 {
					t.Errorf("it ended after %s: %v", age, err)
				}
			}
		}
		if beats < 39 {
			t.Errorf("%d heartbeats", beats)
		}
		begin = time.Now()
		ended = make(chan error, 1)
		go func() { ended <- s.run(t.Context(), context.Background()) }()
		for id := int64(200); ended != nil; id++ {
			select {
			case <-written:
				time.Sleep(updateInterval)
				u.notice(t, id, liked("a", int32(id)))
				u.sendOne()
			case err := <-ended:
				ended = nil
				if age := time.Since(begin); err != nil || age > updateStreamAge*3/2+updateHeartbeat {
					t.Errorf("with an update a second it ended after %s: %v", age, err)
				}
			}
		}
		current = false
		begin = time.Now()
		go func() {
			<-written
		}()
		if err := s.run(t.Context(), context.Background()); err != nil || time.Since(begin) != updateHeartbeat {
			t.Errorf("without a broker it ended after %s: %v", time.Since(begin), err)
		}
	})
}
