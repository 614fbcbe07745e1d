package client

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
)

// faultMarks make the demo provider fail, see deploy/demoai. Most pictures are drawn without.
var faultMarks = []string{
	"", "", "", "", "", "", "[demo:500]", "[demo:500@demo-image]", "[demo:429:1@demo-image]", "[demo:slow:3]",
	"[demo:reset@demo-image]", "[demo:hang:2]",
}

// isOpen reports whether a job had not ended by the last state that its client received.
func isOpen(job history.Answer) bool {
	_, state, _ := strings.Cut(job.State, "_STATE_") // of a job, or of a video
	return state == "QUEUED" || state == "RUNNING"
}

// createJob asks for a picture and gives its job, or none.
func (v *Visitor) createJob(ctx context.Context) (job history.Answer) {
	meme := map[string]string{
		"action": fmt.Sprintf("counting to %d %s", v.dice.IntN(1000), faultMarks[v.dice.IntN(len(faultMarks))]),
		"scene":  "a stormy sea", "style": "Anime",
	}
	return v.start(ctx, "meme", meme)
}

// start begins a job of a kind.
func (v *Visitor) start(ctx context.Context, kind string, input map[string]string) (job history.Answer) {
	return v.repeatTwice(ctx, request{
		operation: history.Make, arguments: history.Arguments{Key: newKey()}, method: http.MethodPost,
		path: "/api/v1/jobs",
		body: map[string]any{kind: input},
	}).Answer
}

// watchTimeout is how long a visitor looks at a job.
const watchTimeout = 30 * time.Second

// awaitJob looks at a job until it has ended, and gives what it became.
func (v *Visitor) awaitJob(ctx context.Context, job history.Answer) history.Answer {
	return v.awaitJobAt(ctx, job, history.Watch, "/api/v1/jobs/")
}

func (v *Visitor) awaitJobAt(
	ctx context.Context, job history.Answer, operation history.Operation, path string,
) history.Answer {
	for until := time.Now().Add(watchTimeout); isOpen(job) && time.Now().Before(until); {
		call := v.do(ctx, request{
			operation: operation, arguments: history.Arguments{Job: job.Job}, method: http.MethodGet,
			timeout: 12 * time.Second,
			path:    fmt.Sprintf("%s%s?afterVersion=%d&wait=2s", path, job.Job, job.Version),
		})
		if call.Outcome == history.Acknowledged {
			job = call.Answer
		} else {
			wait.Sleep(ctx, 300*time.Millisecond)
		}
	}
	return job
}

func (v *Visitor) makeAndPublish(ctx context.Context) {
	if job := v.awaitJob(ctx, v.createJob(ctx)); job.Artwork != "" {
		v.publish(ctx, job.Artwork)
	}
}

func (v *Visitor) makeAndCancel(ctx context.Context) {
	job := v.createJob(ctx)
	if job.Job == "" {
		return
	}
	wait.Sleep(ctx, time.Duration(v.dice.IntN(500))*time.Millisecond)
	v.repeat(ctx, request{
		operation: history.Cancel, arguments: history.Arguments{Job: job.Job}, method: http.MethodPost,
		path: "/api/v1/jobs/" + job.Job + "/cancel", body: map[string]any{},
	})
	v.awaitJob(ctx, job)
}
