package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"mcwick.example/platform/events"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/publications"
)

// selectPublished reads a publication.
const selectPublished = `
SELECT p.id, type, p.object_name, coalesce(caption, '') AS caption, variants, placeholder, p.created_at AS created, a.source,
	idempotency_key AS key, input_hash, ` + awaitsCheck + `, ` + selectModeration + `
FROM publications p JOIN artworks a ON a.id = artwork_id LEFT JOIN publication_decisions d ON d.publication_id = p.id`

// selectModeration reads what the maker sees of decisions.
const selectModeration = `CASE WHEN p.hidden_by <> 'check' THEN p.withdrawn_at END AS hidden,
	coalesce(p.hidden_by = 'removed', false) AS removed, ` + moderation.SelectDecision

// awaitsCheck is whether a publication is not public before its picture is judged.
const awaitsCheck = `p.picture_check = 'held' AND p.hidden_by IS NOT DISTINCT FROM 'check' AS awaits_check`

// Published returns what the visitor published with this key before, in any letter case, or
// publications.ErrPublicationNotFound. It relies on the unique index publications_intent (visitor,
// idempotency_key).
func (s *Store) Published(ctx context.Context, visitor, key string) (publications.Published, error) {
	return findPublished(ctx, s.pool, visitor, key)
}

func findPublished(ctx context.Context, q database.Queryer, visitor, key string) (publications.Published, error) {
	return database.QueryRow(ctx, q, publications.ErrPublicationNotFound, pgx.RowToStructByName[publications.Published],
		selectPublished+` WHERE p.visitor = $1 AND lower(idempotency_key) = lower($2)`, visitor, key)
}

