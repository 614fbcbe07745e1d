package generation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"mcwick.example/mascot"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/services/moderation/api/wordfilter"
)

// PFP is the trait picker as the visitor filled it in. Its JSON is the job's input and, hashed, the
// intent's fingerprint, as a Meme's is.
type PFP struct {
	mascot.Traits
	Seed int32 `json:"seed"` // distinguishes pictures of the same traits; not negative
}

// Job makes n a profile picture job.
func (p PFP) Job(n jobs.NewJob) jobs.NewJob { return KindPFP.Job(n, p) }

// Prices are the cost of its one picture.
func (p PFP) Prices(of Models) []int64 { return picturePrices(p, of) }

// Draw draws it with the composer; the same traits and seed make the same picture.
func (p PFP) Draw(ctx context.Context, c Composer, _ uint64) ([]byte, error) {
	return c.DrawPortrait(ctx, p.Traits, uint32(p.Seed))
}

// Validate reports every invalid field.
func (p PFP) Validate() error {
	var bad []fault.Field
	say := func(field, message string) { bad = append(bad, fault.Field{Name: field, Message: message}) }
	features, names := 0, []string{}
	for _, c := range mascot.Categories() {
		id, field := *p.Choice(c.ID), "pfp."+c.ID
		switch {
		case id != "" && !slices.ContainsFunc(c.Options, func(o mascot.Option) bool { return o.ID == id }):
			say(field, fmt.Sprintf("That is none of the options of %s.", c.Label))
		case id == "" && c.Required:
			say(field, fmt.Sprintf("%s needs a colour, broh.", c.Label))
		}
		if !c.Required {
			names = append(names, c.Label)
			if id != "" {
				features++
			}
		}
	}
	if features < mascot.MinFeatures {
		last := len(names) - 1
		say("pfp", fmt.Sprintf("Pick at least %d of %s and %s.", mascot.MinFeatures, strings.Join(names[:last], ", "),
			names[last]))
	}
	if p.Seed < 0 {
		say("pfp.seed", fmt.Sprintf("The seed goes from 0 to %d.", math.MaxInt32))
	}
	return fault.Invalid("PFP_INVALID", bad...)
}

// Texts returns none: traits are chosen, not written.
func (PFP) Texts() []wordfilter.Text { return nil }

// portraitPrompt describes the mascot and the style to a provider; what the traits leave open is
// the same on every profile picture.
const portraitPrompt = "Profile picture. One stubby wax candle as a cartoon mascot, with a melting rim, a lit flame, a big expressive face, " +
	"thin arms and sneakers; the whole candle in the middle of a square, as a sticker with a thick dark outline on a plain background with soft rays. " +
	"Base says what its wax is made of"

// Prompt is the provider's prompt: the traits by category and id, which read as English.
func (p PFP) Prompt() string {
	var b strings.Builder
	b.WriteString(portraitPrompt + ". ")
	for _, c := range mascot.Categories() {
		if id := *p.Choice(c.ID); id != "" {
			fmt.Fprintf(&b, "%s: %s. ", c.Label, id)
		}
	}
	fmt.Fprintf(&b, "Variation: %d. %s", p.Seed, noText)
	return b.String()
}

// Artwork returns the picture's data for storing; its texts are the same for every PFP, as
// specified.
func (p PFP) Artwork() Artwork {
	a := Artwork{
		Type: "pfp", Prompt: "McPFP Generation", Action: "Generated PFP", Scene: "Profile Picture", Style: "pfp",
		Traits: map[string]string{}, Seed: p.Seed,
	}
	for _, c := range mascot.Categories() {
		if id := *p.Choice(c.ID); id != "" {
			a.Traits[c.ID] = id
		}
	}
	return a
}
