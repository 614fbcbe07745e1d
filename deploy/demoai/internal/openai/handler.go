// Package openai is the provider's HTTP API as far as the platform uses it: what it accepts, what
// it answers, and above all what it refuses.
package openai

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"mcwick.example/platform/config"
)

// maxBody bounds a request, in bytes: a picture of 1 MB in base64, and its wrapping.
const maxBody = 1500 << 10

// Paint draws the picture of a prompt as a PNG of 1024 × 1024 pixels.
type Paint func(ctx context.Context, prompt string) ([]byte, error)

// Generators are what this provider can do.
type Generators struct {
	Paint      Paint
	WriteStory WriteStory
	Speak      Speak
}

// Settings of a handler.
type Settings struct {
	Key    config.Secret    // the one that is accepted
	Today  func() time.Time // decides which models have ended
	Faults bool             // whether marks in texts are obeyed
}

type handler struct {
	key        [sha256.Size]byte
	today      func() time.Time
	faults     bool
	models     *table
	generators Generators
	log        *slog.Logger

	images, chats, speeches atomic.Int64 // answered with what was asked for
	judged                  atomic.Int64 // texts and pictures
}

// NewHandler serves the provider's API and GET /stats to callers with the key, and GET /healthz to
// all.
func NewHandler(s Settings, arts Generators, log *slog.Logger) http.Handler {
	h := &handler{key: sha256.Sum256([]byte(s.Key.Reveal())), today: s.Today, faults: s.Faults, models: readModels(),
		generators: arts, log: log}
	mux := http.NewServeMux()
	for pattern, call := range map[string]http.HandlerFunc{
		"POST /v1/images/generations": h.generate, "POST /v1/moderations": h.moderate,
		"POST /v1/chat/completions": h.chat, "POST /v1/audio/speech": h.speak,
		"GET /v1/models": h.listModels, "GET /v1/models/{model}": h.getModel,
	} {
		mux.Handle(pattern, withHeaders(h.withKey(call)))
	}
	mux.Handle("GET /stats", h.withKey(h.stats))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.Handle("/", withHeaders(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		notFound(r.Method, r.URL.Path).write(w)
	})))
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
	writeJSON(w, http.StatusOK, map[string]int64{"images": h.images.Load(), "chats": h.chats.Load(),
		"speeches": h.speeches.Load(), "texts": h.judged.Load()})
}

// request is a body that its model takes.
type request struct {
	*model
	body  []byte
	given map[string]json.RawMessage
}

// read takes the body of a call, and refuses it as the model would. otherwise is the model when
// none is named, empty where one must be.
func (h *handler) read(w http.ResponseWriter, r *http.Request, endpoint, otherwise string) (*request, *problem) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, unreadable
	}
	given, p := parameters(body)
	if p != nil {
		return nil, p
	}
	name := otherwise
	if given["model"] != nil {
		if name = textOf(given["model"]); name == "" {
			return nil, invalidType("model", "a string")
		}
	}
	m, p := h.find(name)
	if p != nil {
		return nil, p
	}
	if m.Endpoint != endpoint {
		return nil, wrongEndpoint(m)
	}
	return &request{m, body, given}, m.check(given)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}
