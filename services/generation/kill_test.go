package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// start runs the program itself, in a process that can be killed.
func start(t *testing.T, program string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "serve")
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() }) // it may be dead already
	return c
}

func TestKilledWhileTheProviderDraws(t *testing.T) {
	program := filepath.Join(t.TempDir(), "generation")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w := neighbours(t)
	t.Setenv("WORKERS", "1")
	var asked atomic.Int32
	w.provider.answer = func(rw http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			<-r.Context().Done() // the first call is under way for as long as its worker lives
			return
		}
		picture(rw, r)
	}

	first := start(t, program)
	w.await(t)
	create := func() *generationv1.Job {
		job, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), surfing())
		if err != nil {
			t.Fatal(err)
		}
		return job
	}
	drawing := create()
	testkit.Eventually(t, "the provider was asked", func() bool { return asked.Load() == 1 })
	waiting := create()
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // killed, so an error
	killed := time.Now()

	start(t, program)
	state := func(id string) generationv1.JobState {
		job, err := w.client.WaitJob(ann(t.Context(), ""), &generationv1.WaitJobRequest{JobId: id})
		if err != nil {
			return generationv1.JobState_JOB_STATE_UNSPECIFIED // not up yet
		}
		return job.GetState()
	}
	testkit.Eventually(t, "the waiting job is done", func() bool { return state(waiting.GetId()) == generationv1.JobState_JOB_STATE_SUCCEEDED })
	testkit.Eventually(t, "the job under way failed visibly", func() bool { return state(drawing.GetId()) == generationv1.JobState_JOB_STATE_FAILED })
	t.Logf("%.1f s after the kill", time.Since(killed).Seconds())
	if asked.Load() != 2 {
		t.Errorf("the provider was asked %d times for two jobs", asked.Load())
	}
	if got := w.ledger(t); got["unknown"] != 1 || got["settled"] != 1 || len(got) != 2 {
		t.Errorf("ledger %v", got)
	}
}
