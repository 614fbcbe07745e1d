package testkit

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// LoseCommitResponse has a write that inserts into a table lose its connection, which goes through
// f, between sending its commit and the answer. The commit succeeds all the same. It returns the
// write's error. direct does not go through f.
func LoseCommitResponse(t testing.TB, direct *pgxpool.Pool, f *Freezer, table string, write func() error) error {
	t.Helper()
	ctx := t.Context()
	Exec(t, direct, fmt.Sprintf(`
		CREATE FUNCTION await_release() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END';
		CREATE CONSTRAINT TRIGGER await_release AFTER INSERT ON %s DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION await_release()`, table))
	holder, err := direct.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	Exec(t, holder, `SELECT pg_advisory_xact_lock(42)`)
	failed := make(chan error)
	go func() { failed <- write() }()
	Eventually(t, "the commit is under way", func() bool {
		var waits bool
		_ = direct.QueryRow(ctx,
			`SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&waits)
		return waits
	})
	f.Stop()
	lost := <-failed
	if err := holder.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	Eventually(t, "it is committed all the same", func() bool {
		var isThere bool
		_ = direct.QueryRow(ctx, fmt.Sprintf(`SELECT EXISTS (SELECT FROM %s)`, table)).Scan(&isThere)
		return isThere
	})
	Exec(t, direct, fmt.Sprintf(`DROP TRIGGER await_release ON %s`, table))
	f.Start()
	return lost
}
