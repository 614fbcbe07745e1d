package main

import (
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/videos"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// listShared reads all pages of what a caller shared and returns the ids in order.
func (w *environment) listShared(t *testing.T, visitor, account string, size int32) (ids []string) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		page, err := w.videos.ListSharedVideos(withAccount(t.Context(), visitor, account),
			&mediav1.ListSharedVideosRequest{Cursor: cursor, PageSize: size})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range page.GetVideos() {
			ids = append(ids, v.GetVideo().GetId())
		}
		cursor = page.GetNextCursor()
	}
	return ids
}

// withdrawShared withdraws a shared video as a caller.
func (w *environment) withdrawShared(t *testing.T, id, visitor, account string) error {
	t.Helper()
	_, err := w.videos.WithdrawSharedVideo(withAccount(t.Context(), visitor, account),
		&mediav1.WithdrawSharedVideoRequest{VideoId: id})
	return err
}

// factsOf reads the events of a video until there are so many.
func factsOf[T proto.Message](t *testing.T, w *environment, id string, n int, newFact func() T) (facts []T) {
	t.Helper()
	name := string(newFact().ProtoReflect().Descriptor().FullName())
	testkit.ReadTopic(t, w.brokers(), mediav1.TopicVideo, name, func(m kafka.Message) bool {
		isOfType := slices.ContainsFunc(m.Headers, func(h kafka.Header) bool { return string(h.Value) == name })
		if string(m.Key) == id && isOfType {
			fact := newFact()
			if err := proto.Unmarshal(m.Value, fact); err != nil {
				t.Fatal(err)
			}
			facts = append(facts, fact)
		}
		return len(facts) == n
	})
	return facts
}

func newVideoShared() *mediav1.VideoShared { return &mediav1.VideoShared{} }

