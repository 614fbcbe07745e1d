package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// Only a commit that the server has not answered has an unknown outcome.
// Verifies GAL-15.
func TestLostCommitResponseIsOutcomeUnknown(t *testing.T) {
	u := testkit.DatabaseURL(t, one)
	through, freezer := testkit.FreezeDatabase(t, u)
	pool := testkit.Connect(t, through)
	melt := func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE candles SET wax = wax - 1`)
		return err
	}
	for name, c := range map[string]struct {
		change func(pgx.Tx) error
		want   string
	}{
		"lost at the commit": {func(tx pgx.Tx) error { defer freezer.Stop(); return melt(tx) }, "OUTCOME_UNKNOWN"},
		"lost before it":     {func(tx pgx.Tx) error { freezer.Stop(); return melt(tx) }, "UNAVAILABLE"},
		"ended by the server": {func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `SELECT pg_terminate_backend(pg_backend_pid())`)
			return err
		}, "UNAVAILABLE"},
		"refused at the commit": {func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(),
				`CREATE TABLE burnt (id int CONSTRAINT burnt_once UNIQUE DEFERRABLE INITIALLY DEFERRED)`)
			if err == nil {
				_, err = tx.Exec(t.Context(), `INSERT INTO burnt VALUES (1), (1)`)
			}
			return err
		}, "INTERNAL"},
	} {
		t.Run(name, func(t *testing.T) {
			err := postgres.Fault(postgres.InTx(t.Context(), pool, c.change))
			if got := fault.From(err); got == nil || got.Reason != c.want {
				t.Errorf("%v", err)
			}
			freezer.Start()
			pool.Reset()
		})
	}
}
