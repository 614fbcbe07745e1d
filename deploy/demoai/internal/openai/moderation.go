package openai

import (
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
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

// moderate judges texts. A mark in one of them does here what it does in a prompt.
func (h *handler) moderate(w http.ResponseWriter, r *http.Request) {
	request, problem := h.read(w, r, "moderations", "omni-moderation-latest")
	if problem != nil {
		problem.write(w)
		return
	}
	texts := textsOf(request.given["input"])
	results := []map[string]any{}
	for _, text := range texts {
		if h.fail(w, r, text, request.model, nil) {
			return
		}
		results = append(results, verdict(text))
	}
	h.judged.Add(int64(len(texts)))
	writeJSON(w, http.StatusOK, map[string]any{"id": "modr-" + uuid.NewString(), "model": request.name,
		"results": results})
}

func verdict(text string) map[string]any {
	flagged := slices.ContainsFunc(flaggedPhrases,
		func(phrase string) bool { return strings.Contains(strings.ToLower(text), phrase) })
	flags, scores, types := map[string]bool{}, map[string]float64{}, map[string][]string{}
	for _, c := range categories {
		flags[c], scores[c], types[c] = false, 0.0001, []string{"text"}
	}
	if flagged {
		flags[categories[0]], scores[categories[0]] = true, 0.99
	}
	return map[string]any{"flagged": flagged, "categories": flags, "category_scores": scores,
		"category_applied_input_types": types}
}
