package openai

import (
	"strings"
	"time"
)

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
		"model": text(100), "prompt": text(32000), "n": justOne, "size": oneOf("1024x1024", "auto"), "quality": oneOf("low", "medium", "high", "xhigh", "max", "auto"),
		"background": oneOf("opaque", "auto"), "moderation": oneOf("low", "auto"), "output_format": oneOf("png"), "user": text(512), "safety_identifier": text(512),
	},
	required: []string{"prompt"},
}

// dialectOf knows the models by name.
func dialectOf(model string) (dialect, bool) {
	switch {
	case model == "dall-e-3":
		return legacyDialect, true
	case strings.HasPrefix(model, "gpt-image-2"): // its predecessors were ended on 2026-10-23 and 2026-12-01
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
	given, p := parameters(body)
	if p != nil {
		return imageRequest{}, p
	}
	model := textOf(given["model"])
	d, ok := dialectOf(model)
	if !ok {
		return imageRequest{}, unknownModel(model)
	}
	if p := checked(given, d.required, d.parameters); p != nil {
		return imageRequest{}, p
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
	words, output := len(strings.Fields(r.prompt)), map[string]int{"low": 196, "medium": 439, "high": 1756, "xhigh": 3122, "max": 7024}[quality]
	body["background"], body["output_format"], body["size"], body["quality"] = "opaque", "png", "1024x1024", quality
	body["usage"] = map[string]any{
		"input_tokens": words, "output_tokens": output, "total_tokens": words + output,
		"input_tokens_details": map[string]int{"text_tokens": words, "image_tokens": 0},
	}
	return body
}
