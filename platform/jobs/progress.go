package jobs

import "sync/atomic"

// progress passes how much of a job is done from its handler, which never waits for the database,
// to its heartbeat, which writes it down. Only the highest percentage counts.
type progress struct {
	percent   atomic.Int32
	increased chan struct{}
}

func newProgress() *progress { return &progress{increased: make(chan struct{}, 1)} }

// ReportProgress shows watchers of a job how much of it is done, from 0 to 100. Its handler calls
// it, as often as there is something to tell; it does not wait. What is lower than before is
// ignored.
func (j Job) ReportProgress(percent int) {
	if j.progress == nil || !j.progress.raise(int32(min(percent, 100))) {
		return
	}
	select {
	case j.progress.increased <- struct{}{}:
	default:
	}
}

func (p *progress) raise(percent int32) bool {
	for {
		before := p.percent.Load()
		if percent <= before {
			return false
		}
		if p.percent.CompareAndSwap(before, percent) {
			return true
		}
	}
}
