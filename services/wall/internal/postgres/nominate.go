package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/idempotency"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

// Nominate stores a nomination, counts a repeat of an open one (nominations_open), or does nothing
// for a name that is on that wall (wall_entries_once), also while it is hidden there, or opted out.
// So no approval brings back what was hidden.
func (s *Store) Nominate(ctx context.Context, visitor string, as idempotency.Request, n wall.Nomination) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		first, err := recordIntent(ctx, tx, visitor, as)
		if err != nil || !first {
			return err
		}
		if err := lockHandle(ctx, tx, n.XHandle); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO nominations (id, wall, x_handle, reason, is_self_nomination, is_hodling)
			SELECT $1, $2, $3, $4, $5, $6
			WHERE NOT EXISTS (SELECT FROM opt_outs WHERE x_handle = lower($3))
			AND NOT EXISTS (SELECT FROM wall_entries WHERE wall = $2 AND lower(x_handle) = lower($3))
			ON CONFLICT (wall, lower(x_handle)) WHERE rejected_at IS NULL DO UPDATE SET repeats = nominations.repeats + 1`,
			n.ID, n.Wall, n.XHandle, n.Reason, n.IsSelfNomination, n.IsHodling)
		return err
	}))
}

// recordIntent stores an intent of a visitor, and reports whether it is new. It relies on
// intents_once, on which a concurrent repeat waits.
func recordIntent(ctx context.Context, tx pgx.Tx, visitor string, as idempotency.Request) (first bool, err error) {
	noted, err := tx.Exec(ctx, `INSERT INTO intents (visitor, idempotency_key, input_hash) SELECT $1, $2, $3
		WHERE NOT EXISTS (SELECT FROM intents WHERE visitor = $1 AND lower(idempotency_key) = $2) ON CONFLICT DO NOTHING`,
		visitor, as.Key, as.Hash)
	if err != nil || noted.RowsAffected() == 1 {
		return err == nil, err
	}
	var stored []byte
	err = tx.QueryRow(ctx, `SELECT input_hash FROM intents WHERE visitor = $1 AND lower(idempotency_key) = $2`, visitor,
		as.Key).Scan(&stored)
	if err != nil {
		return false, err
	}
	return false, as.CheckInput(stored)
}
