package postgres

import (
	"context"
	"time"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/cases"
)

const (
	// Relies on decisions_age. A decision about a place closes a takedown request; what operators do
	// about that is another decision.
	countDecisions = `
SELECT count(*) FILTER (WHERE operator <> '' AND action = 'leave'),
    count(*) FILTER (WHERE operator <> '' AND action = 'hide'),
    count(*) FILTER (WHERE operator <> '' AND action = 'remove'),
    count(*) FILTER (WHERE operator <> '' AND action = 'restore'),
    count(*) FILTER (WHERE operator = '' AND action = 'leave'),
    count(*) FILTER (WHERE operator = '' AND action = 'hide'),
    count(*) FILTER (WHERE operator = '' AND action = 'remove'),
    count(*) FILTER (WHERE operator = '' AND action = 'restore')
FROM decisions d WHERE created_at >= $1 AND created_at < $2 AND (SELECT kind FROM cases WHERE id = d.case_id) <> 'place'`

	// Relies on signals_age and decisions_version. A decision closes signals at its own time.
	countReports = `
SELECT count(*), count(*) FILTER (WHERE EXISTS (
    SELECT FROM decisions d WHERE d.case_id = s.case_id AND d.created_at = s.closed_at AND d.action IN ('hide', 'remove')))
FROM signals s WHERE kind = 'report' AND created_at >= $1 AND created_at < $2`

	// Relies on signals_age.
	countTakedowns = `SELECT count(*) FROM signals WHERE kind = 'takedown' AND created_at >= $1 AND created_at < $2`

	// Relies on appeals_age and decisions_version. The answer to an appeal is the first one after the
	// decision that it is about.
	countAppeals = `
SELECT count(*), count(*) FILTER (WHERE 'restore' = (
    SELECT answer.action FROM decisions about JOIN decisions answer ON answer.case_id = about.case_id
    WHERE about.id = a.decision_id AND answer.answers_appeal AND answer.version > about.version ORDER BY answer.version LIMIT 1))
FROM appeals a WHERE created_at >= $1 AND created_at < $2`

	// Relies on decisions_age, signals_once and appeals_newest. A case has one open appeal, so the
	// newest one before the answer is the answered one.
	medianWait = `
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d.created_at - least(
    (SELECT min(s.created_at) FROM signals s WHERE s.case_id = d.case_id AND s.closed_at = d.created_at),
    (SELECT max(a.created_at) FROM appeals a WHERE a.case_id = d.case_id AND d.answers_appeal AND a.created_at < d.created_at))))
FROM decisions d WHERE d.created_at >= $1 AND d.created_at < $2 AND d.operator <> ''`
)

// Statistics counts what happened from start until end.
func (s *Cases) Statistics(ctx context.Context, start, end time.Time) (cases.Statistics, error) {
	c := cases.Statistics{Start: start, End: end}
	o, a := &c.ByOperators, &c.Automatic
	var wait *float64 // in seconds
	for _, q := range []struct {
		query string
		to    []any
	}{
		{countDecisions, []any{&o.Leave, &o.Hide, &o.Remove, &o.Restore, &a.Leave, &a.Hide, &a.Remove, &a.Restore}},
		{countReports, []any{&c.Reports, &c.UpheldReports}},
		{countTakedowns, []any{&c.TakedownRequests}},
		{countAppeals, []any{&c.Appeals, &c.RestoredAppeals}},
		{medianWait, []any{&wait}},
	} {
		if err := s.pool.QueryRow(ctx, q.query, start, end).Scan(q.to...); err != nil {
			return c, database.Fault(err)
		}
	}
	if wait != nil { // clocks differ a little, so a wait may seem to end before it began
		c.MedianWait = new(time.Duration(max(0, *wait) * float64(time.Second)))
	}
	return c, nil
}
