package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// TestHideMissingPublications has a picture whose bytes are gone, as after a restore to a moment
// before its withdrawal. Only that one is hidden, once.
// Verifies OPS-14.
func TestHideMissingPublications(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	operatorClient, ctx := w.operator(t, "token-a"), t.Context()
	whole, missing, withdrawn := w.publish(t, "ann", ""), w.publish(t, "ann", ""), w.publish(t, "ann", "")
	if _, err := w.client.WithdrawPublication(withVisitor(ctx, ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: withdrawn.GetId()}); err != nil {
		t.Fatal(err)
	}
	folder, _, _ := strings.Cut(strings.TrimPrefix(w.Environment["BLOB_URL"], "file://"), "?")
	if err := os.Remove(filepath.Join(folder, missing.GetObjectName())); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{{missing.GetId()}, nil} {
		var hidden []string
		for after, more := "", true; more; more = after != "" {
			r, err := operatorClient.HideMissing(ctx,
				&mediav1.HideMissingRequest{AfterId: after, PageSize: 2, Note: "restored"})
			if err != nil {
				t.Fatal(err)
			}
			hidden, after = append(hidden, r.GetHiddenIds()...), r.GetLastId()
		}
		if !slices.Equal(hidden, want) {
			t.Errorf("hid %v, want %v", hidden, want)
		}
	}
	w.shown(t, whole, http.StatusOK)
	w.shown(t, missing, http.StatusGone)
	if got := w.audit(t); !slices.Equal(got, []string{"ada hide-picture " + missing.GetId()}) {
		t.Errorf("the audit has %q", got)
	}
	if events := w.readEvents(t, missing.GetId(), 2); len(events) != 2 {
		t.Errorf("the world was told %d times", len(events))
	}
	for _, bad := range []*mediav1.HideMissingRequest{{PageSize: 101}, {AfterId: "x"}} {
		if _, err := operatorClient.HideMissing(ctx, bad); fault.From(err) == nil ||
			fault.From(err).Reason != "LIST_INVALID" {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if r, err := operatorClient.HideMissing(ctx, &mediav1.HideMissingRequest{AfterId: uuid.Max.String()}); err != nil ||
		r.GetLastId() != "" {
		t.Errorf("behind the last: %v, %v", r, err)
	}
}

// TestHideMissingRefusesWrongBucket has a page of which the bucket has one picture, and then none.
// Verifies OPS-14.
func TestHideMissingRefusesWrongBucket(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	p := w.publish(t, "ann", "")
	testkit.Exec(t, w.Database(t), `INSERT INTO publications
			(id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
		SELECT gen_random_uuid(), artwork_id, visitor, n::text, '', '[]', 'memes/' || n || '.png', created_at
		FROM publications, generate_series(1, 20) n WHERE id = $1`, p.GetId())
	hide := func() (hidden int, refused string) {
		r, err := w.operator(t, "token-a").HideMissing(t.Context(), &mediav1.HideMissingRequest{PageSize: 100})
		if f := fault.From(err); f != nil {
			refused = f.Reason
		}
		return len(r.GetHiddenIds()), refused
	}
	picture := filepath.Join(w.objects, p.GetObjectName())
	if err := os.Rename(picture, picture+".elsewhere"); err != nil {
		t.Fatal(err)
	}
	if n, refused := hide(); refused != "PICTURES_ALL_MISSING" {
		t.Errorf("without a picture: %d, %q", n, refused)
	}
	if err := os.Rename(picture+".elsewhere", picture); err != nil {
		t.Fatal(err)
	}
	if n, refused := hide(); n != 20 || refused != "" {
		t.Errorf("with one: %d, %q", n, refused)
	}
}

// TestRemoveMissingVideos has shared videos of which two have no film, as after a restore to a moment before
// their withdrawal: one that a decision hides, of which the row stays, and one of which nothing does.
// Verifies OPS-14.
func TestRemoveMissingVideos(t *testing.T) {
	t.Parallel()
	w, moderation, hidden := newSharedVideo(t)
	speech := w.speak(t, "Gm.")
	whole, missing := w.share(t, w.newVideo(t, speech).GetId()), w.share(t, w.newVideo(t, speech).GetId())
	w.decideVideo(t, moderation, hidden.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, hidden)
	folder, _, _ := strings.Cut(strings.TrimPrefix(w.Environment["BLOB_URL"], "file://"), "?")
	for _, v := range []*mediav1.SharedVideo{hidden, missing} {
		if err := os.Remove(filepath.Join(folder, v.GetObjectName())); err != nil {
			t.Fatal(err)
		}
	}
	operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	for i, want := range [][]string{{hidden.GetId(), missing.GetId()}, {hidden.GetId(), missing.GetId()}, nil} {
		var removed []string
		for after, more := "", true; more; more = after != "" {
			r, err := operatorClient.RemoveMissingVideos(t.Context(),
				&mediav1.RemoveMissingVideosRequest{AfterId: after, PageSize: 2, Note: "restored", DryRun: i == 0})
			if err != nil {
				t.Fatal(err)
			}
			removed, after = append(removed, r.GetRemovedIds()...), r.GetLastId()
		}
		slices.Sort(want)
		if slices.Sort(removed); !slices.Equal(removed, want) {
			t.Errorf("removed %v, want %v", removed, want)
		}
	}
	for _, v := range []*mediav1.SharedVideo{hidden, missing} {
		factsOf(t, w, v.GetId(), 1, func() *mediav1.VideoRemoved { return &mediav1.VideoRemoved{} })
		if !slices.Contains(w.audit(t), "ada remove-video "+v.GetId()) {
			t.Errorf("the audit has %q", w.audit(t))
		}
	}
	w.awaitVideoPublic(t, whole)
	if got := w.listShared(t, "ann", "", 0); !slices.Equal(got, []string{whole.GetId()}) {
		t.Errorf("their maker sees %q", got)
	}
	if left := testkit.QueryOne[int](t, w.Database(t), `SELECT count(*) FROM videos WHERE id IN ($1, $2)`,
		hidden.GetId(), missing.GetId()); left != 1 {
		t.Errorf("%d rows are left, not that of the hidden one", left)
	}
	if _, err := operatorClient.RemoveMissingVideos(t.Context(),
		&mediav1.RemoveMissingVideosRequest{AfterId: "x"}); fault.From(err) == nil || fault.From(err).Reason != "LIST_INVALID" {
		t.Errorf("a bad page: %v", err)
	}
}

// TestRemoveMissingVideosRefusesWrongBucket has a page of shared videos of which the bucket has no film, and one of
// which it has one.
// Verifies OPS-14.
func TestRemoveMissingVideosRefusesWrongBucket(t *testing.T) {
	t.Parallel()
	w, _, v := newSharedVideo(t)
	pool := w.Database(t)
	testkit.Exec(t, pool, `INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at, shared_at)
		SELECT gen_random_uuid(), visitor, sound, category, pfp, description, duration_ms, created_at, shared_at
		FROM videos, generate_series(1, 20) WHERE id = $1`, v.GetId())
	first := testkit.QueryOne[string](t, pool, `SELECT id::text FROM videos WHERE id <> $1 ORDER BY id LIMIT 1`, v.GetId())
	operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	remove := func(dry bool) (int, string) {
		r, err := operatorClient.RemoveMissingVideos(t.Context(),
			&mediav1.RemoveMissingVideosRequest{PageSize: 100, DryRun: dry})
		if f := fault.From(err); f != nil {
			return 0, f.Reason
		}
		return len(r.GetRemovedIds()), ""
	}
	if n, refused := remove(true); n != 20 || refused != "" {
		t.Errorf("with one film: %d, %q", n, refused)
	}
	folder, _, _ := strings.Cut(strings.TrimPrefix(w.Environment["BLOB_URL"], "file://"), "?")
	film := filepath.Join(folder, v.GetObjectName())
	if err := os.Rename(film, film+".elsewhere"); err != nil {
		t.Fatal(err)
	}
	for _, dry := range []bool{true, false} {
		if n, refused := remove(dry); refused != "VIDEOS_ALL_MISSING" {
			t.Errorf("without a film: %d, %q", n, refused)
		}
	}
	// behind other pages all may be missing: what was withdrawn lately
	if r, err := operatorClient.RemoveMissingVideos(t.Context(), &mediav1.RemoveMissingVideosRequest{
		AfterId: uuid.Nil.String(), PageSize: 100, DryRun: true,
	}); err != nil || len(r.GetRemovedIds()) != 21 {
		t.Errorf("a later page: %v, %v", r, err)
	}
	testkit.Exec(t, pool, `DELETE FROM videos WHERE id IN ($1, $2)`, v.GetId(), first)
	if n, refused := remove(false); n != 19 || refused != "" {
		t.Errorf("of fewer than 20: %d, %q", n, refused)
	}
}

// TestRemoveMissingVideosSkipsWithdrawn has makers withdraw two videos while the operator removes those
// without a film: a public one, whose row goes, and a hidden one, whose row stays.
// Verifies OPS-14.
func TestRemoveMissingVideosSkipsWithdrawn(t *testing.T) {
	t.Parallel()
	w, _, public := newSharedVideo(t)
	speech := w.speak(t, "Gm.")
	hidden, missing := w.share(t, w.newVideo(t, speech).GetId()), w.share(t, w.newVideo(t, speech).GetId())
	folder, _, _ := strings.Cut(strings.TrimPrefix(w.Environment["BLOB_URL"], "file://"), "?")
	for _, v := range []*mediav1.SharedVideo{public, hidden, missing} {
		if err := os.Remove(filepath.Join(folder, v.GetObjectName())); err != nil {
			t.Fatal(err)
		}
	}
	pool, operatorClient := w.Database(t), mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	var page *mediav1.RemoveMissingVideosResponse
	ended := make(chan error, 1)
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		testkit.Exec(t, tx, `DELETE FROM videos WHERE id = $1`, public.GetId())
		testkit.Exec(t, tx, `UPDATE videos SET withdrawn_at = now() WHERE id = $1`, hidden.GetId())
		go func() {
			var err error
			page, err = operatorClient.RemoveMissingVideos(t.Context(), &mediav1.RemoveMissingVideosRequest{})
			ended <- err
		}()
		testkit.WaitForLock(t, pool, "the removal waits for a withdrawal")
		return nil
	})
	if err := errors.Join(err, <-ended); err != nil || !slices.Equal(page.GetRemovedIds(), []string{missing.GetId()}) {
		t.Errorf("removed %v, %v; want %v", page.GetRemovedIds(), err, missing.GetId())
	}
}
