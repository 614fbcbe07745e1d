package providersfile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"mcwick.example/platform/config"
)

const mix = `
providers:
  openai: {baseURL: https://api.openai.com/v1, baseURLVariable: AI_BASE_URL, keyVariable: AI_API_KEY}
  other: {baseURL: http://other:8080/v1}
  voice: {baseURLVariable: AI_VOICE_URL, keyVariable: AI_VOICE_KEY, algorithmic: true}
tasks:
  picture:
    - {provider: openai, model: drawer-2, quality: medium, price: {microUSD: 5, promptMicroUSD: 7}, source: a page, sunset: 2027-01-06}
    - {provider: other, model: drawer-1, dialect: legacy, quality: standard, timeout: 1m30s, price: {microUSD: 0}, source: our own}
  script:
    - {provider: other, model: writer, reasoningEffort: low, reasoningTokens: 500, price: {inputMicroUSD: 1, outputMicroUSD: 2}, source: a page}
  speech:
    - {provider: voice, model: espeak, price: {microUSD: 0}, source: our own}
`

func TestParse(t *testing.T) {
	f, err := Parse([]byte(mix))
	if err != nil {
		t.Fatal(err)
	}
	first, second := f.Tasks.Picture[0], f.Tasks.Picture[1]
	if first.Name() != "openai/drawer-2" || first.Dialect != "current" || first.Timeout != 110*time.Second ||
		first.Sunset.String() != "2027-01-06" || first.Price.PromptMicroUSD != 7 {
		t.Errorf("%+v", first)
	}
	if second.Dialect != "legacy" || second.Timeout != 90*time.Second || second.Sunset.String() != "" {
		t.Errorf("%+v", second)
	}
	if m := f.Tasks.Script[0]; m.ReasoningEffort != "low" || m.ReasoningTokens != 500 || m.Timeout != 30*time.Second ||
		m.Price.OutputMicroUSD != 2 {
		t.Errorf("%+v", m)
	}
	if m := f.Tasks.Speech[0]; m.Voice != "onyx" || len(f.Tasks.Moderation) != 0 {
		t.Errorf("%+v, %v", m, f.Tasks.Moderation)
	}
	if diff := cmp.Diff([]string{"AI_API_KEY", "AI_BASE_URL", "AI_VOICE_KEY", "AI_VOICE_URL"},
		f.Variables()); diff != "" {
		t.Error(diff)
	}
}

// The same file as JSON is the same.
func TestParseReadsJSON(t *testing.T) {
	var value any
	if err := yaml.Unmarshal([]byte(strings.ReplaceAll(mix, "2027-01-06", `"2027-01-06"`)), &value); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Parse([]byte(mix))
	if got, err := Parse(asJSON); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v: %s", err, cmp.Diff(want, got))
	}
}

