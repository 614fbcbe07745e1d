package identity

import (
	"context"
	"crypto/rand"
	"errors"

	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/wordfilter"
)

// ParseHandle parses an X handle with or without its '@' and returns it with one.
func ParseHandle(s string) (string, error) {
	handle, ok := text.ParseHandle(s)
	if !ok {
		return "", errHandle
	}
	return handle, nil
}

// checkHandle rejects a handle that the word filter or moderation flags.
func (s *Service) checkHandle(ctx context.Context, handle string) error {
	return s.words.Check(ctx, wordfilter.Text{Field: "xHandle", Text: handle})
}

const (
	handlePrefix  = "@mcanon"
	handleSuffix  = 6
	handleLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// randomHandle generates a handle. It may be taken: there are 36^6, about two thousand million.
func randomHandle() string {
	// Bytes from here up would make the first letters more likely than the others.
	const fair = 256 / len(handleLetters) * len(handleLetters)
	handle := []byte(handlePrefix)
	for b := make([]byte, 1); len(handle) < len(handlePrefix)+handleSuffix; {
		_, _ = rand.Read(b) // never fails
		if int(b[0]) < fair {
			handle = append(handle, handleLetters[int(b[0])%len(handleLetters)])
		}
	}
	return string(handle)
}

// handleAttempts is how many random handles may be taken before a call fails.
const handleAttempts = 5

// tryRandomHandles calls try with random handles until one is not taken.
func tryRandomHandles(try func(handle string) error) (err error) {
	for range handleAttempts {
		if err = try(randomHandle()); !errors.Is(err, ErrHandleTaken) {
			return err
		}
	}
	return err
}
