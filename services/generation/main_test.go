package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/postgres/migrations"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

const key = "sk-very-secret"

// world is a running generation service between a scripted provider and a media service that remembers.
type world struct {
	client   generationv1.GenerationServiceClient
	provider *scriptedAI
	media    *mediaServer
	database string
}

// scriptedAI answers like an AI provider, by a function that a test sets.
type scriptedAI struct {
	mu     sync.Mutex
	bodies []map[string]any
	answer http.HandlerFunc
}

func (p *scriptedAI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Header.Get("Authorization") != "Bearer "+key {
		http.Error(w, `{"error":{"message":"bad request"}}`, http.StatusUnauthorized)
		return
	}
	p.mu.Lock()
	p.bodies = append(p.bodies, body)
	answer := p.answer
	p.mu.Unlock()
	answer(w, r)
}

func (p *scriptedAI) calls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.bodies)
}

func picture(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"created":1,"data":[{"b64_json":%q}]}`, base64.StdEncoding.EncodeToString([]byte("a picture")))
}

func refusal(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"no","type":"x","code":"`+code+`"}}`, status)
	}
}

func status(code int) http.HandlerFunc { return refusal(code, "y") }

func (m *mediaServer) GetArtwork(_ context.Context, r *mediav1.GetArtworkRequest) (*mediav1.Artwork, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.stored {
		if s.GetArtworkId() == r.GetArtworkId() {
			return &mediav1.Artwork{Id: s.GetArtworkId(), ObjectName: "ai-generations/" + s.GetArtworkId() + ".png"}, nil
		}
	}
	return nil, fault.ToStatus(fault.New(fault.KindNotFound, "ARTWORK_NOT_FOUND", "no")).Err()
}

type mediaServer struct {
	mediav1.UnimplementedMediaServiceServer
	failure error // instead of storing
	mu      sync.Mutex
	stored  []*mediav1.StoreArtworkRequest
}

func (m *mediaServer) StoreArtwork(_ context.Context, r *mediav1.StoreArtworkRequest) (*mediav1.Artwork, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failure != nil {
		return nil, m.failure
	}
	m.stored = append(m.stored, r)
	return &mediav1.Artwork{Id: r.GetArtworkId(), ObjectName: "ai-generations/" + r.GetArtworkId() + ".png"}, nil
}

// neighbours starts what the service needs and puts it into the environment.
func neighbours(t testing.TB) *world {
	t.Helper()
	w := &world{provider: &scriptedAI{answer: picture}, media: &mediaServer{}, database: testkit.DatabaseURL(t, migrations.Files)}
	ai := httptest.NewServer(w.provider)
	t.Cleanup(ai.Close)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	neighbour := grpc.NewServer()
	mediav1.RegisterMediaServiceServer(neighbour, w.media)
	go func() { _ = neighbour.Serve(l) }()
	t.Cleanup(neighbour.Stop)

	addr := testkit.FreeAddr(t)
	testkit.Environment(t, map[string]string{
		"GRPC_ADDR": addr, "OPS_ADDR": testkit.FreeAddr(t), "LOG_LEVEL": "error", "DATABASE_URL": w.database,
		"AI_BASE_URL": ai.URL + "/v1", "AI_API_KEY": key, "AI_IMAGE_DIALECT": "legacy", "AI_IMAGE_MODEL": "dall-e-3",
		"MEDIA_ADDR": l.Addr().String(),
	})
	conn, err := rpc.Dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	w.client = generationv1.NewGenerationServiceClient(conn)
	return w
}

// await waits until the service answers.
func (w *world) await(t testing.TB) {
	t.Helper()
	testkit.Eventually(t, "the service answers", func() bool {
		_, err := w.client.WaitJob(ann(t.Context(), ""), &generationv1.WaitJobRequest{JobId: uuid.NewString()})
		return errors.Is(err, jobs.ErrNotFound)
	})
}

func setup(t testing.TB) *world {
	t.Helper()
	w := neighbours(t)
	testkit.Run(t, func(ctx context.Context) error { return run(ctx, true) })
	w.await(t)
	return w
}

func ann(ctx context.Context, intent string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: "ann", IdempotencyKey: intent})
}

func surfing() *generationv1.CreateJobRequest {
	return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Meme{Meme: &generationv1.MemeInput{
		Action: "surfing", Scene: "a stormy sea", Style: "Watercolor",
	}}}
}

// draw creates a meme's job and watches it to its end.
func (w *world) draw(t *testing.T) *generationv1.Job {
	t.Helper()
	return w.fulfil(t, surfing())
}

