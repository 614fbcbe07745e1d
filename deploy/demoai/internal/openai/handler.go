// Package openai is the provider's HTTP API as far as the platform uses it: what it accepts, what it answers, and above all what it refuses.
package openai

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"mcwick.example/platform/config"
)

// maxBody bounds a request, in bytes: the longest prompt and its wrapping.
const maxBody = 256 << 10

// Paint draws the picture of a prompt as a PNG of 1024 × 1024 pixels.
type Paint func(ctx context.Context, prompt string) ([]byte, error)

// Arts are what this provider can do.
type Arts struct {
	Paint Paint
	Tell  Tell
	Say   Say
}

type handler struct {
	key  [sha256.Size]byte
	arts Arts
	log  *slog.Logger

	images, chats, speeches atomic.Int64 // answered with what was asked for
	judged                  atomic.Int64 // texts
}

// NewHandler serves the provider's calls and GET /stats to whoever knows the key, and GET /healthz to all.
func NewHandler(key config.Secret, arts Arts, log *slog.Logger) http.Handler {
	h := &handler{key: sha256.Sum256([]byte(key.Reveal())), arts: arts, log: log}
	mux := http.NewServeMux()
	for pattern, call := range map[string]http.HandlerFunc{
		"POST /v1/images/generations": h.generate, "POST /v1/moderations": h.moderate,
		"POST /v1/chat/completions": h.chat, "POST /v1/audio/speech": h.speak,
	} {
		mux.Handle(pattern, otelhttp.NewHandler(h.withKey(call), pattern))
	}
	mux.Handle("GET /stats", h.withKey(h.stats))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { notFound(r.Method, r.URL.Path).write(w) })
	return mux
}

// withKey answers 401 unless the request carries the key.
func (h *handler) withKey(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		sum := sha256.Sum256([]byte(key))
		if !ok || subtle.ConstantTimeCompare(sum[:], h.key[:]) != 1 {
			wrongKey.write(w)
			return
		}
		next(w, r)
	})
}

func (h *handler) stats(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]int64{"images": h.images.Load(), "chats": h.chats.Load(), "speeches": h.speeches.Load(), "texts": h.judged.Load()})
}

// read takes the body and what is asked in it.
func read[R any](w http.ResponseWriter, r *http.Request, parse func(body []byte) (R, *problem)) (request R, p *problem) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return request, unreadable
	}
	return parse(body)
}

func (h *handler) generate(w http.ResponseWriter, r *http.Request) {
	request, problem := read(w, r, readImageRequest)
	if problem != nil {
		problem.write(w)
		return
	}
	if f, argument := faultIn(request.prompt, imageFaults); f != nil && !f(w, r, argument) {
		return
	}
	start := time.Now()
	png, err := h.arts.Paint(r.Context(), request.prompt)
	if err != nil {
		h.log.ErrorContext(r.Context(), "no picture", "error", err)
		serverError.write(w)
		return
	}
	h.images.Add(1)
	h.log.InfoContext(r.Context(), "picture drawn", "gen_ai.request.model", request.model, "duration_ms", time.Since(start).Milliseconds())
	writeJSON(w, http.StatusOK, answer(request, base64.StdEncoding.EncodeToString(png)))
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}