// Verifies LIMIT-12.
func TestParseRejectsInvalidFiles(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"an unknown field": {"quality: medium", "quality: medium, qualty: high", "qualty"},
		"an unknown task":  {"  speech:", "  music:", "music"},
		"an unknown provider": {"provider: other, model: writer", "provider: nobody, model: writer",
			`no provider "nobody"`},
		"a model twice": {"provider: other, model: drawer-1", "provider: openai, model: drawer-2",
			"openai/drawer-2 is there twice"},
		"a negative price": {"microUSD: 5", "microUSD: -5", "/tasks/picture/0/price/microUSD"},
		"no price":         {"price: {microUSD: 5, promptMicroUSD: 7}, ", "", "price"},
		"a price of tokens alone": {"microUSD: 5, promptMicroUSD: 7", "microUSD: 0, outputMicroUSD: 30000000",
			"tasks.picture[0].price: outputMicroUSD"},
		"half a price":             {"inputMicroUSD: 1, ", "", "inputMicroUSD"},
		"no source of the price":   {", source: a page, sunset", ", sunset", "source"},
		"another dialect":          {"dialect: legacy", "dialect: latin", "/tasks/picture/1/dialect"},
		"an end that is no day":    {"2027-01-06", "soon", "/tasks/picture/0/sunset"},
		"a time without a unit":    {"1m30s", "'90'", "/tasks/picture/1/timeout"},
		"a provider without place": {"{baseURL: http://other:8080/v1}", "{}", "/providers/other"},
		"a key of any other name": {"keyVariable: AI_API_KEY", "keyVariable: DATABASE_URL",
			"/providers/openai/keyVariable"},
		"no tasks": {mix, "providers: {}", "tasks"},
		"text":     {mix, "hello", "object"},
		"no YAML":  {mix, "{", "line"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(mix, c.old) {
				t.Fatal("nothing is changed")
			}
			if _, err := Parse([]byte(strings.Replace(mix, c.old, c.new, 1))); err == nil ||
				!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "file:") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestReadNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "providers.yaml")
	if err := os.WriteFile(path, []byte("providers: {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func TestServers(t *testing.T) {
	f, err := Parse([]byte(mix))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		environment map[string]string
		want        string // the servers
		missing     string
		err         string
	}{
		"all": {map[string]string{"AI_API_KEY": "k", "AI_VOICE_URL": "http://v/v1", "AI_VOICE_KEY": "v"},
			"openai other voice", "", ""},
		"no key": {nil, "other", "AI_API_KEY AI_VOICE_KEY", ""},
		"no address": {map[string]string{"AI_API_KEY": "k", "AI_VOICE_KEY": "v"}, "openai other", "AI_VOICE_URL",
			""},
		"an empty key": {map[string]string{"AI_API_KEY": ""}, "other", "", "AI_API_KEY must not be empty"},
		"an empty address": {map[string]string{"AI_API_KEY": "k", "AI_BASE_URL": ""}, "other", "",
			"AI_BASE_URL must be an address"},
		"no real address": {map[string]string{"AI_API_KEY": "k", "AI_BASE_URL": "ftp://x/v1"}, "other", "",
			"AI_BASE_URL must be an address"},
		"a lost file": {map[string]string{"AI_API_KEY_FILE": "/nowhere"}, "other", "", "AI_API_KEY_FILE"},
	} {
		t.Run(name, func(t *testing.T) {
			servers, missing, err := f.Servers(c.environment)
			for _, want := range strings.Fields(c.want) {
				if _, ok := servers[want]; !ok {
					t.Errorf("%s is left out", want)
				}
			}
			for _, want := range strings.Fields(c.missing) {
				if !strings.Contains(strings.Join(missing, "\n"), want+" is not set") {
					t.Errorf("%q does not name %s", missing, want)
				}
			}
			if len(servers) != len(strings.Fields(c.want)) || (err == nil) != (c.err == "") || err != nil &&
				!strings.Contains(err.Error(), c.err) {
				t.Errorf("%v, %v", servers, err)
			}
		})
	}
	environment := config.Environment{"AI_API_KEY": "secret", "AI_BASE_URL": "http://proxy/v1"}
	if servers, _, err := f.Servers(environment); err != nil || servers["openai"].BaseURL != "http://proxy/v1" ||
		servers["openai"].Key.Reveal() != "secret" {
		t.Errorf("%v, %v", servers, err)
	}
}

// Verifies LIMIT-12.
func TestSummaryWarnsOfSunsets(t *testing.T) {
	f, err := Parse([]byte(mix))
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]string{
		"2026-11-01": "drawer-2, at most 1m50s a call; its provider ends it on 2027-01-06\n",
		"2026-12-07": "WARNING: its provider ends it on 2027-01-06, in 30 days",
		"2027-01-06": "WARNING: its provider ended it on 2027-01-06",
	} {
		now, _ := time.Parse(time.DateOnly, day)
		got := f.Summary(map[string]Server{"openai": {}}, now, "picture", "script", "speech", "moderation")
		for _, line := range []string{want, "script 1: other/writer, at most 30s a call; LEFT OUT",
			"moderation: no provider"} {
			if !strings.Contains(got, line) {
				t.Errorf("%s: %q is not in\n%s", day, line, got)
			}
		}
	}
}
