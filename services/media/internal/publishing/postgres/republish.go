package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

const actRepublish = "republish-facts"

// selectRecords relies on the primary keys of publications and artworks.
const selectRecords = `
SELECT p.id, p.object_name, p.created_at AS created, coalesce(p.signature, '') AS signature, coalesce(p.caption, '') AS caption,
	p.variants, p.placeholder, p.withdrawn_at AS withdrawn, p.moves, coalesce(p.account, '') AS account, p.handle,
	p.parent_id, p.overlays,
	a.id AS artwork_id, a.visitor, a.type, a.prompt, a.action, a.scene, a.style, a.traits, a.seed, a.source
FROM publications p JOIN artworks a ON a.id = artwork_id
WHERE p.id > $1 ORDER BY p.id LIMIT $2`

// ListRecords returns up to n publications after an id, by id.
func (s *Store) ListRecords(ctx context.Context, after uuid.UUID, n int) ([]publications.PublicationRecord, error) {
	return database.QueryRows(ctx, s.pool, scanRecord, selectRecords, after, n)
}

// Republish adds the events of up to n publications after an id to the outbox again, as new events.
// A concurrent change is published with a higher version, so their order does not matter.
func (s *Store) Republish(
	ctx context.Context, after uuid.UUID, n int, note string,
) (found []publications.PublicationRecord, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		if found, err = database.QueryRows(ctx, tx, scanRecord, selectRecords, after, n); err != nil {
			return nil, err
		}
		for _, p := range found {
			of, err := eventsOf(ctx, p)
			if err != nil {
				return nil, err
			}
			facts = append(facts, of...)
		}
		return facts, operator.RecordAct(ctx, tx, actRepublish, fmt.Sprintf("%d after %s", len(found), after), note)
	})
	return found, err
}

// eventsOf returns the events that give a gallery the current state of a publication.
func eventsOf(ctx context.Context, p publications.PublicationRecord) (facts []events.Event, err error) {
	published, err := publishedEvent(ctx, p.Publication)
	if err != nil || p.Version == 0 && p.Withdrawn == nil {
		return []events.Event{published}, err
	}
	moved, err := restoredEvent(ctx, p.ID, p.Version, time.Now())
	if p.Withdrawn != nil {
		moved, err = withdrawnEvent(ctx, p.ID, p.Version, *p.Withdrawn)
	}
	return []events.Event{moved, published}, err // so that a new gallery never shows what is withdrawn
}

func scanRecord(row pgx.CollectableRow) (p publications.PublicationRecord, err error) {
	err = row.Scan(&p.ID, &p.ObjectName, &p.Created, &p.Signature, &p.Caption, &p.Variants, &p.Placeholder,
		&p.Withdrawn, &p.Version, &p.Account, &p.Handle, &p.ParentID, &p.Overlays,
		&p.Artwork.ID, &p.Artwork.Visitor, &p.Artwork.Type, &p.Artwork.Prompt, &p.Artwork.Action, &p.Artwork.Scene,
		&p.Artwork.Style,
		&p.Artwork.Traits, &p.Artwork.Seed, &p.Artwork.Source)
	if p.Version == publications.FinalVersion { // another publication may have the artwork, too
		p.Artwork.Prompt, p.Artwork.Action, p.Artwork.Scene, p.Artwork.Style = "", "", "", ""
		p.Artwork.Traits, p.Artwork.Seed = nil, 0
	}
	return p, err
}
