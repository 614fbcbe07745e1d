package aiprovider

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"time"
)

// ModerationRequest asks which of some texts should not be shown.
type ModerationRequest struct {
	Model   string
	Texts   []string
	Timeout time.Duration // of the whole call; 0: the context's
}

// ImageModerationRequest asks whether an image should not be shown.
type ImageModerationRequest struct {
	Model   string
	Image   []byte // a PNG, JPEG or WebP
	Timeout time.Duration
}

type moderationBody struct {
	Model string `json:"model"`
	Input any    `json:"input"` // texts or images
}

type moderatedImage struct {
	Type string   `json:"type"`
	URL  imageURL `json:"image_url"`
}

type imageURL struct {
	URL string `json:"url"`
}

// Verdict is about one text or image.
type Verdict struct {
	Flagged    bool
	Categories map[string]bool    // those that it is flagged for
	Scores     map[string]float64 // of every category, 0 to 1
}

// Moderate returns a verdict about each text, in their order. A server without such a call answers
// ReasonModel.
func (c *Client) Moderate(ctx context.Context, r ModerationRequest) (verdicts []Verdict, err error) {
	err = c.call(ctx, operation{name: operationModerate, model: r.Model}, r.Timeout, func(ctx context.Context) error {
		answer, err := c.post(ctx, "moderations", moderationBody{r.Model, r.Texts})
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		verdicts, err = readVerdicts(answer, len(r.Texts))
		return err
	})
	return verdicts, err
}

// ModerateImage returns a verdict about an image. A model that reads texts only answers
// ReasonRejected.
func (c *Client) ModerateImage(ctx context.Context, r ImageModerationRequest) (verdict Verdict, err error) {
	o := operation{name: operationModerate, model: r.Model}
	err = c.call(ctx, o, r.Timeout, func(ctx context.Context) error {
		url := "data:" + http.DetectContentType(r.Image) + ";base64," + base64.StdEncoding.EncodeToString(r.Image)
		answer, err := c.post(ctx, "moderations", moderationBody{r.Model, []moderatedImage{{"image_url", imageURL{url}}}})
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		verdicts, err := readVerdicts(answer, 1)
		if err == nil {
			verdict = verdicts[0]
		}
		return err
	})
	return verdict, err
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
