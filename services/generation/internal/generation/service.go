package generation

import (
	"context"
	"time"

	"mcwick.example/platform/jobs"
)

// KindMeme is the job that draws a meme's background.
const KindMeme = "meme"

// maxWait bounds a long poll, so that proxies on the way do not cut it.
const maxWait = 25 * time.Second

// answerTime is kept of a call's own deadline for answering.
const answerTime = time.Second

// Queue is what the use cases need of the job queue.
type Queue interface {
	Add(ctx context.Context, n jobs.NewJob) (jobs.Job, error)
	Wait(ctx context.Context, id, visitor string, after int, wait time.Duration) (jobs.Job, error)
}

// Service is the use cases that visitors reach; the work itself is done by an Artist.
type Service struct{ queue Queue }

// NewService makes the use cases on a queue.
func NewService(q Queue) *Service { return &Service{q} }

// CreateInput is one intent of one visitor.
type CreateInput struct {
	Visitor string
	Key     string // the client's name for this intent
	Meme    *Meme  // exactly one input is set
}

// CreateJob accepts the work. A repeat of the same intent gives the same job.
func (s *Service) CreateJob(ctx context.Context, in CreateInput) (jobs.Job, error) {
	if in.Meme == nil {
		return jobs.Job{}, errNoInput
	}
	if err := in.Meme.Validate(); err != nil {
		return jobs.Job{}, err
	}
	return s.queue.Add(ctx, jobs.NewJob{Kind: KindMeme, Visitor: in.Visitor, Key: in.Key, Input: in.Meme})
}

// WaitInput is a long poll for one job.
type WaitInput struct {
	ID      string
	Visitor string
	After   int           // the newest version seen
	Wait    time.Duration // how long to wait for a newer one
}

// WaitJob gives a visitor's own job as soon as it is newer, or as it is when the wait is over.
func (s *Service) WaitJob(ctx context.Context, in WaitInput) (jobs.Job, error) {
	wait := min(in.Wait, maxWait)
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-answerTime)
	}
	return s.queue.Wait(ctx, in.ID, in.Visitor, in.After, wait)
}
