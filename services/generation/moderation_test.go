package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/postgres/migrations"
)

// strict answers as a provider who minds the word dark.
func strict(w http.ResponseWriter, texts []any) {
	results := []map[string]any{}
	for _, t := range texts {
		results = append(results, map[string]any{"flagged": strings.Contains(t.(string), "dark")})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"id": "m", "model": "m", "results": results})
}

// judged is a world whose provider judges texts; asked gives the texts of each request to it.
func judged(t *testing.T) (w *world, moderation generationv1.ModerationServiceClient, asked func() [][]any) {
	t.Helper()
	w = neighbours(t)
	texts := func(i int) []any {
		w.provider.mu.Lock()
		defer w.provider.mu.Unlock()
		return w.provider.bodies[i]["input"].([]any)
	}
	w.provider.answer = func(rw http.ResponseWriter, _ *http.Request) { strict(rw, texts(w.provider.calls()-1)) }
	testkit.Run(t, serve)
	servicetest.Await(t)
	return w, generationv1.NewModerationServiceClient(w.conn), func() (all [][]any) {
		for i := range w.provider.calls() {
			all = append(all, texts(i))
		}
		return all
	}
}

func TestTextsAreJudgedOnce(t *testing.T) {
	w, moderation, asked := judged(t)
	check := func(texts ...string) []bool {
		t.Helper()
		r, err := moderation.CheckTexts(ann(t.Context(), ""), &generationv1.CheckTextsRequest{Texts: texts})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetFlagged()
	}
	if got := check("gm", "a dark plan", " "); !slices.Equal(got, []bool{false, true, false}) {
		t.Errorf("got %v", got)
	}
	if got := check("a dark plan", "gn", "gm"); !slices.Equal(got, []bool{true, false, false}) {
		t.Errorf("got %v", got)
	}
	check("gn")
	check()
	if diff := cmp.Diff([][]any{{"gm", "a dark plan"}, {"gn"}}, asked()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	if got := slices.Sorted(maps.Keys(w.provider.bodies[0])); !slices.Equal(got, []string{"input", "model"}) || w.provider.bodies[0]["model"] != "omni-moderation-latest" {
		t.Errorf("what leaves the house: %v", w.provider.bodies[0])
	}
}

func TestWhatCannotBeJudged(t *testing.T) {
	w, moderation, _ := judged(t)
	check := func(texts ...string) *fault.Error {
		t.Helper()
		_, err := moderation.CheckTexts(t.Context(), &generationv1.CheckTextsRequest{Texts: texts})
		if fault.From(err) == nil {
			t.Fatalf("%.40q is judged", texts)
		}
		return fault.From(err)
	}
	for name, texts := range map[string][]string{"too many": make([]string, 17), "too long": {strings.Repeat("x", 2001)}} {
		if f := check(texts...); f.Reason != "TEXTS_INVALID" {
			t.Errorf("%s: %v", name, f)
		}
	}
	if n := w.provider.calls(); n != 0 {
		t.Errorf("the provider was asked %d times", n)
	}
	for name, answer := range map[string]http.HandlerFunc{
		"away":      status(500),
		"forgetful": func(w http.ResponseWriter, _ *http.Request) { strict(w, nil) },
		"no key":    status(401),
	} {
		w.provider.mu.Lock()
		w.provider.answer = answer
		w.provider.mu.Unlock()
		if f := check(name); f.Kind != fault.KindUnavailable {
			t.Errorf("%s: %v", name, f)
		}
	}
}

func TestModerationCanBeOff(t *testing.T) {
	conn := servicetest.Run(t, serve, migrations.Files, map[string]string{
		"AI_PROVIDERS_FILE": providersFile(t, "\n  moderation:\n    - {provider: openai, model: omni-moderation-latest}", "\n  moderation: []"),
		"AI_BASE_URL":       "http://127.0.0.1:9/v1", "AI_API_KEY": key, "MEDIA_ADDR": "127.0.0.1:9",
	})
	r, err := generationv1.NewModerationServiceClient(conn).CheckTexts(t.Context(), &generationv1.CheckTextsRequest{Texts: []string{"a dark plan"}})
	if err != nil || !slices.Equal(r.GetFlagged(), []bool{false}) {
		t.Errorf("%v, %v", r, err)
	}
}

func TestIndecentWishesAreRefused(t *testing.T) {
	w := setup(t)
	meme, script := surfing(), &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Script{Script: &generationv1.ScriptInput{
		Text: "a candle that is a sl.ut", Genre: generationv1.Genre_GENRE_COMEDY,
	}}}
	meme.GetMeme().Action, meme.GetMeme().Style = "yelling sl.ut", "Sl4t, sl.ut"
	halves := surfing()
	halves.GetMeme().Action, halves.GetMeme().Scene = "yelling sl", "ut"
	for _, c := range []struct {
		wish   *generationv1.CreateJobRequest
		fields []string
	}{{meme, []string{"meme.action", "meme.style"}}, {halves, []string{"meme.action", "meme.scene"}}, {script, []string{"script.text"}}} {
		_, err := w.client.CreateJob(ann(t.Context(), uuid.NewString()), c.wish)
		f := fault.From(err)
		if f == nil || f.Reason != "TEXT_INDECENT" {
			t.Fatalf("got %v", err)
		}
		var fields []string
		for _, field := range f.Fields {
			fields = append(fields, field.Name)
		}
		if !slices.Equal(fields, c.fields) {
			t.Errorf("got %q", fields)
		}
	}
	if w.provider.calls() != 0 {
		t.Error("they are made all the same")
	}
}