// fulfil creates a job and watches it to its end.
func (w *world) fulfil(t *testing.T, r *generationv1.CreateJobRequest) *generationv1.Job {
	t.Helper()
	job, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), r)
	if err != nil {
		t.Fatal(err)
	}
	for seen := int32(0); ; seen = job.GetVersion() {
		job, err = w.client.WaitJob(ann(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId(), AfterVersion: seen, Wait: durationpb.New(5 * time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		if job.GetState() != generationv1.JobState_JOB_STATE_QUEUED && job.GetState() != generationv1.JobState_JOB_STATE_RUNNING {
			return job
		}
	}
}

// ledger counts the calls by state.
func (w *world) ledger(t *testing.T) map[string]int {
	t.Helper()
	rows, err := testkit.Connect(t, w.database).Query(t.Context(), `SELECT state, count(*) FROM ai_calls GROUP BY state`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	got := map[string]int{}
	for rows.Next() {
		var state string
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			t.Fatal(err)
		}
		got[state] = n
	}
	return got
}

func TestMemeIsDrawnAndStored(t *testing.T) {
	w := setup(t)
	job := w.draw(t)
	if job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED || job.GetArtwork().GetId() != job.GetId() {
		t.Fatalf("%v", job)
	}
	prompt, _ := w.provider.bodies[0]["prompt"].(string)
	for _, want := range []string{"surfing", "a stormy sea", "Watercolor"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the prompt %q lacks %q", prompt, want)
		}
	}
	if !strings.HasSuffix(prompt, "Don't place any text in the image.") {
		t.Errorf("the prompt ends %q", prompt)
	}
	delete(w.provider.bodies[0], "prompt")
	want := fmt.Sprint(map[string]any{"model": "dall-e-3", "n": 1.0, "quality": "standard", "response_format": "b64_json", "size": "1024x1024"})
	if got := fmt.Sprint(w.provider.bodies[0]); got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	stored := w.media.stored[0]
	if stored.GetVisitorId() != "ann" || !bytes.Equal(stored.GetImage(), []byte("a picture")) || stored.GetScene() != "a stormy sea" {
		t.Errorf("stored %v", stored)
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

func TestProfilePictureIsDrawnAndStored(t *testing.T) {
	w := setup(t)
	testkit.Complete(t, allTraits().GetPfp())
	job := w.fulfil(t, allTraits())
	if job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED || job.GetKind() != generationv1.JobKind_JOB_KIND_PFP {
		t.Fatalf("%v", job)
	}
	const traits = "Background: pastel-pink. Flame Color: purple. Base: black. Expression: chad-smile. Clothing: hoodie. Headwear: halo. " +
		"Accessories: eth-monocle. Variation: 42. Don't place any text in the image."
	if prompt, _ := w.provider.bodies[0]["prompt"].(string); !strings.HasSuffix(prompt, traits) {
		t.Errorf("asked for %q", prompt)
	}
	want := &mediav1.StoreArtworkRequest{
		ArtworkId: job.GetId(), VisitorId: "ann", Type: "pfp", Image: []byte("a picture"),
		Prompt: "McPFP Generation", Action: "Generated PFP", Scene: "Profile Picture", Style: "pfp", Seed: 42,
		Traits: map[string]string{
			"background": "pastel-pink", "flame": "purple", "base": "black", "expression": "chad-smile", "clothing": "hoodie",
			"headwear": "halo", "accessory": "eth-monocle",
		},
	}
	testkit.Complete(t, want)
	if diff := cmp.Diff(want, w.media.stored[0], protocmp.Transform()); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	w.provider.mu.Lock()
	w.provider.answer = status(500)
	w.provider.mu.Unlock()
	if job := w.fulfil(t, allTraits()); job.GetError().GetCode() != "IMAGE_FAILED" || job.GetError().GetMessage() != "Failed to generate image" {
		t.Errorf("%v", job)
	}
}

func TestProviderFailures(t *testing.T) {
	t.Setenv("AI_IMAGE_TIMEOUT", "2s")
	w := setup(t)
	cases := map[string]struct {
		answer  http.HandlerFunc
		code    string
		message string
		ledger  string // each call's entry
	}{
		"not paid":                  {refusal(429, "insufficient_quota"), "PROVIDER_QUOTA", "Failed to generate image", "failed"},
		"wrong key":                 {status(401), "PROVIDER_KEY", "OpenAI API key is not configured", "failed"},
		"refused":                   {refusal(400, "moderation_blocked"), "PROMPT_REFUSED", "Failed to generate image", "failed"},
		"refused by an older model": {refusal(400, "content_policy_violation"), "PROMPT_REFUSED", "Failed to generate image", "failed"},
		"misunderstood":             {status(400), "REQUEST_REJECTED", "Failed to generate image", "failed"},
		"no such model":             {status(404), "REQUEST_REJECTED", "Failed to generate image", "failed"},
		"silent":                    {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "PROVIDER_TIMEOUT", "Request timed out", "unknown"},
		"broken":                    {status(500), "IMAGE_FAILED", "Failed to generate image", "unknown"},
		"no data": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"data":[]}`)
		}, "IMAGE_MISSING", "No image data in OpenAI response", "settled"},
		"not base64": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"data":[{"b64_json":"%%"}]}`)
		}, "IMAGE_TYPE_INVALID", "Invalid image type", "settled"},
		"cut connection": {func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, "PROVIDER_NETWORK", "Network error occurred", "unknown"},
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
			before, calls := w.ledger(t)[c.ledger], w.provider.calls()
			w.provider.mu.Lock()
			w.provider.answer = c.answer
			w.provider.mu.Unlock()
			job := w.draw(t)
			if job.GetState() != generationv1.JobState_JOB_STATE_FAILED || job.GetError().GetCode() != c.code || job.GetError().GetMessage() != c.message {
				t.Errorf("%v", job)
			}
			if w.provider.calls() != calls+1 {
				t.Errorf("the provider was asked %d times", w.provider.calls()-calls)
			}
			if got := w.ledger(t); got[c.ledger] != before+1 || got["sent"] != 0 {
				t.Errorf("ledger %v, want one more %s", got, c.ledger)
			}
		})
	}
}

