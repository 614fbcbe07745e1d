// Package decisions applies the moderation service's decisions in the service that owns their
// subjects, and confirms them to it.
package decisions

import (
	"context"
	"embed"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/text"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Tables are part of the schema of a service that applies decisions.
var Tables = postgres.EmbeddedTables(migrations, "decisions_version")

// Decision is a decision to apply.
type Decision struct {
	ID            uuid.UUID
	Subject       uuid.UUID
	Version       int // of the subject's decisions; Apply sees only newer ones
	Action        Action
	Reason        Reason // as the maker sees it; empty if none
	Message       string // an operator's words to the maker; may be empty
	Automatic     bool   // reports alone decided
	AnswersAppeal bool   // it is final
	Time          time.Time
}

// Apply does what a decision says about a subject that its service owns, inside the transaction of
// the event, and returns what became of it and the events to publish. It is called at most once for
// each decision that takes effect, and never for one that is older than another about its subject.
type Apply func(ctx context.Context, tx pgx.Tx, d Decision) (Outcome, []events.Event, error)

// Subscribe applies the decisions about one kind of subjects. afterCommit is called after each one,
// with the relay awake to publish the events of apply.
func Subscribe(
	service string, kind Kind, relay *events.Relay, apply Apply, afterCommit func(ctx context.Context),
) events.Subscription {
	return events.Subscription{
		Topic: moderationv1.TopicDecision, Group: fmt.Sprintf("%s.%s-decisions", service, kind),
		Handlers: []events.Handler{events.NewHandler(
			func(ctx context.Context, tx pgx.Tx, m *moderationv1.DecisionMade) error {
				if Kinds[m.GetSubject().GetKind()] != kind {
					return nil
				}
				d, err := decode(m)
				if err != nil {
					return events.Permanent(err)
				}
				return applyOnce(ctx, tx, kind, d, apply)
			})},
		AfterCommit: func(ctx context.Context) {
			relay.Wake()
			afterCommit(ctx)
		},
	}
}

// decode returns the decision of an event.
func decode(m *moderationv1.DecisionMade) (d Decision, err error) {
	id, known := text.ParseID(m.GetDecisionId())
	subject, ok := text.ParseID(m.GetSubject().GetId())
	action := Actions[m.GetAction()]
	if !known || !ok || action == "" {
		return d, fmt.Errorf("not a decision of this release: %s", m.GetDecisionId())
	}
	return Decision{ID: id, Subject: subject, Version: int(m.GetVersion()), Action: action,
		Reason: Reasons[m.GetReason()], Message: m.GetMessage(), Automatic: m.GetIsAutomatic(), AnswersAppeal: m.GetAnswersAppeal(),
		Time: m.GetDecideTime().AsTime()}, nil
}

// applyOnce applies a decision unless a newer one was there first, and schedules its confirmation.
func applyOnce(ctx context.Context, tx pgx.Tx, kind Kind, d Decision, apply Apply) error {
	isNew, err := RecordVersion(ctx, tx, kind, d.Subject, d.Version)
	if err != nil {
		return err
	}
	outcome, newer := OutcomeSuperseded, 0
	if isNew {
		var facts []events.Event
		if outcome, facts, err = apply(ctx, tx, d); err != nil {
			return err
		}
		if err := events.Write(ctx, tx, facts...); err != nil {
			return err
		}
	} else if err := tx.QueryRow(ctx, `SELECT version FROM decision_versions WHERE kind = $1 AND subject = $2`, kind,
		d.Subject).Scan(&newer); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO decision_confirmations (id, outcome, newer_version) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, d.ID, outcome, newer)
	return err
}

// RecordVersion records the newest decision about a subject, and reports whether it is newer than
// those before.
func RecordVersion(ctx context.Context, tx pgx.Tx, kind Kind, subject uuid.UUID, version int) (isNew bool, err error) {
	changed, err := tx.Exec(ctx, `INSERT INTO decision_versions (kind, subject, version) VALUES ($1, $2, $3)
		ON CONFLICT (kind, subject) DO UPDATE SET version = excluded.version WHERE decision_versions.version < excluded.version`,
		kind, subject, version)
	return changed.RowsAffected() == 1, err
}

// RecordGone schedules that the moderation service learns that there is nothing left to decide about
// a subject, in the transaction that removes it for good.
func RecordGone(ctx context.Context, tx pgx.Tx, kind Kind, subject uuid.UUID) error {
	_, err := tx.Exec(ctx, `INSERT INTO decision_confirmations (id, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
		subject, kind)
	return err
}
