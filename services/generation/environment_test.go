package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

const key = "sk-very-secret"

// environment is a running generation service between a scripted provider and a fake media service
// that stores in memory.
type environment struct {
	*servicetest.Instance[configuration]
	client   generationv1.GenerationServiceClient
	pool     *pgxpool.Pool // on its database
	provider *fakeProvider
	media    *fakeMedia
	sounds   *fakeSpeechStore
}

// fakeProvider responds like an AI provider, with a handler that a test sets.
type fakeProvider struct {
	mu      sync.Mutex
	bodies  []map[string]any
	respond http.HandlerFunc
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
	answer(w, r)
}

func (p *fakeProvider) calls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.bodies)
}

// drawn begins as a PNG does; this service checks no more.
var drawn = []byte("\x89PNG\r\n\x1a\na picture")

func picture(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"created":1,"data":[{"b64_json":%q}]}`, base64.StdEncoding.EncodeToString(drawn))
}

func refusal(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"no","type":"x","code":"`+code+`"}}`, status)
	}
}

// body returns a handler that responds with these bytes.
func body(status int, media, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
}

func status(code int) http.HandlerFunc { return refusal(code, "y") }

func (m *fakeMedia) GetArtwork(_ context.Context, r *mediav1.GetArtworkRequest) (*mediav1.Artwork, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.stored {
		if s.GetArtworkId() == r.GetArtworkId() {
			return &mediav1.Artwork{Id: s.GetArtworkId(), ObjectName: "ai-generations/" + s.GetArtworkId() + ".png"},
				nil
		}
	}
	return nil, fault.ToStatus(fault.New(fault.KindNotFound, "ARTWORK_NOT_FOUND", "no")).Err()
}

type fakeMedia struct {
	mediav1.UnimplementedMediaServiceServer
	failure  error            // returned instead of storing
	failures int              // how often; 0 is always
	first    *mediav1.Artwork // what another worker of the job stored before
	mu       sync.Mutex
	stored   []*mediav1.StoreArtworkRequest
}

func (m *fakeMedia) StoreArtwork(_ context.Context, r *mediav1.StoreArtworkRequest) (*mediav1.Artwork, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failure != nil {
		failure := m.failure
		if m.failures--; m.failures == 0 {
			m.failure = nil
		}
		return nil, failure
	}
	m.stored = append(m.stored, r)
	if m.first != nil {
		return m.first, nil
	}
	return &mediav1.Artwork{Id: r.GetArtworkId(), ObjectName: "ai-generations/" + r.GetArtworkId() + ".png"}, nil
}

// prepareEnvironment returns a service that is not started yet, with its fakes, and settings
// (NAME=value) in its environment.
func prepareEnvironment(t testing.TB, settings ...string) *environment {
	t.Helper()
	w := &environment{provider: &fakeProvider{respond: picture}, media: &fakeMedia{},
		sounds: &fakeSpeechStore{stored: map[string]*mediav1.StoreSpeechRequest{}}}
	ai := httptest.NewServer(w.provider)
	t.Cleanup(ai.Close)
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	neighbor := grpc.NewServer()
	mediav1.RegisterMediaServiceServer(neighbor, w.media)
	mediav1.RegisterVideoServiceServer(neighbor, w.sounds)
	go func() { _ = neighbor.Serve(l) }()
	t.Cleanup(neighbor.Stop)

	environment := servicetest.OperatorEnvironment(t)
	maps.Copy(environment, map[string]string{
		"AI_BASE_URL": ai.URL + "/v1", "AI_API_KEY": key, "AI_PROVIDERS_FILE": "testdata/providers.yaml",
		"AI_BUDGET_BY_HOUR": "false",                                  // so that no test depends on the time of day
		"COMPOSER":          "false", "MEDIA_ADDR": l.Addr().String(), // without it failures are visible
	})
	w.Instance = servicetest.New(t, spec, environment)
	for _, setting := range settings {
		w.set(setting)
	}
	w.client, w.pool = generationv1.NewGenerationServiceClient(w.Conn), w.Database(t)
	return w
}

// set changes the environment of a service that is not started yet: NAME=value.
func (w *environment) set(setting string) {
	name, value, _ := strings.Cut(setting, "=")
	w.Environment[name] = value
}

