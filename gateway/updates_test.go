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
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/events"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// newTestUpdates has read the topic up to offset 99, and its broker answers.
func newTestUpdates(t testing.TB) *updates {
	t.Helper()
	u, err := newUpdates(events.Config{}, testkit.DiscardLog())
	if err != nil {
		t.Fatal(err)
	}
	u.isCurrent = func() bool { return true }
	u.begin(100)
	return u
}

// notice applies a notice.
func (u *updates) notice(t testing.TB, offset int64, n *galleryv1.ListChanged) {
	t.Helper()
	u.noticeOf(t, time.Now(), offset, n)
}

func (u *updates) noticeOf(t testing.TB, at time.Time, offset int64, n *galleryv1.ListChanged) {
	t.Helper()
	payload, err := proto.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	u.apply(events.Notice{Offset: offset,
		Event: events.Event{Type: "gallery.v1.ListChanged", Time: at, Payload: payload}})
}

func added(id, kind string) *galleryv1.ListChanged {
	return &galleryv1.ListChanged{Added: []*galleryv1.ListedImage{{ImageId: id, Type: kind}}}
}

func liked(id string, likes int32) *galleryv1.ListChanged {
	return &galleryv1.ListChanged{Likes: []*galleryv1.LikeCount{{ImageId: id, Likes: likes}}}
}

// receivedEvent is a server-sent event as a client has it.
type receivedEvent struct{ id, event, data string }

// readEvent returns the next event of a stream that has data.
func readEvent(t testing.TB, s *bufio.Scanner) (e receivedEvent) {
	t.Helper()
	for s.Scan() {
		name, value, _ := strings.Cut(s.Text(), ": ")
		switch {
		case name == "id":
			e.id = value
		case name == "event":
			e.event = value
		case name == "data":
			e.data = value
		case s.Text() == "" && e.data != "":
			return e
		}
	}
	t.Fatalf("the stream ended: %v", s.Err())
	return e
}

// What a second brought is one update: the last count of each picture, and nothing of one that went.
func TestUpdatesMergeWhatASecondBrought(t *testing.T) {
	u := newTestUpdates(t)
	u.notice(t, 100, added("a", "meme"))
	u.notice(t, 101, added("b", "pfp"))
	u.notice(t, 102, liked("a", 1))
	u.notice(t, 103, liked("c", 5))
	u.notice(t, 104, liked("c", 6))
	u.notice(t, 105, &galleryv1.ListChanged{RemovedIds: []string{"a"}})
	u.sendOne()
	event, reached, _, _, ok := u.after(99)
	want := "id: 105\ndata: {\"added\":[{\"id\":\"b\",\"type\":\"pfp\"}],\"removed\":[\"a\"],\"likes\":{\"c\":6}}\n\n"
	if string(event) != want || reached != 105 || !ok {
		t.Errorf("%q %d %t", event, reached, ok)
	}
	for i := range int64(3 * updateLikes) {
		u.notice(t, 200+i, liked(strconv.FormatInt(i, 10), 1))
		u.notice(t, 1000+i, added(strconv.FormatInt(i, 10), "meme"))
		u.notice(t, 2000+i, &galleryv1.ListChanged{RemovedIds: []string{"gone" + strconv.FormatInt(i, 10)}})
	}
	u.sendOne()
	last := u.history[len(u.history)-1]
	if len(last.Likes) != updateLikes || len(last.Added) != updatePictures || len(last.Removed) != updatePictures {
		t.Errorf("an update has %d counts, %d and %d pictures", len(last.Likes), len(last.Added), len(last.Removed))
	}
}

// A client that comes back gets what it missed as one update, or learns that it is not known any more.
// Verifies LIVE-6.
func TestUpdatesResume(t *testing.T) {
	u := newTestUpdates(t)
	for i := range int64(3) {
		u.notice(t, 100+2*i, liked("a", int32(i)))
		u.sendOne()
	}
	for id, want := range map[int64]string{
		99: `{"likes":{"a":2}}`, 100: `{"likes":{"a":2}}`, 101: `{"likes":{"a":2}}`, 102: `{"likes":{"a":2}}`, 104: "",
	} {
		event, reached, _, _, ok := u.after(id)
		if !ok || reached != 104 || !strings.Contains(string(event), want) || (want == "") != (event == nil) {
			t.Errorf("after %d: %q, %t", id, event, ok)
		}
	}
	for _, id := range []int64{-1, 0, 98, 105} { // too old, or of a topic that was lost
		if _, reached, _, _, ok := u.after(id); ok || reached != 104 {
			t.Errorf("after %d: nothing was missed", id)
		}
	}
	for i := range int64(updateHistory) {
		u.notice(t, 200+i, liked("b", int32(i)))
		u.sendOne()
	}
	if _, _, _, _, ok := u.after(103); ok || len(u.history) != updateHistory {
		t.Errorf("a history of %d updates", len(u.history))
	}
	if _, _, _, _, ok := u.after(200); !ok {
		t.Error("the oldest update that is kept is not known")
	}
	for i := range int64(updatePictures) {
		u.notice(t, 900+i, added(strconv.FormatInt(i, 10), "meme"))
		u.sendOne()
	}
	if _, _, _, _, ok := u.after(899); ok {
		t.Error("more than an update may have was merged")
	}
	u.begin(0)
	if _, _, _, _, ok := u.after(999); ok {
		t.Error("the history of a lost topic is known")
	}
}

