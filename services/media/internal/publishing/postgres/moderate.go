package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// The names of the operators' acts in the audit log.
const (
	actHide   = "hide-picture"
	actImport = "import-art"
)

// Object returns the object name of a publication that its visitor has not withdrawn, or
// publications.ErrNoPublication. It relies on the primary key.
func (s *Store) Object(ctx context.Context, id uuid.UUID) (string, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrNoPublication, pgx.RowTo[string],
		`SELECT object_name FROM publications WHERE id = $1 AND (withdrawn_at IS NULL OR hidden_by IS NOT NULL)`, id)
}

// HideMissing hides a public publication that has no bytes, on behalf of the operator of ctx, and
// reports whether it was public.
func (s *Store) HideMissing(ctx context.Context, id uuid.UUID, note string, now time.Time) (hidden bool, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		p, err := lockPublication(ctx, tx, id, publications.ErrNoPublication)
		if err != nil || p.Withdrawn != nil {
			return nil, err
		}
		hidden = true
		facts, err := p.withdraw(ctx, tx, publications.HiddenByOperator, database.Time(now))
		if err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actHide, id.String(), note)
	})
	return hidden, err
}

// Import records the site's own publication with its artwork, its event and the operator's act. If
// another one of the same intent was first, it returns that one and records nothing.
func (s *Store) Import(
	ctx context.Context, p publications.Publication, note string,
) (stored publications.Published, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		if err := addArtwork(ctx, tx, p.Artwork); err != nil {
			return nil, err
		}
		if stored, facts, err = publish(ctx, tx, p); err != nil {
			return nil, err
		}
		if stored.ID != p.ID {
			_, err := tx.Exec(ctx, `DELETE FROM artworks WHERE id = $1`, p.Artwork.ID)
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actImport, p.ID.String(), note)
	})
	return stored, err
}
