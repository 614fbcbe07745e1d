package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

// passTimeout limits one pass; the next one continues.
const passTimeout = 2 * time.Minute

// How long data is kept that was never public, or is not needed any more.
const (
	unpublishedRetention = 7 * 24 * time.Hour  // of artworks that were never published, or are not any more
	noteRetention        = 30 * 24 * time.Hour // of closed reports; that a device reported stays: it counts once
	laneRetention        = 7 * 24 * time.Hour  // networks of pictures and reports: hashes of the addresses' prefixes
	removedRetention     = 30 * 24 * time.Hour // in which a removed picture may come back by an appeal
	appealRetention      = 365 * 24 * time.Hour
	memoryRetention      = 365 * 24 * time.Hour // of how removed pictures looked
	linkRetention        = time.Hour            // of links; no publication takes as long
)

// Retention deletes old artworks, removed pictures, the texts of old reports and appeals, and networks.
type Retention struct {
	pool  *pgxpool.Pool
	relay *events.Relay
}

// NewRetention returns the retention on the service's pool; the relay publishes its events.
func NewRetention(pool *pgxpool.Pool, relay *events.Relay) *Retention { return &Retention{pool, relay} }

// These rely on device_links_age, publications_lanes, reports_lane, reports_settled and removed_pictures_age.
var (
	forgetLinks    = database.DeleteOldestSQL("device_links", "created_at", "created_at < $1")
	forgetRemovals = database.DeleteOldestSQL("removed_pictures", "removed_at", "removed_at < $1")

	blankLanes       = database.UpdateOldestSQL("publications", "lane = ''", "created_at", "created_at < $1 AND lane <> ''")
	blankReportLanes = database.UpdateOldestSQL("reports", "lane = ''", "created_at", "created_at < $1 AND lane <> ''")
	blankNotes       = database.UpdateOldestSQL("reports", "note = ''", "settled_at", "settled_at < $1 AND note <> ''")
)

// Expire deletes what is due, in limited steps, and schedules the deletion of its bytes.
func (r *Retention) Expire(ctx context.Context, now time.Time) error {
	return database.RunSteps(ctx, passTimeout,
		r.expireArtworks(now.Add(-unpublishedRetention)),
		database.BatchStep(r.pool, blankLanes, now.Add(-laneRetention)),
		database.BatchStep(r.pool, blankReportLanes, now.Add(-laneRetention)),
		database.BatchStep(r.pool, blankNotes, now.Add(-noteRetention)),
		r.expireRemoved(now.Add(-removedRetention)),
		r.expireWithdrawn(now.Add(-unpublishedRetention)),
		database.BatchStep(r.pool, shownDecisions.BlankAppeals, now.Add(-appealRetention)),
		database.BatchStep(r.pool, forgetRemovals, now.Add(-memoryRetention)),
		database.BatchStep(r.pool, forgetLinks, now.Add(-linkRetention)))
}

// lockOldArtworks locks the oldest artworks that were not checked yet. It relies on artworks_due.
var lockOldArtworks = fmt.Sprintf(`SELECT id FROM artworks WHERE created_at < $1 AND NOT kept ORDER BY created_at LIMIT %d FOR UPDATE SKIP LOCKED`,
	database.BatchSize)

// expireLockedArtworks marks published artworks as kept, because expireWithdrawn finds them once they
// are withdrawn, and deletes the others. It is a statement of its own, because only one that begins
// after the lock sees every publication. It relies on publications_artwork.
const expireLockedArtworks = `
WITH published AS (
	SELECT DISTINCT artwork_id AS id FROM publications WHERE artwork_id = ANY($1)
), marked AS (
	UPDATE artworks SET kept = true WHERE id = ANY(ARRAY(SELECT id FROM published))
)
DELETE FROM artworks WHERE id = ANY(ARRAY(SELECT unnest($1::uuid[]) EXCEPT SELECT id FROM published)) RETURNING object_name`

func (r *Retention) expireArtworks(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			old, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockOldArtworks, before)
			if err != nil {
				return err
			}
			more = len(old) == database.BatchSize
			names, err := database.QueryRows(ctx, tx, pgx.RowTo[string], expireLockedArtworks, old)
			if err != nil {
				return err
			}
			return deletion.ScheduleDeletion(ctx, tx, false, names)
		})
		return more, database.Fault(err)
	}
}

