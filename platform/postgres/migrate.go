package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"mcwick.example/platform/config"
	"mcwick.example/platform/retry"
	"mcwick.example/platform/telemetry"
)

// Migrate brings the database to the newest version of all its tables, however long a statement
// takes. Any number of migrators may run at a time; one does the work, the others wait for it.
//
// A role that is not empty serves with the tables, which c's role owns: it gets to read and write their
// rows.
func Migrate(ctx context.Context, log *slog.Logger, c Config, schema Schema, servingRole string) error {
	pool, err := openForMigrations(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	for _, tables := range schema {
		if err := tables.migrate(ctx, log, db); err != nil {
			return err
		}
	}
	if servingRole == "" {
		return nil
	}
	return grantServingRole(ctx, pool, servingRole, schema)
}

func (t Tables) migrate(ctx context.Context, log *slog.Logger, db *sql.DB) error {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // look each second, for five minutes
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, t.Files, goose.WithSessionLocker(locker),
		goose.WithTableName(t.versions()))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	policy := retry.Policy{
		Backoff: lockBackoff,
		RetryIf: func(err error) bool {
			var pg *pgconn.PgError
			return errors.As(err, &pg) && pg.Code == lockNotAvailable
		},
		OnFailure: func(err error) { log.WarnContext(ctx, "retrying migration: a table is in use", "error", err) },
	}
	return retry.Call(ctx, policy, func(ctx context.Context) error {
		applied, err := p.Up(ctx)
		for _, m := range applied {
			log.InfoContext(ctx, "migrated", "versions", t.versions(), "file", m.Source.Path, "ms",
				m.Duration.Milliseconds())
		}
		return err
	})
}

// A migration that waits for a table keeps everybody else from it, who queue up behind. So it waits
// for a short time only, lets them through, and tries again, until its pod's deadline.
const (
	lockTimeout      = 2 * time.Second
	lockBackoff      = 3 * time.Second
	lockNotAvailable = "55P03"
)

// migration is the configuration of the sub-command.
type migration struct {
	Database Config
	// ServingRole is the role that serves, when it is another than that of DATABASE_URL, which owns the
	// tables then and is for migrations alone.
	ServingRole string `env:"DATABASE_SERVING_ROLE"`
}

// MigrateCommand is the sub-command migrate of a service. It needs the database and nothing else,
// so that it can run before anything else is there.
func MigrateCommand(service string, schema Schema) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		c, err := config.Load[migration]()
		if err != nil {
			return err
		}
		return Migrate(ctx, telemetry.NewLogger(os.Stdout, service, slog.LevelInfo), c.Database, schema, c.ServingRole)
	}
}

// errUnbounded begins the names of the bounds without which a transaction could hold its locks for ever.
var errUnbounded = errors.New("sessions have no")

// errNotMigrated says that a migration has not run yet; the service waits instead of crashing.
var errNotMigrated = errors.New("the database is behind this program's migrations")

// Ready is the readiness of a service that owns a database: it answers, bounds its sessions and has
// every migration. What was there once stays. A pool whose connections were used since the last check
// counts as an answer: in a crowd the check itself waits behind all calls, and would end all replicas'
// readiness at once.
func Ready(pool *pgxpool.Pool, schema Schema) func(ctx context.Context) error {
	var migrated atomic.Bool
	var used atomic.Int64 // connections of the pool until the last check
	return func(ctx context.Context) error {
		if migrated.Load() {
			isUsed := pool.Stat().AcquireCount() > used.Load()
			err := pool.Ping(ctx)
			used.Store(pool.Stat().AcquireCount())
			if isUsed {
				return nil
			}
			return err
		}
		if err := schema.checkDatabase(ctx, pool); err != nil {
			return err
		}
		migrated.Store(true)
		return nil
	}
}

// awayTimeout is how long a service that can do without its database waits for that to become ready.
const awayTimeout = 500 * time.Millisecond

// ReadyWhenAway is Ready for a service that has calls without a database, too: it is ready while that is away
// or behind, and not while its sessions have no bounds.
func ReadyWhenAway(pool *pgxpool.Pool, schema Schema) func(ctx context.Context) error {
	ready := Ready(pool, schema)
	return func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, awayTimeout)
		defer cancel()
		if err := ready(ctx); errors.Is(err, errUnbounded) {
			return err
		}
		return nil
	}
}

// checkDatabase reports sessions without the bounds that everything counts on, which behind a pooler
// are settings of the role, and migrations that have not run. It is one statement: on a machine
// without time, a check of several would not end within its own. A table of versions has one row for
// each applied migration: few enough to look through them all.
func (s Schema) checkDatabase(ctx context.Context, pool *pgxpool.Pool) error {
	var newest []string
	for _, tables := range s {
		newest = append(newest, `coalesce((SELECT max(version_id) FROM `+tables.versions()+`), 0)`)
	}
	var unbounded string
	var have []int64
	if err := pool.QueryRow(ctx, `SELECT coalesce(string_agg(name, ', ' ORDER BY name), ''), ARRAY[`+
		strings.Join(newest, ", ")+`]::bigint[] FROM pg_settings
		WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') AND setting = '0'`,
	).Scan(&unbounded, &have); err != nil {
		return err
	}
	if unbounded != "" {
		return fmt.Errorf("%w %s: behind a pooler the role needs them (ALTER ROLE … SET …)", errUnbounded, unbounded)
	}
	for i, tables := range s {
		if have[i] < tables.newest() {
			return errNotMigrated
		}
	}
	return nil
}
