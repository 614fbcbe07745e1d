package publications_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

func (f fixture) retention() *postgres.Retention { return postgres.NewRetention(f.pool, f.relay) }

// pass runs retention as if that much time had passed, and deletes the bytes.
func (f fixture) pass(t *testing.T, passed time.Duration) {
	t.Helper()
	if err := f.retention().Expire(t.Context(), time.Now().Add(passed)); err != nil {
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
	if f.pass(t, week-time.Minute); f.bucket.Count(t, drawn.ObjectName) != 1 {
		t.Error("forgotten before a week is over")
	}
	f.pass(t, week+time.Minute)
	if _, err := f.store.Artwork(t.Context(), id); !errors.Is(err, publications.ErrArtworkNotFound) ||
		f.bucket.Count(t, drawn.ObjectName) != 0 {
		t.Errorf("it is kept: %v", err)
	}
	f.pass(t, 100*week)
	for _, p := range []publications.Publication{f.ann, f.hidden} {
		if _, err := f.store.Artwork(t.Context(), p.Artwork.ID); err != nil ||
			f.bucket.Count(t, p.Artwork.ObjectName) != 1 {
			t.Errorf("what was published lost its artwork: %v", err)
		}
	}
}

// publishAgain publishes an artwork once more.
func (f fixture) publishAgain(t *testing.T, p publications.Publication) (publications.Publication, error) {
	t.Helper()
	p.ID, p.Intent = uuid.New(), idempotency.NewRequest(uuid.NewString(), nil)
	p.ObjectName = "memes/" + p.ID.String() + ".png"
	_, err := f.store.Publish(t.Context(), p)
	return p, err
}

func (f fixture) withdraw(t *testing.T, p publications.Publication) {
	t.Helper()
	owner := moderation.Owner{Visitor: p.Artwork.Visitor}
	if _, _, err := f.store.Withdraw(t.Context(), p.ID, owner, time.Now()); err != nil {
		t.Fatal(err)
	}
}

// checkArtwork fails the test unless an artwork is as it was stored, or deleted with its texts, bytes
// and whatever else could draw it again.
func (f fixture) checkArtwork(t *testing.T, when string, p publications.Publication, exists bool) {
	t.Helper()
	_, err := f.store.Artwork(t.Context(), p.Artwork.ID)
	texts := f.count(t, `SELECT count(*) FROM artworks WHERE id = $1 AND NOT deleted
		OR id = $1 AND (prompt || action || scene || style || generator <> '' OR traits <> '{}' OR seed <> 0)`, p.Artwork.ID)
	bytes := f.bucket.Count(t, p.Artwork.ObjectName)
	isDeleted := errors.Is(err, publications.ErrArtworkNotFound) && texts == 0 && bytes == 0
	if exists && (err != nil || bytes != 1) || !exists && !isDeleted {
		t.Errorf("%s: %d objects, %d rows with texts, %v", when, bytes, texts, err)
	}
}

// TestArtworksOfWithdrawnPicturesAreDeleted has artworks with one publication, and with two.
// Verifies RETAIN-8.
func TestArtworksOfWithdrawnPicturesAreDeleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	one, two := f.publish(t), f.publish(t)
	second, err := f.publishAgain(t, two)
	if err != nil {
		t.Fatal(err)
	}
	f.withdraw(t, one)
	f.withdraw(t, two)
	f.pass(t, week-time.Minute)
	f.checkArtwork(t, "before a week is over", one, true)
	f.pass(t, week+time.Minute)
	f.checkArtwork(t, "withdrawn", one, false)
	f.checkArtwork(t, "another publication is public", two, true)
	f.checkArtwork(t, "hidden", f.hidden, true)
	f.decide(t, f.hidden, decisions.ActionRestore)
	f.hide(t, second)
	f.pass(t, week+time.Minute)
	f.checkArtwork(t, "restored", f.hidden, true)
	f.checkArtwork(t, "another publication is hidden", two, true)
	f.withdraw(t, second)
	f.withdraw(t, f.hidden)
	f.pass(t, week+time.Minute)
	f.checkArtwork(t, "all withdrawn", two, false)
	f.checkArtwork(t, "restored, then withdrawn", f.hidden, false)
	if again, err := f.publishAgain(t, one); !errors.Is(err, publications.ErrArtworkNotFound) {
		t.Errorf("%s is published again: %v", again.Artwork.ID, err)
	}
	if repeat, err := f.store.Published(t.Context(), "ann", one.Intent.Key); err != nil || repeat.ID != one.ID ||
		repeat.Type != one.Artwork.Type {
		t.Errorf("its publication is unknown: %+v, %v", repeat, err)
	}
	f.checkArtwork(t, "public", f.ann, true)

	f.bucket.Fill(t, one.Artwork.ObjectName) // by a late call
	if err := f.sweeper(func() time.Time { return time.Now().Add(2 * time.Hour) }).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.checkArtwork(t, "swept", one, false)
}

