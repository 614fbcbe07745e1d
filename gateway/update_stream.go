package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
)

const updatesPath = "GET /api/v1/gallery/events"

// The bounds of a stream of updates.
const (
	updateStreamAge = 10 * time.Minute // and up to half of it more, so that not all end together
	updateHeartbeat = 15 * time.Second // below the idle time-outs of proxies
	// updateWriteTimeout is how long a client may take to read. One that has left is known by it, or by
	// the second heartbeat after.
	updateWriteTimeout = 20 * time.Second
	minUpdateRetry     = time.Second // when a client is to come back
	maxUpdateRetry     = 10 * time.Second
	updatesRetryAfter  = 30 * time.Second // after a refusal
)

// How many streams of updates may be open at this replica. They have no device, and cost no poll
// behind it; pages that are refused poll.
const (
	updateStreamsPerAddress = 200
	updateStreamsPerSubnet  = 1000
)

// updateStreamsInAll is how many of so many connections streams may take: without the others no request
// would come in, and none would learn that the room is full.
func updateStreamsInAll(maxConnections int) int { return maxConnections * 3 / 4 }

// allStreams is the key that counts all streams of a replica.
const allStreams = "all"

var (
	errUpdatesAway = fault.New(fault.KindUnavailable, "UPDATES_UNAVAILABLE",
		"Nobody calls out what is new right now, broh. Look again in a moment.")
	errUpdatesFull = fault.New(fault.KindUnavailable, "UPDATES_FULL",
		"The room is packed, broh. Look again in a moment.")
	errAfter = fault.Invalid("REQUEST_UNREADABLE",
		fault.Field{Name: "after", Message: "That is no update's id."})
)

// serveUpdates streams what changes in the gallery, to everybody the same. A client that comes back
// gets what it missed, or the event reset: then it reads its lists again.
func (g *gateway) serveUpdates(w http.ResponseWriter, r *http.Request) {
	id, isResumed, err := lastUpdate(r)
	if err != nil {
		writeProblem(r.Context(), w, err)
		return
	}
	u := g.updates
	if !u.isCurrent() || g.stopping.Err() != nil {
		writeProblem(r.Context(), w, errUpdatesAway.WithRetryAfter(updatesRetryAfter))
		return
	}
	bounds := openBounds(clientOf(r).address, updateStreamsPerAddress, updateStreamsPerSubnet,
		updateStreamsInAll(g.config.MaxConnections))
	if err := u.streams.admit(bounds); err != nil {
		writeProblem(r.Context(), w, err)
		return
	}
	setStreamHeaders(w.Header())
	if r.Method == http.MethodHead {
		u.streams.release(bounds)
		return
	}
	if !isResumed {
		id = u.recent(time.Now())
	}
	s := updateStream{updates: u, id: id}
	u.running.Add(1) // before Hijack: until then the server's stop waits for us
	run := func(ctx context.Context) {
		defer u.streams.release(bounds)
		if err := s.run(ctx, g.stopping); errors.Is(err, os.ErrDeadlineExceeded) {
			u.dropped.Add(context.Background(), 1)
		}
	}
	out := http.NewResponseController(w)
	conn, _, err := out.Hijack()
	if err != nil { // HTTP/2, whose connections are shared
		defer u.running.Done()
		s.send = func(event []byte) error {
			_, err := w.Write(event)
			return errors.Join(err, out.Flush()) // the server bounds how long it may take
		}
		run(r.Context())
		return
	}
	// The server's buffers and the stack of its handlers are more than four times what a stream needs.
	s.send = func(event []byte) error {
		if err := conn.SetWriteDeadline(time.Now().Add(updateWriteTimeout)); err != nil {
			return err
		}
		_, err := conn.Write(event)
		return err
	}
	s.head = streamHead(w.Header())
	go func() {
		defer u.running.Done()
		defer func() { // no server is left that does it
			if p := recover(); p != nil {
				g.log.Error("stream of updates failed", "error", fault.FromPanic(p)) //nolint:sloglint // its request has ended
			}
		}()
		defer conn.Close()
		defer context.AfterFunc(g.stopping, func() { conn.Close() })() // the client may not be reading
		run(context.Background())
	}()
}

