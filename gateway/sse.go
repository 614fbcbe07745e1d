package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// The bounds of one stream. A job waits at most 5 minutes and runs at most 2. Our page polls when it is cut
// off; a client that keeps to the letter of EventSource comes back with the last version it saw.
const (
	streamAge  = 8 * time.Minute
	streamPoll = 15 * time.Second // also the heartbeat, below the idle time-outs of proxies
)

// jobEvents shows a job to its visitor as server-sent events, from the version after Last-Event-ID until
// it is final. It asks by long polls, so that no gRPC stream outlives a deadline.
func (g *gateway) jobEvents(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), streamAge)
	defer cancel()
	defer context.AfterFunc(g.stopping, cancel)() // a stream must not hold up the gateway's stop

	seen := lastSeen(r)
	client := generationv1.NewGenerationServiceClient(g.conns[generationv1.File_generation_v1_generation_proto])
	out := http.NewResponseController(w) // the server bounds how long a flush may take
	marshal := strict.NewJSON()
	for started := false; ; started = true {
		wait := streamPoll
		if !started {
			wait = 0 // the first answer decides between a stream and a problem document
		}
		job, err := waitJob(ctx, client, r.PathValue("id"), seen, wait)
		if err != nil && !started {
			writeProblem(ctx, w, err)
			return
		}
		if err != nil {
			return // whoever polls or comes back is told then
		}
		if !started {
			h := w.Header()
			h.Set("Content-Type", "text/event-stream")
			h.Set("Cache-Control", "no-store")
			h.Set("X-Accel-Buffering", "no") // nginx would hold the events back
		}
		if job.GetVersion() > seen || final(job) {
			b, err := marshal.Marshal(job)
			if err != nil {
				return
			}
			seen = job.GetVersion()
			fmt.Fprintf(w, "id: %d\nevent: job\ndata: %s\n\n", seen, b)
		} else {
			fmt.Fprint(w, ": still waiting\n\n")
		}
		if out.Flush() != nil || final(job) {
			return
		}
	}
}

// lastSeen is the version that the client has; 0, which shows the job from the beginning, when it says none or
// what is none.
func lastSeen(r *http.Request) int32 {
	seen, err := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 31)
	if err != nil {
		return 0
	}
	return int32(seen)
}

func waitJob(ctx context.Context, c generationv1.GenerationServiceClient, id string, seen int32, wait time.Duration) (*generationv1.Job, error) {
	ctx, cancel := context.WithTimeout(ctx, wait+callTimeout)
	defer cancel()
	job, err := c.WaitJob(rpc.LongPoll(ctx), &generationv1.WaitJobRequest{JobId: id, AfterVersion: seen, Wait: durationpb.New(wait)})
	if err != nil {
		return nil, fault.From(err)
	}
	return job, nil
}

func final(j *generationv1.Job) bool {
	switch j.GetState() {
	case generationv1.JobState_JOB_STATE_QUEUED, generationv1.JobState_JOB_STATE_RUNNING:
		return false
	default:
		return true
	}
}
