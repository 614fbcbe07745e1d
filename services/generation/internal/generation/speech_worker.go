package generation

import (
	"context"
	"time"

	"mcwick.example/platform/jobs"
)

// SpeechProvider speaks for money. Its errors are this package's faults.
type SpeechProvider interface {
	// Speak returns the spoken text, as an mp3 of at most 10 MB.
	Speak(ctx context.Context, text string) ([]byte, error)
}

// SpeechStore stores speech.
type SpeechStore interface {
	// Store stores speech for its visitor; with an id that exists it returns the first.
	Store(ctx context.Context, s Sound) (SpeechResult, error)
	// Stored returns what is stored under an id; ok is false when there is nothing.
	Stored(ctx context.Context, id, visitor string) (s SpeechResult, ok bool, err error)
	// Copy copies a stored speech to a visitor under another id; ok is false when there is none.
	Copy(ctx context.Context, from Original, id, visitor string) (s SpeechResult, ok bool, err error)
}

// Original identifies a speech to copy: the newest with the fingerprint, or else the one with the
// id, if any.
type Original struct {
	Fingerprint []byte
	ID          string
}

// Spoken finds the speech of the last release, whose fingerprints media does not know. Deprecated:
// media deletes it within a week.
type Spoken interface {
	// Find returns the id of the newest speech with the fingerprint, or "".
	Find(ctx context.Context, fingerprint []byte) (id string, err error)
}

// Sound is the speech that a job made.
type Sound struct {
	JobID   string // becomes the speech's id, so that storing twice is idempotent
	Visitor string
	Text    string
	Audio   []byte

	Source      Source
	Generator   string // the model's name
	Fingerprint []byte // the same for speech that would sound the same
}

// SpeechResult is the result of a succeeded speech job.
type SpeechResult struct {
	ID           string        `json:"id"`
	ObjectName   string        `json:"objectName"`
	CaptionsName string        `json:"captionsName"`
	Duration     time.Duration `json:"duration"`
	Words        []SpokenWord  `json:"words"`
	Source       Source        `json:"source,omitempty"` // empty for jobs of older releases
}

// SpokenWord is a word and when it is spoken, from the beginning of the audio.
type SpokenWord struct {
	Text  string        `json:"text"`
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end"`
}

// SpeechWorker runs the speech jobs.
type SpeechWorker struct {
	ledger Ledger
	sounds SpeechStore
	spoken Spoken
	chain  []SpeechModel
}

// NewSpeechWorker returns a worker of speech jobs.
func NewSpeechWorker(l Ledger, s SpeechStore, last Spoken, chain []SpeechModel) *SpeechWorker {
	return &SpeechWorker{l, s, last, chain}
}

// Speak runs a job of KindSpeech. Speech that a model made before is copied at no cost; otherwise
// each model gets at most one call per job, as for pictures.
func (s *SpeechWorker) Speak(ctx context.Context, job jobs.Job, input Speech) (SpeechResult, error) {
	result, err := s.speak(ctx, job, input)
	if err != nil {
		return SpeechResult{}, withMessage(err, ErrSpeech, ErrKey, ErrNetwork, ErrUnreachable, ErrTimeout, ErrNotSpeech,
			ErrSpeechTooLarge)
	}
	return result, nil
}

func (s *SpeechWorker) speak(ctx context.Context, job jobs.Job, input Speech) (SpeechResult, error) {
	if job.Attempt > 1 && len(s.chain) > 0 {
		stored, ok, err := findStored(ctx,
			func() (SpeechResult, bool, error) { return s.sounds.Stored(ctx, job.ID, job.Visitor) })
		if ok || err != nil {
			return stored, err
		}
		if _, err := s.ledger.CloseInherited(ctx, job.ID, job.Attempt, s.chain[0].Name); err != nil {
			return SpeechResult{}, err
		}
	}
	result, _, err := tryModels(ctx, s.chain, func(m SpeechModel) (SpeechResult, error) {
		copied, ok, err := findStored(ctx,
			func() (SpeechResult, bool, error) { return s.copy(ctx, job, input.fingerprint(m)) })
		if ok || err != nil {
			return copied, err
		}
		return s.callModel(ctx, job, m, input)
	})
	return result, err
}

// copy copies existing speech with the fingerprint to the job.
func (s *SpeechWorker) copy(ctx context.Context, job jobs.Job, fingerprint []byte) (SpeechResult, bool, error) {
	last, err := s.spoken.Find(ctx, fingerprint)
	if err != nil {
		return SpeechResult{}, false, err
	}
	return s.sounds.Copy(ctx, Original{Fingerprint: fingerprint, ID: last}, job.ID, job.Visitor)
}

// callModel calls one model to speak the text and stores the result.
func (s *SpeechWorker) callModel(ctx context.Context, job jobs.Job, m SpeechModel, input Speech) (SpeechResult, error) {
	price := input.price(m)
	call := Call{JobID: job.ID, Attempt: job.Attempt, Model: m.Model, Price: price, MaxCost: price}
	audio, err := retryUntilAccepted(ctx, m.Breaker, func() ([]byte, error) {
		return payFor(ctx, s.ledger, call, func() ([]byte, int64, error) {
			audio, err := m.Voice.Speak(ctx, input.Text)
			return audio, price, err
		})
	})
	if err != nil {
		return SpeechResult{}, err
	}
	sound := Sound{
		JobID: job.ID, Visitor: job.Visitor, Text: input.Text, Audio: audio, Source: m.Source, Generator: m.ID,
		Fingerprint: input.fingerprint(m),
	}
	return storeWithRetry(ctx, func() (SpeechResult, error) { return s.sounds.Store(ctx, sound) })
}
