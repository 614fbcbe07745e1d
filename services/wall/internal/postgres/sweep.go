package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
)

// How long it is kept what nobody is shown any more.
const (
	rejectedRetention = 30 * 24 * time.Hour
	settledRetention  = 30 * 24 * time.Hour
	lanesRetention    = 7 * 24 * time.Hour // where reports came from: hashes of the addresses' prefixes
	intentRetention   = 7 * 24 * time.Hour // a client that repeats itself does so within minutes
)

// sweepTimeout bounds one pass; what is left is for the next one.
const sweepTimeout = 2 * time.Minute

// These rely on nominations_rejected and decisions_nomination, decisions_settled, complaints_settled, entry_reporters_age,
// entry_reporters_lane and intents_age.
var (
	deleteRejected = database.DeleteOldestSQL("nominations", "rejected_at", "rejected_at < now() - $1::interval") + ` RETURNING id`
	blankRejected  = `UPDATE decisions SET x_handle = '', note = '' WHERE nomination_id = ANY($1)`

	blankSettled = database.UpdateOldestSQL("decisions", "x_handle = '', note = ''", "created_at",
		"act = 'settle' AND x_handle || note <> '' AND created_at < now() - $1::interval")
	deleteComplaints = database.DeleteOldestSQL("complaints", "settled_at", "settled_at < now() - $1::interval")
	deleteReporters  = database.DeleteOldestSQL("entry_reporters", "created_at", "created_at < now() - $1::interval")
	blankLanes       = database.UpdateOldestSQL("entry_reporters", "lane = ''", "created_at", "created_at < now() - $1::interval AND lane <> ''")
	deleteIntents    = database.DeleteOldestSQL("intents", "created_at", "created_at < now() - $1::interval")
)

// Sweep forgets who was rejected long ago, in the queue as in the decisions, what was complained of, and which calls were made. That an
// operator decided stays.
func (s *Store) Sweep(ctx context.Context) error {
	return database.RunSteps(ctx, sweepTimeout,
		s.sweepRejected,
		database.BatchStep(s.pool, blankSettled, settledRetention),
		database.BatchStep(s.pool, deleteComplaints, settledRetention),
		database.BatchStep(s.pool, deleteReporters, settledRetention),
		database.BatchStep(s.pool, blankLanes, lanesRetention),
		database.BatchStep(s.pool, deleteIntents, intentRetention))
}

// sweepRejected forgets nominations together with what the decisions about them say. It is a database.Step.
func (s *Store) sweepRejected(ctx context.Context) (more bool, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		forgotten, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], deleteRejected, rejectedRetention)
		if err != nil {
			return err
		}
		more = len(forgotten) == database.BatchSize
		_, err = tx.Exec(ctx, blankRejected, forgotten)
		return err
	})
	return more, database.Fault(err)
}