// wait returns when no stream is left. The servers have stopped by then, so none is added.
func (u *updates) wait(ctx context.Context) error { return lifecycle.Await(ctx, u.running.Wait) }

// streamHead is the beginning of an answer of HTTP/1.1 that ends with its connection.
func streamHead(h http.Header) []byte {
	h.Set("Connection", "close")
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(&head) // a buffer takes everything
	head.WriteString("\r\n")
	return head.Bytes()
}

// lastUpdate returns the id of the last update that the client saw. A browser sends it as
// Last-Event-ID when it comes back by itself, and our page as a parameter after it had closed the
// stream.
func lastUpdate(r *http.Request) (id int64, isResumed bool, err error) {
	var all []string // the newer one last
	if r.URL.RawQuery != "" {
		q, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || len(q) != 1 || len(q["after"]) != 1 {
			return 0, false, errAfter
		}
		all = append(all, q.Get("after"))
	}
	all = append(all, r.Header.Values("Last-Event-ID")...)
	for _, text := range all {
		if id, err = strconv.ParseInt(text, 10, 64); err != nil {
			return 0, false, errAfter
		}
	}
	return id, len(all) > 0, nil
}

// admit counts a stream, or says why it may not be opened.
func (s *streams) admit(bounds map[string]int) error {
	switch {
	case s.acquire(bounds):
		return nil
	case s.all() >= bounds[allStreams]:
		return errUpdatesFull.WithRetryAfter(updatesRetryAfter)
	}
	return errStreams.WithRetryAfter(updatesRetryAfter)
}

// updateStream writes updates to one client.
type updateStream struct {
	updates *updates
	send    func(event []byte) error
	head    []byte // written before the first event
	id      int64  // of the last update that was written
}

// run writes until the client leaves or it has to come back: when the stream is old, the program
// stops, or the broker does not answer.
func (s *updateStream) run(ctx, stopping context.Context) error {
	retry := minUpdateRetry + rand.N(maxUpdateRetry-minUpdateRetry) // so that a restart is no stampede
	event, changed, next := s.next()
	// the id of the beginning is an event of its own: pages keep it for when they close the stream
	begin := fmt.Appendf(s.head, "retry: %d\nid: %d\nevent: ready\ndata: {}\n\n", retry.Milliseconds(), s.id)
	s.head = nil
	if event != nil {
		begin = append(begin, event...)
	}
	if err := s.write(begin, changed); err != nil {
		return err
	}
	notBefore := time.Now().Add(updateInterval)
	end := time.Now().Add(updateStreamAge + rand.N(updateStreamAge/2))
	timer := time.NewTimer(updateHeartbeat)
	defer timer.Stop()
	for !time.Now().After(end) {
		timer.Reset(updateHeartbeat)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-stopping.Done():
			return nil
		case <-timer.C:
			if !s.updates.isCurrent() {
				return nil
			}
			if err := s.write(heartbeat, time.Time{}); err != nil {
				return err
			}
			continue
		case <-next:
		}
		// updates are a second apart; what a client missed is followed by none within a second
		if wait := time.Until(notBefore); wait > 0 {
			timer.Reset(wait)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-stopping.Done():
				return nil
			case <-timer.C:
			}
		}
		event, changed, next = s.next()
		if event == nil {
			continue
		}
		if err := s.write(event, changed); err != nil {
			return err
		}
	}
	return nil
}

var heartbeat = []byte(":\n\n")

// next returns the event with what the client has not seen, none when there is nothing, and what
// tells that there is more.
func (s *updateStream) next() (event []byte, changed time.Time, next <-chan struct{}) {
	event, s.id, changed, next, _ = s.updates.after(s.id)
	return event, changed, next
}

// write sends an event. The age of what it tells is measured where it is known.
func (s *updateStream) write(event []byte, changed time.Time) error {
	if err := s.send(event); err != nil {
		return err
	}
	if !changed.IsZero() {
		s.updates.age.Record(context.Background(), time.Since(changed).Seconds())
	}
	return nil
}
