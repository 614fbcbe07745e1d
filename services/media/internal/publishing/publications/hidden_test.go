package publications_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Verifies SORT-3.
func TestHiddenSetReachesEveryProcess(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	knows := hidden.New(hidden.Either(f.store.Hidden, f.deleter().Withdrawn), publications.Subject)
	has := func(p publications.Publication) bool {
		t.Helper()
		yes, err := knows.Has(t.Context(), p.ObjectName)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	if !has(f.hidden) || has(f.ann) || !has(f.old) {
		t.Error("at the first look")
	}
	f.hide(t, f.ann) // by another process
	if err := knows.Refresh(t.Context()); err != nil || !has(f.ann) {
		t.Errorf("after another look: %v", err)
	}
	if _, _, err := f.store.Withdraw(t.Context(), f.ann.ID, moderation.Owner{Visitor: "ann"},
		time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := knows.Refresh(t.Context()); err != nil || !has(f.ann) {
		t.Errorf("what its visitor withdrew is hidden while its bytes are there: %v", err)
	}
	if err := f.deleter().Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := knows.Refresh(t.Context()); err != nil || has(f.ann) || has(f.old) || !has(f.hidden) {
		t.Errorf("what its visitor withdrew has no bytes to hide any more: %v", err)
	}
}

var errAway = errors.New("away")

// failAfter is a database that fails after so many reads.
func failAfter(looks int, find func(context.Context) ([]string, error)) func(context.Context) ([]string, error) {
	return func(ctx context.Context) ([]string, error) {
		if looks--; looks < 0 {
			return nil, errAway
		}
		return find(ctx)
	}
}

func TestHiddenSetSurvivesDatabaseOutage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	knows := hidden.New(failAfter(1, f.store.Hidden), publications.Subject)
	for range 2 {
		if yes, err := knows.Has(t.Context(), f.hidden.ObjectName); err != nil || !yes {
			t.Errorf("%v, %v", yes, err)
		}
		if err := knows.Refresh(t.Context()); !errors.Is(err, errAway) {
			t.Errorf("got %v", err)
		}
	}
	never := hidden.New(failAfter(0, f.store.Hidden), publications.Subject)
	if _, err := never.Has(t.Context(), f.ann.ObjectName); !errors.Is(err, errAway) {
		t.Errorf("who never looked knows nothing: %v", err)
	}
}
