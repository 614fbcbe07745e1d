// Package jobs is the queue of expensive work. A row is the job: it is queued, leased to a worker
// that renews the lease by heartbeat, and ends succeeded, failed or cancelled; clients that wait
// for it watch its version. A worker that dies loses its lease and another takes the job over.
// Tables are part of the service's schema; no SQL but this package's names them. A service declares
// each kind of job (Kind), adds jobs of it, and has them done (Kind.Work).
package jobs

import (
	"encoding/json"
	"time"

	"mcwick.example/platform/fault"
)

// State is where a job stands. The last three are final.
type State string

// The states of a job.
const (
	StateQueued    State = "queued"
	StateRunning   State = "running"
	StateSucceeded State = "succeeded"
	StateFailed    State = "failed"
	StateCancelled State = "cancelled"
)

// IsFinal reports whether a job in this state will not change any more.
func (s State) IsFinal() bool { return s != StateQueued && s != StateRunning }

// Job is one piece of work.
type Job struct {
	ID      string          // UUID, ordered by time
	Kind    string          // chooses the Work
	Visitor string          // who asked for it, and who alone may see it
	Input   json.RawMessage // read by Kind.Input
	State   State
	Version int             // grows with each change that a watcher may see
	Attempt int             // how often a worker has taken it; 1 at the first time
	Result  json.RawMessage // of a succeeded job, read by Kind.Result
	Failure *Failure        // of a failed job
	Created time.Time

	// Position is how many jobs are served until this one is, itself included, as it was last
	// shown: it never grows. 0 when the job is not waiting, or has only just come.
	Position int
	// Estimate is how long the job will still wait; 0 when nothing is known.
	Estimate time.Duration
	// Percent is how much of the job is done, as far as its handlers told: it never falls, also
	// when one dies and another begins anew.
	Percent int

	trace    string // traceparent of the request that created it
	progress *progress
}

// Failure is the error of a failed job as the visitor sees it.
type Failure struct {
	Code    string
	Message string
}

// NewJob is work to be queued.
type NewJob struct {
	Kind    string
	Visitor string
	// Origin is what the job shares turns with: flows and their networks are served in turn, so that
	// one crowd behind one address does not hold up everybody else.
	Origin Origin
	// Evidence is that of the origin, for a caller that has counted it; Add counts it otherwise.
	Evidence *Evidence
	// Key is the client's name for this intent: the same visitor, key and input give the same job.
	Key   string
	Input any // of the type of the kind, see Kind.Job
	// Size is how much work it is, in the unit of its queue; 0 for one of the usual size.
	Size float64
}

// The faults of this package. A queue that is full refuses one job at its own turn and may take the
// next one: it is no outage that callers would retry, or open a circuit breaker for.
var (
	ErrNotFound  = fault.New(fault.KindNotFound, "JOB_NOT_FOUND", "There is no such job.")
	ErrQueueFull = fault.New(fault.KindLimited, "QUEUE_FULL",
		"The queue is longer than five minutes. Try again later.")
	ErrLaneFull = fault.New(fault.KindLimited, "LANE_FULL",
		"Your network has too many jobs in the queue. Try again when one of them has ended.")
	errGivenUp = fault.New(fault.KindUnavailable, "JOB_GIVEN_UP", "The job was not finished in time. Try again.")
)
