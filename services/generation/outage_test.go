package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// A picture that is paid for during a database outage longer than a lease still ends its job: its
// worker goes on, no other one claims the job, and nothing is paid twice.
// Verifies LIMIT-7.
func TestPaidPictureSurvivesDatabaseOutage(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*testing.T, *environment, *testkit.Freezer) (end func()){
		"hangs":      func(_ *testing.T, _ *environment, f *testkit.Freezer) func() { f.Freeze(); return f.Thaw },
		"is stopped": func(_ *testing.T, _ *environment, f *testkit.Freezer) func() { f.Stop(); return f.Start },
		"only reads": turnReadOnly,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := prepareEnvironment(t)
			through, freezer := testkit.FreezeDatabase(t, w.pool.Config().ConnString())
			w.set("DATABASE_URL=" + through)
			requested, draw := make(chan struct{}, 10), make(chan struct{})
			w.provider.respond = func(rw http.ResponseWriter, r *http.Request) {
				requested <- struct{}{}
				select {
				case <-draw:
					picture(rw, r)
				case <-r.Context().Done(): // canceled, but paid for
				}
			}
			w.Start(t)
			w.StartWorkers(t) // another process, which could take the job over
			job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
			if err != nil {
				t.Fatal(err)
			}
			<-requested
			end := away(t, w, freezer)
			awaitEnd(t, w, "1 s")
			close(draw)
			awaitEnd(t, w, "9 s") // while the worker retries its write
			end()
			var state generationv1.JobState
			testkit.EventuallyWithin(t, time.Minute, "the job ends", func() bool {
				job, err := w.client.WaitJob(withVisitor(t.Context(), ""),
					&generationv1.WaitJobRequest{JobId: job.GetId()})
				state = job.GetState()
				return err == nil && state > generationv1.JobState_JOB_STATE_RUNNING
			})
			if state != generationv1.JobState_JOB_STATE_SUCCEEDED || w.provider.calls() != 1 {
				t.Errorf("%v after %d calls", state, w.provider.calls())
			}
			if got := w.ledger(t); got["settled"] != 1 || len(got) != 1 {
				t.Errorf("ledger %v", got)
			}
		})
	}
}

// turnReadOnly is a disk that is full for a while.
func turnReadOnly(t *testing.T, w *environment, _ *testkit.Freezer) (end func()) {
	alter := `ALTER DATABASE ` + w.pool.Config().ConnConfig.Database
	testkit.Exec(t, w.pool, alter+` SET default_transaction_read_only = on`)
	testkit.Exec(t, w.pool, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	return func() {
		testkit.Exec(t, w.pool, `BEGIN READ WRITE; `+alter+` RESET default_transaction_read_only; COMMIT`)
	}
}

// awaitEnd waits until the lease of the only job has been over for that long.
func awaitEnd(t *testing.T, w *environment, interval string) {
	t.Helper()
	testkit.EventuallyWithin(t, time.Minute, "the lease is over", func() bool {
		var over bool
		err := w.pool.QueryRow(t.Context(), `SELECT lease_until < now() - $1::interval FROM jobs`, interval).Scan(&over)
		return err == nil && over
	})
}
