package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// secondChoice adds a model to each chain, each with another price than the first.
var secondChoice = []string{
	"  script:",
	"    - {provider: openai, model: drawer-2, quality: medium, price: {microUSD: 50000}, source: a test}\n  script:",
	"  speech:",
	"    - {provider: openai, model: writer-2, price: {inputMicroUSD: 1000000, outputMicroUSD: 1000000}, source: a test}\n  speech:",
	"# The end.", "    - {provider: openai, model: voice-2, price: {microUSD: 30000000}, source: a test}\n# The end.",
}

// byModel responds with the first handler of the requested model, then its next, and repeats its
// last.
func (p *fakeProvider) byModel(models map[string][]http.HandlerFunc) {
	var mu sync.Mutex
	requested := map[string]int{}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.respond = func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		model, _ := p.bodies[len(p.bodies)-1]["model"].(string) // these tests send one request at a time
		list := models[model]
		answer := list[min(requested[model], len(list)-1)]
		requested[model]++
		mu.Unlock()
		answer(w, r)
	}
}

// retryAfter returns a 429 handler with a Retry-After.
func retryAfter(wait string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", wait)
		status(http.StatusTooManyRequests)(w, r)
	}
}

func hangUntilCanceled(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func cutConnection(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// A failure of the first model's provider leads to the second model, each call with a row of its
// own.
// Verifies LIMIT-4.
func TestOutageFallsBackToNextModel(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, secondChoice...)
	for name, c := range map[string]struct {
		first  http.HandlerFunc
		ledger []string // of the first model
	}{
		"busy":      {status(503), []string{"failed", "failed", "failed"}},
		"retired":   {refusal(404, "model_not_found"), []string{"failed"}},
		"not paid":  {refusal(429, "insufficient_quota"), []string{"failed"}},
		"wrong key": {status(401), []string{"failed"}},
		"not verified": {body(403, "application/json",
			`{"error":{"message":"Your organization must be verified to use this model."}}`), []string{"failed"}},
		"not in this country": {refusal(403, "unsupported_country_region_territory"), []string{"failed"}},
		"another dialect":     {refusal(400, "unknown_parameter"), []string{"failed"}},
		"broken":              {status(500), []string{"unknown"}},
		"a page of a proxy":   {body(502, "text/html", "<html>Bad gateway</html>"), []string{"unknown"}},
		"cut off":             {cutConnection, []string{"unknown"}},
		"silent":              {hangUntilCanceled, []string{"unknown"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := w
			if name == "silent" {
				w = newEnvironmentWith(t, false, slices.Concat(secondChoice, []string{"110s", "5s"})...)
			}
			w.provider.respondWith(picture)
			w.createMeme(t) // so that no breaker opens
			w.forget(t)
			w.provider.byModel(map[string][]http.HandlerFunc{"dall-e-3": {c.first}, "drawer-2": {picture}})
			job := w.createMeme(t)
			if job.GetArtwork().GetSource() != "ai" || job.GetArtwork().GetGenerator() != "drawer-2" {
				t.Errorf("%v", job)
			}
			var want []string
			for _, state := range c.ledger {
				want = append(want, state+" meme dall-e-3 40000")
			}
			if diff := cmp.Diff(append(want, "settled meme drawer-2 50000"), w.calls(t)); diff != "" {
				t.Errorf("ledger (-want +got):\n%s", diff)
			}
		})
	}
}

// A response ends the chain, also a refusal or an unusable one: other models are not called to
// allow what one refused, and a second picture would be paid for.
// Verifies LIMIT-5.
func TestResponseEndsFallbackChain(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, true, secondChoice...)
	for name, c := range map[string]struct {
		first http.HandlerFunc
		code  string
	}{
		"moderation_blocked":       {refusal(400, "moderation_blocked"), "PROMPT_REFUSED"},
		"content_policy_violation": {refusal(400, "content_policy_violation"), "PROMPT_REFUSED"},
		"invalid_prompt":           {refusal(400, "invalid_prompt"), "PROMPT_REFUSED"},
		"no picture":               {body(200, "application/json", `{"data":[]}`), "IMAGE_MISSING"},
		"another file type": {body(200, "application/json", `{"data":[{"b64_json":"aGVsbG8="}]}`),
			"IMAGE_TYPE_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			calls := w.provider.calls()
			w.provider.respondWith(c.first)
			if job := w.createMeme(t); job.GetError().GetCode() != c.code || w.provider.calls() != calls+1 {
				t.Errorf("%v after %d calls", job, w.provider.calls()-calls)
			}
		})
	}
	t.Run("a script that is refused halfway", func(t *testing.T) {
		calls := w.provider.calls()
		w.provider.respondWith(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{"refusal":"I cannot."}}]}`+"\n\n"+
				`data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
		})
		if job := w.awaitSuccess(t, haunted()); job.GetError().GetCode() != "PROMPT_REFUSED" ||
			w.provider.calls() != calls+1 {
			t.Errorf("%v after %d calls", job, w.provider.calls()-calls)
		}
	})
}

