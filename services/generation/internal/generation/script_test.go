package generation

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcwick.example/platform/fault"
)

// Whatever a model writes, and whichever rule it breaks, three attempts cost no more than what is
// reserved for them.
// Verifies SPEECH-5.
func TestScriptReservesAllAttempts(t *testing.T) {
	model := ScriptModel{TokensIn: 150_000, TokensOut: 600_000, Reasoning: 100}
	rapid.Check(t, func(t *rapid.T) {
		input := Script{Text: rapid.StringOfN(rapid.Rune(), 1, maxScriptPrompt, -1).Draw(t, "text"), Genre: GenreHorror}
		talk, cost := input.conversation(), int64(0)
		for range maxAttempts {
			cost += talk.price(model)
			var said Draft
			letter, length := rapid.SampledFrom([]string{"x", "é", "…", "🕯"}).Draw(t, "letter"),
				rapid.SampledFrom([]int{0, 100, maxScript, 10 * maxScript})
			_ = said.Add(strings.Repeat(letter, length.Draw(t, "length"))) // in one piece, however long
			rule := rapid.SampledFrom([]*fault.Error{errEmpty, errStoryTime, errFewSentences, errFewWords, errManyWords,
				errCut}).Draw(t, "rule")
			talk = talk.corrected(said.Text(), rule)
		}
		if most := input.Prices(Models{Script: []ScriptModel{model}})[0]; cost > most {
			t.Fatalf("%d of %d", cost, most)
		}
	})
}
