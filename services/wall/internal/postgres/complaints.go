package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

// Report stores a report of an entry, or adds it to the open one (complaints_open), unless its
// network was counted. The entry is locked, so its reports are counted serially.
func (s *Store) Report(ctx context.Context, by wall.Reporter, c wall.Complaint) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		of, err := database.QueryRow(ctx, tx, wall.ErrEntryNotFound, pgx.RowToStructByName[subject],
			`SELECT id, wall, x_handle FROM wall_entries WHERE id = $1 FOR NO KEY UPDATE`, c.EntryID)
		if err != nil {
			return err
		}
		added, err := tx.Exec(ctx,
			`INSERT INTO entry_reporters (entry_id, visitor, lane) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
			c.EntryID, by.Visitor, by.Lane)
		if err != nil || added.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx,
			`INSERT INTO complaints (id, entry_id, wall, x_handle, reason, place, note, lane) VALUES ($1, $2, $3, $4, $5, '', $6, $7)
			ON CONFLICT (entry_id) WHERE settled_at IS NULL AND entry_id IS NOT NULL DO UPDATE SET repeats = complaints.repeats + 1
			WHERE NOT EXISTS (SELECT FROM entry_reporters WHERE entry_id = $2 AND lane = $7 AND visitor <> $8)`,
			c.ID, of.ID, of.Wall, of.XHandle, c.Reason, c.Note, by.Lane, by.Visitor)
		return err
	}))
}

// RequestTakedown stores a takedown request, once per intent.
func (s *Store) RequestTakedown(ctx context.Context, visitor string, as idempotency.Request, c wall.Complaint) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		first, err := recordIntent(ctx, tx, visitor, as)
		if err != nil || !first {
			return err
		}
		_, err = tx.Exec(ctx,
			`INSERT INTO complaints (id, wall, x_handle, reason, place, note, lane) VALUES ($1, '', $2, '', $3, $4, $5)`,
			c.ID, c.XHandle, c.Place, c.Note, c.Lane)
		return err
	}))
}

// selectComplaints relies on complaints_queue (created_at DESC, id DESC).
const selectComplaints = `
SELECT id, coalesce(entry_id, '00000000-0000-0000-0000-000000000000') AS entry_id, wall, x_handle, reason, place, note, repeats,
    lane, created_at AS created
FROM complaints
WHERE settled_at IS NULL AND (created_at, id) < ($1, $2)
ORDER BY created_at DESC, id DESC
LIMIT $3`

// Complaints returns up to n open complaints after the cursor, newest first.
func (s *Store) Complaints(ctx context.Context, after page.TimeCursor, n int) ([]wall.Complaint, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[wall.Complaint], selectComplaints, after.Key, after.ID,
		n)
}

// Settle closes a complaint. The decision is about the reported entry, or about a name.
func (s *Store) Settle(ctx context.Context, complaint uuid.UUID, by wall.Action) error {
	return s.act(ctx, wall.ActSettle, by, wall.ErrComplaintNotFound, `
		UPDATE complaints SET settled_at = now() WHERE id = $1 AND settled_at IS NULL
		RETURNING coalesce(entry_id, '00000000-0000-0000-0000-000000000000') AS id, wall, x_handle`, complaint)
}
