package openai

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// flaggedPhrases are what this program minds, whatever stands around them: phrases that nobody means, so that tests can say them.
var flaggedPhrases = []string{"snuff every candle", "wax of the innocent", "all wicks must drown"}

// moderationModel begins the name of every model that judges texts.
const moderationModel = "omni-moderation-"

// maxTexts bounds the texts of one request.
const maxTexts = 32

// moderate judges texts. A mark in one of them does here what it does in a prompt.
func (h *handler) moderate(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		unreadable.write(w)
		return
	}
	model, texts, problem := readModerationRequest(body)
	if problem != nil {
		problem.write(w)
		return
	}
	results := []map[string]any{}
	for _, t := range texts {
		if f, argument := faultIn(t, nil); f != nil && !f(w, r, argument) {
			return
		}
		flagged := slices.ContainsFunc(flaggedPhrases, func(phrase string) bool { return strings.Contains(strings.ToLower(t), phrase) })
		results = append(results, map[string]any{
			"flagged": flagged, "categories": map[string]bool{"harassment": flagged}, "category_scores": map[string]float64{"harassment": score(flagged)},
		})
	}
	h.judged.Add(int64(len(texts)))
	writeJSON(w, http.StatusOK, map[string]any{"id": "modr-demo", "model": model, "results": results})
}

func score(flagged bool) float64 {
	if flagged {
		return 0.99
	}
	return 0.01
}

// readModerationRequest refuses what the provider would not take, and pictures, which it would.
func readModerationRequest(body []byte) (model string, texts []string, _ *problem) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(body, &given); err != nil || given == nil {
		return "", nil, unreadable
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if name != "model" && name != "input" {
			return "", nil, unknownParameter(name)
		}
	}
	if model = textOf(given["model"]); !strings.HasPrefix(model, moderationModel) {
		return "", nil, unknownModel(model)
	}
	if given["input"] == nil {
		return "", nil, missingParameter("input")
	}
	if one := textOf(given["input"]); one != "" {
		return model, []string{one}, nil
	}
	if json.Unmarshal(given["input"], &texts) != nil || len(texts) == 0 || len(texts) > maxTexts {
		return "", nil, invalidValue("input", "a text, or a list of 1 to 32 texts")
	}
	return model, texts, nil
}
