// Package postgres opens a service's own database: pool, transactions, migrations and the
// translation of an outage into a fault.
package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/retry"
)

// Config names the database. PoolSize times replicas must stay below the server's limit. An address
// may be two lines, of the former and of the next password, and a changed file takes effect: new
// connections log in with what it holds.
type Config struct {
	URL      config.Secret `env:"DATABASE_URL,required"`
	URLFile  string        `env:"DATABASE_URL_FILE"`
	PoolSize int32         `env:"DATABASE_POOL_SIZE" envDefault:"8"`
	// PoolerURL names the same database behind a pooler in transaction mode, such as PgBouncer,
	// which all queries go through then; migrations lock by session and use URL. A pooler passes no
	// settings of a session on, so the role must have those of SessionSettings.
	PoolerURL     config.Secret `env:"DATABASE_POOLER_URL"`
	PoolerURLFile string        `env:"DATABASE_POOLER_URL_FILE"`
	// RequireTLS refuses an address whose connections could be read by others, or answered by another
	// server: it has to say sslmode=verify-full.
	RequireTLS bool `env:"DATABASE_REQUIRE_TLS"`
	// CAFile is the PEM file of the authority that signed the server's certificate; without it, those of
	// the system.
	CAFile string `env:"DATABASE_CA_FILE"`
}

// SessionSettings bound what a session may do to others, and to itself. Each connection sets them, or, behind a
// pooler, the role has them (ALTER ROLE … SET).
var SessionSettings = map[string]string{
	"statement_timeout":                   "10s",
	"idle_in_transaction_session_timeout": "15s",
	// Compiling a statement takes 40 ms, and ours take less.
	"jit": "off",
	// The server, too, must notice when one of us vanished: its session may hold a lock that others
	// wait for.
	"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3", "tcp_user_timeout": "10s",
}

// statementTimeout is that of SessionSettings.
const statementTimeout = 10 * time.Second

// Validate reports addresses that cannot be used, without connecting.
func (c Config) Validate() error {
	_, err := c.parse("DATABASE_URL", c.URL, c.URLFile, 0)
	if c.PoolerURL != "" {
		_, pooler := c.parse("DATABASE_POOLER_URL", c.PoolerURL, c.PoolerURLFile, 0)
		err = errors.Join(err, pooler)
	}
	return err
}

// Open connects a pool whose queries are spans and take 10 s at most; how busy it is is in the
// metrics. It returns before the database answers; Ready tells when it does.
func Open(ctx context.Context, c Config) (*pgxpool.Pool, error) {
	variable, url, file := "DATABASE_URL", c.URL, c.URLFile
	if c.PoolerURL != "" {
		variable, url, file = "DATABASE_POOLER_URL", c.PoolerURL, c.PoolerURLFile
	}
	pc, err := c.parse(variable, url, file, statementTimeout)
	if err != nil {
		return nil, err
	}
	if c.PoolerURL == "" {
		maps.Copy(pc.ConnConfig.RuntimeParams, SessionSettings)
		// a statement may go to another session than the one before, which prepared nothing; only what
		// its types are is remembered
	} else {
		pc.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, err
	}
	return pool, otelpgx.RecordStats(pool)
}

// openForMigrations returns connections whose statements take as long as they need.
func openForMigrations(ctx context.Context, c Config) (*pgxpool.Pool, error) {
	pc, err := c.parse("DATABASE_URL", c.URL, c.URLFile, 0)
	if err != nil {
		return nil, err
	}
	maps.Copy(pc.ConnConfig.RuntimeParams, SessionSettings)
	pc.ConnConfig.RuntimeParams["statement_timeout"] = "0"
	pc.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockTimeout.Milliseconds(), 10)
	return pgxpool.NewWithConfig(ctx, pc)
}

