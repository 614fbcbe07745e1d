package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"mcwick.example/platform/service/servicetest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

const key = "sk-very-secret"

// fakeProvider is an AI provider that flags the word dark, unless a test sets another response.
type fakeProvider struct {
	mu      sync.Mutex
	bodies  []map[string]any
	respond http.HandlerFunc // instead of verdicts
}

func (p *fakeProvider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Header.Get("Authorization") != "Bearer "+key {
		http.Error(w, `{"error":{"message":"bad request"}}`, http.StatusUnauthorized)
		return
	}
	p.mu.Lock()
	p.bodies = append(p.bodies, body)
	answer := p.respond
	p.mu.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	results := []map[string]any{}
	for _, text := range body["input"].([]any) {
		results = append(results, map[string]any{"flagged": strings.Contains(text.(string), "dark")})
	}
	writeVerdicts(w, results)
}

func writeVerdicts(w http.ResponseWriter, results []map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"id": "m", "model": "m", "results": results})
}

func failWith(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, `{"error":{"message":"no"}}`, status) }
}

// respondWith sets the provider's response; nil restores verdicts.
func (p *fakeProvider) respondWith(answer http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.respond = answer
}

// requests returns the texts of each request.
func (p *fakeProvider) requests() (all [][]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, body := range p.bodies {
		all = append(all, body["input"].([]any))
	}
	return all
}

// startFakeProvider starts a provider, and returns the service's settings for it.
func startFakeProvider(t *testing.T) (*fakeProvider, map[string]string) {
	t.Helper()
	p := &fakeProvider{}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return p, map[string]string{"AI_BASE_URL": server.URL + "/v1", "AI_MODERATION_KEY": key}
}

// startService runs the service with additional settings.
func startService(t *testing.T, environment map[string]string) moderationv1.ModerationServiceClient {
	t.Helper()
	i := servicetest.New(t, spec, environment)
	i.Start(t)
	return moderationv1.NewModerationServiceClient(i.Conn)
}

// checkTexts checks texts, and returns each verdict as a word.
func checkTexts(
	t *testing.T, client moderationv1.ModerationServiceClient, r *moderationv1.CheckTextsRequest,
) (all []string) {
	t.Helper()
	answer, err := client.CheckTexts(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range answer.GetVerdicts() {
		word := map[moderationv1.Check]string{
			moderationv1.Check_CHECK_UNSPECIFIED: "clean", moderationv1.Check_CHECK_WORD_FILTER: "word",
			moderationv1.Check_CHECK_PROVIDER: "meaning",
		}[v.GetCheck()]
		if v.GetFlagged() != (word != "clean") {
			word = fmt.Sprintf("%v by %v", v.GetFlagged(), v.GetCheck())
		}
		all = append(all, word)
	}
	return all
}
