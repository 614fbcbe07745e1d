package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	textrules "mcwick.example/platform/text"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

func haunted() *generationv1.CreateJobRequest {
	return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Script{
		Script: &generationv1.ScriptInput{
			Text: "a haunted exchange", Genre: generationv1.Genre_GENRE_HORROR,
		}}}
}

// story returns n words in five sentences.
func story(n int) string {
	all := strings.Fields(strings.Repeat("wick ", n))
	for i := range 5 {
		all[(i+1)*n/5-1] += "."
	}
	return strings.Join(all, " ")
}

// writes responds to a chat with the text, a word a piece, as a provider streams it.
func writes(text, finish string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		stream(w, text)
		event(w, map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{},
			"finish_reason": finish}}})
		event(w, map[string]any{"choices": []any{},
			"usage": map[string]int{"prompt_tokens": 200, "completion_tokens": 100}})
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

// stream writes the text without an end marker, with the usage so far, which some providers report.
func stream(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for piece := range strings.SplitAfterSeq(text, " ") {
		event(w, map[string]any{"choices": []any{map[string]any{"index": 0,
			"delta": map[string]string{"content": piece}}},
			"usage": map[string]int{"prompt_tokens": 200, "completion_tokens": 1}})
	}
}

func event(w http.ResponseWriter, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(w, "data: %s\n\n", b)
	_ = http.NewResponseController(w).Flush()
}

// respondWith makes the provider use each of the handlers in turn, and repeat the last one.
func (p *fakeProvider) respondWith(list ...http.HandlerFunc) {
	var next atomic.Int32
	p.mu.Lock()
	defer p.mu.Unlock()
	p.respond = func(w http.ResponseWriter, r *http.Request) { list[min(int(next.Add(1)), len(list))-1](w, r) }
}

// Verifies SPEECH-2, SPEECH-3.
func TestScriptJob(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.respondWith(writes(story(101), "stop"))
	job := w.awaitSuccess(t, haunted())
	if job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED ||
		job.GetKind() != generationv1.JobKind_JOB_KIND_SCRIPT {
		t.Fatal(job)
	}
	// 40.4 s
	if s := job.GetScript(); s.GetText() != story(101) || s.GetWordCount() != 101 || s.GetDurationSeconds() != 41 {
		t.Error(s)
	}
	body := w.provider.bodies[0]
	messages, _ := json.Marshal(body["messages"])
	if !strings.Contains(string(messages), "horror") ||
		!strings.HasSuffix(string(messages), `{"content":"a haunted exchange","role":"user"}]`) {
		t.Errorf("asked %s", messages)
	}
	delete(body, "messages")
	want := map[string]any{
		"model": "gpt-4o-mini", "temperature": 0.9, "max_tokens": 250.0, "presence_penalty": 0.6,
		"frequency_penalty": 0.5,
		"stream":            true, "stream_options": map[string]any{"include_usage": true},
	}
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	// 200 tokens at 0.15 and 100 at 0.60 micro-dollars are 90; much less than what was reserved.
	if got := w.calls(t); !slices.Equal(got, []string{"settled script gpt-4o-mini 90"}) {
		t.Errorf("ledger %v", got)
	}
	testkit.Eventually(t, "the rest is released", func() bool { return w.spending(t) == "reserved 0, spent 90" })
}

// Verifies SPEECH-5.
func TestScriptThatBreaksRuleIsRetried(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.respondWith(writes("Too short. Much. Too.", "stop"), status(503), writes(story(80), "stop"))
	job := w.awaitSuccess(t, haunted())
	if job.GetScript().GetWordCount() != 80 || w.provider.calls() != 3 {
		t.Fatalf("%v after %d calls", job, w.provider.calls())
	}
	for _, i := range []int{1, 2} {
		said, _ := json.Marshal(w.provider.bodies[i]["messages"])
		for _, want := range []string{"a haunted exchange", "Too short. Much. Too.",
			"Script must be at least 75 words for 30 seconds"} {
			if !strings.Contains(string(said), want) {
				t.Errorf("call %d does not say %q: %s", i, want, said)
			}
		}
	}
	if got := w.ledger(t); got["settled"] != 2 || got["failed"] != 1 || len(got) != 2 {
		t.Errorf("ledger %v", got)
	}
}

