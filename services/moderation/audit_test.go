package main

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/netfault"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/audit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// verifyAudit verifies the whole chain page by page, as operators do.
func verifyAudit(t *testing.T, e *caseEnvironment) error {
	t.Helper()
	head := audit.Start()
	for {
		page, err := e.operator.ListAuditEntries(t.Context(),
			&moderationv1.ListAuditEntriesRequest{AfterNumber: head.Number, PageSize: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.GetEntries()) == 0 {
			return nil
		}
		for _, stored := range page.GetEntries() {
			if head, err = head.Verify(audit.FromMessage(stored)); err != nil {
				return err
			}
		}
	}
}

// Verifies MOD-26.
func TestAuditFindsWhatWasChangedByHand(t *testing.T) {
	e := newCaseEnvironment(t)
	for _, action := range []moderationv1.Action{hide, leave, hide, remove, leave} {
		if _, refused := e.decide(t, newSubject(picture), action); refused != "" {
			t.Fatal(refused)
		}
	}
	if err := verifyAudit(t, e); err != nil {
		t.Fatalf("untouched: %v", err)
	}
	_, err := e.operator.ForgetAuditPayload(t.Context(), &moderationv1.ForgetAuditPayloadRequest{Number: 2,
		Note: "asked to"})
	if err != nil {
		t.Fatal(err)
	}
	if n := testkit.QueryOne[int](t, e.Database(t), `SELECT (SELECT count(*) FROM decisions WHERE message || note = '')
		+ (SELECT count(*) FROM operator_acts WHERE act = 'leave' AND note = '')`); n != 2 {
		t.Errorf("%d of a decision and its act have lost their words", n)
	}
	_, err = e.operator.ForgetAuditPayload(t.Context(), &moderationv1.ForgetAuditPayloadRequest{Number: 2})
	if f := fault.From(err); f == nil || f.Reason != "PAYLOAD_NOT_FOUND" {
		t.Errorf("forgotten twice: %v", err)
	}
	if err := verifyAudit(t, e); err != nil {
		t.Errorf("with a payload that was forgotten: %v", err)
	}
	db := e.Database(t) // as the database's administrator, who may do anything
	for name, c := range map[string]struct{ change, undo, want string }{
		"an entry": {`UPDATE audit_entries SET operator = 'bob' WHERE number = 3`,
			`UPDATE audit_entries SET operator = 'ada' WHERE number = 3`, "entry 3 is not what was written"},
		"a payload": {`UPDATE audit_payloads SET payload = payload || ' ' WHERE number = 4`,
			`UPDATE audit_payloads SET payload = substr(payload, 1, length(payload) - 1) WHERE number = 4`,
			"the payload of entry 4"},
	} {
		testkit.Exec(t, db, c.change)
		if err := verifyAudit(t, e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		testkit.Exec(t, db, c.undo)
		if err := verifyAudit(t, e); err != nil {
			t.Errorf("%s, undone: %v", name, err)
		}
	}
	testkit.Exec(t, db, `DELETE FROM audit_entries WHERE number = 4`)
	if err := verifyAudit(t, e); err == nil || !strings.Contains(err.Error(), "entry 5 follows entry 3") {
		t.Errorf("a missing entry: %v", err)
	}
}

// newOwnDatabase returns a database that belongs to a role with no rights beyond it, as in a cluster, and
// the same for a role that serves with the tables.
func newOwnDatabase(t *testing.T) (owner, serving string) {
	t.Helper()
	u, err := url.Parse(testkit.DatabaseURL(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	role, database := testkit.UniqueName("role_"), strings.TrimPrefix(u.Path, "/")
	server := role + "_serving"
	admin, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		if _, err := admin.Exec(ctx,
			`ALTER DATABASE `+database+` OWNER TO CURRENT_USER; DROP OWNED BY `+role+`, `+server+`; DROP ROLE `+
				role+`, `+server); err != nil {
			t.Error(err)
		}
		admin.Close(ctx)
	})
	testkit.Exec(t, admin,
		`CREATE ROLE `+server+` LOGIN PASSWORD 'p'; CREATE ROLE `+role+` LOGIN PASSWORD 'p'; ALTER DATABASE `+database+` OWNER TO `+
			role)
	u.User = url.UserPassword(role, "p")
	if err := testkit.MigrateFor(t, u.String(), spec.Schema, server); err != nil {
		t.Fatal(err)
	}
	owner = u.String()
	u.User = url.UserPassword(server, "p")
	return owner, u.String()
}

// isForbidden reports whether a role may not execute a statement.
func isForbidden(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "42501" // insufficient_privilege
}

// serveOn starts a service on a database, where it decides a case, and connects as its role.
func serveOn(t *testing.T, url string) (*caseEnvironment, *pgxpool.Pool) {
	t.Helper()
	e := newCaseEnvironmentWith(t, map[string]string{"DATABASE_URL": url, "DATABASE_POOLER_URL": ""})
	if _, refused := e.decide(t, newSubject(picture), hide); refused != "" {
		t.Fatal(refused)
	}
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return e, pool
}

// The role that serves does what the service does, and can change neither a table nor the audit, nor
// give itself the right to.
// Verifies OPS-31, MOD-29.
func TestServingRoleCannotChangeTables(t *testing.T) {
	owner, serving := newOwnDatabase(t)
	_, pool := serveOn(t, serving)
	for _, statement := range []string{
		`ALTER TABLE cases ADD COLUMN x int`, `DROP TABLE cases`, `CREATE TABLE own (x int)`, `TRUNCATE cases`,
		`UPDATE audit_entries SET operator = 'bob'`, `DELETE FROM audit_entries`, `TRUNCATE audit_entries`,
		`DELETE FROM goose_db_version`, `ALTER TABLE audit_entries DISABLE TRIGGER ALL`,
	} {
		if _, err := pool.Exec(t.Context(), statement); !isForbidden(err) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	// PostgreSQL answers a grant of what one may not grant with a warning, and grants nothing.
	_, _ = pool.Exec(t.Context(), `GRANT UPDATE ON audit_entries TO CURRENT_USER`)
	if _, err := pool.Exec(t.Context(), `UPDATE audit_entries SET operator = 'bob'`); !isForbidden(err) {
		t.Errorf("after a grant to itself: %v", err)
	}
	// The role that owns the tables would lose rights that the next migration needs.
	if u, err := url.Parse(owner); err != nil {
		t.Error(err)
	} else if err := testkit.MigrateFor(t, owner, spec.Schema, u.User.Username()); err == nil ||
		!strings.Contains(err.Error(), "it is the role that migrates") {
		t.Errorf("the owner as the role that only serves: %v", err)
	}
	// A later release migrates, and its tables are served, too.
	if err := testkit.Migrate(t, owner, spec.Schema); err != nil {
		t.Error(err)
	}
}

// Verifies MOD-29.
func TestServiceCannotChangeItsAudit(t *testing.T) {
	own, _ := newOwnDatabase(t)
	e, pool := serveOn(t, own)
	for _, statement := range []string{
		`UPDATE audit_entries SET operator = 'bob'`, `DELETE FROM audit_entries`, `TRUNCATE audit_entries`,
		`UPDATE audit_payloads SET payload = ''`, `TRUNCATE audit_payloads`,
	} {
		_, err := pool.Exec(t.Context(), statement)
		if !isForbidden(err) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if err := verifyAudit(t, e); err != nil {
		t.Error(err)
	}
}

// Verifies MOD-24.
func TestDecisionsWaitForBroker(t *testing.T) {
	away := testkit.FreeAddr(t)
	e := newCaseEnvironmentWith(t, map[string]string{"KAFKA_BROKERS": away})
	of := newSubject(picture)
	if _, refused := e.decide(t, of, hide); refused != "" {
		t.Fatalf("without the broker: %s", refused)
	}
	r, err := e.operator.ListCases(t.Context(), &moderationv1.ListCasesRequest{Unapplied: true})
	if err != nil || len(r.GetCases()) != 1 || r.GetCases()[0].GetDecisions()[0].GetApplyTime() != nil {
		t.Errorf("not yet applied: %v, %v", r, err)
	}
	testkit.Eventually(t, "the alert's metric", func() bool {
		return strings.Contains(get(t, e.OpsURL("/metrics")), "mcwick_moderation_decision_unapplied_age_seconds")
	})
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(end)
	if _, err := netfault.Listen(ctx, away, testkit.Kafka(t)[0]); err != nil {
		t.Fatal(err)
	}
	if made := e.events(t, of, 1); made[0].GetAction() != hide {
		t.Errorf("after its return: %v", made)
	}
}
