package media_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/media"
)

func TestEveryProcessLearnsWhatIsHidden(t *testing.T) {
	a := setup(t)
	knows := media.NewHidden(a.store)
	has := func(p media.Publication) bool {
		t.Helper()
		yes, err := knows.Has(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	if !has(a.hidden) || has(a.ann) || has(a.old) {
		t.Error("at the first look")
	}
	a.hide(t, a.ann) // by another process
	if err := knows.Refresh(t.Context()); err != nil || !has(a.ann) {
		t.Errorf("after another look: %v", err)
	}
	if _, _, err := a.store.Withdraw(t.Context(), a.ann.ID, media.Owner{Visitor: "ann"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := knows.Refresh(t.Context()); err != nil || has(a.ann) {
		t.Errorf("what its visitor withdrew has no bytes to hide: %v", err)
	}
}

// failing is a database that is away after so many looks.
type failing struct {
	media.Store
	looks int
}

var errAway = errors.New("away")

func (f *failing) Hidden(ctx context.Context) ([]uuid.UUID, error) {
	if f.looks--; f.looks < 0 {
		return nil, errAway
	}
	return f.Store.Hidden(ctx)
}

func TestHiddenPicturesStayHiddenWithoutTheDatabase(t *testing.T) {
	a := setup(t)
	knows := media.NewHidden(&failing{Store: a.store, looks: 1})
	for range 2 {
		if yes, err := knows.Has(t.Context(), a.hidden.ID); err != nil || !yes {
			t.Errorf("%v, %v", yes, err)
		}
		if err := knows.Refresh(t.Context()); !errors.Is(err, errAway) {
			t.Errorf("got %v", err)
		}
	}
	never := media.NewHidden(&failing{Store: a.store})
	if _, err := never.Has(t.Context(), a.ann.ID); !errors.Is(err, errAway) {
		t.Errorf("who never looked knows nothing: %v", err)
	}
}
