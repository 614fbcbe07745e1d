package postgres

import (
	"fmt"

	"go.opentelemetry.io/otel"

	database "mcwick.example/platform/postgres"
)

// RegisterMetrics reports how long the oldest decision waits that its subject's owner has not
// applied, and how long ago the most overdue case should have been decided.
func (s *Cases) RegisterMetrics() {
	meter := otel.Meter("mcwick/moderation")
	database.ObserveAge(meter, s.pool, "mcwick.moderation.decision.unapplied.age",
		"How long the oldest decision has waited that is not applied yet; 0 when there is none.", oldestUnapplied)
	database.ObserveAge(meter, s.pool, "mcwick.moderation.case.overdue",
		"How long ago an operator should have decided the most overdue case; 0 when none is overdue.", firstDue)
}

// oldestUnapplied relies on decisions_unapplied.
const oldestUnapplied = `SELECT min(created_at) FROM decisions WHERE applied_at IS NULL`

// firstDue relies on cases_urgent. A case that a pod of the last release opened has no time.
var firstDue = fmt.Sprintf(`SELECT to_timestamp((%d - max(urgency)) / 1000) FROM cases WHERE is_open AND urgency < %[1]d`, lastDue)
