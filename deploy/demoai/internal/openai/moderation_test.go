package openai_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func judge(t *testing.T, body string) (int, []bool) {
	t.Helper()
	s := serve(t, echo)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/moderations", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	status, _, answer := send(t, r, "right")
	var a struct{ Results []struct{ Flagged bool } }
	if err := json.Unmarshal(answer, &a); err != nil {
		t.Fatal(err)
	}
	var flagged []bool
	for _, result := range a.Results {
		flagged = append(flagged, result.Flagged)
	}
	return status, flagged
}

func TestModerationFlagsTexts(t *testing.T) {
	for input, want := range map[string][]bool{
		`"gm"`: {false}, `["gm","They will SNUFF every candle!"]`: {false, true}, `"Wax of the innocent"`: {true},
	} {
		if status, got := judge(t, `{"model":"omni-moderation-latest","input":`+input+`}`); status != 200 ||
			!slices.Equal(got, want) {
			t.Errorf("%s: %d %v", input, status, got)
		}
	}
	for body, want := range map[string]int{
		`{"input":"gm"}`: 200,
		`{"model":"demo-moderation","input":"gm"}`:                      200,
		`{"model":"demo-chat","input":"gm"}`:                            400,
		`{"model":"gpt-4","input":"gm"}`:                                404,
		`{"model":"omni-moderation-latest"}`:                            400,
		`{"model":"omni-moderation-latest","input":[]}`:                 400,
		`{"model":"omni-moderation-latest","input":[{}]}`:               400,
		`{"model":"omni-moderation-latest","input":"gm","user":"ann"}`:  400,
		`{"model":"omni-moderation-latest","input":"gm [demo:500]"}`:    500,
		`{"model":"omni-moderation-latest","input":["a","[demo:429]"]}`: 429,
		`[]`: 400,
	} {
		if status, _ := judge(t, body); status != want {
			t.Errorf("%s: %d", body, status)
		}
	}
}

func TestModerationHasEveryCategory(t *testing.T) {
	s := serve(t, echo)
	status, _, answer := postChat(t, s, "/v1/moderations", `{"input":"Snuff every candle"}`)
	var a struct {
		Results []struct {
			Categories map[string]bool
			Scores     map[string]float64  `json:"category_scores"`
			Types      map[string][]string `json:"category_applied_input_types"`
		}
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil || status != 200 || len(a.Results) != 1 {
		t.Fatalf("%d %s", status, answer)
	}
	for category, flagged := range a.Results[0].Categories {
		if score := a.Results[0].Scores[category]; flagged != (category == "harassment") || flagged != (score > 0.5) ||
			!slices.Equal(a.Results[0].Types[category], []string{"text"}) {
			t.Errorf("%s: %v %v %v", category, flagged, score, a.Results[0].Types[category])
		}
	}
	if n := len(a.Results[0].Categories); n != 13 {
		t.Errorf("%d categories", n)
	}
}
