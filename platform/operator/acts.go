package operator

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/text"
)

// maxNote bounds what an operator says of an act, in UTF-16 units.
const maxNote = 400

// RecordAct writes down what the operator of this call does, in the transaction that does it: the
// act, such as cancel-job, the id of what it is done to, and the operator's note as it came. A note
// that is too long or hides something is refused, and a call that did not come through the
// operators' port is a stranger's; the transaction must not be committed then. Tables is part of
// the service's schema.
func RecordAct(ctx context.Context, tx pgx.Tx, act, subject, note string) error {
	name, err := Name(ctx)
	if err != nil {
		return err
	}
	if note, err = normalizeNote(note); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO operator_acts (operator, act, subject, note) VALUES ($1, $2, $3, $4)`, name, act,
		subject, note)
	return postgres.Fault(err)
}

// ForgetNotes blanks what operators said of acts on some subjects. It reads all acts, so it is for what
// is seldom done.
func ForgetNotes(ctx context.Context, tx pgx.Tx, subjects []string) error {
	_, err := tx.Exec(ctx, `UPDATE operator_acts SET note = '' WHERE subject = ANY($1)`, subjects)
	return postgres.Fault(err)
}

// normalizeNote returns a note as it is kept.
func normalizeNote(note string) (string, error) {
	note = strings.TrimSpace(note)
	switch {
	case !text.IsPlain(note):
		return "", fault.Invalid("NOTE_INVALID",
			fault.Field{Name: "note", Message: "The note has hidden characters. Use plain letters only."})
	case text.UTF16Length(note) > maxNote:
		return "", fault.Invalid("NOTE_INVALID",
			fault.Field{Name: "note", Message: fmt.Sprintf("Keep the note to %d characters.", maxNote)})
	}
	return note, nil
}

// FindLast returns the operator who did an act to a subject last; empty when no operator did. It
// reads all acts, so it is for work that is done once.
func FindLast(ctx context.Context, pool *pgxpool.Pool, act, subject string) (string, error) {
	found, err := postgres.QueryRows(ctx, pool, pgx.RowTo[string],
		`SELECT operator FROM operator_acts WHERE act = $1 AND subject = $2 ORDER BY created_at DESC, id DESC LIMIT 1`, act,
		subject)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

// act is one row of operator_acts.
type act struct {
	ID       uuid.UUID
	Operator string
	Act      string
	Subject  string
	Note     string
	Created  time.Time
}

// listActsQuery relies on operator_acts_newest.
const listActsQuery = `
SELECT id, operator, act, subject, note, created_at AS created
FROM operator_acts
WHERE (created_at, id) < ($1, $2)
ORDER BY created_at DESC, id DESC
LIMIT $3`

// findActs gives up to n acts behind the cursor, newest first.
func findActs(ctx context.Context, pool *pgxpool.Pool, after page.TimeCursor, n int) ([]act, error) {
	return postgres.QueryRows(ctx, pool, pgx.RowToStructByName[act], listActsQuery, after.Key, after.ID, n)
}
