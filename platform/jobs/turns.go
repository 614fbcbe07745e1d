package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
)

// Jobs are served by start-time fair queueing. Flows, lanes and supernets each have a finish by a
// virtual clock: a claimed job moves it on by 1/weight, from the clock's time at least. A job's tag
// is the latest finish of what it belongs to, the clock's time at least, and the smallest tag is
// served next; the clock goes on to the tags that are served. So those that wait are
// served in proportion to their weights, those that were away have neither saved up turns nor owe
// any, and a free worker never waits.
//
// What is not served moves nothing: a canceled job costs no turn, and jobs that only wait make no
// other flow of their network wait.

const (
	// laneWeight and supernetWeight are how many flows a network counts as, at least. It counts as
	// all of its flows that have shown evidence, such as those behind a carrier's address.
	laneWeight, supernetWeight = 4, 16

	// reservedEvery is how often a claim takes a job of a settled device first, if there is one:
	// every fifth claim, so a fifth of the turns.
	reservedEvery = 5

	// maxEvidence is how many flows of one subscriber count at once. A device that is settled costs
	// half an hour and nothing else, and an order that is refused shows its evidence too: without a
	// bound one address could weigh as much as all others together. Four subscribers with as many
	// reach what the gateway lets a network order in an hour.
	maxEvidence = 1000
)

// evidenceSince is from when on evidence counts: in its hour and in the next one.
const evidenceSince = `date_trunc('hour', now()) - interval '1 hour'`

// recordEvidenceQuery records when a flow last asked, to the minute, unless enough of its
// subscriber's have. It relies on job_evidence_subscriber.
const recordEvidenceQuery = `
INSERT INTO job_evidence AS known (lane, flow, supernet, subscriber, asked_at)
SELECT $1::text, $2::text, $3::text, $4::text, now()
WHERE $4 = '' OR $5 > (SELECT count(*) FROM (SELECT FROM job_evidence
	WHERE lane = $1 AND subscriber = $4 AND asked_at >= ` + evidenceSince + ` LIMIT $5) AS of_subscriber)
ON CONFLICT (lane, flow) DO UPDATE
SET asked_at = excluded.asked_at, supernet = excluded.supernet, subscriber = excluded.subscriber
WHERE known.asked_at < now() - interval '1 minute'`

// recordEvidence counts the flow of a job towards the weights of its networks, for this hour and
// the next one.
func recordEvidence(ctx context.Context, pool *pgxpool.Pool, o Origin) error {
	if !o.HasEvidence() {
		return nil
	}
	_, err := pool.Exec(ctx, recordEvidenceQuery, o.Lane, o.Flow, o.Supernet, o.Subscriber, maxEvidence)
	return err
}

// Evidence is how many flows of a job's networks have shown evidence lately.
type Evidence struct{ Lane, Supernet int }

// weights are as how many flows its networks count for turns.
func (e Evidence) weights() (lane, supernet int) {
	return max(e.Lane, laneWeight), max(e.Supernet, supernetWeight)
}

// evidenceQuery relies on job_evidence_lane and job_evidence_supernet.
const evidenceQuery = `
SELECT
	(SELECT count(*) FROM job_evidence
		WHERE lane = $1 AND asked_at >= ` + evidenceSince + `)::integer AS lane,
	(SELECT count(*) FROM job_evidence
		WHERE supernet = $2 AND asked_at >= ` + evidenceSince + `)::integer AS supernet`

// CountEvidence returns the flows with evidence of an origin's networks, with its own if it has shown
// some. It is not part of the transaction that adds a job: a job that is refused counts too.
func (q *Queue) CountEvidence(ctx context.Context, o Origin) (Evidence, error) {
	if err := recordEvidence(ctx, q.pool, o); err != nil {
		return Evidence{}, postgres.Fault(err)
	}
	return postgres.QueryRow(ctx, q.pool, pgx.ErrNoRows, pgx.RowToStructByName[Evidence], evidenceQuery, o.Lane,
		o.Supernet)
}

// finishesJoin adds the finishes of what waiting jobs belong to. A row that is missing is one that
// was used up long ago; greatest ignores it.
const finishesJoin = `
	CROSS JOIN (SELECT coalesce(max(time), 0) AS time, coalesce(max(claims), 0) AS claims FROM job_clock) clock
	LEFT JOIN job_turns flow ON flow.level = 'flow' AND flow.key = coalesce(nullif(jobs.flow, ''), jobs.lane)
	LEFT JOIN job_turns lane ON lane.level = 'lane' AND lane.key = jobs.lane
	LEFT JOIN job_turns supernet ON supernet.level = 'supernet' AND supernet.key = jobs.supernet AND jobs.supernet <> ''`

// waitingSince is when a flow began to wait: when it was served, or when its job came if that is
// later. It decides between equal tags.
const waitingSince = `greatest(flow.served_at, jobs.created_at)`
