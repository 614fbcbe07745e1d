package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/events"
	"mcwick.example/platform/instrument"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// The bounds of the updates that open pages receive.
const (
	updateInterval = time.Second // between two updates
	updateLikes    = 200         // counts in one update
	updatePictures = 100         // pictures that came, and as many that went
	updateHistory  = 600         // updates that are kept for pages that come back
	// recentUpdates is how far back a new stream begins: to between the page's reading of a list and
	// its stream.
	recentUpdates = 15 * time.Second
	maxNoticeAge  = 5 * time.Second // of one that shares an update with others
)

// update is what changed in the gallery, as pages read it.
type update struct {
	Added   []addedImage   `json:"added,omitempty"`
	Removed []string       `json:"removed,omitempty"`
	Likes   map[string]int `json:"likes,omitempty"`
}

type addedImage struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// add merges what came later. It leaves out additions and likes beyond the bounds: pages see them when
// they read a list again. Of removals there are no more than updatePictures.
func (u *update) add(later update) {
	for _, image := range later.Added {
		if len(u.Added) < updatePictures && !slices.Contains(u.Added, image) {
			u.Added = append(u.Added, image)
		}
	}
	for _, id := range later.Removed {
		u.Added = slices.DeleteFunc(u.Added, func(a addedImage) bool { return a.ID == id })
		delete(u.Likes, id)
		if !slices.Contains(u.Removed, id) {
			u.Removed = append(u.Removed, id)
		}
	}
	if u.Likes == nil && len(later.Likes) > 0 {
		u.Likes = make(map[string]int, len(later.Likes))
	}
	for id, likes := range later.Likes {
		if _, known := u.Likes[id]; known || len(u.Likes) < updateLikes {
			u.Likes[id] = likes
		}
	}
}

func (u *update) isEmpty() bool { return len(u.Added)+len(u.Removed)+len(u.Likes) == 0 }

// isFull reports whether something may have been left out.
func (u *update) isFull() bool {
	return len(u.Added) == updatePictures || len(u.Likes) == updateLikes
}

// sentUpdate is an update of the history, encoded once for all streams.
type sentUpdate struct {
	update
	id      int64     // the offset of its last notice, which is the same in all gateways
	changed time.Time // when the first of it changed
	event   []byte
}

// updates makes one update a second at most of the gallery's notices and keeps the last ones.
// Streams read these at their own speed: none is waited for.
type updates struct {
	follower  *events.Follower
	isCurrent func() bool // reports whether pages may rely on a stream

	mu      sync.Mutex
	begins  int64 // the offset after which history is complete
	history []sentUpdate
	pending update
	unsent  bool          // streams have not been woken for all of history
	reached int64         // the offset of the newest notice, pending or sent
	changed time.Time     // when the first of pending changed
	sent    chan struct{} // closed, and made anew, with each update
	wake    chan struct{} // tells send that something is pending
	streams streams
	running sync.WaitGroup // the streams, of which the servers know only those of HTTP/2

	dropped metric.Int64Counter
	age     metric.Float64Histogram
}

func newUpdates(c events.Config, log *slog.Logger) *updates {
	u := &updates{
		follower: events.NewFollower(log, c, galleryv1.TopicList, updateHistory),
		begins:   -1, reached: -1, sent: make(chan struct{}), wake: make(chan struct{}, 1),
		streams: streams{open: make(map[string]int)},
	}
	u.isCurrent = u.follower.IsCurrent
	u.measure(otel.Meter("mcwick/gateway"))
	return u
}

func (u *updates) measure(meter metric.Meter) {
	observeGauge(meter, "mcwick.updates.streams", "Open streams of what changes in the gallery.", u.streams.all)
	observeFlag(meter, "mcwick.updates.current",
		"1 while the broker answers; otherwise there are no streams, and pages poll.",
		u.isCurrent)
	u.dropped = instrument.Must(meter.Int64Counter("mcwick.updates.dropped",
		metric.WithDescription("Streams that were cut off because their client did not read.")))
	u.age = instrument.Must(meter.Float64Histogram("mcwick.updates.age", metric.WithUnit("s"),
		metric.WithDescription("From the first change of an update to its writing to a stream."),
		metric.WithExplicitBucketBoundaries(0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60)))
	u.dropped.Add(context.Background(), 0)
}

// follow reads notices until ctx ends.
func (u *updates) follow(ctx context.Context) error { return u.follower.Run(ctx, u.begin, u.apply) }

// begin forgets everything: notices before the offset are not known.
func (u *updates) begin(offset int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.begins, u.reached = offset-1, offset-1
	u.history, u.pending = nil, update{}
}

