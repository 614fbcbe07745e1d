package main

import (
	"context"
	"net/http"

	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/gateway/altcha/solver"
)

// browser is one device: its cookies, and the address that the trusted proxy reports.
type browser struct{ *visitor.Visitor }

// openSession gets the device cookie, as a page does when it is opened.
func (b browser) openSession(ctx context.Context) {
	_, _ = b.Send(ctx, http.MethodGet, "/api/v1/sessions/current", nil)
}

// maxCounter is where a client gives up, as pages do after their time-out.
const maxCounter = 50_000

// solveChallenge asks for a challenge and solves it; "" when there is none or it cannot be solved.
func (b browser) solveChallenge(ctx context.Context) string {
	a, err := b.Send(ctx, http.MethodGet, "/api/v1/challenge?for=picture", nil)
	if err != nil || a.Status != http.StatusOK {
		return ""
	}
	header, err := solver.Solve(ctx, a.Body, maxCounter)
	if err != nil {
		return ""
	}
	return header
}

// order posts an order with a solution, if there is one.
func (b browser) order(ctx context.Context, meme map[string]string, key, solution string) visitor.Answer {
	a, _ := b.Send(ctx, http.MethodPost, "/api/v1/jobs", map[string]any{"meme": meme}, // no answer is a result, too
		"Idempotency-Key", key, "McWick-Solution", solution)
	return a
}
