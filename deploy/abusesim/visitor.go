package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"

	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
)

const (
	pollInterval = 500 * time.Millisecond
	typingTime   = time.Second      // while a page solves a challenge
	maxPause     = 15 * time.Second // of a visitor before a repeat, however long Retry-After is
	maxRefusals  = 3                // after which they give up
)

// outcome is what became of an arrival.
type outcome struct {
	kind     kind
	refusals []string // their codes
	solved   bool
	wait     time.Duration // from the accepted order to its picture
	state    string        // of the job; "" when none was accepted
	source   string        // of the picture: ai was paid for, composer was not
}

// visit lives through one arrival.
func visit(ctx context.Context, b browser, a arrival) outcome {
	o := outcome{kind: a.kind}
	switch a.kind {
	case home, carrier:
		b.openSession(ctx)
		_, _ = b.Send(ctx, http.MethodGet, "/api/v1/images", nil)
		orderAndRetry(ctx, b, a, &o, maxRefusals)
	case farm:
		b.openSession(ctx)
		orderAndRetry(ctx, b, a, &o, 1)
	case subnet, ipv6:
		b.openSession(ctx)
		await(ctx, b, b.order(ctx, meme(a), uuid.NewString(), ""), &o)
	case flood:
		await(ctx, b, b.order(ctx, meme(a), uuid.NewString(), ""), &o) // the answer's cookie tells what became of it
	case invalid:
		b.openSession(ctx)
		await(ctx, b, b.order(ctx, map[string]string{"action": ""}, uuid.NewString(), ""), &o)
	}
	return o
}

func meme(a arrival) map[string]string {
	return map[string]string{"action": fmt.Sprintf("greeting visitor %d", a.number), "scene": "a crowded square",
		"style": "Anime"}
}

// orderAndRetry behaves as the page does: it solves while the visitor types, solves again when it
// has to, and comes back later when it is refused.
func orderAndRetry(ctx context.Context, b browser, a arrival, o *outcome, attempts int) {
	typed := time.After(typingTime)
	solution := b.solveChallenge(ctx)
	select {
	case <-typed:
	case <-ctx.Done():
		return
	}
	for {
		key := uuid.NewString()
		got := b.order(ctx, meme(a), key, solution)
		if got.Code() == "CHALLENGE_REQUIRED" {
			if solution = b.solveChallenge(ctx); solution != "" {
				got = b.order(ctx, meme(a), key, solution)
			}
		}
		o.solved = o.solved || solution != ""
		if got.Status != http.StatusTooManyRequests && got.Status != http.StatusServiceUnavailable {
			await(ctx, b, got, o)
			return
		}
		o.refusals = append(o.refusals, got.Code())
		if len(o.refusals) >= attempts || !wait.Sleep(ctx, min(max(got.RetryAfter(), time.Second), maxPause)) {
			return
		}
		solution = b.solveChallenge(ctx)
	}
}

// await polls an accepted order until its picture is there, or notes the refusal.
func await(ctx context.Context, b browser, got visitor.Answer, o *outcome) {
	var job struct {
		ID      string
		State   string
		Artwork struct{ Source string }
	}
	if got.Status >= http.StatusMultipleChoices || json.Unmarshal(got.Body, &job) != nil || job.ID == "" {
		o.refusals = append(o.refusals, got.Code())
		return
	}
	began, id := time.Now(), job.ID
	o.state = job.State
	for job.State == "JOB_STATE_QUEUED" || job.State == "JOB_STATE_RUNNING" {
		if !wait.Sleep(ctx, pollInterval-time.Duration(rand.Int64N(int64(pollInterval/5)))) {
			return
		}
		a, err := b.Send(ctx, http.MethodGet, "/api/v1/jobs/"+id, nil)
		if err == nil && a.Status == http.StatusOK && json.Unmarshal(a.Body, &job) != nil {
			return
		}
		o.state, o.source, o.wait = job.State, job.Artwork.Source, time.Since(began)
	}
}
