package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

// claimPicture postpones the picture that has been due for the longest time, up to five minutes the
// more often it could not be judged, and skips those that others claim. It relies on the index
// publications_picture_due.
const claimPicture = `
UPDATE publications SET picture_check_tries = least(picture_check_tries + 1, 100),
	picture_check_at = $1::timestamptz
		+ least(interval '10 seconds' * 2 ^ least(picture_check_tries, 6), interval '5 minutes')
WHERE id = (SELECT id FROM publications WHERE picture_check IN ('due', 'held') AND picture_check_at <= $1
	ORDER BY picture_check_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
RETURNING id, object_name, variants, coalesce(hidden_by, '') AS hidden_by`

// ClaimPicture returns the picture that has been due for the longest time, or
// publications.ErrNoPictureDue.
func (s *Store) ClaimPicture(ctx context.Context, now time.Time) (publications.DuePicture, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrNoPictureDue,
		pgx.RowToStructByName[publications.DuePicture], claimPicture, database.Time(now))
}

// SettlePicture records the verdict on a due picture, and shows or hides the publication with its
// event. What was withdrawn, or hidden by others, stays so, and what an operator cleared stays
// public. What reports have hidden stays due until their case has the finding.
func (s *Store) SettlePicture(
	ctx context.Context, id uuid.UUID, verdict publications.PictureVerdict, now time.Time,
) (change publications.Visibility, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		change = publications.VisibilityUnchanged
		p, err := lockPublication(ctx, tx, id, publications.ErrNoPublication)
		if err != nil {
			return nil, err
		}
		isFlagged := verdict.Check == publications.PictureFlagged
		if isFlagged && p.HiddenBy == publications.HiddenAutomatically && !verdict.IsSent {
			return nil, nil
		}
		settled, err := tx.Exec(ctx, `UPDATE publications SET picture_check = $2, picture_finding = $3,
			picture_check_at = NULL WHERE id = $1 AND picture_check IN ('due', 'held')`,
			id, verdict.Check, verdict.Finding)
		if err != nil || settled.RowsAffected() == 0 { // another process was first
			return nil, err
		}
		switch {
		case isFlagged && (p.Withdrawn == nil && !p.Cleared || p.HiddenBy == publications.HiddenByCheck):
			if p.Withdrawn == nil {
				change = publications.VisibilityHidden
			}
			if err := recordFlagged(ctx, tx, id, database.Time(now)); err != nil {
				return nil, err
			}
			return p.hide(ctx, tx, publications.HiddenAutomatically, database.Time(now))
		case !isFlagged && p.HiddenBy == publications.HiddenByCheck:
			change = publications.VisibilityShown
			return p.show(ctx, tx, database.Time(now))
		}
		return nil, nil
	})
	return change, err
}

// recordFlagged records what the maker sees of a picture that was flagged after it was published.
// The import of cases gives it one, so that the maker can appeal.
func recordFlagged(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO publication_decisions (publication_id, reason, message, decided_at)
		VALUES ($1, $2, '', $3) ON CONFLICT (publication_id) DO UPDATE SET reason = excluded.reason, message = '',
			decided_at = excluded.decided_at`, id, decisions.ReasonOffensive, at)
	return err
}

// show makes a hidden publication public, and returns its event.
func (p subject) show(ctx context.Context, tx pgx.Tx, at time.Time) ([]events.Event, error) {
	var version int
	err := tx.QueryRow(ctx, `UPDATE publications SET withdrawn_at = NULL, hidden_by = NULL, moves = moves + 1
		WHERE id = $1 RETURNING moves`, p.ID).Scan(&version)
	if err != nil {
		return nil, err
	}
	return events.One(restoredEvent(ctx, p.ID, version, at))
}

// Measure registers how long the picture has waited that waits longest to be judged, from when it
// was published. It relies on the index publications_picture_due.
func (s *Store) Measure() {
	database.ObserveAge(otel.Meter("mcwick/media"), s.pool, "mcwick.media.pictures.unjudged.age",
		"How long the picture has waited that waits longest to be judged; 0 when none does.",
		`SELECT min(created_at) FROM publications WHERE picture_check IN ('due', 'held')`)
}