// A gateway that starts reads the notices of the last hour: each is an update of its own, so that a
// client that has seen some of them gets the others alone, and all others get none.
// Verifies LIVE-6.
func TestUpdatesOfAFormerProcessResume(t *testing.T) {
	u := newTestUpdates(t)
	for i := range int64(50) {
		u.noticeOf(t, time.Now().Add(-time.Hour), 100+i, added(strconv.FormatInt(i, 10), "meme"))
	}
	u.notice(t, 150, added("new", "meme"))
	u.sendOne()
	event, _, _, _, ok := u.after(148)
	if got := strings.Count(string(event), "meme"); got != 2 || !ok {
		t.Errorf("after 148: %d pictures: %s", got, event)
	}
	if id := u.recent(time.Now()); id != 149 {
		t.Errorf("a new stream begins after %d", id)
	}
}

// A new stream begins with what changed while its page was loading.
func TestUpdatesBeginWithTheLastSeconds(t *testing.T) {
	u, now := newTestUpdates(t), time.Now()
	for i, age := range []time.Duration{time.Minute, recentUpdates + time.Second, time.Second, 0} {
		u.noticeOf(t, now.Add(-age), 100+int64(i), liked("a", 1))
		u.sendOne()
	}
	if id := u.recent(now); id != 101 {
		t.Errorf("it begins after %d", id)
	}
}

// However many notices come, updates are a second apart, and the first comes at once.
// Verifies LIVE-5.
func TestUpdatesAreASecondApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := newTestUpdates(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() { _ = u.send(ctx) }()
		begin := time.Now()
		for i := range int64(43) {
			u.notice(t, 100+i, liked("a", int32(i)))
			time.Sleep(70 * time.Millisecond) // never at the same moment as an update
		}
		synctest.Wait()
		var at []time.Duration
		for _, s := range u.history {
			at = append(at, s.changed.Sub(begin))
		}
		if fmt.Sprint(at) != "[0s 70ms 1.05s 2.03s]" {
			t.Errorf("updates at %v", at)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := len(u.history); n != 4 {
			t.Errorf("%d updates without a notice", n-4)
		}
	})
}

// openUpdates opens a stream at the gateway.
func (w *environment) openUpdates(t testing.TB, query string, header ...string) (*http.Response, *bufio.Scanner) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", w.url+"/api/v1/gallery/events"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp, bufio.NewScanner(resp.Body)
}

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
type stuckListener struct{ net.Listener }

func (l stuckListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &stuckConn{Conn: conn, closed: make(chan struct{})}, err
}

type stuckConn struct {
	net.Conn
	once   sync.Once
	closed chan struct{}
}

func (c *stuckConn) Write([]byte) (int, error) {
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
	server.Listener = stuckListener{server.Listener}
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /api/v1/gallery/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	testkit.Eventually(t, "the stream is open", func() bool { return u.streams.all() == 1 })
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

// The gateway follows what the gallery publishes, by a real broker.
// Verifies LIVE-1.
func TestUpdatesFollowTheGallery(t *testing.T) {
	w := newEnvironment(t)
	c := events.Config{Brokers: testkit.Kafka(t)}
	u, err := newUpdates(c, testkit.DiscardLog())
	if err != nil {
		t.Fatal(err)
	}
	w.gateway.updates = u
	resp, _ := w.openUpdates(t, "")
	if resp.StatusCode != 503 {
		t.Errorf("before it follows: %s", resp.Status)
	}
	testkit.RunCommand(t, u.follow)
	testkit.RunCommand(t, u.send)
	testkit.Eventually(t, "it follows", u.isCurrent)
	_, s := w.openUpdates(t, "")
	readEvent(t, s)
	pool := testkit.Database(t, postgres.Schema{events.Tables})
	relay := events.NewNoticeRelay(testkit.DiscardLog(), pool, c, "gallery", galleryv1.TopicList)
	testkit.RunCommand(t, relay.Run)
	// Other tests may publish as well, and more than there is room for in one update.
	for id, got := "none", ""; !strings.Contains(got, id); got = readEvent(t, s).data {
		id = uuid.NewString()
		err = relay.InTx(t.Context(), func(pgx.Tx) ([]events.Event, error) {
			e, err := events.New(t.Context(), galleryv1.TopicList, galleryv1.TopicList, added(id, "pfp"))
			return []events.Event{e}, err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
