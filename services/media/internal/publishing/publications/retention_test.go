package publications_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

func (f fixture) retention() *postgres.Retention { return postgres.NewRetention(f.pool) }

// pass runs retention as if that much time had passed, and deletes the bytes.
func (f fixture) pass(t *testing.T, passed time.Duration) {
	t.Helper()
	now := func() time.Time { return time.Now().Add(passed) }
	if err := publications.Retention(f.retention(), now)(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := f.deleter().Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Verifies RETAIN-2.
func TestUnpublishedArtworksExpireAfterAWeek(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := uuid.New()
	drawn := publications.Artwork{ID: id, Visitor: "ann", Type: publications.TypeMeme, ObjectName: "ai-generations/" +
		id.String() + ".png", Created: time.Now()}
	if err := f.store.AddArtwork(t.Context(), drawn); err != nil {
		t.Fatal(err)
	}
	f.bucket.Fill(t, drawn.ObjectName)
	const week = 7 * 24 * time.Hour
	if f.pass(t, week-time.Minute); f.bucket.Count(t, drawn.ObjectName) != 1 {
		t.Error("forgotten before a week is over")
	}
	f.pass(t, week+time.Minute)
	if _, err := f.store.Artwork(t.Context(), id); !errors.Is(err, publications.ErrArtworkNotFound) ||
		f.bucket.Count(t, drawn.ObjectName) != 0 {
		t.Errorf("it is kept: %v", err)
	}
	f.pass(t, 100*week)
	for _, p := range []publications.Publication{f.ann, f.old, f.hidden} {
		if _, err := f.store.Artwork(t.Context(), p.Artwork.ID); err != nil ||
			f.bucket.Count(t, p.Artwork.ObjectName) != 1 {
			t.Errorf("what was published lost its artwork: %v", err)
		}
	}
}

// Verifies RETAIN-4.
func TestNotesOfSettledReportsExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	settled, open := f.publish(t), f.publish(t)
	for _, p := range []publications.Publication{settled, open} {
		r := publications.Report{Publication: p.ID, Visitor: "eve", Reason: publications.ReportPerson,
			Note: "that is me"}
		if _, err := f.store.Report(t.Context(), r, 9, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.pool.Exec(t.Context(), `UPDATE reports SET settled_at = now() WHERE publication_id = $1`,
		settled.ID); err != nil {
		t.Fatal(err)
	}
	note := func(p publications.Publication) (said string) {
		t.Helper()
		if err := f.pool.QueryRow(t.Context(), `SELECT note FROM reports WHERE publication_id = $1 AND visitor = 'eve'`,
			p.ID).Scan(&said); err != nil {
			t.Fatal(err)
		}
		return said
	}
	const month = 30 * 24 * time.Hour
	if f.pass(t, month-time.Minute); note(settled) == "" {
		t.Error("forgotten before 30 days are over")
	}
	f.pass(t, month+time.Minute)
	if note(settled) != "" || note(open) == "" {
		t.Errorf("settled %q, open %q", note(settled), note(open))
	}
}

// Verifies RETAIN-3.
func TestReportLanesExpireAfterAWeek(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.publish(t)
	report := func(device string) (hidden bool) {
		t.Helper()
		r := publications.Report{Publication: p.ID, Visitor: device, Reason: publications.ReportSpam,
			Lane: "network of " + device, Counts: true}
		hidden, err := f.store.Report(t.Context(), r, 3, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return hidden
	}
	lanes := func() (n int) {
		t.Helper()
		if err := f.pool.QueryRow(t.Context(), `SELECT count(*) FROM reports WHERE lane <> ''`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	report("bob")
	report("cleo")
	const week = 7 * 24 * time.Hour
	if f.pass(t, week-time.Minute); lanes() != 2 {
		t.Error("forgotten before a week is over")
	}
	if f.pass(t, week+time.Minute); lanes() != 0 {
		t.Error("it is kept")
	}
	if report("dan") {
		t.Error("reports whose networks were forgotten count as more than one")
	}
	if !report("eve") {
		t.Error("reports whose networks were forgotten do not count")
	}
}