// Verifies LIMIT-4.
func TestScriptAndSpeechFallBackToNextModel(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, secondChoice...)
	w.provider.byModel(map[string][]http.HandlerFunc{
		"gpt-4o-mini": {refusal(404, "model_not_found"), status(500)},
		"writer-2":    {writes("Too short.", "stop"), writes(story(101), "stop")},
		"tts-1":       {refusal(404, "model_not_found")}, "voice-2": {mp3},
	})
	for range 2 { // a failed model is not called again while there is another
		if job := w.awaitSuccess(t, haunted()); job.GetScript().GetWordCount() != 101 {
			t.Errorf("%v", job)
		}
	}
	if job := w.awaitSuccess(t, say("Hello, broh.")); w.sounds.stored[job.GetId()].GetSource() != "ai" {
		t.Errorf("%v", job)
	}
	var models []string
	for _, call := range w.calls(t) {
		fields := strings.Fields(call)
		models = append(models, fields[0]+" "+fields[2])
	}
	want := []string{
		"failed gpt-4o-mini", "settled writer-2", "settled writer-2", "unknown gpt-4o-mini", "settled writer-2",
		"failed tts-1", "settled voice-2",
	}
	if diff := cmp.Diff(want, models); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
	w.awaitSuccess(t, say("Hello, broh."))
	if calls := w.calls(t); len(calls) != len(want)+1 {
		t.Errorf("speech of the second voice is generated again: %v", calls)
	}
}

// A short Retry-After is waited for. With a long one the next model is called instead, also by the
// jobs that follow.
// Verifies LIMIT-11.
func TestRetryAfterIsHonored(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, secondChoice...)
	var times []time.Time
	note := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { times = append(times, time.Now()); next(w, r) }
	}
	w.provider.byModel(map[string][]http.HandlerFunc{"dall-e-3": {note(retryAfter("3")), note(picture)},
		"drawer-2": {picture}})
	if job := w.createMeme(t); job.GetArtwork().GetGenerator() != "dall-e-3" || len(times) != 2 ||
		times[1].Sub(times[0]) < 3*time.Second {
		t.Errorf("%v, asked at %v", job, times)
	}
	w.provider.byModel(map[string][]http.HandlerFunc{"dall-e-3": {note(retryAfter("3600"))}, "drawer-2": {picture}})
	for range 2 {
		if job := w.createMeme(t); job.GetArtwork().GetGenerator() != "drawer-2" {
			t.Errorf("%v", job)
		}
	}
	if len(times) != 3 {
		t.Errorf("the first model was called %d times", len(times)-2)
	}
}

// Verifies LIMIT-4.
func TestFailingModelOpensBreaker(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, secondChoice...)
	w.provider.byModel(map[string][]http.HandlerFunc{"dall-e-3": {status(500)}, "drawer-2": {picture}})
	for range 8 {
		if job := w.createMeme(t); job.GetArtwork().GetGenerator() != "drawer-2" {
			t.Errorf("%v", job)
		}
	}
	if got := w.ledger(t); got["unknown"] != 5 || got["settled"] != 8 {
		t.Errorf("ledger %v", got)
	}
}