// Verifies SPEECH-6, SPEECH-7, SPEECH-8.
func TestScriptFailures(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	for name, c := range map[string]failure{
		"too short": {writes(story(74), "stop"), "SCRIPT_BREAKS_RULES",
			"Failed to generate valid script after multiple attempts", "settled", 3},
		"white space": {writes(" \n ", "stop"), "SCRIPT_BREAKS_RULES",
			"Failed to generate valid script after multiple attempts", "settled", 3},
		"cut off": {writes(story(120), "length"), "SCRIPT_BREAKS_RULES",
			"Failed to generate valid script after multiple attempts", "settled", 3},
		"withheld": {writes(story(100), "content_filter"), "PROMPT_REFUSED",
			"Failed to generate script. Please try again.", "settled", 1},
		"withheld whole": {writes("", "content_filter"), "PROMPT_REFUSED",
			"Failed to generate script. Please try again.", "settled", 1},
		"nothing":   {writes("", "stop"), "SCRIPT_MISSING", "No content generated", "settled", 3},
		"wrong key": {status(401), "PROVIDER_KEY", "Failed to generate script. Please try again.", "failed", 1},
		"not paid": {refusal(429, "insufficient_quota"), "PROVIDER_QUOTA",
			"Failed to generate script. Please try again.", "failed", 1},
		"misunderstood": {status(400), "REQUEST_REJECTED", "Failed to generate script. Please try again.", "failed",
			1},
		"busy":   {status(429), "PROVIDER_BUSY", "Failed to generate script. Please try again.", "failed", 3},
		"broken": {status(500), "SCRIPT_FAILED", "Failed to generate script. Please try again.", "unknown", 3},
		"cut connection": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "PROVIDER_NETWORK",
			"Failed to generate script. Please try again.", "unknown", 3},
		"cut in the middle": {func(w http.ResponseWriter, _ *http.Request) {
			stream(w, story(100))
			panic(http.ErrAbortHandler)
		}, "PROVIDER_NETWORK", "Failed to generate script. Please try again.", "unknown", 3},
		"an end without an end": {func(w http.ResponseWriter, _ *http.Request) { stream(w, story(100)) },
			"PROVIDER_NETWORK", "Failed to generate script. Please try again.", "unknown", 3},
		"too large": {body(http.StatusOK, "text/event-stream", "data: "+strings.Repeat("a", 1<<20)), "SCRIPT_FAILED",
			"Failed to generate script. Please try again.", "settled", 3},
		"a web page": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "<!doctype html><title>no</title>")
		}, "SCRIPT_FAILED", "Failed to generate script. Please try again.", "unknown", 3},
	} {
		t.Run(name, func(t *testing.T) {
			w.provider.respondWith(writes(story(100), "stop"))
			w.awaitSuccess(t, haunted()) // so that no breaker opens
			w.checkFailure(t, c, haunted())
		})
	}
}

// Verifies SPEECH-5.
func TestScriptTimeoutIsRetried(t *testing.T) {
	t.Parallel()
	for name, said := range map[string]string{"from the beginning": "", "in the middle": story(50)} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironmentWith(t, false, "31s", "8s")
			left := make(chan struct{})
			w.provider.respondWith(func(w http.ResponseWriter, r *http.Request) {
				if said != "" {
					stream(w, said)
				}
				<-r.Context().Done()
				close(left)
			}, writes(story(100), "stop"))
			if job := w.awaitSuccess(t, haunted()); job.GetScript().GetWordCount() != 100 ||
				job.GetScript().GetText() != story(100) {
				t.Error(job)
			}
			<-left // the reader has left
			if got := w.ledger(t); got["unknown"] != 1 || got["settled"] != 1 || len(got) != 2 {
				t.Errorf("ledger %v", got)
			}
		})
	}
}

