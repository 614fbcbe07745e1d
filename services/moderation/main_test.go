package main

import (
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// Verifies MOD-2.
func TestTextsAreCheckedTogether(t *testing.T) {
	p, environment := startFakeProvider(t)
	client := startService(t, environment)
	for name, c := range map[string]struct {
		r    *moderationv1.CheckTextsRequest
		want []string
	}{
		"nothing": {&moderationv1.CheckTextsRequest{}, nil},
		"clean": {&moderationv1.CheckTextsRequest{Texts: []string{"gm", " ", "gn"}},
			[]string{"clean", "clean", "clean"}},
		"a word": {&moderationv1.CheckTextsRequest{Texts: []string{"gm", "you sl.ut", "a dark plan"}},
			[]string{"clean", "word", "clean"}},
		"a word over texts": {&moderationv1.CheckTextsRequest{Texts: []string{"gm", "you sl", "", "ut"}},
			[]string{"clean", "word", "clean", "word"}},
		"a meaning": {&moderationv1.CheckTextsRequest{Texts: []string{"gm", "a dark plan"}},
			[]string{"clean", "meaning"}},
		"a meaning over texts": {&moderationv1.CheckTextsRequest{Texts: []string{"a da", " ", "rk plan"}},
			[]string{"meaning", "clean", "meaning"}},
		"each by itself": {&moderationv1.CheckTextsRequest{Texts: []string{"a da", "rk plan", "you sl.ut",
			"a dark plan"}, ProviderOnly: true}, []string{"clean", "clean", "clean", "meaning"}},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(p.requests())
			if got := checkTexts(t, client, c.r); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if slices.Contains(c.want, "word") && len(p.requests()) != before {
				t.Errorf("a text that the word filter flags is sent to the provider: %q", p.requests()[before:])
			}
		})
	}
}