// WasPublished reports whether there is such a publication, public or not. It relies on the primary
// key.
func (s *Store) WasPublished(ctx context.Context, id uuid.UUID) (known bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM publications WHERE id = $1)`, id).Scan(&known)
	return known, database.Fault(err)
}

// Publish records a publication and its event in one transaction. If another one of the same intent
// was first, it returns that one.
func (s *Store) Publish(ctx context.Context, p publications.Publication) (stored publications.Published, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		stored, facts, err = publish(ctx, tx, p)
		return facts, err
	})
	return stored, err
}

// checkMayPublish locks an artwork, so that its publications are counted serially, and rejects one
// too many, and one of an artwork that was deleted or removed while it was being painted. The one that was
// just added is counted. Another artwork that looks like one removed meanwhile passes. It relies on
// publications_artwork and removed_pictures_artwork.
func checkMayPublish(ctx context.Context, tx pgx.Tx, artwork uuid.UUID) error {
	var deleted bool
	err := tx.QueryRow(ctx, `SELECT deleted FROM artworks WHERE id = $1 FOR NO KEY UPDATE`, artwork).Scan(&deleted)
	if err != nil {
		return err
	}
	if deleted {
		return publications.ErrArtworkNotFound
	}
	var n int
	var removed bool
	err = tx.QueryRow(ctx, `SELECT count(*), EXISTS (SELECT FROM removed_pictures WHERE artwork_id = $1)
		FROM publications WHERE artwork_id = $1`, artwork).Scan(&n, &removed)
	switch {
	case err == nil && removed:
		err = publications.ErrRemovedBefore
	case err == nil && n > publications.MaxPublications:
		err = publications.ErrPublicationLimit
	}
	return err
}

// publish records a publication inside a transaction and returns the event, or none if another one
// was first.
func publish(
	ctx context.Context, tx pgx.Tx, p publications.Publication,
) (publications.Published, []events.Event, error) {
	overlays, err := json.Marshal(p.Overlays)
	if err != nil {
		return publications.Published{}, nil, fmt.Errorf("encode overlays: %w", err)
	}
	if err := lockOwner(ctx, tx, p.Artwork.Visitor); err != nil {
		return publications.Published{}, nil, err
	}
	var withdrawn *time.Time
	if p.PictureCheck == publications.PictureHeld {
		withdrawn = &p.Created
	}
	tag, err := tx.Exec(ctx, `INSERT INTO publications
			(id, artwork_id, visitor, account, idempotency_key, input_hash, overlays, signature, caption, object_name, created_at,
			variants, placeholder, picture_check, picture_check_at, withdrawn_at, hidden_by, moves,
			picture_hash, lane, handle, parent_id)
		VALUES ($1, $2, $3, nullif($4, ''), $5, $6, $7, nullif($8, ''), nullif($9, ''), $10, $11, coalesce($12, '[]'::jsonb), $13, $14,
			CASE WHEN $14 IN ('due', 'held') THEN $11::timestamptz END, $15, CASE WHEN $14 = 'held' THEN 'check' END,
			CASE WHEN $14 = 'held' THEN 1 ELSE 0 END, $16, $17, $18, $19)
		ON CONFLICT ON CONSTRAINT publications_intent DO NOTHING`,
		p.ID, p.Artwork.ID, p.Artwork.Visitor, p.Account, p.Intent.Key, p.Intent.Hash, overlays, p.Signature, p.Caption,
		p.ObjectName,
		p.Created, p.Variants, p.Placeholder, p.PictureCheck, withdrawn, bitsOf(p.PictureHash), p.Lane,
		p.Handle, p.ParentID)
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.ConstraintName == "publications_artwork_id_fkey" {
		err = publications.ErrArtworkNotFound // it was deleted while it was being painted
	}
	if err != nil {
		return publications.Published{}, nil, err
	}
	if tag.RowsAffected() == 0 {
		first, err := findPublished(ctx, tx, p.Artwork.Visitor, p.Intent.Key)
		return first, nil, err
	}
	if err := checkMayPublish(ctx, tx, p.Artwork.ID); err != nil {
		return publications.Published{}, nil, err
	}
	if _, err := tx.Exec(ctx, assignOwner, p.ID); err != nil {
		return publications.Published{}, nil, err
	}
	facts, err := firstEvents(ctx, p)
	return publications.Published{
		ID: p.ID, Type: p.Artwork.Type, ObjectName: p.ObjectName, Caption: p.Caption,
		Variants: p.Variants, Placeholder: p.Placeholder, Created: p.Created, Source: p.Artwork.Source,
		Key: p.Intent.Key, InputHash: p.Intent.Hash, AwaitsCheck: p.PictureCheck == publications.PictureHeld,
	}, facts, err
}

// firstEvents returns the events of a new publication. One that is held is withdrawn before it is
// published, so that no gallery shows it in between.
func firstEvents(ctx context.Context, p publications.Publication) ([]events.Event, error) {
	published, err := publishedEvent(ctx, p)
	if err != nil || p.PictureCheck != publications.PictureHeld {
		return []events.Event{published}, err
	}
	withdrawn, err := withdrawnEvent(ctx, p.ID, 1, p.Created)
	return []events.Event{withdrawn, published}, err
}

// selectPublishedBy uses one index for the device, publications_of_visitor, and one for the
// account, publications_of_account, so that any page costs the same; what both find is one entry.
// What is held has indexes of its own, publications_held_of_visitor and publications_held_of_account;
// so has what is hidden.
var selectPublishedBy = func() string {
	var found []string
	for _, state := range []string{`withdrawn_at IS NULL`, `picture_check = 'held' AND hidden_by = 'check'`,
		`hidden_by IN ('operator', 'reports', 'removed')`} {
		for _, owner := range []string{`visitor = $1`, `account = $2`} {
			found = append(found, `(SELECT id FROM publications WHERE `+owner+` AND `+state+
				` AND (created_at, id) < ($3, $4) ORDER BY created_at DESC, id DESC LIMIT $5)`)
		}
	}
	return `WITH own AS (` + strings.Join(found, ` UNION `) + `)` + selectPublished +
		` JOIN own ON own.id = p.id ORDER BY p.created_at DESC, p.id DESC LIMIT $5`
}()

// PublicationsOf returns up to n publications of an owner after the cursor, newest first, without
// those withdrawn, and with those that are hidden or wait to be judged.
func (s *Store) PublicationsOf(
	ctx context.Context, owner moderation.Owner, after page.TimeCursor, n int,
) ([]publications.Published, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[publications.Published], selectPublishedBy,
		owner.Visitor, owner.Account, after.Key, after.ID, n)
}
