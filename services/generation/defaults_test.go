package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// defaults starts the service with the default models, dialects and prices.
func defaults(t *testing.T) *environment {
	t.Helper()
	return newEnvironment(t, "AI_PROVIDERS_FILE=")
}

// The request has only parameters that the provider's current image models support: neither
// response_format nor quality "standard".
// Verifies SPEECH-2.
// Verifies REQ-14.
func TestDefaultModelsGetSupportedParameters(t *testing.T) {
	t.Parallel()
	ann := fmt.Sprintf("%x", sha256.Sum256([]byte("mcwick visitor of openai\x00ann")))
	w := defaults(t)
	if job := w.createMeme(t); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
		t.Fatalf("%v", job)
	}
	body := maps.Clone(w.provider.bodies[0])
	prompt, _ := body["prompt"].(string)
	delete(body, "prompt")
	want := map[string]any{
		"model": "gpt-image-2.5-flare", "n": 1.0, "output_format": "png", "quality": "medium",
		"safety_identifier": ann, "size": "1024x1024",
	}
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	const picture, textTokens = 13_200, 5_000_000
	most := int64(picture + (len(prompt)*textTokens+999_999)/1_000_000)
	booked := testkit.QueryOne[int64](t, w.pool, `SELECT price_micro_usd FROM ai_calls`)
	if booked < most || booked > most+100 {
		t.Errorf("booked %d for a prompt of %d bytes, want %d and little more", booked, len(prompt), most)
	}

	w.provider.respondWith(writes(story(101), "stop"))
	if job := w.awaitSuccess(t, haunted()); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
		t.Fatalf("%v", job)
	}
	body = maps.Clone(w.provider.bodies[1])
	delete(body, "messages")
	want = map[string]any{
		"max_completion_tokens": 250.0, "model": "gpt-5.4-mini", "reasoning_effort": "none", "safety_identifier": ann,
		"stream": true, "stream_options": map[string]any{"include_usage": true},
	}
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// A model that the provider has shut down has a reason of its own: the operator must choose
// another.
func TestRetiredModelIsReported(t *testing.T) {
	t.Parallel()
	w := defaults(t)
	for _, status := range []int{http.StatusNotFound, http.StatusForbidden, http.StatusBadRequest} {
		w.provider.respondWith(refusal(status, "model_not_found"), refusal(status, "model_not_found"))
		job := w.createMeme(t)
		if job.GetError().GetCode() != "PROVIDER_MODEL" || job.GetError().GetMessage() != "Failed to generate image" {
			t.Errorf("%d: %v", status, job)
		}
	}
	if got := w.ledger(t); got["failed"] != 6 || len(got) != 1 { // by both models of the chain
		t.Errorf("ledger %v", got)
	}
}

func TestDefaultPricesNameTheirSource(t *testing.T) {
	t.Parallel()
	file, err := providersfile.Read("internal/provider/providers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dated := regexp.MustCompile(`\S+/\S+, read 20\d\d-\d\d-\d\d`)
	for task, models := range file.ByTask() {
		for _, m := range models {
			if m.Provider == "openai" && !dated.MatchString(m.Source) {
				t.Errorf("%s: %s has no dated source: %q", task, m.Name(), m.Source)
			}
		}
	}
}
