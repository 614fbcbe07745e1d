package jobs

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Jobs are served by start-time fair queueing. Flows, lanes and supernets each have a finish by a
// virtual clock: a claimed job moves it on by 1/weight, from the clock's time at least. A job's tag
// is the latest finish of what it belongs to, the clock's time at least, and the smallest tag is
// served next; the clock goes on to the tags that are served. So whoever waits is served in
// proportion to its weight, whoever was away has neither saved up turns nor owes any, and a free
// worker never waits.
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
)

// recordEvidenceQuery records when a flow last asked, to the minute.
const recordEvidenceQuery = `
INSERT INTO job_evidence AS known (lane, flow, supernet, asked_at) VALUES ($1, $2, $3, now())
ON CONFLICT (lane, flow) DO UPDATE SET asked_at = excluded.asked_at, supernet = excluded.supernet
WHERE known.asked_at < now() - interval '1 minute'`

// recordEvidence counts the flow of a job towards the weights of its networks, for this hour and
// the next one. It is not part of the transaction that adds the job: a job that is refused counts
// too.
func recordEvidence(ctx context.Context, pool *pgxpool.Pool, o Origin) error {
	if !o.HasEvidence() {
		return nil
	}
	_, err := pool.Exec(ctx, recordEvidenceQuery, o.Lane, o.Flow, o.Supernet)
	return err
}

// weightColumns are the weights of the networks of a job that is being added: of the lane $4 and of
// the supernet $10. They rely on job_evidence_lane and job_evidence_supernet.
const weightColumns = `
	greatest($11, (SELECT count(*) FROM job_evidence
		WHERE lane = $4 AND asked_at >= date_trunc('hour', now()) - interval '1 hour')),
	greatest($12, (SELECT count(*) FROM job_evidence
		WHERE supernet = $10 AND asked_at >= date_trunc('hour', now()) - interval '1 hour'))`

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