func (u *updates) apply(n events.Notice) {
	said := new(galleryv1.ListChanged)
	if n.Type != string(said.ProtoReflect().Descriptor().FullName()) || proto.Unmarshal(n.Payload, said) != nil {
		return // of a later release
	}
	later := update{Removed: said.GetRemovedIds(), Likes: make(map[string]int, len(said.GetLikes()))}
	for _, a := range said.GetAdded() {
		later.Added = append(later.Added, addedImage{a.GetImageId(), a.GetType()})
	}
	for _, l := range said.GetLikes() {
		later.Likes[l.GetImageId()] = int(l.GetLikes())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.pending.isEmpty() {
		u.changed = n.Time
	}
	isOld := time.Since(n.Time) > maxNoticeAge
	// What is of before the program started: who has seen a part of it must not get all. And removals
	// are not left out: pages that read a list again add to what they show.
	if isOld || len(u.pending.Removed)+len(later.Removed) > updatePictures {
		u.record()
		u.changed = n.Time
	}
	u.pending.add(later)
	u.reached = n.Offset
	if isOld {
		u.record()
	}
	select {
	case u.wake <- struct{}{}:
	default: // it is awake already
	}
}

// send makes updates of what is pending, at once and then once a second, until ctx ends.
func (u *updates) send(ctx context.Context) error {
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-u.wake:
		}
		u.sendOne()
		tick.Reset(updateInterval)
	}
}

func (u *updates) sendOne() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.record(); !u.unsent {
		return
	}
	u.unsent = false
	close(u.sent)
	u.sent = make(chan struct{})
}

// record puts what is pending into the history.
func (u *updates) record() {
	if u.pending.isEmpty() {
		return
	}
	next := sentUpdate{update: u.pending, id: u.reached, changed: u.changed}
	u.pending, u.unsent = update{}, true
	next.event = encodeUpdate(next.id, next.update)
	if u.history = append(u.history, next); len(u.history) > updateHistory {
		u.begins = u.history[0].id
		u.history = slices.Delete(u.history, 0, 1)
	}
}

// atOnce is the channel of a stream that has missed more than one update has.
var atOnce = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// after returns an event with what changed after the update of that id, and the id that the stream
// has reached with it; no event when there is nothing new. ok is false when that is too much or not known any more:
// then the event says that a page has to read its lists again, and which pictures went. The channel is closed with the
// next update.
func (u *updates) after(id int64) (event []byte, reached int64, changed time.Time, next <-chan struct{}, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	last := u.begins
	if n := len(u.history); n > 0 {
		last = u.history[n-1].id
	}
	isFull := id < u.begins // some are not known any more
	if id > last || isFull && len(u.history) == 0 {
		return encodeReset(last, nil), last, time.Time{}, u.sent, false
	}
	from, _ := slices.BinarySearchFunc(u.history, id+1, func(s sentUpdate, id int64) int { return int(s.id - id) })
	switch missed := u.history[from:]; {
	case len(missed) == 0:
		return nil, last, time.Time{}, u.sent, true
	case len(missed) == 1 && !isFull:
		return missed[0].event, last, missed[0].changed, u.sent, true
	default:
		merged, next := update{}, (<-chan struct{})(u.sent)
		for _, s := range missed {
			if len(merged.Removed) > 0 && len(merged.Removed)+len(s.Removed) > updatePictures {
				next = atOnce // for the others
				break
			}
			reached = s.id
			if isFull { // all streams wait for this one: the rest costs next to nothing
				merged.add(update{Removed: s.Removed})
				continue
			}
			merged.add(s.update)
			isFull = merged.isFull()
		}
		if isFull { // a page does as well to read its list again
			return encodeReset(reached, merged.Removed), reached, time.Time{}, next, false
		}
		return encodeUpdate(reached, merged), reached, missed[0].changed, next, true
	}
}

// recent returns the id after which a new stream begins.
func (u *updates) recent(now time.Time) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	id := u.begins
	for _, s := range u.history {
		if now.Sub(s.changed) > recentUpdates {
			id = s.id
		}
	}
	return id
}

// encodeUpdate writes an update as a server-sent event.
func encodeUpdate(id int64, u update) []byte {
	data, _ := json.Marshal(u) // strings and numbers
	return fmt.Appendf(nil, "id: %d\ndata: %s\n\n", id, data)
}

// encodeReset writes the event that has pages read their lists again. These add to what a page shows, so the event
// says which pictures went.
func encodeReset(id int64, removed []string) []byte {
	data, _ := json.Marshal(update{Removed: removed}) // strings
	return fmt.Appendf(nil, "id: %d\nevent: reset\ndata: %s\n\n", id, data)
}
