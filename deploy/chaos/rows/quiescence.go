package rows

import (
	"context"
	"fmt"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
)

// quiescenceTimeout is how long a platform may take to finish what it began once the faults are
// removed: leases of dead workers expire, jobs have deadlines of minutes.
const quiescenceTimeout = 6 * time.Minute

const pollInterval = time.Second

// AwaitQuiescence waits until nothing is under way: every job has ended and every event is sent and
// applied. It gives up after some minutes without an error: what is still under way then is for the
// checks to tell.
func (p Platform) AwaitQuiescence(ctx context.Context) error {
	last := ""
	for until := time.Now().Add(quiescenceTimeout); time.Now().Before(until); {
		reading, cancel := context.WithTimeout(ctx, 10*time.Second)
		s, err := p.Read(reading)
		cancel()
		waits := inProgress(s)
		if err != nil {
			waits = err.Error()
		}
		if waits == "" {
			return nil
		}
		if waits != last {
			fmt.Println("        ", waits)
			last = waits
		}
		if !wait.Sleep(ctx, pollInterval) {
			return ctx.Err()
		}
	}
	return nil
}

// inProgress says what a platform has not finished, or nothing.
func inProgress(s history.State) string {
	jobs, sending, applying, keeping := 0, 0, 0, 0
	open := map[string]bool{}
	for _, c := range s.LedgerCalls {
		open[c.Job] = open[c.Job] || c.State == "sent"
	}
	for _, j := range s.Jobs {
		if j.State == "queued" || j.State == "running" {
			jobs++
		}
	}
	for _, r := range s.Reservations {
		if !open[r.Job] {
			keeping++
		}
	}
	for _, n := range s.Waiting {
		sending += n
	}
	for _, e := range s.Events {
		if e.Applied == 0 {
			applying++
		}
	}
	if jobs+sending+applying+keeping+s.Unimported == 0 {
		return ""
	}
	return fmt.Sprintf("under way: %d jobs, %d reservations, %d events to be sent, %d to be applied, reports of %d pictures to be imported",
		jobs, keeping, sending, applying, s.Unimported)
}
