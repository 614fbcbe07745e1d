package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Verifies MEME-9, MEME-10.
func TestMemeJobStoresArtwork(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	job := w.createMeme(t)
	if job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED || job.GetArtwork().GetId() != job.GetId() {
		t.Fatalf("%v", job)
	}
	prompt, _ := w.provider.bodies[0]["prompt"].(string)
	for _, want := range []string{"surfing", "a stormy sea", "Anime"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the prompt %q lacks %q", prompt, want)
		}
	}
	if !strings.HasSuffix(prompt, "Don't place any text in the image.") {
		t.Errorf("the prompt ends %q", prompt)
	}
	delete(w.provider.bodies[0], "prompt")
	want := fmt.Sprint(map[string]any{"model": "dall-e-3", "n": 1.0, "quality": "standard",
		"response_format": "b64_json", "size": "1024x1024"})
	if got := fmt.Sprint(w.provider.bodies[0]); got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	artwork := &mediav1.StoreArtworkRequest{
		ArtworkId: job.GetId(), VisitorId: "ann", Type: "meme", Image: drawn,
		Prompt: prompt, Action: "surfing", Scene: "a stormy sea", Style: "Anime", Source: "ai",
		Generator: "dall-e-3",
	}
	if diff := cmp.Diff(artwork, w.media.stored[0], protocmp.Transform()); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if got := w.ledger(t); got["settled"] != 1 || len(got) != 1 {
		t.Errorf("ledger %v", got)
	}
}

// allTraits is a profile picture with a different option in every field.
func allTraits() *generationv1.CreateJobRequest {
	return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Pfp{Pfp: &generationv1.PfpInput{
		Background: "pastel-pink", Flame: "purple", Base: "black", Expression: "chad-smile", Clothing: "hoodie",
		Headwear: "halo", Accessory: "eth-monocle", Seed: 42,
	}}}
}

// Verifies PFP-12.
func TestPFPJobStoresArtwork(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	testkit.CheckComplete(t, allTraits().GetPfp())
	job := w.awaitSuccess(t, allTraits())
	if job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED ||
		job.GetKind() != generationv1.JobKind_JOB_KIND_PFP {
		t.Fatalf("%v", job)
	}
	const traits = "Background: pastel-pink. Flame Color: purple. Base: black. Expression: chad-smile. Clothing: hoodie. Headwear: halo. " +
		"Accessories: eth-monocle. Variation: 42. Don't place any text in the image."
	if prompt, _ := w.provider.bodies[0]["prompt"].(string); !strings.HasSuffix(prompt, traits) {
		t.Errorf("asked for %q", prompt)
	}
	want := &mediav1.StoreArtworkRequest{
		ArtworkId: job.GetId(), VisitorId: "ann", Type: "pfp", Image: drawn,
		Prompt: "McPFP Generation", Action: "Generated PFP", Scene: "Profile Picture", Style: "pfp", Seed: 42,
		Source: "ai", Generator: "dall-e-3",
		Traits: map[string]string{
			"background": "pastel-pink", "flame": "purple", "base": "black", "expression": "chad-smile",
			"clothing": "hoodie",
			"headwear": "halo", "accessory": "eth-monocle",
		},
	}
	testkit.CheckComplete(t, want)
	if diff := cmp.Diff(want, w.media.stored[0], protocmp.Transform()); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	w.provider.mu.Lock()
	w.provider.respond = status(500)
	w.provider.mu.Unlock()
	if job := w.awaitSuccess(t, allTraits()); job.GetError().GetCode() != "IMAGE_FAILED" ||
		job.GetError().GetMessage() != "Failed to generate image" {
		t.Errorf("%v", job)
	}
}

// Verifies MEME-14.
func TestProviderTimeoutCountsAsSpent(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, "110s", "5s")
	w.provider.respond = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	if job := w.createMeme(t); job.GetError().GetCode() != "PROVIDER_TIMEOUT" ||
		job.GetError().GetMessage() != "Request timed out" {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["unknown"] != 1 || len(got) != 1 || w.provider.calls() != 1 {
		t.Errorf("ledger %v after %d calls", got, w.provider.calls())
	}
}

