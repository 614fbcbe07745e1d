package openai_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mcwick.example/deploy/demoai/internal/picture"
)

func judge(t *testing.T, body string) (int, []bool) {
	t.Helper()
	status, _, answer := send(t, serve(t, echo), "right", http.MethodPost, "/v1/moderations", body)
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

// A picture that was drawn with the mark is flagged, as a picture without it is not.
func TestModerationFlagsPictures(t *testing.T) {
	s := serve(t, picture.Fixed(0))
	for prompt, want := range map[string]bool{"a candle": false, "a candle [demo:contraband]": true} {
		_, _, answer := post(t, s, "right", strings.Replace(legacyBody, "a candle", prompt, 1))
		var drawn struct {
			Data []struct {
				B64 string `json:"b64_json"`
			}
		}
		if err := json.Unmarshal(answer, &drawn); err != nil || len(drawn.Data) != 1 {
			t.Fatalf("%v: %.200s", err, answer)
		}
		status, _, answer2 := postChat(t, s, "/v1/moderations",
			`{"input":[{"type":"image_url","image_url":{"url":"data:image/png;base64,`+drawn.Data[0].B64+`"}}]}`)
		var a struct {
			Results []struct {
				Flagged bool
				Types   map[string][]string `json:"category_applied_input_types"`
			}
		}
		if err := json.Unmarshal([]byte(answer2), &a); err != nil || status != 200 || len(a.Results) != 1 ||
			a.Results[0].Flagged != want || !slices.Equal(a.Results[0].Types["harassment"], []string{"image"}) {
			t.Errorf("%s: %d %v %.300s", prompt, status, err, answer2)
		}
	}
	for name, input := range map[string]string{
		"an address":    `[{"type":"image_url","image_url":{"url":"https://x.example/1.png"}}]`,
		"no base64":     `[{"type":"image_url","image_url":{"url":"data:image/png;base64,?"}}]`,
		"no picture":    `[{"type":"image_url","image_url":{"url":"data:image/png;base64,aGVsbG8="}}]`,
		"two pictures":  `[{"type":"image_url"},{"type":"image_url"}]`,
		"an empty list": `[]`,
	} {
		if status, _, answer := postChat(t, s, "/v1/moderations", `{"input":`+input+`}`); status != 400 {
			t.Errorf("%s: %d %s", name, status, answer)
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
