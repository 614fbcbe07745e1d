package generation

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/mascot"
	"mcwick.example/platform/fault"
)

// crowned is a valid PFP.
var crowned = PFP{Seed: 7, Traits: mascot.Traits{
	Background: "pastel-blue", Flame: "golden", Base: "diamond", Expression: "laser-eyes", Headwear: "crown",
}}

// invalidFields returns the invalid fields of a PFP.
func invalidFields(t *testing.T, p PFP) (fields []string) {
	t.Helper()
	err := p.Validate()
	if err == nil {
		return nil
	}
	if e := fault.From(err); e.Kind != fault.KindInvalid || e.Reason != "PFP_INVALID" {
		t.Errorf("%v", err)
	}
	for _, f := range fault.From(err).Fields {
		fields = append(fields, f.Name)
	}
	return fields
}

// The page's own test checks the same sets: a set of traits is valid there exactly when it is valid
// here.
// Verifies PFP-2.
func TestPFPRequiresColorsAndTwoFeatures(t *testing.T) {
	categories := mascot.Categories()
	for set := range 1 << len(categories) {
		var p PFP
		var want []string
		features := 0
		for i, c := range categories {
			switch chosen := set>>i&1 == 1; {
			case chosen:
				*p.Choice(c.ID) = c.Options[set%len(c.Options)].ID
				if !c.Required {
					features++
				}
			case c.Required:
				want = append(want, "pfp."+c.ID)
			}
		}
		if features < 2 {
			want = append(want, "pfp")
		}
		if got := invalidFields(t, p); !slices.Equal(got, want) {
			t.Errorf("%+v: complains of %v, want %v", p, got, want)
		}
	}
}

// Verifies PFP-11.
func TestPFPRejectsUnknownOptions(t *testing.T) {
	for _, c := range mascot.Categories() {
		for _, o := range c.Options {
			p := crowned
			*p.Choice(c.ID) = o.ID
			if got := invalidFields(t, p); got != nil {
				t.Errorf("%s %s: complains of %v", c.ID, o.ID, got)
			}
		}
		for _, unknown := range []string{"golden-flame", "Golden", " ", "<svg>", "pastel-blue tuxedo"} {
			p := crowned
			*p.Choice(c.ID) = unknown
			if got := invalidFields(t, p); !slices.Equal(got, []string{"pfp." + c.ID}) {
				t.Errorf("%s %q: complains of %v", c.ID, unknown, got)
			}
		}
	}
	p := PFP{Seed: -1, Traits: mascot.Traits{Background: "?", Clothing: "?"}}
	if got, want := invalidFields(t, p),
		[]string{"pfp.background", "pfp.flame", "pfp.base", "pfp.clothing", "pfp", "pfp.seed"}; !slices.Equal(got,
		want) {
		t.Errorf("all at once: reports %v, want %v", got, want)
	}
}

func TestPFPPromptListsTraits(t *testing.T) {
	const want = "Profile picture. One stubby wax candle as a cartoon mascot, with a melting rim, a lit flame, a big expressive face, thin arms and sneakers; " +
		"the whole candle in the middle of a square, as a sticker with a thick dark outline on a plain background with soft rays. " +
		"Base says what its wax is made of. Background: pastel-blue. Flame Color: golden. Base: diamond. Expression: laser-eyes. Headwear: crown. " +
		"Variation: 7. Don't place any text in the image."
	if diff := cmp.Diff(want, crowned.Prompt()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Verifies PFP-12.
func TestPFPArtworkHasSpecifiedTexts(t *testing.T) {
	want := Artwork{
		Type: "pfp", Prompt: "McPFP Generation", Action: "Generated PFP", Scene: "Profile Picture", Style: "pfp",
		Seed: 7,
		Traits: map[string]string{"background": "pastel-blue", "flame": "golden", "base": "diamond",
			"expression": "laser-eyes", "headwear": "crown"},
	}
	if diff := cmp.Diff(want, crowned.Artwork()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A job that waits across a release is read by the next one, and a retry must have the same
// fingerprint.
func TestInputsKeepTheirJSON(t *testing.T) {
	for want, input := range map[string]Input{
		`{"action":"surfing","scene":"the sea","style":"Anime"}`:                                                               Meme{Action: "surfing", Scene: "the sea", Style: "Anime"},
		`{"background":"pastel-blue","flame":"golden","base":"diamond","expression":"laser-eyes","headwear":"crown","seed":7}`: crowned,
	} {
		if got, err := json.Marshal(input); err != nil || string(got) != want {
			t.Errorf("%s, %v", got, err)
		}
	}
}