// Verifies MEME-12, MEME-13, MEME-15, PUB-10, PUB-11.
func TestProviderFailures(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	cases := map[string]struct {
		respond http.HandlerFunc
		code    string
		message string
		ledger  string // each call's entry
	}{
		"not paid": {refusal(429, "insufficient_quota"), "PROVIDER_QUOTA",
			"Failed to generate image", "failed"},
		"wrong key": {status(401), "PROVIDER_KEY", "OpenAI API key is not configured", "failed"},
		"refused": {refusal(400, "moderation_blocked"), "PROMPT_REFUSED",
			"Failed to generate image", "failed"},
		"rejected by an older model": {refusal(400, "content_policy_violation"), "PROMPT_REFUSED",
			"Failed to generate image", "failed"},
		"misunderstood": {status(400), "REQUEST_REJECTED", "Failed to generate image", "failed"},
		"no such model": {status(404), "PROVIDER_MODEL", "Failed to generate image", "failed"},
		"broken":        {status(500), "IMAGE_FAILED", "Failed to generate image", "unknown"},
		"rejected by a proxy's page": {body(403, "text/html", "<html>Forbidden</html>"), "PROVIDER_KEY",
			"OpenAI API key is not configured", "failed"},
		"rejected with a short text": {body(400, "application/json", `{"error":"no such size"}`), "REQUEST_REJECTED",
			"Failed to generate image", "failed"},
		"rejected without a text": {body(404, "", ""), "PROVIDER_MODEL", "Failed to generate image", "failed"},
		"rejected with a numeric code": {body(400, "application/json", `{"error":{"message":"no","code":400}}`),
			"REQUEST_REJECTED", "Failed to generate image", "failed"},
		"a proxy's error page": {body(502, "text/html", "<html>Bad gateway</html>"), "IMAGE_FAILED",
			"Failed to generate image", "unknown"},
		"no data": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"data":[]}`)
		}, "IMAGE_MISSING", "No image data in OpenAI response", "settled"},
		"not base64": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"data":[{"b64_json":"%%"}]}`)
		}, "IMAGE_TYPE_INVALID", "Invalid image type", "settled"},
		"cut connection": {func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) },
			"PROVIDER_NETWORK", "Network error occurred", "unknown"},
		"a picture over 10 MB": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"data":[{"b64_json":%q}]}`, strings.Repeat("AAAA", 4<<20))
		}, "IMAGE_TOO_LARGE", "Image file size exceeds maximum limit", "settled"},
		"endless answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"data":[{"b64_json":"`)
			chunk := bytes.Repeat([]byte("A"), 1<<20)
			for range 64 {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		}, "IMAGE_TOO_LARGE", "Image file size exceeds maximum limit", "settled"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w.provider.respondWith(picture)
			w.createMeme(t) // so that no breaker opens
			before, calls := w.ledger(t)[c.ledger], w.provider.calls()
			w.provider.mu.Lock()
			w.provider.respond = c.respond
			w.provider.mu.Unlock()
			job := w.createMeme(t)
			if job.GetState() != generationv1.JobState_JOB_STATE_FAILED || job.GetError().GetCode() != c.code ||
				job.GetError().GetMessage() != c.message {
				t.Errorf("%v", job)
			}
			if w.provider.calls() != calls+1 {
				t.Errorf("the provider was called %d times", w.provider.calls()-calls)
			}
			if got := w.ledger(t); got[c.ledger] != before+1 || got["sent"] != 0 {
				t.Errorf("ledger %v, want one more %s", got, c.ledger)
			}
		})
	}
}