// TestTextsOfWithdrawnPicturesAreDeleted has three publications of one artwork: one is withdrawn while it
// is young, one is hidden, and one is public.
// Verifies RETAIN-9.
func TestTextsOfWithdrawnPicturesAreDeleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	withdrawn := f.publish(t)
	hidden, err := f.publishAgain(t, withdrawn)
	if err != nil {
		t.Fatal(err)
	}
	public, err := f.publishAgain(t, withdrawn)
	if err != nil {
		t.Fatal(err)
	}
	f.hide(t, hidden)
	f.withdraw(t, withdrawn)
	check := func(when string, p publications.Publication, version, sent int) {
		t.Helper()
		all, err := f.store.ListRecords(t.Context(), uuid.Nil, page.MaxSize)
		if err != nil {
			t.Fatal(err)
		}
		got := all[slices.IndexFunc(all, func(r publications.PublicationRecord) bool { return r.ID == p.ID })]
		texts := got.Signature + got.Caption + got.Handle + got.Placeholder + got.Artwork.Prompt + got.Artwork.Action
		isBlank := texts == "" && len(got.Overlays)+len(got.Artwork.Traits)+got.Artwork.Seed == 0
		reported := f.count(t, `SELECT count(*) FROM outbox WHERE key = $1::text AND type = 'media.v1.ArtworkWithdrawn'`, p.ID)
		if got.Version != version || isBlank != (version == publications.FinalVersion) || reported != sent {
			t.Errorf("%s: %d events, %+v", when, reported, got)
		}
	}
	for range 2 { // the second pass changes nothing
		f.pass(t, time.Minute)
		check("withdrawn", withdrawn, publications.FinalVersion, 2)
		check("hidden", hidden, 1, 0)
		check("public", public, 0, 0)
	}
	messages := func() int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM publication_decisions WHERE publication_id = $1 AND message <> ''`, hidden.ID)
	}
	if messages() != 1 {
		t.Error("the maker of a hidden picture cannot read why")
	}
	f.withdraw(t, hidden)
	f.pass(t, time.Minute)
	check("hidden, then withdrawn", hidden, publications.FinalVersion, 1)
	if messages() != 0 {
		t.Error("what operators wrote about it is kept")
	}
	again, err := f.store.Published(t.Context(), "ann", withdrawn.Intent.Key)
	if err != nil || again.ID != withdrawn.ID {
		t.Errorf("its request is unknown: %+v, %v", again, err)
	}
}

// addReport inserts a report as the last release did.
func (f fixture) addReport(t *testing.T, p publications.Publication, device string) {
	t.Helper()
	testkit.Exec(t, f.pool, `INSERT INTO reports (publication_id, visitor, reason, note, created_at, lane)
		VALUES ($1, $2, 'person', 'that is me', now(), 'network of ' || $2)`, p.ID, device)
	testkit.Exec(t, f.pool, `UPDATE publications SET open_reports = open_reports + 1 WHERE id = $1`, p.ID)
}

// count returns the number of rows that a query counts.
func (f fixture) count(t *testing.T, query string, args ...any) int {
	t.Helper()
	return testkit.QueryOne[int](t, f.pool, query, args...)
}

const (
	week  = 7 * 24 * time.Hour
	month = 30 * 24 * time.Hour
	year  = 365 * 24 * time.Hour
)

// Verifies RETAIN-4.
func TestNotesOfSettledReportsExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	settled, open := f.publish(t), f.publish(t)
	f.addReport(t, settled, "eve")
	f.addReport(t, open, "eve")
	testkit.Exec(t, f.pool, `UPDATE reports SET settled_at = now() WHERE publication_id = $1`, settled.ID)
	notes := func(p publications.Publication) int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM reports WHERE publication_id = $1 AND note <> ''`, p.ID)
	}
	if f.pass(t, month-time.Minute); notes(settled) == 0 {
		t.Error("forgotten before 30 days are over")
	}
	f.pass(t, month+time.Minute)
	if notes(settled) != 0 || notes(open) == 0 {
		t.Errorf("settled %d, open %d", notes(settled), notes(open))
	}
}