// A script is accepted only when the budget has money for all of its attempts; what it did not need
// is released for the next one.
// Verifies SPEECH-5.
func TestScriptJobReservesAllAttempts(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	requested, answer := make(chan struct{}), make(chan struct{})
	w.provider.respondWith(func(rw http.ResponseWriter, r *http.Request) {
		close(requested)
		<-answer
		writes(story(101), "stop")(rw, r)
	}, writes(story(101), "stop"))
	first, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), haunted())
	if err != nil {
		t.Fatal(err)
	}
	<-requested
	var reserved, price int64
	if err := w.pool.QueryRow(t.Context(), `UPDATE budget_days SET budget_micro_usd = 2 * reserved_micro_usd - 1
		RETURNING reserved_micro_usd, (SELECT price_micro_usd FROM ai_calls)`).Scan(&reserved, &price); err != nil {
		t.Fatal(err)
	}
	// the second and the third attempt cost more: they quote what was wrong before
	if reserved < 3*price || price <= 0 {
		t.Errorf("reserved %d for attempts of %d", reserved, price)
	}
	if _, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()),
		haunted()); fault.From(err).Reason != "BUDGET_SPENT" {
		t.Errorf("a second one: %v", err)
	}
	close(answer)
	testkit.Eventually(t, "what was not needed is released",
		func() bool { return w.spending(t) == "reserved 0, spent 90" })
	if job, err := w.client.WaitJob(withVisitor(t.Context(), ""),
		&generationv1.WaitJobRequest{JobId: first.GetId()}); err != nil || job.GetScript().GetWordCount() != 101 {
		t.Errorf("%v, %v", job, err)
	}
	if job := w.awaitSuccess(t, haunted()); job.GetScript().GetWordCount() != 101 {
		t.Errorf("the next one: %v", job)
	}
}

// A call whose stream did not end by itself costs its maximum, whatever usage its provider reported
// until then: it bills what it went on to write.
// Verifies SPEECH-5.
func TestUnfinishedScriptCostsItsMaximum(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end     func(w *environment, r *http.Request) // of a stream that began
		begun   string
		outcome string
	}{
		"stalled":       {func(_ *environment, r *http.Request) { <-r.Context().Done() }, story(20), "unknown"},
		"cut":           {func(*environment, *http.Request) { panic(http.ErrAbortHandler) }, story(20), "unknown"},
		"broken a rule": {func(_ *environment, r *http.Request) { <-r.Context().Done() }, story(160), "settled"},
		"canceled": {func(w *environment, r *http.Request) {
			var id string
			err := w.pool.QueryRow(r.Context(), `SELECT id FROM jobs`).Scan(&id)
			if err == nil {
				_, err = w.client.CancelJob(withVisitor(r.Context(), ""), &generationv1.CancelJobRequest{JobId: id})
			}
			if err != nil {
				panic(err)
			}
			<-r.Context().Done()
		}, story(20), "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := "30s"
			if name == "stalled" {
				timeout = "5s"
			}
			w := newEnvironmentWith(t, false, "31s", timeout)
			var price int64
			w.provider.respondWith(func(rw http.ResponseWriter, r *http.Request) {
				if err := w.pool.QueryRow(r.Context(), `SELECT price_micro_usd FROM ai_calls`).Scan(&price); err != nil {
					panic(err)
				}
				stream(rw, c.begun)
				c.end(w, r)
			}, writes(story(100), "stop"))
			w.awaitSuccess(t, haunted())
			want := []string{fmt.Sprintf("%s script gpt-4o-mini %d", c.outcome, price)}
			spent := price
			if name != "canceled" {
				want, spent = append(want, "settled script gpt-4o-mini 90"), price+90
			}
			testkit.Eventually(t, "it is spent",
				func() bool { return w.spending(t) == fmt.Sprintf("reserved 0, spent %d", spent) })
			if got := w.calls(t); !slices.Equal(got, want) {
				t.Errorf("ledger %q, want %q", got, want)
			}
		})
	}
}

