package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
)

// How long data is kept that is not shown, or not any more.
const (
	openRetention     = 90 * 24 * time.Hour // without a decision
	rejectedRetention = 30 * 24 * time.Hour
	removedRetention  = 30 * 24 * time.Hour // in which a removal can be undone
	settledRetention  = 30 * 24 * time.Hour
	lanesRetention    = 7 * 24 * time.Hour // networks of reports: hashes of the addresses' prefixes
	intentRetention   = 7 * 24 * time.Hour // clients retry within minutes
)

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// These rely on wall_entries_removed, nominations_queue, nominations_rejected and decisions_nomination,
// decisions_settled, complaints_settled, entry_reporters_age, entry_reporters_lane, complaints_lane_age and
// intents_age.
var (
	deleteOpen = database.DeleteOldestSQL("nominations", "created_at",
		"rejected_at IS NULL AND created_at < now() - $1::interval") + ` RETURNING id`
	deleteRejected = database.DeleteOldestSQL("nominations", "rejected_at", "rejected_at < now() - $1::interval") +
		` RETURNING id`
	blankDecisions = `UPDATE decisions SET x_handle = '', note = '' WHERE nomination_id = ANY($1)`

	deleteRemoved = database.DeleteOldestSQL("wall_entries", "removed_at", "removed_at < now() - $1::interval") +
		` RETURNING id`

	blankSettled = database.UpdateOldestSQL("decisions", "x_handle = '', note = ''", "created_at",
		"act = 'settle' AND x_handle || note <> '' AND created_at < now() - $1::interval")
	deleteComplaints = database.DeleteOldestSQL("complaints", "settled_at", "settled_at < now() - $1::interval")
	deleteReporters  = database.DeleteOldestSQL("entry_reporters", "created_at", "created_at < now() - $1::interval")
	blankLanes       = database.UpdateOldestSQL("entry_reporters", "lane = ''", "created_at",
		"created_at < now() - $1::interval AND lane <> ''")
	blankComplaintLanes = database.UpdateOldestSQL("complaints", "lane = ''", "created_at",
		"created_at < now() - $1::interval AND lane <> ''")
	deleteIntents = database.DeleteOldestSQL("intents", "created_at", "created_at < now() - $1::interval")
)

// Sweep deletes removed entries, nominations that were rejected or left open long ago, from the queue and from
// the decisions, old complaints, and old intents. The fact that an operator decided stays.
func (s *Store) Sweep(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout,
		s.sweepDecided(deleteRemoved, removedRetention, true),
		s.sweepDecided(deleteOpen, openRetention, false),
		s.sweepDecided(deleteRejected, rejectedRetention, false),
		database.BatchStep(s.pool, blankSettled, settledRetention),
		database.BatchStep(s.pool, deleteComplaints, settledRetention),
		database.BatchStep(s.pool, deleteReporters, settledRetention),
		database.BatchStep(s.pool, blankLanes, lanesRetention),
		database.BatchStep(s.pool, blankComplaintLanes, lanesRetention),
		database.BatchStep(s.pool, deleteIntents, intentRetention))
}

// sweepDecided returns the step that deletes nominations, or entries, together with what the decisions say about
// them, such as the first of two approvals. The moderation service learns which entries are gone.
func (s *Store) sweepDecided(statement string, retention time.Duration, areEntries bool) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			gone, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], statement, retention)
			if err != nil {
				return err
			}
			more = len(gone) == database.BatchSize
			if _, err := tx.Exec(ctx, blankDecisions, gone); err != nil || !areEntries {
				return err
			}
			for _, id := range gone {
				if err := decisions.RecordGone(ctx, tx, decisions.KindWallEntry, id); err != nil {
					return err
				}
			}
			return nil
		})
		return more, database.Fault(err)
	}
}
