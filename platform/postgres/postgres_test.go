package postgres_test

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

var one, two = postgres.Schema{{Files: os.DirFS("testdata/one")}}, postgres.Schema{{Files: os.DirFS("testdata/two")}}

func TestMigrate(t *testing.T) {
	u := testkit.DatabaseURL(t, one)
	pool := testkit.Connect(t, u)
	if err := postgres.Ready(pool, one)(t.Context()); err != nil {
		t.Errorf("ready for what is there: %v", err)
	}
	if err := postgres.Ready(pool, two)(t.Context()); err == nil {
		t.Error("ready for a migration that has not run")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := postgres.Migrate(t.Context(), testkit.DiscardLog(),
				postgres.Config{URL: config.Secret(u), PoolSize: 2}, two, ""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := postgres.Ready(pool, two)(t.Context()); err != nil {
		t.Error(err)
	}
}

// A machine without time answers each statement late, and the check as a whole has a moment.
func TestReadyTakesOneStatement(t *testing.T) {
	both := postgres.Schema{one[0], {Files: os.DirFS("testdata/one"), Versions: "other_versions"}}
	pool := testkit.Database(t, one)
	testkit.Exec(t, pool, `CREATE TABLE other_versions (version_id bigint)`)
	ready := postgres.Ready(pool, both)
	if err := ready(t.Context()); err == nil {
		t.Error("ready for the first of two tables")
	}
	testkit.Exec(t, pool, `INSERT INTO other_versions SELECT version_id FROM goose_db_version`)
	before := pool.Stat().AcquireCount()
	if err := ready(t.Context()); err != nil {
		t.Error(err)
	}
	if statements := pool.Stat().AcquireCount() - before; statements != 1 {
		t.Errorf("%d statements", statements)
	}
}

func TestMigrationsHaveNoStatementTimeout(t *testing.T) {
	testkit.Database(t, postgres.Schema{{Files: fstest.MapFS{"00001_slow.sql": {Data: []byte(`-- +goose Up
-- +goose StatementBegin
DO $$ BEGIN
    ASSERT current_setting('statement_timeout') = '0', 'a statement is bounded';
END $$;
-- +goose StatementEnd
`)}}}})
}

// An index that is built while writers go on waits for their transactions. What a build that gave
// way left behind is of no use, and is built anew.
func TestInvalidIndexIsRebuilt(t *testing.T) {
	u := testkit.DatabaseURL(t, one)
	pool := testkit.Connect(t, u)
	holder, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // it is over by then
	testkit.Exec(t, holder, `UPDATE candles SET wax = wax + 1`)
	waits := make(logLines, 100)
	migrated := make(chan error, 1)
	go func() {
		migrated <- postgres.Migrate(t.Context(), slog.New(slog.NewTextHandler(waits, nil)),
			postgres.Config{URL: config.Secret(u), PoolSize: 2},
			postgres.Schema{{Files: fstest.MapFS{
				"00001_candles.sql": {Data: []byte("-- +goose Up\n")}, // is there
				"00002_index.sql": {Data: []byte("-- +goose NO TRANSACTION\n-- +goose Up\n" +
					"DROP INDEX CONCURRENTLY IF EXISTS candles_by_wax;\nCREATE INDEX CONCURRENTLY candles_by_wax ON candles (wax);\n")},
			}}}, "")
	}()
	for line := range waits {
		if strings.Contains(line, "retrying migration") {
			break // it gave way
		}
	}
	valid := func() bool {
		t.Helper()
		return testkit.QueryOne[bool](t, pool,
			`SELECT indisvalid FROM pg_index WHERE indexrelid = 'candles_by_wax'::regclass`)
	}
	if valid() {
		t.Error("the index was built while a writer had not ended")
	}
	if err := holder.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-migrated; err != nil || !valid() {
		t.Errorf("after its writers: valid %t, %v", valid(), err)
	}
}

// A migration that needs a table which a transaction holds does not keep readers waiting behind it,
// and succeeds once the table is free.
func TestMigrationsRetryOnLockTimeout(t *testing.T) {
	u := testkit.DatabaseURL(t, one)
	pool := testkit.Connect(t, u)
	holder, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // it is over by then
	testkit.Exec(t, holder, `LOCK TABLE candles IN ACCESS SHARE MODE`)
	waits := make(logLines, 100)
	migrated := make(chan error, 1)
	go func() {
		migrated <- postgres.Migrate(t.Context(), slog.New(slog.NewTextHandler(waits, nil)),
			postgres.Config{URL: config.Secret(u), PoolSize: 2}, two, "")
	}()
	for line := range waits {
		if strings.Contains(line, "retrying migration") {
			break // it gave way
		}
	}
	if _, err := pool.Exec(t.Context(), `SELECT FROM candles`); err != nil {
		t.Errorf("a reader waits behind the migration: %v", err)
	}
	if err := holder.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-migrated; err != nil {
		t.Error(err)
	}
}

// logLines is a log that a test reads while it is written.
type logLines chan string

func (l logLines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

func TestSessionsUseUTC(t *testing.T) {
	// as a server of there would have it
	pool := testkit.Connect(t, testkit.DatabaseURL(t, one)+"&timezone=America/New_York")
	if zone := testkit.QueryOne[string](t, pool, `SHOW timezone`); zone != "UTC" {
		t.Error(zone)
	}
}

func TestDeadlocksAreRetried(t *testing.T) {
	pool := testkit.Database(t, one)
	// Two transactions take the same two rows in opposite order, and meet in the middle the first
	// time.
	var met sync.WaitGroup
	met.Add(2)
	take := func(first, second int) error {
		var once sync.Once
		return postgres.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `UPDATE candles SET wax = wax - 1 WHERE id = $1`, first); err != nil {
				return err
			}
			once.Do(func() { met.Done(); met.Wait() })
			_, err := tx.Exec(t.Context(), `UPDATE candles SET wax = wax - 1 WHERE id = $1`, second)
			return err
		})
	}
	var all sync.WaitGroup
	for _, order := range [][2]int{{1, 2}, {2, 1}} {
		all.Go(func() {
			if err := take(order[0], order[1]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if wax := testkit.QueryOne[int](t, pool, `SELECT sum(wax) FROM candles`); wax != 16 {
		t.Errorf("%d left", wax)
	}
}

func TestFault(t *testing.T) {
	pool := testkit.Database(t, one)
	_, err := pool.Exec(t.Context(), `UPDATE candles SET wax = -1`)
	if got := postgres.Fault(err); fault.From(got).Kind != fault.KindInternal {
		t.Errorf("a violated constraint: %v", got)
	}
	err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL statement_timeout = '10ms'`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `SELECT pg_sleep(20)`)
		return err
	})
	if got := postgres.Fault(err); fault.From(got).Kind != fault.KindInternal {
		t.Errorf("a slow statement: %v", got)
	}
	_, err = pool.Exec(t.Context(), `SELECT pg_terminate_backend(pg_backend_pid())`)
	if got := postgres.Fault(err); fault.From(got).Kind != fault.KindUnavailable {
		t.Errorf("a connection that the server ended: %v", got)
	}
	away, err := postgres.Open(t.Context(), postgres.Config{URL: "postgres://x:y@127.0.0.1:1/z", PoolSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer away.Close()
	if got := postgres.Fault(away.Ping(t.Context())); fault.From(got).Kind != fault.KindUnavailable {
		t.Errorf("a database that is away: %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := postgres.Fault(pool.Ping(ctx)); fault.From(got).Kind != fault.KindCanceled {
		t.Errorf("a caller that left: %v", got)
	}
}

// A standby is away. A primary that only reads, as on a full disk, is that for writes.
// Verifies OPS-56.
func TestReadOnlyServerIsUnavailable(t *testing.T) {
	u := testkit.DatabaseURL(t, one)
	admin := testkit.Connect(t, u)
	alter := `ALTER DATABASE ` + admin.Config().ConnConfig.Database
	testkit.Exec(t, admin, `CREATE SCHEMA standby`)
	testkit.Exec(t, admin, `CREATE FUNCTION standby.pg_is_in_recovery() RETURNS bool RETURN true`)
	testkit.Exec(t, admin, alter+` SET search_path = standby, pg_catalog, public`)
	pool, err := postgres.Open(t.Context(), postgres.Config{URL: config.Secret(u), PoolSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	write := func() error {
		return postgres.Fault(postgres.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE candles SET wax = 1`)
			return err
		}))
	}
	isUnavailable := func(err error) bool { return err != nil && fault.From(err).Kind == fault.KindUnavailable }
	if err := write(); !isUnavailable(err) || postgres.Ready(pool, one)(t.Context()) == nil {
		t.Errorf("a standby: %v", err)
	}
	testkit.Exec(t, admin, alter+` RESET search_path`)
	if err := write(); err != nil {
		t.Errorf("the primary: %v", err)
	}
	testkit.Exec(t, pool, `SET default_transaction_read_only = on`)
	if err := postgres.Ready(pool, one)(t.Context()); err != nil {
		t.Errorf("a primary that only reads: %v", err)
	}
	if err := write(); !isUnavailable(err) {
		t.Errorf("a primary that only reads: %v", err)
	}
	if err := write(); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestOpenErrorsHidePassword(t *testing.T) {
	_, err := postgres.Open(t.Context(), postgres.Config{URL: "postgres://u:hunter2@host:port/"})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}
