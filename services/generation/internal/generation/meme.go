// Package generation is the domain of the generation service: visitors' inputs, the prompts made of
// them, the jobs that process them and their cost. It knows no protobuf, no SQL and no provider's
// API.
package generation

import (
	"context"
	"fmt"

	"mcwick.example/mascot/composer"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/wordfilter"
)

// The limits of the meme form, in UTF-16 code units.
const (
	maxAction = 200
	maxScene  = 200
	maxStyle  = 50
)

// Meme is the meme form as the visitor filled it in. Its JSON is the job's input and, hashed, the
// intent's fingerprint: a new field needs omitempty, so that a retry across a release stays a
// retry.
type Meme struct {
	Action string `json:"action"`
	Scene  string `json:"scene"`
	Style  string `json:"style"`
}

// Job makes n a meme job.
func (m Meme) Job(n jobs.NewJob) jobs.NewJob { return KindMeme.Job(n, m) }

// Prices are the cost of its one picture.
func (m Meme) Prices(of Models) []int64 { return picturePrices(m, of) }

// Draw draws it with the composer.
func (m Meme) Draw(ctx context.Context, c Composer, variation uint64) ([]byte, error) {
	return c.DrawScene(ctx, composer.Scene{Action: m.Action, Scene: m.Scene, Style: m.Style, Variation: variation})
}

// Validate reports every invalid field.
func (m Meme) Validate() error {
	var bad []fault.Field
	check := func(field, value, empty string, most int) {
		message := text.DescribeProblem(value, most, fmt.Sprintf("Keep it to %d characters, broh.", most))
		switch {
		case text.IsBlank(value):
			message = empty
		case message == "" && field == "style" && !text.IsSingleLine(value):
			message = text.OneLineMessage
		}
		if message != "" {
			bad = append(bad, fault.Field{Name: "meme." + field, Message: message})
		}
	}
	check("action", m.Action, "Tell us what the candle is doing.", maxAction)
	check("scene", m.Scene, "Tell us where it happens.", maxScene)
	check("style", m.Style, "Choose an art style.", maxStyle)
	return fault.Invalid("MEME_INVALID", bad...)
}

// Texts returns the whole form.
func (m Meme) Texts() []wordfilter.Text {
	return []wordfilter.Text{{Field: "meme.action", Text: m.Action}, {Field: "meme.scene", Text: m.Scene},
		{Field: "meme.style", Text: m.Style}}
}

// Artwork returns the picture's data for storing.
func (m Meme) Artwork() Artwork {
	return Artwork{Type: "meme", Prompt: m.Prompt(), Action: m.Action, Scene: m.Scene, Style: m.Style}
}
