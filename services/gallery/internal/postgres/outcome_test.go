package postgres

import (
	"errors"
	"testing"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// A like whose connection was lost after its commit was sent may be stored: the error says that its
// outcome is unknown, and a retry counts it once.
// Verifies GAL-15.
func TestRetryResolvesLikeOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	direct := testkit.Database(t, migrations.Schema)
	through, freezer := testkit.FreezeDatabase(t, direct.Config().ConnString())
	s, id := replica(t, testkit.Connect(t, through)), insertImages(t, direct, 1)[0]
	like := func() (int, error) { return s.Like(t.Context(), id, gallery.Identity{Visitor: "ann"}) }
	err := testkit.LoseCommitResponse(t, direct, freezer, "likes", func() error { _, err := like(); return err })
	if !errors.Is(err, database.ErrOutcomeUnknown) {
		t.Errorf("got %v", err)
	}
	testkit.Eventually(t, "the retry succeeds", func() bool {
		likes, err := like()
		if err == nil && likes != 1 {
			t.Errorf("%d likes", likes)
		}
		return err == nil
	})
	assertCounts(t, direct)
}
