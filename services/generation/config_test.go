package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"mcwick.example/platform/config"
	"mcwick.example/services/generation/internal/provider"
)

func TestDeadlineLimits(t *testing.T) {
	for deadline, valid := range map[string]bool{"120s": true, "5m": true, "0s": false, "-1s": false, "6m": false} {
		for _, name := range []string{"IMAGE_JOB_DEADLINE", "SCRIPT_JOB_DEADLINE", "SPEECH_JOB_DEADLINE"} {
			t.Run(name+" "+deadline, func(t *testing.T) {
				environment := config.Environment{"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1",
					"AI_API_KEY": key, name: deadline}
				if _, err := config.Parse[configuration](environment); (err == nil) != valid {
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

func TestNegativeBudgetIsRejected(t *testing.T) {
	for budget, valid := range map[string]bool{"0": true, "25000000": true, "-1": false} {
		environment := config.Environment{
			"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": "http://x", "AI_API_KEY": key,
			"AI_BUDGET_MICRO_USD": budget,
		}
		if _, err := config.Parse[configuration](environment); (err == nil) != valid {
			t.Errorf("%s: %v", budget, err)
		}
	}
}

// A key or URL that is set to an empty value is an error.
func TestProviderIsRequired(t *testing.T) {
	for provider, want := range map[[2]string]string{
		{"http://x/v1", key}: "", {"https://x.example/v1", key}: "",
		{"http://x/v1", ""}: "AI_API_KEY must not be empty", {"", key}: "AI_BASE_URL must be an address",
		{"x.example/v1", key}: "AI_BASE_URL must be an address",
		{"ftp://x/v1", key}:   "AI_BASE_URL must be an address",
	} {
		environment := config.Environment{
			"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": provider[0], "AI_API_KEY": provider[1],
		}
		if _, err := config.Parse[configuration](environment); (err == nil) != (want == "") || err != nil &&
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", provider, err)
		}
	}
}

func TestWorkers(t *testing.T) {
	for workers, valid := range map[string]bool{"0": true, "4": true, "-1": false} {
		environment := config.Environment{
			"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": "http://x", "AI_API_KEY": key,
			"WORKERS": workers,
		}
		if _, err := config.Parse[configuration](environment); (err == nil) != valid {
			t.Errorf("%s: %v", workers, err)
		}
	}
}

// Without any key the service starts: the composer still draws.
func TestMissingKeyIsValid(t *testing.T) {
	environment := config.Environment{"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1"}
	c, err := config.Parse[configuration](environment)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"picture 1: openai/gpt-image-2.5-flare", "LEFT OUT",
		"composer: draws what no model draws"} {
		if !strings.Contains(c.Summary(), want) {
			t.Errorf("%q is not in\n%s", want, c.Summary())
		}
	}
}

func TestProvidersFileValidation(t *testing.T) {
	for name, c := range map[string]struct {
		path string
		want string
	}{
		"a valid file":     {providersFile(t), ""},
		"none":             {filepath.Join(t.TempDir(), "gone"), "no such file"},
		"no price":         {providersFile(t, "price: {microUSD: 40000}, ", ""), "price"},
		"an unknown field": {providersFile(t, "dialect", "dialekt"), "dialekt"},
	} {
		t.Run(name, func(t *testing.T) {
			environment := config.Environment{"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_API_KEY": key,
				"AI_PROVIDERS_FILE": c.path}
			if _, err := config.Parse[configuration](environment); (err == nil) != (c.want == "") || err != nil &&
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A variable of an older release is not ignored: the error says where its value belongs now.
// Verifies LIMIT-12.
func TestRemovedVariablesAreRejected(t *testing.T) {
	for name, want := range map[string]string{
		"AI_IMAGE_MODEL": "tasks.picture[0].model", "AI_CHAT_DIALECT": "tasks.script[0].dialect",
		"AI_SPEECH_TIMEOUT": "tasks.speech[0].timeout",
		"AI_PRICES_FILE":    "price",
	} {
		t.Run(name, func(t *testing.T) {
			environment := config.Environment{"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_API_KEY": key,
				name: "x"}
			_, err := config.Parse[configuration](environment)
			if err == nil || !strings.Contains(err.Error(), name+
				" is not read any more: AI_PROVIDERS_FILE has it as ") || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestModerationTaskIsRejected(t *testing.T) {
	environment := config.Environment{"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_API_KEY": key,
		"AI_MODERATION": "off"}
	_, err := config.Parse[configuration](environment)
	if err == nil || !strings.Contains(err.Error(),
		"AI_MODERATION is not read any more: the moderation service has it as tasks.moderation of AI_MODERATION_FILE") {
		t.Errorf("got %v", err)
	}
}

func TestKeyIsRedacted(t *testing.T) {
	c, err := config.Parse[configuration](config.Environment{"AI_API_KEY": key, "DATABASE_URL": "postgres://x",
		"MEDIA_ADDR": "x:1"})
	if err != nil {
		t.Fatal(err)
	}
	ai, err := provider.Open(c.Providers)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("configuration", "c", c, "p", c.Providers, "ai", ai)
	fmt.Fprintf(&b, "%v %+v %#v %v %+v %s", c, c, c.Providers, ai, ai, c.Summary())
	if strings.Contains(b.String(), key) {
		t.Error(b.String())
	}
}