// providersFile writes testdata/providers.yaml with changes: old and new texts in pairs.
func providersFile(t testing.TB, changes ...string) string {
	t.Helper()
	file, err := os.ReadFile("testdata/providers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(string(file), changes[i]) {
			t.Fatalf("%q is not in the file", changes[i])
		}
	}
	path := filepath.Join(t.TempDir(), "providers.yaml")
	testkit.WriteFile(t, path, strings.NewReplacer(changes...).Replace(string(file)))
	return path
}

// prepareEnvironmentWith is prepareEnvironment with a changed providers file, and optionally the
// composer.
func prepareEnvironmentWith(t testing.TB, composer bool, changes ...string) *environment {
	t.Helper()
	return prepareEnvironment(t, "AI_PROVIDERS_FILE="+providersFile(t, changes...), "COMPOSER="+
		strconv.FormatBool(composer))
}

// newEnvironmentWith is prepareEnvironmentWith for a running service.
func newEnvironmentWith(t testing.TB, composer bool, changes ...string) *environment {
	t.Helper()
	w := prepareEnvironmentWith(t, composer, changes...)
	w.Start(t)
	return w
}

// newEnvironment is prepareEnvironment for a running service.
func newEnvironment(t testing.TB, settings ...string) *environment {
	t.Helper()
	w := prepareEnvironment(t, settings...)
	w.Start(t)
	return w
}

func withVisitor(ctx context.Context, intent string) context.Context {
	return rpc.WithCaller(ctx, rpc.Caller{Visitor: "ann", IdempotencyKey: intent})
}

func surfing() *generationv1.CreateJobRequest {
	return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Meme{Meme: &generationv1.MemeInput{
		Action: "surfing", Scene: "a stormy sea", Style: "Anime",
	}}}
}

// failure is how the provider answers, and what becomes of the job that asked.
type failure struct {
	respond       http.HandlerFunc
	code, message string
	ledger        string // of each call
	calls         int
}

// checkFailure creates a job that fails.
func (w *environment) checkFailure(t *testing.T, c failure, r *generationv1.CreateJobRequest) {
	t.Helper()
	before, calls := w.ledger(t)[c.ledger], w.provider.calls()
	w.provider.respondWith(c.respond)
	job := w.awaitSuccess(t, r)
	if job.GetState() != generationv1.JobState_JOB_STATE_FAILED || job.GetError().GetCode() != c.code ||
		job.GetError().GetMessage() != c.message {
		t.Error(job)
	}
	if got := w.provider.calls() - calls; got != c.calls {
		t.Errorf("the provider was called %d times", got)
	}
	if got := w.ledger(t); got[c.ledger] != before+c.calls || got["sent"] != 0 {
		t.Errorf("ledger %v, want %d more %s", got, c.calls, c.ledger)
	}
}

// createMeme creates a meme job and waits for its end.
func (w *environment) createMeme(t *testing.T) *generationv1.Job {
	t.Helper()
	return w.awaitSuccess(t, surfing())
}

// awaitSuccess creates a job and waits for its success.
func (w *environment) awaitSuccess(t *testing.T, r *generationv1.CreateJobRequest) *generationv1.Job {
	t.Helper()
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), r)
	if err != nil {
		t.Fatal(err)
	}
	for seen := int32(0); ; seen = job.GetVersion() {
		job, err = w.client.WaitJob(withVisitor(t.Context(), ""),
			&generationv1.WaitJobRequest{JobId: job.GetId(), AfterVersion: seen, Wait: durationpb.New(5 * time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		if job.GetState() != generationv1.JobState_JOB_STATE_QUEUED &&
			job.GetState() != generationv1.JobState_JOB_STATE_RUNNING {
			return job
		}
	}
}

// ledger counts the calls by state.
func (w *environment) ledger(t *testing.T) map[string]int {
	t.Helper()
	rows, err := w.pool.Query(t.Context(), `SELECT state, count(*) FROM ai_calls GROUP BY state`)
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

// calls lists the ledger: each call's state, kind, model and price.
func (w *environment) calls(t *testing.T) (all []string) {
	t.Helper()
	rows, err := w.pool.Query(t.Context(),
		`SELECT concat_ws(' ', state, kind, model, price_micro_usd) FROM ai_calls ORDER BY sent_at`)
	if err != nil {
		t.Fatal(err)
	}
	all, err = pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// spending returns what is reserved and spent today.
func (w *environment) spending(t *testing.T) string {
	t.Helper()
	return testkit.QueryOne[string](t, w.pool,
		`SELECT format('reserved %s, spent %s', reserved_micro_usd, spent_micro_usd) FROM budget_days`)
}
