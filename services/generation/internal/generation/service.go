package generation

import (
	"context"
	"slices"
	"time"

	"mcwick.example/platform/jobs"
	"mcwick.example/services/moderation/api/wordfilter"
)

// The jobs.
const (
	KindMeme   jobs.Kind[Meme, Result]         = "meme"   // draws a meme's background
	KindPFP    jobs.Kind[PFP, Result]          = "pfp"    // draws a profile picture
	KindScript jobs.Kind[Script, ScriptResult] = "script" // writes the script of a short video
	KindSpeech jobs.Kind[Speech, SpeechResult] = "speech" // speaks a text
)

// MaxDeadline is the maximum time of any job.
const MaxDeadline = 5 * time.Minute

// Input is a visitor's request: a Picture, a Script or a Speech.
type Input interface {
	// Job makes n a job of the input's kind.
	Job(n jobs.NewJob) jobs.NewJob
	// Validate reports every invalid field.
	Validate() error
	// Texts returns what the visitor wrote.
	Texts() []wordfilter.Text
	// Prices are the job's maximum cost at each of its models, in micro-dollars.
	Prices(of Models) []int64
}

// Picture is a request for a picture: a Meme or a PFP.
type Picture interface {
	Input
	// Prompt is the provider's prompt. Visitors never see it and cannot change its frame.
	Prompt() string
	// Artwork returns the data for storing the picture, still without it.
	Artwork() Artwork
	// Draw draws it with the composer; another variation may be another picture of the same input.
	Draw(ctx context.Context, c Composer, variation uint64) ([]byte, error)
}

// Queue is the job queue as the use cases need it.
type Queue interface {
	// Add queues a job and reserves its price from today's budget, both or neither; it returns
	// ErrBudget when the budget is spent, ErrHourBudget when what is released of it is, and
	// ErrLaneShare when the device or its network has used its share.
	Add(ctx context.Context, n jobs.NewJob, price int64) (jobs.Job, error)
	// AddUnpaid queues a job without a reservation, for which no paid call is ever made.
	AddUnpaid(ctx context.Context, n jobs.NewJob) (jobs.Job, error)
	Cancel(ctx context.Context, id, visitor string) (jobs.Job, error)
	Wait(ctx context.Context, id, visitor string, after int, wait time.Duration) (jobs.Job, error)
	// Pressure returns how scarce money and workers are.
	Pressure(ctx context.Context) (Pressure, error)
}

// Checkers check what visitors write before it costs anything.
type Checkers struct {
	Prompts *wordfilter.Checker // of pictures and scripts
	Spoken  *wordfilter.Checker // of texts that are spoken as they stand
}

// of returns the checker of an input's texts.
func (c Checkers) of(in Input) *wordfilter.Checker {
	if _, isSpeech := in.(Speech); isSpeech {
		return c.Spoken
	}
	return c.Prompts
}

// Service has the visitors' use cases; a PictureWorker, ScriptWorker and SpeechWorker run the jobs.
type Service struct {
	queue    Queue
	checkers Checkers
	models   Models
	composer Composer // draws pictures also without money; nil if it is switched off
	figures  chan struct{}
}

// NewService returns the use cases on a queue. With a composer, which may be nil, that draws a picture
// without budget. Free models need no budget either.
func NewService(q Queue, c Checkers, of Models, composer Composer) *Service {
	return &Service{q, c, of, composer, make(chan struct{}, 1)}
}

// CreateInput is one intent of one visitor.
type CreateInput struct {
	Visitor string
	Origin  jobs.Origin
	Key     string // the client's key of this intent
	Input   Input  // nil when there is none
}

// The sizes of jobs for the estimates of the queue, where 1 is a picture that a model draws. As pictures of the
// last release have that size too, rows of both releases can be measured together.
const (
	textSize     = 0.15 // a script or a speech: 3 s where a picture takes 20
	composedSize = 0.05 // a picture that only the composer can draw
)

// Job is a visitor's job.
type Job struct {
	jobs.Job
	Result any // of a succeeded job, by its kind: Result, ScriptResult or SpeechResult
}

// readJob returns the job that the queue returned.
func readJob(job jobs.Job, err error) (Job, error) {
	read := Job{Job: job}
	switch {
	case err != nil || job.State != jobs.StateSucceeded:
	case job.Kind == string(KindScript):
		read.Result, err = KindScript.Result(job)
	case job.Kind == string(KindSpeech):
		read.Result, err = KindSpeech.Result(job)
	default:
		read.Result, err = KindMeme.Result(job) // a profile picture's is the same
	}
	return read, err
}

// CreateJob accepts the job. A repeat of the same intent returns the same job.
func (s *Service) CreateJob(ctx context.Context, in CreateInput) (Job, error) {
	if in.Input == nil {
		return Job{}, errNoInput
	}
	if err := in.Input.Validate(); err != nil {
		return Job{}, err
	}
	if err := s.checkers.of(in.Input).Check(ctx, in.Input.Texts()...); err != nil {
		return Job{}, err
	}
	job := in.Input.Job(jobs.NewJob{Visitor: in.Visitor, Origin: in.Origin, Key: in.Key})
	_, isPicture := in.Input.(Picture)
	prices := in.Input.Prices(s.models)
	switch {
	case !isPicture:
		job.Size = textSize
	case len(prices) == 0 && s.composer != nil:
		job.Size = composedSize
	}
	// any of its models may be the one that responds
	added, err := s.queue.Add(ctx, job, slices.Max(append([]int64{0}, prices...)))
	needsNone := isPicture && s.composer != nil || slices.Contains(prices, 0)
	if needsNone && isOneOf(err, ErrBudget, ErrHourBudget, ErrLaneShare) {
		if !slices.Contains(prices, 0) {
			job.Size = composedSize
		}
		added, err = s.queue.AddUnpaid(ctx, job)
	}
	return readJob(added, err)
}

// CancelInput identifies a visitor's job.
type CancelInput struct {
	ID      string
	Visitor string
}

// CancelJob ends a visitor's own job unless it is final already.
func (s *Service) CancelJob(ctx context.Context, in CancelInput) (Job, error) {
	return readJob(s.queue.Cancel(ctx, in.ID, in.Visitor))
}

// GetPressure returns how scarce money and workers are.
func (s *Service) GetPressure(ctx context.Context, _ struct{}) (Pressure, error) {
	return s.queue.Pressure(ctx)
}

// WaitInput is a long poll for one job.
type WaitInput struct {
	ID      string
	Visitor string
	After   int           // the newest known version
	Wait    time.Duration // how long to wait for a newer one, limited by jobs.Queue.Wait
}

// WaitJob returns a visitor's own job as soon as it is newer, or as it is when the wait is over.
func (s *Service) WaitJob(ctx context.Context, in WaitInput) (Job, error) {
	return readJob(s.queue.Wait(ctx, in.ID, in.Visitor, in.After, in.Wait))
}
