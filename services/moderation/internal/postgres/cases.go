package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
)

// Cases implements cases.Store.
type Cases struct {
	pool  *pgxpool.Pool
	relay *events.Relay
	now   func() time.Time
}

// NewCases returns a store on the service's pool and outbox.
func NewCases(pool *pgxpool.Pool, relay *events.Relay, now func() time.Time) *Cases {
	return &Cases{pool, relay, now}
}

// lockedCase is a case as a transaction changes it.
type lockedCase struct {
	ID           uuid.UUID
	Kind         decisions.Kind
	Subject      uuid.UUID
	Status       cases.Status
	Version      int
	ReportWeight int64
	OpenSignals  int
	Cleared      bool
	MakerDevice  string
	MakerAccount string
}

// hidesByReports says of which kinds enough reports hide a subject: a person on a wall was approved
// by an operator.
func (c lockedCase) hidesByReports() bool {
	return c.Kind == decisions.KindPicture || c.Kind == decisions.KindVideo
}

const lockCase = `
INSERT INTO cases (id, kind, subject, text, object_name, maker_device, maker_account, is_open) VALUES ($1, $2, $3, $4, $5, $6, $7, false)
ON CONFLICT ON CONSTRAINT cases_subject DO UPDATE SET updated_at = now(), text = coalesce(nullif(excluded.text, ''), cases.text),
    object_name = coalesce(nullif(excluded.object_name, ''), cases.object_name),
    maker_device = coalesce(nullif(excluded.maker_device, ''), cases.maker_device),
    maker_account = coalesce(nullif(excluded.maker_account, ''), cases.maker_account)
RETURNING id, kind, subject, status, version, report_weight, open_signals, cleared_at IS NOT NULL AS cleared, maker_device, maker_account`

// lock returns the case of a subject, which exists from then on, with its row locked.
func lock(ctx context.Context, tx pgx.Tx, d cases.Details) (lockedCase, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return lockedCase{}, err
	}
	return database.QueryRow(ctx, tx, cases.ErrNoCase, pgx.RowToStructByName[lockedCase], lockCase, id, d.Kind, d.ID,
		d.Text, d.ObjectName, d.MakerDevice, d.MakerAccount)
}

// selectCases returns cases with their open signals, decisions and newest appeal. It relies on
// signals_open, decisions_version and appeals_newest.
const selectCases = `
SELECT c.id, c.kind, c.subject, c.text, c.object_name, c.maker_device, c.maker_account, c.is_open, c.status, c.urgency, c.weight, c.open_signals,
    (SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT kind, reason, note, lane, weight, x_handle, created_at FROM signals
        WHERE case_id = c.id AND closed_at IS NULL ORDER BY created_at DESC LIMIT $1) s),
    (SELECT coalesce(json_agg(d), '[]') FROM (
        SELECT id, version, action, reason, message, note, operator, answers_appeal, created_at, applied_at, outcome FROM decisions
        WHERE case_id = c.id ORDER BY version DESC LIMIT $1) d),
    (SELECT row_to_json(a) FROM (
        SELECT text, created_at, answered_at FROM appeals WHERE case_id = c.id ORDER BY created_at DESC LIMIT 1) a),
    c.created_at, c.updated_at
FROM cases c
WHERE `

func scanCase(row pgx.CollectableRow) (c cases.Case, err error) {
	err = row.Scan(&c.ID, &c.Kind, &c.Subject.ID, &c.Text, &c.ObjectName, &c.MakerDevice, &c.MakerAccount, &c.Open,
		&c.Status, &c.Urgency, &c.Weight, &c.OpenSignals, &c.Signals, &c.Decisions, &c.Appeal, &c.Created, &c.Updated)
	if c.Open {
		c.Due = dueTime(c.Urgency)
	}
	return c, err
}

// conditions is a list of conditions, each followed by AND, with the parameters of the whole query.
type conditions struct {
	strings.Builder
	args []any
}

// and adds a condition in which $ is the argument.
func (c *conditions) and(condition string, arg any) {
	c.args = append(c.args, arg)
	c.WriteString(strings.ReplaceAll(condition, "$", fmt.Sprint("$", len(c.args))) + " AND ")
}

// where returns a filter as a condition with its parameters, which come after args. What is not
// filtered by is not in it, so that the index of what is can be used.
func where(f cases.Filter, args ...any) (string, []any) {
	c := conditions{args: args}
	if f.Kind != "" {
		c.and("c.kind = $", f.Kind)
	}
	if f.Open != nil {
		c.and("c.is_open = $", *f.Open)
	}
	if f.MakerDevice != "" {
		c.and("c.maker_device <> '' AND c.maker_device = $", f.MakerDevice)
	}
	if f.MakerAccount != "" {
		c.and("c.maker_account <> '' AND c.maker_account = $", f.MakerAccount)
	}
	if f.Unapplied {
		c.WriteString("EXISTS (SELECT FROM decisions d WHERE d.case_id = c.id AND d.applied_at IS NULL) AND ")
	}
	if f.Appealed {
		c.WriteString("EXISTS (SELECT FROM appeals a WHERE a.case_id = c.id AND a.answered_at IS NULL) AND ")
	}
	if f.Signal != "" {
		c.and("EXISTS (SELECT FROM signals s WHERE s.case_id = c.id AND s.closed_at IS NULL AND s.kind = $)", f.Signal)
	}
	if f.Lane != "" {
		c.and("EXISTS (SELECT FROM signals s WHERE s.case_id = c.id AND s.closed_at IS NULL AND s.lane <> '' AND s.lane = $)",
			f.Lane)
	}
	return c.String(), c.args
}

// OpenCases relies on cases_urgent (urgency DESC, id DESC).
func (s *Cases) OpenCases(
	ctx context.Context, f cases.Filter, after page.CountCursor, n int,
) ([]cases.Case, error) {
	query, args := openCases(f, after, n)
	return database.QueryRows(ctx, s.pool, scanCase, query, args...)
}

func openCases(f cases.Filter, after page.CountCursor, n int) (string, []any) {
	filter, args := where(f, cases.MaxShown, after.Key, after.ID, n)
	return selectCases + filter + `c.is_open AND (c.urgency, c.id) < ($2, $3)
		ORDER BY c.urgency DESC, c.id DESC LIMIT $4`, args
}

// NewestCases relies on cases_newest (updated_at DESC, id DESC), and of one maker on
// cases_maker_device or cases_maker_account.
func (s *Cases) NewestCases(
	ctx context.Context, f cases.Filter, after page.TimeCursor, n int,
) ([]cases.Case, error) {
	query, args := newestCases(f, after, n)
	return database.QueryRows(ctx, s.pool, scanCase, query, args...)
}

func newestCases(f cases.Filter, after page.TimeCursor, n int) (string, []any) {
	filter, args := where(f, cases.MaxShown, after.Key, after.ID, n)
	return selectCases + filter + `(c.updated_at, c.id) < ($2, $3)
		ORDER BY c.updated_at DESC, c.id DESC LIMIT $4`, args
}

// Case returns the case of a subject (cases_subject), or cases.ErrNoCase.
func (s *Cases) Case(ctx context.Context, of cases.Subject) (cases.Case, error) {
	return database.QueryRow(ctx, s.pool, cases.ErrNoCase, scanCase, selectCases+`c.kind = $2 AND c.subject = $3`,
		cases.MaxShown, of.Kind, of.ID)
}
