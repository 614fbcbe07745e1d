package media_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/postgres"
)

func (a attic) retention() *postgres.Retention { return postgres.NewRetention(a.pool) }

// pass forgets as a program would some time from now, and deletes the bytes.
func (a attic) pass(t *testing.T, passed time.Duration) {
	t.Helper()
	now := func() time.Time { return time.Now().Add(passed) }
	if err := media.Retention(a.retention(), now)(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestArtworksThatNobodyPublishedAreForgottenAfterAWeek(t *testing.T) {
	a := setup(t)
	id := uuid.New()
	drawn := media.Artwork{ID: id, Visitor: "ann", Type: media.TypeMeme, ObjectName: "ai-generations/" + id.String() + ".png", Created: time.Now()}
	if err := a.store.AddArtwork(t.Context(), drawn); err != nil {
		t.Fatal(err)
	}
	a.put(t, drawn.ObjectName)
	const week = 7 * 24 * time.Hour
	if a.pass(t, week-time.Minute); a.there(t, drawn.ObjectName) != 1 {
		t.Error("forgotten before a week is over")
	}
	a.pass(t, week+time.Minute)
	if _, err := a.store.Artwork(t.Context(), id); !errors.Is(err, media.ErrArtworkNotFound) || a.there(t, drawn.ObjectName) != 0 {
		t.Errorf("it is kept: %v", err)
	}
	a.pass(t, 100*week)
	for _, p := range []media.Publication{a.ann, a.old, a.hidden} {
		if _, err := a.store.Artwork(t.Context(), p.Artwork.ID); err != nil || a.there(t, p.Artwork.ObjectName) != 1 {
			t.Errorf("what was published lost its artwork: %v", err)
		}
	}
}

func TestWhatWasSaidInSettledReportsIsForgotten(t *testing.T) {
	a := setup(t)
	settled, open := a.publish(t), a.publish(t)
	for _, p := range []media.Publication{settled, open} {
		r := media.Report{Publication: p.ID, Visitor: "eve", Reason: media.ReportPerson, Note: "that is me"}
		if _, err := a.store.Report(t.Context(), r, 9, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.pool.Exec(t.Context(), `UPDATE reports SET settled_at = now() WHERE publication_id = $1`, settled.ID); err != nil {
		t.Fatal(err)
	}
	note := func(p media.Publication) (said string) {
		t.Helper()
		if err := a.pool.QueryRow(t.Context(), `SELECT note FROM reports WHERE publication_id = $1 AND visitor = 'eve'`, p.ID).Scan(&said); err != nil {
			t.Fatal(err)
		}
		return said
	}
	const month = 30 * 24 * time.Hour
	if a.pass(t, month-time.Minute); note(settled) == "" {
		t.Error("forgotten before 30 days are over")
	}
	a.pass(t, month+time.Minute)
	if note(settled) != "" || note(open) == "" {
		t.Errorf("settled %q, open %q", note(settled), note(open))
	}
}

func TestWhereReportsCameFromIsForgottenAfterAWeek(t *testing.T) {
	a := setup(t)
	p := a.publish(t)
	report := func(device string) (hidden bool) {
		t.Helper()
		r := media.Report{Publication: p.ID, Visitor: device, Reason: media.ReportSpam, Lane: "network of " + device, Counts: true}
		hidden, err := a.store.Report(t.Context(), r, 3, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return hidden
	}
	lanes := func() (n int) {
		t.Helper()
		if err := a.pool.QueryRow(t.Context(), `SELECT count(*) FROM reports WHERE lane <> ''`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	report("bob")
	report("cleo")
	const week = 7 * 24 * time.Hour
	if a.pass(t, week-time.Minute); lanes() != 2 {
		t.Error("forgotten before a week is over")
	}
	if a.pass(t, week+time.Minute); lanes() != 0 {
		t.Error("it is kept")
	}
	if report("dan") {
		t.Error("reports whose networks were forgotten count as more than one")
	}
	if !report("eve") {
		t.Error("reports whose networks were forgotten do not count")
	}
}
