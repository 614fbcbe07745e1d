package main

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

func TestKillDuringImageCall(t *testing.T) {
	t.Parallel()
	program := testkit.BuildProgram(t)
	w := prepareEnvironment(t, "WORKERS=1")
	var requested atomic.Int32
	w.provider.respond = func(rw http.ResponseWriter, r *http.Request) {
		if requested.Add(1) == 1 {
			<-r.Context().Done() // the first call runs for as long as its worker lives
			return
		}
		picture(rw, r)
	}

	kill := w.StartProcess(t, program)
	create := func() *generationv1.Job {
		job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
		if err != nil {
			t.Fatal(err)
		}
		return job
	}
	drawing := create()
	testkit.Eventually(t, "the provider got the call", func() bool { return requested.Load() == 1 })
	waiting := create()
	kill()
	killed := time.Now()

	w.StartProcess(t, program)
	state := func(id string) generationv1.JobState {
		job, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: id})
		if err != nil {
			return generationv1.JobState_JOB_STATE_UNSPECIFIED // not up yet
		}
		return job.GetState()
	}
	testkit.Eventually(t, "the waiting job is done",
		func() bool { return state(waiting.GetId()) == generationv1.JobState_JOB_STATE_SUCCEEDED })
	testkit.EventuallyWithin(t, time.Minute, "the running job failed visibly",
		func() bool { return state(drawing.GetId()) == generationv1.JobState_JOB_STATE_FAILED })
	t.Logf("%.1f s after the kill", time.Since(killed).Seconds())
	if requested.Load() != 2 {
		t.Errorf("the provider was called %d times for two jobs", requested.Load())
	}
	if got := w.ledger(t); got["unknown"] != 1 || got["settled"] != 1 || len(got) != 2 {
		t.Errorf("ledger %v", got)
	}
}

func TestShutdownDuringImageCall(t *testing.T) {
	t.Parallel()
	w := prepareEnvironment(t)
	requested, draw := make(chan struct{}), make(chan struct{})
	w.provider.respond = func(rw http.ResponseWriter, r *http.Request) {
		close(requested)
		select {
		case <-draw:
			picture(rw, r)
		case <-r.Context().Done(): // canceled, but paid for
		}
	}
	stop := w.Start(t)
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	<-requested
	stopped := make(chan struct{})
	go func() { defer close(stopped); stop() }()
	testkit.Eventually(t, "no more calls get responses", func() bool {
		_, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err != nil
	})
	close(draw)
	<-stopped
	w.Start(t)
	var drawn *generationv1.Job
	testkit.Eventually(t, "the service responds again", func() bool {
		drawn, err = w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil
	})
	if drawn.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
		t.Error(drawn)
	}
	if got := w.ledger(t); got["settled"] != 1 || len(got) != 1 {
		t.Errorf("ledger %v", got)
	}
}
