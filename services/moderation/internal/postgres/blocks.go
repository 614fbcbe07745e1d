package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/policy"
)

// The acts of operators. Their subject is the block's id: who was blocked is kept for 30 days after
// the block's end, and the audit for good.
const (
	actBlock   = "block"
	actUnblock = "unblock"
)

const blockColumns = `id, kind, subject, reason, operator, created_at AS created, expires_at AS expires`

// selectBlocksInForce relies on blocks_age.
const selectBlocksInForce = `SELECT ` + blockColumns + ` FROM blocks WHERE expires_at > now()`

// blocksInForce returns all of them: policy.MaxBlocks at most.
func (s *Store) blocksInForce(ctx context.Context) ([]policy.Block, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[policy.Block], selectBlocksInForce)
}

// selectBlocks relies on blocks_newest (created_at DESC, id DESC).
const selectBlocks = `
SELECT ` + blockColumns + `
FROM blocks
WHERE (created_at, id) < ($1, $2) AND (expires_at > now() OR $3)
ORDER BY created_at DESC, id DESC
LIMIT $4`

// Blocks returns up to n blocks after the cursor, newest first, with ended those that ended too.
func (s *Store) Blocks(ctx context.Context, ended bool, after page.TimeCursor, n int) ([]policy.Block, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[policy.Block], selectBlocks, after.Key, after.ID,
		ended, n)
}

const (
	countOtherBlocks = `SELECT count(*) FROM blocks WHERE expires_at > now() AND (kind, subject) <> ($1, $2)`
	upsertBlock      = `
INSERT INTO blocks (kind, subject, reason, operator, expires_at) VALUES ($1, $2, $3, $4, now() + $5::interval)
ON CONFLICT (kind, subject) DO UPDATE SET reason = excluded.reason, operator = excluded.operator,
    expires_at = excluded.expires_at, created_at = now()
RETURNING ` + blockColumns
)

// Block blocks a subject, or changes its block (blocks_subject).
func (s *Store) Block(ctx context.Context, in policy.BlockInput) (b policy.Block, err error) {
	name, err := operator.Name(ctx)
	if err != nil {
		return b, err
	}
	err = s.change(ctx, func(tx pgx.Tx) (act, subject, note string, err error) {
		var others int
		if err := tx.QueryRow(ctx, countOtherBlocks, in.Kind, in.Subject).Scan(&others); err != nil {
			return "", "", "", err
		}
		if others >= policy.MaxBlocks {
			return "", "", "", policy.ErrTooManyBlocks
		}
		b, err = database.QueryRow(ctx, tx, errNoRow, pgx.RowToStructByName[policy.Block], upsertBlock,
			in.Kind, in.Subject, in.Reason, name, in.Length)
		return actBlock, b.ID.String(), in.Reason, err
	})
	return b, err
}

// Unblock ends a block.
func (s *Store) Unblock(ctx context.Context, id uuid.UUID, reason string) error {
	return s.change(ctx, func(tx pgx.Tx) (act, subject, note string, err error) {
		ended, err := tx.Exec(ctx, `UPDATE blocks SET expires_at = now() WHERE id = $1 AND expires_at > now()`, id)
		if err == nil && ended.RowsAffected() == 0 {
			err = policy.ErrBlockNotFound
		}
		return actUnblock, id.String(), reason, err
	})
}