// TestSharedVideosShowOnlyProvenHandles shares as callers with and without an account, who ask for the
// handle or do not.
// Verifies VIDEO-12.
func TestSharedVideosShowOnlyProvenHandles(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	speech := w.speak(t, "Gm.")
	for name, c := range map[string]struct {
		account, handle string
		signed          bool
		want            [2]string // account and handle as the gallery learns them
	}{
		"signed":             {"account", "@ann", true, [2]string{"account", "@ann"}},
		"not signed":         {"account", "@ann", false, [2]string{}},
		"without an account": {"", "@ann", true, [2]string{}},
		"without a handle":   {"account", "", true, [2]string{}},
	} {
		id := w.newVideo(t, speech).GetId()
		if _, err := w.videos.ShareVideo(withHandle(t.Context(), c.account, c.handle),
			&mediav1.ShareVideoRequest{VideoId: id, Signed: c.signed}); err != nil {
			t.Fatal(err)
		}
		fact := factsOf(t, w, id, 1, newVideoShared)[0]
		if got := [2]string{fact.GetAccount(), fact.GetHandle()}; got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Verifies VIDEO-13.
func TestListSharedVideos(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	account, speech := uuid.NewString(), w.speak(t, "Gm.")
	share := func(account string) string {
		id := w.newVideo(t, speech).GetId()
		if _, err := w.videos.ShareVideo(withHandle(t.Context(), account, ""),
			&mediav1.ShareVideoRequest{VideoId: id}); err != nil {
			t.Fatal(err)
		}
		return id
	}
	first, second := share(account), share("")
	w.newVideo(t, speech) // not shared
	for name, c := range map[string]struct {
		visitor, account string
		want             []string
	}{
		"a device":                   {"ann", "", []string{second, first}},
		"an account on a new device": {"tablet", account, []string{first}},
		"a device and its account":   {"ann", account, []string{second, first}},
		"another device":             {"tablet", "", nil},
		"another account and device": {"tablet", uuid.NewString(), nil},
	} {
		for _, size := range []int32{0, 1, 100} {
			if diff := cmp.Diff(c.want, w.listShared(t, c.visitor, c.account, size)); diff != "" {
				t.Errorf("%s, pages of %d (-want +got):\n%s", name, size, diff)
			}
		}
	}
	w.link(t, "ann", "linked later", time.Now().Add(time.Second))
	testkit.Eventually(t, "a link assigns what the device shared without an account", func() bool {
		return slices.Equal(w.listShared(t, "tablet", "linked later", 0), []string{second})
	})
	page, err := w.videos.ListSharedVideos(withAccount(t.Context(), "tablet", account),
		&mediav1.ListSharedVideosRequest{PageSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	public, err := w.videos.GetSharedVideo(t.Context(), &mediav1.GetSharedVideoRequest{VideoId: first})
	if diff := cmp.Diff([]*mediav1.OwnSharedVideo{{Video: public}}, page.GetVideos(),
		protocmp.Transform()); err != nil || diff != "" {
		t.Errorf("%v, as others see it (-want +got):\n%s", err, diff)
	}
	if _, err := w.videos.ListSharedVideos(t.Context(),
		&mediav1.ListSharedVideosRequest{}); fault.From(err).Kind != fault.KindUnauthenticated {
		t.Errorf("without a visitor: %v", err)
	}
	_, err = w.videos.ListSharedVideos(withAccount(t.Context(), "ann", ""),
		&mediav1.ListSharedVideosRequest{Cursor: "!!", PageSize: 101})
	if e := fault.From(err); err == nil || e.Reason != "LIST_INVALID" || len(e.Fields) != 2 {
		t.Errorf("a bad page: %v", err)
	}
}

// Verifies VIDEO-14.
func TestWithdrawSharedVideo(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	account := uuid.NewString()
	made := w.newVideo(t, w.speak(t, "Gm."))
	v, err := w.videos.ShareVideo(withHandle(t.Context(), account, ""),
		&mediav1.ShareVideoRequest{VideoId: made.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	for name, caller := range map[string][2]string{"another device": {"bob", ""}, "another account": {"bob", "other"}} {
		if err := w.withdrawShared(t, v.GetId(), caller[0], caller[1]); !errors.Is(err, videos.ErrVideoNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.awaitVideoPublic(t, v)
	if err := w.withdrawShared(t, v.GetId(), "tablet", account); err != nil { // the account's, on another device
		t.Fatal(err)
	}
	for _, status := range w.videoStatuses(t, v) {
		if status != http.StatusGone && status != http.StatusNotFound { // 404 once the bytes are deleted
			t.Errorf("an object answers %d", status)
		}
	}
	factsOf(t, w, v.GetId(), 1, func() *mediav1.VideoRemoved { return &mediav1.VideoRemoved{} })
	if got := w.listShared(t, "ann", account, 0); got != nil {
		t.Errorf("it is listed: %q", got)
	}
	if err := w.withdrawShared(t, v.GetId(), "ann", ""); !errors.Is(err, videos.ErrVideoNotFound) {
		t.Errorf("again: %v", err)
	}
	if _, err := w.videos.GetSharedVideo(t.Context(),
		&mediav1.GetSharedVideoRequest{VideoId: v.GetId()}); !errors.Is(err, videos.ErrVideoNotFound) {
		t.Errorf("its page: %v", err)
	}
}

// TestWithdrawnVideoStaysHidden withdraws what a decision hides: its text is not shared again, and an
// operator cannot restore it.
// Verifies VIDEO-14, MOD-62.
func TestWithdrawnVideoStaysHidden(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, v)
	page, err := w.videos.ListSharedVideos(withVisitor(t.Context(), ""), &mediav1.ListSharedVideosRequest{})
	if err != nil || len(page.GetVideos()) != 1 {
		t.Fatalf("%v, %v", page, err)
	}
	testkit.CheckComplete(t, page.GetVideos()[0])
	if m := page.GetVideos()[0].GetModeration(); m.GetState() != mediav1.ModerationState_MODERATION_STATE_HIDDEN ||
		m.GetMessage() != "unkind" {
		t.Errorf("its maker reads %v", m)
	}
	if err := w.withdrawShared(t, v.GetId(), "ann", ""); err != nil {
		t.Fatal(err)
	}
	if got := w.listShared(t, "ann", "", 0); got != nil {
		t.Errorf("it is listed: %q", got)
	}
	if _, err := w.videoModeration(t, v.GetId(), "ann"); !errors.Is(err, videos.ErrVideoNotFound) {
		t.Errorf("its moderation: %v", err)
	}
	again := w.newVideo(t, w.speak(t, v.GetDescription()))
	if _, err := w.videos.ShareVideo(withVisitor(t.Context(), ""),
		&mediav1.ShareVideoRequest{VideoId: again.GetId()}); !errors.Is(err, videos.ErrVideoHidden) {
		t.Errorf("its text is shared again: %v", err)
	}
	restore := w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_RESTORE)
	testkit.Eventually(t, "there is nothing to restore", func() bool {
		return moderation.Outcome(restore) == moderationv1.Outcome_OUTCOME_NOT_FOUND
	})
	w.awaitVideoGone(t, v)
}

// TestRepublishSharedVideos has rows of before this release: without an account, a handle, and who
// wrote the text. A gallery gets each video's events, those of hidden ones first.
// Verifies VIDEO-15.
func TestRepublishSharedVideos(t *testing.T) {
	t.Parallel()
	w, moderation, first := newSharedVideo(t)
	second := w.share(t, w.newVideo(t, w.speak(t, "Gm.")).GetId())
	w.newVideo(t, w.speak(t, "Not shared."))
	testkit.Exec(t, w.Database(t), `UPDATE videos SET script_source = DEFAULT, account = DEFAULT,
		handle = DEFAULT`)
	w.decideVideo(t, moderation, first.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, first)
	operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	var republished int
	for after := ""; ; {
		page, err := operatorClient.RepublishVideos(t.Context(),
			&mediav1.RepublishVideosRequest{AfterId: after, PageSize: 1, Note: "upgrade"})
		if err != nil {
			t.Fatal(err)
		}
		if page.GetRepublished() == 0 {
			break
		}
		testkit.CheckComplete(t, page)
		republished, after = republished+int(page.GetRepublished()), page.GetLastId()
	}
	if republished != 2 {
		t.Errorf("%d videos were published again", republished)
	}
	facts := factsOf(t, w, second.GetId(), 2, newVideoShared)
	before := proto.Clone(facts[0]).(*mediav1.VideoShared)
	before.Source, before.ScriptSource = "ai", "" // the row does not say who wrote the text
	if diff := cmp.Diff(before, facts[1], protocmp.Transform()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	hidden := factsOf(t, w, first.GetId(), 2, func() *mediav1.VideoHidden { return &mediav1.VideoHidden{} })
	if hidden[1].GetVersion() != hidden[0].GetVersion() || hidden[1].GetHideTime() == nil {
		t.Errorf("of the hidden one %v, and then %v", hidden[0], hidden[1])
	}
	if got := w.audit(t); !slices.ContainsFunc(got, func(act string) bool {
		return act == "ada republish-videos 1 after "+uuid.Nil.String()
	}) {
		t.Errorf("written down: %q", got)
	}
}
