package videos_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/decisions"
)

// shared stores a shared video with its bytes.
func (f fixture) shared(t *testing.T) videos.Video {
	t.Helper()
	v := f.filmed(t, f.spoken(t, time.Now()), time.Now())
	v, err := f.store.Share(t.Context(), videos.Sharing{ID: v.ID, Owner: moderation.Owner{Visitor: v.Visitor},
		Time: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// decide applies a decision about a video.
func (f fixture) decide(t *testing.T, v videos.Video, action decisions.Action) {
	t.Helper()
	d := decisions.Decision{ID: uuid.New(), Subject: v.ID, Version: 1, Action: action, Reason: decisions.ReasonSpam,
		Message: "advertising", Time: time.Now()}
	err := pgx.BeginFunc(t.Context(), f.pool, func(tx pgx.Tx) error {
		outcome, _, err := f.store.ApplyDecision(t.Context(), tx, d)
		if outcome != decisions.OutcomeApplied {
			t.Errorf("%s is %s", action, outcome)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// count returns the number of rows that a query counts.
func (f fixture) count(t *testing.T, query string, args ...any) int {
	t.Helper()
	return testkit.QueryOne[int](t, f.pool, query, args...)
}

const (
	month = 30 * 24 * time.Hour
	year  = 365 * 24 * time.Hour
)

// TestRemovedVideosAreDeletedAfterAMonth has removed videos: one without an appeal, one with an open
// one, one that was restored, and one that was hidden instead.
// Verifies MOD-64.
func TestRemovedVideosAreDeletedAfterAMonth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	removed, appealed, restored, hidden := f.shared(t), f.shared(t), f.shared(t), f.shared(t)
	for _, v := range []videos.Video{removed, appealed, restored, hidden} {
		f.decide(t, v, decisions.ActionRemove)
	}
	f.decide(t, restored, decisions.ActionRestore)
	f.decide(t, hidden, decisions.ActionHide)
	for _, v := range []videos.Video{appealed, hidden} {
		if err := f.store.RecordAppeal(t.Context(), v.ID, "why", time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	bytes := func(v videos.Video) int {
		t.Helper()
		return f.bucket.Count(t, v.SharedObjects()...)
	}
	if f.pass(t, month-time.Minute); bytes(removed) != 3 {
		t.Error("deleted before 30 days are over")
	}
	f.pass(t, month+time.Minute)
	if bytes(removed) != 0 || bytes(appealed) != 3 || bytes(restored) != 3 || bytes(hidden) != 3 {
		t.Errorf("left: %d of the removed one, %d of the one with an open appeal, %d of the restored and %d of the hidden one",
			bytes(removed), bytes(appealed), bytes(restored), bytes(hidden))
	}
	if _, err := f.store.Video(t.Context(), removed.ID); !errors.Is(err, videos.ErrVideoNotFound) {
		t.Errorf("its row is left: %v", err)
	}
	if f.count(t, `SELECT count(*) FROM video_decisions WHERE video_id = $1`, removed.ID) != 0 {
		t.Error("what its maker was told is left")
	}
	for what, query := range map[string]string{
		"the moderation service": `SELECT count(*) FROM decision_confirmations WHERE kind = 'video' AND id = $1`,
		"consumers":              `SELECT count(*) FROM outbox WHERE key = $1::text AND type = 'media.v1.VideoRemoved'`,
	} {
		if f.count(t, query, removed.ID) != 1 {
			t.Errorf("%s: no message says that it is gone", what)
		}
	}
	testkit.Exec(t, f.pool, `UPDATE video_decisions SET answer = 'no', answered_at = now()
		WHERE appeal <> ''`)
	if f.pass(t, month+time.Minute); bytes(appealed) != 0 {
		t.Error("an appeal that was answered keeps the bytes")
	}
	texts := func() int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM video_decisions WHERE appeal <> '' OR answer <> ''`)
	}
	if f.pass(t, year-time.Minute); texts() != 1 {
		t.Error("the appeal was forgotten before a year is over")
	}
	if f.pass(t, year+time.Minute); texts() != 0 {
		t.Error("the appeal is kept")
	}
}

// Verifies VIDEO-14.
func TestWithdrawnHiddenVideosAreForgottenAfterAMonth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	v, public := f.shared(t), f.shared(t)
	f.decide(t, v, decisions.ActionHide)
	for _, one := range []videos.Video{v, public} {
		if _, err := f.store.Withdraw(t.Context(), one.ID, moderation.Owner{Visitor: one.Visitor},
			time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	rows := func(of videos.Video) int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM videos WHERE id = $1`, of.ID)
	}
	f.pass(t, month-time.Minute)
	if rows(v) != 1 || rows(public) != 0 ||
		f.bucket.Count(t, append(v.SharedObjects(), public.SharedObjects()...)...) != 0 {
		t.Errorf("%d rows of the hidden one, %d of the public one, or bytes are left", rows(v), rows(public))
	}
	if f.pass(t, month+time.Minute); rows(v) != 0 {
		t.Error("the hidden one is kept")
	}
}
