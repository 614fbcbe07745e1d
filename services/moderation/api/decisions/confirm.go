package decisions

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// ConfirmInterval is how often Confirm is to be called.
const ConfirmInterval = time.Second

// confirmTimeout limits one call of the moderation service, and maxConfirmed what is in it: all of it is recorded or
// nothing, with up to four statements each, also by a database that takes a tenth of a second for one.
const (
	confirmTimeout = 10 * time.Second
	maxConfirmed   = 20
)

// confirmation is one row to send.
type confirmation struct {
	ID      uuid.UUID
	Kind    Kind
	Outcome Outcome
	Newer   int
	Created time.Time
}

// selectConfirmations relies on decision_confirmations_age. Replicas may send a row twice, which
// changes nothing.
const selectConfirmations = `
SELECT id, kind, outcome, newer_version AS newer, created_at AS created FROM decision_confirmations ORDER BY created_at LIMIT $1`

// Confirm returns a pass that sends the moderation service what was applied since the last one. It
// is for lifecycle.Every. What cannot be sent is sent by the next pass.
func Confirm(pool *pgxpool.Pool, client moderationv1.CaseServiceClient) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			rows, err := postgres.QueryRows(ctx, pool, pgx.RowToStructByName[confirmation], selectConfirmations,
				maxConfirmed)
			if err != nil || len(rows) == 0 {
				return err
			}
			if err := send(ctx, client, rows); err != nil {
				return err
			}
			ids := make([]uuid.UUID, len(rows))
			for i, row := range rows {
				ids[i] = row.ID
			}
			if _, err := pool.Exec(ctx, `DELETE FROM decision_confirmations WHERE id = ANY($1)`, ids); err != nil {
				return postgres.Fault(err)
			}
			if len(rows) < maxConfirmed {
				return nil
			}
		}
	}
}

// Discard returns a pass that deletes what there is to confirm, for a service without a moderation
// service. It is for lifecycle.Every.
func Discard(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := pool.Exec(ctx, `DELETE FROM decision_confirmations`)
		return postgres.Fault(err)
	}
}

func send(ctx context.Context, client moderationv1.CaseServiceClient, rows []confirmation) error {
	ctx, cancel := context.WithTimeout(rpc.WithCaller(ctx, rpc.Caller{}), confirmTimeout)
	defer cancel()
	request := &moderationv1.ConfirmDecisionsRequest{}
	for _, row := range rows {
		if row.Kind != "" {
			request.Gone = append(request.Gone, &moderationv1.Subject{Kind: Encode(Kinds, row.Kind),
				Id: row.ID.String()})
			continue
		}
		request.Decisions = append(request.Decisions, &moderationv1.AppliedDecision{DecisionId: row.ID.String(),
			Outcome: Encode(Outcomes, row.Outcome), ApplyTime: timestamppb.New(row.Created), NewerVersion: int32(row.Newer)})
	}
	_, err := client.ConfirmDecisions(ctx, request)
	return err
}