// parse reads the address in a variable, and its credentials again from its file. No answer is
// waited for much longer than a statement may take; 0 is no bound.
func (c Config) parse(
	variable string, url config.Secret, file string, statement time.Duration,
) (*pgxpool.Config, error) {
	pc, err := pgxpool.ParseConfig(addresses(url)[0])
	if err != nil {
		return nil, errors.New(variable + " is not a PostgreSQL address") // the cause would print the password
	}
	if err := c.verifyServer(variable, &pc.ConnConfig.Config); err != nil {
		return nil, err
	}
	current, err := config.NewReloader(variable, config.SecretLoader(url, file, parseCredentials))
	if err != nil {
		return nil, err
	}
	pc.BeforeConnect = useCurrentCredentials(current.Load)
	pc.MaxConns = c.PoolSize
	pc.MinConns = 2
	pc.MaxConnLifetime = 30 * time.Minute
	pc.ConnConfig.ConnectTimeout = cmp.Or(pc.ConnConfig.ConnectTimeout, 2*time.Second) // connect_timeout of the address
	pc.ConnConfig.DialFunc = dialWithTimeout(statement)
	pc.PingTimeout = 2 * time.Second
	// after a failover an address may lead to the standby for a while
	pc.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	keeps := pc.ConnConfig.OnPgError // the connection, unless the error ends it
	pc.ConnConfig.OnPgError = func(c *pgconn.PgConn, err *pgconn.PgError) bool {
		return err.Code != readOnly && keeps(c, err)
	}
	// days begin when we say so, wherever the server stands; poolers pass it on
	pc.ConnConfig.RuntimeParams["timezone"] = "UTC"
	pc.ConnConfig.Tracer = otelpgx.NewTracer(otelpgx.WithSpanNameFunc(spanName),
		otelpgx.WithDisableSQLStatementInAttributes())
	return pc, nil
}

// tablePattern finds what a statement is about.
var tablePattern = regexp.MustCompile(`(?i)\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)`)

// spanName is the statement's verb and table, such as INSERT likes, so that a waterfall can be
// read.
func spanName(sql string) string {
	verb := "SQL"
	if words := strings.Fields(sql); len(words) > 0 {
		verb = words[0]
	}
	if m := tablePattern.FindStringSubmatch(sql); m != nil {
		return verb + " " + m[1]
	}
	return verb
}

// Part closes the pool when the program stops.
func Part(pool *pgxpool.Pool) lifecycle.Part {
	return lifecycle.Part{Name: "database", Stop: func(ctx context.Context) error {
		// waits for every connection, also for a server that does not answer
		return lifecycle.Await(ctx, pool.Close)
	}}
}

// InTx runs f in a transaction and commits it. What f returns is returned; a serialization failure
// or a deadlock is retried, at most four times in all and after a moment that differs, so that the
// same two do not meet again. f must not do anything but SQL.
func InTx(ctx context.Context, pool *pgxpool.Pool, f func(tx pgx.Tx) error) error {
	return retry.Call(ctx, conflictRetry, func(ctx context.Context) error { return runInTx(ctx, pool, f) })
}

var conflictRetry = retry.Policy{Attempts: 4, Backoff: 25 * time.Millisecond, MaxBackoff: 100 * time.Millisecond,
	RetryIf: isConflict}

func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// readOnly is the code of a server that only reads, such as a standby, or one whose disk is full.
const readOnly = "25006"

// unavailableCodes are the codes of a server that is shutting down, crashed or starting (57P01 to
// 57P03), has no connections, memory or disk to spare (53…), only reads, or refuses a password that
// rotates (28P01), and of a pooler that has no connection for us (08P01). 57014, a statement that took
// too long, is not one: asking again would be as slow.
var unavailableCodes = []string{"57P01", "57P02", "57P03", "53000", "53100", "53200", "53300", "53400", readOnly,
	passwordRefused, protocolViolation}

// Time returns a time as the database stores it: in UTC and in whole microseconds, so that what was
// written equals what is read.
func Time(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Fault translates what a query answered: a database that cannot be reached is unavailable.
// Anything else stays as it is and is internal.
func Fault(err error) error {
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, ErrOutcomeUnknown), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &pg):
		if slices.Contains(unavailableCodes, pg.Code) {
			return fault.ErrUnavailable.WithCause(err)
		}
	case errors.As(err, new(net.Error)), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, new(*pgconn.ConnectError)),
		pgconn.SafeToRetry(err):
		return fault.ErrUnavailable.WithCause(fmt.Errorf("database: %w", err))
	}
	return err
}
