package main

import (
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/postgres/migrations"
)

// A nomination whose connection was lost at its commit returns an unknown outcome, and its retry is
// not counted again.
// Verifies GAL-15.
func TestRetryResolvesNominationOfUnknownOutcome(t *testing.T) {
	url := testkit.DatabaseURL(t, migrations.Schema)
	direct := testkit.Connect(t, url)
	through, freezer := testkit.FreezeDatabase(t, url)
	i := servicetest.New(t, spec, map[string]string{"DATABASE_URL": through})
	i.Start(t)
	visitors := wallv1.NewWallServiceClient(i.Conn)
	ctx, r := newVisitor(t), &wallv1.NominateRequest{Wall: flame, XHandle: "wick", Reason: "Because."}
	err := testkit.LoseCommitResponse(t, direct, freezer, "nominations",
		func() error { _, err := visitors.Nominate(ctx, r); return err })
	if f := fault.From(err); f == nil || f.Reason != "OUTCOME_UNKNOWN" || f.RetryAfter == 0 {
		t.Errorf("got %v", err)
	}
	testkit.Eventually(t, "the retry succeeds", func() bool { _, err := visitors.Nominate(ctx, r); return err == nil })
	if repeats := testkit.QueryOne[int](t, direct, `SELECT sum(repeats) FROM nominations`); repeats != 0 {
		t.Errorf("counted %d times", repeats)
	}
}