// Verifies RETAIN-3.
func TestReportLanesExpireAfterAWeek(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.publish(t)
	f.addReport(t, p, "bob")
	f.addReport(t, p, "cleo")
	lanes := func() int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM reports WHERE lane <> ''`)
	}
	if f.pass(t, week-time.Minute); lanes() != 2 {
		t.Error("forgotten before a week is over")
	}
	if f.pass(t, week+time.Minute); lanes() != 0 {
		t.Error("it is kept")
	}
}

// TestRemovedPicturesAreDeletedAfterAMonth has removed pictures: one without an appeal, one with an
// open one, one that was restored.
// Verifies MOD-42.
func TestRemovedPicturesAreDeletedAfterAMonth(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	removed, appealed, restored := f.publish(t), f.publish(t), f.publish(t)
	for _, p := range []publications.Publication{removed, appealed, restored} {
		f.decide(t, p, decisions.ActionRemove)
	}
	f.decide(t, restored, decisions.ActionRestore)
	testkit.Exec(t, f.pool, `UPDATE publication_decisions SET appeal = 'why', appealed_at = now()
		WHERE publication_id = $1`, appealed.ID)
	bytes := func(p publications.Publication) int {
		t.Helper()
		return f.bucket.Count(t, forms(p.ObjectName)...)
	}
	if f.pass(t, month-time.Minute); bytes(removed) != 3 {
		t.Error("deleted before 30 days are over")
	}
	f.checkArtwork(t, "before 30 days are over", removed, true)
	f.pass(t, month+time.Minute)
	f.checkArtwork(t, "removed", removed, false)
	f.checkArtwork(t, "its appeal is open", appealed, true)
	f.checkArtwork(t, "restored", restored, true)
	if yes, err := f.store.WasRemoved(t.Context(), removed.Artwork, picture.Hash{}, 0); err != nil || !yes {
		t.Errorf("the artwork of a removed picture is not refused any more: %t, %v", yes, err)
	}
	if bytes(removed) != 0 || bytes(appealed) != 3 || bytes(restored) != 3 {
		t.Errorf("left: %d of the removed one, %d of the one with an open appeal, %d of the restored one",
			bytes(removed), bytes(appealed), bytes(restored))
	}
	gone := func() int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM decision_confirmations WHERE kind = 'picture' AND id = $1`, removed.ID)
	}
	if gone() != 1 {
		t.Error("the moderation service does not learn that nothing is left to decide")
	}
	if yes, err := f.store.Withdrawn(t.Context(), removed.ID); err != nil || !yes {
		t.Errorf("its address is unknown: %t, %v", yes, err)
	}
	testkit.Exec(t, f.pool, `UPDATE publication_decisions SET answer = 'no', answered_at = now()
		WHERE publication_id = $1`, appealed.ID)
	if f.pass(t, month+time.Minute); bytes(appealed) != 0 {
		t.Error("an appeal that was answered keeps the bytes")
	}
	f.checkArtwork(t, "its appeal was answered", appealed, false)
	texts := func() int {
		t.Helper()
		return f.count(t, `SELECT count(*) FROM publication_decisions WHERE appeal <> '' OR answer <> ''`)
	}
	if f.pass(t, year-time.Minute); texts() != 1 {
		t.Error("the appeal was forgotten before a year is over")
	}
	if f.pass(t, year+time.Minute); texts() != 0 {
		t.Error("the appeal is kept")
	}
}

func TestNetworksOfPicturesAreForgottenAfterAWeek(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	lane := func() string {
		return testkit.QueryOne[string](t, f.pool, `SELECT lane FROM publications WHERE id = $1`, f.ann.ID)
	}
	testkit.Exec(t, f.pool, `UPDATE publications SET lane = 'lane', created_at = now() WHERE id = $1`, f.ann.ID)
	if f.pass(t, week-time.Minute); lane() != "lane" {
		t.Error("forgotten before a week is over")
	}
	if f.pass(t, week+time.Minute); lane() != "" {
		t.Error("it is kept")
	}
}
