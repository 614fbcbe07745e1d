// Package postgres opens a service's own database: pool, transactions, migrations and the
// translation of an outage into a fault.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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
)

// Config names the database. PoolSize times replicas must stay below the server's limit.
type Config struct {
	URL      config.Secret `env:"DATABASE_URL,required"`
	PoolSize int32         `env:"DATABASE_POOL_SIZE" envDefault:"8"`
}

// Open connects a pool whose queries are spans and take 10 s at most; how busy it is is in the metrics. It returns before the database
// answers; Ready tells when it does.
func Open(ctx context.Context, c Config) (*pgxpool.Pool, error) {
	pool, err := open(ctx, c, 10*time.Second, 0)
	if err != nil {
		return nil, err
	}
	return pool, otelpgx.RecordStats(pool)
}

// open is Open with other bounds on one statement and on its wait for a lock; 0 is none.
func open(ctx context.Context, c Config, statement, lock time.Duration) (*pgxpool.Pool, error) {
	pc, err := pgxpool.ParseConfig(c.URL.Reveal())
	if err != nil {
		return nil, errors.New("DATABASE_URL is not a PostgreSQL address") // the cause would print the password
	}
	pc.MaxConns = c.PoolSize
	pc.MinConns = 2
	pc.MaxConnLifetime = 30 * time.Minute
	pc.ConnConfig.ConnectTimeout = 2 * time.Second
	pc.ConnConfig.RuntimeParams["statement_timeout"] = strconv.FormatInt(statement.Milliseconds(), 10)
	pc.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(lock.Milliseconds(), 10)
	pc.ConnConfig.DialFunc = dialWithin(statement)
	pc.PingTimeout = 2 * time.Second
	// The server, too, must notice when one of us vanished: its session may hold a lock that others wait for.
	for name, value := range map[string]string{"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3", "tcp_user_timeout": "10000"} {
		pc.ConnConfig.RuntimeParams[name] = value
	}
	pc.ConnConfig.RuntimeParams["timezone"] = "UTC"                              // days begin when we say so, wherever the server stands
	pc.ConnConfig.RuntimeParams["idle_in_transaction_session_timeout"] = "15000" // ms
	pc.ConnConfig.Tracer = otelpgx.NewTracer(otelpgx.WithSpanNameFunc(spanName), otelpgx.WithDisableSQLStatementInAttributes())
	return pgxpool.NewWithConfig(ctx, pc)
}

// table finds what a statement is about.
var table = regexp.MustCompile(`(?i)\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)`)

// spanName is the statement's verb and table, such as INSERT likes, so that a waterfall can be read.
func spanName(sql string) string {
	verb := "SQL"
	if words := strings.Fields(sql); len(words) > 0 {
		verb = words[0]
	}
	if m := table.FindStringSubmatch(sql); m != nil {
		return verb + " " + m[1]
	}
	return verb
}

// Part closes the pool when the program stops.
func Part(pool *pgxpool.Pool) lifecycle.Part {
	return lifecycle.Part{Name: "database", Stop: func(ctx context.Context) error {
		closed := make(chan struct{})
		go func() { pool.Close(); close(closed) }() // waits for every connection, also for a server that does not answer
		select {
		case <-closed:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
}

// InTx runs f in a transaction and commits it. What f returns is returned; a serialization failure or
// a deadlock is tried again, at most four times in all and after a moment that differs, so that the same two do
// not meet again. f must not do anything but SQL.
func InTx(ctx context.Context, pool *pgxpool.Pool, f func(tx pgx.Tx) error) error {
	err := inTx(ctx, pool, f)
	for attempt := 1; attempt < 4 && retryable(err); attempt++ {
		select {
		case <-time.After(rand.N(time.Duration(attempt) * retryWithin)):
		case <-ctx.Done():
			return err
		}
		err = inTx(ctx, pool, f)
	}
	return err
}

const retryWithin = 50 * time.Millisecond

func retryable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// away are the codes of a server that is shutting down, crashed or starting (57P01 to 57P03) or has no
// connections, memory or disk to spare (53…). 57014, a statement that took too long, is not one: asking
// again would be as slow.
var away = []string{"57P01", "57P02", "57P03", "53000", "53100", "53200", "53300", "53400"}

// Fault translates what a query answered: a database that cannot be reached is unavailable. Anything
// else stays as it is and is internal.
func Fault(err error) error {
	var pg *pgconn.PgError
	var network net.Error
	switch {
	case errors.Is(err, ErrOutcomeUnknown), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &pg):
		if slices.Contains(away, pg.Code) {
			return fault.Unavailable.With(err)
		}
	case errors.As(err, &network), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, new(*pgconn.ConnectError)), pgconn.SafeToRetry(err):
		return fault.Unavailable.With(fmt.Errorf("database: %w", err))
	}
	return err
}
