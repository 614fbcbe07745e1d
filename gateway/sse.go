package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// The bounds of one stream. What is watched waits at most 5 minutes and runs at most 5. Our page
// polls when it is cut off; a client that keeps to the letter of EventSource comes back with the
// last version it saw.
const (
	streamAge  = 11 * time.Minute
	streamPoll = 15 * time.Second // also the heartbeat, below the idle time-outs of proxies
)

// versioned is work that a visitor waits for.
type versioned interface {
	proto.Message
	GetVersion() int32
}

// waitFunc asks once for what is newer than the version seen, for so long; final says that nothing
// newer will come.
type waitFunc func(ctx context.Context, id string, seen int32, wait time.Duration) (_ versioned, final bool, _ error)

// serveEvents shows work to its visitor as server-sent events of that name, from the version after
// Last-Event-ID until it is final. It asks by long polls, so that no gRPC stream outlives a
// deadline.
func (g *gateway) serveEvents(name string, waitForChange waitFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), streamAge)
		defer cancel()
		defer context.AfterFunc(g.stopping, cancel)() // a stream must not hold up the servers' stop

		seen := lastSeen(r)
		out := http.NewResponseController(w) // the server bounds how long a flush may take
		marshal := strict.NewJSON()
		for started := false; ; started = true {
			wait := streamPoll
			if !started {
				wait = 0 // the first answer decides between a stream and a problem document
			}
			call, done := context.WithTimeout(rpc.WithLongPoll(ctx), wait+callTimeout)
			work, final, err := waitForChange(call, r.PathValue("id"), seen, wait)
			done()
			if err != nil && !started {
				writeProblem(ctx, w, err)
				return
			}
			if err != nil {
				return // the client polls or reconnects
			}
			if !started && final && work.GetVersion() == seen {
				w.WriteHeader(http.StatusNoContent) // an EventSource does not come back after this
				return
			}
			if !started {
				setStreamHeaders(w.Header())
				if r.Method == http.MethodHead {
					return
				}
			}
			if work.GetVersion() > seen || final {
				g.fillAddresses(ctx, work)
				b, err := marshal.Marshal(work)
				if err != nil {
					return
				}
				seen = work.GetVersion()
				fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", seen, name, b)
			} else {
				fmt.Fprint(w, ": still waiting\n\n")
			}
			if out.Flush() != nil || final {
				return
			}
		}
	}
}

func setStreamHeaders(h http.Header) {
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold the events back
}

// lastSeen is the version that the client has; 0, which shows the work from the beginning, when it
// says none or what is none.
func lastSeen(r *http.Request) int32 {
	seen, err := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 31)
	if err != nil {
		return 0
	}
	return int32(seen)
}

func (g *gateway) waitJob(ctx context.Context, id string, seen int32, wait time.Duration) (versioned, bool, error) {
	job, err := generationv1.NewGenerationServiceClient(g.conns[generationv1.File_generation_v1_generation_proto]).
		WaitJob(ctx, &generationv1.WaitJobRequest{JobId: id, AfterVersion: seen, Wait: durationpb.New(wait)})
	going := job.GetState() == generationv1.JobState_JOB_STATE_QUEUED ||
		job.GetState() == generationv1.JobState_JOB_STATE_RUNNING
	return job, !going, err
}

func (g *gateway) waitVideo(ctx context.Context, id string, seen int32, wait time.Duration) (versioned, bool, error) {
	video, err := mediav1.NewVideoServiceClient(g.conns[mediav1.File_media_v1_video_proto]).
		WaitVideo(ctx, &mediav1.WaitVideoRequest{VideoId: id, AfterVersion: seen, Wait: durationpb.New(wait)})
	going := video.GetState() == mediav1.VideoState_VIDEO_STATE_QUEUED ||
		video.GetState() == mediav1.VideoState_VIDEO_STATE_RUNNING
	return video, !going, err
}
