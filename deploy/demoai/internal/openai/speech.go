package openai

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"mcwick.example/deploy/demoai/internal/voice"
)

// Speak speaks a text, as an mp3.
type Speak func(ctx context.Context, text string) ([]byte, error)

// speechFaults are answers that are no sound.
var speechFaults = map[string]fault{
	"empty":    respondWithBytes("audio/mpeg", 0),
	"notsound": respondWithBytes("text/html", 100),
	"toolarge": respondWithBytes("audio/mpeg", 11<<20),
}

// respondWithBytes responds with size bytes that are no audio.
func respondWithBytes(kind string, size int) fault {
	return func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(strings.Repeat("x", size))) // the client may be gone
		return false
	}
}

func (h *handler) speak(w http.ResponseWriter, r *http.Request) {
	request, problem := h.read(w, r, "audio/speech", "")
	if problem != nil {
		problem.write(w)
		return
	}
	input := textOf(request.given["input"])
	if h.fail(w, r, input, request.model, speechFaults) {
		return
	}
	start := time.Now()
	mp3, err := h.generators.Speak(r.Context(), h.withoutMarks(input))
	if errors.Is(err, voice.ErrSilent) { // the sender's mistake, not an outage
		invalidValue("input", "no_words", err.Error()).write(w)
		return
	}
	if err != nil {
		h.log.ErrorContext(r.Context(), "nothing said", "error", err)
		serverError.write(w)
		return
	}
	h.speeches.Add(1)
	h.log.InfoContext(r.Context(), "text said", "duration_ms", time.Since(start).Milliseconds())
	w.Header().Set("Content-Type", "audio/mpeg")
	_, _ = w.Write(mp3) // the client may be gone
}
