package aiprovider

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestModerate(t *testing.T) {
	flagged := Verdict{Flagged: true, Categories: map[string]bool{"violence": true},
		Scores: map[string]float64{"harassment": 0.1, "violence": 0.9}}
	fine := Verdict{Categories: map[string]bool{}, Scores: map[string]float64{"harassment": 0.01, "violence": 0}}
	const results = `{"flagged":false,"categories":{"harassment":false,"violence":false,"illicit":null},"category_scores":{"harassment":0.01,"violence":0},"category_applied_input_types":{"violence":["text"]}},` +
		`{"flagged":true,"categories":{"harassment":false,"violence":true},"category_scores":{"harassment":0.1,"violence":0.9}}`
	for name, c := range map[string]struct {
		serve  http.HandlerFunc
		want   []Verdict
		reason Reason
		paid   Payment
	}{
		"both forms of a verdict": {respondJSON(`{"id":"modr-1","results":[` + results + `]}`),
			[]Verdict{fine, flagged}, "", ""},
		"one for two": {respondJSON(`{"results":[{"flagged":false}]}`), nil, ReasonUnreadable,
			PaymentUnknown},
		"three for two": {respondJSON(`{"results":[{"flagged":false},{"flagged":false},{"flagged":false}]}`),
			nil, ReasonUnreadable, PaymentUnknown},
		"nothing": {respondJSON(`{}`), nil, ReasonUnreadable, PaymentUnknown},
		"does not say whether": {respondJSON(`{"results":[{"flagged":false},{"categories":{"violence":true}}]}`), nil,
			ReasonUnreadable, PaymentUnknown},
		"says it in words": {respondJSON(`{"results":[{"flagged":false},{"flagged":"yes"}]}`), nil,
			ReasonUnreadable, PaymentUnknown},
		"a web page":   {respond(200, "text/html", "<html>"), nil, ReasonUnreadable, PaymentUnknown},
		"no such call": {http.NotFound, nil, ReasonModel, PaymentNone},
		"no such call, of another form": {respond(404, "application/json", `{"detail":"Not Found"}`), nil, ReasonModel,
			PaymentNone},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := serve(t, c.serve).Moderate(t.Context(),
				ModerationRequest{Model: "omni-moderation-latest", Texts: []string{"a", "b"}})
			wantError(t, err, c.reason, c.paid)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestModerateImage(t *testing.T) {
	const flagged = `{"flagged":true,"categories":{"violence":true},"category_scores":{"violence":0.9}}`
	for name, c := range map[string]struct {
		serve  http.HandlerFunc
		want   Verdict
		reason Reason
		paid   Payment
	}{
		"a verdict": {respondJSON(`{"results":[` + flagged + `]}`), Verdict{Flagged: true,
			Categories: map[string]bool{"violence": true}, Scores: map[string]float64{"violence": 0.9}}, "", ""},
		"two verdicts": {respondJSON(`{"results":[` + flagged + `,` + flagged + `]}`), Verdict{}, ReasonUnreadable,
			PaymentUnknown},
		"reads texts only": {respond(400, "application/json",
			`{"error":{"message":"this model does not support images","type":"invalid_request_error","param":"input"}}`),
			Verdict{}, ReasonRejected, PaymentNone},
	} {
		t.Run(name, func(t *testing.T) {
			var body map[string]any
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_ = json.NewDecoder(r.Body).Decode(&body)
				c.serve(w, r)
			})
			got, err := client.ModerateImage(t.Context(), ImageModerationRequest{Model: "m", Image: []byte(png)})
			wantError(t, err, c.reason, c.paid)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			sent := map[string]any{"model": "m", "input": []any{map[string]any{"type": "image_url",
				"image_url": map[string]any{
					"url": "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(png))}}}}
			if diff := cmp.Diff(sent, body); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
		})
	}
}
