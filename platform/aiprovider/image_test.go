package aiprovider

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// png is what the first bytes of a PNG file are.
const png = "\x89PNG\r\n\x1a\n a picture"

func inBase64(b string) string { return base64.StdEncoding.EncodeToString([]byte(b)) }

// Verifies LIMIT-14.
func TestImageIsReadFromBase64OrDataURL(t *testing.T) {
	for name, c := range map[string]struct {
		answer  string
		reason  Reason
		payment Payment
	}{
		"base64":   {`{"data":[{"b64_json":"` + inBase64(png) + `"}]}`, "", ""},
		"data URL": {`{"data":[{"url":"data:image/png;base64,` + inBase64(png) + `"}]}`, "", ""},
		"data URL as base64": {`{"data":[{"b64_json":"data:image/png;base64,` + inBase64(png) +
			`","url":null}]}`, "", ""},
		"fields of other forms": {`{"created":"today","usage":7,"data":[{"b64_json":"` + inBase64(png) +
			`","revised_prompt":{}}]}`, "", ""},
		"data URL of letters": {`{"data":[{"url":"data:text/plain,hello"}]}`, ReasonNotAnImage, PaymentDue},
		"empty data URL":      {`{"data":[{"url":"data:"}]}`, ReasonNotAnImage, PaymentDue},
		"no list":             {`{}`, ReasonNoImage, PaymentDue},
		"empty list":          {`{"data":[]}`, ReasonNoImage, PaymentDue},
		"empty picture":       {`{"data":[{}]}`, ReasonNoImage, PaymentDue},
		"a number":            {`{"data":[{"b64_json":7}]}`, ReasonNoImage, PaymentDue},
		"no base64":           {`{"data":[{"b64_json":"%%"}]}`, ReasonNotAnImage, PaymentDue},
		"a web page": {`{"data":[{"b64_json":"` + inBase64("<!doctype html>") + `"}]}`,
			ReasonNotAnImage, PaymentDue},
		"an animation": {`{"data":[{"b64_json":"` + inBase64("GIF89a") + `"}]}`, ReasonNotAnImage,
			PaymentDue},
		"no JSON":           {`<html>`, ReasonUnreadable, PaymentUnknown},
		"half of an answer": {`{"data":[{"b64_js`, ReasonUnreadable, PaymentUnknown},
		"an error inside of success": {`{"error":{"message":"x","code":"moderation_blocked"}}`, ReasonRefused,
			PaymentUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			image, err := draw(t, serve(t, respondJSON(c.answer)))
			if wantError(t, err, c.reason, c.payment); (c.reason == "") != (string(image) == png) {
				t.Errorf("got %q", image)
			}
		})
	}
}

// What a picture took is as the provider counted, if it says so in a form that is known.
func TestTokensOfAPicture(t *testing.T) {
	for usage, want := range map[string]int64{
		`{"input_tokens":50,"output_tokens":1056,"total_tokens":1106}`: 1056, `null`: 0, `7`: 0, `{"output_tokens":"x"}`: 0,
	} {
		client := serve(t, respondJSON(`{"usage":`+usage+`,"data":[{"b64_json":"`+inBase64(png)+`"}]}`))
		picture, err := client.Image(t.Context(), ImageRequest{Model: "m"})
		if err != nil || picture.TokensOut != want || string(picture.Bytes) != png {
			t.Errorf("%s: %d tokens, %v", usage, picture.TokensOut, err)
		}
	}
}

func TestOversizedImageIsNotReadToItsEnd(t *testing.T) {
	for name, megabytes := range map[string]int{"over 10 MB": 12, "endless": 1 << 20} {
		t.Run(name, func(t *testing.T) {
			client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprintf(w, `{"data":[{"b64_json":"`)
				chunk := []byte(strings.Repeat("iVBORw0KGgoA", 1<<20/9))
				for range megabytes {
					if _, err := w.Write(chunk); err != nil {
						return
					}
				}
				fmt.Fprint(w, `"}]}`)
			})
			_, err := draw(t, client)
			wantError(t, err, ReasonTooLarge, PaymentDue)
		})
	}
}

func TestImageRequestIsInTheModelsDialect(t *testing.T) {
	for name, c := range map[string]struct {
		request ImageRequest
		want    map[string]any
	}{
		"legacy": {
			ImageRequest{Model: "dall-e-3", Dialect: DialectLegacy, Prompt: "a candle", Size: "1024x1024", User: "u"},
			map[string]any{"model": "dall-e-3", "prompt": "a candle", "n": 1.0, "quality": "standard",
				"response_format": "b64_json", "size": "1024x1024"},
		},
		"current": {
			ImageRequest{Model: "gpt-image-2.5-flare", Dialect: DialectCurrent, Prompt: "a candle", Quality: "medium",
				Size: "1024x1024", User: "u"},
			map[string]any{"model": "gpt-image-2.5-flare", "prompt": "a candle", "n": 1.0, "quality": "medium",
				"output_format": "png", "size": "1024x1024", "safety_identifier": "u"},
		},
		"current, nothing chosen": {
			ImageRequest{Model: "m", Dialect: DialectCurrent, Prompt: "a candle"},
			map[string]any{"model": "m", "prompt": "a candle", "n": 1.0, "output_format": "png"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]any{}
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_ = json.NewDecoder(r.Body).Decode(&got)
				respondJSON(`{"data":[{"b64_json":"`+inBase64(png)+`"}]}`)(w, r)
			})
			_, err := client.Image(t.Context(), c.request)
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}
