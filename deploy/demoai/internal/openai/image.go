package openai

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"strings"
	"time"

	"mcwick.example/deploy/demoai/internal/picture/contraband"
)

func (h *handler) generate(w http.ResponseWriter, r *http.Request) {
	request, problem := h.read(w, r, "images/generations", "")
	if problem != nil {
		problem.write(w)
		return
	}
	prompt := textOf(request.given["prompt"])
	if h.fail(w, r, prompt, request.model, imageFaults) {
		return
	}
	start := time.Now()
	picture, err := h.generators.Paint(r.Context(), prompt)
	if err != nil {
		h.log.ErrorContext(r.Context(), "no picture", "error", err)
		serverError.write(w)
		return
	}
	if h.markIn(prompt, request.model).name == "contraband" {
		if picture, err = withContraband(picture); err != nil {
			h.log.ErrorContext(r.Context(), "no pattern on the picture", "error", err)
			serverError.write(w)
			return
		}
	}
	h.images.Add(1)
	h.log.InfoContext(r.Context(), "picture drawn", "gen_ai.request.model", request.name, "duration_ms",
		time.Since(start).Milliseconds())
	writeJSON(w, http.StatusOK, imageAnswer(request, prompt, base64.StdEncoding.EncodeToString(picture)))
}

// withContraband returns a PNG with the pattern that moderation flags.
func withContraband(file []byte) ([]byte, error) {
	decoded, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	m := image.NewRGBA(decoded.Bounds())
	draw.Draw(m, m.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	contraband.Draw(m)
	var b bytes.Buffer
	err = png.Encode(&b, m)
	return b.Bytes(), err
}

// imageTokens are what a picture of 1024 × 1024 costs, by its quality.
var imageTokens = map[string]int{"low": 196, "medium": 439, "high": 1756, "xhigh": 3122, "max": 7024}

// imageAnswer is the response body. The current models report what they used, which the price is
// computed from.
func imageAnswer(r *request, prompt, base64 string) map[string]any {
	if r.isLegacy() {
		return map[string]any{"created": time.Now().Unix(),
			"data": []map[string]string{{"b64_json": base64, "revised_prompt": prompt}}}
	}
	quality := cmp.Or(textOf(r.given["quality"]), "auto")
	if quality == "auto" {
		quality = "medium"
	}
	words, output := len(strings.Fields(prompt)), imageTokens[quality]
	return map[string]any{
		"created": time.Now().Unix(), "data": []map[string]string{{"b64_json": base64}},
		"background": "opaque", "output_format": "png", "size": "1024x1024", "quality": quality,
		"usage": map[string]any{
			"input_tokens": words, "output_tokens": output, "total_tokens": words + output,
			"input_tokens_details":  map[string]int{"text_tokens": words, "image_tokens": 0},
			"output_tokens_details": map[string]int{"text_tokens": 0, "image_tokens": output},
		},
	}
}
