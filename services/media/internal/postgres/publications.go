package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/media"
)

// selectPublished relies on the unique index publications_intent (visitor, idempotency_key).
const selectPublished = `SELECT id, visitor, object_name, created_at, idempotency_key, input_hash
	FROM publications WHERE visitor = $1 AND idempotency_key = $2`

// Published gives what the visitor published with this key before, without its words.
func (s *Store) Published(ctx context.Context, visitor, key string) (p media.Publication, ok bool, err error) {
	p, err = find(ctx, s.pool, visitor, key)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, false, nil
	}
	return p, err == nil, database.Fault(err)
}

// queryer is a pool or a transaction.
type queryer interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func find(ctx context.Context, q queryer, visitor, key string) (p media.Publication, err error) {
	err = q.QueryRow(ctx, selectPublished, visitor, key).
		Scan(&p.ID, &p.Visitor, &p.ObjectName, &p.Created, &p.Intent.Key, &p.Intent.InputHash)
	return p, err
}

// Publish records a publication and its event in one transaction. When another one of the same intent
// was first, that one is given instead.
func (s *Store) Publish(ctx context.Context, p media.Publication) (media.Publication, error) {
	overlays, err := json.Marshal(p.Overlays)
	if err != nil {
		return media.Publication{}, fmt.Errorf("encode overlays: %w", err)
	}
	stored := p
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		tag, err := tx.Exec(ctx, `INSERT INTO publications
				(id, artwork_id, visitor, idempotency_key, input_hash, overlays, signature, caption, object_name, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''), nullif($8, ''), $9, $10)
			ON CONFLICT ON CONSTRAINT publications_intent DO NOTHING`,
			p.ID, p.Artwork.ID, p.Visitor, p.Intent.Key, p.Intent.InputHash, overlays, p.Signature, p.Caption, p.ObjectName, p.Created)
		if err != nil {
			return nil, err
		}
		if tag.RowsAffected() == 0 {
			stored, err = find(ctx, tx, p.Visitor, p.Intent.Key)
			return nil, err
		}
		event, err := published(ctx, p)
		return []events.Event{event}, err
	})
	return stored, err
}
