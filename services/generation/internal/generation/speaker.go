package generation

import (
	"context"
	"encoding/json"
	"fmt"
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
	voice  Voice
	sounds Sounds
	spoken Spoken
	tariff Tariff
}

// NewSpeaker makes the worker's side of speech.
func NewSpeaker(l Ledger, v Voice, s Sounds, m Spoken, t Tariff) *Speaker {
	return &Speaker{l, v, s, m, t}
}

// Speak does a job of KindSpeech. What was said before is copied and costs nothing; else the provider takes at most one call of
// a job, as for pictures.
func (s *Speaker) Speak(ctx context.Context, job jobs.Job) (any, error) {
	var wish Speech
	if err := json.Unmarshal(job.Input, &wish); err != nil {
		return nil, fmt.Errorf("read job input: %w", err)
	}
	fingerprint := wish.fingerprint(s.tariff.SpeechModel)
	result, ok, err := s.again(ctx, job, fingerprint)
	if err == nil && !ok {
		result, err = s.first(ctx, job, wish.Text)
	}
	if err != nil {
		return nil, worded(err, ErrSpeech, ErrKey, ErrNetwork, ErrUnreachable, ErrTimeout, ErrNotSpeech, ErrSpeechTooLarge)
	}
	_ = s.spoken.Remember(ctx, fingerprint, job.ID) // or it is paid once more
	return result, nil
}

// again gives what the job itself stored before its worker died, or what another job did with the same text.
func (s *Speaker) again(ctx context.Context, job jobs.Job, fingerprint []byte) (result SpeechResult, ok bool, err error) {
	if job.Attempt > 1 {
		if result, ok, err = s.sounds.Copy(ctx, job.ID, job.ID, job.Visitor); ok || err != nil {
			return result, ok, err
		}
	}
	id, ok, err := s.spoken.Find(ctx, fingerprint)
	if err != nil || !ok {
		return result, false, err
	}
	return s.sounds.Copy(ctx, id, job.ID, job.Visitor)
}

// first has the text said and keeps the sound.
func (s *Speaker) first(ctx context.Context, job jobs.Job, text string) (SpeechResult, error) {
	call := Call{JobID: job.ID, Model: s.tariff.SpeechModel, Price: Speech{Text: text}.Most(s.tariff)}
	audio, err := untilTaken(ctx, func() ([]byte, error) {
		return paid(ctx, s.ledger, call, func() ([]byte, int64, error) {
			audio, err := s.voice.Speak(ctx, text)
			return audio, call.Price, err
		})
	})
	if err != nil {
		return SpeechResult{}, err
	}
	return s.sounds.Store(ctx, Sound{JobID: job.ID, Visitor: job.Visitor, Text: text, Audio: audio})
}
