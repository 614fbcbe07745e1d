package postgres

import (
	"context"
	"errors"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/audit"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
)

// auditPayload is what an entry of the audit says that may be about a person.
type auditPayload struct {
	Kind         decisions.Kind   `json:"kind"`
	Subject      uuid.UUID        `json:"subject"`
	MakerDevice  string           `json:"maker_device"`
	MakerAccount string           `json:"maker_account"`
	Version      int              `json:"version"`
	Reason       decisions.Reason `json:"reason"`
	Message      string           `json:"message"`
	Note         string           `json:"note"`
}

// auditLock is the advisory lock of the one transaction that appends to the audit at a time.
const auditLock = 0x6175_6469_74 // "audit"

// appendAudit appends a decision to the audit, in the transaction that makes it. It is the last
// thing that a transaction waits for.
func appendAudit(ctx context.Context, tx pgx.Tx, d cases.Decision, id uuid.UUID, payload []byte) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, auditLock); err != nil {
		return err
	}
	head, err := database.QueryRow(ctx, tx, errNoRow, pgx.RowToStructByPos[audit.Head],
		`SELECT number, hash FROM audit_entries ORDER BY number DESC LIMIT 1`)
	if errors.Is(err, errNoRow) {
		head, err = audit.Start(), nil
	}
	if err != nil {
		return err
	}
	e := audit.Entry{Number: head.Number + 1, Time: d.Created, Operator: d.Operator, Act: string(d.Action),
		CaseID: id.String(),
		Digest: audit.Digest(payload), Previous: head.Hash}
	if _, err := tx.Exec(ctx, `INSERT INTO audit_entries (number, created_at, operator, act, case_id, digest, previous, hash)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, e.Number, e.Time, e.Operator, e.Act, e.CaseID, e.Digest, e.Previous,
		e.Hash()); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO audit_payloads (number, payload) VALUES ($1, $2)`, e.Number, payload)
	return err
}

// AuditEntries returns one page of the audit.
func (s *Cases) AuditEntries(ctx context.Context, in cases.AuditInput) ([]cases.AuditEntry, error) {
	query, args := listAudit(in)
	return database.QueryRows(ctx, s.pool, func(row pgx.CollectableRow) (e cases.AuditEntry, err error) {
		err = row.Scan(&e.Number, &e.Time, &e.Operator, &e.Act, &e.CaseID, &e.Digest, &e.Previous, &e.Hash, &e.Payload)
		return e, err
	}, query, args...)
}

// listAudit relies on the primary key, and with a filter on audit_entries_operator,
// audit_entries_act, audit_entries_case or audit_entries_time.
func listAudit(in cases.AuditInput) (string, []any) {
	after, order := "number > $1", "number"
	if in.NewestFirst {
		after, order = "($1 = 0 OR number < $1)", "number DESC"
	}
	var c conditions
	c.args = []any{in.After, in.Size}
	if in.Operator != "" {
		c.and("operator = $", in.Operator)
	}
	if in.Action != "" {
		c.and("act = $", string(in.Action))
	}
	if in.Subject != nil {
		c.and("case_id = (SELECT id::text FROM cases WHERE kind = $", in.Subject.Kind)
		c.and("subject = $)", in.Subject.ID)
	}
	if in.Start != nil {
		c.and("created_at >= $", *in.Start)
	}
	if in.End != nil {
		c.and("created_at < $", *in.End)
	}
	return `SELECT number, created_at, operator, act, case_id, digest, previous, hash, payload
		FROM audit_entries LEFT JOIN audit_payloads USING (number) WHERE ` + c.String() + after + `
		ORDER BY ` + order + ` LIMIT $2`, c.args
}

// actForget is the operator's act on a payload.
const actForget = "forget-audit-payload"

// blankDecision blanks the words of an entry's decision.
const blankDecision = `
UPDATE decisions d SET message = '', note = '' FROM audit_entries e
WHERE e.number = $1 AND d.case_id = e.case_id::uuid AND d.created_at = e.created_at RETURNING d.id::text`

// ForgetPayload deletes the payload of an entry, and its words where operators read them too: in the
// decision and in its operator's act. It records the act of forgetting.
func (s *Cases) ForgetPayload(ctx context.Context, number int64, note string) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		gone, err := tx.Exec(ctx, `DELETE FROM audit_payloads WHERE number = $1`, number)
		if err != nil {
			return err
		}
		if gone.RowsAffected() == 0 {
			return cases.ErrNoPayload
		}
		blanked, err := database.QueryRows(ctx, tx, pgx.RowTo[string], blankDecision, number)
		if err != nil {
			return err
		}
		if err := operator.ForgetNotes(ctx, tx, blanked); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actForget, strconv.FormatInt(number, 10), note)
	}))
}
