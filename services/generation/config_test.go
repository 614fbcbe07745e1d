package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcwick.example/platform/config"
	"mcwick.example/platform/testkit"
)

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

func TestNoBudgetIsNegative(t *testing.T) {
	for budget, valid := range map[string]bool{"0": true, "25000000": true, "-1": false} {
		testkit.Environment(t, map[string]string{
			"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": "http://x", "AI_API_KEY": key, "AI_BUDGET_MICRO_USD": budget,
		})
		if _, err := config.Load[configuration](); (err == nil) != valid {
			t.Errorf("%s: %v", budget, err)
		}
	}
}

// A key or an address that is set to nothing is as good as none.
func TestTheProviderIsNamed(t *testing.T) {
	for provider, want := range map[[2]string]string{
		{"http://x/v1", key}: "", {"https://x.example/v1", key}: "",
		{"http://x/v1", ""}: "AI_API_KEY must not be empty", {"", key}: "AI_BASE_URL must be an address", {"x.example/v1", key}: "AI_BASE_URL must be an address",
		{"ftp://x/v1", key}: "AI_BASE_URL must be an address",
	} {
		testkit.Environment(t, map[string]string{
			"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": provider[0], "AI_API_KEY": provider[1],
		})
		if _, err := config.Load[configuration](); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", provider, err)
		}
	}
}

func TestWorkers(t *testing.T) {
	for workers, valid := range map[string]bool{"0": true, "4": true, "-1": false} {
		testkit.Environment(t, map[string]string{
			"DATABASE_URL": "postgres://x", "MEDIA_ADDR": "x:1", "AI_BASE_URL": "http://x", "AI_API_KEY": key, "WORKERS": workers,
		})
		if _, err := config.Load[configuration](); (err == nil) != valid {
			t.Errorf("%s: %v", workers, err)
		}
	}
}

func TestPrices(t *testing.T) {
	file := filepath.Join(t.TempDir(), "prices.json")
	const others = `,"chats":[{"model":"gpt-5.4-mini","inputMicroUSD":1,"outputMicroUSD":1}],"speech":[{"model":"tts-1","microUSD":1}]}`
	const picture = `{"images":[{"model":"m","quality":"high","size":"1024x1024","microUSD":5}]`
	for prices, valid := range map[string]bool{
		"":                      true, // the prices that the program brings
		`{"images":[]` + others: false,
		picture + others:        true,
		picture + `}`:           false,
		picture + `,"chats":[{"model":"gpt-5.4-mini","inputMicroUSD":1,"outputMicroUSD":-1}],"speech":[{"model":"tts-1","microUSD":1}]}`:                     false,
		picture + `,"chats":[{"model":"gpt-5.4-mini","inputMicroUSD":1,"outputMicroUSD":1}],"speech":[{"model":"tts-2","microUSD":1}]}`:                      false,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","microUSD":-1}]` + others:                                                               false,
		`{"images":[{"model":"m","quality":"low","size":"1024x1024","microUSD":5}]` + others:                                                                 false,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","microUSD":5},{"model":"m","quality":"high","size":"1024x1024","microUSD":6}]` + others: false,
		`{"images":[{"model":"m","quality":"high","size":"1024x1024","micro":5}]` + others:                                                                   false,
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
