package videos

import (
	"context"

	"mcwick.example/platform/text"
)

// OwnSpeechInput identifies a visitor's speech.
type OwnSpeechInput struct {
	ID      string
	Visitor string
}

// Speech returns a visitor's own speech.
func (v *SpeechService) Speech(ctx context.Context, in OwnSpeechInput) (Speech, error) {
	return ownSpeech(ctx, v.store, in)
}

// ownSpeech returns the speech if it is the visitor's, and otherwise ErrSpeechNotFound: other
// visitors do not learn that it exists.
func ownSpeech(ctx context.Context, store SpeechStore, in OwnSpeechInput) (Speech, error) {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return Speech{}, ErrSpeechNotFound
	}
	s, err := store.Speech(ctx, id)
	if err == nil && s.Visitor != in.Visitor {
		err = ErrSpeechNotFound
	}
	return s, err
}
