package postgres

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
	"mcwick.example/services/moderation/internal/postgres/migrations"
)

// TestAuditIsSearchedByIndexes has 100,000 entries in a year, and seeks rare ones.
// Verifies MOD-80.
func TestAuditIsSearchedByIndexes(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO audit_entries (number, created_at, operator, act, case_id, digest, previous, hash)
			SELECT n, now() - (100001 - n) * interval '5 minutes', 'o' || n % 1000, CASE n % 1000 WHEN 7 THEN 'remove' ELSE 'hide' END,
				md5((n % 50000)::text)::uuid::text, sha256(''), sha256(''), sha256('')
			FROM generate_series(1, 100000) n`,
		`INSERT INTO audit_payloads (number, payload) SELECT n, '{}' FROM generate_series(1, 100000) n`,
		`ANALYZE audit_entries, audit_payloads`,
	} {
		testkit.Fill(t, pool, statement)
	}
	hour := time.Now().Add(-180 * 24 * time.Hour)
	for index, filter := range map[string]cases.AuditFilter{
		"audit_entries_pkey":     {},
		"audit_entries_operator": {Operator: "o7"},
		"audit_entries_act":      {Action: decisions.ActionRemove},
		"audit_entries_case":     {Subject: &cases.Subject{Kind: decisions.KindPicture, ID: uuid.New()}},
		"audit_entries_time":     {Start: new(hour), End: new(hour.Add(time.Hour))},
	} {
		query, args := listAudit(cases.AuditInput{AuditFilter: filter, NewestFirst: true, Size: 24})
		testkit.CheckUsesIndex(t, pool, index, query, args...)
	}
}