// A fallback call is made only if the budget has money for it.
// Verifies LIMIT-6.
func TestFallbackCallNeedsBudget(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		budget    string
		generator string
		ledger    []string
	}{
		"enough":      {"90000", "drawer-2", []string{"unknown meme dall-e-3 40000", "settled meme drawer-2 50000"}},
		"not enough":  {"89999", "McWick composer", []string{"unknown meme dall-e-3 40000"}},
		"none at all": {"49999", "McWick composer", nil}, // the most expensive model of the chain is reserved
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := prepareEnvironmentWith(t, true, secondChoice...)
			w.set("AI_BUDGET_MICRO_USD=" + c.budget)
			w.Start(t)
			w.provider.byModel(map[string][]http.HandlerFunc{"dall-e-3": {status(500)}, "drawer-2": {picture}})
			if job := w.createMeme(t); job.GetArtwork().GetGenerator() != c.generator {
				t.Errorf("%v", job)
			}
			if diff := cmp.Diff(c.ledger, w.calls(t)); diff != "" && len(c.ledger)+len(w.calls(t)) > 0 {
				t.Errorf("ledger (-want +got):\n%s", diff)
			}
			spent := 40_000 * len(c.ledger)
			if len(c.ledger) == 2 {
				spent = 90_000
			}
			testkit.Eventually(t, "the reservation is settled",
				func() bool { return w.spending(t) == fmt.Sprintf("reserved 0, spent %d", spent) })
		})
	}
}

// Whatever fails, memes and profile pictures are made, and name their generator.
// Verifies LIMIT-8.
func TestComposerIsLastFallback(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(*environment){
		"no money":  func(w *environment) { w.set("AI_BUDGET_MICRO_USD=0") },
		"an outage": func(w *environment) { w.provider.respond = status(500) },
		"no key":    func(w *environment) { delete(w.Environment, "AI_API_KEY") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := prepareEnvironment(t, "COMPOSER=true")
			take(w)
			w.Start(t)
			for _, request := range []*generationv1.CreateJobRequest{surfing(), allTraits()} {
				job := w.awaitSuccess(t, request)
				if job.GetArtwork().GetSource() != "composer" || job.GetArtwork().GetGenerator() != "McWick composer" {
					t.Fatalf("%v", job)
				}
				stored := w.media.stored[len(w.media.stored)-1]
				if !strings.HasPrefix(string(stored.GetImage()), "\x89PNG") || stored.GetSource() != "composer" ||
					stored.GetGenerator() != "McWick composer" {
					t.Errorf("stored %.40q from %s, %s", stored.GetImage(), stored.GetSource(), stored.GetGenerator())
				}
			}
			if n := w.ledger(t)["settled"]; n != 0 {
				t.Errorf("%d paid calls", n)
			}
		})
	}
}

// Verifies AFTER-15.
func TestFigureIsOfComposedPortraitsOnly(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "COMPOSER=true", "AI_BUDGET_MICRO_USD=0")
	figure := func(ctx context.Context, of *environment, jobID string) ([]byte, error) {
		answer, err := of.client.DrawFigure(ctx, &generationv1.DrawFigureRequest{JobId: jobID})
		return answer.GetData(), err
	}
	owner := withVisitor(t.Context(), "")
	portrait := w.awaitSuccess(t, allTraits())
	drawn, err := figure(owner, w, portrait.GetId())
	if err != nil || !strings.HasPrefix(string(drawn), "\x89PNG") {
		t.Fatalf("%.40q, %v", drawn, err)
	}
	if again, err := figure(owner, w, portrait.GetId()); err != nil || !bytes.Equal(drawn, again) {
		t.Errorf("another figure, %v", err)
	}
	stranger := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "bob"})
	if _, err := figure(stranger, w, portrait.GetId()); !errors.Is(err, jobs.ErrNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := figure(owner, w, w.awaitSuccess(t, surfing()).GetId()); !errors.Is(err, generation.ErrNoFigure) {
		t.Errorf("of a meme: %v", err)
	}

	paid := newEnvironment(t, "COMPOSER=true")
	byModel := paid.awaitSuccess(t, allTraits())
	_, err = figure(owner, paid, byModel.GetId())
	if byModel.GetArtwork().GetSource() != "ai" || !errors.Is(err, generation.ErrNoFigure) {
		t.Errorf("of a model's (%s): %v", byModel.GetArtwork().GetSource(), err)
	}
}

// Verifies LIMIT-8.
func TestJobFailsWithoutComposer(t *testing.T) {
	t.Parallel()
	w := prepareEnvironment(t)
	delete(w.Environment, "AI_API_KEY")
	w.Start(t)
	if job := w.createMeme(t); job.GetError().GetCode() != "PROVIDER_KEY" ||
		job.GetError().GetMessage() != "OpenAI API key is not configured" {
		t.Errorf("%v", job)
	}
	w = newEnvironment(t, "AI_BUDGET_MICRO_USD=0")
	if _, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing()); !errors.Is(err,
		generation.ErrBudget) {
		t.Errorf("got %v", err)
	}
}

