package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
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
	u := newUpdates(events.Config{}, testkit.DiscardLog())
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
	if len(last.Likes) > updateLikes || len(last.Added) > updatePictures || len(last.Removed) > updatePictures {
		t.Errorf("an update has %d counts, %d and %d pictures", len(last.Likes), len(last.Added), len(last.Removed))
	}
}

// All removals arrive, however many there were: pages that read a list again add to what they show.
// Verifies LIVE-2.
func TestNoRemovalIsLeftOut(t *testing.T) {
	u := newTestUpdates(t)
	for i := range int64(10) {
		ids := make([]string, updatePictures*2/5)
		for n := range ids {
			ids[n] = fmt.Sprintf("%d %d", i, n)
		}
		u.notice(t, 100+i, &galleryv1.ListChanged{RemovedIds: ids})
	}
	u.sendOne()
	removed := make(map[string]bool)
	for reached := int64(99); ; {
		event, to, _, next, ok := u.after(reached)
		if !ok || to <= reached {
			t.Fatalf("after %d: %d, %t", reached, to, ok)
		}
		_, data, _ := strings.Cut(string(event), "data: ")
		var got update
		if err := json.Unmarshal([]byte(data), &got); err != nil {
			t.Fatal(err)
		}
		for _, id := range got.Removed {
			removed[id] = true
		}
		if reached = to; reached == 109 {
			break
		}
		<-next // it waits for no other update
	}
	if len(removed) != 4*updatePictures {
		t.Errorf("%d removals", len(removed))
	}
}

// A page that has to read its lists again learns what went: lists only add to what it shows.
// Verifies LIVE-2.
func TestResetHasRemovals(t *testing.T) {
	u := newTestUpdates(t)
	u.notice(t, 100, &galleryv1.ListChanged{RemovedIds: []string{"early"}})
	u.sendOne()
	for i := range int64(2 * updateLikes) {
		u.notice(t, 200+i, liked(strconv.FormatInt(i, 10), 1))
		u.sendOne()
	}
	u.notice(t, 900, &galleryv1.ListChanged{RemovedIds: []string{"0", "late"}})
	u.sendOne()
	if event, _, _, _, _ := u.after(5); !strings.Contains(string(event), "late") { // older than what is known
		t.Errorf("%q", event)
	}
	event, reached, _, _, ok := u.after(99)
	if want := "id: 900\nevent: reset\ndata: {\"removed\":[\"early\",\"0\",\"late\"]}\n\n"; string(event) != want || reached != 900 || ok {
		t.Errorf("%q, %d, %t", event, reached, ok)
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

// The gateway follows what the gallery publishes, by a real broker.
// Verifies LIVE-1.
func TestUpdatesFollowTheGallery(t *testing.T) {
	w := newEnvironment(t)
	c := events.Config{Brokers: testkit.Kafka(t)}
	u := newUpdates(c, testkit.DiscardLog())
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
		err := relay.InTx(t.Context(), func(pgx.Tx) ([]events.Event, error) {
			e, err := events.New(t.Context(), galleryv1.TopicList, galleryv1.TopicList, added(id, "pfp"))
			return []events.Event{e}, err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
