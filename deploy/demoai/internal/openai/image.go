package openai

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// check looks at one parameter's value.
type check func(name string, value json.RawMessage) *problem

// dialect is what one family of models takes. The lists hold what this program can answer, which is less than the real provider can:
// one square picture, as base64.
type dialect struct {
	parameters map[string]check
	required   []string
	legacy     bool
}

var legacyDialect = dialect{
	legacy: true,
	parameters: map[string]check{
		"model": text(100), "prompt": text(4000), "n": justOne, "size": oneOf("1024x1024"), "quality": oneOf("standard", "hd"),
		"style": oneOf("vivid", "natural"), "response_format": oneOf("b64_json"), "user": text(512),
	},
	// Without it the real provider answers with an address, which we do not have.
	required: []string{"prompt", "response_format"},
}

var currentDialect = dialect{
	parameters: map[string]check{
		"model": text(100), "prompt": text(32000), "n": justOne, "size": oneOf("1024x1024", "auto"), "quality": oneOf("low", "medium", "high", "auto"),
		"background": oneOf("opaque", "auto"), "moderation": oneOf("low", "auto"), "output_format": oneOf("png"), "user": text(512), "safety_identifier": text(512),
	},
	required: []string{"prompt"},
}

// dialectOf knows the models by name.
func dialectOf(model string) (dialect, bool) {
	switch {
	case model == "dall-e-3":
		return legacyDialect, true
	case strings.HasPrefix(model, "gpt-image-"):
		return currentDialect, true
	}
	return dialect{}, false
}

type imageRequest struct {
	model, prompt, quality string
	legacy                 bool
}

// readImageRequest refuses what the model would not take.
func readImageRequest(body []byte) (imageRequest, *problem) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(body, &given); err != nil || given == nil {
		return imageRequest{}, unreadable
	}
	maps.DeleteFunc(given, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	model := textOf(given["model"])
	d, ok := dialectOf(model)
	if !ok {
		return imageRequest{}, unknownModel(model)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		check, ok := d.parameters[name]
		if !ok {
			return imageRequest{}, unknownParameter(name)
		}
		if p := check(name, given[name]); p != nil {
			return imageRequest{}, p
		}
	}
	for _, name := range d.required {
		if given[name] == nil {
			return imageRequest{}, missingParameter(name)
		}
	}
	return imageRequest{
		model: model, prompt: textOf(given["prompt"]), quality: textOf(given["quality"]), legacy: d.legacy,
	}, nil
}

// answer is the response body. The current models report what they used, which the price is computed from.
func answer(r imageRequest, base64 string) map[string]any {
	body := map[string]any{"created": time.Now().Unix(), "data": []map[string]string{{"b64_json": base64}}}
	if r.legacy {
		return body
	}
	quality := r.quality
	if quality == "" || quality == "auto" {
		quality = "medium"
	}
	words, output := len(strings.Fields(r.prompt)), map[string]int{"low": 272, "medium": 1056, "high": 4160}[quality]
	body["background"], body["output_format"], body["size"], body["quality"] = "opaque", "png", "1024x1024", quality
	body["usage"] = map[string]any{
		"input_tokens": words, "output_tokens": output, "total_tokens": words + output,
		"input_tokens_details": map[string]int{"text_tokens": words, "image_tokens": 0},
	}
	return body
}

// textOf is the value of a JSON string, empty for anything else.
func textOf(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// text accepts a string of 1 to most characters.
func text(most int) check {
	return func(name string, value json.RawMessage) *problem {
		if s := textOf(value); s == "" || utf8.RuneCountInString(s) > most {
			return invalidValue(name, "a text of 1 to "+strconv.Itoa(most)+" characters")
		}
		return nil
	}
}

func oneOf(values ...string) check {
	return func(name string, value json.RawMessage) *problem {
		if !slices.Contains(values, textOf(value)) {
			return invalidValue(name, values...)
		}
		return nil
	}
}

func justOne(name string, value json.RawMessage) *problem {
	if string(value) != "1" {
		return invalidValue(name, "1")
	}
	return nil
}