// expireRemoved makes removals final: nothing restores a publication that is withdrawn without being
// hidden, and its bytes are deleted.
func (r *Retention) expireRemoved(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			due, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], shownDecisions.LockRemoved, before)
			if err != nil {
				return err
			}
			more = len(due) == database.BatchSize
			final, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID],
				`UPDATE publications SET hidden_by = NULL WHERE id = ANY($1) AND hidden_by = 'removed' RETURNING id`, due)
			if err != nil {
				return err
			}
			for _, id := range final {
				if err := decisions.RecordGone(ctx, tx, decisions.KindPicture, id); err != nil {
					return err
				}
			}
			_, err = tx.Exec(ctx, `UPDATE publication_decisions SET removed_at = NULL WHERE publication_id = ANY($1)`, due)
			return err
		})
		return more, database.Fault(err)
	}
}

// lockWithdrawn locks withdrawn publications whose artwork was not checked since, or is old enough now,
// with their artworks. It relies on publications_artwork_unchecked.
var lockWithdrawn = fmt.Sprintf(`SELECT p.id AS publication, a.id AS artwork FROM publications p JOIN artworks a ON a.id = p.artwork_id
	WHERE p.withdrawn_at IS NOT NULL AND p.hidden_by IS NULL AND p.artwork_unchecked < $1
	ORDER BY p.artwork_unchecked LIMIT %d FOR UPDATE SKIP LOCKED`, database.BatchSize)

// expireLockedWithdrawn blanks the locked artworks from before a time, unless a publication is public
// or may be restored: their rows stay, because publications refer to them. Young ones are left until
// they are old enough, because their visitors may publish them again. Like expireLockedArtworks, it
// begins after the lock; checkMayPublish rejects an artwork that was deleted while a publication waited
// for the lock. It relies on publications_artwork.
const expireLockedWithdrawn = `
WITH shown AS (
	SELECT artwork_id FROM publications WHERE artwork_id = ANY($1) AND (withdrawn_at IS NULL OR hidden_by IS NOT NULL)
), checked AS (
	UPDATE publications p SET artwork_unchecked = (SELECT a.created_at FROM artworks a WHERE a.id = p.artwork_id AND a.created_at >= $3)
	WHERE id = ANY($2)
)
UPDATE artworks SET deleted = true, prompt = '', action = '', scene = '', style = '', traits = '{}', seed = 0, generator = ''
WHERE id = ANY(ARRAY(SELECT unnest($1::uuid[]) EXCEPT SELECT artwork_id FROM shown)) AND created_at < $3 AND NOT deleted
RETURNING object_name`

// blankWithdrawn blanks the texts of locked publications, which nothing restores. Their rows stay: their
// visitors may send the same request again, and others were made from them.
var blankWithdrawn = fmt.Sprintf(`UPDATE publications
SET caption = NULL, signature = NULL, overlays = '[]', handle = '', placeholder = '', moves = %[1]d
WHERE id = ANY($1) AND moves < %[1]d RETURNING id, withdrawn_at`, publications.FinalVersion)

// finalizeWithdrawals blanks locked publications, and what operators wrote to their makers, and returns the events by
// which galleries do the same.
func finalizeWithdrawals(ctx context.Context, tx pgx.Tx, withdrawn []uuid.UUID) (facts []events.Event, err error) {
	type row struct {
		ID uuid.UUID
		At time.Time
	}
	if _, err := tx.Exec(ctx, `UPDATE publication_decisions SET message = '' WHERE publication_id = ANY($1)`,
		withdrawn); err != nil {
		return nil, err
	}
	blanked, err := database.QueryRows(ctx, tx, pgx.RowToStructByPos[row], blankWithdrawn, withdrawn)
	if err != nil {
		return nil, err
	}
	for _, p := range blanked {
		event, err := withdrawnEvent(ctx, p.ID, publications.FinalVersion, p.At)
		if err != nil {
			return nil, err
		}
		facts = append(facts, event)
	}
	return facts, nil
}

// expireWithdrawn deletes the texts of withdrawn publications, and old artworks that are not published
// any more, like those that never were.
func (r *Retention) expireWithdrawn(before time.Time) database.Step {
	type row struct{ Publication, Artwork uuid.UUID }
	return func(ctx context.Context) (more bool, err error) {
		err = r.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
			due, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[row], lockWithdrawn, before)
			if err != nil {
				return nil, err
			}
			more = len(due) == database.BatchSize
			withdrawn, artworks := make([]uuid.UUID, len(due)), make([]uuid.UUID, len(due))
			for i, d := range due {
				withdrawn[i], artworks[i] = d.Publication, d.Artwork
			}
			names, err := database.QueryRows(ctx, tx, pgx.RowTo[string], expireLockedWithdrawn, artworks, withdrawn,
				before)
			if err != nil {
				return nil, err
			}
			if err := deletion.ScheduleDeletion(ctx, tx, false, names); err != nil {
				return nil, err
			}
			return finalizeWithdrawals(ctx, tx, withdrawn)
		})
		return more, database.Fault(err)
	}
}
