package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/cases"
)

// decision is a decision to record.
type decision struct {
	Action        decisions.Action
	Reason        decisions.Reason
	Message       string
	Note          string
	Operator      string // empty when reports alone decide
	AnswersAppeal bool
	Created       time.Time
	status        cases.Status      // of the subject from then on
	outcome       decisions.Outcome // of one that needs no service to apply it; else empty
}

// decide records a decision about a locked case: its row, the subject's status, the entry of the
// audit and the event. It neither closes signals nor answers an appeal.
func decide(ctx context.Context, tx pgx.Tx, c lockedCase, v decision) (cases.Decision, []events.Event, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return cases.Decision{}, nil, err
	}
	made := cases.Decision{ID: id, Version: c.Version + 1, Action: v.Action, Reason: v.Reason, Message: v.Message,
		Note:     v.Note,
		Operator: v.Operator, AnswersAppeal: v.AnswersAppeal, Created: database.Time(v.Created), Outcome: v.outcome}
	if v.outcome != "" {
		made.Applied = &made.Created
	}
	_, err = tx.Exec(ctx, `INSERT INTO decisions
			(id, case_id, version, action, reason, message, note, operator, answers_appeal, created_at, applied_at, outcome)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`, made.ID, c.ID, made.Version, made.Action, made.Reason,
		made.Message, made.Note, made.Operator, made.AnswersAppeal, made.Created, made.Applied, made.Outcome)
	if err != nil {
		return made, nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE cases SET status = $2, version = $3, updated_at = now() WHERE id = $1`, c.ID,
		v.status,
		made.Version); err != nil {
		return made, nil, err
	}
	if err := setDue(ctx, tx, c.ID); err != nil {
		return made, nil, err
	}
	payload, err := json.Marshal(auditPayload{c.Kind, c.Subject, c.MakerDevice, c.MakerAccount, made.Version,
		made.Reason,
		made.Message, made.Note})
	if err != nil {
		return made, nil, err
	}
	if err := appendAudit(ctx, tx, made, c.ID, payload); err != nil || v.outcome != "" {
		return made, nil, err
	}
	event, err := decisionEvent(ctx, c, made)
	return made, []events.Event{event}, err
}

// decisionEvent returns the event of a decision.
func decisionEvent(ctx context.Context, c lockedCase, d cases.Decision) (events.Event, error) {
	id := c.Subject.String()
	return events.New(ctx, moderationv1.TopicDecision, id, &moderationv1.DecisionMade{
		DecisionId: d.ID.String(), Subject: &moderationv1.Subject{Kind: decisions.Encode(decisions.Kinds, c.Kind),
			Id: id},
		Version: int32(d.Version), Action: decisions.Encode(decisions.Actions, d.Action),
		Reason: decisions.Encode(decisions.Reasons, d.Reason), Message: d.Message, IsAutomatic: d.Operator == "",
		AnswersAppeal: d.AnswersAppeal, DecideTime: timestamppb.New(d.Created)})
}

// Decide decides on a subject, closes its signals, answers its open appeal and records the
// operator's act.
func (s *Cases) Decide(ctx context.Context, v cases.Verdict) (made cases.Decision, err error) {
	name, err := operator.Name(ctx)
	if err != nil {
		return made, err
	}
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		c, err := lock(ctx, tx, cases.Details{Subject: v.Subject})
		if err != nil {
			return nil, err
		}
		if c.MakerDevice == "" && c.MakerAccount == "" {
			if c, err = lock(ctx, tx, v.Details); err != nil {
				return nil, err
			}
		}
		if v.Known != nil && *v.Known != c.Version || v.Known == nil && c.undoesRemoval(v.Action) {
			return nil, cases.ErrStale
		}
		appealed, err := answerAppeal(ctx, tx, c.ID)
		if err != nil {
			return nil, err
		}
		if appealed && v.AppealSeen != nil && !*v.AppealSeen {
			return nil, cases.ErrStale
		}
		d := decision{Action: v.Action, Reason: v.Reason, Message: v.Message, Note: v.Note, Operator: name,
			Created: s.now()}
		lost, answered, err := c.isLastLost(ctx, tx, d.Created)
		if err != nil {
			return nil, err
		}
		d.AnswersAppeal = appealed || answered
		if d.status, err = c.next(v.Action, appealed || lost); err != nil {
			return nil, err
		}
		if v.Kind == decisions.KindPlace {
			d.outcome = decisions.OutcomeApplied // it only closes the request
		}
		if err := closeCase(ctx, tx, c, d); err != nil {
			return nil, err
		}
		var facts []events.Event
		if made, facts, err = decide(ctx, tx, c, d); err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, string(v.Action), made.ID.String(), v.Note)
	})
	return made, err
}

// applyTimeout is how long the subject's owner may take to apply a decision, before its event counts as lost, as
// those that were on their way when the platform was restored.
const applyTimeout = time.Minute

// isLastLost reports whether the newest decision should be applied by now and is not, and whether that one answered
// an appeal, whose maker waits for the answer. It relies on decisions_version.
func (c lockedCase) isLastLost(ctx context.Context, tx pgx.Tx, now time.Time) (lost, answered bool, err error) {
	err = tx.QueryRow(ctx, `SELECT count(*) > 0, coalesce(bool_or(answers_appeal), false) FROM decisions
		WHERE case_id = $1 AND version = $2 AND applied_at IS NULL AND created_at < $3`,
		c.ID, c.Version, database.Time(now.Add(-applyTimeout))).Scan(&lost, &answered)
	return lost, answered, err
}

// undoesRemoval reports whether an action takes back a removal: its owner forgets what the subject looks like then.
func (c lockedCase) undoesRemoval(action decisions.Action) bool {
	return c.Status == cases.StatusRemoved && (action == decisions.ActionHide || action == decisions.ActionRestore)
}

// next returns a subject's status after an action, which may be the same again.
func (c lockedCase) next(action decisions.Action, again bool) (cases.Status, error) {
	switch action {
	case decisions.ActionHide:
		if c.Status == cases.StatusHidden && !again { // what is removed may come back so far
			return "", cases.ErrHidden
		}
		return cases.StatusHidden, nil
	case decisions.ActionRemove:
		if c.Status == cases.StatusRemoved && !again {
			return "", cases.ErrHidden
		}
		return cases.StatusRemoved, nil
	case decisions.ActionRestore:
		if c.Status == cases.StatusPublic && !again {
			return "", cases.ErrNotHidden
		}
		return cases.StatusPublic, nil
	}
	return c.Status, nil
}

// closeCase closes the open signals of a case and notes on their devices' records whether the
// decision agrees with their reports. What stays or becomes public is cleared.
func closeCase(ctx context.Context, tx pgx.Tx, c lockedCase, d decision) error {
	isPublic := d.status == cases.StatusPublic
	reporters, err := database.QueryRows(ctx, tx, pgx.RowTo[string], `
		WITH closed AS (UPDATE signals SET closed_at = $2 WHERE case_id = $1 AND closed_at IS NULL RETURNING kind, source)
		SELECT source FROM closed WHERE kind = 'report'`, c.ID, d.Created)
	if err != nil {
		return err
	}
	if len(reporters) > 0 && (isPublic || d.Action != decisions.ActionLeave) {
		if _, err := tx.Exec(ctx, recordReporters, reporters, isPublic); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `UPDATE cases SET is_open = false, open_signals = 0, weight = 0, report_weight = 0,
		cleared_at = CASE WHEN $2 THEN $3 ELSE cleared_at END WHERE id = $1`, c.ID, isPublic, d.Created)
	return err
}

// recordReporters counts whether devices were right. The order avoids deadlocks.
const recordReporters = `
INSERT INTO reporters (device, upheld, wrong) SELECT device, 1 - $2::boolean::int, $2::boolean::int FROM unnest($1::text[]) device ORDER BY device
ON CONFLICT (device) DO UPDATE SET upheld = reporters.upheld + excluded.upheld, wrong = reporters.wrong + excluded.wrong, updated_at = now()`
