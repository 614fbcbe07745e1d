package main

import (
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// A publication whose connection was lost at its commit returns an unknown outcome, and its retry
// returns the publication.
// Verifies GAL-15.
func TestRetryResolvesPublicationOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	w := prepareEnvironment(t)
	direct := w.Database(t)
	through, freezer := testkit.FreezeDatabase(t, direct.Config().ConnString())
	w.Environment["DATABASE_URL"] = through
	w.Start(t)
	ctx, r := withVisitor(t.Context(), uuid.NewString()), &mediav1.PublishRequest{ArtworkId: w.store(t).GetArtworkId()}
	err := testkit.LoseCommitResponse(t, direct, freezer, "publications",
		func() error { _, err := w.client.Publish(ctx, r); return err })
	if f := fault.From(err); f == nil || f.Reason != "OUTCOME_UNKNOWN" || f.RetryAfter == 0 {
		t.Errorf("got %v", err)
	}
	var published string
	testkit.Eventually(t, "the repeat settles it", func() bool {
		p, err := w.client.Publish(ctx, r)
		published = p.GetId()
		return err == nil
	})
	ids := testkit.QueryOne[string](t, direct, `SELECT string_agg(id::text, ' ') FROM publications`)
	if ids != published {
		t.Errorf("the repeat gave %s, there are %s", published, ids)
	}
}
