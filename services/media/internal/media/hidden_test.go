package media_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"mcwick.example/services/media/internal/media"
)

func TestEveryProcessLearnsWhatIsHidden(t *testing.T) {
	a := setup(t)
	knows := media.NewHidden(a.store)
	has := func(p media.Publication) bool {
		t.Helper()
		yes, err := knows.Has(t.Context(), p.ObjectName)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	if !has(a.hidden) || has(a.ann) || !has(a.old) {
		t.Error("at the first look")
	}
	a.hide(t, a.ann) // by another process
	if err := knows.Refresh(t.Context()); err != nil || !has(a.ann) {
		t.Errorf("after another look: %v", err)
	}
	if _, _, err := a.store.Withdraw(t.Context(), a.ann.ID, media.Owner{Visitor: "ann"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := knows.Refresh(t.Context()); err != nil || !has(a.ann) {
		t.Errorf("what its visitor withdrew is hidden while its bytes are there: %v", err)
	}
	if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := knows.Refresh(t.Context()); err != nil || has(a.ann) || has(a.old) || !has(a.hidden) {
		t.Errorf("what its visitor withdrew has no bytes to hide any more: %v", err)
	}
}

// failing is a database that is away after so many looks.
type failing struct {
	media.HiddenStore
	looks int
}

var errAway = errors.New("away")

func (f *failing) Hidden(ctx context.Context) ([]string, error) {
	if f.looks--; f.looks < 0 {
		return nil, errAway
	}
	return f.HiddenStore.Hidden(ctx)
}

func TestHiddenPicturesStayHiddenWithoutTheDatabase(t *testing.T) {
	a := setup(t)
	knows := media.NewHidden(&failing{HiddenStore: a.store, looks: 1})
	for range 2 {
		if yes, err := knows.Has(t.Context(), a.hidden.ObjectName); err != nil || !yes {
			t.Errorf("%v, %v", yes, err)
		}
		if err := knows.Refresh(t.Context()); !errors.Is(err, errAway) {
			t.Errorf("got %v", err)
		}
	}
	never := media.NewHidden(&failing{HiddenStore: a.store})
	if _, err := never.Has(t.Context(), a.ann.ObjectName); !errors.Is(err, errAway) {
		t.Errorf("who never looked knows nothing: %v", err)
	}
}
