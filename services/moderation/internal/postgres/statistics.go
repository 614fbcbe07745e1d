package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

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
	waits = `
SELECT percentile_cont($3::float8) WITHIN GROUP (ORDER BY extract(epoch FROM d.created_at - least(
    (SELECT min(s.created_at) FROM signals s WHERE s.case_id = d.case_id AND s.closed_at = d.created_at),
    (SELECT max(a.created_at) FROM appeals a WHERE a.case_id = d.case_id AND d.answers_appeal AND a.created_at < d.created_at))))
FROM decisions d WHERE d.created_at >= $1 AND d.created_at < $2 AND d.operator <> ''`

	// Relies on signals_age.
	countWrongReports = `
SELECT count(*) FILTER (WHERE ` + foundOf + ` IN ('leave', 'restore'))
FROM signals s WHERE kind = 'report' AND created_at >= $1 AND created_at < $2`

	// Relies on decisions_age.
	countByOperator = `
SELECT operator, count(*) FILTER (WHERE action = 'leave'), count(*) FILTER (WHERE action = 'hide'),
    count(*) FILTER (WHERE action = 'remove'), count(*) FILTER (WHERE action = 'restore')
FROM decisions WHERE created_at >= $1 AND created_at < $2 AND operator <> '' GROUP BY operator ORDER BY count(*) DESC, operator`

	// Relies on decisions_age and signals_age.
	countByDay = `
SELECT day,
    (SELECT count(*) FROM decisions WHERE created_at >= day AND created_at < day + interval '24 hours' AND operator <> ''),
    (SELECT count(*) FROM decisions WHERE created_at >= day AND created_at < day + interval '24 hours' AND operator = ''),
    (SELECT count(*) FROM signals WHERE kind = 'report' AND created_at >= day AND created_at < day + interval '24 hours')
FROM generate_series($1::timestamptz, $2::timestamptz - interval '24 hours', interval '24 hours') day ORDER BY day`

	// Relies on cases_urgent.
	countOpen = `SELECT kind, count(*), max(urgency) FROM cases WHERE is_open GROUP BY kind ORDER BY max(urgency) DESC, kind`
)

// Statistics counts what happened from start until end.
func (s *Cases) Statistics(ctx context.Context, start, end time.Time) (cases.Statistics, error) {
	c := cases.Statistics{Start: start, End: end}
	o, a := &c.ByOperators, &c.Automatic
	for _, q := range []struct {
		query string
		to    []any
	}{
		{countDecisions, []any{&o.Leave, &o.Hide, &o.Remove, &o.Restore, &a.Leave, &a.Hide, &a.Remove, &a.Restore}},
		{countReports, []any{&c.Reports, &c.UpheldReports}},
		{countTakedowns, []any{&c.TakedownRequests}},
		{countAppeals, []any{&c.Appeals, &c.RestoredAppeals}},
	} {
		if err := s.pool.QueryRow(ctx, q.query, start, end).Scan(q.to...); err != nil {
			return c, database.Fault(err)
		}
	}
	var err error
	c.MedianWait, err = s.wait(ctx, start, end, 0.5)
	return c, err
}

// wait returns how long a share of what operators decided on waited for them, at most; nil without
// any.
func (s *Cases) wait(ctx context.Context, start, end time.Time, share float64) (*time.Duration, error) {
	var seconds *float64
	if err := s.pool.QueryRow(ctx, waits, start, end, share).Scan(&seconds); err != nil || seconds == nil {
		return nil, database.Fault(err)
	}
	// clocks differ a little, so a wait may seem to end before it began
	return new(time.Duration(max(0, *seconds) * float64(time.Second))), nil
}

// OperatorStatistics counts the same, and what is for operators alone.
func (s *Cases) OperatorStatistics(ctx context.Context, start, end time.Time) (c cases.OperatorStatistics, err error) {
	if c.Statistics, err = s.Statistics(ctx, start, end); err != nil {
		return c, err
	}
	if c.P90Wait, err = s.wait(ctx, start, end, 0.9); err != nil {
		return c, err
	}
	if err := s.pool.QueryRow(ctx, countWrongReports, start, end).Scan(&c.WrongReports); err != nil {
		return c, database.Fault(err)
	}
	c.Operators, err = database.QueryRows(ctx, s.pool, scanOperator, countByOperator, start, end)
	if err != nil {
		return c, err
	}
	c.Days, err = database.QueryRows(ctx, s.pool, pgx.RowToStructByPos[cases.DayStatistics], countByDay, start, end)
	if err != nil {
		return c, err
	}
	c.Open, err = database.QueryRows(ctx, s.pool, func(row pgx.CollectableRow) (o cases.OpenCases, err error) {
		var urgency int64
		err = row.Scan(&o.Kind, &o.Count, &urgency)
		o.Due = dueTime(urgency)
		return o, err
	}, countOpen)
	return c, err
}

func scanOperator(row pgx.CollectableRow) (o cases.OperatorDecisions, err error) {
	err = row.Scan(&o.Operator, &o.Leave, &o.Hide, &o.Remove, &o.Restore)
	return o, err
}