// Only pictures have a composer; scripts need a budget.
// Verifies LIMIT-8.
func TestScriptNeedsBudgetDespiteComposer(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "COMPOSER=true", "AI_BUDGET_MICRO_USD=0")
	if _, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), haunted()); fault.From(err) == nil ||
		fault.From(err).Reason != "BUDGET_SPENT" {
		t.Errorf("got %v", err)
	}
}

// A free model needs no budget, and the paid models before it are skipped.
func TestFreeModelNeedsNoBudget(t *testing.T) {
	t.Parallel()
	changes := slices.Clone(secondChoice)
	for i := range changes {
		changes[i] = strings.ReplaceAll(changes[i], "microUSD: 30000000", "microUSD: 0")
	}
	w := prepareEnvironmentWith(t, false, changes...)
	w.set("AI_BUDGET_MICRO_USD=0")
	w.Start(t)
	w.provider.byModel(map[string][]http.HandlerFunc{"voice-2": {mp3}})
	if job := w.awaitSuccess(t, say("Hello, broh.")); job.GetSpeech().GetId() == "" {
		t.Errorf("%v", job)
	}
	if diff := cmp.Diff([]string{"settled speech voice-2 0"}, w.calls(t)); diff != "" {
		t.Errorf("ledger (-want +got):\n%s", diff)
	}
}

// The worker that takes over a dead worker's job calls only models that were not called yet, also
// when the previous release wrote the row.
// Verifies LIMIT-4.
func TestWorkerResumesJobOfDeadWorker(t *testing.T) {
	t.Parallel()
	for name, older := range map[string]bool{"of this release": false, "of the previous release": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newEnvironmentWith(t, false, secondChoice...)
			w.provider.byModel(map[string][]http.HandlerFunc{"dall-e-3": {hangUntilCanceled}, "drawer-2": {picture}})
			job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
			if err != nil {
				t.Fatal(err)
			}
			testkit.Eventually(t, "the first model was called", func() bool { return w.provider.calls() == 1 })
			if older {
				w.exec(t, `UPDATE ai_calls SET entry = ''`)
			}
			w.exec(t, `UPDATE jobs SET holder = gen_random_uuid(), lease_until = now() - interval '1 s'`)
			testkit.EventuallyWithin(t, time.Minute, "the job is done", func() bool {
				job, err = w.client.WaitJob(withVisitor(t.Context(), ""),
					&generationv1.WaitJobRequest{JobId: job.GetId()})
				return err == nil && job.GetArtwork().GetGenerator() == "drawer-2"
			})
			if got := w.ledger(t); got["unknown"] != 1 || got["settled"] != 1 || w.provider.calls() != 2 {
				t.Errorf("ledger %v after %d calls", got, w.provider.calls())
			}
		})
	}
}

// A worker of the previous release makes no call without a reservation: neither for a job that was
// accepted without money, nor a second call for a job that called another model.
// Verifies LIMIT-6.
func TestLastReleaseSpendsNothingUnreserved(t *testing.T) {
	t.Parallel()
	const begin = `INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model)
		SELECT gen_random_uuid(), id, 40000, 'sent', kind, 'dall-e-3' FROM jobs WHERE state IN ('queued', 'running') FOR SHARE`
	for name, c := range map[string]struct{ budget, booked string }{"accepted without money": {"0", ""},
		"called before": {"90000", "openai/dall-e-3"}} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t, "WORKERS=0", "COMPOSER=true", "AI_BUDGET_MICRO_USD="+c.budget)
			if _, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing()); err != nil {
				t.Fatal(err)
			}
			if c.booked != "" {
				w.exec(t, begin)
				w.exec(t, `UPDATE ai_calls SET entry = '`+c.booked+`', state = 'unknown'`)
			}
			if _, err := w.pool.Exec(t.Context(), begin); err == nil ||
				!strings.Contains(err.Error(), "more than the job has reserved") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// forget deletes all rows of the ledger.
func (w *environment) forget(t *testing.T) { w.exec(t, `DELETE FROM ai_calls`) }

func (w *environment) exec(t *testing.T, sql string) {
	t.Helper()
	if _, err := w.pool.Exec(context.WithoutCancel(t.Context()), sql); err != nil {
		t.Fatal(err)
	}
}
