package generation

import (
	"context"
	"time"

	"mcwick.example/platform/jobs"
)

// Voice speaks for money. Its errors are the faults of this package.
type Voice interface {
	// Speak says the text, as an mp3 of at most 10 MB.
	Speak(ctx context.Context, text string) ([]byte, error)
}

// Sounds keeps what was said.
type Sounds interface {
	// Store keeps a sound for its visitor; a second one of the same id is the first.
	Store(ctx context.Context, s Sound) (SpeechResult, error)
	// Copy gives what was kept under one id to another visitor under another id; ok is false when it is not kept any more.
	// What is kept under the other id already is given as it is.
	Copy(ctx context.Context, from, id, visitor string) (s SpeechResult, ok bool, err error)
}

// Sound is a text that was said for a job.
type Sound struct {
	JobID   string // becomes the speech's id, so that storing it twice is storing it once
	Visitor string
	Text    string
	Audio   []byte

	Source    Source
	Generator string // the model's name
}

// Spoken remembers where what was said is kept.
type Spoken interface {
	// Find gives the newest speech of the fingerprint; ok is false when there is none.
	Find(ctx context.Context, fingerprint []byte) (id string, ok bool, err error)
	Remember(ctx context.Context, fingerprint []byte, id string) error
}

// SpeechResult is what a succeeded speech job leaves.
type SpeechResult struct {
	ID           string        `json:"id"`
	ObjectName   string        `json:"objectName"`
	CaptionsName string        `json:"captionsName"`
	Duration     time.Duration `json:"duration"`
	Words        []SpokenWord  `json:"words"`
	Source       Source        `json:"source,omitempty"` // none of jobs of older releases
}

// SpokenWord is a word and when it is said, from the beginning of the sound.
type SpokenWord struct {
	Text  string        `json:"text"`
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end"`
}

// Speaker does the speech jobs.
type Speaker struct {
	ledger Ledger
	sounds Sounds
	spoken Spoken
	chain  []SpeechModel
}

// NewSpeaker makes the worker's side of speech.
func NewSpeaker(l Ledger, s Sounds, m Spoken, chain []SpeechModel) *Speaker {
	return &Speaker{l, s, m, chain}
}

// Speak does a job of KindSpeech. What a model said before is copied and costs nothing; else it takes at most one call of a job, as for
// pictures.
func (s *Speaker) Speak(ctx context.Context, job jobs.Job, wish Speech) (SpeechResult, error) {
	result, err := s.speak(ctx, job, wish)
	if err != nil {
		return SpeechResult{}, worded(err, ErrSpeech, ErrKey, ErrNetwork, ErrUnreachable, ErrTimeout, ErrNotSpeech, ErrSpeechTooLarge)
	}
	return result, nil
}

func (s *Speaker) speak(ctx context.Context, job jobs.Job, wish Speech) (SpeechResult, error) {
	if job.Attempt > 1 && len(s.chain) > 0 {
		stored, ok, err := lookUp(ctx, func() (SpeechResult, bool, error) { return s.sounds.Copy(ctx, job.ID, job.ID, job.Visitor) })
		if ok || err != nil {
			return stored, err
		}
		if _, err := s.ledger.Inherit(ctx, job.ID, job.Attempt, s.chain[0].Name); err != nil {
			return SpeechResult{}, err
		}
	}
	result, by, err := askEach(ctx, s.chain, func(m SpeechModel) (SpeechResult, error) {
		copied, ok, err := lookUp(ctx, func() (SpeechResult, bool, error) { return s.copy(ctx, job, wish.fingerprint(m)) })
		if ok || err != nil {
			return copied, err
		}
		return s.ask(ctx, job, m, wish)
	})
	if err == nil {
		_ = s.spoken.Remember(ctx, wish.fingerprint(by), job.ID) // or it is paid once more
	}
	return result, err
}

// copy gives what another job had said by the same model.
func (s *Speaker) copy(ctx context.Context, job jobs.Job, fingerprint []byte) (result SpeechResult, ok bool, err error) {
	id, ok, err := s.spoken.Find(ctx, fingerprint)
	if err != nil || !ok {
		return result, false, err
	}
	return s.sounds.Copy(ctx, id, job.ID, job.Visitor)
}

// ask has one model say the text and keeps the sound.
func (s *Speaker) ask(ctx context.Context, job jobs.Job, m SpeechModel, wish Speech) (SpeechResult, error) {
	price := wish.price(m)
	call := Call{JobID: job.ID, Attempt: job.Attempt, Model: m.Model, Price: price, Most: price}
	audio, err := untilTaken(ctx, m.Gate, func() ([]byte, error) {
		return paid(ctx, s.ledger, call, func() ([]byte, int64, error) {
			audio, err := m.Voice.Speak(ctx, wish.Text)
			return audio, price, err
		})
	})
	if err != nil {
		return SpeechResult{}, err
	}
	sound := Sound{JobID: job.ID, Visitor: job.Visitor, Text: wish.Text, Audio: audio, Source: m.Source, Generator: m.ID}
	return keep(ctx, func() (SpeechResult, error) { return s.sounds.Store(ctx, sound) })
}
