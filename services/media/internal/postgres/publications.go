package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/media"
)

// Published gives what the visitor published with this key before, or media.ErrPublicationNotFound. It relies on the
// unique index publications_intent (visitor, idempotency_key).
func (s *Store) Published(ctx context.Context, visitor, key string) (media.Published, error) {
	return published(ctx, s.pool, visitor, key)
}

func published(ctx context.Context, q database.Queryer, visitor, key string) (media.Published, error) {
	return database.Row(ctx, q, media.ErrPublicationNotFound, pgx.RowToStructByName[media.Published],
		`SELECT id, object_name, created_at AS created, input_hash FROM publications WHERE visitor = $1 AND idempotency_key = $2`, visitor, key)
}

// Publish records a publication and its event in one transaction. When another one of the same intent
// was first, that one is given instead.
func (s *Store) Publish(ctx context.Context, p media.Publication) (media.Published, error) {
	overlays, err := json.Marshal(p.Overlays)
	if err != nil {
		return media.Published{}, fmt.Errorf("encode overlays: %w", err)
	}
	stored := media.Published{ID: p.ID, ObjectName: p.ObjectName, Created: p.Created, InputHash: p.Intent.Hash}
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		tag, err := tx.Exec(ctx, `INSERT INTO publications
				(id, artwork_id, visitor, idempotency_key, input_hash, overlays, signature, caption, object_name, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''), nullif($8, ''), $9, $10)
			ON CONFLICT ON CONSTRAINT publications_intent DO NOTHING`,
			p.ID, p.Artwork.ID, p.Artwork.Visitor, p.Intent.Key, p.Intent.Hash, overlays, p.Signature, p.Caption, p.ObjectName, p.Created)
		if err != nil {
			return nil, err
		}
		if tag.RowsAffected() == 0 {
			stored, err = published(ctx, tx, p.Artwork.Visitor, p.Intent.Key)
			return nil, err
		}
		event, err := publishedFact(ctx, p)
		return []events.Event{event}, err
	})
	return stored, err
}
