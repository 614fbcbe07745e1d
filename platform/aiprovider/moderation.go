package aiprovider

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// ModerationRequest asks which of some texts should not be shown.
type ModerationRequest struct {
	Model   string
	Texts   []string
	Timeout time.Duration // of the whole call; 0: the context's
}

// Verdict is about one text.
type Verdict struct {
	Flagged    bool
	Categories map[string]bool    // those that it is flagged for
	Scores     map[string]float64 // of every category, 0 to 1
}

// Moderate returns a verdict about each text, in their order. A server without such a call answers
// ReasonModel.
func (c *Client) Moderate(ctx context.Context, r ModerationRequest) (verdicts []Verdict, err error) {
	err = c.call(ctx, operation{name: operationModerate, model: r.Model}, r.Timeout, func(ctx context.Context) error {
		var answer *http.Response
		params := openai.ModerationNewParams{Model: r.Model,
			Input: openai.ModerationNewParamsInputUnion{OfStringArray: r.Texts}}
		if _, err := c.api.Moderations.New(ctx, params, option.WithResponseBodyInto(&answer)); err != nil {
			return err
		}
		verdicts, err = readVerdicts(answer, len(r.Texts))
		return err
	})
	return verdicts, err
}

// readVerdicts reads so many verdicts. One that does not say whether its text is flagged is none.
func readVerdicts(answer *http.Response, count int) (verdicts []Verdict, err error) {
	var raw json.RawMessage
	if err := readJSON(answer, maxSmall, &raw); err != nil {
		return nil, err
	}
	var given struct {
		Results []struct {
			Flagged    *bool              `json:"flagged"`
			Categories map[string]bool    `json:"categories"`
			Scores     map[string]float64 `json:"category_scores"`
		} `json:"results"`
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, newError(ReasonUnreadable, err)
	}
	if len(given.Results) != count {
		return nil, newError(ReasonUnreadable, nil)
	}
	for _, result := range given.Results {
		if result.Flagged == nil {
			return nil, newError(ReasonUnreadable, nil)
		}
		maps.DeleteFunc(result.Categories, func(_ string, flagged bool) bool { return !flagged })
		verdicts = append(verdicts, Verdict{*result.Flagged, result.Categories, result.Scores})
	}
	return verdicts, nil
}