// A stream of a script that cannot become valid is closed before its end, which never comes here.
// Verifies SPEECH-9.
func TestInvalidScriptStopsStreamEarly(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]string{"an intro": "It is stoRY tiME, broh. ", "too long": story(160)} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			ended := make(chan struct{})
			w.provider.respondWith(func(w http.ResponseWriter, r *http.Request) {
				stream(w, bad)
				<-r.Context().Done()
				close(ended)
			}, writes(story(100), "stop"))
			job := w.awaitSuccess(t, haunted())
			<-ended
			if job.GetScript().GetWordCount() != 100 || w.provider.calls() != 2 {
				t.Errorf("%v after %d calls", job, w.provider.calls())
			}
			if got := w.ledger(t); got["settled"] != 2 || len(got) != 1 {
				t.Errorf("ledger %v", got)
			}
		})
	}
}

// Verifies SPEECH-9.
func TestCanceledScriptStopsStream(t *testing.T) {
	t.Parallel()
	for name, begun := range map[string]bool{"before the first word": false, "in the middle": true} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			requested, ended := make(chan struct{}), make(chan struct{})
			w.provider.respondWith(func(w http.ResponseWriter, r *http.Request) {
				if begun {
					stream(w, story(20))
				}
				close(requested)
				<-r.Context().Done()
				close(ended)
			})
			job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), haunted())
			if err != nil {
				t.Fatal(err)
			}
			<-requested
			job, err = w.client.CancelJob(withVisitor(t.Context(), ""),
				&generationv1.CancelJobRequest{JobId: job.GetId()})
			if err != nil || job.GetState() != generationv1.JobState_JOB_STATE_CANCELLED {
				t.Fatalf("%v, %v", job, err)
			}
			<-ended
			testkit.Eventually(t, "the call counts as maybe paid", func() bool { return w.ledger(t)["unknown"] == 1 })
			if w.provider.calls() != 1 {
				t.Errorf("asked %d times", w.provider.calls())
			}
		})
	}
}

// Verifies SPEECH-5.
func TestKillDuringScriptCall(t *testing.T) {
	t.Parallel()
	program := testkit.BuildProgram(t)
	w := prepareEnvironment(t)
	requested := make(chan struct{})
	w.provider.respondWith(func(w http.ResponseWriter, r *http.Request) {
		stream(w, story(20))
		close(requested)
		<-r.Context().Done()
	}, writes("Short. Short. Short.", "stop"))
	kill := w.StartProcess(t, program)
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), haunted())
	if err != nil {
		t.Fatal(err)
	}
	<-requested
	kill()
	w.StartProcess(t, program)
	testkit.EventuallyWithin(t, time.Minute, "another worker continued, and failed", func() bool {
		job, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && job.GetError().GetCode() == "SCRIPT_BREAKS_RULES"
	})
	if got := w.ledger(t); w.provider.calls() != 3 || got["unknown"] != 1 || got["settled"] != 2 {
		t.Errorf("called %d times, ledger %v: the dead worker's attempt counts", w.provider.calls(), got)
	}
}

// Verifies SPEECH-1.
func TestInvalidScriptInputMakesNoJob(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	for name, c := range map[string]struct {
		text           string
		genre          generationv1.Genre
		field, message string
	}{
		"no text":       {" \n", generationv1.Genre_GENRE_COMEDY, "script.text", "Invalid input parameters"},
		"no genre":      {"a ghost", generationv1.Genre_GENRE_UNSPECIFIED, "script.genre", "Invalid input parameters"},
		"another genre": {"a ghost", 77, "script.genre", "Invalid input parameters"},
		"a long text": {strings.Repeat("🕯", 251), generationv1.Genre_GENRE_COMEDY, "script.text",
			"Keep it to 500 characters, broh."},
		"a control code": {"a\x07", generationv1.Genre_GENRE_COMEDY, "script.text", textrules.HiddenMessage},
	} {
		_, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), &generationv1.CreateJobRequest{
			Input: &generationv1.CreateJobRequest_Script{Script: &generationv1.ScriptInput{Text: c.text,
				Genre: c.genre}},
		})
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || e.Message != c.message ||
			len(e.Fields) == 0 || e.Fields[0].Name != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := w.provider.calls(); n != 0 {
		t.Errorf("the provider was called %d times", n)
	}
}
