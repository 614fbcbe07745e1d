package artwork

import (
	"context"

	"mcwick.example/platform/fault"
	"mcwick.example/services/generation/internal/generation"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Speeches implements generation.SpeechStore.
type Speeches struct{ media mediav1.VideoServiceClient }

// NewSpeeches returns a store on a client of the media service.
func NewSpeeches(media mediav1.VideoServiceClient) *Speeches { return &Speeches{media} }

// Store stores speech for its visitor.
func (s *Speeches) Store(ctx context.Context, sound generation.Sound) (generation.SpeechResult, error) {
	stored, err := s.media.StoreSpeech(ctx, &mediav1.StoreSpeechRequest{
		SpeechId: sound.JobID, VisitorId: sound.Visitor, Text: sound.Text, Audio: sound.Audio,
		Source: string(sound.Source), Generator: sound.Generator, Fingerprint: sound.Fingerprint, ScriptSource: string(sound.ScriptSource),
	})
	return speech(stored), translate(err, []*fault.Error{generation.ErrNotSpeech, generation.ErrSpeechTooLarge})
}

// Stored returns what is stored under an id, as a copy of itself.
func (s *Speeches) Stored(ctx context.Context, id, visitor string) (generation.SpeechResult, bool, error) {
	return s.copy(ctx, &mediav1.CopySpeechRequest{SpeechId: id, FromSpeechId: id, VisitorId: visitor})
}

// Copy copies a stored speech to a visitor under another id. The media service of the last release
// does not support fingerprints and uses the id.
func (s *Speeches) Copy(
	ctx context.Context, from generation.Original, to generation.SpeechCopy,
) (generation.SpeechResult, bool, error) {
	return s.copy(ctx, &mediav1.CopySpeechRequest{SpeechId: to.ID, Fingerprint: from.Fingerprint, FromSpeechId: from.ID,
		VisitorId: to.Visitor, ScriptSource: string(to.ScriptSource)})
}

func (s *Speeches) copy(ctx context.Context, r *mediav1.CopySpeechRequest) (generation.SpeechResult, bool, error) {
	copied, err := s.media.CopySpeech(ctx, r)
	if e := fault.From(err); e != nil && e.Kind == fault.KindNotFound {
		return generation.SpeechResult{}, false, nil
	}
	return speech(copied), err == nil, err
}

func speech(s *mediav1.Speech) generation.SpeechResult {
	out := generation.SpeechResult{
		ID: s.GetId(), ObjectName: s.GetObjectName(), CaptionsName: s.GetCaptionsObjectName(),
		Duration: s.GetDuration().AsDuration(),
		Source:   generation.Source(s.GetSource()),
	}
	for _, w := range s.GetWords() {
		out.Words = append(out.Words, generation.SpokenWord{Text: w.GetText(), Start: w.GetStart().AsDuration(),
			End: w.GetEnd().AsDuration()})
	}
	return out
}
