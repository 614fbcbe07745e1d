package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
)

// How long data is kept.
const (
	endedRetention    = 30 * 24 * time.Hour  // a block, after its end
	laneRetention     = 7 * 24 * time.Hour   // where a signal came from
	noteRetention     = 30 * 24 * time.Hour  // what a signal says, after the decision
	textRetention     = 30 * 24 * time.Hour  // what a subject says and who made it, after the last change of its case
	appealRetention   = 365 * 24 * time.Hour // what an appeal says, after the answer
	reporterRetention = 180 * 24 * time.Hour // a device's record, after the last decision on its reports
	intentRetention   = 7 * 24 * time.Hour   // that a takedown request was sent
)

// sweepTimeout limits one pass; the next one continues.
const sweepTimeout = 2 * time.Minute

// The statements rely on the indexes blocks_age, signals_lanes, signals_notes, signals_senders,
// cases_texts, appeals_texts, reporters_age and intents_age.
var (
	deleteEnded = database.DeleteOldestSQL("blocks", "expires_at", "expires_at < now() - $1::interval")
	forgetLanes = database.UpdateOldestSQL("signals", "lane = ''", "created_at",
		"lane <> '' AND created_at < now() - $1::interval")
	forgetNotes = database.UpdateOldestSQL("signals", "note = '', x_handle = ''", "closed_at",
		"note || x_handle <> '' AND closed_at < now() - $1::interval")
	forgetTexts = database.UpdateOldestSQL("cases", "text = '', maker_device = '', maker_account = ''", "updated_at",
		"NOT is_open AND text || maker_device || maker_account <> '' AND updated_at < now() - $1::interval")
	forgetAppeals = database.UpdateOldestSQL("appeals", "text = ''", "answered_at",
		"text <> '' AND answered_at < now() - $1::interval")
	forgetSenders = database.UpdateOldestSQL("signals", "source = ''", "created_at",
		"kind = 'takedown' AND source <> '' AND created_at < now() - $1::interval")
	deleteReporters = database.DeleteOldestSQL("reporters", "updated_at", "updated_at < now() - $1::interval")
	deleteIntents   = database.DeleteOldestSQL("intents", "created_at", "created_at < now() - $1::interval")
)

// Sweep returns the pass that forgets what is old.
func Sweep(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		return database.RunSteps(ctx, sweepTimeout,
			database.BatchStep(pool, deleteEnded, endedRetention),
			database.BatchStep(pool, forgetLanes, laneRetention),
			database.BatchStep(pool, forgetNotes, noteRetention),
			database.BatchStep(pool, forgetTexts, textRetention),
			database.BatchStep(pool, forgetAppeals, appealRetention),
			database.BatchStep(pool, forgetSenders, intentRetention),
			database.BatchStep(pool, deleteReporters, reporterRetention),
			database.BatchStep(pool, deleteIntents, intentRetention),
		)
	}
}