func TestUnacceptedCallIsRetried(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	answers := func(list ...http.HandlerFunc) {
		var next atomic.Int32
		w.provider.mu.Lock()
		defer w.provider.mu.Unlock()
		w.provider.respond = func(rw http.ResponseWriter, r *http.Request) { list[next.Add(1)-1](rw, r) }
	}
	answers(status(429), status(503), picture)
	if job := w.createMeme(t); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["failed"] != 2 || got["settled"] != 1 || len(got) != 2 {
		t.Errorf("ledger %v", got)
	}
	answers(status(503), status(429), status(503), picture)
	if job := w.createMeme(t); job.GetError().GetCode() != "PROVIDER_BUSY" ||
		job.GetError().GetMessage() != "Failed to generate image" {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["failed"] != 5 || got["settled"] != 1 || w.provider.calls() != 6 {
		t.Errorf("ledger %v after %d calls", got, w.provider.calls())
	}
}

// Verifies MEME-15.
func TestUnreachableProviderIsRetried(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "AI_BASE_URL=http://"+testkit.FreeAddr(t)+"/v1")
	if job := w.createMeme(t); job.GetError().GetCode() != "PROVIDER_UNREACHABLE" ||
		job.GetError().GetMessage() != "Network error occurred" {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["failed"] != 3 || len(got) != 1 {
		t.Errorf("ledger %v", got)
	}
}

// A paid picture is stored with retries until the job's time is over.
func TestBriefMediaOutageLosesNoPicture(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.media.failure, w.media.failures = fault.ToStatus(fault.ErrUnavailable).Err(), 3
	if job := w.createMeme(t); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED || w.provider.calls() != 1 {
		t.Errorf("%v after %d calls", job, w.provider.calls())
	}
}

// What media rejects is not offered again: it would be rejected until the job's time is over.
// Verifies PUB-7, PUB-9.
func TestStoreFailureFailsJob(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "IMAGE_JOB_DEADLINE=8s") // two attempts fit, also on a slow machine
	for name, c := range map[string]struct {
		failure   error
		want      string
		isRetried bool
	}{
		"no picture": {fault.New(fault.KindInvalid, "IMAGE_TYPE_INVALID", "Invalid image type"), "Invalid image type", false},
		"rejected":   {fault.New(fault.KindInvalid, "ARTWORK_INVALID", "no"), "Failed to upload image to storage", false},
		"bucket": {fault.New(fault.KindUnavailable, "STORAGE_UNAVAILABLE", "Storage bucket error"),
			"Storage bucket error", true},
		"media fails": {errors.New("out of order"), "Failed to upload image to storage", true},
	} {
		t.Run(name, func(t *testing.T) {
			w.media.mu.Lock()
			w.media.failure, w.media.failures = fault.ToStatus(c.failure).Err(), 0
			w.media.mu.Unlock()
			if job := w.createMeme(t); job.GetState() != generationv1.JobState_JOB_STATE_FAILED ||
				job.GetError().GetMessage() != c.want {
				t.Errorf("%v", job)
			}
			w.media.mu.Lock()
			defer w.media.mu.Unlock()
			if calls := -w.media.failures; (calls > 1) != c.isRetried {
				t.Errorf("%d attempts to store", calls)
			}
		})
	}
	if got := w.ledger(t); got["settled"] != 4 || len(got) != 1 {
		t.Errorf("ledger %v", got)
	}
}

func TestPossiblyPaidJobIsNotRetried(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.mu.Lock()
	w.provider.respond = func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	w.provider.mu.Unlock()
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the provider got the call", func() bool { return w.provider.calls() == 1 })
	// The worker dies during the call: its lease expires without renewal.
	pool := w.Database(t)
	testkit.Exec(t, pool, `UPDATE jobs SET holder = gen_random_uuid(), lease_until = now() - interval '1 s'`)
	testkit.Eventually(t, "the job failed visibly", func() bool {
		job, err = w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && job.GetState() == generationv1.JobState_JOB_STATE_FAILED
	})
	if job.GetError().GetMessage() != "Failed to generate image" || w.provider.calls() != 1 ||
		w.ledger(t)["unknown"] != 1 {
		t.Errorf("%v, asked %d times, ledger %v", job, w.provider.calls(), w.ledger(t))
	}
}

func TestKillAfterStoreLosesNothing(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	job := w.createMeme(t)
	// As if the worker had died between storing the picture and recording the job's end.
	pool := w.Database(t)
	testkit.Exec(t, pool,
		`UPDATE jobs SET state = 'running', result = NULL, finished_at = NULL, lease_until = now() - interval '1 s'`)
	testkit.EventuallyWithin(t, time.Minute, "the job has its picture again", func() bool {
		again, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && again.GetArtwork().GetObjectName() == job.GetArtwork().GetObjectName()
	})
	if w.provider.calls() != 1 {
		t.Errorf("the provider was called %d times", w.provider.calls())
	}
}

