package generation

import (
	"context"
	"time"

	"mcwick.example/platform/jobs"
	"mcwick.example/services/moderation/api/wordfilter"
)

// The jobs.
const (
	KindMeme   jobs.Kind[Meme, Result]         = "meme"   // draws a meme's background
	KindPFP    jobs.Kind[PFP, Result]          = "pfp"    // draws a profile picture
	KindScript jobs.Kind[Script, ScriptResult] = "script" // writes the script of a short video
	KindSpeech jobs.Kind[Speech, SpeechResult] = "speech" // says a text aloud
)

// MaxDeadline is what no job may exceed.
const MaxDeadline = 5 * time.Minute

// Input is what a visitor asks for: a Picture, a Script or a Speech.
type Input interface {
	// Job makes n the job that does it.
	Job(n jobs.NewJob) jobs.NewJob
	// Validate reports every field that breaks a rule.
	Validate() error
	// Texts are what the visitor wrote.
	Texts() []wordfilter.Text
	// Most is what the job may cost at most, in micro-dollars.
	MaxCost(of Models) int64
	// IsFree reports whether one of the models makes it for nothing.
	IsFree(of Models) bool
}

// Picture is a wish for a picture: a Meme or a PFP.
type Picture interface {
	Input
	// Prompt is what the provider is asked for. Visitors never see it and cannot change its frame.
	Prompt() string
	// Artwork is how the picture is kept, still without it.
	Artwork() Artwork
	// Draw has the composer draw it; another variation may be another picture of the same wish.
	Draw(ctx context.Context, c Composer, variation uint64) ([]byte, error)
}

// Queue is what the use cases need of the job queue.
type Queue interface {
	// Add queues a job and reserves its price from today's budget, both or neither; it is ErrBudget when
	// that is not there, and ErrLaneShare when the lane has had its share.
	Add(ctx context.Context, n jobs.NewJob, price int64) (jobs.Job, error)
	// AddUnpaid queues a job that reserves nothing, for which no paid call is ever made.
	AddUnpaid(ctx context.Context, n jobs.NewJob) (jobs.Job, error)
	Cancel(ctx context.Context, id, visitor string) (jobs.Job, error)
	Wait(ctx context.Context, id, visitor string, after int, wait time.Duration) (jobs.Job, error)
}

// Service is the use cases that visitors reach; the work itself is done by an Artist, a Writer and a Speaker.
type Service struct {
	queue    Queue
	words    *wordfilter.Checker
	models   Models
	composes bool // pictures are drawn also without money
}

// NewService makes the use cases on a queue. With composes, a picture for which there is no money is drawn by the composer. What a
// model makes for nothing needs no money either.
func NewService(q Queue, words *wordfilter.Checker, of Models, composes bool) *Service {
	return &Service{q, words, of, composes}
}

// CreateInput is one intent of one visitor.
type CreateInput struct {
	Visitor string
	Lane    string // which queue of people the visitor stands in
	Key     string // the client's name for this intent
	Input   Input  // nil when there is none
}

// CreateJob accepts the work. A repeat of the same intent gives the same job.
func (s *Service) CreateJob(ctx context.Context, in CreateInput) (jobs.Job, error) {
	if in.Input == nil {
		return jobs.Job{}, errNoInput
	}
	if err := in.Input.Validate(); err != nil {
		return jobs.Job{}, err
	}
	if err := s.words.Check(ctx, in.Input.Texts()...); err != nil {
		return jobs.Job{}, err
	}
	job := in.Input.Job(jobs.NewJob{Visitor: in.Visitor, Lane: in.Lane, Key: in.Key})
	added, err := s.queue.Add(ctx, job, in.Input.MaxCost(s.models))
	_, isPicture := in.Input.(Picture)
	if isOneOf(err, ErrBudget, ErrLaneShare) && (isPicture && s.composes || in.Input.IsFree(s.models)) {
		return s.queue.AddUnpaid(ctx, job)
	}
	return added, err
}

// CancelInput names a visitor's job.
type CancelInput struct {
	ID      string
	Visitor string
}

// CancelJob ends a visitor's own job unless it is final already.
func (s *Service) CancelJob(ctx context.Context, in CancelInput) (jobs.Job, error) {
	return s.queue.Cancel(ctx, in.ID, in.Visitor)
}

// WaitInput is a long poll for one job.
type WaitInput struct {
	ID      string
	Visitor string
	After   int           // the newest version seen
	Wait    time.Duration // how long to wait for a newer one, as jobs.Queue.Wait bounds it
}

// WaitJob returns a visitor's own job as soon as it is newer, or as it is when the wait is over.
func (s *Service) WaitJob(ctx context.Context, in WaitInput) (jobs.Job, error) {
	return s.queue.Wait(ctx, in.ID, in.Visitor, in.After, in.Wait)
}