func TestACallThatWasNotTakenIsRepeated(t *testing.T) {
	w := setup(t)
	answers := func(list ...http.HandlerFunc) {
		var next atomic.Int32
		w.provider.mu.Lock()
		defer w.provider.mu.Unlock()
		w.provider.answer = func(rw http.ResponseWriter, r *http.Request) { list[next.Add(1)-1](rw, r) }
	}
	answers(status(429), status(503), picture)
	if job := w.draw(t); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["failed"] != 2 || got["settled"] != 1 || len(got) != 2 {
		t.Errorf("ledger %v", got)
	}
	answers(status(503), status(429), status(503), picture)
	if job := w.draw(t); job.GetError().GetCode() != "PROVIDER_BUSY" || job.GetError().GetMessage() != "Failed to generate image" {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["failed"] != 5 || got["settled"] != 1 || w.provider.calls() != 6 {
		t.Errorf("ledger %v after %d calls", got, w.provider.calls())
	}
}

func TestAProviderThatIsNotThereIsAskedAgain(t *testing.T) {
	w := neighbours(t)
	t.Setenv("AI_BASE_URL", "http://"+testkit.FreeAddr(t)+"/v1")
	testkit.Run(t, func(ctx context.Context) error { return run(ctx, true) })
	w.await(t)
	if job := w.draw(t); job.GetError().GetCode() != "PROVIDER_UNREACHABLE" || job.GetError().GetMessage() != "Network error occurred" {
		t.Errorf("%v", job)
	}
	if got := w.ledger(t); got["failed"] != 3 || len(got) != 1 {
		t.Errorf("ledger %v", got)
	}
}

func TestAPictureThatIsNotStored(t *testing.T) {
	w := setup(t)
	for name, c := range map[string]struct {
		failure error
		want    string
	}{
		"no picture":  {fault.New(fault.KindInvalid, "IMAGE_TYPE_INVALID", "Invalid image type"), "Invalid image type"},
		"bucket":      {fault.New(fault.KindUnavailable, "STORAGE_UNAVAILABLE", "Storage bucket error"), "Storage bucket error"},
		"media fails": {errors.New("out of order"), "Failed to upload image to storage"},
	} {
		t.Run(name, func(t *testing.T) {
			w.media.mu.Lock()
			w.media.failure = fault.ToStatus(c.failure).Err()
			w.media.mu.Unlock()
			if job := w.draw(t); job.GetState() != generationv1.JobState_JOB_STATE_FAILED || job.GetError().GetMessage() != c.want {
				t.Errorf("%v", job)
			}
		})
	}
	if got := w.ledger(t); got["settled"] != 3 || len(got) != 1 {
		t.Errorf("ledger %v", got)
	}
}

func TestConfiguration(t *testing.T) {
	for times, valid := range map[[2]string]bool{
		{"120s", "120s"}: true, {"1s", "5m"}: true, {"0s", "1s"}: false, {"10s", "9s"}: false, {"1s", "6m"}: false,
	} {
		t.Run(strings.Join(times[:], " of "), func(t *testing.T) {
			testkit.Environment(t, map[string]string{
				"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": "http://x", "AI_API_KEY": key,
				"AI_IMAGE_TIMEOUT": times[0], "IMAGE_JOB_DEADLINE": times[1],
			})
			if _, err := config.Load[configuration](); (err == nil) != valid {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestPrices(t *testing.T) {
	file := filepath.Join(t.TempDir(), "prices.json")
	for prices, valid := range map[string]bool{
		"":              true, // the prices that the program brings
		`{"images":[]}`: false,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","microUSD":5}]}`:                                                                true,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","microUSD":-1}]}`:                                                               false,
		`{"images":[{"model":"m","quality":"low","size":"1024x1024","microUSD":5}]}`:                                                                 false,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","microUSD":5},{"model":"m","quality":"high","size":"1024x1024","microUSD":6}]}`: false,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","micro":5}]}`:                                                                   false,
	} {
		environment := map[string]string{"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": "http://x", "AI_API_KEY": key}
		if prices != "" {
			environment["AI_IMAGE_MODEL"], environment["AI_IMAGE_QUALITY"], environment["AI_PRICES_FILE"] = "m", "high", file
			if err := os.WriteFile(file, []byte(prices), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Run(prices, func(t *testing.T) {
			testkit.Environment(t, environment)
			if _, err := config.Load[configuration](); (err == nil) != valid {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAJobThatMayHavePaidIsNotSentAgain(t *testing.T) {
	w := setup(t)
	w.provider.mu.Lock()
	w.provider.answer = func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	w.provider.mu.Unlock()
	job, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the provider was asked", func() bool { return w.provider.calls() == 1 })
	// The worker dies with the call under way: its lease runs out and nobody renews it.
	pool := testkit.Connect(t, w.database)
	if _, err := pool.Exec(t.Context(), `UPDATE jobs SET holder = gen_random_uuid(), lease_until = now() - interval '1 s'`); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the job failed visibly", func() bool {
		job, err = w.client.WaitJob(ann(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && job.GetState() == generationv1.JobState_JOB_STATE_FAILED
	})
	if job.GetError().GetMessage() != "Failed to generate image" || w.provider.calls() != 1 || w.ledger(t)["unknown"] != 1 {
		t.Errorf("%v, asked %d times, ledger %v", job, w.provider.calls(), w.ledger(t))
	}
}

func TestAWorkerThatDiedAfterStoringLosesNothing(t *testing.T) {
	w := setup(t)
	job := w.draw(t)
	// As if the worker had died between storing the picture and writing down the job's end.
	pool := testkit.Connect(t, w.database)
	if _, err := pool.Exec(t.Context(), `UPDATE jobs SET state = 'running', result = NULL, finished_at = NULL, lease_until = now() - interval '1 s'`); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the job has its picture again", func() bool {
		again, err := w.client.WaitJob(ann(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && again.GetArtwork().GetObjectName() == job.GetArtwork().GetObjectName()
	})
	if w.provider.calls() != 1 {
		t.Errorf("the provider was asked %d times", w.provider.calls())
	}
}

func TestCancel(t *testing.T) {
	w := setup(t)
	w.provider.mu.Lock()
	w.provider.answer = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	w.provider.mu.Unlock()
	job, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), surfing())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the provider was asked", func() bool { return w.provider.calls() == 1 })
	job, err = w.client.CancelJob(ann(t.Context(), ""), &generationv1.CancelJobRequest{JobId: job.GetId()})
	if err != nil || job.GetState() != generationv1.JobState_JOB_STATE_CANCELLED {
		t.Fatalf("%v, %v", job, err)
	}
	testkit.Eventually(t, "the call is given up and counts as maybe paid", func() bool { return w.ledger(t)["unknown"] == 1 })
	if len(w.media.stored) != 0 {
		t.Error("a cancelled job stored a picture")
	}
}

func TestBadInputMakesNoJob(t *testing.T) {
	w := setup(t)
	meme := func(action, scene, style string) *generationv1.CreateJobRequest {
		return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Meme{Meme: &generationv1.MemeInput{Action: action, Scene: scene, Style: style}}}
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
		"one feature":    {pfp(func(p *generationv1.PfpInput) { p.Expression, p.Clothing, p.Headwear = "", "", "" }), "pfp"},
		"a seed below 0": {pfp(func(p *generationv1.PfpInput) { p.Seed = -1 }), "pfp.seed"},
	} {
		_, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), c.r)
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || len(e.Fields) == 0 || e.Fields[0].Name != c.field {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), &generationv1.CreateJobRequest{}); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("no input: %v", err)
	}
	if _, err := w.client.CreateJob(ann(t.Context(), ""), surfing()); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("no key: %v", err)
	}
	if w.provider.calls() != 0 {
		t.Error("the provider was asked")
	}
}

func TestTheKeyIsInNoDump(t *testing.T) {
	t.Setenv("AI_API_KEY", key)
	var b bytes.Buffer
	c := configuration{}
	c.Provider.Key = key
	slog.New(slog.NewJSONHandler(&b, nil)).Info("configuration", "c", c, "p", c.Provider)
	fmt.Fprintf(&b, "%v %+v %#v", c, c, c.Provider)
	if strings.Contains(b.String(), key) {
		t.Error(b.String())
	}
}
