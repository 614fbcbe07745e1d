// Package rows reads the state of a local platform: what its services have in their databases and
// topics, and what the demo provider counted.
package rows

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"mcwick.example/deploy/chaos/history"
)

// Platform is where a local platform keeps its state.
type Platform struct {
	Data     string   // folder; its secrets open everything else
	Postgres string   // host and port
	Brokers  []string // of Kafka
	Provider string   // URL of the demo provider
}

// FromEnvironment reads what deploy/local tells the command that it runs.
func FromEnvironment() (Platform, error) {
	p := Platform{
		Data: os.Getenv("MCWICK_DATA"), Postgres: os.Getenv("MCWICK_POSTGRES"), Provider: os.Getenv("MCWICK_PROVIDER"),
		Brokers: strings.Split(os.Getenv("MCWICK_BROKERS"), ","),
	}
	if p.Data == "" || p.Postgres == "" || p.Provider == "" || p.Brokers[0] == "" {
		return p,
			errors.New("MCWICK_DATA, MCWICK_POSTGRES, MCWICK_PROVIDER or MCWICK_BROKERS is missing: run it by make chaos")
	}
	return p, nil
}

// Secret returns one of the platform's secrets by the name of its file.
func (p Platform) Secret(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(p.Data, "secrets", name))
	return strings.TrimSpace(string(text)), err
}

// Connect opens a database as the superuser.
func (p Platform) Connect(ctx context.Context, database string) (*pgx.Conn, error) {
	password, err := p.Secret("postgres")
	if err != nil {
		return nil, err
	}
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword("postgres", password), Host: p.Postgres, Path: database,
		RawQuery: "sslmode=disable",
	}
	return pgx.Connect(ctx, u.String())
}

// Read gives the whole state.
func (p Platform) Read(ctx context.Context) (s history.State, err error) {
	s.Waiting = map[string]int{}
	applied := map[string]map[string]int{} // by consumer and event
	for database, read := range map[string]func(context.Context, *pgx.Conn, *history.State) error{
		"media": readMedia, "gallery": readGallery, "generation": readGeneration, "identity": none, "wall": readWall, "moderation": readModeration,
	} {
		if err := p.readDatabase(ctx, database, &s, applied, read); err != nil {
			return s, fmt.Errorf("read %s: %w", database, err)
		}
	}
	if s.Answered, err = p.Answered(ctx); err != nil {
		return s, fmt.Errorf("read the provider's count: %w", err)
	}
	if err := p.readTopics(ctx, &s, applied); err != nil {
		return s, fmt.Errorf("read topics: %w", err)
	}
	return s, nil
}

func none(context.Context, *pgx.Conn, *history.State) error { return nil }

// readDatabase reads what every service has, an outbox and perhaps an inbox, and what only this one
// has.
func (p Platform) readDatabase(
	ctx context.Context, name string, s *history.State, applied map[string]map[string]int,
	read func(context.Context, *pgx.Conn, *history.State) error,
) error {
	conn, err := p.Connect(ctx, name)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	// What is read of a database is of one moment: the money of a canceled picture may still be settled.
	if _, err := conn.Exec(ctx, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`); err != nil {
		return err
	}
	var hasOutbox, hasInbox bool
	err = conn.QueryRow(ctx,
		`SELECT to_regclass('outbox') IS NOT NULL, to_regclass('inbox') IS NOT NULL`).Scan(&hasOutbox, &hasInbox)
	if err != nil {
		return err
	}
	if hasOutbox {
		var waiting int
		if err := conn.QueryRow(ctx, `SELECT count(*) FROM outbox`).Scan(&waiting); err != nil {
			return err
		}
		s.Waiting[name] = waiting
	}
	if hasInbox {
		if err := readInbox(ctx, conn, applied); err != nil {
			return err
		}
	}
	return read(ctx, conn, s)
}

func readInbox(ctx context.Context, conn *pgx.Conn, applied map[string]map[string]int) error {
	rows, err := conn.Query(ctx, `SELECT consumer, event_id::text FROM inbox`)
	if err != nil {
		return err
	}
	var consumer, event string
	_, err = pgx.ForEachRow(rows, []any{&consumer, &event}, func() error {
		if applied[consumer] == nil {
			applied[consumer] = map[string]int{}
		}
		applied[consumer][event]++
		return nil
	})
	return err
}

// collect adds the rows to a slice, those of a query, by position.
func collect[T any](ctx context.Context, conn *pgx.Conn, into *[]T, query string) error {
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return err
	}
	read, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	*into = append(*into, read...)
	return err
}

func readMedia(ctx context.Context, conn *pgx.Conn, s *history.State) error {
	return errors.Join(
		collect(ctx, conn, &s.Publications,
			`SELECT id::text, artwork_id::text, idempotency_key, withdrawn_at IS NOT NULL, moves FROM publications`),
		collect(ctx, conn, &s.Jobs, `SELECT id::text, idempotency_key, state, result IS NOT NULL FROM jobs`),
		collect(ctx, conn, &s.Videos, `SELECT id::text, shared_at IS NOT NULL FROM videos`),
		conn.QueryRow(ctx, `SELECT count(*) FROM publications WHERE open_reports > 0`).Scan(&s.Unimported),
	)
}

func readModeration(ctx context.Context, conn *pgx.Conn, s *history.State) error {
	return collect(ctx, conn, &s.Reports, `SELECT subject::text, source FROM signals JOIN cases ON cases.id = case_id
		WHERE cases.kind = 'picture' AND signals.kind = 'report'`)
}

func readWall(ctx context.Context, conn *pgx.Conn, s *history.State) error {
	return errors.Join(
		collect(ctx, conn, &s.Nominations,
			`SELECT id::text, 'WALL_' || upper(wall), x_handle, repeats FROM nominations WHERE rejected_at IS NULL`),
		collect(ctx, conn, &s.Entries, `SELECT id::text, 'WALL_' || upper(wall), x_handle FROM wall_entries`),
	)
}

func readGallery(ctx context.Context, conn *pgx.Conn, s *history.State) error {
	return errors.Join(
		collect(ctx, conn, &s.Images,
			`SELECT id::text, likes, w.image_id IS NOT NULL AND w.restored_at IS NULL, coalesce(w.version, 0)
			FROM generated_images LEFT JOIN withdrawn_images w ON w.image_id = id`),
		collect(ctx, conn, &s.Likes, `SELECT image_id::text, visitor, counted FROM likes`),
	)
}

func readGeneration(ctx context.Context, conn *pgx.Conn, s *history.State) error {
	return errors.Join(
		collect(ctx, conn, &s.Jobs, `SELECT id::text, idempotency_key, state, result IS NOT NULL FROM jobs`),
		collect(ctx, conn, &s.Days,
			`SELECT day::text, budget_micro_usd, reserved_micro_usd, spent_micro_usd FROM budget_days`),
		collect(ctx, conn, &s.Reservations, `SELECT job_id::text, day::text, micro_usd FROM reservations`),
		collect(ctx, conn, &s.LedgerCalls, `SELECT id::text, job_id::text, kind, state, price_micro_usd FROM ai_calls`),
	)
}
