package generation

import (
	"context"
	"slices"
	"strings"
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
	Copy(ctx context.Context, from Original, to SpeechCopy) (s SpeechResult, ok bool, err error)
}

// SpeechCopy is a copy to be made.
type SpeechCopy struct {
	ID, Visitor  string
	ScriptSource ScriptSource
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

// Scripts has what AI wrote.
type Scripts interface {
	// WrittenFor returns the newest scripts that AI wrote for a visitor.
	WrittenFor(ctx context.Context, visitor string) ([]ScriptResult, error)
}

// ScriptSource is who wrote a text that is spoken.
type ScriptSource string

// The sources of scripts.
const (
	ScriptUnknown ScriptSource = "" // media then assumes that AI may have
	ScriptAI      ScriptSource = "ai"
	ScriptVisitor ScriptSource = "visitor" // who typed it
)

// Sound is the speech that a job made.
type Sound struct {
	JobID   string // becomes the speech's id, so that storing twice is idempotent
	Visitor string
	Text    string
	Audio   []byte

	Source      Source
	Generator   string // the model's name
	Fingerprint []byte // the same for speech that would sound the same

	ScriptSource ScriptSource
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
	ledger  Ledger
	sounds  SpeechStore
	scripts Scripts
	spoken  Spoken
	chain   []SpeechModel
}

// NewSpeechWorker returns a worker of speech jobs.
func NewSpeechWorker(
	l Ledger, s SpeechStore, scripts Scripts, last Spoken, chain []SpeechModel,
) *SpeechWorker {
	return &SpeechWorker{l, s, scripts, last, chain}
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
		stored, ok, err := findStored(ctx, func(ctx context.Context) (SpeechResult, bool, error) {
			return s.sounds.Stored(ctx, job.ID, job.Visitor)
		})
		if ok || err != nil {
			return stored, err
		}
		if _, err := s.ledger.CloseInherited(ctx, job.ID, job.Attempt, s.chain[0].Name); err != nil {
			return SpeechResult{}, err
		}
	}
	source := s.scriptSource(ctx, job, input)
	hasMoney := s.ledger.HasReservation(ctx, job.ID)
	result, _, err := tryModels(ctx, s.chain, func(m SpeechModel, _ bool) (SpeechResult, error) {
		copied, ok, err := findStored(ctx, func(ctx context.Context) (SpeechResult, bool, error) {
			return s.copy(ctx, job, input.fingerprint(m), source)
		})
		if ok || err != nil {
			return copied, err
		}
		if !hasMoney && input.price(m) > 0 {
			return SpeechResult{}, ErrBudget
		}
		return s.callModel(ctx, job, m, input, source)
	})
	return result, err
}

// scriptSource returns AI for a text that AI wrote for the job's visitor, however it is broken into
// lines, and the visitor for any other. It is not known while the database is away, which stops no speech.
func (s *SpeechWorker) scriptSource(ctx context.Context, job jobs.Job, input Speech) ScriptSource {
	written, err := s.scripts.WrittenFor(ctx, job.Visitor)
	if err != nil {
		return ScriptUnknown
	}
	words := strings.Fields(input.Text)
	for _, script := range written {
		if slices.Equal(strings.Fields(script.Text), words) {
			return ScriptAI
		}
	}
	return ScriptVisitor
}

// copy copies existing speech with the fingerprint to the job.
func (s *SpeechWorker) copy(
	ctx context.Context, job jobs.Job, fingerprint []byte, source ScriptSource,
) (SpeechResult, bool, error) {
	last, err := s.spoken.Find(ctx, fingerprint)
	if err != nil {
		return SpeechResult{}, false, err
	}
	return s.sounds.Copy(ctx, Original{Fingerprint: fingerprint, ID: last}, SpeechCopy{job.ID, job.Visitor, source})
}

// callModel calls one model to speak the text and stores the result.
func (s *SpeechWorker) callModel(
	ctx context.Context, job jobs.Job, m SpeechModel, input Speech, source ScriptSource,
) (SpeechResult, error) {
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
		Fingerprint: input.fingerprint(m), ScriptSource: source,
	}
	return storeWithRetry(ctx, func(ctx context.Context) (SpeechResult, error) { return s.sounds.Store(ctx, sound) })
}
