package openai

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"mcwick.example/deploy/demoai/internal/picture/contraband"
	"mcwick.example/platform/imagefile"
)

// flaggedPhrases are what this program flags in any text: harmless phrases, so that tests can
// contain them.
var flaggedPhrases = []string{"snuff every candle", "wax of the innocent", "all wicks must drown"}

// categories are those of the provider; what is flagged here is flagged as the first.
var categories = []string{
	"harassment", "harassment/threatening", "hate", "hate/threatening", "illicit", "illicit/violent", "self-harm",
	"self-harm/instructions",
	"self-harm/intent", "sexual", "sexual/minors", "violence", "violence/graphic",
}

// moderate judges texts, or a picture. A mark in a text does here what it does in a prompt.
func (h *handler) moderate(w http.ResponseWriter, r *http.Request) {
	request, problem := h.read(w, r, "moderations", "omni-moderation-latest")
	if problem != nil {
		problem.write(w)
		return
	}
	results := []map[string]any{}
	if encoded := pictureOf(request.given["input"]); encoded != nil {
		picture, err := imagefile.Decode(encoded)
		if err != nil {
			invalidValue("input", "invalid_image", "the image cannot be read").write(w)
			return
		}
		results = append(results, verdict("image", contraband.IsOn(picture)))
	}
	texts := textsOf(request.given["input"])
	for _, text := range texts {
		if h.fail(w, r, text, request.model, nil) {
			return
		}
		results = append(results, verdict("text", hasFlaggedPhrase(text)))
	}
	h.judged.Add(int64(len(results)))
	writeJSON(w, http.StatusOK, map[string]any{"id": "modr-" + uuid.NewString(), "model": request.name,
		"results": results})
}

func hasFlaggedPhrase(text string) bool {
	return slices.ContainsFunc(flaggedPhrases,
		func(phrase string) bool { return strings.Contains(strings.ToLower(text), phrase) })
}

// verdict is about one input of a type, text or image.
func verdict(inputType string, flagged bool) map[string]any {
	flags, scores, types := map[string]bool{}, map[string]float64{}, map[string][]string{}
	for _, c := range categories {
		flags[c], scores[c], types[c] = false, 0.0001, []string{inputType}
	}
	if flagged {
		flags[categories[0]], scores[categories[0]] = true, 0.99
	}
	return map[string]any{"flagged": flagged, "categories": flags, "category_scores": scores,
		"category_applied_input_types": types}
}

// pictureOf returns the bytes of the only picture of an input, nil for anything else.
func pictureOf(value json.RawMessage) []byte {
	var inputs []struct {
		Type     string `json:"type"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if json.Unmarshal(value, &inputs) != nil || len(inputs) != 1 || inputs[0].Type != "image_url" {
		return nil
	}
	_, encoded, ok := strings.Cut(inputs[0].ImageURL.URL, ";base64,")
	if !ok || !strings.HasPrefix(inputs[0].ImageURL.URL, "data:image/") {
		return nil
	}
	picture, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil
	}
	return picture
}