// A worker that was wrongly taken for dead may store its picture before its successor does: that
// one is the job's, and names its generator.
func TestFirstStoredPictureWins(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.media.first = &mediav1.Artwork{Id: "a", ObjectName: "ai-generations/first.png", Source: "composer",
		Generator: "the candle"}
	got := w.createMeme(t).GetArtwork()
	if got.GetObjectName() != "ai-generations/first.png" || got.GetSource() != "composer" ||
		got.GetGenerator() != "the candle" {
		t.Errorf("%v", got)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.mu.Lock()
	w.provider.respond = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	w.provider.mu.Unlock()
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the provider got the call", func() bool { return w.provider.calls() == 1 })
	job, err = w.client.CancelJob(withVisitor(t.Context(), ""), &generationv1.CancelJobRequest{JobId: job.GetId()})
	if err != nil || job.GetState() != generationv1.JobState_JOB_STATE_CANCELLED {
		t.Fatalf("%v, %v", job, err)
	}
	testkit.Eventually(t, "the call is canceled and counts as maybe paid",
		func() bool { return w.ledger(t)["unknown"] == 1 })
	if len(w.media.stored) != 0 {
		t.Error("a cancelled job stored a picture")
	}
}

// A process without workers leaves jobs to processes of `work`.
// Verifies OPS-15.
func TestServerWithoutWorkersQueuesJobs(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "WORKERS=0")
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	state := func() *generationv1.Job {
		now, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	testkit.Eventually(t, "it waits and has a position in the queue", func() bool {
		waiting := state()
		if waiting.GetState() != generationv1.JobState_JOB_STATE_QUEUED {
			t.Fatal(waiting)
		}
		return waiting.GetPosition() == 1
	})
	if err := spec.Run(t.Context(), w.Config(t), spec.Work); err == nil ||
		!strings.Contains(err.Error(), "WORKERS is 0") {
		t.Errorf("work without workers: %v", err)
	}
	w.set("WORKERS=1")
	w.StartWorkers(t)
	testkit.Eventually(t, "it is done",
		func() bool { return state().GetState() == generationv1.JobState_JOB_STATE_SUCCEEDED })
}

func TestOperatorAuthentication(t *testing.T) {
	t.Parallel()
	servicetest.CheckOperatorPort(t, newEnvironment(t).Instance)
}

// Verifies MEME-6.
func TestInvalidInputMakesNoJob(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	meme := func(action, scene, style string) *generationv1.CreateJobRequest {
		meme := &generationv1.MemeInput{Action: action, Scene: scene, Style: style}
		return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Meme{Meme: meme}}
	}
	pfp := func(change func(*generationv1.PfpInput)) *generationv1.CreateJobRequest {
		r := allTraits()
		change(r.GetPfp())
		return r
	}
	candles := strings.Repeat("🕯", 101) // 202 UTF-16 code units
	for name, c := range map[string]struct {
		r     *generationv1.CreateJobRequest
		field string
	}{
		"no action":      {meme(" ", "s", "Anime"), "meme.action"},
		"no scene":       {meme("a", "", "Anime"), "meme.scene"},
		"a long action":  {meme(candles, "s", "Anime"), "meme.action"},
		"a long style":   {meme("a", "s", strings.Repeat("x", 51)), "meme.style"},
		"a control code": {meme("a\x07", "s", "Anime"), "meme.action"},
		"no flame":       {pfp(func(p *generationv1.PfpInput) { p.Flame = "" }), "pfp.flame"},
		"another crown":  {pfp(func(p *generationv1.PfpInput) { p.Headwear = "tiara" }), "pfp.headwear"},
		"one feature": {pfp(func(p *generationv1.PfpInput) { p.Expression, p.Clothing, p.Headwear = "", "", "" }),
			"pfp"},
		"a seed below 0": {pfp(func(p *generationv1.PfpInput) { p.Seed = -1 }), "pfp.seed"},
	} {
		_, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), c.r)
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || len(e.Fields) == 0 ||
			e.Fields[0].Name != c.field {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()),
		&generationv1.CreateJobRequest{}); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("no input: %v", err)
	}
	if _, err := w.client.CreateJob(withVisitor(t.Context(), ""),
		surfing()); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("no key: %v", err)
	}
	if w.provider.calls() != 0 {
		t.Error("the provider got the call")
	}
}
