package openai

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// Say speaks a text, as an mp3.
type Say func(ctx context.Context, text string) ([]byte, error)

var speechParameters = map[string]check{
	"model": oneOf("tts-1", "tts-1-hd", "gpt-4o-mini-tts"), "input": text(4096), "response_format": oneOf("mp3"), "speed": number(0.25, 4),
	"voice": oneOf("alloy", "ash", "ballad", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer", "verse"),
}

// readSpeechRequest refuses what the provider would not say, and other forms than mp3, which we cannot make.
func readSpeechRequest(body []byte) (input string, p *problem) {
	given, p := parameters(body)
	if p != nil {
		return "", p
	}
	if p := checked(given, []string{"model", "input", "voice"}, speechParameters); p != nil {
		return "", p
	}
	return textOf(given["input"]), nil
}

// speechFaults are answers that are no sound.
var speechFaults = map[string]fault{
	"empty":    sounding("audio/mpeg", 0),
	"notsound": sounding("text/html", 100),
	"toolarge": sounding("audio/mpeg", 11<<20),
}

// sounding answers with so many bytes that are none.
func sounding(kind string, size int) fault {
	return func(w http.ResponseWriter, _ *http.Request, _ time.Duration) bool {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(strings.Repeat("x", size))) // the client may be gone
		return false
	}
}

func (h *handler) speak(w http.ResponseWriter, r *http.Request) {
	input, problem := read(w, r, readSpeechRequest)
	if problem != nil {
		problem.write(w)
		return
	}
	if f, argument := faultIn(input, speechFaults); f != nil && !f(w, r, argument) {
		return
	}
	start := time.Now()
	mp3, err := h.arts.Say(r.Context(), markPattern.ReplaceAllString(input, ""))
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
