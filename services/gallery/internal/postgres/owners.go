package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Owners stores the identity service's events, in the caller's transaction.
type Owners struct{}

// linkDevice takes its keys in the order of addLikes. It relies on the primary key of likes.
const linkDevice = `
INSERT INTO account_likes (image_id, account, visitor)
SELECT image_id, $2, visitor FROM likes WHERE visitor = $1 AND created_at <= $3
ORDER BY image_id
ON CONFLICT ON CONSTRAINT account_likes_once DO NOTHING`

// Link records what the device liked by then as likes of the account, unless the account likes it
// already; no count changes.
func (Owners) Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error {
	_, err := tx.Exec(ctx, linkDevice, visitor, account, at)
	return err
}