// Verifies MOD-3.
func TestVerdictsAreCached(t *testing.T) {
	p, environment := startFakeProvider(t)
	client := startService(t, environment)
	checkTexts(t, client, &moderationv1.CheckTextsRequest{Texts: []string{"gm", "a dark plan"}})
	checkTexts(t, client, &moderationv1.CheckTextsRequest{Texts: []string{"a dark plan"}})
	checkTexts(t, client, &moderationv1.CheckTextsRequest{Texts: []string{"gn", "gm"}, ProviderOnly: true})
	want := [][]any{{"gm", "a dark plan", "gm a dark plan", "gma dark plan"}, {"gn"}}
	if diff := cmp.Diff(want, p.requests()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	if got := slices.Sorted(maps.Keys(p.bodies[0])); !slices.Equal(got, []string{"input", "model"}) ||
		p.bodies[0]["model"] != "omni-moderation-latest" {
		t.Errorf("the provider receives %v", p.bodies[0])
	}
}

// Verifies MOD-3.
func TestCheckTextsErrors(t *testing.T) {
	p, environment := startFakeProvider(t)
	client := startService(t, environment)
	check := func(texts ...string) *fault.Error {
		t.Helper()
		_, err := client.CheckTexts(t.Context(), &moderationv1.CheckTextsRequest{Texts: texts})
		if fault.From(err) == nil {
			t.Fatalf("%.40q is judged", texts)
		}
		return fault.From(err)
	}
	for name, texts := range map[string][]string{"too many": make([]string, 17),
		"too long": {strings.Repeat("x", 2001)}} {
		if f := check(texts...); f.Reason != "TEXTS_INVALID" {
			t.Errorf("%s: %v", name, f)
		}
	}
	if n := len(p.requests()); n != 0 {
		t.Errorf("the provider was called %d times", n)
	}
	for name, answer := range map[string]http.HandlerFunc{
		"away":      failWith(500),
		"forgetful": func(w http.ResponseWriter, _ *http.Request) { writeVerdicts(w, nil) },
		"no key":    failWith(401),
		"silent":    func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		p.respondWith(answer)
		if f := check(name); f.Kind != fault.KindUnavailable {
			t.Errorf("%s: %v", name, f)
		}
	}
	if got := checkTexts(t, client, &moderationv1.CheckTextsRequest{Texts: []string{"you sl.ut"}}); !slices.Equal(got,
		[]string{"word"}) {
		t.Errorf("without the provider the word filter returns %q", got)
	}
}

// Without a key, or with an empty list of models, the word filter decides alone.
func TestWordFilterAloneWithoutProvider(t *testing.T) {
	_, environment := startFakeProvider(t)
	delete(environment, "AI_MODERATION_KEY")
	for name, file := range map[string]string{"no key": "", "no model": "providers: {}\ntasks: {moderation: []}"} {
		t.Run(name, func(t *testing.T) {
			of := maps.Clone(environment)
			if file != "" {
				of["AI_MODERATION_FILE"] = writeFile(t, file)
			}
			got := checkTexts(t, startService(t, of), &moderationv1.CheckTextsRequest{Texts: []string{"a dark plan"}})
			if !slices.Equal(got, []string{"clean"}) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Verifies MOD-3.
func TestDemoProviderFlagsTexts(t *testing.T) {
	addr := testkit.FreeAddr(t)
	testkit.StartProgram(t, testkit.BuildProgramAt(t, "../../deploy/demoai"), "HTTP_ADDR="+addr, "OPS_ADDR=",
		"API_KEY="+key)
	testkit.Eventually(t, "the provider answers", func() bool {
		resp, err := http.Get("http://" + addr + "/healthz")
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
	})
	client := startService(t, map[string]string{"AI_BASE_URL": "http://" + addr + "/v1", "AI_MODERATION_KEY": key})
	got := checkTexts(t, client, &moderationv1.CheckTextsRequest{Texts: []string{"gm", "Snuff every candle!"}})
	if !slices.Equal(got, []string{"clean", "meaning"}) {
		t.Errorf("got %q", got)
	}
}

func TestConfigurationValidation(t *testing.T) {
	const one = "providers: {p: {baseURL: http://p/v1, keyVariable: AI_MODERATION_KEY}}\ntasks:\n  moderation: [{provider: p, model: m}]\n"
	for name, c := range map[string]struct {
		environment map[string]string
		want        string
	}{
		"nothing":      {nil, ""},
		"a file":       {map[string]string{"AI_MODERATION_FILE": writeFile(t, one), "AI_MODERATION_KEY": key}, ""},
		"no file":      {map[string]string{"AI_MODERATION_FILE": filepath.Join(t.TempDir(), "gone")}, "no such file"},
		"an empty key": {map[string]string{"AI_MODERATION_KEY": ""}, "AI_MODERATION_KEY must not be empty"},
		"no address": {map[string]string{"AI_MODERATION_KEY": key, "AI_BASE_URL": "x"},
			"AI_BASE_URL must be an address"},
		"another task": {
			map[string]string{"AI_MODERATION_FILE": writeFile(t, one+
				"  speech: [{provider: p, model: m, price: {microUSD: 0}, source: s}]\n")},
			"tasks.speech is not read here: generation has it in AI_PROVIDERS_FILE",
		},
	} {
		t.Run(name, func(t *testing.T) {
			environment := map[string]string{"DATABASE_URL": "postgres://moderation:p@localhost/moderation",
				"KAFKA_BROKERS": "localhost:9092"}
			maps.Copy(environment, c.environment)
			testkit.SetEnvironment(t, environment)
			loaded, err := config.Load[configuration]()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err == nil && (!strings.HasPrefix(loaded.Summary(), "moderation 1: ") ||
				strings.Contains(loaded.Summary(), key)) {
				t.Errorf("the summary is %q", loaded.Summary())
			}
		})
	}
}

// The end of a model's life is a metric of the service that calls it.
func TestModelSunsetMetric(t *testing.T) {
	_, environment := startFakeProvider(t)
	environment["AI_MODERATION_FILE"] = writeFile(t, "providers: {p: {baseURL: "+environment["AI_BASE_URL"]+
		", keyVariable: AI_MODERATION_KEY}}\n"+
		"tasks:\n  moderation: [{provider: p, model: m, sunset: 2031-01-06}]\n")
	i := servicetest.New(t, spec, environment)
	i.Start(t)
	metrics := get(t, i.OpsURL("/metrics"))
	// 2031-01-06
	want := regexp.MustCompile(`mcwick_ai_model_sunset_seconds\{.*gen_ai_request_model="m".*task="moderation".*\} 1\.9254\d+e\+09`)
	if !want.MatchString(metrics) {
		t.Errorf("got %s", metrics)
	}
}

func writeFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "providers.yaml")
	testkit.WriteFile(t, path, text)
	return path
}
